#include "match/verify.hpp"

#include "games/registry.hpp"

namespace trestle {

namespace {

VerifyReport counted(const Record& record) {
  VerifyReport report;
  report.game = record.header.game;
  report.seats = record.header.seats;
  for (const RecordMove& move : record.moves) switch (move.kind) {
      case RecordMove::Kind::act: ++(move.seat == Seat::Chance ? report.draws : report.acts); break;
      case RecordMove::Kind::automatic: ++report.forced; break;
      case RecordMove::Kind::undo: ++report.undos; break;
    }
  report.closed = record.end.has_value();
  report.finished = record.end && !record.end->places.empty();
  return report;
}

DrawProof proof_in(const Record& record) {
  switch (record.header.dealer.kind) {
    case DealerKind::unstated: return DrawProof::unproved;
    case DealerKind::seeded: return DrawProof::seed;
    case DealerKind::fair: return record.end && record.end->secret ? DrawProof::secret : DrawProof::withheld;
  }
  return DrawProof::unproved;
}

VerifyReport failed(Fault why) {
  VerifyReport report;
  report.failure = std::move(why);
  return report;
}

}  // namespace

std::string_view proof_name(DrawProof proof) {
  switch (proof) {
    case DrawProof::secret: return "secret";
    case DrawProof::seed: return "seed";
    case DrawProof::unproved: return "unproved";
    case DrawProof::withheld: return "withheld";
  }
  return "";
}

Result<GamePtr> game_of(const Record& record, const Edition* tables) {
  auto game = tables != nullptr ? make_game(record.header.game, *tables, record.header.options)
                                : make_game(record.header.game, record.header.options);
  if (!game) return game.fault();
  const std::string hash = (*game)->info().edition;
  if (hash != record.header.edition)
    return fault("the record was played with other tables: edition " + record.header.edition + ", while " + (*game)->edition().origin +
                 " is " + hash);
  return game;
}

VerifyReport verify_record(GamePtr game, const Record& record) {
  VerifyReport report = counted(record);
  report.proof = proof_in(record);
  std::unique_ptr<Dealer> dealer;
  if (report.proof == DrawProof::secret || report.proof == DrawProof::seed) {
    auto made = dealer_of(record);
    if (!made) {
      // The secret stands in the line before `end`.
      const auto& end = *record.end;
      const std::size_t lines = (end.places.empty() ? 1 : end.places.size()) + end.scores.size();
      report.failure = Fault{"", record.line_of(record.moves.size() + lines), made.fault().reason};
      return report;
    }
    dealer = std::move(*made);
  }
  if (record.header.dealer.kind == DealerKind::fair && report.closed && report.proof == DrawProof::withheld) {
    report.failure = Fault{"", record.line_of(record.moves.size()), "the record is closed without the secret it commits to"};
    return report;
  }
  const auto match = Match::replay(std::move(game), record, dealer.get());
  if (!match) report.failure = match.fault();
  return report;
}

VerifyReport verify_record(std::string_view text, const std::function<Result<GamePtr>(const Record&)>& make_game) {
  const auto record = parse_record(text);
  if (!record) return failed(record.fault());
  auto game = make_game(*record);
  if (!game) return failed(game.fault());
  return verify_record(*game, *record);
}

VerifyReport verify_record(std::string_view text) {
  return verify_record(text, [](const Record& record) { return game_of(record); });
}

}  // namespace trestle
