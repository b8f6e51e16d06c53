// Package logs puts into each line of the log what the work that it is about is known
// by: the request that asked for it, and its trace. Whoever begins such work says so once,
// in the context; whoever logs with that context need not know.
//
// The package must never know what is logged, nor what ids mean.
package logs

import (
	"context"
	"log/slog"
	"slices"
)

type key struct{}

// With returns a context whose lines have the attributes, after those that it had before.
func With(ctx context.Context, attrs ...slog.Attr) context.Context {
	before, _ := ctx.Value(key{}).([]slog.Attr)
	return context.WithValue(ctx, key{}, append(slices.Clip(before), attrs...))
}

// Handler returns a handler that adds a context's attributes to what the next one gets.
func Handler(next slog.Handler) slog.Handler { return handler{next} }

type handler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if attrs, _ := ctx.Value(key{}).([]slog.Attr); len(attrs) > 0 {
		r = r.Clone()
		r.AddAttrs(attrs...)
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }
