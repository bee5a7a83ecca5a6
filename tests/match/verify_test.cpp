// Verifying records of the toy: good ones hold, and a forger who makes the chain anew is still found at his line.
#include "match/verify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "support/match_play.hpp"
#include "support/toy_game.hpp"

namespace trestle {
namespace {

using namespace trestle::test;
using ::testing::HasSubstr;
using Kind = RecordMove::Kind;

Digest some_secret() { return sha256("a secret"); }

// A whole game with every kind of line in it.
Record played(std::unique_ptr<Dealer> dealer, bool close = true) {
  MatchSetup setup;
  setup.game = toy::make_toy();
  setup.seats = 3;
  setup.names = {"Ann", "Bob", "Çelik"};
  auto match = Match::create(std::move(setup), std::move(dealer));
  CHECK(match);
  Rng rng(5);
  int undos = 0;
  while (!match->over()) {
    const Seat seat = pick_seat(match->waiting_on(), rng);
    CHECK(submit(*match, seat, pick_action(*match, seat, rng)));
    if (undos < 3 && match->undo(seat)) ++undos;
  }
  CHECK(undos == 3);
  if (close) match->close_record();
  return match->record();
}

Record fair_record(bool close = true) {
  auto dealer = std::make_unique<FairDealer>(some_secret(), "table-9");
  CHECK(dealer->add_seed(Seat::A, "ann's seed"));
  CHECK(dealer->add_seed(Seat::C, "çelik's"));
  return played(std::move(dealer), close);
}

VerifyReport verify(const Record& record) {
  // Through the text, so that the chain is the forger's own.
  return verify_record(print_record(record), [](const Record& r) -> Result<GamePtr> { return toy::make_toy(r.header.options); });
}

std::size_t find_move(const Record& record, Kind kind, std::string_view starts, std::size_t from = 0) {
  for (std::size_t i = from; i < record.moves.size(); ++i)
    if (record.moves[i].kind == kind && record.moves[i].text.starts_with(starts)) return i;
  CHECK(!"the record has no such move");
  return 0;
}

void expect_failure(const Record& forged, int line, const std::string& reason) {
  const VerifyReport report = verify(forged);
  ASSERT_FALSE(report.holds()) << "not found: " << reason;
  EXPECT_EQ(report.failure->line, line) << report.failure->text();
  EXPECT_THAT(report.failure->reason, HasSubstr(reason));
}

TEST(Verify, AFairGameHoldsAndSaysWhatWasChecked) {
  const Record record = fair_record();
  const VerifyReport report = verify(record);
  ASSERT_TRUE(report.holds()) << report.failure->text();
  EXPECT_EQ(report.game, "toy");
  EXPECT_EQ(report.seats, 3);
  EXPECT_EQ(report.draws, 9u + 3u);
  EXPECT_EQ(report.undos, 3u);
  EXPECT_GT(report.forced, 0u);
  EXPECT_EQ(report.acts + report.forced + report.draws + report.undos, record.moves.size());
  EXPECT_EQ(report.proof, DrawProof::secret);
  EXPECT_TRUE(report.closed);
  EXPECT_TRUE(report.finished);
}

TEST(Verify, ASeededGameIsDealtAgain) {
  const Record record = played(std::make_unique<SeededDealer>(31));
  const VerifyReport report = verify(record);
  ASSERT_TRUE(report.holds()) << report.failure->text();
  EXPECT_EQ(report.proof, DrawProof::seed);
  Record other = record;
  other.header.dealer.seed = 32;
  EXPECT_FALSE(verify(other).holds());
}

TEST(Verify, AnUnfinishedGameHoldsButProvesLess) {
  const Record record = fair_record(false);
  const VerifyReport report = verify(record);
  ASSERT_TRUE(report.holds()) << report.failure->text();
  EXPECT_EQ(report.proof, DrawProof::withheld);
  EXPECT_FALSE(report.closed);
  const VerifyReport scripted = verify(played(std::make_unique<ScriptedDealer>(std::vector<u32>{1, 2, 3})));
  EXPECT_TRUE(scripted.holds());
  EXPECT_EQ(scripted.proof, DrawProof::unproved);
}

TEST(Verify, FindsOneChangedDraw) {
  const Record record = fair_record();
  int found = 0;
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    if (record.moves[i].seat != Seat::Chance || !record.moves[i].text.starts_with("prize")) continue;
    Record forged = record;
    forged.moves[i].text = record.moves[i].text == "prize 3" ? "prize 1" : "prize 3";
    expect_failure(forged, record.line_of(i), "of the dealer is '" + record.moves[i].text + "'");
    ++found;
  }
  EXPECT_EQ(found, 3);
  Record forged = record;
  forged.moves[0].text = "deal 7";
  expect_failure(forged, record.line_of(0), "not a number from 0 to 6");
}

TEST(Verify, WithoutProofAPossibleDrawPassesAndAnImpossibleOneDoesNot) {
  Record record = played(std::make_unique<ScriptedDealer>(std::vector<u32>{}));
  const std::size_t last = find_move(record, Kind::act, "prize");
  record.moves.resize(last + 1);
  record.end.reset();
  record.moves[last].text = record.moves[last].text == "prize 3" ? "prize 1" : "prize 3";
  EXPECT_TRUE(verify(record).holds());
  record.moves[last].text = "prize 4";
  expect_failure(record, record.line_of(last), "cannot be drawn here");
}

TEST(Verify, FindsAnIllegalMove) {
  const Record record = fair_record();
  const std::size_t at = find_move(record, Kind::act, "paint");
  Record forged = record;
  forged.moves[at].text = "paint 5";
  expect_failure(forged, record.line_of(at), "toy.paint");
  forged = record;
  forged.moves[at].seat = forged.moves[at].seat == Seat::A ? Seat::B : Seat::A;
  expect_failure(forged, record.line_of(at), "has nothing to decide here");
  forged = record;
  forged.moves[at].text = "dance";
  expect_failure(forged, record.line_of(at), "unknown action");
  forged = record;
  forged.moves[at].text = "paint  " + forged.moves[at].text.substr(6);
  expect_failure(forged, record.line_of(at), "is written");
}

TEST(Verify, HoldsTheMarksOfForcedMoves) {
  const Record record = fair_record();
  const std::size_t forced = find_move(record, Kind::automatic, "paint"), free = find_move(record, Kind::act, "paint");
  Record forged = record;
  forged.moves[forced].kind = Kind::act;
  expect_failure(forged, record.line_of(forced), "is due here, marked automatic");
  forged = record;
  forged.moves[free].kind = Kind::automatic;
  expect_failure(forged, record.line_of(free), "was not forced");
}

TEST(Verify, FindsDrawsAndUndosInTheWrongPlace) {
  const Record record = fair_record();
  const std::size_t commit = find_move(record, Kind::act, "commit");
  Record forged = record;
  forged.moves.insert(forged.moves.begin() + static_cast<std::ptrdiff_t>(commit), {Kind::act, Seat::Chance, "prize 1"});
  expect_failure(forged, record.line_of(commit), "no draw is due");
  forged = record;
  forged.moves.insert(forged.moves.begin() + static_cast<std::ptrdiff_t>(commit), {Kind::undo, Seat::B, ""});
  expect_failure(forged, record.line_of(commit), "undo is not possible");
  forged = record;
  forged.moves.erase(forged.moves.begin() + 3);
  EXPECT_FALSE(verify(forged).holds());
}

TEST(Verify, FindsAFalseResult) {
  const Record record = fair_record();
  Record forged = record;
  forged.end->places[0] = forged.end->places[0] == 1 ? 2 : 1;
  expect_failure(forged, record.line_of(record.moves.size()), "places or scores");
  forged = record;
  ++forged.end->scores[0].points[1];
  expect_failure(forged, record.line_of(record.moves.size()), "places or scores");
  forged = record;
  forged.end->places.clear();
  forged.end->scores.clear();
  expect_failure(forged, record.line_of(record.moves.size()), "given up");
  forged = record;
  forged.moves.pop_back();
  expect_failure(forged, record.line_of(forged.moves.size()), "not over");
}

TEST(Verify, FindsAFalseSecret) {
  const Record record = fair_record();
  const int secret_line = static_cast<int>(text::lines(print_record(record)).size()) - 1;
  Record forged = record;
  (*forged.end->secret)[0] ^= 1;
  expect_failure(forged, secret_line, "not the secret that the record commits to");
  forged.header.dealer.commitment = commitment_to(*forged.end->secret);  // then the draws do not fit
  expect_failure(forged, record.line_of(0), "of the dealer is");
  forged = record;
  forged.header.dealer.commitment[5] ^= 1;
  expect_failure(forged, secret_line, "not the secret");
  forged = record;
  forged.header.dealer.seeds[0] = "another";
  EXPECT_FALSE(verify(forged).holds());
  forged = record;
  forged.header.dealer.match_id = "table-8";
  EXPECT_FALSE(verify(forged).holds());
  forged = record;
  forged.end->secret.reset();
  expect_failure(forged, record.line_of(record.moves.size()), "without the secret");
}

TEST(Verify, FindsAnotherTable) {
  const Record record = fair_record();
  Record forged = record;
  forged.header.rules_version = 2;
  expect_failure(forged, 3, "version 2");
  forged = record;
  forged.header.edition = "0000000000000000";
  expect_failure(forged, 4, "other tables");
  forged = record;
  forged.header.game = "chess";
  expect_failure(forged, 2, "record of 'chess'");
  forged = record;
  forged.header.seats = 2;
  forged.header.names.pop_back();
  forged.header.dealer.seeds[2].clear();
  EXPECT_FALSE(verify(forged).holds());
}

TEST(Verify, ATextThatIsNoRecordFailsWithItsLine) {
  const VerifyReport report = verify_record("trestle-record 1\n");
  ASSERT_FALSE(report.holds());
  EXPECT_EQ(report.failure->line, 1);
  std::string text = print_record(fair_record());
  text[text.find("commit ")] = 'k';
  const VerifyReport changed = verify_record(text, [](const Record&) -> Result<GamePtr> { return toy::make_toy(); });
  ASSERT_FALSE(changed.holds());
  EXPECT_THAT(changed.failure->reason, HasSubstr("chain"));
}

TEST(Verify, SaysWhenTheGameIsNotKnown) {
  const VerifyReport report = verify_record(print_record(fair_record()));
  ASSERT_FALSE(report.holds());
  EXPECT_THAT(report.failure->reason, HasSubstr("unknown game 'toy'"));
}

// ---- resuming

TEST(Resume, NeedsTheSameDealer) {
  const Record record = played(std::make_unique<SeededDealer>(31), false);
  const auto reason = [&](std::unique_ptr<Dealer> dealer) {
    return Match::resume(toy::make_toy(), record, std::move(dealer)).fault().reason;
  };
  EXPECT_THAT(reason(std::make_unique<SeededDealer>(32)), HasSubstr("not the one the record names"));
  EXPECT_THAT(reason(std::make_unique<FairDealer>(some_secret(), "x")), HasSubstr("not the one the record names"));
  EXPECT_THAT(reason(nullptr), HasSubstr("no dealer"));
  EXPECT_THAT(Match::resume(toy::make_toy({{"peek", "no"}}), record, std::make_unique<SeededDealer>(31)).fault().reason,
              HasSubstr("other options"));
}

TEST(Resume, GoesOnAfterAKill) {
  // The file as the program leaves it when it is stopped in the middle of a line.
  const Record whole = played(std::make_unique<SeededDealer>(31), false);
  const std::string text = print_record(whole);
  const std::string cut = text.substr(0, text.size() - 30);
  EXPECT_FALSE(parse_record(cut));
  const auto left = recover_record(cut);
  ASSERT_TRUE(left);
  auto match = Match::resume(toy::make_toy(), left->record, std::make_unique<SeededDealer>(31));
  ASSERT_TRUE(match) << match.fault().text();
  EXPECT_TRUE(std::equal(left->record.moves.begin(), left->record.moves.end(), match->record().moves.begin()));
  Rng rng(1);
  while (random_step(*match, rng)) {
  }
  match->close_record();
  EXPECT_TRUE(verify(match->record()).holds());
}

TEST(Resume, AFairGameGoesOnWithItsSecret) {
  const Record whole = fair_record(false);
  Record half = whole;
  half.moves.resize(find_move(whole, Kind::act, "paint"));
  auto dealer = dealer_of(half, some_secret());
  ASSERT_TRUE(dealer);
  auto match = Match::resume(toy::make_toy(), half, std::move(*dealer));
  ASSERT_TRUE(match) << match.fault().text();
  Rng rng(1);
  while (random_step(*match, rng)) {
  }
  match->close_record();
  const VerifyReport report = verify(match->record());
  EXPECT_TRUE(report.holds());
  EXPECT_EQ(report.proof, DrawProof::secret);
}

}  // namespace
}  // namespace trestle
