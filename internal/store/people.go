package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// SeenEvery is how exactly it is known when a person was last seen.
const SeenEvery = 10 * time.Minute

// A Person is somebody who comes back.
type Person struct {
	ID        string
	TokenHash []byte // of the token by which they are known; the token itself is never here
	Name      string
	CreatedAt time.Time
	SeenAt    time.Time // to about SeenEvery; given by the store
}

// CreatePerson makes a person, last seen when created. [ErrTaken] says that the
// id or the token's hash is somebody's already.
func (s *Store) CreatePerson(ctx context.Context, p Person) error {
	if err := errors.Join(text("id", p.ID, 1, MaxID), length("hash of a token", len(p.TokenHash), 16, MaxToken),
		text("name", p.Name, 0, MaxName)); err != nil {
		return err
	}
	return s.write.do(ctx, func(c *conn) error {
		made, err := c.exec(qCreatePerson, p.ID, p.TokenHash, p.Name, micros(p.CreatedAt))
		if err == nil && made == 0 {
			err = fmt.Errorf("%w: a person with id %q or with the same token", ErrTaken, p.ID)
		}
		return err
	})
}

// Person returns the person with an id, or [ErrNotFound].
func (s *Store) Person(ctx context.Context, id string) (Person, error) {
	p, err := scanPerson(s.read.row(ctx, qPerson, id))
	return p, missing(err, "person", id)
}

// PersonByToken returns the person whose token has this hash, or [ErrNotFound].
func (s *Store) PersonByToken(ctx context.Context, hash []byte) (Person, error) {
	p, err := scanPerson(s.read.row(ctx, qPersonByToken, present(hash)))
	return p, missing(err, "person with token", "...") // whoever reads logs need not know it
}

// Rename gives a person another name. [ErrNotFound] if there is no such person.
func (s *Store) Rename(ctx context.Context, id, name string) error {
	if err := text("name", name, 0, MaxName); err != nil {
		return err
	}
	return s.changePerson(ctx, qRename, id, name)
}

func (s *Store) changePerson(ctx context.Context, q query, id string, value any) error {
	return s.write.do(ctx, func(c *conn) error {
		changed, err := c.exec(q, id, value)
		if err == nil && changed == 0 {
			err = fmt.Errorf("%w: person %q", ErrNotFound, id)
		}
		return err
	})
}

// Seen remembers that a person was there at a time. It may be called with every
// request, for it writes only when p, as last read, was not seen for SeenEvery;
// then it sets p.SeenAt.
func (s *Store) Seen(ctx context.Context, p *Person, at time.Time) error {
	if at.Sub(p.SeenAt) < SeenEvery {
		return nil
	}
	err := s.write.do(ctx, func(c *conn) error {
		_, err := c.exec(qSeen, p.ID, micros(at)) // no row: another node saw them later
		return err
	})
	if err == nil {
		p.SeenAt = at
	}
	return err
}

func scanPerson(row scanner) (Person, error) {
	var (
		p             Person
		created, seen int64
	)
	if err := row.Scan(&p.ID, &p.TokenHash, &p.Name, &created, &seen); err != nil {
		return Person{}, err
	}
	p.CreatedAt, p.SeenAt = fromMicros(created), fromMicros(seen)
	return p, nil
}
