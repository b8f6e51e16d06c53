package store

import (
	"context"
	"time"
)

// Done is how a write was done, for who wants to know.
type Done struct {
	// Waited is how long it waited for its turn; Batch how many writes shared what was
	// committed, itself among them. Batch is 0 where nobody has measured.
	Waited time.Duration
	Batch  int
}

type doneKey struct{}

// Measure asks a store to tell how the next write with this context was done. It is told
// when the write returns.
func Measure(ctx context.Context) (context.Context, *Done) {
	done := new(Done)
	return context.WithValue(ctx, doneKey{}, done), done
}

// Measured is where a store tells it; nil if nobody has asked.
func Measured(ctx context.Context) *Done {
	done, _ := ctx.Value(doneKey{}).(*Done)
	return done
}
