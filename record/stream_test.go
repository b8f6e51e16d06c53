package record_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/saloon-games/saloon/record"
)

func TestManyRecordsAreReadOneAfterTheOther(t *testing.T) {
	want := []string{small, ended, follow, texasWith("6", "{}")}
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"at once":         func(r io.Reader) io.Reader { return r },
		"byte by byte":    iotest.OneByteReader,
		"by halves":       iotest.HalfReader,
		"the end at once": iotest.DataErrReader,
	} {
		for _, between := range []string{"\n", "", "\r\n\r\n", " "} {
			in := record.NewReader(wrap(strings.NewReader(strings.Join(want, between))))
			for i, line := range want {
				rec, err := in.Read()
				if err != nil {
					t.Fatalf("%s, record %d: %v", name, i, err)
				}
				if got := written(t, rec); got != line {
					t.Errorf("%s, record %d: %s", name, i, got)
				}
			}
			for range 2 {
				if rec, err := in.Read(); rec != nil || !errors.Is(err, io.EOF) {
					t.Errorf("%s: after the last there is %v, %v", name, rec, err)
				}
			}
		}
	}
}

func TestAReaderGoesOnAfterABadRecordWhoseJSONIsWhole(t *testing.T) {
	in := record.NewReader(strings.NewReader(small + "\n{\"format\":\"x\"}\n7 [\"}\"] \"{\" null\n" + strings.Replace(small, "2", "3", 1) + "\n" + ended))
	for i, want := range []string{
		"", `record: format: want "saloon-record/1", not "x"`, `not 7`, `not ["}"]`, `not "{"`, `not null`,
		"record: players=3: S1: Showdown (Raincheck) is for 2 players", "",
	} {
		rec, err := in.Read()
		switch {
		case want == "" && err != nil:
			t.Errorf("record %d: %v", i, err)
		case want != "" && (err == nil || rec != nil || !strings.HasSuffix(err.Error(), want)):
			t.Errorf("record %d: %v, %v; want ... %s", i, rec, err, want)
		}
	}
	if _, err := in.Read(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last: %v", err)
	}
}

func TestAReaderStopsForGoodWhereTheJSONIsBroken(t *testing.T) {
	in := record.NewReader(strings.NewReader(small + "\n{\"format\":}\n" + small))
	if _, err := in.Read(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		rec, err := in.Read()
		if want := "record: invalid character '}' looking for beginning of value"; rec != nil || err == nil || err.Error() != want {
			t.Errorf("%v, %v; want %s", rec, err, want)
		}
	}
}

func TestAReaderThatFailsMidwayIsNotTheEnd(t *testing.T) {
	broken := fmt.Errorf("the line went dead: %w", io.EOF) // which is no EOF
	for _, n := range []int{0, 1, 60, len(small) - 1, len(small) + 1} {
		text := (small + "\n" + small)[:n]
		rec, err := record.Read(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
		if rec != nil || !errors.Is(err, broken) || strings.Contains(err.Error(), "empty") {
			t.Errorf("after %d bytes: %v, %v", n, rec, err)
		}
	}
	in := record.NewReader(io.MultiReader(strings.NewReader(small), iotest.ErrReader(broken)))
	if _, err := in.Read(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := in.Read(); !errors.Is(err, broken) || err.Error() != "record: the line went dead: EOF" {
			t.Errorf("the error is %v", err)
		}
	}
}

// endless is a head and then the same text again and again, a hundred million bytes
// in all. It counts what is read of it.
type endless struct {
	head string
	fill string
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	const size = 100_000_000
	p = p[:min(len(p), size-e.read)]
	if len(p) == 0 {
		return 0, io.EOF
	}
	n := 0
	if e.read < len(e.head) {
		n = copy(p, e.head[e.read:])
	}
	for n < len(p) {
		n += copy(p[n:], e.fill)
	}
	e.read += n
	return n, nil
}

func TestInputWithoutEndIsRefusedAfterABoundedPart(t *testing.T) {
	const (
		kib  = 1 << 10
		most = record.MaxSize
	)
	for name, c := range map[string]struct {
		head string
		fill string
		want string
		most int
	}{
		"zero bytes":        {"", "\x00", `record: invalid character '\x00' looking for beginning of value`, 64 * kib},
		"letters":           {"", "x", "record: invalid character 'x' looking for beginning of value", 64 * kib},
		"open brackets":     {"", "[", "record: invalid character '[' exceeded max depth", 64 * kib},
		"nested in a field": {`{"a":`, "[", "record: invalid character '[' exceeded max depth", 64 * kib},
		"nested objects":    {`{"a":`, "{", "record: invalid character '{' looking for beginning of object key string", 64 * kib},
		"blanks":            {"", " ", record.ErrTooLarge.Error(), most},
		"quotation marks":   {"", `"`, `record: want an object such as {"format":"saloon-record/1", ...}, not ""`, 64 * kib},
		"an endless string": {`{"format":"`, "x", record.ErrTooLarge.Error(), most},
	} {
		in := &endless{head: c.head, fill: strings.Repeat(c.fill, 64*kib)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		rec, err := record.Read(in)
		runtime.ReadMemStats(&after)
		if rec != nil || err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, %v; want %s", name, rec, err, c.want)
		}
		if (c.want == record.ErrTooLarge.Error()) != errors.Is(err, record.ErrTooLarge) {
			t.Errorf("%s: the error is %v", name, err)
		}
		if in.read > c.most+64*kib {
			t.Errorf("%s: %d bytes have been read, want at most %d", name, in.read, c.most+64*kib)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > uint64(6*c.most) {
			t.Errorf("%s: %d bytes have been allocated, want at most %d", name, used, 6*c.most)
		}
	}
}

func TestTheBoundIsExactAndForOneRecordNotForAStream(t *testing.T) {
	pad := strings.Repeat(" ", record.MaxSize-len(small))
	in := record.NewReader(io.MultiReader(
		strings.NewReader(pad[:len(pad)/2]), strings.NewReader(small),
		strings.NewReader(pad), strings.NewReader(small), // just not too large, but for what was before
		strings.NewReader(" "), strings.NewReader(pad), strings.NewReader(small),
	))
	for range 2 {
		rec, err := in.Read()
		if err != nil {
			t.Fatal(err)
		}
		if got := written(t, rec); got != small {
			t.Errorf("the record is %s", got)
		}
	}
	for range 2 {
		rec, err := in.Read()
		if rec != nil || !errors.Is(err, record.ErrTooLarge) || err.Error() != "record: larger than 16 MiB, which no game is" {
			t.Errorf("a record of one byte more: %v, %v", rec, err)
		}
	}
}
