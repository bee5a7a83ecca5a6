// The words of the notation for moves and pending frames. One table each; used by notation.cpp and text.cpp.
#pragma once
#include <string_view>

#include "games/throne/action.hpp"
#include "games/throne/state.hpp"

namespace trestle::throne {

// What an operand is, for reading and printing it.
enum class Word : u8 { none, number, seat, card, profession, race };

struct Verb {
  Do kind;
  std::string_view name;
  Word first = Word::none, second = Word::none;
};

inline constexpr Verb verbs[] = {
    {Do::deal_race, "deal-race", Word::race},
    {Do::first, "first", Word::seat},
    {Do::draw, "draw", Word::card},
    {Do::reveal, "reveal", Word::card},
    {Do::look, "look", Word::card},
    {Do::snatch, "snatch", Word::card},
    {Do::choose, "choose", Word::race},
    {Do::homage, "homage", Word::seat},
    {Do::spy, "spy"},
    {Do::march, "march"},
    {Do::exchange, "exchange"},
    {Do::charge, "charge"},
    {Do::recover, "recover"},
    {Do::meditate, "meditate"},
    {Do::play, "play", Word::card},
    {Do::malice, "malice"},
    {Do::take, "take", Word::card},
    {Do::give, "give", Word::card},
    {Do::activate, "activate", Word::profession},
    {Do::seduce, "seduce", Word::seat},
    {Do::produce, "produce"},
    {Do::attack, "attack", Word::seat},
    {Do::demand, "demand", Word::seat},
    {Do::assassinate, "assassinate", Word::seat, Word::profession},
    {Do::purchase, "purchase", Word::seat, Word::profession},
    {Do::steal, "steal", Word::seat},
    {Do::hunger, "hunger", Word::seat},
    {Do::extra, "extra"},
    {Do::withdraw, "withdraw", Word::profession},
    {Do::yield, "yield", Word::card},
    {Do::ransom, "ransom"},
    {Do::pay, "pay"},
    {Do::dismiss, "dismiss", Word::profession},
    {Do::discard, "discard", Word::card},
    {Do::pass, "pass"},
    {Do::done, "done"},
};

struct Operand {
  std::string_view name;
  Word word = Word::none;
  char place = 'a';  // which member of Frame
  int fallback = 0;  // when not written; -1 = the player whose turn it is
};

struct FrameName {
  Now kind;
  std::string_view name;
  std::string_view clause;  // which clause asks this question
  Operand operands[5] = {};
};

inline constexpr FrameName frame_names[] = {
    {Now::deal_race, "deal-race", "throne.setup.race", {{"left", Word::number, 'a', 2}}},
    {Now::choose_race, "choose-race", "throne.setup.race", {}},
    {Now::pick_first, "pick-first", "throne.setup.first", {}},
    {Now::deal_hand, "deal-hand", "throne.setup.hands", {{"left", Word::number, 'a', 1}, {"place", Word::number, 'b', 0}}},
    {Now::fill_trade, "fill-trade", "throne.setup.trade", {{"left", Word::number, 'a', 5}}},
    {Now::homage, "homage", "throne.race.deities.homage", {}},
    {Now::spy, "spy", "throne.race.ninjas.spy", {}},
    {Now::mode, "mode", "throne.turn.order", {}},
    {Now::treasure, "treasure", "throne.race.gnomes.treasure", {}},
    {Now::play, "play", "throne.play.point", {}},
    {Now::upkeep, "upkeep", "throne.upkeep.pay", {{"from", Word::profession, 'a', 0}}},
    {Now::discard, "discard", "throne.discard.limit", {{"from", Word::card, 'a', 0}}},
    {Now::end_turn, "end-turn", "throne.turn.order", {}},
    {Now::draw, "draw", "throne.pile.reshuffle", {{"left", Word::number, 'a', 1}}},
    {Now::look, "look", "throne.race.ninjas.spy", {{"left", Word::number, 'a', 1}}},
    {Now::resolve, "resolve", "throne.card.used", {{"card", Word::card, 'a', 0}}},
    {Now::second_unit, "second-unit", "throne.race.werewolves.assault", {{"left", Word::number, 'a', 1}}},
    {Now::extract, "extract", "throne.race.dwarves.extract", {}},
    {Now::wisdom, "wisdom", "throne.race.tree-sprites.wisdom", {}},
    {Now::give, "give", "throne.play.trade", {{"card", Word::card, 'a', 0}}},
    {Now::seduce, "seduce", "throne.race.mermaids.seduction", {}},
    {Now::activate, "activate", "throne.action.activate", {{"card", Word::card, 'a', first_general}}},
    {Now::act, "act", "throne.action.double", {{"profession", Word::profession, 'a', 0}, {"left", Word::number, 'b', 1}}},
    {Now::demand, "demand", "throne.royal.demand", {{"left", Word::number, 'a', 1}}},
    {Now::answer, "answer", "throne.royal.answer", {{"to", Word::seat, 'a', -1}}},
    {Now::defend,
     "defend",
     "throne.attack.defence",
     {{"damage", Word::number, 'n', 0},
      {"from", Word::seat, 'a', -1},
      {"covered", Word::number, 'b', 0},
      {"order", Word::profession, 'c', 0},
      {"withdrawn", Word::number, 'd', 0}}},
    {Now::assemble, "assemble", "throne.skill.assemble", {{"left", Word::number, 'a', 3}, {"played", Word::number, 'b', 0}}},
    {Now::assassinate, "assassinate", "throne.skill.assassinate", {}},
    {Now::purchase, "purchase", "throne.skill.purchase", {}},
    {Now::steal, "steal", "throne.skill.steal", {}},
    {Now::snatch, "snatch", "throne.skill.steal", {{"of", Word::seat, 'a', 0}}},
    {Now::hunger, "hunger", "throne.skill.hunger", {}},
};

constexpr bool tables_in_order() {
  int i = 0;
  for (const Verb& verb : verbs)
    if (static_cast<int>(verb.kind) != i++) return false;
  i = 0;
  for (const FrameName& name : frame_names)
    if (static_cast<int>(name.kind) != i++) return false;
  return true;
}
static_assert(tables_in_order());

inline const Verb& verb_of(Do kind) { return verbs[static_cast<int>(kind)]; }
inline const FrameName& frame_name(Now kind) { return frame_names[static_cast<int>(kind)]; }
inline constexpr std::string_view ending_names[] = {"none", "coins", "sets", "professions", "last", "rounds"};

}  // namespace trestle::throne
