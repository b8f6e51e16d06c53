package check

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/chaos/history"
)

func TestWhatAHouseHasServedAsItShouldBreaksNoPromise(t *testing.T) {
	for name, seats := range map[string]int{"texas": 3, "raincheck": 2} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t, name, seats, nil)
			r := s.check()
			for _, v := range r.Violations {
				t.Errorf("%s: %s", v.Promise, v.Where())
			}
			if r.Tables != 1 || r.Games != 1 || r.Over != 1 || r.Tried == 0 || r.Acknowledged != r.Tried || r.Lost+r.Duplicated != 0 ||
				r.Bots == 0 || r.Sights < r.Tried || r.Lines == 0 || r.Entries != len(s.log.Entries) {
				t.Errorf("counted %+v", r)
			}
		})
	}
}

// short has one hand.
var short = game.Options{"hands": 1}

func act(l *history.Line) bool { return l.Verb == "act" }

// A spoiling is a story of which one thing is made wrong.
type spoiling struct {
	name string
	// spoil breaks a promise and returns the number of the entry that is to be named.
	spoil   func(s *story) int64
	promise Promise
	say     string
}

// by changes the first move that who, one of person, bot and chance, has made.
func by(s *story, who string, change func(event map[string]any)) int64 {
	return s.rewrite("moved", func(e map[string]any) bool {
		found := e["by"] == who
		if found {
			change(e)
		}
		return found
	})
}

// inLogs are stories whose logs or answers are wrong.
var inLogs = []spoiling{
	{"a move that was acknowledged and is in no log", func(s *story) int64 {
		l := *s.answer(act)
		l.Key, l.Word, l.Ply, l.Seq = "act 1 500 play 1", "play 1", 500, 9
		s.lines = append(s.lines, l)
		return 9
	}, Kept, "act 1 500 play 1 was acknowledged to seat 2 and is not in the log"},
	{"a line that was acknowledged and is in no log", func(s *story) int64 {
		l := *s.answer(func(l *history.Line) bool { return l.Verb == "say" })
		seq := s.rewrite("said", func(e map[string]any) bool { found := e["text"] == l.Word; e["text"] = "other"; return found })
		return seq
	}, Kept, "is not in the log"},
	{"a line that is in its log twice", func(s *story) int64 {
		first := s.answer(func(l *history.Line) bool { return l.Verb == "say" })
		n := 0
		return s.rewrite("said", func(e map[string]any) bool {
			n++
			if n == 2 {
				e["text"] = first.Word
			}
			return n == 2
		})
	}, Kept, "too"},
	{"a key that is in a log twice", func(s *story) int64 {
		var first string
		for i := range s.log.Entries {
			e := &s.log.Entries[i]
			if e.Key == "" || !strings.Contains(e.Key, "key of") {
				continue
			}
			if first != "" {
				e.Key = first
				return e.Seq
			}
			first = e.Key
		}
		return 0
	}, Kept, "with the key of entry"},
	{"an acknowledgment at a number that the log does not have", func(s *story) int64 {
		l := s.answer(act)
		at := l.Seq
		l.Seq = 10_000
		return at
	}, Kept, "at number 10000"},
	{"a move that was refused and is in the log", func(s *story) int64 {
		l := s.answer(act)
		l.Outcome, l.Status = history.Refused, 409
		return l.Seq
	}, Nothing, "was refused to seat 2"},
	{"moves in another order than they were acknowledged in", func(s *story) int64 {
		first := s.answer(act)
		at := first.Seq
		for i := range s.lines { // asked for after all others
			if l := &s.lines[i]; l.Key == first.Key && l.What == history.Asked {
				l.At = s.now + 1
			}
		}
		first.At = s.now + 2
		return at
	}, Ordered, "was asked after"},
	{"a number that is missing", func(s *story) int64 {
		s.log.Entries = slices.Delete(s.log.Entries, 5, 6)
		return 7
	}, Whole, "it comes after entry 5"},
	{"an entry that does not know the one before it", func(s *story) int64 {
		s.log.Entries[6].Prev = 3
		return 7
	}, Whole, "as row 107"},
	{"a log that ends elsewhere than its table's row says", func(s *story) int64 {
		s.log.Head++
		return s.log.Head
	}, Whole, "the table's row says"},
	{"a move that breaks the rules", func(s *story) int64 {
		return by(s, "person", func(e map[string]any) { e["word"] = "play 1000" })
	}, Legal, "play 1000"},
	{"a move out of turn", func(s *story) int64 {
		return by(s, "person", func(e map[string]any) { e["seat"] = 2 - e["seat"].(float64) })
	}, Legal, "and the turn is seat"},
	{"a kind of entry that nobody knows", func(s *story) int64 {
		s.log.Entries[4].Body = []byte(`{"v":1,"k":"conjured","e":{}}`)
		return 5
	}, Legal, "conjured"},
	{"a bot that moves for a person who is there", func(s *story) int64 {
		return by(s, "person", func(e map[string]any) { e["by"] = "bot" })
	}, Once, "whose person was there"},
	{"a person who moves for a bot", func(s *story) int64 {
		return by(s, "bot", func(e map[string]any) { e["by"] = "person" })
	}, Once, "a person moved on the bot's seat"},
	{"a bot that answers before it is asked", func(s *story) int64 {
		seq := s.rewrite("moved", func(e map[string]any) bool { return e["by"] == "bot" })
		s.log.Entries[seq-1].At = s.log.Entries[seq-2].At
		return seq
	}, Once, "an answer that nobody had asked for"},
	{"a clock where there is none", func(s *story) int64 {
		return by(s, "person", func(e map[string]any) { e["by"] = "clock" })
	}, Once, "the clock moved on seat"},
	{"a seal that was another", func(s *story) int64 {
		other := strings.Repeat("ab", 32)
		s.rewrite("committed", func(e map[string]any) bool { e["commitment"] = other; return true })
		for _, l := range s.lines {
			if l.Sight != nil {
				l.Sight.Seal = other
			}
		}
		return s.log.Head
	}, Dealt, "was shown before the deal"},
	{"a deal that the seeds do not make", func(s *story) int64 {
		s.rewrite("seeded", func(e map[string]any) bool { e["seed"] = strings.Repeat("00", 16); return true })
		return s.log.Head
	}, Dealt, "the seeds make"},
}

