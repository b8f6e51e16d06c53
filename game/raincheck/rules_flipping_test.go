package raincheck_test

import "testing"

// flips2 is round 3 after two1: seat 0 has a Battery over a Blank, seat 1 too, the
// river is a Beartrap over a Hit, and seat 0 has to flip five.
const flips2 = two1 + "; stack K; stack K; stack Q; stack Q; bet 5; fold"

func TestWhoFlipsIsAsS10Says(t *testing.T) {
	run(t, []fixture{
		{
			says:   "S10: on a fold the player who has bet flips",
			events: "start 0; stack K; stack A; bet 1; fold",
			want:   `{"phase":"flipping","seat":0,"bettor":0,"bet":1,"legal":["flip own"]}`,
		},
		{
			says:   "S10: after a raise it is who has raised",
			events: "start 0; stack K; stack A; bet 1; bet 2; fold",
			want:   `{"phase":"flipping","seat":1,"bettor":1,"bet":2,"legal":["flip own"]}`,
		},
		{
			says:   "S10: after several raises it is who has made the last",
			events: all8 + "; bet 1; bet 2; bet 4; fold",
			want:   `{"phase":"flipping","seat":0,"bettor":0,"bet":4}`,
		},
	})
}

func TestTheOrderOfFlipsIsAsS11Says(t *testing.T) {
	run(t, []fixture{
		{
			says:   "S11: the own stack comes first",
			events: flips2,
			want:   `{"seat":0,"stack":[2,2],"river":2,"legal":["flip own"]}`,
		},
		{
			says:   "S11: all of it",
			events: flips2 + "; flip own",
			want:   `{"seat":0,"stack":[1,2],"river":2,"legal":["flip own"],"flipped":[["own","Q"]]}`,
		},
		{
			says:   "S11: then the opponent's stack or the river",
			events: flips2 + "; flip own; flip own",
			want:   `{"seat":0,"stack":[0,2],"river":2,"legal":["flip opp","flip river"]}`,
		},
		{
			says:   "S11: card by card, river and opponent's stack in turns",
			events: flips2 + "; flip own; flip own; flip opp; flip river",
			want:   `{"stack":[0,1],"river":1,"legal":["flip opp","flip river"],"flipped":[["own","Q"],["own","K"],["opp","Q"],["river","3"]]}`,
		},
		{
			says:   "S11: the river between the opponent's cards",
			events: flips2 + "; flip own; flip own; flip opp; flip river; flip opp",
			want:   `{"phase":"losing","loser":1,"energy":[7,10],"flipped":[["own","Q"],["own","K"],["opp","Q"],["river","3"],["opp","K"]]}`,
		},
		{
			says:   "S11: the river before the opponent's cards",
			events: flips2 + "; flip own; flip own; flip river; flip opp; flip opp",
			want:   `{"phase":"losing","loser":1,"energy":[8,10],"flipped":[["own","Q"],["own","K"],["river","3"],["opp","Q"],["opp","K"]]}`,
		},
		{
			says:   "S11: the river after the opponent's cards",
			events: flips2 + "; flip own; flip own; flip opp; flip opp; flip river",
			want:   `{"phase":"losing","loser":1,"energy":[7,10],"flipped":[["own","Q"],["own","K"],["opp","Q"],["opp","K"],["river","3"]]}`,
		},
		{
			says:   "S11: the opponent's stack has run out, so the river is left",
			events: flips2 + "; flip own; flip own; flip opp; flip opp",
			want:   `{"phase":"flipping","stack":[0,0],"river":2,"legal":["flip river"]}`,
		},
		{
			says:   "S11: the river has run out, so the opponent's stack is left",
			events: blank1 + "; stack Q; stack K; bet 3; fold; flip own; flip river",
			want:   `{"phase":"flipping","seat":1,"stack":[1,0],"river":0,"legal":["flip opp"],"flipped":[["own","Q"],["river","K"]]}`,
		},
		{
			says:   "S11: without a river the opponent's stack is left",
			events: "start 0; stack K; stack K; bet 2; fold; flip own",
			want:   `{"phase":"flipping","seat":0,"stack":[0,1],"river":0,"legal":["flip opp"]}`,
		},
		{
			says:   "S11: nobody stops before the bet, also not where only a Hit is left",
			events: "start 0; stack K; stack A; bet 2; fold; flip own",
			want:   `{"phase":"flipping","seat":0,"legal":["flip opp"]}`,
		},
		{
			says:   "S11: the opponent's stack is flipped from its top",
			events: "start 0; stack K; stack A; stack 3; stack Q; bet 4; fold; flip own; flip own; flip opp",
			want:   `{"flipped":[["own","3"],["own","K"],["opp","Q"]],"stack":[0,1],"energy":[8,10]}`,
		},
	})
}

