package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// A shelf is what the service worker is told to keep.
type shelf struct {
	Version, Base       string
	Pages, Files, Large []string
}

func (p *person) shelf(t *testing.T, base string) (s shelf) {
	t.Helper()
	a := p.get("/sw.js")
	if a.status != http.StatusOK {
		t.Fatalf("the service worker of %q: status %d", base, a.status)
	}
	first, _, _ := strings.Cut(a.body, ";\n")
	if err := json.Unmarshal([]byte(strings.TrimPrefix(first, "globalThis.shelf = ")), &s); err != nil {
		t.Fatalf("%v in %.200q", err, first)
	}
	return s
}

func TestWhatADeviceKeepsCanBeHadAndNamesNothingElse(t *testing.T) {
	for _, base := range []string{"", "/saloon"} {
		p := open(t, func(c *Config) { c.Base = base }).person(t)
		s := p.shelf(t, base)
		if s.Base != base || len(s.Pages) < 20 || len(s.Files) < 20 {
			t.Errorf("shelf %+v", s)
		}
		for _, page := range s.Pages {
			a := p.get(page)
			if a.status != http.StatusOK || !strings.Contains(a.body, "<main") {
				t.Errorf("%s: status %d", page, a.status)
			}
			// Its files are kept with it.
			for _, file := range strings.Split(a.body, `"`+base+"/static/")[1:] { // but for what the system asks for that installs
				file, _, _ = strings.Cut(file, `"`)
				if file = base + "/static/" + file; !strings.HasSuffix(file, "/icon-touch.png") && !slices.Contains(slices.Concat(s.Files, s.Large), file) {
					t.Errorf("%s needs %s, which is not kept", page, file)
				}
			}
		}
		for _, file := range slices.Concat(s.Files, s.Large) {
			if a := p.get(strings.TrimPrefix(file, base)); a.status != http.StatusOK {
				t.Errorf("%s: status %d", file, a.status)
			}
		}
	}
}

func TestAVersionIsTheSameInEveryProcess(t *testing.T) {
	a, b := open(t).person(t).shelf(t, ""), open(t).person(t)
	if again := b.shelf(t, ""); again.Version != a.Version || len(a.Version) != 12 {
		t.Errorf("versions %q and %q", a.Version, again.Version)
	}
	if other := open(t, func(c *Config) { c.Base = "/saloon" }).person(t).shelf(t, "/saloon"); other.Version == a.Version {
		t.Error("pages with other links are the same version")
	}
}
