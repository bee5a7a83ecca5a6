// A match of the toy, step by step: what is accepted, refused, forced, undone and told.
#include "match/match.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/match_play.hpp"
#include "support/toy_game.hpp"

namespace trestle {
namespace {

using namespace trestle::test;
using ::testing::HasSubstr;
using toy::Do;
using Kind = RecordMove::Kind;

// A toy whose commits begin at once: hands as given, a prize of 2 lies there.
Match at_commit(std::vector<std::string> hands, const Options& options = {}, bool play_forced = true, const std::string& more_fields = "",
                GamePtr game = nullptr) {
  MatchSetup setup;
  setup.game = game ? game : toy::make_toy(options);
  setup.seats = static_cast<int>(hands.size());
  setup.play_forced = play_forced;
  setup.position_text = "game toy\nplayers " + std::to_string(hands.size()) + "\nposition\nphase commit\nprize 2\n";
  for (std::size_t i = 0; i < hands.size(); ++i)
    setup.position_text += std::string(1, static_cast<char>('A' + i)) + ".hand " + hands[i] + "\n";
  setup.position_text += more_fields + "end\n";
  auto match = Match::create(std::move(setup), std::make_unique<ScriptedDealer>(std::vector<u32>{}, 7));
  CHECK(match);
  return std::move(*match);
}

Action commit(u8 card) { return toy::make(Do::commit, card); }
Action paint(u8 spot) { return toy::make(Do::paint, spot); }
const Action pass = toy::make(Do::pass);

std::vector<std::string> moves_of(const Match& match) {
  std::vector<std::string> out;
  for (const RecordMove& move : match.record().moves)
    out.push_back((move.kind == Kind::automatic ? "auto "
                   : move.kind == Kind::undo    ? "undo "
                                                : "") +
                  std::string(seat_name(move.seat)) + (move.text.empty() ? "" : " " + move.text));
  return out;
}

// Both have committed, A has won and is to paint.
Match at_paint() {
  Match match = at_commit({"6 5 4", "1 2 3"});
  CHECK(submit(match, Seat::A, commit(6)));
  CHECK(submit(match, Seat::B, commit(1)));
  return match;
}

// ---- creating

TEST(MatchCreate, DealsUpToTheFirstDecision) {
  auto match = seeded_match(toy::make_toy(), 3, 1);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->waiting_on(), SeatSet::first(3));
  EXPECT_EQ(match->seq(), 10u);  // nine cards and a prize
  for (const RecordMove& move : match->record().moves) EXPECT_EQ(move.seat, Seat::Chance);
}

TEST(MatchCreate, RefusesWhatCannotBePlayed) {
  const auto reason = [](auto&& change) {
    MatchSetup setup;
    setup.game = toy::make_toy();
    change(setup);
    auto match = Match::create(std::move(setup), std::make_unique<SeededDealer>(1));
    return match ? std::string() : match.fault().reason;
  };
  EXPECT_THAT(reason([](MatchSetup& s) { s.seats = 4; }), HasSubstr("2 to 3 players"));
  EXPECT_THAT(reason([](MatchSetup& s) { s.seats = -1; }), HasSubstr("2 to 3 players"));
  EXPECT_THAT(reason([](MatchSetup& s) { s.names = {"Ann"}; }), HasSubstr("one name a seat"));
  EXPECT_THAT(reason([](MatchSetup& s) { s.names = {"Ann", "B\n"}; }), HasSubstr("control"));
  EXPECT_THAT(reason([](MatchSetup& s) { s.game = nullptr; }), HasSubstr("no game"));
  EXPECT_THAT(reason([](MatchSetup& s) { s.position_text = "game toy\nplayers 2\nposition\nA.hand 9\nend\n"; }),
              HasSubstr("no such cards"));
  EXPECT_THAT(reason([](MatchSetup& s) { s.position_text = "game toy\nplayers 3\nposition\nend\n"; }), HasSubstr("another number"));
  EXPECT_EQ(reason([](MatchSetup& s) { s.names = {"Ann", "Boḃ 🂡"}; }), "");
  MatchSetup setup;
  setup.game = toy::make_toy();
  EXPECT_THAT(Match::create(std::move(setup), nullptr).fault().reason, HasSubstr("no dealer"));
}

TEST(MatchCreate, KeepsAPositionInTheRecord) {
  Match match = at_commit({"1 4*2", "2 3"});
  const auto again = parse_record(print_record(match.record()));
  ASSERT_TRUE(again);
  auto replayed = Match::replay(match.game_ptr(), *again, nullptr);
  ASSERT_TRUE(replayed) << replayed.fault().text();
  EXPECT_EQ(replayed->state(), match.state());
}

// ---- submitting

TEST(MatchSubmit, TakesAMoveAndCountsIt) {
  Match match = at_commit({"6 5 4", "1 2 3"});
  const SubmitResult result = submit(match, Seat::B, commit(2));
  EXPECT_EQ(result.code, SubmitCode::accepted);
  EXPECT_EQ(result.seq, 1u);
  EXPECT_EQ(match.seq(), 1u);
  EXPECT_EQ(match.waiting_on(), only(Seat::A));
  EXPECT_EQ(moves_of(match), std::vector<std::string>{"B commit 2"});
}

TEST(MatchSubmit, RefusalsSayWhyAndChangeNothing) {
  Match match = at_paint();
  const Picture before = picture(match);
  const u64 now = match.seq();
  const auto expect = [&](SubmitResult result, SubmitCode code, std::size_t index = 0, std::string_view clause = "") {
    EXPECT_EQ(result.code, code);
    EXPECT_EQ(result.index, index);
    EXPECT_EQ(result.refusal.clause, clause);
    EXPECT_EQ(result.seq, now);
    EXPECT_EQ(picture(match), before);
  };
  const Action good = paint(0), wrong_phase = commit(5), nowhere = paint(7);
  expect(match.submit(Seat::A, std::span(&good, 1), now + 1), SubmitCode::stale);
  expect(match.submit(Seat::A, std::span(&good, 1), now - 1), SubmitCode::stale);
  expect(match.submit(Seat::B, std::span(&good, 1), now), SubmitCode::not_waiting);
  expect(match.submit(Seat::C, std::span(&good, 1), now), SubmitCode::not_waiting);
  expect(match.submit(Seat::Table, std::span(&good, 1), now), SubmitCode::not_waiting);
  expect(match.submit(Seat::Chance, std::span(&good, 1), now), SubmitCode::not_waiting);
  expect(match.submit(Seat::A, std::span<const Action>(), now), SubmitCode::empty_batch);
  expect(match.submit(Seat::A, std::span(&wrong_phase, 1), now), SubmitCode::illegal, 0, "toy.phase");
  expect(match.submit(Seat::A, std::span(&nowhere, 1), now), SubmitCode::illegal, 0, "toy.paint");
  const std::vector<Action> many(batch_max + 1, good);
  expect(match.submit(Seat::A, many, now), SubmitCode::batch_too_long, batch_max);
  const std::vector<Action> second_bad = {paint(0), paint(0)};
  expect(match.submit(Seat::A, second_bad, now), SubmitCode::illegal, 1, "toy.paint");
  const std::vector<Action> past_the_turn = {paint(0), paint(1), paint(2), pass, paint(0)};
  expect(match.submit(Seat::A, past_the_turn, now), SubmitCode::not_waiting, 4);
}

TEST(MatchSubmit, OneBadActionUndoesABatchAcrossABarrier) {
  // The peek in the middle learns something; the batch is refused as a whole nevertheless.
  Match match = at_paint();
  const Picture before = picture(match);
  const std::vector<Action> batch = {paint(0), paint(1), paint(2), toy::make(Do::peek, Seat::B), pass};
  const SubmitResult result = match.submit(Seat::A, batch, match.seq());
  EXPECT_EQ(result.code, SubmitCode::not_waiting);  // a draw is due after the peek
  EXPECT_EQ(result.index, 4u);
  EXPECT_EQ(picture(match), before);
}

TEST(MatchSubmit, ABatchEqualsItsMovesOneByOne) {
  Match batched = at_paint(), single = at_paint(), named = at_paint();
  const std::vector<Action> moves = {paint(2), paint(0), pass};
  EXPECT_TRUE(batched.submit(Seat::A, moves, batched.seq()));
  for (const Action& move : moves) EXPECT_TRUE(submit(single, Seat::A, move));
  const std::vector<Action> with_the_forced = {paint(2), paint(0), paint(1), pass};
  EXPECT_TRUE(named.submit(Seat::A, with_the_forced, named.seq()));
  EXPECT_EQ(picture(batched), picture(single));
  EXPECT_EQ(picture(named), picture(single));
}

TEST(MatchSubmit, IsOverAtTheEnd) {
  auto match = seeded_match(toy::make_toy(), 2, 3);
  ASSERT_TRUE(match);
  Rng rng(1);
  while (random_step(*match, rng)) {
  }
  ASSERT_TRUE(match->over());
  EXPECT_EQ(submit(*match, Seat::A, pass).code, SubmitCode::over);
}

// ---- forced moves

TEST(MatchForced, OpenSingleChoicesArePlayedAndMarked) {
  Match match = at_paint();
  EXPECT_TRUE(submit(match, Seat::A, paint(2)));
  EXPECT_TRUE(submit(match, Seat::A, paint(0)));
  EXPECT_EQ(moves_of(match).back(), "auto A paint 1");
  EXPECT_EQ(match.waiting_on(), only(Seat::A));  // to peek or not
}

TEST(MatchForced, AHiddenSingleChoiceIsLeftToTheSeat) {
  // Everybody sees that A holds one card; playing it for A would tell nothing new here, but what A holds does not follow from
  // what all can see, so the choice is A's.
  Match match = at_commit({"4", "1 2"});
  EXPECT_EQ(legal_actions(match, Seat::A).size(), 1u);
  EXPECT_EQ(match.seq(), 0u);
  EXPECT_TRUE(match.waiting_on().has(Seat::A));
}

TEST(MatchForced, AreAskedForWhenTheTableWantsSo) {
  Match match = at_commit({"6 5 4", "1 2 3"}, {}, false);
  EXPECT_TRUE(submit(match, Seat::A, commit(6)));
  EXPECT_TRUE(submit(match, Seat::B, commit(1)));
  EXPECT_TRUE(submit(match, Seat::A, paint(2)));
  EXPECT_TRUE(submit(match, Seat::A, paint(0)));
  EXPECT_EQ(moves_of(match).back(), "A paint 0");
  EXPECT_TRUE(submit(match, Seat::A, paint(1)));
  EXPECT_EQ(moves_of(match).back(), "A paint 1");
}

TEST(MatchForced, RunOnToTheEndOfTheGame) {
  // Without the option `peek` the last paint is followed by a pass, which is forced too.
  Match match = at_commit({"6", "1"}, {{"peek", "no"}});
  submit(match, Seat::A, commit(6));
  submit(match, Seat::B, commit(1));
  EXPECT_TRUE(submit(match, Seat::A, paint(2)));
  EXPECT_TRUE(submit(match, Seat::A, paint(1)));
  const auto moves = moves_of(match);
  ASSERT_GE(moves.size(), 6u);
  EXPECT_EQ(moves[4], "auto A paint 0");
  EXPECT_EQ(moves[5], "auto A pass");
  EXPECT_THAT(moves[6], HasSubstr("chance prize"));
}

// ---- secret commits

TEST(MatchCommits, EndAlikeInAnyOrder) {
  std::vector<Seat> order = {Seat::A, Seat::B, Seat::C};
  std::optional<AnyState> end;
  int orders = 0;
  do {
    Match match = at_commit({"6 5 4", "6 2 3", "1 1 5"});
    for (Seat seat : order) EXPECT_TRUE(submit(match, seat, commit(seat == Seat::C ? 5 : 6)));
    EXPECT_EQ(match.waiting_on(), only(Seat::A));
    if (!end) end = match.state();
    EXPECT_EQ(match.state(), *end) << "the order of arrival changed the result";
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(orders, 6);
}

TEST(MatchCommits, TellOthersOnlyThatTheyWereMade) {
  Match match = at_commit({"6 5 4", "1 2 3"});
  const AnySight before = match.sight(Seat::B);
  EXPECT_TRUE(submit(match, Seat::A, commit(6)));
  const auto to_a = match.happenings(Seat::A), to_b = match.happenings(Seat::B), to_table = match.happenings(Seat::Table);
  ASSERT_EQ(to_a.size(), 1u);
  ASSERT_EQ(to_b.size(), 1u);
  EXPECT_EQ(to_a[0].event.a, 6);
  EXPECT_EQ(to_b[0].event.a, 0);
  EXPECT_EQ(to_table[0].event, to_b[0].event);
  EXPECT_EQ(to_b[0].seq, 1u);
  EXPECT_EQ(legal_actions(match, Seat::B).size(), 3u);
  EXPECT_NE(match.sight(Seat::B), before) << "that A has committed is public";
}

TEST(MatchCommits, CanBeTakenBackThoughOthersCommittedSince) {
  Match match = at_commit({"6 5 4", "1 2 3", "1 2 3"});
  EXPECT_TRUE(submit(match, Seat::A, commit(6)));
  EXPECT_TRUE(submit(match, Seat::B, commit(1)));
  ASSERT_TRUE(match.can_undo(Seat::A));
  EXPECT_TRUE(match.undo(Seat::A));
  EXPECT_EQ(match.seq(), 3u);
  EXPECT_EQ(match.waiting_on(), SeatSet({Seat::A, Seat::C}));
  Match only_b = at_commit({"6 5 4", "1 2 3", "1 2 3"});
  EXPECT_TRUE(submit(only_b, Seat::B, commit(1)));
  EXPECT_EQ(match.state(), only_b.state());
  EXPECT_EQ(match.happenings(Seat::A).size(), 1u) << "what was taken back is not told any more";
  EXPECT_EQ(match.happenings(Seat::B)[0].seq, 2u) << "B's act keeps its number";
  EXPECT_TRUE(match.can_undo(Seat::B));
  EXPECT_TRUE(match.undo(Seat::B));
  EXPECT_EQ(match.state(), at_commit({"6 5 4", "1 2 3", "1 2 3"}).state());
  EXPECT_EQ(moves_of(match), (std::vector<std::string>{"A commit 6", "B commit 1", "undo A", "undo B"}));
}

TEST(MatchCommits, CannotBeTakenBackOnceRevealed) {
  Match match = at_paint();
  const Picture before = picture(match);
  for (Seat seat : {Seat::A, Seat::B}) {
    EXPECT_FALSE(match.can_undo(seat));
    EXPECT_FALSE(match.undo(seat));
  }
  EXPECT_EQ(picture(match), before);
}

// Where one of the acts is open, A must stand by its own after B has acted: either B acted on what A showed, or A would act on
// what B showed.
template <toy::Flaw flaw>
void expect_no_way_back_after_an_open_act() {
  auto match = seeded_match(toy::make_toy<flaw>(), 3, 11);
  ASSERT_TRUE(match);
  ASSERT_GT(legal_actions(*match, Seat::A).size(), 1u);
  ASSERT_GT(legal_actions(*match, Seat::B).size(), 1u);
  ASSERT_TRUE(submit(*match, Seat::A, legal_actions(*match, Seat::A)[0]));
  EXPECT_TRUE(match->can_undo(Seat::A));
  ASSERT_TRUE(submit(*match, Seat::B, legal_actions(*match, Seat::B)[0]));
  EXPECT_FALSE(match->can_undo(Seat::A));
  EXPECT_TRUE(match->can_undo(Seat::B));
}
TEST(MatchCommits, ShownByOneselfStays) { expect_no_way_back_after_an_open_act<toy::Flaw::leak_of_a>(); }
TEST(MatchCommits, AnswerToWhatAnotherShowedStays) { expect_no_way_back_after_an_open_act<toy::Flaw::leak_of_b>(); }

// ---- undo

TEST(MatchUndo, GoesBackStepByStepToTheBarrier) {
  Match match = at_paint();
  const AnyState start = match.state();
  EXPECT_TRUE(submit(match, Seat::A, paint(1)));
  const AnyState once = match.state();
  EXPECT_TRUE(submit(match, Seat::A, paint(2)));  // and the third by force
  EXPECT_TRUE(match.undo(Seat::A));
  EXPECT_EQ(match.state(), once) << "the forced move goes with the one that forced it";
  EXPECT_TRUE(match.undo(Seat::A));
  EXPECT_EQ(match.state(), start);
  EXPECT_FALSE(match.can_undo(Seat::A)) << "the reveal stays";
  EXPECT_EQ(moves_of(match),
            (std::vector<std::string>{"A commit 6", "B commit 1", "A paint 1", "A paint 2", "auto A paint 0", "undo A", "undo A"}));
  EXPECT_EQ(match.seq(), 7u);
}

TEST(MatchUndo, OnlyOfOnesOwn) {
  Match match = at_paint();
  EXPECT_TRUE(submit(match, Seat::A, paint(1)));
  EXPECT_FALSE(match.can_undo(Seat::B));
  EXPECT_FALSE(match.undo(Seat::B));
  EXPECT_FALSE(match.can_undo(Seat::Table));
  EXPECT_FALSE(match.can_undo(Seat::Chance));
}

TEST(MatchUndo, NeverTakesBackAPeek) {
  // In the last round nothing is drawn after a look; it is the look itself that cannot be taken back.
  Match match = at_commit({"6 5", "1 2"}, {}, true, "round 3\n");
  submit(match, Seat::A, commit(6));
  submit(match, Seat::B, commit(1));
  submit(match, Seat::A, paint(0));
  submit(match, Seat::A, paint(1));
  ASSERT_TRUE(match.can_undo(Seat::A));
  const AnyState before = match.state();
  AnyState after = before;
  EventLog log;
  match.game().apply(after, Seat::A, toy::make(Do::peek, Seat::B), log);
  EXPECT_TRUE(match.game().reveals(before, after, Seat::A, toy::make(Do::peek, Seat::B)));
  ASSERT_TRUE(submit(match, Seat::A, toy::make(Do::peek, Seat::B)));
  EXPECT_EQ(moves_of(match).back(), "A peek B");
  EXPECT_FALSE(match.can_undo(Seat::A));
}

TEST(MatchUndo, NeverTakesBackWhatWasOnlyTold) {
  // A look whose result no state keeps: the event alone is knowledge.
  Match match = at_commit({"6 5", "1 2"}, {}, true, "round 3\n", toy::make_toy<toy::Flaw::peek_not_kept>());
  submit(match, Seat::A, commit(6));
  submit(match, Seat::B, commit(1));
  submit(match, Seat::A, paint(0));
  submit(match, Seat::A, paint(1));
  const AnyState before = match.state();
  ASSERT_TRUE(submit(match, Seat::A, toy::make(Do::peek, Seat::B)));
  EXPECT_FALSE(match.game().reveals(before, match.state(), Seat::A, toy::make(Do::peek, Seat::B))) << "the sight does not show it";
  EXPECT_FALSE(match.can_undo(Seat::A));
}

TEST(MatchUndo, TakesBackTheLastMoveOfAGameThatIsNotClosed) {
  Match match = at_commit({"6 5", "1 2"}, {}, true, "round 3\n");
  submit(match, Seat::A, commit(6));
  submit(match, Seat::B, commit(1));
  submit(match, Seat::A, paint(0));
  submit(match, Seat::A, paint(1));
  const AnyState before = match.state();
  ASSERT_TRUE(submit(match, Seat::A, pass));
  ASSERT_TRUE(match.over());
  EXPECT_TRUE(match.undo(Seat::A));
  EXPECT_FALSE(match.over());
  EXPECT_EQ(match.state(), before);
  const auto again = reread(match);
  ASSERT_TRUE(again) << again.fault().text();
  EXPECT_EQ(picture(*again), picture(match));
}

TEST(MatchUndo, NeverCrossesADraw) {
  Match match = at_paint();
  submit(match, Seat::A, paint(0));
  submit(match, Seat::A, paint(1));
  EXPECT_TRUE(submit(match, Seat::A, pass));  // then a prize is drawn
  EXPECT_THAT(moves_of(match).back(), HasSubstr("chance prize"));
  EXPECT_FALSE(match.can_undo(Seat::A));
}

TEST(MatchUndo, StaysWithTheSeatThatActsNow) {
  Match match = at_commit({"1 2", "6 5"});
  EXPECT_TRUE(submit(match, Seat::A, commit(1)));
  EXPECT_TRUE(match.can_undo(Seat::A));
  EXPECT_TRUE(submit(match, Seat::B, commit(6)));
  EXPECT_TRUE(submit(match, Seat::B, paint(1)));
  EXPECT_FALSE(match.can_undo(Seat::A));
  EXPECT_TRUE(match.can_undo(Seat::B));
}

TEST(MatchUndo, ThenAnotherMoveGoesOn) {
  Match match = at_paint(), straight = at_paint();
  submit(match, Seat::A, paint(0));
  match.undo(Seat::A);
  submit(match, Seat::A, paint(2));
  submit(straight, Seat::A, paint(2));
  EXPECT_EQ(match.state(), straight.state());
  const auto told = match.happenings(Seat::B, 2);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].event.a, 2);
  EXPECT_EQ(told[0].seq, 5u);
}

