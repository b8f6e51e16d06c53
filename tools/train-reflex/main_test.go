package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot/reflex"
)

func TestItWritesTablesThatCanBeRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "weights.gz")
	var log strings.Builder
	if err := run([]string{"-o", name, "-deals", "20"}, &log); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	all, err := reflex.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		if all[i] == (reflex.Policy{}) {
			t.Errorf("table %d has learned nothing", i)
		}
	}
	if n := strings.Count(log.String(), "\n"); n != 8 {
		t.Errorf("it told %d lines, want one for each of 8 tables:\n%s", n, log.String())
	}
}

func TestItRefusesAFlagThatThereIsNot(t *testing.T) {
	if err := run([]string{"-hands", "20"}, &strings.Builder{}); err == nil {
		t.Error("-hands was taken")
	}
}
