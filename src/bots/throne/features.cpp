#include "bots/throne/features.hpp"

#include <algorithm>

#include "bots/throne/evaluate.hpp"

namespace trestle {

using namespace throne;

namespace {

constexpr int one = net_input_one;
i16 small(int n) { return static_cast<i16>(std::clamp(n, -4000, 4000)); }

// Whose turn it is, how far it has come and what can still be done in it.
i16* turn_features(const Throne& rules, const Public& pub, Seat seat, i16* out) {
  const bool mine = pub.turn == seat && !pub.stack.empty();
  const Now base = pub.stack.empty() ? Now::end_turn : now(pub.stack[0]);
  *out++ = mine ? one : 0;
  *out++ = mine && base < Now::play ? one : 0;
  *out++ = mine && base == Now::play ? one : 0;
  *out++ = mine && base > Now::play ? one : 0;
  *out++ = small(mine && base == Now::play ? pub.points * 12 : 0);
  const Professions ready = mine && base == Now::play ? can_act(pub, seat) : Professions{};
  for (int p = 0; p < profession_count; ++p) *out++ = ready.has(static_cast<Profession>(p)) ? one / 2 : 0;
  *out++ = small(mine && base <= Now::upkeep && !pub.harvest ? 6 * upkeep(pub, seat, pub.units[at(seat)]) : 0);
  (void)rules;
  return out;
}

// What the hand could do with the units in play in one turn, and how far the goals are.
i16* prospect_features(const Throne& rules, const State& world, Seat seat, i16* out) {
  const Public& pub = world.pub;
  const Cards& hand = world.of(seat).hand;
  const Units strength = strength_of(pub, seat);
  ByProfession<int> coins{}, hits{};  // the most that an action card in the hand makes of a profession
  for_each_bit(hand.present(), [&](u8 card) {
    if (is_unit(card) || is_skill(card)) return;
    const Professions usable = is_double(card) ? Professions{double_of(card)} : Professions::from_bits(0x7f) - rules.tables().crossed[card];
    const int times = is_double(card) ? 2 : 1;
    (usable & strength.kinds()).for_each([&](Profession p) {
      if (producers.has(p)) coins[p] = std::max(coins[p], times * income(rules, pub, seat, p));
      if (may_attack(pub, seat, p)) hits[p] = std::max(hits[p], times * efficiency(rules, pub, seat, p));
    });
  });
  const auto best_two = [](const ByProfession<int>& by, int& first, int& second) {
    first = second = 0;
    for (int p = 0; p < profession_count; ++p) {
      const int n = by[static_cast<Profession>(p)];
      if (n > first)
        second = first, first = n;
      else if (n > second)
        second = n;
    }
  };
  int made, made_too, hit, hit_too;
  best_two(coins, made, made_too);
  best_two(hits, hit, hit_too);
  *out++ = small(made * 4);
  *out++ = small(made_too * 4);
  *out++ = small(hit * 4);
  *out++ = small(hit_too * 4);
  int kinds = 0, kinds_held = 0;  // missing professions, and those of them in the hand
  std::array<int, profession_count> missing{}, unheld{};
  for (int i = 0; i < profession_count; ++i) {
    const auto p = static_cast<Profession>(i);
    const int gap = rules.tables().professions[p].set - strength[p], held = hand[unit_card(p)];
    missing[static_cast<std::size_t>(i)] = gap;
    unheld[static_cast<std::size_t>(i)] = std::max(0, gap - held);
    if (strength[p] == 0) ++kinds, kinds_held += held > 0;
  }
  const auto nearest_sets = [](std::array<int, profession_count> gaps) {
    std::partial_sort(gaps.begin(), gaps.begin() + printed::sets_to_win, gaps.end());
    return gaps[0] + gaps[1] + gaps[2];
  };
  const int sets = nearest_sets(missing), sets_unheld = nearest_sets(unheld);
  const bool funded = coins_of(pub, seat) >= printed::coins_with_sets;
  *out++ = small(kinds_held * 8);
  *out++ = small(sets * 6);
  *out++ = small((sets - sets_unheld) * 6);
  *out++ = coins_of(pub, seat) + made + made_too >= printed::coins_to_win ? one : 0;
  *out++ = coins_of(pub, seat) + hit + hit_too + made >= printed::coins_to_win ? one : 0;
  *out++ = funded && kinds == kinds_held && kinds <= 3 ? one : 0;
  *out++ = funded && sets_unheld == 0 && sets <= 3 ? one : 0;
  return out;
}

}  // namespace

void Features<Throne>::own(const Throne& rules, const State& world, Seat seat, Memory<Throne>& memory, i16* out) {
  const Public& pub = world.pub;
  const i16* const begin = out;
  const int coins = coins_of(pub, seat);
  const Units strength = strength_of(pub, seat);
  const Professions full = full_sets(rules, strength), kinds = strength.kinds();
  const bool alive = pub.alive.has(seat);
  // The key numbers.
  *out++ = small(evaluate(rules, sight_of(world, seat), memory) / 20);
  *out++ = small(std::min(coins, 15) * 6);
  *out++ = small(std::max(0, coins - 15) * 5);
  *out++ = small(std::max(0, coins - 32) * 8);
  *out++ = small(kinds.size() * 16);
  *out++ = small(full.size() * 32);
  *out++ = small(std::max(0, 6 - coins) * 16);
  *out++ = alive ? 0 : one;
  int produce = 0, attack = 0, stand = 0;
  for (int i = 0; i < profession_count; ++i) {
    const auto p = static_cast<Profession>(i);
    *out++ = small(strength[p] * 14);
    *out++ = full.has(p) ? one : 0;
    const int e = efficiency(rules, pub, seat, p);
    if (producers.has(p)) produce += e;
    if (attackers.has(p)) attack += e;
    stand += pub.units[at(seat)][p] * tolerance(rules, pub, seat, p);
  }
  *out++ = small(produce * 6);
  *out++ = small(attack * 6);
  *out++ = small(stand * 4);
  *out++ = small(pub.units[at(seat)].total() * 6);
  *out++ = small(pub.hand[at(seat)] * 8);
  out = turn_features(rules, pub, seat, out);
  for (int r = 1; r <= race_count; ++r) *out++ = static_cast<int>(pub.race[at(seat)]) == r ? one : 0;
  const Cards& hand = world.of(seat).hand;
  for (std::size_t c = 0; c < cards_max; ++c) *out++ = small(hand[c] * 16);
  out = prospect_features(rules, world, seat, out);
  DCHECK(out - begin <= own_count);
  (void)begin;
}

}  // namespace trestle
