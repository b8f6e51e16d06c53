package logs_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/saloon-games/saloon/internal/logs"
)

func TestALineHasWhatItsContextIsKnownBy(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(logs.Handler(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
			return slog.Attr{}
		}
		return a
	}})))
	request := logs.With(t.Context(), slog.String("request", "r1"))
	one := logs.With(request, slog.String("trace", "t1"))
	two := logs.With(request, slog.String("trace", "t2"))
	log.InfoContext(one, "first", "table", "a")
	log.With("node", "n").InfoContext(two, "second")
	log.InfoContext(request, "third")
	log.Info("fourth")
	log.DebugContext(one, "not at all")
	want := "msg=first table=a request=r1 trace=t1\nmsg=second node=n request=r1 trace=t2\nmsg=third request=r1\nmsg=fourth\n"
	if out.String() != want {
		t.Errorf("logged\n%swant\n%s", out.String(), want)
	}
}
