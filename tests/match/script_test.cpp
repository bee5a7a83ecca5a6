// The golden runner itself, on the toy game: what holds, what fails and how it says so, what is lenient and what is not.
#include "match/script.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "match/perft.hpp"
#include "support/toy_game.hpp"

namespace trestle {
namespace {

using ::testing::HasSubstr;

MakeGame toys() {
  return [](const TableHeader& header) -> Result<GamePtr> {
    if (header.game != "toy") return fault("unknown game '" + header.game + "'");
    auto options = complete_options(toy::Toy<>::option_specs(), header.options);
    if (!options) return options.fault();
    return toy::make_toy(*options);
  };
}

const std::string commit_phase = "game toy\nplayers 2\nposition\n  phase commit\n  prize 2\n  A.hand 1 4 6\n  B.hand 2 4 5\nend\n";

ScriptReport run(const std::string& text) { return run_script(text, "t.game", toys()); }

std::string first_failure(const ScriptReport& report) { return report.failures.empty() ? "" : report.failures[0].reason; }

void expect_holds(const std::string& text) {
  const ScriptReport report = run(text);
  EXPECT_EQ(first_failure(report), "") << text;
  EXPECT_EQ(report.passed, report.scenes);
  EXPECT_GE(report.scenes, 1);
}

void expect_fails(const std::string& text, int line, const std::string& part, bool malformed = false) {
  const ScriptReport report = run(text);
  ASSERT_EQ(report.failures.size(), 1u) << text;
  EXPECT_THAT(report.failures[0].reason, HasSubstr(part));
  EXPECT_EQ(report.failures[0].line, line);
  EXPECT_EQ(report.failures[0].malformed, malformed);
}

TEST(Script, PlaysFromAPositionToTheEndOfARound) {
  expect_holds(commit_phase + R"(
A commit 6      # secret
expect waiting B
expect sight B A.committed ?
expect sight A A.committed 6
B commit 5
expect A.points 2
expect gone 5 6
expect gone 6 5
expect legal A = paint 2 | paint 0 | paint 1
expect legal A has paint 1
expect legal A lacks pass
expect legal = paint 0 | paint 1 | paint 2
expect refused A pass because toy.phase
expect refused B paint 0 because toy.turn
expect prompt A toy.prompt.paint
expect A.points >= 2
expect A.points < 3
expect A.points != 3
expect A.hand has 1 4
expect A.hand lacks 6
expect score A toy.score.points 2
expect winner none
)");
}

TEST(Script, StartsAtTheSetUpAndDealsFromASeed) {
  expect_holds("game toy\nplayers 2\ndeal 7\nexpect waiting A B\nexpect phase commit\n");
  expect_holds("game toy\nplayers 2\nchance deal 1\nchance any\nexpect phase commit\nexpect A.hand has 1\n");
}

TEST(Script, ForcedMovesMayBeWrittenOrLeftOut) {
  const std::string painted = commit_phase + "A commit 6\nB commit 5\nA paint 0\nA paint 1\n";
  expect_holds(painted + "A paint 2\nA pass\n");
  expect_holds(painted + "A pass\n");
  // The expectation looks past the forced move and does not play it.
  expect_holds(painted + "expect A.points 10\nexpect phase peek\nA paint 2\nA pass\n");
  expect_holds(painted + "expect legal A = peek B | pass\n");
}

TEST(Script, NothingButForcedMovesIsLenient) {
  expect_fails(commit_phase + "A commit 6\nB commit 5\nA pass\n", 11,
               "A cannot 'pass': refused by toy.phase; legal are paint 0 | paint 1 | paint 2");
  expect_fails(commit_phase + "A commit 5\n", 9, "refused by toy.commit");
  expect_fails("game toy\nplayers 2\nA commit 1\n", 3, "to move: chance (deal 1 | deal 2 | deal 3 | deal 4 | deal 5 | deal 6)");
  expect_fails(commit_phase + "chance any\n", 9, "chance has nothing to deal");
  expect_fails(commit_phase + "chance prize 1\n", 9, "to move: A B");
}

TEST(Script, AFailureShowsWhatWasExpectedFoundAndThePosition) {
  const ScriptReport report = run(commit_phase + "expect A.hand 1 4 5\n");
  ASSERT_EQ(report.failures.size(), 1u);
  const std::string said = describe(report, report.failures[0]);
  EXPECT_THAT(said, HasSubstr("t.game:9: expected A.hand 1 4 5, found 1 4 6"));
  EXPECT_THAT(said, HasSubstr("      A.hand 1 4 6"));
  EXPECT_THAT(said, HasSubstr("# to move: A B"));
}

TEST(Script, EachKindOfExpectationCanFail) {
  expect_fails(commit_phase + "expect legal A = commit 1 | commit 4 | commit 5\n", 9,
               "expected also commit 5; not expected commit 6; found commit 1 | commit 4 | commit 6");
  expect_fails(commit_phase + "expect legal A has commit 5\n", 9, "expected also commit 5");
  expect_fails(commit_phase + "expect legal A lacks commit 6 | commit 5\n", 9, "expected without commit 6");
  expect_fails(commit_phase + "A commit 1\nexpect legal A lacks commit 6\n", 10, "expected A to move, found: B");
  expect_fails(commit_phase + "expect legal = commit 6\n", 9, "name the seat");
  expect_fails(commit_phase + "expect refused A commit 6\n", 9, "found it legal");
  expect_fails(commit_phase + "expect refused A commit 5 because toy.turn\n", 9, "found it refused by toy.commit");
  expect_fails(commit_phase + "expect waiting A\n", 9, "expected to move A, found A B");
  expect_fails(commit_phase + "expect over\n", 9, "to move: A B");
  expect_fails(commit_phase + "expect winner A\n", 9, "found none");
  expect_fails(commit_phase + "expect sight B A.hand 1 4 6\n", 9, "found ?");
  expect_fails(commit_phase + "expect prompt A toy.prompt.paint\n", 9, "found toy.prompt.commit by toy.commit");
  expect_fails(commit_phase + "expect score A toy.score.points 1\n", 9, "found 0");
  expect_fails(commit_phase + "expect prize > 2\n", 9, "expected prize > 2, found 2");
  expect_fails(commit_phase + "expect prize != 2\n", 9, "expected prize != 2, found 2");
  expect_fails(commit_phase + "expect A.hand lacks 1 2\n", 9, "found 1 4 6");
  expect_fails(commit_phase + "expect impossible\n", 9, "found a possible one");
  expect_fails(commit_phase + "perft 1 5\n", 9, "expected 5 sequences of 1 actions, found 6");
}

TEST(Script, WhatCannotBeUnderstoodIsMalformedAndNamesTheLine) {
  expect_fails(commit_phase + "expct over\n", 9, "did you mean 'expect'?", true);
  expect_fails(commit_phase + "A comit 6\n", 9, "unknown action 'comit'", true);
  expect_fails(commit_phase + "C commit 6\n", 9, "seat C is not at this table of 2", true);
  expect_fails(commit_phase + "A\n", 9, "needs an action", true);
  expect_fails(commit_phase + "expect A.hnd 6\n", 9, "did you mean 'A.hand'?", true);
  expect_fails(commit_phase + "expect prize\n", 9, "say what 'prize' should be", true);
  expect_fails(commit_phase + "expect prize > x\n", 9, "is no number", true);
  expect_fails(commit_phase + "expect waiting Z\n", 9, "is no seat", true);
  expect_fails(commit_phase + "players 3\n", 9, "come first", true);
  expect_fails(commit_phase + "perft 99 1\n", 9, "depth of 1 to", true);
  expect_fails("game toy\nplayers 9\nexpect over\n", 2, "players must be a number", true);
  expect_fails("game toy\nplayers 4\nexpect over\n", 3, "toy is for 2 to 3 players", true);
  expect_fails("game chess\nplayers 2\nexpect over\n", 3, "unknown game 'chess'", true);
  expect_fails("game toy\nplayers 2\noption peek=maybe\nexpect over\n", 4, "peek", true);
  expect_fails("players 2\nexpect over\n", 2, "does not say 'game NAME'", true);
  expect_fails("# only a comment\n", 1, "no scene", true);
  expect_fails("game toy\nplayers 2\nposition\n  prize 1\n", 3, "not closed by 'end'", true);
}

TEST(Script, AFaultOfAPositionNamesItsLine) {
  const std::string head = "game toy\nplayers 2\nposition\n  prize 1\n";
  expect_fails(head + "  A.hnd 6\nend\nexpect prize 1\n", 5, "did you mean 'A.hand'?", true);
  expect_fails(head + "  prize 2\nend\nexpect prize 1\n", 5, "given twice", true);
  expect_fails(head + "  deck 1 2\nend\n", 5, "computed", true);
  expect_fails(head + "  A.hand\nend\n", 5, "has no value", true);
  expect_fails(head + "  A.hand 6*2\n  B.hand 6*2\nend\n", 3, "more cards", true);
}

TEST(Script, AnImpossiblePositionCanBeExpected) {
  const std::string head = "game toy\nplayers 2\nposition\n  A.hand 6*2\n  B.hand 6*2\nend\n";
  expect_holds(head + "expect impossible because more cards\n");
  expect_holds(head + "expect impossible\n");
  expect_fails(head + "expect impossible because of the weather\n", 7, "found: more cards", false);
}

TEST(Script, ScenesShareTheHeaderAndFailAlone) {
  const ScriptReport report =
      run("game toy\nplayers 2\n"
          "scene one\n# rule: toy.commit toy.paint\nposition\n phase commit\n A.hand 1\n B.hand 2\nend\nexpect waiting A B\n"
          "scene two\nposition\n phase commit\n A.hand 1\n B.hand 2\nend\nexpect waiting A\n"
          "scene three\nplayers 3\noption peek=no\ndeal 1\nexpect waiting A B C\n");
  EXPECT_EQ(report.scenes, 3);
  EXPECT_EQ(report.passed, 2);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].scene, "two");
  EXPECT_EQ(report.rules, (std::vector<std::string>{"toy.commit", "toy.paint"}));
}

