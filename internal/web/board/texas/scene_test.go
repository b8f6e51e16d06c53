package texas_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	rules "github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/board/texas"
)

// names are what the seats are called; one would be markup if nobody took care.
var names = []string{"Ada", "Dusty", "Grace", "Mabel", `<evil a="b">&'`, "Edsger"}

// A playing is a game in progress, with what the house knows of who made which event.
type playing struct {
	t     testing.TB
	match *game.Match
	moves []house.Made
	src   *fair.Rand
}

func begin(t testing.TB, players int, options game.Options, seed uint64) *playing {
	t.Helper()
	match, err := game.NewMatch(rules.Rules{}, players, options)
	if err != nil {
		t.Fatal(err)
	}
	return &playing{t: t, match: match, src: fair.NewRand(seed)}
}

// apply carries out events.
func (p *playing) apply(events ...string) *playing {
	p.t.Helper()
	for _, event := range events {
		made := house.Made{Seat: game.Spectator, By: house.ByChance}
		if seat, ok := p.match.State().Turn().Seat(); ok {
			made = house.Made{Seat: seat, By: house.ByPerson}
		}
		if err := p.match.Apply(event); err != nil {
			p.t.Fatal(err)
		}
		p.moves = append(p.moves, made)
	}
	return p
}

// step makes a random event; false if the game is over.
func (p *playing) step() bool {
	p.t.Helper()
	s := p.match.State()
	switch s.Turn() {
	case game.Over:
		return false
	case game.Chance:
		d := s.Draw()
		left := make([]uint8, d.Of)
		for i := range left {
			left[i] = uint8(i)
		}
		for i := range left {
			j := i + p.src.Below(d.Of-i)
			left[i], left[j] = left[j], left[i]
		}
		p.apply(s.Outcome(left[:d.Take]))
	default:
		legal := s.Legal(nil)
		p.apply(s.Word(legal[p.src.Below(len(legal))]))
	}
	return true
}

// until makes random events until the state is as wanted.
func (p *playing) until(wanted func(*rules.State) bool) *playing {
	p.t.Helper()
	for !wanted(p.match.State().(*rules.State)) {
		if !p.step() {
			p.t.Fatal("the game is over before it came to that")
		}
	}
	return p
}

// sight is what a seat or game.Spectator sees.
func (p *playing) sight(you int) *board.Sight {
	s := p.match.State()
	scene := house.Scene{
		ID: "t1", Game: "texas", Phase: house.Playing, You: you, Number: 1, Ply: s.Ply(), Turn: game.Spectator,
		Moves: p.moves, View: p.match.View(you),
	}
	for _, name := range names[:p.match.Players()] {
		scene.Seats = append(scene.Seats, house.Seat{Name: name, Taken: true})
	}
	if seat, ok := s.Turn().Seat(); ok {
		scene.Turn = seat
	}
	if s.Turn() == game.Over {
		scene.Phase = house.Over
	}
	return &board.Sight{Scene: scene, Act: "/t/t1/act", Next: "/t/t1/next"}
}

// otherwise returns the same game with two cards exchanged in the last deal that the
// seat has not seen, such that it was told the same; nil if none is found.
func (p *playing) otherwise(seat int) *playing {
	events := p.match.Events()
	last := 0
	for i, e := range events {
		if strings.HasPrefix(e, "deal ") {
			last = i
		}
	}
	for range 12 {
		hands := strings.Split(strings.TrimPrefix(events[last], "deal "), "/")
		a, b := p.src.Below(len(hands)), p.src.Below(len(hands))
		if a == b || a == seat || b == seat {
			continue
		}
		one, two := strings.Split(hands[a], ","), strings.Split(hands[b], ",")
		i := p.src.Below(len(one))
		one[i], two[i] = two[i], one[i]
		hands[a], hands[b] = ascending(one), ascending(two)
		changed := slices.Clone(events)
		changed[last] = "deal " + strings.Join(hands, "/")
		match, err := game.NewMatch(rules.Rules{}, p.match.Players(), p.match.Options())
		for i := 0; i < len(changed) && err == nil; i++ {
			err = match.Apply(changed[i])
		}
		if err == nil && match.State().Turn() == p.match.State().Turn() &&
			slices.Equal(match.View(seat).Events(), p.match.View(seat).Events()) {
			return &playing{t: p.t, match: match, moves: p.moves, src: p.src}
		}
	}
	return nil
}

func ascending(numbers []string) string {
	slices.SortFunc(numbers, func(a, b string) int {
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return x - y
	})
	return strings.Join(numbers, ",")
}

// part draws one part.
func part(t testing.TB, s *board.Sight, id string) string {
	t.Helper()
	for _, p := range texas.New().Parts() {
		if p.ID == id {
			return string(p.Draw(nil, s))
		}
	}
	t.Fatalf("there is no part %q", id)
	return ""
}

// all draws all parts.
func all(t testing.TB, s *board.Sight) string {
	t.Helper()
	var b strings.Builder
	for _, p := range texas.New().Parts() {
		b.WriteString(part(t, s, p.ID))
	}
	return b.String()
}

// has and hasNot check what is in a text.
func has(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, want := range parts {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}

func hasNot(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, no := range parts {
		if strings.Contains(text, no) {
			t.Errorf("%q is in %s", no, text)
		}
	}
}

// someTime is the moment at which a clock began.
var someTime = time.UnixMilli(1_800_000_000_000)
