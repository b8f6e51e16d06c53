package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/admin"
	"github.com/saloon-games/saloon/internal/house"
)

// adminPeople is "saloon admin people".
type adminPeople struct {
	Name string `placeholder:"PART" help:"Only those with this in their name, in capitals or not."`
	jsonFlag
}

// Run lists people.
func (c *adminPeople) Run(a *app, k *kong.Context, all *adminCommand) error {
	return all.within(a, k, func(ctx context.Context, o *office) error {
		people, err := o.People(ctx, c.Name)
		if err != nil {
			return err
		}
		return c.answer(a, people, func() string {
			if len(people) == 0 {
				return "There are no such people.\n"
			}
			var b strings.Builder
			for i := range people {
				fmt.Fprintf(&b, "%s\t%s\n", people[i].Name, personWords(&people[i], o.now()))
			}
			return b.String()
		})
	})
}

// personWords says what is known of a person, on one line.
func personWords(p *admin.Person, now time.Time) string {
	words := "seen " + ago(now, p.Seen) + ", came " + ago(now, p.Since)
	if p.Ban != nil {
		words += ", " + banWords(p.Ban)
	}
	if len(p.Sessions) == 0 {
		words += ", signed out"
	}
	return words + ". " + p.ID
}

func banWords(b *admin.Ban) string {
	words := "banned until " + moment(b.Until)
	if !b.Until.Before(house.ForGood) {
		words = "banned for good"
	}
	if b.Reason != "" {
		words += " (" + b.Reason + ")"
	}
	return words
}

// personArg is of commands about one person.
type personArg struct {
	Person string `arg:"" help:"Their id, or its beginning; saloon admin people tells it."`
}

// adminPerson is "saloon admin person".
type adminPerson struct {
	personArg
	jsonFlag
}

// Run shows a person.
func (c *adminPerson) Run(a *app, k *kong.Context, all *adminCommand) error {
	return all.within(a, k, func(ctx context.Context, o *office) error {
		p, err := o.Person(ctx, c.Person)
		if err != nil {
			return err
		}
		tables, err := o.Seats(ctx, p.ID)
		if err != nil {
			return err
		}
		what := struct {
			admin.Person
			Tables []admin.TableRow `json:"tables"`
		}{p, tables}
		return c.answer(a, what, func() string {
			now := o.now()
			var b strings.Builder
			fmt.Fprintf(&b, "name\t%s\nid\t%s\ncame\t%s, %s\nseen\t%s, %s\n", p.Name, p.ID, moment(p.Since), ago(now, p.Since), moment(p.Seen), ago(now, p.Seen))
			if p.Ban != nil {
				fmt.Fprintf(&b, "ban\t%s\n", banWords(p.Ban))
			}
			b.WriteString(sessionRows(&p, now))
			if len(tables) > 0 {
				b.WriteString("\nSits at:\n\n" + tableRows(tables, now))
			}
			return b.String()
		})
	})
}

func sessionRows(p *admin.Person, now time.Time) string {
	if len(p.Sessions) == 0 {
		return "session\tnone: signed out\n"
	}
	var b strings.Builder
	for _, s := range p.Sessions {
		fmt.Fprintf(&b, "session\t%s, since %s, seen %s\n", s.ID, moment(s.Since), ago(now, s.Seen))
	}
	return b.String()
}

// adminSessions is "saloon admin sessions".
type adminSessions struct {
	personArg
	jsonFlag
}

// Run lists the sessions of a person.
func (c *adminSessions) Run(a *app, k *kong.Context, all *adminCommand) error {
	return all.within(a, k, func(ctx context.Context, o *office) error {
		p, err := o.Person(ctx, c.Person)
		if err != nil {
			return err
		}
		return c.answer(a, p.Sessions, func() string { return sessionRows(&p, o.now()) })
	})
}

// adminSignOut is "saloon admin sign-out".
type adminSignOut struct {
	Person  string `arg:"" optional:"" help:"Their id, or its beginning."`
	Session string `placeholder:"ID" help:"The session itself, in place of the person; saloon admin sessions tells it."`
	yesFlag
}

