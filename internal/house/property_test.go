package house

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// The people of the property test; the last never sits down. Their ids are such that
// they are found wherever they should not be.
var crowd = []string{"person-zero-id", "person-one-id", "person-two-id", "person-none-id"}

// short are options that make a game short.
var short = map[string]game.Options{"texas": {"hands": 1}}

// anyCommand is something that somebody might ask, sensible or not.
func anyCommand(rt *rapid.T, s *Scene) Command {
	seat := rapid.IntRange(-2, 6).Draw(rt, "seat")
	settings := Settings{
		Pace: rapid.SampledFrom(Paces()).Draw(rt, "pace"), Chat: rapid.Bool().Draw(rt, "chat"),
		BotPause:  rapid.SampledFrom([]int{0, 700}).Draw(rt, "pause"),
		DealPause: rapid.SampledFrom([]int{0, 900}).Draw(rt, "deal pause"),
	}
	n := rapid.IntRange(0, 28).Draw(rt, "command")
	if !s.Resume.IsZero() && rapid.Bool().Draw(rt, "ready") {
		return Ready{}
	}
	if s.Phase == Playing && rapid.IntRange(0, 5).Draw(rt, "play") > 0 {
		n = 28
	}
	switch n {
	case 0, 1:
		return Sit{AnySeat, "Somebody"}
	case 2:
		return Sit{seat, "Somebody"}
	case 3:
		return Leave{}
	case 4, 5:
		return AddBot{AnySeat, rapid.SampledFrom([]string{"random", "thumb"}).Draw(rt, "level")}
	case 6:
		return AddBot{seat, "thumb"}
	case 7:
		return Free{seat}
	case 8:
		return Change{rapid.IntRange(2, 5).Draw(rt, "seats"), game.Options{"hands": 1}, settings}
	case 9:
		return Rename{"Another"}
	case 10:
		return GiveSeed{rapid.SliceOfN(rapid.Byte(), 15, 20).Draw(rt, "seed")}
	case 11, 12, 13:
		return Start{}
	case 14:
		return Return{}
	case 15:
		return Say{rapid.SampledFrom([]string{"Howdy", ""}).Draw(rt, "text")}
	case 16, 17:
		return Rematch{}
	case 19, 20:
		return Ready{}
	case 21:
		return Agree{rapid.Bool().Draw(rt, "yes")}
	case 22:
		return Nudge{}
	case 18:
		if rapid.IntRange(0, 9).Draw(rt, "really") == 0 {
			return Close{}
		}
	}
	a := Act{Game: s.Number, Ply: s.Ply - rapid.SampledFrom([]int{0, 0, 0, 0, 1, -1}).Draw(rt, "late"), Word: "play 15"}
	if s.View == nil {
		return a
	}
	if legal := s.View.Legal(nil); len(legal) > 0 {
		a.Word = s.View.Word(legal[rapid.IntRange(0, len(legal)-1).Draw(rt, "move")])
	}
	return a
}

// shows fails if a person's scene has what the person may not know.
func shows(rt *rapid.T, h *House, table *Table, who string) {
	s := table.Scene(who)
	text := asJSON(rt, s)
	for _, other := range crowd {
		if strings.Contains(text, other) {
			rt.Fatalf("the scene has somebody's id: %s", text)
		}
	}
	if table.revealed == (fair.Seed{}) && table.secret > 0 {
		secret, err := h.store.Secret(rt.Context(), table.id, table.secret)
		if err != nil {
			rt.Fatal(err)
		}
		if strings.Contains(text, fair.Seed(secret).String()) {
			rt.Fatalf("the scene has the server seed: %s", text)
		}
	}
	if table.phase == Open && len(s.Fair.ClientSeeds) > 0 {
		rt.Fatalf("the scene has client seeds that are not closed: %s", text)
	}
	if s.Hands != nil && (s.You != game.Spectator || !table.shown) {
		rt.Fatalf("%s sees all hands", who)
	}
	if len(s.Moves) != s.Ply {
		rt.Fatalf("%d moves at ply %d", len(s.Moves), s.Ply)
	}
	if s.View == nil {
		return
	}
	// The view is what somebody who was told everything a seat is told must have.
	state, err := table.rules.New(table.match.Players(), table.match.Options())
	if err != nil {
		rt.Fatal(err)
	}
	view, err := table.rules.NewView(table.match.Players(), table.match.Options(), s.You)
	if err != nil {
		rt.Fatal(err)
	}
	for _, e := range table.match.Events() {
		if err := state.Apply(e); err != nil {
			rt.Fatal(err)
		}
		if err := view.Observe(state.Told(s.You), state.Turn()); err != nil {
			rt.Fatal(err)
		}
	}
	if got, want := asJSON(rt, s.View), asJSON(rt, view); got != want {
		rt.Fatalf("%s sees\n%s\nand may see\n%s", who, got, want)
	}
}

