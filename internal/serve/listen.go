package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"syscall"
)

// CheckAddr returns an error unless an address is a host, which may be missing, and
// a port: "127.0.0.1:8080", "[::1]:8080", "localhost:0", ":8080".
func CheckAddr(addr string) error {
	const want = "want HOST:PORT, such as 127.0.0.1:8080 or :8080"
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return errors.New(want)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || strconv.FormatUint(n, 10) != port {
		return errors.New(want + "; a port is a number from 0 to 65535")
	}
	if strings.ContainsAny(host, "/ ") {
		return errors.New(want)
	}
	return nil
}

// Listen opens a TCP port. Its errors say in words what can be done. The port 0 is
// any that is free.
func Listen(ctx context.Context, addr string) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", addr)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is taken: another program listens there, perhaps this one already; end it or choose another port", addr)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%s may not be listened at: ports below 1024 need a privilege (CAP_NET_BIND_SERVICE); choose another port", addr)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("%s is no address of this machine; leave the host out, as in :8080, for all that it has", addr)
	}
	return nil, fmt.Errorf("cannot listen at %s: %w", addr, cause(err))
}

// cause is the reason in a network error, without the address that stands in it.
func cause(err error) error {
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return op.Err
	}
	return err
}

// A Reach is who can come to an address.
type Reach int

// From where an address can be reached.
const (
	Machine Reach = iota // from this machine only
	Network              // from other machines, through one address
	All                  // from other machines, through every address that this machine has
)

// ReachOf tells who can come to an address that is listened at.
func ReachOf(addr net.Addr) Reach {
	at, err := netip.ParseAddrPort(addr.String())
	switch {
	case err != nil:
		return Network
	case at.Addr().IsLoopback():
		return Machine
	case at.Addr().IsUnspecified():
		return All
	}
	return Network
}

// URL returns an address for browsers, which ends in a slash: of this machine's own
// name where only it can come, else of an address by which others find it. A port
// that the scheme implies is left out.
func URL(scheme string, addr net.Addr, base string) string {
	at, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return scheme + "://" + addr.String() + base + "/"
	}
	host := at.Addr().String()
	switch {
	case at.Addr().IsUnspecified():
		host = ownAddress()
	case at.Addr() == netip.AddrFrom4([4]byte{127, 0, 0, 1}):
		host = "localhost"
	}
	port := strconv.Itoa(int(at.Port()))
	if scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		return scheme + "://" + host + base + "/"
	}
	return scheme + "://" + net.JoinHostPort(host, port) + base + "/"
}

// ownAddress is one by which other machines find this one, as well as it can be
// told: IPv4 before IPv6, since people read it to each other.
func ownAddress() string {
	best := "localhost"
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return best
	}
	for _, a := range addrs {
		prefix, err := netip.ParsePrefix(a.String())
		if err != nil || !prefix.Addr().IsGlobalUnicast() {
			continue
		}
		if prefix.Addr().Is4() {
			return prefix.Addr().String()
		}
		if best == "localhost" {
			best = prefix.Addr().String()
		}
	}
	return best
}
