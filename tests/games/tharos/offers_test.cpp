// Which actions are offered, held against a plain reading of the rules: every way to take one, two or three of the active dice, at
// most one of them changed by the region effect. The laws see offers that lead nowhere; this sees actions that are not offered.
#include <gtest/gtest.h>

#include <bit>

#include "base/bounded_list.hpp"
#include "games/tharos/rules.hpp"
#include "sim/random_play.hpp"
#include "support/scale.hpp"

namespace trestle::tharos {
namespace {

struct Die {
  Colour colour = Colour::white;
  int value = 1;
};

using Dies = BoundedList<Die, 18>;

Dies active_dice(const Player& w) {
  Dies out;
  for (int c = 0; c < colour_count; ++c)
    for (int v = 1; v <= 8; ++v)
      for (int i = 0; i < w.active[die_kind(static_cast<Colour>(c), v)]; ++i) out.push({static_cast<Colour>(c), v});
  return out;
}

// What the die may count as by the effect, besides what it shows.
Dies changed(Die die, Transformation effect) {
  Dies out;
  const auto shifts = [&](Colour c) {
    return effect == static_cast<Transformation>(static_cast<int>(Transformation::shift_white) + static_cast<int>(c));
  };
  if (effect == Transformation::plus_1 && die.value < 7) out.push({die.colour, die.value + 1});
  if (shifts(die.colour) && die.value < 7) out.push({die.colour, die.value + 1});
  if (shifts(die.colour) && die.value > 1) out.push({die.colour, die.value - 1});
  if (effect == Transformation::white_as_any && die.colour == Colour::white)
    for (int c = 1; c < colour_count; ++c) out.push({static_cast<Colour>(c), die.value});
  return out;
}

class Reading {
 public:
  Reading(const Public& p, Seat me) : p_(p), w_(p.of(me)), me_(me), dice_(active_dice(w_)) {}

  bool possible(Deed deed) const {
    const auto space = [&](Space s) { return !w_.blocked.has(s); };
    const auto card = [&](PlayerCard c) { return w_.cards.has(c) && !w_.spent.has(c); };
    const auto any = [](const auto&) { return true; };
    const auto one_of = [](Colour c, int least = 1) { return [=](const auto& d) { return d[0].colour == c && d[0].value >= least; }; };
    const auto two_between = [](int low, int high) {
      return [=](const auto& d) { return d[0].value >= low && d[0].value <= high && d[1].value >= low && d[1].value <= high; };
    };
    switch (deed) {
      case Deed::plenty_money: return space(Space::money) && some(1, one_of(Colour::white));
      case Deed::little_money: return space(Space::money) && some(1, any);
      case Deed::plenty_choices: return space(Space::cards) && some(1, one_of(Colour::white));
      case Deed::no_choice: return space(Space::cards) && some(1, any);
      case Deed::guild_card:
        return space(Space::guild_card) && some(1, any) &&
               (room(PlayerCard::organizer, w_.organizer, 2) || room(PlayerCard::manipulator, w_.manipulator, 3));
      case Deed::reroll: return space(Space::guild_card) && some(2, one_of(Colour::white));
      case Deed::guild_region:
        return space(Space::guild_region) && (supply() > 0 || on_table() > 0) &&
               some(2, [&](const auto& d) { return free_region(d[0].colour) || free_region(d[1].colour); });
      case Deed::explore: return space(Space::guild_region) && some(1, any) && connected(4);
      case Deed::buy_die: return space(Space::dice) && some(1, any) && w_.store != 0 && w_.jars >= 2;
      case Deed::mine: return space(Space::dice) && some(1, [&](const auto& d) { return d[0].value == 6 && mine_fits(d[0].colour); });
      case Deed::build:
        return space(Space::building) && w_.jars >= 10 && std::count(p_.owner.begin(), p_.owner.end(), unbuilt) > 0 &&
               some(1, one_of(Colour::yellow, 3));
      case Deed::attack: return some(1, one_of(Colour::red));
      case Deed::banker: return card(PlayerCard::banker) && some(1, one_of(Colour::yellow));
      case Deed::steam_dyer:  // the second die is dyed, and so is white as it is
        return card(PlayerCard::steam_dyer) && some(2, [](const auto& d) { return d[0].value >= 3 && d[1].colour == Colour::white; });
      case Deed::ore_digger: return card(PlayerCard::ore_digger) && digs(p_.ore, w_.ore, two_between(2, 4));
      case Deed::crystallographist: return card(PlayerCard::crystallographist) && digs(p_.crystal, w_.crystal, two_between(1, 3));
      case Deed::cartographer: return card(PlayerCard::cartographer) && w_.jars >= 2 && connected(3);
      case Deed::organizer_draw: return w_.organizer > 0 && !(w_.bag.empty() && w_.depot.empty());
      case Deed::organizer_reroll: return w_.organizer > 0 && !dice_.empty();
      case Deed::organizer_swap: return card(PlayerCard::organizer) && w_.cards.size() < 10 && some(2, two_between(5, 8));
      case Deed::cannoneer_strength: return card(PlayerCard::cannoneer) && some(2, two_between(3, 8));
      case Deed::cannoneer_ward: return card(PlayerCard::cannoneer) && !w_.warded && some(2, two_between(5, 8));
      case Deed::rumblepoke: return card(PlayerCard::rumblepoke) && some(1, one_of(Colour::red));
      case Deed::plant: return card(PlayerCard::steam_pressure_plant) && p_.discard != 0 && some(2, two_between(5, 8));
      case Deed::manipulator: return w_.manipulator > 0 && !dice_.empty();
      case Deed::secret_society:
      case Deed::activate_first: break;
    }
    return false;
  }

