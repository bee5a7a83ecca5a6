// The analysis of a game as one HTML page that needs nothing else: curve, mistakes, every decision. For light and dark, wide and narrow.
#pragma once
#include "cli/language.hpp"
#include "sim/analyse.hpp"

namespace trestle::cli {

// What the page and the text say alike: an analysed game and the words for it. `words` has the players' names.
struct AnalysedGame {
  GamePtr game;
  const Record& record;
  const Analysis& analysis;
  const AnalysisPlan& plan;
  const Language& words;

  std::string title() const;
  std::string summary() const;  // how many decisions, who won
  std::string how() const;
  std::string label(const Decision& decision, Action action) const;
};

std::string analysis_page(const AnalysedGame& analysed);

}  // namespace trestle::cli
