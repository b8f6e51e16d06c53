package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress is a bar that grows while work is done; nothing where nobody sees it.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress returns a bar on w, if that is a terminal, for so many steps of doing something.
func newProgress(w io.Writer, doing string, steps int) progress {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return progress{}
	}
	return progress{progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(doing),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
	)}
}

// set says how many steps have been done. A bar that cannot be drawn is no
// reason to stop.
func (p progress) set(steps int) {
	if p.bar != nil {
		_ = p.bar.Set(steps)
	}
}

// clear takes the bar away.
func (p progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
