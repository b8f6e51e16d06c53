package house

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/game"
)

// Every refusal that a person can bring about, each at a table made for it by
// commands that must go well.
func TestWhatMayNotBeIsRefusedInItsOwnWordsAndChangesNothing(t *testing.T) {
	seed := []byte("0123456789abcdef")
	settings := Settings{Pace: Quick, Chat: true}
	type by struct {
		who string
		c   Command
	}
	sit := by{"p0", Sit{AnySeat, "Ann"}}
	bot0, bot1 := by{"p0", AddBot{AnySeat, "thumb"}}, by{"p0", AddBot{1, "thumb"}}
	sit1, start, closed := by{"p1", Sit{AnySeat, "Bo"}}, by{"p0", Start{}}, by{"p0", Close{}}
	tests := []struct {
		name   string
		before []by
		who    string
		ask    Command
		want   Code
		say    string // in its words
	}{
		{"no id", nil, "", Sit{AnySeat, "Ann"}, NotSeated, "Who are you?"},
		{"a name of nothing", nil, "p1", Sit{AnySeat, " \t"}, BadName, "1 to 24"},
		{"a name too long", nil, "p1", Sit{AnySeat, strings.Repeat("x", 25)}, BadName, "1 to 24"},
		{"a name that turns the text round", nil, "p1", Sit{AnySeat, "a\u202eb"}, BadName, "1 to 24"},
		{"a seat that is not", nil, "p1", Sit{2, "Bo"}, NoSeat, "has 2"},
		{"a seat below", nil, "p1", Sit{-2, "Bo"}, NoSeat, "no such seat"},
		{"somebody's seat", []by{sit}, "p1", Sit{0, "Bo"}, SeatTaken, "Ann sits there"},
		{"two seats", []by{sit}, "p0", Sit{1, "Ann"}, Seated, "already"},
		{"a full table", []by{sit, sit1}, "p2", Sit{AnySeat, "Cy"}, Full, "All 2 seats"},
		{"a game that is on", []by{sit, bot1, start}, "p2", Sit{AnySeat, "Cy"}, GameOn, "A game is on"},
		{"a closed table", []by{closed}, "p2", Sit{AnySeat, "Cy"}, TableClosed, "closed"},
		{"leave without a seat", nil, "p1", Leave{}, NotSeated, "no seat"},
		{"leave a closed table", []by{sit, closed}, "p0", Leave{}, TableClosed, "closed"},
		{"another's bot", []by{sit1}, "p1", AddBot{AnySeat, "thumb"}, NotOwner, "owns"},
		{"a bot that is not", nil, "p0", AddBot{AnySeat, "genius"}, NoBot, "random"},
		{"a bot too many", []by{bot0, bot0}, "p0", AddBot{AnySeat, "thumb"}, Full, "All 2"},
		{"a bot on a person", []by{sit}, "p0", AddBot{0, "thumb"}, SeatTaken, "Ann"},
		{"a bot in a game", []by{sit, bot1, start}, "p0", AddBot{AnySeat, "thumb"}, GameOn, "on"},
		{"free another's", []by{bot0}, "p1", Free{0}, NotOwner, "owns"},
		{"free a person's", []by{sit1}, "p0", Free{0}, NotFree, "Bo is here"},
		{"free what is not", nil, "p0", Free{7}, NoSeat, "has 2"},
		{"free in a game", []by{sit, bot1, start}, "p0", Free{1}, GameOn, "on"},
		{"free at a closed table", []by{closed}, "p0", Free{0}, TableClosed, "closed"},
		{"another's options", nil, "p1", Change{2, nil, settings}, NotOwner, "owns"},
		{"three seats", nil, "p0", Change{3, nil, settings}, BadOptions, "is for 2 players (S1)."},
		{"options that are not", nil, "p0", Change{2, game.Options{"luck": 1}, settings}, BadOptions, "Luck: there is no such option"},
		{"a pace that is not", nil, "p0", Change{2, nil, Settings{Pace: "blitz"}}, BadSettings, "blitz"},
		{"a pause too long", nil, "p0", Change{2, nil, Settings{Pace: Quick, BotPause: 10_001}}, BadSettings, "10000"},
		{"options in a game", []by{sit, bot1, start}, "p0", Change{2, nil, settings}, GameOn, "on"},
		{"rename without a seat", nil, "p1", Rename{"Bo"}, NotSeated, "no seat"},
		{"rename to nothing", []by{sit}, "p0", Rename{""}, BadName, "1 to 24"},
		{"a seed without a seat", nil, "p1", GiveSeed{seed}, NotSeated, "no seat"},
		{"a seed too short", []by{sit}, "p0", GiveSeed{seed[:15]}, BadSeed, "16 to 64"},
		{"a seed too long", []by{sit}, "p0", GiveSeed{make([]byte, 65)}, BadSeed, "16 to 64"},
		{"two seeds", []by{sit, {"p0", GiveSeed{seed}}}, "p0", GiveSeed{[]byte("another seed, later")}, SeedGiven, "already"},
		{"a seed used before", []by{sit, {"p0", GiveSeed{seed}}, {"p0", Change{2, game.Options{"first": 0}, settings}}}, "p0", GiveSeed{seed}, BadSeed, "used"},
		{"a seed once it is dealt", []by{sit, bot1, start}, "p0", GiveSeed{seed}, GameOn, "on"},
		{"start another's", []by{sit, sit1}, "p1", Start{}, NotOwner, "owns"},
		{"start with empty seats", []by{sit}, "p0", Start{}, SeatsEmpty, "1 of 2"},
		{"start twice", []by{sit, bot1, start}, "p0", Start{}, GameOn, "on"},
		{"move without a seat", []by{sit, bot1, start}, "p1", Act{1, 1, "bet 1"}, NotSeated, "no seat"},
		{"move before the game", []by{sit}, "p0", Act{1, 0, "bet 1"}, NotStarted, "not started"},
		{"move at an earlier ply", []by{sit, bot1, start}, "p0", Act{1, 0, "stack A"}, Late, "too late"},
		{"move at a later ply", []by{sit, bot1, start}, "p0", Act{1, 9, "stack A"}, Early, "not there yet"},
		{"move in a game that is past", []by{sit, bot1, start}, "p0", Act{0, 1, "stack A"}, Late, "too late"},
		{"move on another's turn", []by{sit, sit1, start}, "p1", Act{1, 1, "stack A"}, NotTurn, "Ann is to move"},
		{"move against the rules", []by{sit, sit1, start}, "p0", Act{1, 1, "flip river"}, Rules, "You must stack a card"},
		{
			"move a card that has been moved",
			[]by{sit, sit1, start, {"p0", Act{1, 1, "stack A"}}, {"p1", Act{1, 2, "stack A"}}},
			"p0",
			Act{1, 3, "stack A"},
			Rules, "You do not hold A",
		},
		{"move nonsense", []by{sit, sit1, start}, "p0", Act{1, 1, "\x00<b>"}, Rules, "You must stack a card"},
		{"move at a closed table", []by{sit, bot1, start, closed}, "p0", Act{1, 1, "stack A"}, TableClosed, "closed"},
		{"return without a seat", nil, "p1", Return{}, NotSeated, "no seat"},
		{"say without a seat", nil, "p1", Say{"hi"}, NotSeated, "no seat"},
		{"say nothing", []by{sit}, "p0", Say{"\n"}, BadText, "1 to 200"},
		{"say too much", []by{sit}, "p0", Say{strings.Repeat("ä", 201)}, BadText, "1 to 200"},
		{"say where nobody may", []by{sit, {"p0", Change{2, game.Options{"first": 0}, Settings{Pace: Quick}}}}, "p0", Say{"hi"}, ChatOff, "turned it off"},
		{
			"say too often",
			[]by{sit, {"p0", Say{"1"}}, {"p0", Say{"2"}}, {"p0", Say{"3"}}, {"p0", Say{"4"}}, {"p0", Say{"5"}}},
			"p0",
			Say{"6"},
			TooFast, "Slowly",
		},
		{"a rematch of nothing", []by{sit}, "p0", Rematch{}, NotOver, "no game"},
		{"a rematch without a seat", []by{sit}, "p1", Rematch{}, NotSeated, "no seat"},
		{"a pause too long after a hand", nil, "p0", Change{2, nil, Settings{Pace: Quick, DealPause: 60_001}}, BadSettings, "60000"},
		{"a pause of less than nothing", nil, "p0", Change{2, nil, Settings{Pace: Quick, DealPause: -1}}, BadSettings, "60000"},
		{"ready without a seat", nil, "p1", Ready{}, NotSeated, "no seat"},
		{"ready before the game", []by{sit}, "p0", Ready{}, NotWaiting, "Nothing waits"},
		{"ready on one's turn", []by{sit, bot1, start}, "p0", Ready{}, NotWaiting, "Nothing waits"},
		{"agree without a seat", nil, "p1", Agree{true}, NotSeated, "no seat"},
		{"agree in a game", []by{sit, bot1, start}, "p0", Agree{true}, GameOn, "on"},
		{"nudge without a seat", nil, "p1", Nudge{}, NotSeated, "no seat"},
		{"nudge before the game", []by{sit}, "p0", Nudge{}, NotStarted, "not started"},
		{"nudge where there is a clock", []by{sit, sit1, start}, "p1", Nudge{}, NoNudge, "has a clock"},
		{"nudge oneself", []by{sit, sit1, start}, "p0", Nudge{}, NoNudge, "your own"},
		{"nudge a bot", []by{bot0, sit, start}, "p0", Nudge{}, NoNudge, "by itself"},
		{"close another's", nil, "p1", Close{}, NotOwner, "owns"},
		{"close on others", []by{sit, sit1, start}, "p0", Close{}, OthersPlay, "Others"},
		{"close twice", []by{closed}, "p0", Close{}, TableClosed, "closed"},
	}
	h := newHouse(t, freshStore(t), newClock())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			setup := Setup{Game: "raincheck", Seats: 2, Options: game.Options{"first": 0}, Settings: settings}
			if test.want == BadSeed && len(test.before) > 2 {
				setup.Options = nil
			}
			id := must[string](t)(h.Open(t.Context(), "p0", setup))
			for _, step := range test.before {
				do(t, h, id, step.who, step.c)
			}
			before := scene(t, h, id, test.who)
			_, err := h.Do(t.Context(), id, test.who, "key", test.ask)
			if code := codeOf(err); code != test.want || !strings.Contains(err.Error(), test.say) {
				t.Errorf("the answer is %v; want %s with %q", err, test.want, test.say)
			}
			if after := scene(t, h, id, test.who); asJSON(t, before) != asJSON(t, after) {
				t.Errorf("it has changed the table")
			}
		})
	}
}

