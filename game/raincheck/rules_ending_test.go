package raincheck_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

func TestARoundEndsAsS16ToS18Say(t *testing.T) {
	run(t, []fixture{
		{
			says:   "S16: both take back the cards of their stacks, flipped or not",
			events: "start 0; stack K; stack A; stack 3; stack Q; bet 1; fold; flip own",
			want:   `{"phase":"losing","hand":[4,4],"stack":[0,0],"flipped":[["own","3"]]}`,
		},
		{
			says:   "S16: a card that was flipped may be stacked again",
			events: one1 + "; stack 3",
			want:   `{"seat":0,"legal":["stack A","stack 3","stack K","stack Q"]}`,
		},
		{
			says:   "S16: so may a card that was stacked and not flipped",
			events: one1,
			want:   `{"seat":1,"legal":["stack 3","stack K","stack Q"]}`,
		},
		{
			says:   "S16: flipped river cards stay in the river",
			events: one1 + "; stack K; stack K; bet 3; fold; flip own; flip river",
			want:   `{"phase":"losing","loser":1,"hand":[4,3],"stack":[0,0],"river":1}`,
		},
		{
			says:   "S16: so do several, of which some were flipped and some not",
			events: flips2 + "; flip own; flip own; flip opp; flip opp; flip river",
			want:   `{"phase":"losing","hand":[4,2],"stack":[0,0],"river":2}`,
		},
		{
			says:   "S17: the loser loses one card to the river",
			events: "start 0; stack K; stack K; bet 1; fold; flip own; lose 3",
			want:   `{"phase":"shuffling","next":"chance","loser":1,"hand":[4,3],"river":1}`,
		},
		{
			says:   "S17: who has flipped a Hit is the loser and loses one",
			events: "start 0; stack A; stack K; bet 1; fold; flip own; lose Q",
			want:   `{"phase":"shuffling","loser":0,"hand":[3,4],"river":1}`,
		},
		{
			says:   "S18: river cards are flipped in the order of the shuffle, top first",
			events: flips2 + "; flip own; flip own; flip river; flip river",
			want:   `{"flipped":[["own","Q"],["own","K"],["river","3"],["river","A"]],"loser":0}`,
		},
		{
			says:   "S18: and in the other order after the other shuffle",
			events: strings.Replace(flips2, "river 3,A", "river A,3", 1) + "; flip own; flip own; flip river",
			want:   `{"flipped":[["own","Q"],["own","K"],["river","A"]],"loser":0}`,
		},
		{
			says:   "S18: the river may hold two cards of a kind",
			events: one1 + "; stack K; stack K; bet 1; fold; flip own; lose A; river A,A; stack K; stack K; bet 4; fold; flip own; flip opp; flip river",
			want:   `{"flipped":[["own","K"],["opp","K"],["river","A"]],"loser":0,"river":2,"hand":[3,3]}`,
		},
		{
			says:   "S18: cards never come back from the river",
			events: flips2 + "; flip own; flip own; flip opp; flip opp; flip river; lose Q; river A,Q,3",
			want:   `{"round":4,"hand":[4,1],"river":3,"seat":1,"legal":["stack K"]}`,
		},
	})
}

func TestChanceDrawsTheLostCardFromTheWholeHandAsS17Says(t *testing.T) {
	for _, card := range []string{"A", "3", "K", "Q"} {
		t.Run("lose "+card, func(t *testing.T) {
			s := played(t, nil, "start 0; stack K; stack Q; bet 1; fold; flip own")
			if d := s.Draw(); d != (game.Draw{Take: 1, Of: 4}) {
				t.Fatalf("the draw is %+v, want 1 of 4", d)
			}
			if err := s.Apply("lose " + card); err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(s.River()); got != "["+card+"]" {
				t.Errorf("the river is %s", got)
			}
		})
	}
}

