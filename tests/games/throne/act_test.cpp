// Activated professions: action cards, producing, attacking and defending, demanding.
#include "games/throne/throne_table.hpp"

namespace trestle::test {

TEST(ThroneAction, OneProfessionActsForACard) {
  RULE("throne.action.activate");
  two(R"(
position
phase play
A.units farmer miner
A.hand no-wizard-royal
end
A play no-wizard-royal
expect legal = activate farmer | activate miner
A activate miner
expect A.coins 22
expect activated miner
)");
}

TEST(ThroneAction, AProfessionWithoutAUnitDoesNotAct) {
  RULE("throne.action.activate");
  two(R"(
position
phase play
A.units miner
A.hand no-wizard-royal
end
A play no-wizard-royal
expect refused A activate hunter because throne.action.activate
)");
}

TEST(ThroneAction, UnitsDoNothingWithoutACard) {
  RULE("throne.action.activate");
  two(R"(
position
phase play
A.units miner*3
end
expect legal = done
)");
}

TEST(ThroneAction, ACardInTheHandIsNotAUnitInPlay) {
  RULE("throne.action.activate");
  two(R"(
position
phase play
A.hand miner double-miner
end
expect refused A play double-miner because throne.action.activate
)");
}

TEST(ThroneAction, CrossedOutProfessionsDoNotAct) {
  RULE("throne.action.crossed");
  two(R"(
position
phase play
A.units miner wizard royal
A.hand no-wizard-royal
end
A play no-wizard-royal
expect legal = activate miner
expect refused A activate wizard because throne.action.crossed
expect refused A activate royal because throne.action.crossed
)");
}

TEST(ThroneAction, AnotherCardHasOtherCrosses) {
  RULE("throne.action.crossed");
  two(R"(
position
phase play
A.units farmer miner wizard
A.hand no-farmer-miner
end
A play no-farmer-miner
expect legal = activate wizard
)");
}

TEST(ThroneAction, AProfessionActsOnceATurn) {
  RULE("throne.action.once");
  two(R"(
position
phase play
A.units miner farmer
A.hand no-wizard-royal*2
end
A play no-wizard-royal
A activate miner
A play no-wizard-royal
expect legal = activate farmer
expect refused A activate miner because throne.action.once
)");
}

TEST(ThroneAction, ACardIsRefusedWhenAllHaveActed) {
  RULE("throne.action.once");
  two(R"(
position
phase play
A.units miner
A.hand no-wizard-royal*2
end
A play no-wizard-royal
A activate miner
expect refused A play no-wizard-royal because throne.action.once
)");
}

TEST(ThroneAction, TheNextTurnBeginsAfresh) {
  RULE("throne.action.once");
  two(R"(
position
phase play
A.units miner
A.hand no-wizard-royal*2
end
A play no-wizard-royal
A activate miner
A done
A pay
A done
B charge
B done
A charge
A play no-wizard-royal
A activate miner
expect A.coins 23
)");
}

TEST(ThroneAction, Ruling34_OtherProfessionsMayActInTheSameTurn) {
  RULE("throne.action.once");
  two(R"(
position
phase play
A.units miner*3 hunter*3
A.hand no-wizard-royal double-miner
end
A play double-miner
A play no-wizard-royal
A activate hunter
expect A.coins 43
)");
}

TEST(ThroneAction, Ruling34_AUnitPlayedLaterDoesNotRenewTheProfession) {
  RULE("throne.action.once");
  two(R"(
position
phase play
A.units miner
A.hand no-wizard-royal*2 miner
end
A play no-wizard-royal
A activate miner
A play miner
expect refused A play no-wizard-royal because throne.action.once
)");
}

TEST(ThroneAction, Ruling35_NoDoubleAfterAGeneralAction) {
  RULE("throne.action.once");
  two(R"(
position
phase play
A.units miner
A.hand no-wizard-royal double-miner
end
A play no-wizard-royal
A activate miner
expect refused A play double-miner because throne.action.once
)");
}

TEST(ThroneAction, Ruling35_NoGeneralActionAfterADouble) {
  RULE("throne.action.once");
  two(R"(
position
phase play
A.units miner farmer
A.hand no-wizard-royal double-miner
end
A play double-miner
A play no-wizard-royal
expect refused A activate miner because throne.action.once
)");
}

TEST(ThroneAction, Ruling35_NoSecondDouble) {
  RULE("throne.action.once");
  two(R"(
position
phase play
A.units miner
A.hand double-miner*2
end
A play double-miner
expect refused A play double-miner because throne.action.once
)");
}

TEST(ThroneAction, ADoubleCardActsTwice) {
  RULE("throne.action.double");
  two(R"(
position
phase play
A.units farmer*4 miner*3
A.hand double-miner
end
A play double-miner
expect A.coins 36
)");
}

TEST(ThroneAction, ADoubleCardCostsOnePoint) {
  RULE("throne.action.double", "throne.play.point");
  two(R"(
position
phase play
points 2
A.units miner
A.hand double-miner
end
A play double-miner
expect points 1
)");
}

TEST(ThroneAction, ADoubleCardNeedsItsOwnProfession) {
  RULE("throne.action.double", "throne.action.activate");
  two(R"(
position
phase play
A.units miner
A.hand double-farmer
end
expect refused A play double-farmer because throne.action.activate
)");
}

TEST(ThroneAction, Ruling36_ADoubleAttackMayHaveTwoTargets) {
  RULE("throne.action.double");
  three(R"(
position
phase play
A.units knight
A.hand double-knight
end
A play double-knight
A attack B
B pay
A attack C
C pay
expect B.coins 17
expect C.coins 17
expect A.coins 26
)");
}

TEST(ThroneAction, Ruling36_ADoubleAttackMayHitTheSameTargetTwice) {
  RULE("throne.action.double");
  three(R"(
position
phase play
A.units knight
A.hand double-knight
end
A play double-knight
A attack B
B pay
A attack B
B pay
expect B.coins 14
)");
}

TEST(ThroneAction, Ruling36_UnitsWithdrawnFromTheFirstAttackAreNotThereForTheSecond) {
  RULE("throne.action.double", "throne.attack.defence");
  two(R"(
position
phase play
A.units knight
A.hand double-knight
B.units miner
end
A play double-knight
A attack B
B withdraw miner
B pay
A attack B
expect legal = pay
)");
}

TEST(ThroneProduce, OneMinerBringsTwo) {
  RULE("throne.produce.income");
  two(R"(
position
phase play
A.units miner
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 22
)");
}

TEST(ThroneProduce, TwoMinersBringFive) {
  RULE("throne.produce.income");
  two(R"(
position
phase play
A.units miner*2
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 25
)");
}

TEST(ThroneProduce, ThreeMinersBringEight) {
  RULE("throne.produce.income");
  two(R"(
position
phase play
A.units miner*3
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 28
expect B.coins 20
)");
}

TEST(ThroneProduce, FarmersAndHuntersBringTheirEfficiency) {
  RULE("throne.produce.income");
  two(R"(
position
phase play
A.units farmer*3 hunter*2
A.hand no-wizard-royal*2
end
A play no-wizard-royal
A activate farmer
expect A.coins 26
A play no-wizard-royal
A activate hunter
expect A.coins 31
)");
}

TEST(ThroneProduce, ProducersDoNotAttack) {
  RULE("throne.produce.income", "throne.attack.target");
  two(R"(
position
phase play
A.units hunter
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate hunter
expect A.coins 23
expect B.coins 20
)");
}

TEST(ThroneAttack, Ruling37_AnyOpponentEvenWithoutUnits) {
  RULE("throne.attack.target");
  three(R"(
position
phase play
A.units soldier
A.hand no-wizard-royal
B.units miner
end
A play no-wizard-royal
A activate soldier
expect legal = attack B | attack C
)");
}

TEST(ThroneAttack, KnightsDealThreeFiveAndSeven) {
  RULE("throne.attack.damage");
  two(R"(
scene one knight
position
phase play
A.units knight
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.coins 17
scene two knights
position
phase play
A.units knight*2
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.coins 15
scene three knights
position
phase play
A.units knight*3
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.coins 13
)");
}

TEST(ThroneAttack, SoldiersAndWizardsDealTheirEfficiency) {
  RULE("throne.attack.damage");
  two(R"(
position
phase play
A.units soldier*4 wizard*2
A.hand no-wizard-royal no-farmer-miner
end
A play no-wizard-royal
A activate soldier
A attack B
B pay
expect B.coins 11
A play no-farmer-miner
A activate wizard
A attack B
B pay
expect B.coins 7
)");
}

// The rulebook's example: 9 damage against two soldiers and a miner.
constexpr const char* nine_damage = R"(
position
phase play
A.units soldier*4
B.units miner soldier*2
pending defend B damage=9
end
)";

