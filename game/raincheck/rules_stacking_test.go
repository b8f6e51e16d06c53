package raincheck_test

import (
	"testing"

	"github.com/saloon-games/saloon/game"
)

// all8 stacks all cards of both players in round 1; seat 0 is on turn.
const all8 = "start 0; stack A; stack A; stack 3; stack 3; stack K; stack K; stack Q; stack Q"

func TestCardsAndEnergyAreAsS1ToS3Say(t *testing.T) {
	run(t, []fixture{
		{
			says:   "S1: each player starts with four cards",
			events: "",
			want:   `{"hand":[4,4],"stack":[0,0],"river":0}`,
		},
		{
			says:   "S1: the player who begins may stack any of A, 3, K, Q",
			events: "start 0",
			want:   `{"seat":0,"legal":["stack A","stack 3","stack K","stack Q"]}`,
		},
		{
			says:   "S1: so may the other, whatever the first has stacked",
			events: "start 0; stack K",
			want:   `{"seat":1,"legal":["stack A","stack 3","stack K","stack Q"]}`,
		},
		{
			says:   "S2: energy starts at 10",
			events: "",
			want:   `{"energy":[10,10]}`,
		},
		{
			says:   "S2: Battery at 10 energy stays at 10",
			events: "start 0; stack Q; stack K; bet 1; fold; flip own",
			want:   `{"energy":[10,10],"flipped":[["own","Q"]],"loser":1}`,
		},
		{
			says:   "S2: energy lost stays lost in the next round",
			events: "start 0; stack 3; stack K; bet 1; fold; flip own; lose A; river A",
			want:   `{"round":2,"energy":[7,10]}`,
		},
		{
			says: "S2: from 9, the first Battery gives 10 and the second nothing",
			events: "start 0; stack Q; stack Q; stack 3; bet 1; bet 3; fold; flip own; flip own; flip opp; lose A; river A; " + // 7, 8, 9
				"stack Q; stack Q; bet 1; bet 2; fold; flip own; flip opp",
			want: `{"energy":[10,10],"flipped":[["own","Q"],["opp","Q"]],"loser":1}`,
		},
		{
			says:   "S3: the river starts empty",
			events: "start 0",
			want:   `{"stack":[0,0],"river":0}`,
		},
		{
			says:   "S3: each player has a stack, and it is public how many cards it has",
			events: "start 0; stack K; stack A; stack 3",
			want:   `{"hand":[2,3],"stack":[2,1],"river":0}`,
		},
		{
			says:   "S3: the river is shared and holds what either has lost",
			events: one1 + "; stack Q; stack K; bet 1; fold; flip own; lose K; river K,A",
			want:   `{"hand":[3,3],"stack":[0,0],"river":2}`,
		},
	})
}

func TestTheBeginningPlayerIsAsS4Says(t *testing.T) {
	run(t, []fixture{
		{
			says:   "S4: before the start nobody is on turn",
			events: "",
			want:   `{"next":"chance","seat":null,"legal":[],"round":0,"phase":"start"}`,
		},
		{
			says:   "S4: chance chooses seat 0",
			events: "start 0",
			want:   `{"next":"seat","seat":0,"round":1,"phase":"stacking"}`,
		},
		{
			says:   "S4: chance chooses seat 1",
			events: "start 1",
			want:   `{"next":"seat","seat":1,"round":1,"phase":"stacking"}`,
		},
		{
			says:    "S4: the option first=0 lets seat 0 begin",
			options: game.Options{"first": 0},
			events:  "start 0",
			want:    `{"seat":0,"round":1}`,
		},
		{
			says:    "S4: the option first=1 lets seat 1 begin",
			options: game.Options{"first": 1},
			events:  "start 1",
			want:    `{"seat":1,"round":1}`,
		},
		{
			says:    "S4: before the start the option shows in no field",
			options: game.Options{"first": 1},
			events:  "",
			want:    `{"ply":0,"next":"chance","seat":null,"legal":[],"winners":null,"round":0,"phase":"start","energy":[10,10],"hand":[4,4],"stack":[0,0],"river":0,"bet":0,"bettor":null,"flipped":[],"loser":null}`,
		},
		{
			says:   "S4: round 2 begins with seat 1, though seat 0 has won round 1",
			events: one1,
			want:   `{"round":2,"seat":1}`,
		},
		{
			says:   "S4: round 3 begins with seat 0, though it has won rounds 1 and 2",
			events: two1,
			want:   `{"round":3,"seat":0}`,
		},
		{
			says:   "S4: round 4 begins with seat 1, though it has lost all rounds",
			events: three1,
			want:   `{"round":4,"seat":1}`,
		},
		{
			says:   "S4: after start 1, round 2 begins with seat 0, which has lost round 1",
			events: "start 1; stack K; stack K; bet 1; fold; flip own; lose A; river A",
			want:   `{"round":2,"seat":0}`,
		},
		{
			says: "S4: after start 1, round 3 begins with seat 1, which has won both",
			events: "start 1; stack K; stack K; bet 1; fold; flip own; lose A; river A; " +
				"stack K; stack K; stack 3; bet 1; fold; flip own; lose 3; river 3,A",
			want: `{"round":3,"seat":1,"hand":[2,4],"river":2}`,
		},
		{
			says: "S4: after start 1, round 3 begins with seat 1 also when each has won one",
			events: "start 1; stack K; stack K; bet 1; fold; flip own; lose A; river A; " +
				"stack K; stack K; bet 1; fold; flip own; lose A; river A,A",
			want: `{"round":3,"seat":1,"hand":[3,3],"river":2}`,
		},
	})
}

