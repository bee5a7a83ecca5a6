// Phase 1 and phase 2: modes, points, trading, targets, cards without effect.
#include "games/throne/throne_table.hpp"

namespace trestle::test {

TEST(ThroneMode, MarchDrawsTwoCardsAndGivesThreePoints) {
  RULE("throne.mode.march");
  two(R"(
position
turn A
end
A march
chance draw miner
chance draw steal
expect A.hand miner steal
expect points 3
expect waiting A
)");
}

TEST(ThroneMode, ExchangeRenewsTheTradeAreaAndGivesFourPoints) {
  RULE("throne.mode.exchange");
  two(R"(
position
turn A
trade supply*3 steal*2
end
A exchange
expect discard supply*3 steal*2
chance reveal miner
chance reveal miner
chance reveal knight
chance reveal knight
chance reveal royal
expect trade miner*2 knight*2 royal
expect points 4
expect A.cards 0
)");
}

TEST(ThroneMode, Ruling21_TheOldTradeAreaIsDiscardedBeforeTheNewOneIsDrawn) {
  RULE("throne.mode.exchange");
  two(R"(
position
turn A
trade supply*3 steal*2
pile miner*2
discard none
end
A exchange
chance reveal miner
chance reveal miner
expect pile supply*3 steal*2
chance reveal supply
chance reveal supply
chance reveal supply
expect trade miner*2 supply*3
)");
}

TEST(ThroneMode, ChargeGivesFourPointsAsPrinted) {
  RULE("throne.mode.charge");
  two(R"(
position
turn A
end
A charge
expect points 4
expect A.cards 0
)");
}

TEST(ThroneMode, ChargeGivesFivePointsByTheOption) {
  RULE("throne.mode.charge");
  two(R"(
position
turn A
end
A charge
expect points 5
)",
      "option charge_points=5");
}

TEST(ThroneMode, TheOptionLeavesExchangeAtFourPoints) {
  RULE("throne.mode.exchange");
  two(R"(
position
turn A
end
A exchange
chance any
expect points 4
)",
      "option charge_points=5");
}

TEST(ThroneMode, Ruling22_RecoverDrawsFiveCardsAndEndsTheTurn) {
  RULE("throne.mode.recover");
  two(R"(
position
turn A
end
A recover
chance draw miner
chance draw miner
chance draw knight
chance draw knight
chance draw royal
expect A.hand miner*2 knight*2 royal
expect turn B
expect phase mode
)");
}

TEST(ThroneMode, Ruling22_RecoverCostsNoUpkeep) {
  RULE("throne.mode.recover");
  two(R"(
position
turn A
A.units miner*3 soldier
end
A recover
chance any
expect turn B
expect A.coins 20
expect A.units miner*3 soldier
)");
}

TEST(ThroneMode, Ruling22_AfterRecoverTheHandMayHoldMoreThanEight) {
  RULE("throne.mode.recover", "throne.discard.limit");
  two(R"(
position
turn A
A.hand miner*3 knight*3 royal*2
end
A recover
chance any
expect turn B
expect A.cards 13
)");
}

TEST(ThroneMode, Ruling22_RecoverGivesHumansNoBonus) {
  RULE("throne.mode.recover", "throne.race.humans.union");
  two(R"(
position
turn A
A.race humans
A.units miner*3
end
A recover
chance any
expect turn B
expect A.coins 20
)");
}

TEST(ThronePlay, EveryKindOfCardCostsOnePoint) {
  RULE("throne.play.point");
  two(R"(
position
phase play
points 4
A.hand miner no-wizard-royal harvest double-miner
end
A play miner
expect points 3
A play harvest
expect points 2
A play double-miner
expect points 1
)");
}

TEST(ThronePlay, Ruling17_AGeneralActionCardCostsOnePoint) {
  RULE("throne.play.point");
  two(R"(
position
phase play
points 3
A.units miner
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect points 2
)");
}

TEST(ThronePlay, WithoutAPointNoCardIsPlayed) {
  RULE("throne.play.point");
  two(R"(
position
phase play
points 0
A.units miner
A.hand miner harvest no-wizard-royal double-miner
end
expect legal = done
expect refused A play miner because throne.play.point
expect refused A play harvest because throne.play.point
expect refused A play no-wizard-royal because throne.play.point
expect refused A play double-miner because throne.play.point
)");
}

TEST(ThronePlay, PointsLeftOverAreLost) {
  RULE("throne.play.point");
  two(R"(
position
turn A
end
A charge
A done
expect points 0
B charge
B done
A march
chance draw miner
chance draw miner
expect points 3
)");
}