func TestCardsActAsS12Says(t *testing.T) {
	run(t, []fixture{
		{
			says:   "S12: a Hit stops the flipping and loses the round",
			events: "start 0; stack A; stack K; bet 2; fold; flip own",
			want:   `{"phase":"losing","next":"chance","loser":0,"energy":[10,10],"flipped":[["own","A"]]}`,
		},
		{
			says:   "S12: a Hit from the opponent's stack harms who flips it",
			events: "start 0; stack K; stack A; stack Q; bet 1; bet 3; fold; flip own; flip own; flip opp",
			want:   `{"phase":"losing","loser":0,"energy":[10,10],"flipped":[["own","Q"],["own","K"],["opp","A"]]}`,
		},
		{
			says:   "S12: so does one from the river",
			events: one1 + "; stack K; stack K; bet 3; fold; flip own; flip river",
			want:   `{"phase":"losing","loser":1,"energy":[10,10],"bettor":1,"flipped":[["own","K"],["river","A"]]}`,
		},
		{
			says:   "S12: a Beartrap costs three",
			events: "start 0; stack 3; stack K; bet 2; fold; flip own",
			want:   `{"phase":"flipping","energy":[7,10],"loser":null}`,
		},
		{
			says:   "S12: a Beartrap from the opponent's stack costs who flips it",
			events: "start 0; stack K; stack 3; bet 2; fold; flip own; flip opp",
			want:   `{"phase":"losing","energy":[7,10],"loser":1}`,
		},
		{
			says:   "S12: a Beartrap costs the flipping player also when that is seat 1",
			events: "start 0; stack K; stack 3; bet 1; bet 2; fold; flip own",
			want:   `{"phase":"flipping","energy":[10,7]}`,
		},
		{
			says:   "S12: a Blank does nothing",
			events: "start 0; stack K; stack K; bet 2; fold; flip own",
			want:   `{"phase":"flipping","seat":0,"energy":[10,10],"loser":null}`,
		},
		{
			says:   "S12: a Battery gives one, after a Beartrap",
			events: "start 0; stack Q; stack K; stack 3; bet 1; bet 2; fold; flip own; flip own",
			want:   `{"energy":[8,10],"flipped":[["own","3"],["own","Q"]]}`,
		},
		{
			says:   "S12: a Battery at 10 gives nothing that a later Beartrap could take",
			events: "start 0; stack 3; stack K; stack Q; bet 1; bet 2; fold; flip own; flip own",
			want:   `{"energy":[7,10],"flipped":[["own","Q"],["own","3"]]}`,
		},
	})
}

// four0 is a first round in which seat 0 flips both Beartraps and wins: its energy
// is 4, and seat 1 has lost its Hit.
const four0 = "start 0; stack 3; stack 3; bet 2; fold; flip own; flip opp; lose A; river A"

