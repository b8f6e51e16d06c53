package browsertest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A reader is somebody whose browser runs no scripts: links, forms, and nothing else.
type reader struct {
	t      *testing.T
	client *http.Client
	host   string
	status int
	path   string // of the page that is open
	text   string // its HTML
	forms  []form
	table  map[string]string // the attributes of #table, nil where there is none
}

// A form of a page, with its fields as they are filled in.
type form struct {
	method, action string
	fields         url.Values
	buttons        []button
}

type button struct {
	name, value, address string
	data                 map[string]string // "move", "action", "game"
}

func newReader(t *testing.T, host string) *reader {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &reader{t: t, host: host, client: &http.Client{Jar: jar, Timeout: patience}}
}

// open reads a page.
func (r *reader) open(path string) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, "http://"+r.host+path, http.NoBody)
	if err != nil {
		r.t.Fatal(err)
	}
	r.send(request)
}

// post sends fields as a form of a page of this house does, or as one of another.
func (r *reader) post(path string, fields url.Values, origin string) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, "http://"+r.host+path, strings.NewReader(fields.Encode()))
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", origin)
	r.send(request)
}

func (r *reader) send(request *http.Request) {
	r.t.Helper()
	request.Header.Set("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
	answer, err := r.client.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	r.status, r.path, r.text = answer.StatusCode, answer.Request.URL.Path, string(body)
	r.forms, r.table = nil, nil
	if strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
		r.read()
	}
}

// words is what the page says, without its markup.
func (r *reader) words() string {
	_, main, _ := strings.Cut(r.text, "<main")
	return strings.Join(strings.Fields(tags.ReplaceAllString("<main"+main, " ")), " ")
}

var tags = regexp.MustCompile(`<[^>]*>`)

// read finds the forms and the table of the page.
func (r *reader) read() {
	r.t.Helper()
	d := xml.NewDecoder(strings.NewReader(r.text))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	inside, choice := false, ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			r.t.Fatalf("%s is no page: %v", r.path, err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			at := attributes(e)
			if at["id"] == "table" {
				r.table = at
			}
			if e.Name.Local == "form" {
				inside = true
				r.forms = append(r.forms, form{method: strings.ToLower(at["method"]), action: at["action"], fields: url.Values{}})
			}
			if e.Name.Local == "select" {
				choice = at["name"]
			}
			if inside {
				r.forms[len(r.forms)-1].add(e.Name.Local, at, choice)
			}
		case xml.EndElement:
			inside = inside && e.Name.Local != "form"
		}
	}
}

func attributes(e xml.StartElement) map[string]string {
	at := map[string]string{}
	for _, a := range e.Attr {
		at[a.Name.Local] = a.Value
	}
	return at
}

// add takes in an element of a form; choice is the name of the select that it is in.
func (f *form) add(element string, at map[string]string, choice string) {
	_, checked := at["checked"]
	_, selected := at["selected"]
	switch {
	case element == "input" && (at["type"] == "radio" || at["type"] == "checkbox"):
		if checked {
			f.fields.Set(at["name"], at["value"])
		}
	case element == "input":
		f.fields.Set(at["name"], at["value"])
	case element == "option" && (selected || !f.fields.Has(choice)):
		f.fields.Set(choice, at["value"])
	case element == "button" && at["aria-disabled"] != "true":
		b := button{name: at["name"], value: at["value"], address: f.action, data: map[string]string{}}
		if at["formaction"] != "" {
			b.address = at["formaction"]
		}
		for name, value := range at {
			if word, ok := strings.CutPrefix(name, "data-"); ok {
				b.data[word] = value
			}
		}
		f.buttons = append(f.buttons, b)
	}
}

// choices lists what can be pressed, by a name of a data attribute.
func (r *reader) choices(data string) []string {
	var list []string
	for _, f := range r.forms {
		for _, b := range f.buttons {
			if v, ok := b.data[data]; ok {
				list = append(list, v)
			}
		}
	}
	return list
}

