package replay_test

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
	rainboard "github.com/saloon-games/saloon/internal/web/board/raincheck"
	texasboard "github.com/saloon-games/saloon/internal/web/board/texas"
	"github.com/saloon-games/saloon/internal/web/page"
	"github.com/saloon-games/saloon/internal/web/replay"
	"github.com/saloon-games/saloon/record"
)

// base is the path that the pages' links begin with.
const base = "/saloon"

// serve shows a game as the first of a table at which the names sit.
func serve(rec *record.Record, names ...string) http.Handler {
	mux := http.NewServeMux()
	replay.Register(mux, replay.Config{
		Record: func(_ context.Context, id string, n int) (*record.Record, error) {
			switch {
			case id != "T":
				return nil, &house.Refusal{Code: house.NoTable, Say: "No such table."}
			case n != 1:
				return nil, &house.Refusal{Code: house.NotOver, Say: "The game is not over."}
			}
			return rec, nil
		},
		Scene: func(context.Context, string) (house.Scene, error) {
			s := house.Scene{Number: 1}
			for _, name := range names {
				s.Seats = append(s.Seats, house.Seat{Name: name, Taken: name != ""})
			}
			return s, nil
		},
		Shell: func(_ *http.Request, title string) page.Shell { return page.Shell{Base: base, Title: title} },
		Link:  func(_ *http.Request, path string) string { return "https://cards.example.org" + base + path },
		Fail: func(w http.ResponseWriter, _ *http.Request, err error) {
			var refusal *house.Refusal
			switch {
			case errors.Is(err, fs.ErrNotExist):
				http.Error(w, err.Error(), http.StatusNotFound)
			case errors.As(err, &refusal):
				http.Error(w, refusal.Say, http.StatusConflict)
			default:
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
		},
		Boards: map[string]board.Board{"texas": texasboard.New(), "raincheck": rainboard.New()},
	})
	return http.StripPrefix(base, mux)
}

// get asks for a page.
func get(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, base+path, http.NoBody))
	return w
}

var stepLink = regexp.MustCompile(`<li><a href="/saloon/t/T/game/1/(\d+)"`)

func TestSteps(t *testing.T) {
	t.Run("every event of a game has a page of its own, and every list leads to all of them", func(t *testing.T) {
		for _, rec := range []*record.Record{
			play(t, texas.Rules{}, 5, game.Options{"hands": 1}, 1), play(t, raincheck.Rules{}, 2, nil, 2),
		} {
			h := serve(rec)
			last := len(rec.Events())
			for step := 1; step <= last; step++ {
				checkStep(t, get(h, "/t/T/game/1/"+strconv.Itoa(step)), step, last)
			}
		}
	})
}

// checkStep looks at the page of one step of a game.
func checkStep(t *testing.T, w *httptest.ResponseRecorder, step, last int) {
	t.Helper()
	body := w.Body.String()
	if w.Code != http.StatusOK {
		t.Fatalf("step %d: status %d: %s", step, w.Code, body)
	}
	if got := len(stepLink.FindAllString(body, -1)); got != last {
		t.Fatalf("step %d has links to %d steps; want %d", step, got, last)
	}
	for what, want := range map[string]bool{
		"data-move=": false, "data-table=": false, `data-ply="` + strconv.Itoa(step) + `"`: true, `aria-current="step"`: true,
		`rel="prev"`: step > 1, `rel="next"`: step < last, `data-phase="over"`: step == last,
	} {
		if got := strings.Contains(body, what); got != want {
			t.Errorf("step %d has %s: %t; want %t", step, what, got, want)
		}
	}
}