func TestTheGameEndsAsS19AndS20Say(t *testing.T) {
	// Each loses A, 3 and Q, seat 1 first; each round's loser has not flipped.
	const sixRounds = "start 0; " +
		"stack K; stack K; bet 1; fold; flip own; lose A; river A; " +
		"stack K; stack K; bet 1; fold; flip own; lose A; river A,A; " +
		"stack K; stack K; bet 1; fold; flip own; lose 3; river A,3,A; " +
		"stack K; stack K; bet 1; fold; flip own; lose 3; river 3,A,A,3; " +
		"stack K; stack K; bet 1; fold; flip own; lose Q; river 3,A,Q,A,3; " +
		"stack K; stack K; bet 1; fold; flip own; lose Q; river Q,Q,3,A,3,A"
	run(t, []fixture{
		{
			says:   "S19: who loses the last card has lost the game, here without flipping",
			events: three1 + "; stack K; stack K; bet 1; bet 2; fold; flip own; flip opp; lose K",
			want: `{"next":"over","seat":null,"legal":[],"winners":[0],"round":4,"phase":"over","energy":[10,10],"hand":[4,0],"stack":[0,0],"river":4,` +
				`"bet":2,"bettor":0,"flipped":[["own","K"],["opp","K"]],"loser":1}`,
		},
		{
			says:   "S19: and here by flipping a Hit",
			events: three1 + "; stack K; stack A; bet 2; fold; flip own; flip opp; lose K",
			want: `{"next":"over","winners":[0],"round":4,"phase":"over","hand":[4,0],"stack":[0,0],"river":4,` +
				`"bet":2,"bettor":1,"flipped":[["own","K"],["opp","A"]],"loser":1}`,
		},
		{
			says:   "S19: until the last card is lost the game goes on",
			events: three1 + "; stack K; stack A; bet 2; fold; flip own; flip opp",
			want:   `{"next":"chance","winners":null,"phase":"losing","hand":[4,1],"river":3,"loser":1}`,
		},
		{
			says:   "S19: otherwise the next round begins",
			events: three1 + "; stack K; stack K; bet 1; fold; flip own; lose A; river A,3,A,Q",
			want:   `{"next":"seat","seat":0,"round":5,"phase":"stacking","hand":[3,1],"river":4}`,
		},
		{
			says:   "S20: after six rounds that each lost three of, both have one card",
			events: sixRounds,
			want:   `{"seat":0,"round":7,"phase":"stacking","hand":[1,1],"stack":[0,0],"river":6,"legal":["stack K"],"winners":null}`,
		},
		{
			says:   "S20: the seventh round has one card to stack each, and all eight to bet on",
			events: sixRounds + "; stack K; stack K",
			want:   `{"seat":0,"hand":[0,0],"stack":[1,1],"river":6,"legal":["bet 1","bet 2","bet 3","bet 4","bet 5","bet 6","bet 7","bet 8"]}`,
		},
		{
			says:   "S20: it is the last, whoever loses it: here seat 0, by the Hit that is its sixth flip",
			events: sixRounds + "; stack K; stack K; bet 8; fold; flip own; flip opp; flip river; flip river; flip river; flip river; lose K",
			want: `{"next":"over","winners":[1],"round":7,"phase":"over","energy":[7,10],"hand":[0,1],"stack":[0,0],"river":7,"bet":8,"bettor":0,` +
				`"flipped":[["own","K"],["opp","K"],["river","Q"],["river","Q"],["river","3"],["river","A"]],"loser":0}`,
		},
		{
			says:   "S20: or seat 1, which has not flipped",
			events: sixRounds + "; stack K; stack K; bet 5; fold; flip own; flip river; flip river; flip opp; flip river; lose K",
			want: `{"next":"over","winners":[0],"round":7,"phase":"over","energy":[7,10],"hand":[1,0],"river":7,"bet":5,"bettor":0,` +
				`"flipped":[["own","K"],["river","Q"],["river","Q"],["opp","K"],["river","3"]],"loser":1}`,
		},
	})
}

