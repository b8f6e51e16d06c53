package wire_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/wire"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
)

// even is a bot.Policy that makes every move alike. It counts how often it has been
// made.
type even struct{ made *int }

func (even) Name() string { return "even" }

func (even) Choose(_ context.Context, v game.View) (game.Move, error) { return v.Legal(nil)[0], nil }

func (even) Probs(_ context.Context, v game.View) ([]float64, error) {
	n := len(v.Legal(nil))
	probs := make([]float64, n)
	for i := range probs {
		probs[i] = 1 / float64(n)
	}
	return probs, nil
}

// policies answers requests and returns the lines.
func policies(t *testing.T, p *wire.Policies, requests ...string) ([]string, wire.Answered) {
	t.Helper()
	var out strings.Builder
	all, err := p.Answer(t.Context(), strings.NewReader(strings.Join(requests, "\n")), &out)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n"), all
}

func evenPolicies(r game.Rules, made *int) *wire.Policies {
	return &wire.Policies{Rules: r, New: func(fair.Source) (bot.Player, error) {
		*made++
		return even{made}, nil
	}}
}

const request = `{"seat":1,"players":2,"options":{},"events":["start 0","stack ?","stack K","bet 1"]}`

func TestAPolicyIsAnsweredInTheOrderOfLegalMoves(t *testing.T) {
	made := 0
	got, all := policies(t, evenPolicies(rules(t, "raincheck"), &made), request, request,
		`{"seat":0,"players":2,"events":["start 0"]}`)
	want := []string{
		`{"probs":{"bet 2":0.5,"fold":0.5}}`, `{"probs":{"bet 2":0.5,"fold":0.5}}`,
		`{"probs":{"stack A":0.25,"stack 3":0.25,"stack K":0.25,"stack Q":0.25}}`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("answers %q; want %q", got, want)
	}
	if made != 1 {
		t.Errorf("%d players were made; want one, that shares its work", made)
	}
	if all != (wire.Answered{Requests: 3}) {
		t.Errorf("counted %+v", all)
	}
}

func TestALevelWithoutProbabilitiesAnswersOneForItsChoice(t *testing.T) {
	r := rules(t, "raincheck")
	got, _ := policies(t, &wire.Policies{Rules: r, New: maker(r, "thumb")}, request)
	if got[0] != `{"probs":{"bet 2":1,"fold":0}}` && got[0] != `{"probs":{"bet 2":0,"fold":1}}` {
		t.Errorf("answer %q", got)
	}
}

func TestAnAnswerHangsOnItsRequestAlone(t *testing.T) {
	r := rules(t, "raincheck")
	p := &wire.Policies{Rules: r, New: maker(r, "random")}
	alone, _ := policies(t, p, request)
	others := []string{
		`{"seat":0,"players":2,"options":{},"events":["start 0"]}`,
		`{"events":["start 0","stack ?","stack K","bet 1"],"options":{},"players":2,"seat":1}`,
		`{"seat":1, "players":2, "events":["start 0","stack ?","stack K","bet 1"], "note":"again"}`,
		request,
	}
	together, _ := policies(t, p, others...)
	for i, answer := range together[1:] {
		if answer != alone[0] {
			t.Errorf("request %s is answered by %s; alone by %s", others[i+1], answer, alone[0])
		}
	}
	moves := map[string]bool{}
	for _, card := range []string{"A", "3", "K", "Q"} {
		for _, first := range []string{"A", "3", "K", "Q"} {
			if card != first {
				got, _ := policies(t, p, fmt.Sprintf(`{"seat":1,"players":2,"events":["start 0","stack ?","stack %s","stack ?","stack %s","bet 1"]}`, first, card))
				moves[got[0]] = true
			}
		}
	}
	if len(moves) < 2 {
		t.Errorf("12 hands of a random player are all answered by %v", moves)
	}
}

