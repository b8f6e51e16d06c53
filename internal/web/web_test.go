package web

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/saloon-games/saloon/internal/house"
)

// wantAnswer fails unless an answer has a status and says something.
func wantAnswer(t *testing.T, what string, a answer, status int, says string) {
	t.Helper()
	if a.status != status || !strings.Contains(words(a.body), says) {
		t.Errorf("%s: status %d, %q; want %d and the words %q", what, a.status, words(a.body), status, says)
	}
}

func TestOneFormOfTheFrontPageLeadsIntoAGame(t *testing.T) {
	t.Parallel()
	p := open(t)
	for game, seats := range map[string]string{"texas": "3", "raincheck": "2"} {
		who := p.person(t)
		table := who.goes("/play", "game", game, "seats", seats)
		page := who.get(table)
		if got := attribute(t, page.body, "phase"); got != "playing" {
			t.Errorf("%s: the table is %s", game, got)
		}
		if attribute(t, page.body, "you") != "0" || attribute(t, page.body, "game") != game {
			t.Errorf("%s: wrong table: %s", game, page.body)
		}
	}
}

func TestAScriptIsToldWhichTableWasOpened(t *testing.T) {
	t.Parallel()
	p := open(t)
	for _, path := range []string{"/play", "/new"} {
		who := p.person(t)
		a := who.post(path, fields("game", "raincheck"), "Accept", "text/plain")
		if a.status != http.StatusCreated {
			t.Fatalf("%s: status %d: %s", path, a.status, a.body)
		}
		if you := attribute(t, who.get(a.header.Get("Location")).body, "you"); you != "0" {
			t.Errorf("%s: at the table that it names, who asked has the seat %q", path, you)
		}
	}
}

func TestNobodyBecomesAGuestForABotThatThereIsNot(t *testing.T) {
	t.Parallel()
	who := open(t).person(t)
	a := who.post("/play", fields("game", "texas", "level", "splendid"))
	wantAnswer(t, "an unknown level", a, http.StatusUnprocessableEntity, "There is no bot")
	if got := a.header.Values("Set-Cookie"); len(got) > 0 {
		t.Errorf("it sets %q", got)
	}
}

