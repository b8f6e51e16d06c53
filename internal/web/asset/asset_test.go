package asset

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// get asks for the file with an address as URL gives it.
func get(t *testing.T, address, accept string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
	r.URL.Path = strings.TrimPrefix(address, "/static")
	r.Header.Set("Accept-Encoding", accept)
	w := httptest.NewRecorder()
	ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r io.Reader) []byte {
	t.Helper()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestFirstVisit(t *testing.T) {
	sizes := Names()
	sum := func(t *testing.T, names ...string) (n int) {
		t.Helper()
		for _, name := range names {
			size, ok := sizes[name]
			if !ok {
				t.Fatalf("there is no file %s", name)
			}
			n += size
		}
		return n
	}
	// The page itself may have 5 KB, which the tests of package page look after.
	const most = 55 << 10
	t.Run("the front page's files are sent in 55 KB", func(t *testing.T) {
		n := sum(t, "saloon.css", "saloon.js", "slab.woff2", "icon.svg", "poster-texas.svg", "poster-raincheck.svg")
		if n > most {
			t.Errorf("%d bytes, want at most %d", n, most)
		}
	})
	t.Run("a table's scripts are sent in 12 KB", func(t *testing.T) {
		if n := sum(t, "saloon.js", "live.js"); n > 12<<10 {
			t.Errorf("%d bytes, want at most %d", n, 12<<10)
		}
	})
	t.Run("a table's files are sent in 55 KB", func(t *testing.T) {
		n := sum(t, "saloon.css", "saloon.js", "live.js", "slab.woff2", "icon.svg", "icon-turn.svg")
		for name, size := range sizes { // the drawings of boards, all of them
			if strings.HasPrefix(name, "rain-") || name == "symbols.svg" {
				n += size
			}
		}
		if n > most {
			t.Errorf("%d bytes, want at most %d", n, most)
		}
	})
	t.Run("the display face is sent in 10 KB", func(t *testing.T) {
		if n := sum(t, "slab.woff2"); n == 0 || n > 10<<10 {
			t.Errorf("%d bytes, want 1 to %d", n, 10<<10)
		}
	})
}

func TestServeHTTP(t *testing.T) {
	t.Run("a file is kept for good under its address", func(t *testing.T) {
		r := get(t, URL("", "icon.svg"), "")
		if r.StatusCode != http.StatusOK || !strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("status %d, Cache-Control %q", r.StatusCode, r.Header.Get("Cache-Control"))
		}
		if got := r.Header.Get("Content-Type"); got != "image/svg+xml" {
			t.Errorf("Content-Type %q", got)
		}
	})
	t.Run("gzip has the same content as plain", func(t *testing.T) {
		plain := body(t, get(t, URL("", "saloon.css"), "").Body)
		r := get(t, URL("", "saloon.css"), "gzip, br")
		if r.Header.Get("Content-Encoding") != "gzip" {
			t.Fatal("the style sheet was not compressed")
		}
		unpacked, err := gzip.NewReader(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(body(t, unpacked), plain) {
			t.Error("they differ")
		}
	})
	t.Run("HEAD has no body", func(t *testing.T) {
		r := httptest.NewRequest(http.MethodHead, "/", http.NoBody)
		r.URL.Path = strings.TrimPrefix(URL("", "icon.svg"), "/static")
		w := httptest.NewRecorder()
		ServeHTTP(w, r)
		if w.Body.Len() != 0 || w.Header().Get("Content-Length") == "0" {
			t.Errorf("%d bytes of body, Content-Length %s", w.Body.Len(), w.Header().Get("Content-Length"))
		}
	})
	t.Run("an address with another hash is not found", func(t *testing.T) {
		if r := get(t, "/static/0000000000/icon.svg", ""); r.StatusCode != http.StatusNotFound {
			t.Errorf("status %d", r.StatusCode)
		}
	})
}

func TestStyleSheet(t *testing.T) {
	css := string(body(t, get(t, URL("", "saloon.css"), "").Body))
	t.Run("every file that it names is there", func(t *testing.T) {
		for _, m := range regexp.MustCompile(`url\(([^)]*)\)`).FindAllStringSubmatch(css, -1) {
			address := strings.Trim(m[1], `"'`)
			if strings.HasPrefix(address, "data:") {
				continue
			}
			path, ok := strings.CutPrefix(address, "../")
			if !ok || all().byAddress[path] == nil {
				t.Errorf("url(%s) is none of our files", m[1])
			}
		}
	})
	t.Run("nothing in it comes from another host", func(t *testing.T) {
		if i := strings.Index(css, "//"); i >= 0 && !strings.Contains(css[max(0, i-30):i], "data:") {
			t.Errorf("there is an address in %q", css[max(0, i-30):min(len(css), i+30)])
		}
	})
	t.Run("less motion is understood from the system and from the settings", func(t *testing.T) {
		for _, want := range []string{"prefers-reduced-motion: reduce", "html[data-motion=less]"} {
			if !strings.Contains(css, want) {
				t.Errorf("it has no %s", want)
			}
		}
	})
}

func TestURL(t *testing.T) {
	t.Run("stands below the base path", func(t *testing.T) {
		if got := URL("/saloon", "icon.svg"); !strings.HasPrefix(got, "/saloon/static/") || !strings.HasSuffix(got, "/icon.svg") {
			t.Errorf("got %s", got)
		}
	})
	t.Run("a name that there is not is a mistake of the program", func(t *testing.T) {
		defer func() {
			if recover() == nil {
				t.Error("it did not panic")
			}
		}()
		URL("", "none.svg")
	})
}

func TestTheHouseOnOneDevice(t *testing.T) {
	const most = 1_500_000
	if n := Names()["pocket.wasm"] + Names()["wasm_exec.js"]; n > most {
		t.Errorf("it is sent in %d bytes, want at most %d", n, most)
	}
	kept, err := programs.ReadFile("program/pocket.wasm.br")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ accept, encoding string }{{"", ""}, {"gzip, deflate", "gzip"}, {"gzip, deflate, br, zstd", "br"}} {
		resp := get(t, URL("", "pocket.wasm"), test.accept)
		if got := resp.Header.Get("Content-Encoding"); got != test.encoding || resp.Header.Get("Content-Type") != "application/wasm" {
			t.Errorf("to who accepts %q it comes as %q, %v", test.accept, got, resp.Header)
		}
		if test.encoding == "br" {
			if !bytes.Equal(body(t, resp.Body), kept) {
				t.Error("it is not sent as it is kept")
			}
			continue
		}
		var r io.Reader = resp.Body
		if test.encoding == "gzip" {
			unpacked, err := gzip.NewReader(r)
			if err != nil {
				t.Fatal(err)
			}
			r = unpacked
		}
		if !bytes.Equal(body(t, io.LimitReader(r, 4)), []byte("\x00asm")) {
			t.Errorf("to who accepts %q no WebAssembly is sent", test.accept)
		}
	}
}
