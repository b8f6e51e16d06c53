package gametest

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

// How much is played.
const (
	mostPlies   = 20_000 // a game that is longer does not end
	enoughPlies = 20_000 // no more games are begun then, if every table has had one
	mostGames   = 300
	sampleGames = 24  // games that are looked at closely
	samplePlies = 150 // of each, from its beginning
)

// history is a random game, as far as it is looked at.
type history struct {
	rules   game.Rules
	table   table
	seed    uint64
	events  []string
	scripts []script // what each place is told; see told
}

// script is the events as somebody is told them, and who speaks after each.
type script struct {
	told  []string
	turns []game.Turn
}

// fault is a failure at a ply of the history, with all that repeats it.
func (h *history) fault(ply int, format string, args ...any) error {
	line, _ := json.Marshal(struct { // by hand: the options may not please the rules
		Format  string       `json:"format"`
		Game    string       `json:"game"`
		Players int          `json:"players"`
		Options game.Options `json:"options"`
		Events  []string     `json:"events"`
	}{record.Format, h.rules.Name(), h.table.players, h.table.options, append([]string{}, h.events[:ply]...)})
	return fmt.Errorf("%w\n\tseed %d, after event %d of\n\t%s", fmt.Errorf(format, args...), h.seed, ply, line)
}

// new returns the state before the first event.
func (h *history) new() (game.State, error) { return h.rules.New(h.table.players, h.table.options) }

// replay returns a state after these events, made from nothing.
func (h *history) replay(events []string) (game.State, error) {
	s, err := h.new()
	for i := 0; i < len(events) && err == nil; i++ {
		err = s.Apply(events[i])
	}
	return s, err
}

// place is the index of a seat's script; the spectators' is the last.
func (h *history) place(seat int) int {
	if seat == game.Spectator {
		return h.table.players
	}
	return seat
}

// viewers is every seat and game.Spectator.
func (h *history) viewers() []int {
	list := []int{game.Spectator}
	for seat := range h.table.players {
		list = append(list, seat)
	}
	return list
}

// told is what the seat, or game.Spectator, is told in this history.
func (h *history) told(seat int) script {
	if h.scripts == nil {
		h.scripts = make([]script, h.table.players+1)
		s, err := h.new()
		for i := 0; i < len(h.events) && err == nil; i++ {
			if err = s.Apply(h.events[i]); err != nil {
				break // the checks of legal moves report it
			}
			for _, seat := range h.viewers() {
				h.scripts[h.place(seat)].add(s, seat)
			}
		}
	}
	return h.scripts[h.place(seat)]
}

// add adds the state's last event.
func (c *script) add(s game.State, seat int) {
	c.told = append(c.told, s.Told(seat))
	c.turns = append(c.turns, s.Turn())
}

// Random returns the record of a game to its end, played by picking among the
// legal moves at random. The same seed makes the same game.
func Random(rules game.Rules, players int, options game.Options, seed uint64) (*record.Record, error) {
	rec, err := record.New(rules, players, options)
	if err != nil {
		return nil, err
	}
	h := &history{rules: rules, table: table{players, options}, seed: seed}
	if err := h.play(func(game.State) error { return nil }); err != nil {
		return nil, err
	}
	for _, e := range h.events {
		rec.Append(e)
	}
	return rec, nil
}

// play plays the game to its end and calls f with every state.
func (h *history) play(f func(game.State) error) error {
	s, err := h.new()
	if err != nil {
		return h.fault(0, "New: %w", err)
	}
	src := fair.NewRand(h.seed)
	for {
		if err := f(s); err != nil {
			return h.fault(len(h.events), "%w", err)
		}
		if s.Turn() == game.Over {
			return nil
		}
		event, err := step(src, s)
		if err != nil {
			return h.fault(len(h.events), "%w", err)
		}
		h.events = append(h.events, event)
		if len(h.events) >= mostPlies {
			return h.fault(0, "the game has not ended after %d events", mostPlies)
		}
	}
}

