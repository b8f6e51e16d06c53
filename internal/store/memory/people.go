package memory

import (
	"bytes"
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
	return s.write(ctx, func() (*change, error) {
		if s.people[p.ID] != nil || s.byToken(p.TokenHash) != nil {
			return nil, fmt.Errorf("%w: a person with id %q or with the same token", store.ErrTaken, p.ID)
		}
		p.SeenAt = p.CreatedAt
		return &change{Person: personOf(&p)}, nil
	})
}

// byToken returns the person whose token has a hash, nil for nobody. The caller holds
// mu. It takes time in proportion to the people, who are few in one process.
func (s *Store) byToken(hash []byte) *store.Person {
	for _, p := range s.people {
		if bytes.Equal(p.TokenHash, hash) {
			return p
		}
	}
	return nil
}

// Person returns the person with an id, or [store.ErrNotFound].
func (s *Store) Person(ctx context.Context, id string) (person store.Person, err error) {
	err = s.read(ctx, func() error {
		p, err := found(s.people, "person", id)
		if err == nil {
			person = *p
		}
		return err
	})
	return person, err
}

// PersonByToken returns the person whose token has this hash, or [store.ErrNotFound].
func (s *Store) PersonByToken(ctx context.Context, hash []byte) (person store.Person, err error) {
	err = s.read(ctx, func() error {
		p := s.byToken(hash)
		if p == nil {
			return fmt.Errorf("%w: person with token", store.ErrNotFound) // whoever reads logs need not know it
		}
		person = *p
		return nil
	})
	return person, err
}

// Rename gives a person another name. [store.ErrNotFound] if there is no such person.
func (s *Store) Rename(ctx context.Context, id, name string) error {
	if err := store.CheckName(name); err != nil {
		return err
	}
	return s.changePerson(ctx, id, func(p *store.Person) { p.Name = name })
}

// Seen remembers that a person was there at a time. It may be called with every
// request, for it writes only when p, as last read, was not seen for
// [store.SeenEvery]; then it sets p.SeenAt.
func (s *Store) Seen(ctx context.Context, p *store.Person, at time.Time) error {
	if at.Sub(p.SeenAt) < store.SeenEvery {
		return nil
	}
	err := s.write(ctx, func() (*change, error) {
		now := s.people[p.ID]
		if now == nil || !now.SeenAt.Before(at) {
			return nil, nil
		}
		seen := *now
		seen.SeenAt = at
		return &change{Person: personOf(&seen)}, nil
	})
	if err == nil {
		p.SeenAt = at
	}
	return err
}
