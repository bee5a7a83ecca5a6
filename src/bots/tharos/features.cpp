#include "bots/tharos/features.hpp"

#include "bots/tharos/evaluate.hpp"

namespace trestle {

using namespace tharos;

namespace {

constexpr int one = net_input_one;
i16 small(int n) { return static_cast<i16>(std::clamp(n, -4000, 4000)); }

i16 lead_feature(i32 lead) { return small(lead / 25); }

i16* dice_features(const Player& w, i16* out) {
  int sum = 0, high = 0;
  for (u64 kinds = w.active.present(); kinds != 0; kinds &= kinds - 1) {
    const auto k = static_cast<DieKind>(std::countr_zero(kinds));
    sum += w.active[k] * value_of(k);
    if (value_of(k) >= 5) high += w.active[k];
  }
  *out++ = small(sum * 3);
  *out++ = small(high * 12);
  const Dice active = w.active.colours();
  for (int c = 0; c < colour_count; ++c) {
    const auto colour = static_cast<Colour>(c);
    *out++ = small(active[colour] * 16);
    *out++ = small(w.bag[colour] * 8);
    *out++ = small((w.depot[colour] + w.used[colour]) * 8);
  }
  return out;
}

i16* land_features(const Player& w, i16* out) {
  const u32 guild = w.guild;
  const u32 right = guild & (guild >> 1) & 0x7777u, down = guild & (guild >> 4);
  *out++ = small(std::popcount(guild) * 8);
  *out++ = small((std::popcount(right) + std::popcount(down)) * 8);
  *out++ = contains_shape(w.guild, Shape::any_four) ? one : 0;
  *out++ = contains_shape(w.guild, Shape::any_three) ? one : 0;
  const int mines = std::popcount(static_cast<u32>(w.mines));
  *out++ = small(mines * 10);
  *out++ = mines >= mines_that_count ? one : 0;
  for (const int n : {w.ore.size(), w.crystal.size()}) {
    *out++ = small(n * 12);
    *out++ = n >= 3 ? one : 0;
  }
  return out;
}

i16* turn_features(const Public& pub, const Player& w, Seat seat, i16* out) {
  const bool acting = pub.phase == Phase::act, fights = acting || pub.phase == Phase::attack;
  const int attack = fights ? pub.attacks[static_cast<std::size_t>(std::clamp(pub.turn - 1, 0, turns - 1))] + pub.round : 0;
  *out++ = acting ? one : 0;
  *out++ = acting && w.passed ? one : 0;
  *out++ = acting && !pub.stack.empty() && pub.stack.back().seat == seat ? one : 0;
  *out++ = w.transformed ? 0 : one;
  *out++ = fights && (w.warded || w.strength >= attack) ? one : 0;
  *out++ = small(fights ? std::max(0, attack - w.strength) * 6 : 0);
  *out++ = small(w.strength * 6);
  for (int t = 1; t <= turns; ++t) *out++ = pub.turn == t ? one : 0;
  for (int s = 0; s < space_count; ++s) *out++ = w.blocked.has(static_cast<Space>(s)) ? one : 0;
  *out++ = pub.start == seat ? one : 0;
  return out;
}

}  // namespace

void Features<Tharos>::own(const Tharos& rules, const State& world, Seat seat, i32 worth, i16* out) {
  const Public& pub = world.pub;
  const Player& w = pub.of(seat);
  const i16* const begin = out;
  int sure = 0, fewest = 255, owned = 0, symbols = 0;
  for (int m = 0; m < medal_count; ++m) {
    const int count = w.medals[static_cast<Medal>(m)];
    sure += count * medal_points[static_cast<std::size_t>(m)];
    fewest = std::min(fewest, count);
  }
  for (const u8 owner : pub.owner) owned += owner == owned_by + index_of(seat);
  w.cards.for_each([&](PlayerCard c) { symbols += rules.tables().cards[c].count; });
  // The key numbers.
  *out++ = lead_feature(worth);
  *out++ = small(sure * 6);
  *out++ = small(symbols * 6);
  *out++ = small(w.jars * 3);
  *out++ = small(w.active.total() * 8);
  *out++ = small(owned * one);
  *out++ = small(fewest * one);
  *out++ = small(std::min<int>(w.jars, 12) * 4);
  for (int m = 0; m < medal_count; ++m) *out++ = small(w.medals[static_cast<Medal>(m)] * 12);
  *out++ = small(w.points * 8);
  *out++ = w.points >= points_a_medal ? one : 0;
  *out++ = small(w.hand * 16);
  *out++ = small(w.organizer * 16);
  *out++ = small(w.manipulator * 16);
  *out++ = small(std::popcount(static_cast<u32>(w.lost)) * 16);
  *out++ = small((store_count - std::popcount(static_cast<u32>(w.store))) * 12);
  out = dice_features(w, out);
  out = land_features(w, out);
  out = turn_features(pub, w, seat, out);
  for (int c = 0; c < player_card_count; ++c) {
    *out++ = w.cards.has(static_cast<PlayerCard>(c)) ? one : 0;
    *out++ = w.spent.has(static_cast<PlayerCard>(c)) ? one : 0;
  }
  for (ActionCard n = 1; n <= action_card_count; ++n) *out++ = world.of(seat).hand & card_bit(n) ? one : 0;
  DCHECK(out - begin <= own_count);
  (void)begin;
}

Leads Features<Tharos>::leads(const Tharos& rules, const State& world, Memory<Tharos>& memory) {
  Leads out{};
  std::array<i32, static_cast<std::size_t>(Tharos::seats_max)> seen{};
  for (int i = 0; i < world.pub.seats; ++i)
    seen[static_cast<std::size_t>(i)] = Judgement<Tharos>::seen(rules, world.pub, seat_at(i), memory);
  for (std::size_t i = 0; i < world.pub.seats; ++i) {
    const i32 own = Judgement<Tharos>::own(rules, sight_of(world, static_cast<Seat>(i)), memory);
    for (std::size_t other = 0; other < world.pub.seats; ++other) out[i][other] = lead_feature(own - seen[other]);
  }
  return out;
}

}  // namespace trestle