// press submits the form of the button whose data attribute has a value, with some
// fields filled in otherwise.
func (r *reader) press(data, value, game string, otherwise url.Values) {
	r.t.Helper()
	for _, f := range r.forms {
		for _, b := range f.buttons {
			if b.data[data] != value || game != "" && b.data["game"] != game {
				continue
			}
			fields := maps.Clone(f.fields)
			maps.Copy(fields, otherwise)
			if b.name != "" {
				fields.Set(b.name, b.value)
			}
			r.post(b.address, fields, "http://"+r.host)
			return
		}
	}
	r.t.Fatalf("%s has no button %s=%s: %s", r.path, data, value, r.words())
}

// want fails unless the last answer has a status and, without regard to case, one of
// some words.
func (r *reader) want(status int, words ...string) {
	r.t.Helper()
	says := strings.ToLower(r.words())
	if r.status != status {
		r.t.Errorf("%s answers %d, want %d: %s", r.path, r.status, status, r.words())
	}
	if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(says, w) }) {
		r.t.Errorf("%s does not say any of %q: %s", r.path, words, r.words())
	}
}

// playOut plays at random to the end of the game, with reloads only. It returns the
// moves that were made.
func (r *reader) playOut(chance *rand.Rand) (made int) {
	r.t.Helper()
	for reloads := 0; ; reloads++ {
		if r.status != http.StatusOK || r.table == nil {
			r.t.Fatalf("%s is no table: %d %s", r.path, r.status, r.words())
		}
		if reloads > 20000 {
			r.t.Fatalf("the game does not go on: %v", r.table)
		}
		moves := r.choices("move")
		switch {
		case r.table["data-phase"] == "over":
			return made
		case len(moves) > 0 && r.table["data-turn"] == r.table["data-you"]:
			r.press("move", moves[chance.IntN(len(moves))], "", nil)
			made, reloads = made+1, 0
		case slices.Contains(r.choices("action"), "next"):
			r.press("action", "next", "", nil)
		default:
			r.open(r.path) // somebody else is on turn
		}
	}
}

