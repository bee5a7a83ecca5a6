#include "bots/reasons.hpp"

#include <algorithm>

#include "bots/hadara/figures.hpp"
#include "bots/judgements.hpp"
#include "bots/outlook.hpp"
#include "bots/tharos/figures.hpp"
#include "bots/throne/figures.hpp"
#include "games/visit.hpp"

namespace trestle {

namespace {

constexpr int worlds = 12;
constexpr int plies_ahead_max = 240, plies_past_max = 48;
constexpr i64 worth_told_min = 30;    // hundredths of a point: less is not worth a word
constexpr i64 worth_of_a_win = 3000;  // hundredths of a point
constexpr i64 opponents_share = 70;   // percent: what an opponent loses counts so much

// Percent of the worlds, after the game's own figures.
constexpr Figure figure_won{"why.won", 0, FigureUnit::percent};
constexpr Figure figure_lost{"why.lost", 0, FigureUnit::percent};

template <GameRules R>
class Foresight {
  using State = typename R::State;
  using SightRef = typename R::SightRef;
  using Know = Judgement<R>;
  using Count = Figures<R>;
  static constexpr std::size_t figure_count = Count::list.size();
  static_assert(figure_count <= figures_max);

 public:
  // What stands in the end, summed over the worlds.
  struct Sums {
    std::array<FigureRow, static_cast<std::size_t>(R::seats_max)> rows{};
    i32 won = 0, lost = 0;
  };

  Foresight(const R& rules, const SightRef& sight) : rules_(rules), sight_(sight) {}

  void add_as_it_stands(const State& world, Sums& sums) const { count(world, sums); }

  void add(const State& world, Action action, Rng dice, bool far, Sums& sums) {
    State after = world;
    NullSink none;
    rules_.apply(after, sight_.me, action, none);
    play_on(after, dice, world.pub, far ? Count::turns(world.pub) : 0);
    count(after, sums);
  }

 private:
  // Until nothing is half done, and so many turns further.
  void play_on(State& state, Rng& dice, typename R::Public before, int turns) {
    for (int ply = 0; ply < plies_ahead_max; ++ply) {
      if (!Know::same_turn(before, state.pub)) {
        before = state.pub;
        --turns;
      }
      if (turns <= 0 && Know::settled(state.pub)) return;
      if (!one_ply(state, dice, true)) return;
    }
  }

  // False: the game is over.
  bool one_ply(State& state, Rng& dice, bool looks_past) {
    const SeatSet waiting = rules_.waiting_on(state.pub);
    if (waiting.empty()) return false;
    const Seat seat = waiting.lowest();
    const Action action = seat == Seat::Chance ? sample(rules_, state, dice) : choose(state, seat, dice, looks_past);
    NullSink none;
    rules_.apply(state, seat, action, none);
    return true;
  }

  // By what is worth most at once, or when what was begun is done.
  Action choose(const State& state, Seat seat, const Rng& dice, bool looks_past) {
    ActionList list;
    rules_.legal(sight_of(state, seat), list);
    if (list.size() == 1) return list[0];
    std::size_t best = 0;
    i32 best_worth = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      State after = state;
      NullSink none;
      rules_.apply(after, seat, list[i], none);
      Rng thrown = dice;
      for (int ply = 0; looks_past && ply < plies_past_max && !Know::settled(after.pub); ++ply)
        if (!one_ply(after, thrown, false)) break;
      const i32 worth = Know::evaluate(rules_, sight_of(after, seat));
      if (i == 0 || worth > best_worth) best = i, best_worth = worth;
    }
    return list[best];
  }

  void count(const State& state, Sums& sums) const {
    const ScoreSheet sheet = rules_.score(state);
    for (std::size_t i = 0; i < state.pub.seats; ++i) {
      FigureRow row{};
      Count::read(rules_, sheet, state, seat_at(static_cast<int>(i)), row);
      for (std::size_t k = 0; k < figure_count; ++k) sums.rows[i][k] += row[k];
    }
    if (!rules_.waiting_on(state.pub).empty()) return;
    const bool won = rules_.standing(state)[static_cast<std::size_t>(sight_.me)] == 1;
    (won ? sums.won : sums.lost)++;
  }

