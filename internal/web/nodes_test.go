package web

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/bus"
	"github.com/saloon-games/saloon/internal/bus/bustest"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// nodes opens so many houses on one database, each of which hears of the others by a bus.
func nodes(t *testing.T, n int) []*place {
	t.Helper()
	s, err := sqlstore.Open(context.WithoutCancel(t.Context()), filepath.Join(t.TempDir(), "saloon.db"), sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	servers := bustest.New(t, 1)
	var all []*place
	for range n {
		b, err := bus.Open(bus.Options{URL: servers.URL()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		})
		all = append(all, openOn(t, s, nil, func(cfg *Config) {
			cfg.House, err = house.New(t.Context(), house.Config{Store: s, Bus: b, Clock: cfg.Clock, Beat: 10_000 * time.Hour})
			if err != nil {
				t.Fatal(err)
			}
		}))
	}
	return all
}

// at is the person at another house.
func (p *person) at(other *place) *person {
	elsewhere := *p
	elsewhere.place = other
	return &elsewhere
}

func TestAPageOfOneHouseIsKeptTrueByAnotherAndFormsGoToAThird(t *testing.T) {
	t.Parallel()
	all := nodes(t, 3)
	owner := all[0].person(t)
	table := owner.goes("/new", "game", "raincheck")
	if html := owner.at(all[1]).get(table).body; !strings.Contains(html, `data-you="0"`) {
		t.Error("the second house does not know who it is")
	}
	next, _ := owner.at(all[1]).stream("/live?t=" + strings.TrimPrefix(table, "/t/"))
	if e, err := next(); err != nil || e.name != "table" {
		t.Fatal(e, err)
	}
	for i, text := range []string{"Howdy", "Quiet here", "Rain again"} {
		owner.at(all[[]int{2, 0, 2}[i]]).goes(table+"/say", "text", text)
		if e, err := next(); err != nil || e.name != "table" || !strings.Contains(e.data, text) {
			t.Fatalf("after %q: %v, %v", text, e, err)
		}
	}
}

// forgetful is a store whose logs cannot be read so many times.
type forgetful struct {
	*sqlstore.Store
	why   error
	times atomic.Int32
}

func (f *forgetful) Log(ctx context.Context, id string, after int64) ([]store.Entry, error) {
	if f.times.Add(-1) >= 0 {
		return nil, f.why
	}
	return f.Store.Log(ctx, id, after)
}

func TestAStreamThatWouldNotHearOfWhatHappensEndsAndTheNextOneHears(t *testing.T) {
	t.Parallel()
	for name, why := range map[string]error{
		"an unknown error": errors.New("the connection is lost"), "no database just now": store.ErrUnavailable, "too much to do": store.ErrOverloaded,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t)
			owner := p.person(t)
			table := owner.goes("/new", "game", "raincheck")
			s := &forgetful{Store: p.store, why: why}
			other := openOn(t, p.store, nil, func(cfg *Config) {
				var err error
				if cfg.House, err = house.New(t.Context(), house.Config{Store: s, Clock: cfg.Clock, Beat: 10_000 * time.Hour}); err != nil {
					t.Fatal(err)
				}
			})
			there := owner.at(other)
			s.times.Store(1) // once, when it is to be watched: a moment later it could be shown
			next, _ := there.stream("/live?t=" + strings.TrimPrefix(table, "/t/"))
			if e, err := next(); err == nil {
				t.Fatalf("a stream that nobody keeps true shows %v", e)
			}
			next, _ = there.stream("/live?t=" + strings.TrimPrefix(table, "/t/"))
			if e, err := next(); err != nil || e.name != "table" {
				t.Fatal(e, err)
			}
			there.goes(table+"/say", "text", "Howdy")
			if e, err := next(); err != nil || !strings.Contains(e.data, "Howdy") {
				t.Fatal(e, err)
			}
		})
	}
}

func TestANameThatWasChangedAtOneHouseIsTheNameAtAll(t *testing.T) {
	t.Parallel()
	all := nodes(t, 2)
	owner, who := all[0].person(t), all[0].person(t)
	table := owner.goes("/new", "game", "raincheck")
	who.goes("/settings", "name", "Ada")
	there := who.at(all[1])
	there.get("/settings") // who knows the name from now on
	who.goes("/settings", "name", "Zoe")
	for _, path := range []string{"/settings", "/", table} {
		there.get(path)
		if html := there.get(path).body; !strings.Contains(html, "Zoe") || strings.Contains(html, "Ada") {
			t.Errorf("%s has the old name", path)
		}
	}
	there.goes(table + "/sit")
	if html := owner.get(table).body; !strings.Contains(html, "Zoe") || strings.Contains(html, "Ada") {
		t.Error("the old name sits down")
	}
}
