package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"github.com/saloon-games/saloon/internal/store"
)

// applicationName is how our connections are known in the server's list of them.
const applicationName = "saloon"

// leastVersion is the oldest PostgreSQL that has all that the queries use.
const leastVersion = 120000

// inPostgres is how PostgreSQL does it: there are a few hands, and each write is one
// statement that commits by itself, for nobody may hold a lock and wait for the network.
var inPostgres = &dialect{
	name:   "pgx",
	folder: "migrations/postgres",
	goose:  goose.DialectPostgres,
	has:    `SELECT 1 WHERE to_regclass($1) IS NOT NULL`,
	commit: (*hand).statements,
	append: func(c *conn, a *appending) error {
		r := &request{moves: a}
		if err := c.moveAllOn([]*request{r}); err != nil {
			return err
		}
		return r.result
	},
	again: func(err error) bool {
		f := fateOf(err)
		return !errors.Is(err, sql.ErrNoRows) && (f == unknown || f == unsent || f == starting)
	},
	away: outOfReach,
	list: func(ids []string) any { return append([]string{}, ids...) }, // no ids are not null
	texts: with(map[query]string{
		qAppend:   appendText,
		qMentions: `SELECT table_id FROM events WHERE id > $2 AND id <= $3 AND position($1::bytea IN body) > 0`,
		// Whoever has a number of a transaction must have its end written down.
		qTouch: `SELECT txid_current()`,
		qNow:   `SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint`,
		// Here there is an index by table and number; along the chain it would be a look
		// into another one for each event.
		qLog: `SELECT seq, at, key, body FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq DESC`,
		qGrown: `SELECT t.id, t.seq FROM json_each_text($1::text::json) AS known (key, value)
			JOIN tables t ON t.id = known.key WHERE t.seq > known.value::bigint`,
		// What others hold they are just doing something about.
		qDue: `SELECT 1 FROM tables WHERE wake_at <= $1 AND lease_until <= $1 AND id <> ALL ($2::text[]) LIMIT 1`,
		qClaim: `WITH due AS MATERIALIZED (
				SELECT id FROM tables WHERE wake_at <= $1 AND lease_until <= $1 AND id <> ALL ($4::text[])
				ORDER BY wake_at, id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
			UPDATE tables t SET lease_until = $2 FROM due WHERE t.id = due.id
			RETURNING t.id, t.wake_at`,
	}),
}

// IsAddress reports whether a place is one of a PostgreSQL database, and not the name of
// a file.
func IsAddress(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// An Address says where a PostgreSQL database is.
type Address struct {
	Name     string // for people: host, port and database, and nothing that is secret
	Password bool   // whether there is a password in it
	config   *pgx.ConnConfig
}

// ParseAddress reads the address of a PostgreSQL database, such as
// postgres://user@host/name; what it leaves out is taken from where all of PostgreSQL's
// own programs take it, PGPASSWORD and ~/.pgpass among them. An error never has the
// address in it, which may have a password.
func ParseAddress(address string) (Address, error) {
	wrong := errors.New("not the address of a PostgreSQL database; want postgres://USER@HOST/DATABASE")
	u, err := url.Parse(address)
	if err != nil || !IsAddress(address) {
		return Address{}, wrong
	}
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return Address{}, wrong
	}
	if config.Database == "" {
		return Address{}, errors.New("an address without a database; want postgres://USER@HOST/DATABASE")
	}
	a := Address{config: config, Password: u.Query().Has("password")}
	if _, set := u.User.Password(); set {
		a.Password = true
	}
	a.Name = net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port))) + "/" + config.Database
	if strings.HasPrefix(config.Host, "/") { // a socket
		a.Name = config.Host + ", database " + config.Database
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 5 * time.Second
	}
	if config.ValidateConnect == nil { // after a failover one of several hosts
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = applicationName
	}
	// Each statement sees what is committed, whatever the server's own setting: a row
	// that waits for another is looked at again.
	config.RuntimeParams["default_transaction_isolation"] = "read committed"
	return a, nil
}

