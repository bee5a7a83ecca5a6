// Any text as a record: refused with a reason, or printed again letter by letter. The chain of hashes stops nearly every change, so
// each input is also tried as the content of a record that is then sealed anew: the moves a file could hold if it were forged.
#include "base/text.hpp"
#include "core/record.hpp"
#include "games/registry.hpp"
#include "match/match.hpp"

using namespace trestle;

namespace {

void try_as_file(std::string_view text) {
  const auto record = parse_record(text);
  if (!record) {
    CHECK(!record.fault().reason.empty());
    return;
  }
  CHECK(parse_record(print_record(*record)));
}

Record forged(std::string_view text, const AnyGame& game) {
  Record record;
  record.header.game = game.info().name;
  record.header.rules_version = game.info().rules_version;
  record.header.edition = game.edition().hash();
  record.header.seats = game.info().seats_min;
  record.header.options = game.options();
  for (int i = 0; i < record.header.seats; ++i) record.header.names.emplace_back(seat_name(seat_at(i)));
  for (std::string_view line : text::lines(text)) {
    const std::size_t space = line.find(' ');
    const auto seat = parse_seat(line.substr(0, space));
    RecordMove move;
    move.seat = seat.value_or(Seat::Chance);
    move.text = std::string(space == std::string_view::npos ? "" : line.substr(space + 1));
    if (move.text == "undo") {
      move.kind = RecordMove::Kind::undo;
      move.text.clear();
    }
    record.moves.push_back(move);
  }
  return record;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  static const GamePtr game = *make_game("throne");
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_as_file(text);
  const Record record = forged(text, *game);
  if (!check_record(record)) return 0;
  const auto read = parse_record(print_record(record));
  CHECK(read && *read == record);
  const auto match = Match::replay(game, record, nullptr);
  if (!match) CHECK(!match.fault().reason.empty());
  return 0;
}
