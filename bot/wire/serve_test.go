package wire_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/wire"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
)

const (
	hello = `{"type":"hello","protocol":"saloon-bot/1","game":"raincheck","players":2,"seat":1,"options":{},"seed":7,"deadline_ms":1000}`
	start = `{"type":"event","ply":1,"seat":null,"event":"start 0"}`
	stack = `{"type":"event","ply":2,"seat":0,"event":"stack ?"}`
	ask   = `{"type":"decide","ply":2,"legal":["stack A","stack 3","stack K","stack Q"]}`
	ready = `{"type":"ready","name":"Test"}`
	quit  = `{"type":"quit"}`
)

func TestABotIsToldAndAnswersAsTheProtocolSays(t *testing.T) {
	answers, complaints := converse(t, rules(t, "raincheck"), "thumb", hello, start, stack, ask, quit, "not read any more")
	if len(complaints) > 0 {
		t.Errorf("complaints: %q", complaints)
	}
	if len(answers) != 2 || answers[0] != ready || !strings.HasPrefix(answers[1], `{"type":"move","ply":2,"move":"stack `) {
		t.Errorf("answers: %q", answers)
	}
}

func TestASeedMakesABotRepeatable(t *testing.T) {
	var first []string
	moves := map[string]bool{}
	for seed := range 20 {
		opening := strings.Replace(hello, `"seed":7`, fmt.Sprintf(`"seed":%d`, seed-10), 1)
		a, _ := converse(t, rules(t, "raincheck"), "random", opening, start, stack, ask)
		b, _ := converse(t, rules(t, "raincheck"), "random", opening, start, stack, ask)
		if !slices.Equal(a, b) {
			t.Errorf("seed %d: %q and %q", seed, a, b)
		}
		first = a
		moves[a[1]] = true
	}
	if len(moves) < 2 {
		t.Errorf("20 seeds all gave %q", first)
	}
}

func TestWhatABotDoesNotKnowDoesNoHarm(t *testing.T) {
	want, _ := converse(t, rules(t, "raincheck"), "thumb", hello, start, stack, ask)
	got, complaints := converse(t, rules(t, "raincheck"), "thumb",
		strings.Replace(hello, `"seat"`, `"Seat":0,"mood":{"x":[1]},"seat"`, 1),
		`{"type":"weather","rain":true}`,
		strings.Replace(start, `"ply"`, `"clock":3.5,"ply"`, 1), stack, ask)
	if !slices.Equal(got, want) || len(complaints) > 0 {
		t.Errorf("answers %q, complaints %q; want %q", got, complaints, want)
	}
}

func TestABotPlaysGameAfterGameAndBeginsAnewInTheMiddle(t *testing.T) {
	answers, complaints := converse(t, rules(t, "raincheck"), "thumb",
		hello, hello, start, stack, ask, // said hello twice
		hello, start, stack, ask, // left a game
		`{"type":"over","winners":[1],"energy":[0,10]}`,
		strings.Replace(hello, `"seat":1`, `"seat":0`, 1), start, `{"type":"decide","ply":1,"legal":["stack A","stack 3","stack K","stack Q"]}`)
	if len(answers) != 7 || len(complaints) > 0 {
		t.Errorf("%d answers %q, complaints %q", len(answers), answers, complaints)
	}
}

func TestABotComplainsOfABadLineAndGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		lines   []string
		says    string
		answers int
	}{
		"no JSON":                  {[]string{"hullo", hello, start, stack, ask}, "line 1: want one JSON object a line", 2},
		"no object":                {[]string{"[1]", hello, start, stack, ask}, "line 1: want one JSON object a line", 2},
		"null":                     {[]string{"null", hello, start, stack, ask}, "line 1: want one JSON object a line", 2},
		"an empty line":            {[]string{"", hello, start, stack, ask}, "line 1: want one JSON object a line", 2},
		"a line without end":       {[]string{strings.Repeat("x", 1<<21), hello, start, stack, ask}, "line 1: the line is too long; want 1024 KiB at most", 2},
		"no type":                  {[]string{`{"ply":1}`, hello, start, stack, ask}, "line 1: type is missing", 2},
		"another protocol":         {[]string{strings.Replace(hello, "bot/1", "bot/2", 1), start, ask}, "line 1: hello: protocol: want saloon-bot/1, not saloon-bot/2", 1},
		"another game":             {[]string{strings.Replace(hello, "raincheck", "texas", 1)}, "line 1: hello: game: this bot plays raincheck, not texas", 0},
		"no seat":                  {[]string{strings.Replace(hello, `"seat"`, `"place"`, 1)}, "line 1: hello: seat is missing", 0},
		"a seat that there is not": {[]string{strings.Replace(hello, `"seat":1`, `"seat":2`, 1)}, "line 1: hello: seat=2: S1: the seats are 0 and 1", 0},
		"a spectator":              {[]string{strings.Replace(hello, `"seat":1`, `"seat":-1`, 1)}, "line 1: hello: seat: want a seat's number, not -1", 0},
		"odd players":              {[]string{strings.Replace(hello, `"players":2`, `"players":3`, 1)}, "line 1: hello: players=3: S1:", 0},
		"an odd seed":              {[]string{strings.Replace(hello, `"seed":7`, `"seed":1.5`, 1)}, "line 1: hello: seed: want a whole number of 64 bits, not 1.5", 0},
		"an odd deadline":          {[]string{strings.Replace(hello, `1000}`, `"soon"}`, 1)}, "line 1: hello: deadline_ms: want a whole number of milliseconds", 0},
		"odd options":              {[]string{strings.Replace(hello, `{},`, `{"first":2},`, 1)}, "line 1: hello: first=2: S4: want", 0},
		"an event before hello":    {[]string{start, hello, start, stack, ask}, "line 1: event: no game is on; want a hello first", 2},
		"an odd actor":             {[]string{hello, strings.Replace(start, "null", `"x"`, 1), ask}, "line 2: event: seat: want the seat that acted, or null for chance", 2},
		"an empty event":           {[]string{hello, strings.Replace(start, "start 0", "", 1)}, "line 2: event: event: want an event", 1},
		"a wrong ply":              {[]string{hello, start, strings.Replace(stack, `"ply":2`, `"ply":3`, 1), stack, ask}, "line 3: event: ply: want 2, not 3; the rest of this game cannot be followed", 2},
		"what cannot be":           {[]string{hello, strings.Replace(start, "start 0", "start 9", 1), stack, ask}, "line 3: event: the event before: start 9: S4:", 2},
		"what cannot be, at last":  {[]string{hello, start, strings.Replace(stack, "stack ?", "bet 1", 1), ask}, "line 4: decide: the event before: bet 1: S5:", 2},
		"a decision too early":     {[]string{hello, start, ask}, "line 3: decide: ply: want 1, for so many events have been told, not 2; answered by stack A", 2},
		"a decision of another":    {[]string{hello, start, strings.Replace(ask, `"ply":2`, `"ply":1`, 1)}, "line 3: decide: the event before: start 0: S5: next is seat 0, not seat 1; answered by stack A", 2},
		"nothing to choose from":   {[]string{hello, start, `{"type":"decide","ply":2,"legal":[]}`}, "line 3: decide: ply: want 1", 1},
		"other legal moves":        {[]string{hello, start, stack, `{"type":"decide","ply":2,"legal":["fold"]}`}, "which is not in the list of legal moves; answered by fold", 2},
		"no list of moves":         {[]string{hello, start, stack, `{"type":"decide","ply":2,"legal":"fold"}`}, "line 4: decide: legal: want a list of moves", 1},
		"no ply":                   {[]string{hello, start, stack, `{"type":"decide"}`}, "line 4: decide: ply is missing", 1},
	} {
		t.Run(name, func(t *testing.T) {
			answers, complaints := converse(t, rules(t, "raincheck"), "thumb", c.lines...)
			if len(complaints) == 0 || !strings.Contains(strings.Join(complaints, "\n"), c.says) {
				t.Errorf("complaints %q; want %q", complaints, c.says)
			}
			if len(answers) != c.answers {
				t.Errorf("answers %q; want %d", answers, c.answers)
			}
		})
	}
}