func TestWithoutScripts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game  string
		seats int
	}{{"texas", 3}, {"texas", 6}, {"raincheck", 2}} {
		t.Run(fmt.Sprintf("a whole game of %s for %d is played with forms alone", c.game, c.seats), func(t *testing.T) {
			t.Parallel()
			r := newReader(t, openSaloon(t).addr)
			r.open("/")
			r.press("action", "play-now", c.game, url.Values{"seats": {strconv.Itoa(c.seats)}})
			r.want(http.StatusOK)
			if r.table["data-phase"] != "playing" || r.table["data-you"] == "" {
				t.Fatalf("play now leads to a table that says %v", r.table)
			}
			if made := r.playOut(chance(uint64(c.seats))); made == 0 {
				t.Error("the game was over before a move was made")
			}
			r.press("action", "rematch", "", nil)
			r.want(http.StatusOK)
			if r.table["data-phase"] == "over" {
				t.Errorf("after a rematch the table says %v", r.table)
			}
		})
	}

	t.Run("friends sit down, start and play with forms alone", func(t *testing.T) {
		t.Parallel()
		house := openSaloon(t).addr
		ann, bob := newReader(t, house), newReader(t, house)
		ann.open("/")
		ann.press("action", "new-table", "raincheck", nil)
		ann.want(http.StatusOK)
		bob.open(ann.path)
		bob.press("action", "sit", "", url.Values{"name": {"<b>Bob</b>"}})
		bob.want(http.StatusOK, "&lt;b&gt;bob&lt;/b&gt;")
		ann.open(ann.path)
		ann.press("action", "start", "", nil)
		ann.want(http.StatusOK)
		luck := chance(3)
		for over := false; !over; {
			for _, r := range []*reader{ann, bob} {
				r.open(r.path)
				over = r.table["data-phase"] == "over"
				if moves := r.choices("move"); len(moves) > 0 {
					r.press("move", moves[luck.IntN(len(moves))], "", nil)
				} else if slices.Contains(r.choices("action"), "next") {
					r.press("action", "next", "", nil)
				}
			}
		}
	})
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	house := openSaloon(t).addr
	// table opens a game of raincheck at which Ann is on turn and Bob sits.
	table := func(t *testing.T) (onTurn, other *reader) {
		t.Helper()
		ann, bob := newReader(t, house), newReader(t, house)
		ann.open("/")
		ann.press("action", "new-table", "raincheck", nil)
		bob.open(ann.path)
		bob.press("action", "sit", "", nil)
		ann.open(ann.path)
		ann.press("action", "start", "", nil)
		for range 1000 {
			ann.open(ann.path)
			bob.open(bob.path)
			if ann.table["data-turn"] == "0" {
				return ann, bob
			}
			if ann.table["data-turn"] == "1" {
				return bob, ann
			}
		}
		t.Fatalf("nobody is on turn: %v", ann.table)
		return nil, nil
	}
	act := func(r *reader, ply int, word string) {
		r.post(r.path+"/act", url.Values{"game": {"1"}, "ply": {strconv.Itoa(ply)}, "word": {word}}, "http://"+r.host)
	}
	ply := func(r *reader) int {
		n, err := strconv.Atoi(r.table["data-ply"])
		if err != nil {
			r.t.Fatal(err)
		}
		return n
	}
	for _, c := range []struct {
		name   string
		do     func(on, other *reader) (refused *reader)
		status int
		words  []string
	}{
		{"a form of an earlier moment is told that it came too late", func(on, _ *reader) *reader {
			n, moves := ply(on), on.choices("move")
			act(on, n, moves[0])
			on.t.Logf("after the first: %d", on.status)
			on.path = strings.TrimSuffix(on.path, "/act")
			act(on, n, moves[1])
			return on
		}, 409, []string{"late", "already", "moment"}},
		{"a move when it is another's turn is told so", func(on, other *reader) *reader {
			act(other, ply(on), on.choices("move")[0])
			return other
		}, 409, []string{"turn"}},
		{"a move against the rules is told which rule", func(on, _ *reader) *reader {
			act(on, ply(on), "bet 3")
			return on
		}, 422, []string{"s5", "s6", "s7"}},
		{"a word that is none is told what would be right", func(on, _ *reader) *reader {
			act(on, ply(on), "<script>")
			return on
		}, 422, []string{"stack"}},
		{"a form from another site is refused", func(on, _ *reader) *reader {
			on.post(on.path+"/act", url.Values{"game": {"1"}, "ply": {"1"}, "word": {on.choices("move")[0]}}, "http://elsewhere.example")
			return on
		}, 403, []string{"site", "page", "origin"}},
		{"a third person at a table for two is told that it is full", func(on, _ *reader) *reader {
			on.client.Jar, _ = cookiejar.New(nil)
			on.post(on.path+"/sit", url.Values{"name": {"Cleo"}}, "http://"+on.host)
			return on
		}, 409, []string{"full", "taken", "game"}},
		{"a stranger's move is refused", func(on, _ *reader) *reader {
			n, word := ply(on), on.choices("move")[0]
			on.client.Jar, _ = cookiejar.New(nil)
			act(on, n, word)
			return on
		}, 403, []string{"seat", "sit"}},
		{"an unknown code is told so", func(on, _ *reader) *reader {
			on.open("/join?code=ZZZZZZ")
			return on
		}, 404, []string{"code"}},
		{"an unknown table is told so", func(on, _ *reader) *reader {
			on.open("/t/nosuchtable")
			return on
		}, 404, []string{"table"}},
		{"an unknown page is told so", func(on, _ *reader) *reader {
			on.open("/nowhere")
			return on
		}, 404, []string{"page", "nothing"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			on, other := table(t)
			c.do(on, other).want(c.status, c.words...)
		})
	}

	t.Run("an open table that is full is told so, and a closed one too", func(t *testing.T) {
		t.Parallel()
		ann, bob, cleo := newReader(t, house), newReader(t, house), newReader(t, house)
		ann.open("/")
		ann.press("action", "new-table", "raincheck", nil)
		at := ann.path
		bob.open(at)
		bob.press("action", "sit", "", nil)
		cleo.post(at+"/sit", url.Values{"name": {"Cleo"}}, "http://"+house)
		cleo.want(http.StatusConflict, "full", "taken")
		bob.post(at+"/close", nil, "http://"+house)
		bob.want(http.StatusForbidden, "owner", "opened")
		ann.post(at+"/close", nil, "http://"+house)
		bob.open(at)
		bob.want(http.StatusGone, "closed")
	})
}