// inSights are stories in which somebody is shown what is wrong.
var inSights = []spoiling{
	{"another's card in a hand", func(s *story) int64 {
		sight := s.seen(0, func(v *history.Sight) bool { return len(v.Faces["hand"]) > 5 })
		sight.Faces["hand"][0] = s.seen(2, func(v *history.Sight) bool { return v.Seq == sight.Seq }).Faces["hand"][0]
		return sight.Seq
	}, Hidden, "which it cannot know"},
	{"a card that somebody who watches is shown", func(s *story) int64 {
		sight := s.seen(history.Nobody, func(*history.Sight) bool { return true })
		sight.Faces = map[string][]string{"others": s.seen(0, func(v *history.Sight) bool { return v.Seq == sight.Seq }).Faces["hand"]}
		return sight.Seq
	}, Hidden, "seat -1 was shown card"},
	{"cards before the deal", func(s *story) int64 {
		sight := s.seen(0, func(v *history.Sight) bool { return v.Phase == "open" })
		sight.Faces = map[string][]string{"hand": {"12"}}
		return sight.Seq
	}, Hidden, "before a game"},
	{"a page that shows another moment", func(s *story) int64 {
		sight := s.seen(0, func(v *history.Sight) bool { return v.Ply == 5 })
		sight.Ply = 4
		return sight.Seq
	}, Same, "was shown {"},
	{"a page that shows another trick", func(s *story) int64 {
		sight := s.seen(2, func(v *history.Sight) bool { return len(v.Faces["trick"]) == 2 })
		sight.Faces["trick"] = sight.Faces["trick"][:1]
		return sight.Seq
	}, Same, "the trick"},
	{"a page that offers what cannot be done", func(s *story) int64 {
		sight := s.seen(2, func(v *history.Sight) bool { return v.Turn == 2 })
		sight.Words = append(sight.Words, "opener 0")
		return sight.Seq
	}, Same, "was offered"},
	{"a seed that is shown before the end", func(s *story) int64 {
		sight := s.seen(2, func(v *history.Sight) bool { return v.Turn == 2 })
		sight.Secret = s.told
		return sight.Seq
	}, Same, "Secret:01"},
	{"somebody else's page", func(s *story) int64 {
		sight := s.seen(2, func(v *history.Sight) bool { return v.Turn == 2 })
		sight.You = 0
		return sight.Seq
	}, Same, "a page of seat 0"},
	{"an entry that was shown and is gone", func(s *story) int64 {
		sight := s.seen(0, func(v *history.Sight) bool { return v.Phase == "over" })
		sight.Seq += 3
		return sight.Seq
	}, Same, "the log ends at"},
	{"an entry that was shown and is another now", func(s *story) int64 {
		seq := s.rewrite("said", func(map[string]any) bool { return true })
		s.drop(seq)
		return seq + 1
	}, Same, "was shown"},
}