// A trial is one try of the property.
type trial struct {
	*rapid.T
	h      *House
	c      *clock
	id     string
	before *Table
}

func TestWhateverPeopleAskTheLogIsTheTableAndNobodyActsForAnother(t *testing.T) {
	s := freshStore(t)
	moves, games := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		r := trial{T: rt, c: newClock()}
		r.h = newHouse(t, s, r.c)
		name := rapid.SampledFrom([]string{"texas", "raincheck"}).Draw(rt, "game")
		setup := Setup{Game: name, Seats: map[string]int{"texas": 3, "raincheck": 2}[name], Options: short[name], Settings: Settings{Pace: Quick, Chat: true, DealPause: 900}}
		r.id = must[string](rt)(r.h.Open(rt.Context(), crowd[0], setup))
		if rapid.Bool().Draw(rt, "at once") { // begins with a game
			for i := range setup.Seats {
				do(rt, r.h, r.id, crowd[i], Sit{AnySeat, "Somebody"})
			}
			do(rt, r.h, r.id, crowd[0], Start{})
		}
		r.before = folded(rt, r.h, r.id)
		for n := range rapid.IntRange(1, 60).Draw(rt, "steps") {
			var who string
			var command Command
			if rapid.IntRange(0, 7).Draw(rt, "wait") == 0 {
				r.wait()
			} else {
				who, command = r.ask(fmt.Sprint("key ", n))
			}
			after := folded(rt, r.h, r.id)
			moves += r.moves(who, command)
			if r.before.phase == Playing && after.phase == Over {
				games++
				verified(rt, r.h, r.id, after.number)
			}
			for _, one := range crowd {
				if after.seq > r.before.seq {
					shows(rt, r.h, after, one)
				}
			}
			r.before = after
		}
	})
	t.Logf("%d moves of people, %d games", moves, games)
}

// wait lets time go by and does what is due.
func (r *trial) wait() {
	r.c.add(time.Duration(rapid.SampledFrom([]int{500, 1000, 30_000}).Draw(r.T, "ms")) * time.Millisecond)
	if err := r.h.Wake(r.Context(), r.id); err != nil {
		r.Fatal(err)
	}
}

// ask has somebody ask for something, twice with the same key.
func (r *trial) ask(key string) (who string, command Command) {
	who = rapid.SampledFrom(crowd).Draw(r.T, "who")
	if turn, ok := r.before.turn(); ok && r.before.seats[turn].person != "" && rapid.IntRange(0, 3).Draw(r.T, "right") > 0 {
		who = r.before.seats[turn].person
	}
	now := scene(r.T, r.h, r.id, who)
	command = anyCommand(r.T, &now)
	_, err := r.h.Do(r.Context(), r.id, who, key, command)
	if code := codeOf(err); strings.HasPrefix(string(code), "error") {
		r.Fatalf("%s: %+v: %v", who, command, err)
	}
	done := folded(r.T, r.h, r.id)
	if err != nil || done.seq == r.before.seq {
		return who, command
	}
	if again, err := r.h.Do(r.Context(), r.id, who, key, command); (err != nil || !again.Again) && done.phase != Shut {
		r.Fatalf("%s: %+v for the second time: %+v, %v", who, command, again, err)
	}
	if after := folded(r.T, r.h, r.id); after.seq != done.seq {
		r.Fatalf("%s: %+v was done twice", who, command)
	}
	return who, command
}

// moves counts the moves of people since before, all of which must be who asked's own.
func (r *trial) moves(who string, command Command) int {
	moves := 0
	for _, e := range must[[]Event](r.T)(eventsAfter(r.h, r.T, r.id, r.before.seq)) {
		m, ok := e.(Moved)
		if !ok || m.By != ByPerson {
			continue
		}
		moves++
		if _, acts := command.(Act); !acts || who == "" || r.before.seatOf(who) != m.Seat {
			r.Fatalf("%s asked for %+v, and seat %d moved", who, command, m.Seat)
		}
	}
	return moves
}

