#include "games/registry.hpp"

#include "base/text.hpp"
#include "core/any_game_of.hpp"
#include "games/hadara/rules.hpp"
#include "games/tharos/rules.hpp"
#include "games/throne/rules.hpp"

namespace trestle {

namespace {

template <GameRules R>
Result<GamePtr> make(const Edition& edition, const Options& chosen) {
  auto options = complete_options(R::option_specs(), chosen);
  if (!options) return options.fault();
  auto rules = R::make(edition, *options);
  if (!rules) return rules.fault();
  return GamePtr(std::make_shared<AnyGameOf<R>>(*rules, edition, *options));
}

struct Entry {
  std::string_view name;
  Result<GamePtr> (*make)(const Edition&, const Options&);
};

constexpr Entry games[] = {
    {throne::Throne::name, make<throne::Throne>},
    {hadara::Hadara::name, make<hadara::Hadara>},
    {tharos::Tharos::name, make<tharos::Tharos>},
};

}  // namespace

std::vector<std::string> game_names() {
  std::vector<std::string> names;
  for (const Entry& game : games) names.emplace_back(game.name);
  return names;
}

Result<GamePtr> make_game(std::string_view name, const Edition& edition, const Options& options) {
  for (const Entry& game : games)
    if (game.name == name) return game.make(edition, options);
  return fault("unknown game '" + std::string(name) + "'; there are: " + text::join(game_names(), ", "));
}

Result<GamePtr> make_game(std::string_view name, const Options& options) { return make_game(name, built_in_edition(name), options); }

}  // namespace trestle
