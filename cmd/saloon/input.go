package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

// recordFlags name a record.
type recordFlags struct {
	File string `arg:"" help:"The record, *.saloon.json; - is standard input."`
}

// read reads the record. Its events have not been checked.
func (f *recordFlags) read(a *app) (*record.Record, error) {
	in, err := a.open(f.File)
	if err != nil {
		return nil, f.about(err)
	}
	rec, err := record.Read(in)
	_ = in.Close() // it has been read
	if err != nil {
		return nil, f.about(err)
	}
	return rec, nil
}

// about says that an error is the record's.
func (f *recordFlags) about(err error) error {
	name := game.Quote(f.File)
	if f.File == "-" {
		name = "standard input"
	}
	return fmt.Errorf("%s: %w", name, err)
}

// open opens a file for reading, "-" standard input. Its errors do not repeat the
// name.
func (a *app) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(a.in), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, reason(err)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("is a directory, not a record")
	}
	if err != nil {
		return nil, errors.Join(reason(err), f.Close())
	}
	return f, nil
}

// reason is an error of the file system without the name of the file.
func reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}
