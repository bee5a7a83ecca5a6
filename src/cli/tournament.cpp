// trestle tournament: bots against each other, ratings and a cross table; or a test whether a changed bot is better.
#include "sim/tournament.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/game_choice.hpp"
#include "cli/json_text.hpp"
#include "cli/progress.hpp"
#include "cli/run_flags.hpp"

namespace trestle::cli::tournament_command {

namespace {

struct Asked {
  GameChoice game;
  TournamentPlan plan;
  RunFlags run;
  std::string bots, mode = "mixed", sprt;
  std::optional<u64> games;
};

constexpr u64 games_default = 100, sprt_games_default = 100'000;

// ---- tournaments

std::vector<std::size_t> by_rating(const TournamentReport& r) {
  std::vector<std::size_t> order(r.bots.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return r.ratings[a].elo > r.ratings[b].elo; });
  return order;
}

struct Cell {
  double share = 0, weight = 0;
  Interval interval;
};

// Bot a against bot b; nothing where they did not meet.
std::optional<Cell> cell(const TournamentReport& r, std::size_t a, std::size_t b) {
  const auto at = r.pairs.find({static_cast<u8>(std::min(a, b)), static_cast<u8>(std::max(a, b))});
  if (at == r.pairs.end()) return std::nullopt;
  const PairTotals& pair = at->second;
  const Interval i = cautious_interval(pair.blocks, pair.share(), pair.weight);
  if (a < b) return Cell{pair.share(), pair.weight, i};
  return Cell{1 - pair.share(), pair.weight, {1 - i.high, 1 - i.low}};
}

void print_text(const AnyGame& game, const TournamentReport& r, const Asked& asked) {
  const bool times = !asked.run.no_times;
  fmt::print("{}, {} players, {}: {} games of {} line-ups, seed {}", game.info().name, asked.plan.players,
             asked.plan.players == 2 ? "everybody against everybody" : asked.mode, r.games, r.line_ups, asked.plan.seed);
  if (times) fmt::print(", {}", duration_text(r.seconds));
  std::size_t width = 3;
  for (const std::string& name : r.bots) width = std::max(width, name.size());
  fmt::print("\n\n      {:<{}}   Elo  95 %            won            score{}\n", "bot", width,
             times ? "       ms a decision (longest)" : "");
  const std::vector<std::size_t> order = by_rating(r);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    const double reach = normal_95 * r.ratings[i].error;
    fmt::print("  {:>2}  {:<{}} {:>5.0f}  {:>5.0f} to {:<5.0f}  {:>5.1f} %  {:>7.1f} ± {:<{}.1f}", k + 1, r.bots[i], width,
               r.ratings[i].elo, r.ratings[i].elo - reach, r.ratings[i].elo + reach, 100 * r.totals[i].wins.share(),
               r.totals[i].score.mean(), r.totals[i].score.sd(), times ? 6 : 0);
    if (times) fmt::print("  {:>10.3f} ({:.1f})", r.totals[i].ms_mean(), r.totals[i].ms_max());
    fmt::print("\n");
  }
  fmt::print("\nPlaced above, in % of comparisons, row against column\n\n  {:>2}  {:<{}}", "", "", width);
  for (std::size_t k = 0; k < order.size(); ++k) fmt::print("  {:>5}", k + 1);
  fmt::print("\n");
  for (std::size_t k = 0; k < order.size(); ++k) {
    fmt::print("  {:>2}  {:<{}}", k + 1, r.bots[order[k]], width);
    for (const std::size_t other : order) {
      const auto c = cell(r, order[k], other);
      fmt::print("  {:>5}", order[k] == other ? "·" : c ? fmt::format("{:.1f}", 100 * c->share) : "-");
    }
    fmt::print("\n");
  }
}

