package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"unicode/utf8"
)

// Scheme names the way streams are made from seeds. It stands in every record
// played with it and is part of what is hashed, so a later scheme can never give
// the numbers of this one.
const Scheme = "saloon-fair/1"

// Limits of what goes into a stream.
const (
	MaxTable      = 255 // bytes of a table's id, which has at least one
	MaxClientSeed = 64  // bytes of a client seed, which may be empty
	MaxSeats      = 255 // seats, and so client seeds; there is at least one
)

// Stream is the randomness of one chance event of one game: a Source whose
// numbers follow from the seeds alone. A Stream must be fresh for each chance
// event. It is not safe for concurrent use.
type Stream struct {
	mac  hash.Hash // HMAC-SHA256 with the event's key
	next uint64    // number of the next block
	used int       // bytes used of block
	// block holds the current block; while the next one is made it also
	// carries the block's number, which would otherwise be allocated each time.
	block [sha256.Size]byte
}

// NewStream returns the stream of a chance event.
//
// The table is its id, 1 to 255 bytes of UTF-8, taken as they are without any
// normalization. The event is its place among all events of the game (its ply
// once it has happened), counted from 1. The clients are the client seeds in
// seat order, one for each seat (1 to 255 seats), each of at most 64 bytes; a
// seat that gave none has an empty one. Anything else is refused with an error
// that says what would be right. The arguments are not kept.
func NewStream(server Seed, table string, event uint64, clients [][]byte) (*Stream, error) {
	if err := checkTable(table); err != nil {
		return nil, err
	}
	if err := checkClients(clients); err != nil {
		return nil, err
	}
	if event == 0 {
		return nil, fmt.Errorf("fair: event 0: events are counted from 1")
	}
	outer := hmac.New(sha256.New, server[:])
	outer.Write(message(table, event, clients))
	return &Stream{mac: hmac.New(sha256.New, outer.Sum(nil)), used: sha256.Size}, nil
}

// message encodes what an event's key depends on besides the server seed. A
// number is 8 bytes, big-endian; a text or seed is its length in 4 bytes,
// big-endian, and then its bytes. No two inputs share an encoding: whoever reads
// it from the left always knows where the next field begins.
func message(table string, event uint64, clients [][]byte) []byte {
	field := func(m []byte, text string) []byte {
		return append(binary.BigEndian.AppendUint32(m, uint32(len(text))), text...)
	}
	m := field(nil, Scheme)
	m = field(m, table)
	m = binary.BigEndian.AppendUint64(m, event)
	m = binary.BigEndian.AppendUint64(m, uint64(len(clients)))
	for _, c := range clients {
		m = field(m, string(c))
	}
	return m
}

// word returns the next 4 bytes of the stream. Block i is HMAC-SHA256(key, i),
// with i as 8 bytes, and holds eight words.
func (s *Stream) word() uint32 {
	if s.used == len(s.block) {
		binary.BigEndian.PutUint64(s.block[:8], s.next)
		s.mac.Reset()
		s.mac.Write(s.block[:8])
		s.mac.Sum(s.block[:0])
		s.next++
		s.used = 0
	}
	w := binary.BigEndian.Uint32(s.block[s.used:])
	s.used += 4
	return w
}

// Below returns a number from 0 to n-1, each equally likely. It panics if n is
// not from 1 to MaxBound.
//
// It takes the next word below the greatest multiple of n that 32 bits can
// count, and returns the word modulo n. Words that are not below are thrown
// away: fewer than one in three even for the worst n, and fewer than n in 2^32
// always. Below(1) takes a word like any other bound.
func (s *Stream) Below(n int) int {
	if n < 1 || n > MaxBound {
		panic(badBound(n))
	}
	limit := (1 << 32) / uint64(n) * uint64(n)
	for {
		if w := uint64(s.word()); w < limit {
			return int(w % uint64(n))
		}
	}
}

func checkTable(table string) error {
	if len(table) < 1 || len(table) > MaxTable {
		return fmt.Errorf("fair: table id of %d bytes: it must be 1 to %d bytes", len(table), MaxTable)
	}
	if !utf8.ValidString(table) {
		return fmt.Errorf("fair: table id %q: it must be UTF-8", table)
	}
	return nil
}

func checkClients(clients [][]byte) error {
	if len(clients) < 1 || len(clients) > MaxSeats {
		return fmt.Errorf("fair: %d client seeds: there must be one for each seat, 1 to %d, and an empty one for a seat without", len(clients), MaxSeats)
	}
	for seat, c := range clients {
		if len(c) > MaxClientSeed {
			return fmt.Errorf("fair: client seed of seat %d of %d bytes: it must be at most %d bytes", seat, len(c), MaxClientSeed)
		}
	}
	return nil
}