TEST(MatchUndo, HasAnEnd) {
  Match match = at_paint();
  std::size_t undone = 0;
  while (submit(match, Seat::A, paint(0)) && match.undo(Seat::A)) ++undone;
  EXPECT_GE(match.record().moves.size(), undo_record_moves_max);
  EXPECT_LE(match.record().moves.size(), undo_record_moves_max + 1);
  EXPECT_NEAR(static_cast<double>(undone), static_cast<double>(undo_record_moves_max) / 2, 2);
  // The game still goes to its end.
  Rng rng(1);
  while (random_step(match, rng)) {
  }
  EXPECT_TRUE(match.over());
}

// ---- dealt by hand

TEST(MatchByHand, WaitsForEachDraw) {
  MatchSetup setup;
  setup.game = toy::make_toy();
  auto match = Match::create_by_hand(std::move(setup));
  ASSERT_TRUE(match);
  EXPECT_EQ(match->waiting_on(), chance_only);
  const Picture before = picture(*match);
  EXPECT_EQ(match->deal(toy::make(Do::deal, u8{3}), 1).code, SubmitCode::stale);
  EXPECT_EQ(match->deal(toy::make(Do::prize, u8{3}), 0).code, SubmitCode::illegal);
  EXPECT_EQ(submit(*match, Seat::A, commit(3)).code, SubmitCode::not_waiting);
  EXPECT_EQ(picture(*match), before);
  for (int card : {3, 3, 3, 1, 2, 4}) ASSERT_TRUE(match->deal(toy::make(Do::deal, static_cast<u8>(card)), match->seq()));
  ASSERT_TRUE(match->deal(toy::make(Do::prize, u8{2}), match->seq()));
  EXPECT_EQ(match->deal(toy::make(Do::prize, u8{2}), match->seq()).code, SubmitCode::not_waiting);
  EXPECT_EQ(match->waiting_on(), SeatSet::first(2));
  ASSERT_TRUE(submit(*match, Seat::A, commit(3)));
  EXPECT_TRUE(match->can_undo(Seat::A));
  auto again = Match::resume_by_hand(match->game_ptr(), match->record());
  ASSERT_TRUE(again) << again.fault().text();
  EXPECT_EQ(picture(*again), picture(*match));
}

