package main

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func TestWhatIsPackedIsWhatWasThere(t *testing.T) {
	t.Parallel()
	want := bytes.Repeat([]byte("The rain isn't stopping. "), 1000)
	packed, err := compress(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil || !bytes.Equal(got, want) || len(packed) > 100 {
		t.Errorf("%d bytes became %d and then %d, %v", len(want), len(packed), len(got), err)
	}
}

func TestTheProgramHangsOnNoSettingOfWhoBuildsIt(t *testing.T) {
	t.Setenv("GOEXPERIMENT", "jsonv2")
	t.Setenv("GOFLAGS", "-tags=other")
	t.Setenv("GOWASM", "satconv")
	env, err := environment()
	if err != nil {
		t.Fatal(err)
	}
	pinned := 0
	for _, set := range env {
		switch name, value, _ := strings.Cut(set, "="); name {
		case "GOEXPERIMENT", "GOWASM", "GOROOT":
			t.Errorf("%s is left", set)
		case "GOTOOLCHAIN":
			if strings.HasPrefix(value, "go1.") {
				pinned++
			}
		case "GOFLAGS":
			if value != "-mod=readonly" {
				t.Errorf("%s is left", set)
			}
		}
	}
	if pinned != 1 || !slices.Contains(env, "GOENV=off") {
		t.Errorf("the toolchain is named %d times", pinned)
	}
}
