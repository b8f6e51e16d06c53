package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jellydator/ttlcache/v3"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/page"
)

const (
	guestCookie = "saloon"      // who somebody is: the house's token
	lookCookie  = "saloon-look" // how they want pages to be, on this device
	seatCookie  = "saloon-at"   // the tables at which they sat last, to find the way back
	keepCookie  = 400 * 24 * time.Hour
)

// guests remembers who has which token, so that few forms and streams ask the database, and
// none of somebody who was there within the hour waits for it; pages, which show names, do
// ([Server.forget]). Names may have been changed meanwhile, by
// another process; what is done about a person is heeded.
type guests struct {
	known *ttlcache.Cache[string, *known]
	asks  chan struct{} // holds as many as ask anew just now
	turns atomic.Int64  // how often something was done about a person
}

// known is somebody who is remembered.
type known struct {
	house.Guest
	stale time.Time // from when on they are asked for anew
	asked atomic.Bool
}

const (
	freshTime = time.Minute // for which who is remembered is not asked for anew
	mostAsks  = 4           // at a time, beside what people wait for
)

func (g *guests) init() {
	g.known = ttlcache.New(
		ttlcache.WithTTL[string, *known](time.Hour),
		ttlcache.WithCapacity[string, *known](remembered),
		ttlcache.WithDisableTouchOnHit[string, *known](),
	)
	g.asks = make(chan struct{}, mostAsks)
}

// remember takes somebody for who has the token for a while.
func (g *guests) remember(token string, who house.Guest, now time.Time) {
	g.known.Set(token, &known{Guest: who, stale: now.Add(freshTime)}, ttlcache.DefaultTTL)
}

// guest returns who asks, perhaps by the name that they had when they came last; nobody for
// somebody whom the house does not know.
func (s *Server) guest(r *http.Request) (house.Guest, error) {
	if item := s.guests.known.Get(token(r)); item != nil {
		if k := item.Value(); s.now().After(k.stale) && k.asked.CompareAndSwap(false, true) {
			s.askAnew(r, k)
		}
		return item.Value().Guest, nil
	}
	g, _, err := s.named(r)
	return g, err
}

// askAnew asks for somebody who is remembered, while they go on as who they were. Where
// many are being asked for, or the database does not answer, it comes to it later.
func (s *Server) askAnew(r *http.Request, k *known) {
	select {
	case s.guests.asks <- struct{}{}:
	default:
		k.asked.Store(false)
		return
	}
	r = r.WithContext(context.WithoutCancel(r.Context()))
	go func() {
		defer func() { <-s.guests.asks }()
		defer k.asked.Store(false)
		if _, ok, err := s.named(r); !ok && err == nil { // nobody has the token any more
			s.guests.known.Delete(token(r))
		}
	}()
}

// named returns who asks by the name that they have now; false for somebody whom the house
// does not know.
func (s *Server) named(r *http.Request) (house.Guest, bool, error) {
	token := token(r)
	if token == "" {
		return house.Guest{}, false, nil
	}
	turn := s.guests.turns.Load()
	g, ok, err := s.house.Guest(r.Context(), token)
	if ok && s.guests.turns.Load() == turn { // else it may be what was so before
		s.guests.remember(token, g, s.now())
	}
	return g, ok, err
}

// admit returns why who asks may not come in, nil if they may. Files, and whoever the
// house does not know, are let pass; whoever cannot be looked up just now finds out later.
func (s *Server) admit(r *http.Request) error {
	if strings.HasPrefix(r.URL.Path, "/static/") {
		return nil
	}
	// Who was sent away while this process stood still must not do a thing here.
	if r.Method == http.MethodPost && !s.house.Heeds() {
		s.forget(r)
	}
	g, err := s.guest(r)
	if err != nil || !g.Ban.Holds(s.now()) {
		return nil //nolint:nilerr // the page itself will ask, and say so
	}
	return banned(g.Ban)
}

// banned is what somebody is told who is kept out.
func banned(b house.Ban) error {
	say := "Who runs this house keeps you out"
	if b.Until.Before(house.ForGood) {
		say += " until " + b.Until.UTC().Format("2 January 2006, 15:04") + " UTC"
	}
	if say += "."; b.Reason != "" {
		say += " The reason: " + b.Reason
	}
	return keptOut{&problem{http.StatusForbidden, "You cannot come in", say, 0}}
}

