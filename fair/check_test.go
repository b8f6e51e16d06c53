package fair_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
)

// checkFair runs the independent checker on a record file and returns what it
// printed and its exit status.
func checkFair(t *testing.T, files ...string) (stdout, stderr string, status int) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("python3 must be installed for this test: it runs fair/testdata/check_fair.py, the check that shares no code with Go")
	}
	var out, problem strings.Builder
	// -I -S: nothing that happens to be installed for Python plays a part.
	cmd := exec.Command(python, append([]string{"-I", "-S", filepath.Join("testdata", "check_fair.py")}, files...)...)
	cmd.Stdout, cmd.Stderr = &out, &problem
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatal(err)
		}
		status = exit.ExitCode()
	}
	return out.String(), problem.String(), status
}

func wantChecked(t *testing.T, file string, events int) {
	t.Helper()
	stdout, stderr, status := checkFair(t, file)
	if want := fmt.Sprintf("ok %d chance events\n", events); stdout != want || stderr != "" || status != 0 {
		t.Errorf("%s: printed %q and %q with exit status %d, want %q and 0", file, stdout, stderr, status, want)
	}
}

func write(t *testing.T, record map[string]any) string {
	t.Helper()
	data, err := json.Marshal(record)
	noErr(t, err)
	file := filepath.Join(t.TempDir(), "game.saloon.json")
	noErr(t, os.WriteFile(file, data, 0o600))
	return file
}

func TestTheIndependentCheckerAgreesWithRecordsPlayedElsewhere(t *testing.T) {
	t.Parallel()
	events := map[string]int{}
	for _, d := range draws(t) {
		events[d.Record]++
	}
	files, err := filepath.Glob(filepath.Join("testdata", "*.saloon.json"))
	noErr(t, err)
	if len(files) != len(events) {
		t.Errorf("there are %d records, but draws of %d", len(files), len(events))
	}
	for _, file := range files {
		wantChecked(t, file, events[strings.TrimSuffix(filepath.Base(file), ".saloon.json")])
	}
}

// house draws a game's chance events as a real table does: a new stream for
// each, with the event's number.
type house struct {
	t      *testing.T
	proof  fair.Proof
	events []string
}

func newHouse(t *testing.T, clients ...[]byte) *house {
	t.Helper()
	server, err := fair.NewSeed()
	noErr(t, err)
	return &house{t: t, proof: fair.Proof{Table: "Tisch 9 ♠", Commitment: server.Commit(), ServerSeed: server, ClientSeeds: clients}}
}

// draw returns k of the words, drawn for the event that comes next.
func (h *house) draw(k int, words ...string) []string {
	h.t.Helper()
	s, err := fair.NewStream(h.proof.ServerSeed, h.proof.Table, uint64(len(h.events)+1), h.proof.ClientSeeds)
	noErr(h.t, err)
	places := make([]uint8, k)
	fair.Draw(s, places, len(words))
	drawn := make([]string, k)
	for i, p := range places {
		drawn[i] = words[p]
	}
	return drawn
}

// happens adds events; the next draw's number depends on how many there are.
func (h *house) happens(events ...string) { h.events = append(h.events, events...) }

func (h *house) record(game string, options map[string]any) map[string]any {
	return map[string]any{
		"format": "saloon-record/1", "game": game, "players": len(h.proof.ClientSeeds),
		"options": options, "events": h.events, "fair": h.proof,
	}
}

func TestTheIndependentCheckerAgreesWithDealsMadeHere(t *testing.T) {
	t.Parallel()
	colors := [][2]uint8{{0, 10}, {11, 20}, {21, 29}, {31, 38}, {41, 47}, {51, 56}, {61, 65}, {71, 74}}
	for players := 3; players <= 6; players++ {
		deal := colors
		if players == 3 {
			deal = colors[1:7]
		}
		var deck []string
		for _, c := range deal {
			for card := c[0]; card <= c[1]; card++ {
				deck = append(deck, fmt.Sprint(card))
			}
		}
		h := newHouse(t, make([][]byte, players)...)
		h.proof.ClientSeeds[players-1] = []byte("a seat's own")
		cards := things(strings.Join(h.draw(len(deck), deck...), ","))
		var hands []string
		for hand := range slices.Chunk(cards, len(deck)/players) {
			slices.Sort(hand)
			hands = append(hands, strings.ReplaceAll(strings.Trim(fmt.Sprint(hand), "[]"), " ", ","))
		}
		h.happens("deal " + strings.Join(hands, "/"))
		wantChecked(t, write(t, h.record("texas", map[string]any{})), 1)
	}
}

func TestTheIndependentCheckerAgreesWithARoundMadeHere(t *testing.T) {
	t.Parallel()
	for _, options := range []map[string]any{{}, {"first": 0}, {"first": 1}} {
		h := newHouse(t, []byte{1}, []byte{2})
		seats := []string{"0", "1"}
		if first, ok := options["first"]; ok {
			seats = []string{fmt.Sprint(first)}
		}
		h.happens("start " + h.draw(1, seats...)[0])
		// One Blank each, a bet of 1 and a fold: the flip is no Hit, so the seat
		// that folded loses the round and draws from its four cards.
		h.happens("stack K", "stack K", "bet 1", "fold", "flip own")
		lost := h.draw(1, "A", "3", "K", "Q")[0]
		h.happens("lose " + lost)
		h.happens("river " + strings.Join(h.draw(1, lost), ","))
		wantChecked(t, write(t, h.record("raincheck", options)), 3)
	}
}