TEST(Script, CountsSequences) {
  // Two seats commit at the same time: 3 + 3 first acts, then 3 answers each.
  expect_holds(commit_phase + "perft 1 6\nperft 2 18\nperft 3 54\n");
  const ScriptReport report = run(commit_phase + "perft 3 ?\n");
  ASSERT_EQ(report.counts.size(), 1u);
  EXPECT_EQ(report.counts[0].found, 54u);
  // From the set-up chance is an actor; sampled follows one outcome of it and does not count it.
  expect_holds("game toy\nplayers 2\nperft 1 6\nperft 2 36\n");
  const ScriptReport sampled = run("game toy\nplayers 2\nperft sampled 5 1 ?\nperft sampled 5 2 ?\n");
  ASSERT_EQ(sampled.counts.size(), 2u);
  EXPECT_GE(sampled.counts[0].found, 2u);
  EXPECT_LE(sampled.counts[0].found, 6u);
}

TEST(Script, PerftStopsAtItsBound) {
  const GamePtr toy = toy::make_toy();
  const auto count = perft(*toy, toy->start(3), perft_depth_max + 1);
  ASSERT_FALSE(count);
  EXPECT_THAT(count.fault().reason, HasSubstr("depth"));
}

TEST(Position, PrintsWhatItReads) {
  const GamePtr toy = toy::make_toy({{"peek", "no"}});
  AnyState state = toy->start(3);
  Rng rng(3);
  EventLog log;
  for (int ply = 0; !toy->waiting_on(state).empty(); ++ply) {
    const std::string text = print_position(*toy, state, 3);
    auto again = open_position(text, toys());
    ASSERT_TRUE(again) << again.fault().text() << "\n" << text;
    EXPECT_TRUE(again->state == state) << text;
    EXPECT_EQ(print_position(*again->game, again->state, 3), text);
    const SeatSet waiting = toy->waiting_on(state);
    if (waiting.has(Seat::Chance)) {
      toy->apply(state, Seat::Chance, toy->outcome(state, rng.below(toy->odds(state))), log);
      continue;
    }
    ActionList legal;
    toy->legal(toy->sight(state, waiting.lowest()), legal);
    toy->apply(state, waiting.lowest(), legal[rng.below(static_cast<u32>(legal.size()))], log);
  }
}