TEST(ThroneDefence, TwoSoldiersAndOneCoinCoverNine) {
  RULE("throne.attack.defence");
  two(std::string(nine_damage) + R"(
B withdraw soldier
B withdraw soldier
B pay
expect B.coins 19
expect A.coins 21
expect B.hand soldier*2
expect B.units miner
)");
}

TEST(ThroneDefence, NineCoinsCoverNine) {
  RULE("throne.attack.defence");
  two(std::string(nine_damage) + R"(
B pay
expect B.coins 11
expect A.coins 29
expect B.units miner soldier*2
)");
}

TEST(ThroneDefence, TwoSoldiersAndAMinerCoverNine) {
  RULE("throne.attack.defence");
  two(std::string(nine_damage) + R"(
B withdraw miner
B withdraw soldier
B withdraw soldier
B pay
expect B.coins 20
expect A.coins 20
expect B.hand miner soldier*2
)");
}

TEST(ThroneDefence, Ruling38_OnlyTheShortfallIsPaid) {
  RULE("throne.attack.defence");
  two(std::string(nine_damage) + R"(
B withdraw miner
B withdraw soldier
B pay
expect B.coins 18
expect A.coins 22
)");
}

TEST(ThroneDefence, Ruling38_TheSurplusOfAUnitIsNotGivenBack) {
  RULE("throne.attack.defence");
  two(R"(
position
phase play
B.units soldier
pending defend B damage=3
end
B withdraw soldier
B pay
expect B.coins 20
expect A.coins 20
)");
}

