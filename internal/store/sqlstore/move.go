package sqlstore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"hash"
	"path/filepath"
	"strings"
	"time"
)

// Why [Move] may refuse.
var (
	ErrNotEmpty = errors.New("there is a house in it already; nothing is replaced")
	ErrInUse    = errors.New("a saloon has it open")
)

// MoveOptions say how to [Move]. The zero value is the usual way.
type MoveOptions struct {
	// Restart forgets what an earlier move has left in the target that did not end.
	Restart bool
	// Progress, unless nil, is told how much is done: each row is copied and later
	// read again, so there are two steps for each.
	Progress func(done, all int64)
}

// Moved is what [Move] has moved.
type Moved struct {
	From, To string // for people, without what is secret
	Tables   []MovedTable
}

// A MovedTable is one of the database's tables.
type MovedTable struct {
	Name string
	Rows int64
	Sum  [sha256.Size]byte // of all columns of all rows, in order; the same for the same rows in any database
}

// Move copies a house from one database to another: each is what [Open] takes. When all
// rows are there they are read again on both sides and compared, and only then the copy
// counts: that is one transaction. Until then the target has a mark, and [Open] refuses it
// with [ErrUnfinished], also after this program was killed.
//
// The source is left as it is. Nobody else may have either of them open ([ErrInUse]);
// who comes while this runs is kept waiting or refused. A target that has rows is refused
// with [ErrNotEmpty], whatever the options. It takes time in proportion to the rows, and
// memory for a few hundred.
func Move(ctx context.Context, from, to string, opts MoveOptions) (moved Moved, err error) {
	source, err := openEnd(ctx, from, false)
	if err != nil {
		return moved, fmt.Errorf("store: from %s: %w", source.name, err)
	}
	defer func() { err = errors.Join(err, source.close()) }()
	if err := source.beSource(ctx); err != nil {
		return moved, fmt.Errorf("store: from %s: %w", source.name, err)
	}
	target, err := openEnd(ctx, to, true)
	if err != nil {
		return moved, fmt.Errorf("store: to %s: %w", target.name, err)
	}
	defer func() { err = errors.Join(err, target.close()) }()
	if err := target.beTarget(ctx, opts.Restart); err != nil {
		return moved, fmt.Errorf("store: to %s: %w", target.name, err)
	}
	m := mover{source: source.tx, target: target.tx, report: opts.Progress}
	moved = Moved{From: source.name, To: target.name}
	if moved.Tables, err = m.move(ctx); err == nil {
		err = target.arrive(ctx)
	}
	if err != nil {
		return moved, fmt.Errorf("store: to %s: %w: %w", target.name, ErrUnfinished, err)
	}
	return moved, nil
}

// An end is one of the two databases, opened alone.
type end struct {
	name string
	lang *dialect
	db   *sql.DB // of one connection
	tx   *sql.Tx
}

// openEnd opens a database so that nobody else can have it open.
func openEnd(ctx context.Context, place string, anew bool) (e end, err error) {
	if IsAddress(place) {
		a, err := ParseAddress(place)
		e = end{name: a.Name, lang: inPostgres}
		if err != nil {
			return e, err
		}
		e.db = a.pool(map[string]string{"application_name": applicationName + " migrate"})
		e.db.SetMaxOpenConns(1)
		_, err = lookAt(ctx, e.db)
		if err == nil {
			err = aloneInPostgres(ctx, e.db)
		}
		if err != nil {
			err = errors.Join(err, e.db.Close())
		}
		return e, err
	}
	e = end{name: place, lang: inSQLite}
	if place, err = filepath.Abs(place); err != nil {
		return e, err
	}
	if anew {
		if err := makeFile(place); err != nil {
			return e, err
		}
	}
	// With this, said first, SQLite lets nobody else have the file open, not even to read.
	path := dsn(place, Options{Busy: 100 * time.Millisecond}, "locking_mode(EXCLUSIVE)") + "&mode=rw"
	if e.db, err = sql.Open(driverName, path); err != nil {
		return e, err
	}
	e.db.SetMaxOpenConns(1)
	var tables int
	err = e.db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables)
	if isBusy(err) {
		err = ErrInUse
	}
	if err != nil {
		err = errors.Join(err, e.db.Close())
	}
	return e, err
}