func TestTheCheckerFinds(t *testing.T) {
	for _, test := range slices.Concat(inLogs, inSights) {
		t.Run(test.name, func(t *testing.T) {
			s := newStory(t, "texas", 3, short)
			seq := test.spoil(s)
			r := s.check()
			if !slices.ContainsFunc(r.Violations, func(v Violation) bool {
				return v.Promise == test.promise && v.Table == tableID && v.Seq == seq && strings.Contains(v.Say, test.say)
			}) {
				t.Errorf("found %+v\nwant entry %d: %q: %s", r.Violations, seq, test.say, test.promise)
			}
		})
	}
}

func TestTheCheckerFindsInShowdown(t *testing.T) {
	for _, test := range []struct {
		name    string
		spoil   func(s *story) int64
		promise Promise
	}{
		{"a card of the other's stack", func(s *story) int64 {
			sight := s.seen(0, func(v *history.Sight) bool { return len(v.Faces["piles"]) > 0 })
			sight.Faces["piles"] = append([]string{"face hit"}, sight.Faces["piles"]...)
			sight.Faces["piles"] = append(sight.Faces["piles"], "face battery")
			return sight.Seq
		}, Hidden},
		{"the other's hand", func(s *story) int64 {
			sight := s.seen(0, func(v *history.Sight) bool { return v.Ply > 2 })
			sight.Faces["rival"] = []string{"face hit"}
			return sight.Seq
		}, Hidden},
		{"a card that is not in the hand", func(s *story) int64 {
			sight := s.seen(0, func(v *history.Sight) bool { return len(v.Faces["hand"]) > 2 })
			sight.Faces["hand"] = sight.Faces["hand"][2:]
			return sight.Seq
		}, Same},
		{"a flip that was none", func(s *story) int64 {
			sight := s.seen(0, func(v *history.Sight) bool { return slices.Contains(v.Faces["piles"], "flip-1") })
			sight.Faces["piles"] = append(sight.Faces["piles"], "flip-4", "face hit", "flip-5", "face hit", "flip-6", "face hit", "flip-7", "face hit")
			return sight.Seq
		}, Same},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStory(t, "raincheck", 2, nil)
			seq := test.spoil(s)
			r := s.check()
			if !slices.ContainsFunc(r.Violations, func(v Violation) bool { return v.Promise == test.promise && v.Seq == seq }) {
				t.Errorf("found %+v\nwant entry %d: %s", r.Violations, seq, test.promise)
			}
		})
	}
}

func TestATryThatWasAskedAgainCountsOnce(t *testing.T) {
	s := newStory(t, "texas", 3, short)
	lost := *s.answer(act)
	lost.Outcome, lost.Status, lost.Seq, lost.At = history.Unknown, 0, 0, lost.At-1
	s.lines = append(s.lines, lost)
	before, r := newStory(t, "texas", 3, short).check(), s.check()
	if len(r.Violations) > 0 || r.Tried != before.Tried || r.Acknowledged != before.Acknowledged || r.Unanswered != 1 {
		t.Errorf("got %+v\nwant the same as %+v with an unanswered request", r, before)
	}
}

