package term

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"github.com/saloon-games/saloon/bot/openhand"
	"github.com/saloon-games/saloon/game/texas"
)

func TestASolutionIsToldInATableThatFitsTheScreen(t *testing.T) {
	for _, c := range []struct {
		players, left int
		models        openhand.Model
	}{
		{3, 6, openhand.MaxN | openhand.Paranoid},
		{6, 10, openhand.MaxN | openhand.Paranoid},
		{4, 1, openhand.MaxN},
		{6, 6, openhand.Paranoid},
	} {
		s, err := texas.Rules{}.New(c.players, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := openhand.Solution{Seat: 2, Players: c.players, Left: c.left, Models: c.models, Moves: []openhand.Worth{
			{Move: texas.Play(0), Takes: [6]int{9, 8, 7, 6, 5, 4}, AtMost: 3},
			{Move: texas.Opener(5), Takes: [6]int{10, 10, 10, 10, 10, 3}, AtMost: 10},
		}}
		tell := func(out *Screen) { Solution(out, s, &found) }
		golden(t, fmt.Sprintf("solution-%d-%d", c.players, c.models), written(t, 40, colorprofile.NoTTY, tell))
	}
}
