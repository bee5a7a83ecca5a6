// The whole of a game of Throne of the World, as a value: what all know, what one seat knows, what nobody knows.
#pragma once
#include <bit>

#include "core/frame.hpp"
#include "core/sight.hpp"
#include "games/throne/edition.hpp"

namespace trestle::throne {

inline constexpr int seats_max = 4;
inline constexpr int trade_size = 5;

// Units of one player, a byte a profession, so that sets and kinds can be counted eight bytes at a time.
struct Units {
  u64 packed = 0;
  constexpr int operator[](Profession p) const { return static_cast<int>(packed >> (8 * static_cast<int>(p)) & 0xff); }
  constexpr void add(Profession p, int n = 1) { packed += static_cast<u64>(n) << (8 * static_cast<int>(p)); }
  constexpr void remove(Profession p) { packed -= u64{1} << (8 * static_cast<int>(p)); }
  constexpr int total() const { return static_cast<int>((packed * 0x0101010101010101ULL) >> 56); }
  constexpr Professions kinds() const {
    const u64 marks = ((packed + 0x7f7f7f7f7f7f7f7fULL) & 0x8080808080808080ULL) >> 7;
    return Professions::from_bits(static_cast<u8>((marks * 0x0102040810204080ULL) >> 56));
  }
  friend constexpr Units operator+(Units a, Units b) { return {a.packed + b.packed}; }
  friend constexpr bool operator==(Units, Units) = default;
};

// What can be pending. seat: who decides (or for whom chance acts); the operands are named here.
enum class Now : u8 {
  // set-up
  deal_race,    // chance: a = cards still to deal to this seat
  choose_race,  // every seat that has not committed, at the same time
  pick_first,   // chance
  deal_hand,    // chance: a = cards still to deal to this seat, b = place in the turn order
  fill_trade,   // chance: a = cards still to lay out
  // the turn
  homage,    // Deities, before phase 1
  spy,       // Ninjas, at the start of phase 1
  mode,      // phase 1
  treasure,  // Gnomes, after phase 1
  play,      // phase 2
  upkeep,    // phase 3; a = lowest profession that may still be dismissed
  discard,   // phase 4; a = lowest card that may still be discarded
  end_turn,  // nothing to decide: the next player begins
  // under way
  draw,         // chance: a = cards still to draw
  look,         // chance: a = cards still to look at
  resolve,      // nothing to decide: card a has done its work and is discarded
  second_unit,  // Werewolves: another unit for the same action point
  extract,      // Dwarves: an extra card for a miner
  wisdom,       // Tree Sprites: an extra card for a skill
  give,         // a card for card a of the trade area
  seduce,       // Mermaids
  activate,     // which profession acts by card a
  act,          // profession a acts b more times
  demand,       // royals: a more demands in this action
  answer,       // seat gives a card or pays; a = the demanding seat
  defend,       // seat covers `amount` damage; a = attacker, b = covered so far, c = lowest profession still free, d = units withdrawn
  assemble,     // a more units may be played; b = 1 once one was
  assassinate,
  purchase,
  steal,
  snatch,  // chance takes a card from seat a for seat
  hunger,
};

enum class Ending : u8 { none, coins, sets, professions, last, rounds };

inline constexpr std::size_t depth_max = 15;

struct Public {
  std::array<Cards, seats_max> shown{};  // cards everybody knows to be in a hand: at least these are there
  Cards trade;                           // the trade area
  Cards discard;
  Cards aside;                           // out of the game: only in positions written by hand
  std::array<Units, seats_max> units{};  // in play; virtual cards are not units here
  FrameStack<depth_max> stack;           // what is pending, the top last
  std::array<i16, seats_max> coins{};    // by purse: one a team
  u16 turns = 0;                         // begun, all players together
  std::array<Race, seats_max> race{};    // none until revealed
  std::array<u8, seats_max> hand{};      // how many cards each holds
  u8 seats = 0;
  Seat turn = Seat::A;    // whose turn it is
  Seat first = Seat::A;   // who began
  u8 points = 0;          // action points left
  Professions activated;  // in this turn
  EnumSet<Skill> skills;  // played in this turn
  u8 harvest = 0;         // 1: no upkeep this turn
  u8 pile = 0;            // cards in the pile, the seen ones included
  u8 seen = 0;            // how many on top of the pile the Ninjas have seen
  Seat seer = Seat::A;    // who they are
  SeatSet committed;      // who has chosen a race
  SeatSet alive;
  SeatSet winners;
  Ending ending = Ending::none;
  std::array<u8, 6> filler{};

  friend constexpr bool operator==(const Public&, const Public&) = default;
};

struct Private {
  Cards hand;
  std::array<Race, 2> races{};  // dealt in set-up; none after the reveal
  Race choice = Race::none;     // committed, not yet revealed
  BoundedList<Card, 2> top;     // Ninjas: the seen cards, the topmost first
  std::array<u8, 2> filler{};

  friend constexpr bool operator==(const Private&, const Private&) = default;
};

struct Hidden {
  Cards pile;     // without the seen cards
  u16 races = 0;  // race cards not dealt, a bit a race; 0 after the set-up
  std::array<u8, 6> filler{};

  friend constexpr bool operator==(const Hidden&, const Hidden&) = default;
};

using State = StateOf<Public, Private, Hidden, seats_max>;
using SightRef = SightRefOf<Public, Private>;
static_assert(std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) <= 1024);

}  // namespace trestle::throne