  bool can_activate(PlayerCard card) const {
    constexpr auto W = Colour::white, R = Colour::red, Y = Colour::yellow, G = Colour::green, B = Colour::blue;
    const auto asks = [&](std::initializer_list<Colour> colours, int total) {
      return some(static_cast<int>(colours.size()), [&](const auto& d) {
        int sum = 0;
        auto die = d.begin();
        for (Colour colour : colours) {
          if (die->colour != colour) return false;
          sum += die++->value;
        }
        return sum >= total;
      });
    };
    if (w_.cards.has(card)) return false;
    switch (card) {
      case PlayerCard::banker: return asks({W, Y}, 10);
      case PlayerCard::steam_dyer: return asks({W, Y}, 8);
      case PlayerCard::ore_digger:
      case PlayerCard::crystallographist: return asks({W, B}, 8);
      case PlayerCard::cartographer: return asks({G, G}, 6);
      case PlayerCard::organizer: return asks({W, G}, 8);
      case PlayerCard::cannoneer: return asks({R}, 5);
      case PlayerCard::rumblepoke: return asks({W, R}, 8);
      case PlayerCard::steam_pressure_plant: return asks({W, W, W}, 13);
      case PlayerCard::manipulator: return asks({W, W}, 8);
    }
    return false;
  }

 private:
  // Whether some dice, in some order, one of them perhaps changed, are as asked.
  template <class F>
  bool some(int count, const F& asked) const {
    Dies taken;
    std::vector<bool> used(dice_.size());
    return choose(count, asked, taken, used, !w_.transformed);
  }
  template <class F>
  bool choose(int count, const F& asked, Dies& taken, std::vector<bool>& used, bool may_change) const {
    if (static_cast<int>(taken.size()) == count) return asked(taken);
    for (std::size_t i = 0; i < dice_.size(); ++i) {
      if (used[i]) continue;
      used[i] = true;
      const auto as = [&](Die die, bool still) {
        taken.push(die);
        const bool found = choose(count, asked, taken, used, still);
        taken.pop();
        return found;
      };
      bool found = as(dice_[i], may_change);
      if (may_change)
        for (Die die : changed(dice_[i], transformation(p_))) found = found || as(die, false);
      used[i] = false;
      if (found) return true;
    }
    return false;
  }

