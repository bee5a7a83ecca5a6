// How a game plays out between equal bots, for any game: who wins by seat and by what was dealt or chosen, what moves go with winning,
// scores and length. The report is a list of plots; balance_page draws it. hadara_balance and tharos_report ask more of their games.
#pragma once
#include "sim/run.hpp"

namespace trestle {

struct BalanceReportPlan {
  std::string bot = "greedy";
  u64 games = 1000;  // at each number of players
  int threads = 1;
  u64 seed = 1;
  std::function<void(u64 done, u64 of)> progress;
};

struct PlotRow {
  std::string label;
  double value = 0;
  Interval interval;   // where the plot has intervals
  double beside = 0;   // a second value, where the plot has two
  std::string detail;  // shown at the end of the row
};

enum class PlotKind : u8 {
  shares,    // of wins, with intervals and a line at the fair share
  lifts,     // wins in proportion to the fair share, with intervals and a line at 1
  columns,   // how often each value of a number occurred, in ascending order
  bars,      // amounts
  two_bars,  // amounts of winners, and of the others
};

struct Plot {
  PlotKind kind = PlotKind::bars;
  std::string title, note;
  double line = 0;  // the fair share
  std::vector<PlotRow> rows;
};

struct PlotSection {
  std::string title, note;
  std::vector<Plot> plots;
};

struct PlotPage {
  std::string title, intro;
  std::vector<PlotSection> sections;
};

// A fault: a bot there is not, too many games. On a rank that does not lead the page is empty.
Result<PlotPage> measure_game(const AnyGame& game, const BalanceReportPlan& plan, const Ranks& ranks);

}  // namespace trestle
