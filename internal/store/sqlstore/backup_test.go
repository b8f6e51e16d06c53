package sqlstore_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/saloon-games/saloon/internal/store"
)

func TestABackupMadeWhileOthersWriteIsWhole(t *testing.T) {
	s := fresh(t)
	ctx := t.Context()
	dir := t.TempDir()
	create(t, s, "a")
	create(t, s, "b")
	stop := make(chan struct{})
	var wg sync.WaitGroup
	var acknowledged [2]int64
	started := make(chan struct{}, 2)
	for i, id := range []string{"a", "b"} {
		wg.Go(func() {
			for seq := int64(0); ; seq++ {
				if seq == 20 {
					started <- struct{}{}
				}
				select {
				case <-stop:
					acknowledged[i] = seq
					return
				default:
				}
				if err := s.Append(ctx, id, seq, []store.Entry{entry(int(seq), "x")}, store.Head{}); err != nil {
					t.Error(err)
					started <- struct{}{}
					return
				}
			}
		})
	}
	<-started
	<-started
	to := filepath.Join(dir, "it's a backup.db")
	check(t, s.Backup(ctx, to))
	close(stop)
	wg.Wait()

	info, err := os.Stat(to)
	check(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode is %v", info.Mode())
	}
	copied := open(t, to)
	for i, id := range []string{"a", "b"} {
		log, err := copied.Log(ctx, id, 0)
		check(t, err)
		if n := int64(len(log)); n < 20 || n > acknowledged[i] || n != table(t, copied, id).Seq {
			t.Errorf("%s has %d entries and says %d; %d were acknowledged", id, n, table(t, copied, id).Seq, acknowledged[i])
		}
	}
	check(t, copied.Append(ctx, "a", table(t, copied, "a").Seq, []store.Entry{entry(1, "more")}, store.Head{}))
}

func TestABackupReplacesNothingAndLeavesNothingBehind(t *testing.T) {
	s := fresh(t)
	dir := t.TempDir()
	to := filepath.Join(dir, "backup.db")
	check(t, os.WriteFile(to, []byte("precious"), 0o600))
	if err := s.Backup(t.Context(), to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over another file: %v", err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Backup(canceled, filepath.Join(dir, "other.db")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "missing", "other.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("to no folder: %v", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	check(t, err)
	content, err := os.ReadFile(to)
	check(t, err)
	if len(files) != 1 || string(content) != "precious" {
		t.Errorf("left are %q with %q", files, content)
	}
}
