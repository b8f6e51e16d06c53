-- The schema of migrations/sqlite/0002, from nothing: PostgreSQL had none before it.
-- Names and meanings are the same, and the numbers of the versions stay the same in
-- both. Ids are compared by their bytes, whatever the language of the database.

-- +goose Up

CREATE TABLE tables (
    id          text    COLLATE "C" NOT NULL PRIMARY KEY,
    code        text    COLLATE "C" NOT NULL UNIQUE,
    created_at  bigint  NOT NULL,
    active_at   bigint  NOT NULL,
    seq         bigint  NOT NULL,
    phase       text    COLLATE "C" NOT NULL,
    public      boolean NOT NULL,
    wake_at     bigint,
    lease_until bigint  NOT NULL,
    summary     bytea   NOT NULL,
    last        bigint
);

CREATE INDEX tables_wake_at ON tables (wake_at, id) WHERE wake_at IS NOT NULL;
CREATE INDEX tables_public ON tables (active_at, id) WHERE public;

CREATE SEQUENCE events_id_seq AS bigint;

-- That no log has a number twice is kept by the head, as in SQLite. The constraint
-- is for the day on which somebody writes here by other means.
CREATE TABLE events (
    id       bigint NOT NULL PRIMARY KEY DEFAULT nextval('events_id_seq'),
    table_id text   COLLATE "C" NOT NULL REFERENCES tables (id),
    seq      bigint NOT NULL,
    prev     bigint,
    at       bigint NOT NULL,
    key      text   COLLATE "C",
    body     bytea  NOT NULL,
    UNIQUE (table_id, seq)
);

ALTER SEQUENCE events_id_seq OWNED BY events.id;

CREATE TABLE secrets (
    table_id text   COLLATE "C" NOT NULL REFERENCES tables (id),
    game     bigint NOT NULL,
    secret   bytea  NOT NULL,
    PRIMARY KEY (table_id, game)
);

CREATE TABLE people (
    id         text   COLLATE "C" NOT NULL PRIMARY KEY,
    token_hash bytea  NOT NULL UNIQUE,
    name       text   COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    seen_at    bigint NOT NULL
);

-- +goose Down

DROP TABLE people;
DROP TABLE secrets;
DROP TABLE events;
DROP TABLE tables;
