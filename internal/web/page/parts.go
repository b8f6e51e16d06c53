package page

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/parts"
)

// Lobby is the parts of a table at which no game has begun. They draw t.
func (t *Table) Lobby() []parts.Part {
	return []parts.Part{t.part("lobby", lobby), t.part("begin", begin), t.part("choices", choices)}
}

// part is a part that a template draws.
func (t *Table) part(id string, draw func(*Table) templ.Component) parts.Part {
	return parts.Part{ID: id, Frame: func(b []byte, _ *parts.Table) []byte {
		buf := bytes.NewBuffer(b)
		if err := draw(t).Render(context.Background(), buf); err != nil {
			panic(err) // what is written to memory can always be written
		}
		return buf.Bytes()
	}}
}

// drawn makes a component of what appends the HTML of a part.
func drawn(b []byte) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// Drawn is the part of a board, for a template.
func Drawn(p *board.Part, s *board.Sight) templ.Component { return drawn(p.Draw(nil, s)) }

// to is the address that a command of the table is posted to.
func (t *Table) to(verb string) templ.SafeURL { return templ.SafeURL(t.At + "/" + verb) }

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

// marks says what there is to know about who sits on a seat.
func (t *Table) marks(i int) string {
	seat := &t.Seats[i]
	var list []string
	if i == t.You {
		list = append(list, "you")
	}
	if seat.Level != "" {
		list = append(list, "bot: "+LevelName(seat.Level))
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

// phrases are what the house suggests to say.
var phrases = []string{
	"Good luck, everybody.",
	"Well played.",
	"Take your time.",
	"That one hurt my circuits.",
	"Thank you for the game.",
	"The rain isn't stopping. Another hand?",
}
