package guide_test

import (
	"errors"
	"html"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/docs"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/board/raincheck"
	"github.com/saloon-games/saloon/internal/web/board/texas"
	"github.com/saloon-games/saloon/internal/web/guide"
	"github.com/saloon-games/saloon/internal/web/page"
)

// base is the path that the pages' links begin with.
const base = "/saloon"

// serve returns the guide's pages.
func serve() http.Handler {
	mux := http.NewServeMux()
	guide.Register(mux, guide.Config{
		Shell: func(_ *http.Request, title string) page.Shell { return page.Shell{Base: base, Title: title} },
		Fail: func(w http.ResponseWriter, _ *http.Request, err error) {
			if errors.Is(err, fs.ErrNotExist) {
				http.Error(w, err.Error(), http.StatusNotFound)
				return
			}
			http.Error(w, err.Error(), http.StatusInternalServerError)
		},
		Boards: map[string]board.Board{"texas": texas.New(), "raincheck": raincheck.New()},
	})
	return http.StripPrefix(base, mux)
}

// get asks for a page.
func get(t *testing.T, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, base+path, http.NoBody))
	return w
}

// post makes a move.
func post(t *testing.T, h http.Handler, path, word string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, base+path, strings.NewReader(url.Values{"word": {word}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

var (
	moveWord = regexp.MustCompile(`data-move="([^"]+)"`)
	ruleItem = regexp.MustCompile(`(?m)^- \*\*([TS]\d+)\*\*`)
)

// moves lists the words of the moves that a page offers.
func moves(body string) []string {
	var list []string
	for _, m := range moveWord.FindAllStringSubmatch(body, -1) {
		list = append(list, html.UnescapeString(m[1]))
	}
	return list
}

func TestRulesPages(t *testing.T) {
	h := serve()
	pages := map[string]string{"T": get(t, h, "/rules/texas").Body.String(), "S": get(t, h, "/rules/raincheck").Body.String()}

	t.Run("every numbered rule of RULES.md has its number as its address and links to itself", func(t *testing.T) {
		items := ruleItem.FindAllStringSubmatch(docs.Rules, -1)
		if len(items) < 37 {
			t.Fatalf("found %d rules in RULES.md; want 37 at least", len(items))
		}
		for _, item := range items {
			number := item[1]
			body := pages[number[:1]]
			if n := strings.Count(body, `id="`+number+`"`); n != 1 {
				t.Errorf("%s is the id of %d elements; want 1", number, n)
			}
			if n := strings.Count(body, `class="rule-no" href="#`+number+`"`) + strings.Count(body, `href="#`+number+`" class="rule-no"`); n != 2 {
				t.Errorf("%s has %d links of its number; want 2: in the list of numbers and at itself", number, n)
			}
		}
	})
	t.Run("a number in a rule's text leads to that rule", func(t *testing.T) {
		for page, want := range map[string]string{
			"T": `its color's top card (<a href="#T1">T1</a>)`,
			"S": `<a href="#S13">S13</a> comes before <a href="#S14">S14</a>`,
		} {
			if !strings.Contains(pages[page], want) {
				t.Errorf("page of %s rules lacks %s", page, want)
			}
		}
	})
	t.Run("a game's page has no rule of the other", func(t *testing.T) {
		if strings.Contains(pages["T"], `id="S`) || strings.Contains(pages["S"], `id="T`) {
			t.Error("rules of both games on one page")
		}
	})
	t.Run("the table of cards shows each color by its name", func(t *testing.T) {
		for _, color := range []string{"black", "red", "blue", "brown", "green", "yellow", "purple", "grey"} {
			if !strings.Contains(pages["T"], `<td class="swatch `+color+`">`+color+`</td>`) {
				t.Errorf("no cell for %s", color)
			}
		}
	})
	t.Run("chapters can be jumped to", func(t *testing.T) {
		if body := pages["S"]; !strings.Contains(body, `href="#ending-the-round"`) || !strings.Contains(body, `id="ending-the-round"`) {
			t.Error("no link to the chapter that ends the round")
		}
	})
	t.Run("an unknown game has none", func(t *testing.T) {
		if w := get(t, h, "/rules/whist"); w.Code != http.StatusNotFound {
			t.Errorf("status %d; want 404", w.Code)
		}
	})
}

func TestLessonPages(t *testing.T) {
	h := serve()

	t.Run("a lesson begins with its first step", func(t *testing.T) {
		for _, game := range []string{"texas", "raincheck"} {
			w := get(t, h, "/learn/"+game)
			if w.Code != http.StatusSeeOther || w.Header().Get("Location") != base+"/learn/"+game+"/1" {
				t.Errorf("%s: status %d to %q", game, w.Code, w.Header().Get("Location"))
			}
		}
	})
	t.Run("whoever tries every move that is offered gets to the end", func(t *testing.T) {
		for _, game := range []string{"texas", "raincheck"} {
			steps := playThrough(t, h, game)
			if steps < 8 || steps > 12 {
				t.Errorf("%s has %d decisions; want 8 to 12", game, steps)
			}
			end := get(t, h, "/learn/"+game+"/"+strconv.Itoa(steps+1)).Body.String()
			for _, want := range []string{`data-phase="over"`, `data-action="play-now" data-game="` + game + `"`, "You win"} {
				if !strings.Contains(end, want) {
					t.Errorf("%s: the last page lacks %s", game, want)
				}
			}
			if len(moves(end)) > 0 {
				t.Errorf("%s: the last page offers moves", game)
			}
		}
	})
}

func TestLessonTable(t *testing.T) {
	h := serve()
	t.Run("a table has the attributes of a real one, but is none", func(t *testing.T) {
		body := get(t, h, "/learn/texas/2").Body.String()
		for _, want := range []string{`id="table"`, `data-game="texas"`, `data-ply="10"`, `data-turn="0"`, `data-you="0"`, `data-phase="playing"`} {
			if !strings.Contains(body, want) {
				t.Errorf("the table lacks %s", want)
			}
		}
		if strings.Contains(body, "data-table=") {
			t.Error("a script would take the lesson for a real table")
		}
	})
}

func TestLessonAnswers(t *testing.T) {
	h := serve()
	t.Run("a move that is legal but not wanted is answered with the reason", func(t *testing.T) {
		w := post(t, h, "/learn/texas/4", "play 20")
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "No red is higher than the 20") {
			t.Errorf("status %d, or no reason", w.Code)
		}
	})
	t.Run("an illegal move is answered in the rules' own words", func(t *testing.T) {
		w := post(t, h, "/learn/texas/4", "play 65")
		body := w.Body.String()
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(body, `href="`+base+`/rules/texas#T7"`) || !strings.Contains(body, "play 14, play 20") {
			t.Errorf("status %d, or no words", w.Code)
		}
	})
	t.Run("what is no move is shown as text only", func(t *testing.T) {
		w := post(t, h, "/learn/raincheck/1", `<b>"stack`)
		if w.Code != http.StatusUnprocessableEntity || strings.Contains(w.Body.String(), "<b>&#34;stack") || strings.Contains(w.Body.String(), `<b>"stack`) {
			t.Errorf("status %d, or markup", w.Code)
		}
	})
	t.Run("the end takes no move", func(t *testing.T) {
		if w := post(t, h, "/learn/texas/12", "play 0"); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("status %d; want 422", w.Code)
		}
	})
	t.Run("there is no step outside", func(t *testing.T) {
		for _, path := range []string{"/learn/texas/0", "/learn/texas/13", "/learn/texas/01", "/learn/texas/x", "/learn/whist", "/learn/whist/1"} {
			if w := get(t, h, path); w.Code != http.StatusNotFound {
				t.Errorf("%s: status %d; want 404", path, w.Code)
			}
		}
	})
	t.Run("nothing in a page is inline style or script", func(t *testing.T) {
		for _, path := range []string{"/rules/texas", "/learn/texas/2", "/learn/raincheck/4"} {
			body := get(t, h, path).Body.String()
			if regexp.MustCompile(`(?i) style=| on[a-z]+=|<style|<script[^>]*>[^<]`).MatchString(body) {
				t.Errorf("%s has what the Content-Security-Policy forbids", path)
			}
		}
	})
}

// playThrough tries the moves that each page offers until one leads on, and returns
// how many steps there were.
func playThrough(t *testing.T, h http.Handler, game string) int {
	t.Helper()
	for n := 1; ; n++ {
		path := "/learn/" + game + "/" + strconv.Itoa(n)
		body := get(t, h, path).Body.String()
		offered := moves(body)
		if len(offered) == 0 {
			return n - 1
		}
		next := base + "/learn/" + game + "/" + strconv.Itoa(n+1)
		if !slices.ContainsFunc(offered, func(word string) bool {
			w := post(t, h, path, word)
			if w.Code != http.StatusSeeOther {
				if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Not this one.") {
					t.Errorf("%s, %s: status %d and no reason", path, word, w.Code)
				}
				return false
			}
			return w.Header().Get("Location") == next
		}) {
			t.Fatalf("%s: none of %v leads on", path, offered)
		}
	}
}

