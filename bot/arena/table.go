package arena

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/record"
)

// Where the numbers begin that seeds for other things than chance are derived with.
// A game has fewer chance events than this.
const (
	spareSeeds = 1 << 32
	orderSeeds = 2 << 32
)

// botSeed is the seed of 53 bits that a bot is told for a game. It is a hash: fair.Derive
// is one to one, and who was told a seed derived by it could go back to that of the
// deal, and from there to everybody's cards.
func botSeed(deal uint64, number, seat int) uint64 {
	text := binary.BigEndian.AppendUint64([]byte("saloon bot "), deal)
	text = binary.BigEndian.AppendUint64(text, uint64(number))
	text = binary.BigEndian.AppendUint64(text, uint64(seat))
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint64(sum[:]) >> 11
}

// handsOption is the option that makes a game a number of hands (T16).
const handsOption = "hands"

// options returns the options that are played with.
func (t *Table) options() (game.Options, error) {
	options := maps.Clone(t.Options)
	hasHands := slices.ContainsFunc(t.Rules.Options(), func(o game.Option) bool { return o.Name == handsOption })
	if hasHands && !t.Whole {
		if options == nil {
			options = game.Options{}
		}
		options[handsOption] = 1
	}
	return t.Rules.Check(t.Players, options)
}

