package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"
)

// A shelf is what the service worker is told to keep.
type shelf struct {
	Version, Base string
	Files, Large  map[string]string
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
		var pages map[string]string
		if err := json.Unmarshal([]byte(p.get("/kept/"+s.Version).body), &pages); err != nil {
			t.Fatal(err)
		}
		if s.Base != base || len(pages) < 20 || len(s.Files) < 20 || len(s.Large) != 2 {
			t.Errorf("%d pages, shelf %+v", len(pages), s)
		}
		files := maps.Clone(s.Files)
		maps.Copy(files, s.Large)
		for address, html := range pages {
			a := p.get(strings.TrimPrefix(address, base))
			if a.status != http.StatusOK || a.body != html || !strings.Contains(html, "<main") {
				t.Errorf("%s: status %d, and it is another page than the one that is kept", address, a.status)
			}
			// Its files are kept with it.
			for _, file := range strings.Split(html, `"`+base+"/static/")[1:] {
				file, _, _ = strings.Cut(file, `"`)
				// But for what the system asks for that installs the house.
				if file = base + "/static/" + file; !strings.HasSuffix(file, "/icon-touch.png") && files[file] == "" {
					t.Errorf("%s needs %s, which is not kept", address, file)
				}
			}
		}
		for file, sum := range files {
			a := p.get(strings.TrimPrefix(file, base))
			if is := sha256.Sum256([]byte(a.body)); a.status != http.StatusOK || hex.EncodeToString(is[:]) != sum {
				t.Errorf("%s: status %d, sum %x, want %s", file, a.status, is, sum)
			}
		}
	}
}

func TestPagesOfAnotherVersionCannotBeHad(t *testing.T) {
	p := open(t).person(t)
	if a := p.get("/kept/000000000000"); a.status != http.StatusNotFound {
		t.Errorf("status %d", a.status)
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
