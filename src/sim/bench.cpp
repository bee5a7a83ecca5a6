#include "sim/bench.hpp"

#include <chrono>
#include <cstring>
#include <ctime>
#include <vector>

#include "base/text.hpp"
#include "games/visit.hpp"
#include "sim/random_play.hpp"

namespace trestle {

namespace {

constexpr u64 signature_seed = 0x7265737473;
constexpr u64 signature_games = 200;  // at each number of players

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
// The time this program had a core, so that a busy machine does not count against the rules. Equal to the clock on a free one.
double core_seconds_since(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

template <class R>
u64 signature(const R& rules) {
  u64 sum = 0;
  PlayCount count;
  for (int seats = R::seats_min; seats <= R::seats_max; ++seats)
    for (u64 game = 0; game < signature_games; ++game) {
      Rng rng = Rng::for_item(signature_seed + static_cast<u64>(seats), game);
      const auto end = play_randomly(rules, seats, rng, count, [&](Seat seat, Action action) {
        sum = mix(sum, static_cast<u64>(seat));
        sum = hash_value(action, sum);
      });
      sum = hash_value(end, sum);
    }
  return sum;
}

std::string hex(u64 value) {
  u8 bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<u8>(value >> (56 - 8 * i));
  return text::to_hex(bytes, 8);
}

// The mean time to copy a state, over real states of games under way.
template <class R>
double copy_time_ns(const R& rules, int players, Rng& rng) {
  constexpr std::size_t pool = 64;
  std::vector<typename R::State> states(pool, rules.start(players));
  constexpr int rounds = 20'000;
  const std::clock_t start = std::clock();
  for (int r = 0; r < rounds; ++r) {
    const std::size_t shift = 1 + rng.below(pool - 1);
    for (std::size_t i = 0; i < pool; ++i) {
      std::memcpy(static_cast<void*>(&states[i]), static_cast<const void*>(&states[(i + shift) % pool]), sizeof states[i]);
#if defined(__GNUC__)
      asm volatile("" ::: "memory");  // or the compiler would drop copies nobody reads
#endif
    }
  }
  return core_seconds_since(start) * 1e9 / (static_cast<double>(rounds) * pool);
}

template <class R>
void measure(const R& rules, const BenchPlan& plan, BenchReport& report) {
  PlayCount count;
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t core_start = std::clock();
  constexpr u64 games_between_looks = 32;  // at the clock
  for (u64 game = 0; game % games_between_looks != 0 || game == 0 || seconds_since(start) < plan.seconds; ++game) {
    Rng rng = Rng::for_item(plan.seed, game);
    play_randomly(rules, plan.players, rng, count, [](Seat, Action) {});
  }
  const double elapsed = core_seconds_since(core_start);
  const auto rate = [&](u64 n) { return static_cast<double>(n) / elapsed; };
  report.decisions_per_s = rate(count.decisions);
  report.plies_per_s = rate(count.plies);
  report.games_per_s = rate(count.games);
  report.decisions_per_game = static_cast<double>(count.decisions) / static_cast<double>(count.games);
  report.branching_mean = static_cast<double>(count.branches) / static_cast<double>(count.decisions);
  report.branching_max = count.branching_max;
  report.state_bytes = sizeof(typename R::State);
  Rng rng(plan.seed);
  report.copy_ns = copy_time_ns(rules, plan.players, rng);
}

}  // namespace

Result<std::string> signature_of(const AnyGame& game) {
  std::string out;
  if (!visit_rules(game, [&](const auto& rules) { out = hex(signature(rules)); }))
    return fault("no simulation for the game " + game.info().name);
  return out;
}

Result<BenchReport> run_bench(const AnyGame& game, const BenchPlan& plan) {
  const GameInfo& info = game.info();
  if (plan.players < info.seats_min || plan.players > info.seats_max)
    return fault(info.name + " is for " + std::to_string(info.seats_min) + " to " + std::to_string(info.seats_max) + " players, not " +
                 std::to_string(plan.players));
  auto signature = signature_of(game);
  if (!signature) return signature.fault();
  BenchReport report;
  report.game = info.name;
  report.players = plan.players;
  report.signature = *signature;
  visit_rules(game, [&](const auto& rules) { measure(rules, plan, report); });
  return report;
}

}  // namespace trestle
