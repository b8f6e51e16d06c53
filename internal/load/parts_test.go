package load

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestASightKnowsWhatTheStreamHasShown(t *testing.T) {
	offered := func(s *sight) string {
		var list []string
		for n := range s.moves() {
			list = append(list, string(s.move(n)))
		}
		return strings.Join(list, ", ")
	}
	var s sight
	s.forget()
	for _, step := range []struct{ name, event, want string }{
		{
			"all moves of all parts", `<div id="table" data-number="2" data-ply="7" data-turn="1" data-you="1" data-phase="playing"></div>` +
				`<section id="hand"><br><button data-move="play 3"></button><div id="table-inner"><img src="a>b"><button data-move="play 4"/></div></section>` +
				`<section id="river"><button data-move="flip river">x</button></section>`, "play 3, play 4, flip river",
		},
		{"a part that was not sent again is still true", `<section id="hand"><button data-move="stack A"></section>`, "stack A, flip river"},
		{"a part without moves has none left", `<section id="river"><svg/></section><p class="say">x</p>`, "stack A"},
		{"words are not markup", `<section id="river"><b data-move="say &#34;a &amp; b&#34;"></b></section>`, `stack A, say "a & b"`},
		{"text around parts, and a part that does not end", `x<section id="hand">y</section>z<section id="river"><b data-move="`, ""},
	} {
		t.Run(step.name, func(t *testing.T) {
			s.take([]byte(step.event))
			if got := offered(&s); got != step.want {
				t.Errorf("offered %q; want %q", got, step.want)
			}
		})
	}
	if s.number != 2 || s.ply != 7 || s.turn != 1 || s.you != 1 || s.phase != "playing" {
		t.Errorf("the table is %+v", s)
	}
	s.take([]byte(`<div id="table" data-number="2" data-ply="8" data-turn="" data-you="" data-phase="over"></div>`))
	if s.turn != -1 || s.you != -1 || s.phase != "over" {
		t.Errorf("nobody's turn and nobody's seat are %d and %d in phase %q; want -1, -1, over", s.turn, s.you, s.phase)
	}
	s.take([]byte(`<section id="next"><button data-action="next"></button></section>`))
	if !s.asksNext() {
		t.Error("the control that says \"seen enough\" was not seen")
	}
	s.forget()
	if s.moves() != 0 || s.asksNext() {
		t.Error("what was forgotten is still offered")
	}
}

// receiving returns a wire on which the text comes in pieces of so many bytes.
func receiving(t *testing.T, text string, size int) *wire {
	t.Helper()
	here, there := net.Pipe()
	go func() {
		for text != "" {
			n := min(size, len(text))
			if _, err := there.Write([]byte(text[:n])); err != nil {
				return
			}
			text = text[n:]
		}
		_ = there.Close()
	}()
	t.Cleanup(func() { _ = here.Close() })
	return newWire(here, new(atomic.Int64))
}

func TestAnswersAreReadHoweverTheyCome(t *testing.T) {
	const text = "HTTP/1.1 204 No Content\r\nSaloon-Seq: 4\r\n\r\n" +
		"HTTP/1.1 303 See Other\r\nLOCATION: /t/abc\r\nset-cookie: other=1\r\nSet-Cookie: saloon=xyz; Path=/\r\nContent-Length: 4\r\n\r\nmore" +
		"HTTP/1.1 409 Conflict\r\nTransfer-Encoding: chunked\r\n\r\nA;x=y\r\ntoo late, \r\nc\r\nI am afraid.\r\n0\r\n\r\n" +
		"HTTP/1.1 200 OK\r\n\r\nto the end"
	want := []answer{{status: 204}, {status: 303, location: "/t/abc", cookie: "saloon=xyz"}, {status: 409, words: "too late, I am afraid."}, {status: 200}}
	for _, size := range []int{1, 7, len(text)} {
		w := receiving(t, text, size)
		for i, want := range want {
			if got, err := w.answer(); err != nil || got != want {
				t.Errorf("in pieces of %d, answer %d is %+v, %v; want %+v", size, i, got, err, want)
			}
		}
	}
	for _, text := range []string{"HTTP/1.0 200 OK\r\n\r\n", "hello\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 20"} {
		if a, err := receiving(t, text, 100).answer(); err == nil {
			t.Errorf("%q was read as %+v; want an error", text, a)
		}
	}
}

