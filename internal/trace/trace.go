// Package trace sends what a house traces to a collector of OpenTelemetry, by OTLP over
// HTTP.
//
// It knows of a trace what the house and its pages say of it: names, ids of tables and
// requests, counts. The package must never know what is done, nor be needed for it: what
// cannot be sent is dropped.
package trace

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/saloon-games/saloon/internal/house"
)

// Options say where traces go and of how much they tell.
type Options struct {
	// URL is where a collector takes them, see [CheckURL].
	URL string
	// Ratio is which part of what begins here is traced, from 0 to 1. What another process
	// or a proxy has begun is traced if that has said so.
	Ratio float64
	// Version is the program's, Instance tells this process from others.
	Version, Instance string
	Log               *slog.Logger // nil: nothing is logged
}

// usualPath is where collectors take traces.
const usualPath = "/v1/traces"

// CheckURL returns the address of a collector as [Open] takes it: http or https, with a
// path, /v1/traces if it has none. It has no password in it: such belong into the
// environment variable OTEL_EXPORTER_OTLP_HEADERS, which the exporter reads.
func CheckURL(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("want an address such as http://127.0.0.1:4318, without a password or a query")
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = usualPath
	}
	return u.String(), nil
}

// A Tracer sends traces. It implements [house.Tracer].
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

var parents propagation.TraceContext

// Open returns a tracer. It does not look whether there is somebody at the address. What
// is traced is sent every few seconds, and dropped where that fails or would be too much.
func Open(ctx context.Context, opts Options) (*Tracer, error) {
	address, err := CheckURL(opts.URL)
	if err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(address))
	if err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	provider := sdk.NewTracerProvider(
		sdk.WithBatcher(&teller{SpanExporter: exporter, log: opts.Log}),
		sdk.WithSampler(sdk.ParentBased(sdk.TraceIDRatioBased(opts.Ratio))),
		sdk.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "saloon"),
			attribute.String("service.version", opts.Version),
			attribute.String("service.instance.id", opts.Instance),
		)),
	)
	return &Tracer{provider, provider.Tracer("github.com/saloon-games/saloon/internal/trace")}, nil
}

// Close sends what is left, as long as the context allows.
func (t *Tracer) Close(ctx context.Context) error {
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("trace: close: %w", err)
	}
	return nil
}

// Start implements [house.Tracer].
func (t *Tracer) Start(ctx context.Context, name string) (context.Context, house.Span) {
	ctx, s := t.tracer.Start(ctx, name)
	return ctx, span{s}
}

// Join implements [house.Tracer].
func (t *Tracer) Join(ctx context.Context, parent, name string, at time.Time) (context.Context, house.Span) {
	ctx = trace.ContextWithSpanContext(ctx, trace.SpanContext{}) // not below what the context is in
	if parent != "" {
		ctx = parents.Extract(ctx, propagation.MapCarrier{"traceparent": parent})
	}
	var options []trace.SpanStartOption
	if !at.IsZero() {
		options = append(options, trace.WithTimestamp(at))
	}
	ctx, s := t.tracer.Start(ctx, name, options...)
	return ctx, span{s}
}

// Parent implements [house.Tracer].
func (*Tracer) Parent(ctx context.Context) string {
	if !trace.SpanContextFromContext(ctx).IsSampled() {
		return ""
	}
	carrier := propagation.MapCarrier{}
	parents.Inject(ctx, carrier)
	return carrier["traceparent"]
}

// span is a span as the house knows it.
type span struct{ trace.Span }

func (s span) Recording() bool           { return s.IsRecording() }
func (s span) Name(name string)          { s.SetName(name) }
func (s span) Say(key, value string)     { s.SetAttributes(attribute.String(key, value)) }
func (s span) Count(key string, n int64) { s.SetAttributes(attribute.Int64(key, n)) }

// End ends a span. The words of an error are in the log; what has failed is enough here.
func (s span) End(err error) {
	if err != nil {
		s.SetStatus(codes.Error, "the log says why")
	}
	s.Span.End()
}

// A teller writes down when traces cannot be sent, and when they can be again.
type teller struct {
	sdk.SpanExporter
	log     *slog.Logger
	failing atomic.Bool
}

// ExportSpans implements sdk.SpanExporter.
func (t *teller) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := t.SpanExporter.ExportSpans(ctx, spans)
	if failed := err != nil; t.failing.Swap(failed) != failed {
		if failed {
			t.log.WarnContext(ctx, "traces cannot be sent, and are dropped", "err", err)
		} else {
			t.log.InfoContext(ctx, "traces are sent again")
		}
	}
	return nil // it is said
}
