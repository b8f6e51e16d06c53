package house

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// With this in its environment the test binary is a child: a house on the database
// named there, and people who play at its tables until they are killed.
const (
	childVariable  = "SALOON_HOUSE_TEST_CHILD"
	tablesVariable = "SALOON_HOUSE_TEST_TABLES" // ids, separated by commas
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childVariable); path != "" {
		if err := child(context.Background(), path, strings.Split(os.Getenv(tablesVariable), ",")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(pgtest.Run(m))
}

// With this in its environment the test binary runs its tests on PostgreSQL.
const postgresVariable = "SALOON_HOUSE_TEST_POSTGRES"

// All tests run a second time, in a process of their own whose stores are in PostgreSQL.
func TestTheSameOnPostgres(t *testing.T) {
	if os.Getenv(postgresVariable) != "" {
		return // this is that process
	}
	args := []string{"-test.short", "-rapid.checks=150"} // a fifth of that, which is short
	for _, name := range []string{"test.run", "test.v"} {
		args = append(args, "-"+name+"="+flag.Lookup(name).Value.String())
	}
	command := exec.CommandContext(t.Context(), os.Args[0], args...)
	command.Env = append(os.Environ(), postgresVariable+"=1")
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func child(ctx context.Context, path string, ids []string) error {
	s, err := sqlstore.Open(ctx, path, sqlstore.Options{})
	if err != nil {
		return err
	}
	h, err := New(ctx, Config{Store: s})
	if err != nil {
		return err
	}
	errs := make(chan error)
	go func() { errs <- h.Run(ctx) }()
	for i, id := range ids {
		go func() { errs <- playForEver(ctx, h, id, fair.NewRand(uint64(os.Getpid()+i))) }()
	}
	return errors.Join(<-errs, s.Close())
}

// playForEver plays for p0 and p1 at a table, game after game, and prints each move
// that was acknowledged: table, game, ply, seat, word.
func playForEver(ctx context.Context, h *House, id string, src fair.Source) error {
	for {
		s, err := h.Scene(ctx, id, "", 0)
		if err != nil {
			return err
		}
		switch {
		case s.Phase == Over:
			_, err = h.Do(ctx, id, "p0", "", Rematch{})
		case s.Phase == Open:
			_, err = h.Do(ctx, id, "p0", "", Start{})
		case !s.Resume.IsZero() && src.Below(4) > 0:
			_, err = h.Do(ctx, id, fmt.Sprint("p", src.Below(2)), "", Ready{})
		case s.Turn >= 0 && s.Seats[s.Turn].Level == "":
			err = moveAndTell(ctx, h, id, fmt.Sprint("p", s.Turn), src)
		default: // a bot or chance is to move
			err = waitFor(ctx, h, id, s.Seq)
		}
		if _, refused := errors.AsType[*Refusal](err); err != nil && !refused {
			return err
		}
	}
}

func moveAndTell(ctx context.Context, h *House, id, who string, src fair.Source) error {
	s, err := h.Scene(ctx, id, who, 0)
	if err != nil || s.Turn != s.You {
		return err
	}
	legal := s.View.Legal(nil)
	act := Act{s.Number, s.Ply, s.View.Word(legal[src.Below(len(legal))])}
	receipt, err := h.Do(ctx, id, who, fmt.Sprint(s.Number, "-", s.Ply), act)
	if err != nil || receipt.Again { // the dead had asked with this key, perhaps for another word
		return err
	}
	_, err = fmt.Fprintln(os.Stdout, id, act.Game, act.Ply, s.You, act.Word)
	return err
}

// waitFor waits until the table's log is longer than so many entries.
func waitFor(ctx context.Context, h *House, id string, seq int64) error {
	grown := make(chan struct{}, 1)
	stop, err := h.Watch(ctx, id, func(int64) {
		select {
		case grown <- struct{}{}:
		default:
		}
	})
	if err != nil {
		return err
	}
	defer stop()
	if s, err := h.Scene(ctx, id, "", 0); err != nil || s.Seq > seq {
		return err
	}
	<-grown
	return nil
}

// lifetime has a child play until it has acknowledged so many moves, kills it, and
// returns all that it has acknowledged.
func lifetime(t *testing.T, path string, ids []string, moves int) (lines []string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0])
	command.Env = append(os.Environ(), childVariable+"="+path, tablesVariable+"="+strings.Join(ids, ","))
	command.Stderr = os.Stderr
	out := must[*bufio.Scanner](t)(scannerOf(command))
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	for len(lines) < moves && out.Scan() {
		lines = append(lines, out.Text())
	}
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for out.Scan() { // printed before it died
		lines = append(lines, out.Text())
	}
	if err := command.Wait(); err == nil || command.ProcessState.Exited() {
		t.Fatalf("the child ended by itself: %v", err)
	}
	return lines
}

