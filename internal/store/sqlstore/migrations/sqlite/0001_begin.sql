-- The first schema. Times are microseconds since 1970 in UTC, yes and no are 1
-- and 0, bodies, summaries and secrets are bytes that nothing here
-- looks into. The queries that use it are in queries.go.

-- +goose Up

-- One row for each table at which people play: what a list shows and what must
-- happen next. The truth is in its events.
CREATE TABLE tables (
    id          TEXT    NOT NULL PRIMARY KEY,
    code        TEXT    NOT NULL UNIQUE,
    created_at  INTEGER NOT NULL,
    active_at   INTEGER NOT NULL, -- time of the last event
    seq         INTEGER NOT NULL, -- number of the last event, 0 before the first
    phase       TEXT    NOT NULL,
    public      INTEGER NOT NULL,
    wake_at     INTEGER,          -- null: nothing to do without a person
    lease_until INTEGER NOT NULL, -- until then a node that claimed it works on it; 0: nobody
    summary     BLOB    NOT NULL
) STRICT;

CREATE INDEX tables_wake_at ON tables (wake_at, id) WHERE wake_at IS NOT NULL;
CREATE INDEX tables_public ON tables (active_at, id) WHERE public;

-- The log. A table's events lie together, so that reading a log reads few
-- pages, and an append writes one of them.
CREATE TABLE events (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    key      TEXT,             -- null: none
    body     BLOB    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_key ON events (table_id, key) WHERE key IS NOT NULL;

-- What must stay hidden until a game is over, by the game's number at its table.
CREATE TABLE secrets (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    game     INTEGER NOT NULL,
    secret   BLOB    NOT NULL,
    PRIMARY KEY (table_id, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
    id         TEXT    NOT NULL PRIMARY KEY,
    token_hash BLOB    NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL
) STRICT;

-- Two programs that start together may both find this migration undone. Then
-- the slower one fails here or above, its transaction is rolled back, and it
-- looks again.
CREATE UNIQUE INDEX goose_db_version_once ON goose_db_version (version_id);

-- +goose Down

DROP INDEX goose_db_version_once;
DROP TABLE people;
DROP TABLE secrets;
DROP TABLE events;
DROP TABLE tables;
