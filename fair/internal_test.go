package fair

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"
)

func TestRandThrowsAwayADrawThatWouldFavorSomeNumbers(t *testing.T) {
	// From these states the next 64 bits are all zero. Zero times any bound has
	// a low half of zero, which is below 2^64 mod n unless n is a power of two.
	var step, mask uint64 = wyStep, wyMask
	for _, state := range []uint64{-step, mask - step} {
		r := Rand{state: state}
		if x := r.Uint64(); x != 0 {
			t.Fatalf("the state %#x gives %#x, want 0", state, x)
		}
		for _, n := range []int{3, 60, MaxBound} {
			r := Rand{state: state}
			x := r.Below(n)
			if want := state + 2*step; r.state != want {
				t.Errorf("Below(%d) left the state %#x, want %#x: two numbers taken", n, r.state, want)
			}
			s := Rand{state: state + step}
			if want := s.Below(n); x != want {
				t.Errorf("Below(%d) is %d, want the next number, %d", n, x, want)
			}
		}
		for _, n := range []int{1, 4, 1 << 30} {
			r := Rand{state: state}
			if x := r.Below(n); x != 0 || r.state != state+step {
				t.Errorf("Below(%d) is %d and took another number, want 0 from the first: nothing is unfair to a power of two", n, x)
			}
		}
	}
}

func TestAStreamThrowsAwayWordsThatWouldFavorSomeNumbers(t *testing.T) {
	// 2^32/3, rounded up: only twice this fits, so a third of the words must go.
	const worst = 1431655766
	s, err := NewStream(Seed{1}, "table", 1, [][]byte{nil})
	if err != nil {
		t.Fatal(err)
	}
	const numbers = 10_000
	for range numbers {
		s.Below(worst)
	}
	words := int(s.next)*8 - (len(s.block)-s.used)/4
	if words < numbers*147/100 || words > numbers*153/100 {
		t.Errorf("%d numbers below %d took %d words, want about half as many again", numbers, worst, words)
	}
}

func TestEveryBoundTakesAWordOneIncluded(t *testing.T) {
	s, err := NewStream(Seed{1}, "table", 1, [][]byte{nil})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if taken := int(s.next)*8 - (len(s.block)-s.used)/4; taken != i {
			t.Fatalf("%d words taken after %d numbers below 1", taken, i)
		}
		s.Below(1)
	}
}

// readMessage takes a key's message apart again, as a proof that it can be read
// in one way only.
func readMessage(m []byte) (scheme, table string, event uint64, clients [][]byte, err error) {
	field := func() (b []byte) {
		if len(m) < 4 || uint64(len(m)-4) < uint64(binary.BigEndian.Uint32(m)) {
			err = fmt.Errorf("the message ends inside a field")
			return nil
		}
		n := 4 + int(binary.BigEndian.Uint32(m))
		b, m = m[4:n], m[n:]
		return b
	}
	number := func() (n uint64) {
		if len(m) < 8 {
			err = fmt.Errorf("the message ends inside a number")
			return 0
		}
		n, m = binary.BigEndian.Uint64(m), m[8:]
		return n
	}
	scheme, table = string(field()), string(field())
	event = number()
	for n := number(); n > 0 && err == nil; n-- {
		clients = append(clients, field())
	}
	if len(m) > 0 {
		err = fmt.Errorf("%d bytes are left over", len(m))
	}
	return scheme, table, event, clients, err
}

func FuzzAKeysMessageCanBeReadBackInOneWayOnly(f *testing.F) {
	f.Add("K7QX", uint64(1), []byte("saddle"), []byte(""), []byte{0xc0, 0xff, 0xee})
	f.Add("a", uint64(1<<63), []byte{0, 0, 0, 1}, []byte{0}, []byte("\x00\x00\x00\x00\x00\x00\x00\x03"))
	f.Fuzz(func(t *testing.T, table string, event uint64, a, b, c []byte) {
		clients := [][]byte{a, b, c}
		scheme, gotTable, gotEvent, gotClients, err := readMessage(message(table, event, clients))
		if err != nil {
			t.Fatal(err)
		}
		if scheme != Scheme || gotTable != table || gotEvent != event || len(gotClients) != len(clients) {
			t.Fatalf("read back %q, %q, %d and %d client seeds", scheme, gotTable, gotEvent, len(gotClients))
		}
		for i := range clients {
			if !bytes.Equal(gotClients[i], clients[i]) {
				t.Fatalf("client seed %d read back as %x, was %x", i, gotClients[i], clients[i])
			}
		}
	})
}

func TestTheMessageOfTheWorkedExample(t *testing.T) {
	m := message("K7QX", 1, [][]byte{[]byte("saddle"), nil, {0xc0, 0xff, 0xee}})
	want := "0000000d" + "73616c6f6f6e2d666169722f31" + "00000004" + "4b375158" + "0000000000000001" + "0000000000000003" +
		"00000006" + "736164646c65" + "00000000" + "00000003" + "c0ffee"
	if got := fmt.Sprintf("%x", m); got != want {
		t.Errorf("the message is\n%s, want\n%s", got, want)
	}
}

func TestRandThrowsAwayABatchThatWouldFavorSomeNumbers(t *testing.T) {
	// From this state the next 64 bits are all zero, and so is the rest of any product.
	var step uint64 = wyStep
	for _, n := range []uint64{batch, 60, MostDealt} {
		var got, want [batch]uint8
		r, s := Rand{state: -step}, Rand{}
		r.places(&got, n)
		s.places(&want, n)
		if r.state != s.state || got != want {
			t.Errorf("below %d: drew %v, want %v, what the next number gives", n, got, want)
		}
	}
}
