package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"github.com/saloon-games/saloon/internal/bus"
	"github.com/saloon-games/saloon/internal/clock"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/serve"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// How long the end may take.
const (
	drainTime = 8 * time.Second  // for requests, the streams among them
	endTime   = 10 * time.Second // for all of it
)

// opened is a house that is open, or is being opened.
type opened struct {
	log    *slog.Logger
	store  *sqlstore.Store
	clock  *clock.Clock // nil for this machine's
	bus    *bus.Bus
	house  *house.House
	cert   *serve.Certificate // nil unless it comes from files
	probes *serve.Probes
	doors  []*door // the one for people first
	// stopTraces sends the last traces; nil where nothing is traced.
	stopTraces func()
}

// A door is where somebody listens.
type door struct {
	listener net.Listener
	server   *serve.Server
}

// listen opens a door.
func (o *opened) listen(ctx context.Context, addr string) (*door, error) {
	l, err := serve.Listen(ctx, addr)
	if err != nil {
		return nil, err
	}
	d := &door{listener: l}
	o.doors = append(o.doors, d)
	return d, nil
}

// collectLater has the garbage collected half as often as Go does by itself, unless who
// hosts has said otherwise: little of what a house allocates lasts, and a move costs a
// tenth less.
func collectLater() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
}

// run opens the house and keeps it open until a signal comes.
func (h *hosting) run(a *app, log *slog.Logger) error {
	collectLater()
	ctx, stop := untilSignaled()
	defer stop()
	o := &opened{log: log}
	err := h.open(ctx, o)
	if ctx.Err() != nil {
		return o.close() // told to end before it had begun
	}
	if err != nil {
		return errors.Join(err, o.close())
	}
	h.greet(a, o)
	return o.work(ctx)
}

// work serves until the context is done or something fails, and ends in good order.
func (o *opened) work(ctx context.Context) error {
	var parts sync.WaitGroup
	failed := make(chan error, len(o.doors)+2)
	run := func(part func() error) {
		parts.Go(func() {
			if err := part(); err != nil {
				failed <- err
			}
		})
	}
	// The house goes on until nobody can ask it for anything.
	houseCtx, closeHouse := context.WithCancel(context.WithoutCancel(ctx))
	defer closeHouse()
	run(func() error { return o.keepTime(houseCtx) })
	run(func() error { return o.house.Run(houseCtx) })
	run(func() error { return o.house.Heed(houseCtx) })
	for _, d := range o.doors {
		run(func() error { return d.server.Serve(d.listener) })
	}
	stopReloading := o.reloadOnHangup()
	defer stopReloading()

	var failure error
	select {
	case <-ctx.Done():
		o.log.Info("ending", "why", context.Cause(ctx))
	case failure = <-failed:
		o.log.Error("ending", "why", failure)
	}
	ended := make(chan error, 1)
	go func() {
		o.probes.End()
		o.drain()
		closeHouse()
		parts.Wait()
		ended <- o.close()
	}()
	select {
	case err := <-ended:
		return errors.Join(failure, err)
	case <-time.After(endTime):
		return errors.Join(failure, fmt.Errorf("not all had ended after %v; nothing that was acknowledged is lost", endTime))
	}
}

// drain lets those who are in leave, and nobody in any more.
func (o *opened) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	var doors sync.WaitGroup
	for _, d := range o.doors {
		doors.Go(func() {
			if err := d.server.Shutdown(ctx); err != nil {
				o.log.Warn("requests were cut off", "at", d.listener.Addr().String(), "err", err)
			}
		})
	}
	doors.Wait()
}

// close closes what has been opened. Doors that were served are closed already.
func (o *opened) close() error {
	for _, d := range o.doors {
		_ = d.listener.Close()
	}
	if o.stopTraces != nil {
		o.stopTraces()
	}
	var err error
	if o.bus != nil {
		err = o.bus.Close()
	}
	if o.store != nil {
		err = errors.Join(err, o.store.Close())
	}
	return err
}

// ready returns why the house cannot be used. Without the bus it can: what other processes
// do is shown some seconds later, and were all unready at once nobody could play.
func (o *opened) ready(ctx context.Context) error { return o.store.Ping(ctx) }

// reloadOnHangup reads certificate files again at SIGHUP, which is what hangs up a
// terminal otherwise.
func (o *opened) reloadOnHangup() (stop func()) {
	if o.cert == nil {
		return func() {}
	}
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-hangups:
				o.cert.Reload()
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(hangups)
		close(done)
	}
}