func scannerOf(command *exec.Cmd) (*bufio.Scanner, error) {
	out, err := command.StdoutPipe()
	return bufio.NewScanner(out), err
}

// played lists the moves of people in a table's log as a child prints them, after
// making sure that the log can be replayed and has no key twice.
func played(t *testing.T, s *sqlstore.Store, id string) (lines []string) {
	t.Helper()
	log := must[[]store.Entry](t)(s.Log(t.Context(), id, 0))
	must[*Table](t)(Replay(id, log))
	number, ply := 0, 0
	keys := map[string]bool{}
	for i := range log {
		if keys[log[i].Key] {
			t.Fatalf("table %s has the key %s twice", id, log[i].Key)
		}
		if log[i].Key != "" {
			keys[log[i].Key] = true
		}
		switch e := must[Event](t)(decode(log[i].Body)).(type) {
		case Started:
			number, ply = e.Game, 0
		case Moved:
			if e.By == ByPerson {
				lines = append(lines, fmt.Sprintln(id, number, ply, e.Seat, e.Word))
			}
			ply++
		}
	}
	return lines
}

func TestAHouseThatIsKilledLosesAndRepeatsNoMoveThatWasAcknowledged(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 10
	}
	path := newPlace(t)
	var ids []string
	s := openStore(t, path)
	h := must[*House](t)(New(t.Context(), Config{Store: s}))
	for i, settings := range []Settings{
		{Pace: Unhurried},
		{Pace: Quick, BotPause: 5},
		{Pace: Unhurried, DealPause: 20},
		{Pace: Daily, BotPause: 5, DealPause: 20},
	} {
		ids = append(ids, seating(t, h, []string{"raincheck", "texas"}[i%2], 2+i%2, 2, "random", settings))
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	acknowledged := map[string][]string{} // in order, by table
	for round := range rounds {
		for _, line := range lifetime(t, path, ids, random.IntN(20)) {
			id, _, _ := strings.Cut(line, " ")
			acknowledged[id] = append(acknowledged[id], line+"\n")
		}
		if t.Failed() {
			return
		}
		for _, id := range ids {
			log := played(t, s, id)
			at := 0
			for _, line := range acknowledged[id] {
				next := slices.Index(log[at:], line)
				if next < 0 {
					t.Fatalf("round %d: acknowledged and not in the log, or not in its order: %s", round, line)
				}
				at += next + 1
			}
		}
	}
	total := 0
	for _, id := range ids {
		total += len(acknowledged[id])
		if s := scene(t, h, id, ""); s.Phase == Playing && s.Turn == game.Spectator && s.Resume.IsZero() {
			t.Errorf("table %s stands still", id)
		}
	}
	t.Logf("%d moves were acknowledged", total)
	var wg sync.WaitGroup // and the tables go on
	for _, id := range ids {
		wg.Go(func() { goOnTo(t, h, id) })
	}
	wg.Wait()
}

// goOnTo plays a table on to the end of its game.
func goOnTo(t *testing.T, h *House, id string) {
	t.Helper()
	src := fair.NewRand(1)
	for range 10_000 {
		s, err := h.Scene(t.Context(), id, "", Latest)
		if err != nil || s.Phase != Playing {
			if err != nil {
				t.Error(err)
			}
			return
		}
		if s.Turn >= 0 && s.Seats[s.Turn].Level == "" {
			who := fmt.Sprint("p", s.Turn)
			own, err := h.Scene(t.Context(), id, who, 0)
			if err == nil {
				_, err = h.Do(t.Context(), id, who, "", choice(t, &own, src))
			}
			// A server may still do what the dead have asked for.
			if err != nil && codeOf(err) != Late {
				t.Error(err)
				return
			}
			continue
		}
		// Whom the dead have claimed, WakeDue leaves alone until their lease is over.
		if err := h.Wake(t.Context(), id); err != nil {
			t.Error(err)
			return
		}
	}
	t.Errorf("the game at table %s does not end", id)
}