// The seed that a request gives a player without probabilities is fixed.
func TestAPlayersChanceIsTheSameInEveryVersion(t *testing.T) {
	r := rules(t, "texas")
	for hand, want := range map[string]string{
		"12,13,14,15,16,17,18,21,22,23,24,25,26,27,28": "play 12",
		"21,22,23,24,25,26,27,28,29,31,32,33,34,35,36": "play 23",
		"21,22,23,24,25,26,27,28,29,31,32,33,34,35,37": "play 28",
	} {
		got, _ := policies(t, &wire.Policies{Rules: r, New: maker(r, "random")},
			`{"seat":1,"players":3,"options":{"rules":"seas"},"events":["deal ?/`+hand+`/?","play 11"]}`)
		if !strings.Contains(got[0], fmt.Sprintf("%q:1", want)) {
			t.Errorf("hand %s: %s; want %s", hand, got[0], want)
		}
	}
}

func TestABadRequestIsAnsweredByWhatIsWrong(t *testing.T) {
	bad := map[string]struct{ request, says string }{
		"no JSON":              {`start 0`, `view: want an object such as`},
		"nothing":              {``, `view: want an object such as`},
		"a line without end":   {strings.Repeat("x", 1<<21), `the line is too long`},
		"no seat":              {`{"players":2,"events":["start 0"]}`, `view: seat is missing; want a seat's number`},
		"a spectator":          {`{"seat":null,"players":2,"events":["start 0"]}`, `seat: want the seat that decides, not a spectator`},
		"a seat of another":    {`{"seat":2,"players":2,"events":["start 0"]}`, `seat=2: S1: the seats are 0 and 1`},
		"players":              {`{"seat":0,"players":3,"events":["start 0"]}`, `players=3: S1:`},
		"options":              {`{"seat":0,"players":2,"options":{"first":2},"events":["start 0"]}`, `first=2: S4: want`},
		"no events":            {`{"seat":0,"players":2}`, `view: events is missing; want a list of strings`},
		"odd events":           {`{"seat":0,"players":2,"events":[1]}`, `view: events: want a list of strings, not [1]`},
		"what cannot be":       {`{"seat":0,"players":2,"events":["start 0","bet 1"]}`, `event 2: bet 1: S5:`},
		"a field given twice":  {`{"seat":0,"seat":1,"players":2,"events":["start 0"]}`, `the field seat is given twice`},
		"another's decision":   {`{"seat":1,"players":2,"events":["start 0"]}`, `events: it is the turn of seat 0; want a decision of seat 1`},
		"chance's turn":        {`{"seat":1,"players":2,"events":[]}`, `events: it is the turn of chance; want a decision of seat 1`},
		"more than one object": {request + request, `want one object`},
	}
	made := 0
	for name, c := range bad {
		t.Run(name, func(t *testing.T) {
			got, all := policies(t, evenPolicies(rules(t, "raincheck"), &made), request, c.request, request)
			var answer struct{ Error string }
			if len(got) != 3 || json.Unmarshal([]byte(got[1]), &answer) != nil || !strings.Contains(answer.Error, c.says) {
				t.Errorf("answers %q; want the second to say %q", got, c.says)
			}
			if len(got) == 3 && (got[0] != got[2] || !strings.HasPrefix(got[2], `{"probs":`)) {
				t.Errorf("answers %q; want the first and the last as if nothing were", got)
			}
			if all != (wire.Answered{Requests: 3, Refused: 1}) {
				t.Errorf("counted %+v", all)
			}
		})
	}
}

func TestNobodyDecidesInAGameThatIsOver(t *testing.T) {
	for _, r := range catalog.All() {
		least, _ := r.Seats()
		m, err := game.NewMatch(r, least, nil)
		if err != nil {
			t.Fatal(err)
		}
		list := make([]bot.Player, least)
		for i := range list {
			list[i] = bot.NewRandom(fair.NewRand(uint64(i)))
		}
		if err := bot.Play(t.Context(), m, list, fair.NewRand(1)); err != nil {
			t.Fatal(err)
		}
		events, err := json.Marshal(m.View(0).Events())
		if err != nil {
			t.Fatal(err)
		}
		made := 0
		got, _ := policies(t, evenPolicies(r, &made), fmt.Sprintf(`{"seat":0,"players":%d,"events":%s}`, least, events))
		if want := `{"error":"events: the game is over; want a decision of the seat"}`; got[0] != want {
			t.Errorf("%s: %s; want %s", r.Name(), got[0], want)
		}
	}
}

