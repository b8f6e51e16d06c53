// Package round solves one round of Showdown: given what each player may own by what
// everybody has seen, and what the round's ends are worth, it finds how both should
// stack, bet and flip, by CFR+ on the round's public tree (package cfr).
//
// All cards of a game are always eight, so that the tree is small: while stacking the
// turns alternate, and a position in the betting is how many cards are stacked and which
// bets have been named. A player's private state is its Hand: the cards that it owns and
// the order of those on its stack. Stacking is a hidden action: the public sees that a
// card was put down, not which. Flipping is one player's affair; it goes on below the
// tree's terminals, where each bettor has a plan for what it may own and has seen.
//
// What an end is worth depends on what the players believe of each other then. Game
// asks a Worth for it, with the belief that the strategies lead to, more than once while
// it solves.
//
// Afterwards there are the Policy, how both play every hand at every public position;
// the Line, which follows a round's public events through it and says what to believe
// at the round's end; and the Answer, a best response for somebody who knows it.
//
// The package must never know files, clocks or randomness, nor who plays.
package round