func TestStepPage(t *testing.T) {
	t.Run("all hands are open", func(t *testing.T) {
		rec := play(t, texas.Rules{}, 3, game.Options{"hands": 1}, 3)
		body := get(serve(rec), "/t/T/game/1").Body.String()
		_, hands, _ := strings.Cut(body, `id="hand"`)
		for _, number := range []string{"11", "20", "29", "38", "47", "56", "65"} {
			if !strings.Contains(hands, ">"+number+"<") {
				t.Errorf("the %s is not to be seen", number)
			}
		}
	})
	t.Run("events stand under their hand and trick", func(t *testing.T) {
		rec := play(t, texas.Rules{}, 6, game.Options{"hands": 2}, 4)
		body := get(serve(rec), "/t/T/game/1/5").Body.String()
		for title, want := range map[string]int{"<summary>Hand 1</summary>": 1, "<summary>Hand 2</summary>": 1, ">Trick 1</h3>": 2, ">Trick 10</h3>": 2, ">Deal</h3>": 2} {
			if n := strings.Count(body, title); n != want {
				t.Errorf("%s stands there %d times; want %d", title, n, want)
			}
		}
		if open := strings.Count(body, "<details open><summary>Hand 1"); open != 1 {
			t.Error("the hand in which the step is should be open")
		}
	})
	t.Run("a hidden card is named in words", func(t *testing.T) {
		rec := play(t, raincheck.Rules{}, 2, nil, 5)
		at := slices.IndexFunc(rec.Events(), func(e string) bool { return e == "stack A" }) + 1
		if body := get(serve(rec, "Ann", "Ben"), "/t/T/game/1/"+strconv.Itoa(at)).Body.String(); !strings.Contains(body, "stacks Hit.") {
			t.Error("nobody stacks Hit")
		}
	})
}

func TestNames(t *testing.T) {
	t.Run("seats have the names of the table, or numbers, and names are text", func(t *testing.T) {
		rec := play(t, raincheck.Rules{}, 2, nil, 6)
		body := get(serve(rec, "<b>Ann</b>", ""), "/t/T/game/1/2").Body.String()
		if strings.Contains(body, "<b>Ann") || !strings.Contains(body, "&lt;b&gt;Ann") || !strings.Contains(body, "Seat 2") {
			t.Error("names are wrong")
		}
	})
	t.Run("names that the record has are used", func(t *testing.T) {
		rec := play(t, raincheck.Rules{}, 2, nil, 6)
		if err := rec.SetField("names", []string{"Zoe", "Yan"}); err != nil {
			t.Fatal(err)
		}
		if body := get(serve(rec, "Ann", "Ben"), "/t/T/game/1/2").Body.String(); !strings.Contains(body, "Zoe") || strings.Contains(body, "Ben") {
			t.Error("the table's names are used")
		}
	})
}

func TestAddresses(t *testing.T) {
	t.Run("a step has a full address to share", func(t *testing.T) {
		rec := play(t, raincheck.Rules{}, 2, nil, 6)
		if body := get(serve(rec), "/t/T/game/1/4").Body.String(); !strings.Contains(body, `value="https://cards.example.org/saloon/t/T/game/1/4"`) {
			t.Error("no address")
		}
	})
	t.Run("a very long game lists the events of one hand only", func(t *testing.T) {
		rec := play(t, texas.Rules{}, 6, game.Options{"hands": 12}, 8)
		body := get(serve(rec), "/t/T/game/1/3").Body.String()
		if links := len(stepLink.FindAllString(body, -1)); links == 0 || links > 100 || strings.Count(body, ">Hand ") < 12 {
			t.Errorf("%d links", links)
		}
	})
	t.Run("there is no step outside", func(t *testing.T) {
		rec := play(t, raincheck.Rules{}, 2, nil, 6)
		h := serve(rec)
		for _, what := range []string{"0", "-1", "01", "x", strconv.Itoa(len(rec.Events()) + 1)} {
			if w := get(h, "/t/T/game/1/"+what); w.Code != http.StatusNotFound {
				t.Errorf("step %s: status %d; want 404", what, w.Code)
			}
		}
		if w := get(h, "/t/T/game/x"); w.Code != http.StatusNotFound {
			t.Errorf("game x: status %d; want 404", w.Code)
		}
	})
	t.Run("what the house refuses is not shown", func(t *testing.T) {
		h := serve(play(t, raincheck.Rules{}, 2, nil, 6))
		for _, path := range []string{"/t/T/game/2", "/t/T/game/2/3", "/t/T/game/2/record", "/t/T/game/2/shuffle", "/t/X/game/1"} {
			if w := get(h, path); w.Code != http.StatusConflict {
				t.Errorf("%s: status %d; want the refusal's", path, w.Code)
			}
		}
	})
}

