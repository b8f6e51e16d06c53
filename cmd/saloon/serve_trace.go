package main

import (
	"context"
	"fmt"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/trace"
)

// traceFlags say what is written down of requests, and what is traced.
type traceFlags struct {
	LogRequests string  `env:"SALOON_LOG_REQUESTS" enum:"on,off" default:"off" placeholder:"on|off" help:"Whether each request is logged, at level info (${default})."`
	Traces      string  `env:"SALOON_TRACES" placeholder:"URL" help:"Collector that takes traces by OTLP over HTTP, such as http://127.0.0.1:4318; nothing is traced unless given."`
	TracesRatio float64 `env:"SALOON_TRACES_RATIO" default:"0.01" placeholder:"PART" help:"Part of requests and of bots' turns that is traced, 0 to 1 (${default})."`
}

// tracing is what these flags ask for.
type tracing struct {
	logRequests bool
	url         string // "" for nowhere
	ratio       float64
}

// closeTraces is how long the last traces may take to be sent.
const closeTraces = 2 * time.Second

// checkTraces looks at where traces are to go.
func (c *serveCommand) checkTraces(h *hosting, s source) (err error) {
	h.tracing = tracing{logRequests: c.LogRequests == "on", ratio: c.TracesRatio}
	if !(c.TracesRatio >= 0 && c.TracesRatio <= 1) { // nor what is no number
		return s.refuse("traces-ratio", fmt.Sprint(c.TracesRatio), "want 0 to 1")
	}
	if c.Traces == "" {
		if s.typed("traces-ratio") {
			return s.refuse("traces-ratio", fmt.Sprint(c.TracesRatio), "says nothing without --traces URL")
		}
		return nil
	}
	if h.tracing.url, err = trace.CheckURL(c.Traces); err != nil {
		return badUsage("%s: %v", s.name("traces"), err) // the value may have a password in it
	}
	return nil
}

// openTraces returns who traces; nil for nobody.
func (h *hosting) openTraces(ctx context.Context, o *opened) (house.Tracer, error) {
	if h.tracing.url == "" {
		return nil, nil //nolint:nilnil // a house without a tracer is the usual one
	}
	t, err := trace.Open(ctx, trace.Options{
		URL: h.tracing.url, Ratio: h.tracing.ratio, Version: programVersion(),
		Instance: o.doors[0].listener.Addr().String(), Log: o.log,
	})
	if err != nil {
		return nil, err
	}
	o.stopTraces = func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTraces)
		defer cancel()
		if err := t.Close(ctx); err != nil {
			o.log.Warn("the last traces were not sent", "err", err)
		}
	}
	return t, nil
}
