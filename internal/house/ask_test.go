package house

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// toPause plays on until a hand or round has ended whose end is shown. People move
// at random, the rest as it is due.
func toPause(t *testing.T, h *House, c *clock, id string, src fair.Source) Scene {
	t.Helper()
	for range 1000 {
		s := scene(t, h, id, "")
		switch {
		case !s.Resume.IsZero():
			if s.Turn != game.Spectator || s.View.Turn() != game.Chance {
				t.Fatalf("turn %d, by the view %v", s.Turn, s.View.Turn())
			}
			return s
		case s.Phase != Playing:
			t.Fatalf("the table is %s", s.Phase)
		case s.Seats[s.Turn].Level == "" && !s.Seats[s.Turn].Away:
			own := scene(t, h, id, fmt.Sprintf("p%d", s.Turn))
			do(t, h, id, fmt.Sprintf("p%d", s.Turn), choice(t, &own, src))
		default:
			c.until(s.Since.Add(time.Duration(s.Settings.BotPause) * time.Millisecond))
			c.add(time.Duration(s.Settings.BotPause) * time.Millisecond)
			h.WakeDue(t.Context())
		}
	}
	t.Fatal("no hand or round ends")
	return Scene{}
}

// slow is a table at which the end of a hand or round is shown.
var slow = Settings{Pace: Quick, BotPause: 500, DealPause: 8000}

// paused is a table of a game whose first hand or round has just ended.
func paused(t *testing.T, name string, seats, people int, settings Settings) (*House, *clock, string, Scene) {
	t.Helper()
	c := newClock()
	h := newHouse(t, freshStore(t), c)
	id := seating(t, h, name, seats, people, "thumb", settings)
	do(t, h, id, "p0", Start{})
	if s := scene(t, h, id, ""); s.Ply == 0 || !s.Resume.IsZero() || s.Turn < 0 {
		t.Fatalf("the first deal was delayed: %+v", s)
	}
	return h, c, id, toPause(t, h, c, id, fair.NewRand(uint64(seats)))
}

func TestChanceWaitsWhilePeopleLookAtTheEndOfAHandOrRound(t *testing.T) {
	for _, name := range []string{"texas", "raincheck"} {
		seats := map[string]int{"texas": 3, "raincheck": 2}[name]
		t.Run(name+" goes on by itself when the pause is over, with a whole clock", func(t *testing.T) {
			h, c, id, s := paused(t, name, seats, seats, slow)
			if s.Resume.Sub(c.now()) != 8*time.Second || !s.Deadline.IsZero() {
				t.Errorf("it goes on %v after the end, deadline %v", s.Resume.Sub(c.now()), s.Deadline)
			}
			c.add(8*time.Second - time.Microsecond)
			if h.WakeDue(t.Context()); scene(t, h, id, "").Ply != s.Ply {
				t.Fatal("too early")
			}
			c.add(time.Microsecond)
			h.WakeDue(t.Context())
			after := scene(t, h, id, "")
			if after.Ply == s.Ply || !after.Resume.IsZero() || after.Turn < 0 || after.Deadline.Sub(c.now()) != 30*time.Second {
				t.Errorf("%+v", after)
			}
			folded(t, h, id)
		})
	}
}

func TestChanceGoesOnAtOnceWhenAllAreReady(t *testing.T) {
	for _, name := range []string{"texas", "raincheck"} {
		seats := map[string]int{"texas": 3, "raincheck": 2}[name]
		t.Run(name, func(t *testing.T) {
			h, _, id, s := paused(t, name, seats, seats, slow)
			for i := range seats {
				if now := scene(t, h, id, ""); now.Ply != s.Ply || now.Seats[i].Ready {
					t.Fatalf("before seat %d is ready: %+v", i, now)
				}
				who := fmt.Sprintf("p%d", i)
				do(t, h, id, who, Ready{})
				if i == 0 {
					before := scene(t, h, id, "")
					do(t, h, id, who, Ready{}) // nothing new
					if after := scene(t, h, id, ""); !after.Seats[0].Ready || after.Seq != before.Seq {
						t.Errorf("%+v", after)
					}
				}
			}
			after := scene(t, h, id, "")
			if after.Ply == s.Ply || slices.ContainsFunc(after.Seats, func(s Seat) bool { return s.Ready }) {
				t.Errorf("%+v", after)
			}
			if _, err := h.Do(t.Context(), id, "p0", "", Ready{}); codeOf(err) != NotWaiting {
				t.Errorf("ready for nothing: %v", err)
			}
			folded(t, h, id)
		})
	}
}

