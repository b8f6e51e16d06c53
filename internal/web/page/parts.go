package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
)

// A Part is an element of a table that is replaced as a whole when it changes.
type Part struct {
	ID    string // of the element
	frame func(*Table) templ.Component
	board *board.Part // where frame is nil
}

// Draw draws the element.
func (p *Part) Draw(t *Table) templ.Component {
	if p.frame != nil {
		return p.frame(t)
	}
	return p.board.Draw(t.Sight)
}

// AnyEvent is the stage of a part that any event may change.
const AnyEvent = -1

// Stage returns a number from 0: while it and Scene.Beside stay as they are the element
// does. Or AnyEvent.
func (p *Part) Stage(t *Table) int {
	switch {
	case p.frame != nil:
		return 0 // what is not the board's changes with what is not a move
	case p.board.Stage == nil:
		return AnyEvent
	default:
		return p.board.Stage(t.Sight)
	}
}

// MostParts is enough room for the parts of most tables.
const MostParts = 12

// AppendParts appends the parts of a table, in the order of its page, for its phase.
// What people type into is in none of them, so that nothing typed is lost.
func AppendParts(list []Part, t *Table) []Part {
	list = append(list, Part{ID: "menu", frame: commands})
	switch t.Phase {
	case house.Open:
		list = append(list, Part{ID: "lobby", frame: lobby}, Part{ID: "begin", frame: begin}, Part{ID: "choices", frame: choices})
	case house.Over:
		list = append(list, Part{ID: "verdict", frame: verdict})
	default:
		list = append(list, Part{ID: "presence", frame: presence})
	}
	if t.Phase != house.Open {
		parts := t.Board.Parts()
		for i := range parts {
			list = append(list, Part{ID: parts[i].ID, board: &parts[i]})
		}
	}
	return append(list, Part{ID: "talk", frame: talk}, Part{ID: "fair", frame: fairness})
}

// to is the address that a command of the table is posted to.
func (t *Table) to(verb string) templ.SafeURL { return templ.SafeURL(t.At + "/" + verb) }

// ofGame is the address of something of the game that is over.
func (t *Table) ofGame(what string) templ.SafeURL {
	return templ.SafeURL(t.At + "/game/" + strconv.Itoa(t.Number) + what)
}

// empty counts the seats that nobody has.
func (t *Table) empty() int {
	n := 0
	for i := range t.Seats {
		if !t.Seats[i].Taken {
			n++
		}
	}
	return n
}

// unhurried reports whether who looks plays with other people at a table without a
// clock, so that they may have to wait for somebody who does not come back. It does not
// tell who is on turn: the menu would have to be drawn anew with every move.
func (t *Table) unhurried() bool {
	if !t.Seated() || t.Phase != house.Playing || t.Settings.Pace.Limit() > 0 {
		return false
	}
	for i := range t.Seats {
		if seat := &t.Seats[i]; i != t.You && seat.Level == "" && !seat.Away {
			return true
		}
	}
	return false
}

// marks says what there is to know about who sits on a seat.
func (t *Table) marks(i int) string {
	seat := &t.Seats[i]
	var list []string
	if i == t.You {
		list = append(list, "you")
	}
	if seat.Level != "" {
		list = append(list, "bot: "+levelName(seat.Level))
	}
	if seat.Owner {
		list = append(list, "★ owns the table")
	}
	if seat.Away {
		list = append(list, "away")
	}
	if seat.Seeded {
		list = append(list, "✓ added to the shuffle")
	}
	if seat.Agrees {
		list = append(list, "shows cards to spectators")
	}
	return strings.Join(list, " · ")
}

// missing says why the game cannot start, "" if it can.
func (t *Table) missing() string {
	switch n := t.empty(); n {
	case 0:
		return ""
	case 1:
		return "One seat is empty. Ask somebody in or add a bot."
	default:
		return strconv.Itoa(n) + " seats are empty. Ask somebody in or add bots."
	}
}

