package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// entry is an event of a log, as far as this test rewrites it.
type entry struct {
	Version int             `json:"v"`
	Kind    string          `json:"k"`
	Event   json.RawMessage `json:"e"`
}

type moved struct {
	Seat int    `json:"seat"`
	Word string `json:"word"`
	By   string `json:"by"`
}

// rewrite returns a log in which the words of the game's events are other ones.
func rewrite(t *testing.T, log []store.Entry, word func(seat int, word string) string) []store.Entry {
	t.Helper()
	log = slices.Clone(log)
	for i := range log {
		var e entry
		if err := json.Unmarshal(log[i].Body, &e); err != nil {
			t.Fatal(err)
		}
		if e.Kind != "moved" {
			continue
		}
		var m moved
		if err := json.Unmarshal(e.Event, &m); err != nil {
			t.Fatal(err)
		}
		m.Word = word(m.Seat, m.Word)
		e.Event, _ = json.Marshal(m)
		log[i].Body, _ = json.Marshal(e)
	}
	return log
}

// A witness is one who looks at a table: their cookies, the same at every house.
type witness struct {
	name   string
	seat   int // -1 without one
	cookie []*http.Cookie
}

// everything is all that leaves a house for a witness of a table, in its order: pages,
// fragments, answers to what is asked in vain, and the whole log.
func everything(t *testing.T, s *sqlstore.Store, id string, w witness, tries []string) string {
	t.Helper()
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "address" || a.Key == "request" {
			return slog.Attr{}
		}
		return a
	}}))
	p := openOn(t, s, logger, func(c *Config) { c.URL = "https://saloon.example" })
	who := p.person(t)
	at, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	jar, _ := cookiejar.New(nil)
	jar.SetCookies(at, w.cookie)
	who.client.Jar = jar
	var all strings.Builder
	add := func(what string, a answer) {
		a.header.Del("Date")
		a.header.Del(requestHeader)
		fmt.Fprintf(&all, "== %s: %d\n%v\n%s\n", what, a.status, a.header, a.body)
	}
	table := "/t/" + id
	page := who.get(table)
	add("page", page)
	if page.status != http.StatusOK {
		t.Fatalf("%s gets no page: %s", w.name, words(page.body))
	}
	next, stop := who.stream("/live?t=" + id)
	e, err := next()
	if err != nil {
		t.Fatal(err)
	}
	stop()
	fmt.Fprintf(&all, "== stream\n%v\n", e)
	if strings.Count(e.data, "<") < 20 {
		t.Fatalf("%s's stream shows next to nothing: %s", w.name, e.data)
	}
	number, ply := attribute(t, page.body, "number"), attribute(t, page.body, "ply")
	for _, word := range tries {
		for _, accept := range []string{"text/html", "text/plain"} {
			add("try "+word, who.post(table+"/act", fields("game", number, "ply", ply, "word", word), "Accept", accept))
		}
	}
	for _, path := range []string{"/game/" + number, "/game/" + number + "/record", "/game/" + number + "/shuffle", "/game/" + number + "/3", "/qr.svg"} {
		add(path, who.get(table+path))
	}
	all.WriteString("== log\n" + log.String())
	return all.String()
}

