// Package players is the people of a fault run: they sit at tables and play at random, each
// with a page that a stream keeps true, and write down what they ask, what they are
// answered and what they are shown. Who gets no answer asks the same again, as a browser
// does, wherever the next connection leads. Now and then they ask for what cannot be done.
//
// They choose among the moves that their own page offers and know nothing else: the
// package must never know a game's rules, the house's packages, nor what is being
// broken.
package players

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/saloon-games/saloon/internal/chaos/history"
)

// Config says who plays where.
type Config struct {
	Tables int
	// Dial opens a connection to the house, whichever of its nodes.
	Dial func(ctx context.Context) (net.Conn, error)
	Book *history.Book
	// Seed decides what people choose, as far as what they are shown is the same.
	Seed uint64
}

// A kind is a table as it may be opened.
type kind struct {
	game    string
	people  int
	bots    string // level of one for each seat that is left
	options url.Values
}

// kinds are those of the tables, one after another. Pauses are short, so that much
// happens, and long enough to tell two decisions of a bot apart.
var kinds = []kind{
	{"raincheck", 1, "random", nil},
	{"texas", 2, "thumb", url.Values{"seats": {"4"}, "option.hands": {"1"}}},
	{"raincheck", 2, "", nil},
	{"texas", 3, "", url.Values{"seats": {"3"}, "option.hands": {"2"}}},
}

// BotPause and DealPause are those of the tables.
const (
	BotPause  = 60 * time.Millisecond
	DealPause = 300 * time.Millisecond
)

// A Company is people who play.
type Company struct {
	tables  []*table
	work    sync.WaitGroup
	playing context.CancelFunc // ends that people wish for something new
	there   context.CancelFunc // ends all
}

// table is one with its people.
type table struct {
	id     string
	number int
	kind   kind
	people []*person // by seat
}

// Seat opens the tables and seats everybody, and then has them begin. The house must be
// whole until it returns. They play until [Company.Finish].
func Seat(ctx context.Context, c Config) (*Company, error) {
	all := &Company{}
	for i := range c.Tables {
		t := &table{number: i, kind: kinds[i%len(kinds)]}
		if err := t.open(ctx, c); err != nil {
			return nil, fmt.Errorf("players: table %d: %w", i, err)
		}
		all.tables = append(all.tables, t)
	}
	there, leave := context.WithCancel(context.WithoutCancel(ctx))
	playing, stop := context.WithCancel(there)
	all.playing, all.there = stop, leave
	for i, t := range all.tables {
		watchers := t.people
		if i%3 == 0 {
			watchers = append(slices.Clip(watchers), t.person(c, history.Nobody))
		}
		for _, p := range watchers {
			all.work.Go(func() { p.watch(there) })
		}
		for _, p := range t.people {
			all.work.Go(func() { p.play(playing, there) })
		}
	}
	return all, nil
}

// Finish has nobody wish for anything new, waits until what was asked is answered or
// the context is done, and ends all.
func (c *Company) Finish(ctx context.Context) error {
	c.playing()
	asking := make(chan struct{})
	go func() {
		for _, t := range c.tables {
			for _, p := range t.people {
				<-p.done
			}
		}
		close(asking)
	}()
	var err error
	select {
	case <-asking:
	case <-ctx.Done():
		err = errors.New("players: some never got an answer to what they asked")
	}
	c.there()
	c.work.Wait()
	return err
}

// person is somebody at a table, with one page of it.
type person struct {
	table  *table
	seat   int
	book   *history.Book
	client *http.Client
	cookie string
	random *rand.Rand
	done   chan struct{} // closed when they wish for nothing any more

	mu     sync.Mutex
	page   page
	turned chan struct{} // has something in it when the page has changed
}

func (t *table) person(c Config, seat int) *person {
	transport := &http.Transport{
		DisableKeepAlives: true, // so that each request may be anywhere
		DialContext:       func(ctx context.Context, _, _ string) (net.Conn, error) { return c.Dial(ctx) },
	}
	return &person{
		table: t, seat: seat, book: c.Book, done: make(chan struct{}), turned: make(chan struct{}, 1),
		client: &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		random: rand.New(rand.NewPCG(c.Seed, uint64(t.number)<<8|uint64(seat+1))), //nolint:gosec // choices in a test
	}
}

// toSeat is how long one step of that may take.
const toSeat = 30 * time.Second

// open opens the table and seats its people and bots.
func (t *table) open(ctx context.Context, c Config) error {
	fields := url.Values{
		"game":  {t.kind.game},
		"pause": {strconv.FormatInt(BotPause.Milliseconds(), 10)},
		"deal":  {strconv.FormatInt(DealPause.Milliseconds(), 10)},
	}
	maps.Copy(fields, t.kind.options)
	for seat := range t.kind.people {
		p := t.person(c, seat)
		path := "/new"
		if seat > 0 {
			path, fields = "/t/"+t.id+"/sit", url.Values{"seat": {strconv.Itoa(seat)}}
		}
		a, err := p.request(ctx, toSeat, http.MethodPost, path, "text/html", fields)
		if err == nil && a.status != http.StatusSeeOther {
			err = fmt.Errorf("POST %s was answered %d: %s", path, a.status, a.body)
		}
		if err != nil {
			return err
		}
		for _, set := range a.header.Values("Set-Cookie") {
			if cookie, _, _ := strings.Cut(set, ";"); strings.HasPrefix(cookie, "saloon=") {
				p.cookie = cookie
			}
		}
		if seat == 0 {
			_, t.id, _ = strings.Cut(a.header.Get("Location"), "/t/")
		}
		t.people = append(t.people, p)
	}
	if t.kind.bots == "" {
		return nil
	}
	seats, _ := strconv.Atoi(t.kind.options.Get("seats"))
	for seat := t.kind.people; seat < max(seats, 2); seat++ {
		path := "/t/" + t.id + "/bot"
		fields := url.Values{"seat": {strconv.Itoa(seat)}, "level": {t.kind.bots}}
		a, err := t.people[0].request(ctx, toSeat, http.MethodPost, path, "text/plain", fields)
		if err == nil && a.status >= 300 {
			err = fmt.Errorf("POST %s was answered %d: %s", path, a.status, a.body)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
