package workers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/bus"
	"github.com/saloon-games/saloon/internal/bus/bustest"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// looking is a player that has a look at each view that it is asked with.
type looking struct {
	bot.Player
	look func(game.View)
}

func (l looking) Choose(ctx context.Context, v game.View) (game.Move, error) {
	l.look(v)
	return l.Player.Choose(ctx, v)
}

// eachDecision plays a game at random and shows each decision's view.
func eachDecision(t *testing.T, rules game.Rules, seats int, options game.Options, seed uint64, look func(game.View)) {
	t.Helper()
	m, err := game.NewMatch(rules, seats, options)
	if err != nil {
		t.Fatal(err)
	}
	src := fair.NewRand(seed)
	players := make([]bot.Player, seats)
	for i := range players {
		players[i] = looking{bot.NewRandom(src), look}
	}
	if err := bot.Play(t.Context(), m, players, src); err != nil {
		t.Fatal(err)
	}
}

// aView is that of some seat's first decision.
func aView(t *testing.T, name string) (game.Rules, game.View) {
	t.Helper()
	rules, err := catalog.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	var first game.View
	least, _ := rules.Seats()
	eachDecision(t, rules, least, nil, 1, func(v game.View) {
		if first == nil {
			first = v.Clone()
		}
	})
	return rules, first
}

// settings are the rules' own options and each of them set to something else.
func settings(rules game.Rules) []game.Options {
	all := []game.Options{nil}
	for _, o := range rules.Options() {
		for _, word := range o.Words {
			all = append(all, game.Options{o.Name: word})
		}
		if len(o.Words) == 0 {
			all = append(all, game.Options{o.Name: o.Min}) // the greatest make long games
		}
	}
	return all
}

func TestAWorkerSeesWhatTheSeatSeesAndNothingElseTravels(t *testing.T) {
	decisions := 0
	for _, rules := range catalog.All() {
		least, most := rules.Seats()
		for seats := least; seats <= most; seats++ {
			for n, set := range settings(rules) {
				options, err := rules.Check(seats, set)
				if err != nil {
					continue // not with so many
				}
				eachDecision(t, rules, seats, options, uint64(n), func(v game.View) {
					if decisions++; decisions%5 != 0 { // all would take long
						return
					}
					sameSight(t, rules, v)
				})
			}
		}
	}
	if decisions < 1000 {
		t.Errorf("only %d decisions", decisions)
	}
}

func sameSight(t *testing.T, rules game.Rules, v game.View) {
	t.Helper()
	data, err := ask("thumb", rules, v, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	got, refused := read(data, time.Unix(0, 0))
	if refused != nil {
		t.Fatalf("%v: %s", refused, data)
	}
	seen, err1 := json.Marshal(v)
	understood, err2 := json.Marshal(got.view)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(seen, understood) || got.rules.Name() != rules.Name() || got.level != "thumb" || !got.until.Equal(time.Unix(1, 0)) {
		t.Fatalf("the seat sees %s, and the worker %s", seen, understood)
	}
	var fields, view map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(data, &fields), json.Unmarshal(fields["view"], &view)); err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(fields))
	names = append(names, slices.Sorted(maps.Keys(view))...)
	if want := "game level ms v view events options players seat"; strings.Join(names, " ") != want {
		t.Fatalf("what travels is %v; want %s", names, want)
	}
}

func TestQuestionsThatThisProgramDoesNotKnowAreRefusedInWords(t *testing.T) {
	rules, view := aView(t, "raincheck")
	good, err := ask("medium", rules, view, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to string
		why      why
		says     string
	}{
		{`"v":1`, `"v":2`, unknown, "version 2; this program answers version 1"},
		{`"raincheck"`, `"poker"`, unknown, "poker"},
		{`"medium"`, `"pimc100"`, unknown, "no bot pimc100 plays"},
		{`"ms":1000`, `"ms":0`, unread, "within 0 ms"},
		{`"ms":1000`, `"ms":60000`, unread, "within 60000 ms"},
		{`"ms":1000`, `"ms":9223372036854775807`, unread, "within 9223372036854775807 ms"}, // which overflows
		{`"seat":`, `"seat":7`, unread, "without a seat"},
		{`"seat":`, `"seat":x`, unread, "no question"},
		{`"events":[`, `"events":["deal 1",`, unread, "breaks the rules"},
		{`"events":[`, `"events":[],"other":[`, unread, "not on turn"},
		{`{`, ``, unread, "no question"},
	} {
		data := strings.Replace(string(good), c.from, c.to, 1)
		if _, refused := read([]byte(data), time.Now()); refused == nil || refused.why != c.why || !strings.Contains(refused.Error(), c.says) {
			t.Errorf("%s for %s: %v; want %s, saying %q", c.to, c.from, refused, c.why, c.says)
		}
	}
}

