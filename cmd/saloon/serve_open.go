package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/bus"
	"github.com/saloon-games/saloon/internal/clock"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/metrics"
	"github.com/saloon-games/saloon/internal/serve"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/web"
	"github.com/saloon-games/saloon/internal/workers"
)

// open makes all the parts, the listener first: where it is taken nothing else is
// touched. What it has opened when it fails is in o.
func (h *hosting) open(ctx context.Context, o *opened) (err error) {
	people, err := o.listen(ctx, h.addr)
	if err != nil {
		return err
	}
	config, acme, err := h.tls(o)
	if err != nil {
		return err
	}
	if o.store, err = h.openStore(ctx); err != nil {
		return err
	}
	if o.bus, err = bus.Open(bus.Options{URL: h.nats, Log: o.log}); err != nil {
		return err
	}
	if err := o.bus.Healthy(); err != nil { // it goes on trying
		o.log.WarnContext(ctx, "the bus cannot be reached; other processes hear of changes late", "err", err)
	}
	if h.database != "" { // which other machines may use as well
		if o.clock, err = clock.New(ctx, o.store.Now); err != nil {
			return err
		}
		if ahead, by := o.clock.Ahead(); ahead.Abs() > by+notable {
			o.log.WarnContext(ctx, "the clocks of this machine and of the database differ; the database's counts", "ahead", ahead)
		}
	}
	counts := metrics.New()
	counts.WatchStore(func() metrics.StoreCounts { return metrics.StoreCounts(o.store.Stats()) })
	tracer, err := h.openTraces(ctx, o)
	if err != nil {
		return err
	}
	o.house, err = house.New(ctx, house.Config{
		Store: o.store, Clock: o.now(), Bus: o.bus, Choose: h.choose(o, counts),
		Observer: counts.House(), Tracer: tracer, Log: o.log,
	})
	if err != nil {
		return err
	}
	counts.Watch(o.bus.Connected, o.house.InMemory)
	site, err := web.New(web.Config{
		House: o.house, Base: h.base, URL: h.public, Log: o.log, Limits: h.limits, Trusted: h.proxies, Clock: o.now(),
		Secure:  config != nil || strings.HasPrefix(h.public, "https:"),
		Metrics: counts.Registerer(), BotPause: h.botPause, DealPause: h.dealPause,
		LogRequests: h.tracing.logRequests, Tracer: tracer,
	})
	if err != nil {
		return err
	}
	o.probes = &serve.Probes{
		Base: h.base, Ready: o.ready, Metrics: counts.Handler(), Watchers: h.watchers, Proxies: h.proxies,
		Log: o.log, Next: site,
	}
	people.server = serve.New(serve.Config{Handler: o.probes, Drain: site.Shutdown, TLS: config, Log: o.log})
	return h.openSides(ctx, o, acme)
}

// notable is by how much clocks may differ before who hosts is told.
const notable = time.Second

// now tells the house's time: that of the database where several machines may use it.
func (o *opened) now() func() time.Time {
	if o.clock == nil {
		return time.Now
	}
	return o.clock.Now
}

// keepTime keeps the clock right until the context is done.
func (o *opened) keepTime(ctx context.Context) error {
	if o.clock != nil {
		o.clock.Run(ctx,
			func(by time.Duration) {
				if by.Abs() < notable {
					return
				}
				o.log.Warn("the database's clock was set; the house's time moves with it", "by", by)
			},
			func(err error) { o.log.Warn("the database does not tell the time; it goes on as it went", "err", err) },
		)
	}
	return nil
}

// choose returns who chooses for bots.
func (h *hosting) choose(o *opened, counts *metrics.Metrics) house.Choose {
	if !h.workers {
		return house.OwnBots
	}
	var outcomes []string
	for _, outcome := range workers.Outcomes {
		outcomes = append(outcomes, string(outcome))
	}
	asked := counts.Asked(outcomes)
	return workers.NewAsker(workers.AskerConfig{
		Ask: o.bus.Ask, Told: func(outcome workers.Outcome) { asked(string(outcome)) }, Log: o.log,
	}).Choose
}