// heed takes in that something was done about a person: they are asked for anew, and
// if they may have to go, their pages are loaded anew.
func (s *Server) heed(person string, out bool) {
	s.guests.turns.Add(1)
	var tokens []string
	s.guests.known.Range(func(item *ttlcache.Item[string, *known]) bool {
		if item.Value().ID == person {
			tokens = append(tokens, item.Key())
		}
		return true
	})
	for _, token := range tokens {
		s.guests.known.Delete(token)
	}
	if out {
		s.streams.dismiss(person)
	}
}

// token is what the house may know who asks by; "" if they have none.
func token(r *http.Request) string {
	c, err := r.Cookie(guestCookie)
	if err != nil || len(c.Value) > 128 {
		return ""
	}
	return c.Value
}

// who returns the id of who asks, "" for nobody.
func (s *Server) who(r *http.Request) (string, error) {
	g, err := s.guest(r)
	return g.ID, err
}

// welcome returns who asks, as a new guest if the house does not know them.
func (s *Server) welcome(w http.ResponseWriter, r *http.Request, name string) (house.Guest, error) {
	g, ok, err := s.named(r)
	if ok || err != nil {
		return g, err
	}
	if !s.limits.mayCome(s.address(r)) {
		return g, s.denied(r, errGuests)
	}
	g, token, err := s.house.NewGuest(r.Context(), name)
	if err != nil {
		return g, err
	}
	http.SetCookie(w, s.cookie(r, guestCookie, token, true))
	s.guests.remember(token, g, s.now())
	return g, nil
}

// forget has the house asked again who it is that asks: where their name is shown, it is
// the one that they have now, whichever process gave it to them.
func (s *Server) forget(r *http.Request) {
	if c, err := r.Cookie(guestCookie); err == nil {
		s.guests.known.Delete(c.Value)
	}
}

// rename gives a guest another name, from now on and at the table if there is one.
func (s *Server) rename(ctx context.Context, r *http.Request, id, name string) error {
	err := s.house.NameGuest(ctx, id, name)
	s.forget(r)
	return err
}

// renameAt gives a guest the name at the tables, too, at which they sit. A table that
// refuses has no seat of theirs any more.
func (s *Server) renameAt(r *http.Request, who, name string) {
	for _, id := range satAt(r) {
		_, err := s.house.Do(r.Context(), id, who, "", house.Rename{Name: name})
		if refusal := (*house.Refusal)(nil); err != nil && !errors.As(err, &refusal) {
			s.log.WarnContext(r.Context(), "a name could not be changed at a table", "err", err)
		}
	}
}

func (s *Server) cookie(r *http.Request, name, value string, secret bool) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: s.cfg.Base + "/", MaxAge: int(keepCookie.Seconds()),
		HttpOnly: secret, Secure: s.overTLS(r), SameSite: http.SameSiteLaxMode,
	}
}

// overTLS reports whether who asks does so over TLS.
func (s *Server) overTLS(r *http.Request) bool {
	return s.cfg.Secure || r.TLS != nil || s.trusts(r) && r.Header.Get("X-Forwarded-Proto") == "https"
}

// mostYours is how many tables the front page offers to come back to.
const mostYours = 4

// satAt lists the tables at which who asks sat last, the last one first.
func satAt(r *http.Request) []string {
	c, err := r.Cookie(seatCookie)
	if err != nil {
		return nil
	}
	ids := strings.Split(c.Value, ".")
	return ids[:min(len(ids), mostYours)]
}

// sits remembers that who asks sits at a table.
func (s *Server) sits(w http.ResponseWriter, r *http.Request, id string) {
	ids := satAt(r)
	if len(ids) > 0 && ids[0] == id {
		return
	}
	ids = slices.DeleteFunc(ids, func(other string) bool { return other == id })
	ids = append([]string{id}, ids...)
	http.SetCookie(w, s.cookie(r, seatCookie, strings.Join(ids[:min(len(ids), mostYours)], "."), true))
}