func TestWhileTheEndOfAHandIsShownBotsAndWhoIsAwayNeedNotBeReady(t *testing.T) {
	h, c, id, s := paused(t, "texas", 4, 3, slow)
	do(t, h, id, "p1", Leave{})
	do(t, h, id, "p0", Ready{})
	if h.WakeDue(t.Context()); scene(t, h, id, "").Ply != s.Ply {
		t.Fatal("it did not wait for p2")
	}
	do(t, h, id, "p2", Leave{}) // the last who was waited for
	if h.WakeDue(t.Context()); scene(t, h, id, "").Ply == s.Ply {
		t.Errorf("at %v it still waits: %+v", c.now(), scene(t, h, id, ""))
	}
	folded(t, h, id)
}

func TestWhileTheEndOfAHandIsShownWhoIsAwayAndSaysThatTheyAreReadyHasReturned(t *testing.T) {
	h, _, id, s := paused(t, "texas", 3, 2, slow)
	do(t, h, id, "p1", Leave{})
	do(t, h, id, "p1", Ready{})
	if now := scene(t, h, id, ""); now.Seats[1].Away || !now.Seats[1].Ready || now.Ply != s.Ply {
		t.Errorf("%+v", now)
	}
	do(t, h, id, "p0", Ready{})
	if now := scene(t, h, id, ""); now.Ply == s.Ply {
		t.Errorf("%+v", now)
	}
}

func TestWhileTheEndOfAHandIsShownChanceWithoutPeopleWaitsNoLongerThanABot(t *testing.T) {
	h, c, id, s := paused(t, "texas", 3, 0, slow)
	if s.Resume.Sub(c.now()) != 500*time.Millisecond {
		t.Errorf("it goes on in %v", s.Resume.Sub(c.now()))
	}
	c.add(500 * time.Millisecond)
	h.WakeDue(t.Context())
	if now := scene(t, h, id, ""); now.Ply != s.Ply+1 {
		t.Errorf("%+v", now)
	}
}

func TestWhileTheEndOfAHandIsShownAMoveAndANudgeAreRefused(t *testing.T) {
	h, _, id, s := paused(t, "texas", 3, 3, Settings{Pace: Unhurried, DealPause: 8000})
	if _, err := h.Do(t.Context(), id, "p0", "", Act{s.Number, s.Ply, "play 15"}); codeOf(err) != NotTurn {
		t.Errorf("a move: %v", err)
	}
	if _, err := h.Do(t.Context(), id, "p0", "", Nudge{}); codeOf(err) != NoNudge {
		t.Errorf("a nudge: %v", err)
	}
}

func TestWhileTheEndOfAHandIsShownANewHouseOnTheSameFileGoesOn(t *testing.T) {
	c, path := newClock(), newPlace(t)
	beat := func(cfg *Config) { cfg.Beat = time.Second }
	h := newHouse(t, openStore(t, path), c, beat)
	id := seating(t, h, "raincheck", 2, 2, "", slow)
	do(t, h, id, "p0", Start{})
	s := toPause(t, h, c, id, fair.NewRand(1))
	if err := h.store.(io.Closer).Close(); err != nil {
		t.Fatal(err)
	}
	c.add(time.Hour) // down, and nobody's time
	h = newHouse(t, openStore(t, path), c, beat)
	if again := scene(t, h, id, ""); again.Seq != s.Seq || !again.Resume.Equal(s.Resume) {
		t.Errorf("after the restart %+v", again)
	}
	h.WakeDue(t.Context())
	if now := scene(t, h, id, ""); now.Ply == s.Ply || now.Deadline.Sub(c.now()) != 30*time.Second {
		t.Errorf("%+v", now)
	}
	folded(t, h, id)
}

