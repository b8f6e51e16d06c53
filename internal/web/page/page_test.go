package page_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/page"
	"github.com/saloon-games/saloon/internal/web/parts"
)

func draw(t testing.TB, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// watching is the table as somebody without a seat sees it.
func watching(t page.Table) page.Table {
	t.You, t.Owner = game.Spectator, false
	return t
}

// pages are all pages, in the states in which they differ.
func pages() map[string]templ.Component {
	sh := sampleShell()
	list := map[string]templ.Component{
		"front":             page.FrontPage(sh, sampleFront()),
		"front, no tables":  page.FrontPage(page.Shell{Path: "/"}, page.Front{Games: sampleFront().Games, Levels: []string{"thumb"}}),
		"front, below /bar": page.FrontPage(page.Shell{Base: "/bar", Path: "/", Look: page.Look{Theme: "dark"}}, sampleFront()),
		"join":              page.JoinPage(sh, "", ""),
		"join, wrong code":  page.JoinPage(sh, "ABCD", "There is no table with that code."),
		"settings":          page.SettingsPage(sh, "/t/abc"),
		"trouble":           page.TroublePage(sh, page.Trouble{Status: 404, Title: "No such table", Say: "Look at the address.", Back: "/", Link: "Back"}),
	}
	for _, name := range []string{"texas", "raincheck"} {
		for _, phase := range []house.Phase{house.Open, house.Playing, house.Over} {
			list[name+", "+string(phase)] = page.TablePage(sh, sampleTable(name, phase))
			list[name+", "+string(phase)+", watching"] = page.TablePage(sh, watching(sampleTable(name, phase)))
		}
		away := sampleTable(name, house.Playing)
		away.Seats[0].Away = true
		list[name+", away"] = page.TablePage(sh, away)
		quiet := sampleTable(name, house.Open)
		quiet.Settings.Chat, quiet.Settings.Public = false, true
		quiet.Chat, quiet.Fair.Commitment = nil, ""
		quiet.Seats[len(quiet.Seats)-1] = house.Seat{Name: "Pearl", Taken: true, Away: true}
		list[name+", full and without talk"] = page.TablePage(sh, quiet)
	}
	return list
}

var (
	idPattern     = regexp.MustCompile(`\sid="([^"]*)"`)
	refPattern    = regexp.MustCompile(`\s(?:for|aria-labelledby|aria-describedby)="([^"]*)"`)
	buttonPattern = regexp.MustCompile(`(?s)<button\b[^>]*>(.*?)</button>`)
	tagPattern    = regexp.MustCompile(`<[^>]*>`)
	fieldPattern  = regexp.MustCompile(`<(?:input|select)\b[^>]*>`)
	hostPattern   = regexp.MustCompile(`(?:src|action|formaction|<link[^>]*href)="(?:https?:)?//`)
	scriptPattern = regexp.MustCompile(`\son\w+="|<script>|<script [^>]*>[^<]`)
	h1Pattern     = regexp.MustCompile(`<h1[ >]`)
)

// ids lists the ids of a page, and fails if one comes twice.
func ids(t *testing.T, text string) []string {
	t.Helper()
	var list []string
	for _, m := range idPattern.FindAllStringSubmatch(text, -1) {
		if m[1] == "" || slices.Contains(list, m[1]) {
			t.Errorf("the id %q is empty or there twice", m[1])
		}
		list = append(list, m[1])
	}
	return list
}

func TestEveryPage(t *testing.T) {
	for name, c := range pages() {
		t.Run(name, func(t *testing.T) {
			text := draw(t, c)
			checkNames(t, text)
			checkFields(t, text)
			checkPolicy(t, text)
			if n := len(h1Pattern.FindAllString(text, -1)); n != 1 {
				t.Errorf("%d headings of the first rank, want 1", n)
			}
			for _, want := range []string{`<html lang="en"`, `name="viewport"`, `id="live" aria-live="polite"`, `id="toast"`, "</main>"} {
				if !strings.Contains(text, want) {
					t.Errorf("the page has no %s", want)
				}
			}
		})
	}
}

// checkNames wants everything that is referred to to be there, and words on buttons.
func checkNames(t *testing.T, text string) {
	t.Helper()
	known := ids(t, text)
	for _, m := range refPattern.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(known, m[1]) {
			t.Errorf("something refers to the id %q, which is not there", m[1])
		}
	}
	for _, m := range buttonPattern.FindAllStringSubmatch(text, -1) {
		if strings.TrimSpace(html.UnescapeString(tagPattern.ReplaceAllString(m[1], ""))) == "" {
			t.Errorf("a button without words: %s", m[0])
		}
	}
}

