-- What looking after a house needs: people who are kept out or were signed out, and the
-- book of what was done. Names and meanings are those of migrations/sqlite/0003.

-- +goose Up

ALTER TABLE people ADD COLUMN banned_until bigint NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN ban_reason text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN out_at bigint NOT NULL DEFAULT 0;

CREATE TABLE notices (
    id       bigint NOT NULL PRIMARY KEY,
    at       bigint NOT NULL,
    who      text   COLLATE "C" NOT NULL,
    deed     text   COLLATE "C" NOT NULL,
    table_id text   COLLATE "C" NOT NULL,
    person   text   COLLATE "C" NOT NULL,
    note     text   COLLATE "C" NOT NULL
);

CREATE INDEX notices_person ON notices (person);

-- +goose Down

DROP TABLE notices;
ALTER TABLE people DROP COLUMN out_at;
ALTER TABLE people DROP COLUMN ban_reason;
ALTER TABLE people DROP COLUMN banned_until;
