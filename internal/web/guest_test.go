package web

import (
	"context"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// slowPeople is a store that tells of people only when it is let.
type slowPeople struct {
	*sqlstore.Store
	slow  atomic.Bool
	gate  chan struct{}
	asked chan struct{}
}

func (s *slowPeople) PersonByToken(ctx context.Context, hash []byte) (store.Person, error) {
	if s.slow.Load() {
		s.asked <- struct{}{}
		<-s.gate
	}
	return s.Store.PersonByToken(ctx, hash)
}

func TestWhoComesAgainDoesNotWaitUntilTheDatabaseSaysWhoTheyAre(t *testing.T) {
	t.Parallel()
	s, err := sqlstore.Open(context.WithoutCancel(t.Context()), filepath.Join(t.TempDir(), "saloon.db"), sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	people := &slowPeople{Store: s, gate: make(chan struct{}), asked: make(chan struct{}, 100)}
	var h *house.House
	p := openOn(t, s, nil, func(cfg *Config) {
		var err error
		h, err = house.New(t.Context(), house.Config{Store: people, Clock: cfg.Clock, Beat: 10_000 * time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		cfg.House = h
	})
	guest := p.person(t)
	table := guest.goes("/new", "game", "raincheck")
	people.slow.Store(true)

	say := func() int {
		if err := h.HeedOnce(t.Context()); err != nil { // as a house does that stands open
			t.Fatal(err)
		}
		return guest.post(table+"/say", fields("text", "Still here")).status
	}
	say()
	if n := len(people.asked); n != 0 {
		t.Errorf("who has just been here is asked for %d times", n)
	}
	p.clock.until(p.clock.now().Add(2 * freshTime))
	for range 3 {
		if status := say(); status != http.StatusSeeOther {
			t.Errorf("what they say is answered %d while nobody says who they are", status)
		}
	}
	<-people.asked
	if n := len(people.asked); n != 0 {
		t.Errorf("they are asked for %d times more while one answer is waited for", n)
	}
	close(people.gate)
	at, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	cookies := guest.client.Jar.Cookies(at)
	token := cookies[slices.IndexFunc(cookies, func(c *http.Cookie) bool { return c.Name == guestCookie })].Value
	g, _, err := p.house.Guest(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.store.SignOut(t.Context(), g.ID, []byte("a token that nobody has"), p.clock.now()); err != nil {
		t.Fatal(err)
	}
	p.clock.until(p.clock.now().Add(2 * freshTime))
	for gone := false; !gone; { // the answer comes some time after the page
		gone = say() == http.StatusForbidden
	}
}
