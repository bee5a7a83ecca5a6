// The table a golden script plays on: one state, moves with the leniency for forced moves, expectations. Part of script.cpp,
// apart because it knows nothing of lines and scenes; perft uses its dealing.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.hpp"

namespace trestle {

struct Verdict {
  enum Kind { holds, fails, malformed };
  Kind kind = holds;
  std::string reason;
  int line = 0;  // where it is not the line being run

  static Verdict no(std::string why) { return {fails, std::move(why), 0}; }
  static Verdict bad(std::string why, int line = 0) { return {malformed, std::move(why), line}; }
};

class ScriptTable {
 public:
  ScriptTable(GamePtr game, int players, const AnyState& state) : game_(std::move(game)), players_(players), now_{state, 0} {}

  const AnyState& state() const { return now_.state; }
  // The move of a seat or of chance. Forced moves left out before it are played.
  Verdict play(Seat seat, std::string_view text);
  // Chance deals what is pending, with a fixed seed, until somebody must decide.
  Verdict deal_pending();
  // From here on chance is dealt from this seed wherever the script does not say.
  void deal_from(u64 seed) {
    seed_ = seed;
    now_.drawn = 0;
  }
  // `text` is what follows the word expect. Tried now, then after each forced move; the table itself does not move.
  Verdict expect(std::string_view text) const;
  // The position and who is to move; what is to be dealt from a seed is dealt first.
  std::string show();

 private:
  struct Moment {
    AnyState state;
    u64 drawn = 0;
  };
  struct Step {
    Seat seat = Seat::A;
    Action action;
    bool dealt = false;
  };

  std::optional<Step> forced_step(const Moment& m) const;
  void settle_chance();
  Status take(Moment& m, const Step& step) const;
  std::vector<Action> choices(const AnyState& state, Seat seat) const;
  std::string list(const std::vector<Action>& actions) const;
  std::string why_not(const AnyState& state, Seat seat, Action action) const;

  Verdict judge(const AnyState& state, std::string_view text) const;
  Verdict judge_legal(const AnyState& state, std::string_view rest) const;
  Verdict judge_refused(const AnyState& state, std::string_view rest) const;
  Verdict judge_seats(std::string_view what, SeatSet found, const std::vector<std::string_view>& words) const;
  Verdict judge_prompt(const AnyState& state, const std::vector<std::string_view>& words) const;
  Verdict judge_score(const AnyState& state, const std::vector<std::string_view>& words) const;
  Verdict judge_field(const AnyState& state, Seat viewer, std::string_view key, std::string_view wanted) const;
  std::optional<Seat> seat_here(std::string_view word) const;
  Seat player_here(std::string_view word) const;  // Seat::Table when it is no player of this table
  SeatSet winners(const AnyState& state) const;

  GamePtr game_;
  int players_;
  Moment now_;
  std::optional<u64> seed_;
};

// "A B", "chance", "none".
std::string print_seats(SeatSet seats);

}  // namespace trestle
