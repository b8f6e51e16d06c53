package main

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/bus"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/serve"
	"github.com/saloon-games/saloon/internal/web"
)

// hosting is what the flags of "saloon serve" ask for, checked.
type hosting struct {
	addr      string
	database  string // address of a PostgreSQL database, "" for the file in data
	data      string // directory; "" if none is needed
	base      string // "" or like "/saloon"
	public    string // "" or like "https://cards.example.org"
	cert, key string
	acme      serve.ACMEConfig // none without hosts
	acmeHTTP  string           // "" for nowhere
	json      bool             // the log is for programs
	proxies   []netip.Prefix
	watchers  []netip.Prefix
	pprof     string
	nats      string
	workers   bool // they think for the bots
	limits    web.Limits
	botPause  time.Duration
	dealPause time.Duration
	tracing   tracing
}

// source knows whether a flag's value came from the command line.
type source struct{ ctx *kong.Context }

// refuse returns the error for a value that a flag does not take. It names the flag,
// or the environment variable that was given in its place.
func (s source) refuse(flag, value, format string, args ...any) error {
	return badUsage("%s %s: %s", s.name(flag), game.Quote(value), fmt.Sprintf(format, args...))
}

// typed reports whether a flag is on the command line.
func (s source) typed(flag string) bool {
	for _, p := range s.ctx.Path {
		if p.Flag != nil && p.Flag.Name == flag {
			return true
		}
	}
	return false
}

func (s source) name(flag string) string {
	if s.typed(flag) {
		return "--" + flag
	}
	env := variable(flag)
	if _, set := os.LookupEnv(env); set {
		return env
	}
	return "--" + flag
}