// Run ends a session.
func (c *adminSignOut) Run(a *app, k *kong.Context, all *adminCommand) error {
	if (c.Person == "") == (c.Session == "") {
		return badUsage("say who with PERSON, or which session with --session")
	}
	return all.within(a, k, func(ctx context.Context, o *office) (err error) {
		var p admin.Person
		if c.Session != "" {
			p, err = o.BySession(ctx, c.Session)
		} else {
			p, err = o.Person(ctx, c.Person)
		}
		if err == nil {
			err = c.sure(a, "Sign %s out? Whoever is signed out cannot come back as the same guest.", p.Name)
		}
		if err != nil {
			return err
		}
		left, err := o.SignOut(ctx, p.ID)
		if err != nil {
			return err
		}
		return a.explain(p.Name + " is signed out. " + leftWords(left) + "\n")
	})
}

// leftWords says where seats were given up.
func leftWords(left []string) string {
	if len(left) == 0 {
		return "They sat nowhere."
	}
	return "They have left " + number(len(left), "table") + "; where a game is on, a bot plays for them."
}

// adminRename is "saloon admin rename".
type adminRename struct {
	personArg
	Name string `arg:"" help:"Their new name; 1 to 24 characters."`
	yesFlag
}

// Run gives a person another name.
func (c *adminRename) Run(a *app, k *kong.Context, all *adminCommand) error {
	return all.within(a, k, func(ctx context.Context, o *office) error {
		p, err := o.Person(ctx, c.Person)
		if err == nil {
			err = c.sure(a, "Rename %s to %s?", p.Name, game.Quote(c.Name))
		}
		if err != nil {
			return err
		}
		at, err := o.Rename(ctx, p.ID, c.Name)
		if err != nil {
			return err
		}
		return a.explain(fmt.Sprintf("%s is %s now, also at %s.\n", p.Name, strings.TrimSpace(c.Name), number(len(at), "table")))
	})
}

// adminBan is "saloon admin ban".
type adminBan struct {
	personArg
	For    *time.Duration `placeholder:"DURATION" help:"For how long, such as 24h; for good unless given."`
	Reason string         `placeholder:"WORDS" help:"What they are told; up to 120 characters."`
	yesFlag
}

// Run keeps a person out.
func (c *adminBan) Run(a *app, k *kong.Context, all *adminCommand) error {
	if c.For != nil && *c.For <= 0 {
		return badUsage("--for %v: want a time to come", *c.For)
	}
	if c.Reason != "" {
		if _, err := house.CheckReason(c.Reason); err != nil {
			return badUsage("--reason: %w", inOfficeWords(err))
		}
	}
	return all.within(a, k, func(ctx context.Context, o *office) error {
		p, err := o.Person(ctx, c.Person)
		if err == nil {
			err = c.sure(a, "Keep %s out?", p.Name)
		}
		if err != nil {
			return err
		}
		until := house.ForGood
		if c.For != nil {
			until = o.now().Add(*c.For)
		}
		left, err := o.Ban(ctx, p.ID, until, c.Reason)
		if err != nil {
			return err
		}
		return a.explain(p.Name + " is " + banWords(&admin.Ban{Until: until, Reason: c.Reason}) + ". " + leftWords(left) + "\n")
	})
}

// adminUnban is "saloon admin unban".
type adminUnban struct{ personArg }

// Run lets a person in again.
func (c *adminUnban) Run(a *app, k *kong.Context, all *adminCommand) error {
	return all.within(a, k, func(ctx context.Context, o *office) error {
		p, err := o.Person(ctx, c.Person)
		if err == nil {
			err = o.Unban(ctx, p.ID)
		}
		if err != nil {
			return err
		}
		return a.explain(p.Name + " may come in again.\n")
	})
}

// adminExport is "saloon admin export".
type adminExport struct {
	personArg
	Out string `required:"" placeholder:"FILE" help:"File to write, or - for standard output."`
}

// Run writes what is kept of a person.
func (c *adminExport) Run(a *app, k *kong.Context, all *adminCommand) error {
	return all.within(a, k, func(ctx context.Context, o *office) error {
		out, err := createOutput(c.Out, a.out) // first: what cannot be written was not given to anybody
		if err == nil {
			err = out.private()
		}
		if err != nil {
			return err
		}
		e, err := o.Export(ctx, c.Person)
		if err != nil {
			return out.finish(err)
		}
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		if err := out.finish(output(enc.Encode(e))); err != nil || c.Out == "-" {
			return err
		}
		return a.explain(fmt.Sprintf("All that is kept of %s, at %s, is in %s.\n", e.Person.Name, number(len(e.Tables), "table"), game.Quote(c.Out)))
	})
}

