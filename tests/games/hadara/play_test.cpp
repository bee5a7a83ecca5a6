// Hadara as it is played: secret choices in a match, what can be taken back, bots, and the pages that teach its notation.
#include <gtest/gtest.h>

#include "bots/bots.hpp"
#include "bots/judgements.hpp"
#include "games/hadara/rules.hpp"
#include "games/registry.hpp"
#include "match/match.hpp"
#include "match/script.hpp"
#include "support/documents.hpp"
#include "support/rule.hpp"
#include "support/scale.hpp"

namespace trestle {
namespace {

using hadara::Do;
using hadara::Hadara;

GamePtr hadara_game(const Options& options = {}) {
  auto game = make_game("hadara", options);
  CHECK(bool(game));
  return *game;
}

Match new_match(int seats, u64 seed, const Options& options = {}) {
  auto match = Match::create({hadara_game(options), seats, {}, {}, {}, true}, std::make_unique<SeededDealer>(seed));
  CHECK(bool(match));
  return std::move(*match);
}

Action first_choice(const Match& match, Seat seat) {
  ActionList list;
  match.game().legal(match.sight(seat), list);
  CHECK(!list.empty());
  return list[0];
}

bool submit(Match& match, Seat seat, Action action) { return bool(match.submit(seat, std::span(&action, 1), match.seq())); }

TEST(HadaraMatch, AChoiceCanBeTakenBackUntilAllHaveChosen) {
  RULE("hadara.wheel.secret");
  Match match = new_match(3, 11);
  ASSERT_TRUE(submit(match, match.waiting_on().lowest(), first_choice(match, match.waiting_on().lowest())));  // the wheel
  ASSERT_EQ(match.waiting_on(), SeatSet::first(3));
  ASSERT_TRUE(submit(match, Seat::B, first_choice(match, Seat::B)));
  EXPECT_TRUE(match.can_undo(Seat::B));
  ASSERT_TRUE(match.undo(Seat::B));
  EXPECT_EQ(match.waiting_on(), SeatSet::first(3));
  for (Seat seat : {Seat::C, Seat::A, Seat::B}) ASSERT_TRUE(submit(match, seat, first_choice(match, seat)));
  for (Seat seat : {Seat::A, Seat::B, Seat::C}) EXPECT_FALSE(match.can_undo(seat)) << seat_name(seat);
}

TEST(HadaraMatch, OthersAreToldThatACardWasSoldButNotWhich) {
  RULE("hadara.card.face-down", "hadara.wheel.draw");
  const auto rules = Hadara::make(built_in_edition("hadara"), {});
  ASSERT_TRUE(bool(rules));
  auto state = rules->start(2);
  Rng rng(3);
  EventLog log;
  while (rules->waiting_on(state.pub) != SeatSet::first(2)) {
    const Seat seat = rules->waiting_on(state.pub).lowest();
    ActionList list;
    if (seat != Seat::Chance) rules->legal(sight_of(state, seat), list);
    rules->apply(state, seat, seat == Seat::Chance ? sample(*rules, state, rng) : list[0], log);
  }
  const hadara::Card sold = state.of(Seat::A).pair[1];
  rules->apply(state, Seat::A, hadara::act(Do::sell, sold), log);
  rules->apply(state, Seat::B, hadara::act(Do::sell, state.of(Seat::B).pair[0]), log);
  int outlines = 0, wholes = 0;
  for (const Event& event : log.events) {
    if (event.seat != Seat::A) continue;
    const auto told = static_cast<hadara::Told>(event.kind);
    if (told == hadara::Told::sold_hidden) {
      ++outlines;
      EXPECT_FALSE(event.audience.has(Seat::A));
      EXPECT_TRUE(event.audience.has(Seat::B) && event.audience.has(Seat::Table));
    }
    if (told == hadara::Told::sold || told == hadara::Told::drew) {
      ++wholes;
      EXPECT_EQ(event.audience, only(Seat::A));
    }
  }
  EXPECT_EQ(outlines, 1);
  EXPECT_EQ(wholes, 2);
  EXPECT_TRUE(state.of(Seat::A).sold[hadara::colour_of(sold)] & hadara::bit_of(sold));
}

TEST(HadaraMatch, ARecordOfAWholeGameReplays) {
  for (int seats = 2; seats <= 5; ++seats) {
    Match match = new_match(seats, static_cast<u64>(seats), {{"side", "choice"}, {"segments", "shuffled"}});
    Rng rng(5);
    ActionList list;
    while (!match.over()) {
      const Seat seat = match.waiting_on().lowest();
      match.game().legal(match.sight(seat), list);
      ASSERT_TRUE(submit(match, seat, list[rng.below(static_cast<u32>(list.size()))]));
    }
    match.close_record();
    const std::string text = print_record(match.record());
    const auto record = parse_record(text);
    ASSERT_TRUE(bool(record));
    const auto again = Match::resume(match.game_ptr(), *record, std::make_unique<SeededDealer>(static_cast<u64>(seats)));
    ASSERT_TRUE(bool(again)) << again.fault().text();
    EXPECT_TRUE(again->state() == match.state());
  }
}

// One greedy bot among random ones; the totals of the greedy one and whether it won.
struct Outcome {
  int total = 0;
  bool won = false;
};

Outcome greedy_among(const Hadara& rules, int seats, u64 game, bool all_greedy) {
  Rng rng = Rng::for_item(21, game);
  GreedyPolicy<Hadara> greedy;
  RandomPolicy<Hadara> random;
  NullSink none;
  auto state = rules.start(seats);
  for (SeatSet waiting = rules.waiting_on(state.pub); !waiting.empty(); waiting = rules.waiting_on(state.pub)) {
    const Seat seat = waiting.lowest();
    Action action;
    if (seat == Seat::Chance)
      action = sample(rules, state, rng);
    else if (seat == Seat::A || all_greedy)
      action = greedy.choose(rules, sight_of(state, seat), rng);
    else
      action = random.choose(rules, sight_of(state, seat), rng);
    rules.apply(state, seat, action, none);
  }
  return {rules.points(state.pub.of(Seat::A)).total(), rules.standing(state)[0] == 1};
}

TEST(HadaraBots, GreedyBeatsRandom) {
  const auto rules = Hadara::make(built_in_edition("hadara"), {});
  ASSERT_TRUE(bool(rules));
  const int games = static_cast<int>(test::scaled(400, 40));
  int won = 0;
  for (int i = 0; i < games; ++i) won += greedy_among(*rules, 2 + i % 4, static_cast<u64>(i), false).won;
  EXPECT_GE(won * 100, games * 95);
}

TEST(HadaraBots, GreedyScoresInTheRegionOfTheRulebooksExample) {
  constexpr int example = 149;
  const auto rules = Hadara::make(built_in_edition("hadara"), {});
  ASSERT_TRUE(bool(rules));
  for (int seats = 2; seats <= 5; ++seats) {
    const int games = static_cast<int>(test::scaled(400, 60));
    int sum = 0;
    for (int i = 0; i < games; ++i) sum += greedy_among(*rules, seats, static_cast<u64>(i), true).total;
    EXPECT_NEAR(sum / games, example, 20) << seats << " players";
  }
}

TEST(HadaraPages, ScriptsOfTheNotationPageHold) {
  const std::string page = "docs/notation.d/hadara.md";
  const auto blocks = test::fenced_blocks(test::read_repository_file(page), "game");
  ASSERT_FALSE(blocks.empty());
  for (const auto& block : blocks) {
    const ScriptReport report = run_script(block.text, page, registered_games());
    for (const ScriptFailure& failure : report.failures) ADD_FAILURE() << describe(report, failure);
    EXPECT_GT(report.expectations, 0);
  }
}

TEST(HadaraPages, GoldenScriptsAreThere) { EXPECT_GE(test::repository_files("tests/games/hadara/golden", ".game").size(), 5u); }

}  // namespace
}  // namespace trestle
