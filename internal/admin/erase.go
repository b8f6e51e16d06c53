package admin

import (
	"context"
	"errors"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store"
)

// ExportFormat names the form of an Export. Its number grows when a reader of the old one
// would misunderstand.
const ExportFormat = "saloon-person/1"

// An Export is all that a house keeps of a person.
type Export struct {
	Format  string          `json:"format"` // ExportFormat
	At      time.Time       `json:"at"`
	Person  Person          `json:"person"`
	Tables  []ExportedTable `json:"tables"`
	Notices []ExportedDeed  `json:"notices"` // what those who look after the house have done about them
}

// An ExportedTable is a table as a person has seen it from their seat.
type ExportedTable struct {
	ID      string          `json:"id"`
	Code    string          `json:"code"`
	Game    string          `json:"game"`
	Entries []house.Telling `json:"entries"`
}

// An ExportedDeed is a line of the house's book.
type ExportedDeed struct {
	At   time.Time `json:"at"`
	Deed string    `json:"deed"`
	Note string    `json:"note,omitempty"`
}

// Export returns all that is kept of a person: their row, their session without what it is
// known by, the tables at which they have sat with what they have seen there, and what was
// done about them. It has nothing of others but that, and no hidden card.
func (o *Office) Export(ctx context.Context, id string) (e Export, err error) {
	e = Export{Format: ExportFormat, At: o.now(), Tables: []ExportedTable{}, Notices: []ExportedDeed{}}
	if e.Person, err = o.Person(ctx, id); err != nil {
		return e, err
	}
	ids, err := o.mentioned(ctx, e.Person.ID)
	if err != nil {
		return e, err
	}
	for _, table := range ids {
		row, err := o.Table(ctx, table)
		if errors.Is(err, ErrNoTable) { // a pad, which has no people
			continue
		}
		if err != nil {
			return e, err
		}
		log, err := o.store.Log(ctx, table, 0)
		if err != nil {
			return e, err
		}
		entries, err := house.Tell(table, log, e.Person.ID)
		if err != nil {
			return e, err
		}
		e.Tables = append(e.Tables, ExportedTable{row.ID, row.Code, row.Game, entries})
	}
	for after := int64(0); ; {
		list, err := o.store.Notices(ctx, after, page)
		if err != nil {
			return e, err
		}
		if len(list) == 0 {
			break
		}
		for i := range list {
			if n := &list[i]; n.Person == e.Person.ID {
				e.Notices = append(e.Notices, ExportedDeed{n.At, n.Deed, n.Note})
			}
		}
		after = list[len(list)-1].ID
	}
	return e, o.note(ctx, store.Notice{Deed: house.DeedExport, Person: e.Person.ID})
}

// MostAtOnce is how large a file may be, in bytes, that is written anew while others wait.
const MostAtOnce = 128 << 20

// Erased says what came of erasing somebody.
type Erased struct {
	Tables int // at which there was something to erase
	// Whole says that the database's file was written anew, or need not be. Otherwise
	// [Office.Scrub] does it, better when nobody plays.
	Whole bool
}

// mostPasses is how often the logs are gone through until nothing is left to be erased.
const mostPasses = 5

// Erase erases a person. What they played stays, their names and what they said do not:
// the logs are rewritten so that they were called [house.Somebody]. Who is erased half-way
// is there still, and can be erased again.
//
// Their id stays in the logs, as that of one of the players of these games, and is
// nobody's any more. By it, all of it, what is in the logs of who is erased already can be
// erased: what was on its way to them at that moment.
func (o *Office) Erase(ctx context.Context, id string) (e Erased, err error) {
	p, err := o.find(ctx, id)
	if errors.Is(err, ErrNoPerson) && len(id) > LeastPrefix {
		return o.eraseRest(ctx, id)
	}
	if err != nil {
		return e, err
	}
	// First they go, so that nothing more is written of them.
	if _, err := o.SignOut(ctx, p.ID); err != nil {
		return e, err
	}
	if e.Tables, err = o.eraseEverywhere(ctx, &p); err != nil {
		return e, err
	}
	if err := o.store.Erase(ctx, p.ID); err != nil {
		return e, err
	}
	if err := o.note(ctx, store.Notice{Deed: house.DeedErase, Person: p.ID}); err != nil {
		return e, err
	}
	e.Whole, err = o.store.Scrub(ctx, MostAtOnce)
	return e, err
}

// eraseRest erases what is left in the logs of somebody who is there no more; ErrNoPerson
// if there is nothing.
func (o *Office) eraseRest(ctx context.Context, id string) (e Erased, err error) {
	if e.Tables, err = o.eraseEverywhere(ctx, &store.Person{ID: id}); err != nil {
		return e, err
	}
	if e.Tables == 0 {
		return e, ErrNoPerson
	}
	if _, err := o.leave(ctx, store.Notice{Deed: house.DeedErase, Person: id}); err != nil {
		return e, err
	}
	e.Whole, err = o.store.Scrub(ctx, MostAtOnce)
	return e, err
}

// Scrub writes the file of a house on SQLite anew, however large it is.
func (o *Office) Scrub(ctx context.Context) error {
	_, err := o.store.Scrub(ctx, 0)
	return err
}

// eraseEverywhere erases a person from all logs, until nothing is left to be erased, and
// returns at how many tables there was something.
func (o *Office) eraseEverywhere(ctx context.Context, p *store.Person) (tables int, err error) {
	done := map[string]bool{}
	for range mostPasses {
		ids, err := o.mentioned(ctx, p.ID)
		if err != nil {
			return len(done), err
		}
		found := false
		for _, table := range ids {
			here, err := o.eraseAt(ctx, table, p)
			if err != nil {
				return len(done), err
			}
			if here {
				found, done[table] = true, true
			}
		}
		if !found {
			break
		}
	}
	return len(done), nil
}

func (o *Office) wait(ctx context.Context) error {
	if o.cfg.Wait == 0 {
		return nil
	}
	t := time.NewTimer(o.cfg.Wait)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// mostTries is how often another may append to a log while it is being rewritten.
const mostTries = 20

// eraseAt erases a person from the log of one table, and reports whether there was anything.
func (o *Office) eraseAt(ctx context.Context, table string, p *store.Person) (found bool, err error) {
	for range mostTries {
		log, err := o.store.Log(ctx, table, 0)
		if err != nil {
			return false, err
		}
		e, found, err := house.Erase(table, log, p.ID, []string{p.Name}, o.now())
		if err != nil || !found {
			return false, err
		}
		err = o.store.Rewrite(ctx, table, e.After, e.Changed, e.Entries, e.Head)
		if _, conflict := errors.AsType[*store.ConflictError](err); !conflict {
			return err == nil, err
		}
	}
	return false, errors.New("a table changes too fast to be rewritten; try again")
}