func TestTheEndOfAGameDoesNotWait(t *testing.T) {
	for _, name := range []string{"texas", "raincheck"} {
		c := newClock()
		h := newHouse(t, freshStore(t), c)
		id := seating(t, h, name, map[string]int{"texas": 3, "raincheck": 2}[name], 1, "thumb", slow)
		do(t, h, id, "p0", Start{})
		finish(t, h, c, id, fair.NewRand(3))
		events := must[[]Event](t)(logOf(t, h, id))
		last := 0
		for i, e := range events {
			if m, ok := e.(Moved); ok && m.By != ByChance {
				last = i
			}
		}
		entries, err := h.store.Log(t.Context(), id, int64(last))
		if end := folded(t, h, id).now; err != nil || !entries[0].At.Equal(end) {
			t.Errorf("%s: the last move was at %v, the end at %v, %v", name, entries[0].At, end, err)
		}
		verified(t, h, id, 1)
	}
}

func TestWhoMadeEachEventOfAGameIsSeen(t *testing.T) {
	c := newClock()
	h := newHouse(t, freshStore(t), c)
	id := seating(t, h, "texas", 3, 2, "thumb", Settings{Pace: Quick, DealPause: 1000})
	do(t, h, id, "p0", Start{})
	do(t, h, id, "p1", Leave{})
	early := scene(t, h, id, "")
	was := slices.Clone(early.Moves)
	finish(t, h, c, id, fair.NewRand(9))
	s := scene(t, h, id, "p0")
	if len(s.Moves) != len(s.View.Events()) || len(s.Moves) != s.Ply || !slices.Equal(early.Moves, was) {
		t.Fatalf("%d moves are told of %d events; %v was %v", len(s.Moves), len(s.View.Events()), early.Moves, was)
	}
	by := map[Made]int{}
	for i, m := range s.Moves {
		by[m]++
		if (m.By == ByChance) != strings.HasPrefix(s.View.Events()[i], "deal ") || m.By == ByChance && m.Seat != game.Spectator {
			t.Errorf("event %d is %s, by %+v", i, s.View.Events()[i], m)
		}
	}
	if by[Made{0, ByPerson}] == 0 || by[Made{1, ByBot}] == 0 || by[Made{2, ByBot}] == 0 || by[Made{1, ByPerson}] != 0 {
		t.Errorf("%v", by)
	}
	do(t, h, id, "p0", Rematch{})
	if s := scene(t, h, id, "p0"); s.Moves != nil {
		t.Errorf("before the next game %v", s.Moves)
	}
}

func TestSpectatorsSeeAllHandsOnlyIfEverybodySeatedHasAgreed(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	yes := func(id string, seats ...int) {
		for _, i := range seats {
			do(t, h, id, fmt.Sprintf("p%d", i), Agree{true})
		}
	}
	for _, test := range []struct {
		name string
		then func(id string)
		want bool
	}{
		{"nobody has", func(string) {}, false},
		{"one has not", func(id string) { yes(id, 0) }, false},
		{"all have, and a bot always does", func(id string) { yes(id, 0, 1) }, true},
		{"one has thought better of it", func(id string) { yes(id, 0, 1); do(t, h, id, "p1", Agree{false}) }, false},
		{"one has left and somebody else sat down", func(id string) {
			yes(id, 0, 1)
			do(t, h, id, "p1", Leave{})
			do(t, h, id, "p3", Sit{1, "Cy"})
		}, false},
		{"one has left and come back", func(id string) {
			yes(id, 0, 1)
			do(t, h, id, "p1", Leave{})
			do(t, h, id, "p1", Sit{1, "Bo"})
		}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			id := seating(t, h, "texas", 3, 2, "thumb", Settings{Pace: Quick})
			test.then(id)
			do(t, h, id, "p0", Start{})
			for _, who := range []string{"p0", "p1", "p2", "p9", ""} {
				s := scene(t, h, id, who)
				if want := test.want && s.You == game.Spectator; want != (s.Hands != nil) {
					t.Errorf("%q sees %d hands", who, len(s.Hands))
				}
				for i, v := range s.Hands {
					if v.Seat() != i || v.Ply() != s.Ply {
						t.Errorf("hand %d is that of seat %d at ply %d", i, v.Seat(), v.Ply())
					}
				}
			}
			folded(t, h, id)
		})
	}
}