func (t *Table) workers() int {
	if t.Workers > 0 {
		return t.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// par is the tricks that everybody would take in a hand if all took as many; 0 where
// there are none.
func par(rules game.Rules, players int, options game.Options) float64 {
	s, err := rules.New(players, options)
	if err != nil {
		return 0 // and no game was played
	}
	t, ok := s.(*texas.State)
	if !ok {
		return 0
	}
	return float64(t.HandSize()) / float64(players)
}

// report writes the records of some games, hands on complaints, and says how far
// the run is.
func (t *Table) report(bots []Bot, games []*played, deals int) error {
	for _, g := range games {
		if t.Records != nil {
			if _, err := t.Records.Write(g.record); err != nil {
				return err
			}
		}
		if t.Complain == nil {
			continue
		}
		for _, c := range g.complaints {
			c.Bot = bots[g.lineup[c.Seat]].Name
			t.Complain(c)
		}
	}
	if t.Progress != nil {
		t.Progress(deals)
	}
	return nil
}

// table is where one worker lets bots play.
type table struct {
	*Table
	options game.Options // that are played with
	bots    []Bot
	seats   [][]Seat // of each bot, as many as have been needed at once
}

func newTable(t *Table, options game.Options, bots []Bot) *table {
	return &table{Table: t, options: options, bots: bots, seats: make([][]Seat, len(bots))}
}

// close frees the seats, all at once, for each may take its time.
func (t *table) close() {
	var closing sync.WaitGroup
	for _, list := range t.seats {
		for _, s := range list {
			closing.Go(func() { _ = s.Close() }) // the games are over
		}
	}
	closing.Wait()
}

// sit returns a seat for every place of a lineup, which names bots by number.
func (t *table) sit(lineup []int) ([]Seat, error) {
	taken := make([]int, len(t.bots))
	seated := make([]Seat, len(lineup))
	for place, b := range lineup {
		if taken[b] == len(t.seats[b]) {
			s, err := t.bots[b].Sit()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", t.bots[b].Name, err)
			}
			t.seats[b] = append(t.seats[b], s)
		}
		seated[place] = t.seats[b][taken[b]]
		taken[b]++
	}
	return seated, nil
}

// played is a game that is over.
type played struct {
	lineup  []int   // the bot of each seat
	tricks  []int   // of each seat, in all hands
	scores  []int   // of each seat; less is better
	wins    []int64 // of each seat, in parts of whole
	hands   int     // 0 where a game has none
	conduct []Conduct
	record  []byte

	complaints []Complaint // without the bot's name
}

// play plays the game with this number of those that are played with a deal.
func (t *table) play(ctx context.Context, deal, number int, lineup []int) (*played, error) {
	m, err := game.NewMatch(t.Rules, t.Players, t.options)
	if err != nil {
		return nil, err
	}
	seats, err := t.sit(lineup)
	if err != nil {
		return nil, err
	}
	r := &round{table: t, match: m, seats: seats, deal: fair.Derive(t.Seed, uint64(deal)), fallback: make([]bot.Player, t.Players)}
	r.played = &played{lineup: lineup, conduct: make([]Conduct, len(t.bots))}
	r.at = Complaint{Deal: deal, Game: number}
	if err := r.begin(ctx, number); err != nil {
		return nil, err
	}
	for m.State().Turn() != game.Over {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := r.step(ctx); err != nil {
			return nil, err
		}
	}
	for _, s := range seats {
		s.Over(m.State())
	}
	r.played.score(m.State(), t.Players)
	if t.Records != nil {
		r.played.record, err = t.write(m, lineup, deal)
	}
	return r.played, err
}

// write returns the game's record.
func (t *table) write(m *game.Match, lineup []int, deal int) ([]byte, error) {
	names := make([]string, len(lineup))
	for seat, b := range lineup {
		names[seat] = t.bots[b].Name
	}
	rec := record.Of(m)
	if err := errors.Join(rec.SetField("bots", names), rec.SetField("deal", deal)); err != nil {
		return nil, err
	}
	var line bytes.Buffer
	err := record.Write(&line, rec)
	return line.Bytes(), err
}

// score takes from the last state what is counted.
func (p *played) score(end game.State, players int) {
	p.tricks, p.scores, p.wins = make([]int, players), make([]int, players), make([]int64, players)
	for seat := range players {
		p.scores[seat] = 1
	}
	winners := end.Winners()
	for _, seat := range winners {
		p.wins[seat] = whole / int64(len(winners))
		p.scores[seat] = 0
	}
	if s, ok := end.(*texas.State); ok {
		p.hands = s.HandNumber()
		for seat := range players {
			p.tricks[seat] = s.Total(seat) // T12: a trick is a point
			p.scores[seat] = s.Total(seat)
		}
	}
}

// round is a game that is on.
type round struct {
	*table
	match    *game.Match
	seats    []Seat
	deal     uint64       // the deal's seed
	drawn    uint64       // chance events so far
	fallback []bot.Player // who makes the moves that replace others, by seat
	room     [fair.MaxPool]uint8
	legal    []game.Move
	played   *played
	at       Complaint // deal and game
}

// begin begins the game for every seat.
func (r *round) begin(ctx context.Context, number int) error {
	spare := fair.Derive(r.deal, spareSeeds+uint64(number))
	for seat, s := range r.seats {
		g := Game{
			Rules: r.Rules, Players: r.Players, Seat: seat, Options: r.match.Options(),
			Seed: botSeed(r.deal, number, seat),
		}
		if err := s.Begin(ctx, g); err != nil {
			return fmt.Errorf("%s: %w", r.bots[r.played.lineup[seat]].Name, err)
		}
		var err error
		src := fair.NewRand(bot.SeatSeed(spare, seat))
		if r.fallback[seat], err = thumb.New(r.Rules, src); err != nil {
			r.fallback[seat] = bot.NewRandom(src) // a game without a rule of thumb
		}
	}
	return nil
}

// step plays one event.
func (r *round) step(ctx context.Context) error {
	s := r.match.State()
	turn := s.Turn()
	var event string
	if seat, ok := turn.Seat(); ok {
		move, err := r.choose(ctx, seat)
		if err != nil {
			return err
		}
		event = s.Word(move)
	} else {
		d := s.Draw()
		fair.Draw(fair.NewRand(fair.Derive(r.deal, r.drawn)), r.room[:d.Take], d.Of)
		r.drawn++
		event = s.Outcome(r.room[:d.Take])
	}
	if err := r.match.Apply(event); err != nil {
		return err
	}
	for seat, l := range r.seats {
		if l, ok := l.(Listener); ok {
			l.Told(s.Ply(), turn, s.Told(seat))
		}
	}
	return nil
}

// choose asks the bot in the seat for a move, and where it has none replaces it.
func (r *round) choose(ctx context.Context, seat int) (game.Move, error) {
	v := r.match.View(seat)
	conduct := &r.played.conduct[r.played.lineup[seat]]
	r.legal = v.Legal(r.legal[:0])
	timed := r.Clock != nil && len(r.legal) > 1
	var start int64
	if timed {
		start = r.Clock()
	}
	move, err := r.seats[seat].Choose(ctx, v)
	if ctx.Err() != nil {
		return 0, ctx.Err() // what is chosen in a hurry is not counted
	}
	if !errors.Is(err, ErrOut) && len(r.legal) > 1 {
		conduct.Decisions++
		if timed {
			conduct.Nanoseconds += r.Clock() - start
		}
	}
	if err == nil && !slices.Contains(r.legal, move) {
		err = r.match.View(seat).Check(v.Word(move))
	}
	if err == nil {
		return move, nil
	}
	if !errors.Is(err, ErrOut) {
		conduct.Errors++
		c := r.at
		c.Ply, c.Seat, c.Err = r.match.State().Ply(), seat, err
		r.played.complaints = append(r.played.complaints, c)
	}
	return r.fallback[seat].Choose(ctx, r.match.View(seat))
}
