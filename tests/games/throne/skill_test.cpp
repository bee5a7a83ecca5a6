// The seven skills.
#include "games/throne/throne_table.hpp"

namespace trestle::test {

TEST(ThroneSkill, Ruling52_EachKindOnceATurn) {
  RULE("throne.skill.once");
  two(R"(
position
phase play
A.hand supply*2
end
A play supply
chance any
expect refused A play supply because throne.skill.once
)");
}

TEST(ThroneSkill, Ruling52_DifferentKindsInOneTurn) {
  RULE("throne.skill.once");
  two(R"(
position
phase play
A.hand supply harvest
end
A play supply
chance draw miner
chance draw miner
chance draw miner
A play harvest
expect skills supply harvest
)");
}

TEST(ThroneSkill, Ruling52_TheSameKindAgainInTheNextTurn) {
  RULE("throne.skill.once");
  two(R"(
position
phase play
A.hand harvest*2
end
A play harvest
A done
A done
B charge
B done
A charge
A play harvest
expect harvest yes
)");
}

TEST(ThroneSkill, Ruling52_TheLimitIsOnesOwn) {
  RULE("throne.skill.once");
  two(R"(
position
phase play
A.hand harvest
B.hand harvest
end
A play harvest
A done
B charge
B play harvest
expect harvest yes
)");
}

TEST(ThroneSkill, SupplyDrawsThreeCards) {
  RULE("throne.skill.supply");
  two(R"(
position
phase play
A.hand supply
end
A play supply
chance draw miner
chance draw knight
chance draw steal
expect A.hand miner knight steal
expect waiting A
)");
}

TEST(ThroneSkill, Ruling51_AssembleLaysDownThreeUnitsForOnePoint) {
  RULE("throne.skill.assemble");
  two(R"(
position
phase play
points 3
A.hand assemble miner knight soldier
end
A play assemble
A play miner
A play knight
A play soldier
expect A.units miner soldier knight
expect points 2
expect phase play
expect waiting A
)");
}

TEST(ThroneSkill, Ruling51_AssembleIsNotFourUnits) {
  RULE("throne.skill.assemble");
  two(R"(
position
phase play
points 1
A.hand assemble miner knight soldier royal
end
A play assemble
A play miner
A play knight
A play soldier
expect refused A play royal because throne.play.point
)");
}

TEST(ThroneSkill, Ruling51_FewerThanThreeAreAllowed) {
  RULE("throne.skill.assemble");
  two(R"(
position
phase play
points 1
A.hand assemble miner knight
end
A play assemble
A play miner
A done
expect A.units miner
expect A.hand knight
expect discard assemble
expect phase play
)");
}

TEST(ThroneSkill, Ruling51_AssembleKeepsToTheSets) {
  RULE("throne.skill.assemble", "throne.unit.set");
  two(R"(
position
phase play
A.units miner*2
A.hand assemble miner*2 knight
end
A play assemble
A play miner
expect refused A play miner because throne.unit.set
expect legal = play knight | done
)");
}

TEST(ThroneSkill, AssembleLaysDownUnitsOnly) {
  RULE("throne.skill.assemble");
  two(R"(
position
phase play
A.units soldier
A.hand assemble miner harvest no-wizard-royal
end
A play assemble
expect legal = play miner
expect refused A play harvest because throne.skill.assemble
expect refused A play no-wizard-royal because throne.skill.assemble
)");
}

TEST(ThroneSkill, AssembleCanWinInTheMiddle) {
  RULE("throne.skill.assemble", "throne.goal.now");
  two(R"(
position
phase play
A.units miner*3 knight*3 royal
A.hand assemble royal soldier
end
A play assemble
A play royal
expect ending sets
)");
}

TEST(ThroneSkill, HarvestSparesTheUpkeep) {
  RULE("throne.skill.harvest");
  two(R"(
position
phase play
A.units miner*3 soldier
A.hand harvest
end
A play harvest
A done
expect turn B
expect A.coins 20
expect A.units miner*3 soldier
)");
}

TEST(ThroneSkill, Ruling50_HarvestLastsForThisTurnOnly) {
  RULE("throne.skill.harvest");
  two(R"(
position
phase play
A.units miner
B.units miner
A.hand harvest
end
A play harvest
A done
B charge
B done
expect legal = pay | dismiss miner
B pay
A charge
A done
A pay
expect A.coins 19
)");
}

TEST(ThroneSkill, Ruling50_HarvestDoesNotProtectAgainstHunger) {
  RULE("throne.skill.harvest", "throne.skill.hunger");
  two(R"(
position
phase play
A.units miner*3
A.hand harvest
B.hand hunger
end
A play harvest
A done
B charge
B play hunger
B hunger A
expect A.coins 17
)");
}

TEST(ThroneSkill, AssassinateDiscardsAUnit) {
  RULE("throne.skill.assassinate");
  two(R"(
position
phase play
A.hand assassinate
B.units miner*2 knight
end
A play assassinate
expect legal = assassinate B miner | assassinate B knight
A assassinate B miner
expect B.units miner knight
expect B.cards 0
expect discard assassinate miner
expect A.coins 20
)");
}

TEST(ThroneSkill, Ruling33_AssassinateMayBreakASet) {
  RULE("throne.skill.assassinate");
  two(R"(
position
phase play
A.hand assassinate
B.units miner*3
end
expect B.sets 1
A play assassinate
A assassinate B miner
expect B.sets 0
)");
}

TEST(ThroneSkill, AssassinateNeedsAUnitThatIsThere) {
  RULE("throne.skill.assassinate");
  three(R"(
position
phase play
A.hand assassinate
B.units miner
C.units knight
end
A play assassinate
expect refused A assassinate B knight because throne.skill.assassinate
)");
}

TEST(ThroneSkill, PurchaseTakesOverAUnitForTwoCoins) {
  RULE("throne.skill.purchase");
  two(R"(
position
phase play
A.hand purchase
B.units miner*2 knight
end
A play purchase
A purchase B knight
expect A.units knight
expect B.units miner*2
expect A.coins 18
expect B.coins 22
)");
}

TEST(ThroneSkill, Ruling33_PurchaseMayBreakASet) {
  RULE("throne.skill.purchase");
  two(R"(
position
phase play
A.hand purchase
B.units miner*3
end
A play purchase
A purchase B miner
expect B.sets 0
)");
}

TEST(ThroneSkill, Ruling32_PurchaseNeedsRoomInTheOwnSet) {
  RULE("throne.skill.purchase", "throne.unit.set");
  two(R"(
position
phase play
A.units miner*3
A.hand purchase
B.units miner
end
expect refused A play purchase because throne.play.effect
)");
}

TEST(ThroneSkill, Ruling32_TheLastTwoCoinsBuyAndEliminate) {
  RULE("throne.skill.purchase", "throne.out.money");
  two(R"(
position
phase play
A.coins 2
A.hand purchase
B.units miner
end
A play purchase
A purchase B miner
expect winner B
expect B.coins 22
)");
}

TEST(ThroneSkill, PurchaseNeedsAUnitThatIsThere) {
  RULE("throne.skill.purchase");
  two(R"(
position
phase play
A.hand purchase
B.units miner
end
A play purchase
expect refused A purchase B knight because throne.skill.purchase
)");
}

TEST(ThroneSkill, ABoughtUnitActsAtOnce) {
  RULE("throne.skill.purchase", "throne.play.order");
  two(R"(
position
phase play
A.hand purchase no-wizard-royal
B.units miner
end
A play purchase
A purchase B miner
A play no-wizard-royal
A activate miner
expect A.coins 20
)");
}

TEST(ThroneSkill, StealTakesACardOfTheHand) {
  RULE("throne.skill.steal");
  two(R"(
position
phase play
A.hand steal
B.hand miner knight
end
A play steal
A steal B
chance snatch knight
expect A.hand knight
expect B.hand miner
expect discard steal
)");
}

TEST(ThroneSkill, Ruling47_ChanceChoosesTheStolenCard) {
  RULE("throne.skill.steal");
  two(R"(
position
phase play
A.hand steal
B.hand miner knight supply
end
A play steal
A steal B
expect waiting chance
expect legal chance = snatch miner | snatch knight | snatch supply
)");
}

TEST(ThroneSkill, StealAsksWhomInAGameOfThree) {
  RULE("throne.skill.steal");
  three(R"(
position
phase play
A.hand steal
B.hand miner
end
A play steal
expect legal = steal B
expect refused A steal C because throne.play.effect
)");
}

TEST(ThroneSkill, AStolenCardIsPlayedAtOnce) {
  RULE("throne.skill.steal", "throne.play.order");
  two(R"(
position
phase play
A.hand steal
B.hand miner
end
A play steal
A steal B
chance snatch miner
A play miner
expect A.units miner
)");
}

TEST(ThroneSkill, AStolenCardIsSecretToTheOthers) {
  RULE("throne.skill.steal", "throne.info.hands");
  three(R"(
position
phase play
A.hand steal
B.hand miner knight
end
A play steal
A steal B
chance snatch knight
expect sight C A.hand ?
expect sight C A.shown none
)");
}

TEST(ThroneSkill, Ruling48_HungerCostsACoinAUnitAtOnce) {
  RULE("throne.skill.hunger");
  two(R"(
position
phase play
A.hand hunger
B.units miner*3 soldier
end
A play hunger
A hunger B
expect B.coins 16
expect A.coins 20
expect B.units miner*3 soldier
expect waiting A
)");
}

TEST(ThroneSkill, Ruling48_HungerSparesTheVirtualCard) {
  RULE("throne.skill.hunger", "throne.virtual.card");
  two(R"(
position
phase play
A.hand hunger
B.race humans
B.units farmer*2
end
A play hunger
A hunger B
expect B.coins 18
)");
}

TEST(ThroneSkill, Ruling48_ZergsPayHungerInFull) {
  RULE("throne.skill.hunger", "throne.race.zergs.economy");
  two(R"(
position
phase play
A.hand hunger
B.race zergs
B.units miner*3 soldier
end
A play hunger
A hunger B
expect B.coins 16
)");
}

TEST(ThroneSkill, Ruling48_TreeSpritesPayHungerInFull) {
  RULE("throne.skill.hunger", "throne.race.tree-sprites.photosynthesis");
  two(R"(
position
phase play
A.hand hunger
B.race tree-sprites
B.units miner*3 farmer
end
A play hunger
A hunger B
expect B.coins 16
)");
}

TEST(ThroneSkill, Ruling49_WhoCannotPayHungerIsOut) {
  RULE("throne.skill.hunger", "throne.out.money");
  three(R"(
position
phase play
A.hand hunger
B.coins 2
B.units miner*3
end
A play hunger
A hunger B
expect B.in no
expect A.coins 20
expect discard hunger miner*3
)");
}

TEST(ThroneSkill, Ruling49_PayingHungerToTheLastCoinIsOut) {
  RULE("throne.skill.hunger", "throne.out.money");
  three(R"(
position
phase play
A.hand hunger
B.coins 3
B.units miner*3
end
A play hunger
A hunger B
expect B.in no
)");
}

TEST(ThroneSkill, HungerCountsTheUnitsOfOnePlayerOfATeam) {
  RULE("throne.skill.hunger", "throne.setup.teams");
  four(R"(
position
phase play
A.hand hunger
B.units miner*3
D.units knight
end
A play hunger
A hunger D
expect B.coins 19
)");
}

TEST(ThroneSkill, HungerDoesNotAskForUnitsThatAreNotThere) {
  RULE("throne.skill.hunger", "throne.play.effect");
  three(R"(
position
phase play
A.hand hunger
B.units miner
end
A play hunger
expect legal = hunger B
expect refused A hunger C because throne.play.effect
)");
}

}  // namespace trestle::test
