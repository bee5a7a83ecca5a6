// What a finished game could have been: for every decision of a record the chance to win from what the decider could know, and for
// each player the acts that gave most of it away, with the better one. The only thing a search is given is the decider's sight, so
// nothing that was hidden at the time counts for or against anybody. The same record and budget give the same analysis.
#pragma once
#include <functional>
#include <optional>

#include "bots/reasons.hpp"
#include "core/record.hpp"

namespace trestle {

inline constexpr std::size_t mistakes_shown = 3;  // of each player
inline constexpr i32 mistake_min = 100;           // ten thousandths: what loses less is no mistake

struct AnalysisPlan {
  std::string bot = "master";  // whose search it is
  u32 iterations = 1000;       // for each decision
  u32 iterations_sure = 5000;  // for what looks like a mistake
  std::function<void(u64 done, u64 of)> progress;
};

struct Decision {
  std::size_t move = 0;  // of the record, 1 = the first
  Seat seat = Seat::A;
  AnySight sight;   // what the decider knew
  Action played;    //
  Action best;      // as far as the search sees
  i32 chance = -1;  // to win, before the act, with the best act; ten thousandths
  i32 kept = -1;    // ... with the act that was played
  i32 lost() const { return chance > kept ? chance - kept : 0; }
};

struct Mistake {
  std::size_t decision = 0;     // which of the decisions
  i32 chance = 0, kept = 0;     // with the better act and with the one played, by the longer search
  Action better;                //
  std::vector<Reason> reasons;  // for the better act, against the one played
  i32 lost() const { return chance - kept; }
};

struct Analysis {
  std::vector<Decision> decisions;             // where there was a choice; what was taken back is not among them
  std::vector<std::vector<Mistake>> mistakes;  // a list a seat, the largest first
  Standing standing{};
};

// A fault: a record that does not hold (with its line) or is not finished, a bot that does not judge by chances.
Result<Analysis> analyse(const GamePtr& game, const Record& record, const AnalysisPlan& plan);

}  // namespace trestle
