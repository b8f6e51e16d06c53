package pocket_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/saloon-games/saloon/internal/pocket"
)

// rewrite returns lines in which the words of the game's events are other ones.
func rewrite(t *testing.T, lines []byte, word func(seat int, word string) string) []byte {
	t.Helper()
	var out bytes.Buffer
	for line := range bytes.Lines(lines) {
		var c map[string]any
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		entries, _ := c["entries"].([]any)
		for _, e := range entries {
			e := e.(map[string]any)
			e["body"] = rewriteBody(t, e["body"].(string), word)
		}
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(text)
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// rewriteBody does so for the body of one event, in base64.
func rewriteBody(t *testing.T, body string, word func(seat int, word string) string) []byte {
	t.Helper()
	var (
		raw   []byte
		event struct {
			Version int             `json:"v"`
			Kind    string          `json:"k"`
			Event   json.RawMessage `json:"e"`
		}
		moved struct {
			Seat int    `json:"seat"`
			Word string `json:"word"`
			By   string `json:"by"`
		}
	)
	if err := json.Unmarshal([]byte(`"`+body+`"`), &raw); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &event); err != nil {
		t.Fatal(err)
	}
	if event.Kind != "moved" {
		return raw
	}
	if err := json.Unmarshal(event.Event, &moved); err != nil {
		t.Fatal(err)
	}
	moved.Word = word(moved.Seat, moved.Word)
	event.Event, _ = json.Marshal(moved)
	raw, _ = json.Marshal(event)
	return raw
}

// told is all that is drawn and said for somebody: the page, what every move of others
// would have sent, how the table stands, and the answers to what they may not do.
func told(t *testing.T, lines []byte, who int) string {
	t.Helper()
	p, err := pocket.Load(t.Context(), pocket.Config{}, lines)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	look := p.Look(who)
	page, st, err := look.Page(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(st)
	all.WriteString(page)
	all.Write(text)
	number, ply := attribute(t, page, "number"), attribute(t, page, "ply")
	for _, word := range []string{"bet 9", "flip opp", "flip own", "fold", "play 5", "lose A", "start 0"} {
		if slices.Contains(moves(page), word) {
			continue // what is legal would change the table
		}
		err := p.Do(t.Context(), max(who, 0), "act", map[string][]string{"game": {number}, "ply": {ply}, "word": {word}})
		if err == nil {
			t.Fatalf("%s was no move that %d was offered, and was made", word, who)
		}
		all.WriteString(pocket.Words(err))
	}
	for _, verb := range []string{"rematch", "next", "nudge", "fly"} {
		if err := p.Do(t.Context(), max(who, 0), verb, nil); err != nil {
			all.WriteString(pocket.Words(err))
		}
	}
	update, _, err := look.Update(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all.WriteString(update)
	return all.String()
}

func TestCardsOfTheOtherPersonChangeNoByteOfWhatIsDrawnForOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := open(t, "game=raincheck&name=Ann&name=Ben&option.first=0")
		defer d.stop()
		other := map[string]string{"A": "K", "3": "Q", "K": "A", "Q": "3"}
		compared := 0
		for _, plies := range []string{"2", "3", "4"} { // as long as cards are stacked only
			d.play(2, func(page string) bool { return attribute(t, page, "ply") == plies })
			lines := d.Export()
			for _, who := range []int{0, 1, pocket.Everybody} {
				changed := rewrite(t, lines, func(seat int, word string) string {
					if card, ok := strings.CutPrefix(word, "stack "); ok && seat != who {
						return "stack " + other[card]
					}
					return word
				})
				same := rewrite(t, lines, func(_ int, word string) string { return word })
				if reflect.DeepEqual(changed, same) {
					continue // they have seen all of it
				}
				compared++
				if a, b := told(t, same, who), told(t, changed, who); a != b {
					i := 0
					for i < min(len(a), len(b)) && a[i] == b[i] {
						i++
					}
					t.Errorf("at ply %s, %d is told of cards they cannot see: …%.150s\nagainst\n…%.150s", plies, who, a[i:], b[i:])
				}
			}
		}
		if compared < 7 {
			t.Errorf("only %d times there was something that somebody may not know", compared)
		}
	})
}

func TestWhatSomebodyMayNotSeeIsInTheLinesOnly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := open(t, "game=raincheck&name=Ann&name=Ben&option.first=0")
		defer d.stop()
		synctest.Wait()
		d.act(0, d.page(0))
		// The test above would prove nothing if its rewriting changed nothing that Ann sees.
		a := told(t, d.Export(), 0)
		b := told(t, rewrite(t, d.Export(), func(seat int, word string) string {
			if card, ok := strings.CutPrefix(word, "stack "); ok && seat == 0 {
				return "stack " + map[string]string{"A": "K", "3": "Q", "K": "A", "Q": "3"}[card]
			}
			return word
		}), 0)
		if a == b {
			t.Error("Ann does not see what she has stacked herself")
		}
	})
}
