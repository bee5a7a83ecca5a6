#include "match/perft.hpp"

namespace trestle {

namespace {

class SilentSink final : public EventSink {
 public:
  void emit(const Event&) override {}
};

class Counter {
 public:
  Counter(const AnyGame& game, std::optional<u64> sampled) : game_(game), sampled_(sampled) {}

  u64 count(const AnyState& from, int depth) {
    if (depth == 0) return 1;
    if (visited > perft_nodes_max) return 0;
    const SeatSet waiting = game_.waiting_on(from);
    if (waiting.has(Seat::Chance)) return sampled_ ? follow_one(from, depth) : follow_outcomes(from, depth);
    u64 sum = 0;
    waiting.for_each([&](Seat seat) {
      ActionList legal;
      game_.legal(game_.sight(from, seat), legal);
      if (depth == 1) {
        sum += legal.size();
        return;
      }
      for (Action action : legal) sum += count(after(from, seat, action), depth - 1);
    });
    return sum;
  }

  u64 visited = 0;

 private:
  AnyState after(const AnyState& from, Seat seat, Action action) {
    ++visited;
    AnyState to = from;
    game_.apply(to, seat, action, sink_);
    return to;
  }
  u64 follow_outcomes(const AnyState& from, int depth) {
    OutcomeList outcomes;
    game_.chance(from, outcomes);
    if (depth == 1) return outcomes.size();
    u64 sum = 0;
    for (const Outcome& o : outcomes) sum += count(after(from, Seat::Chance, o.action), depth - 1);
    return sum;
  }
  // The draw depends on seed and position only, never on the order in which positions are visited.
  u64 follow_one(const AnyState& from, int depth) {
    Rng rng = Rng::for_item(*sampled_, from.hash());
    return count(after(from, Seat::Chance, game_.outcome(from, rng.below(game_.odds(from)))), depth);
  }

  const AnyGame& game_;
  std::optional<u64> sampled_;
  SilentSink sink_;
};

}  // namespace

Result<PerftCount> perft(const AnyGame& game, const AnyState& state, int depth, std::optional<u64> sampled) {
  if (depth < 1 || depth > perft_depth_max) return fault("the depth must be 1 to " + std::to_string(perft_depth_max));
  Counter counter(game, sampled);
  const u64 sequences = counter.count(state, depth);
  if (counter.visited > perft_nodes_max)
    return fault("more than " + std::to_string(perft_nodes_max) + " positions; ask for a smaller depth");
  return PerftCount{sequences, counter.visited};
}

}  // namespace trestle