// aloneInPostgres refuses a database that others work with. Those who have just left may
// take a moment until the server knows.
func aloneInPostgres(ctx context.Context, db *sql.DB) error {
	for _, pause := range append(pauses[1:], time.Second, 0) {
		var first bool
		var others int
		if err := db.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1), (SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND application_name = $2)`, turnNumber+1, applicationName).Scan(&first, &others); err != nil {
			return err
		}
		if first && others == 0 {
			return nil
		}
		time.Sleep(pause)
	}
	return ErrInUse
}

// beSource makes sure that there is a house, and begins to read it as it is now.
func (e *end) beSource(ctx context.Context) error {
	provider, err := migrator(e.lang, e.db)
	if err != nil {
		return err
	}
	unfinished, err := isMarked(ctx, e.lang, e.db)
	if err == nil && unfinished {
		err = ErrUnfinished
	}
	if err != nil {
		return err
	}
	var current, known int64
	if full, failed := e.hasSchema(ctx); failed != nil || !full {
		err = errors.Join(failed, errors.New("there is no house in it"))
	} else {
		current, known, err = provider.GetVersions(ctx)
	}
	switch {
	case err != nil:
	case current < known:
		err = fmt.Errorf("it has schema %d and this program moves %d; open it once with this program's saloon serve", current, known)
	case current > known:
		err = fmt.Errorf("it has schema %d, and this program knows them up to %d; use a newer program", current, known)
	default:
		err = e.begin(ctx, "SHARE")
	}
	return err
}

// hasSchema reports whether there are tables for a house, with rows or without.
func (e *end) hasSchema(ctx context.Context) (bool, error) { return e.has(ctx, "tables") }

// has reports whether there is a table of the database.
func (e *end) has(ctx context.Context, table string) (bool, error) {
	query := `SELECT count(*) FROM sqlite_schema WHERE name = $1`
	if e.lang == inPostgres {
		query = `SELECT count(*) WHERE to_regclass($1) IS NOT NULL HAVING to_regclass($1) IS NOT NULL`
	}
	var n int
	err := e.db.QueryRowContext(ctx, query, table).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return n > 0, err
}

// begin begins the one transaction of this end. Others may at most read.
func (e *end) begin(ctx context.Context, lock string) (err error) {
	options := &sql.TxOptions{}
	if e.lang == inPostgres {
		options.Isolation = sql.LevelRepeatableRead
	}
	// Its own end is ours: a context that is over would take the words for it away.
	if e.tx, err = e.db.BeginTx(context.WithoutCancel(ctx), options); err != nil {
		return err
	}
	if e.lang == inPostgres {
		_, err = e.tx.ExecContext(ctx, `LOCK TABLE tables, events, secrets, people, notices IN `+lock+` MODE NOWAIT`)
		if refusedBy(err) == "55P03" {
			err = ErrInUse
		}
	}
	return err
}

// beTarget makes an empty schema with the mark, and begins to fill it.
func (e *end) beTarget(ctx context.Context, restart bool) error {
	marked, err := isMarked(ctx, e.lang, e.db)
	if err == nil && marked && !restart {
		err = ErrUnfinished
	}
	if err == nil && !marked {
		err = e.markEmpty(ctx)
	}
	if err != nil {
		return err
	}
	if err = upgrade(ctx, e.lang, e.db); err == nil {
		err = e.begin(ctx, "ACCESS EXCLUSIVE")
	}
	for i := len(kept) - 1; i >= 0 && err == nil && marked; i-- {
		_, err = e.tx.ExecContext(ctx, `DELETE FROM `+kept[i].name)
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrUnfinished, err)
	}
	return err
}

// markEmpty puts the mark into a database, unless a house has it.
func (e *end) markEmpty(ctx context.Context) error {
	for _, t := range kept { // an older schema has not all of them
		var one int
		there, err := e.has(ctx, t.name)
		if err != nil {
			return err
		}
		if !there {
			continue
		}
		err = e.db.QueryRowContext(ctx, `SELECT 1 FROM `+t.name+` LIMIT 1`).Scan(&one)
		if err == nil {
			return ErrNotEmpty
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	_, err := e.db.ExecContext(ctx, `CREATE TABLE `+mark+` (since TEXT)`)
	return err
}

// arrive takes the mark away, and so makes what was copied count.
func (e *end) arrive(ctx context.Context) error {
	if err := chained(ctx, e.tx); err != nil {
		return err
	}
	if e.lang == inPostgres {
		if _, err := e.tx.ExecContext(ctx, `SELECT setval('events_id_seq', max(id)) FROM events HAVING max(id) > 0`); err != nil {
			return err
		}
	}
	if _, err := e.tx.ExecContext(ctx, `DROP TABLE `+mark); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return e.tx.Commit()
}

// close forgets what has not been committed, and closes the database.
func (e *end) close() error {
	var err error
	if e.tx != nil {
		if err = e.tx.Rollback(); errors.Is(err, sql.ErrTxDone) {
			err = nil
		}
	}
	return errors.Join(err, e.db.Close())
}

// A kind is what a column keeps.
type kind int

const (
	words kind = iota
	whole
	yesNo
	octets
)

type keptTable struct {
	name    string
	keys    int // how many of the columns, the first, are its key
	columns []keptColumn
}

type keptColumn struct {
	name string
	kind kind
}

// kept is all that a house keeps, in an order in which it may be written.
var kept = []keptTable{
	{"tables", 1, []keptColumn{
		{"id", words},
		{"code", words},
		{"created_at", whole},
		{"active_at", whole},
		{"seq", whole},
		{"phase", words},
		{"public", yesNo},
		{"wake_at", whole},
		{"lease_until", whole},
		{"summary", octets},
		{"last", whole},
	}},
	{"people", 1, []keptColumn{
		{"id", words},
		{"token_hash", octets},
		{"name", words},
		{"created_at", whole},
		{"seen_at", whole},
		{"banned_until", whole},
		{"ban_reason", words},
		{"out_at", whole},
	}},
	{"secrets", 2, []keptColumn{{"table_id", words}, {"game", whole}, {"secret", octets}}},
	{"events", 1, []keptColumn{
		{"id", whole}, {"table_id", words}, {"seq", whole}, {"prev", whole}, {"at", whole}, {"key", words}, {"body", octets},
	}},
	{"notices", 1, []keptColumn{
		{"id", whole}, {"at", whole}, {"who", words}, {"deed", words}, {"table_id", words}, {"person", words}, {"note", words},
	}},
}

func (t *keptTable) names(columns []keptColumn) string {
	var names []string
	for _, c := range columns {
		names = append(names, c.name)
	}
	return strings.Join(names, ", ")
}

// pageRows is how many rows are read and written at once.
const pageRows = 200

// page reads the rows that come after the one with a key, in the order of keys; nil is
// before all.
func (t *keptTable) page(ctx context.Context, tx *sql.Tx, after []any) (rows [][]any, err error) {
	keys := t.names(t.columns[:t.keys])
	where := ""
	if after != nil {
		where = ` WHERE (` + keys + `) > (` + parameters(1, t.keys) + `)`
	}
	found, err := tx.QueryContext(ctx, fmt.Sprintf(`SELECT %s FROM %s%s ORDER BY %s LIMIT %d`,
		t.names(t.columns), t.name, where, keys, pageRows), after...)
	if err != nil {
		return nil, err
	}
	err = eachRow(found, func(row scanner) error {
		values, err := t.scan(row)
		rows = append(rows, values)
		return err
	})
	return rows, err
}

// scan reads a row. Its values are nil, string, int64, bool or []byte.
func (t *keptTable) scan(row scanner) ([]any, error) {
	places := make([]any, len(t.columns))
	for i, c := range t.columns {
		places[i] = map[kind]any{
			words: new(sql.Null[string]), whole: new(sql.Null[int64]), yesNo: new(sql.Null[bool]), octets: new(sql.Null[[]byte]),
		}[c.kind]
	}
	if err := row.Scan(places...); err != nil {
		return nil, err
	}
	for i := range places {
		switch v := places[i].(type) {
		case *sql.Null[string]:
			places[i] = orNil(v)
		case *sql.Null[int64]:
			places[i] = orNil(v)
		case *sql.Null[bool]:
			places[i] = orNil(v)
		case *sql.Null[[]byte]:
			places[i] = orNil(v)
			if v.Valid {
				places[i] = present(v.V)
			}
		}
	}
	return places, nil
}

func orNil[T any](v *sql.Null[T]) any {
	if !v.Valid {
		return nil
	}
	return v.V
}

// add writes rows.
func (t *keptTable) add(ctx context.Context, tx *sql.Tx, rows [][]any) error {
	var text strings.Builder
	fmt.Fprintf(&text, `INSERT INTO %s (%s) VALUES `, t.name, t.names(t.columns))
	args := make([]any, 0, len(rows)*len(t.columns))
	for i, row := range rows {
		if i > 0 {
			text.WriteString(", ")
		}
		text.WriteString("(" + parameters(len(args)+1, len(row)) + ")")
		args = append(args, row...)
	}
	_, err := tx.ExecContext(ctx, text.String(), args...)
	return err
}

// parameters are $first and so on, n of them.
func parameters(first, n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint("$", first+i))
	}
	return strings.Join(all, ", ")
}

// written appends a row in a form that is the same whatever database it comes from.
func written(b []byte, row []any) []byte {
	for _, v := range row {
		var s string
		switch v := v.(type) {
		case nil:
			b = append(b, '-', ';')
			continue
		case []byte:
			s = string(v)
		default:
			s = fmt.Sprint(v)
		}
		b = fmt.Appendf(b, "%d:", len(s))
		b = append(append(b, s...), ';')
	}
	return append(b, '\n')
}

// A mover copies all rows and compares them.
type mover struct {
	source, target *sql.Tx
	report         func(done, all int64)
	done, all      int64
}

func (m *mover) move(ctx context.Context) ([]MovedTable, error) {
	for _, t := range kept {
		var n int64
		if err := m.source.QueryRowContext(ctx, `SELECT count(*) FROM `+t.name).Scan(&n); err != nil {
			return nil, err
		}
		m.all += 2 * n
	}
	for i := range kept {
		if err := m.copy(ctx, &kept[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", kept[i].name, err)
		}
	}
	var moved []MovedTable
	for i := range kept {
		same, err := m.compare(ctx, &kept[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kept[i].name, err)
		}
		moved = append(moved, same)
	}
	return moved, nil
}

func (m *mover) step(rows int) {
	m.done += int64(rows)
	if m.report != nil {
		m.report(m.done, m.all)
	}
}

func (m *mover) copy(ctx context.Context, t *keptTable) error {
	var after []any
	for {
		rows, err := t.page(ctx, m.source, after)
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := t.add(ctx, m.target, rows); err != nil {
			return err
		}
		m.step(len(rows))
		after = rows[len(rows)-1][:t.keys]
	}
}

// compare reads a table on both sides and returns an error at the first row in which they
// differ.
func (m *mover) compare(ctx context.Context, t *keptTable) (MovedTable, error) {
	moved := MovedTable{Name: t.name}
	sum := sha256.New()
	var after []any
	for {
		want, err := t.page(ctx, m.source, after)
		if err != nil {
			return moved, err
		}
		got, err := t.page(ctx, m.target, after)
		if err != nil {
			return moved, err
		}
		if err := t.same(want, got, sum); err != nil {
			return moved, err
		}
		if len(want) == 0 {
			sum.Sum(moved.Sum[:0])
			return moved, nil
		}
		moved.Rows += int64(len(want))
		m.step(len(want))
		after = want[len(want)-1][:t.keys]
	}
}

// same adds rows to a sum, unless they are not the same on both sides.
func (t *keptTable) same(want, got [][]any, sum hash.Hash) error {
	var a, b []byte
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) {
			return fmt.Errorf("verified: one side has %d rows where the other has %d", len(want), len(got))
		}
		a, b = written(a[:0], want[i]), written(b[:0], got[i])
		if !bytes.Equal(a, b) {
			return fmt.Errorf("verified: the row with key %v is not what was copied", want[i][:t.keys])
		}
		_, _ = sum.Write(a) // it never fails
	}
	return nil
}
