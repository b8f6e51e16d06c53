package main

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
)

// profile is what a coverage profile says of each package, by package name
// relative to the module.
type profile map[string]blocks

// blocks holds the blocks of one package by their places, each written as in
// the profile: "file.go:12.3,14.5".
type blocks map[string]block

// block is a run of statements without a branch.
type block struct {
	statements int
	ran        bool
}

// count returns how many statements there are and how many of them ran.
func (bs blocks) count() (all, ran int) {
	for _, b := range bs {
		all += b.statements
		if b.ran {
			ran += b.statements
		}
	}
	return all, ran
}

// readProfile reads a profile as "go test -coverprofile" writes it. With
// -coverpkg every test binary lists every block, so the same block comes many
// times: it ran if it ran in any of them.
func readProfile(r io.Reader, module string) (profile, error) {
	prof := profile{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if n == 1 {
			if !strings.HasPrefix(line, "mode: ") {
				return nil, fmt.Errorf(`line 1: %q is no coverage profile; want "mode: ..." first`, line)
			}
			continue
		}
		if err := prof.add(line, module); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return prof, lines.Err()
}

// add merges one line, "import/path/file.go:12.3,14.5 2 1": a place, the
// number of statements there, how often they ran.
func (p profile) add(line, module string) error {
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return fmt.Errorf("%q has %d fields; want 3: place, statements, count", line, len(fields))
	}
	statements, err := strconv.Atoi(fields[1])
	if err != nil {
		return fmt.Errorf("number of statements: %w", err)
	}
	times, err := strconv.ParseUint(fields[2], 10, 64)
	if err != nil {
		return fmt.Errorf("count: %w", err)
	}
	place := strings.TrimPrefix(fields[0], module+"/")
	pkg := path.Dir(place)
	if p[pkg] == nil {
		p[pkg] = blocks{}
	}
	old := p[pkg][place]
	p[pkg][place] = block{statements: statements, ran: old.ran || times > 0}
	return nil
}
