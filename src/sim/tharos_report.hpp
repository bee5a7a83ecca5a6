// How Tharos plays out between greedy bots: scores, attacks warded off by round, and how often each action, card and building is
// used. The report is a page of Markdown; `trestle balance tharos` prints it. It depends on the rules, the edition and the seed only.
#pragma once
#include <string>

#include "games/tharos/rules.hpp"

namespace trestle::tharos {

struct ReportPlan {
  int games = 100;  // at each number of players
  u64 seed = 1;
};

struct ReportResult {
  std::string page;
  int never_used = 0;  // actions, cards and buildings that no bot used
};

ReportResult measure_play(const Tharos& rules, const ReportPlan& plan, const std::string& edition_hash);

}  // namespace trestle::tharos
