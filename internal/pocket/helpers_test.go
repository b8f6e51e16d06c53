package pocket_test

import (
	"context"
	"errors"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/pocket"
)

// A device is a pocket whose house runs, in virtual time unless it is told otherwise.
type device struct {
	t *testing.T
	*pocket.Pocket
	stop func()
	// rest returns when everybody waits for somebody; bots waits for their next move.
	rest, bots func()
}

func fields(t *testing.T, text string) url.Values {
	t.Helper()
	v, err := url.ParseQuery(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// open opens a table of a form's fields and runs it until the test, or stop, ends it.
func open(t *testing.T, text string) *device {
	t.Helper()
	p, err := pocket.Open(t.Context(), pocket.Config{}, fields(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return run(t, p)
}

func run(t *testing.T, p *pocket.Pocket) *device {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	d := &device{t: t, Pocket: p, rest: synctest.Wait, bots: func() { time.Sleep(time.Second) }}
	d.stop = func() {
		cancel()
		if err, open := <-ended; err != nil && open {
			t.Error(err)
		}
	}
	return d
}

// page is the whole table as a person sees it.
func (d *device) page(who int) string {
	d.t.Helper()
	html, _, err := d.Look(who).Page(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	return html
}

var (
	movePattern = regexp.MustCompile(`<button[^>]* data-move="([^"]+)"[^>]*>`)
	attrPattern = regexp.MustCompile(`^<main id="table"([^>]*)>`)
)

// attribute returns one of the attributes of #table.
func attribute(t *testing.T, page, name string) string {
	t.Helper()
	head := attrPattern.FindStringSubmatch(page)
	if head == nil {
		t.Fatalf("the page is no table: %.80s", page)
	}
	_, value, _ := strings.Cut(head[1], " data-"+name+`="`)
	value, _, _ = strings.Cut(value, `"`)
	return value
}

// moves are the words that the controls of a page have.
func moves(page string) []string {
	var list []string
	for _, m := range movePattern.FindAllStringSubmatch(page, -1) {
		if !strings.Contains(m[0], "aria-disabled") {
			list = append(list, m[1])
		}
	}
	return list
}

// act makes the first move that a page offers, as its form does.
func (d *device) act(who int, page string) {
	d.t.Helper()
	offered := moves(page)
	if len(offered) == 0 {
		d.t.Fatalf("%d is on turn and is offered no move: %s", who, page)
	}
	form := url.Values{"game": {attribute(d.t, page, "number")}, "ply": {attribute(d.t, page, "ply")}, "word": {offered[0]}}
	if err := d.Do(d.t.Context(), who, "act", form); err != nil {
		d.t.Fatal(offered[0], err)
	}
}

// play has so many people play, each seen by what is drawn for them alone, until the game
// is over or enough reports that it is. It returns the last page of person 0.
func (d *device) play(people int, enough func(page string) bool) string {
	d.t.Helper()
	for range 10_000 {
		d.rest()
		page := d.page(0)
		if attribute(d.t, page, "phase") != string(house.Playing) || enough != nil && enough(page) {
			return page
		}
		acted := false
		for who := range people {
			seen := d.page(who)
			if turn := attribute(d.t, seen, "turn"); turn != "" && turn == attribute(d.t, seen, "you") {
				d.act(who, seen)
				acted = true
				break
			}
			if strings.Contains(seen, `data-action="next"`) {
				if err := d.Do(d.t.Context(), who, "next", nil); err != nil {
					d.t.Fatal(err)
				}
				acted = true
				break
			}
		}
		if !acted {
			d.bots()
		}
	}
	d.t.Fatal("the game does not end")
	return ""
}

func refusedWith(err error, code house.Code) bool {
	refusal, ok := errors.AsType[*house.Refusal](err)
	return ok && refusal.Code == code
}