func TestATableThatCannotBeIsNotOpened(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	good := Setup{Game: "texas", Seats: 3, Settings: Settings{Pace: Quick}}
	for _, test := range []struct {
		want     Code
		who      string
		change   func(*Setup)
		commands []Command
	}{
		{NoGame, "p0", func(s *Setup) { s.Game = "poker" }, nil},
		{BadOptions, "p0", func(s *Setup) { s.Seats = 7 }, nil},
		{BadOptions, "p0", func(s *Setup) { s.Options = game.Options{"hands": "many"} }, nil},
		{BadSettings, "p0", func(s *Setup) { s.Settings.Pace = "" }, nil},
		{NotOwner, "", func(*Setup) {}, nil},
		{NoBot, "p0", func(*Setup) {}, []Command{Sit{0, "Ann"}, AddBot{1, "genius"}}},
	} {
		setup := good
		test.change(&setup)
		id, err := h.Open(t.Context(), test.who, setup, test.commands...)
		if codeOf(err) != test.want || id != "" {
			t.Errorf("%+v: %q, %v; want %s", setup, id, err, test.want)
		}
	}
}

func TestATableThatIsNotIsNotFound(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	for _, id := range []string{"", "nowhere", pulseID, strings.Repeat("x", 65)} {
		if _, err := h.Scene(t.Context(), id, "p0", 0); codeOf(err) != NoTable {
			t.Errorf("Scene(%q): %v", id, err)
		}
		if _, err := h.Do(t.Context(), id, "p0", "", Start{}); codeOf(err) != NoTable {
			t.Errorf("Do(%q): %v", id, err)
		}
		if err := h.Wake(t.Context(), id); codeOf(err) != NoTable {
			t.Errorf("Wake(%q): %v", id, err)
		}
		if _, err := h.Record(t.Context(), id, 1); codeOf(err) != NoTable {
			t.Errorf("Record(%q): %v", id, err)
		}
	}
	for _, code := range []string{"", "house", "ABCDE", "ABCDEF", "ABC DE\x00"} {
		if _, err := h.ByCode(t.Context(), code); codeOf(err) != NoCode {
			t.Errorf("ByCode(%q): %v", code, err)
		}
	}
	id := seating(t, h, "raincheck", 2, 1, "thumb", Settings{Pace: Quick, Public: true})
	code := scene(t, h, id, "").Code
	if got, err := h.ByCode(t.Context(), strings.ToLower(code[:3])+"- "+code[3:]); got != id || err != nil {
		t.Errorf("ByCode(%q) = %q, %v", code, got, err)
	}
	list, err := h.Public(t.Context(), 10)
	if err != nil || len(list) != 1 || list[0].ID != id || len(list[0].Names) != 2 {
		t.Errorf("Public() = %+v, %v", list, err)
	}
	if _, err := h.Record(t.Context(), id, 1); codeOf(err) != NotStarted {
		t.Errorf("Record: %v", err)
	}
	do(t, h, id, "p0", Start{})
	if _, err := h.Record(t.Context(), id, 1); codeOf(err) != NotOver {
		t.Errorf("Record: %v", err)
	}
}

