// What Throne of the World tells the table. seat: who acted or was struck; other operands as named.
#pragma once
#include "core/event.hpp"
#include "games/throne/edition.hpp"

namespace trestle::throne {

enum class Told : u8 {
  race_dealt,     // a = race; to its owner
  race_chosen,    //            somebody has committed
  race_shown,     // a = race
  begins,         //            first player
  turn,           // amount = round
  drew,           // a = card; to those who may know
  drew_unseen,    //            to the others
  laid_out,       // a = card in the trade area
  reshuffled,     // amount = cards
  trade_cleared,  //
  looked,         // a = card; to the Ninjas
  looked_unseen,  //
  mode,           // a = Do of the mode
  homage,         // a = from
  played,         // a = card
  malice,
  exchanged,       // a = taken, b = given, amount = price
  activated,       // a = profession
  seduced,         // a = victim
  produced,        // a = profession, amount = coins
  attacked,        // a = target, b = profession, amount = damage
  withdrew,        // a = profession
  paid_damage,     // a = attacker, amount
  bounty,          // amount
  demanded,        // a = of whom
  yielded,         // a = card, b = to whom; to both
  yielded_unseen,  // b = to whom
  ransomed,        // a = to whom, amount
  harvest,
  assassinated,  // a = victim, b = profession
  purchased,     // a = seller, b = profession, amount
  stole,         // a = card, b = from whom; to both
  stole_unseen,  // b = from whom
  hungered,      // a = victim, amount
  union_bonus,   // amount
  paid_upkeep,   // amount
  dismissed,     // a = profession
  discarded,     // a = card
  out,           //
  won,           // a = Ending
};

}  // namespace trestle::throne
