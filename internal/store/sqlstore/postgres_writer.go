package sqlstore

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// appendText moves the logs of many tables on, each if it is where its caller believes it
// to be, all in one statement, and returns where each of them was. $1 to $8 have a value
// for each table, $9 to $13 one for each entry, $9 the place of its table in the others.
//
// Rows are locked in the order of ids, so that two of these cannot wait for each other;
// a row that another has changed meanwhile is read again once it is ours, so "held" has
// what counts. PostgreSQL then reads the row of the update again as well, together with
// the row of "moves" that it had before: so all that is new must be a column of that and
// no query of its own, which would be carried out, and numbered, once more.
const appendText = `WITH asked AS MATERIALIZED (
		SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::boolean[], $7::bigint[], $8::bytea[])
			WITH ORDINALITY AS a (id, after, entries, active_at, phase, public, wake_at, summary, n)),
	held AS MATERIALIZED (
		SELECT t.id, t.seq, t.last FROM tables t WHERE t.id = ANY ($1::text[]) ORDER BY t.id FOR NO KEY UPDATE),
	free AS MATERIALIZED (
		SELECT a.*, h.last FROM asked a JOIN held h ON h.id = a.id AND h.seq = a.after),
	numbered AS MATERIALIZED (
		SELECT nextval('events_id_seq') AS id, ordered.* FROM (
			SELECT e.n, f.id AS table_id, f.last, e.seq, e.at, e.key, e.body
			FROM unnest($9::bigint[], $10::bigint[], $11::bigint[], $12::text[], $13::bytea[]) AS e (n, seq, at, key, body)
			JOIN free f ON f.n = e.n ORDER BY e.n, e.seq) AS ordered),
	added AS (
		INSERT INTO events (id, table_id, seq, prev, at, key, body)
		SELECT id, table_id, seq, COALESCE(lag(id) OVER (PARTITION BY n ORDER BY seq), last), at, key, body FROM numbered),
	moves AS MATERIALIZED (
		SELECT f.id, f.after + f.entries AS seq, COALESCE(e.last, f.last) AS last, f.active_at, f.phase, f.public, f.wake_at, f.summary
		FROM free f LEFT JOIN (SELECT n, max(id) AS last FROM numbered GROUP BY n) e ON e.n = f.n),
	moved AS (
		UPDATE tables t SET seq = m.seq, last = m.last, active_at = COALESCE(m.active_at, t.active_at),
			phase = m.phase, public = m.public, wake_at = m.wake_at, lease_until = 0, summary = m.summary
		FROM moves m WHERE t.id = m.id)
	SELECT id, seq FROM held`

// moveAllOn moves logs on, each of another table, and notes with each request what has
// come of it.
func (c *conn) moveAllOn(group []*request) error {
	n := len(group)
	var (
		ids, phases       = make([]string, n), make([]string, n)
		afters, counts    = make([]int64, n), make([]int64, n)
		actives, wakes    = make([]*int64, n), make([]*int64, n)
		publics           = make([]bool, n)
		summaries         = make([][]byte, n)
		tables, seqs, ats []int64
		keys              []*string
		bodies            [][]byte
		where             = make(map[string]int64, n)
		all               = 0
	)
	for _, r := range group {
		all += len(r.moves.entries)
	}
	tables, seqs, ats = make([]int64, 0, all), make([]int64, 0, all), make([]int64, 0, all)
	keys, bodies = make([]*string, 0, all), make([][]byte, 0, all)
	for i, r := range group {
		a := r.moves
		ids[i], afters[i], counts[i] = a.id, a.after, int64(len(a.entries))
		phases[i], publics[i], summaries[i] = a.head.Phase, a.head.Public, present(a.head.Summary)
		if !a.head.WakeAt.IsZero() {
			wakes[i] = new(micros(a.head.WakeAt))
		}
		for k := range a.entries {
			e := &a.entries[k]
			tables, seqs, ats = append(tables, int64(i)+1), append(seqs, a.after+int64(k)+1), append(ats, micros(e.At))
			bodies = append(bodies, present(e.Body))
			var key *string
			if e.Key != "" {
				key = &e.Key
			}
			keys = append(keys, key)
		}
		if len(a.entries) > 0 {
			actives[i] = &ats[len(ats)-1]
		}
	}
	err := c.each(func(row scanner) error {
		var id string
		var seq int64
		err := row.Scan(&id, &seq)
		where[id] = seq
		return err
	}, qAppend, ids, afters, counts, actives, phases, publics, wakes, summaries, tables, seqs, ats, keys, bodies)
	if err != nil {
		return err
	}
	for _, r := range group {
		seq, found := where[r.moves.id]
		switch {
		case !found:
			r.result = fmt.Errorf("%w: table %q", store.ErrNotFound, r.moves.id)
		case seq != r.moves.after:
			r.result = &store.ConflictError{Seq: seq}
		default:
			r.result = nil
		}
	}
	return nil
}

