package load

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// A Target is the house that is to bear the load.
type Target struct {
	// Host is what requests call the house: "localhost:8080".
	Host string
	// Base is what addresses begin with where the house has a base path:
	// "/saloon", else "".
	Base string

	addr netip.AddrPort
}

// ParseTarget reads the address of a house, such as "http://127.0.0.1:8080" or
// "http://localhost:8080/saloon". A load takes a house's strength from those who
// want to play there, so a host that is not this machine is refused unless remote is
// true.
func ParseTarget(ctx context.Context, address string, remote bool) (Target, error) {
	const want = "want an address such as http://127.0.0.1:8080"
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return Target{}, errors.New(want)
	}
	if u.Scheme != "http" {
		return Target{}, fmt.Errorf("%s; the guests speak plain http only", want)
	}
	port := uint64(80)
	if p := u.Port(); p != "" {
		if port, err = strconv.ParseUint(p, 10, 16); err != nil {
			return Target{}, errors.New(want)
		}
	}
	addrs, err := net.DefaultResolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil || len(addrs) == 0 {
		return Target{}, fmt.Errorf("no machine has the name %s", u.Hostname())
	}
	for _, a := range addrs {
		if !remote && !a.Unmap().IsLoopback() {
			return Target{}, fmt.Errorf("%s is not this machine, and a load keeps a house from those who want to play there; "+
				"want a loopback address such as http://127.0.0.1:8080, or --allow-remote if the house is yours", u.Hostname())
		}
	}
	return Target{
		Host: u.Host,
		Base: strings.TrimRight(u.EscapedPath(), "/"),
		addr: netip.AddrPortFrom(addrs[0].Unmap(), uint16(port)),
	}, nil
}

// dial connects to the target. Sources above 1 spread the connections over so many
// loopback addresses, from 127.0.0.1 on, for a house that counts connections by
// address or a system that runs out of ports.
func (t Target) dial(ctx context.Context, guest, sources int) (net.Conn, error) {
	var d net.Dialer
	if sources > 1 {
		n := guest % sources
		d.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 0, byte(n>>8), byte(n)+1)}
	}
	return d.DialContext(ctx, "tcp", t.addr.String())
}