  static int count(Cells cells) { return std::popcount(static_cast<u32>(cells)); }
  int on_table() const { return count(w_.guild) + w_.organizer + w_.manipulator; }
  int supply() const {
    return 12 - on_table() - std::popcount(static_cast<u32>(w_.lost)) -
           static_cast<int>(std::count(p_.owner.begin(), p_.owner.end(), owned_by + index_of(me_)));
  }
  bool room(PlayerCard card, int there, int most) const {
    return w_.cards.has(card) && there < most && (supply() > 0 || on_table() - there > 0);
  }
  Cells land(Colour c) const { return p_.land[static_cast<std::size_t>(c)]; }
  bool free_region(Colour c) const { return (land(c) & ~w_.guild) != 0; }
  static bool adjacent(int a, int b) { return std::abs(a % 4 - b % 4) + std::abs(a / 4 - b / 4) == 1; }
  bool mine_fits(Colour c) const {
    if (count(w_.mines) >= 10) return false;
    for (int cell = 0; cell < cell_count; ++cell) {
      if (!(land(c) >> cell & 1) || (w_.mines >> cell & 1)) continue;
      bool fits = w_.mines == 0;
      for (int other = 0; other < cell_count; ++other) fits = fits || ((w_.mines >> other & 1) && adjacent(cell, other));
      if (fits) return true;
    }
    return false;
  }
  // Grows groups of marked regions one by one.
  bool connected(int size) const {
    std::vector<Cells> groups;
    for (int c = 0; c < cell_count; ++c)
      if (w_.guild >> c & 1) groups.push_back(static_cast<Cells>(1u << c));
    for (int i = 1; i < size; ++i) {
      std::vector<Cells> larger;
      for (Cells group : groups)
        for (int c = 0; c < cell_count; ++c)
          for (int other = 0; other < cell_count; ++other)
            if ((w_.guild >> c & 1) && !(group >> c & 1) && (group >> other & 1) && adjacent(c, other))
              larger.push_back(static_cast<Cells>(group | 1u << c));
      groups = larger;
    }
    return !groups.empty();
  }
  template <class F>
  bool digs(Cells lying, Colours held, const F& values) const {
    return some(2, [&](const auto& d) {
      const auto there = [&](Colour c) { return (land(c) & lying) != 0 && !held.has(c); };
      return values(d) && (there(d[0].colour) || there(d[1].colour));
    });
  }

  const Public& p_;
  const Player& w_;
  Seat me_;
  Dies dice_;
};

TEST(TharosOffers, AreWhatAPlainReadingOffers) {
  const auto rules = Tharos::make(built_in_edition("tharos"), {});
  ASSERT_TRUE(bool(rules));
  ActionList list;
  NullSink none;
  u64 compared = 0;
  const u64 games = test::scaled(3000, 60);
  for (u64 game = 0; game < games; ++game) {
    Rng rng = Rng::for_item(908, game);
    State state = rules->start(2 + static_cast<int>(game % 3));
    for (SeatSet waiting = rules->waiting_on(state.pub); !waiting.empty(); waiting = rules->waiting_on(state.pub)) {
      const Seat seat = waiting.lowest();
      if (seat == Seat::Chance) {
        rules->apply(state, seat, sample(*rules, state, rng), none);
        continue;
      }
      list.clear();
      rules->legal(sight_of(state, seat), list);
      const Frame& top = state.pub.stack.back();
      if (static_cast<Now>(top.kind) == Now::act && top.a == 0 && static_cast<Only>(top.b) == Only::any && !state.pub.go.fresh_waits()) {
        const Reading reading(state.pub, seat);
        const auto offered = [&](Action action) { return std::find(list.begin(), list.end(), action) != list.end(); };
        for (int i = 0; i < chosen_deed_count; ++i)
          ASSERT_EQ(offered(make(Do::act, i)), reading.possible(static_cast<Deed>(i)))
              << "do " << name_of(static_cast<Deed>(i)) << ", game " << game;
        for (int i = 0; i < player_card_count; ++i)
          ASSERT_EQ(offered(make(Do::activate, i)), reading.can_activate(static_cast<PlayerCard>(i)))
              << "activate " << name_of(static_cast<PlayerCard>(i)) << ", game " << game;
        ++compared;
      }
      // A pass now and then only, so that players come to own something.
      Action action = list[rng.below(static_cast<u32>(list.size()))];
      if (kind_of(action) == Do::pass && rng.below(4) != 0) action = list[rng.below(static_cast<u32>(list.size()))];
      rules->apply(state, seat, action, none);
    }
  }
  EXPECT_GT(compared, games * 50);
}

}  // namespace
}  // namespace trestle::tharos
