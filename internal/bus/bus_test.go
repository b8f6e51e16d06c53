package bus

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

func open(tb testing.TB, url string) *Bus {
	tb.Helper()
	return closed(tb)(Open(Options{URL: url}))
}

// closed closes a bus when the test is over.
func closed(tb testing.TB) func(b *Bus, err error) *Bus {
	tb.Helper()
	return func(b *Bus, err error) *Bus {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(func() {
			if err := b.Close(); err != nil {
				tb.Error(err)
			}
		})
		return b
	}
}

// pair returns two connections to one server of this process.
func pair(tb testing.TB) (one, two *Bus) {
	tb.Helper()
	one = open(tb, "")
	return one, closed(tb)(join("", nats.InProcessServer(one.server)))
}

// listening starts a server that listens, at a port, or at any for -1.
func listening(tb testing.TB, port int) *server.Server {
	tb.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true})
	if err != nil {
		tb.Fatal(err)
	}
	s.Start()
	tb.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(patience) {
		tb.Fatal("the server does not start")
	}
	return s
}

func publish(tb testing.TB, b *Bus, subject, text string) {
	tb.Helper()
	if err := b.Publish(subject, []byte(text)); err != nil {
		tb.Fatal(err)
	}
}

// subscribe returns the texts that come, and what ends that.
func subscribe(tb testing.TB, b *Bus, subject string) (texts <-chan string, cancel func()) {
	tb.Helper()
	got := make(chan string, 1000)
	cancel, err := b.Subscribe(subject, func(data []byte) { got <- string(data) })
	if err != nil {
		tb.Fatal(err)
	}
	return got, cancel
}

// settle waits until the server knows what the buses have asked for, and the buses
// have what it had for them.
func settle(tb testing.TB, buses ...*Bus) {
	tb.Helper()
	for range 2 {
		for _, b := range buses {
			if err := b.Healthy(); err != nil {
				tb.Fatal(err)
			}
		}
	}
}

func next(tb testing.TB, texts <-chan string) string {
	tb.Helper()
	select {
	case text := <-texts:
		return text
	case <-time.After(10 * time.Second):
		tb.Fatal("no message came")
		return ""
	}
}

func TestAMessageReachesAllOthersWhoHaveSubscribedAndNotWhoSentIt(t *testing.T) {
	one, two := pair(t)
	own, _ := subscribe(t, one, "saloon.table.x")
	first, _ := subscribe(t, two, "saloon.table.x")
	second, _ := subscribe(t, two, "saloon.table.x")
	other, _ := subscribe(t, two, "saloon.table.y")
	settle(t, one, two)
	publish(t, one, "saloon.table.x", "5")
	publish(t, one, "saloon.table.y", "6")
	for _, texts := range []<-chan string{first, second} {
		if text := next(t, texts); text != "5" {
			t.Errorf("%q came", text)
		}
	}
	if text := next(t, other); text != "6" {
		t.Errorf("%q came", text)
	}
	publish(t, two, "saloon.table.x", "7")
	if text := next(t, own); text != "7" {
		t.Errorf("%q came to who sent the 5", text)
	}
	settle(t, one, two)
	if len(own)+len(first)+len(second)+len(other) > 0 {
		t.Error("a message came twice")
	}
}

func TestMessagesOfOneSenderComeInTheirOrder(t *testing.T) {
	one, two := pair(t)
	texts, _ := subscribe(t, two, "s")
	settle(t, two)
	for n := range 500 {
		publish(t, one, "s", fmt.Sprint(n))
	}
	for n := range 500 {
		if text := next(t, texts); text != fmt.Sprint(n) {
			t.Fatalf("%q came; want %d", text, n)
		}
	}
}

func TestWhatWasCancelledGetsNothingMoreAndTheRestGoesOn(t *testing.T) {
	one, two := pair(t)
	gone, cancel := subscribe(t, two, "s")
	stays, _ := subscribe(t, two, "s")
	settle(t, two)
	cancel()
	cancel()
	publish(t, one, "s", "1")
	if text := next(t, stays); text != "1" || len(gone) > 0 {
		t.Errorf("%q, and %d messages for who has gone", text, len(gone))
	}
}

func TestWhoCancelsInTheMiddleOfAMessageDoesNotStopTheOthers(t *testing.T) {
	one, two := pair(t)
	var cancel func()
	var once sync.Mutex
	once.Lock()
	cancel, err := two.Subscribe("s", func([]byte) {
		once.Lock() // until cancel is known
		cancel()
		once.Unlock()
	})
	once.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	stays, _ := subscribe(t, two, "s")
	settle(t, two)
	publish(t, one, "s", "1")
	next(t, stays)
}

