// trestle sim: many games between bots, and how they went.
#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/game_choice.hpp"
#include "cli/json_text.hpp"
#include "sim/simulate.hpp"

namespace trestle::cli {

namespace {

struct Asked {
  GameChoice game;
  SimPlan plan;
  std::string seats;
  bool json = false;
};

double share(const Tally& t) { return t.played == 0 ? 0 : static_cast<double>(t.won) / static_cast<double>(t.played); }
double mean(u64 sum, u64 n) { return n == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(n); }

// The mean of a counted field whose values are all numbers.
std::optional<double> mean_of(const std::map<std::string, u64>& values) {
  double sum = 0;
  u64 n = 0;
  for (const auto& [value, times] : values) {
    const auto number = text::number(value);
    if (!number) return std::nullopt;
    sum += static_cast<double>(*number) * static_cast<double>(times);
    n += times;
  }
  return n == 0 ? std::nullopt : std::optional(sum / static_cast<double>(n));
}

std::string json_tallies(const std::map<std::string, Tally>& tallies) {
  std::string out;
  for (const auto& [name, tally] : tallies)
    out += fmt::format(R"({}{}:{{"played":{},"won":{},"share":{:.4f}}})", out.empty() ? "" : ",", json_text(name), tally.played, tally.won,
                       share(tally));
  return "{" + out + "}";
}

void print_json(const SimReport& r) {
  std::map<std::string, Tally> seats;
  for (std::size_t i = 0; i < r.seats.size(); ++i) seats[std::string(seat_name(seat_at(static_cast<int>(i))))] = r.seats[i];
  std::string by, count;
  for (const auto& [field, values] : r.by) by += fmt::format("{}{}:{}", by.empty() ? "" : ",", json_text(field), json_tallies(values));
  for (const auto& [field, values] : r.count) {
    std::string inner;
    for (const auto& [value, n] : values) inner += fmt::format("{}{}:{}", inner.empty() ? "" : ",", json_text(value), n);
    count += fmt::format("{}{}:{{{}}}", count.empty() ? "" : ",", json_text(field), inner);
  }
  fmt::print(R"({{"game":{},"games":{},"seats":{},"bots":{},"plies_mean":{:.2f},"decisions_mean":{:.2f},"plies_longest":{},)"
             R"("by":{{{}}},"count":{{{}}},"seconds":{:.2f}}})"
             "\n",
             json_text(r.game), r.games, json_tallies(seats), json_tallies(r.bots), mean(r.plies, r.games), mean(r.decisions, r.games),
             r.plies_longest, by, count, r.seconds);
}

void print_tally(const std::string& name, const Tally& t) {
  fmt::print("  {:<16} {:>6.1f} %  {:>8} of {}\n", name, 100 * share(t), t.won, t.played);
}

void print_text(const SimReport& r) {
  fmt::print("{}: {} games in {:.1f} s\n", r.game, r.games, r.seconds);
  fmt::print("wins by seat\n");
  for (std::size_t i = 0; i < r.seats.size(); ++i) print_tally(std::string(seat_name(seat_at(static_cast<int>(i)))), r.seats[i]);
  fmt::print("wins by bot\n");
  for (const auto& [name, tally] : r.bots) print_tally(name, tally);
  fmt::print("length: {:.1f} decisions, {:.1f} plies, longest {}\n", mean(r.decisions, r.games), mean(r.plies, r.games), r.plies_longest);
  for (const auto& [field, values] : r.by) {
    fmt::print("wins by {}\n", field);
    std::vector<std::pair<std::string, Tally>> sorted(values.begin(), values.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return share(a.second) > share(b.second); });
    for (const auto& [value, tally] : sorted) print_tally(value, tally);
  }
  for (const auto& [field, values] : r.count) {
    if (const auto average = mean_of(values)) {
      fmt::print("{}: mean {:.2f}\n", field, *average);
      continue;
    }
    fmt::print("{} at the end\n", field);
    for (const auto& [value, n] : values) fmt::print("  {:<16} {:>6.1f} %  {:>8}\n", value, 100 * mean(n, r.games), n);
  }
}

int run_sim(Asked& asked) {
  for (std::string_view name : text::split(asked.seats, ',')) asked.plan.bots.emplace_back(text::trim(name));
  const auto game = make_chosen(asked.game);
  if (!game) return complain(game.fault()), exit_usage;
  const auto report = simulate(**game, asked.plan);
  if (!report) return complain(report.fault()), exit_usage;
  if (asked.json)
    print_json(*report);
  else
    print_text(*report);
  return exit_done;
}

void add_sim(CLI::App& app) {
  auto* command = app.add_subcommand("sim", "Play many games between bots and count");
  auto asked = std::make_shared<Asked>();
  add_game_choice(*command, asked->game);
  command->add_option("--games", asked->plan.games, "How many games")->required();
  command->add_option("--seats", asked->seats, "The bot of each seat: bot,bot,...")->required();
  command->add_option("--threads", asked->plan.threads, "Threads; the result does not depend on it")->capture_default_str();
  command->add_option("--seed", asked->plan.seed, "Same seed, same result")->capture_default_str();
  command->add_flag("--rotate", asked->plan.rotate, "In each game every bot sits one seat further on");
  command->add_option("--by", asked->plan.by, "Wins by a field of the seats, as in A.race: --by race")->take_all();
  command->add_option("--count", asked->plan.count, "How often each value of a field of the table stood at the end")->take_all();
  command->add_flag("--json", asked->json, "Print one JSON object");
  run_with(*command, [asked] { return run_sim(*asked); });
}

const Registration registered{Place::sim, add_sim};

}  // namespace

}  // namespace trestle::cli