func TestACommandWithAKeyIsDoneOnceAndAnsweredTwice(t *testing.T) {
	s := freshStore(t)
	c := newClock()
	h, other := newHouse(t, s, c), newHouse(t, s, c)
	id := seating(t, h, "texas", 3, 3, "", Settings{Pace: Unhurried, Chat: true})
	do(t, h, id, "p0", Start{})
	turn := scene(t, other, id, "").Turn
	who := fmt.Sprintf("p%d", turn)
	own := scene(t, other, id, who)
	move := Act{1, own.Ply, own.View.Word(own.View.Legal(nil)[0])}
	for n, house := range []*House{h, h, other, newHouse(t, s, c)} {
		r, err := house.Do(t.Context(), id, who, "tap 1", move)
		if err != nil || r.Again != (n > 0) {
			t.Errorf("time %d: %+v, %v", n, r, err)
		}
	}
	if got := scene(t, h, id, who).Ply; got != move.Ply+1 {
		t.Errorf("the ply is %d after one move at %d", got, move.Ply)
	}
	// Somebody else's key is another, and so is one for another wish.
	for i, key := range []string{"tap 1", "tap 2"} {
		if r, err := h.Do(t.Context(), id, fmt.Sprintf("p%d", (turn+1)%3), key, Say{"hi"}); err != nil || r.Again {
			t.Errorf("%d: %+v, %v", i, r, err)
		}
	}
	if _, err := h.Do(t.Context(), id, who, strings.Repeat("k", MostKey+1), Say{"hi"}); codeOf(err) != BadKey {
		t.Errorf("a long key: %v", err)
	}
	if n := len(scene(t, h, id, who).Chat); n != 2 {
		t.Errorf("%d lines were said; want 2", n)
	}
}

