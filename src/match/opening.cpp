#include "match/opening.hpp"

#include "base/text.hpp"
#include "games/registry.hpp"

namespace trestle {

namespace {

Result<GamePtr> make_built_in(const TableHeader& header) {
  const std::vector<std::string> names = game_names();
  for (const std::string& name : names)
    if (name == header.game) return make_game(name, header.options);
  return fault("unknown game '" + header.game + "'" + did_you_mean(header.game, names) + " (there are: " + text::join(names, ", ") + ")");
}

}  // namespace

MakeGame built_in_games() {
  return [](const TableHeader& header) -> Result<GamePtr> {
    if (!header.edition.empty()) return fault("'edition' is not taken here: the tables built into the program are used");
    return make_built_in(header);
  };
}

MakeGame registered_games(std::string directory) {
  return [directory = std::move(directory)](const TableHeader& header) -> Result<GamePtr> {
    if (header.edition.empty()) return make_built_in(header);
    const bool absolute = header.edition.front() == '/';
    auto edition = load_edition(absolute || directory.empty() ? header.edition : directory + "/" + header.edition);
    if (!edition) return edition.fault();
    return make_game(header.game, *edition, header.options);
  };
}

Result<Opening> open_position(std::string_view text, const MakeGame& make) {
  auto read = read_position(text);
  if (!read) return read.fault();
  auto game = make(read->header);
  if (!game) return game.fault();
  auto state = build_position(**game, read->header.players, read->fields);
  if (!state) return state.fault();
  return Opening{*game, read->header.players, *state};
}

}  // namespace trestle
