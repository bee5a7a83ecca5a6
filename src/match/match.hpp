// One running game: validates, applies, deals chance, plays forced moves, undoes, and keeps the record. No sockets, no clock.
#pragma once
#include <memory>
#include <optional>
#include <span>

#include "core/any_game.hpp"
#include "core/record.hpp"
#include "match/dealer.hpp"

namespace trestle {

inline constexpr std::size_t batch_max = 64;  // actions in one submission

struct MatchSetup {
  GamePtr game;
  int seats = 2;
  std::vector<std::string> names;       // one a seat; empty = the seats' letters
  std::optional<AnyState> position;     // start here instead of at the set-up
  std::string position_text;            // the text of that position, kept in the record
  bool play_forced = true;              // play moves without a choice (only where that tells nothing)
};

enum class SubmitCode : u8 { accepted, stale, not_waiting, illegal, batch_too_long, empty_batch, over };

struct SubmitResult {
  SubmitCode code = SubmitCode::accepted;
  u64 seq = 0;              // the match's sequence number now
  std::size_t index = 0;    // which action of the batch was refused
  Refusal refusal;          // for illegal: the clause
  explicit operator bool() const { return code == SubmitCode::accepted; }
};

// An event with the sequence number of the action that caused it.
struct Happening {
  u64 seq = 0;
  Event event;
};

class Match {
 public:
  // Deals up to the first decision. The dealer decides chance; see dealer.hpp for fair, seeded and scripted ones.
  static Result<Match> create(MatchSetup setup, std::unique_ptr<Dealer> dealer);
  // Goes on with a record: replays it, every move checked; a fault names the line.
  static Result<Match> resume(GamePtr game, const Record& record, std::unique_ptr<Dealer> dealer);

  const AnyGame& game() const { return *game_; }
  GamePtr game_ptr() const { return game_; }
  int seats() const { return seats_; }
  u64 seq() const { return seq_; }  // grows with every action and every undo; never falls
  const AnyState& state() const { return state_; }
  AnySight sight(Seat seat) const { return game_->sight(state_, seat); }
  SeatSet waiting_on() const { return game_->waiting_on(state_); }  // never Chance
  bool over() const { return waiting_on().empty(); }

  // All of the batch or none of it; then chance and forced moves until somebody must decide.
  SubmitResult submit(Seat seat, std::span<const Action> actions, u64 expected_seq);
  // Takes back the seat's last act, and what was forced after it, if nothing was learned since. False: cannot.
  bool can_undo(Seat seat) const;
  bool undo(Seat seat);

  // What the seat may know of what happened, from a sequence number on. Undone events are gone.
  std::vector<Happening> happenings(Seat viewer, u64 from_seq = 0) const;
  const Record& record() const { return record_; }
  // At the end: result lines and, with a fair dealer, the secret.
  void close_record();

 private:
  Match() = default;
  struct Step;
  GamePtr game_;
  int seats_ = 0;
  u64 seq_ = 0;
  AnyState state_;
  Record record_;
  std::unique_ptr<Dealer> dealer_;
  std::shared_ptr<std::vector<Step>> steps_;  // the acts that stand, with the state before each
  bool play_forced_ = true;
};

}  // namespace trestle
