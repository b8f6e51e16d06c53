package store_test

import (
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/store"
)

func TestAConflictSaysWhatToDo(t *testing.T) {
	const want = "log is at 7; read it from there"
	if err := error(&store.ConflictError{Seq: 7}); !strings.Contains(err.Error(), want) {
		t.Errorf("%q does not say %q", err, want)
	}
}
