package sqlstore_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// Each appender has a table of its own, as the players of a table have: they
// wait for each other, tables do not.
func BenchmarkAppend(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) { benchmarkAppend(b, fresh) })
	b.Run("PostgreSQL", func(b *testing.B) { benchmarkAppend(b, freshPostgres) })
}

func benchmarkAppend(b *testing.B, fresh func(testing.TB) *sqlstore.Store) {
	b.Helper()
	for _, appenders := range []int{1, 16, 256} {
		b.Run(fmt.Sprintf("appenders=%d", appenders), func(b *testing.B) {
			s := fresh(b)
			ids := make([]string, appenders)
			for i := range ids {
				ids[i] = fmt.Sprintf("table-%016d", i)
				create(b, s, ids[i])
			}
			before := s.Stats()
			b.ReportAllocs()
			b.ResetTimer()
			var wg sync.WaitGroup
			for i, id := range ids {
				wg.Go(func() { appendTo(b, s, id, (b.N+i)/appenders) })
			}
			wg.Wait()
			b.StopTimer()
			commits := float64(s.Stats().Commits - before.Commits)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
			b.ReportMetric(commits/b.Elapsed().Seconds(), "commits/s")
			b.ReportMetric(float64(b.N)/commits, "appends/commit")
		})
	}
}

// appendTo appends n entries of the usual size to an empty log, one by one.
func appendTo(b *testing.B, s *sqlstore.Store, id string, n int) {
	b.Helper()
	body, summary := make([]byte, 100), make([]byte, 100)
	for seq := range n {
		e := store.Entry{At: second(seq), Key: fmt.Sprintf("key-%012d", seq), Body: body}
		head := store.Head{Phase: "playing", WakeAt: second(seq).Add(30 * time.Second), Summary: summary}
		if err := s.Append(b.Context(), id, int64(seq), []store.Entry{e}, head); err != nil {
			b.Error(err)
			return
		}
	}
}

func BenchmarkLog(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) { benchmarkLog(b, fresh(b)) })
	b.Run("PostgreSQL", func(b *testing.B) { benchmarkLog(b, freshPostgres(b)) })
}

func benchmarkLog(b *testing.B, s *sqlstore.Store) {
	b.Helper()
	const length = 300
	create(b, s, "id")
	appendTo(b, s, "id", length)
	for _, entries := range []int{1, length} {
		b.Run(fmt.Sprintf("entries=%d", entries), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if log, err := s.Log(b.Context(), "id", int64(length-entries)); err != nil || len(log) != entries {
					b.Fatal(len(log), err)
				}
			}
		})
	}
}