func TestFriendsMeetThroughALinkOrACode(t *testing.T) {
	t.Parallel()
	p := open(t)
	owner, friend, third := p.person(t), p.person(t), p.person(t)
	table := owner.goes("/new", "game", "raincheck")
	scene, err := p.house.Scene(t.Context(), strings.TrimPrefix(table, "/t/"), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	typed := strings.ToLower(scene.Code)
	if got := friend.get("/join?code=" + typed).header.Get("Location"); got != table {
		t.Fatalf("the code leads to %q, want %q", got, table)
	}
	if got := friend.get("/j/" + typed).header.Get("Location"); got != table {
		t.Errorf("the short link leads to %q, want %q", got, table)
	}
	if a := friend.get(table); !strings.Contains(a.body, `data-action="sit"`) || attribute(t, a.body, "you") != "" {
		t.Error("who has no seat is offered none")
	}
	friend.goes(table+"/sit", "name", "Dusty")
	wantAnswer(t, "a third at a table of two", third.post(table+"/sit", fields("name", "Third")), http.StatusConflict, "All 2 seats of this table are taken.")
	wantAnswer(t, "somebody else's table", friend.post(table+"/start", nil), http.StatusForbidden, "Only who owns this table may do that.")
	owner.goes(table + "/start")
	if got := attribute(t, friend.get(table).body, "phase"); got != "playing" {
		t.Errorf("the table is %s", got)
	}
}

func TestWhatCannotBeDoneIsSaidInItsOwnWords(t *testing.T) {
	t.Parallel()
	p := open(t)
	owner, guest := p.person(t), p.person(t)
	table := owner.goes("/new", "game", "texas", "seats", "3")
	wantAnswer(t, "empty seats", owner.post(table+"/start", nil), http.StatusConflict, "2 of 3 seats are empty")
	guest.goes(table + "/sit")
	owner.goes(table+"/bot", "level", "random")
	owner.goes(table + "/start")
	html := owner.get(table).body
	turn, _ := strconv.Atoi(attribute(t, html, "turn"))
	people := []*person{owner, guest}
	if turn < 2 {
		onTurn, other := people[turn], people[1-turn]
		offered := moves(onTurn.get(table).body)
		if len(offered) != 1 || offered[0] != "play 11" {
			t.Fatalf("the first card of three players is the 11, not %v", offered)
		}
		wantAnswer(t, "not on turn", other.act(table, "play 11"), http.StatusConflict, "It is not your turn")
		wantAnswer(t, "a card against the rules", onTurn.act(table, "play 71"), http.StatusUnprocessableEntity, "")
		stale := fields("game", "1", "ply", attribute(t, html, "ply"), "word", "play 11")
		if a := onTurn.post(table+"/act", stale); a.status != http.StatusSeeOther {
			t.Fatalf("the first card: %d %s", a.status, words(a.body))
		}
		if a := onTurn.post(table+"/act", stale); a.status != http.StatusSeeOther {
			t.Errorf("the same form again: %d %s; want the answer of the first time", a.status, words(a.body))
		}
		stale.Set("word", "play 12")
		wantAnswer(t, "another card from a stale page", onTurn.post(table+"/act", stale), http.StatusConflict, "too late")
	}
	wantAnswer(t, "no such code", guest.get("/join?code=ZZZZZZ"), http.StatusNotFound, "")
	wantAnswer(t, "no such table", guest.get("/t/nothing"), http.StatusNotFound, "No such table")
	wantAnswer(t, "no such page", guest.get("/nothing"), http.StatusNotFound, "Nothing here")
	wantAnswer(t, "no such verb", guest.post(table+"/fly", nil), http.StatusNotFound, "Nothing here")
	wantAnswer(t, "no such game", guest.post("/new", fields("game", "poker")), http.StatusNotFound, "No such game")
	wantAnswer(t, "a number of seats that is none", guest.post("/new", fields("game", "texas", "seats", "many")), http.StatusUnprocessableEntity, "How many seats?")
	wantAnswer(t, "too many seats", guest.post("/new", fields("game", "texas", "seats", "7")), http.StatusUnprocessableEntity, "is for 3 to 6 players")
	wantAnswer(t, "seats beyond all measure", guest.post("/play", fields("game", "texas", "seats", "2000000000")), http.StatusUnprocessableEntity, "is for 3 to 6 players")
	wantAnswer(t, "a pause that overflows", owner.post(owner.goes("/new", "game", "texas")+"/change", fields("pause", "18446744073710")), http.StatusUnprocessableEntity, "")
	if to := guest.get(table + "/act").header.Get("Location"); to != table {
		t.Errorf("the address of a form that was refused leads to %q", to)
	}
	alone := owner.goes("/new", "game", "raincheck")
	owner.goes(alone + "/close")
	wantAnswer(t, "a closed table", owner.get(alone), http.StatusGone, "This table is closed.")
	wantAnswer(t, "a seat at a closed table", guest.post(alone+"/sit", nil), http.StatusGone, "This table is closed.")
}

func TestNobodyActsForAnother(t *testing.T) {
	t.Parallel()
	p := open(t)
	owner, stranger := p.person(t), p.person(t)
	table := owner.goes("/play", "game", "raincheck")
	wantAnswer(t, "a move without a cookie", stranger.post(table+"/act", fields("game", "1", "ply", "1", "word", "stack A")), http.StatusForbidden, "You have no seat at this table.")
	a := owner.post(table+"/act", fields("game", "1", "ply", "1", "word", "stack A"), "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site")
	wantAnswer(t, "a form of another house's page", a, http.StatusForbidden, "Only pages of this house may act for you.")
	at, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	if token := owner.client.Jar.Cookies(at)[0].Value; len(token) < 40 || strings.Contains(owner.get(table).body, token) {
		t.Error("the token is short, or a page shows it")
	}
	cookie := p.person(t).post("/new", fields("game", "texas")).header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Lax", "Path=/"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("the cookie lacks %s: %s", want, cookie)
		}
	}
}

