// The moves of Throne of the World. Operands in the order given; text form in notation.cpp.
#pragma once
#include "core/action.hpp"
#include "core/seat.hpp"
#include "games/throne/edition.hpp"

namespace trestle::throne {

enum class Do : u8 {
  // chance
  deal_race,  // race        a race card dealt in secret
  first,      // seat        who begins
  draw,       // card        from the pile into a hand, in secret
  reveal,     // card        from the pile into the trade area
  look,       // card        seen on top of the pile by the Ninjas
  snatch,     // card        stolen from a hand
  // set-up
  choose,  // race
  // before and in phase 1
  homage,  // seat
  spy,     //
  march,
  exchange,
  charge,
  recover,
  meditate,  // recover with eight cards
  // phase 2
  play,      // card
  malice,    //              soldiers for an action point
  take,      // card         from the trade area, to be exchanged
  give,      // card         for it, from the hand
  activate,  // profession
  seduce,    // seat
  produce,
  attack,       // seat
  demand,       // seat
  assassinate,  // seat, profession
  purchase,     // seat, profession
  steal,        // seat
  hunger,       // seat
  extra,        //           take the optional extra card
  // answers
  withdraw,  // profession   a unit back to the hand
  yield,     // card         to the royals
  ransom,    //              3 coins instead
  pay,       //              settle an attack or the upkeep
  // phases 3 and 4
  dismiss,  // profession    a unit that is not paid
  discard,  // card
  // everywhere
  pass,  //                  not use an option
  done,  //                  end the phase or the series
};

constexpr Action doing(Do kind) { return {static_cast<u8>(kind), {}}; }
constexpr Action doing(Do kind, u8 operand) { return {static_cast<u8>(kind), {operand}}; }
constexpr Action doing(Do kind, Seat s) { return doing(kind, static_cast<u8>(s)); }
constexpr Action doing(Do kind, Profession p) { return doing(kind, static_cast<u8>(p)); }
constexpr Action doing(Do kind, Race r) { return doing(kind, static_cast<u8>(r)); }
constexpr Action doing(Do kind, Seat s, Profession p) { return {static_cast<u8>(kind), {static_cast<u8>(s), static_cast<u8>(p)}}; }

constexpr Do kind_of(Action a) { return static_cast<Do>(a.kind); }
constexpr Card card_of(Action a) { return a.with[0]; }
constexpr Seat seat_of(Action a) { return static_cast<Seat>(a.with[0]); }
constexpr Race race_of(Action a) { return static_cast<Race>(a.with[0]); }
constexpr Profession profession_of(Action a) { return static_cast<Profession>(a.with[0]); }
constexpr Profession second_profession_of(Action a) { return static_cast<Profession>(a.with[1]); }

}  // namespace trestle::throne
