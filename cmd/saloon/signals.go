package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// interruption is the error of a command that a signal has ended early, with what
// was done until then.
type interruption struct{ by syscall.Signal }

func (e *interruption) Error() string {
	if e.by == syscall.SIGTERM {
		return "told to end"
	}
	return "interrupted"
}

func isInterruption(err error) bool {
	_, is := errors.AsType[*interruption](err)
	return is
}

// untilSignaled returns a context that the first Ctrl-C or SIGTERM cancels, with an
// *interruption as its cause. The second ends the program at once, as if nobody
// listened.
func untilSignaled() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			by, _ := s.(syscall.Signal)
			cancel(&interruption{by})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}