// openSides opens the doors that are not for people.
func (h *hosting) openSides(ctx context.Context, o *opened, acme http.Handler) error {
	for _, side := range []struct {
		flag, addr string
		handler    http.Handler
	}{
		{"--acme-http", h.acmeHTTP, acme},
		{"--pprof", h.pprof, serve.Profiles()},
	} {
		if side.addr == "" {
			continue
		}
		d, err := o.listen(ctx, side.addr)
		if err != nil {
			return fmt.Errorf("%s: %w", side.flag, err)
		}
		d.server = serve.New(serve.Config{Handler: side.handler, Log: o.log})
	}
	return nil
}

// openStore opens the database: the one at an address, or the one in the data directory,
// which it makes if it is missing.
func (h *hosting) openStore(ctx context.Context) (*sqlstore.Store, error) {
	place := h.database
	if place == "" {
		if err := makeDirectory(h.data, "--data"); err != nil {
			return nil, err
		}
		place = filepath.Join(h.data, databaseName)
	}
	db, err := sqlstore.Open(ctx, place, sqlstore.Options{})
	if file, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fmt.Errorf("the database %s: %w; choose another directory with --data", game.Quote(place), file.Err)
	}
	if errors.Is(err, sqlstore.ErrUnfinished) {
		err = fmt.Errorf("%w; %s", err, beginAnew)
	}
	return db, err
}

// makeDirectory makes a data directory that a flag has asked for. Only its owner may look
// into a new one: the database holds secrets.
func makeDirectory(dir, flag string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("the data directory %s: %w; choose another with %s", game.Quote(dir), reason(err), flag)
	}
	return nil
}

// tls returns how to speak TLS, nil for not at all, and who answers an authority
// over plain HTTP.
func (h *hosting) tls(o *opened) (config *tls.Config, plain http.Handler, err error) {
	switch {
	case h.cert != "":
		if o.cert, err = serve.LoadCertificate(h.cert, h.key, o.log); err != nil {
			return nil, nil, fmt.Errorf("--tls-cert: %w", err)
		}
		return o.cert.TLS(), nil, nil
	case len(h.acme.Hosts) > 0:
		h.acme.Cache = filepath.Join(h.data, "acme")
		acme := serve.NewACME(h.acme)
		return acme.TLS(), acme.Handler(), nil
	}
	return nil, nil, nil
}

// greet tells where the house is.
func (h *hosting) greet(a *app, o *opened) {
	at := o.doors[0].listener.Addr()
	url := h.url(at)
	data := h.data
	if h.database != "" {
		data = o.store.Name()
	}
	if h.json { // whoever reads the log reads nothing else
		o.log.Info("open", "url", url, "addr", at.String(), "data", data)
		return
	}
	var who string
	switch serve.ReachOf(at) {
	case serve.Machine:
		who = "only this machine can reach it; --addr :" + port(at) + " for the whole network"
		if h.public != "" || len(h.proxies) > 0 {
			who = "listening at " + at.String() + " for a proxy on this machine"
		}
	case serve.Network:
		who = "listening at " + at.String()
	case serve.All:
		who = "listening at all addresses of this machine, port " + port(at)
	}
	fmt.Fprintf(a.err, "The house is open at %s (%s). It keeps all in %s. Ctrl-C ends it.\n", url, who, game.Quote(data))
}

// url is where people come.
func (h *hosting) url(at net.Addr) string {
	switch {
	case h.public != "":
		return h.public + h.base + "/"
	case len(h.acme.Hosts) > 0:
		return "https://" + h.acme.Hosts[0] + h.base + "/"
	case h.cert != "":
		return serve.URL("https", at, h.base)
	}
	return serve.URL("http", at, h.base)
}

// port is the port of an address.
func port(addr net.Addr) string {
	_, port, _ := net.SplitHostPort(addr.String())
	return port
}
