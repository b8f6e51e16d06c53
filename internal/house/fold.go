package house

import (
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
)

// How each event changes a table. What is refused here cannot have been written
// by this program: commands ask before they make events.

func (e Opened) apply(t *Table) error {
	rules, err := catalog.ByName(e.Game)
	if err != nil {
		return tooNew("a game that this program does not have: %v", err)
	}
	if _, err := rules.Check(e.Seats, e.Options); err != nil {
		return err
	}
	if err := e.Settings.check(); err != nil {
		return err
	}
	t.code, t.owner, t.rules, t.options, t.settings = e.Code, e.Owner, rules, e.Options, e.Settings
	t.phase, t.seats = Open, make([]seat, e.Seats)
	return nil
}

func (e Committed) apply(t *Table) error {
	commitment, err := fair.ParseCommitment(e.Commitment)
	if err != nil {
		return err
	}
	if t.phase != Open || t.committed || e.Secret != t.secret+1 {
		return fmt.Errorf("commitment %d in phase %s after commitment %d", e.Secret, t.phase, t.secret)
	}
	t.secret, t.commitment, t.committed = e.Secret, commitment, true
	return nil
}

func (e Changed) apply(t *Table) error {
	if _, err := t.rules.Check(e.Seats, e.Options); err != nil {
		return err
	}
	if err := e.Settings.check(); err != nil {
		return err
	}
	if taken := len(t.seats) - t.empty(); t.phase != Open || taken > e.Seats {
		return fmt.Errorf("%d seats for %d who sit, in phase %s", e.Seats, taken, t.phase)
	}
	if t.otherGame(e.Seats, e.Options) {
		t.uncommit()
	}
	if e.Seats < len(t.seats) { // who sits moves together
		var kept []seat
		for _, s := range t.seats {
			if s.taken() {
				kept = append(kept, s)
			}
		}
		t.seats = kept
	}
	for len(t.seats) < e.Seats {
		t.seats = append(t.seats, seat{})
	}
	t.options, t.settings = e.Options, e.Settings
	return nil
}

// otherGame reports whether these are other seats or options than the commitment
// was published with.
func (t *Table) otherGame(seats int, options game.Options) bool {
	return seats != len(t.seats) || len(options)+len(t.options) > 0 && !reflect.DeepEqual(options, t.options)
}

// uncommit ends the present commitment and the client seeds that were given for it,
// which may never be used again.
func (t *Table) uncommit() {
	t.committed, t.commitment = false, fair.Commitment{}
	for i := range t.seats {
		t.spend(i)
	}
}

// spend takes a seat's client seed away, for good.
func (t *Table) spend(i int) {
	if seed := t.seats[i].seed; seed != nil {
		t.used[string(seed)] = true
		t.seats[i].seed = nil
	}
}

// place returns the seat with a number, if there is one.
func (t *Table) place(i int) (*seat, error) {
	if i < 0 || i >= len(t.seats) {
		return nil, fmt.Errorf("there is no seat %d among %d", i, len(t.seats))
	}
	return &t.seats[i], nil
}

// emptySeat returns an empty seat of a table that is open.
func (t *Table) emptySeat(i int) (*seat, error) {
	s, err := t.place(i)
	if err == nil && (t.phase != Open || s.taken()) {
		err = fmt.Errorf("seat %d is taken, or the table is not open", i)
	}
	return s, err
}

// personOn returns a seat that a person has.
func (t *Table) personOn(i int) (*seat, error) {
	s, err := t.place(i)
	if err == nil && s.person == "" {
		err = fmt.Errorf("nobody sits on seat %d", i)
	}
	return s, err
}

func (e Sat) apply(t *Table) error {
	s, err := t.emptySeat(e.Seat)
	if err != nil {
		return err
	}
	if e.Person == "" || t.seatOf(e.Person) != game.Spectator {
		return errors.New("nobody sits down, or somebody who sits already")
	}
	*s = seat{person: e.Person, name: e.Name}
	if !slices.Contains(t.guests, e.Person) {
		t.guests = append(slices.Clip(t.guests), e.Person)
	}
	if t.owner == "" { // the one before has left, and nobody was there
		t.owner = e.Person
	}
	return nil
}

