package serve_test

import (
	"net"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/serve"
)

func TestAnAddressIsAHostAndAPort(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{":8080", "127.0.0.1:0", "[::1]:443", "localhost:65535", "cards.example.org:80"} {
		if err := serve.CheckAddr(addr); err != nil {
			t.Errorf("%s is refused: %v", addr, err)
		}
	}
	for _, addr := range []string{"", "8080", "localhost", "::1", ":65536", ":-1", ":http", ":080", ":", "http://localhost:80", "a b:80"} {
		if serve.CheckAddr(addr) == nil {
			t.Errorf("%q is taken for an address", addr)
		}
	}
}

func TestWhereNobodyCanListenIsSaidInWords(t *testing.T) {
	t.Parallel()
	taken, err := serve.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close() //nolint:errcheck // nobody has come
	for addr, want := range map[string]string{
		taken.Addr().String(): taken.Addr().String() + " is taken: ",
		"192.0.2.1:0":         "192.0.2.1:0 is no address of this machine; ",
		"no.such.invalid:0":   "cannot listen at no.such.invalid:0: ",
	} {
		l, err := serve.Listen(t.Context(), addr)
		if err == nil {
			_ = l.Close()
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v; want %q", addr, err, want)
		}
	}
}

func TestAnAddressIsShownAsBrowsersTakeIt(t *testing.T) {
	t.Parallel()
	at := func(ip string, port int) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: port} }
	for _, c := range []struct {
		scheme, base string
		addr         net.Addr
		reach        serve.Reach
		want         string
	}{
		{"http", "", at("127.0.0.1", 8080), serve.Machine, "http://localhost:8080/"},
		{"http", "/saloon", at("::1", 8080), serve.Machine, "http://[::1]:8080/saloon/"},
		{"http", "", at("192.0.2.7", 80), serve.Network, "http://192.0.2.7/"},
		{"https", "", at("2001:db8::7", 443), serve.Network, "https://[2001:db8::7]/"},
		{"https", "", at("192.0.2.7", 80), serve.Network, "https://192.0.2.7:80/"},
	} {
		if got := serve.URL(c.scheme, c.addr, c.base); got != c.want {
			t.Errorf("%v is %s; want %s", c.addr, got, c.want)
		}
		if got := serve.ReachOf(c.addr); got != c.reach {
			t.Errorf("%v has reach %v; want %v", c.addr, got, c.reach)
		}
	}
	everywhere := at("::", 8080)
	if got := serve.URL("http", everywhere, ""); strings.Contains(got, "[::]") || !strings.HasSuffix(got, ":8080/") {
		t.Errorf("all addresses are shown as %s; want one that others can type", got)
	}
	if got := serve.ReachOf(everywhere); got != serve.All {
		t.Errorf("all addresses have reach %v", got)
	}
}