func TestAGameThatCannotBeFollowedIsComplainedOfOnce(t *testing.T) {
	_, complaints := converse(t, rules(t, "raincheck"), "thumb", hello, stack, stack, start, stack, hello, start, stack, ask)
	if len(complaints) != 1 {
		t.Errorf("complaints: %q; want one", complaints)
	}
}

func TestAPlayerThatFailsIsReplacedByTheFirstLegalMove(t *testing.T) {
	broken := errors.New("out of whiskey")
	var complaints []string
	s := &wire.Server{
		Rules: rules(t, "raincheck"), Name: "Test", Limit: limit,
		New:      func(fair.Source) (bot.Player, error) { return wrong{broken}, nil },
		Complain: func(err error) { complaints = append(complaints, err.Error()) },
	}
	var out strings.Builder
	if err := s.Serve(t.Context(), strings.NewReader(strings.Join([]string{hello, start, stack, ask}, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	if want := ready + "\n" + `{"type":"move","ply":2,"move":"stack A"}` + "\n"; out.String() != want {
		t.Errorf("answers %s; want %s", &out, want)
	}
	if want := "line 4: decide: out of whiskey; answered by stack A"; len(complaints) != 1 || complaints[0] != want {
		t.Errorf("complaints %q; want %s", complaints, want)
	}
	s.New = func(fair.Source) (bot.Player, error) { return nil, broken }
	complaints = nil
	if err := s.Serve(t.Context(), strings.NewReader(hello), &out); err != nil || len(complaints) != 1 {
		t.Errorf("without a player: %v, complaints %q", err, complaints)
	}
}

func TestAStreamThatFailsEndsAServer(t *testing.T) {
	broken := errors.New("out of ink")
	s := &wire.Server{Rules: rules(t, "raincheck"), Name: "Test", New: maker(rules(t, "raincheck"), "thumb"), Limit: limit, Complain: func(error) {}}
	if err := s.Serve(t.Context(), failing{broken}, &strings.Builder{}); !errors.Is(err, broken) {
		t.Errorf("err = %v", err)
	}
	if err := s.Serve(t.Context(), strings.NewReader(hello), failing{broken}); !errors.Is(err, broken) {
		t.Errorf("err = %v", err)
	}
}

// slow thinks until it must stop.
type slow struct{ stopped *bool }

func (slow) Name() string { return "slow" }

func (s slow) Choose(ctx context.Context, v game.View) (game.Move, error) {
	<-ctx.Done()
	*s.stopped = errors.Is(ctx.Err(), context.DeadlineExceeded)
	return v.Legal(nil)[0], nil
}

func TestADeadlineIsKept(t *testing.T) {
	stopped := false
	var limits []int
	s := &wire.Server{
		Rules: rules(t, "raincheck"), Name: "Test",
		New: func(fair.Source) (bot.Player, error) { return slow{&stopped}, nil },
		Limit: func(ctx context.Context, ms int) (context.Context, context.CancelFunc) {
			limits = append(limits, ms)
			return limit(ctx, 1)
		},
		Complain: func(err error) { t.Error(err) },
	}
	var out strings.Builder
	if err := s.Serve(t.Context(), strings.NewReader(strings.Join([]string{hello, start, stack, ask}, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	if !stopped || !slices.Equal(limits, []int{900}) || !strings.Contains(out.String(), `"move":"stack A"`) {
		t.Errorf("stopped %v, limits %v, answers %s", stopped, limits, &out)
	}
}

func TestOfAShortDeadlineMoreIsLeftForTheWay(t *testing.T) {
	for deadline, want := range map[int]int{1: 1, 2: 1, 20: 10, 40: 20, 100: 60, 200: 160, 1000: 900} {
		thought := 0
		s := &wire.Server{
			Rules: rules(t, "raincheck"), Name: "Test", New: maker(rules(t, "raincheck"), "thumb"),
			Limit: func(ctx context.Context, ms int) (context.Context, context.CancelFunc) {
				thought = ms
				return limit(ctx, ms)
			},
			Complain: func(err error) { t.Error(err) },
		}
		begin := strings.Replace(hello, "1000}", fmt.Sprintf("%d}", deadline), 1)
		if err := s.Serve(t.Context(), strings.NewReader(strings.Join([]string{begin, start, stack, ask}, "\n")), io.Discard); err != nil {
			t.Fatal(err)
		}
		if thought != want {
			t.Errorf("of %d ms a player has %d; want %d", deadline, thought, want)
		}
	}
}

func TestABotBehindTheProtocolPlaysAsItDoesWithoutIt(t *testing.T) {
	for _, r := range catalog.All() {
		least, most := r.Seats()
		for players := least; players <= most; players++ {
			for _, level := range []string{"random", "thumb"} {
				t.Run(fmt.Sprintf("%s %s %d", level, r.Name(), players), func(t *testing.T) { behind(t, r, level, players) })
			}
		}
	}
}

// behind plays a game in which each seat's bot is asked by the protocol and directly.
func behind(t *testing.T, r game.Rules, level string, players int) {
	t.Helper()
	m, err := game.NewMatch(r, players, nil)
	if err != nil {
		t.Fatal(err)
	}
	foreign := make([]*wire.Foreign, players)
	direct := make([]bot.Player, players)
	for seat := range players {
		ourIn, ourOut, theirIn, theirOut := pair()
		s := &wire.Server{
			Rules: r, Name: level, New: maker(r, level), Limit: limit,
			Complain: func(err error) { t.Errorf("seat %d: %v", seat, err) },
		}
		served := make(chan error, 1)
		go func() {
			served <- s.Serve(t.Context(), theirIn, theirOut)
			_ = theirOut.Close()
		}()
		f := wire.NewForeign(ourIn, ourOut)
		t.Cleanup(func() {
			f.Quit()
			if err := <-served; err != nil {
				t.Error(err)
			}
			_ = f.Close()
		})
		name, err := f.Hello(t.Context(), wire.Hello{Game: r.Name(), Players: players, Seat: seat, Seed: uint64(seat)})
		if err != nil || name != level {
			t.Fatal(name, err)
		}
		foreign[seat] = f
		if direct[seat], err = bot.New(level, r, fair.NewRand(uint64(seat))); err != nil {
			t.Fatal(err)
		}
	}
	chance := fair.NewRand(1)
	for s := m.State(); s.Turn() != game.Over; {
		turn := s.Turn()
		if seat, ok := turn.Seat(); ok {
			v := m.View(seat)
			want, err := direct[seat].Choose(t.Context(), v)
			if err != nil {
				t.Fatal(err)
			}
			got, err := foreign[seat].Decide(t.Context(), v.Ply(), game.Words(v.Word, v.Legal(nil)))
			if err != nil || got != v.Word(want) {
				t.Fatalf("ply %d, seat %d: %s, %v; want %s", v.Ply(), seat, got, err, v.Word(want))
			}
			err = m.Act(seat, got)
			if err != nil {
				t.Fatal(err)
			}
		} else if err := bot.Step(t.Context(), m, direct, chance); err != nil {
			t.Fatal(err)
		}
		for seat, f := range foreign {
			f.Event(s.Ply(), turn, s.Told(seat))
		}
	}
	for _, f := range foreign {
		f.Over(m.State())
	}
}