func TestWhatWasPublishedIsSentBeforeABusCloses(t *testing.T) {
	one := open(t, "")
	two, err := join("", nats.InProcessServer(one.server))
	if err != nil {
		t.Fatal(err)
	}
	texts, _ := subscribe(t, one, "s")
	settle(t, one)
	for n := range 100 {
		publish(t, two, "s", fmt.Sprint(n))
	}
	if err := two.Close(); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		next(t, texts)
	}
}

func TestAClosedBusSaysSo(t *testing.T) {
	b := open(t, "")
	_, cancel := subscribe(t, b, "s")
	if err := b.Healthy(); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	cancel()
	if err := b.Publish("s", nil); !errors.Is(err, ErrClosed) {
		t.Errorf("Publish: %v", err)
	}
	if _, err := b.Subscribe("s", func([]byte) {}); !errors.Is(err, ErrClosed) {
		t.Errorf("Subscribe: %v", err)
	}
	if err := b.Healthy(); err == nil {
		t.Error("it is healthy")
	}
}

func TestAServerOfOurOwnListensNowhere(t *testing.T) {
	if addr := open(t, "").server.Addr(); addr != nil {
		t.Errorf("it listens at %v", addr)
	}
}

func TestASubjectOrAnAddressThatCannotBeIsRefused(t *testing.T) {
	b := open(t, "")
	if _, err := b.Subscribe("a..b", func([]byte) {}); err == nil || !strings.Contains(err.Error(), `"a..b"`) {
		t.Errorf("Subscribe: %v", err)
	}
	if err := b.Publish("", nil); err == nil {
		t.Error("a message to nobody was published")
	}
	if b, err := Open(Options{URL: "nats://me:hush@127.0.0.1:port"}); err == nil {
		_ = b.Close()
		t.Error("a port that is none was accepted")
	} else if strings.Contains(err.Error(), "hush") {
		t.Errorf("%v tells the password", err)
	}
	if open(t, "nats://me:hush@127.0.0.1:1").Connected() {
		t.Error("connected to nobody")
	}
}

func TestABusElsewhere(t *testing.T) {
	t.Run("two processes meet at its address", func(t *testing.T) {
		url := listening(t, -1).ClientURL()
		one, two := open(t, url), open(t, url)
		texts, _ := subscribe(t, two, "s")
		settle(t, two)
		publish(t, one, "s", "hi")
		if text := next(t, texts); text != "hi" {
			t.Errorf("%q came", text)
		}
	})

	t.Run("a server that comes back is found again, and one that is not there yet", func(t *testing.T) {
		s := listening(t, -1)
		url, port := s.ClientURL(), s.Addr().String()
		_, port, _ = strings.Cut(port, ":")
		one := closed(t)(join(url, nats.ReconnectWait(time.Millisecond), nats.ReconnectJitter(0, 0)))
		texts, _ := subscribe(t, one, "s")
		settle(t, one)
		s.Shutdown()
		s.WaitForShutdown()
		for one.Healthy() == nil {
			runtime.Gosched()
		}
		two := closed(t)(join(url, nats.ReconnectWait(time.Millisecond), nats.ReconnectJitter(0, 0)))
		if err := two.Healthy(); err == nil {
			t.Error("healthy without a server")
		}
		var n int
		if _, err := fmt.Sscan(port, &n); err != nil {
			t.Fatal(err)
		}
		listening(t, n)
		for one.Healthy() != nil || two.Healthy() != nil {
			runtime.Gosched()
		}
		settle(t, one)
		publish(t, two, "s", "back")
		if text := next(t, texts); text != "back" {
			t.Errorf("%q came", text)
		}
		for _, b := range []*Bus{one, two} { // before their server goes
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

func BenchmarkPublish(b *testing.B) {
	for _, heard := range []bool{false, true} {
		b.Run(fmt.Sprintf("heard=%v", heard), func(b *testing.B) {
			one, two := pair(b)
			if heard {
				cancel, err := two.Subscribe("saloon.table.abc", func([]byte) {})
				if err != nil {
					b.Fatal(err)
				}
				defer cancel()
				settle(b, two)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := one.Publish("saloon.table.abc", []byte("1234")); err != nil {
					b.Fatal(err)
				}
			}
			if err := one.Healthy(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// How long a bus with a server of its own takes to be there and to go, and how much
// memory it has.
func BenchmarkOpen(b *testing.B) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	one := open(b, "")
	settle(b, one)
	runtime.GC()
	runtime.ReadMemStats(&after)
	for b.Loop() {
		extra, err := Open(Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := extra.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(after.HeapAlloc)-float64(before.HeapAlloc), "heap-B")
	b.ReportMetric(float64(after.StackInuse)-float64(before.StackInuse), "stack-B")
}
