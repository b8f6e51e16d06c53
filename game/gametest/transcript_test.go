package gametest_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/gametest"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/record"
)

// written returns the transcript of High Card's record with these events.
func written(t *testing.T, rules game.Rules, events ...string) (string, error) {
	t.Helper()
	rec, err := record.New(rules, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		rec.Append(e)
	}
	var out bytes.Buffer
	err = gametest.Transcript(&out, rec)
	return out.String(), err
}

func TestATranscriptTellsAllThatAGameSays(t *testing.T) {
	got, err := written(t, &bent{}, "deal 3/5", "bet", "pass", "show")
	if err != nil {
		t.Fatal(err)
	}
	const want = `highcard, 2 players, options {}

# 0
state {"ply":0,"next":"chance","seat":null,"legal":[],"winners":null,"round":0,"bets":[],"shown":[0,0],"points":[0,0]}
next  chance; draws 2 of 5; the first: deal 1/2; the last: deal 5/4
view  -: game="highcard" players=2 seat=null options={} ply=0 next="chance" turn=null legal=[] winners=null round=0 card=0 bets=[] shown=[0,0] points=[0,0]
view  0: game="highcard" players=2 seat=0 options={} ply=0 next="chance" turn=null legal=[] winners=null round=0 card=0 bets=[] shown=[0,0] points=[0,0]
view  1: game="highcard" players=2 seat=1 options={} ply=0 next="chance" turn=null legal=[] winners=null round=0 card=0 bets=[] shown=[0,0] points=[0,0]

# 1 deal 3/5
state {"ply":1,"next":"seat","seat":0,"legal":["pass","bet"],"winners":null,"round":1,"bets":[],"shown":[0,0],"points":[0,0]}
next  seat 0; 0=pass; 1=bet
told  -: deal ?/?
told  0: deal 3/?
told  1: deal ?/5
view  -: ply=1 next="seat" turn=0 round=1
view  0: ply=1 next="seat" turn=0 legal=["pass","bet"] round=1 card=3
view  1: ply=1 next="seat" turn=0 round=1 card=5

# 2 bet
state {"ply":2,"next":"seat","seat":1,"legal":["pass","bet"],"winners":null,"round":1,"bets":[0],"shown":[0,0],"points":[0,0]}
next  seat 1; 0=pass; 1=bet
told  - 0 1: bet
view  -: ply=2 turn=1 bets=[0]
view  0: ply=2 turn=1 legal=[] bets=[0]
view  1: ply=2 turn=1 legal=["pass","bet"] bets=[0]

# 3 pass
state {"ply":3,"next":"seat","seat":0,"legal":["show"],"winners":null,"round":1,"bets":[0],"shown":[0,0],"points":[0,0]}
next  seat 0; 2=show
told  - 0 1: pass
view  -: ply=3 turn=0
view  0: ply=3 turn=0 legal=["show"]
view  1: ply=3 turn=0 legal=[]

# 4 show
state {"ply":4,"next":"over","seat":null,"legal":[],"winners":[0],"round":1,"bets":[0],"shown":[3,0],"points":[1,0]}
next  over; winners [0]
told  - 0 1: show 3
view  -: ply=4 next="over" turn=null winners=[0] shown=[3,0] points=[1,0]
view  0: ply=4 next="over" turn=null legal=[] winners=[0] shown=[3,0] points=[1,0]
view  1: ply=4 next="over" turn=null winners=[0] shown=[3,0] points=[1,0]
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestATranscriptIsRefusedWhereItCannotTellAll(t *testing.T) {
	as := func(json string, err error) *bent {
		return &bent{marshal: func(*view) ([]byte, error) { return []byte(json), err }}
	}
	turns := 0
	cases := []struct {
		name, want string
		rules      game.Rules
		events     []string
	}{
		{"an event that breaks a rule", "event 2: show: H3", &bent{}, []string{"deal 1/2", "show"}},
		{"a view without JSON", "no ink", as("", errors.New("no ink")), nil},
		{"a view that is no object", "want an object such as {...}, not []", as("[]", nil), nil},
		{"a view that is no JSON", "invalid character", as(`{"a":}`, nil), nil},
		{"a view without a comma", "after object key:value pair", as(`{"a":1 "b"}`, nil), nil},
		{"a view that loses a field", "has lost its field", &bent{marshal: func(*view) ([]byte, error) {
			if turns++; turns > 3 {
				return []byte(`{}`), nil
			}
			return []byte(`{"ply":0}`), nil
		}}, []string{"deal 1/2"}},
		{"views that there are not", "nothing to see", &bent{newView: func(int, game.Options, int) (game.View, error) {
			return nil, errors.New("nothing to see")
		}}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text, err := written(t, c.rules, c.events...)
			if err == nil || !strings.Contains(err.Error(), c.want) || text != "" {
				t.Errorf("wrote %q and failed of %v; want nothing and %q", text, err, c.want)
			}
		})
	}
}

// TestTranscriptsAreComparedAndUpdated changes a transcript in a file.
func TestTranscriptsAreComparedAndUpdated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.saloon.json")
	file := filepath.Join(filepath.Dir(path), "game.transcript.txt")
	rec, err := gametest.Random(raincheck.Rules{}, 2, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	save := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wants := func(update bool, want string) {
		t.Helper()
		err := gametest.Compare(path, file, update)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Fatalf("comparing says %v; want %q", err, want)
		}
	}
	wants(false, "no such file")
	save(path, []byte("{}"))
	wants(false, "format is missing")
	line, err := rec.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	save(path, line)
	wants(false, "run the test with -update")
	wants(true, "")
	wants(false, "")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	save(file, bytes.Replace(text, []byte("stack ?"), []byte("stack A"), 1))
	wants(false, `after "# 2 stack`)
	save(file, append(text, "more\n"...))
	wants(false, "the game says otherwise")
	save(path, bytes.Replace(line, []byte("start"), []byte("begin"), 1))
	wants(false, "event 1: begin")
}

func TestTranscriptsOfAllRecordsInTestdataAreCompared(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("testdata", 0o700); err != nil {
		t.Fatal(err)
	}
	for seed, name := range []string{"one", "two"} {
		rec, err := gametest.Random(raincheck.Rules{}, 2, nil, uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		line, err := rec.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join("testdata", name+".saloon.json"), line, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, update := range []bool{true, false} {
		gametest.Transcripts(t, update)
	}
	if files, err := filepath.Glob("testdata/*.transcript.txt"); err != nil || len(files) != 2 {
		t.Errorf("written were %q, %v", files, err)
	}
}

// A writer's error is the transcript's.
func TestATranscriptReportsThatItCannotBeWritten(t *testing.T) {
	rec, err := record.New(&bent{}, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := gametest.Transcript(w, rec); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v, want %v", err, io.ErrClosedPipe)
	}
}
