// What happens in a game of Tharos, as events for the log; the sentences are in data/tharos/strings.*.txt.
#pragma once
#include "base/types.hpp"

namespace trestle::tharos {

// What happened, for the log. Operands as in the comments.
enum class What : u8 {
  region,
  marker,
  starter,
  turn_begins,
  attack,
  draws,
  rolls,
  does,        // a = deed
  uses,        // a = building
  activates,   // a = card
  plays,       // a = action card
  places,      // a = die, b = as, c = 1 fresh
  transforms,  // a = effect
  passes,
  jars,        // amount
  pays_owner,  // a = owner, amount
  medal,       // a = medal, amount
  guild_on,    // a = cell
  guild_off,
  mine_on,
  mine_off,
  card_guild,  // a = card, amount
  card_back,   // a = card
  buys,        // a = colour
  builds,      // a = building
  owns,        // a = building
  takes,       // a = ware, b = colour
  hands_in,    // a = ware, b = colour
  restores,    // a = ware, b = cell
  changes,     // a = die, b = to
  gets_card,   // a = action card (secret), 0 in the outline
  drops_card,  // a = action card
  fetches,     // a = action card
  strength,    // amount
  ward,
  pokes,
  wards_off,
  loses,
  saved,       // a = column
  sets_aside,  // a = colour
  keeps_die,   // a = colour
  adds_die,    // a = colour
  wishes,      // a = die
  reshuffle,
  end_card,  // a = card, b = column
  over,
};

}  // namespace trestle::tharos
