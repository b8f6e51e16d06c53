package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// own starts a server that the test may harm.
func own(t *testing.T) *pgtest.Server {
	t.Helper()
	server, err := pgtest.Start()
	check(t, err)
	t.Cleanup(func() { check(t, server.Stop()) })
	return server
}

// A crowd appends to tables through outages, several to each table, and notes what is
// acknowledged.
type crowd struct {
	stop chan struct{}
	all  sync.WaitGroup

	mu           sync.Mutex
	acknowledged []acknowledgement
	lost         int // appends whose outcome is unknown
	failed       int // appends that have changed nothing
	count        atomic.Int64
}

func gather(t *testing.T, stores ...*sqlstore.Store) *crowd {
	t.Helper()
	c := &crowd{stop: make(chan struct{})}
	for i := range tablesOfChild {
		id := fmt.Sprint("table-", i)
		check(t, stores[0].Create(t.Context(), store.Table{ID: id, Code: id}, nil))
		for hand, s := range stores {
			c.all.Go(func() { c.appendOn(t, s, id, fmt.Sprint(hand)) })
		}
	}
	return c
}

// appendOn appends until it is told to stop. Whoever does not know what has come of an
// append, or was overtaken, looks at the log and goes on from there.
func (c *crowd) appendOn(t *testing.T, s *sqlstore.Store, id, name string) {
	t.Helper()
	after := int64(0)
	for n := 0; ; n++ {
		select {
		case <-c.stop:
			return
		default:
		}
		e := store.Entry{At: second(n), Key: fmt.Sprint(id, "/", name, "/", n)}
		e.Body = []byte("body of " + e.Key)
		err := s.Append(t.Context(), id, after, []store.Entry{e}, store.Head{WakeAt: second(n)})
		conflict, overtaken := errors.AsType[*store.ConflictError](err)
		switch {
		case err == nil:
			after++
			c.count.Add(1)
			c.mu.Lock()
			c.acknowledged = append(c.acknowledged, acknowledgement{id, after, e.Key})
			c.mu.Unlock()
		case overtaken:
			after = conflict.Seq
		default:
			c.mu.Lock()
			if errors.Is(err, store.ErrUnknown) {
				c.lost++
			} else {
				c.failed++
			}
			c.mu.Unlock()
			if now, err := s.Table(t.Context(), id); err == nil {
				after = now.Seq
			}
		}
	}
}

// more waits until so many more appends have been acknowledged.
func (c *crowd) more(t *testing.T, n int64) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for want := c.count.Load() + n; c.count.Load() < want; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nothing is acknowledged any more")
		}
	}
}

// end ends it and makes sure that all that was acknowledged is there, once and in order.
func (c *crowd) end(t *testing.T, s *sqlstore.Store) {
	t.Helper()
	close(c.stop)
	c.all.Wait()
	verify(t, s, c.acknowledged)
	t.Logf("%d appends acknowledged, %d with an outcome that nobody knows, %d failed", len(c.acknowledged), c.lost, c.failed)
}

func TestWhatWasAcknowledgedOutlivesTheServer(t *testing.T) {
	server := own(t)
	address, err := server.Create(t.Context())
	check(t, err)
	one, two := open(t, address), open(t, address)
	c := gather(t, one, two)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for range 5 {
		c.more(t, random.Int64N(200))
		check(t, server.Kill())
		check(t, server.Run())
	}
	c.more(t, 10)
	c.end(t, one)
	if c.lost+c.failed == 0 {
		t.Error("nobody noticed that the server was killed")
	}
}

func TestConnectionsThatAreCutLoseNothing(t *testing.T) {
	address := pgtest.Database(t)
	one, two := open(t, address), open(t, address)
	c := gather(t, one, two)
	db, err := sql.Open("pgx", address)
	check(t, err)
	for range 10 {
		c.more(t, 20)
		_, err := db.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid()`)
		check(t, err)
	}
	check(t, db.Close())
	c.more(t, 10)
	c.end(t, two)
}

func TestAServerThatStandsStillHoldsNobodyForLong(t *testing.T) {
	server := own(t)
	address, err := server.Create(t.Context())
	check(t, err)
	s, err := sqlstore.Open(t.Context(), address, sqlstore.Options{Busy: 200 * time.Millisecond, MaxQueue: 8, MaxBatch: 1, Writers: 1})
	check(t, err)
	t.Cleanup(func() { check(t, s.Close()) })
	create(t, s, "id")
	check(t, server.Pause())
	begun := time.Now()
	var wg sync.WaitGroup
	var unknown, overloaded, other atomic.Int64
	for range 16 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			switch err := s.Append(ctx, "id", 0, []store.Entry{entry(1, "x")}, store.Head{}); {
			case errors.Is(err, store.ErrUnknown):
				unknown.Add(1)
			case errors.Is(err, store.ErrOverloaded):
				overloaded.Add(1)
			default:
				other.Add(1)
			}
		})
	}
	_, err = s.Log(t.Context(), "id", 0)
	if err == nil {
		t.Error("a server that stands still was read")
	}
	wg.Wait()
	if took := time.Since(begun); took > 20*time.Second || unknown.Load() == 0 || overloaded.Load() == 0 {
		t.Errorf("after %v: %d unknown, %d refused at once, %d others", took, unknown.Load(), overloaded.Load(), other.Load())
	}
	check(t, server.Continue())
	for { // the first may have been done
		now := table(t, s, "id").Seq
		err := s.Append(t.Context(), "id", now, []store.Entry{entry(2, "y")}, store.Head{})
		if err == nil {
			break
		}
		if _, conflict := errors.AsType[*store.ConflictError](err); !conflict && t.Context().Err() != nil {
			t.Fatal(err)
		}
	}
	numbered(t, s, "id")
}

func TestAServerThatWouldLoseMovesIsRefused(t *testing.T) {
	server := own(t)
	address, err := server.Create(t.Context())
	check(t, err)
	check(t, server.Do(t.Context(), `ALTER SYSTEM SET fsync = off`))
	check(t, server.Kill())
	check(t, server.Run())
	if s, err := sqlstore.Open(t.Context(), address, sqlstore.Options{}); err == nil || !strings.Contains(err.Error(), "fsync off") {
		t.Errorf("error is %v", err)
		if err == nil {
			check(t, s.Close())
		}
	}
	check(t, server.Do(t.Context(), `CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`))
	check(t, server.Do(t.Context(), `ALTER SYSTEM RESET fsync`))
	check(t, server.Kill())
	check(t, server.Run())
	if _, err := sqlstore.Open(t.Context(), server.Address("latin"), sqlstore.Options{}); err == nil || !strings.Contains(err.Error(), "LATIN1") {
		t.Errorf("error is %v", err)
	}
}