// copyTable makes a database with the same table and people, and another log.
func copyTable(t *testing.T, from *sqlstore.Store, id string, people []string, log []store.Entry) *sqlstore.Store {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	to, err := sqlstore.Open(ctx, filepath.Join(t.TempDir(), "other.db"), sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = to.Close() })
	row, err := from.Table(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if err := to.Create(ctx, store.Table{ID: id, Code: row.Code, CreatedAt: row.CreatedAt, Head: row.Head}, nil); err != nil {
		t.Fatal(err)
	}
	secret, err := from.Secret(ctx, id, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := to.PutSecret(ctx, id, 1, secret); err != nil {
		t.Fatal(err)
	}
	for i := range log {
		log[i].Seq = 0
	}
	if err := to.Append(ctx, id, 0, log, row.Head); err != nil {
		t.Fatal(err)
	}
	for _, who := range people {
		person, err := from.Person(ctx, who)
		if err != nil {
			t.Fatal(err)
		}
		if err := to.CreatePerson(ctx, person); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// seated opens a table of people only, starts a game and returns its id, those who sit
// there and one who watches.
func seated(t testing.TB, p *place, game string, seats int) (id string, people []*person, witnesses []witness, ids []string) {
	t.Helper()
	owner := p.person(t)
	table := owner.goes("/new", "game", game, "seats", strconv.Itoa(seats))
	id = strings.TrimPrefix(table, "/t/")
	people = []*person{owner}
	for range seats - 1 {
		guest := p.person(t)
		guest.goes(table + "/sit")
		people = append(people, guest)
	}
	owner.goes(table + "/start")
	at, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	for seat, who := range people {
		cookie := who.client.Jar.Cookies(at)
		g, ok, err := p.house.Guest(t.Context(), cookie[0].Value)
		if err != nil || !ok {
			t.Fatal("a guest is unknown to the house", err)
		}
		ids = append(ids, g.ID)
		witnesses = append(witnesses, witness{"seat " + strconv.Itoa(seat), seat, cookie})
	}
	return id, people, append(witnesses, witness{"a spectator", -1, nil}), ids
}

// playOn makes the first move that each page offers, n times, and returns the cards or
// words that were played.
func playOn(t testing.TB, table string, people []*person, n int) {
	t.Helper()
	for range n {
		turn, err := strconv.Atoi(attribute(t, people[0].get(table).body, "turn"))
		if err != nil {
			t.Fatal("nobody is on turn")
		}
		offered := moves(people[turn].get(table).body)
		if len(offered) == 0 {
			t.Fatal("who is on turn is offered no move")
		}
		if a := people[turn].act(table, offered[0]); a.status != http.StatusSeeOther {
			t.Fatalf("%s: %d %s", offered[0], a.status, words(a.body))
		}
	}
}

// firstDifference shows where two texts part.
func firstDifference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-200)
	return fmt.Sprintf("…%s\nagainst\n…%s", a[from:min(len(a), i+100)], b[from:min(len(b), i+100)])
}

var handWord = regexp.MustCompile(`^deal (.*)$`)

func TestCardsThatSomebodyCannotSeeChangeNoByteThatLeavesForThem(t *testing.T) {
	t.Parallel()
	t.Run("at Texas Showdown", func(t *testing.T) {
		t.Parallel()
		tries := []string{"play 0", "play 15", "play 29", "play 74", "play 5", "opener 1", "fold", "play 99", "deal ?"}
		noByteChanges(t, "texas", 4, 9, func(witness) []string { return tries },
			func(log []store.Entry, w witness) func(seat int, word string) string {
				played := playedCards(t, log)
				return func(_ int, word string) string {
					m := handWord.FindStringSubmatch(word)
					if m == nil {
						return word
					}
					return "deal " + swapUnseen(m[1], w.seat, played)
				}
			})
	})
	t.Run("at Showdown", func(t *testing.T) {
		t.Parallel()
		noByteChanges(t, "raincheck", 2, 2, func(w witness) []string {
			if w.seat < 0 {
				return []string{"stack A", "stack K", "bet 1", "bet 9", "flip opp", "fold", "play 5"}
			}
			return []string{"bet 9", "flip opp", "fold", "play 5"} // what is legal would change the table
		}, func(_ []store.Entry, w witness) func(seat int, word string) string {
			return func(seat int, word string) string {
				if card, ok := strings.CutPrefix(word, "stack "); ok && seat != w.seat {
					return "stack " + map[string]string{"A": "K", "3": "Q", "K": "A", "Q": "3"}[card]
				}
				return word
			}
		})
	})
}

// noByteChanges plays n moves of a game and then shows each witness two houses that
// differ only in what they cannot see.
func noByteChanges(t *testing.T, game string, seats, n int, tries func(witness) []string,
	other func(log []store.Entry, w witness) func(seat int, word string) string,
) {
	t.Helper()
	p := open(t)
	id, people, witnesses, ids := seated(t, p, game, seats)
	playOn(t, "/t/"+id, people, n)
	log, err := p.store.Log(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range witnesses {
		changed := rewrite(t, log, other(log, w))
		if reflect.DeepEqual(changed, log) {
			t.Fatal("the logs do not differ: the test would prove nothing")
		}
		a := everything(t, copyTable(t, p.store, id, ids, slices.Clone(log)), id, w, tries(w))
		b := everything(t, copyTable(t, p.store, id, ids, changed), id, w, tries(w))
		if a != b {
			t.Errorf("%s is told of cards they cannot see: %s", w.name, firstDifference(a, b))
		}
	}
}

func playedCards(t *testing.T, log []store.Entry) map[string]bool {
	t.Helper()
	played := map[string]bool{}
	rewrite(t, log, func(_ int, word string) string {
		if card, ok := strings.CutPrefix(word, "play "); ok {
			played[card] = true
		}
		return word
	})
	return played
}

// swapUnseen exchanges, between hands other than that of one seat, cards of one color
// that have not been played: so what was played stays legal.
func swapUnseen(deal string, except int, played map[string]bool) string {
	hands := strings.Split(deal, "/")
	cards := make([][]string, len(hands))
	places := map[int][]*string{} // by color, of cards that may move
	for i, h := range hands {
		cards[i] = strings.Split(h, ",")
		for j, card := range cards[i] {
			if i != except && !played[card] {
				places[colorOf(card)] = append(places[colorOf(card)], &cards[i][j])
			}
		}
	}
	for _, list := range places {
		first := *list[0]
		for i := range len(list) - 1 {
			*list[i] = *list[i+1]
		}
		*list[len(list)-1] = first
	}
	for i := range cards {
		slices.SortFunc(cards[i], func(a, b string) int { return value(a) - value(b) })
		hands[i] = strings.Join(cards[i], ",")
	}
	return strings.Join(hands, "/")
}

func value(card string) int {
	n, _ := strconv.Atoi(card)
	return n
}

// colorOf is the color of a card by its number (T1).
func colorOf(card string) int {
	n := value(card)
	for i, most := range []int{10, 20, 29, 38, 47, 56, 65, 74} {
		if n <= most {
			return i
		}
	}
	return -1
}
