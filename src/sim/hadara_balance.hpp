// How balanced Hadara is, by greedy bots: scores by number of players, seat and start card, and what every card is worth. The
// report is a page of Markdown; `trestle balance hadara` prints it. It depends on the rules, the edition and the seed only.
#pragma once
#include <string>

#include "games/hadara/rules.hpp"

namespace trestle::hadara {

struct BalancePlan {
  int games = 1000;  // at each number of players
  int samples = 10;  // one buying decision in so many is played to the end both ways
  u64 seed = 1;
};

struct BalanceReport {
  std::string page;
  int outside = 0;  // reconstructed cards whose worth lies outside that of the other cards of their epoch
};

BalanceReport measure_balance(const Hadara& rules, const BalancePlan& plan, const std::string& edition_hash);

}  // namespace trestle::hadara
