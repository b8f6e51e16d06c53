package game

// Perft counts the different sequences of exactly depth decisions that can
// follow the state. Chance is never expanded: a line that reaches a chance
// event or the end before depth decisions counts for nothing, one whose last
// decision leads there counts. Depth 0 is 1 in any state. It takes time
// proportional to the count at depth-1. The name and the use as a fixture of
// rules are from computer chess ("performance test").
func Perft(s State, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	moves := s.Legal(nil)
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		next := s.Clone()
		if err := next.Play(m); err != nil {
			panic("game: a legal move was refused: " + err.Error())
		}
		n += Perft(next, depth-1)
	}
	return n
}
