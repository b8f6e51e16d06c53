package gametest_test

import (
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/gametest/internal/highcard"
)

// bent is a game, High Card unless it says otherwise, with a bug planted: each
// function that is set takes the place of a method. The states and views that the
// functions are given are the sound ones.
type bent struct {
	of game.Rules

	options func() []game.Option
	check   func(players int, options game.Options) (game.Options, error)
	new     func(players int, options game.Options) (game.State, error)
	newView func(players int, options game.Options, seat int) (game.View, error)

	ply     func(s game.State) int
	turn    func(s game.State) game.Turn
	legal   func(s game.State) []game.Move
	word    func(s game.State, m game.Move) string
	play    func(s *state, m game.Move) error
	draw    func(s game.State) game.Draw
	outcome func(s game.State, draw []uint8) string
	chance  func(s *state, draw []uint8) error
	apply   func(s *state, event string) error
	last    func(s game.State) string
	told    func(s game.State, seat int) string
	winners func(s game.State) []int
	clone   func(s *state) game.State
	json    func(s game.State, dst []byte) []byte

	viewTurn    func(v game.View) game.Turn
	viewLegal   func(v game.View) []game.Move
	viewCheck   func(v game.View, event string) error
	viewEvents  func(v *view) []string
	viewOptions func(v game.View) game.Options
	observe     func(v *view, told string, next game.Turn) error
	viewClone   func(v *view) game.View
	marshal     func(v *view) ([]byte, error)
	unmarshal   func(v *view, data []byte) error
}

func (b *bent) rules() game.Rules {
	if b.of == nil {
		return highcard.Rules{}
	}
	return b.of
}

func (b *bent) Name() string              { return b.rules().Name() }
func (b *bent) Title() string             { return b.rules().Title() }
func (b *bent) Seats() (least, most int)  { return b.rules().Seats() }
func (b *bent) sound(s game.State) *state { return &state{State: s, bent: b} }

func (b *bent) Options() []game.Option {
	if b.options != nil {
		return b.options()
	}
	return b.rules().Options()
}

func (b *bent) Check(players int, options game.Options) (game.Options, error) {
	if b.check != nil {
		return b.check(players, options)
	}
	return b.rules().Check(players, options)
}

func (b *bent) New(players int, options game.Options) (game.State, error) {
	if b.new != nil {
		return b.new(players, options)
	}
	s, err := b.rules().New(players, options)
	if err != nil {
		return nil, err
	}
	return b.sound(s), nil
}

func (b *bent) NewView(players int, options game.Options, seat int) (game.View, error) {
	if b.newView != nil {
		return b.newView(players, options, seat)
	}
	v, err := b.rules().NewView(players, options, seat)
	if err != nil {
		return nil, err
	}
	return &view{View: v, bent: b}, nil
}

// state is a state of a bent game. The notes are a bug's own; a comparison sees them.
type state struct {
	game.State
	bent  *bent
	notes []string
}

func (s *state) Ply() int {
	if s.bent.ply != nil {
		return s.bent.ply(s.State)
	}
	return s.State.Ply()
}

func (s *state) Turn() game.Turn {
	if s.bent.turn != nil {
		return s.bent.turn(s.State)
	}
	return s.State.Turn()
}

func (s *state) Legal(dst []game.Move) []game.Move {
	if s.bent.legal != nil {
		return append(dst, s.bent.legal(s.State)...)
	}
	return s.State.Legal(dst)
}

func (s *state) Word(m game.Move) string {
	if s.bent.word != nil {
		return s.bent.word(s.State, m)
	}
	return s.State.Word(m)
}

func (s *state) Play(m game.Move) error {
	if s.bent.play != nil {
		return s.bent.play(s, m)
	}
	return s.State.Play(m)
}

func (s *state) Draw() game.Draw {
	if s.bent.draw != nil {
		return s.bent.draw(s.State)
	}
	return s.State.Draw()
}

func (s *state) Outcome(draw []uint8) string {
	if s.bent.outcome != nil {
		return s.bent.outcome(s.State, draw)
	}
	return s.State.Outcome(draw)
}

func (s *state) Chance(draw []uint8) error {
	if s.bent.chance != nil {
		return s.bent.chance(s, draw)
	}
	return s.State.Chance(draw)
}

func (s *state) Apply(event string) error {
	if s.bent.apply != nil {
		return s.bent.apply(s, event)
	}
	return s.State.Apply(event)
}

func (s *state) Last() string {
	if s.bent.last != nil {
		return s.bent.last(s.State)
	}
	return s.State.Last()
}

func (s *state) Told(seat int) string {
	if s.bent.told != nil {
		return s.bent.told(s.State, seat)
	}
	return s.State.Told(seat)
}

func (s *state) Winners() []int {
	if s.bent.winners != nil {
		return s.bent.winners(s.State)
	}
	return s.State.Winners()
}

func (s *state) Clone() game.State {
	if s.bent.clone != nil {
		return s.bent.clone(s)
	}
	return &state{s.State.Clone(), s.bent, append([]string(nil), s.notes...)}
}

func (s *state) AppendJSON(dst []byte) []byte {
	if s.bent.json != nil {
		return s.bent.json(s.State, dst)
	}
	return s.State.AppendJSON(dst)
}

// view is a view of a bent game. The notes are a bug's own.
type view struct {
	game.View
	bent  *bent
	notes []string
}

func (v *view) Turn() game.Turn {
	if v.bent.viewTurn != nil {
		return v.bent.viewTurn(v.View)
	}
	return v.View.Turn()
}

func (v *view) Legal(dst []game.Move) []game.Move {
	if v.bent.viewLegal != nil {
		return append(dst, v.bent.viewLegal(v.View)...)
	}
	return v.View.Legal(dst)
}

func (v *view) Check(event string) error {
	if v.bent.viewCheck != nil {
		return v.bent.viewCheck(v.View, event)
	}
	return v.View.Check(event)
}

func (v *view) Events() []string {
	if v.bent.viewEvents != nil {
		return v.bent.viewEvents(v)
	}
	return v.View.Events()
}

func (v *view) Options() game.Options {
	if v.bent.viewOptions != nil {
		return v.bent.viewOptions(v.View)
	}
	return v.View.Options()
}

func (v *view) Observe(told string, next game.Turn) error {
	if v.bent.observe != nil {
		return v.bent.observe(v, told, next)
	}
	return v.View.Observe(told, next)
}

func (v *view) Clone() game.View {
	if v.bent.viewClone != nil {
		return v.bent.viewClone(v)
	}
	return &view{v.View.Clone(), v.bent, append([]string(nil), v.notes...)}
}

func (v *view) MarshalJSON() ([]byte, error) {
	if v.bent.marshal != nil {
		return v.bent.marshal(v)
	}
	return v.View.MarshalJSON()
}

func (v *view) UnmarshalJSON(data []byte) error {
	if v.bent.unmarshal != nil {
		return v.bent.unmarshal(v, data)
	}
	return v.View.UnmarshalJSON(data)
}
