// trestle ladder: plays the pairings of the published ladder again and prints its tables in Markdown.
#include "sim/ladder.hpp"

#include <fmt/core.h>

#include "cli/game_choice.hpp"
#include "cli/json_text.hpp"
#include "cli/progress.hpp"
#include "cli/run_flags.hpp"

namespace trestle::cli::ladder_command {

namespace {

struct Asked {
  GameChoice game;
  LadderPlan plan;
  RunFlags run;
};

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }
std::string range(const Interval& i) { return fmt::format("{:.1f} to {:.1f}", 100 * i.low, 100 * i.high); }

std::string asked_text(const Rung& rung) {
  return rung.at_most < 1 ? fmt::format("{:.0f} to {:.0f} %", 100 * rung.asked, 100 * rung.at_most)
                          : fmt::format("at least {:.0f} %", 100 * rung.asked);
}

std::string ms_text(double ms) { return fmt::format("{:.{}f}", ms, ms < 0.1 ? 3 : ms < 10 ? 1 : 0); }
std::string times_text(const DuelReport& r) { return ms_text(r.first.ms_mean()) + " / " + ms_text(r.second.ms_mean()); }

void print_two(const std::vector<LadderEntry>& entries, bool times) {
  fmt::print("\n### 2 players\n\n| upper | lower | games | won by the upper | 95 % | asked | holds |{}\n|---|---|---|---|---|---|---|{}\n",
             times ? " ms a decision |" : "", times ? "---|" : "");
  for (const LadderEntry& e : entries) {
    const DuelReport& r = e.report;
    fmt::print("| {} | {} | {} | {} | {} | {} | {} |{}\n", e.rung.upper, e.rung.lower, r.games, percent(r.wins.share()),
               range(r.wins.interval()), asked_text(e.rung), holds(e) ? "yes" : "no", times ? " " + times_text(r) + " |" : "");
  }
}

void print_more(const std::vector<LadderEntry>& entries, int players, bool times) {
  const double fair = entries.front().report.fair;
  fmt::print("\n### {} players\n\n", players);
  if (fair > 1.0 / players + 1e-9)
    fmt::print("Two sides play against each other, one of upper bots and one of lower ones; the fair share of wins is {}.\n",
               percent(fair));
  else
    fmt::print("One upper bot sits at a table of lower ones. Its fair share of wins is {}, so its wins cannot be read as at two players.\n",
               percent(fair));
  fmt::print(
      "*Above* is the share of comparisons in which it was placed above one of the lower bots (ties count half): 50 % between equals\n"
      "at any number of players. The order is confirmed where the whole interval lies above 50 %.\n\n");
  fmt::print(
      "| upper | lower | games | won by the upper | 95 % | times its fair share | above | 95 % | order confirmed "
      "|{}\n|---|---|---|---|---|---|---|---|---|{}\n",
      times ? " ms a decision |" : "", times ? "---|" : "");
  for (const LadderEntry& e : entries) {
    const DuelReport& r = e.report;
    fmt::print("| {} | {} | {} | {} | {} | {:.2f} | {} | {} | {} |{}\n", e.rung.upper, e.rung.lower, r.games, percent(r.wins.share()),
               range(r.wins.interval()), r.wins.share() / r.fair, percent(r.above.share()), range(r.above_interval()),
               holds(e) ? "yes" : "no", times ? " " + times_text(r) + " |" : "");
  }
}

void print_markdown(const AnyGame& game, const std::vector<LadderEntry>& entries, const Asked& asked) {
  const LadderPlan& plan = asked.plan;
  fmt::print(
      "## {}\n\nMade by `trestle ladder {} --games {} --ms {} --seed {}`: every deal is played from every seat, all pairings from the "
      "same\nseed. Edition {}.\n",
      game.info().name, game.info().name, plan.games, plan.ms, plan.seed, game.info().edition);
  for (std::size_t i = 0; i < entries.size();) {
    std::vector<LadderEntry> table;
    const int players = entries[i].players;
    for (; i < entries.size() && entries[i].players == players; ++i) table.push_back(entries[i]);
    if (players == 2)
      print_two(table, !asked.run.no_times);
    else
      print_more(table, players, !asked.run.no_times);
  }
}

void print_json(const AnyGame& game, const std::vector<LadderEntry>& entries, const Asked& asked) {
  std::string pairings;
  for (const LadderEntry& e : entries) {
    const DuelReport& r = e.report;
    const Interval won = r.wins.interval(), above = r.above_interval();
    pairings += fmt::format(
        R"({}{{"upper":{},"lower":{},"players":{},"games":{},"fair":{:.4f},"won":{:.4f},"won_low":{:.4f},"won_high":{:.4f},"above":{:.4f},)"
        R"("above_low":{:.4f},"above_high":{:.4f},"asked":{:.2f},"at_most":{:.2f},"holds":{})",
        pairings.empty() ? "" : ",", json_text(e.rung.upper), json_text(e.rung.lower), e.players, r.games, r.fair, r.wins.share(), won.low,
        won.high, r.above.share(), above.low, above.high, e.rung.asked, e.rung.at_most, holds(e));
    if (!asked.run.no_times)
      pairings +=
          fmt::format(R"(,"upper_ms_mean":{:.4f},"upper_ms_max":{:.3f},"lower_ms_mean":{:.4f},"lower_ms_max":{:.3f},"seconds":{:.2f})",
                      r.first.ms_mean(), r.first.ms_max(), r.second.ms_mean(), r.second.ms_max(), r.seconds);
    pairings += "}";
  }
  fmt::print("{{\"game\":{},\"seed\":{},\"pairings\":[{}]}}\n", json_text(game.info().name), asked.plan.seed, pairings);
}

Result<int> run_ladder(Asked& asked, const Ranks& ranks) {
  const auto game = make_chosen(asked.game);
  if (!game) return game.fault();
  asked.plan.threads = asked.run.threads;
  asked.plan.seed = asked.run.seed;
  std::unique_ptr<Progress> progress;
  const auto entries = climb_ladder(**game, asked.plan, ranks, [&](const Rung& rung, int players) {
    progress.reset();  // wipes its line
    progress = std::make_unique<Progress>(fmt::format("{} {}: {} - {}", (*game)->info().name, players, rung.upper, rung.lower),
                                          asked.run.progress && ranks.leads());
    return progress->hook();
  });
  progress.reset();
  if (!entries) return entries.fault();
  if (!ranks.leads()) return exit_done;
  if (asked.run.json)
    print_json(**game, *entries, asked);
  else
    print_markdown(**game, *entries, asked);
  return exit_done;
}

void add_ladder(CLI::App& app) {
  auto* command = app.add_subcommand(
      "ladder",
      "Play the pairings of the published ladder: each level against the next, the top against greedy and against plain tree search");
  auto asked = std::make_shared<Asked>();
  add_game_choice(*command, asked->game);
  command->add_option("--players", asked->plan.players, "Number of players; may be repeated. Without it: 2 and the most there can be")
      ->take_all();
  command->add_option("--games", asked->plan.games, "Games of each pairing, rounded up to whole deals")->capture_default_str();
  command->add_option("--ms", asked->plan.ms, "Milliseconds a decision where both think the same time")->capture_default_str();
  command->add_option("--pairing", asked->plan.only, "Only this pairing, by its number from 1; may be repeated")->take_all();
  add_run_flags(*command, asked->run);
  command->add_option("--resume", asked->plan.journals, "Keep journals in this directory; a ladder that was broken off goes on from them");
  run_with(*command, [asked] { return with_ranks([&](const Ranks& ranks) { return run_ladder(*asked, ranks); }); });
}

const Registration registered{Place::sim, add_ladder};

}  // namespace

}  // namespace trestle::cli::ladder_command