func TestWhatWasNeverAnsweredMayBeInTheLogOrNot(t *testing.T) {
	s := newStory(t, "texas", 3, short)
	l := s.answer(act)
	l.Outcome, l.Status, l.Seq = history.Unknown, 0, 0
	never := *l
	never.Key, never.Ply = "act 1 700 play 3", 700
	s.lines = append(s.lines, never)
	if r := s.check(); len(r.Violations) > 0 || r.Unknown != 2 {
		t.Errorf("got %+v", r)
	}
}

func TestATableWithoutALogIsNamed(t *testing.T) {
	s := newStory(t, "texas", 3, short)
	s.log.Table = "elsewhere"
	if r := s.check(); len(r.Violations) != 1 || r.Violations[0].Table != tableID {
		t.Errorf("found %+v", r.Violations)
	}
}

func TestRecovery(t *testing.T) {
	// storm puts a storm into the middle of the story, which the table rests for.
	storm := func(t *testing.T, rest, until time.Duration) *Report {
		t.Helper()
		s := newStory(t, "texas", 3, short)
		middle := s.lines[len(s.lines)/2].At
		for i := range s.lines {
			if s.lines[i].At > middle {
				s.lines[i].At += (time.Second + rest).Microseconds()
			}
		}
		for i := range s.log.Entries {
			if s.log.Entries[i].At > middle {
				s.log.Entries[i].At += (time.Second + rest).Microseconds()
			}
		}
		healed := middle + time.Second.Microseconds()
		s.lines = append(s.lines, history.Line{What: history.Storm, At: middle + 1}, history.Line{What: history.Healed, At: healed})
		if until > 0 {
			s.lines = append(s.lines, history.Line{What: history.Storm, At: healed + until.Microseconds()})
		}
		return s.check()
	}
	t.Run("in time is counted", func(t *testing.T) {
		r := storm(t, 3*time.Second, 0)
		if len(r.Violations) > 0 || len(r.Recoveries) != 1 || r.Recovery(1).Round(100*time.Millisecond) != 3*time.Second {
			t.Errorf("got %v and %+v", r.Recoveries, r.Violations)
		}
	})
	for name, until := range map[string]time.Duration{"too late is told": 0, "that does not come before the next storm is told": 11 * time.Second} {
		t.Run(name, func(t *testing.T) {
			r := storm(t, 12*time.Second, until)
			if len(r.Violations) != 1 || r.Violations[0].Promise != GoesOn || r.Violations[0].Table != tableID {
				t.Errorf("got %v and %+v", r.Recoveries, r.Violations)
			}
		})
	}
	t.Run("is not asked for where the next storm comes soon", func(t *testing.T) {
		if r := storm(t, 12*time.Second, 5*time.Second); len(r.Violations) > 0 || len(r.Recoveries) > 0 {
			t.Errorf("got %v and %+v", r.Recoveries, r.Violations)
		}
	})
}

func TestAPageThatStaysAsItWasIsMissed(t *testing.T) {
	s := newStory(t, "texas", 3, short)
	middle := s.lines[len(s.lines)/2].At
	var kept []history.Line
	for _, l := range s.lines {
		if l.What != history.End && (l.What != history.Seen || l.Seat != 2 || l.At < middle) {
			kept = append(kept, l)
		}
	}
	storm := func(known time.Duration) *Report {
		s.lines = append(slices.Clone(kept), history.Line{What: history.Storm, At: middle}, history.Line{What: history.Healed, At: middle + 1},
			history.Line{What: history.Storm, At: s.now + known.Microseconds()})
		return s.check()
	}
	if r := storm(9 * time.Second); len(r.Violations) > 0 {
		t.Errorf("before its time: %+v", r.Violations)
	}
	r := storm(11 * time.Second)
	if len(r.Violations) != 1 || r.Violations[0].Promise != True || r.Violations[0].Seq != s.log.Head || !strings.Contains(r.Violations[0].Say, "seat 2") {
		t.Errorf("got %+v", r.Violations)
	}
}
