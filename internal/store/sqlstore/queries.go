package sqlstore

import (
	"database/sql"
	"errors"
)

// A query is one of the statements of this package. Their SQL is what SQLite
// and PostgreSQL have in common: $1 for parameters, integers for times, bytes
// bound as bytes, conditions on yes-or-no columns without a comparison. What
// they cannot have in common is in their dialects, and the schema, below migrations.
type query int

const (
	qPing query = iota
	qNow
	qTable
	qTableByCode
	qPublic
	qLog
	qGrown
	qDue
	qSecret
	qPerson
	qPersonByToken
	qTables
	qPeople
	qMentions
	qLastEvent
	qNotices
	reads // queries above this line are for reading; the rest is the writer's

	qSeq
	qCreate
	qInsert     // SQLite's: the first of the entries that are appended
	qInsertMore // SQLite's: each of the others
	qAdvance    // SQLite's: the head
	qAppend     // PostgreSQL's: all of it, for many tables
	qClaim
	qPutSecret
	qCreatePerson
	qRename
	qSeen
	qChain
	qRewrite
	qBan
	qSignOut
	qErase
	qBlot
	qNote
	qTouch // writes and changes nothing
	queries
)

const (
	tableColumns  = `id, code, created_at, active_at, seq, phase, public, wake_at, summary`
	personColumns = `id, token_hash, name, created_at, seen_at, banned_until, ban_reason, out_at`
)

var common = [queries]string{
	qPing:        `SELECT 1 WHERE EXISTS (SELECT 1 FROM goose_db_version)`,
	qNow:         `SELECT CAST(unixepoch('subsec') * 1000000 AS INTEGER)`,
	qTable:       `SELECT ` + tableColumns + ` FROM tables WHERE id = $1`,
	qTableByCode: `SELECT ` + tableColumns + ` FROM tables WHERE code = $1`,
	qPublic:      `SELECT ` + tableColumns + ` FROM tables WHERE public ORDER BY active_at DESC, id DESC LIMIT $1`,
	// Along the chain, from the last event back to the one after $2.
	qLog: `WITH RECURSIVE log (prev, seq, at, key, body) AS (
			SELECT e.prev, e.seq, e.at, e.key, e.body FROM tables t JOIN events e ON e.id = t.last AND e.seq = t.seq
			WHERE t.id = $1 AND e.seq > $2
		UNION ALL
			SELECT e.prev, e.seq, e.at, e.key, e.body FROM log JOIN events e ON e.id = log.prev WHERE e.seq > $2)
		SELECT seq, at, key, body FROM log`,
	// $1 is an object of JSON: for each id how far its log is known.
	qGrown:  `SELECT t.id, t.seq FROM json_each($1) AS known JOIN tables t ON t.id = known.key WHERE t.seq > known.value`,
	qSecret: `SELECT secret FROM secrets WHERE table_id = $1 AND game = $2`,

	qPerson:        `SELECT ` + personColumns + ` FROM people WHERE id = $1`,
	qPersonByToken: `SELECT ` + personColumns + ` FROM people WHERE token_hash = $1`,

	qTables: `SELECT ` + tableColumns + ` FROM tables WHERE id > $1 ORDER BY id LIMIT $2`,
	qPeople: `SELECT ` + personColumns + ` FROM people WHERE id > $1 ORDER BY id LIMIT $2`,
	// The greatest id of an event, which grow as they arrive.
	qLastEvent: `SELECT COALESCE(MAX(id), 0) FROM events`,
	qNotices:   `SELECT id, at, who, deed, table_id, person, note FROM notices WHERE id > $1 ORDER BY id LIMIT $2`,

	qSeq: `SELECT seq FROM tables WHERE id = $1`,
	qCreate: `INSERT INTO tables (id, code, created_at, active_at, seq, phase, public, wake_at, lease_until, summary)
		VALUES ($1, $2, $3, $3, 0, $4, $5, $6, 0, $7) ON CONFLICT DO NOTHING`,
	qPutSecret: `INSERT INTO secrets (table_id, game, secret)
		SELECT id, $2, $3 FROM tables WHERE id = $1 ON CONFLICT DO NOTHING`,

	qCreatePerson: `INSERT INTO people (id, token_hash, name, created_at, seen_at)
		VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING`,
	qRename: `UPDATE people SET name = $2 WHERE id = $1`,
	qSeen:   `UPDATE people SET seen_at = $2 WHERE id = $1 AND seen_at < $2`,

	// The rows of a log, along the chain.
	qChain: `WITH RECURSIVE log (id, prev, seq) AS (
			SELECT e.id, e.prev, e.seq FROM tables t JOIN events e ON e.id = t.last AND e.seq = t.seq WHERE t.id = $1
		UNION ALL
			SELECT e.id, e.prev, e.seq FROM log JOIN events e ON e.id = log.prev)
		SELECT id, seq FROM log`,
	qRewrite: `UPDATE events SET body = $2 WHERE id = $1`,
	qBan:     `UPDATE people SET banned_until = $2, ban_reason = $3 WHERE id = $1`,
	qSignOut: `UPDATE people SET token_hash = $2, out_at = $3 WHERE id = $1`,
	qErase:   `DELETE FROM people WHERE id = $1`,
	qBlot:    `UPDATE notices SET note = '' WHERE person = $1`,
	// Two at once cannot have the same number, and the greater one is seen later.
	qNote: `INSERT INTO notices (id, at, who, deed, table_id, person, note)
		SELECT COALESCE(MAX(id), 0) + 1, $1, $2, $3, $4, $5, $6 FROM notices WHERE true ON CONFLICT DO NOTHING`,
}

// A scanner is a row, one of its own or the present one of several.
type scanner interface{ Scan(dest ...any) error }

func eachRow(rows *sql.Rows, scan func(scanner) error) (err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
