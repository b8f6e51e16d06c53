// Package admin is what those can do who look after a house: see its tables, its people
// and their sessions, close, rename, ban, sign out, and give or erase what is kept of
// somebody. Everything that is done stands in the store's book, which all houses on the
// store read on in (house.Heed): so they take part within a second or two, without a bus.
//
// Who looks after a house may play there, too. So nothing here shows a hidden card or a
// server seed that the house has not told.
//
// The package must never know terminals, HTTP or SQL, nor rules of games.
package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store"
)

// Store is a house's store, and what else it can do for those who look after it.
type Store interface {
	house.Store
	Person(ctx context.Context, id string) (store.Person, error)
	ListTables(ctx context.Context, after string, limit int) ([]store.Table, error)
	ListPeople(ctx context.Context, after string, limit int) ([]store.Person, error)
	Mentions(ctx context.Context, what []byte) ([]string, error)
	Rewrite(ctx context.Context, id string, after int64, changed, entries []store.Entry, head store.Head) error
	Ban(ctx context.Context, id string, until time.Time, reason string) error
	SignOut(ctx context.Context, id string, hash []byte, at time.Time) error
	Erase(ctx context.Context, id string) error
	Note(ctx context.Context, n store.Notice) error
	Scrub(ctx context.Context, most int64) (whole bool, err error)
}

// Config is what an Office is made of. Zero values mean what is said.
type Config struct {
	Store Store            // must be there
	Clock func() time.Time // nil: time.Now
	By    string           // who looks after the house, for its book; may be ""
	// Wait is how long to wait, when somebody cannot come in any more, until all houses
	// know, before their seats are given up; 0: not at all. [house.HeedEvery], twice, is enough.
	Wait time.Duration
}

// Office is the use cases of those who look after a house. Any number may share a store
// with any number of houses.
type Office struct {
	cfg   Config
	store Store
	house *house.House // nil until something is to be done at a table
}

// New returns an office.
func New(cfg Config) *Office {
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	return &Office{cfg: cfg, store: cfg.Store}
}

// Why something cannot be done.
var (
	ErrNoTable  = errors.New("there is no such table")
	ErrNoPerson = errors.New("there is no such person")
	ErrSeveral  = errors.New("several begin so")
)

func (o *Office) now() time.Time { return o.cfg.Clock().UTC().Truncate(time.Microsecond) }

// tables is a house without doors, to carry out what is to happen at tables.
func (o *Office) tables(ctx context.Context) (*house.House, error) {
	if o.house == nil {
		h, err := house.New(ctx, house.Config{Store: o.store, Clock: o.cfg.Clock})
		if err != nil {
			return nil, err
		}
		o.house = h
	}
	return o.house, nil
}

// note writes into the book what was done. What it is about has happened then.
func (o *Office) note(ctx context.Context, n store.Notice) error {
	n.At, n.By = o.now(), o.cfg.By
	if err := o.store.Note(ctx, n); err != nil {
		return fmt.Errorf("it is done, but not in the book, so open pages may not know yet: %w", err)
	}
	return nil
}

// page is how many rows are read at once.
const page = 500

// LeastPrefix is how much of an id says which one it is, at least.
const LeastPrefix = 4

// A TableRow is a table as a list shows it.
type TableRow struct {
	ID      string      `json:"id"`
	Code    string      `json:"code"`
	Game    string      `json:"game"`
	Phase   house.Phase `json:"phase"`
	Public  bool        `json:"public"`
	Seats   int         `json:"seats"`
	Names   []string    `json:"names"` // of those who sit, bots included
	Made    time.Time   `json:"made"`
	Changed time.Time   `json:"changed"`
	Entries int64       `json:"entries"` // of its log
}

// rowOf is the row of a table; false for what is kept as a table and is none.
func rowOf(t *store.Table) (TableRow, bool) {
	var l house.Listing
	if err := json.Unmarshal(t.Summary, &l); err != nil || l.Game == "" || t.Seq == 0 {
		return TableRow{}, false
	}
	return TableRow{
		ID: t.ID, Code: t.Code, Game: l.Game, Phase: l.Phase, Public: t.Public, Seats: l.Seats, Names: l.Names,
		Made: t.CreatedAt, Changed: t.ActiveAt, Entries: t.Seq,
	}, true
}