TEST(ThroneDefence, Ruling38_MoreUnitsThanNeededMayBeWithdrawn) {
  RULE("throne.attack.defence");
  two(R"(
position
phase play
B.units miner soldier*2
pending defend B damage=3
end
B withdraw miner
expect legal = withdraw soldier | pay
B withdraw soldier
B withdraw soldier
B pay
expect B.units none
expect B.hand miner soldier*2
expect B.coins 20
)");
}

TEST(ThroneDefence, Ruling38_WithEnoughCoinsNoUnitHasToGo) {
  RULE("throne.attack.defence");
  two(R"(
position
phase play
B.units miner soldier*2
pending defend B damage=3
end
expect legal = withdraw miner | withdraw soldier | pay
)");
}

TEST(ThroneDefence, TheDamageMustBeReached) {
  RULE("throne.attack.defence");
  two(R"(
position
phase play
B.coins 4
B.units soldier
pending defend B damage=5
end
expect legal = withdraw soldier
expect refused B pay because throne.attack.defence
)");
}

TEST(ThroneDefence, AUnitOneDoesNotHaveCannotBeWithdrawn) {
  RULE("throne.attack.defence");
  two(R"(
position
phase play
B.units soldier
pending defend B damage=5
end
expect refused B withdraw knight because throne.attack.defence
)");
}

TEST(ThroneDefence, UnitsOfTheTeammateDoNotDefend) {
  RULE("throne.attack.defence", "throne.setup.teams");
  four(R"(
position
phase play
B.units miner
D.units soldier
pending defend B damage=5
end
expect legal = withdraw miner | pay
)");
}

