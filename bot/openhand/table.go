package openhand

import "math/bits"

// Key names a position among all that a search may meet: two positions with the same key
// must be worth the same. It is the position itself, packed, and no hash of it, so
// that no collision can make a search wrong. The four highest bits of C are not the
// game's: a search writes there what it asks.
type Key struct{ A, B, C uint64 }

// entry is a position whose worth is known: 32 bytes, two to a line of cache.
type entry struct {
	key Key
	// Bytes 0 to 5: what is known. Byte 6: how many units are left, 0 in an empty
	// place. Byte 7: when it was written, see table.now.
	what uint64
}

// bucket is the places that a key may have. In the first stays what was dearest to find
// out; the second takes whatever comes.
type bucket [2]entry

const (
	leftShift = 48
	nowShift  = 56
	known     = 1<<leftShift - 1
)

// table is the transposition table (Greenblatt, Eastlake and Crocker 1967; two places
// a bucket: Breuker, Uiterwijk and van den Herik 1994, "Replacement Schemes for
// Transposition Tables"). It has a fixed size and forgets what has no room.
type table struct {
	buckets []bucket
	shift   int
	now     uint64 // the search's number, so that what earlier ones have left gives way
}

// newTable returns a table of so many entries, rounded up to a power of two, two at least.
func newTable(entries int) table {
	log := bits.Len(uint(max(entries, 2) - 1))
	return table{buckets: make([]bucket, 1<<(log-1)), shift: 65 - log}
}

// age begins a new search.
func (t *table) age() { t.now = (t.now + 1) & 0xff }

// at is where the key's entry is or belongs.
func (t *table) at(k *Key) *bucket {
	hi, lo := bits.Mul64(k.A^0x9e3779b97f4a7c15, k.B^0xbf58476d1ce4e5b9)
	hi2, lo2 := bits.Mul64(hi^lo^k.C, 0x94d049bb133111eb)
	return &t.buckets[(hi2^lo2)*0x9e3779b97f4a7c15>>t.shift]
}

// get returns what is known of the position, and whether anything is.
func (t *table) get(k *Key) (what uint64, ok bool) {
	b := t.at(k)
	for i := range b {
		if e := &b[i]; e.key == *k && e.what != 0 {
			return e.what & known, true
		}
	}
	return 0, false
}

// put notes what is known of the position, from which on so many units are left.
func (t *table) put(k *Key, left int, what uint64) {
	b := t.at(k)
	e := entry{*k, what | uint64(left)<<leftShift | t.now<<nowShift}
	first := b[0].what
	if b[0].key == *k || first>>nowShift != t.now || int(first>>leftShift&0xff) <= left {
		if b[0].key != *k {
			b[1] = b[0]
		}
		b[0] = e
		return
	}
	b[1] = e
}