// step carries out a random event. The state must not be over.
func step(src *fair.Rand, s game.State) (event string, err error) {
	if _, ok := s.Turn().Seat(); ok {
		legal := s.Legal(nil)
		if len(legal) == 0 {
			return "", fmt.Errorf("%s has no legal move", s.Turn())
		}
		event = s.Word(legal[src.Below(len(legal))])
	} else {
		draw := randomDraw(src, s.Draw())
		event = s.Outcome(draw)
		if event == "" {
			return "", fmt.Errorf("no outcome of the draw %v", draw)
		}
	}
	if err := s.Apply(event); err != nil {
		return "", fmt.Errorf("a legal event is refused: %w", err)
	}
	return event, nil
}

// randomDraw draws.
func randomDraw(src *fair.Rand, d game.Draw) []uint8 {
	draw := make([]uint8, d.Take)
	fair.Draw(src, draw, d.Of)
	return draw
}

// play plays the games that the checks look at, once. The first of them are
// played at as different tables as there are.
func (b *battery) play() {
	if b.played {
		return
	}
	b.played = true
	list := tables(b.rules, fair.NewRand(0))
	plies := 0
	b.at = &moment{}
	for i := 0; i < len(list) || i < mostGames && plies < enoughPlies; i++ {
		h := &history{rules: b.rules, table: list[i%len(list)], seed: fair.Derive(0, uint64(i))}
		b.games = append(b.games, h)
		b.at.history = h
		b.broken = h.play(func(s game.State) error {
			b.at.ply = len(h.events)
			return b.consistent(h, s)
		})
		if b.broken != nil {
			return
		}
		plies += len(h.events)
	}
}

// checkGames checks every state of many games.
func (b *battery) checkGames() (note string, err error) {
	b.play()
	plies, longest := 0, 0
	for _, h := range b.games {
		plies += len(h.events)
		longest = max(longest, len(h.events))
	}
	return fmt.Sprintf("%d games, %d events, %d in the longest", len(b.games), plies, longest), b.broken
}

// consistent checks that what a state says of itself agrees.
func (b *battery) consistent(h *history, s game.State) error {
	var room [128]game.Move
	legal := s.Legal(room[:0])
	draw := s.Draw()
	turn := s.Turn()
	seat, seated := turn.Seat()
	switch {
	case s.Ply() != len(h.events):
		return fmt.Errorf("the state has Ply %d, want %d", s.Ply(), len(h.events))
	case turn < game.Over || seat >= h.table.players:
		return fmt.Errorf("the state has Turn %d, and there are %d players", turn, h.table.players)
	case s.Last() != lastOf(h.events):
		return fmt.Errorf("the state has Last %q, want %q", s.Last(), lastOf(h.events))
	case seated != (len(legal) > 0):
		return fmt.Errorf("next is %s, and there are %d legal moves", turn, len(legal))
	case (turn == game.Chance) != (draw != game.Draw{}):
		return fmt.Errorf("next is %s, and Draw is %+v", turn, draw)
	case draw.Take < 0 || draw.Take > draw.Of || draw.Of > fair.MaxPool || draw.Take == 0 && draw.Of > 0:
		return fmt.Errorf("nothing can be drawn as Draw says: %+v", draw)
	}
	if !ascend(legal) {
		return fmt.Errorf("legal moves are to ascend, not %v", legal)
	}
	if err := checkWinners(turn, s.Winners(), h.table.players); err != nil {
		return err
	}
	if b.options.Invariant != nil {
		return b.options.Invariant(s)
	}
	return nil
}

// ascend reports whether each of a list is greater than the one before.
func ascend[T cmp.Ordered](list []T) bool {
	for i := 1; i < len(list); i++ {
		if list[i] <= list[i-1] {
			return false
		}
	}
	return true
}

// checkWinners checks that there are winners when the game is over and not before.
func checkWinners(turn game.Turn, winners []int, players int) error {
	if turn != game.Over {
		if winners != nil {
			return fmt.Errorf("winners are %v, and next is %s", winners, turn)
		}
		return nil
	}
	if len(winners) == 0 || !ascend(winners) || winners[0] < 0 || winners[len(winners)-1] >= players {
		return fmt.Errorf("winners are %v; want seats of %d players, ascending", winners, players)
	}
	return nil
}
