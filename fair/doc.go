// Package fair makes shuffles that anyone can check afterwards.
//
// Before a game the house makes a secret server seed (NewSeed) and publishes
// its Commitment. Then every seat sends a client seed of its own choosing. From
// all of them, the table's id and the number of the chance event comes a Stream
// of numbers, and Draw turns the stream into cards drawn. After the game the
// house reveals the server seed, and whoever has the record (its Proof) can
// repeat every draw: Verify, Proof.Stream, or twenty lines of another language.
// docs/fairness.md describes the scheme byte by byte, and who can predict or
// steer what.
//
// For tools and simulations there is Rand: much faster, repeatable from a seed,
// and not secret at all. Real tables never use it. Both are a Source, so
// whatever draws works with either.
//
// This package must know nothing of games: not what a card is, nor how many
// there are, nor when chance speaks. It imports nothing from this module.
package fair
