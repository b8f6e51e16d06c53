// Package disktest is for tests: small disks that can be filled, emptied and broken. It
// needs a system on which the tests may mount a file system, and skips those that ask
// for one elsewhere.
//
// The package must never know what is kept on its disks.
package disktest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A Disk is a file system of its own.
type Disk struct {
	tb  testing.TB
	Dir string // where it is mounted
}

// Small is an empty disk of so many megabytes, in memory.
func Small(tb testing.TB, size string) *Disk {
	tb.Helper()
	return mounted(tb, "-t", "tmpfs", "-o", "size="+size, "none")
}

// Breakable is an empty disk of 24 megabytes, a file with ext4 in it.
func Breakable(tb testing.TB) *Disk {
	tb.Helper()
	image := filepath.Join(tb.TempDir(), "disk")
	file, err := os.Create(image)
	if err == nil {
		err = errors.Join(file.Truncate(24<<20), file.Close())
	}
	if err != nil {
		tb.Fatal(err)
	}
	if out, err := exec.CommandContext(tb.Context(), "mkfs.ext4", "-q", "-m", "0", image).CombinedOutput(); err != nil {
		tb.Skipf("this needs mkfs.ext4 to make a disk that can break: %v %s", err, out)
	}
	return mounted(tb, "-t", "ext4", "-o", "loop", image)
}

func mounted(tb testing.TB, args ...string) *Disk {
	tb.Helper()
	dir := tb.TempDir()
	if out, err := exec.CommandContext(tb.Context(), "mount", append(args, dir)...).CombinedOutput(); err != nil {
		tb.Skipf("this needs leave to mount a disk of its own, as root has: %v %s", err, strings.TrimSpace(string(out)))
	}
	tb.Cleanup(func() {
		if out, err := exec.Command("umount", "--lazy", dir).CombinedOutput(); err != nil {
			tb.Errorf("%v: %s", err, out)
		}
	})
	return &Disk{tb: tb, Dir: dir}
}

func (d *Disk) ballast() string { return filepath.Join(d.Dir, "ballast") }

// Fill takes all the room that there is.
func (d *Disk) Fill() {
	d.tb.Helper()
	file, err := os.Create(d.ballast())
	if err != nil {
		d.tb.Fatal(err)
	}
	for _, size := range []int{1 << 20, 4 << 10, 1} {
		for err = nil; err == nil; {
			_, err = file.Write(make([]byte, size))
		}
		if !errors.Is(err, syscall.ENOSPC) {
			d.tb.Fatalf("a disk that fills: %v", err)
		}
	}
	if err := file.Close(); err != nil {
		d.tb.Fatal(err)
	}
}

// Free gives the room back.
func (d *Disk) Free() {
	d.tb.Helper()
	if err := os.Remove(d.ballast()); err != nil {
		d.tb.Fatal(err)
	}
}

// Break has a [Breakable] disk take no more writes, as the system does with one that has
// failed; what is open stays open. It does not heal.
func (d *Disk) Break() {
	d.tb.Helper()
	if out, err := exec.CommandContext(d.tb.Context(), "mount", "-o", "remount,abort", d.Dir).CombinedOutput(); err != nil {
		d.tb.Fatalf("a disk that breaks: %v %s", err, out)
	}
}