TEST(ThronePlay, Ruling18_PlaysAndTradesMix) {
  RULE("throne.play.order");
  two(R"(
position
phase play
A.hand soldier soldier knight
trade miner wizard
end
A play knight
A take miner
A give soldier
A play miner
A take wizard
A give soldier
expect A.units miner knight
expect A.hand wizard
expect trade soldier*2
expect A.coins 16
expect points 1
)");
}

TEST(ThronePlay, Ruling20_ACardDrawnInThisTurnMayBePlayed) {
  RULE("throne.play.order");
  two(R"(
position
phase play
A.hand supply
end
A play supply
chance draw miner
chance draw knight
chance draw knight
A play miner
expect A.units miner
)");
}

TEST(ThronePlay, Ruling30_ANewUnitActsAtOnce) {
  RULE("throne.play.order");
  two(R"(
position
phase play
A.hand miner no-wizard-royal
end
A play miner
A play no-wizard-royal
A activate miner
expect A.coins 22
)");
}

TEST(ThronePlay, ACardNotInTheHandCannotBePlayed) {
  RULE("throne.play.hand");
  two(R"(
position
phase play
A.hand miner
B.hand knight
trade soldier
end
expect refused A play knight because throne.play.hand
expect refused A play soldier because throne.play.hand
)");
}

TEST(ThronePlay, ACardNotInTheHandCannotBeTraded) {
  RULE("throne.play.hand");
  two(R"(
position
phase play
A.hand miner knight
trade soldier
end
A take soldier
expect legal = give miner | give knight
expect refused A give soldier because throne.play.hand
)");
}

TEST(ThroneTrade, Ruling19_TwoCoinsAndAHandCardForACardOfTheTradeArea) {
  RULE("throne.play.trade");
  two(R"(
position
phase play
A.hand miner
trade soldier steal
end
A take soldier
A give miner
expect A.hand soldier
expect trade miner steal
expect A.coins 18
expect B.coins 20
)");
}

TEST(ThroneTrade, Ruling19_ATradeCostsNoPoint) {
  RULE("throne.play.trade");
  two(R"(
position
phase play
points 0
A.hand miner
trade soldier
end
A take soldier
A give miner
expect A.hand soldier
expect points 0
)");
}

TEST(ThroneTrade, Ruling19_AnyNumberOfTimes) {
  RULE("throne.play.trade");
  two(R"(
position
phase play
A.hand miner
trade soldier
end
A take soldier
A give miner
A take miner
A give soldier
A take soldier
A give miner
expect A.hand soldier
expect A.coins 14
)");
}

TEST(ThroneTrade, OneCoinIsNotEnough) {
  RULE("throne.play.trade");
  two(R"(
position
phase play
A.coins 1
A.hand miner
trade soldier
end
expect refused A take soldier because throne.play.trade
)");
}

TEST(ThroneTrade, AnEmptyHandCannotTrade) {
  RULE("throne.play.trade");
  two(R"(
position
phase play
trade soldier
end
expect refused A take soldier because throne.play.trade
)");
}

TEST(ThroneTrade, ACardThatIsNotThereCannotBeTaken) {
  RULE("throne.play.trade");
  two(R"(
position
phase play
A.hand miner
trade soldier
end
expect refused A take knight because throne.play.trade
)");
}

TEST(ThroneTrade, Ruling24_TheLastTwoCoinsMayBeSpentAndEliminate) {
  RULE("throne.play.trade", "throne.out.money");
  three(R"(
position
phase play
A.coins 2
A.hand miner
trade soldier
end
A take soldier
A give miner
expect A.in no
expect A.cards 0
expect discard soldier
expect trade miner
expect turn B
)");
}

TEST(ThroneTarget, Ruling15_TheTeammateIsNotAttacked) {
  RULE("throne.play.target");
  four(R"(
position
phase play
A.units knight
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
expect legal = attack B | attack D
expect refused A attack C because throne.play.target
)");
}

TEST(ThroneTarget, Ruling15_TheTeammateIsNotAskedForCards) {
  RULE("throne.play.target");
  four(R"(
position
phase play
A.units royal
A.hand double-royal
C.hand miner
end
A play double-royal
expect refused A demand C because throne.play.target
)");
}

