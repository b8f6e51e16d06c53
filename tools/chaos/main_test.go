package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/chaos"
)

func TestWhatIsWrongUsageEndsWithStatusTwo(t *testing.T) {
	for _, args := range [][]string{{"now"}, {"-minutes", "0"}, {"-nodes", "0"}, {"-storm"}, {"-color", "red"}} {
		var out, errs bytes.Buffer
		if status := run(t.Context(), args, &out, &errs); status != 2 || out.Len() > 0 || !strings.Contains(errs.String(), "-minutes") {
			t.Errorf("%q ended with %d and said %q", args, status, errs.String())
		}
	}
}

func TestABugThatThereIsNotIsRefused(t *testing.T) {
	var out, errs bytes.Buffer
	if status := run(t.Context(), []string{"-plant", "no-such-bug"}, &out, &errs); status != 1 || !strings.Contains(errs.String(), chaos.Plants[0].Name) {
		t.Errorf("it ended with %d and said %q", status, errs.String())
	}
}

func TestARunIsJudgedAgainFromItsFiles(t *testing.T) {
	for name, test := range map[string]struct {
		logs   string
		status int
		say    string
	}{
		"that was good": {
			`{"table":"abc","head":1,"entries":[{"id":1,"seq":1,"at":1,"body":{"v":1,"k":"opened","e":{"game":"texas","seats":3,"options":{},"settings":{}}}}]}`,
			0, "all promises were kept",
		},
		"in which a log is missing": {``, 1, "table abc: people played there"},
		"whose logs cannot be read": {`{`, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{
				chaos.HistoryName: `{"what":"seen","at":5,"table":"abc","seat":-1,"sight":{"seq":1,"number":0,"ply":0,"turn":-1,"you":-1,"phase":"open"}}`,
				chaos.LogsName:    test.logs,
			} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var out, errs bytes.Buffer
			if status := run(t.Context(), []string{"-check", dir}, &out, &errs); status != test.status || !strings.Contains(out.String(), test.say) {
				t.Errorf("it ended with %d and said %q, %q", status, out.String(), errs.String())
			}
		})
	}
}