func (e BotSat) apply(t *Table) error {
	s, err := t.emptySeat(e.Seat)
	if err != nil {
		return err
	}
	if e.Level == "" {
		return errors.New("a bot without a level")
	}
	*s = seat{level: e.Level, name: e.Name}
	return nil
}

func (e Left) apply(t *Table) error {
	s, err := t.place(e.Seat)
	if err != nil {
		return err
	}
	if t.phase == Playing || !s.taken() {
		return fmt.Errorf("seat %d is left during a game, or empty", e.Seat)
	}
	t.spend(e.Seat)
	gone := s.person
	was := s.name
	*s = seat{}
	if t.phase == Over {
		s.name = was // whose game it was, for those who still look at it
	}
	if gone == t.owner && gone != "" {
		t.owner = ""
		for i := range t.seats {
			if t.seats[i].person != "" {
				t.owner = t.seats[i].person
				break
			}
		}
	}
	return nil
}

func (e Renamed) apply(t *Table) error {
	s, err := t.personOn(e.Seat)
	if err == nil {
		s.name = e.Name
	}
	return err
}

func (e Seeded) apply(t *Table) error {
	s, err := t.personOn(e.Seat)
	if err != nil {
		return err
	}
	seed, err := hex.DecodeString(e.Seed)
	if err != nil {
		return err
	}
	if t.phase != Open || !t.committed || s.seed != nil || len(seed) == 0 || len(seed) > fair.MaxClientSeed || t.used[string(seed)] {
		return fmt.Errorf("a client seed of %d bytes for seat %d in phase %s", len(seed), e.Seat, t.phase)
	}
	s.seed = seed
	return nil
}

func (e Started) apply(t *Table) error {
	if t.phase != Open || !t.committed || t.empty() > 0 || e.Game != t.number+1 {
		return fmt.Errorf("game %d starts in phase %s with %d empty seats", e.Game, t.phase, t.empty())
	}
	match, err := game.NewMatch(t.rules, len(t.seats), t.options)
	if err != nil {
		return err
	}
	t.match, t.state = match, match.State()
	t.number, t.phase = e.Game, Playing
	t.made, t.shown = nil, t.agreed()
	t.seeds = t.clientSeeds()
	for i := range t.seats {
		t.spend(i)
		t.seats[i].missed, t.seats[i].ready = 0, false
	}
	t.since, t.returned = t.now, 0
	return nil
}

func (e Moved) apply(t *Table) error {
	if t.phase != Playing {
		return fmt.Errorf("%s in phase %s", game.Quote(e.Word), t.phase)
	}
	turn := t.state.Turn()
	seat, ok := turn.Seat()
	switch {
	case !ok && (turn != game.Chance || e.Seat != game.Spectator || e.By != ByChance):
		return fmt.Errorf("%s by %s, and the turn is %v", game.Quote(e.Word), game.Quote(string(e.By)), turn)
	case ok && (seat != e.Seat || e.By != ByPerson && e.By != ByBot && e.By != ByClock):
		return fmt.Errorf("%s by %s on seat %d, and the turn is %v", game.Quote(e.Word), game.Quote(string(e.By)), e.Seat, turn)
	}
	if err := t.play(e.Word); err != nil {
		return err
	}
	if t.match != nil { // a trial has none
		t.made = append(t.made, Made{Seat: e.Seat, By: e.By})
	}
	t.since, t.returned = t.now, 0
	switch e.By {
	case ByPerson:
		t.seats[seat].missed = 0
	case ByClock:
		t.seats[seat].missed++
	case ByChance:
		for i := range t.seats {
			t.seats[i].ready = false
		}
	case ByBot:
	}
	return nil
}

// play takes in an event of the game.
func (t *Table) play(word string) error {
	if t.match == nil { // a trial
		return t.state.Apply(word)
	}
	err := t.match.Apply(word)
	t.state = t.match.State()
	return err
}

func (e Away) apply(t *Table) error {
	s, err := t.personOn(e.Seat)
	if err != nil {
		return err
	}
	if s.away {
		return fmt.Errorf("seat %d is away already", e.Seat)
	}
	s.away = true
	return nil
}

