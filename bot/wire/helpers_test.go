package wire_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/wire"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
)

func rules(t testing.TB, name string) game.Rules {
	t.Helper()
	r, err := catalog.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// maker makes players of a level.
func maker(r game.Rules, level string) func(fair.Source) (bot.Player, error) {
	return func(src fair.Source) (bot.Player, error) { return bot.New(level, r, src) }
}

// limit keeps deadlines.
func limit(ctx context.Context, ms int) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Duration(ms)*time.Millisecond)
}

// converse gives a server some lines and returns what it answers and complains of.
func converse(t *testing.T, r game.Rules, level string, lines ...string) (answers, complaints []string) {
	t.Helper()
	s := &wire.Server{
		Rules: r, Name: "Test", New: maker(r, level), Limit: limit,
		Complain: func(err error) { complaints = append(complaints, err.Error()) },
	}
	var out strings.Builder
	if err := s.Serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 0 {
		answers = strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	}
	return answers, complaints
}

// pair is two pipes: what one end writes the other reads.
func pair() (ourIn io.ReadCloser, ourOut io.WriteCloser, theirIn io.ReadCloser, theirOut io.WriteCloser) {
	ourIn, theirOut = io.Pipe()
	theirIn, ourOut = io.Pipe()
	return ourIn, ourOut, theirIn, theirOut
}
