#include "sim/balance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "base/text.hpp"
#include "core/notation.hpp"
#include "sim/sim_table.hpp"

namespace trestle {

namespace {

// What to ask of a game: fields of a seat whose value is one word (traits) or many (things), fields of the table, and moves whose
// operand matters.
struct Question {
  const char* what;
  const char* title;
};
struct Questions {
  std::string_view game;
  std::vector<Question> traits, things, table, moves;
};

const Questions& questions_for(std::string_view game) {
  static const Questions none{};
  static const std::vector<Questions> all{
      {"throne",
       {{"race", "Race"}},
       {{"units", "Units in front of a player at the end"}},
       {{"ending", "How the game ended"}},
       {{"play", "Cards played"}, {"take", "Cards taken in trade"}, {"activate", "Professions activated"}}},
      {"hadara",
       {{"start", "Start card"}},
       {{"colonies", "Colonies at the end"}, {"busts", "Busts at the end"}},
       {},
       {{"buy", "Cards bought"}, {"silver", "Silver seals"}, {"gold", "Gold seals"}}},
      {"tharos",
       {},
       {{"cards", "Player cards at the end"}},
       {},
       {{"act", "Actions"}, {"use", "Buildings used"}, {"activate", "Player cards activated"}, {"play", "Action cards played"}}},
  };
  for (const Questions& questions : all)
    if (questions.game == game) return questions;
  return none;
}

// How those did who had or did something, against what chance would give them.
struct Lift {
  u64 times = 0;   // games of a seat
  u64 amount = 0;  // how often in all
  double won = 0, fair = 0, variance = 0;
  void add(u64 how_often, double share, double expected) {
    ++times;
    amount += how_often;
    won += share;
    fair += expected;
    variance += expected * (1 - expected);
  }
};
using Lifts = std::map<std::string, Lift>;

// One number of players.
struct Count {
  int players = 0;
  u64 games = 0;
  double fair = 0;
  std::vector<Tally> seats;
  std::vector<std::map<std::string, Tally>> traits;
  std::vector<std::map<std::string, u64>> table;
  std::map<i32, u64> scores;
  Moments score, winners, decisions;
  std::vector<Moments> lines_of_winners, lines_of_others;
  std::map<u32, u64> lengths;
};

struct Everything {
  std::vector<Count> counts;
  u64 seat_games = 0;
  std::vector<Lifts> things, moves;
};

std::string number(double x, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

std::string percent(double share) { return number(100 * share, share < 0.1 ? 1 : 0) + " %"; }

void add_lines(Count& count, const SeatResult& seat, bool won) {
  auto& lines = won ? count.lines_of_winners : count.lines_of_others;
  lines.resize(std::max(lines.size(), seat.lines.size()));
  for (std::size_t k = 0; k < seat.lines.size(); ++k) lines[k].add(seat.lines[k]);
}

void add_things(Everything& all, const Questions& ask, const SeatResult& seat, double share, double fair) {
  for (std::size_t k = 0; k < ask.things.size(); ++k) {
    std::map<std::string, u64> held;
    if (const auto words = expand_words(seat.by[ask.traits.size() + k]))
      for (const std::string& word : *words)
        if (word != "none") ++held[word];
    for (const auto& [word, n] : held) all.things[k][word].add(n, share, fair);
  }
  for (std::size_t k = 0; k < ask.moves.size(); ++k)
    for (const Use& use : seat.uses) {
      const std::size_t blank = use.what.find(' ');
      if (use.what.substr(0, blank) != ask.moves[k].what) continue;
      all.moves[k][blank == std::string::npos ? use.what : use.what.substr(blank + 1)].add(use.times, share, fair);
    }
}

void add_game(Everything& all, Count& count, const Questions& ask, const GameResult& result, const Sides& sides) {
  ++count.games;
  ++count.lengths[result.plies];
  u64 decisions = 0;
  for (std::size_t i = 0; i < result.seats.size(); ++i) {
    const SeatResult& seat = result.seats[i];
    const Tally one{1, credit_of(result, i, sides)};
    decisions += seat.decisions;
    count.seats[i].add(one);
    for (std::size_t k = 0; k < ask.traits.size(); ++k) count.traits[k][seat.by[k]].add(one);
    ++count.scores[seat.score];
    count.score.add(seat.score);
    if (one.credit > 0) count.winners.add(seat.score);
    add_lines(count, seat, one.credit > 0);
    ++all.seat_games;
    add_things(all, ask, seat, one.share(), count.fair);
  }
  count.decisions.add(static_cast<i64>(decisions));
  for (std::size_t k = 0; k < ask.table.size(); ++k) ++count.table[k][result.count[k]];
}

// ---- plots

Plot shares_plot(std::string title, const std::map<std::string, Tally>& tallies, double fair, bool sorted) {
  Plot plot{PlotKind::shares, std::move(title), "", fair, {}};
  for (const auto& [label, tally] : tallies)
    plot.rows.push_back({label, tally.share(), tally.interval(), 0, "of " + std::to_string(tally.played)});
  if (sorted) std::stable_sort(plot.rows.begin(), plot.rows.end(), [](const PlotRow& a, const PlotRow& b) { return a.value > b.value; });
  return plot;
}

// A few columns of equal width over all that occurred.
template <class Number>
Plot columns_plot(std::string title, std::string note, const std::map<Number, u64>& counts) {
  constexpr i64 columns = 24;
  Plot plot{PlotKind::columns, std::move(title), std::move(note), 0, {}};
  if (counts.empty()) return plot;
  const i64 low = static_cast<i64>(counts.begin()->first), high = static_cast<i64>(counts.rbegin()->first);
  const i64 width = std::max<i64>(1, (high - low + columns) / columns);
  u64 all = 0;
  for (const auto& [value, n] : counts) {
    const auto at = static_cast<std::size_t>((static_cast<i64>(value) - low) / width);
    while (plot.rows.size() <= at) plot.rows.push_back({std::to_string(low + static_cast<i64>(plot.rows.size()) * width), 0, {}, 0, ""});
    plot.rows[at].value += static_cast<double>(n);
    all += n;
  }
  for (PlotRow& row : plot.rows) row.value /= static_cast<double>(all);
  return plot;
}

Plot lifts_plot(std::string title, const Lifts& lifts, u64 seat_games) {
  constexpr u64 too_few = 20;  // to say anything
  Plot plot{PlotKind::lifts, std::move(title), "", 1, {}};
  u64 left_out = 0;
  for (const auto& [label, lift] : lifts) {
    if (lift.times < too_few) {
      ++left_out;
      continue;
    }
    const double reach = normal_95 * std::sqrt(lift.variance) / lift.fair, value = lift.won / lift.fair;
    plot.rows.push_back({label,
                         value,
                         {std::max(0.0, value - reach), value + reach},
                         0,
                         percent(static_cast<double>(lift.times) / static_cast<double>(seat_games)) + ", " +
                             number(static_cast<double>(lift.amount) / static_cast<double>(lift.times), 1) + "×"});
  }
  std::stable_sort(plot.rows.begin(), plot.rows.end(), [](const PlotRow& a, const PlotRow& b) { return a.value > b.value; });
  if (left_out > 0) plot.note = std::to_string(left_out) + " seen fewer than " + std::to_string(too_few) + " times are left out.";
  return plot;
}

Plot lines_plot(const Count& count, const ScoreSheet& sheet) {
  Plot plot{PlotKind::two_bars, "Score sheet", "Means: of winners above, of the others below.", 0, {}};
  for (std::size_t k = 0; k < sheet.size() && k < count.lines_of_winners.size(); ++k) {
    const double won = count.lines_of_winners[k].mean(), other = k < count.lines_of_others.size() ? count.lines_of_others[k].mean() : 0;
    plot.rows.push_back({sheet[k].key.substr(sheet[k].key.rfind('.') + 1), won, {}, other, number(won, 1) + " / " + number(other, 1)});
  }
  return plot;
}

PlotSection count_section(const Count& count, const Questions& ask, const ScoreSheet& sheet) {
  PlotSection section;
  section.title = std::to_string(count.players) + " players";
  section.note = std::to_string(count.games) + " games; the fair share of wins is " + percent(count.fair) + ".";
  std::map<std::string, Tally> seats;
  for (std::size_t i = 0; i < count.seats.size(); ++i)
    seats["seat " + std::string(seat_name(seat_at(static_cast<int>(i))))] = count.seats[i];
  section.plots.push_back(shares_plot("Wins by seat", seats, count.fair, false));
  for (std::size_t k = 0; k < ask.traits.size(); ++k)
    section.plots.push_back(shares_plot("Wins by " + std::string(ask.traits[k].what), count.traits[k], count.fair, true));
  for (std::size_t k = 0; k < ask.table.size(); ++k) {
    Plot plot{PlotKind::bars, ask.table[k].title, "", 0, {}};
    for (const auto& [value, n] : count.table[k]) {
      const double share = static_cast<double>(n) / static_cast<double>(count.games);
      plot.rows.push_back({value, share, {}, 0, percent(share)});
    }
    section.plots.push_back(std::move(plot));
  }
  section.plots.push_back(columns_plot("Scores",
                                       "Mean " + number(count.score.mean(), 1) + ", standard deviation " + number(count.score.sd(), 1) +
                                           "; winners " + number(count.winners.mean(), 1) + ".",
                                       count.scores));
  section.plots.push_back(lines_plot(count, sheet));
  section.plots.push_back(
      columns_plot("Length in plies", "On average " + number(count.decisions.mean(), 0) + " decisions of players.", count.lengths));
  return section;
}

PlotPage page_of(const AnyGame& game, const BalanceReportPlan& plan, const Everything& all, const Questions& ask) {
  PlotPage page;
  page.title = game.info().name + ": balance by simulation";
  page.intro = "Made by `trestle balance " + game.info().name + " --bot " + plan.bot + " --games " + std::to_string(plan.games) +
               " --seed " + std::to_string(plan.seed) + "`: the bot " + plan.bot +
               " at every seat, that many games at each number of players. Edition " + game.info().edition +
               ". Whiskers are 95 % intervals; the dashed line is the fair share. A shared win counts in parts.";
  const ScoreSheet sheet = game.score(game.start(game.info().seats_min));
  for (const Count& count : all.counts) page.sections.push_back(count_section(count, ask, sheet));
  PlotSection moves{
      "What goes with winning",
      "All numbers of players together. 1 is the fair share of wins, 1.5 half as much again, for those who had or did a thing in "
      "a game. Behind it: in how many of a seat's games, and how often there. What goes with winning need not be its "
      "cause: who is ahead can afford more.",
      {}};
  for (std::size_t k = 0; k < ask.things.size(); ++k) moves.plots.push_back(lifts_plot(ask.things[k].title, all.things[k], all.seat_games));
  for (std::size_t k = 0; k < ask.moves.size(); ++k) moves.plots.push_back(lifts_plot(ask.moves[k].title, all.moves[k], all.seat_games));
  if (!moves.plots.empty()) page.sections.push_back(std::move(moves));
  return page;
}

RunPlan run_of(const BalanceReportPlan& plan, const Questions& ask, int players) {
  RunPlan run;
  run.threads = plan.threads;
  run.details = true;
  run.schedule.bots = {plan.bot};
  run.schedule.line_ups = {LineUp(static_cast<std::size_t>(players), 0)};
  run.schedule.games = plan.games;
  run.schedule.seed = plan.seed;
  for (const auto* fields : {&ask.traits, &ask.things})
    for (const Question& question : *fields) run.by.emplace_back(question.what);
  for (const Question& question : ask.table) run.count.emplace_back(question.what);
  return run;
}

}  // namespace

Result<PlotPage> measure_game(const AnyGame& game, const BalanceReportPlan& plan, const Ranks& ranks) {
  const Questions& ask = questions_for(game.info().name);
  const GameInfo& info = game.info();
  Everything all;
  all.things.resize(ask.things.size());
  all.moves.resize(ask.moves.size());
  const u64 tables = static_cast<u64>(info.seats_max - info.seats_min + 1);
  for (int players = info.seats_min; players <= info.seats_max; ++players) {
    const RunPlan run = run_of(plan, ask, players);
    if (auto status = check_plan(game, run); !status) return status.fault();
    const Sides sides = sides_of(game, players);
    Count& count = all.counts.emplace_back();
    count.players = players;
    count.fair = static_cast<double>(sides[0].size()) / players;
    count.seats.resize(static_cast<std::size_t>(players));
    count.traits.resize(ask.traits.size());
    count.table.resize(ask.table.size());
    RunHooks hooks;
    hooks.take = [&](const GameResult& result) { return add_game(all, count, ask, result, sides), true; };
    if (plan.progress)
      hooks.progress = [&](u64 done, u64 of) { plan.progress(static_cast<u64>(players - info.seats_min) * of + done, tables * of); };
    if (auto status = run_games(game, run, {}, ranks, hooks); !status) return status.fault();
  }
  return page_of(game, plan, all, ask);
}

}  // namespace trestle