TEST(ThroneTarget, Ruling15_SkillsSpareTheTeammate) {
  RULE("throne.play.target");
  four(R"(
position
phase play
points 4
A.hand assassinate purchase steal hunger
B.units miner
B.hand miner
C.units soldier
C.hand soldier
end
A play assassinate
expect refused A assassinate C soldier because throne.play.target
A assassinate B miner
expect refused A play purchase
A play steal
expect refused A steal C because throne.play.target
)");
}

TEST(ThroneTarget, Ruling15_TheTeammateIsNotStarvedOrBoughtFrom) {
  RULE("throne.play.target");
  four(R"(
position
phase play
A.hand purchase hunger
B.units miner*2
C.units soldier
end
A play purchase
expect refused A purchase C soldier because throne.play.target
A purchase B miner
A play hunger
expect legal = hunger B
expect refused A hunger C because throne.play.target
)");
}

TEST(ThroneTarget, Ruling15_RaceAbilitiesSpareTheTeammate) {
  RULE("throne.play.target", "throne.race.deities.homage", "throne.race.mermaids.seduction");
  four(R"(
scene homage
position
turn A
A.race deities
phase mode
pending homage
end
expect legal = homage B | homage D | pass
expect refused A homage C because throne.play.target
scene seduction
position
phase play
A.race mermaids
A.units miner
A.hand no-wizard-royal
end
A play no-wizard-royal
expect legal = seduce B | seduce D | pass
expect refused A seduce C because throne.play.target
)");
}

TEST(ThroneTarget, NobodyTargetsHimself) {
  RULE("throne.play.target");
  two(R"(
position
phase play
A.units knight
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
expect refused A attack A because throne.play.target
)");
}

TEST(ThroneTarget, TheEliminatedAreNoTargets) {
  RULE("throne.play.target");
  three(R"(
position
phase play
A.units knight
A.hand no-wizard-royal
B.coins 0
end
A play no-wizard-royal
A activate knight
expect legal = attack C
expect refused A attack B because throne.play.target
)");
}

TEST(ThroneEffect, Ruling68_NoStealFromEmptyHands) {
  RULE("throne.play.effect");
  two(R"(
position
phase play
A.hand steal
end
expect refused A play steal because throne.play.effect
)");
}

TEST(ThroneEffect, Ruling68_NoAssassinateWithoutAUnit) {
  RULE("throne.play.effect");
  two(R"(
position
phase play
A.units miner
A.hand assassinate
end
expect refused A play assassinate because throne.play.effect
)");
}

TEST(ThroneEffect, Ruling68_NoHungerWithoutAUnit) {
  RULE("throne.play.effect");
  two(R"(
position
phase play
A.hand hunger
B.race humans
end
expect refused A play hunger because throne.play.effect
)");
}

TEST(ThroneEffect, Ruling68_NoPurchaseWithoutTwoCoins) {
  RULE("throne.play.effect", "throne.skill.purchase");
  two(R"(
position
phase play
A.coins 1
A.hand purchase
B.units miner
end
expect refused A play purchase because throne.play.effect
)");
}

TEST(ThroneEffect, Ruling68_NoAssembleWithoutAUnitInHand) {
  RULE("throne.play.effect", "throne.skill.assemble");
  two(R"(
position
phase play
A.hand assemble steal
end
expect refused A play assemble because throne.play.effect
)");
}

TEST(ThroneEffect, Ruling68_NoAssembleWhenTheOnlySetIsFull) {
  RULE("throne.play.effect", "throne.skill.assemble");
  two(R"(
position
phase play
A.units miner*3
A.hand assemble miner
end
expect refused A play assemble because throne.play.effect
)");
}

TEST(ThroneEffect, Ruling68_NoSupplyWithNothingToDraw) {
  RULE("throne.play.effect", "throne.skill.supply");
  two(R"(
position
phase play
A.hand supply
pile none
discard none
end
expect refused A play supply because throne.play.effect
)");
}

TEST(ThroneEffect, Ruling68_NoActionCardThatNoProfessionCanUse) {
  RULE("throne.play.effect", "throne.action.activate");
  two(R"(
position
phase play
A.hand no-wizard-royal double-miner
end
expect refused A play no-wizard-royal
expect refused A play double-miner
)");
}

TEST(ThroneEffect, Ruling68_NoActionCardThatCrossesOutAllOnesProfessions) {
  RULE("throne.play.effect", "throne.action.crossed");
  two(R"(
position
phase play
A.units wizard royal
A.hand no-wizard-royal
end
expect refused A play no-wizard-royal because throne.action.crossed
)");
}

