// What a server keeps, and the one interface to whatever keeps it: memory, SQLite, PostgreSQL. A batch of operations is one durable
// transaction (that is the group commit): when `run` returns, everything it answers with `done` survives a crash of the machine.
// Rows are values; texts in them (a table's terms, moves) are the hub's own and opaque here: UTF-8 without NUL. No clock: the caller
// brings the time.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/apart.hpp"
#include "base/result.hpp"
#include "base/sha256.hpp"
#include "base/types.hpp"

namespace trestle::storage {

using UserId = std::string;   // 16 letters of the server's own alphabet; unguessable
using TableId = std::string;  // likewise
using NodeId = std::string;   // one running server
using Millis = i64;           // since 1970, UTC

struct UserRow {
  UserId id;
  std::string name;      // as shown; not unique
  std::string login;     // lower-case name of an account, unique; empty = a guest
  std::string password;  // Argon2id, as libsodium writes it; empty for a guest
  std::string webhook, webhook_secret;
  std::string language;
  Millis created = 0, seen = 0;
  bool banned = false;
  friend bool operator==(const UserRow&, const UserRow&) = default;
};

// A login on one device. Only the hash of the token is kept.
struct SessionRow {
  Digest token_hash{};
  UserId user;
  Millis created = 0, expires = 0;
  friend bool operator==(const SessionRow&, const SessionRow&) = default;
};

enum class TableStatus : u8 { open, running, over, closed };  // closed: given up, or closed by the owner of the server

// A table without its moves. `terms` is the hub's text: game, options, seats and who sits there, clock, dealer.
struct TableRow {
  TableId id;
  TableStatus status = TableStatus::open;
  bool listed = false;  // in the lobby's lists
  std::string game;
  std::string terms;
  std::vector<UserId> users;  // at its seats: for "my tables"
  Millis created = 0, changed = 0;
  Millis wake = 0;  // when the table wants attention by itself (a clock runs out, a bot is to move); 0 = not
  friend bool operator==(const TableRow&, const TableRow&) = default;
};

// The moves of one submission, with everything that followed from it: the lines of the record from `first` on, as the hub prints them.
struct StepRow {
  u64 first = 0;  // number of the first move in it, 0-based
  u32 moves = 0;
  std::string text;
  Millis at = 0;
  friend bool operator==(const StepRow&, const StepRow&) = default;
};

struct ChatRow {
  UserId user;  // empty = a line of the system
  std::string text;
  bool spectators = false;  // said in the spectators' room
  Millis at = 0;
  friend bool operator==(const ChatRow&, const ChatRow&) = default;
};

// How a game ended for one player. A bot's player is "bot:" and its level.
struct ResultRow {
  std::string player;  // a UserId or "bot:LEVEL"
  TableId table;
  std::string game;
  int seat = 0, seats = 0, place = 0, points = 0;
  bool rated = false;
  double mean_before = 0, mean_after = 0, spread_after = 0;
  Millis at = 0;
  friend bool operator==(const ResultRow&, const ResultRow&) = default;
};

struct RatingRow {
  std::string player, game;
  double mean = 0, spread = 0;
  u64 games = 0;
  friend bool operator==(const RatingRow&, const RatingRow&) = default;
};

// A rated game. It is added to what is kept, so that two games that end at the same moment both count; who has no rating yet begins with
// `mean` and `spread`.
struct RatingChange {
  std::string player, game;
  double mean = 0, spread = 0;
  double shift = 0, shrink = 1;  // added to the mean; the spread is multiplied by it
};

// ---- operations

struct SaveUser {
  UserRow user;
};  // new or changed; conflict: the login is taken by another
struct FindUser {
  UserId id;
  std::string login;
};  // by whichever is given
struct SaveSession {
  SessionRow session;
};  // missing: its user
struct FindSession {
  Digest token_hash{};
};  // with its user
struct EndSession {
  Digest token_hash{};
};
struct EndSessions {
  UserId user;
};  // on all devices

// Everything one step of a table changes, all or nothing. Conflict: the table does not have `expect_moves` moves, or another node
// owns it; then nothing is changed.
struct SaveTable {
  TableId id;
  NodeId node;          // must own it; creating takes it
  bool create = false;  // conflict if it is there already
  Apart<TableRow> row;  // new contents, with its own `changed` and `wake`; nothing = only moves and the two below
  Millis changed = 0, wake = 0;
  u64 expect_moves = 0;
  std::optional<StepRow> step;  // step->first == expect_moves, or cut_to where there is one; else a conflict
  std::optional<u64> cut_to;    // taken back with consent: moves from the beginning of this step on are dropped, before `step` is added
  std::vector<ChatRow> chat;
  std::vector<ResultRow> results;  // at the end of a game; one a table and seat
  std::vector<RatingChange> ratings;
};
// Takes a table for a node, if nobody alive holds it, and reads it whole. `holder` in the answer says who has it otherwise.
struct LoadTable {
  TableId id;
  NodeId node;
  Millis now = 0;
  u32 chat_lines = 200;
};
struct PeekTable {
  TableId id;
  u32 chat_lines = 200;
};  // reads it whole without taking it
struct ReleaseTable {
  TableId id;
  NodeId node;
};
struct ListTables {
  std::optional<TableStatus> status;
  std::optional<UserId> user;  // at a seat of it
  bool listed_only = false;
  u32 from = 0, count = 50;  // newest change first
};
struct ListDue {
  NodeId node;
  Millis until = 0, now = 0;
  u32 count = 1000;
};  // wake <= until, held by this node, nobody or the dead
struct FindResults {
  std::string player;
  u32 from = 0, count = 50;
};  // newest first
struct FindRatings {
  std::vector<std::string> players;
  std::string game;
};
struct Heartbeat {
  NodeId node;
  Millis until = 0;
};                   // this node lives until then; registers it
struct CountAll {};  // for the owner's view

using Op = std::variant<SaveUser, FindUser, SaveSession, FindSession, EndSession, EndSessions, SaveTable, LoadTable, PeekTable,
                        ReleaseTable, ListTables, ListDue, FindResults, FindRatings, Heartbeat, CountAll>;

bool writes(const Op& op);  // whether the operation is there to keep something

// ---- answers

enum class Outcome : u8 { done, missing, conflict, failed };

struct TableWhole {
  TableRow row;
  u64 moves = 0;
  std::vector<StepRow> steps;
  std::vector<ChatRow> chat;
};

struct Counts {
  u64 users = 0, sessions = 0, open = 0, running = 0, over = 0, closed = 0, moves = 0;
};

// What is filled depends on the operation.
struct Answer {
  Outcome outcome = Outcome::done;
  std::string why;  // failed: one sentence
  Apart<UserRow> user;
  Apart<SessionRow> session;
  Apart<TableWhole> table;
  NodeId holder;  // LoadTable, conflict: who holds it
  std::vector<TableRow> tables;
  std::vector<ResultRow> results;
  std::vector<RatingRow> ratings;
  Counts counts;
};

class Store {
 public:
  virtual ~Store() = default;
  // One transaction, in order. An operation that finds a conflict or nothing changes nothing and does not stop the others. Where the
  // store itself fails (disk full, connection lost) every answer is `failed`, nothing of the batch is kept, and the next call tries
  // again. Only where an operation holds a text or number that cannot be stored (not UTF-8, a NUL, not finite), it alone is `failed`,
  // or finds nothing. One thread at a time.
  virtual std::vector<Answer> run(std::span<const Op> ops) = 0;
  // While running; a fault says why not. Where the store has its own tools for it (PostgreSQL), the fault names them.
  virtual Status back_up(const std::string& file) = 0;
};

std::unique_ptr<Store> memory_store();
// A directory's database; made if it is not there. Faults: not writable, not a database, of a newer version, held by another server.
Result<std::unique_ptr<Store>> sqlite_store(const std::string& file);
// postgresql://... ; makes or migrates the schema. Faults: cannot connect, of a newer version.
Result<std::unique_ptr<Store>> postgres_store(const std::string& url);

// Messages between nodes (PostgreSQL's LISTEN/NOTIFY). Delivery is at most once and in order from one node; longer messages are cut
// into pieces and put together again. Its own connection, its own thread; `receive` waits at most so long.
inline const NodeId every_node = "*";  // send to it: all the others hear it
class Relay {
 public:
  virtual ~Relay() = default;
  virtual Status send(const NodeId& to, std::string_view message) = 0;
  struct Received {
    NodeId from;
    std::string message;
  };
  virtual Result<std::vector<Received>> receive(int milliseconds) = 0;
};
Result<std::unique_ptr<Relay>> postgres_relay(const std::string& url, const NodeId& self);

}  // namespace trestle::storage