// direct joins an asker and a worker without a network.
type direct struct {
	mu  sync.Mutex
	got func([]byte, func([]byte) error)
}

func (d *direct) Answer(_, _ string, got func([]byte, func([]byte) error)) (func() error, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.got = got
	return func() error {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.got = nil
		return nil
	}, nil
}

func (d *direct) Ask(ctx context.Context, _ string, data []byte) ([]byte, error) {
	d.mu.Lock()
	got := d.got
	d.mu.Unlock()
	if got == nil {
		return nil, errors.New("nobody")
	}
	answers := make(chan []byte, 1)
	got(data, func(answer []byte) error {
		select {
		case answers <- answer:
		default: // nobody waits for a second one
		}
		return nil
	})
	select {
	case answer := <-answers:
		return answer, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// work opens a worker until the test ends.
func work(t *testing.T, cfg WorkerConfig) *Worker {
	t.Helper()
	w, err := Work(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// tally counts what an asker is told.
type tally struct {
	mu  sync.Mutex
	all []Outcome
}

func (l *tally) told(o Outcome) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, o)
}

func (l *tally) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return fmt.Sprint(l.all)
}

// last is the last of the legal moves: what the tests' bots choose, so that it can be told
// from what the process itself chooses.
func last(_ context.Context, _ string, _ game.Rules, v game.View) (game.Move, error) {
	legal := v.Legal(nil)
	return legal[len(legal)-1], nil
}

func first(_ context.Context, _ string, _ game.Rules, v game.View) (game.Move, error) {
	return v.Legal(nil)[0], nil
}

func TestWorkersPlayWholeGamesForAHouseOverNATS(t *testing.T) {
	servers := bustest.New(t, 3)
	var all tally
	connect := func(i int) *bus.Bus {
		b, err := bus.Open(bus.Options{URL: servers.URLOf(i)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		})
		return b
	}
	for i := range 2 {
		work(t, WorkerConfig{Answer: connect(i + 1).Answer})
	}
	own := errors.New("it thinks for itself")
	asker := NewAsker(AskerConfig{Wait: mostThought, Ask: connect(0).Ask, Told: all.told, Own: func(context.Context, string, game.Rules, game.View) (game.Move, error) {
		return 0, own
	}})
	rules, view := aView(t, "texas")
	for { // until the servers have told each other
		if _, err := asker.Choose(t.Context(), "easy", rules, view); err == nil {
			break
		} else if !errors.Is(err, own) {
			t.Fatal(err)
		}
	}
	for _, rules := range catalog.All() {
		playedBy(t, asker, rules)
	}
}

// playedBy plays a game whose moves an asker chooses.
func playedBy(t *testing.T, asker *Asker, rules game.Rules) {
	t.Helper()
	_, seats := rules.Seats()
	m, err := game.NewMatch(rules, min(seats, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	src := fair.NewRand(1)
	for m.State().Turn() != game.Over {
		seat, ok := m.State().Turn().Seat()
		if !ok {
			if err := bot.Step(t.Context(), m, nil, src); err != nil {
				t.Fatal(err)
			}
			continue
		}
		move, err := asker.Choose(t.Context(), "easy", rules, m.View(seat))
		if err == nil {
			err = m.Act(seat, m.State().Word(move))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhateverAWorkerAnswersTheBotMoves(t *testing.T) {
	rules, view := aView(t, "texas")
	own := view.Word(view.Legal(nil)[0])
	for name, c := range map[string]struct {
		answer  string
		outcome Outcome
	}{
		"no JSON":            {"play 15", Wrong},
		"nothing":            {"", Wrong},
		"an illegal word":    {`{"v":1,"word":"play 99"}`, Wrong},
		"no word":            {`{"v":1}`, Wrong},
		"another version":    {`{"v":2,"word":"` + own + `"}`, Refused},
		"a bot that failed":  {`{"v":1,"why":"helpless"}`, Refused},
		"a reason of others": {`{"v":1,"why":"tired"}`, Refused},
		"no time":            {`{"v":1,"why":"busy"}`, Busy},
	} {
		t.Run(name, func(t *testing.T) {
			var all tally
			asked := 0
			asker := NewAsker(AskerConfig{Own: first, Told: all.told, Ask: func(context.Context, string, []byte) ([]byte, error) {
				asked++
				return []byte(c.answer), nil
			}})
			move, err := asker.Choose(t.Context(), "medium", rules, view)
			if err != nil || view.Word(move) != own || all.String() != fmt.Sprintf("[%s]", c.outcome) {
				t.Errorf("it moves %s, %v, counted as %v; want %s, counted as %s", view.Word(move), err, &all, own, c.outcome)
			}
			if want := map[bool]int{true: asks, false: 1}[c.outcome == Busy]; asked != want {
				t.Errorf("asked %d times; want %d", asked, want)
			}
		})
	}
}

func TestAWorkerThatNeverAnswersCostsHalfTheTimeOfThreeDecisions(t *testing.T) {
	rules, view := aView(t, "raincheck")
	synctest.Test(t, func(t *testing.T) {
		var all tally
		var log bytes.Buffer
		asker := NewAsker(AskerConfig{
			Own: first, Told: all.told, Log: slog.New(slog.NewTextHandler(&log, nil)),
			Ask: func(ctx context.Context, _ string, _ []byte) ([]byte, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			},
		})
		for n := range 2 * (mostLate + 1) {
			ctx, cancel := context.WithTimeout(t.Context(), 1400*time.Millisecond)
			began := time.Now()
			if _, err := asker.Choose(ctx, "medium", rules, view); err != nil {
				t.Error(err)
			}
			want := 700 * time.Millisecond
			if n%(mostLate+1) == mostLate {
				want = 0
			}
			if took := time.Since(began); took != want {
				t.Errorf("decision %d took %v; want %v", n, took, want)
			}
			cancel()
			if want == 0 {
				time.Sleep(hush)
			}
		}
		if want := "[late late late unasked late late late unasked]"; all.String() != want {
			t.Errorf("counted as %v; want %s", &all, want)
		}
		if n := strings.Count(log.String(), "\n"); n != 1 {
			t.Errorf("%d lines in the log: %s", n, &log)
		}
	})
}

func TestManyDecisionsThatWaitForOneDeadWorkerCountAsOne(t *testing.T) {
	rules, view := aView(t, "raincheck")
	synctest.Test(t, func(t *testing.T) {
		var all tally
		asker := NewAsker(AskerConfig{Own: first, Told: all.told, Ask: func(ctx context.Context, _ string, _ []byte) ([]byte, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}})
		for range mostLate {
			var wg sync.WaitGroup
			for range 5 {
				wg.Go(func() {
					if _, err := asker.Choose(t.Context(), "medium", rules, view); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		}
		if n := strings.Count(all.String(), "late"); n != 5*mostLate {
			t.Errorf("counted as %v; want all late", &all)
		}
		if _, err := asker.Choose(t.Context(), "medium", rules, view); err != nil || !strings.HasSuffix(all.String(), " unasked]") {
			t.Errorf("%v, counted as %v", err, &all)
		}
	})
}

func TestAHouseThatEndsWaitsForNoWorker(t *testing.T) {
	rules, view := aView(t, "raincheck")
	ctx, cancel := context.WithCancel(t.Context())
	asker := NewAsker(AskerConfig{Own: first, Ask: func(ctx context.Context, _ string, _ []byte) ([]byte, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	if _, err := asker.Choose(ctx, "medium", rules, view); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestAFullWorkerSaysSoAtOnceAndOneThatEndsFinishesWhatItHas(t *testing.T) {
	rules, view := aView(t, "raincheck")
	synctest.Test(t, func(t *testing.T) {
		var wire direct
		outcomes := map[string]int{}
		var mu sync.Mutex
		w := work(t, WorkerConfig{
			Answer: wire.Answer, Slots: 2, Queue: 3,
			Choose: func(ctx context.Context, level string, rules game.Rules, v game.View) (game.Move, error) {
				time.Sleep(100 * time.Millisecond)
				return last(ctx, level, rules, v)
			},
			Decided: func(_, outcome string, _ time.Duration) {
				mu.Lock()
				defer mu.Unlock()
				outcomes[outcome]++
			},
		})
		var all tally
		asker := NewAsker(AskerConfig{Own: first, Told: all.told, Ask: wire.Ask})
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				if _, err := asker.Choose(t.Context(), "medium", rules, view); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		time.Sleep(time.Millisecond)
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		wg.Wait()
		if outcomes["answered"] != 5 || outcomes["busy"] != 5*asks || len(outcomes) != 2 {
			t.Errorf("%v; want 5 answered and all others told that it is busy", outcomes)
		}
		if want := "[busy busy busy busy busy answered answered answered answered answered]"; all.String() != want {
			t.Errorf("counted as %v; want %s", &all, want)
		}
		if _, err := asker.Choose(t.Context(), "medium", rules, view); err != nil || !strings.HasSuffix(all.String(), " nobody]") {
			t.Errorf("when it has ended: %v, counted as %v", err, &all)
		}
	})
}

func TestABotThatFailsOrPanicsInAWorkerIsRefusedAndTheWorkerGoesOn(t *testing.T) {
	rules, view := aView(t, "texas")
	ways := []house.Choose{
		func(context.Context, string, game.Rules, game.View) (game.Move, error) { panic("play 15") },
		func(context.Context, string, game.Rules, game.View) (game.Move, error) {
			return 0, errors.New("play 15")
		},
		func(context.Context, string, game.Rules, game.View) (game.Move, error) { return 9999, nil },
		last,
	}
	var wire direct
	var log bytes.Buffer
	n := 0
	work(t, WorkerConfig{Answer: wire.Answer, Slots: 1, Log: slog.New(slog.NewTextHandler(&log, nil)), Choose: func(ctx context.Context, level string, rules game.Rules, v game.View) (game.Move, error) {
		n++
		return ways[n-1](ctx, level, rules, v)
	}})
	var all tally
	asker := NewAsker(AskerConfig{Own: first, Told: all.told, Ask: wire.Ask})
	for range ways {
		if _, err := asker.Choose(t.Context(), "medium", rules, view); err != nil {
			t.Error(err)
		}
	}
	if want := "[refused refused refused answered]"; all.String() != want {
		t.Errorf("counted as %v; want %s", &all, want)
	}
	if strings.Contains(log.String(), "play") {
		t.Errorf("the log tells cards: %s", &log)
	}
}

// rogue is a worker that answers each question three times with different legal words, and
// the ones before it once more.
type rogue struct {
	t      *testing.T
	mu     sync.Mutex
	before []func([]byte) error
	asked  int
}

func (r *rogue) got(data []byte, reply func([]byte) error) {
	task, refused := read(data, time.Now())
	if refused != nil {
		r.t.Error(refused)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	legal := task.view.Legal(nil)
	for i := range 3 {
		word := task.view.Word(legal[i%len(legal)])
		text := fmt.Appendf(nil, `{"v":1,"word":%q}`, word)
		for _, reply := range append(r.before, reply) {
			if err := reply(text); err != nil {
				r.t.Error(err)
			}
		}
	}
	r.before = append(r.before, reply)
}

func TestAWorkerThatAnswersTwiceAndLateMakesOneMove(t *testing.T) {
	servers := bustest.New(t, 1)
	connect := func() *bus.Bus {
		b, err := bus.Open(bus.Options{URL: servers.URL()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		})
		return b
	}
	bad := &rogue{t: t}
	there := connect()
	if _, err := there.Answer(Subject, Group, bad.got); err != nil {
		t.Fatal(err)
	}
	if err := there.Healthy(); err != nil { // the server knows of it
		t.Fatal(err)
	}
	s, err := sqlstore.Open(t.Context(), filepath.Join(t.TempDir(), "saloon.db"), sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the test is over
	var houses []*house.House
	for range 2 {
		h, err := house.New(t.Context(), house.Config{Store: s, Choose: NewAsker(AskerConfig{Ask: connect().Ask}).Choose})
		if err != nil {
			t.Fatal(err)
		}
		houses = append(houses, h)
	}
	id, err := houses[0].Open(t.Context(), "p", house.Setup{Game: "texas", Seats: 3, Options: game.Options{"hands": 3}, Settings: house.Settings{Pace: house.Unhurried}},
		house.Sit{Seat: 0, Name: "P"}, house.AddBot{Seat: 1, Level: "easy"}, house.AddBot{Seat: 2, Level: "easy"}, house.Start{}, house.Leave{})
	if err != nil {
		t.Fatal(err)
	}
	for over := false; !over; {
		var both sync.WaitGroup
		for _, h := range houses { // at the same time, as after a lease that ran out
			both.Go(func() {
				if err := h.Wake(t.Context(), id); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		scene, err := houses[0].Scene(t.Context(), id, "", house.Latest)
		if err != nil {
			t.Fatal(err)
		}
		over = scene.Phase == house.Over
	}
	log, err := s.Log(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := house.Replay(id, log); err != nil { // each at its turn, and legal
		t.Error(err)
	}
	decisions := 0
	for _, e := range log {
		if bytes.Contains(e.Body, []byte(`"by":"bot"`)) {
			decisions++
		}
	}
	if bad.asked < decisions || decisions == 0 {
		t.Errorf("%d decisions of bots in the log, and %d questions", decisions, bad.asked)
	}
	t.Logf("%d questions, %d decisions", bad.asked, decisions)
}