// odd is a bot.Policy that does not do what it should.
type odd struct {
	even
	probs []float64
	err   error
}

func (o odd) Probs(context.Context, game.View) ([]float64, error) { return o.probs, o.err }

// wrong is a player, and no policy, that fails or chooses what is not legal.
type wrong struct{ err error }

func (wrong) Name() string { return "wrong" }

func (w wrong) Choose(context.Context, game.View) (game.Move, error) { return 9999, w.err }

func TestAPlayerThatFailsIsAnsweredByItsError(t *testing.T) {
	broken := errors.New("out of whiskey")
	for name, c := range map[string]struct {
		player bot.Player
		says   string
	}{
		"a policy fails":             {odd{err: broken}, "even: out of whiskey"},
		"too few probabilities":      {odd{probs: []float64{1}}, "even: 1 probabilities for 2 moves"},
		"too little in all":          {odd{probs: []float64{0.5, 0.4}}, "even: probabilities that add up to 0.9"},
		"a negative probability":     {odd{probs: []float64{1.5, -0.5}}, "even: a probability of -0.5"},
		"what is no number":          {odd{probs: []float64{math.NaN(), 1}}, "even: a probability of NaN"},
		"what is beyond numbers":     {odd{probs: []float64{math.Inf(1), 0}}, "even: probabilities that add up to +Inf"},
		"a player fails":             {wrong{broken}, "out of whiskey"},
		"a player chooses otherwise": {wrong{}, "wrong chooses move 9999, which is not legal"},
	} {
		t.Run(name, func(t *testing.T) {
			p := &wire.Policies{Rules: rules(t, "raincheck"), New: func(fair.Source) (bot.Player, error) { return c.player, nil }}
			got, all := policies(t, p, request)
			if got[0] != `{"error":"`+c.says+`"}` || all.Refused != 1 {
				t.Errorf("answer %s", got[0])
			}
		})
	}
	p := &wire.Policies{Rules: rules(t, "raincheck"), New: func(fair.Source) (bot.Player, error) { return nil, broken }}
	if _, err := p.Answer(t.Context(), strings.NewReader(request), io.Discard); !errors.Is(err, broken) {
		t.Errorf("without a player: %v", err)
	}
}

// A player may reckon in numbers of 32 bits; whoever is answered should not see it.
func TestProbabilitiesAddUpToOne(t *testing.T) {
	third := float64(float32(1) / 3)
	p := &wire.Policies{Rules: rules(t, "raincheck"), New: func(fair.Source) (bot.Player, error) {
		return odd{probs: []float64{third, 2 * third}}, nil
	}}
	got, _ := policies(t, p, request)
	var answer struct{ Probs map[string]float64 }
	if err := json.Unmarshal([]byte(got[0]), &answer); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, p := range answer.Probs {
		sum += p
	}
	if len(answer.Probs) != 2 || math.Abs(sum-1) > 1e-15 || 3*third == 1 {
		t.Errorf("%s adds up to %v", got[0], sum)
	}
}

// What is written in another way than we would is understood as well.
func TestARequestMayBeWrittenInAnyWay(t *testing.T) {
	made := 0
	const want = `{"probs":{"bet 2":0.5,"fold":0.5}}`
	for _, other := range []string{
		" \t" + request + " ",
		strings.ReplaceAll(request, ",", " ,\t"),
		strings.Replace(request, "stack K", `stack\u0020K`, 1),
		strings.Replace(request, `{}`, `{ }`, 1),
		strings.Replace(request, `"options":{},`, ``, 1),
		strings.Replace(request, `"seat":1`, `"game":"raincheck","seat":1`, 1),
		strings.Replace(request, `"seat":1,`, `"first":{"a":[{}]},"seat":1,`, 1),
		strings.Replace(request, `"seat":1,`, `"note":"é}","seat":1,`, 1),
	} {
		got, _ := policies(t, evenPolicies(rules(t, "raincheck"), &made), request, other, request)
		if got[1] != want || got[2] != want {
			t.Errorf("%s is answered by %s", other, got[1])
		}
	}
}

