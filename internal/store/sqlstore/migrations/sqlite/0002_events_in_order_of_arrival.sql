-- Events in the order in which they arrive, at whatever table: those that share a
-- commit lie together, so that it writes few pages. A log is a chain, from its table's
-- last event to the first.

-- +goose Up

ALTER TABLE events RENAME TO events_by_table;

CREATE TABLE events (
    id       INTEGER PRIMARY KEY, -- grows with time
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    prev     INTEGER,             -- id of the event before it in its log; null: it is the first
    at       INTEGER NOT NULL,
    key      TEXT,                -- null: none
    body     BLOB    NOT NULL
) STRICT;

INSERT INTO events (id, table_id, seq, prev, at, key, body)
    SELECT n, table_id, seq, CASE WHEN seq > 1 THEN n - 1 END, at, key, body
    FROM (SELECT row_number() OVER (ORDER BY table_id, seq) AS n, table_id, seq, at, key, body FROM events_by_table);

DROP TABLE events_by_table;

ALTER TABLE tables ADD COLUMN last INTEGER; -- id of the last event; null before the first

UPDATE tables SET last = ends.id
    FROM (SELECT table_id, max(id) AS id FROM events GROUP BY table_id) AS ends
    WHERE ends.table_id = tables.id;

-- +goose Down

ALTER TABLE tables DROP COLUMN last;

ALTER TABLE events RENAME TO events_by_arrival;

CREATE TABLE events (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    key      TEXT,
    body     BLOB    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO events (table_id, seq, at, key, body)
    SELECT table_id, seq, at, key, body FROM events_by_arrival ORDER BY table_id, seq;

DROP TABLE events_by_arrival;

CREATE UNIQUE INDEX events_key ON events (table_id, key) WHERE key IS NOT NULL;