func (e Back) apply(t *Table) error {
	s, err := t.personOn(e.Seat)
	if err != nil {
		return err
	}
	if !s.away {
		return fmt.Errorf("seat %d is not away", e.Seat)
	}
	s.away, s.missed = false, 0
	// Who comes back on their turn has the whole time, but once a turn: going
	// away and coming back must not stop the clock.
	if seat, ok := t.turn(); ok && seat == e.Seat && t.returned != t.ply()+1 {
		t.since, t.returned = t.now, t.ply()+1
	}
	return nil
}

func (e Readied) apply(t *Table) error {
	s, err := t.personOn(e.Seat)
	if err != nil {
		return err
	}
	if !t.waits() || s.ready {
		return fmt.Errorf("seat %d is ready in phase %s, and nothing waits for it", e.Seat, t.phase)
	}
	s.ready = true
	return nil
}

func (e Agreed) apply(t *Table) error {
	s, err := t.personOn(e.Seat)
	if err != nil {
		return err
	}
	if t.phase != Open || s.agrees == e.Yes {
		return fmt.Errorf("seat %d agrees in phase %s, or did so before", e.Seat, t.phase)
	}
	s.agrees = e.Yes
	return nil
}

func (e Credited) apply(t *Table) error {
	until := time.UnixMicro(e.Until).UTC()
	if t.phase != Playing || e.Micros < 0 || !until.After(t.credited) {
		return fmt.Errorf("%d microseconds are given back in phase %s", e.Micros, t.phase)
	}
	t.since, t.credited = t.since.Add(time.Duration(e.Micros)*time.Microsecond), until
	return nil
}

func (e Said) apply(t *Table) error {
	s, err := t.personOn(e.Seat)
	if err != nil {
		return err
	}
	if len(t.chat) == maxLines {
		t.chat = t.chat[1:]
	}
	t.chat = append(t.chat, Line{Seat: e.Seat, Name: s.name, Text: e.Text, At: t.now})
	return nil
}

func (e Revealed) apply(t *Table) error {
	if t.phase != Playing || t.state.Turn() != game.Over {
		return fmt.Errorf("the server seed is told in phase %s", t.phase)
	}
	if err := t.reveal(e.Seed); err != nil {
		return err
	}
	t.phase = Over
	return nil
}

func (t *Table) reveal(text string) error {
	seed, err := fair.ParseSeed(text)
	if err != nil {
		return err
	}
	if seed.Commit() != t.commitment {
		return errors.New("the server seed does not fit the commitment")
	}
	t.revealed = seed
	return nil
}

func (Again) apply(t *Table) error {
	if t.phase != Over {
		return fmt.Errorf("another game in phase %s", t.phase)
	}
	t.phase, t.state, t.match, t.seeds, t.revealed = Open, nil, nil, nil, fair.Seed{}
	t.made, t.shown = nil, false
	t.uncommit()
	for i := range t.seats {
		s := &t.seats[i]
		if !s.taken() {
			*s = seat{}
			continue
		}
		s.missed = 0
		s.agrees = s.agrees && s.person == "" // people agree to one game
	}
	t.inherit()
	return nil
}

// inherit gives the table to the first person who is there, if its owner is not: or
// nobody could start the next game.
func (t *Table) inherit() {
	heir := ""
	for i := range t.seats {
		if s := &t.seats[i]; s.person != "" && !s.away {
			if s.person == t.owner {
				return
			}
			if heir == "" {
				heir = s.person
			}
		}
	}
	if heir != "" {
		t.owner = heir
	}
}

func (e Closed) apply(t *Table) error {
	if (e.Seed != "") != (t.phase == Playing) {
		return fmt.Errorf("a table closes in phase %s, and its server seed is told, or is not", t.phase)
	}
	if e.Seed != "" {
		if err := t.reveal(e.Seed); err != nil {
			return err
		}
	}
	t.phase, t.reason = Shut, e.Reason
	return nil
}

func (e Erased) apply(t *Table) error {
	if e.Person == "" {
		return errors.New("nobody is erased")
	}
	t.erased++
	return nil
}
