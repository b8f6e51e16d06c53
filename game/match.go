package game

// Match is a game in progress: the full state, its events, and what each seat
// and the spectators have been told. It is the one place where what happened is
// turned into what somebody may know. Not safe for concurrent use.
type Match struct {
	rules   Rules
	options Options
	state   State
	events  []string
	views   []View // by seat; the spectators' is the last
}

// NewMatch returns a match before its first event. The error is an *Error.
func NewMatch(rules Rules, players int, options Options) (*Match, error) {
	options, err := rules.Check(players, options)
	if err != nil {
		return nil, err
	}
	state, err := rules.New(players, options)
	if err != nil {
		return nil, err
	}
	m := &Match{rules: rules, options: options, state: state, views: make([]View, players+1)}
	for i := range m.views {
		if m.views[i], err = rules.NewView(players, options, m.place(i)); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// place is who owns the i-th view.
func (m *Match) place(i int) int {
	if i == len(m.views)-1 {
		return Spectator
	}
	return i
}

// Rules returns the game that is played.
func (m *Match) Rules() Rules { return m.rules }

// Players returns the number of seats.
func (m *Match) Players() int { return len(m.views) - 1 }

// Options returns the table's options without defaults; not to be changed.
func (m *Match) Options() Options { return m.options }

// State returns the full position, for reading only: change it by Apply.
func (m *Match) State() State { return m.state }

// Events returns the events so far, in full; not to be changed.
func (m *Match) Events() []string { return m.events }

// Act carries out a move of a seat as somebody on that seat asks for it. The
// refusal is an *Error that tells only what the seat may know; it changes nothing.
// Whatever comes from players, people or bots, comes by this door.
func (m *Match) Act(seat int, event string) error {
	if seat < 0 || seat >= m.Players() {
		return &Error{What: event, Why: "spectators and seats that there are not make no moves"}
	}
	if err := m.views[seat].Check(event); err != nil {
		return err
	}
	return m.Apply(event)
}

// Apply carries out any event, chance's too, and tells every view. What the rules
// refuse is refused with an *Error and changes nothing; it may tell of hidden
// cards and is for whoever deals.
func (m *Match) Apply(event string) error {
	if err := m.state.Apply(event); err != nil {
		return err
	}
	m.events = append(m.events, event)
	for i, v := range m.views {
		if err := v.Observe(m.state.Told(m.place(i)), m.state.Turn()); err != nil {
			panic("game: a view refused what its seat was told: " + err.Error())
		}
	}
	return nil
}

// View returns what the seat, or Spectator, may know now. The copy is the
// caller's own. It panics if there is no such seat.
func (m *Match) View(seat int) View {
	if seat == Spectator {
		seat = len(m.views) - 1
	}
	return m.views[seat].Clone()
}
