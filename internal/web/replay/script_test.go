package replay_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/web/asset"
	"github.com/saloon-games/saloon/record"
)

// A finding is what shuffle.js says of a record.
type finding struct {
	Flaw  string
	Deals []struct {
		Number     int
		Was, Right string
	}
}

// ok reports whether the script found nothing wrong.
func (f *finding) ok() bool {
	for _, d := range f.Deals {
		if d.Was != d.Right {
			return false
		}
	}
	return f.Flaw == "" && len(f.Deals) > 0
}

// inNode has shuffle.js check records as a browser would.
func inNode(t *testing.T, records ...*record.Record) []finding {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("Node.js runs the page's script as a browser does, and is not installed; make setup installs it")
	}
	script, err := filepath.Abs("../asset/files/shuffle.js")
	if err != nil {
		t.Fatal(err)
	}
	var in, out, errs bytes.Buffer
	for _, rec := range records {
		if err := record.Write(&in, rec); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), node, "testdata/check.js", script)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	list := make([]finding, 0, len(records))
	for d := json.NewDecoder(&out); d.More(); {
		var f finding
		if err := d.Decode(&f); err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	if len(list) != len(records) {
		t.Fatalf("%d findings for %d records", len(list), len(records))
	}
	return list
}

func TestScript(t *testing.T) {
	t.Run("it makes every deal and draw that the house made, for every number of seats", func(t *testing.T) {
		records := games(t, 20)
		for i, f := range inNode(t, records...) {
			rec := records[i]
			if !f.ok() {
				t.Errorf("game %d, %s with %d: %+v", i, rec.Rules().Name(), rec.Players(), f)
			}
			chance := 0
			for k, event := range rec.Events() {
				verb, _, _ := strings.Cut(event, " ")
				if !slices.Contains([]string{"deal", "start", "lose", "river"}, verb) {
					continue
				}
				if chance >= len(f.Deals) || f.Deals[chance].Number != k+1 || f.Deals[chance].Was != event {
					t.Fatalf("game %d: event %d, %s, was not checked", i, k+1, event)
				}
				chance++
			}
			if chance != len(f.Deals) {
				t.Errorf("game %d: %d chance events and %d checked", i, chance, len(f.Deals))
			}
		}
	})
	t.Run("it finds what was changed", func(t *testing.T) {
		showdown, cards := play(t, raincheck.Rules{}, 2, nil, 11), play(t, texas.Rules{}, 4, nil, 12)
		proof := proofOf(4, 12)
		zeros := strings.Repeat("0", 64)
		hand, _, _ := strings.Cut(strings.TrimPrefix(cards.Events()[0], "deal "), "/")
		second := strings.SplitN(cards.Events()[0], "/", 3)[1]
		lose := slices.IndexFunc(showdown.Events(), func(e string) bool { return strings.HasPrefix(e, "lose") })
		lost := showdown.Events()[lose]
		other := map[string]string{"lose A": "lose 3", "lose 3": "lose K", "lose K": "lose Q", "lose Q": "lose A"}[lost]
		tampered := map[string]*record.Record{
			"server seed":       changed(t, cards, proof.ServerSeed.String(), zeros),
			"commitment":        changed(t, cards, proof.Commitment.String(), zeros),
			"table":             changed(t, cards, table, "K7QX"),
			"client seed":       changed(t, cards, `"clientSeeds":["`, `"clientSeeds":["00`),
			"empty client seed": changed(t, cards, `,"",`, `,"00",`),
			"seat without seed": changed(t, cards, `,"",`, `,`),
			"hands":             changed(t, cards, hand+"/"+second, second+"/"+hand),
			"card lost":         changed(t, showdown, lost, other),
			"no shuffle at all": changed(t, cards, `"events":[`, `"events":[],"were":[`),
		}
		names := make([]string, 0, len(tampered))
		records := make([]*record.Record, 0, len(tampered))
		for name, rec := range tampered {
			names, records = append(names, name), append(records, rec)
		}
		for i, f := range inNode(t, records...) {
			if f.ok() {
				t.Errorf("%s: nothing was found", names[i])
			}
		}
	})
	t.Run("it is small", func(t *testing.T) {
		if size := asset.Names()["shuffle.js"]; size > 4<<10 {
			t.Errorf("%d bytes compressed; want 4096 at most", size)
		}
	})
}
