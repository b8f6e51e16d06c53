// Package rating rates players by the games they have played, of two players or
// more, ties included, so that one number says how they stand to each other.
//
// It is the Plackett-Luce model of Weng and Lin (2011), "A Bayesian Approximation
// Method for Online Ranking", Journal of Machine Learning Research 12, algorithm 4:
// a player's skill is a normal distribution, and a result moves it by one step of
// closed form. Its figures are those of the JavaScript library openskill 5.0.1.
//
// The package must never know games, bots, files or clocks.
package rating

import (
	"fmt"
	"math"
)

// Rating is what is known of a player's skill: a normal distribution. Its scale is
// arbitrary, and only differences between players of the same run mean anything.
type Rating struct {
	// Mu is the mean, 25 for a player of whom nothing is known; more is better.
	Mu float64
	// Sigma is the standard deviation, 25/3 for a player of whom nothing is
	// known.
	Sigma float64
}

const (
	// mean and spread are what is known of a new player.
	mean   = 25.0
	spread = mean / 3
	// beta is how much what a player shows in a game varies around the skill.
	beta = spread / 2
	// kappa is the least part of the variance that one game leaves.
	kappa = 1e-4
)

// Drift is the tau of openskill: how far a skill may move from one game to the next.
// Players that learn have one; players that always play alike have none.
const Drift = mean / 300

// New is the rating of a player of whom nothing is known.
func New() Rating { return Rating{Mu: mean, Sigma: spread} }

// Rate returns the players' ratings after a game. Players with the lower rank have
// done better, and players with the same rank have tied. Drift is added to what
// is uncertain before the game, 0 for players whose skill never changes. Time is
// the square of the number of players. It panics unless every player has a rank:
// that is a mistake in the program.
func Rate(players []Rating, ranks []int, drift float64) []Rating {
	if len(players) != len(ranks) {
		panic(fmt.Sprintf("rating: %d players and %d ranks", len(players), len(ranks)))
	}
	variance := make([]float64, len(players))
	sum := 0.0
	for i, p := range players {
		variance[i] = p.Sigma*p.Sigma + drift*drift
		sum += variance[i] + beta*beta
	}
	c := math.Sqrt(sum)

	// strength[q] is the sum over all who did not do better than q, from whom q
	// stood out; tied[q] is how many share q's rank.
	strength := make([]float64, len(players))
	tied := make([]float64, len(players))
	for q := range players {
		for i, p := range players {
			if ranks[i] >= ranks[q] {
				strength[q] += math.Exp(p.Mu / c)
			}
			if ranks[i] == ranks[q] {
				tied[q]++
			}
		}
	}

	after := make([]Rating, len(players))
	for i, p := range players {
		var omega, delta float64
		for q := range players {
			if ranks[q] > ranks[i] {
				continue
			}
			share := math.Exp(p.Mu/c) / strength[q]
			won := 0.0
			if q == i {
				won = 1
			}
			omega += (won - share) / tied[q]
			delta += share * (1 - share) / tied[q]
		}
		gamma := math.Sqrt(variance[i]) / c
		left := 1 - variance[i]/(c*c)*gamma*delta
		after[i] = Rating{
			Mu:    p.Mu + variance[i]/c*omega,
			Sigma: math.Sqrt(variance[i] * max(left, kappa)),
		}
	}
	return after
}
