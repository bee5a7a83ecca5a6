// The words of the notation for moves and pending frames. One table each; used by notation.cpp and text.cpp.
#pragma once
#include <string_view>

#include "games/tharos/action.hpp"
#include "games/tharos/state.hpp"

namespace trestle::tharos {

// What an operand is, for reading and printing it.
enum class Word : u8 {
  none,
  number,
  seat,
  colour,
  effect,
  card,
  deed,
  building,
  player_card,
  cell,
  place,
  ware,
  medal,
  choice,
  die,  // a colour and a value in one word: red5. In a move it takes two operands
  // only in frames
  die_or_none,
  cell_or_none,
  cells,
  player_cards,
  spaces,
  shape,
  only,
  cell_for,
  cells_for,
  area_for,
  card_for,
  marker_to,
  medal_for,
  trade,
  change_by
};

struct Verb {
  Do kind;
  std::string_view name;
  Word first = Word::none, second = Word::none;
};

inline constexpr Verb verbs[] = {
    {Do::region, "region", Word::colour},
    {Do::marker, "marker", Word::effect},
    {Do::starter, "starter", Word::seat},
    {Do::attack, "attack", Word::number},
    {Do::draw, "draw", Word::colour},
    {Do::roll, "roll", Word::number},
    {Do::deal, "deal", Word::card},
    {Do::ending, "ending", Word::number},
    {Do::act, "do", Word::deed},
    {Do::use, "use", Word::building},
    {Do::activate, "activate", Word::player_card},
    {Do::play, "play", Word::card},
    {Do::transform, "transform"},
    {Do::pass, "pass"},
    {Do::die, "die", Word::die},  // and "as", "fresh": see print
    {Do::colour, "colour", Word::colour},
    {Do::pick, "pick", Word::die},
    {Do::turn, "turn", Word::number},
    {Do::at, "at", Word::cell},
    {Do::on, "on", Word::player_card},
    {Do::store, "store", Word::place, Word::place},
    {Do::build, "build", Word::building},
    {Do::own, "own"},
    {Do::ware, "ware", Word::ware, Word::number},
    {Do::give, "give", Word::colour},
    {Do::gain, "gain", Word::ware, Word::colour},
    {Do::put, "put", Word::ware, Word::cell},
    {Do::medal, "medal", Word::medal},
    {Do::card, "card", Word::card},
    {Do::column, "column", Word::place},
    {Do::wish, "wish", Word::die},
    {Do::choose, "choose", Word::choice},
    {Do::poke, "poke"},
    {Do::done, "done"},
};

struct Operand {
  std::string_view name;
  Word word = Word::none;
  char place = 'a';  // which member of Frame; m = amount
  int fallback = 0;  // when not written
};

struct FrameName {
  Now kind;
  std::string_view name;
  std::string_view clause;  // which clause asks this question
  Operand operands[5] = {};
};

inline constexpr FrameName frame_names[] = {
    {Now::next, "next", "tharos.turn.order", {}},
    {Now::deal_regions, "deal-regions", "tharos.setup.regions", {{"dealt", Word::number, 'a'}}},
    {Now::deal_markers, "deal-markers", "tharos.setup.regions", {{"dealt", Word::number, 'a'}}},
    {Now::pick_start, "pick-start", "tharos.setup.start-player", {}},
    {Now::reveal_attack, "reveal-attack", "tharos.turn.attack-card", {}},
    {Now::ask_depot, "ask-depot", "tharos.card-1", {}},
    {Now::pick_depot, "pick-depot", "tharos.card-1", {{"left", Word::number, 'a', 5}, {"from", Word::colour, 'b'}}},
    {Now::draw, "draw", "tharos.dice.draw", {{"left", Word::number, 'a', 1}}},
    {Now::ask_redraw, "ask-redraw", "tharos.card-9", {{"off", Word::number, 'a'}}},
    {Now::set_aside, "set-aside", "tharos.card.steam-pressure-plant.permanent", {}},
    {Now::add_kept, "add-kept", "tharos.card-22", {{"from", Word::colour, 'b'}}},
    {Now::roll, "roll", "tharos.dice.roll", {{"fresh", Word::number, 'a'}}},
    {Now::act, "act", "tharos.turn.actions", {{"done", Word::number, 'a'}, {"only", Word::only, 'b'}}},
    {Now::inner, "inner", "tharos.turn.inner", {{"only", Word::only, 'b', 1}, {"but", Word::spaces, 'c'}}},
    {Now::dice,
     "dice",
     "tharos.dice.place",
     {{"deed", Word::deed, 'a'},
      {"first", Word::die_or_none, 'b'},
      {"second", Word::die_or_none, 'c'},
      {"third", Word::die_or_none, 'd'},
      {"order", Word::number, 'm'}}},
    {Now::cell, "cell", "tharos.guild.region", {{"for", Word::cell_for, 'a'}, {"optional", Word::number, 'b'}, {"of", Word::cells, 'm'}}},
    {Now::cells,
     "cells",
     "tharos.losses.suffer",
     {{"for", Word::cells_for, 'a'}, {"left", Word::number, 'b', 1}, {"optional", Word::number, 'c'}, {"of", Word::cells, 'm'}}},
    {Now::area,
     "area",
     "tharos.explore.area",
     {{"for", Word::area_for, 'a'}, {"shape", Word::shape, 'b', 5}, {"chosen", Word::cells, 'm'}}},
    {Now::player_card,
     "player-card",
     "tharos.card.active",
     {{"for", Word::card_for, 'a'}, {"left", Word::number, 'b'}, {"of", Word::player_cards, 'm'}}},
    {Now::take_back,
     "take-back",
     "tharos.guild.take-back",
     {{"to", Word::marker_to, 'a'}, {"target", Word::number, 'b'}, {"optional", Word::number, 'c'}}},
    {Now::stock, "stock", "tharos.card-11", {{"card", Word::card, 'a', 11}, {"from", Word::number, 'b'}, {"placed", Word::number, 'c'}}},
    {Now::top_row, "top-row", "tharos.card-18", {{"count", Word::number, 'a', 2}}},
    {Now::take_ore,
     "take",
     "tharos.card.ore-digger.action",
     {{"ware", Word::ware, 'a'}, {"first", Word::colour, 'b'}, {"second", Word::colour, 'c'}, {"taken", Word::cell_or_none, 'd'}}},
    {Now::store, "store", "tharos.dice.buy", {{"free", Word::number, 'a'}}},
    {Now::house, "house", "tharos.build.cost", {}},
    {Now::own, "own", "tharos.build.own", {{"building", Word::building, 'b'}}},
    {Now::free_use, "free-use", "tharos.build.free-use", {{"building", Word::building, 'b'}}},
    {Now::market_type, "wares", "tharos.ware.hand-in", {{"for", Word::trade, 'a'}}},
    {Now::markers,
     "hand-in",
     "tharos.ware.hand-in",
     {{"for", Word::trade, 'a'},
      {"ware", Word::ware, 'b'},
      {"left", Word::number, 'c', 1},
      {"from", Word::colour, 'd'},
      {"medals", Word::number, 'm'}}},
    {Now::medal, "medal", "tharos.medal.any", {{"for", Word::medal_for, 'a'}, {"given", Word::medal, 'b'}}},
    {Now::marker, "marker", "tharos.card-13", {}},
    {Now::twin, "twin", "tharos.card-14", {}},
    {Now::restore, "restore", "tharos.card-39", {{"left", Word::number, 'a', 1}, {"from", Word::number, 'b'}}},
    {Now::reroll, "reroll", "tharos.reroll", {{"from", Word::die, 'b'}, {"picked", Word::number, 'c'}}},
    {Now::reroll_one, "reroll-one", "tharos.card.organizer.marker", {{"left", Word::number, 'a', 2}, {"optional", Word::number, 'c'}}},
    {Now::change, "change", "tharos.dice.change", {{"by", Word::change_by, 'a'}}},
    {Now::turn_die, "turn-die", "tharos.dice.change", {{"by", Word::change_by, 'a'}, {"die", Word::die, 'b'}}},
    {Now::flip, "flip", "tharos.transform.flip", {{"first", Word::die_or_none, 'b'}}},
    {Now::draw_cards, "draw-cards", "tharos.cards.plenty", {{"left", Word::number, 'a', 1}, {"choose", Word::number, 'b'}}},
    {Now::keep, "keep", "tharos.cards.plenty", {{"drawn", Word::number, 'a'}}},
    {Now::discard, "discard", "tharos.cards.hand-limit", {{"left", Word::number, 'a', 1}}},
    {Now::fetch, "fetch", "tharos.cards.fetch", {}},
    {Now::column, "column", "tharos.card-27", {}},
    {Now::wish, "wish", "tharos.card-16", {}},
    {Now::fresh_die, "fresh-die", "tharos.card-8", {{"depot", Word::number, 'a'}}},
    {Now::choice, "choice", "tharos.cards.choice", {{"card", Word::card, 'a', 19}}},
    {Now::defend, "defend", "tharos.attack.before", {}},
    {Now::clash, "clash", "tharos.attack.win", {{"lost", Word::number, 'a'}}},
    {Now::ask_keep, "ask-keep", "tharos.card-22", {}},
    {Now::keep_dice, "keep-dice", "tharos.card-22", {{"left", Word::number, 'a', 2}, {"from", Word::colour, 'b'}}},
    {Now::put_away, "put-away", "tharos.clean-up", {}},
    {Now::reveal_end, "reveal-end", "tharos.losses.card", {}},
    {Now::suffer, "suffer", "tharos.losses.suffer", {{"card", Word::number, 'a', 1}}},
    {Now::lose_hand, "lose-hand", "tharos.losses.suffer", {{"left", Word::number, 'a', 1}}},
    {Now::exchange, "exchange", "tharos.round-end.combat-medal", {}},
};

constexpr bool tables_in_order() {
  int i = 0;
  for (const Verb& verb : verbs)
    if (static_cast<int>(verb.kind) != i++) return false;
  if (i != do_count) return false;
  i = 0;
  for (const FrameName& name : frame_names)
    if (static_cast<int>(name.kind) != i++) return false;
  return i == static_cast<int>(Now::exchange) + 1;
}
static_assert(tables_in_order());

constexpr const FrameName& frame_name(Now now) { return frame_names[static_cast<std::size_t>(now)]; }
constexpr const Verb& verb_of(Do kind) { return verbs[static_cast<std::size_t>(kind)]; }

inline constexpr std::string_view deed_names[] = {"plenty-money",
                                                  "little-money",
                                                  "plenty-choices",
                                                  "no-choice",
                                                  "guild-card",
                                                  "reroll",
                                                  "guild-region",
                                                  "explore",
                                                  "buy-die",
                                                  "mine",
                                                  "build",
                                                  "attack",
                                                  "banker",
                                                  "steam-dyer",
                                                  "ore-digger",
                                                  "crystallographist",
                                                  "cartographer",
                                                  "organizer-draw",
                                                  "organizer-reroll",
                                                  "organizer-swap",
                                                  "cannoneer-strength",
                                                  "cannoneer-ward",
                                                  "rumblepoke",
                                                  "plant",
                                                  "manipulator",
                                                  "secret-society",
                                                  "activate-banker",
                                                  "activate-steam-dyer",
                                                  "activate-ore-digger",
                                                  "activate-crystallographist",
                                                  "activate-cartographer",
                                                  "activate-organizer",
                                                  "activate-cannoneer",
                                                  "activate-rumblepoke",
                                                  "activate-steam-pressure-plant",
                                                  "activate-manipulator"};
static_assert(std::size(deed_names) == deed_count);
inline constexpr std::string_view choice_names[] = {"strength", "dice", "store", "jars", "cards"};
inline constexpr std::string_view ware_names[] = {"ore", "crystal"};
inline constexpr std::string_view only_names[] = {"any", "reuse", "plenty", "dyed"};
inline constexpr std::string_view cell_for_names[] = {"guild",       "mine",      "move-from",  "move-to",
                                                      "survey-from", "survey-to", "turn-guild", "turn-mine"};
inline constexpr std::string_view cells_for_names[] = {"sell", "explore", "lose-guild", "lose-mine"};
inline constexpr std::string_view area_for_names[] = {"explore", "cartographer", "request"};
inline constexpr std::string_view card_for_names[] = {"guild",       "activate", "swap-out", "swap-in",   "give-first",
                                                      "give-second", "turn-in",  "lose",     "lose-guild"};
inline constexpr std::string_view marker_to_names[] = {"cell", "card", "building", "attack"};
inline constexpr std::string_view medal_for_names[] = {"gain", "give", "other"};
inline constexpr std::string_view trade_names[] = {"large-market", "little-market", "new-market", "card-3"};
inline constexpr std::string_view change_by_names[] = {"card-10", "card-25", "manipulator", "civilian-office"};
inline constexpr std::string_view fresh_names[] = {"none", "real", "wished", "gone"};
inline constexpr std::string_view phase_names[] = {"begin", "prepare", "act", "attack", "clean", "losses", "medals", "over"};

}  // namespace trestle::tharos
