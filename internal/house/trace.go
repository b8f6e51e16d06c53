package house

import (
	"context"
	"errors"
	"time"
)

// A Tracer follows what is done through the parts of a house and through the processes
// that share a store. What it makes of that is its own business; a house without one
// spends nothing on it.
type Tracer interface {
	// Start begins a span with a name, below the one in the context or, if there is
	// none, at the top of a trace of its own.
	Start(ctx context.Context, name string) (context.Context, Span)
	// Join begins a span below one of another process, of which parent tells: a
	// traceparent of the W3C's Trace Context. If it tells of none the span is at the top
	// of a trace of its own. At is when it began; zero: now.
	Join(ctx context.Context, parent, name string, at time.Time) (context.Context, Span)
	// Parent tells other processes of the span in the context; "" if nobody records it.
	Parent(ctx context.Context) string
}

// A Span is one step of what is traced.
type Span interface {
	Recording() bool // whether somebody will look at it
	Name(name string)
	Say(key, value string)
	Count(key string, n int64)
	// End ends the step, which has failed if the error is not nil.
	End(err error)
}

// noSpan is a step that nobody traces.
type noSpan struct{}

func (noSpan) Recording() bool     { return false }
func (noSpan) Name(string)         {}
func (noSpan) Say(string, string)  {}
func (noSpan) Count(string, int64) {}
func (noSpan) End(error)           {}

// Begin begins a span, or nothing where there is no tracer.
func Begin(ctx context.Context, t Tracer, name string) (context.Context, Span) {
	if t == nil {
		return ctx, noSpan{}
	}
	return t.Start(ctx, name)
}

// span begins a span of the house's work.
func (h *House) span(ctx context.Context, name string) (context.Context, Span) {
	return Begin(ctx, h.trace, name)
}

// endSpan ends a span. That somebody was refused is no failure.
func endSpan(span Span, err error) {
	if !span.Recording() {
		return
	}
	if r, ok := errors.AsType[*Refusal](err); ok {
		span.Say("saloon.refused", string(r.Code))
		err = nil
	}
	span.End(err)
}
