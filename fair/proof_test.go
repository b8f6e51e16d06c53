package fair_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
)

// drawn is a draw of a record, as an independent program made it.
type drawn struct {
	Record      string
	Event       uint64
	Pool, Drawn string
}

func draws(t testing.TB) []drawn {
	t.Helper()
	var vectors struct{ Draws []drawn }
	readJSON(t, "vectors.json", &vectors)
	if len(vectors.Draws) < 30 {
		t.Fatalf("only %d draws to compare with", len(vectors.Draws))
	}
	return vectors.Draws
}

func TestEveryDrawOfGamesPlayedElsewhereIsVerified(t *testing.T) {
	for _, d := range draws(t) {
		proof := readRecord(t, d.Record).Fair
		if err := fair.Verify(proof, d.Event, things(d.Pool), things(d.Drawn)); err != nil {
			t.Errorf("%s: %v", d.Record, err)
		}
	}
}

func TestVerifyRefusesWhatWasTamperedWith(t *testing.T) {
	d := draws(t)[0] // a deal of 45 cards at event 1
	pool, cards := things(d.Pool), things(d.Drawn)
	proof := readRecord(t, d.Record).Fair
	swapped := slices.Clone(cards)
	swapped[3], swapped[17] = swapped[17], swapped[3]
	with := func(change func(*fair.Proof)) fair.Proof {
		p := proof
		p.ClientSeeds = slices.Clone(p.ClientSeeds)
		change(&p)
		return p
	}
	for name, c := range map[string]struct {
		proof       fair.Proof
		event       uint64
		pool, drawn []uint8
		says        string
	}{
		"two cards swapped":       {proof, 1, pool, swapped, "event 1: number 4 of the 45 drawn is"},
		"wrong event number":      {proof, 2, pool, cards, "event 2: number"},
		"event 0":                 {proof, 0, pool, cards, "counted from 1"},
		"another pool":            {proof, 1, append(slices.Clone(pool[1:]), pool[0]), cards, "by the seeds"},
		"changed seed":            {with(func(p *fair.Proof) { p.ServerSeed[0] ^= 1 }), 1, pool, cards, "does not fit the commitment"},
		"changed commitment":      {with(func(p *fair.Proof) { p.Commitment[31] ^= 1 }), 1, pool, cards, "does not fit the commitment"},
		"both changed":            {with(func(p *fair.Proof) { p.ServerSeed[0] ^= 1; p.Commitment = p.ServerSeed.Commit() }), 1, pool, cards, "by the seeds"},
		"client seeds exchanged":  {with(func(p *fair.Proof) { slices.Reverse(p.ClientSeeds) }), 1, pool, cards, "by the seeds"},
		"a client seed left out":  {with(func(p *fair.Proof) { p.ClientSeeds[0] = nil }), 1, pool, cards, "by the seeds"},
		"another table":           {with(func(p *fair.Proof) { p.Table += "2" }), 1, pool, cards, "by the seeds"},
		"no table":                {with(func(p *fair.Proof) { p.Table = "" }), 1, pool, cards, "table id"},
		"no client seeds":         {with(func(p *fair.Proof) { p.ClientSeeds = nil }), 1, pool, cards, "one for each seat"},
		"nothing drawn":           {proof, 1, pool, nil, "0 drawn of 45: at least 1"},
		"more drawn than there":   {proof, 1, pool[:44], cards, "45 drawn of 44"},
		"more than 256 to choose": {proof, 1, make([]uint8, 257), cards, "at most 256"},
	} {
		t.Run(name, func(t *testing.T) {
			wantErr(t, fair.Verify(c.proof, c.event, c.pool, c.drawn), c.says)
		})
	}
	noErr(t, fair.Verify(proof, 1, pool, cards))
}

func TestAProofsStreamIsTheOneTheGameWasPlayedWith(t *testing.T) {
	server := fair.Seed{9}
	proof := fair.Proof{Table: "t", Commitment: server.Commit(), ServerSeed: server, ClientSeeds: [][]byte{[]byte("a"), nil}}
	played, err := fair.NewStream(server, "t", 17, proof.ClientSeeds)
	noErr(t, err)
	again, err := proof.Stream(17)
	noErr(t, err)
	for range 20 {
		if a, b := played.Below(1000), again.Below(1000); a != b {
			t.Fatalf("the game drew %d, the proof gives %d", a, b)
		}
	}
	proof.Commitment = fair.Commitment{}
	_, err = proof.Stream(17)
	wantErr(t, err, "does not fit the commitment", server.Commit().String())
}

const (
	hash = `"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"`
	seed = `"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"`
	text = `{"scheme":"saloon-fair/1","table":"K7QX","commitment":` + hash + `,"serverSeed":` + seed + `,"clientSeeds":["736164646c65","","c0ffee"]}`
)

func TestAProofIsWrittenAsRecordsHaveIt(t *testing.T) {
	var server fair.Seed
	for i := range server {
		server[i] = uint8(i)
	}
	proof := fair.Proof{
		Table: "K7QX", Commitment: server.Commit(), ServerSeed: server,
		ClientSeeds: [][]byte{[]byte("saddle"), nil, {0xc0, 0xff, 0xee}},
	}
	for _, v := range []any{proof, &proof} {
		got, err := json.Marshal(v)
		noErr(t, err)
		if string(got) != text {
			t.Errorf("the proof is written as\n%s, want\n%s", got, text)
		}
	}
	var back fair.Proof
	noErr(t, json.Unmarshal([]byte(text), &back))
	noErr(t, back.Check())
	proof.ClientSeeds[1] = []byte{}
	if !reflect.DeepEqual(back, proof) {
		t.Errorf("read back as %v, want %v", back, proof)
	}
}

