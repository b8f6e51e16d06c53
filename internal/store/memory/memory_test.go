package memory_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/memory"
	"github.com/saloon-games/saloon/internal/store/storetest"
)

// kept is the lines of a store.
type kept struct{ bytes.Buffer }

func (k *kept) keep(line []byte) error {
	k.Write(line)
	return k.WriteByte('\n')
}

func TestWhatIsKeptInMemoryIsAStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t storetest.T) (storetest.Store, func() storetest.Store) {
		lines := new(kept)
		s := memory.New(lines.keep)
		return s, func() storetest.Store {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			again, err := memory.Load(lines.Bytes(), nil)
			if err != nil {
				t.Fatal(err)
			}
			return again
		}
	})
}

func TestWhatIsNotKeptIsNotWritten(t *testing.T) {
	t.Parallel()
	full := errors.New("no room left")
	var refuse error
	s := memory.New(func([]byte) error { return refuse })
	ctx := t.Context()
	if err := s.Create(ctx, store.Table{ID: "id", Code: "code"}, nil); err != nil {
		t.Fatal(err)
	}
	refuse = full
	err := s.Append(ctx, "id", 0, []store.Entry{{At: time.Unix(1, 0), Body: []byte("x")}}, store.Head{})
	if !errors.Is(err, store.ErrUnknown) || !errors.Is(err, full) {
		t.Errorf("error is %v", err)
	}
	if log, err := s.Log(ctx, "id", 0); len(log) > 0 || err != nil {
		t.Errorf("log is %v, %v", log, err)
	}
}

func TestLinesThatWereNotKeptAreRefused(t *testing.T) {
	t.Parallel()
	const made = `{"table":"a","made":{"code":"c","at":1},"head":{"phase":"open"}}` + "\n"
	if _, err := memory.Load([]byte(made), nil); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ lines, want string }{
		"no JSON":              {made + "what\n", "line 2 is not one"},
		"a line that ends":     {made[:len(made)/2], "line 1 is not one"},
		"an empty line":        {made + "\n\n", "line 2 is not one"},
		"nothing":              {made + "{}\n", "line 2 does not fit"},
		"a line about nothing": {made + `{"table":"a"}` + "\n", "line 2 does not fit"},
		"another table":        {made + `{"table":"b","head":{"phase":"over"}}` + "\n", "line 2 does not fit"},
		"a table twice":        {made + made, "line 2 does not fit"},
	} {
		_, err := memory.Load([]byte(test.lines), nil)
		if !errors.Is(err, store.ErrInvalid) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
