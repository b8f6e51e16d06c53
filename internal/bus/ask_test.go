package bus

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/saloon-games/saloon/internal/bus/bustest"
)

// answering has a bus answer as one of a group, with its name and the question.
func answering(t *testing.T, b *Bus, name string) (stop func() error) {
	t.Helper()
	stop, err := b.Answer("q", "group", func(data []byte, reply func([]byte) error) {
		if err := reply([]byte(name + " " + string(data))); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return stop
}

func ask(t *testing.T, b *Bus, text string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	data, err := b.Ask(ctx, "q", []byte(text))
	return string(data), err
}

func TestOneOfAGroupAnswersAndTheGroupShares(t *testing.T) {
	servers := bustest.New(t, 3)
	asker := open(t, servers.URLOf(0))
	for i := range 3 {
		answering(t, open(t, servers.URLOf(i)), fmt.Sprint("worker", i))
	}
	by := map[string]int{}
	for n := range 300 {
		answer, err := ask(t, asker, fmt.Sprint(n))
		for errors.Is(err, ErrNobody) { // the servers have not told each other yet
			answer, err = ask(t, asker, fmt.Sprint(n))
		}
		who, what, _ := strings.Cut(answer, " ")
		if err != nil || what != fmt.Sprint(n) {
			t.Fatalf("%d is answered %q, %v", n, answer, err)
		}
		by[who]++
	}
	// A server prefers who is connected to itself.
	if by["worker0"] == 0 {
		t.Errorf("they answered %v", by)
	}
}

func TestWhereNobodyAnswersThatIsKnownAtOnce(t *testing.T) {
	one, two := pair(t)
	if _, err := ask(t, one, "a"); !errors.Is(err, ErrNobody) {
		t.Errorf("without anybody: %v", err)
	}
	answering(t, one, "own")
	settle(t, one)
	if _, err := ask(t, one, "b"); !errors.Is(err, ErrNobody) {
		t.Errorf("with nobody but itself: %v", err)
	}
	stop := answering(t, two, "two")
	settle(t, two)
	if answer, err := ask(t, one, "c"); answer != "two c" || err != nil {
		t.Errorf("%q, %v", answer, err)
	}
	if err := errors.Join(stop(), stop()); err != nil {
		t.Error(err)
	}
	if _, err := ask(t, one, "d"); !errors.Is(err, ErrNobody) {
		t.Errorf("when it has stopped: %v", err)
	}
	lost := open(t, "nats://127.0.0.1:1")
	if _, err := ask(t, lost, "e"); !errors.Is(err, ErrNobody) {
		t.Errorf("without a connection: %v", err)
	}
	if err := lost.Close(); err != nil {
		t.Error(err)
	}
	if _, err := ask(t, lost, "f"); !errors.Is(err, ErrClosed) {
		t.Errorf("when it is closed: %v", err)
	}
}

func TestTheFirstAnswerCountsAndLateOnesAreLost(t *testing.T) {
	one, two := pair(t)
	var late []func([]byte) error
	var mu sync.Mutex
	_, err := two.Answer("q", "group", func(data []byte, reply func([]byte) error) {
		if string(data) == "twice" {
			for _, text := range []string{"first", "second", "third"} {
				if err := reply([]byte(text)); err != nil {
					t.Error(err)
				}
			}
			return
		}
		mu.Lock()
		defer mu.Unlock()
		late = append(late, reply)
	})
	if err != nil {
		t.Fatal(err)
	}
	settle(t, two)
	ctx, cancel := context.WithCancel(t.Context())
	given := make(chan error, 1)
	go func() {
		_, err := one.Ask(ctx, "q", []byte("never"))
		given <- err
	}()
	for waiting := false; !waiting; {
		mu.Lock()
		waiting = len(late) == 1
		mu.Unlock()
	}
	cancel()
	if err := <-given; !errors.Is(err, context.Canceled) {
		t.Errorf("who waits no more gets %v", err)
	}
	if err := late[0]([]byte("late")); err != nil {
		t.Error(err)
	}
	for range 3 {
		if answer, err := ask(t, one, "twice"); answer != "first" || err != nil {
			t.Errorf("%q, %v", answer, err)
		}
	}
}

func TestWhatHadBeenSentIsAnsweredBeforeItStops(t *testing.T) {
	one, two := pair(t)
	var asked atomic.Int64
	begun := make(chan struct{})
	var once sync.Once
	stop, err := two.Answer("q", "group", func(data []byte, reply func([]byte) error) {
		asked.Add(1)
		once.Do(func() { close(begun) })
		if err := reply(data); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	settle(t, two)
	var wg sync.WaitGroup
	var answered, nobody atomic.Int64
	for range 200 {
		wg.Go(func() {
			switch _, err := ask(t, one, "x"); {
			case err == nil:
				answered.Add(1)
			case errors.Is(err, ErrNobody):
				nobody.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	<-begun
	if err := stop(); err != nil {
		t.Error(err)
	}
	after := asked.Load()
	wg.Wait()
	if asked.Load() != after || answered.Load() != after || answered.Load()+nobody.Load() != 200 {
		t.Errorf("%d came before the end and %d after; %d were answered, %d found nobody", after, asked.Load()-after, answered.Load(), nobody.Load())
	}
}

func TestWhoAnswersCanStopWhileTheServersAreAway(t *testing.T) {
	servers := bustest.New(t, 1)
	b := open(t, servers.URL())
	stop, err := b.Answer("q", "group", func([]byte, func([]byte) error) {})
	if err != nil {
		t.Fatal(err)
	}
	away := b.conn.StatusChanged(nats.RECONNECTING)
	servers.Stop(0)
	select {
	case <-away:
	case <-time.After(30 * time.Second):
		t.Fatal("the bus does not notice that the server is away")
	}
	if b.Connected() {
		t.Error("a bus whose server is away says that it is connected")
	}
	if err := errors.Join(stop(), stop()); err != nil {
		t.Error(err)
	}
}

func TestWhenOneOfThreeServersEndsItsClientsMoveOnToAnother(t *testing.T) {
	servers := bustest.New(t, 3)
	// Each has one address; of the others the server tells it.
	one, two := open(t, servers.URLOf(0)), open(t, servers.URLOf(1))
	texts, _ := subscribe(t, two, "s")
	for _, stopped := range []int{0, 1, 2} {
		servers.Stop(stopped)
		late, again := time.After(30*time.Second), time.NewTicker(time.Millisecond)
		for came := false; !came; {
			publish(t, one, "s", fmt.Sprint(stopped))
			select {
			case <-texts:
				came = true
			case <-again.C:
			case <-late:
				t.Fatalf("nothing comes through without server %d", stopped)
			}
		}
		again.Stop()
		for len(texts) > 0 {
			next(t, texts)
		}
		if err := servers.Start(stopped); err != nil {
			t.Fatal(err)
		}
		if err := servers.Settle(); err != nil {
			t.Fatal(err)
		}
	}
	for _, b := range []*Bus{one, two} { // before their servers go
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestAddressesAreLookedAtWithoutTellingWhatIsSecret(t *testing.T) {
	for url, secret := range map[string]bool{
		"nats://one": false, "one:4222": false, "nats://one:4222, tls://two:4222": false,
		"nats://me:hidden@one": true, "nats://one,tls://token@two:1": true,
	} {
		if got, err := CheckURL(url); err != nil || got != secret {
			t.Errorf("%s: %v, %v", url, got, err)
		}
	}
	for _, url := range []string{
		"nats://me:hidden@one:port", "http://me:hidden@one", "nats://me:hid den@one", "nats://me:hidden@", "nats://me:hidden@one/path", "nats://a,,nats://b",
		"nats://one,nats://me:hid%zzden@two",
	} {
		_, err := CheckURL(url)
		b, openErr := Open(Options{URL: url})
		if b != nil {
			_ = b.Close()
		}
		for _, err := range []error{err, openErr} {
			if err == nil || strings.Contains(err.Error(), "hid") || strings.Contains(err.Error(), "me:") {
				t.Errorf("%s: %v", url, err)
			}
		}
	}
}

func TestAPasswordOpensABusAndIsToldToNobody(t *testing.T) {
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, Username: "me", Password: "hidden",
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(patience) {
		t.Fatal("the server does not start")
	}
	at := s.Addr().String()
	if err := open(t, "nats://me:hidden@"+at).Healthy(); err != nil {
		t.Error(err)
	}
	var log bytes.Buffer
	b, err := Open(Options{URL: "nats://me:hidden2@" + at, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Healthy(); err == nil || strings.Contains(err.Error(), "hidden") {
		t.Errorf("with a wrong password: %v", err)
	}
	_ = b.Close()
	if strings.Contains(log.String(), "hidden") {
		t.Errorf("the log tells it: %s", &log)
	}
}

func TestWhatIsPublishedToNobodyForLongIsLostWithoutAWord(t *testing.T) {
	b := open(t, "nats://127.0.0.1:1")
	data := make([]byte, 60<<10)
	for range 200 { // 12 MB, more than are kept
		if err := b.Publish("s", data); err != nil {
			t.Fatal(err)
		}
	}
}
