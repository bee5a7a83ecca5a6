// The server without its edges: who is connected, the lobby, the tables, clocks, votes, chat. A state machine: `step` takes one input
// and the time and appends outputs. No sockets, no clock, no database, no threads; bots, storage and password hashing answer by
// message. The same inputs give the same outputs, so that every failure found by the simulator is reproducible by its seed.
// docs/online.md is what a client sees of it.
#pragma once
#include <compare>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/apart.hpp"
#include "core/any_game.hpp"
#include "match/match.hpp"
#include "server/limits.hpp"
#include "storage/store.hpp"

namespace trestle::server {

using storage::Millis;
using Ticket = u64;  // names a question to storage, a bot or the hasher; its answer carries the same

// A client's line to the server. `node` is missing for one of this node's own; else the client sits at another node and is reached by
// relay. A WebSocket lives until it is closed; an HTTP request is a line that gets one answer.
struct Line {
  Apart<storage::NodeId> node;
  u64 number = 0;
  bool here() const { return !node; }
  // The number first: it nearly always decides.
  friend bool operator==(const Line& a, const Line& b) { return a.number == b.number && a.node == b.node; }
  friend std::strong_ordering operator<=>(const Line& a, const Line& b) {
    if (a.number != b.number) return a.number <=> b.number;
    return a.node && b.node ? *a.node <=> *b.node : a.node.has_value() <=> b.node.has_value();
  }
};

// ---- inputs

struct Opened {  // a line; the token is what its cookie said, empty = none
  Line line;
  std::string token;
  std::string address;
  bool http = false;
  bool admin = false;  // through the owner's socket: may say admin_list, admin_close, admin_export, admin_ban, admin_counts
};
struct Said {  // one JSON message
  Line line;
  std::string text;
};
struct Gone {
  Line line;
};
struct Stored {  // in the order of the Store outputs
  Ticket ticket = 0;
  storage::Answer answer;
};
struct Thought {  // a bot's act; the hub checks it like anybody's
  Ticket ticket = 0;
  Action action;
};
struct Worked {  // advice or an analysis, as JSON fields; or how far it is
  Ticket ticket = 0;
  std::string json;
  bool done = true;
};
struct Hashed {  // of a password; or whether it fits
  Ticket ticket = 0;
  std::string hash;
  bool fits = false;
};
struct Relayed {
  storage::NodeId from;
  std::string message;
};
struct NodeGone {  // its heartbeat is over
  storage::NodeId node;
};
struct Tick {};      // time passed; due when next_wake() says so
struct Shutdown {};  // say goodbye; what is pending is still stored

using Input = std::variant<Opened, Said, Gone, Stored, Thought, Worked, Hashed, Relayed, NodeGone, Tick, Shutdown>;
static_assert(sizeof(Input) <= 256);  // each is as large as the largest, and a round takes thousands: what is large lies apart

// ---- outputs

struct Send {
  Line line;
  std::string text;
  // For an HTTP line: the cookie to set. Empty string = forget the cookie.
  std::optional<std::string> token;
  bool can_wait = false;  // it gives its reader nothing new to decide: where there is much to do it may go out with what comes next
};
struct Hang {  // close the line, after what was sent
  Line line;
  std::string reason;
};
struct Keep {  // to storage
  Ticket ticket = 0;
  Apart<storage::Op> op;
};
struct Think {  // a bot is to choose. The sight is all it gets (I6).
  Ticket ticket = 0;
  GamePtr game;
  std::unique_ptr<const AnySight> sight;
  std::string bot;
  u64 seed = 0;
};
struct Advise {  // a hint
  Ticket ticket = 0;
  GamePtr game;
  std::unique_ptr<const AnySight> sight;
  std::string bot;
  u64 seed = 0;
};
struct Analyse {  // a finished game's record, as text
  Ticket ticket = 0;
  GamePtr game;
  std::string record;
};
struct Hash {  // a password: make a hash, or compare with one
  Ticket ticket = 0;
  std::string password, compare_with;
};
struct Forward {  // to another node, or to every_node
  storage::NodeId node;
  std::string message;
};
struct Notify {  // your turn: POST this body, signed with the secret
  std::string url, secret, body;
};
struct Note {  // for the log of the server: never holds a token, a password, a hand or an address in full
  enum class Level : u8 { info, warning, error } level = Level::info;
  std::string event;  // one word
  std::string json;   // fields
};

using Output = std::variant<Send, Hang, Keep, Think, Advise, Analyse, Hash, Forward, Notify, Note>;
static_assert(sizeof(Output) <= 104);  // likewise

// Unguessable bytes. The operating system's in a server, a seeded generator's in the simulator.
class Randomness {
 public:
  virtual ~Randomness() = default;
  virtual void fill(std::span<u8> out) = 0;
};

struct Terms;  // terms.hpp

using TablesPtr = std::shared_ptr<const Edition>;  // null = the built-in ones

// Tables of the owner's own that players may choose.
struct OfferedEdition {
  std::string game, name;
  std::string edition;  // the hash of its tables
  TablesPtr tables;
};

struct HubConfig {
  storage::NodeId node;
  Limits limits;
  bool several_nodes = false;
  std::string public_url;  // for links in notices
  std::vector<OfferedEdition> editions;
  // How a game begins; empty = as the terms say. Tests begin in the middle of one.
  std::function<Result<Match>(const GamePtr&, const Terms&)> begin;
};

struct HubCounters {  // for /metrics
  u64 lines = 0, lines_opened = 0, messages = 0, refused = 0, moves = 0, moves_by_bots = 0, tables_loaded = 0, tables_in_memory = 0,
      games_finished = 0, storage_failures = 0, clock_losses = 0, relayed = 0;
};

class Hub {
 public:
  Hub(HubConfig config, Randomness& randomness);
  ~Hub();
  Hub(const Hub&) = delete;

  // Appends to `out`, which is not cleared. `now` never has to be exact and may jump.
  void step(Input&& input, Millis now, std::vector<Output>& out);
  // When a Tick is next needed; nothing = not before the next input.
  std::optional<Millis> next_wake() const;
  HubCounters counters() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trestle::server
