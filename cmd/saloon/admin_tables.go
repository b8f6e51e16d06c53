package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/saloon-games/saloon/internal/admin"
	"github.com/saloon-games/saloon/internal/house"
)

// adminTables is "saloon admin tables".
type adminTables struct {
	Phase string `enum:"any,open,playing,over,closed" default:"any" placeholder:"PHASE" help:"Only those that are open, playing, over or closed; any unless given."`
	jsonFlag
}

// Run lists tables.
func (c *adminTables) Run(a *app, k *kong.Context, all *adminCommand) error {
	return all.within(a, k, func(ctx context.Context, o *office) error {
		phase := house.Phase(c.Phase)
		if c.Phase == "any" {
			phase = ""
		}
		rows, err := o.Tables(ctx, phase)
		if err != nil {
			return err
		}
		return c.answer(a, rows, func() string { return tableRows(rows, o.now()) })
	})
}

func tableRows(rows []admin.TableRow, now time.Time) string {
	if len(rows) == 0 {
		return "There are no such tables.\n"
	}
	var b strings.Builder
	for i := range rows {
		r := &rows[i]
		names := "nobody sits there"
		if len(r.Names) > 0 {
			names = strings.Join(r.Names, ", ")
		}
		fmt.Fprintf(&b, "%s\t%s, %s, %s: %s. Opened %s, changed %s. %s\n",
			r.Code, r.Game, r.Phase, number(r.Seats, "seat"), names, ago(now, r.Made), ago(now, r.Changed), r.ID)
	}
	return b.String()
}

// adminTable is "saloon admin table".
type adminTable struct {
	Table string `arg:"" help:"Its code or its id."`
	Last  int    `default:"20" min:"0" max:"100000" placeholder:"N" help:"How many of the last entries of its log to show (${default})."`
	jsonFlag
}

// Help is the command's detailed help.
func (*adminTable) Help() string {
	return `Shows a table as spectators may see it, and what is said there. It shows no hidden card and no server seed of a game that is on, for you may play, too.

Example:

    saloon admin table K7QX22 --last 50
`
}

// Run shows a table.
func (c *adminTable) Run(a *app, k *kong.Context, all *adminCommand) error {
	return all.within(a, k, func(ctx context.Context, o *office) error {
		v, err := o.View(ctx, c.Table)
		if err != nil {
			return err
		}
		v.Log = v.Log[max(0, len(v.Log)-c.Last):]
		return c.answer(a, v, func() string { return tableView(&v, o.now()) })
	})
}

func tableView(v *admin.TableView, now time.Time) string {
	var b strings.Builder
	s := &v.Scene
	b.WriteString(tableRows([]admin.TableRow{v.TableRow}, now))
	list := "not in the list"
	if s.Settings.Public {
		list = "in the list of public tables"
	}
	talk := "no talk"
	if s.Settings.Chat {
		talk = "talk"
	}
	fmt.Fprintf(&b, "\nPace %s, %s, %s. Game number %d, %s, %d entries in its log.\n\n",
		s.Settings.Pace, list, talk, s.Number, number(s.Ply, "event"), v.Entries)
	people := map[int]string{}
	for _, p := range v.Sits {
		people[p.Seat] = p.Person
	}
	for i, seat := range s.Seats {
		who := "empty"
		switch {
		case seat.Level != "":
			who = seat.Name + ", a bot, " + seat.Level
		case seat.Taken:
			who = seat.Name + ", person " + people[i]
			if seat.Away {
				who += ", away: a bot plays for them"
			}
		}
		if seat.Owner {
			who += ", owns the table"
		}
		fmt.Fprintf(&b, "seat %d\t%s\n", i, who)
	}
	if len(v.Log) > 0 {
		b.WriteString("\n")
	}
	for i := range v.Log {
		t := &v.Log[i]
		fmt.Fprintf(&b, "%d\t%s %s\n", t.Seq, t.At.UTC().Format("15:04:05"), tellingWords(t))
	}
	return b.String()
}

// tellingWords says an entry of a log in plain words.
func tellingWords(t *house.Telling) string {
	var detail struct {
		Level, Reason string
		Game          json.RawMessage
		Yes           bool
	}
	_ = json.Unmarshal(t.Detail, &detail) // some have none
	name := t.Name
	switch t.Kind {
	case "opened":
		return "the table was opened"
	case "committed":
		return "the house committed itself to a server seed"
	case "changed":
		return "the owner changed options or settings"
	case "sat":
		return name + " sat down"
	case "bot":
		return name + " sat down, a bot, " + detail.Level
	case "left":
		return name + " left"
	case "renamed":
		return name + " has this name now"
	case "seeded":
		return name + " gave a client seed"
	case "started":
		return "game " + string(detail.Game) + " began"
	case "moved":
		return movedWords(t)
	case "away":
		return name + " is away; a bot plays for them"
	case "back":
		return name + " is back"
	case "readied":
		return name + " is ready to go on"
	case "agreed":
		if detail.Yes {
			return name + " wants spectators to see all hands"
		}
		return name + " wants no spectators to see hands"
	case "said":
		return name + " said: " + t.Text
	case "revealed":
		return "the game ended; the server seed was told"
	case "again":
		return "the table was opened for another game"
	case "closed":
		if detail.Reason != "" {
			return "the house closed the table: " + detail.Reason
		}
		return "the table was closed"
	case "erased":
		return "somebody was erased"
	default:
		return t.Kind
	}
}

// movedWords says an event of a game.
func movedWords(t *house.Telling) string {
	switch t.By {
	case house.ByChance:
		return "chance: " + t.Word
	case house.ByPerson:
		return t.Name + ": " + t.Word
	case house.ByClock:
		return t.Name + ": " + t.Word + ", by a bot, for time had run out"
	default:
		return t.Name + ": " + t.Word + ", by a bot"
	}
}

// adminClose is "saloon admin close".
type adminClose struct {
	Table  string `arg:"" help:"Its code or its id."`
	Reason string `required:"" placeholder:"WORDS" help:"What people are told; 1 to 120 characters."`
	yesFlag
}

// Run closes a table.
func (c *adminClose) Run(a *app, k *kong.Context, all *adminCommand) error {
	if _, err := house.CheckReason(c.Reason); err != nil {
		return badUsage("--reason: %w", inOfficeWords(err))
	}
	return all.within(a, k, func(ctx context.Context, o *office) error {
		row, err := o.Table(ctx, c.Table)
		if err != nil {
			return err
		}
		if err := c.sure(a, "Close table %s (%s, %s) for good?", row.Code, row.Game, row.Phase); err != nil {
			return err
		}
		if _, err := o.Close(ctx, row.ID, c.Reason); err != nil {
			return err
		}
		return a.explain("Table " + row.Code + " is closed. Those who look at it are told why.\n")
	})
}
