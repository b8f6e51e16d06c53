package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "example.com/m"

// sample is a profile of two packages' tests: the block on line 9 ran in the
// second only, the one on line 10 in neither.
const sample = `mode: atomic
example.com/m/game/hand.go:3.1,5.2 6 1
example.com/m/game/hand.go:9.1,9.2 3 0
example.com/m/game/hand.go:10.1,10.2 1 0
example.com/m/game/texas/trick.go:1.1,2.2 4 7
example.com/m/game/hand.go:3.1,5.2 6 0
example.com/m/game/hand.go:9.1,9.2 3 2
example.com/m/game/hand.go:10.1,10.2 1 0
example.com/m/game/texas/trick.go:1.1,2.2 4 0
example.com/m/gamble/dice.go:1.1,2.2 5 0
`

func TestCoverageIsHeldToItsBars(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		profile string
		args    []string
		wantErr string   // part of the error, or empty for none
		want    []string // parts of what is printed
		not     []string // what must not be printed
	}{
		{
			name: "blocks that ran in any test binary count once and as run",
			args: []string{"game/...=90"},
			want: []string{"10    9   90.0%  90%  game\n", " 4    4  100.0%  90%  game/texas\n"},
			not:  []string{"gamble", "BELOW", "never ran"},
		},
		{
			name:    "a package under its bar fails and shows what never ran",
			args:    []string{"game/...=95"},
			wantErr: "too few statements ran in game;",
			want:    []string{"BELOW THE BAR", "never ran in game:\n  game/hand.go:10.1,10.2\n"},
			not:     []string{"9.1,9.2", "never ran in game/texas"},
		},
		{
			name: "the last bar that matches counts",
			args: []string{"game/...=95", "game=80"},
			want: []string{"90.0%  80%  game\n"},
		},
		{
			name:    "a bar without a package is an error",
			args:    []string{"game/...=50", "fair=95"},
			wantErr: "bar fair=95 matches no package",
		},
		{
			name:    "no bar at all is an error",
			wantErr: "no bars given",
		},
		{
			name:    "a bar without a percent is refused",
			args:    []string{"game"},
			wantErr: `bar "game": want package=percent`,
		},
		{
			name:    "a bar over a hundred is refused",
			args:    []string{"game=101"},
			wantErr: "from 0 to 100",
		},
		{
			name:    "a bar that is no number is refused",
			args:    []string{"game=NaN"},
			wantErr: "from 0 to 100",
		},
		{
			name: "a package without statements passes",
			profile: "mode: set\n" +
				"example.com/m/game/words.go:1.1,1.2 0 0\n",
			args: []string{"game=100"},
			want: []string{"100.0%"},
		},
		{
			name:    "a long list of misses is cut",
			profile: "mode: set\n" + manyMisses(25),
			args:    []string{"game=1"},
			wantErr: "too few",
			want:    []string{"hand.go:9.1,9.2\n  game/hand.go:10.1,10.2\n", "... and 5 more"},
		},
		{
			name:    "what is no profile is refused",
			profile: "hello\n",
			args:    []string{"game=95"},
			wantErr: `line 1: "hello" is no coverage profile`,
		},
		{
			name:    "a torn line is refused by its number",
			profile: "mode: set\nexample.com/m/game/hand.go:3.1,5.2 6\n",
			args:    []string{"game=95"},
			wantErr: "line 2: ",
		},
		{
			name:    "a count that is no number is refused",
			profile: "mode: set\nexample.com/m/game/hand.go:3.1,5.2 6 x\n",
			args:    []string{"game=95"},
			wantErr: "line 2: count: ",
		},
		{
			name:    "a number of statements that is none is refused",
			profile: "mode: set\nexample.com/m/game/hand.go:3.1,5.2 x 6\n",
			args:    []string{"game=95"},
			wantErr: "line 2: number of statements: ",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.profile == "" {
				tt.profile = sample
			}
			file := filepath.Join(t.TempDir(), "coverage.out")
			if err := os.WriteFile(file, []byte(tt.profile), 0o600); err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			err := run(append([]string{"-profile", file, "-module", module}, tt.args...), &out)

			switch {
			case tt.wantErr == "" && err != nil:
				t.Errorf("run failed: %v", err)
			case tt.wantErr != "" && (err == nil || !strings.Contains(err.Error(), tt.wantErr)):
				t.Errorf("error is %v; want one with %q", err, tt.wantErr)
			}
			for _, part := range tt.want {
				if !strings.Contains(out.String(), part) {
					t.Errorf("printed\n%s\nwant a part %q", &out, part)
				}
			}
			for _, part := range tt.not {
				if strings.Contains(out.String(), part) {
					t.Errorf("printed\n%s\nwant no %q", &out, part)
				}
			}
		})
	}
}

func TestMissingProfileIsAnError(t *testing.T) {
	t.Parallel()
	err := run([]string{"-profile", filepath.Join(t.TempDir(), "none"), "game=95"}, &strings.Builder{})
	if !os.IsNotExist(err) {
		t.Errorf("error is %v; want one that says the file does not exist", err)
	}
}

// manyMisses returns n profile lines of statements that never ran.
func manyMisses(n int) string {
	var lines strings.Builder
	for line := n; line >= 1; line-- {
		lines.WriteString("example.com/m/game/hand.go:" + place(line) + " 1 0\n")
	}
	return lines.String()
}

// place is a span within one line.
func place(line int) string {
	number := strconv.Itoa(line)
	return number + ".1," + number + ".2"
}