TEST(ThroneDefence, OnlyTheAttackedPlayerAnswers) {
  RULE("throne.attack.defence", "throne.turn.order");
  three(R"(
position
phase play
B.units miner
C.units soldier
pending defend B damage=5
end
expect waiting B
expect refused C withdraw soldier because throne.turn.order
expect refused A pay because throne.turn.order
)");
}

TEST(ThroneDefence, Ruling38_UnitsAreNamedInTheOrderOfProfessions) {
  RULE("throne.attack.order");
  two(R"(
position
phase play
B.units miner soldier*2
pending defend B damage=9
end
B withdraw soldier
expect legal = withdraw soldier | pay
expect refused B withdraw miner because throne.attack.order
)");
}

TEST(ThroneDefence, NoUnitIsPassedOverThatIsNeeded) {
  RULE("throne.attack.order");
  two(R"(
position
phase play
B.coins 2
B.units miner soldier
pending defend B damage=8
end
expect legal = withdraw miner
expect refused B withdraw soldier because throne.attack.order
)");
}

TEST(ThroneDefence, Ruling39_TheAttackerGetsTheCoins) {
  RULE("throne.attack.payment");
  three(R"(
position
phase play
A.units knight*2
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
A attack C
C pay
expect A.coins 25
expect B.coins 20
expect C.coins 15
)");
}

TEST(ThroneDefence, Ruling41_WhoPaysTheLastCoinIsOutAlthoughTheDamageIsCovered) {
  RULE("throne.attack.payment", "throne.out.money");
  three(R"(
position
phase play
B.coins 3
B.units soldier
pending defend B damage=3
end
expect legal = withdraw soldier | pay
B pay
expect B.in no
expect discard soldier
expect A.coins 23
)");
}

TEST(ThroneDefence, Ruling41_UnitsAndTheLastCoins) {
  RULE("throne.attack.payment", "throne.out.money");
  three(R"(
position
phase play
B.coins 3
B.units soldier
pending defend B damage=7
end
B withdraw soldier
B pay
expect B.in no
expect discard soldier
expect A.coins 23
)");
}

TEST(ThroneDefence, Ruling40_WhoCannotCoverGivesAllAndIsOut) {
  RULE("throne.attack.ruin");
  three(R"(
position
phase play
A.units knight*3
A.hand no-wizard-royal
B.coins 2
B.units miner
B.hand steal
end
A play no-wizard-royal
A activate knight
A attack B
expect B.in no
expect A.coins 22
expect discard miner steal no-wizard-royal
)");
}

TEST(ThroneDefence, Ruling40_CoveringToThePointIsNoRuin) {
  RULE("throne.attack.ruin");
  three(R"(
position
phase play
A.units knight*3
A.hand no-wizard-royal
B.coins 4
B.units miner
end
A play no-wizard-royal
A activate knight
A attack B
expect waiting B
expect legal = withdraw miner
)");
}

TEST(ThroneDefence, Ruling40_ATeamIsRuinedByOneArea) {
  RULE("throne.attack.ruin", "throne.out.team");
  four(R"(
position
phase play
A.units knight*3
A.hand no-wizard-royal
B.coins 2
D.units soldier*4
end
A play no-wizard-royal
A activate knight
A attack B
expect D.in no
expect winner A C
expect A.coins 22
)");
}

TEST(ThroneRoyal, Ruling45_OneDemandForEachRoyal) {
  RULE("throne.royal.demand");
  two(R"(
position
phase play
A.units royal*2
A.hand no-farmer-miner
B.hand miner knight
end
A play no-farmer-miner
A activate royal
A demand B
B yield miner
A demand B
B yield knight
expect A.hand miner knight
expect B.cards 0
)");
}

