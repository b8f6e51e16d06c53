package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The bots that people are shown: the program in docs/bots.md and the longer one in
// examples.
func TestTheBotsOfTheDocumentationPlay(t *testing.T) {
	page, err := os.ReadFile("../../docs/bots.md")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(page), "```python\n")
	program, _, found := strings.Cut(program, "```\n")
	if !found {
		t.Fatal("docs/bots.md has no program")
	}
	short := filepath.Join(t.TempDir(), "bot.py")
	if err := os.WriteFile(short, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	long, err := filepath.Abs("../../examples/bot.py")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		// better is whether it beats random players.
		better bool
	}{
		"the short one, texas":     {[]string{"texas", "--deals", "2", "--test", short}, false},
		"the short one, raincheck": {[]string{"raincheck", "--deals", "4", "--test", short}, false},
		"the long one, texas":      {[]string{"texas", "--deals", "30", "--test", long}, true},
		"the long one, six":        {[]string{"texas", "--players", "6", "--option", "rules=seas", "--deals", "20", "--test", long}, true},
		"the long one, games":      {[]string{"texas", "--players", "3", "--games", "--deals", "2", "--test", long}, false},
		"the long one, raincheck":  {[]string{"raincheck", "--deals", "30", "--test", long}, true},
	} {
		t.Run(name, func(t *testing.T) {
			last := len(c.args) - 1
			c.args[last] = "exec:python3 '" + c.args[last] + "'"
			args := append([]string{"arena", "--field", "random", "--seed", "1", "--json", "--deadline", "30s"}, c.args...)
			cmd := exec.Command("saloon", args...)
			var said strings.Builder
			cmd.Stderr = &said
			out, err := cmd.Output()
			if err != nil || said.Len() > 0 {
				t.Fatal(err, said.String())
			}
			var r arenaJSON
			if err := json.Unmarshal(out, &r); err != nil {
				t.Fatal(err)
			}
			if r.Errors.Test != 0 {
				t.Errorf("%d errors", r.Errors.Test)
			}
			if even := 1 / float64(r.Players); c.better && r.WinShare < 1.3*even {
				t.Errorf("a win share of %.2f among random players", r.WinShare)
			}
		})
	}
}

// What is written of the policy in docs/bots.md and docs/PROTOCOL.md is a request that is
// answered.
func TestTheRequestOfTheDocumentationIsAnswered(t *testing.T) {
	for _, file := range []string{"bots.md", "PROTOCOL.md"} {
		page, err := os.ReadFile(filepath.Join("..", "..", "docs", file))
		if err != nil {
			t.Fatal(err)
		}
		_, request, found := strings.Cut(string(page), "> {\"seat\"")
		request, _, _ = strings.Cut(request, "\n")
		cmd := exec.Command("saloon", "policy", "raincheck", "--level", "thumb")
		cmd.Stdin = strings.NewReader("{\"seat\"" + request)
		out, err := cmd.Output()
		if !found || err != nil || !strings.HasPrefix(string(out), `{"probs":{"bet 2":`) {
			t.Errorf("%s: %q is answered by %s, %v", file, request, out, err)
		}
	}
}
