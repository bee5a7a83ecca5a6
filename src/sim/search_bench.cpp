#include "sim/search_bench.hpp"

#include <chrono>
#include <ctime>
#include <memory>
#include <thread>

#include "bots/judgements.hpp"
#include "bots/levels.hpp"
#include "bots/search/search.hpp"
#include "games/visit.hpp"

namespace trestle {

namespace {

template <GameRules R>
SearchSpeed measure(const R& rules, const SearchBenchPlan& plan, const SearchSettings& settings, const ValueNets* learned, int threads) {
  typename R::State state = rules.start(plan.players);
  NullSink none;
  Rng rng(plan.seed);
  while (rules.waiting_on(state.pub) == chance_only) rules.apply(state, Seat::Chance, sample(rules, state, rng), none);
  const auto sight = sight_of(state, rules.waiting_on(state.pub).lowest());
  std::vector<std::unique_ptr<Search<R>>> searchers;
  for (int i = 0; i < threads; ++i) searchers.push_back(std::make_unique<Search<R>>(settings, static_cast<u64>(i), learned));
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t core_start = std::clock();
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < searchers.size(); ++i) others.emplace_back([&, i] { searchers[i]->think(rules, sight, plan.seed, 0); });
  searchers[0]->think(rules, sight, plan.seed, 0);
  for (std::thread& other : others) other.join();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double core_seconds = static_cast<double>(std::clock() - core_start) / CLOCKS_PER_SEC;
  double spent = 0;
  for (const auto& searcher : searchers) spent += searcher->spent();
  return {threads, spent / seconds, spent / core_seconds, searchers[0]->tree().nodes_used()};
}

}  // namespace

Result<std::vector<SearchSpeed>> bench_search(const AnyGame& game, const SearchBenchPlan& plan) {
  const GameInfo& info = game.info();
  if (plan.players < info.seats_min || plan.players > info.seats_max)
    return fault(info.name + " is for " + std::to_string(info.seats_min) + " to " + std::to_string(info.seats_max) + " players");
  const auto spec = parse_bot_spec(plan.bot);
  if (!spec) return spec.fault();
  const Level* level = find_level(info.name, spec->name);
  if (!level) return fault("bot '" + spec->name + "' does not search");
  auto settings = search_settings(*spec, level->settings);
  if (!settings) return settings.fault();
  settings->iterations = 0;
  settings->ms = static_cast<u32>(plan.seconds * 1000);
  Result<std::vector<SearchSpeed>> speeds = std::vector<SearchSpeed>();
  visit_rules(game, [&]<class R>(const R& rules) {
    const auto learned = ValueNets::numbered(R::name, settings->weights, FeatureSheet<R>::inputs, Features<R>::stages);
    if (!learned) {
      speeds = learned.fault();
      return;
    }
    for (int threads = 1; threads <= plan.threads; ++threads)
      speeds->push_back(measure(rules, plan, *settings, settings->learned ? *learned : nullptr, threads));
  });
  return speeds;
}

}  // namespace trestle