TEST(ThroneRoyal, Ruling45_EachDemandMayNameAnother) {
  RULE("throne.royal.demand");
  three(R"(
position
phase play
A.units royal*2
A.hand no-farmer-miner
B.hand miner
C.hand knight
end
A play no-farmer-miner
A activate royal
A demand C
C yield knight
A demand B
B yield miner
expect A.hand miner knight
)");
}

TEST(ThroneRoyal, Ruling45_ADoubleCardDemandsTwiceForEachRoyal) {
  RULE("throne.royal.demand", "throne.action.double");
  two(R"(
position
phase play
A.units royal*2
A.hand double-royal
B.hand miner*4
end
A play double-royal
A demand B
B yield miner
A demand B
B yield miner
A demand B
B yield miner
A demand B
B yield miner
expect A.hand miner*4
expect waiting A
expect phase play
)");
}

TEST(ThroneRoyal, Ruling45_TheVictimChoosesTheCard) {
  RULE("throne.royal.answer");
  two(R"(
position
phase play
B.hand miner knight
pending answer B
end
expect legal = yield miner | yield knight | ransom
B yield knight
expect A.hand knight
expect B.hand miner
)");
}

TEST(ThroneRoyal, Ruling45_ThreeCoinsInsteadOfACard) {
  RULE("throne.royal.answer");
  two(R"(
position
phase play
B.hand miner knight
pending answer B
end
B ransom
expect A.coins 23
expect B.coins 17
expect B.hand miner knight
)");
}

TEST(ThroneRoyal, Ruling45_AnEmptyHandMustPay) {
  RULE("throne.royal.answer");
  two(R"(
position
phase play
pending answer B
end
expect legal = ransom
)");
}

TEST(ThroneRoyal, Ruling45_WithThreeCoinsAndACardTheCardIsGiven) {
  RULE("throne.royal.answer");
  two(R"(
position
phase play
B.coins 3
B.hand miner
pending answer B
end
expect legal = yield miner
expect refused B ransom because throne.royal.answer
)");
}

TEST(ThroneRoyal, Ruling45_WithFourCoinsOneMayPay) {
  RULE("throne.royal.answer");
  two(R"(
position
phase play
B.coins 4
B.hand miner
pending answer B
end
B ransom
expect B.coins 1
expect B.in yes
)");
}

TEST(ThroneRoyal, Ruling46_ThreeCoinsAndNoCardEliminate) {
  RULE("throne.royal.answer", "throne.out.money");
  three(R"(
position
phase play
B.coins 3
B.units miner
pending answer B
end
B ransom
expect B.in no
expect A.coins 23
expect discard miner
)");
}

TEST(ThroneRoyal, Ruling46_FewerThanThreeCoinsAndNoCardGiveAllThereIs) {
  RULE("throne.royal.answer", "throne.out.money");
  three(R"(
position
phase play
B.coins 2
pending answer B
end
B ransom
expect B.in no
expect A.coins 22
)");
}

TEST(ThroneRoyal, ACardNotInTheHandCannotBeGiven) {
  RULE("throne.royal.answer");
  two(R"(
position
phase play
B.hand miner
pending answer B
end
expect refused B yield knight because throne.royal.answer
)");
}

TEST(ThroneRoyal, TheGivenCardIsSecretToTheOthers) {
  RULE("throne.royal.answer", "throne.info.hands");
  three(R"(
position
phase play
B.hand miner knight
pending answer B
end
B yield knight
expect sight C A.hand ?
expect sight C A.shown none
expect sight C A.cards 1
)");
}

TEST(ThroneRoyal, TheGivenCardMayBePlayedAtOnce) {
  RULE("throne.royal.demand", "throne.play.order");
  two(R"(
position
phase play
B.hand miner
pending answer B
end
B yield miner
A play miner
expect A.units miner
)");
}

TEST(ThroneRoyal, ADemandedTeamPaysFromItsPurse) {
  RULE("throne.royal.answer", "throne.setup.teams");
  four(R"(
position
phase play
pending answer D
end
D ransom
expect B.coins 17
expect C.coins 23
)");
}

}  // namespace trestle::test