// Every row is a state after the event, in NOTATION.md's terms; "-" is null. The
// rows are a game by S13 with every phase in it.
const phases = `
event     | next   seat round phase     energy hand stack river bet bettor loser flipped
          | chance -    0     start     10,10  4,4  0,0   0     0   -      -
start 1   | seat   1    1     stacking  10,10  4,4  0,0   0     0   -      -
stack 3   | seat   0    1     stacking  10,10  4,3  0,1   0     0   -      -
stack 3   | seat   1    1     stacking  10,10  3,3  1,1   0     0   -      -
stack Q   | seat   0    1     stacking  10,10  3,2  1,2   0     0   -      -
bet 1     | seat   1    1     betting   10,10  3,2  1,2   0     1   0      -
bet 3     | seat   0    1     betting   10,10  3,2  1,2   0     3   1      -
fold      | seat   1    1     flipping  10,10  3,2  1,2   0     3   1      -
flip own  | seat   1    1     flipping  10,10  3,2  1,1   0     3   1      -     own Q
flip own  | seat   1    1     flipping  10,7   3,2  1,0   0     3   1      -     own Q, own 3
flip opp  | chance -    1     losing    10,4   4,4  0,0   0     3   1      0     own Q, own 3, opp 3
lose K    | chance -    1     shuffling 10,4   3,4  0,0   1     3   1      0     own Q, own 3, opp 3
river K   | seat   0    2     stacking  10,4   3,4  0,0   1     0   -      -
stack 3   | seat   1    2     stacking  10,4   2,4  1,0   1     0   -      -
stack 3   | seat   0    2     stacking  10,4   2,3  1,1   1     0   -      -
bet 1     | seat   1    2     betting   10,4   2,3  1,1   1     1   0      -
bet 2     | seat   0    2     betting   10,4   2,3  1,1   1     2   1      -
bet 3     | seat   1    2     betting   10,4   2,3  1,1   1     3   0      -
fold      | seat   0    2     flipping  10,4   2,3  1,1   1     3   0      -
flip own  | seat   0    2     flipping  7,4    2,3  0,1   1     3   0      -     own 3
flip river| seat   0    2     flipping  7,4    2,3  0,1   0     3   0      -     own 3, river K
flip opp  | chance -    2     losing    4,4    3,4  0,0   1     3   0      1     own 3, river K, opp 3
lose A    | chance -    2     shuffling 4,4    3,3  0,0   2     3   0      1     own 3, river K, opp 3
river A,K | seat   1    3     stacking  4,4    3,3  0,0   2     0   -      -
stack 3   | seat   0    3     stacking  4,4    3,2  0,1   2     0   -      -
stack 3   | seat   1    3     stacking  4,4    2,2  1,1   2     0   -      -
bet 3     | seat   0    3     betting   4,4    2,2  1,1   2     3   1      -
fold      | seat   1    3     flipping  4,4    2,2  1,1   2     3   1      -
flip own  | seat   1    3     flipping  4,1    2,2  1,0   2     3   1      -     own 3
flip opp  | over   -    3     over      4,0    3,3  0,0   2     3   1      1     own 3, opp 3
`

func TestCardsAreCountedInEveryPhaseAsNotationSays(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(phases), "\n")
	s := begun(t, nil)
	for _, row := range rows[1:] {
		event, want, _ := strings.Cut(row, "|")
		event = strings.TrimSpace(event)
		if event != "" {
			if err := s.Apply(event); err != nil {
				t.Fatal(err)
			}
		}
		coherent(t, s)
		if got, want := phaseRow(s), strings.Join(strings.Fields(want), " "); got != want {
			t.Errorf("ply %d, after %q:\ngot  %s\nwant %s", s.Ply(), event, got, want)
		}
	}
}

// phaseRow is a row of the table above.
func phaseRow(s *raincheck.State) string {
	orDash := func(seat int) string {
		if seat < 0 {
			return "-"
		}
		return fmt.Sprint(seat)
	}
	var flipped []string
	for _, f := range s.Flipped() {
		flipped = append(flipped, f.From.String()+" "+f.Card.String())
	}
	bet, bettor := s.Bet()
	return strings.TrimSpace(fmt.Sprintf("%s %s %d %s %d,%d %d,%d %d,%d %d %d %s %s %s",
		s.Turn().Next(), orDash(int(s.Turn())), s.Round(), s.Phase(), s.Energy(0), s.Energy(1), s.Holds(0), s.Holds(1),
		s.Stacked(0), s.Stacked(1), s.InRiver(), bet, orDash(bettor), orDash(s.Loser()), strings.Join(flipped, ", ")))
}

func TestAStateIsOneLineOfJSONAsNotationPrescribes(t *testing.T) {
	for _, c := range []struct{ events, want string }{
		{
			"",
			`{"ply":0,"next":"chance","seat":null,"legal":[],"winners":null,"round":0,"phase":"start","energy":[10,10],` +
				`"hand":[4,4],"stack":[0,0],"river":0,"bet":0,"bettor":null,"flipped":[],"loser":null}`,
		},
		{
			flips2 + "; flip own; flip own; flip river",
			`{"ply":25,"next":"seat","seat":0,"legal":["flip opp","flip river"],"winners":null,"round":3,"phase":"flipping","energy":[7,10],` +
				`"hand":[2,0],"stack":[0,2],"river":1,"bet":5,"bettor":0,"flipped":[["own","Q"],["own","K"],["river","3"]],"loser":null}`,
		},
		{
			three1 + "; stack K; stack A; bet 2; fold; flip own; flip opp; lose K",
			`{"ply":30,"next":"over","seat":null,"legal":[],"winners":[0],"round":4,"phase":"over","energy":[10,10],` +
				`"hand":[4,0],"stack":[0,0],"river":4,"bet":2,"bettor":1,"flipped":[["own","K"],["opp","A"]],"loser":1}`,
		},
	} {
		if got := string(played(t, nil, c.events).AppendJSON([]byte("> "))); got != "> "+c.want {
			t.Errorf("after %s:\ngot  %s\nwant > %s", c.events, got, c.want)
		}
	}
}
