package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/alecthomas/kong"

	"github.com/saloon-games/saloon/internal/bus"
	"github.com/saloon-games/saloon/internal/metrics"
	"github.com/saloon-games/saloon/internal/serve"
	"github.com/saloon-games/saloon/internal/workers"
)

// workerCommand is "saloon worker".
type workerCommand struct {
	NATS  string `env:"SALOON_NATS" name:"nats" placeholder:"URL" help:"NATS servers of the house, such as nats://one,nats://two. With a password only as a variable."`
	Slots int    `env:"SALOON_SLOTS" placeholder:"N" help:"Most bots that think at a time; as many as this machine has processors unless given."`
	Addr  string `env:"SALOON_ADDR" placeholder:"HOST:PORT" help:"Where /healthz, /readyz and /metrics are, such as 127.0.0.1:8081; nowhere unless given."`

	MetricsFrom []string `env:"SALOON_METRICS_FROM" default:"127.0.0.0/8,::1" placeholder:"CIDR" help:"Who may read /metrics (${default})."`
	LogLevel    string   `env:"SALOON_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" placeholder:"LEVEL" help:"Least of what is logged: debug, info, warn or error (${default})."`
	LogFormat   string   `env:"SALOON_LOG_FORMAT" enum:"text,json" default:"text" placeholder:"FORMAT" help:"How it is logged: text or json (${default})."`
}

// Help is the command's detailed help.
func (*workerCommand) Help() string {
	return `Thinks for the bots of a house whose processes run with --bots workers, and does nothing else: it takes no pages, opens no database, and is told of a game what the bot's seat may know. Start more of them, on any machine, for more bots; end them at any time, for the house thinks for itself where no worker answers.

It takes as many decisions at a time as --slots says, keeps four times as many waiting, and tells others at once that it is busy. Ctrl-C or SIGTERM ends it when it has answered what it has begun.

Each flag can be given as an environment variable, too: --slots as SALOON_SLOTS. A flag counts more.

Examples:

    saloon worker --nats nats://bus
    saloon worker --nats tls://one,tls://two --slots 4 --addr 127.0.0.1:8081
`
}

// mostSlots is more than any machine can use.
const mostSlots = 4096

// Run thinks until a signal ends it.
func (c *workerCommand) Run(a *app, ctx *kong.Context) error {
	s := source{ctx}
	if c.NATS == "" {
		return badUsage("a worker hears of what there is to do by NATS; want --nats URL or SALOON_NATS")
	}
	if err := checkNATS(s, c.NATS); err != nil {
		return err
	}
	if c.Slots < 0 || c.Slots == 0 && s.typed("slots") || c.Slots > mostSlots {
		return s.refuse("slots", fmt.Sprint(c.Slots), "want 1 to %d", mostSlots)
	}
	if c.Addr != "" {
		if err := serve.CheckAddr(c.Addr); err != nil {
			return s.refuse("addr", c.Addr, "%v", err)
		}
	}
	watchers, err := networks(s, "metrics-from", c.MetricsFrom)
	if err != nil {
		return err
	}
	return c.work(a, (&serveCommand{LogLevel: c.LogLevel, LogFormat: c.LogFormat}).logger(a), watchers)
}

// work opens all that a worker has and keeps it open until a signal comes.
func (c *workerCommand) work(a *app, log *slog.Logger, watchers []netip.Prefix) error {
	collectLater()
	ctx, stop := untilSignaled()
	defer stop()
	counts := metrics.New()
	o := &opened{log: log}
	if c.Addr != "" { // first: where it is taken nothing else is touched
		if _, err := o.listen(ctx, c.Addr); err != nil {
			return err
		}
	}
	var err error
	if o.bus, err = bus.Open(bus.Options{URL: c.NATS, Log: log}); err != nil {
		return errors.Join(err, o.close())
	}
	if err := o.bus.Healthy(); err != nil { // it goes on trying
		log.WarnContext(ctx, "the NATS servers cannot be reached; nothing comes until they are", "err", err)
	}
	w, err := workers.Work(workers.WorkerConfig{Answer: o.bus.Answer, Slots: c.Slots, Decided: counts.Decided(), Log: log})
	if err != nil {
		return errors.Join(err, o.close())
	}
	o.probes = &serve.Probes{
		Ready:   func(context.Context) error { return o.bus.Healthy() },
		Metrics: counts.Handler(), Watchers: watchers, Log: log, Next: http.NotFoundHandler(),
	}
	failed := make(chan error, 1)
	for _, d := range o.doors {
		d.server = serve.New(serve.Config{Handler: o.probes, Log: log})
		go func() { failed <- d.server.Serve(d.listener) }()
	}
	c.greet(a, o)

	select {
	case <-ctx.Done():
		log.Info("ending", "why", context.Cause(ctx))
	case err = <-failed:
		log.Error("ending", "why", err)
	}
	ended := make(chan error, 1)
	go func() {
		o.probes.End()
		end := w.Close()
		o.drain()
		ended <- errors.Join(end, o.close())
	}()
	select {
	case end := <-ended:
		return errors.Join(err, end)
	case <-time.After(endTime):
		return errors.Join(err, fmt.Errorf("not all bots had moved after %v; the house moves for them", endTime))
	}
}

// greet tells that it is there.
func (c *workerCommand) greet(a *app, o *opened) {
	at, where := "", ""
	for _, d := range o.doors {
		at = d.listener.Addr().String()
		where = " Its health is told at " + at + "."
	}
	if c.LogFormat == "json" { // whoever reads the log reads nothing else
		o.log.Info("working", "addr", at)
		return
	}
	fmt.Fprintf(a.err, "The worker thinks for the house's bots.%s Ctrl-C ends it.\n", where)
}
