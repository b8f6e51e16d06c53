package rating_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/saloon-games/saloon/bot/rating"
	"github.com/saloon-games/saloon/fair"
)

// game is a game of testdata/openskill.json.
type game struct {
	Tau    float64
	Rank   []int
	Before [][2]float64
	After  [][2]float64
}

func fixtures(t *testing.T) (games, series []game) {
	t.Helper()
	data, err := os.ReadFile("testdata/openskill.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Games, Series []game }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Games) < 40 || len(file.Series) < 200 {
		t.Fatalf("only %d games and a series of %d", len(file.Games), len(file.Series))
	}
	return file.Games, file.Series
}

// same fails unless the ratings are what openskill says.
func same(t *testing.T, number int, got []rating.Rating, want [][2]float64) {
	t.Helper()
	for i, r := range got {
		if math.Abs(r.Mu-want[i][0]) > 1e-9 || math.Abs(r.Sigma-want[i][1]) > 1e-9 {
			t.Errorf("game %d, player %d: %v; openskill says %v", number, i, r, want[i])
		}
	}
}

func TestAGameMovesRatingsAsOpenskillSays(t *testing.T) {
	games, _ := fixtures(t)
	for number, g := range games {
		var before []rating.Rating
		for _, r := range g.Before {
			before = append(before, rating.Rating{Mu: r[0], Sigma: r[1]})
		}
		same(t, number, rating.Rate(before, g.Rank, g.Tau), g.After)
	}
}

func TestASeriesOfGamesMovesRatingsAsOpenskillSays(t *testing.T) {
	_, series := fixtures(t)
	now := []rating.Rating{rating.New(), rating.New(), rating.New(), rating.New()}
	for number, g := range series {
		now = rating.Rate(now, g.Rank, 0)
		same(t, number, now, g.After)
	}
}

func TestRatingsFindTheOrderOfPlayersThatDiffer(t *testing.T) {
	src := fair.NewRand(1)
	now := []rating.Rating{rating.New(), rating.New(), rating.New()}
	for range 400 {
		ranks := make([]int, len(now))
		for i := range ranks {
			ranks[i] = src.Below(10 + 5*i) // the first is the best
		}
		now = rating.Rate(now, ranks, 0)
	}
	if now[0].Mu < now[1].Mu+now[1].Sigma || now[1].Mu < now[2].Mu+now[2].Sigma {
		t.Errorf("ratings %v; want them to fall", now)
	}
	if again := rating.Rate(now, []int{0, 1, 2}, rating.Drift); again[0].Sigma <= rating.Rate(now, []int{0, 1, 2}, 0)[0].Sigma {
		t.Error("a drift leaves nothing more uncertain")
	}
}

func TestAPlayerWithoutARankIsAMistake(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Rate of two players with one rank did not panic")
		}
	}()
	rating.Rate([]rating.Rating{rating.New(), rating.New()}, []int{1}, 0)
}
