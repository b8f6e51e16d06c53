package main

import (
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/saloon-games/saloon/internal/bus/bustest"
)

// readShared returns a file of the repository.
func readShared(t *testing.T, parts ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, parts...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var metricName = regexp.MustCompile(`\b(?:saloon|process|go)_[a-z0-9_]+\b`)

// An alarm is one of deploy/prometheus/alerts.yaml.
type alarm struct{ name, expr, runbook string }

// alarms reads the file, which is of one form throughout.
func alarms(t *testing.T) (list []alarm) {
	t.Helper()
	field := regexp.MustCompile(`^ {6,10}(?:- )?([a-z]+): ?(.*)$`)
	for line := range strings.Lines(readShared(t, "deploy", "prometheus", "alerts.yaml")) {
		m := field.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue
		}
		value := strings.Trim(m[2], `'"`)
		if m[1] == "alert" {
			list = append(list, alarm{name: value})
			continue
		}
		if len(list) == 0 {
			t.Fatalf("%q is before the first alarm", line)
		}
		switch a := &list[len(list)-1]; m[1] {
		case "expr":
			a.expr = value
		case "runbook":
			a.runbook = value
		case "for", "labels", "severity", "annotations", "summary":
		default:
			t.Errorf("%s has the field %s", a.name, m[1])
		}
	}
	return list
}

// queries are the expressions of the dashboard.
func queries(t *testing.T) (list []string) {
	t.Helper()
	var board struct {
		UID        string
		Templating struct{ List []struct{ Query any } }
		Panels     []struct {
			ID      int
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(readShared(t, "deploy", "grafana", "saloon.json")), &board); err != nil {
		t.Fatal(err)
	}
	ids := map[int]bool{}
	for _, p := range board.Panels {
		if ids[p.ID] || p.Title == "" || len(p.Targets) == 0 {
			t.Errorf("panel %d, %q, has %d queries, or its number is another's", p.ID, p.Title, len(p.Targets))
		}
		ids[p.ID] = true
		for _, target := range p.Targets {
			list = append(list, target.Expr)
		}
	}
	return list
}

// exposed are the names of what a house and a worker show that have just been opened and
// asked a thing or two.
func exposed(t *testing.T) map[string]bool {
	t.Helper()
	servers := bustest.New(t, 1)
	worker := startWorker(t, servers)
	r := openHouse(t, "--data", t.TempDir(), "--bots", "workers", "--nats", servers.URL(), "--bot-pause", "0s")
	r.get(t, "")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	for range 6 { // at each table one of six begins, and at some of them no guest does
		if resp, err := client.PostForm(r.url+"play", url.Values{"game": {"texas"}, "players": {"6"}}); err != nil {
			t.Fatal(err)
		} else if err := resp.Body.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for decided := false; !decided; {
		_, text := worker.get(t, "metrics")
		decided = strings.Contains(text, "\nsaloon_worker_decision_seconds_count")
	}
	names := map[string]bool{}
	for _, p := range []*running{r, worker} {
		_, text := p.get(t, "metrics")
		p.end(t, syscall.SIGTERM)
		for line := range strings.Lines(text) {
			if name := metricName.FindString(line); name != "" && !strings.HasPrefix(line, "#") {
				names[name] = true
			}
		}
	}
	return names
}

func TestTheDashboardTheAlarmsAndThePageNameOnlyWhatAHouseShowsAndAllOfIt(t *testing.T) {
	shown := exposed(t)
	asked := map[string]bool{}
	list := queries(t)
	for _, a := range alarms(t) {
		list = append(list, a.expr)
	}
	for _, expr := range list {
		names := metricName.FindAllString(expr, -1)
		if len(names) == 0 && !strings.HasPrefix(expr, "up") || strings.Count(expr, "(") != strings.Count(expr, ")") {
			t.Errorf("%q asks for nothing, or is not whole", expr)
		}
		for _, name := range names {
			asked[name] = true
			if !shown[name] {
				t.Errorf("%q asks for %s, which no house shows", expr, name)
			}
		}
	}
	page := readShared(t, "docs", "operating.md") + readShared(t, "docs", "hosting.md")
	for name := range shown {
		plain := name
		for _, end := range []string{"_bucket", "_sum", "_count"} {
			plain = strings.TrimSuffix(plain, end)
		}
		if !strings.HasPrefix(name, "saloon_") {
			continue
		}
		if !strings.Contains(page, plain) {
			t.Errorf("no page tells of %s", plain)
		}
		if !asked[name] && !asked[plain] && !asked[plain+"_bucket"] {
			t.Errorf("neither the dashboard nor an alarm asks for %s", plain)
		}
	}
	for _, name := range metricName.FindAllString(page, -1) {
		if strings.HasPrefix(name, "saloon_") && !shown[name] && !shown[name+"_count"] {
			t.Errorf("a page tells of %s, which no house shows", name)
		}
	}
}

func TestEveryAlarmSaysWhatToDoAndWhere(t *testing.T) {
	page := readShared(t, "docs", "operating.md")
	var anchors []string
	for line := range strings.Lines(page) {
		if title, ok := strings.CutPrefix(strings.TrimSpace(line), "### "); ok {
			anchors = append(anchors, strings.ReplaceAll(strings.ToLower(title), " ", "-"))
		}
	}
	list := alarms(t)
	if len(list) < 10 {
		t.Fatalf("%d alarms were read", len(list))
	}
	for _, a := range list {
		where, anchor, _ := strings.Cut(a.runbook, "#")
		if where != "docs/operating.md" || !slices.Contains(anchors, anchor) || a.expr == "" {
			t.Errorf("%s leads to %q; want a section of docs/operating.md", a.name, a.runbook)
		}
		if !strings.Contains(page, "`"+a.name+"`") {
			t.Errorf("docs/operating.md does not tell of %s", a.name)
		}
	}
}
