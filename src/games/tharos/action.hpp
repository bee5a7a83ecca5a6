// The moves of Tharos. Operands in the order given; text form in notation.cpp.
#pragma once
#include "core/action.hpp"
#include "core/seat.hpp"
#include "games/tharos/state.hpp"

namespace trestle::tharos {

// What a player may choose as an action. A building's and an activation's deed are listed for the dice they take.
enum class Deed : u8 {
  plenty_money,
  little_money,
  plenty_choices,
  no_choice,
  guild_card,
  reroll,
  guild_region,
  explore,
  buy_die,
  mine,
  build,
  attack,
  banker,
  steam_dyer,
  ore_digger,
  crystallographist,
  cartographer,
  organizer_draw,
  organizer_reroll,
  organizer_swap,
  cannoneer_strength,
  cannoneer_ward,
  rumblepoke,
  plant,
  manipulator,
  secret_society,
  activate_first,  // + player card
};
inline constexpr int chosen_deed_count = 25;  // those chosen with `do`
inline constexpr int deed_count = static_cast<int>(Deed::activate_first) + player_card_count;
constexpr Deed activation_of(PlayerCard c) { return static_cast<Deed>(static_cast<int>(Deed::activate_first) + static_cast<int>(c)); }
constexpr bool is_activation(Deed d) { return d >= Deed::activate_first; }
constexpr PlayerCard activated_card(Deed d) {
  return static_cast<PlayerCard>(static_cast<int>(d) - static_cast<int>(Deed::activate_first));
}

enum class Choice : u8 { strength, dice, store, jars, cards };
inline constexpr int choice_count = 5;
enum class Ware : u8 { ore, crystal };

enum class Do : u8 {
  // chance
  region,   // colour        the next region of the grid
  marker,   // effect        the transformation marker of the next region
  starter,  // seat          who begins
  attack,   // value         the attack card revealed
  draw,     // colour        a die out of the bag
  roll,     // value
  deal,     // card          an action card, in secret
  ending,   // card          the round end card revealed
  // the action phase
  act,       // deed
  use,       // building
  activate,  // player card
  play,      // card
  transform,
  pass,
  die,  // colour, value, as colour, as value, fresh    a die placed for an action
  // steps
  colour,  // colour
  pick,    // colour, value    an active die
  turn,    // value            to this side
  at,      // cell
  on,      // player card
  store,   // column, row      (0-based)
  build,   // building
  own,
  ware,    // ware, count      how many of one kind to hand in
  give,    // colour           an ore or crystal marker
  gain,    // ware, colour     a marker from the supply
  put,     // ware, cell       a marker back on a region
  medal,   // medal
  card,    // card
  column,  // column           (0-based)
  wish,    // colour, value
  choose,  // choice
  poke,
  done,  // stop, or decline
};
inline constexpr int do_count = static_cast<int>(Do::done) + 1;

// Put together as one word: eight bytes written one by one and then read as a whole would stall.
template <class... T>
constexpr Action make(Do kind, T... operands) {
  static_assert(sizeof...(T) <= 7);
  u64 word = static_cast<u8>(kind);
  int shift = 0;
  ((word |= u64{static_cast<u8>(operands)} << (shift += 8)), ...);
  return bytes_of<Action>(word);
}
constexpr Do kind_of(Action a) { return static_cast<Do>(a.kind); }

std::string_view name_of(Deed);
std::string_view name_of(Do);
std::string_view name_of(Choice);

}  // namespace trestle::tharos
