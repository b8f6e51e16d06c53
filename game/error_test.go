package game_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
)

func TestAnErrorTellsWhatWasWrongAndWhatIsRight(t *testing.T) {
	for want, e := range map[string]*game.Error{
		"play 22: T7: a hand with black or red must follow; legal: play 3, play 10": {
			What: "play 22", Rule: "T7", Why: "a hand with black or red must follow", Legal: []string{"play 3", "play 10"},
		},
		"play 22: T13: the game is over": {What: "play 22", Rule: "T13", Why: "the game is over"},
		"deal: T3: why; legal: deal":     {What: "deal", Rule: "T3", Why: "why", Legal: []string{"deal"}},
		"color: no such option":          {What: "color", Why: "no such option"},
		`"": S4: why`:                    {Rule: "S4", Why: "why"},
		`"a\nb": why`:                    {What: "a\nb", Why: "why"},
		strings.Repeat("x", 60) + "... (1000000 bytes): T1: why": {
			What: strings.Repeat("x", 1_000_000), Rule: "T1", Why: "why",
		},
	} {
		if got := e.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestShortAndPlainTextIsQuotedAsItIs(t *testing.T) {
	for _, s := range []string{
		"play 22", "x", "Größe 3", "♠♥", "🂡 🂢", `with "quotes" and \`, strings.Repeat("x", 60), "?",
	} {
		if got := game.Quote(s); got != s {
			t.Errorf("%q is quoted as %s", s, got)
		}
	}
}

func TestOtherTextIsQuotedCutAndEscaped(t *testing.T) {
	x58 := strings.Repeat("x", 58)
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", `""`},
		{"a blank", " ", `" "`},
		{"a blank before", " play 3", `" play 3"`},
		{"a blank behind", "play 3 ", `"play 3 "`},
		{"a line feed", "play\n3", `"play\n3"`},
		{"a tab", "play\t3", `"play\t3"`},
		{"no byte of text", "a\x00b", `"a\x00b"`},
		{"a terminal's command", "\x1b[2J", `"\x1b[2J"`},
		{"a command of one character", "\u009b2J", `"\u009b2J"`},
		{"text that turns around", "a\u202eb", `"a\u202eb"`},
		{"a blank of another kind", "a\u00a0b", `"a\u00a0b"`},
		{"a line's end of another kind", "a\u2028b", `"a\u2028b"`},
		{"no text", "\xff\xfe", `"\xff\xfe"`},
		{"half a character", "x\xf0\x9f", `"x\xf0\x9f"`},
		{"a sign for what was no text", "\ufffd", "\"\ufffd\""},
		{"a byte too long", strings.Repeat("x", 61), strings.Repeat("x", 60) + "... (61 bytes)"},
		{"cut before a character", x58 + "xxé", x58 + "xx... (62 bytes)"},
		{"not cut in a character", x58 + "🂡🂢", x58 + "... (66 bytes)"},
		{"long and not plain", "\n" + x58 + "xxx", `"\n` + x58 + `x"... (62 bytes)`},
		{"long and not plain behind the cut", strings.Repeat("x", 70) + "\n", `"` + strings.Repeat("x", 60) + `"... (71 bytes)`},
		{"long and no text", strings.Repeat("\x80", 100), `""... (100 bytes)`},
		{"long blanks", strings.Repeat(" ", 61), `"` + strings.Repeat(" ", 60) + `"... (61 bytes)`},
	} {
		if got := game.Quote(test.text); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestNoTextCanFloodALogOrMoveACursor(t *testing.T) {
	text := rapid.OneOf(
		rapid.String(),
		rapid.StringN(50, 70, -1),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
	)
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text")
		got := game.Quote(s)
		if got == "" || len(got) > 4*60+40 || !utf8.ValidString(got) {
			t.Fatalf("%q is quoted as %q", s, got)
		}
		if i := strings.IndexFunc(got, func(r rune) bool { return r < ' ' || 0x7f <= r && r <= 0x9f }); i >= 0 {
			t.Fatalf("%q is quoted as %q", s, got)
		}
	})
}
