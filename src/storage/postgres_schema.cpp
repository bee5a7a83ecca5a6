#include <iterator>

#include "storage/postgres_db.hpp"
#include "storage/store.hpp"

namespace trestle::storage {
namespace {

// What changes with every move is apart from what does not (`heads` and `tables`), and no index is on it but that of the next wake:
// then PostgreSQL changes a head in its place (HOT). `mark` is what the last save wrote: later parts of a save look for it.
// Ids are compared by bytes, as in the other stores.
constexpr const char* version_1 = R"sql(
CREATE TABLE users (
  id text COLLATE "C" PRIMARY KEY, name text NOT NULL, login text COLLATE "C" NOT NULL, password text NOT NULL, webhook text NOT NULL,
  webhook_secret text NOT NULL, language text NOT NULL, created bigint NOT NULL, seen bigint NOT NULL, banned boolean NOT NULL
);
CREATE UNIQUE INDEX users_login ON users (login) WHERE login <> '';

CREATE TABLE sessions (
  token_hash text COLLATE "C" PRIMARY KEY, user_id text COLLATE "C" NOT NULL, created bigint NOT NULL, expires bigint NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE heads (
  id text COLLATE "C" PRIMARY KEY, owner text COLLATE "C" NOT NULL, moves bigint NOT NULL, mark bigint NOT NULL,
  changed bigint NOT NULL, wake bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX heads_wake ON heads (wake) WHERE wake <> 0;
CREATE TABLE tables (
  id text COLLATE "C" PRIMARY KEY, status smallint NOT NULL, listed boolean NOT NULL, created bigint NOT NULL, game text NOT NULL,
  users text[] NOT NULL, terms text NOT NULL
);
CREATE INDEX tables_status ON tables (status, listed);
CREATE INDEX tables_users ON tables USING gin (users);

CREATE TABLE steps (
  table_id text COLLATE "C" NOT NULL, first bigint NOT NULL, moves bigint NOT NULL, at bigint NOT NULL, text text NOT NULL,
  PRIMARY KEY (table_id, first)
);
CREATE TABLE chat (
  table_id text COLLATE "C" NOT NULL, no bigint GENERATED ALWAYS AS IDENTITY, user_id text NOT NULL, spectators boolean NOT NULL,
  at bigint NOT NULL, text text NOT NULL, PRIMARY KEY (table_id, no)
);

CREATE TABLE results (
  table_id text COLLATE "C" NOT NULL, seat integer NOT NULL, player text COLLATE "C" NOT NULL, game text NOT NULL,
  seats integer NOT NULL, place integer NOT NULL, points integer NOT NULL, rated boolean NOT NULL,
  mean_before double precision NOT NULL, mean_after double precision NOT NULL, spread_after double precision NOT NULL,
  at bigint NOT NULL, PRIMARY KEY (table_id, seat)
);
CREATE INDEX results_player ON results (player, at);
CREATE TABLE ratings (
  player text COLLATE "C" NOT NULL, game text COLLATE "C" NOT NULL, mean double precision NOT NULL, spread double precision NOT NULL,
  games bigint NOT NULL, PRIMARY KEY (player, game)
);

CREATE TABLE nodes (node text COLLATE "C" PRIMARY KEY, until bigint NOT NULL);
)sql";

constexpr const char* migrations[] = {version_1};
static_assert(std::size(migrations) == postgres_schema_version);

}  // namespace

const std::span<const char* const> postgres_migrations = migrations;

// A server that stops in the middle of a transaction must not keep others from its tables. Plans are made once, perhaps when the tables
// are still empty, and must hold when they are not: so indexes it is.
const char* const postgres_settings =
    "SET search_path = trestle; SET synchronous_commit = on; SET lock_timeout = '4s'; SET statement_timeout = '20s';"
    "SET idle_in_transaction_session_timeout = '4s'; SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off;"
    "SET client_min_messages = error";

}  // namespace trestle::storage
