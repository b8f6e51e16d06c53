-- What looking after a house needs: people who are kept out or were signed out, and the
-- book of what was done. A program that knows only the second schema writes people as
-- before; the new columns then say that nothing was done to them.

-- +goose Up

ALTER TABLE people ADD COLUMN banned_until INTEGER NOT NULL DEFAULT 0; -- 0: not banned
ALTER TABLE people ADD COLUMN ban_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN out_at INTEGER NOT NULL DEFAULT 0; -- when they were signed out; 0: they were not

CREATE TABLE notices (
    id       INTEGER PRIMARY KEY, -- from 1, without a gap
    at       INTEGER NOT NULL,
    who      TEXT    NOT NULL,
    deed     TEXT    NOT NULL,
    table_id TEXT    NOT NULL, -- '': it is about no table
    person   TEXT    NOT NULL, -- '': it is about nobody; the row of who is named may be gone
    note     TEXT    NOT NULL
) STRICT;

CREATE INDEX notices_person ON notices (person);

-- +goose Down

DROP TABLE notices;
ALTER TABLE people DROP COLUMN out_at;
ALTER TABLE people DROP COLUMN ban_reason;
ALTER TABLE people DROP COLUMN banned_until;
