// The words of the notation for moves and pending frames. One table each; used by notation.cpp and text.cpp.
#pragma once
#include <string_view>

#include "games/hadara/action.hpp"
#include "games/hadara/state.hpp"

namespace trestle::hadara {

// What an operand is, for reading and printing it.
enum class Word : u8 { none, seat, number, colour, card, track, pile, tile, bust, side, face };

struct Verb {
  Do kind;
  std::string_view name;
  Word operands[3] = {};
};

inline constexpr Verb verbs[] = {
    {Do::start, "start", {Word::seat, Word::number}},
    {Do::segment, "segment", {Word::colour}},
    {Do::crest, "crest", {Word::seat, Word::number}},
    {Do::draw, "draw", {Word::seat, Word::card, Word::card}},
    {Do::flip, "flip", {Word::tile}},
    {Do::side, "side", {Word::side}},
    {Do::wheel, "wheel", {Word::colour}},
    {Do::buy, "buy", {Word::card}},
    {Do::sell, "sell", {Word::card}},
    {Do::token, "token", {Word::track}},
    {Do::plunder, "plunder", {Word::pile}},
    {Do::ally, "ally", {Word::pile}},
    {Do::carve, "carve", {Word::bust, Word::track, Word::face}},
    {Do::give_up, "give-up", {Word::card}},
    {Do::pay, "pay"},
    {Do::silver, "silver", {Word::track}},
    {Do::gold, "gold"},
    {Do::pass, "pass"},
};

struct FrameName {
  Now kind;
  std::string_view name;
  std::string_view clause;  // which clause asks this question
};

inline constexpr FrameName frame_names[] = {
    {Now::start, "start", "hadara.setup.start-cards"},   {Now::segment, "segment", "hadara.setup.segments"},
    {Now::crest, "crest", "hadara.setup.segments"},      {Now::side, "side", "hadara.setup.side"},
    {Now::wheel, "wheel", "hadara.wheel.set"},           {Now::draw, "draw", "hadara.wheel.draw"},
    {Now::choose, "choose", "hadara.card.place"},        {Now::market, "market", "hadara.market.top"},
    {Now::token, "token", "hadara.ability.token-steps"}, {Now::colony, "colony", "hadara.colony.one-a-step"},
    {Now::flip, "flip", "hadara.colony.back"},           {Now::bust, "bust", "hadara.bust.one-a-step"},
    {Now::feed, "feed", "hadara.food.give-up"},          {Now::seal, "seal", "hadara.seal.limit"},
};

constexpr bool names_in_order() {
  int i = 0;
  for (const Verb& verb : verbs)
    if (static_cast<int>(verb.kind) != i++) return false;
  if (i != do_count) return false;
  i = 0;
  for (const FrameName& name : frame_names)
    if (static_cast<int>(name.kind) != i++) return false;
  return true;
}
static_assert(names_in_order());

}  // namespace trestle::hadara
