package proxy

import (
	"io"
	"net"
	"os"
	"testing"
	"time"
)

// echo answers what it is told, and counts it.
func echo(t *testing.T) (address string, told <-chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	heard := make(chan string, 16)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close() //nolint:errcheck // a test
				buf := make([]byte, 64)
				for {
					n, err := c.Read(buf)
					if err != nil {
						return
					}
					heard <- string(buf[:n])
					_, _ = c.Write(buf[:n])
				}
			}()
		}
	}()
	return l.Addr().String(), heard
}

// opened is a link to an echo, and a connection over it that has been used.
func opened(t *testing.T) (p *Proxy, c net.Conn, told <-chan string) {
	t.Helper()
	address, told := echo(t)
	p, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	p.Lead("tcp", address)
	c = dial(t, p)
	if got := says(t, c, "hello"); got != "hello" {
		t.Fatalf("got %q over a link that passes all", got)
	}
	<-told
	return p, c, told
}

func dial(t *testing.T, p *Proxy) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", p.Address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// says says something and returns what comes back.
func says(t *testing.T, c net.Conn, text string) string {
	t.Helper()
	if _, err := io.WriteString(c, text); err != nil {
		return ""
	}
	return hears(t, c, time.Minute)
}

func hears(t *testing.T, c net.Conn, within time.Duration) string {
	t.Helper()
	if err := c.SetReadDeadline(time.Now().Add(within)); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 64)
	n, err := c.Read(buf)
	if os.IsTimeout(err) {
		return "nothing"
	}
	return string(buf[:n])
}

// moment is how long nothing is waited for.
const moment = 50 * time.Millisecond

func TestALinkThatIsCutEndsWhatIsOpenAndTakesNobodyUntilItPassesAgain(t *testing.T) {
	p, c, told := opened(t)
	p.Set(Cut)
	if got := hears(t, c, time.Minute); got != "" {
		t.Errorf("heard %q; want the end", got)
	}
	if got := says(t, dial(t, p), "in vain"); got != "" {
		t.Errorf("heard %q of a new connection; want its end", got)
	}
	p.Set(Pass)
	if got := says(t, dial(t, p), "again"); got != "again" || <-told != "again" {
		t.Errorf("heard %q afterwards", got)
	}
}

func TestALinkThatIsStalledSaysNothingUntilItPassesAgainAndThenAll(t *testing.T) {
	p, c, told := opened(t)
	p.Set(Stall)
	if _, err := io.WriteString(c, "late"); err != nil {
		t.Fatal(err)
	}
	if got := hears(t, c, moment); got != "nothing" || len(told) > 0 {
		t.Errorf("heard %q, and the other end %d times", got, len(told))
	}
	p.Set(Pass)
	if got := hears(t, c, time.Minute); got != "late" {
		t.Errorf("heard %q afterwards", got)
	}
}

func TestALinkThatSwallowsAnswersLetsTheQuestionThroughAndEndsWhatWasOpenWhenItPassesAgain(t *testing.T) {
	p, c, told := opened(t)
	p.Set(Swallow)
	if _, err := io.WriteString(c, "a question"); err != nil {
		t.Fatal(err)
	}
	if got := <-told; got != "a question" {
		t.Errorf("the other end heard %q", got)
	}
	if got := hears(t, c, moment); got != "nothing" {
		t.Errorf("heard %q", got)
	}
	p.Set(Pass)
	if got := hears(t, c, time.Minute); got != "" {
		t.Errorf("heard %q; want the end", got)
	}
}

func TestALinkThatIsSlowTakesItsTime(t *testing.T) {
	p, c, _ := opened(t)
	p.Set(Slow)
	began := time.Now()
	if got := says(t, c, "slowly"); got != "slowly" || time.Since(began) < 2*usually {
		t.Errorf("heard %q after %v; want it after %v at least", got, time.Since(began), 2*usually)
	}
}

func TestALinkLeadsElsewhereWhenItIsToldTo(t *testing.T) {
	p, _, told := opened(t)
	other, toldOther := echo(t)
	p.Lead("tcp", other)
	if got := says(t, dial(t, p), "where"); got != "where" || <-toldOther != "where" || len(told) > 0 {
		t.Errorf("heard %q", got)
	}
}

func TestALinkThatLeadsNowhereTakesNobody(t *testing.T) {
	p, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	if got := says(t, dial(t, p), "anybody"); got != "" {
		t.Errorf("heard %q", got)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