// adminErase is "saloon admin erase".
type adminErase struct {
	personArg
	yesFlag
}

// Help is the command's detailed help.
func (*adminErase) Help() string {
	return `Erases a person. The games that they have played stay, with their records and the proofs of their shuffles; their name becomes "somebody" there, also in what others have said, and what they said themselves goes. That cannot be undone. If it is cut short, the same command goes on.

Backups that were made before still have it all; docs/admin.md says what to do about them.

Example:

    saloon admin erase 7f3kq
`
}

// Run erases a person.
func (c *adminErase) Run(a *app, k *kong.Context, all *adminCommand) error {
	return all.within(a, k, func(ctx context.Context, o *office) error {
		p, err := o.Person(ctx, c.Person)
		if errors.Is(err, admin.ErrNoPerson) { // there may be something left of who is erased already
			p, err = admin.Person{ID: c.Person, Name: game.Quote(c.Person)}, nil
		}
		if err == nil {
			err = c.sure(a, "Erase %s? That cannot be undone.", p.Name)
		}
		if err != nil {
			return err
		}
		e, err := o.Erase(ctx, p.ID)
		if err != nil {
			return err
		}
		words := fmt.Sprintf("%s is erased, from %s. Backups that were made before still have the name.", p.ID, number(e.Tables, "table"))
		if !e.Whole {
			words += " The database is large: run saloon admin scrub when nobody plays, so that nothing is left in its file."
		}
		return a.explain(words + "\n")
	})
}

// adminScrub is "saloon admin scrub".
type adminScrub struct{ yesFlag }

// Help is the command's detailed help.
func (*adminScrub) Help() string {
	return `Writes the file of a house on SQLite anew, so that nothing is left in it of what was deleted. Erase does it by itself while the file is small. It takes some 15 seconds for a gigabyte, in which nobody can make a move, and needs as much room on the disk again.
`
}

// Run writes the file anew.
func (c *adminScrub) Run(a *app, k *kong.Context, all *adminCommand) error {
	return all.within(a, k, func(ctx context.Context, o *office) error {
		if all.Database != "" {
			return errors.New("there is no file to write anew: on PostgreSQL the server's autovacuum takes away what was deleted")
		}
		if err := c.sure(a, "Write %s anew? Nobody can make a move meanwhile.", game.Quote(o.store.Name())); err != nil {
			return err
		}
		if err := o.Scrub(ctx); err != nil {
			return err
		}
		return a.explain("Nothing is left of what was deleted.\n")
	})
}

// adminLog is "saloon admin log".
type adminLog struct {
	Last int `default:"50" min:"1" max:"100000" placeholder:"N" help:"How much of it to show (${default})."`
	jsonFlag
}

// A bookLine is a line of the house's book as programs read it.
type bookLine struct {
	ID     int64     `json:"id"`
	At     time.Time `json:"at"`
	By     string    `json:"by"`
	Deed   string    `json:"deed"`
	Table  string    `json:"table"`
	Person string    `json:"person"`
	Note   string    `json:"note"`
}

// Run shows what was done.
func (c *adminLog) Run(a *app, k *kong.Context, all *adminCommand) error {
	return all.within(a, k, func(ctx context.Context, o *office) error {
		list, err := o.Book(ctx, c.Last)
		if err != nil {
			return err
		}
		lines := []bookLine{}
		for _, n := range list {
			lines = append(lines, bookLine(n))
		}
		return c.answer(a, lines, func() string {
			if len(list) == 0 {
				return "Nothing was done yet.\n"
			}
			var b strings.Builder
			for _, n := range list {
				b.WriteString(moment(n.At) + "\t" + n.Deed)
				for _, part := range []struct{ before, what string }{
					{" person ", n.Person}, {" table ", n.Table}, {", by ", n.By}, {": ", n.Note},
				} {
					if part.what != "" {
						b.WriteString(part.before + part.what)
					}
				}
				b.WriteString("\n")
			}
			return b.String()
		})
	})
}