func TestNamesAndTalkAreTextNeverMarkup(t *testing.T) {
	t.Parallel()
	p := open(t)
	owner, guest := p.person(t), p.person(t)
	table := owner.goes("/new", "game", "raincheck")
	guest.goes(table+"/sit", "name", `<b>"&'x`)
	next, _ := owner.stream("/live?t=" + strings.TrimPrefix(table, "/t/"))
	first, err := next()
	if err != nil {
		t.Fatal(err)
	}
	guest.goes(table+"/say", "text", "<script>alert(1)</script>&amp;")
	second, err := next()
	if err != nil {
		t.Fatal(err)
	}
	for what, html := range map[string]string{"page": owner.get(table).body, "stream": first.data + second.data, "own page": guest.get(table).body} {
		if strings.Contains(html, "<script>alert") || strings.Contains(html, `<b>"`) {
			t.Errorf("the %s has somebody's text as markup", what)
		}
		if !strings.Contains(html, "&lt;b&gt;") || !strings.Contains(html, "&lt;script&gt;") {
			t.Errorf("the %s does not show what was said, and by whom", what)
		}
	}
}

func TestEveryAnswerForbidsWhatIsNotOfThisHouse(t *testing.T) {
	t.Parallel()
	p := open(t)
	for _, path := range []string{"/", "/nothing", "/t/nothing", "/settings", "/join"} {
		h := p.person(t).get(path).header
		csp := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: the policy %q lacks %s", path, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe") || h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, h)
		}
	}
}

func TestTooMuchIsRefusedWithAClearAnswerAndALine(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	p := open(t, func(c *Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
		c.Limits = Limits{Requests: 2, AddressFactor: 100, Tables: 2, Guests: 3, Streams: 2, AddressStreams: 3}
	})
	who := p.person(t)
	table := who.goes("/new", "game", "raincheck")
	who.goes("/new", "game", "raincheck")
	third := who.post("/new", fields("game", "raincheck"))
	wantAnswer(t, "a third table in an hour", third, http.StatusTooManyRequests, "Wait a little")
	if third.header.Get("Retry-After") == "" {
		t.Error("nothing says when to try again")
	}
	big := who.post(table+"/say", fields("text", strings.Repeat("x", 20000)))
	wantAnswer(t, "a form of 20 kB", big, http.StatusRequestEntityTooLarge, "larger than anything")
	last := answer{}
	for range 30 {
		if last = who.post(table+"/act", fields("word", "stack A"), "Accept", "text/plain"); last.status == http.StatusTooManyRequests {
			break
		}
	}
	wantAnswer(t, "a flood of moves", last, http.StatusTooManyRequests, "Wait some seconds")
	id := strings.TrimPrefix(table, "/t/")
	who.stream("/live?t=" + id)
	who.stream("/live?t=" + id)
	wantAnswer(t, "a third stream of one guest", who.get("/live?t="+id), http.StatusTooManyRequests, "Close some pages")
	p.person(t).stream("/live?t=" + id)
	wantAnswer(t, "a fourth stream from one address", p.person(t).get("/live?t="+id), http.StatusTooManyRequests, "Close some pages")
	for range 2 {
		p.person(t).goes("/new", "game", "texas")
	}
	wantAnswer(t, "a fourth guest in an hour", p.person(t).post("/new", fields("game", "texas")), http.StatusTooManyRequests, "Many guests")
	for _, want := range []string{"Slowly, partner", "That is a lot of tables", "Too many open pages", "A full house", "That is too much"} {
		if !strings.Contains(strings.ToLower(log.String()), strings.ToLower(want)) {
			t.Errorf("the log has no line about %q", want)
		}
	}
	if strings.Contains(log.String(), id) {
		t.Error("the log has a table's link")
	}
}

