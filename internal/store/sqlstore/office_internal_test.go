package sqlstore

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

func TestMentionsAreFoundHoweverTheSearchIsDivided(t *testing.T) {
	for name, s := range map[string]*Store{
		"SQLite": newStore(t, Options{}), "PostgreSQL": newPostgres(t, pgtest.Database(t), Options{}),
	} {
		t.Run(name, func(t *testing.T) {
			at := time.Unix(1_796_000_000, 0)
			for _, id := range []string{"b", "a", "c"} {
				var entries []store.Entry
				for seq := range int64(3) {
					entries = append(entries, store.Entry{Seq: seq + 1, At: at, Body: fmt.Append(nil, id, "-", seq)})
				}
				if err := s.Create(t.Context(), store.Table{ID: id, Code: "code-" + id, CreatedAt: at}, entries); err != nil {
					t.Fatal(err)
				}
			}
			for atOnce := range int64(10) {
				for what, want := range map[string][]string{"b-0": {"b"}, "a-": {"a"}, "c-2": {"c"}, "-1": {"a", "b", "c"}, "d": nil} {
					got, err := s.mentions(t.Context(), []byte(what), atOnce+1)
					if err != nil || !slices.Equal(got, want) {
						t.Errorf("%s, %d at once: %q, %v; want %q", what, atOnce+1, got, err, want)
					}
				}
			}
		})
	}
}