void print_json(const AnyGame& game, const TournamentReport& r, const Asked& asked) {
  const bool times = !asked.run.no_times;
  std::string bots, pairs;
  for (const std::size_t i : by_rating(r)) {
    const BotTotals& t = r.totals[i];
    const double reach = normal_95 * r.ratings[i].error;
    bots += fmt::format(R"({}{{"bot":{},"elo":{:.1f},"elo_error":{:.1f},"elo_low":{:.1f},"elo_high":{:.1f},"played":{},)"
                        R"("won":{:.6g},"score_mean":{:.3f},"score_sd":{:.3f})",
                        bots.empty() ? "" : ",", json_text(r.bots[i]), r.ratings[i].elo, r.ratings[i].error, r.ratings[i].elo - reach,
                        r.ratings[i].elo + reach, t.wins.played, t.wins.won(), t.score.mean(), t.score.sd());
    if (times) bots += fmt::format(R"(,"ms_mean":{:.4f},"ms_max":{:.3f})", t.ms_mean(), t.ms_max());
    bots += "}";
  }
  for (const auto& [pair, totals] : r.pairs) {
    const auto c = cell(r, pair.first, pair.second);
    pairs += fmt::format(R"({}{{"first":{},"second":{},"comparisons":{:.6g},"above":{:.4f},"low":{:.4f},"high":{:.4f}}})",
                         pairs.empty() ? "" : ",", json_text(r.bots[pair.first]), json_text(r.bots[pair.second]), c->weight, c->share,
                         c->interval.low, c->interval.high);
  }
  fmt::print(R"({{"game":{},"players":{},"mode":{},"games":{},"line_ups":{},"seed":{},"bots":[{}],"pairs":[{}])",
             json_text(game.info().name), asked.plan.players, json_text(asked.mode), r.games, r.line_ups, asked.plan.seed, bots, pairs);
  if (times) fmt::print(R"(,"seconds":{:.2f})", r.seconds);
  fmt::print("}}\n");
}

Result<int> run_tournament(const AnyGame& game, Asked& asked, const Ranks& ranks) {
  TournamentPlan& plan = asked.plan;
  plan.games = asked.games.value_or(games_default);
  Result<TournamentReport> report = TournamentReport();
  {
    Progress progress(game.info().name, asked.run.progress && ranks.leads());
    plan.progress = progress.hook();
    report = hold_tournament(game, plan, ranks);
  }
  if (!report) return report.fault();
  if (!ranks.leads()) return exit_done;
  if (asked.run.json)
    print_json(game, *report, asked);
  else
    print_text(game, *report, asked);
  return exit_done;
}

// ---- accepting a change

Result<SprtBounds> parse_bounds(const std::string& text) {
  const auto parts = text::split(text, ',');
  SprtBounds bounds;
  const auto low = parts.size() == 2 ? text::number(text::trim(parts[0])) : std::nullopt;
  const auto high = parts.size() == 2 ? text::number(text::trim(parts[1])) : std::nullopt;
  if (!low || !high || *low >= *high || *low < -1000 || *high > 1000)
    return fault("--sprt takes two whole numbers of Elo, the lower first, as in --sprt 0,20");
  bounds.elo0 = static_cast<double>(*low);
  bounds.elo1 = static_cast<double>(*high);
  return bounds;
}

std::string_view verdict_word(SprtVerdict verdict) {
  switch (verdict) {
    case SprtVerdict::undecided: return "undecided";
    case SprtVerdict::elo0: return "rejected";
    case SprtVerdict::elo1: return "accepted";
  }
  return "";
}

void print_sprt(const AnyGame& game, const DuelReport& r, const SprtBounds& bounds, const Asked& asked) {
  const Sprt limits(bounds);
  const Interval i = r.above_interval();
  const std::string& candidate = asked.plan.bots[0];
  const std::string& base = asked.plan.bots[1];
  if (asked.run.json) {
    fmt::print(R"({{"game":{},"players":{},"candidate":{},"base":{},"games":{},"above":{:.4f},"low":{:.4f},"high":{:.4f},"elo":{:.1f},)"
               R"("elo0":{:g},"elo1":{:g},"llr":{:.3f},"llr_low":{:.3f},"llr_high":{:.3f},"verdict":{}}})"
               "\n",
               json_text(game.info().name), asked.plan.players, json_text(candidate), json_text(base), r.games, r.above.share(), i.low,
               i.high, elo_of(r.above.share()), bounds.elo0, bounds.elo1, r.llr, limits.low(), limits.high(),
               json_text(verdict_word(r.verdict)));
    return;
  }
  fmt::print("{}, {} players: {} against {}, {} games, seed {}\n", game.info().name, asked.plan.players, candidate, base, r.games,
             asked.plan.seed);
  fmt::print("  placed above     {:.1f} %  ({:.1f} to {:.1f}), Elo {:+.0f} ({:+.0f} to {:+.0f})\n", 100 * r.above.share(), 100 * i.low,
             100 * i.high, elo_of(r.above.share()), elo_of(i.low), elo_of(i.high));
  fmt::print("  likelihood ratio {:.2f}, decided at {:.2f} and {:.2f} (Elo {:g} or {:g}, errors of 5 %)\n", r.llr, limits.low(),
             limits.high(), bounds.elo0, bounds.elo1);
  fmt::print("{}: {}\n", candidate, verdict_word(r.verdict));
}