// statements does what the batch asks for, the appends to different tables by one
// statement and the rest one by one, and answers each as soon as it can.
func (h *hand) statements() bool {
	for left := h.batch; len(left) > 0; {
		var group, later []*request
		for _, r := range left {
			switch {
			case r.moves == nil:
				r.answer <- h.one(r)
			case slices.ContainsFunc(group, func(other *request) bool { return other.moves.id == r.moves.id }):
				later = append(later, r)
			default:
				group = append(group, r)
			}
		}
		h.appendAll(group)
		left = later
	}
	return true
}

// appendAll does and answers the appends of a group.
func (h *hand) appendAll(group []*request) {
	if len(group) == 0 {
		return
	}
	err := h.attempt(func(c *conn) error { return c.moveAllOn(group) })
	if len(group) > 1 && blamed(err) { // one of them is at fault, and takes nobody along
		for i := range group {
			h.appendAll(group[i : i+1])
		}
		return
	}
	if err == nil {
		h.commits.Add(1)
		h.writes.Add(int64(len(group)))
	} else if !blamed(err) {
		h.failures.Add(1)
	}
	for _, r := range group {
		if err != nil {
			r.result = inWords(err)
		}
		r.batch = len(group)
		r.answer <- r.result
	}
}

// one does a write that is not an append, and returns its answer.
func (h *hand) one(r *request) error {
	run := r.run
	if r.several {
		run = func(c *conn) error { return c.together(r.run) }
	}
	err := h.attempt(run)
	switch {
	case err == nil || refusal(err):
		h.commits.Add(1)
		h.writes.Add(1)
		return err
	case !blamed(err):
		h.failures.Add(1)
	}
	return inWords(err)
}

// together runs what changes things by several statements as one transaction.
func (c *conn) together(run func(*conn) error) error {
	// Before the commit is sent nothing happens, however it fails.
	unsent := func(err error) error {
		if f := fateOf(err); f == unknown {
			return fmt.Errorf("%w: %w", errUnsent, err)
		}
		return err
	}
	if err := c.do(`BEGIN`); err != nil {
		return unsent(err)
	}
	refused := run(c)
	if refused != nil && !refusal(refused) {
		return errors.Join(unsent(refused), c.do(`ROLLBACK`))
	}
	if err := c.do(`COMMIT`); err != nil {
		return err
	}
	return refused
}

// How a hand tries again.
const (
	tries    = 4               // of a statement that has changed nothing, by no fault of its own
	patience = 3 * time.Second // for a server that takes no connections
	idle     = time.Second     // after which a connection may have been lost without a word
)

// attempt has the database carry out f, again where nothing can have happened.
func (h *hand) attempt(f func(*conn) error) (err error) {
	for range tries {
		if err := h.ready(); err != nil {
			return err
		}
		err = f(h.conn)
		if err == nil || refusal(err) {
			h.conn.used = time.Now()
			return err
		}
		switch fateOf(err) {
		case repeated:
		case unsent:
			h.drop()
		case unknown:
			h.drop()
			return err
		default:
			return err
		}
	}
	return err
}

// ready makes sure that the hand has a connection, and that there is somebody at its
// other end: what is sent to nobody has an unknown fate.
func (h *hand) ready() error {
	if h.conn != nil && time.Since(h.conn.used) > idle {
		ctx, cancel := within(context.Background(), h.most)
		if err := h.conn.sql.PingContext(ctx); err != nil {
			h.drop()
		}
		cancel()
	}
	begun := time.Now()
	for h.conn == nil {
		err := h.connect(context.Background())
		if err == nil {
			h.conn.used = time.Now()
			break
		}
		if fateOf(err) != starting || time.Since(begun) > patience {
			return fmt.Errorf("%w: %w", errUnsent, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil
}

// drop gives a connection up that is of no use any more, without a word to the server,
// which may not listen.
func (h *hand) drop() {
	if h.conn != nil {
		_ = h.conn.sql.Raw(func(any) error { return driver.ErrBadConn })
		h.disconnect()
	}
}

// blamed reports whether the server refused a statement for what was in it.
func blamed(err error) bool {
	code := refusedBy(err)
	return strings.HasPrefix(code, "22") || strings.HasPrefix(code, "23")
}