TEST(Position, HidesWhatASeatMayNotKnow) {
  const GamePtr toy = toy::make_toy();
  auto opened = open_position(commit_phase, toys());
  ASSERT_TRUE(opened);
  const std::string seen = print_position(*toy, opened->state, 2, Seat::A);
  EXPECT_THAT(seen, HasSubstr("A.hand 1 4 6\n"));
  EXPECT_THAT(seen, HasSubstr("B.hand ?\n"));
  auto back = open_position(seen, toys());
  ASSERT_FALSE(back) << "a position with secrets left out cannot be played";
  EXPECT_GT(back.fault().line, 0);
}

TEST(Position, FaultsHaveALineAndAReason) {
  const auto fault_of = [](const std::string& text) {
    auto opened = open_position(text, toys());
    return opened ? "" : opened.fault().text();
  };
  EXPECT_EQ(fault_of("players 2\nprize 1\n"), "line 1: a position begins with 'game NAME'");
  EXPECT_EQ(fault_of("game toy\nprize 1\n"), "line 1: a position says 'players N' before its fields");
  EXPECT_EQ(fault_of("game toy\nplayers two\n"), "line 2: players must be a number from 1 to 5, not 'two'");
  EXPECT_EQ(fault_of("game toy\nplayers 2\nposition\nprize 1\nend\nprize 2\n"), "line 6: nothing may follow 'end'");
  EXPECT_EQ(fault_of("game toy\nplayers 2\nprise 1\n"), "line 3: unknown field 'prise'; did you mean 'prize'?");
  EXPECT_THAT(fault_of(std::string(position_bytes_max + 1, 'x')), HasSubstr("at most"));
}

}  // namespace
}  // namespace trestle
