// Package store is what a house keeps: events, tables, people. It has the words for
// them, their limits and what a write may be refused with; the packages below it keep
// them, sqlstore in a database and memory in one process. What both promise is proved
// by the battery of package storetest.
//
// A table is its log: entries numbered from 1, appended only by one who has
// seen all that came before. Beside the log each table has a head, one row that
// says what a list shows of it and when somebody must look after it. Bodies,
// summaries and secrets are bytes; the package must never know what
// they mean, nor anything of the rules of games, and it reads no clock: every
// time is an argument.
//
// # What an answer means
//
// A write that returns nil is kept: on disk, where there is one. One that returns
// [ErrTaken], [ErrNotFound], [ErrInvalid], [ErrOverloaded], [ErrUnavailable],
// [ErrClosed] or a [*ConflictError] has changed nothing. One that returns [ErrUnknown] may be kept or
// not: the caller was cancelled while it was being written, or the disk failed at the
// commit. Look again: an append that has happened is in the log. Any other error
// has changed nothing.
//
// # Values
//
// Times are kept as whole microseconds and come back in UTC. Ids, codes and
// tokens must be unguessable, which is the caller's business. Bytes given to a
// write must not be changed afterwards, and bytes that are nil may come back as
// empty.
package store

import (
	"errors"
	"fmt"
	"time"
)

// The most that a store takes, in bytes but for MaxEntries.
const (
	MaxID      = 64       // a table's or a person's id, a table's code
	MaxKey     = 128      // an entry's key
	MaxPhase   = 32       // a phase
	MaxName    = 256      // a person's name
	MaxToken   = 64       // the hash of a token; at least 16
	MaxBody    = 64 << 10 // a body, a summary, a secret
	MaxEntries = 1024     // entries in one call
	MaxNote    = 512      // the note of a notice, the reason of a ban
)

// What a write or a look-up may be refused with. All but [ErrUnknown] mean that
// nothing has changed.
var (
	ErrNotFound   = errors.New("store: not found")
	ErrTaken      = errors.New("store: taken")
	ErrInvalid    = errors.New("store: invalid argument")
	ErrOverloaded = errors.New("store: too many writes are waiting")
	ErrClosed     = errors.New("store: closed")
	// ErrUnavailable wraps the reason why what keeps it all cannot be used for now: a disk
	// that is full or may not be written, a server that is away.
	ErrUnavailable = errors.New("store: cannot be used just now")

	// ErrUnknown wraps the reason why nobody can say whether a write is
	// kept. What was asked for may still happen after the call has returned.
	ErrUnknown = errors.New("store: outcome unknown")
)

// A ConflictError refuses an append because the log is not where the caller
// believed it to be.
type ConflictError struct {
	Seq int64 // number of the log's last entry, 0 if it is empty
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("store: the log is at %d; read it from there and try again", e.Seq)
}

// An Entry is one event of a table's log.
type Entry struct {
	Seq  int64 // its number in its log, from 1; given by the store
	At   time.Time
	Key  string // by which whoever asked for it knows it again; "" for none
	Body []byte
}

// A Head is what is kept of a table beside its log. Each append replaces it.
type Head struct {
	Phase   string
	Public  bool      // whether it is in the list of public tables
	WakeAt  time.Time // when it can be claimed; zero: not before a person acts
	Summary []byte    // for lists
}

// A Table is one table, without its log.
type Table struct {
	ID        string
	Code      string // short, for people to tell each other
	CreatedAt time.Time
	ActiveAt  time.Time // time of its last entry, before that CreatedAt; given by the store
	Seq       int64     // number of its last entry, 0 if there is none; given by the store
	Head
}

// SeenEvery is how exactly it is known when a person was last seen.
const SeenEvery = 10 * time.Minute

// A Person is somebody who comes back.
type Person struct {
	ID        string
	TokenHash []byte // of the token by which they are known; the token itself is never here
	Name      string
	CreatedAt time.Time
	SeenAt    time.Time // to about SeenEvery; given by the store

	// BannedUntil is until when they are kept out, and BanReason why; zero: they are not.
	BannedUntil time.Time
	BanReason   string
	// OutAt is when they were signed out: since then nobody has their token. Zero: they
	// were not.
	OutAt time.Time
}

// A Notice is one line of the book in which it stands what was done by whoever looks
// after the house. All who share the store read on in it, and so learn soon whom or which
// table they have to look at again.
type Notice struct {
	ID     int64 // from 1, one more with each; given by the store
	At     time.Time
	By     string // who did it, as far as it is known
	Deed   string // a word
	Table  string // id of the table that it is about, "" for none
	Person string // id of the person that it is about, "" for nobody
	Note   string // for people; gone when the person is erased
}