// variable is the environment variable that stands for a flag.
func variable(flag string) string {
	return "SALOON_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// hosting checks what was asked for. All that it refuses is bad usage.
func (c *serveCommand) hosting(s source) (*hosting, error) {
	h := &hosting{
		cert: c.TLSCert, key: c.TLSKey, json: c.LogFormat == "json",
		pprof: c.Pprof, nats: c.NATS, workers: c.Bots == "workers", limits: c.limits(), botPause: c.BotPause, dealPause: c.DealPause,
	}
	for _, check := range []func(*hosting, source) error{
		c.checkPlaces, c.checkTLS, c.checkAddresses, c.checkNetworks, c.checkPauses, c.checkTraces,
	} {
		if err := check(h, s); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// checkPlaces looks at where to listen and where the data is.
func (c *serveCommand) checkPlaces(h *hosting, s source) (err error) {
	h.addr = c.Addr
	switch {
	case c.Addr != "":
		if err := serve.CheckAddr(c.Addr); err != nil {
			return s.refuse("addr", c.Addr, "%v", err)
		}
	case len(c.ACME) > 0:
		h.addr = ":443"
	default:
		h.addr = "127.0.0.1:8080"
	}
	if c.Pprof != "" {
		const want = "want an address that only this machine can reach, such as 127.0.0.1:6060"
		host, _, err := net.SplitHostPort(c.Pprof)
		ip, notIP := netip.ParseAddr(host)
		if err != nil || serve.CheckAddr(c.Pprof) != nil || host != "localhost" && (notIP != nil || !ip.IsLoopback()) {
			return s.refuse("pprof", c.Pprof, want)
		}
	}
	if err := c.checkDatabase(s); err != nil {
		return err
	}
	if h.database = c.Database; h.database != "" && c.Data == "" && len(c.ACME) == 0 {
		return nil
	}
	h.data, err = c.directory()
	return err
}

// checkTLS looks at the certificate, or from where it is to come.
func (c *serveCommand) checkTLS(h *hosting, s source) error {
	switch {
	case (c.TLSCert == "") != (c.TLSKey == ""):
		return badUsage("--tls-cert and --tls-key belong together; give both or neither")
	case len(c.ACME) == 0:
		for _, flag := range []struct{ name, value string }{{"acme-email", c.ACMEEmail}, {"acme-url", c.ACMEURL}} {
			if flag.value != "" {
				return s.refuse(flag.name, flag.value, "says nothing without --acme HOST")
			}
		}
		return nil
	case c.TLSCert != "":
		return badUsage("--acme gets a certificate and --tls-cert has one; give one of them")
	}
	for _, host := range c.ACME {
		if _, err := netip.ParseAddr(host); err == nil || !strings.Contains(host, ".") || strings.ContainsAny(host, "/:*@ ") {
			return s.refuse("acme", host, "want the whole name of this machine, such as cards.example.org")
		}
	}
	if c.ACMEURL != "" {
		if u, err := url.Parse(c.ACMEURL); err != nil || u.Scheme != "https" || u.Host == "" {
			return s.refuse("acme-url", c.ACMEURL, "want an address that begins with https://")
		}
	}
	if c.ACMEHTTP != "off" {
		if err := serve.CheckAddr(c.ACMEHTTP); err != nil {
			return s.refuse("acme-http", c.ACMEHTTP, "%v, or off", err)
		}
		h.acmeHTTP = c.ACMEHTTP
	}
	h.acme = serve.ACMEConfig{Hosts: c.ACME, Email: c.ACMEEmail, Directory: c.ACMEURL}
	return nil
}

// checkAddresses looks at the addresses that people see.
func (c *serveCommand) checkAddresses(h *hosting, s source) error {
	h.base = strings.TrimSuffix(c.BasePath, "/")
	if c.BasePath != "" {
		u, err := url.Parse(c.BasePath)
		plain := err == nil && u.EscapedPath() == c.BasePath && !strings.ContainsAny(c.BasePath, `%:&'"*+,;=()[]!$@`)
		if !plain || c.BasePath[0] != '/' || strings.Contains(c.BasePath, "//") || strings.Contains(c.BasePath, "/.") {
			return s.refuse("base-path", c.BasePath, "want a path such as /saloon, of letters, digits, - and _")
		}
	}
	if c.PublicURL == "" {
		return nil
	}
	u, err := url.Parse(c.PublicURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return s.refuse("public-url", c.PublicURL, "want an address such as https://cards.example.org")
	}
	if path := strings.TrimSuffix(u.Path, "/"); path != "" && path != h.base {
		return s.refuse("public-url", c.PublicURL, "its path is not the base path; want --base-path %s with it", path)
	}
	h.public = u.Scheme + "://" + strings.ToLower(u.Host)
	return nil
}

// checkNetworks looks at who is believed and who may know what.
func (c *serveCommand) checkNetworks(h *hosting, s source) (err error) {
	if h.proxies, err = networks(s, "trust-proxy", c.TrustProxy); err != nil {
		return err
	}
	if h.watchers, err = networks(s, "metrics-from", c.MetricsFrom); err != nil {
		return err
	}
	if c.NATS != "" {
		return checkNATS(s, c.NATS)
	}
	if h.workers {
		return s.refuse("bots", c.Bots, "workers are reached by NATS servers; say where those are with --nats URL")
	}
	return nil
}

// checkNATS refuses what are not addresses of NATS servers, and a password where all who
// may list processes can read it. It tells no address: it may have a password.
func checkNATS(s source, urls string) error {
	secret, err := bus.CheckURL(urls)
	if err != nil {
		return badUsage("%s: %w", s.name("nats"), err)
	}
	if secret && s.typed("nats") {
		return badUsage("--nats: others on this machine can read a password in a command line; give all of it as %s", variable("nats"))
	}
	return nil
}

// networks reads networks and addresses.
func networks(s source, flag string, values []string) ([]netip.Prefix, error) {
	var all []netip.Prefix
	for _, value := range values {
		if addr, err := netip.ParseAddr(value); err == nil {
			addr = addr.Unmap()
			all = append(all, netip.PrefixFrom(addr, addr.BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(value)
		if err != nil {
			return nil, s.refuse(flag, value, "want an address or a network, such as 127.0.0.1 or 10.0.0.0/8")
		}
		all = append(all, prefix.Masked())
	}
	return all, nil
}

// checkPauses looks at the pauses of new tables.
func (c *serveCommand) checkPauses(_ *hosting, s source) error {
	for _, pause := range []struct {
		flag        string
		value, most time.Duration
	}{
		{"bot-pause", c.BotPause, house.MostPause},
		{"deal-pause", c.DealPause, house.MostDealPause},
	} {
		if pause.value < 0 || pause.value > pause.most {
			return s.refuse(pause.flag, pause.value.String(), "want 0s to %v", pause.most)
		}
	}
	return nil
}

// limits is how much people may ask for.
func (f *limitFlags) limits() web.Limits {
	if f.Limits == "off" {
		return web.Limits{}
	}
	l := web.DefaultLimits()
	if f.LimitRequests != nil {
		l.Requests = float64(*f.LimitRequests)
	}
	for _, given := range []struct{ from, to *int }{
		{f.LimitAddress, &l.AddressFactor},
		{f.LimitTables, &l.Tables},
		{f.LimitGuests, &l.Guests},
		{f.LimitStreams, &l.Streams},
		{f.LimitAddressStreams, &l.AddressStreams},
	} {
		if given.from != nil {
			*given.to = *given.from
		}
	}
	return l
}

// serveVars are what the help of "saloon serve" takes from the packages that it wires.
func serveVars() kong.Vars {
	l := web.DefaultLimits()
	return kong.Vars{
		"botPause":            web.UsualBotPause.String(),
		"dealPause":           web.UsualDealPause.String(),
		"limitRequests":       fmt.Sprint(l.Requests),
		"limitAddress":        fmt.Sprint(l.AddressFactor),
		"limitTables":         fmt.Sprint(l.Tables),
		"limitGuests":         fmt.Sprint(l.Guests),
		"limitStreams":        fmt.Sprint(l.Streams),
		"limitAddressStreams": fmt.Sprint(l.AddressStreams),
	}
}
