package game

import "strconv"

// AppendHead appends the fields that the JSON of every game's states begins
// with, from the opening brace to winners: ply, next, seat, legal, winners.
func AppendHead(dst []byte, s State) []byte {
	dst = append(dst, `{"ply":`...)
	dst = strconv.AppendInt(dst, int64(s.Ply()), 10)
	turn := s.Turn()
	dst = append(dst, `,"next":"`...)
	dst = append(dst, turn.Next()...)
	dst = append(dst, `","seat":`...)
	dst = AppendSeat(dst, int(turn))
	dst = append(dst, `,"legal":[`...)
	var room [96]Move
	for i, m := range s.Legal(room[:0]) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		dst = append(dst, s.Word(m)...)
		dst = append(dst, '"')
	}
	dst = append(dst, `],"winners":`...)
	if turn != Over {
		return append(dst, "null"...)
	}
	return AppendInts(dst, s.Winners())
}

// Next is the turn as JSON tells it: "seat", "chance" or "over".
func (t Turn) Next() string {
	if t >= 0 {
		return "seat"
	}
	return t.String()
}

// AppendSeat appends a seat's number, or null for a negative one.
func AppendSeat(dst []byte, seat int) []byte {
	if seat < 0 {
		return append(dst, "null"...)
	}
	return strconv.AppendInt(dst, int64(seat), 10)
}

// AppendInts appends a JSON list of numbers.
func AppendInts[N ~int | ~int8 | ~int16 | ~uint8](dst []byte, list []N) []byte {
	dst = append(dst, '[')
	for i, n := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, ']')
}

// Words returns the words of the moves, in their order; never nil.
func Words(word func(Move) string, moves []Move) []string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = word(m)
	}
	return words
}
