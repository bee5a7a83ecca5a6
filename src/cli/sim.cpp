// trestle sim: many games between bots, and how they went.
#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/game_choice.hpp"
#include "cli/json_text.hpp"
#include "cli/progress.hpp"
#include "cli/run_flags.hpp"
#include "sim/simulate.hpp"

namespace trestle::cli::sim_command {

namespace {

struct Asked {
  GameChoice game;
  SimPlan plan;
  RunFlags run;
  std::string seats;
  bool rotate = false, paired = false;
};

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

// A win may be shared; whole numbers are printed as such.
std::string wins_text(const Tally& t) { return fmt::format("{:.6g}", t.won()); }

// Without the braces, so that more can follow.
std::string json_tally(const Tally& t) {
  const Interval i = t.interval();
  return fmt::format(R"("played":{},"won":{},"share":{:.4f},"low":{:.4f},"high":{:.4f})", t.played, wins_text(t), t.share(), i.low, i.high);
}

std::string json_tallies(const std::map<std::string, Tally>& tallies) {
  std::string out;
  for (const auto& [name, tally] : tallies) out += fmt::format("{}{}:{{{}}}", out.empty() ? "" : ",", json_text(name), json_tally(tally));
  return "{" + out + "}";
}

std::string json_bots(const SimReport& r, bool times) {
  std::string out;
  for (const auto& [name, bot] : r.bots) {
    out += fmt::format(R"({}{}:{{{},"score_mean":{:.3f},"score_sd":{:.3f},"decisions":{})", out.empty() ? "" : ",", json_text(name),
                       json_tally(bot.wins), bot.score.mean(), bot.score.sd(), bot.decisions);
    if (bot.failures > 0) out += fmt::format(R"(,"failures":{},"first_failure":{})", bot.failures, json_text(bot.first_failure));
    if (times) out += fmt::format(R"(,"ms_mean":{:.4f},"ms_max":{:.3f})", bot.ms_mean(), bot.ms_max());
    out += "}";
  }
  return "{" + out + "}";
}

void print_json(const SimReport& r, const Asked& asked) {
  std::map<std::string, Tally> seats;
  for (std::size_t i = 0; i < r.seats.size(); ++i) seats[std::string(seat_name(seat_at(static_cast<int>(i))))] = r.seats[i];
  std::string by, count;
  for (const auto& [field, values] : r.by) by += fmt::format("{}{}:{}", by.empty() ? "" : ",", json_text(field), json_tallies(values));
  for (const auto& [field, values] : r.count) {
    std::string inner;
    for (const auto& [value, n] : values) inner += fmt::format("{}{}:{}", inner.empty() ? "" : ",", json_text(value), n);
    count += fmt::format("{}{}:{{{}}}", count.empty() ? "" : ",", json_text(field), inner);
  }
  fmt::print(
      R"({{"game":{},"games":{},"seed":{},"shared":{},"seats":{},"bots":{},"plies_mean":{:.2f},"decisions_mean":{:.2f},"plies_longest":{},)"
      R"("by":{{{}}},"count":{{{}}})",
      json_text(r.game), r.games, asked.plan.seed, r.shared, json_tallies(seats), json_bots(r, !asked.run.no_times), mean(r.plies, r.games),
      mean(r.decisions, r.games), r.plies_longest, by, count);
  if (!asked.run.no_times) fmt::print(R"(,"seconds":{:.2f})", r.seconds);
  fmt::print("}}\n");
}

void print_tally(const std::string& name, const Tally& t) {
  const Interval i = t.interval();
  fmt::print("  {:<20} {:>5.1f} %  ({:.1f} to {:.1f})  {:>8} of {}\n", name, 100 * t.share(), 100 * i.low, 100 * i.high, wins_text(t),
             t.played);
}

void print_bots(const SimReport& r, bool times) {
  fmt::print("wins by bot\n");
  for (const auto& [name, bot] : r.bots) print_tally(name, bot.wins);
  fmt::print("scores: mean, standard deviation\n");
  for (const auto& [name, bot] : r.bots) fmt::print("  {:<20} {:>7.1f} {:>7.1f}\n", name, bot.score.mean(), bot.score.sd());
  for (const auto& [name, bot] : r.bots)
    if (bot.failures > 0)
      fmt::print("failed: {} in {} of {} games, counted as lost; first: it {}\n", name, bot.failures, bot.wins.played, bot.first_failure);
  if (!times) return;
  fmt::print("time a decision: mean, longest (ms)\n");
  for (const auto& [name, bot] : r.bots) fmt::print("  {:<20} {:>9.3f} {:>9.3f}\n", name, bot.ms_mean(), bot.ms_max());
}

void print_text(const SimReport& r, bool times) {
  fmt::print("{}: {} games", r.game, r.games);
  if (times) fmt::print(" in {:.1f} s", r.seconds);
  fmt::print("\nwins by seat, with the 95 % interval\n");
  for (std::size_t i = 0; i < r.seats.size(); ++i) print_tally(std::string(seat_name(seat_at(static_cast<int>(i)))), r.seats[i]);
  print_bots(r, times);
  if (r.shared > 0) fmt::print("shared wins: {}, counted in parts\n", r.shared);
  fmt::print("length: {:.1f} decisions, {:.1f} plies, longest {}\n", mean(r.decisions, r.games), mean(r.plies, r.games), r.plies_longest);
  for (const auto& [field, values] : r.by) {
    fmt::print("wins by {}\n", field);
    std::vector<std::pair<std::string, Tally>> sorted(values.begin(), values.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second.share() > b.second.share(); });
    for (const auto& [value, tally] : sorted) print_tally(value, tally);
  }
  for (const auto& [field, values] : r.count) {
    if (const auto average = mean_of(values)) {
      fmt::print("{}: mean {:.2f}\n", field, *average);
      continue;
    }
    fmt::print("{} at the end\n", field);
    for (const auto& [value, n] : values) fmt::print("  {:<20} {:>5.1f} %  {:>8}\n", value, 100 * mean(n, r.games), n);
  }
}

Result<int> run_sim(Asked& asked, const Ranks& ranks) {
  const auto game = make_chosen(asked.game);
  if (!game) return game.fault();
  SimPlan& plan = asked.plan;
  plan.bots = split_specs(asked.seats);
  plan.seating = asked.paired ? Seating::paired : asked.rotate ? Seating::rotated : Seating::fixed;
  plan.threads = asked.run.threads;
  plan.seed = asked.run.seed;
  Result<SimReport> report = SimReport();
  {
    Progress progress((*game)->info().name, asked.run.progress && ranks.leads());
    plan.progress = progress.hook();
    report = simulate(**game, plan, ranks);
  }
  if (!report) return report.fault();
  if (!ranks.leads()) return exit_done;
  if (asked.run.json)
    print_json(*report, asked);
  else
    print_text(*report, !asked.run.no_times);
  return exit_done;
}

void add_sim(CLI::App& app) {
  auto* command = app.add_subcommand("sim", "Play many games between bots and count; under mpirun on many machines");
  auto asked = std::make_shared<Asked>();
  add_game_choice(*command, asked->game);
  command->add_option("--games", asked->plan.games, "How many games")->required();
  command
      ->add_option("--seats", asked->seats,
                   "The bot of each seat: bot,bot,... with settings as in mcts:ms=20+explore=70, or program:COMMAND")
      ->required();
  auto* rotate = command->add_flag("--rotate", asked->rotate, "In each game every bot sits one seat further on");
  command->add_flag("--paired", asked->paired, "Every deal is played once from each seat, the bots moving on")->excludes(rotate);
  add_run_flags(*command, asked->run);
  command->add_option("--by", asked->plan.by, "Wins by a field of the seats, as in A.race: --by race")->take_all();
  command->add_option("--count", asked->plan.count, "How often each value of a field of the table stood at the end")->take_all();
  command->add_option("--csv", asked->plan.files.csv, "Write a line a game to this file");
  command->add_option("--resume", asked->plan.files.journal, "Keep a journal in this file; a run that was broken off goes on from it");
  command->add_option("--records", asked->plan.files.records, "Keep the record of each game in this directory");
  run_with(*command, [asked] { return with_ranks([&](const Ranks& ranks) { return run_sim(*asked, ranks); }); });
}

const Registration registered{Place::sim, add_sim};

}  // namespace

}  // namespace trestle::cli::sim_command
