package house

import (
	"context"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// Store is where a house keeps its tables and people. What each call means, package
// store says; store/sqlstore and store/memory do it.
type Store interface {
	Create(ctx context.Context, t store.Table, entries []store.Entry) error
	Append(ctx context.Context, id string, after int64, entries []store.Entry, head store.Head) error
	Log(ctx context.Context, id string, after int64) ([]store.Entry, error)
	Grown(ctx context.Context, known map[string]int64) (map[string]int64, error)
	Table(ctx context.Context, id string) (store.Table, error)
	ByCode(ctx context.Context, code string) (store.Table, error)
	Public(ctx context.Context, limit int) ([]store.Table, error)
	Claim(ctx context.Context, now time.Time, lease time.Duration, limit int, except ...string) ([]string, error)

	PutSecret(ctx context.Context, id string, game int64, secret []byte) error
	Secret(ctx context.Context, id string, game int64) ([]byte, error)

	CreatePerson(ctx context.Context, p store.Person) error
	PersonByToken(ctx context.Context, hash []byte) (store.Person, error)
	Rename(ctx context.Context, id, name string) error
	Seen(ctx context.Context, p *store.Person, at time.Time) error

	Notices(ctx context.Context, after int64, limit int) ([]store.Notice, error)
}
