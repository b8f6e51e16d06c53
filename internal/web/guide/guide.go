// Package guide is what the house teaches: the rules of each game with an address for
// every number, cards and rules to print, and a lesson for each game that one plays.
//
// The rules are docs/RULES.md itself. A lesson is a game of which every event is
// written down beforehand, with the reasons for the decisions of whoever learns; the
// number of the step in the address is all that is remembered of it.
//
// The package must never know sessions, tables of the house or the store.
package guide

import (
	"fmt"
	"io/fs"
	"net/http"
	"strconv"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/docs"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/page"
)

//go:generate go tool -modfile=../../../tools/templ.mod templ generate -path .

// Config is what the guide needs of its surroundings. All fields must be there.
type Config struct {
	// Shell is the frame of a page with that title, for who asks.
	Shell func(r *http.Request, title string) page.Shell
	// Fail answers with an error. One that is fs.ErrNotExist says that there is no
	// such page.
	Fail func(w http.ResponseWriter, r *http.Request, err error)
	// Boards are the boards by the names of their games.
	Boards map[string]board.Board
}

// Register makes known, below no base path,
//
//	GET /rules/{game}          the rules of a game
//	GET /print/{file}          its cards as PDF
//	GET /learn/{game}          its lesson, from the beginning
//	GET /learn/{game}/{step}   one step of it
//	POST /learn/{game}/{step}  a move there, in the form's field "word"
//
// It makes all texts and games ready before it returns, and panics if one of them is
// wrong: they are in the program. It returns the paths of all its pages, which are the
// same for everybody.
func Register(mux *http.ServeMux, cfg Config) (pages []string) {
	g := guide{Config: cfg, rules: map[string]*ruleBook{}, lessons: map[string]*course{}, prints: prints()}
	for _, rules := range catalog.All() {
		book, err := readRules(docs.Rules, rules)
		if err != nil {
			panic("guide: " + err.Error())
		}
		g.rules[rules.Name()] = book
		pages = append(pages, "/rules/"+rules.Name())
	}
	for _, l := range lessons() {
		c, err := prepare(l, cfg.Boards[l.rules.Name()])
		if err != nil {
			panic("guide: " + err.Error())
		}
		g.lessons[l.rules.Name()] = c
		for n := range c.steps {
			pages = append(pages, c.address("", n+1))
		}
	}
	mux.HandleFunc("GET /rules/{game}", g.showRules)
	mux.HandleFunc("GET /print/{file}", g.sendPrint)
	mux.HandleFunc("GET /learn/{game}", g.begin)
	mux.HandleFunc("GET /learn/{game}/{step}", g.show)
	mux.HandleFunc("POST /learn/{game}/{step}", g.answer)
	return pages
}

// guide answers requests.
type guide struct {
	Config
	rules   map[string]*ruleBook
	lessons map[string]*course
	prints  map[string]printed // by the name in the address
}

func (g *guide) showRules(w http.ResponseWriter, r *http.Request) {
	book, ok := g.rules[r.PathValue("game")]
	if !ok {
		g.Fail(w, r, fmt.Errorf("there are no rules of %s: %w", game.Quote(r.PathValue("game")), fs.ErrNotExist))
		return
	}
	sh := g.Shell(r, "Rules of "+book.title)
	sh.About = "The rules of " + book.title + ", every rule with its number."
	g.send(w, r, http.StatusOK, rulesPage(sh, book))
}

func (g *guide) begin(w http.ResponseWriter, r *http.Request) {
	c, ok := g.lessons[r.PathValue("game")]
	if !ok {
		g.Fail(w, r, noLesson(r))
		return
	}
	http.Redirect(w, r, c.address(g.Shell(r, "").Base, 1), http.StatusSeeOther)
}

func noLesson(r *http.Request) error {
	return fmt.Errorf("there is no lesson for %s: %w", game.Quote(r.PathValue("game")), fs.ErrNotExist)
}

// find returns the lesson and the step, counted from 1, that a request asks for.
func (g *guide) find(r *http.Request) (c *course, n int, err error) {
	c, ok := g.lessons[r.PathValue("game")]
	if !ok {
		return nil, 0, noLesson(r)
	}
	word := r.PathValue("step")
	n, err = strconv.Atoi(word)
	if err != nil || n < 1 || n > len(c.steps) || strconv.Itoa(n) != word {
		return nil, 0, fmt.Errorf("there is no step %s in this lesson, it has steps 1 to %d: %w", game.Quote(word), len(c.steps), fs.ErrNotExist)
	}
	return c, n, nil
}

func (g *guide) show(w http.ResponseWriter, r *http.Request) {
	c, n, err := g.find(r)
	if err != nil {
		g.Fail(w, r, err)
		return
	}
	g.send(w, r, http.StatusOK, lessonPage(g.lesson(r, c, n, "")))
}

// answer takes a move of whoever learns: the one that the lesson is about leads on,
// any other to the reason why it is not.
func (g *guide) answer(w http.ResponseWriter, r *http.Request) {
	c, n, err := g.find(r)
	if err != nil {
		g.Fail(w, r, err)
		return
	}
	switch word := r.PostFormValue("word"); c.steps[n-1].judge(word) {
	case wanted:
		http.Redirect(w, r, c.address(g.Shell(r, "").Base, n+1), http.StatusSeeOther)
	case unwanted:
		g.send(w, r, http.StatusOK, lessonPage(g.lesson(r, c, n, c.steps[n-1].against(word))))
	default:
		g.send(w, r, http.StatusUnprocessableEntity, lessonPage(g.lesson(r, c, n, c.steps[n-1].refusal(word))))
	}
}

// send writes a page.
func (g *guide) send(w http.ResponseWriter, r *http.Request, status int, c templ.Component) {
	w.Header().Set("Cache-Control", "no-cache")
	failed := func(_ *http.Request, err error) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { g.Fail(w, r, err) })
	}
	templ.Handler(c, templ.WithStatus(status), templ.WithErrorHandler(failed)).ServeHTTP(w, r)
}
