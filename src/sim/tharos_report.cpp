#include "sim/tharos_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "bots/tharos/evaluate.hpp"
#include "games/tharos/event.hpp"

namespace trestle::tharos {

namespace {

constexpr int printed_score = 44;  // the final score of the rulebook's example
constexpr std::size_t turns_a_game = static_cast<std::size_t>(rounds) * turns;

// How far two quantities go together.
struct Agreement {
  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  void add(double a, double b) { n += 1, x += a, y += b, xx += a * a, yy += b * b, xy += a * b; }
  double covariance() const { return xy / n - x * y / n / n; }
  double correlation() const {
    const double spread = std::sqrt((xx / n - x * x / n / n) * (yy / n - y * y / n / n));
    return spread > 0 ? covariance() / spread : 0;
  }
  // By how much the second grows as the first grows by one.
  double slope() const {
    const double spread = xx / n - x * x / n / n;
    return spread > 0 ? covariance() / spread : 0;
  }
};

struct Counts {
  u64 games = 0, decisions = 0;
  std::vector<int> scores;  // one a player and game
  std::array<i64, 10> lines{};
  std::array<u64, rounds + 1> warded{}, lost{};
  std::array<u64, seats_max> won{};
  std::array<Agreement, turns_a_game> judged{};
  std::map<std::string, u64> used;  // by the move's text

  u64 players() const { return scores.size(); }
};

class Watch final : public EventSink {
 public:
  explicit Watch(Counts& counts) : counts_(counts) {}
  void emit(const Event& event) override {
    if (static_cast<What>(event.kind) == What::wards_off) ++counts_.warded[round];
    if (static_cast<What>(event.kind) == What::loses) ++counts_.lost[round];
  }
  std::size_t round = 1;

 private:
  Counts& counts_;
};

// What the bots think as the actions of a turn begin, to be compared with how the game ends.
class Forecast {
 public:
  void note(const Tharos& rules, const State& s) {
    const std::size_t turn = static_cast<std::size_t>((s.pub.round - 1) * turns + s.pub.turn - 1);
    if (turn < turns_.size() || s.pub.phase != Phase::act) return;
    turns_.emplace_back();
    for (int i = 0; i < s.pub.seats; ++i)
      turns_.back()[static_cast<std::size_t>(i)] = Judgement<Tharos>::evaluate(rules, sight_of(s, seat_at(i)));
  }
  void compare(const std::array<i32, seats_max>& totals, int seats, Counts& counts) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(seats); ++i) {
      i32 best = 0;
      for (std::size_t j = 0; j < static_cast<std::size_t>(seats); ++j) best = i == j ? best : std::max(best, totals[j]);
      for (std::size_t t = 0; t < turns_.size(); ++t) counts.judged[t].add(turns_[t][i] / 100.0, totals[i] - best);
    }
  }

 private:
  std::vector<std::array<i32, seats_max>> turns_;
};

bool is_counted(Do kind) {
  return kind == Do::act || kind == Do::use || kind == Do::activate || kind == Do::play || kind == Do::transform || kind == Do::poke ||
         kind == Do::build;
}

void play_one(const Tharos& rules, int seats, u64 seed, u64 index, Counts& counts) {
  Rng rng = Rng::for_item(seed, index);
  GreedyPolicy<Tharos> policy;
  State s = rules.start(seats);
  Watch watch(counts);
  Forecast forecast;
  for (SeatSet waiting = rules.waiting_on(s.pub); !waiting.empty(); waiting = rules.waiting_on(s.pub)) {
    const Seat who = waiting.lowest();
    if (who != Seat::Chance) forecast.note(rules, s);
    const Action action = who == Seat::Chance ? sample(rules, s, rng) : policy.choose(rules, sight_of(s, who), rng);
    if (who != Seat::Chance) {
      ++counts.decisions;
      if (is_counted(kind_of(action))) ++counts.used[rules.print(action)];
    }
    watch.round = s.pub.round;
    rules.apply(s, who, action, static_cast<EventSink&>(watch));
  }
  const ScoreSheet sheet = rules.score(s);
  const Standing standing = rules.standing(s);
  std::array<i32, seats_max> totals{};
  ++counts.games;
  for (std::size_t i = 0; i < static_cast<std::size_t>(seats); ++i) {
    for (std::size_t k = 0; k < sheet.size(); ++k) counts.lines[k] += sheet[k].points[i];
    totals[i] = sheet.back().points[i];
    counts.scores.push_back(totals[i]);
    counts.won[i] += standing[i] == 1;
  }
  forecast.compare(totals, seats, counts);
}

std::string number(double value, int places) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", places, value);
  return text;
}

double mean(double sum, u64 n) { return n == 0 ? 0 : sum / static_cast<double>(n); }
double mean(u64 sum, u64 n) { return mean(static_cast<double>(sum), n); }

using AllCounts = std::array<Counts, seats_max + 1>;  // by the number of players

// A table with a column for each number of players.
class Table {
 public:
  Table(std::string& page, const AllCounts& all, const std::string& head) : page_(page), all_(all) {
    page_ += "| " + head + " | 2 players | 3 players | 4 players |\n|---|---|---|---|\n";
  }
  template <class Value>
  void row(const std::string& name, Value&& value) {
    page_ += "| " + name + " |";
    for (std::size_t n = 2; n <= seats_max; ++n) page_ += " " + value(all_[n]) + " |";
    page_ += "\n";
  }

 private:
  std::string& page_;
  const AllCounts& all_;
};