func TestPeopleAgreeToShowTheirHandsInOneGameOnly(t *testing.T) {
	c := newClock()
	h := newHouse(t, freshStore(t), c)
	id := seating(t, h, "raincheck", 2, 1, "thumb", Settings{Pace: Quick})
	do(t, h, id, "p0", Agree{true})
	if s := scene(t, h, id, ""); !s.Seats[0].Agrees || !s.Seats[1].Agrees {
		t.Errorf("%+v", s.Seats)
	}
	do(t, h, id, "p0", Start{})
	if _, err := h.Do(t.Context(), id, "p0", "", Agree{false}); codeOf(err) != GameOn {
		t.Errorf("in a game: %v", err)
	}
	finish(t, h, c, id, fair.NewRand(2))
	do(t, h, id, "p0", Rematch{})
	if s := scene(t, h, id, ""); s.Hands != nil || s.Seats[0].Agrees || !s.Seats[1].Agrees {
		t.Errorf("%+v", s)
	}
	do(t, h, id, "p0", Start{})
	if s := scene(t, h, id, ""); s.Hands != nil {
		t.Errorf("%+v", s)
	}
}

func TestWhoPlaysOnInheritsATableWhoseOwnerIsAwayWhenItOpensAgain(t *testing.T) {
	c := newClock()
	h := newHouse(t, freshStore(t), c)
	id := seating(t, h, "raincheck", 2, 2, "", Settings{Pace: Quick})
	do(t, h, id, "p0", Start{})
	do(t, h, id, "p0", Leave{})
	finish(t, h, c, id, fair.NewRand(3))
	do(t, h, id, "p1", Return{}) // finish lets clocks run out, too
	do(t, h, id, "p1", Rematch{})
	if s := scene(t, h, id, "p1"); !s.Owner {
		t.Errorf("%+v", s)
	}
	do(t, h, id, "p1", Free{Seat: 0})
	do(t, h, id, "p1", AddBot{Seat: 0, Level: "thumb"})
	do(t, h, id, "p1", Start{})
	folded(t, h, id)
}

func TestWhoIsSilentAtATableWithoutAClockCanBeReplacedByABot(t *testing.T) {
	c := newClock()
	h := newHouse(t, freshStore(t), c)
	id := seating(t, h, "texas", 3, 3, "", Settings{Pace: Unhurried, BotPause: 500})
	do(t, h, id, "p0", Start{})
	s := scene(t, h, id, "")
	silent, other := fmt.Sprintf("p%d", s.Turn), fmt.Sprintf("p%d", (s.Turn+1)%3)
	if at := scene(t, h, id, other).Nudge; at.Sub(c.now()) != NudgeAfter {
		t.Errorf("a nudge is possible at %v, now it is %v", at, c.now())
	}
	for _, who := range []string{silent, ""} {
		if at := scene(t, h, id, who).Nudge; !at.IsZero() {
			t.Errorf("%q may nudge at %v", who, at)
		}
	}
	c.add(NudgeAfter - 1500*time.Millisecond)
	if _, err := h.Do(t.Context(), id, other, "", Nudge{}); codeOf(err) != TooSoon || !strings.Contains(err.Error(), "In 2 seconds") {
		t.Errorf("too soon: %v", err)
	}
	if _, err := h.Do(t.Context(), id, silent, "", Nudge{}); codeOf(err) != NoNudge {
		t.Errorf("oneself: %v", err)
	}
	c.add(1500 * time.Millisecond)
	do(t, h, id, other, Nudge{})
	do(t, h, id, fmt.Sprintf("p%d", (s.Turn+2)%3), Nudge{}) // the second to ask, before the bot has moved
	if now := scene(t, h, id, other); !now.Seats[s.Turn].Away || !now.Nudge.IsZero() || now.Ply != s.Ply {
		t.Errorf("%+v", now)
	}
	h.WakeDue(t.Context())
	if now := scene(t, h, id, ""); now.Ply != s.Ply+1 || now.Moves[s.Ply].By != ByBot {
		t.Errorf("%+v", now)
	}
	do(t, h, id, silent, Return{})
	if now := scene(t, h, id, ""); now.Seats[s.Turn].Away {
		t.Errorf("%+v", now)
	}
	folded(t, h, id)
}