// checkPolicy wants nothing that the security policy of pages forbids.
func checkPolicy(t *testing.T, text string) {
	t.Helper()
	for _, what := range []string{` style="`, "<style", "javascript:"} {
		if strings.Contains(text, what) {
			t.Errorf("the page has %q", what)
		}
	}
	if m := scriptPattern.FindString(text); m != "" {
		t.Errorf("a script in the page: %q", m)
	}
	if m := hostPattern.FindString(text); m != "" {
		t.Errorf("something from another host: %q", m)
	}
}

// checkFields wants a label for every field that a person fills in.
func checkFields(t *testing.T, text string) {
	t.Helper()
	for _, at := range fieldPattern.FindAllStringIndex(text, -1) {
		field := text[at[0]:at[1]]
		if strings.Contains(field, `type="hidden"`) {
			continue
		}
		if m := idPattern.FindStringSubmatch(field); len(m) > 1 && strings.Contains(text, `for="`+m[1]+`"`) {
			continue
		}
		if before := text[:at[0]]; strings.LastIndex(before, "<label") > strings.LastIndex(before, "</label>") {
			continue
		}
		t.Errorf("a field without a label: %s", field)
	}
}

func TestFrontPage(t *testing.T) {
	text := draw(t, page.FrontPage(page.Shell{Base: "/bar", Path: "/"}, sampleFront()))
	t.Run("has the controls that start a game", func(t *testing.T) {
		for _, want := range []string{
			`data-action="play-now" data-game="texas"`, `data-action="new-table" data-game="texas"`,
			`data-action="play-now" data-game="raincheck"`, `data-action="new-table" data-game="raincheck"`,
			`action="/bar/play"`, `formaction="/bar/new"`, `action="/bar/join"`, `href="/bar/t/t1"`,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("it has no %s", want)
			}
		}
	})
	t.Run("is sent in 5 KB", func(t *testing.T) {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write([]byte(text))
		_ = w.Close()
		if b.Len() > 5<<10 {
			t.Errorf("%d bytes", b.Len())
		}
	})
}

func TestTablePage(t *testing.T) {
	sh := sampleShell()
	has := func(t *testing.T, table page.Table, want ...string) {
		t.Helper()
		text := draw(t, page.TablePage(sh, table))
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("it has no %s", w)
			}
		}
	}
	lacks := func(t *testing.T, table page.Table, want ...string) {
		t.Helper()
		text := draw(t, page.TablePage(sh, table))
		for _, w := range want {
			if strings.Contains(text, w) {
				t.Errorf("it has %s", w)
			}
		}
	}
	t.Run("an open table can be filled by its owner", func(t *testing.T) {
		table := sampleTable("texas", house.Open)
		has(t, table, `id="table" data-table="abc" data-seq="12" data-game="texas" data-number="0" data-ply="0" data-turn="" data-you="0" data-phase="open"`,
			`data-action="add-bot"`, `data-action="start" aria-disabled="true"`, "One seat is empty", "Play with 3")
	})
	t.Run("a full table can be started by its owner alone", func(t *testing.T) {
		table := sampleTable("texas", house.Open)
		table.Seats[3] = house.Seat{Name: "Pearl", Taken: true, Level: "thumb"}
		has(t, table, `data-action="start" aria-describedby`)
		lacks(t, table, `data-action="start" aria-disabled`, `data-action="add-bot"`)
		table.Owner = false
		lacks(t, table, `data-action="start"`)
	})
	t.Run("somebody without a seat can take one", func(t *testing.T) {
		table := watching(sampleTable("raincheck", house.Open))
		has(t, table, `id="lobby" class="panel" aria-labelledby="lobby-h" data-sit`, `data-action="sit"`)
		lacks(t, table, `data-action="add-bot"`, `action="/t/abc/change"`, `action="/t/abc/close"`)
	})
	t.Run("a game that is on shows turn and seat", func(t *testing.T) {
		has(t, sampleTable("texas", house.Playing), `data-ply="5" data-turn="1" data-you="0" data-phase="playing"`, `id="trick"`)
	})
	t.Run("who is away can come back", func(t *testing.T) {
		table := sampleTable("texas", house.Playing)
		table.Seats[0].Away = true
		has(t, table, `data-action="return"`)
	})
	t.Run("a person who does not move can be nudged where there is no clock", func(t *testing.T) {
		table := sampleTable("texas", house.Playing)
		lacks(t, table, `action="/t/abc/nudge"`)
		table.Settings.Pace = house.Unhurried
		has(t, table, `action="/t/abc/nudge"`, "Let a bot play")
		for i := range table.Seats {
			table.Seats[i].Away = i != 0 // nobody else is here
		}
		lacks(t, table, `action="/t/abc/nudge"`)
	})
	t.Run("after a game there are rematch, replay, shuffle and record", func(t *testing.T) {
		has(t, sampleTable("texas", house.Over), "Mabel wins with 4 points.", `data-action="rematch"`,
			`href="/t/abc/game/1"`, `href="/t/abc/game/1/shuffle"`, `href="/t/abc/game/1/record"`)
		lacks(t, watching(sampleTable("texas", house.Over)), `data-action="rematch"`)
	})
	t.Run("where the talk is off nobody is asked to talk", func(t *testing.T) {
		table := sampleTable("texas", house.Playing)
		table.Settings.Chat = false
		has(t, table, `data-mute`, "turned the talk off")
		lacks(t, table, "Is this chair taken")
	})
	t.Run("names and talk are text, never markup", func(t *testing.T) {
		table := sampleTable("texas", house.Open)
		const evil = `"><script>alert(1)</script>`
		table.Seats[0].Name, table.Seats[2].Name = evil, evil
		table.Chat = []house.Line{{Seat: 2, Name: evil, Text: evil}}
		bad := sh
		bad.Guest, bad.Title = evil, evil
		for _, text := range []string{
			draw(t, page.TablePage(bad, table)), draw(t, page.SettingsPage(bad, "/")),
			draw(t, page.JoinPage(bad, evil, evil)), draw(t, page.FrontPage(bad, page.Front{Public: []house.Listing{{ID: "t", Code: evil, Game: evil, Names: []string{evil}}}})),
		} {
			if strings.Contains(text, "<script>alert") {
				t.Error("a name became a script")
			}
			if strings.Count(text, "<script") > 2 {
				t.Error("there are more scripts than ours")
			}
		}
	})
}