Result<int> run_sprt(const AnyGame& game, Asked& asked, const Ranks& ranks) {
  const auto bounds = parse_bounds(asked.sprt);
  if (!bounds) return bounds.fault();
  if (asked.plan.bots.size() != 2) return fault("--sprt needs two bots: the candidate, then the base");
  DuelPlan plan;
  plan.first = asked.plan.bots[0];
  plan.second = asked.plan.bots[1];
  plan.players = asked.plan.players;
  plan.games = asked.games.value_or(sprt_games_default);
  plan.threads = asked.plan.threads;
  plan.seed = asked.plan.seed;
  plan.files = asked.plan.files;
  plan.sprt = *bounds;
  Result<DuelReport> report = DuelReport();
  {
    Progress progress(game.info().name, asked.run.progress && ranks.leads());
    plan.progress = progress.hook();
    report = hold_duel(game, plan, ranks);
  }
  if (!report) return report.fault();
  if (!ranks.leads()) return exit_done;
  print_sprt(game, *report, *bounds, asked);
  return report->verdict == SprtVerdict::elo1 ? exit_done : exit_fails;
}

Result<int> run(Asked& asked, const Ranks& ranks) {
  const auto game = make_chosen(asked.game);
  if (!game) return game.fault();
  asked.plan.bots = split_specs(asked.bots);
  asked.plan.mode = asked.mode == "field" ? TournamentMode::field : TournamentMode::mixed;
  asked.plan.threads = asked.run.threads;
  asked.plan.seed = asked.run.seed;
  return asked.sprt.empty() ? run_tournament(**game, asked, ranks) : run_sprt(**game, asked, ranks);
}

void add_tournament(CLI::App& app) {
  auto* command = app.add_subcommand("tournament", "Bots against each other: ratings with their intervals, and a cross table");
  auto asked = std::make_shared<Asked>();
  add_game_choice(*command, asked->game);
  command->add_option("--bots", asked->bots, "The bots: bot,bot,... with settings as in mcts:ms=20+explore=70")->required();
  command->add_option("--players", asked->plan.players, "Number of players at a table")->capture_default_str();
  command->add_option("--games", asked->games, "Games of each line-up (100), rounded up to whole deals; with --sprt: at most (100000)");
  command
      ->add_option(
          "--mode", asked->mode,
          "At more than two players. mixed: every choice of bots sits together; field: one of each bot at a table of each other one")
      ->check(CLI::IsMember({"mixed", "field"}))
      ->capture_default_str();
  command->add_option("--sprt", asked->sprt,
                      "ELO0,ELO1: is the first bot ELO1 stronger than the second, or only ELO0? Stops when decided with errors of 5 %; "
                      "exit status 0: accepted, 1: rejected or undecided");
  add_run_flags(*command, asked->run);
  command->add_option("--csv", asked->plan.files.csv, "Write a line a game to this file");
  command->add_option("--resume", asked->plan.files.journal, "Keep a journal in this file; a run that was broken off goes on from it");
  command->add_option("--records", asked->plan.files.records, "Keep the record of each game in this directory");
  run_with(*command, [asked] { return with_ranks([&](const Ranks& ranks) { return run(*asked, ranks); }); });
}

const Registration registered{Place::sim, add_tournament};

}  // namespace

}  // namespace trestle::cli::tournament_command
