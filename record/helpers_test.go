package record_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/record"
)

// same checks that two records say the same, extra fields aside.
func same(t testing.TB, want, got *record.Record) {
	t.Helper()
	if want.Rules() != got.Rules() || want.Players() != got.Players() {
		t.Errorf("%s with %d players, want %s with %d", got.Rules().Name(), got.Players(), want.Rules().Name(), want.Players())
	}
	if diff := cmp.Diff(want.Options(), got.Options()); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want.Events(), got.Events()); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// parsed is the record of the JSON.
func parsed(t testing.TB, text string) *record.Record {
	t.Helper()
	rec, err := record.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// written is the record as Write writes it, without the line's end.
func written(t testing.TB, rec *record.Record) string {
	t.Helper()
	var b strings.Builder
	if err := record.Write(&b, rec); err != nil {
		t.Fatal(err)
	}
	line, found := strings.CutSuffix(b.String(), "\n")
	if !found || strings.Contains(line, "\n") {
		t.Errorf("not one line: %q", b.String())
	}
	return line
}
