// What a position of Tharos is worth to a seat, by what that seat may know: an estimate of its lead over the best other seat at
// the end, in hundredths of a victory point, and exact once the game is over. It steers bots and hints and decides nothing about
// the rules. Integers only, no memory taken, a fraction of a microsecond: search asks it at every leaf.
#pragma once
#include "bots/policy.hpp"
#include "games/tharos/rules.hpp"

namespace trestle {

namespace tharos {

// What a seat's worth is made of.
enum class Part : u8 { medals, jars, mines, guilds, wares, points, store, buildings, cards, markers, hand, losses, turn };
inline constexpr int part_count = 13;
using Parts = EnumArray<Part, i32, part_count>;
constexpr i32 sum_of(const Parts& parts) {
  i32 sum = 0;
  for (const i32 part : parts) sum += part;
  return sum;
}
struct Worth {
  i32 sum = 0;
  Parts parts;
  bool to_play = false;   // dice of this turn are still to be used
  bool at_stake = false;  // this turn's attack is not yet resolved for the seat
};

}  // namespace tharos

template <>
struct Judgement<tharos::Tharos> {
  static constexpr bool known = true;
  static constexpr bool luck_is_chance = true;
  static bool settled(const tharos::Public& pub);
  static bool plans_turn(const tharos::Public&) { return false; }
  static bool same_turn(const tharos::Public& a, const tharos::Public& b) { return a.round == b.round && a.turn == b.turn; }
  // A search meets the same seat in the same situation again and again, mostly because somebody else acted. What was found is
  // kept under a hash of all it depends on, 64 bits that are taken for the situation itself.
  template <class What, std::size_t rows>
  class Remembered {
   public:
    void clear() { rows_.fill({}); }
    template <class Find>
    const What& recall(u64 key, Find&& find) {
      Row& row = rows_[key % rows];
      if (row.key != key) row = {key, find()};
      return row.what;
    }

   private:
    struct Row {
      u64 key = 0;
      What what{};
    };
    std::array<Row, rows> rows_{};
  };
  struct Memory {
    Remembered<tharos::Worth, 4096> owned;
    Remembered<i32, 4096> others;
    void clear() { owned.clear(), others.clear(); }
  };
  static i32 evaluate(const tharos::Tharos& rules, const tharos::SightRef& sight, Memory& memory);
  static i32 evaluate(const tharos::Tharos& rules, const tharos::SightRef& sight);
  // The two parts of it: what a seat's own position is worth to it, and what another's looks like from outside.
  static const tharos::Worth& own(const tharos::Tharos& rules, const tharos::SightRef& sight, Memory& memory);
  static i32 seen(const tharos::Tharos& rules, const tharos::Public& pub, Seat seat, Memory& memory);
};

}  // namespace trestle