func TestAKeyIsKnownHoweverLongAgoItWas(t *testing.T) {
	s := freshStore(t)
	c := newClock()
	h := newHouse(t, s, c)
	id := seating(t, h, "texas", 3, 3, "", Settings{Pace: Unhurried, Chat: true})
	for n := range 200 {
		c.add(linesEvery)
		if r, err := h.Do(t.Context(), id, "p0", fmt.Sprint("line ", n), Say{"hi"}); err != nil || r.Again {
			t.Fatalf("line %d: %+v, %v", n, r, err)
		}
	}
	for name, house := range map[string]*House{"the same house": h, "another": newHouse(t, s, c)} {
		if r, err := house.Do(t.Context(), id, "p0", "line 0", Say{"hi"}); err != nil || !r.Again {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

func TestOtherSeatsOrOptionsEndTheCommitmentAndItsClientSeeds(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	settings := Settings{Pace: Quick}
	id := seating(t, h, "texas", 5, 2, "thumb", settings)
	do(t, h, id, "p1", GiveSeed{[]byte("a client seed of p1")})
	first := scene(t, h, id, "p0")
	if !first.Seats[1].Seeded || first.Fair.Commitment == "" || first.Fair.ClientSeeds != nil {
		t.Fatalf("%+v", first)
	}
	settings.Chat = true
	do(t, h, id, "p0", Change{5, nil, settings})
	if s := scene(t, h, id, "p0"); s.Fair.Commitment != first.Fair.Commitment || !s.Seats[1].Seeded {
		t.Errorf("the talk has changed the commitment")
	}
	do(t, h, id, "p0", Free{3})
	do(t, h, id, "p0", Change{4, nil, settings})
	second := scene(t, h, id, "p0")
	if second.Fair.Commitment == first.Fair.Commitment || second.Seats[1].Seeded || len(second.Seats) != 4 {
		t.Errorf("%+v", second)
	}
	do(t, h, id, "p0", Change{4, game.Options{"hands": 1}, settings})
	do(t, h, id, "p0", Change{4, game.Options{"hands": 1}, settings}) // nothing new
	third := scene(t, h, id, "p0")
	if third.Fair.Commitment == second.Fair.Commitment {
		t.Errorf("other options have the same commitment")
	}
	folded(t, h, id)
}

func TestTheTableGoesToTheNextPersonWhenItsOwnerLeaves(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	id := seating(t, h, "texas", 3, 2, "thumb", Settings{Pace: Quick})
	do(t, h, id, "p0", Leave{})
	if s := scene(t, h, id, "p1"); !s.Owner || !s.Seats[1].Owner {
		t.Errorf("%+v", s)
	}
	do(t, h, id, "p1", Leave{})
	do(t, h, id, "p2", Sit{AnySeat, "Cy"})
	if s := scene(t, h, id, "p2"); !s.Owner || s.You != 0 {
		t.Errorf("%+v", s)
	}
	do(t, h, id, "p2", Rename{"Cyd"})
	do(t, h, id, "p2", Rename{"Cyd"})
	if s := scene(t, h, id, ""); s.Seats[0].Name != "Cyd" || s.Owner || s.You != game.Spectator {
		t.Errorf("%+v", s)
	}
	folded(t, h, id)
}

func TestWhoLeavesDuringAGameKeepsTheSeatAndABotPlaysOn(t *testing.T) {
	c := newClock()
	h := newHouse(t, freshStore(t), c)
	id := seating(t, h, "raincheck", 2, 2, "", Settings{Pace: Unhurried, BotPause: 1000})
	do(t, h, id, "p0", Start{})
	turn := scene(t, h, id, "").Turn
	who := fmt.Sprintf("p%d", turn)
	do(t, h, id, who, Leave{})
	do(t, h, id, who, Leave{})
	c.add(time.Second)
	h.WakeDue(t.Context())
	s := scene(t, h, id, who)
	if s.Ply == 1 || !s.Seats[turn].Away || s.You != turn {
		t.Errorf("%+v", s)
	}
	do(t, h, id, who, Return{})
	do(t, h, id, who, Return{})
	if s := scene(t, h, id, who); s.Seats[turn].Away {
		t.Errorf("%+v", s)
	}
	folded(t, h, id)
}
