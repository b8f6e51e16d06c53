package browsertest

import (
	"io"
	"net"
	"sync"
	"testing"
)

// A wire is the network between one person's browser and a house. It can be cut, and
// can be led to another house. A connection over which something was lost is lost for
// good: nothing comes through it when the wire is whole again, and a browser that tries
// to send is told so, as by a proxy that has forgotten it.
type wire struct {
	listener net.Listener

	mu    sync.Mutex
	house string // HOST:PORT of where it leads to
	state wireState
	links map[*link]struct{}
}

type wireState int

const (
	whole  wireState = iota
	cut              // connections break, and new ones too
	silent           // connections stay, and nothing comes through
	mute             // connections stay; what browsers send arrives, and no answer comes back
)

// A link is one connection through a wire.
type link struct {
	browser, house net.Conn
	deaf, mute     bool // it carries nothing to the house, or to the browser, and nobody is told
}

// newWire returns a wire to a house that is whole.
func newWire(t *testing.T, house string) *wire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: listener, house: house, links: map[*link]struct{}{}}
	var done sync.WaitGroup
	done.Go(func() { w.accept(&done) })
	t.Cleanup(func() {
		_ = listener.Close()
		w.set(cut)
		done.Wait()
	})
	return w
}

// addr is where the browser connects to.
func (w *wire) addr() string { return w.listener.Addr().String() }

// set changes how the wire is.
func (w *wire) set(state wireState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state = state
	for l := range w.links {
		l.suffer(state)
	}
}

// lead makes new connections go to another house.
func (w *wire) lead(house string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.house = house
}

func (w *wire) accept(done *sync.WaitGroup) {
	for {
		browser, err := w.listener.Accept()
		if err != nil {
			return
		}
		w.mu.Lock()
		state, address := w.state, w.house
		w.mu.Unlock()
		if state == cut {
			_ = browser.Close()
			continue
		}
		house, err := net.Dial("tcp", address)
		if err != nil {
			_ = browser.Close()
			continue
		}
		l := &link{browser: browser, house: house}
		w.mu.Lock()
		l.suffer(w.state)
		w.links[l] = struct{}{}
		w.mu.Unlock()
		done.Go(func() { w.carry(l, house, browser, &l.deaf) })
		done.Go(func() { w.carry(l, browser, house, &l.mute) })
	}
}

// carry takes bytes from one end to the other until one of them closes; while it is
// lost they go nowhere.
func (w *wire) carry(l *link, to io.Writer, from io.Reader, lost *bool) {
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		w.mu.Lock()
		dead, forgotten := *lost, (l.deaf || l.mute) && w.state == whole
		w.mu.Unlock()
		if n > 0 && forgotten && from == l.browser {
			break
		}
		if n > 0 && !dead {
			if _, err := to.Write(buffer[:n]); err != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	l.close()
	delete(w.links, l)
}

// suffer does to a connection what has happened to its wire.
func (l *link) suffer(state wireState) {
	switch state {
	case cut:
		l.close()
	case silent:
		l.deaf, l.mute = true, true
	case mute:
		l.mute = true
	case whole:
	}
}

func (l *link) close() {
	_ = l.browser.Close()
	_ = l.house.Close()
}
