package fair_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
)

// page is the description of the scheme, whose numbers these tests keep true.
const page = "../docs/fairness.md"

// example reads the lines "name = value" of the page's worked example.
func example(t *testing.T) (all string, values map[string]string) {
	t.Helper()
	data, err := os.ReadFile(page)
	noErr(t, err)
	_, all, found := strings.Cut(string(data), "## A worked example")
	if !found {
		t.Fatalf("%s has no worked example", page)
	}
	values = map[string]string{}
	for line := range strings.Lines(all) {
		if name, value, ok := strings.Cut(line, "="); ok {
			values[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return all, values
}

func TestTheWorkedExampleOfThePageIsTrue(t *testing.T) {
	all, v := example(t)
	want := func(name, got string) {
		t.Helper()
		if v[name] == "" || v[name] != got {
			t.Errorf("%s is %s, but the page says %q", name, got, v[name])
		}
	}
	server, err := fair.ParseSeed(v["server seed"])
	noErr(t, err)
	want("commitment", server.Commit().String())
	event, err := strconv.ParseUint(v["event"], 10, 64)
	noErr(t, err)
	var clients [][]byte
	for i := range 3 {
		value, ok := v[fmt.Sprint("client seed ", i)]
		if !ok {
			t.Errorf("the page has no client seed %d", i)
		}
		clients = append(clients, unhex(t, value))
	}
	if got := fmt.Sprintf("%x", "saddle"); got != v["client seed 0"] {
		t.Errorf("saddle is %s, but the page says %q", got, v["client seed 0"])
	}

	// The message in one piece and taken apart.
	_, apart, _ := strings.Cut(all, "taken apart")
	apart, _, _ = strings.Cut(apart, "The pool is")
	var pieces strings.Builder
	for line := range strings.Lines(apart) {
		digits, _, _ := strings.Cut(line, "   ") // what follows is a remark
		if digits = strings.ReplaceAll(digits, " ", ""); digits != "" && strings.Trim(digits, "0123456789abcdef") == "" {
			pieces.WriteString(digits)
		}
	}
	want("message", pieces.String())

	// Key and first block, here by hand; the draw by the package.
	sum := func(key, message []byte) []byte {
		h := hmac.New(sha256.New, key)
		h.Write(message)
		return h.Sum(nil)
	}
	key := sum(server[:], unhex(t, v["message"]))
	want("key", fmt.Sprintf("%x", key))
	block := sum(key, make([]byte, 8))
	want("block 0", fmt.Sprintf("%x", block))

	stream, err := fair.NewStream(server, v["table"], event, clients)
	noErr(t, err)
	places := make([]uint8, 45)
	fair.Draw(stream, places, len(places))
	deck := things("11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,31,32,33,34,35,36,37,38,41,42,43,44,45,46,47,51,52,53,54,55,56,61,62,63,64,65")
	cards := make([]uint8, len(deck))
	for i, place := range places {
		cards[i] = deck[place]
	}
	list := func(cards []uint8) string {
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(cards), "[]"), " ", ",")
	}
	want("drawn", list(cards))
	rows := 0
	for i := range 4 {
		n, word := uint64(45-i), block[4*i:4*i+4]
		number, err := strconv.ParseUint(fmt.Sprintf("%x", word), 16, 32)
		noErr(t, err)
		row := fmt.Sprintf("| %d | %d | %x | %d | %d | %d | %d |", i, n, word, number, number%n, uint64(i)+number%n, cards[i])
		if strings.Contains(all, row) {
			rows++
		} else {
			t.Errorf("the page has no row %s", row)
		}
	}
	if got := strings.Count(all, "\n| ") - 1; got != rows { // but for the row of titles
		t.Errorf("the page's table has %d rows, of which %d are checked", got, rows)
	}
	if limit := fmt.Sprint(uint64(1<<32) / 45 * 45); !strings.Contains(all, "for 45 the limit is "+limit) {
		t.Errorf("the page does not say that the limit for 45 is %s", limit)
	}
	var hands []string
	for hand := range slices.Chunk(cards, 15) {
		slices.Sort(hand)
		hands = append(hands, list(hand))
	}
	want("deal", strings.Join(hands, "/"))

	// And the record that the page points to is of this game.
	r := readRecord(t, "example")
	proof := fair.Proof{Table: v["table"], Commitment: server.Commit(), ServerSeed: server, ClientSeeds: clients}
	if !reflect.DeepEqual(r.Fair, proof) {
		t.Errorf("the record's proof is %v, but the page's is %v", r.Fair, proof)
	}
	want("deal", strings.TrimPrefix(r.Events[0], "deal "))
}

func TestThePageNamesTheSchemeAndItsLimits(t *testing.T) {
	data, err := os.ReadFile(page)
	noErr(t, err)
	for _, says := range []string{
		"the field `" + fair.Scheme + "`",
		fmt.Sprintf("1 to %d bytes of UTF-8", fair.MaxTable),
		fmt.Sprintf("each 0 to %d bytes; 1 to %d seats", fair.MaxClientSeed, fair.MaxSeats),
		fmt.Sprintf("*n* at most %d", fair.MaxPool),
	} {
		if !strings.Contains(string(data), says) {
			t.Errorf("%s does not say %q", page, says)
		}
	}
}

func TestThePackageImportsNothingButTheStandardLibrary(t *testing.T) {
	files, err := filepath.Glob("*.go")
	noErr(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		noErr(t, err)
		for _, spec := range f.Imports {
			if path, _, _ := strings.Cut(strings.Trim(spec.Path.Value, `"`), "/"); strings.Contains(path, ".") {
				t.Errorf("%s imports %s: package fair must know nothing else", name, spec.Path.Value)
			}
		}
	}
}
