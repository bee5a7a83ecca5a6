#include "sim/tharos_report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

#include "bots/tharos/evaluate.hpp"
#include "games/tharos/event.hpp"

namespace trestle::tharos {

namespace {

struct Counts {
  u64 games = 0, players = 0, decisions = 0, plies = 0;
  i64 points = 0;
  int best = 0, worst = 1000;
  std::array<i64, 10> lines{};
  std::array<u64, rounds + 1> warded{}, lost{};
  std::array<u64, seats_max> won{};
  std::map<std::string, u64> used;  // by the move's text
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

bool is_choice(Do kind) {
  return kind == Do::act || kind == Do::use || kind == Do::activate || kind == Do::play || kind == Do::transform || kind == Do::poke;
}

void play_one(const Tharos& rules, int seats, u64 seed, u64 index, Counts& counts) {
  Rng rng = Rng::for_item(seed, index);
  GreedyPolicy<Tharos> policy;
  State s = rules.start(seats);
  Watch watch(counts);
  for (SeatSet waiting = rules.waiting_on(s.pub); !waiting.empty(); waiting = rules.waiting_on(s.pub)) {
    const Seat who = waiting.lowest();
    const Action action = who == Seat::Chance ? sample(rules, s, rng) : policy.choose(rules, sight_of(s, who), rng);
    if (who != Seat::Chance) {
      ++counts.decisions;
      if (is_choice(kind_of(action))) ++counts.used[rules.print(action)];
    }
    watch.round = s.pub.round;
    rules.apply(s, who, action, static_cast<EventSink&>(watch));
    ++counts.plies;
  }
  const ScoreSheet sheet = rules.score(s);
  const Standing standing = rules.standing(s);
  ++counts.games;
  for (int i = 0; i < seats; ++i) {
    const auto at = static_cast<std::size_t>(i);
    for (std::size_t k = 0; k < sheet.size(); ++k) counts.lines[k] += sheet[k].points[at];
    const int total = sheet.back().points[at];
    counts.points += total;
    counts.best = std::max(counts.best, total);
    counts.worst = std::min(counts.worst, total);
    counts.won[at] += standing[at] == 1;
    ++counts.players;
  }
}

std::string number(double value, int places) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", places, value);
  return text;
}

double mean(u64 sum, u64 n) { return n == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(n); }

// A row for every move that could be made, used or not.
std::string usage(const std::array<Counts, seats_max + 1>& all, const std::vector<std::string>& moves, int& never) {
  std::string out = "| move | 2 players | 3 players | 4 players |\n|---|---|---|---|\n";
  for (const std::string& move : moves) {
    out += "| `" + move + "` |";
    u64 sum = 0;
    for (std::size_t n = 2; n <= seats_max; ++n) {
      const auto at = all[n].used.find(move);
      const u64 used = at == all[n].used.end() ? 0 : at->second;
      sum += used;
      out += " " + number(mean(used, all[n].players), 2) + " |";
    }
    never += sum == 0;
    out += "\n";
  }
  return out;
}

}  // namespace

ReportResult measure_play(const Tharos& rules, const ReportPlan& plan, const std::string& edition_hash) {
  std::array<Counts, seats_max + 1> all{};
  for (int seats = 2; seats <= seats_max; ++seats)
    for (int g = 0; g < plan.games; ++g)
      play_one(rules, seats, plan.seed + static_cast<u64>(seats), static_cast<u64>(g), all[static_cast<std::size_t>(seats)]);

  ReportResult out;
  std::string& page = out.page;
  page = "# Tharos between greedy bots\n\n" + std::to_string(plan.games) + " games at each number of players, seed " +
         std::to_string(plan.seed) + ", edition " + edition_hash + ".\nMade by `trestle balance tharos --games " +
         std::to_string(plan.games) + "`.\n\n## Scores\n\n" + "| | 2 players | 3 players | 4 players |\n|---|---|---|---|\n";
  const auto row = [&](const std::string& name, auto&& value) {
    page += "| " + name + " |";
    for (std::size_t n = 2; n <= seats_max; ++n) page += " " + value(all[n]) + " |";
    page += "\n";
  };
  row("mean", [](const Counts& c) { return number(mean(static_cast<u64>(c.points), c.players), 1); });
  row("best", [](const Counts& c) { return std::to_string(c.best); });
  row("lowest", [](const Counts& c) { return std::to_string(c.worst); });
  constexpr std::string_view names[] = {"combat medals", "exploration medals", "trade medals", "civil medals", "sets",
                                        "money",         "buildings",          "dice symbols", "mines"};
  for (std::size_t k = 0; k < std::size(names); ++k)
    row(std::string(names[k]),
        [k](const Counts& c) { return number(static_cast<double>(c.lines[k]) / static_cast<double>(std::max<u64>(1, c.players)), 1); });
  row("decisions a game", [](const Counts& c) { return number(mean(c.decisions, c.games), 0); });
  row("won by seat A, B, C, D (%)", [](const Counts& c) {
    std::string text;
    for (u64 won : c.won)
      if (c.games > 0 && won > 0) text += (text.empty() ? "" : " / ") + number(100 * mean(won, c.games), 0);
    return text;
  });
  page +=
      "\nThe rulebook's example of a final score is 44.\n\n## Attacks warded off\n\n| | 2 players | 3 players | 4 players "
      "|\n|---|---|---|---|\n";
  for (std::size_t r = 1; r <= rounds; ++r)
    row("round " + std::to_string(r) + " (%)",
        [r](const Counts& c) { return number(100 * mean(c.warded[r], c.warded[r] + c.lost[r]), 0); });

  const auto section = [&](const std::string& title, const std::vector<std::string>& moves) {
    page += "\n## " + title + "\n\nTimes a player and game.\n\n" + usage(all, moves, out.never_used);
  };
  std::vector<std::string> deeds, activations, uses, plays;
  for (int i = 0; i < chosen_deed_count; ++i) deeds.push_back(rules.print(make(Do::act, i)));
  deeds.push_back(rules.print(make(Do::transform)));
  deeds.push_back(rules.print(make(Do::poke)));
  for (int i = 0; i < player_card_count; ++i) activations.push_back(rules.print(make(Do::activate, i)));
  for (int i = 0; i < building_count; ++i) uses.push_back(rules.print(make(Do::use, i)));
  for (int n = 1; n <= action_card_count; ++n) plays.push_back(rules.print(make(Do::play, n)));
  section("Actions", deeds);
  section("Activations", activations);
  section("Buildings", uses);
  section("Action cards", plays);
  page += "\nNever used: " + std::to_string(out.never_used) + ".\n";
  return out;
}

}  // namespace trestle::tharos