func TestCardsToPrint(t *testing.T) {
	h := serve()

	t.Run("every link of a page of rules leads to a file with a name", func(t *testing.T) {
		for _, game := range []string{"texas", "raincheck"} {
			links := regexp.MustCompile(`data-action="print" href="`+base+`(/print/[^"]+)" download`).FindAllStringSubmatch(get(t, h, "/rules/"+game).Body.String(), -1)
			if len(links) != 4 {
				t.Fatalf("%s: %d links; want 4: two papers, with colors and without", game, len(links))
			}
			for _, link := range links {
				w := get(t, h, link[1])
				head := w.Header()
				if w.Code != http.StatusOK || head.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(w.Body.String(), "%PDF-") {
					t.Errorf("%s: status %d, %s", link[1], w.Code, head.Get("Content-Type"))
				}
				if want := `attachment; filename="saloon-` + strings.TrimPrefix(link[1], "/print/") + `"`; head.Get("Content-Disposition") != want {
					t.Errorf("%s is called %q; want %q", link[1], head.Get("Content-Disposition"), want)
				}
				if head.Get("Content-Length") != strconv.Itoa(w.Body.Len()) {
					t.Errorf("%s has %d bytes and says %s", link[1], w.Body.Len(), head.Get("Content-Length"))
				}
			}
		}
	})
	t.Run("whoever has the file already does not get it again", func(t *testing.T) {
		r := httptest.NewRequest(http.MethodGet, base+"/print/raincheck-a4.pdf", http.NoBody)
		r.Header.Set("If-None-Match", get(t, h, "/print/raincheck-a4.pdf").Header().Get("ETag"))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusNotModified || w.Body.Len() > 0 {
			t.Errorf("status %d with %d bytes; want 304 without any", w.Code, w.Body.Len())
		}
	})
	t.Run("what cannot be printed is not found", func(t *testing.T) {
		for _, name := range []string{"whist-a4.pdf", "texas-a3.pdf", "texas.pdf", "texas-a4.pdf.exe", "%2e%2e"} {
			if w := get(t, h, "/print/"+name); w.Code != http.StatusNotFound {
				t.Errorf("%s: status %d; want 404", name, w.Code)
			}
		}
	})
}
