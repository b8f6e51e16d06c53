package admin

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store"
)

// A Person is somebody as lists show them.
type Person struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Since    time.Time `json:"since"`
	Seen     time.Time `json:"seen"` // to ten minutes
	Ban      *Ban      `json:"ban,omitempty"`
	Sessions []Session `json:"sessions"`
}

// A Ban keeps somebody out.
type Ban struct {
	Until  time.Time `json:"until"` // [house.ForGood] for one that never ends
	Reason string    `json:"reason"`
}

// A Session is a browser by which somebody is known. A guest has one, or none after they
// were signed out.
type Session struct {
	ID    string    `json:"id"`
	Since time.Time `json:"since"`
	Seen  time.Time `json:"seen"`
}

// sessionID names a session and says nothing by which somebody could become who it is.
func sessionID(hash []byte) string {
	sum := sha256.Sum256(append([]byte("session "), hash...))
	return hex.EncodeToString(sum[:6])
}

func (o *Office) personOf(p *store.Person) Person {
	out := Person{ID: p.ID, Name: p.Name, Since: p.CreatedAt, Seen: p.SeenAt, Sessions: []Session{}}
	if (house.Ban{Until: p.BannedUntil}).Holds(o.now()) {
		out.Ban = &Ban{p.BannedUntil, p.BanReason}
	}
	if p.OutAt.IsZero() {
		out.Sessions = append(out.Sessions, Session{sessionID(p.TokenHash), p.CreatedAt, p.SeenAt})
	}
	return out
}

// each calls f for all people, until it returns false.
func (o *Office) each(ctx context.Context, f func(*store.Person) bool) error {
	for after := ""; ; {
		rows, err := o.store.ListPeople(ctx, after, page)
		if err != nil || len(rows) == 0 {
			return err
		}
		for i := range rows {
			if !f(&rows[i]) {
				return nil
			}
		}
		after = rows[len(rows)-1].ID
	}
}

// People lists people whose names have a part, whatever its case, "" for all, the last seen
// first. It reads all there are.
func (o *Office) People(ctx context.Context, part string) ([]Person, error) {
	list := []Person{}
	part = strings.ToLower(part)
	err := o.each(ctx, func(p *store.Person) bool {
		if strings.Contains(strings.ToLower(p.Name), part) {
			list = append(list, o.personOf(p))
		}
		return true
	})
	slices.SortStableFunc(list, func(a, b Person) int { return b.Seen.Compare(a.Seen) })
	return list, err
}

// find returns the person with an id, or the beginning of one.
func (o *Office) find(ctx context.Context, id string) (store.Person, error) {
	p, err := o.store.Person(ctx, id)
	if err == nil || !errors.Is(err, store.ErrNotFound) || len(id) < LeastPrefix {
		return p, orElse(err, ErrNoPerson)
	}
	rows, err := o.store.ListPeople(ctx, id, 2)
	if err != nil {
		return p, err
	}
	rows = slices.DeleteFunc(rows, func(p store.Person) bool { return !strings.HasPrefix(p.ID, id) })
	if len(rows) == 1 {
		return rows[0], nil
	}
	return p, one(len(rows), ErrNoPerson)
}

// Person returns the person with an id, or the beginning of one.
func (o *Office) Person(ctx context.Context, id string) (Person, error) {
	p, err := o.find(ctx, id)
	return o.personOf(&p), err
}

// mentioned lists the tables in whose logs a person is.
func (o *Office) mentioned(ctx context.Context, id string) ([]string, error) {
	return o.store.Mentions(ctx, []byte(`"`+id+`"`))
}

// Seats lists the tables at which a person sits.
func (o *Office) Seats(ctx context.Context, id string) ([]TableRow, error) {
	ids, err := o.mentioned(ctx, id)
	if err != nil {
		return nil, err
	}
	list := []TableRow{}
	for _, table := range ids {
		log, err := o.store.Log(ctx, table, 0)
		if err != nil {
			return nil, err
		}
		t, err := house.Replay(table, log)
		if err != nil {
			return nil, err
		}
		if t.Phase() == house.Shut || t.Scene(id).You < 0 {
			continue
		}
		row, err := o.Table(ctx, table)
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}

// BySession returns who has a session.
func (o *Office) BySession(ctx context.Context, session string) (Person, error) {
	var found *Person
	err := o.each(ctx, func(p *store.Person) bool {
		if p.OutAt.IsZero() && sessionID(p.TokenHash) == session {
			who := o.personOf(p)
			found = &who
		}
		return found == nil
	})
	if err == nil && found == nil {
		err = ErrNoPerson
	}
	if err != nil {
		return Person{}, err
	}
	return *found, nil
}

// SignOut ends the session of a person. Nobody can be them any more: they come back as
// somebody new. Their seats become free where no game is on; where one is, bots play on
// for them. It returns these tables.
func (o *Office) SignOut(ctx context.Context, id string) (left []string, err error) {
	var nobody [sha256.Size]byte
	_, _ = rand.Read(nobody[:]) // never fails
	if err := o.store.SignOut(ctx, id, nobody[:], o.now()); err != nil {
		return nil, orElse(err, ErrNoPerson)
	}
	return o.leave(ctx, store.Notice{Deed: house.DeedSignOut, Person: id})
}

// Rename gives a person another name, also where they sit, and returns these tables.
func (o *Office) Rename(ctx context.Context, id, name string) (at []string, err error) {
	h, ids, err := o.where(ctx, id)
	if err != nil {
		return nil, err
	}
	if at, err = h.RenameAt(ctx, id, name, ids); err != nil {
		return at, err
	}
	return at, o.note(ctx, store.Notice{Deed: house.DeedRename, Person: id})
}

// where is the house, to do something where a person is in the logs.
func (o *Office) where(ctx context.Context, id string) (*house.House, []string, error) {
	ids, err := o.mentioned(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	h, err := o.tables(ctx)
	return h, ids, err
}

// Ban keeps a person out until a time, for a reason that they are told, or "". Their seats
// become free where no game is on; where one is, bots play on for them. It returns these
// tables.
func (o *Office) Ban(ctx context.Context, id string, until time.Time, reason string) (left []string, err error) {
	if reason != "" {
		if reason, err = house.CheckReason(reason); err != nil {
			return nil, err
		}
	}
	if err := o.store.Ban(ctx, id, until, reason); err != nil {
		return nil, orElse(err, ErrNoPerson)
	}
	return o.leave(ctx, store.Notice{Deed: house.DeedBan, Person: id, Note: reason})
}

// leave notes that somebody can no longer come in and, once all houses know, so that they
// cannot come back to them, gives up their seats.
func (o *Office) leave(ctx context.Context, why store.Notice) (left []string, err error) {
	if err := o.note(ctx, why); err != nil {
		return nil, err
	}
	if err := o.wait(ctx); err != nil {
		return nil, err
	}
	h, ids, err := o.where(ctx, why.Person)
	if err != nil {
		return nil, err
	}
	if left, err = h.LeaveAt(ctx, why.Person, ids); err != nil {
		return left, err
	}
	for _, table := range left {
		if err := o.note(ctx, store.Notice{Deed: house.DeedLeave, Person: why.Person, Table: table}); err != nil {
			return left, err
		}
	}
	return left, nil
}

// Unban lets a person in again.
func (o *Office) Unban(ctx context.Context, id string) error {
	if err := o.store.Ban(ctx, id, time.Time{}, ""); err != nil {
		return orElse(err, ErrNoPerson)
	}
	return o.note(ctx, store.Notice{Deed: house.DeedUnban, Person: id})
}
