// A table's terms: what is played, by whom, with which clock and dice, and how it ended. Kept as text in the store; the secret of the
// dice is in it, so it is never sent: what clients see is made field by field in views.cpp.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/record.hpp"
#include "match/match.hpp"
#include "protocol/words.hpp"
#include "storage/store.hpp"

namespace trestle::server {

using storage::Millis;
using storage::UserId;

enum class ClockKind : u8 { none, move, game, days };
std::string_view clock_name(ClockKind kind);
std::optional<ClockKind> parse_clock(std::string_view word);

struct ClockTerms {
  ClockKind kind = ClockKind::none;
  i64 seconds = 0;    // for a move (move, days) or the whole game
  i64 increment = 0;  // after each turn (game)
  i64 full_ms() const { return seconds * 1000; }
};

// A seat of a table and who holds it: a person, a bot, or nobody yet.
struct Chair {
  UserId user;
  std::string name;      // of the person, as when they sat down
  std::string bot;       // a level
  bool account = false;  // the person had one when sitting down
  bool ready = false;
  bool resigned = false;
  std::string stand_in;  // the level that plays for an absent person
  std::string seed;      // bytes of their own for the dice

  bool person() const { return !user.empty(); }
  bool open() const { return user.empty() && bot.empty(); }
  // Who decides for the seat, if it is no person.
  const std::string& player_bot() const { return bot.empty() ? stand_in : bot; }
};

struct Terms {
  std::string game;
  Options options;
  std::string edition;
  std::shared_ptr<const Edition> tables;  // where they are not the built-in ones; kept whole, so that the table can always go on
  int rules_version = 0;
  bool listed = true, rated = true, hints = true, undo = true, chat = true;
  ClockTerms clock;
  UserId host;
  std::vector<Chair> chairs;
  Digest secret{};
  std::string match_id;
  Millis started = 0;
  Millis paused = 0;          // since when; 0 = not
  u64 shift = 0;              // added to the match's sequence numbers, so that they never fall
  std::vector<int> resigned;  // seats, in order
  std::vector<int> places;    // at the end, one a seat
  bool counted = false;       // results and ratings are kept
  storage::TableId rematch;   // the table that followed
  bool imported = false;      // a record that somebody brought, to be looked at: its one step is the record's text
};

std::string print_terms(const Terms& terms);
Result<Terms> parse_terms(std::string_view text);

// A new match by these terms, or the one that went on with `moves`. Faults: other rules or tables than now, a record that does not hold.
Result<Match> start_match(const GamePtr& game, const Terms& terms);
Result<Match> resume_match(const GamePtr& game, const Terms& terms, std::vector<RecordMove> moves);

// The moves from `from` on as a step's text; who made them and what that took from the clock are its first line.
std::string print_step(const Match& match, protocol::GameWords& words, u64 from, std::optional<Seat> by, i64 spent_ms);
struct StepRead {
  std::optional<Seat> by;
  i64 spent_ms = 0;
};
Result<StepRead> parse_step(const storage::StepRow& step, std::vector<RecordMove>& into);

}  // namespace trestle::server
