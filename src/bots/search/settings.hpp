// What a tree search can be told. Every setting has a name in a bot's spec ("master:ms=50"); numbers are whole.
#pragma once
#include "bots/spec.hpp"

namespace trestle {

enum class Rollout : u8 {
  random,    // uniformly random acts to the end of the game
  judgement  // the game's judgement, a few acts further on
};

struct SearchSettings {
  u32 iterations = 0;  // a decision; 0: by time
  u32 ms = 0;          // a decision
  u32 threads = 1;     // each grows a tree of its own; iterations are shared out among them
  u32 explore = 70;    // hundredths: the constant of UCB1
  u32 trust = 0;       // tenths of a visit that the judgement of an act counts at the start
  u32 careful = 0;     // 1: new acts are judged like positions; 0: by the judgement made by hand, which is quicker
  Rollout rollout = Rollout::random;
  u32 turns = 0;     // turns played out by the judgement before it judges: 0 only ends what is half done, 1 ends the turn under way
  u32 nesting = 0;   // how many decisions within a decision are judged by looking past them
  u32 sharp = 100;   // percent: how sharply a lead is taken for a win
  u32 learned = 1;   // judge by what was learned, where there is something
  u32 weights = 0;   // by which weights: 0 the shipped ones, from 1 on those the program was given (--weights)
  u32 reuse = 1;     // keep what was thought when the next decision is one's own and nothing was revealed
  u32 overlook = 0;  // per mille: the chance not to notice an act at all
  u32 nodes = 1 << 16;
};

inline constexpr u32 search_ms_max = 600'000, search_iterations_max = 100'000'000, search_threads_max = 64, search_nodes_max = 1 << 22;

// All of them, by their names in a spec.
std::string print_settings(SearchSettings settings);
// Applies the settings of a spec to defaults; a fault names what is unknown or out of range.
Result<SearchSettings> search_settings(const BotSpec& spec, SearchSettings defaults);

}  // namespace trestle