TEST(ThroneCard, Ruling54_ASkillIsDiscardedAfterItsEffect) {
  RULE("throne.card.used");
  two(R"(
position
phase play
A.hand supply
end
A play supply
chance draw miner
chance draw miner
expect discard none
chance draw miner
expect discard supply
)");
}

TEST(ThroneCard, Ruling54_AnActionCardIsDiscardedAfterTheAttack) {
  RULE("throne.card.used");
  two(R"(
position
phase play
A.units knight
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
A attack B
expect waiting B
expect discard none
B pay
expect discard no-wizard-royal
)");
}

TEST(ThroneCard, APlayedUnitIsNotDiscarded) {
  RULE("throne.card.used");
  two(R"(
position
phase play
A.hand miner
end
A play miner
expect discard none
expect A.units miner
)");
}

TEST(ThroneUnit, Ruling31_NoUnitBeyondTheFullSet) {
  RULE("throne.unit.set");
  two(R"(
position
phase play
A.units miner*3
A.hand miner
end
expect refused A play miner because throne.unit.set
)");
}

TEST(ThroneUnit, TheLastPlaceOfASetMayBeTaken) {
  RULE("throne.unit.set");
  two(R"(
position
phase play
A.units farmer*3
A.hand farmer
end
A play farmer
expect A.units farmer*4
expect A.sets 1
)");
}

TEST(ThroneUnit, Ruling31_NoUnitIsBoughtBeyondTheFullSet) {
  RULE("throne.unit.set", "throne.skill.purchase");
  two(R"(
position
phase play
A.units miner*3
A.hand purchase
B.units miner soldier
end
A play purchase
expect legal = purchase B soldier
expect refused A purchase B miner because throne.unit.set
)");
}

TEST(ThroneUnit, Ruling11_TheVirtualFarmerTakesAPlaceInTheSet) {
  RULE("throne.unit.set", "throne.virtual.card");
  two(R"(
position
phase play
A.race humans
A.units farmer*3
A.hand farmer
end
expect refused A play farmer because throne.unit.set
)");
}

TEST(ThroneUnit, Ruling11_NobodyWithAVirtualRoyalBuysASecondRealOne) {
  RULE("throne.unit.set", "throne.virtual.card");
  two(R"(
position
phase play
A.race deities
A.units royal
A.hand purchase
B.units royal miner
end
A play purchase
expect refused A purchase B royal because throne.unit.set
)");
}

TEST(ThroneVirtual, Ruling11_ItAddsToTheEfficiency) {
  RULE("throne.virtual.card", "throne.race.humans.agriculture");
  two(R"(
position
phase play
A.race humans
A.units farmer*2
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate farmer
expect A.coins 26
)");
}

TEST(ThroneVirtual, Ruling10_ItActsAlone) {
  RULE("throne.virtual.card", "throne.race.humans.agriculture");
  two(R"(
position
phase play
A.race humans
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate farmer
expect A.coins 21
)");
}

TEST(ThroneVirtual, Ruling12_ItIsNotAssassinated) {
  RULE("throne.virtual.card", "throne.skill.assassinate");
  two(R"(
position
phase play
A.hand assassinate
B.race humans
B.units miner
end
A play assassinate
expect legal = assassinate B miner
expect refused A assassinate B farmer because throne.virtual.card
)");
}

TEST(ThroneVirtual, Ruling12_ItIsNotBought) {
  RULE("throne.virtual.card", "throne.skill.purchase");
  two(R"(
position
phase play
A.hand purchase
B.race deities
B.units miner
end
A play purchase
expect refused A purchase B royal because throne.virtual.card
)");
}

TEST(ThroneVirtual, Ruling12_ItDoesNotDefend) {
  RULE("throne.virtual.card", "throne.attack.defence");
  two(R"(
position
phase play
B.race witches
B.units miner
pending defend B damage=5
end
expect legal = withdraw miner | pay
expect refused B withdraw wizard because throne.virtual.card
)");
}

TEST(ThroneVirtual, ItIsNotPaidFor) {
  RULE("throne.virtual.card", "throne.upkeep.pay");
  two(R"(
position
phase play
A.race witches
A.units wizard
end
A done
expect legal = pay | dismiss wizard
A pay
expect A.coins 19
)");
}

TEST(ThroneVirtual, ItAloneMakesNoPhaseOfPaying) {
  RULE("throne.virtual.card", "throne.upkeep.pay");
  two(R"(
position
phase play
A.race humans
end
A done
expect turn B
expect A.coins 20
)");
}

}  // namespace trestle::test
