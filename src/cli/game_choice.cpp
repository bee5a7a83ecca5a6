#include "cli/game_choice.hpp"

#include "bots/value/net.hpp"
#include "cli/files.hpp"
#include "games/registry.hpp"

namespace trestle::cli {

namespace {
constexpr std::size_t weights_bytes_max = 4 << 20;
}

void add_game_choice(CLI::App& command, GameChoice& choice) {
  command.add_option("GAME", choice.name, "Which game")->required();
  command.add_option("--edition", choice.edition, "A directory with your own tables (see `trestle edition export`)");
  command.add_option("--option", choice.options, "A table option, name=value; may be repeated")->take_all();
  command
      .add_option("--weights", choice.weights,
                  "Weights written by `trestle train`; a bot asks for the first of them by master:weights=1; may be repeated")
      ->take_all();
}

Result<GamePtr> make_chosen(const GameChoice& choice) {
  for (const std::string& file : choice.weights) {
    auto text = read_file(file, weights_bytes_max);
    if (!text) return text.fault();
    ValueNets::lend(file, std::move(*text));
  }
  Options options;
  for (const std::string& text : choice.options) {
    auto pair = parse_option(text);
    if (!pair) return pair.fault();
    options[pair->first] = pair->second;
  }
  if (choice.edition.empty()) return make_game(choice.name, options);
  auto edition = load_edition(choice.edition);
  if (!edition) return edition.fault();
  return make_game(choice.name, *edition, options);
}

}  // namespace trestle::cli