func TestStackingIsAsS5ToS7Say(t *testing.T) {
	run(t, []fixture{
		{
			says:   "S5: on the first turn of a round one must stack and cannot bet",
			events: "start 1",
			want:   `{"seat":1,"legal":["stack A","stack 3","stack K","stack Q"]}`,
		},
		{
			says:   "S5: neither can the other on theirs",
			events: "start 1; stack A",
			want:   `{"seat":0,"legal":["stack A","stack 3","stack K","stack Q"]}`,
		},
		{
			says:   "S5: nor in later rounds, when the river has cards",
			events: one1,
			want:   `{"seat":1,"legal":["stack 3","stack K","stack Q"]}`,
		},
		{
			says:   "S5: the second turn of round 2 must stack too",
			events: one1 + "; stack 3",
			want:   `{"seat":0,"legal":["stack A","stack 3","stack K","stack Q"]}`,
		},
		{
			says:   "S5: turns alternate",
			events: "start 0; stack A; stack A; stack 3",
			want:   `{"seat":1,"hand":[2,3],"stack":[2,1]}`,
		},
		{
			says:   "S5: the card stacked last is on top",
			events: "start 0; stack K; stack A; stack Q; bet 2; bet 3; fold; flip own",
			want:   `{"flipped":[["own","Q"]],"stack":[1,1]}`,
		},
		{
			says:   "S6: once both have stacked, the player on turn stacks one more or names the first bet",
			events: "start 0; stack A; stack K",
			want:   `{"seat":0,"legal":["stack 3","stack K","stack Q","bet 1","bet 2"]}`,
		},
		{
			says:   "S6: the other may name the first bet as well",
			events: "start 0; stack A; stack K; stack 3",
			want:   `{"seat":1,"legal":["stack A","stack 3","stack Q","bet 1","bet 2","bet 3"]}`,
		},
		{
			says:   "S6: naming a bet ends the stacking",
			events: "start 0; stack A; stack K; stack 3; bet 1",
			want:   `{"phase":"betting","seat":0,"bet":1,"bettor":1,"hand":[2,3],"stack":[2,1]}`,
		},
		{
			says:   "S7: who has stacked all four cards must bet",
			events: all8,
			want:   `{"phase":"stacking","seat":0,"hand":[0,0],"stack":[4,4],"legal":["bet 1","bet 2","bet 3","bet 4","bet 5","bet 6","bet 7","bet 8"]}`,
		},
		{
			says:   "S7: who has stacked their last card must bet, though the other still holds three",
			events: three1 + "; stack K; stack K",
			want:   `{"phase":"stacking","seat":1,"hand":[3,0],"stack":[1,1],"legal":["bet 1","bet 2","bet 3","bet 4","bet 5"]}`,
		},
	})
}

func TestBettingIsAsS8AndS9Say(t *testing.T) {
	run(t, []fixture{
		{
			says:   "S8: a first bet is from 1 to the cards in the stacks while the river is empty",
			events: "start 0; stack A; stack A; stack 3; stack 3",
			want:   `{"legal":["stack K","stack Q","bet 1","bet 2","bet 3","bet 4"]}`,
		},
		{
			says:   "S8: the river's cards count for the limit",
			events: one1 + "; stack K; stack K",
			want:   `{"seat":1,"river":1,"legal":["stack 3","stack Q","bet 1","bet 2","bet 3"]}`,
		},
		{
			says:   "S8: a later bet must be higher, and nobody stacks once betting has begun",
			events: "start 0; stack A; stack A; stack 3; stack 3; bet 2",
			want:   `{"seat":1,"bet":2,"bettor":0,"legal":["bet 3","bet 4","fold"]}`,
		},
		{
			says:   "S8: a bet may leave out numbers",
			events: all8 + "; bet 2; bet 7",
			want:   `{"seat":0,"bet":7,"bettor":1,"legal":["bet 8","fold"]}`,
		},
		{
			says:   "S9: bets alternate",
			events: all8 + "; bet 1; bet 2; bet 3",
			want:   `{"phase":"betting","seat":1,"bet":3,"bettor":0,"legal":["bet 4","bet 5","bet 6","bet 7","bet 8","fold"]}`,
		},
		{
			says:   "S9: a bet equal to the limit leaves only the fold",
			events: "start 0; stack K; stack K; bet 2",
			want:   `{"phase":"betting","seat":1,"bet":2,"legal":["fold"]}`,
		},
		{
			says:   "S9: so does a raise to the limit, here of all eight cards",
			events: all8 + "; bet 1; bet 8",
			want:   `{"phase":"betting","seat":0,"bet":8,"bettor":1,"legal":["fold"]}`,
		},
		{
			says:   "S9: and one that counts the river",
			events: one1 + "; stack K; stack K; bet 3",
			want:   `{"phase":"betting","seat":0,"bet":3,"bettor":1,"legal":["fold"]}`,
		},
	})
}
