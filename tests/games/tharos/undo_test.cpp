// Taking back in Tharos, through a match: steps of the action under way one by one, up to the last roll, draw or act of another.
#include <gtest/gtest.h>

#include "games/registry.hpp"
#include "support/match_play.hpp"
#include "support/rule.hpp"

namespace trestle::test {
namespace {

class TharosUndo : public ::testing::Test {
 protected:
  // A match from a position; chance is dealt by hand, so that nothing happens that a test does not say.
  void begin(const std::string& fields, int seats = 2) {
    auto game = make_game("tharos");
    ASSERT_TRUE(game);
    MatchSetup setup;
    setup.game = *game;
    setup.seats = seats;
    setup.play_forced = false;
    setup.position_text = "game tharos\nplayers " + std::to_string(seats) + "\nposition\n" + fields + "end\n";
    auto match = Match::create_by_hand(std::move(setup));
    ASSERT_TRUE(match) << match.fault().text();
    match_ = std::make_unique<Match>(std::move(*match));
  }
  Match& match() { return *match_; }
  u64 now() const { return match_->state().hash(); }

  void act(Seat seat, std::string_view text) {
    const auto action = match().game().parse(text);
    ASSERT_TRUE(action) << action.fault().text();
    if (seat == Seat::Chance) {
      ASSERT_TRUE(bool(match().deal(*action, match().seq()))) << text;
    } else {
      const SubmitResult result = submit(match(), seat, *action);
      ASSERT_TRUE(bool(result)) << text << ": " << result.refusal.clause;
    }
  }

  // Plays the steps of A, then takes all of them back one by one: each time the table is as it was before the step.
  void there_and_back(const std::vector<std::string>& steps) {
    std::vector<u64> before;
    for (const std::string& step : steps) {
      before.push_back(now());
      ASSERT_NO_FATAL_FAILURE(act(Seat::A, step));
    }
    for (; !before.empty(); before.pop_back()) {
      ASSERT_TRUE(match().undo(Seat::A)) << steps[before.size() - 1];
      EXPECT_EQ(now(), before.back()) << steps[before.size() - 1];
    }
    EXPECT_FALSE(match().can_undo(Seat::A)) << "nothing is left to take back";
  }

 private:
  std::unique_ptr<Match> match_;
};

TEST_F(TharosUndo, StepsOfTheActionUnderWay) {
  RULE("tharos.turn.actions");
  ASSERT_NO_FATAL_FAILURE(begin("A.dice white2 blue5\nA.guild a1\n"));
  there_and_back({"do guild-region", "die white2", "die blue5", "at a2"});
}

TEST_F(TharosUndo, MoneyBuildingsAndOwnership) {
  RULE("tharos.build.cost", "tharos.build.own");
  ASSERT_NO_FATAL_FAILURE(begin("A.dice yellow4 red2\nA.jars 14\n"));
  there_and_back({"do build", "die yellow4", "build civilian-office", "own", "use civilian-office", "pick red2", "turn 6"});
}

TEST_F(TharosUndo, ARegionEffectAndADyedDie) {
  RULE("tharos.card.steam-dyer.action", "tharos.transform.placing");
  ASSERT_NO_FATAL_FAILURE(begin("effect plus-1\nA.cards steam-dyer\nA.dice red3 white5\n"));
  there_and_back({"do steam-dyer", "die red3", "do mine", "die white5 as blue6", "at a2"});
}

TEST_F(TharosUndo, AnActionCardAndItsChoices) {
  RULE("tharos.card-40");
  ASSERT_NO_FATAL_FAILURE(begin("A.hand 40\nA.dice red2\nA.cards organizer\nA.organizer 1\nA.guild a1\nA.mines a1 b1\n"));
  there_and_back({"play 40", "on organizer", "at a1", "at b1", "medal trade", "do little-money", "die red2"});
}

TEST_F(TharosUndo, NothingBeforeARoll) {
  RULE("tharos.reroll");
  ASSERT_NO_FATAL_FAILURE(begin("A.dice white2 red1 red4\n"));
  act(Seat::A, "do reroll");
  act(Seat::A, "die white2");
  act(Seat::A, "pick red1");
  EXPECT_TRUE(match().can_undo(Seat::A)) << "before the roll another die may still be chosen";
  act(Seat::A, "done");
  act(Seat::Chance, "roll 5");
  EXPECT_FALSE(match().can_undo(Seat::A));
  EXPECT_FALSE(match().undo(Seat::A));
}

TEST_F(TharosUndo, AfterARollOnlyWhatCameAfterIt) {
  RULE("tharos.card.organizer.marker");
  ASSERT_NO_FATAL_FAILURE(begin("A.cards organizer\nA.organizer 1\nB.passed yes\n"));
  act(Seat::A, "do organizer-draw");
  act(Seat::Chance, "draw red");
  act(Seat::Chance, "roll 6");
  there_and_back({"do mine", "die red6", "at b1"});
}

TEST_F(TharosUndo, NothingBeforeADrawnCardButTheChoiceAmongThem) {
  RULE("tharos.cards.plenty");
  ASSERT_NO_FATAL_FAILURE(begin("A.dice white4\n"));
  act(Seat::A, "do plenty-choices");
  act(Seat::A, "die white4");
  act(Seat::Chance, "deal 7");
  EXPECT_FALSE(match().can_undo(Seat::A));
  act(Seat::Chance, "deal 30");
  EXPECT_FALSE(match().can_undo(Seat::A));
  // The player chose among cards already seen; what the choice showed was the player's own.
  there_and_back({"card 30"});
}

TEST_F(TharosUndo, NothingOnceAnotherPlayerActs) {
  RULE("tharos.turn.actions");
  ASSERT_NO_FATAL_FAILURE(begin("A.dice red2\nB.dice red2\n"));
  act(Seat::A, "do little-money");
  act(Seat::A, "die red2");
  EXPECT_EQ(match().waiting_on(), only(Seat::B));
  EXPECT_TRUE(match().can_undo(Seat::A));
  EXPECT_FALSE(match().can_undo(Seat::B));
  act(Seat::B, "do little-money");
  EXPECT_FALSE(match().can_undo(Seat::A));
  EXPECT_TRUE(match().can_undo(Seat::B));
}

TEST_F(TharosUndo, ARecordWithStepsTakenBackReplays) {
  ASSERT_NO_FATAL_FAILURE(begin("A.dice red2 red5\nB.passed yes\n"));
  act(Seat::A, "do little-money");
  act(Seat::A, "die red2");
  ASSERT_TRUE(match().undo(Seat::A));
  act(Seat::A, "die red5");
  const auto again = parse_record(print_record(match().record()));
  ASSERT_TRUE(again);
  const auto replayed = Match::replay(match().game_ptr(), *again, nullptr);
  ASSERT_TRUE(replayed) << replayed.fault().text();
  EXPECT_EQ(replayed->state().hash(), now());
}

}  // namespace
}  // namespace trestle::test
