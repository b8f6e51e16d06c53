package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes a copy of the database to a new file, as it is at one moment,
// while others go on reading and writing. The file is complete and on disk when
// it gets its name; only its owner may read it. [Open] opens it. An error that
// is [fs.ErrExist] says that there is such a file already.
//
// The -wal file cannot start over while a copy is made, so it grows by what is
// written meanwhile.
func (s *Store) Backup(ctx context.Context, to string) error {
	if err := s.backup(ctx, to); err != nil {
		return fmt.Errorf("store: backup to %s: %w", to, err)
	}
	return nil
}

func (s *Store) backup(ctx context.Context, to string) (err error) {
	if _, err := os.Lstat(to); err == nil {
		return fs.ErrExist
	}
	part, err := os.CreateTemp(filepath.Dir(to), filepath.Base(to)+".*.part")
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, part.Close())
		if err != nil {
			err = errors.Join(err, os.Remove(part.Name()))
		}
	}()

	db, err := sql.Open(driverName, dsn(s.path, s.opts)+"&mode=rw")
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO $1`, part.Name())
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	if err := part.Sync(); err != nil {
		return err
	}
	if err := os.Rename(part.Name(), to); err != nil {
		return err
	}
	return syncDir(filepath.Dir(to))
}
