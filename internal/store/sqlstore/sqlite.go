package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"modernc.org/sqlite"
	sqlitecodes "modernc.org/sqlite/lib"
)

const driverName = "sqlite"

// dsn names a file for the driver and sets up each connection to it, first by more. Every
// pragma that we use is in here and where it is called.
func dsn(path string, opts Options, more ...string) string {
	values := url.Values{}
	// Another process may be writing: wait. Comes first, so that the rest waits too.
	values.Set("_busy_timeout", strconv.FormatInt(opts.Busy.Milliseconds(), 10))
	// Ours is a transaction that writes: say so at its start. One that begins to
	// write in the middle cannot wait for its turn, it would fail.
	values.Set("_txlock", "immediate")
	// "x" that is no column must be an error, not the text x.
	values.Set("_dqs", "0")
	for _, pragma := range append(more,
		// A commit returns when it is on disk. NORMAL would return before, and a
		// power cut could take the last commits with it.
		"synchronous(FULL)",
		// An event without its table is a bug of ours: let it be found. SQLite
		// does not look unless told.
		"foreign_keys(1)",
		// No temporary files: one more disk that could be full.
		"temp_store(MEMORY)",
	) {
		values.Add("_pragma", pragma)
	}
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") { // C:/data
		slashed = "/" + slashed
	}
	return "file:" + (&url.URL{Path: slashed}).EscapedPath() + "?" + values.Encode()
}

func writeDSN(path string, opts Options) string {
	return dsn(path, opts,
		// Readers go on while somebody writes, and a commit is one sync of one
		// file instead of several of two. It is a property of the file, kept.
		"journal_mode(WAL)",
		// What is deleted or replaced is overwritten, in the file as well: somebody's
		// name may have to be gone from it.
		"secure_delete(1)",
		// 16 MiB of pages stay in memory, so that the tables in play need no
		// reading; the default is 2.
		"cache_size(-16384)",
		// A checkpoint comes after 16 MiB of -wal file, not 4: a page that changes often
		// is written back less often. A start after a kill reads that much.
		"wal_autocheckpoint(4000)",
		// If a long read has made the -wal file grow, cut it back to 64 MiB when
		// it starts over.
		"journal_size_limit(67108864)",
	)
}

func readDSN(path string, opts Options) string {
	// Not mode=ro: that could not make the -shm file when it opens first.
	return dsn(path, opts, "query_only(1)") + "&mode=rw"
}

// openSQLite opens the database in a file.
func openSQLite(ctx context.Context, path string, opts Options) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("store: open: %w", err)
	}
	failed := func(err error) error { return fmt.Errorf("store: open %s: %w", path, err) }
	if err := prepare(ctx, path, opts); err != nil {
		return nil, failed(err)
	}
	writes, err := sql.Open(driverName, writeDSN(path, opts))
	if err != nil {
		return nil, failed(err)
	}
	reads, err := sql.Open(driverName, readDSN(path, opts))
	if err != nil {
		return nil, failed(errors.Join(err, writes.Close()))
	}
	s := &Store{
		name: path, path: path, opts: opts,
		read:  reader{db: reads, lang: inSQLite},
		write: &writer{db: writes, lang: inSQLite},
	}
	if err := s.begin(ctx, 1); err != nil {
		return nil, failed(err)
	}
	return s, nil
}

// prepare makes the file if there is none and brings its schema up to date.
func prepare(ctx context.Context, path string, opts Options) (err error) {
	if opts.Existing {
		if err := checkFile(ctx, path, opts); err != nil {
			return err
		}
	}
	if err := makeFile(path); err != nil {
		return err
	}
	db, err := sql.Open(driverName, writeDSN(path, opts))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := again(ctx, func() error { return db.PingContext(ctx) }); err != nil {
		return err
	}
	return migrate(ctx, inSQLite, db)
}

// checkFile refuses a file in which no house has been, and changes nothing of it.
func checkFile(ctx context.Context, path string, opts Options) (err error) {
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return ErrNoHouse // whoever opened it would write to it
	}
	db, err := sql.Open(driverName, readDSN(path, opts))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return checkHouse(ctx, inSQLite, db)
}

// again tries once more, a few times, what fails when two processes set up one
// new file together: a change of journal mode may not wait for the other, and a
// migration that the other has just done fails and is rolled back.
func again(ctx context.Context, f func() error) error {
	var err error
	for range 10 {
		err = f()
		switch code(err) {
		case sqlitecodes.SQLITE_BUSY, sqlitecodes.SQLITE_CONSTRAINT, sqlitecodes.SQLITE_ERROR:
			if ctx.Err() == nil {
				continue
			}
		}
		break
	}
	return err
}

// makeFile makes the file of a database if there is none.
func makeFile(path string) error {
	// Never open a database that exists other than by SQLite: closing it would
	// end the locks that this process has on it.
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	switch {
	case err == nil:
		return errors.Join(file.Close(), syncDir(filepath.Dir(path)))
	case errors.Is(err, fs.ErrExist):
		return nil
	}
	return err
}

// syncDir puts on disk that a file is in a directory.
func syncDir(path string) error {
	if runtime.GOOS == "windows" { // which does it by itself, and refuses to be told
		return nil
	}
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// blames reports whether an error comes from what one write asked for, and not
// from the state of the disk or of the connection.
func blames(err error) bool {
	switch code(err) {
	case sqlitecodes.SQLITE_CONSTRAINT, sqlitecodes.SQLITE_MISMATCH, sqlitecodes.SQLITE_TOOBIG, sqlitecodes.SQLITE_RANGE:
		return true
	}
	return false
}

// unusable reports whether an error comes from the disk or the file, and not from what was
// asked.
func unusable(err error) bool {
	switch code(err) {
	case sqlitecodes.SQLITE_FULL, sqlitecodes.SQLITE_READONLY, sqlitecodes.SQLITE_IOERR, sqlitecodes.SQLITE_CANTOPEN,
		sqlitecodes.SQLITE_BUSY, sqlitecodes.SQLITE_LOCKED, sqlitecodes.SQLITE_NOMEM:
		return true
	}
	return false
}

// unwritten reports whether a commit failed before all of it was written: the last page
// of a transaction is what commits it (SQLite has no padding to write after that on any
// file system that we know), so what was refused room, or leave to write, is not kept. What
// fails later, at the sync, may be.
func unwritten(err error) bool {
	switch code(err) {
	case sqlitecodes.SQLITE_FULL, sqlitecodes.SQLITE_READONLY:
		return true
	}
	failed, ok := errors.AsType[*sqlite.Error](err)
	return ok && failed.Code() == sqlitecodes.SQLITE_IOERR_WRITE
}

// isBusy reports whether another has the file locked.
func isBusy(err error) bool { return code(err) == sqlitecodes.SQLITE_BUSY }

// code returns the kind of error that SQLite reported, 0 for others.
func code(err error) int {
	if failed, ok := errors.AsType[*sqlite.Error](err); ok {
		return failed.Code() & 0xff
	}
	return 0
}
