package fair_test

import (
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
)

// noErr ends the test if there is an error that nothing here expects.
func noErr(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantErr checks that an error is there and says all of the texts.
func wantErr(t testing.TB, err error, says ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one that says %q", says)
		return
	}
	for _, text := range says {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("the error is %q, want it to say %q", err, text)
		}
	}
}

// wantPanic checks that f panics with something that says the text.
func wantPanic(t *testing.T, says string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		var text string
		switch p := recover().(type) {
		case string:
			text = p
		case error:
			text = p.Error()
		}
		if !strings.Contains(text, says) {
			t.Errorf("the panic says %q, want it to say %q", text, says)
		}
	}()
	f()
}

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	noErr(t, err)
	return b
}

// stream returns a stream of a seed and event, for tests that need any.
func stream(t testing.TB, seed byte, event uint64) *fair.Stream {
	t.Helper()
	s, err := fair.NewStream(fair.Seed{seed}, "table", event, [][]byte{[]byte("a"), nil})
	noErr(t, err)
	return s
}

// sources is one of each kind, the same in every run.
func sources(t testing.TB) map[string]fair.Source {
	t.Helper()
	return map[string]fair.Source{"Rand": fair.NewRand(1), "Stream": stream(t, 1, 1)}
}

// record is what the tests need of a record file.
type record struct {
	Events []string   `json:"events"`
	Fair   fair.Proof `json:"fair"`
}

func readRecord(t testing.TB, name string) record {
	t.Helper()
	var r record
	readJSON(t, name+".saloon.json", &r)
	return r
}

func readJSON(t testing.TB, name string, to any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	noErr(t, err)
	noErr(t, json.Unmarshal(data, to))
}

// things turns words such as "A,3,K" or "11,12" into values for Verify. Each
// file uses one kind of word, so cards that are digits do not meet letters.
func things(words string) []uint8 {
	var values []uint8
	for word := range strings.SplitSeq(words, ",") {
		if n, err := strconv.Atoi(word); err == nil {
			values = append(values, uint8(n))
		} else {
			values = append(values, word[0])
		}
	}
	return values
}

// wantUniform checks by chi-square that the counts are what equally likely
// results give: not too uneven, and not suspiciously even either. The seeds of
// these tests are fixed, so they cannot fail by chance later; the limit of four
// standard deviations keeps the choice of seeds from being a search.
func wantUniform(t *testing.T, what string, counts []int) {
	t.Helper()
	total := 0
	for _, c := range counts {
		total += c
	}
	want := float64(total) / float64(len(counts))
	if want < 20 {
		t.Fatalf("%s: %g expected in each cell are too few for a chi-square test", what, want)
	}
	x := 0.0
	for _, c := range counts {
		x += (float64(c) - want) * (float64(c) - want) / want
	}
	// Wilson and Hilferty 1931: the cube root of chi-square is nearly normal.
	df := float64(len(counts) - 1)
	z := (math.Cbrt(x/df) - (1 - 2/(9*df))) / math.Sqrt(2/(9*df))
	if math.Abs(z) > 4 {
		t.Errorf("%s: chi-square %.1f with %g degrees of freedom, %.1f standard deviations from what chance gives: %v", what, x, df, z, counts)
	}
}
