package chaos

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// A process is a program that is started again whenever it ends, as a service is,
// unless it was killed on purpose.
type process struct {
	name    string
	command func() *exec.Cmd
	// heard is called with each line that the program writes, and reports whether the
	// program is ready by that.
	heard func(line []byte) (ready bool)
	log   *os.File

	mu      sync.Mutex
	running *exec.Cmd // nil while there is none
	wanted  bool
	told    bool // to end
	ready   bool
	changed chan struct{} // closed when something of the above changes
	died    []string      // how it ended by itself although it had been ready
	rest    []byte        // of a line
	ended   chan struct{} // closed when it is not to run any more and does not
	leave   bool
}

// again is how long a program that has ended stays away, as with a supervisor.
const again = 200 * time.Millisecond

// start has the program run until end. What it writes goes into a file of its name.
func start(dir, name string, command func() *exec.Cmd, heard func([]byte) bool) (*process, error) {
	log, err := os.Create(filepath.Join(dir, name+".log"))
	if err != nil {
		return nil, err
	}
	p := &process{
		name: name, command: command, heard: heard, log: log,
		wanted: true, changed: make(chan struct{}), ended: make(chan struct{}),
	}
	go p.keep()
	return p, nil
}

// launches starts programs, all from one thread that never ends: a program may ask the
// system to be killed when the thread that started it ends.
var launches = sync.OnceValue(func() chan<- func() {
	launches := make(chan func())
	go func() {
		runtime.LockOSThread()
		for launch := range launches {
			launch()
		}
	}()
	return launches
})

func launch(c *exec.Cmd) error {
	err := make(chan error)
	launches() <- func() { err <- c.Start() }
	return <-err
}

// keep keeps the program running.
func (p *process) keep() {
	defer close(p.ended)
	for p.await(func() bool { return p.wanted || p.leave }) {
		c := p.command()
		c.Stdout, c.Stderr = p, p
		c.SysProcAttr = leashed()
		p.mu.Lock()
		if p.leave || !p.wanted {
			p.mu.Unlock()
			continue
		}
		err := launch(c)
		if err == nil {
			p.running = c
		}
		p.change()
		p.mu.Unlock()
		if err == nil {
			err = c.Wait()
		}
		p.mu.Lock()
		if p.ready && p.wanted && !p.told && !p.leave {
			p.died = append(p.died, fmt.Sprintf("%s ended by itself: %v", p.name, err))
		}
		p.running, p.ready, p.told = nil, false, false
		p.change()
		p.mu.Unlock()
		time.Sleep(again)
	}
}

// change wakes whoever waits for something. The caller holds mu.
func (p *process) change() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// await waits until something holds of the process, and returns false if it is to leave.
func (p *process) await(holds func() bool) bool {
	for {
		p.mu.Lock()
		done, leave, changed := holds(), p.leave, p.changed
		p.mu.Unlock()
		if done {
			return !leave
		}
		<-changed
	}
}

// Write takes in what the program writes.
func (p *process) Write(data []byte) (int, error) {
	_, _ = p.log.Write(data) // nothing can be done about a full disk here
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rest = append(p.rest, data...)
	for {
		line, rest, found := bytes.Cut(p.rest, []byte("\n"))
		if !found {
			return len(data), nil
		}
		p.rest = rest
		if p.heard(line) {
			p.ready = true
			p.change()
		}
	}
}

// toStart is how long a program's start may take, and anything else that is not measured.
const toStart = time.Minute

// untilReady waits until the program is ready.
func (p *process) untilReady() error {
	late := time.After(toStart)
	for {
		p.mu.Lock()
		ready, changed := p.ready, p.changed
		p.mu.Unlock()
		if ready {
			return nil
		}
		select {
		case <-changed:
		case <-late:
			return fmt.Errorf("chaos: %s is not ready within %v; its log tells more", p.name, toStart)
		}
	}
}

// signal sends a signal to the program, if it runs.
func (p *process) signal(s syscall.Signal) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running == nil {
		return nil
	}
	if err := p.running.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// kill ends the program at once and keeps it away.
func (p *process) kill() error {
	p.mu.Lock()
	p.wanted = false
	p.mu.Unlock()
	if err := p.signal(syscall.SIGKILL); err != nil {
		return err
	}
	p.await(func() bool { return p.running == nil })
	return nil
}

// retire tells the program to end in good order, and keeps it away then.
func (p *process) retire() error {
	p.mu.Lock()
	p.wanted, p.told = false, p.running != nil
	p.mu.Unlock()
	return p.signal(syscall.SIGTERM)
}

// revive has it run again.
func (p *process) revive() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wanted = true
	p.change()
}

// graceful is how long a program may take to end when it is told to.
const graceful = 15 * time.Second

// end tells the program to end and waits until it has. The error says that it had to be
// killed.
func (p *process) end() error {
	p.mu.Lock()
	p.leave = true
	p.change()
	p.mu.Unlock()
	err := errors.Join(p.signal(syscall.SIGCONT), p.signal(syscall.SIGTERM))
	select {
	case <-p.ended:
	case <-time.After(graceful):
		err = errors.Join(err, fmt.Errorf("%s had not ended %v after it was told to", p.name, graceful), p.signal(syscall.SIGKILL))
		<-p.ended
	}
	return errors.Join(err, p.log.Close())
}