// pool returns connections that are set up with more parameters of the server's.
func (a *Address) pool(more map[string]string) *sql.DB {
	config := a.config.Copy()
	maps.Copy(config.RuntimeParams, more)
	// Not asked whether it is still there before it is used: that takes as long as what it
	// is used for, and who uses it sees to connections that are lost (see reader.try, hand.ready).
	return stdlib.OpenDB(*config, stdlib.OptionShouldPing(func(context.Context, stdlib.ShouldPingParams) bool { return false }))
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// limits bound, on the server's side, how long a statement takes and waits.
func (a *Address) limits(opts Options) map[string]string {
	return map[string]string{
		"statement_timeout": milliseconds(opts.Busy),
		// What is planned once serves all numbers of tables, and planning an append takes
		// longer than doing it.
		"plan_cache_mode": "force_generic_plan",
		// A node that stops in the middle of the one transaction that we have, a new
		// table with entries, keeps nobody waiting for long.
		"idle_in_transaction_session_timeout": milliseconds(opts.Busy),
		// The server finds out within a minute that a node's machine is gone, rather than
		// within hours, and has its connections to give to others.
		"tcp_keepalives_idle":     "30",
		"tcp_keepalives_interval": "10",
		"tcp_keepalives_count":    "3",
	}
}

// openPostgres opens the database at an address.
func openPostgres(ctx context.Context, address string, opts Options) (*Store, error) {
	a, err := ParseAddress(address)
	if err != nil {
		return nil, fmt.Errorf("store: open: %w", err)
	}
	failed := func(err error) error { return fmt.Errorf("store: open %s: %w", a.Name, err) }
	server, err := a.prepare(ctx, opts)
	if err != nil {
		return nil, failed(err)
	}
	writing := a.limits(opts)
	if server.lazy {
		writing["synchronous_commit"] = "on"
	}
	reading := a.limits(opts)
	reading["default_transaction_read_only"] = "on"
	// The server gives up first, and says so; the rest is for one that is out of reach.
	most := opts.Busy + 2*time.Second
	s := &Store{
		name: a.Name, opts: opts,
		read:  reader{db: a.pool(reading), lang: inPostgres, most: most},
		write: &writer{db: a.pool(writing), lang: inPostgres, most: most},
	}
	if err := s.begin(ctx, opts.Writers); err != nil {
		return nil, failed(err)
	}
	return s, nil
}

// prepare looks at the server and brings the schema up to date.
func (a *Address) prepare(ctx context.Context, opts Options) (s server, err error) {
	db := a.pool(nil)
	defer func() { err = errors.Join(err, db.Close()) }()
	if s, err = lookAt(ctx, db); err != nil {
		return s, err
	}
	if opts.Existing {
		if err := checkHouse(ctx, inPostgres, db); err != nil {
			return s, err
		}
	}
	return s, migrate(ctx, inPostgres, db)
}

// A server is what a house must know of one.
type server struct {
	lazy bool // it would acknowledge what is not on disk unless told otherwise
}

// lookAt refuses a server that would lose what it has acknowledged, or that is too old.
func lookAt(ctx context.Context, db *sql.DB) (s server, err error) {
	var version int
	var called, encoding, fsync, commits string
	if err := db.QueryRowContext(ctx, `SELECT current_setting('server_version_num')::int, current_setting('server_version'),
		current_setting('server_encoding'), current_setting('fsync'), current_setting('synchronous_commit')`).
		Scan(&version, &called, &encoding, &fsync, &commits); err != nil {
		return s, err
	}
	switch {
	case version < leastVersion:
		return s, fmt.Errorf("it is PostgreSQL %s; want 12 or a later one", called)
	case encoding != "UTF8":
		return s, fmt.Errorf("the database keeps text as %s; want one that was created with ENCODING 'UTF8'", encoding)
	case fsync != "on":
		return s, errors.New("the server runs with fsync off and would lose moves that were acknowledged; turn it on")
	}
	return server{lazy: commits == "off"}, nil
}

// A turn lets one of several programs at a time bring a schema up to date. Goose's own
// lock of this kind asks once in some seconds; this one waits in the server.
type turn struct{}

// turnNumber is that of an advisory lock, any that others would not take.
const turnNumber = 0x5a100 // "saloo"

// SessionLock waits for the turn.
func (turn) SessionLock(ctx context.Context, c *sql.Conn) error {
	_, err := c.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, turnNumber)
	return err
}

// SessionUnlock ends it.
func (turn) SessionUnlock(ctx context.Context, c *sql.Conn) error {
	_, err := c.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, turnNumber)
	return err
}

// A fate is what has become of a statement that failed.
type fate int

const (
	refused  fate = iota // by the server; nothing has changed
	unsent               // nothing has changed, and the connection is of no use
	repeated             // nothing has changed, by no fault of the statement's
	starting             // nothing has changed; the server does not take connections just now
	busy                 // nothing has changed; the server took too long or has no room
	unknown
)

func fateOf(err error) fate {
	if errors.Is(err, errUnsent) || errors.Is(err, driver.ErrBadConn) || pgconn.SafeToRetry(err) {
		return unsent
	}
	if _, connecting := errors.AsType[*pgconn.ConnectError](err); connecting {
		if refusedBy(err) == "53300" {
			return busy
		}
		return starting
	}
	failed, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || failed.SeverityUnlocalized != "ERROR" && failed.Severity != "ERROR" {
		return unknown // one that is fatal may come when all is done
	}
	switch {
	case failed.Code == "40003":
		return unknown
	case failed.Code == "40001", failed.Code == "40P01":
		return repeated
	case failed.Code == "25006": // after a failover this is the server that only reads
		return unsent
	case failed.Code == "57014", failed.Code == "55P03", strings.HasPrefix(failed.Code, "53"):
		return busy
	}
	return refused
}

// refusedBy is the code of an error that the server reported, "" for others.
func refusedBy(err error) string {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failed.Code
	}
	return ""
}

// outOfReach reports whether an error is not for what was asked but for how the server, or
// the way to it, is just now.
func outOfReach(err error) bool {
	switch fateOf(err) {
	case unsent, starting, busy:
		return true
	case unknown: // what was only read has changed nothing
		_, network := errors.AsType[net.Error](err)
		_, fatal := errors.AsType[*pgconn.PgError](err)
		return network || fatal || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
	}
	return false
}

// diskFull is the code of a server that has no room.
const diskFull = "53100"

// inWords is an error of a write as callers know it.
func inWords(err error) error {
	switch f := fateOf(err); {
	case f == busy && refusedBy(err) != diskFull:
		return fmt.Errorf("%w: %w", store.ErrOverloaded, err)
	case f == unknown:
		return fmt.Errorf("%w: %w", store.ErrUnknown, err)
	}
	return wordsFor(err, outOfReach(err))
}
