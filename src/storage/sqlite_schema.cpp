#include "storage/sqlite_db.hpp"
#include "storage/store.hpp"

namespace trestle::storage {
namespace {

// What changes with every move is apart from what does not (`heads` and `tables`): the heads of many tables share a page, and a batch
// of moves writes few of them. Steps are only ever added at the end, for the same reason; each knows the one before it, and a head the
// last, so that no index grows with them.
constexpr const char* version_1 = R"sql(
CREATE TABLE users (
  id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, login TEXT NOT NULL, password TEXT NOT NULL, webhook TEXT NOT NULL,
  webhook_secret TEXT NOT NULL, language TEXT NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL, banned INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX users_login ON users (login) WHERE login <> '';

CREATE TABLE sessions (
  token_hash BLOB PRIMARY KEY NOT NULL, user TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_user ON sessions (user);

CREATE TABLE heads (
  no INTEGER PRIMARY KEY NOT NULL, id TEXT UNIQUE NOT NULL, owner TEXT NOT NULL, moves INTEGER NOT NULL, last_step INTEGER NOT NULL,
  changed INTEGER NOT NULL, wake INTEGER NOT NULL
);
CREATE INDEX heads_wake ON heads (wake) WHERE wake <> 0;
CREATE TABLE tables (
  no INTEGER PRIMARY KEY NOT NULL, status INTEGER NOT NULL, listed INTEGER NOT NULL, created INTEGER NOT NULL, game TEXT NOT NULL,
  users TEXT NOT NULL, terms TEXT NOT NULL
);
CREATE INDEX tables_status ON tables (status, listed);
CREATE TABLE seats (user TEXT NOT NULL, table_no INTEGER NOT NULL, PRIMARY KEY (user, table_no)) WITHOUT ROWID;

CREATE TABLE steps (
  no INTEGER PRIMARY KEY NOT NULL, previous INTEGER NOT NULL, first INTEGER NOT NULL, moves INTEGER NOT NULL, at INTEGER NOT NULL,
  text TEXT NOT NULL
);
CREATE TABLE chat (
  no INTEGER PRIMARY KEY NOT NULL, table_no INTEGER NOT NULL, user TEXT NOT NULL, spectators INTEGER NOT NULL, at INTEGER NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX chat_table ON chat (table_no);

CREATE TABLE results (
  table_id TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL, game TEXT NOT NULL, seats INTEGER NOT NULL,
  place INTEGER NOT NULL, points INTEGER NOT NULL, rated INTEGER NOT NULL, mean_before REAL NOT NULL, mean_after REAL NOT NULL,
  spread_after REAL NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX results_player ON results (player, at);
CREATE TABLE ratings (
  player TEXT NOT NULL, game TEXT NOT NULL, mean REAL NOT NULL, spread REAL NOT NULL, games INTEGER NOT NULL,
  PRIMARY KEY (player, game)
) WITHOUT ROWID;

CREATE TABLE nodes (node TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
)sql";

// A step says all that the head of its table must know, so that the heads need not be written with every move: all steps up to the known
// one have been told to them, later ones perhaps not.
constexpr const char* version_2 = R"sql(
ALTER TABLE steps ADD COLUMN table_no INTEGER NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN wake INTEGER NOT NULL DEFAULT 0;
CREATE TABLE behind (known_step INTEGER NOT NULL);
INSERT INTO behind SELECT coalesce(max(no), 0) FROM steps;
)sql";

constexpr const char* migrations[] = {version_1, version_2};
static_assert(std::size(migrations) == sqlite_schema_version);

}  // namespace

const std::span<const char* const> sqlite_migrations = migrations;

}  // namespace trestle::storage
