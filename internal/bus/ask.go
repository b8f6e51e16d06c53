package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// ErrNobody is returned when nobody is there to answer, or no connection to find them by.
var ErrNobody = errors.New("bus: nobody answers")

// Ask sends data to one of those who answer on the subject, and returns the first answer
// that comes before the context is done; others are thrown away. Whoever is asked may be
// gone before they answer, or answer when nobody waits any more. Those who answer on this
// bus itself are not asked.
//
// [ErrNobody] comes at once.
func (b *Bus) Ask(ctx context.Context, subject string, data []byte) ([]byte, error) {
	if !b.conn.IsConnected() && !b.conn.IsClosed() {
		return nil, ErrNobody // rather than wait for a connection
	}
	m, err := b.conn.RequestWithContext(ctx, subject, data)
	switch {
	case err == nil:
		return m.Data, nil
	case errors.Is(err, nats.ErrNoResponders):
		return nil, ErrNobody
	}
	return nil, fmt.Errorf("bus: ask %q: %w", subject, known(err))
}

// Answer has got called with each request to the subject that falls to this bus: one of
// those who answer as the same group gets it. Got is quick, and is called by one goroutine.
// The data are its own. Reply sends the answer; it may be called later, from any
// goroutine, and fails where the connection does.
//
// Stop has the servers send nothing more here, waits until got was called with what
// they had sent, and returns. Reply works until the bus is closed.
func (b *Bus) Answer(subject, group string, got func(data []byte, reply func([]byte) error)) (stop func() error, err error) {
	s, err := b.conn.QueueSubscribe(subject, group, func(m *nats.Msg) {
		got(m.Data, func(data []byte) error {
			if err := m.Respond(data); err != nil {
				return fmt.Errorf("bus: answer on %q: %w", subject, known(err))
			}
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("bus: answer on %q: %w", subject, known(err))
	}
	drained := make(chan struct{})
	s.SetClosedHandler(func(string) { close(drained) })
	return func() error {
		if !b.conn.IsConnected() { // nothing comes, and nobody could be told
			_ = s.Unsubscribe()
			return nil
		}
		if err := s.Drain(); err != nil {
			if errors.Is(err, nats.ErrBadSubscription) || errors.Is(err, nats.ErrConnectionClosed) {
				return nil // it has ended
			}
			return fmt.Errorf("bus: answer on %q no more: %w", subject, err)
		}
		select {
		case <-drained:
			return nil
		case <-time.After(patience):
			return fmt.Errorf("bus: answer on %q no more: the servers do not answer", subject)
		}
	}, nil
}
