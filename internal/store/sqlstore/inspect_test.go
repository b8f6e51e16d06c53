package sqlstore_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

func TestACopyOfADatabaseThatOthersHaveOpenSaysWhatIsInIt(t *testing.T) {
	ctx := t.Context()
	from := filepath.Join(t.TempDir(), "saloon.db")
	s := open(t, from)
	create(t, s, "a")
	create(t, s, "b")
	check(t, s.Append(ctx, "a", 0, []store.Entry{entry(1, "x"), entry(2, "y")}, store.Head{Phase: "playing"}))
	to := filepath.Join(t.TempDir(), "copy.db")
	check(t, sqlstore.BackupFile(ctx, from, to))
	got, err := sqlstore.Inspect(ctx, to)
	check(t, err)
	if got.Schema < 1 {
		t.Errorf("schema %d", got.Schema)
	}
	got.Schema = 0
	before, err := s.Table(ctx, "b")
	check(t, err)
	want := sqlstore.Contents{Tables: map[string]int64{"playing": 1, before.Phase: 1}, Events: 2}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if files, err := os.ReadDir(filepath.Dir(to)); err != nil || len(files) != 1 {
		t.Errorf("beside the copy is %v, %v; want nothing", files, err)
	}
}

func TestWhatIsNoSoundDatabaseIsRefused(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	from := filepath.Join(dir, "saloon.db")
	if err := sqlstore.BackupFile(ctx, from, filepath.Join(dir, "copy.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a backup of nothing: %v", err)
	}
	s := open(t, from)
	for i := range 200 {
		create(t, s, "table "+string(rune('a'+i%26))+strings.Repeat("x", i/26))
	}
	whole := filepath.Join(dir, "whole.db")
	check(t, s.Backup(ctx, whole))
	bytes, err := os.ReadFile(whole)
	check(t, err)

	text := filepath.Join(dir, "text.db")
	check(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o600))
	torn := filepath.Join(dir, "torn.db")
	check(t, os.WriteFile(torn, bytes[:len(bytes)/2], 0o600))
	bent := filepath.Join(dir, "bent.db")
	for i := len(bytes) / 2; i < len(bytes)/2+4096; i++ {
		bytes[i] ^= 0xff
	}
	check(t, os.WriteFile(bent, bytes, 0o600))
	for _, file := range []string{filepath.Join(dir, "missing.db"), text, torn, bent} {
		if c, err := sqlstore.Inspect(ctx, file); err == nil {
			t.Errorf("%s is taken for sound: %+v", filepath.Base(file), c)
		}
	}
	if _, err := sqlstore.Inspect(ctx, whole); err != nil {
		t.Errorf("the whole one is refused: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if err := sqlstore.BackupFile(cancelled, from, filepath.Join(dir, "other.db")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
