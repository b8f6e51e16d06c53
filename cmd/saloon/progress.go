package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress is a bar that grows while games are played; nothing where nobody sees it.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress returns a bar on w if that is a terminal.
func newProgress(w io.Writer, games int) progress {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return progress{}
	}
	return progress{progressbar.NewOptions(games,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription("playing"),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
	)}
}

// set says how many games have been played. A bar that cannot be drawn is no
// reason to stop.
func (p progress) set(games int) {
	if p.bar != nil {
		_ = p.bar.Set(games)
	}
}

// clear takes the bar away.
func (p progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