func TestAProofThatCouldNotBeReadBackIsNotWritten(t *testing.T) {
	for says, p := range map[string]fair.Proof{
		"table id of 0 bytes": {ClientSeeds: [][]byte{nil}},
		"0 client seeds":      {Table: "t"},
		"must be UTF-8":       {Table: "\xff", ClientSeeds: [][]byte{nil}},
		"seat 0 of 65 bytes":  {Table: "t", ClientSeeds: [][]byte{make([]byte, 65)}},
	} {
		_, err := json.Marshal(p)
		wantErr(t, err, says)
		wantErr(t, p.Check(), says)
	}
}

func TestAProofIsReadStrictly(t *testing.T) {
	swap := func(from, to string) string {
		if !strings.Contains(text, from) {
			t.Fatalf("%s is not in the text", from)
		}
		return strings.Replace(text, from, to, 1)
	}
	for name, c := range map[string]struct{ text, says string }{
		"null":                     {"null", "must be a JSON object"},
		"a list":                   {"[]", "must be a JSON object"},
		"cut off":                  {text[:len(text)-1], "must be a JSON object"},
		"something after it":       {text + "{}", "must be a JSON object"},
		"empty":                    {"", "must be a JSON object"},
		"no fields":                {"{}", `field "scheme" is missing`},
		"a field missing":          {swap(`"table":"K7QX",`, ""), `field "table" is missing`},
		"a field twice":            {swap(`{`, `{"table":"other",`), `field "table" twice`},
		"an unknown field":         {swap(`{`, `{"note":1,`), "none of a proof's"},
		"a field in capitals":      {swap(`"table"`, `"Table"`), `field "table" is missing`},
		"another scheme":           {swap("saloon-fair/1", "saloon-fair/2"), `scheme "saloon-fair/2": this program knows "saloon-fair/1" only`},
		"no text for scheme":       {swap(`"saloon-fair/1"`, "1"), "scheme must be a text, not 1"},
		"null for table":           {swap(`"K7QX"`, "null"), "table must be a text, not null"},
		"empty table":              {swap("K7QX", ""), "table id of 0 bytes"},
		"long table":               {swap("K7QX", strings.Repeat("x", 256)), "table id of 256 bytes"},
		"capitals in commitment":   {swap("630dcd", "630DCD"), "commitment with 'D' at place 4"},
		"short commitment":         {swap("630dcd", ""), "commitment of 58 characters"},
		"capitals in server seed":  {swap("0a0b", "0A0b"), "server seed with 'A'"},
		"long server seed":         {swap("0001", "000001"), "server seed of 66 characters"},
		"null for client seeds":    {swap(`["736164646c65","","c0ffee"]`, "null"), "clientSeeds must be a list"},
		"a text for client seeds":  {swap(`["736164646c65","","c0ffee"]`, `"c0ffee"`), "clientSeeds must be a list"},
		"no client seeds":          {swap(`["736164646c65","","c0ffee"]`, "[]"), "0 client seeds"},
		"null for a client seed":   {swap(`""`, "null"), "client seed of seat 1 must be a text, not null"},
		"capitals in client seed":  {swap("c0ffee", "C0FFEE"), "client seed of seat 2 with 'C' at place 1"},
		"half a byte":              {swap("c0ffee", "c0ffe"), "client seed of seat 2 of 5 hex digits: it must be an even number"},
		"client seed of 65 bytes":  {swap("c0ffee", strings.Repeat("ab", 65)), "client seed of seat 2 of 65 bytes"},
		"a number for client seed": {swap(`""`, "7"), "client seed of seat 1 must be a text"},
	} {
		t.Run(name, func(t *testing.T) {
			p := fair.Proof{Table: "as it was"}
			wantErr(t, p.UnmarshalJSON([]byte(c.text)), c.says)
			if !reflect.DeepEqual(p, fair.Proof{Table: "as it was"}) {
				t.Errorf("the refused text changed the proof to %v", p)
			}
		})
	}
}

func TestAProofIsReadInAnyOrderOfFields(t *testing.T) {
	var a, b fair.Proof
	noErr(t, json.Unmarshal([]byte(text), &a))
	noErr(t, json.Unmarshal([]byte(`{ "clientSeeds": ["736164646c65", "", "c0ffee"], "serverSeed": `+seed+`,
		"commitment": `+hash+`, "table": "K7\u0051X", "scheme": "saloon-fair\/1" }`), &b))
	if !reflect.DeepEqual(a, b) {
		t.Errorf("read as %v and as %v", a, b)
	}
}

func TestAProofThatDoesNotKeepItsCommitmentIsReadableButDoesNotPass(t *testing.T) {
	var p fair.Proof
	noErr(t, json.Unmarshal([]byte(strings.Replace(text, "630d", "630e", 1)), &p))
	wantErr(t, p.Check(), "does not fit the commitment", "630dcd", "630ecd")
}

func FuzzAProofThatIsReadIsWrittenTheSame(f *testing.F) {
	f.Add([]byte(text))
	f.Add([]byte(`{"scheme":"saloon-fair/1","table":"\ud800<>","commitment":` + hash + `,"serverSeed":` + seed + `,"clientSeeds":[""]}`))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p, q fair.Proof
		if p.UnmarshalJSON(data) != nil {
			return
		}
		out, err := json.Marshal(p)
		noErr(t, err)
		noErr(t, json.Unmarshal(out, &q))
		if !reflect.DeepEqual(p, q) {
			t.Errorf("%s\nis read as %v, but what that is written as as %v", data, p, q)
		}
	})
}