// Tables lists the tables in a phase, "" for any, the last changed first. It reads all
// there are.
func (o *Office) Tables(ctx context.Context, phase house.Phase) ([]TableRow, error) {
	list := []TableRow{}
	for after := ""; ; {
		rows, err := o.store.ListTables(ctx, after, page)
		if err != nil || len(rows) == 0 {
			slices.SortStableFunc(list, func(a, b TableRow) int { return b.Changed.Compare(a.Changed) })
			return list, err
		}
		for i := range rows {
			if row, ok := rowOf(&rows[i]); ok && (phase == "" || row.Phase == phase) {
				list = append(list, row)
			}
		}
		after = rows[len(rows)-1].ID
	}
}

// Table returns the table with an id, the beginning of one, or a code.
func (o *Office) Table(ctx context.Context, name string) (TableRow, error) {
	code := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(name))
	t, err := o.store.Table(ctx, name)
	if errors.Is(err, store.ErrNotFound) {
		t, err = o.store.ByCode(ctx, code)
	}
	if err == nil {
		if row, ok := rowOf(&t); ok {
			return row, nil
		}
		return TableRow{}, ErrNoTable
	}
	if !errors.Is(err, store.ErrNotFound) || len(name) < LeastPrefix {
		return TableRow{}, orElse(err, ErrNoTable)
	}
	rows, err := o.store.ListTables(ctx, name, 2)
	if err != nil {
		return TableRow{}, err
	}
	rows = slices.DeleteFunc(rows, func(t store.Table) bool { return !strings.HasPrefix(t.ID, name) })
	if len(rows) == 1 {
		if row, ok := rowOf(&rows[0]); ok {
			return row, nil
		}
	}
	return TableRow{}, one(len(rows), ErrNoTable)
}

// orElse is another error where something was not found.
func orElse(err, other error) error {
	if errors.Is(err, store.ErrNotFound) {
		return other
	}
	return err
}

func one(n int, none error) error {
	if n > 1 {
		return ErrSeveral
	}
	return none
}

// A TableView is a table as who looks after the house sees it.
type TableView struct {
	TableRow
	Scene house.Scene     `json:"-"` // as spectators see it
	Log   []house.Telling `json:"log"`
	Sits  []Sitting       `json:"people"`
}

// A Sitting is a person who sits at a table.
type Sitting struct {
	Seat   int    `json:"seat"`
	Person string `json:"id"`
	Name   string `json:"name"`
}

// View returns a table with its log as spectators may know it.
func (o *Office) View(ctx context.Context, name string) (v TableView, err error) {
	if v.TableRow, err = o.Table(ctx, name); err != nil {
		return v, err
	}
	log, err := o.store.Log(ctx, v.ID, 0)
	if err != nil {
		return v, err
	}
	t, err := house.Replay(v.ID, log)
	if err != nil {
		return v, err
	}
	v.Scene = t.Scene("")
	if v.Log, err = house.Tell(v.ID, log, ""); err != nil {
		return v, err
	}
	v.Sits = []Sitting{}
	for _, id := range t.Guests() {
		if you := t.Scene(id).You; you >= 0 {
			v.Sits = append(v.Sits, Sitting{you, id, v.Scene.Seats[you].Name})
		}
	}
	return v, nil
}

// Close closes a table for a reason that people are told. The game that is on there is
// over without a winner; its server seed is told, so its record can be checked.
func (o *Office) Close(ctx context.Context, name, reason string) (TableRow, error) {
	row, err := o.Table(ctx, name)
	if err != nil {
		return row, err
	}
	h, err := o.tables(ctx)
	if err != nil {
		return row, err
	}
	if _, err := h.Do(ctx, row.ID, "", "", house.CloseForAll{Reason: reason}); err != nil {
		return row, err
	}
	// The reason stands in the log of the table, where it is erased with whom it names.
	return row, o.note(ctx, store.Notice{Deed: house.DeedClose, Table: row.ID})
}

// Book returns what was done, the last first, and no more than limit of it.
func (o *Office) Book(ctx context.Context, limit int) ([]store.Notice, error) {
	all := []store.Notice{}
	for after := int64(0); ; {
		list, err := o.store.Notices(ctx, after, page)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			slices.Reverse(all)
			return all, nil
		}
		after = list[len(list)-1].ID
		all = append(all, list...)
		all = all[max(0, len(all)-limit):]
	}
}