func eventsAfter(h *House, rt *rapid.T, id string, seq int64) ([]Event, error) {
	log, err := h.store.Log(rt.Context(), id, seq)
	if err != nil {
		return nil, err
	}
	events := make([]Event, len(log))
	for i := range log {
		if events[i], err = decode(log[i].Body); err != nil {
			return nil, err
		}
	}
	return events, nil
}

// Two cards that have not been seen change places in the deal, and no byte of any
// scene of those who could not see them changes, at any moment until one is played.
func TestCardsThatCannotBeSeenChangeNoByteOfAScene(t *testing.T) {
	c := newClock()
	h := newHouse(t, freshStore(t), c)
	src := fair.NewRand(3)
	compared := 0
	for range 8 {
		id := seating(t, h, "texas", 4, 4, "", Settings{Pace: Quick, Chat: true})
		do(t, h, id, "p0", Start{})
		table := folded(t, h, id)
		for range 8 {
			turn, _ := table.turn()
			who := fmt.Sprintf("p%d", turn)
			s := scene(t, h, id, who)
			do(t, h, id, who, choice(t, &s, src))
			table = folded(t, h, id)
		}
		events := must[[]Event](t)(logOf(t, h, id))
		for range 20 {
			other := slicesSwapped(events, src)
			for n := range events {
				mine, theirs := foldTo(t, id, events, n+1), foldTo(t, id, other, n+1)
				if theirs == nil || asTurn(theirs) != asTurn(mine) {
					break // by the rules that could not be with those cards, and all see it
				}
				for _, who := range []string{"p0", "p1", ""} {
					if a, b := asJSON(t, mine.Scene(who)), asJSON(t, theirs.Scene(who)); a != b {
						t.Fatalf("entry %d: %q can tell apart\n%s\n%s", n+1, who, a, b)
					}
					compared++
				}
				if a, b := asJSON(t, mine.Scene("p2")), asJSON(t, theirs.Scene("p2")); mine.match != nil && mine.ply() > 0 && a == b {
					t.Fatal("who has the cards should tell them apart")
				}
			}
		}
	}
	t.Logf("%d scenes compared", compared)
}

func logOf(tb failer, h *House, id string) ([]Event, error) {
	tb.Helper()
	var events []Event
	log, err := h.store.Log(tb.Context(), id, 0)
	for i := range log {
		events = append(events, must[Event](tb)(decode(log[i].Body)))
	}
	return events, err
}

// slicesSwapped returns the events with a card of seat 2 and one of seat 3 exchanged
// in the deal.
func slicesSwapped(events []Event, src fair.Source) []Event {
	other := append([]Event(nil), events...)
	for i, e := range events {
		m, ok := e.(Moved)
		if !ok || !strings.HasPrefix(m.Word, "deal ") {
			continue
		}
		hands := strings.Split(strings.TrimPrefix(m.Word, "deal "), "/")
		two, three := strings.Split(hands[2], ","), strings.Split(hands[3], ",")
		a, b := src.Below(len(two)), src.Below(len(three))
		two[a], three[b] = three[b], two[a]
		hands[2], hands[3] = ascending(two), ascending(three)
		m.Word = "deal " + strings.Join(hands, "/")
		other[i] = m
	}
	return other
}

func ascending(cards []string) string {
	var numbers []int
	_ = json.Unmarshal([]byte("["+strings.Join(cards, ",")+"]"), &numbers)
	for i := range numbers {
		for k := i; k > 0 && numbers[k] < numbers[k-1]; k-- {
			numbers[k], numbers[k-1] = numbers[k-1], numbers[k]
		}
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ","), "[]")
}

// asTurn is whose turn everybody sees it is.
func asTurn(t *Table) int { return t.Scene("").Turn }

// foldTo is the fold of the first events, nil if the rules do not allow them.
func foldTo(tb failer, id string, events []Event, n int) *Table {
	tb.Helper()
	table := must[*Table](tb)(Replay(id, nil))
	if table.takeAll(events[:n], newClock().now()) != nil {
		return nil
	}
	return table
}