// The views of requests, however they are had, are those that the seats have.
func TestARequestIsSeenAsItsSeatSeesIt(t *testing.T) {
	for _, r := range catalog.All() {
		least, most := r.Seats()
		for players := least; players <= most; players++ {
			t.Run(fmt.Sprint(r.Name(), players), func(t *testing.T) {
				var seen [][]byte
				p := &wire.Policies{Rules: r, New: func(fair.Source) (bot.Player, error) { return &watcher{seen: &seen}, nil }}
				requests, want := decisions(t, r, players, map[string]int{"texas": 3, "raincheck": 30}[r.Name()])
				_, all := policies(t, p, requests...)
				if all.Refused > 0 || len(seen) != len(want) {
					t.Fatalf("%+v, %d views for %d requests", all, len(seen), len(want))
				}
				for i := range want {
					if !bytes.Equal(seen[i], want[i]) {
						t.Fatalf("request %s\nis seen as %s\nwant %s", requests[i], seen[i], want[i])
					}
				}
			})
		}
	}
}

// watcher keeps the views that it is asked about.
type watcher struct {
	even
	seen *[][]byte
}

func (w *watcher) Probs(ctx context.Context, v game.View) ([]float64, error) {
	text, err := v.MarshalJSON()
	*w.seen = append(*w.seen, text)
	if err != nil {
		return nil, err
	}
	if err := v.Observe("nonsense", 0); err == nil {
		return nil, errors.New("nonsense was believed")
	}
	return w.even.Probs(ctx, v)
}

// decisions plays random games and returns all decisions as requests and as views.
func decisions(t testing.TB, r game.Rules, players, games int) (requests []string, views [][]byte) {
	t.Helper()
	for g := range games {
		m, err := game.NewMatch(r, players, nil)
		if err != nil {
			t.Fatal(err)
		}
		src := fair.NewRand(uint64(g))
		list := make([]bot.Player, players)
		for i := range list {
			list[i] = bot.NewRandom(src)
		}
		for m.State().Turn() != game.Over {
			if seat, ok := m.State().Turn().Seat(); ok {
				v := m.View(seat)
				view, err := v.MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				ask, err := json.Marshal(struct {
					Seat    int          `json:"seat"`
					Players int          `json:"players"`
					Options game.Options `json:"options"`
					Events  []string     `json:"events"`
				}{seat, players, game.Options{}, v.Events()})
				if err != nil {
					t.Fatal(err)
				}
				requests, views = append(requests, string(ask)), append(views, view)
			}
			if err := bot.Step(t.Context(), m, list, src); err != nil {
				t.Fatal(err)
			}
		}
	}
	return requests, views
}

// Whoever asks one thing after the other, waiting for each answer, is not left
// waiting.
func TestAnAnswerIsNotHeldBackWhileNothingMoreIsAsked(t *testing.T) {
	made := 0
	p := evenPolicies(rules(t, "raincheck"), &made)
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := p.Answer(t.Context(), in, out)
		done <- err
		_ = out.Close()
	}()
	room := make([]byte, 1000)
	for range 3 {
		if _, err := io.WriteString(ask, request+"\n"); err != nil {
			t.Fatal(err)
		}
		n, err := answers.Read(room)
		if err != nil || string(room[:n]) != "{\"probs\":{\"bet 2\":0.5,\"fold\":0.5}}\n" {
			t.Fatalf("%q, %v", room[:n], err)
		}
	}
	_ = ask.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestManyAnswersAreWrittenTogether(t *testing.T) {
	made := 0
	w := &counter{}
	text := strings.Repeat(request+"\n", 100)
	if _, err := evenPolicies(rules(t, "raincheck"), &made).Answer(t.Context(), strings.NewReader(text), w); err != nil {
		t.Fatal(err)
	}
	if w.lines != 100 || w.writes > 2 {
		t.Errorf("%d lines in %d writes", w.lines, w.writes)
	}
}

type counter struct{ writes, lines int }

func (c *counter) Write(p []byte) (int, error) {
	c.writes++
	c.lines += bytes.Count(p, []byte("\n"))
	return len(p), nil
}

