// The four ways to win, and the moment at which they are looked at.
#include "games/throne/throne_table.hpp"

namespace trestle::test {

TEST(ThroneGoal, FortyFiveCoinsWin) {
  RULE("throne.goal.coins");
  two(R"(
position
phase play
A.coins 37
A.units miner*3
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 45
expect ending coins
expect winner A
)");
}

TEST(ThroneGoal, FortyFourCoinsDoNotWin) {
  RULE("throne.goal.coins");
  two(R"(
position
phase play
A.coins 36
A.units miner*3
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 44
expect ending none
)");
}

TEST(ThroneGoal, MoreThanFortyFiveCoinsWin) {
  RULE("throne.goal.coins");
  two(R"(
position
phase play
A.coins 44
A.units miner*3
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 52
expect winner A
)");
}

TEST(ThroneGoal, ThreeFullSetsWithFifteenCoinsWin) {
  RULE("throne.goal.sets");
  two(R"(
position
phase play
A.coins 15
A.units miner*3 knight*3 royal
A.hand royal
end
A play royal
expect ending sets
expect winner A
)");
}

TEST(ThroneGoal, TwoFullSetsDoNotWin) {
  RULE("throne.goal.sets");
  two(R"(
position
phase play
A.coins 15
A.units miner*3 knight*2
A.hand knight
end
A play knight
expect A.sets 2
expect ending none
)");
}

TEST(ThroneGoal, Ruling9_ThreeSetsWithFourteenCoinsDoNotWin) {
  RULE("throne.goal.sets");
  two(R"(
position
phase play
A.coins 14
A.units miner*3 knight*3 royal
A.hand royal
end
A play royal
expect A.sets 3
expect ending none
)");
}

TEST(ThroneGoal, Ruling9_TheCoinsMayComeAfterTheSets) {
  RULE("throne.goal.sets");
  two(R"(
position
phase play
A.coins 14
A.units miner*3 knight*3 royal
A.hand royal no-wizard-royal
end
A play royal
A play no-wizard-royal
A activate miner
expect ending sets
expect A.coins 22
)");
}

TEST(ThroneGoal, Ruling11_TheVirtualFarmerCompletesASet) {
  RULE("throne.goal.sets", "throne.virtual.card", "throne.race.humans.agriculture");
  two(R"(
position
phase play
A.race humans
A.coins 15
A.units farmer*2 miner*3 knight*3
A.hand farmer
end
expect A.sets 2
A play farmer
expect ending sets
)");
}

TEST(ThroneGoal, AllSevenProfessionsWithFifteenCoinsWin) {
  RULE("throne.goal.professions");
  two(R"(
position
phase play
A.coins 15
A.units farmer miner hunter soldier wizard knight
A.hand royal
end
A play royal
expect ending professions
expect winner A
)");
}

TEST(ThroneGoal, SixProfessionsDoNotWin) {
  RULE("throne.goal.professions");
  two(R"(
position
phase play
A.units farmer miner hunter soldier wizard
A.hand knight
end
A play knight
expect A.professions 6
expect ending none
)");
}

TEST(ThroneGoal, Ruling9_SevenProfessionsWithFourteenCoinsDoNotWin) {
  RULE("throne.goal.professions");
  two(R"(
position
phase play
A.coins 14
A.units farmer miner hunter soldier wizard knight
A.hand royal
end
A play royal
expect A.professions 7
expect ending none
)");
}

TEST(ThroneGoal, Ruling10_ARoyalInTheHandIsNoProfessionInPlay) {
  RULE("throne.goal.professions");
  two(R"(
position
phase play
A.coins 14
A.units farmer miner hunter soldier wizard knight
A.hand royal no-wizard-royal
trade royal
end
A play no-wizard-royal
A activate miner
expect A.coins 16
expect ending none
)");
}

TEST(ThroneGoal, Ruling10_TheVirtualRoyalIsAProfessionInPlay) {
  RULE("throne.goal.professions", "throne.virtual.card", "throne.race.deities.prestige");
  two(R"(
position
phase play
A.race deities
A.units farmer miner hunter soldier wizard
A.hand knight
end
A play knight
expect ending professions
expect A.units farmer miner hunter soldier wizard knight
)");
}

TEST(ThroneGoal, TheLastPlayerOfTwoWins) {
  RULE("throne.goal.last");
  two(R"(
position
phase play
A.units knight
A.hand no-wizard-royal
B.coins 3
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect ending last
expect winner A
)");
}

TEST(ThroneGoal, WithThreePlayersTheFirstEliminationDoesNotEndTheGame) {
  RULE("throne.goal.last");
  three(R"(
position
phase play
A.units knight
A.hand no-wizard-royal
B.coins 3
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.in no
expect ending none
)");
}

TEST(ThroneGoal, TheLastOfThreeWins) {
  RULE("throne.goal.last");
  three(R"(
position
phase play
A.units knight
A.hand no-wizard-royal
B.coins 0
C.coins 3
end
A play no-wizard-royal
A activate knight
A attack C
C pay
expect ending last
expect winner A
)");
}

TEST(ThroneGoal, OneTeamLeftIsEnoughAtFour) {
  RULE("throne.goal.last", "throne.out.team");
  four(R"(
position
phase play
A.units knight
A.hand no-wizard-royal
B.coins 3
end
A play no-wizard-royal
A activate knight
A attack D
D pay
expect ending last
expect winner A C
)");
}

TEST(ThroneGoal, Ruling5_WonInTheTurnOfAnother) {
  RULE("throne.goal.now");
  two(R"(
position
phase play
A.hand purchase
B.coins 43
B.units miner
end
A play purchase
A purchase B miner
expect turn A
expect ending coins
expect winner B
)");
}

TEST(ThroneGoal, Ruling7_NothingHasToBeAnnounced) {
  RULE("throne.goal.now");
  two(R"(
position
phase play
A.coins 43
A.units miner
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect over
expect waiting none
)");
}

TEST(ThroneGoal, Ruling8_FortyFiveCoinsBeforeUpkeepAreEnough) {
  RULE("throne.goal.now");
  two(R"(
position
phase play
A.coins 37
A.units miner*3 farmer*4
A.hand no-wizard-royal
end
expect A.upkeep 7
A play no-wizard-royal
A activate miner
expect winner A
)");
}

TEST(ThroneGoal, Ruling67_ThePriceOfAPurchaseIsPaidBeforeAnybodyLooks) {
  RULE("throne.goal.now", "throne.skill.purchase");
  two(R"(
position
phase play
A.coins 16
A.units farmer miner hunter soldier wizard knight
A.hand purchase
B.units royal
end
A play purchase
A purchase B royal
expect A.coins 14
expect A.professions 7
expect ending none
)");
}

TEST(ThroneGoal, Ruling67_TheSoldUnitIsGoneBeforeAnybodyLooks) {
  RULE("throne.goal.now", "throne.skill.purchase");
  two(R"(
position
phase play
A.hand purchase
B.coins 13
B.units miner*3 knight*3 royal*2
end
A play purchase
A purchase B royal
expect B.coins 15
expect B.sets 2
expect ending none
)");
}

TEST(ThroneGoal, Ruling6_OfTwoAtOnceTheActivePlayerWins) {
  RULE("throne.goal.order");
  two(R"(
position
phase play
A.coins 17
A.units farmer miner hunter soldier wizard knight
A.hand purchase
B.coins 43
B.units royal
end
A play purchase
A purchase B royal
expect A.coins 15
expect B.coins 45
expect ending professions
expect winner A
)");
}

TEST(ThroneGoal, Ruling6_TheActivePlayerComesFirstInEverySeat) {
  RULE("throne.goal.order");
  three(R"(
position
turn C
phase play
C.coins 17
C.units farmer miner hunter soldier wizard knight
C.hand purchase
A.coins 43
A.units royal
end
C play purchase
C purchase A royal
expect A.coins 45
expect winner C
)");
}

TEST(ThroneGoal, Ruling13_UnitsOfTeammatesAreNotAddedUp) {
  RULE("throne.goal.team");
  four(R"(
position
phase play
A.units farmer miner hunter soldier
C.units wizard knight
C.race deities
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 22
expect ending none
)");
}

TEST(ThroneGoal, Ruling13_SetsOfTeammatesAreNotAddedUp) {
  RULE("throne.goal.team");
  four(R"(
position
phase play
A.units miner*3 royal*2
C.units knight*3
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 28
expect ending none
)");
}

TEST(ThroneGoal, Ruling13_OnePlayersSetsAndTheTeamsPurseWinForBoth) {
  RULE("throne.goal.team", "throne.setup.teams");
  four(R"(
position
turn C
phase play
A.coins 15
C.units miner*3 knight*3 royal
C.hand royal
end
C play royal
expect ending sets
expect winner A C
)");
}

TEST(ThroneGoal, TheTeamsCoinsWinForBoth) {
  RULE("throne.goal.coins", "throne.setup.teams");
  four(R"(
position
turn B
phase play
D.coins 37
B.units miner*3
B.hand no-wizard-royal
end
B play no-wizard-royal
B activate miner
expect winner B D
)");
}

TEST(ThroneGoal, TheTeammateWinsByCoinsThatComeInAnothersTurn) {
  RULE("throne.goal.now", "throne.goal.team");
  four(R"(
position
turn A
phase play
A.hand purchase
B.coins 13
D.units farmer miner hunter soldier wizard knight royal
B.units miner
end
A play purchase
A purchase B miner
expect B.coins 15
expect ending professions
expect winner B D
)");
}

}  // namespace trestle::test