func TestEnergyRunsOutAsS13Says(t *testing.T) {
	// Seat 0 flips Q (5), 3 (2), Q (3), 3 (0).
	const exactly = four0 + "; stack 3; stack 3; stack Q; stack Q; bet 1; "
	// Seat 0 flips 3 (1), 3 (below).
	const below = four0 + "; stack 3; stack 3; bet 1; "
	run(t, []fixture{
		{
			says:   "S13: energy 1 is no end",
			events: below + "bet 2; fold; flip own",
			want:   `{"phase":"flipping","next":"seat","seat":0,"winners":null,"energy":[1,10]}`,
		},
		{
			says:   "S13: energy of exactly 0 loses the game at once",
			events: exactly + "bet 5; fold; flip own; flip own; flip opp; flip opp",
			want: `{"next":"over","seat":null,"legal":[],"winners":[1],"round":2,"phase":"over","energy":[0,10],"hand":[4,3],"stack":[0,0],"river":1,` +
				`"bet":5,"bettor":0,"flipped":[["own","Q"],["own","3"],["opp","Q"],["opp","3"]],"loser":0}`,
		},
		{
			says:   "S13: energy of exactly 0 loses also when that flip reaches the bet, before S14",
			events: exactly + "bet 4; fold; flip own; flip own; flip opp; flip opp",
			want:   `{"next":"over","winners":[1],"phase":"over","energy":[0,10],"bet":4,"loser":0}`,
		},
		{
			says:   "S13: energy below 0 loses the game at once and is shown as 0",
			events: below + "bet 3; fold; flip own; flip opp",
			want: `{"next":"over","seat":null,"legal":[],"winners":[1],"phase":"over","energy":[0,10],"hand":[4,3],"stack":[0,0],"river":1,` +
				`"bet":3,"bettor":0,"flipped":[["own","3"],["opp","3"]],"loser":0}`,
		},
		{
			says:   "S13: energy below 0 loses also when that flip reaches the bet, before S14",
			events: below + "bet 2; fold; flip own; flip opp",
			want:   `{"next":"over","winners":[1],"phase":"over","energy":[0,10],"bet":2,"loser":0}`,
		},
		{
			says: "S13: seat 1 loses in the same way",
			events: "start 1; stack 3; stack 3; bet 2; fold; flip own; flip opp; lose K; river K; " +
				"stack 3; stack 3; bet 1; bet 3; fold; flip own; flip opp",
			want: `{"next":"over","winners":[0],"phase":"over","energy":[10,0],"hand":[3,4],"river":1,"bettor":1,"loser":1}`,
		},
		{
			says: "S13: the last card may come from the river",
			events: four0 + "; stack 3; stack 3; bet 1; fold; flip own; lose 3; river A,3; " + // seat 1 wins and is at 7
				"stack Q; stack 3; bet 1; fold; flip own; lose K; river 3,K,A; " + // seat 0 wins and is at 5
				"stack 3; stack Q; bet 1; bet 3; fold; flip own; flip opp; flip river", // 6, 3, 0
			want: `{"next":"over","winners":[1],"phase":"over","energy":[0,7],"flipped":[["own","Q"],["opp","3"],["river","3"]],"river":3}`,
		},
	})
}

func TestFlippingEndsAsS14AndS15Say(t *testing.T) {
	run(t, []fixture{
		{
			says:   "S14: as many cards as the bet without a Hit, and the other loses the round",
			events: "start 0; stack K; stack Q; bet 2; fold; flip own; flip opp",
			want:   `{"phase":"losing","next":"chance","seat":null,"legal":[],"loser":1,"flipped":[["own","K"],["opp","Q"]]}`,
		},
		{
			says:   "S14: a Hit on the very last flip is still a Hit",
			events: "start 0; stack K; stack A; bet 2; fold; flip own; flip opp",
			want:   `{"phase":"losing","loser":0,"flipped":[["own","K"],["opp","A"]]}`,
		},
		{
			says:   "S14: also when it is the only flip",
			events: "start 0; stack A; stack K; bet 1; fold; flip own",
			want:   `{"phase":"losing","loser":0,"flipped":[["own","A"]]}`,
		},
		{
			says:   "S14: flipping stops exactly at the bet, before the own Hit",
			events: "start 0; stack A; stack K; stack K; stack 3; bet 1; fold; flip own",
			want:   `{"phase":"losing","loser":1,"flipped":[["own","K"]],"energy":[10,10]}`,
		},
		{
			says:   "S14: and before the other piles, where the bet is the own stack",
			events: two1 + "; stack K; stack K; stack Q; stack Q; bet 2; fold; flip own; flip own",
			want:   `{"phase":"losing","loser":1,"flipped":[["own","Q"],["own","K"]]}`,
		},
		{
			says:   "S15: flipped cards stay seen while the loser loses a card",
			events: "start 0; stack K; stack Q; bet 2; fold; flip own; flip opp; lose Q",
			want:   `{"phase":"shuffling","bet":2,"bettor":0,"loser":1,"flipped":[["own","K"],["opp","Q"]]}`,
		},
		{
			says:   "S15: until the round ends",
			events: "start 0; stack K; stack Q; bet 2; fold; flip own; flip opp; lose Q; river Q",
			want:   `{"phase":"stacking","round":2,"bet":0,"bettor":null,"loser":null,"flipped":[]}`,
		},
	})
}