func TestAStreamThatFailsEndsThePolicies(t *testing.T) {
	made := 0
	p := evenPolicies(rules(t, "raincheck"), &made)
	broken := errors.New("out of ink")
	if _, err := p.Answer(t.Context(), strings.NewReader(request), failing{broken}); !errors.Is(err, broken) {
		t.Errorf("err = %v", err)
	}
	if _, err := p.Answer(t.Context(), failing{broken}, io.Discard); !errors.Is(err, broken) {
		t.Errorf("err = %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error)  { return 0, f.err }
func (f failing) Write([]byte) (int, error) { return 0, f.err }

func FuzzRequests(f *testing.F) {
	f.Add(request)
	f.Add(`{"seat":1,"players":3,"options":{"rules":"seas"},"events":["deal ?/12,13,14,15,16,17,18,21,22,23,24,25,26,27,28/?","play 11"]}`)
	f.Add(`{"seat":0,"players":2,"options":{"first":0},"events":["start 0"]}`)
	f.Add(`{ "events" : [ ] , "seat" : 0 , "players":2 }`)
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\n\r") {
			return
		}
		for _, r := range catalog.All() {
			made := 0
			p := evenPolicies(r, &made)
			// After other requests it is answered as it is alone.
			alone, _ := policies(t, p, line, "{}")
			after, _ := policies(t, p, request, line, line, "{}")
			if len(alone) != 2 || len(after) != 4 || alone[0] != after[1] || alone[0] != after[2] {
				t.Errorf("%q is answered by %q alone, by %q after others", line, alone, after)
			}
			// What the short way accepts the long way accepts, too: with a field that
			// the short way does not know, all go the long way.
			if strings.HasPrefix(line, "{\"seat\"") && strings.Count(line, "{") <= 2 {
				long, _ := policies(t, p, `{"note":1,`+line[1:], "{}")
				if strings.HasPrefix(alone[0], `{"probs"`) && long[0] != alone[0] {
					t.Errorf("%q is answered by %s the short way, by %s the long way", line, alone[0], long[0])
				}
			}
		}
	})
}

// BenchmarkPolicies measures what a request costs beside the player's thinking: in
// the order of games, and for every hand that a seat may have at a moment.
func BenchmarkPolicies(b *testing.B) {
	made := 0
	for _, name := range []string{"raincheck", "texas"} {
		r := rules(b, name)
		least, _ := r.Seats()
		requests, _ := decisions(b, r, least, 20)
		measure(b, name, evenPolicies(r, &made), requests)
	}
	var hands []string
	for h := range strings.FieldsSeq("A3K A3Q AKQ AK3 AQ3 AQK 3AK 3AQ 3KA 3KQ 3QA 3QK KA3 KAQ K3A K3Q KQA KQ3") {
		hands = append(hands, fmt.Sprintf(`{"seat":1,"players":2,"options":{},"events":["start 0","stack ?","stack %c","bet 1","bet 2","fold","flip own K","flip opp K","lose ?","river ?","stack %c","stack ?","stack %c","stack ?","bet 1","bet 2"]}`, 'K', h[0], h[1]))
	}
	measure(b, "raincheck-hands", evenPolicies(rules(b, "raincheck"), &made), hands)
	for i, h := range hands {
		hands[i] = `{"id":7,` + h[1:]
	}
	measure(b, "raincheck-hands-the-long-way", evenPolicies(rules(b, "raincheck"), &made), hands)
}

func measure(b *testing.B, name string, p *wire.Policies, requests []string) {
	b.Helper()
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		text := &around{list: requests, left: b.N}
		all, err := p.Answer(b.Context(), text, io.Discard)
		if err != nil || all.Requests != b.N || all.Refused > 0 {
			b.Fatal(all, err)
		}
	})
}

// around is a number of lines, one after the other and from the start again.
type around struct {
	list       []string
	next, left int
}

func (a *around) Read(p []byte) (int, error) {
	n := 0
	for a.left > 0 && n+len(a.list[a.next])+1 <= len(p) {
		n += copy(p[n:], a.list[a.next])
		n += copy(p[n:], "\n")
		a.next = (a.next + 1) % len(a.list)
		a.left--
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}
