// trestle replay: what happened in a record, and the position after any of its moves, for one seat's eyes or for all.
#include <fmt/core.h>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/json_text.hpp"
#include "cli/language.hpp"
#include "core/position.hpp"
#include "match/verify.hpp"

namespace trestle::cli::replay_command {

namespace {

struct Asked {
  std::string file, edition, seat, language = "en";
  i64 at = -1;  // -1 = the end
  bool json = false;
};

// The record as it was after so many moves.
Record cut(Record record, std::size_t moves) {
  if (moves < record.moves.size()) {
    record.moves.resize(moves);
    record.end.reset();
  }
  return record;
}

std::string move_text(const RecordMove& move) {
  switch (move.kind) {
    case RecordMove::Kind::act: return std::string(seat_name(move.seat)) + " " + move.text;
    case RecordMove::Kind::automatic: return std::string(seat_name(move.seat)) + " " + move.text + "  (forced)";
    case RecordMove::Kind::undo: return std::string(seat_name(move.seat)) + " takes back";
  }
  return "";
}

void print_moves(const Record& record) {
  for (std::size_t i = 0; i < record.moves.size(); ++i) fmt::print("{:5}  {}\n", i + 1, move_text(record.moves[i]));
}

void print_happenings(const Match& match, Seat viewer, const std::string& language) {
  Language words = Language::load(language, match.game().info().name);
  for (int i = 0; i < match.seats(); ++i) words.set_name(seat_at(i), match.record().header.names[static_cast<std::size_t>(i)]);
  for (const Happening& h : match.happenings(viewer)) fmt::print("{:5}  {}\n", h.seq, words.say(match.game().describe(h.event)));
}

void print_json(const Asked& asked, const Match& match, std::size_t total, Seat viewer) {
  fmt::print(R"({{"file":{},"game":{},"players":{},"at":{},"moves":{},"over":{},"position":{}}})"
             "\n",
             json_text(asked.file), json_text(match.game().info().name), match.seats(), match.record().moves.size(), total, match.over(),
             json_text(print_position(match.game(), match.state(), match.seats(), viewer)));
}

Result<Seat> viewer_of(const Asked& asked, int players) {
  if (asked.seat.empty()) return Seat::Chance;
  const auto seat = parse_seat(asked.seat);
  if (seat && (*seat == Seat::Table || index_of(*seat) < players)) return *seat;
  return fault("'" + asked.seat + "' is no seat of this game of " + std::to_string(players) + " (or 'table' for a spectator)");
}

// 0 and the match, or a status other than 0 after the complaint.
int run_replay(const Asked& asked) {
  auto text = read_file(asked.file, record_bytes_max);
  if (!text) return complain(text.fault()), exit_usage;
  if (!Language::known(asked.language))
    return complain(fault("unknown language '" + asked.language + "' (there are: " + text::join(Language::codes(), ", ") + ")")),
           exit_usage;
  auto record = parse_record(*text);
  if (!record) return complain(Fault{asked.file, record.fault().line, record.fault().reason}), exit_fails;
  std::optional<Edition> tables;
  if (!asked.edition.empty()) {
    auto loaded = load_edition(asked.edition);
    if (!loaded) return complain(loaded.fault()), exit_usage;
    tables = *loaded;
  }
  auto game = game_of(*record, tables ? &*tables : nullptr);
  if (!game) return complain(Fault{asked.file, game.fault().line, game.fault().reason}), exit_fails;
  const std::size_t total = record->moves.size();
  if (asked.at > static_cast<i64>(total))
    return complain(fault("the record has " + std::to_string(total) + " moves; --at " + std::to_string(asked.at) + " is past its end")),
           exit_usage;
  const auto viewer = viewer_of(asked, record->header.seats);
  if (!viewer) return complain(viewer.fault()), exit_usage;
  auto match = Match::replay(*game, cut(*record, asked.at < 0 ? total : static_cast<std::size_t>(asked.at)), nullptr);
  if (!match) return complain(Fault{asked.file, match.fault().line, match.fault().reason}), exit_fails;
  if (asked.json) return print_json(asked, *match, total, *viewer), exit_done;
  if (asked.at < 0 && asked.seat.empty()) print_moves(match->record());
  if (asked.at < 0 && !asked.seat.empty()) print_happenings(*match, *viewer, asked.language);
  fmt::print("# after {} of {} moves{}\n", match->record().moves.size(), total,
             asked.seat.empty() ? "" : ", as " + asked.seat + " sees it");
  fmt::print("{}", print_position(**game, match->state(), match->seats(), *viewer));
  return exit_done;
}

void add_replay(CLI::App& app) {
  auto* command = app.add_subcommand("replay", "What happened in a record, and the position after any move");
  auto asked = std::make_shared<Asked>();
  command->add_option("FILE", asked->file, "A record (docs/records.md)")->required();
  command->add_option("--at", asked->at, "The position after so many moves (default: the end)")->check(CLI::NonNegativeNumber);
  command->add_option("--as", asked->seat, "Only what this seat saw (A, B, ... or table)");
  command->add_option("--lang", asked->language, "en, fr or nl")->capture_default_str();
  command->add_option("--edition", asked->edition, "The tables it was played with, where they are not the built-in ones");
  command->add_flag("--json", asked->json, "Print one JSON object");
  run_with(*command, [asked] { return run_replay(*asked); });
}

const Registration registered{Place::replay, add_replay};

}  // namespace

}  // namespace trestle::cli::replay_command
