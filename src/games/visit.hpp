// For templates on the rules type (bench, sim, search): calls f(rules) with the concrete rules of a game.
#pragma once
#include "core/any_game_of.hpp"
#include "games/hadara/rules.hpp"
#include "games/tharos/rules.hpp"
#include "games/throne/rules.hpp"

namespace trestle {

// f is called with the one rules type that this AnyGame holds. Returns false for a game f cannot be given.
template <class F>
bool visit_rules(const AnyGame& game, F&& f) {
  if (const auto* throne = dynamic_cast<const AnyGameOf<throne::Throne>*>(&game)) {
    f(throne->rules());
    return true;
  }
  if (const auto* hadara = dynamic_cast<const AnyGameOf<hadara::Hadara>*>(&game)) {
    f(hadara->rules());
    return true;
  }
  if (const auto* tharos = dynamic_cast<const AnyGameOf<tharos::Tharos>*>(&game)) {
    f(tharos->rules());
    return true;
  }
  return false;
}

}  // namespace trestle