  const R& rules_;
  const SightRef& sight_;
};

struct Weighed {
  Reason reason;
  i64 worth = 0;  // to the chooser, in ten thousandths of a point
};

// Hundredths of the mean difference between one act and several.
i32 difference(i64 act, i64 others, i64 compared) { return static_cast<i32>(100 * (act * compared - others) / (worlds * compared)); }

template <GameRules R>
std::vector<Weighed> weigh(const R& rules, const typename R::SightRef& sight, Action action, std::span<const Action> against, bool far,
                           Rng& rng) {
  using Count = Figures<R>;
  auto ahead = std::make_unique<Foresight<R>>(rules, sight);
  typename Foresight<R>::Sums act, others;
  for (int w = 0; w < worlds; ++w) {
    const typename R::State world = rules.imagine(sight, rng);
    const Rng dice(rng.next());  // luck should not speak for an act
    ahead->add(world, action, dice, far, act);
    if (against.empty()) ahead->add_as_it_stands(world, others);
    for (const Action& other : against) ahead->add(world, other, dice, far, others);
  }
  const auto compared = static_cast<i64>(std::max<std::size_t>(1, against.size()));
  const SeatSet side = Outlook<R>::side(sight.pub, sight.me);
  i64 opponents = 0;
  for (int i = 0; i < sight.pub.seats; ++i) opponents += !side.has(seat_at(i));
  std::vector<Weighed> out;
  const auto add = [&](const Figure& figure, Seat seat, i32 change, i64 worth_of_one) {
    out.push_back({{std::string(figure.key), figure.unit, seat, change}, change * worth_of_one});
  };
  for (int i = 0; i < sight.pub.seats; ++i) {
    const Seat seat = seat_at(i);
    if (seat != sight.me && side.has(seat)) continue;  // a team shares its purse: it would be told twice
    for (std::size_t k = 0; k < Count::list.size(); ++k) {
      const auto& mine = act.rows[static_cast<std::size_t>(i)];
      const i32 change = difference(mine[k], others.rows[static_cast<std::size_t>(i)][k], compared);
      const i64 worth = Count::list[k].worth;
      add(Count::list[k], seat, change, seat == sight.me ? worth : -worth * opponents_share / (100 * std::max<i64>(1, opponents)));
    }
  }
  add(figure_won, sight.me, difference(act.won, others.won, compared), worth_of_a_win);
  add(figure_lost, sight.me, difference(act.lost, others.lost, compared), -worth_of_a_win);
  return out;
}

}  // namespace

std::vector<Reason> reasons_for(const AnyGame& game, const AnySight& sight, Action action, std::span<const Action> against, Rng& rng) {
  if (against.size() > compared_max) against = against.first(compared_max);
  std::vector<Reason> out;
  const auto look = [&](std::span<const Action> others, bool far) {
    std::vector<Weighed> found;
    visit_rules(game, [&]<class R>(const R& rules) {
      const auto value = AnyGameOf<R>::sight_value(sight);
      found = weigh(rules, typename R::SightRef(value), action, others, far, rng);
    });
    std::stable_sort(found.begin(), found.end(), [](const Weighed& a, const Weighed& b) { return a.worth > b.worth; });
    for (Weighed& w : found)
      if (w.worth >= 100 * worth_told_min && out.size() < reasons_max) out.push_back(std::move(w.reason));
  };
  // Where acts come to the same in the end, as when only their order differs, what the act itself does is the reason.
  if (!against.empty()) look(against, true);
  if (out.empty() && !against.empty()) look(against, false);
  if (out.empty()) look({}, false);
  return out;
}

}  // namespace trestle