func TestTheIndependentCheckerRefusesWhatWasTamperedWith(t *testing.T) {
	t.Parallel()
	// change makes a fresh copy of a record of the test data and changes it.
	type raw = map[string]any
	proof := func(r raw) raw { return r["fair"].(raw) }
	events := func(r raw) []any { return r["events"].([]any) }
	flip := func(r raw, field string) {
		hex := proof(r)[field].(string)
		proof(r)[field] = map[bool]string{true: "1", false: "0"}[hex[0] == '0'] + hex[1:]
	}
	index := func(r raw, word string, nth int) int {
		for i, e := range events(r) {
			if !strings.HasPrefix(e.(string), word) {
				continue
			}
			nth--
			if nth == 0 {
				return i
			}
		}
		t.Fatalf("no event %s", word)
		return 0
	}
	for name, c := range map[string]struct {
		record string
		change func(r raw)
		says   string
	}{
		"changed server seed":  {"raincheck", func(r raw) { flip(r, "serverSeed") }, "not the one that was committed to"},
		"changed commitment":   {"raincheck", func(r raw) { flip(r, "commitment") }, "not the one that was committed to"},
		"short server seed":    {"raincheck", func(r raw) { proof(r)["serverSeed"] = "00" }, "not the one that was committed to"},
		"changed client seed":  {"raincheck", func(r raw) { proof(r)["clientSeeds"] = []any{"00", ""} }, "by the seeds it is"},
		"a seat without entry": {"raincheck", func(r raw) { proof(r)["clientSeeds"] = []any{""} }, "one client seed for each player"},
		"long client seed":     {"raincheck", func(r raw) { proof(r)["clientSeeds"] = []any{strings.Repeat("ab", 65), ""} }, "at most 64 bytes"},
		"another scheme":       {"raincheck", func(r raw) { proof(r)["scheme"] = "saloon-fair/2" }, "the scheme is saloon-fair/2"},
		"no proof":             {"raincheck", func(r raw) { delete(r, "fair") }, "not a record of a game with a proof"},
		"an unknown game":      {"raincheck", func(r raw) { r["game"] = "whist" }, "not a record of a game with a proof"},
		"two cards swapped": {"texas-4", func(r raw) {
			// The last cards of the first two hands of the second deal.
			i := index(r, "deal", 2)
			hands := strings.Split(strings.TrimPrefix(events(r)[i].(string), "deal "), "/")
			a, b := strings.Split(hands[0], ","), strings.Split(hands[1], ",")
			a[len(a)-1], b[len(b)-1] = b[len(b)-1], a[len(a)-1]
			hands[0], hands[1] = strings.Join(a, ","), strings.Join(b, ",")
			events(r)[i] = "deal " + strings.Join(hands, "/")
		}, "is 'deal "},
		"an event taken out": {"texas-4", func(r raw) {
			r["events"] = slices.Delete(events(r), 1, 2)
		}, "is 'deal "},
		"an event put in": {"raincheck", func(r raw) {
			i := index(r, "bet", 1)
			r["events"] = slices.Insert(events(r), i, any("bet 1"), any("bet 2"))
		}, "by the seeds it is 'lose"},
		"another start": {"raincheck", func(r raw) {
			e := events(r)
			e[0] = map[any]string{"start 0": "start 1", "start 1": "start 0"}[e[0]]
		}, "event 1 is 'start"},
		"another card lost": {"raincheck", func(r raw) {
			i := index(r, "lose", 7)
			if events(r)[i] == "lose A" {
				events(r)[i] = "lose K"
			} else {
				events(r)[i] = "lose A"
			}
		}, "is 'lose"},
		"the river reversed": {"raincheck", func(r raw) {
			i := index(r, "river", 5)
			cards := strings.Split(strings.TrimPrefix(events(r)[i].(string), "river "), ",")
			slices.Reverse(cards)
			events(r)[i] = "river " + strings.Join(cards, ",")
		}, "is 'river"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var r raw
			readJSON(t, c.record+".saloon.json", &r)
			before, err := json.Marshal(r)
			noErr(t, err)
			c.change(r)
			after, err := json.Marshal(r)
			noErr(t, err)
			if bytes.Equal(before, after) {
				t.Fatal("nothing was changed")
			}
			stdout, stderr, status := checkFair(t, write(t, r))
			if stdout != "" || status != 1 || !strings.Contains(stderr, c.says) || strings.Contains(stderr, "Traceback") {
				t.Errorf("printed %q and %q with exit status %d, want nothing, something with %q and 1", stdout, stderr, status, c.says)
			}
		})
	}
}

func TestTheIndependentCheckerSaysWhatItNeeds(t *testing.T) {
	t.Parallel()
	for status, c := range map[int]struct {
		files []string
		says  string
	}{
		1: {[]string{filepath.Join("testdata", "there-is-no-such-file")}, "No such file"},
		2: {nil, "python3 check_fair.py game.saloon.json"},
	} {
		stdout, stderr, got := checkFair(t, c.files...)
		if stdout != "" || got != status || !strings.Contains(stderr, c.says) {
			t.Errorf("%q: printed %q and %q with exit status %d, want nothing, something with %q and %d", c.files, stdout, stderr, got, c.says, status)
		}
	}
}
