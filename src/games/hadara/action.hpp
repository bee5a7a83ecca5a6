// The moves of Hadara. Operands in the order given; text form in notation.cpp.
#pragma once
#include <bit>

#include "core/action.hpp"
#include "core/seat.hpp"
#include "games/hadara/edition.hpp"

namespace trestle::hadara {

enum class Do : u8 {
  // chance
  start,    // seat, initiative
  segment,  // colour
  crest,    // seat, place
  draw,     // seat, card, card: lower id first
  flip,     // pile, tile
  // set-up and phase A
  side,   // 0 A, 1 B
  wheel,  // colour: where the first player's crest points
  buy,    // card: of the pair (the other one is placed), or a top card
  sell,   // card: likewise
  token,  // track
  // colonies and busts
  plunder,  // pile
  ally,     // pile
  carve,    // bust, track, 0 face or 1 back
  // feeding
  give_up,  // card
  pay,      //           2 coins for a card
  // seals
  silver,  // track
  gold,    //
  // everywhere
  pass,  //              no colony, no bust, no more seals
};
inline constexpr int do_count = 18;

// Built as one word: bytes written one by one and read back as eight stall the processor in the innermost loop.
static_assert(std::endian::native == std::endian::little);
template <class... Operand>
constexpr Action act(Do kind, Operand... operands) {
  u64 word = static_cast<u8>(kind);
  int shift = 0;
  ((word |= static_cast<u64>(static_cast<u8>(operands)) << (shift += 8)), ...);
  return __builtin_bit_cast(Action, word);
}
constexpr Do kind_of(Action a) { return static_cast<Do>(a.kind); }
constexpr Card card_of(Action a) { return a.with[0]; }

}  // namespace trestle::hadara