// ---- telling

TEST(MatchHappenings, FromANumberOn) {
  Match match = at_paint();
  const u64 then = match.seq();
  EXPECT_TRUE(match.happenings(Seat::A, then).empty());
  submit(match, Seat::A, paint(0));
  const auto told = match.happenings(Seat::B, then);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].seq, then + 1);
  EXPECT_EQ(match.happenings(Seat::B).size(), 2u + 3u + 1u);  // two commits, two cards shown and the win, the paint
}

// ---- the end

TEST(MatchEnd, ClosesOnceWithTheResult) {
  auto match = seeded_match(toy::make_toy(), 2, 5);
  ASSERT_TRUE(match);
  match->close_record();
  EXPECT_FALSE(match->closed()) << "not before the end";
  Rng rng(2);
  while (random_step(*match, rng)) {
  }
  match->close_record();
  ASSERT_TRUE(match->closed());
  const Standing standing = match->game().standing(match->state());
  EXPECT_EQ(match->record().end->places, std::vector<u8>(standing.begin(), standing.begin() + 2));
  EXPECT_FALSE(match->can_undo(Seat::A));
  EXPECT_FALSE(match->can_undo(Seat::B));
  const Picture closed = picture(*match);
  match->close_record();
  match->abandon();
  EXPECT_EQ(picture(*match), closed);
  const auto again = reread(*match);
  ASSERT_TRUE(again) << again.fault().text();
  EXPECT_EQ(picture(*again), closed);
}

TEST(MatchEnd, AGameCanBeGivenUp) {
  auto dealer = FairDealer::fresh();
  ASSERT_TRUE(dealer);
  const Digest secret = *(*dealer)->secret();
  auto match = new_match(toy::make_toy(), 2, std::move(*dealer));
  ASSERT_TRUE(match);
  match->abandon();
  EXPECT_TRUE(match->over());
  EXPECT_EQ(match->record().end->secret, secret);
  EXPECT_TRUE(match->record().end->places.empty());
  EXPECT_EQ(submit(*match, Seat::A, pass).code, SubmitCode::over);
}

}  // namespace
}  // namespace trestle
