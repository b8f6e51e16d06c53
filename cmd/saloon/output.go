package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/saloon-games/saloon/game"
)

// outputFile takes what a command writes to a file. The file appears, or is
// replaced, in one step when all has been written.
type outputFile struct {
	*bufio.Writer
	name    string   // that was asked for
	partial *os.File // beside it, takes what is written; nil if that goes straight to its place
	target  string   // what partial becomes
	direct  io.Closer
}

// createOutput begins to write a file; "-" is standard output. A device or a pipe
// is written to as it is.
func createOutput(name string, stdout io.Writer) (*outputFile, error) {
	if name == "-" {
		return &outputFile{Writer: bufio.NewWriterSize(stdout, 1<<16), name: name}, nil
	}
	fail := func(err error) (*outputFile, error) {
		return nil, output(fmt.Errorf("%s: %w", game.Quote(name), reason(err)))
	}
	switch info, err := os.Stat(name); {
	case name == "":
		return nil, badUsage("the name of a file to write is empty; want a name, or - for standard output")
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fail(err)
	case info.IsDir():
		return fail(errors.New("is a directory"))
	case !info.Mode().IsRegular():
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return fail(err)
		}
		return &outputFile{Writer: bufio.NewWriterSize(f, 1<<16), name: name, direct: f}, nil
	}
	target, err := throughLinks(name)
	if err != nil {
		return fail(err)
	}
	partial := fmt.Sprintf("%s.%d.partial", target, os.Getpid())
	f, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fail(err)
	}
	return &outputFile{Writer: bufio.NewWriterSize(f, 1<<16), name: name, partial: f, target: target}, nil
}

// throughLinks follows symbolic links, so that what they point to is replaced and
// not they; what the last one points to need not exist.
func throughLinks(name string) (string, error) {
	for range 255 { // where a link comes from itself, systems give up earlier
		dir, err := filepath.EvalSymlinks(filepath.Dir(name))
		if err != nil {
			return "", err
		}
		name = filepath.Join(dir, filepath.Base(name))
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return name, nil //nolint:nilerr // what is not there yet will be made
		}
		link, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(dir, link)
		}
		name = link
	}
	return "", errors.New("too many links")
}

// finish ends the writing. err is how the command went: after success the file is
// put in its place, after an interruption what has been written stays beside it,
// and after a failure it is removed. It returns err or its own first error.
func (o *outputFile) finish(err error) error {
	interrupted := isInterruption(err)
	if err != nil && !interrupted {
		o.remove()
		return err
	}
	failed := o.Flush()
	if o.direct != nil {
		failed = errors.Join(failed, o.direct.Close())
	}
	if o.partial != nil {
		failed = errors.Join(failed, o.partial.Close())
		if failed == nil && !interrupted {
			failed = os.Rename(o.partial.Name(), o.target)
		}
	}
	switch {
	case failed != nil:
		o.remove()
		return output(fmt.Errorf("%s: %w", game.Quote(o.name), reason(failed)))
	case interrupted && o.partial != nil:
		return fmt.Errorf("%w; their records are in %s", err, game.Quote(o.partial.Name()))
	}
	return err
}

// private has only the owner read what is written, if it becomes a file.
func (o *outputFile) private() error {
	if o.partial == nil {
		return nil
	}
	if err := o.partial.Chmod(0o600); err != nil {
		o.remove()
		return output(fmt.Errorf("%s: %w", game.Quote(o.name), reason(err)))
	}
	return nil
}

// remove throws away what has been written, as well as it can.
func (o *outputFile) remove() {
	if o.partial != nil {
		_ = o.partial.Close()
		_ = os.Remove(o.partial.Name())
	}
}
