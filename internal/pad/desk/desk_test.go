package desk

import (
	"encoding/json"
	"strings"
	"testing"
)

// ask asks a question, in fields, and returns the answer and the words of an error.
func ask(t *testing.T, d *Desk, question string) (answer json.RawMessage, why string) {
	t.Helper()
	var reply struct {
		ID     int64           `json:"id"`
		Answer json.RawMessage `json:"answer"`
		Error  string          `json:"error"`
	}
	if err := json.Unmarshal(d.Ask([]byte(question)), &reply); err != nil {
		t.Fatal(err)
	}
	return reply.Answer, reply.Error
}

const stamp = `"stamp":{"id":"entry0001","by":"phone","wall":7}`

func TestAPadIsOpenedWrittenOnAndDrawn(t *testing.T) {
	for _, c := range []struct{ pad, word, title, shows string }{
		{"score", "table 3", "Player 1, Player 2, Player 3", `data-tap=\"more 2\"`},
		{"tally", "game 1 0", "Player 1, Player 2", `data-word=\"step 1 1 1 0 trap\"`},
	} {
		t.Run(c.pad, func(t *testing.T) {
			var d, other Desk
			for _, desk := range []*Desk{&d, &other} {
				if _, why := ask(t, desk, `{"call":"open","pad":"`+c.pad+`"}`); why != "" {
					t.Fatal(why)
				}
			}
			entry, why := ask(t, &d, `{"call":"write","word":"`+c.word+`",`+stamp+`}`)
			if why != "" {
				t.Fatal(why)
			}
			added, why := ask(t, &other, `{"call":"merge","entries":[`+string(entry)+`]}`)
			if string(added) != "1" || why != "" {
				t.Errorf("merge: %s, %s", added, why)
			}
			here, _ := ask(t, &d, `{"call":"draw","view":{}}`)
			there, _ := ask(t, &other, `{"call":"draw","view":{}}`)
			var drawn drawing
			if err := json.Unmarshal(here, &drawn); err != nil || drawn.Title != c.title || len(drawn.Fragments) < 5 {
				t.Errorf("drawn: %v, %q, %d fragments", err, drawn.Title, len(drawn.Fragments))
			}
			if plain := strings.ReplaceAll(string(here), `\u0022`, `\"`); !strings.Contains(plain, c.shows) || string(there) != string(here) {
				t.Errorf("the drawing lacks %s, or devices differ", c.shows)
			}
			if text, why := ask(t, &d, `{"call":"text"}`); why != "" || !strings.Contains(string(text), `"name"`) {
				t.Errorf("text: %s, %s", text, why)
			}
		})
	}
}

func TestATapChangesWhatOneDeviceHasOnItsScreen(t *testing.T) {
	var d Desk
	ask(t, &d, `{"call":"open","pad":"score"}`)
	ask(t, &d, `{"call":"write","word":"table 3",`+stamp+`}`)
	view, why := ask(t, &d, `{"call":"tap","view":{},"tap":"more 1"}`)
	if why != "" || !strings.Contains(string(view), `"tricks":[0,1,0]`) {
		t.Errorf("view %s, %s", view, why)
	}
	words, why := ask(t, &d, `{"call":"form","fields":{"players":"3","name0":"Ann"}}`)
	if why != "" || string(words) != `["name 0 Ann"]` {
		t.Errorf("words %s, %s", words, why)
	}
}

func TestWhatCannotBeDoneIsSaidInASentence(t *testing.T) {
	var empty, score, tally Desk
	ask(t, &score, `{"call":"open","pad":"score"}`)
	ask(t, &tally, `{"call":"open","pad":"tally"}`)
	for _, c := range []struct {
		desk           *Desk
		question, says string
	}{
		{&empty, `{"call":"draw"}`, "No pad is open."},
		{&empty, `{"call":"open","pad":"chess"}`, "score or a tally"},
		{&empty, `draw`, "Invalid character"},
		{&score, `{"call":"dance"}`, "dance"},
		{&tally, `{"call":"csv"}`, "csv"},
		{&score, `{"call":"write","word":"hand 1 1 1 1",` + stamp + `}`, "15 tricks"},
		{&score, `{"call":"merge","entries":[{"id":"x"}]}`, "ID"},
		{&score, `{"call":"tap","view":{},"tap":"more 9"}`, "no such thing"},
	} {
		answer, why := ask(t, c.desk, c.question)
		if answer != nil || !strings.Contains(why, c.says) || !strings.HasSuffix(why, ".") || why[:1] != strings.ToUpper(why[:1]) {
			t.Errorf("%s: %s, %q; want the words %q", c.question, answer, why, c.says)
		}
	}
}