// why says what the table waits for before a game.
func (t *Table) why() string {
	why := t.missing()
	switch {
	case t.Owner && why == "":
		return "Everybody is here. Deal the cards!"
	case t.Owner:
		return why
	case why == "":
		return "Everybody is here. " + t.host() + " starts the game."
	default:
		return "Waiting for company. " + t.host() + " starts the game when all seats are taken."
	}
}

// host is the name of who owns the table.
func (t *Table) host() string {
	for i := range t.Seats {
		if t.Seats[i].Owner {
			return t.Seats[i].Name
		}
	}
	return "Who opened the table"
}

// agreed says how many would show their cards to spectators.
func (t *Table) agreed() string {
	yes, people := 0, 0
	for i := range t.Seats {
		if t.Seats[i].Taken && t.Seats[i].Level == "" {
			people++
			if t.Seats[i].Agrees {
				yes++
			}
		}
	}
	return strconv.Itoa(yes) + " of " + strconv.Itoa(people) + " agree; spectators see all hands only if everybody does."
}

// facts say how the game is played: names with their values.
func (t *Table) facts() []pick {
	list := []pick{{"Clock", paceName(t.Settings.Pace)}}
	for _, c := range t.Choices {
		value := c.Value
		if value == "" {
			value = "as usual"
		}
		list = append(list, pick{choiceName(c.Name), value})
	}
	who, said := "by link or code only", "on"
	if t.Settings.Public {
		who = "open to everybody"
	}
	if !t.Settings.Chat {
		said = "off"
	}
	return append(list, pick{"Table", who}, pick{"Talk", said},
		pick{"Bots wait", seconds(t.Settings.BotPause)}, pick{"End of a hand or round", seconds(t.Settings.DealPause)})
}

// choiceName is an option's word as a form shows it.
func choiceName(name string) string {
	switch name {
	case "target":
		return "Points that end the game"
	case "hands":
		return "Number of hands"
	case "rules":
		return "Variant"
	case "first":
		return "First seat"
	default:
		return name
	}
}

// withValue is the list with a value that may not be in it, in order.
func withValue(list []int, v int) []int {
	if slices.Contains(list, v) {
		return list
	}
	list = append(slices.Clone(list), v)
	slices.Sort(list)
	return list
}

// lastShown is how many lines of talk a page shows.
const lastShown = 12

func (t *Table) lastLines() []house.Line { return t.Chat[max(0, len(t.Chat)-lastShown):] }

// phrases are what the house suggests to say.
var phrases = []string{
	"Good luck, everybody.",
	"Well played.",
	"Take your time.",
	"That one hurt my circuits.",
	"Thank you for the game.",
	"The rain isn't stopping. Another hand?",
}

// gestures are lines that show as something done; what is sent stands in parentheses.
var gestures = []struct{ label, text, path string }{
	{"Tip hat", "(tips the hat)", "M2 16c4-2 5-1 6-2l1-7c1-2 2-1 3 0 1-1 2-2 3 0l1 7c1 1 2 0 6 2-5 4-15 4-20 0z"},
	{"Cheers", "(raises a glass)", "M5 4h11v4h2a3 3 0 0 1 3 3v2a4 4 0 0 1-4 4h-1v3H5zm11 6v5h1a2 2 0 0 0 2-2v-2a1 1 0 0 0-1-1zM8 8v9h1.500V8zm4 0v9h1.500V8z"},
	{"Sparks", "(gives off sparks)", "M13 1 4 13h6l-2 10L19 9h-7z"},
	{"Applaud", "(applauds)", "M12 2l2.600 6.200L21 9l-5 4.300L17.500 20 12 16.500 6.500 20 8 13.300 3 9l6.400-.800z"},
}

// gestureOf returns how a line shows, and whether it is a gesture.
func gestureOf(text string) (shown string, gesture bool) {
	if text != "" && text[0] == '(' {
		for i := range gestures {
			if gestures[i].text == text {
				return strings.Trim(text, "()"), true
			}
		}
	}
	return text, false
}
