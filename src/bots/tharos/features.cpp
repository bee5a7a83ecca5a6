#include "bots/tharos/features.hpp"

#include "bots/tharos/evaluate.hpp"

namespace trestle {

using namespace tharos;

namespace {

constexpr int one = net_input_one;
i16 small(int n) { return static_cast<i16>(std::clamp(n, -4000, 4000)); }

// The judgement made by hand and its parts, in hundredths of a point. That judgement counts what dice could do even after passing.
i16* worth_features(const Worth& worth, i16* out) {
  Parts parts = worth.parts;
  if (!worth.to_play) parts[Part::turn] = 0;
  *out++ = small((sum_of(parts) - 3000) / Features<Tharos>::worth_a_unit);
  for (const i32 part : parts) *out++ = small(part / 10);
  return out;
}

// What is left of this turn counts only while it can be used: dice that lie there after passing are as good as in the depot.
i16* dice_features(const Player& w, bool to_play, i16* out) {
  int sum = 0, high = 0;
  if (to_play)
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
    *out++ = small(to_play ? active[colour] * 16 : 0);
    *out++ = small(w.bag[colour] * 8);
    *out++ = small((w.depot[colour] + w.used[colour] + (to_play ? 0 : active[colour])) * 8);
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

i16* turn_features(const Public& pub, const Player& w, Seat seat, const Worth& worth, i16* out) {
  const bool to_play = worth.to_play, acting = to_play && pub.phase == Phase::act;
  const bool attacked = worth.at_stake && pub.phase >= Phase::act;
  const int attack = attacked ? pub.attacks[static_cast<std::size_t>(std::clamp(pub.turn - 1, 0, turns - 1))] + pub.round : 0;
  const bool warded = attacked && (w.warded || w.strength >= attack);
  *out++ = to_play ? one : 0;
  *out++ = acting && !pub.stack.empty() && pub.stack.back().seat == seat ? one : 0;
  *out++ = to_play && !w.transformed && transformation(pub) != Transformation::none ? one : 0;
  *out++ = worth.at_stake ? one : 0;
  *out++ = warded ? one : 0;
  *out++ = small(attacked && !warded ? (attack - w.strength) * 6 : 0);
  for (int t = 1; t <= turns; ++t) *out++ = pub.turn == t ? one : 0;
  for (int s = 0; s < space_count; ++s) *out++ = to_play && w.blocked.has(static_cast<Space>(s)) ? one : 0;
  *out++ = pub.start == seat ? one : 0;
  return out;
}

}  // namespace

void Features<Tharos>::own(const Tharos& rules, const State& world, Seat seat, Memory<Tharos>& memory, i16* out) {
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
  const Worth& worth = Judgement<Tharos>::own(rules, sight_of(world, seat), memory);
  out = worth_features(worth, out);
  *out++ = small(sure * 6);
  *out++ = small(symbols * 6);
  *out++ = small(w.jars * 3);
  *out++ = small(worth.to_play ? w.active.total() * 8 : 0);
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
  out = dice_features(w, worth.to_play, out);
  out = land_features(w, out);
  out = turn_features(pub, w, seat, worth, out);
  for (int c = 0; c < player_card_count; ++c) {
    *out++ = w.cards.has(static_cast<PlayerCard>(c)) ? one : 0;
    *out++ = worth.to_play && w.spent.has(static_cast<PlayerCard>(c)) ? one : 0;
  }
  for (ActionCard n = 1; n <= action_card_count; ++n) *out++ = world.of(seat).hand & card_bit(n) ? one : 0;
  DCHECK(out - begin <= own_count);
  (void)begin;
}

}  // namespace trestle
