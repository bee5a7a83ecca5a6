// Any bytes as the tables of an edition: refused with file and reason, or a game that can be played. The input holds the tables
// one after the other, each behind a line `=== name.csv`; tables that are not given are the built-in ones.
#include "base/text.hpp"
#include "games/registry.hpp"

using namespace trestle;

namespace {

Edition edition_of(std::string_view text, const std::string& game) {
  Edition edition = built_in_edition(game);
  edition.origin = "fuzz";
  TableFile* file = nullptr;
  for (std::string_view line : text::lines(text)) {
    if (line.starts_with("=== ")) {
      const std::string name(text::trim(line.substr(4)));
      file = nullptr;
      for (TableFile& known : edition.files)
        if (known.name == name) file = &known;
      if (file == nullptr) {
        edition.files.push_back({name, ""});
        file = &edition.files.back();
      }
      file->text.clear();
    } else if (file != nullptr) {
      file->text += std::string(line) + "\n";
    }
  }
  return edition;
}

void play_some(const AnyGame& game) {
  Rng rng(1);
  AnyState state = game.start(game.info().seats_min);
  ActionList list;
  EventLog log;
  for (int ply = 0; ply < 300; ++ply) {
    const SeatSet waiting = game.waiting_on(state);
    if (waiting.empty()) return;
    const Seat seat = waiting.lowest();
    if (seat == Seat::Chance) {
      game.apply(state, seat, game.outcome(state, rng.below(game.odds(state))), log);
    } else {
      game.legal(game.sight(state, seat), list);
      CHECK(!list.empty());
      game.apply(state, seat, list[rng.below(static_cast<u32>(list.size()))], log);
    }
    CHECK(bool(game.check(state)));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  static const std::vector<std::string> names = game_names();
  if (size == 0) return 0;
  const std::string& name = names[data[0] % names.size()];
  const Edition edition = edition_of({reinterpret_cast<const char*>(data) + 1, size - 1}, name);
  CHECK(edition.hash().size() == 16);
  const auto game = make_game(name, edition, {});
  if (!game) {
    CHECK(!game.fault().reason.empty());
    return 0;
  }
  play_some(**game);
  return 0;
}