func TestEventsAreReadHoweverTheyCome(t *testing.T) {
	const text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" +
		"13\r\nretry: 1000\n\nevent:\r\n" + "f\r\n table\ndata: a\n\r\n" + "24\r\n\n: c\n\ndata:b\ndata: c\ndata:\ndata: d\n\n\r\n" + "0\r\n\r\n"
	for _, size := range []int{1, 5, len(text)} {
		w := receiving(t, text, size)
		_, length, err := w.head()
		if err != nil {
			t.Fatal(err)
		}
		e := events{wire: w, length: length}
		for _, want := range [][2]string{{"table", "a"}, {"message", "b\nc\n\nd"}} {
			name, data, err := e.next()
			if err != nil || string(name) != want[0] || string(data) != want[1] {
				t.Errorf("in pieces of %d: %q %q, %v; want %q", size, name, data, err, want)
			}
		}
		if _, _, err := e.next(); err == nil {
			t.Error("the stream's end is no error")
		}
	}
}

func TestPercentilesAreSamplesByNearestRank(t *testing.T) {
	ms := func(list ...int) (d []time.Duration) {
		for _, n := range list {
			d = append(d, time.Duration(n)*time.Millisecond)
		}
		return d
	}
	var hundred []int
	for i := range 100 {
		hundred = append(hundred, 100-i)
	}
	for _, c := range []struct {
		samples []time.Duration
		want    Spread
	}{
		{nil, Spread{}},
		{ms(7), Spread{1, 7, 7, 7}},
		{ms(4, 1, 3, 2), Spread{4, 2, 4, 4}},
		{ms(hundred...), Spread{100, 50, 99, 100}},
		{ms(append(hundred, 1000)...), Spread{101, 51, 100, 1000}},
	} {
		if got := spread(c.samples); got != c.want {
			t.Errorf("%+v; want %+v", got, c.want)
		}
	}
}

func TestALoadStaysOnThisMachine(t *testing.T) {
	for _, c := range []struct {
		address string
		remote  bool
		says    string
	}{
		{"http://127.0.0.1:8080", false, ""},
		{"http://127.9.9.9", false, ""},
		{"http://[::1]:1/saloon/", false, ""},
		{"http://localhost:80", false, ""},
		{"http://192.0.2.1:8080", false, "is not this machine"},
		{"http://192.0.2.1:8080", true, ""},
		{"https://127.0.0.1", false, "plain http"},
		{"127.0.0.1:8080", false, "want an address such as"},
		{"http://127.0.0.1:x", false, "want an address such as"},
		{"http://127.0.0.1:99999", false, "want an address such as"},
		{"", false, "want an address such as"},
	} {
		got, err := ParseTarget(t.Context(), c.address, c.remote)
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s: %v", c.address, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: %+v, %v; want an error with %q", c.address, got, err, c.says)
		}
	}
	got, err := ParseTarget(t.Context(), "http://[::1]:1/saloon/", false)
	if err != nil || got.Host != "[::1]:1" || got.Base != "/saloon" || got.addr.String() != "[::1]:1" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAProcessIsReadFromProc(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("stat", "12 (a) b (c)) S 1 1 1 0 -1 4194304 1 0 0 0 150 50 0 0 20 0 1 0 1 1 1")
	write("status", "Name:\ta\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\n")
	write("limits", "Limit                     Soft Limit           Hard Limit           Units     \nMax open files            1024                 4096                 files     \n")
	got, err := proc(dir).read(t.Context())
	if want := (usage{cpu: 2, rss: 1 << 20, peak: 2 << 20}); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if got := mostFiles(dir); got != 1024 {
		t.Errorf("%d files; want the soft limit, 1024", got)
	}
	if got := mostFiles(t.TempDir()); got != 0 {
		t.Errorf("%d files where nothing is known; want 0", got)
	}
	write("stat", "12 (a) S 1")
	if _, err := proc(dir).read(t.Context()); err == nil {
		t.Error("a cut line was read without an error")
	}
}