func TestClockAttributes(t *testing.T) {
	table := sampleTable("texas", house.Playing)
	table.Deadline = time.UnixMilli(5000)
	text := string(parts.AppendAttributes(nil, table.Table))
	for _, want := range []string{` data-deadline="5000"`, ` data-now="1000000"`, " data-owner"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	table.Deadline, table.Resume = time.Time{}, time.UnixMilli(7000)
	text = string(parts.AppendAttributes(nil, table.Table))
	if !strings.Contains(text, ` data-resume="7000" data-now="1000000"`) {
		t.Errorf("got %s", text)
	}
	open := sampleTable("texas", house.Open)
	open.Seats[0].Seeded = false
	text = string(parts.AppendAttributes(nil, open.Table))
	if !strings.Contains(text, ` data-seed-for="9f2b`) {
		t.Errorf("got %s", text)
	}
}

func TestParts(t *testing.T) {
	for _, phase := range []house.Phase{house.Open, house.Playing, house.Over} {
		t.Run("the page of a table that is "+string(phase)+" is made of its parts", func(t *testing.T) {
			table := sampleTable("texas", phase)
			whole := draw(t, page.TablePage(sampleShell(), table))
			at := 0
			for _, part := range parts.Append(nil, table.Table) {
				text := string(part.Draw(nil, table.Table))
				start, _, _ := strings.Cut(text, ">")
				if m := idPattern.FindStringSubmatch(start); len(m) < 2 || m[1] != part.ID {
					t.Errorf("the part %s does not begin with its own element: %.60s", part.ID, text)
				}
				found := strings.Index(whole, text)
				if found < at {
					t.Errorf("the part %s is not in the page, or out of order", part.ID)
				}
				at = found
				if strings.Contains(text, `name="text" required`) || strings.Contains(text, `name="name"`) {
					t.Errorf("the part %s has a field for words, which would be lost when it is replaced", part.ID)
				}
			}
		})
	}
}

func TestManifest(t *testing.T) {
	var m struct {
		Name  string
		Start string `json:"start_url"`
		Icons []struct{ Src string }
	}
	if err := json.Unmarshal([]byte(draw(t, page.Manifest("/bar"))), &m); err != nil {
		t.Fatal(err)
	}
	if m.Name == "" || m.Start != "/bar/" || len(m.Icons) == 0 || !strings.HasPrefix(m.Icons[0].Src, "/bar/static/") {
		t.Errorf("got %+v", m)
	}
}

func TestSettingsLink(t *testing.T) {
	sh := sampleShell()
	sh.Path = "/t/abc?x=1&y=2"
	want := "/settings?back=" + url.QueryEscape(sh.Path)
	if text := draw(t, page.TablePage(sh, sampleTable("texas", house.Over))); !strings.Contains(text, want) {
		t.Errorf("the page does not link to %s", want)
	}
}

func BenchmarkParts(b *testing.B) {
	table := sampleTable("texas", house.Playing)
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = buf[:0]
		for _, part := range parts.Append(nil, table.Table) {
			buf = part.Draw(buf, table.Table)
		}
	}
}
