package sqlstore

import (
	"context"
	"fmt"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// CreatePerson makes a person, last seen when created. [store.ErrTaken] says that the
// id or the token's hash is somebody's already.
func (s *Store) CreatePerson(ctx context.Context, p store.Person) error {
	if err := store.CheckPerson(p); err != nil {
		return err
	}
	return s.write.do(ctx, func(c *conn) error {
		made, err := c.exec(qCreatePerson, p.ID, p.TokenHash, p.Name, micros(p.CreatedAt))
		if err == nil && made == 0 {
			err = fmt.Errorf("%w: a person with id %q or with the same token", store.ErrTaken, p.ID)
		}
		return err
	})
}

// Person returns the person with an id, or [store.ErrNotFound].
func (s *Store) Person(ctx context.Context, id string) (store.Person, error) {
	p, err := scanPerson(s.read.row(ctx, qPerson, id))
	return p, missing(err, "person", id)
}

// PersonByToken returns the person whose token has this hash, or [store.ErrNotFound].
func (s *Store) PersonByToken(ctx context.Context, hash []byte) (store.Person, error) {
	p, err := scanPerson(s.read.row(ctx, qPersonByToken, present(hash)))
	return p, missing(err, "person with token", "...") // whoever reads logs need not know it
}

// Rename gives a person another name. [store.ErrNotFound] if there is no such person.
func (s *Store) Rename(ctx context.Context, id, name string) error {
	if err := store.CheckName(name); err != nil {
		return err
	}
	return s.changePerson(ctx, qRename, id, name)
}

func (s *Store) changePerson(ctx context.Context, q query, id string, value any) error {
	return s.write.do(ctx, func(c *conn) error {
		changed, err := c.exec(q, id, value)
		if err == nil && changed == 0 {
			err = fmt.Errorf("%w: person %q", store.ErrNotFound, id)
		}
		return err
	})
}

// Seen remembers that a person was there at a time. It may be called with every
// request, for it writes only when p, as last read, was not seen for SeenEvery;
// then it sets p.SeenAt.
func (s *Store) Seen(ctx context.Context, p *store.Person, at time.Time) error {
	if at.Sub(p.SeenAt) < store.SeenEvery {
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

func scanPerson(row scanner) (store.Person, error) {
	var (
		p                         store.Person
		created, seen, until, out int64
	)
	if err := row.Scan(&p.ID, &p.TokenHash, &p.Name, &created, &seen, &until, &p.BanReason, &out); err != nil {
		return store.Person{}, err
	}
	p.CreatedAt, p.SeenAt, p.BannedUntil, p.OutAt = fromMicros(created), fromMicros(seen), fromMicrosOrZero(until), fromMicrosOrZero(out)
	return p, nil
}
