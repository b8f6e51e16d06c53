package names_test

import (
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/names"
)

func TestANameIsPlainText(t *testing.T) {
	for text, want := range map[string]string{
		"Ann":                    "Ann",
		"  Ann\t":                "Ann",
		"🦝":                      "🦝",
		"👩‍👩‍👧 Böhm":             "👩‍👩‍👧 Böhm",
		strings.Repeat("n", 24):  strings.Repeat("n", 24),
		strings.Repeat("n", 25):  "",
		strings.Repeat("🦝", 200): "",
		"":                       "",
		"   ":                    "",
		"\u200d":                 "",
		"A\u202enn":              "",
		"A\nnn":                  "",
		"A\xffn":                 "",
		"\u0301":                 "",
	} {
		got, ok := names.Plain(text, names.Most)
		if got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v; want %q", text, got, ok, want)
		}
	}
}