func TestAFloodFromOneAddressIsStoppedBeforeItCostsAnything(t *testing.T) {
	t.Parallel()
	p := open(t, func(c *Config) { c.Limits = Limits{Requests: 1, AddressFactor: 1} })
	who := p.person(t)
	for range 30 {
		if a := who.get("/join"); a.status == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("30 requests at once were all answered, with one a second allowed")
}

func TestTheHouseStandsBehindAProxyUnderAPath(t *testing.T) {
	t.Parallel()
	p := open(t, func(c *Config) {
		c.Base = "/saloon"
		c.URL = "https://club.example"
		c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	who := p.person(t)
	front := who.get("/").body
	for _, part := range strings.Split(front, `="`)[1:] {
		value, _, _ := strings.Cut(part, `"`)
		if strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "/saloon/") && value != "/saloon" {
			t.Errorf("the front page leads out of the base path: %s", value)
		}
	}
	a := who.post("/new", fields("game", "texas"), "X-Forwarded-Proto", "https")
	if got := a.header.Get("Location"); !strings.HasPrefix(got, "/saloon/t/") {
		t.Errorf("a new table is at %q", got)
	}
	if c := a.header.Get("Set-Cookie"); !strings.Contains(c, "Path=/saloon/") || !strings.Contains(c, "Secure") {
		t.Errorf("the cookie is not for the base path over TLS: %s", c)
	}
	r := &http.Request{RemoteAddr: "127.0.0.1:99", Header: http.Header{"X-Forwarded-For": {"6.6.6.6, 203.0.113.9, 127.0.0.3"}}}
	if got := p.web.address(r); got.String() != "203.0.113.9" {
		t.Errorf("the request comes from %v; want the last address that no trusted proxy has", got)
	}
	r.RemoteAddr = "203.0.113.1:99"
	if got := p.web.address(r); got.String() != "203.0.113.1" {
		t.Errorf("a stranger speaks for %v", got)
	}
}

func TestAHandlerThatBreaksShowsAPageWithoutATrace(t *testing.T) {
	t.Parallel()
	p := open(t)
	broken := p.web.guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret words") }))
	a := record(broken, "/")
	wantAnswer(t, "a panic", a, http.StatusInternalServerError, "Nothing was lost")
	if strings.Contains(a.body, "secret") || strings.Contains(a.body, "goroutine") {
		t.Error("the page shows what is inside the program")
	}
}

func TestAStreamSendsOnlyWhatHasChanged(t *testing.T) {
	t.Parallel()
	p := open(t)
	owner, guest := p.person(t), p.person(t)
	table := owner.goes("/new", "game", "raincheck")
	guest.goes(table+"/sit", "name", "Dusty")
	next, _ := guest.stream("/live?t=" + strings.TrimPrefix(table, "/t/"))
	first, err := next()
	if err != nil || first.name != "table" {
		t.Fatal(first, err)
	}
	owner.goes(table+"/say", "text", "Howdy")
	second, err := next()
	if err != nil || second.name != "table" {
		t.Fatal(second, err)
	}
	if !strings.Contains(second.data, "Howdy") || len(second.data) > len(first.data)/2 {
		t.Errorf("a line of talk sends %d bytes, all of it is %d: %s", len(second.data), len(first.data), second.data)
	}
	if !strings.Contains(second.data, `<p class="say">`) {
		t.Error("the line is not announced")
	}
}

func TestAStreamTellsWhenTheTableIsGoneAndWhenToComeBack(t *testing.T) {
	t.Parallel()
	p := open(t)
	owner := p.person(t)
	table := owner.goes("/new", "game", "raincheck")
	id := strings.TrimPrefix(table, "/t/")
	next, _ := owner.stream("/live?t=" + id + "&t=nothing")
	for _, want := range []string{"table", "gone"} {
		if e, err := next(); err != nil || e.name != want {
			t.Fatal(e.name, err, "want", want)
		}
	}
	owner.goes(table + "/close")
	if e, err := next(); err != nil || e.name != "gone" || e.data != id {
		t.Fatal(e, err)
	}
	if err := p.web.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e, err := next(); err != nil || e.name != "bye" {
		t.Fatal(e, err)
	}
	wantAnswer(t, "a stream after the end", owner.get("/live?t="+id), http.StatusServiceUnavailable, "closing")
}

func TestANewNameIsTheNameAtTheTableToo(t *testing.T) {
	t.Parallel()
	p := open(t)
	who := p.person(t)
	table := who.goes("/new", "game", "texas", "name", "Ada")
	who.get(table)
	who.goes("/settings", "name", "Zoe")
	if html := who.get(table).body; !strings.Contains(html, "Zoe") || strings.Contains(html, "Ada") {
		t.Error("the table has the old name")
	}
}

func TestALookIsKeptOnTheDeviceAndNonsenseIgnored(t *testing.T) {
	t.Parallel()
	p := open(t)
	who := p.person(t)
	to := who.goes("/settings", "theme", "dark", "sound", "on", "hold", "0", "back", "/join")
	if to != "/join" {
		t.Errorf("the form leads to %q", to)
	}
	html := who.get("/").body
	for _, want := range []string{`data-theme="dark"`, `data-sound="on"`, `data-hold="0"`, `data-confirm="off"`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, back := range []string{"//evil.example", "https://evil.example", `/\evil.example`, "javascript:x", "/\t/evil.example", "/\n/evil.example"} {
		if to := who.goes("/settings", "back", back); to != "/" {
			t.Errorf("back=%s leads to %q", back, to)
		}
	}
	who.goes("/settings", "theme", `"><script>`, "hold", "99")
	if html := who.get("/").body; !strings.Contains(html, `data-theme=""`) || !strings.Contains(html, `data-hold="1600"`) {
		t.Error("nonsense changed the look")
	}
}

func TestAStreamThatNothingHappensOnBeats(t *testing.T) {
	t.Parallel()
	p := open(t, func(c *Config) { c.Beat = time.Millisecond })
	owner := p.person(t)
	table := owner.goes("/new", "game", "raincheck")
	next, _ := owner.stream("/live?t=" + strings.TrimPrefix(table, "/t/"))
	for _, want := range []string{"table", "beat", "beat"} {
		if e, err := next(); err != nil || e.name != want {
			t.Fatal(e.name, err, "want", want)
		}
	}
}

func TestStatusesOfRefusals(t *testing.T) {
	t.Parallel()
	for code, title := range titles {
		if title == "" || statusOf(code) < 400 {
			t.Errorf("%s: status %d, title %q", code, statusOf(code), title)
		}
	}
	if statusOf(house.Late) != http.StatusConflict {
		t.Error("what comes too late is a conflict")
	}
}

func TestALimitGivesAgainWhatTimeBrings(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // so half an hour passes at once
		var l limits
		l.init(Limits{Tables: 2})
		for i, want := range []bool{true, true, false} {
			if l.mayOpen("a") != want {
				t.Errorf("table %d of an hour: allowed is not %t", i+1, want)
			}
		}
		if !l.mayOpen("b") {
			t.Error("somebody pays for another's tables")
		}
		time.Sleep(30 * time.Minute)
		if !l.mayOpen("a") {
			t.Error("half an hour later there is room for one more")
		}
	})
}

func TestTheFrontPageLeadsBackToTheTableAtWhichOneSits(t *testing.T) {
	t.Parallel()
	p := open(t)
	who := p.person(t)
	table := who.goes("/play", "game", "raincheck")
	if strings.Contains(who.get("/").body, table) {
		t.Error("a table is offered that was never looked at")
	}
	who.get(table)
	if !strings.Contains(who.get("/").body, table) {
		t.Error("nothing leads back")
	}
	stranger := p.person(t)
	stranger.get(table)
	if strings.Contains(stranger.get("/").body, table) {
		t.Error("who only watched is led to the table as if it were theirs")
	}
	who.goes(table + "/close")
	if strings.Contains(who.get("/").body, table) {
		t.Error("a closed table is offered")
	}
}

func TestAStreamEndsWhenItsBrowserGoes(t *testing.T) {
	t.Parallel()
	p := open(t)
	owner := p.person(t)
	table := owner.goes("/new", "game", "raincheck")
	next, stop := owner.stream("/live?t=" + strings.TrimPrefix(table, "/t/"))
	if _, err := next(); err != nil {
		t.Fatal(err)
	}
	stop()
	p.web.streams.ended.Wait() // the test would time out
	if n := p.web.streams.open.Load(); n != 0 {
		t.Errorf("%d streams are open", n)
	}
	if len(p.web.streams.held) != 0 {
		t.Errorf("somebody is still counted: %v", p.web.streams.held)
	}
}