void write_scores(std::string& page, AllCounts& all) {
  for (Counts& c : all) std::sort(c.scores.begin(), c.scores.end());
  const auto at_share = [](const Counts& c, std::size_t percent) {
    return std::to_string(c.scores[(c.scores.size() - 1) * percent / 100]);
  };
  page += "\n## Scores\n\n";
  Table table(page, all, "");
  table.row("mean", [](const Counts& c) { return number(mean(static_cast<double>(c.lines.back()), c.players()), 1); });
  table.row("best", [&](const Counts& c) { return at_share(c, 100); });
  table.row("a tenth has at least", [&](const Counts& c) { return at_share(c, 90); });
  table.row("half has at least", [&](const Counts& c) { return at_share(c, 50); });
  table.row("lowest", [&](const Counts& c) { return at_share(c, 0); });
  table.row(std::to_string(printed_score) + " or more (%)", [](const Counts& c) {
    const auto reached = c.scores.end() - std::lower_bound(c.scores.begin(), c.scores.end(), printed_score);
    return number(100 * mean(static_cast<double>(reached), c.players()), 0);
  });
  constexpr std::string_view names[] = {"combat medals", "exploration medals", "trade medals", "civil medals", "sets",
                                        "money",         "buildings",          "dice symbols", "mines"};
  for (std::size_t k = 0; k < std::size(names); ++k)
    table.row(std::string(names[k]), [k](const Counts& c) { return number(mean(static_cast<double>(c.lines[k]), c.players()), 1); });
  table.row("decisions a game", [](const Counts& c) { return number(mean(c.decisions, c.games), 0); });
  table.row("won by seat A, B, C, D (%)", [](const Counts& c) {
    std::string text;
    for (u64 won : c.won)
      if (won > 0) text += (text.empty() ? "" : " / ") + number(100 * mean(won, c.games), 0);
    return text;
  });
  page += "\nThe rulebook's example of a final score is " + std::to_string(printed_score) + ". A shared win counts for each.\n";
}

void write_attacks(std::string& page, const AllCounts& all) {
  page += "\n## Attacks warded off\n\nShare of all attacks, in percent.\n\n";
  Table table(page, all, "");
  for (std::size_t r = 1; r <= rounds; ++r)
    table.row("round " + std::to_string(r), [r](const Counts& c) { return number(100 * mean(c.warded[r], c.warded[r] + c.lost[r]), 0); });
}

// A row for every move that could be made, used or not; returns how many nobody used.
int write_usage(std::string& page, const AllCounts& all, const std::string& title, const std::vector<std::string>& moves) {
  page += "\n## " + title + "\n\nTimes a player and game.\n\n";
  Table table(page, all, "move");
  int never = 0;
  for (const std::string& move : moves) {
    u64 sum = 0;
    table.row("`" + move + "`", [&](const Counts& c) {
      const auto at = c.used.find(move);
      const u64 used = at == c.used.end() ? 0 : at->second;
      sum += used;
      return number(mean(used, c.players()), 3);
    });
    never += sum == 0;
  }
  return never;
}

void write_forecast(std::string& page, const AllCounts& all) {
  page +=
      "\n## What the bots expect and what comes\n\nAs the actions of a turn begin, the judgement says by how many points a seat will "
      "be ahead of the best\nother. Correlation with the lead at the end, and by how much that lead grows for a point expected.\n\n";
  Table table(page, all, "turn");
  for (std::size_t t = 0; t < turns_a_game; ++t)
    table.row(std::to_string(t + 1),
              [t](const Counts& c) { return number(c.judged[t].correlation(), 2) + " (" + number(c.judged[t].slope(), 2) + ")"; });
}

}  // namespace

ReportResult measure_play(const Tharos& rules, const ReportPlan& plan, const std::string& edition_hash) {
  AllCounts all{};
  for (int seats = 2; seats <= seats_max; ++seats)
    for (int g = 0; g < plan.games; ++g)
      play_one(rules, seats, plan.seed + static_cast<u64>(seats), static_cast<u64>(g), all[static_cast<std::size_t>(seats)]);

  ReportResult out;
  std::string& page = out.page;
  page = "# Tharos between greedy bots\n\n" + std::to_string(plan.games) + " games at each number of players, seed " +
         std::to_string(plan.seed) + ", edition " + edition_hash + ".\nMade by `trestle balance tharos --games " +
         std::to_string(plan.games) + "`. Every seat is the bot `greedy`; nothing is played for the statistics.\n";
  write_scores(page, all);
  write_attacks(page, all);

  std::vector<std::string> deeds, activations, builds, uses, plays;
  for (int i = 0; i < chosen_deed_count; ++i) deeds.push_back(rules.print(make(Do::act, i)));
  deeds.push_back(rules.print(make(Do::transform)));
  deeds.push_back(rules.print(make(Do::poke)));
  for (int i = 0; i < player_card_count; ++i) activations.push_back(rules.print(make(Do::activate, i)));
  for (int i = 0; i < building_count; ++i) builds.push_back(rules.print(make(Do::build, i)));
  for (int i = 0; i < building_count; ++i) uses.push_back(rules.print(make(Do::use, i)));
  for (int n = 1; n <= action_card_count; ++n) plays.push_back(rules.print(make(Do::play, n)));
  out.never_used += write_usage(page, all, "Actions", deeds);
  out.never_used += write_usage(page, all, "Player cards activated", activations);
  out.never_used += write_usage(page, all, "Buildings built", builds);
  out.never_used += write_usage(page, all, "Buildings used", uses);
  out.never_used += write_usage(page, all, "Action cards played", plays);
  page += "\nNever used: " + std::to_string(out.never_used) + ".\n";
  write_forecast(page, all);
  return out;
}

}  // namespace trestle::tharos
