package texas_test

import (
	"testing"

	"github.com/saloon-games/saloon/game"
	rules "github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/web/board/texas"
)

func TestAPartStaysAsItIsWhileItsStageDoes(t *testing.T) {
	type state struct {
		stage int
		html  string
	}
	last := map[string]state{}
	same, other := 0, 0
	for ply := 1; ; ply++ {
		over := false
		play := begin(t, 4, game.Options{"hands": 2}, 3).until(func(s *rules.State) bool {
			over = s.Turn() == game.Over
			return over || s.Ply() >= ply
		})
		s := play.sight(1)
		for _, p := range texas.New().Parts() {
			if p.Stage == nil {
				continue
			}
			now := state{p.Stage(s), part(t, s, p.ID)}
			if now.stage < 0 {
				t.Errorf("%s has the stage %d", p.ID, now.stage)
			}
			was, before := last[p.ID]
			switch {
			case before && was.stage == now.stage && was.html != now.html:
				t.Fatalf("%s, ply %d: at stage %d it was\n%s\nand is\n%s", p.ID, ply, now.stage, was.html, now.html)
			case before && was.stage == now.stage:
				same++
			default:
				other++
			}
			last[p.ID] = now
		}
		if over {
			break
		}
	}
	if same == 0 || other < 3 {
		t.Errorf("a stage stayed %d times and changed %d times; want both, for two hands and the end", same, other)
	}
}
