// What a position of Tharos is worth to a seat, by what that seat may know: an estimate of its lead over the best other seat at
// the end, in hundredths of a victory point, and exact once the game is over. It steers bots and hints and decides nothing about
// the rules. Integers only, no memory taken, a fraction of a microsecond: search asks it at every leaf.
#pragma once
#include "bots/policy.hpp"
#include "games/tharos/rules.hpp"

namespace trestle {

template <>
struct Judgement<tharos::Tharos> {
  static constexpr bool known = true;
  static constexpr bool luck_is_chance = true;
  static bool settled(const tharos::Public& pub);
  static bool plans_turn(const tharos::Public&) { return false; }
  static bool same_turn(const tharos::Public& a, const tharos::Public& b) { return a.round == b.round && a.turn == b.turn; }
  // A search meets the same seat in the same situation again and again, mostly because somebody else acted. What was found is
  // kept under a hash of all it depends on, 64 bits that are taken for the situation itself.
  class Memory {
   public:
    void clear() { rows_.fill({}); }
    template <class Find>
    i32 recall(u64 key, Find&& find) {
      Row& row = rows_[key % rows_.size()];
      if (row.key != key) row = {key, find()};
      return static_cast<i32>(row.worth);
    }

   private:
    struct Row {
      u64 key = 0;
      i64 worth = 0;
    };
    std::array<Row, 1024> rows_{};
  };
  static i32 evaluate(const tharos::Tharos& rules, const tharos::SightRef& sight, Memory& memory);
  static i32 evaluate(const tharos::Tharos& rules, const tharos::SightRef& sight);
  // The two parts of it: what a seat's own position is worth to it, and what another's looks like from outside.
  static i32 own(const tharos::Tharos& rules, const tharos::SightRef& sight, Memory& memory);
  static i32 seen(const tharos::Tharos& rules, const tharos::Public& pub, Seat seat, Memory& memory);
};

}  // namespace trestle
