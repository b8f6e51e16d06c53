package history

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestWhatIsWrittenIsRead(t *testing.T) {
	var out bytes.Buffer
	b := NewBook(&out)
	lines := []Line{
		{What: Asked, At: 5, Table: "t", Seat: 1, Verb: "act", Key: "act 1 2 fold", Game: 1, Ply: 2, Word: "fold", Try: 1},
		{What: Answered, At: 6, Table: "t", Seat: 1, Verb: "act", Key: "act 1 2 fold", Try: 1, Outcome: Acknowledged, Status: 204, Seq: 9},
		{What: Seen, At: 7, Table: "t", Seat: Nobody, Sight: &Sight{Seq: 9, Turn: Nobody, You: Nobody, Faces: map[string][]string{"hand": {"12"}}}},
	}
	for _, l := range lines {
		b.Write(l)
	}
	if at := b.Write(Line{What: End}); at < 1e15 {
		t.Errorf("a line without a time got %d, which is no time of today", at)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&out)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 4 || !reflect.DeepEqual(got[:3], lines) {
		t.Errorf("got %+v", got)
	}
}

func TestALineThatCannotBeReadIsNamed(t *testing.T) {
	_, err := Read(strings.NewReader(`{"what":"end","at":1,"seat":0}` + "\n" + `{"what":"end","cards":1}`))
	if err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("got %v; want an error that names line 2", err)
	}
}