func TestRecord(t *testing.T) {
	rec := play(t, texas.Rules{}, 3, game.Options{"hands": 1}, 9)
	w := get(serve(rec), "/t/T/game/1/record")
	t.Run("the record comes as a file of one line", func(t *testing.T) {
		if got := w.Header().Get("Content-Disposition"); got != `attachment; filename="texas-1.saloon.json"` {
			t.Errorf("Content-Disposition %s", got)
		}
		if body := w.Body.String(); strings.Count(body, "\n") != 1 || !strings.HasSuffix(body, "\n") {
			t.Errorf("%d lines", strings.Count(body, "\n"))
		}
	})
	t.Run("it can be read back, proof and all", func(t *testing.T) {
		back, err := record.Parse(w.Body.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := back.Field("fair"); !ok || !slices.Equal(back.Events(), rec.Events()) {
			t.Error("it is another record")
		}
	})
}

func TestShufflePage(t *testing.T) {
	rec := play(t, raincheck.Rules{}, 2, nil, 10)
	proof := proofOf(2, 10)
	seed := proof.ServerSeed.String()
	bare, err := record.Parse([]byte(`{"format": "saloon-record/1", "game": "raincheck", "players": 2, "events": []}`))
	if err != nil {
		t.Fatal(err)
	}
	good := "came out just as the seeds make them"
	start := rec.Events()[0]
	for name, c := range map[string]struct {
		rec  *record.Record
		want string
	}{
		"a fair game is found to be fair":                     {rec, good},
		"another seed than the committed is found":            {changed(t, rec, seed, strings.Repeat("0", 64)), "The server seed does not fit the commitment"},
		"another commitment is found":                         {changed(t, rec, proof.Commitment.String(), strings.Repeat("0", 64)), "The server seed does not fit the commitment"},
		"another table is found":                              {changed(t, rec, table, "K7QY"), "Not every shuffle"},
		"a seed that was left out is found":                   {changed(t, rec, `"clientSeeds":["`, `"clientSeeds":["00`), "Not every shuffle"},
		"a missing seed is found":                             {changed(t, rec, `,""]`, `]`), "1 client seeds for 2 seats"},
		"a start that the seeds do not make is found":         {changed(t, rec, start, map[string]string{"start 0": "start 1", "start 1": "start 0"}[start]), "By the seeds"},
		"a record without seeds is not taken for a fair game": {bare, "no field"},
	} {
		t.Run(name, func(t *testing.T) {
			w := get(serve(c.rec), "/t/T/game/1/shuffle")
			body := w.Body.String()
			if w.Code != http.StatusOK || !strings.Contains(body, c.want) {
				t.Errorf("status %d, and the page lacks %q", w.Code, c.want)
			}
			if c.want != good && strings.Contains(body, good) {
				t.Error("the page says that all is well")
			}
		})
	}
	t.Run("the page has the seeds, says how to check without it, and loads its script", func(t *testing.T) {
		body := get(serve(rec), "/t/T/game/1/shuffle").Body.String()
		for _, want := range []string{seed, proof.Commitment.String(), "saloon verify raincheck-1.saloon.json", `data-record="/saloon/t/T/game/1/record"`, "/shuffle.js"} {
			if !strings.Contains(body, want) {
				t.Errorf("the page lacks %s", want)
			}
		}
	})
}