// yours lists the tables at which who asks still sits.
func (s *Server) yours(r *http.Request) []house.Listing {
	who, err := s.who(r)
	if err != nil || who == "" {
		return nil
	}
	var list []house.Listing
	for _, id := range satAt(r) {
		scene, err := s.house.Scene(r.Context(), id, who, house.Latest)
		if err != nil || scene.Phase == house.Shut || scene.You == game.Spectator {
			continue
		}
		l := house.Listing{
			ID: id, Code: scene.Code, Game: scene.Game, Phase: scene.Phase,
			Pace: scene.Settings.Pace, Seats: len(scene.Seats), Names: []string{},
		}
		for _, seat := range scene.Seats {
			if seat.Taken {
				l.Names = append(l.Names, seat.Name)
			}
		}
		list = append(list, l)
	}
	return list
}

// The holds that may be chosen, and the usual one.
var holds = []time.Duration{0, 800 * time.Millisecond, usualHold, 3 * time.Second}

const usualHold = 1600 * time.Millisecond

// look returns how pages are to be on this device. What a cookie has that we did not
// write is ignored.
func look(r *http.Request) page.Look {
	l := page.Look{Hold: usualHold}
	c, err := r.Cookie(lookCookie)
	if err != nil {
		return l
	}
	v, err := url.ParseQuery(c.Value)
	if err != nil {
		return l
	}
	return lookOf(v)
}

// lookOf reads a look as forms and the cookie have it.
func lookOf(v url.Values) page.Look {
	l := page.Look{Hold: usualHold}
	if t := v.Get("theme"); t == "light" || t == "dark" {
		l.Theme = t
	}
	if v.Get("motion") == "less" {
		l.Motion = "less"
	}
	l.Sound, l.Confirm = v.Get("sound") == "on", v.Get("confirm") == "on"
	if ms, err := strconv.Atoi(v.Get("hold")); err == nil {
		for _, h := range holds {
			if h.Milliseconds() == int64(ms) {
				l.Hold = h
			}
		}
	}
	return l
}

// lookValue writes a look as the cookie has it.
func lookValue(l page.Look) string {
	v := url.Values{}
	if l.Theme != "" {
		v.Set("theme", l.Theme)
	}
	if l.Motion != "" {
		v.Set("motion", l.Motion)
	}
	if l.Sound {
		v.Set("sound", "on")
	}
	if l.Confirm {
		v.Set("confirm", "on")
	}
	v.Set("hold", strconv.FormatInt(l.Hold.Milliseconds(), 10))
	return v.Encode()
}

// shell is the frame of a page for who asks.
func (s *Server) shell(r *http.Request, title string) page.Shell {
	g, err := s.guest(r)
	if err != nil {
		s.log.WarnContext(r.Context(), "nobody knows who asks", "err", err)
	}
	return page.Shell{Base: s.cfg.Base, Title: title, Path: r.URL.Path, Look: look(r), Guest: g.Name}
}

// settings shows what a person may choose for themselves.
func (s *Server) settings(w http.ResponseWriter, r *http.Request) {
	s.forget(r)
	sh := s.shell(r, "Settings")
	s.show(w, r, http.StatusOK, page.SettingsPage(sh, backTo(r)))
}

// saveSettings keeps them, on this device and, the name, for the guest.
func (s *Server) saveSettings(w http.ResponseWriter, r *http.Request) {
	if !s.parse(w, r) {
		return
	}
	if name := r.PostForm.Get("name"); name != "" {
		g, err := s.welcome(w, r, name)
		if err == nil && g.Name != name {
			err = s.rename(r.Context(), r, g.ID, name)
		}
		if err == nil {
			s.renameAt(r, g.ID, name)
		}
		if err != nil {
			s.fail(w, r, err)
			return
		}
	}
	http.SetCookie(w, s.cookie(r, lookCookie, lookValue(lookOf(r.PostForm)), false))
	s.done(w, r, backTo(r), 0)
}

// backTo returns the path below the base at which who asks was before, if the request
// says so, or the front page.
func backTo(r *http.Request) string {
	back := r.FormValue("back")
	if len(back) > 200 || !strings.HasPrefix(back, "/") || strings.HasPrefix(back, "//") ||
		strings.ContainsFunc(back, func(c rune) bool { return c <= ' ' || c == '\\' || c >= 0x7f }) {
		return "/" // browsers leave tabs out and take \ for /
	}
	return back
}
