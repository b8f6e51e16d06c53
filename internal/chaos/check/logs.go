package check

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
)

// An Entry is a row of a log as the database has it.
type Entry struct {
	ID   int64           `json:"id"`   // its place among all entries
	Prev int64           `json:"prev"` // ID of the one before it in its log, 0 for the first
	Seq  int64           `json:"seq"`
	At   int64           `json:"at"` // microseconds since 1970
	Key  string          `json:"key,omitempty"`
	Body json.RawMessage `json:"body"`
}

// A Log is all entries of a table in the order of their numbers.
type Log struct {
	Table   string  `json:"table"`
	Head    int64   `json:"head"` // the number at which the table's own row says that its log is
	Entries []Entry `json:"entries"`
}

// ReadLogs reads all logs of a PostgreSQL database, as they are at one moment.
func ReadLogs(ctx context.Context, address string) (logs []Log, err error) {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return nil, fmt.Errorf("check: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// One statement sees one moment.
	rows, err := db.QueryContext(ctx, `SELECT t.id, t.seq, e.id, COALESCE(e.prev, 0), e.seq, e.at, COALESCE(e.key, ''), e.body
		FROM tables t JOIN events e ON e.table_id = t.id ORDER BY t.id, e.seq, e.id`)
	if err != nil {
		return nil, fmt.Errorf("check: %w", err)
	}
	defer rows.Close() //nolint:errcheck // Err tells
	for rows.Next() {
		var l Log
		var e Entry
		var body []byte
		if err := rows.Scan(&l.Table, &l.Head, &e.ID, &e.Prev, &e.Seq, &e.At, &e.Key, &body); err != nil {
			return nil, fmt.Errorf("check: %w", err)
		}
		e.Body = body
		if n := len(logs); n == 0 || logs[n-1].Table != l.Table {
			logs = append(logs, l)
		}
		last := &logs[len(logs)-1]
		last.Entries = append(last.Entries, e)
	}
	return logs, rows.Err()
}
