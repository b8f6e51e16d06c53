package equilibrium_test

import (
	"fmt"
	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/equilibrium"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

func mk(t *testing.T, name string, seed uint64) bot.Player {
	for _, l := range equilibrium.Levels() {
		if l == name {
			p, err := equilibrium.New(name, raincheck.Rules{}, fair.NewRand(seed))
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
	}
	p, err := bot.New(name, raincheck.Rules{}, fair.NewRand(seed))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
func TestDuels(t *testing.T) {
	spec := os.Getenv("DUELS")
	if spec == "" {
		return
	}
	n := 200
	for _, d := range strings.Split(spec, ",") {
		f := strings.Split(d, ":")
		if len(f) > 2 {
			n, _ = strconv.Atoi(f[2])
		}
		wins := 0.0
		sq := 0.0
		start := time.Now()
		for i := range n {
			s := 0.0
			for seat := range 2 {
				m, err := game.NewMatch(raincheck.Rules{}, 2, nil)
				if err != nil {
					t.Fatal(err)
				}
				ps := make([]bot.Player, 2)
				ps[seat] = mk(t, f[0], uint64(2*i))
				ps[1-seat] = mk(t, f[1], uint64(2*i+1))
				if err := bot.Play(t.Context(), m, ps, fair.NewRand(uint64(i)+1e6)); err != nil {
					t.Fatal(err)
				}
				if m.State().Winners()[0] == seat {
					s += 0.5
				}
			}
			wins += s
			sq += s * s
		}
		mean := wins / float64(n)
		fmt.Printf("%s: %.3f ± %.3f  %v a game\n", d, mean, 1.96*math.Sqrt((sq/float64(n)-mean*mean)/float64(n)), time.Since(start)/time.Duration(2*n))
	}
}
