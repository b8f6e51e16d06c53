package equilibrium_test
import ("testing";"fmt";"os";"time";"github.com/saloon-games/saloon/bot/equilibrium";"github.com/saloon-games/saloon/bot/equilibrium/round")
func TestLooks(t *testing.T) {
	if os.Getenv("LOOKS")=="" {return}
	m := equilibrium.Values()
	every := func(n, from, step int) (l []int) { for i:=from;i<n;i+=step {l=append(l,i)}; return }
	for _, s := range []*round.Situation{round.Flat([2]int{3,4},[2]int{10,10}), round.Flat([2]int{4,3},[2]int{7,10}), round.Flat([2]int{3,3},[2]int{8,10}), round.Flat([2]int{2,4},[2]int{8,10}), round.Flat([2]int{2,3},[2]int{8,10}), round.Flat([2]int{2,2},[2]int{8,7})} {
	for _, c := range []struct{n int; l []int}{{120,[]int{30,60}},{120,[]int{30,60,90,110}},{120,every(120,15,15)},{120,every(120,5,5)},{240,every(240,20,20)},{240,every(240,10,10)},{240,every(240,2,2)}} {
		st := time.Now()
		sol,_ := round.NewGame(s, m).Solve(t.Context(), c.n, c.l...)
		took := time.Since(st)
		p := sol.Policy()
		sum := 0.0
		for pl := range 2 {
			n0, n1 := len(round.Sets(s.Owns[0])), len(round.Sets(s.Owns[1]))
			n := []int{n0,n1}
			for own, set := range round.Sets(s.Owns[pl]) {
				b := make([]float64, n[pl^1])
				mass := 0.0
				for o := range b { k := own*n1+o; if pl==1 {k=o*n1+own}; b[o]=s.Belief[k]; mass+=b[o] }
				if mass>0 { sum += round.NewAnswer(p, pl, set, b, m, true).Worth() }
			}
		}
		fmt.Printf("%v n %d looks %d: exploitability in-look %.4f, at the fixed point %.4f  value %.4f  %v\n", s.Owns, c.n, len(c.l), sol.Exploitability(), sum/2, sol.Value(), took)
	}}
}
