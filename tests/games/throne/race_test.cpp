// Both abilities of the thirteen races.
#include "games/throne/throne_table.hpp"

namespace trestle::test {

// ---- Humans ----

TEST(ThroneHumans, AFullSetOfProducersBringsFiveCoinsInPhaseThree) {
  RULE("throne.race.humans.union");
  two(R"(
position
phase play
A.race humans
A.units miner*3
end
A done
A pay
expect A.coins 22
)");
}

TEST(ThroneHumans, Ruling55_FiveCoinsHoweverManySets) {
  RULE("throne.race.humans.union");
  two(R"(
position
phase play
A.race humans
A.coins 20
A.units miner*3 hunter*3
end
A done
A pay
expect A.coins 19
)");
}

TEST(ThroneHumans, Ruling55_TheBonusComesBeforePaying) {
  RULE("throne.race.humans.union");
  two(R"(
position
phase play
A.race humans
A.coins 2
A.units miner*3
end
A done
expect A.coins 7
A pay
expect A.coins 4
expect A.in yes
)");
}

TEST(ThroneHumans, TheBonusCanWin) {
  RULE("throne.race.humans.union", "throne.goal.now");
  two(R"(
position
phase play
A.race humans
A.coins 40
A.units miner*3
end
A done
expect ending coins
expect A.coins 45
)");
}

TEST(ThroneHumans, Ruling72_TheBonusComesWithHarvestToo) {
  RULE("throne.race.humans.union", "throne.skill.harvest");
  two(R"(
position
phase play
A.race humans
A.units miner*3
A.hand harvest
end
A play harvest
A done
expect turn B
expect A.coins 25
)");
}

TEST(ThroneHumans, ASetOfKnightsBringsNoBonus) {
  RULE("throne.race.humans.union");
  two(R"(
position
phase play
A.race humans
A.units knight*3
end
A done
A pay
expect A.coins 17
)");
}

TEST(ThroneHumans, AnUnfinishedSetBringsNoBonus) {
  RULE("throne.race.humans.union");
  two(R"(
position
phase play
A.race humans
A.units miner*2 farmer*2
end
A done
A pay
expect A.coins 16
)");
}

TEST(ThroneHumans, Ruling11_ThreeRealFarmersAreAFullSet) {
  RULE("throne.race.humans.agriculture", "throne.race.humans.union");
  two(R"(
position
phase play
A.race humans
A.units farmer*3
end
expect A.sets 1
A done
A pay
expect A.coins 22
)");
}

// ---- Mermaids ----

TEST(ThroneMermaids, Ruling19_ATradeCostsOneCoin) {
  RULE("throne.race.mermaids.swim", "throne.play.trade");
  two(R"(
position
phase play
A.race mermaids
A.hand miner
trade soldier
end
A take soldier
A give miner
expect A.coins 19
)");
}

TEST(ThroneMermaids, OneCoinIsEnoughForATradeAndTheLast) {
  RULE("throne.race.mermaids.swim", "throne.out.money");
  two(R"(
position
phase play
A.race mermaids
A.coins 1
A.hand miner
trade soldier
end
A take soldier
A give miner
expect winner B
)");
}

TEST(ThroneMermaids, Ruling56_AnActionCardCostsAnOpponentACoin) {
  RULE("throne.race.mermaids.seduction");
  three(R"(
position
phase play
A.race mermaids
A.units miner
A.hand no-wizard-royal
end
A play no-wizard-royal
expect legal = seduce B | seduce C | pass
A seduce C
A activate miner
expect C.coins 19
expect B.coins 20
expect A.coins 22
)");
}

TEST(ThroneMermaids, Ruling56_TheAbilityIsOptional) {
  RULE("throne.race.mermaids.seduction");
  two(R"(
position
phase play
A.race mermaids
A.units miner
A.hand no-wizard-royal
end
A play no-wizard-royal
A pass
A activate miner
expect B.coins 20
expect A.coins 22
)");
}

TEST(ThroneMermaids, Ruling56_ADoubleCardIsOneCard) {
  RULE("throne.race.mermaids.seduction");
  two(R"(
position
phase play
A.race mermaids
A.units miner
A.hand double-miner
end
A play double-miner
A seduce B
expect B.coins 19
expect A.coins 24
expect phase play
expect waiting A
expect legal = done
)");
}

TEST(ThroneMermaids, Ruling56_TheLastCoinMayBeTaken) {
  RULE("throne.race.mermaids.seduction", "throne.out.money");
  three(R"(
position
phase play
A.race mermaids
A.units knight
A.hand no-wizard-royal
B.coins 1
end
A play no-wizard-royal
A seduce B
expect B.in no
A activate knight
expect legal = attack C
)");
}

TEST(ThroneMermaids, Ruling69_SeductionComesBeforeTheActivation) {
  RULE("throne.race.mermaids.seduction", "throne.card.used");
  two(R"(
position
phase play
A.race mermaids
A.coins 44
A.units miner
A.hand no-wizard-royal
B.coins 1
end
A play no-wizard-royal
A seduce B
expect ending last
expect A.coins 44
)");
}

TEST(ThroneMermaids, ASkillSeducesNobody) {
  RULE("throne.race.mermaids.seduction");
  two(R"(
position
phase play
A.race mermaids
A.hand harvest miner
end
A play harvest
expect phase play
expect legal has done | play miner
)");
}

// ---- Zergs ----

TEST(ThroneZergs, Ruling57_HalfTheUpkeepRoundedUp) {
  RULE("throne.race.zergs.economy");
  two(R"(
position
phase play
A.race zergs
A.units miner*3 soldier*2
end
A done
A pay
expect A.coins 17
)");
}

TEST(ThroneZergs, Ruling57_AnEvenNumberIsHalvedExactly) {
  RULE("throne.race.zergs.economy");
  two(R"(
position
phase play
A.race zergs
A.units miner*2 soldier*2
end
A done
A pay
expect A.coins 18
)");
}

TEST(ThroneZergs, Ruling57_OneUnitCostsOneCoin) {
  RULE("throne.race.zergs.economy");
  two(R"(
position
phase play
A.race zergs
A.units miner
end
A done
A pay
expect A.coins 19
)");
}

TEST(ThroneZergs, Ruling57_TheHalfIsThatOfTheUnitsKept) {
  RULE("throne.race.zergs.economy", "throne.upkeep.dismiss");
  two(R"(
position
phase play
A.race zergs
A.units miner*3 soldier*2
end
A done
A dismiss soldier
A pay
expect A.coins 18
expect A.units miner*3 soldier
)");
}

TEST(ThroneZergs, Ruling58_HuntersMayAttackWithWhatTheyWouldBring) {
  RULE("throne.race.zergs.carnivore");
  two(R"(
position
phase play
A.race zergs
A.units hunter*2
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate hunter
expect legal = produce | attack B
A attack B
B pay
expect B.coins 15
expect A.coins 25
)");
}

TEST(ThroneZergs, Ruling58_HuntersMayStillProduce) {
  RULE("throne.race.zergs.carnivore");
  two(R"(
position
phase play
A.race zergs
A.units hunter*2
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate hunter
A produce
expect A.coins 25
expect B.coins 20
)");
}

TEST(ThroneZergs, Ruling58_ADoubleCardGivesTwoChoices) {
  RULE("throne.race.zergs.carnivore", "throne.action.double");
  two(R"(
position
phase play
A.race zergs
A.units hunter
A.hand double-hunter
end
A play double-hunter
A produce
expect legal = produce | attack B
A attack B
B pay
expect A.coins 26
expect B.coins 17
)");
}

TEST(ThroneZergs, MinersDoNotAttack) {
  RULE("throne.race.zergs.carnivore");
  two(R"(
position
phase play
A.race zergs
A.units miner
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 22
)");
}

TEST(ThroneZergs, HuntersOfOthersDoNotAttack) {
  RULE("throne.race.zergs.carnivore");
  two(R"(
position
phase play
A.race gnomes
B.race zergs
A.units hunter
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate hunter
expect A.coins 24
)");
}

// ---- Dwarves ----

TEST(ThroneDwarves, ProducersActAsOftenAsThereAreCards) {
  RULE("throne.race.dwarves.zeal");
  two(R"(
position
phase play
A.race dwarves
A.units hunter*2
A.hand no-wizard-royal*3
end
A play no-wizard-royal
A activate hunter
A play no-wizard-royal
A activate hunter
A play no-wizard-royal
A activate hunter
expect A.coins 35
)");
}

TEST(ThroneDwarves, Ruling65_DoublesAreAllowedRepeatedly) {
  RULE("throne.race.dwarves.zeal", "throne.action.double");
  two(R"(
position
phase play
A.race dwarves
A.units hunter
A.hand double-hunter*2 no-wizard-royal
end
A play double-hunter
A play double-hunter
A play no-wizard-royal
A activate hunter
expect A.coins 35
)");
}

TEST(ThroneDwarves, SoldiersOfDwarvesActOnce) {
  RULE("throne.race.dwarves.zeal", "throne.action.once");
  two(R"(
position
phase play
A.race dwarves
A.units soldier
A.hand no-wizard-royal*2
end
A play no-wizard-royal
A activate soldier
A attack B
B pay
expect refused A play no-wizard-royal because throne.action.once
)");
}

TEST(ThroneDwarves, Ruling59_AMinerPlayedBringsACard) {
  RULE("throne.race.dwarves.extract");
  two(R"(
position
phase play
A.race dwarves
A.hand miner
end
A play miner
expect legal = extra | pass
A extra
chance draw steal
expect A.hand steal
expect points 2
)");
}

TEST(ThroneDwarves, Ruling59_TheCardIsOptional) {
  RULE("throne.race.dwarves.extract");
  two(R"(
position
phase play
A.race dwarves
A.hand miner
end
A play miner
A pass
expect A.cards 0
expect A.units miner
)");
}

TEST(ThroneDwarves, Ruling59_MinersThatProduceBringACard) {
  RULE("throne.race.dwarves.extract");
  two(R"(
position
phase play
A.race dwarves
A.units miner*3
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
A extra
chance draw steal
expect A.hand steal
expect A.coins 28
)");
}

TEST(ThroneDwarves, Ruling59_ADoubleCardBringsTwoCards) {
  RULE("throne.race.dwarves.extract", "throne.action.double");
  two(R"(
position
phase play
A.race dwarves
A.units miner
A.hand double-miner
end
A play double-miner
A extra
chance draw steal
A extra
chance draw supply
expect A.hand steal supply
expect A.coins 24
)");
}

TEST(ThroneDwarves, Ruling59_AssembledMinersBringACardEach) {
  RULE("throne.race.dwarves.extract", "throne.skill.assemble");
  two(R"(
position
phase play
A.race dwarves
A.hand assemble miner*2
end
A play assemble
A play miner
A extra
chance draw steal
A play miner
A extra
chance draw supply
expect A.hand steal supply
expect A.units miner*2
)");
}

TEST(ThroneDwarves, FarmersBringNoCard) {
  RULE("throne.race.dwarves.extract");
  two(R"(
position
phase play
A.race dwarves
A.hand farmer
end
A play farmer
expect phase play
expect waiting A
expect legal = done
)");
}

TEST(ThroneDwarves, Ruling71_ABoughtMinerBringsNoCard) {
  RULE("throne.race.dwarves.extract", "throne.skill.purchase");
  two(R"(
position
phase play
A.race dwarves
A.hand purchase
B.units miner
end
A play purchase
A purchase B miner
expect A.units miner
expect legal = done
)");
}

TEST(ThroneDwarves, WithNothingToDrawThereIsNothingToAsk) {
  RULE("throne.race.dwarves.extract", "throne.pile.reshuffle");
  two(R"(
position
phase play
A.race dwarves
A.hand miner
pile none
discard none
end
A play miner
expect legal = done
)");
}

// ---- Orcs ----

TEST(ThroneOrcs, Ruling43_ACoinForAnAssassination) {
  RULE("throne.race.orcs.headhunters");
  two(R"(
position
phase play
A.race orcs
A.hand assassinate
B.units miner
end
A play assassinate
A assassinate B miner
expect A.coins 21
expect B.coins 20
)");
}

TEST(ThroneOrcs, Ruling43_ACoinForEachCardTakenBack) {
  RULE("throne.race.orcs.headhunters");
  two(R"(
position
phase play
A.race orcs
A.units knight*3
A.hand no-wizard-royal
B.units miner*2 soldier
end
A play no-wizard-royal
A activate knight
A attack B
B withdraw miner
B withdraw miner
B pay
expect B.coins 19
expect A.coins 23
)");
}

TEST(ThroneOrcs, Ruling43_NoCoinWhenNoCardIsTakenBack) {
  RULE("throne.race.orcs.headhunters");
  two(R"(
position
phase play
A.race orcs
A.units knight
A.hand no-wizard-royal
B.units miner
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect A.coins 23
)");
}

TEST(ThroneOrcs, Ruling43_TheBountyCanWin) {
  RULE("throne.race.orcs.headhunters", "throne.goal.now");
  two(R"(
position
phase play
A.race orcs
A.coins 44
A.units knight
A.hand no-wizard-royal
B.units miner
end
A play no-wizard-royal
A activate knight
A attack B
B withdraw miner
B pay
expect ending coins
expect A.coins 45
)");
}

TEST(ThroneOrcs, Ruling70_NoBountyForAPlayerWhoFalls) {
  RULE("throne.race.orcs.headhunters");
  three(R"(
position
phase play
A.race orcs
A.units knight*3
A.hand no-wizard-royal
B.coins 4
B.units miner
end
A play no-wizard-royal
A activate knight
A attack B
B withdraw miner
B pay
expect B.in no
expect A.coins 24
)");
}

TEST(ThroneOrcs, Ruling70_NoBountyForTheRuined) {
  RULE("throne.race.orcs.headhunters", "throne.attack.ruin");
  three(R"(
position
phase play
A.race orcs
A.units knight*3
A.hand no-wizard-royal
B.coins 2
B.units miner
end
A play no-wizard-royal
A activate knight
A attack B
expect B.in no
expect A.coins 22
)");
}

TEST(ThroneOrcs, AttacksOnOrcsDealTwoLess) {
  RULE("throne.race.orcs.endurance");
  two(R"(
position
phase play
A.units knight*3
A.hand no-wizard-royal
B.race orcs
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.coins 15
)");
}

TEST(ThroneOrcs, Ruling42_NeverBelowNothing) {
  RULE("throne.race.orcs.endurance");
  two(R"(
position
phase play
A.units soldier
A.hand no-wizard-royal
B.race orcs
B.units miner
end
A play no-wizard-royal
A activate soldier
A attack B
expect waiting A
expect A.coins 20
expect B.coins 20
expect activated soldier
)");
}

TEST(ThroneOrcs, Ruling42_EachOfTwoAttacksDealsTwoLess) {
  RULE("throne.race.orcs.endurance", "throne.action.double");
  two(R"(
position
phase play
A.units knight
A.hand double-knight
B.race orcs
end
A play double-knight
A attack B
B pay
A attack B
B pay
expect B.coins 18
)");
}

TEST(ThroneOrcs, EnduranceIsNoHelpAgainstHunger) {
  RULE("throne.race.orcs.endurance", "throne.skill.hunger");
  two(R"(
position
phase play
A.hand hunger
B.race orcs
B.units miner*3
end
A play hunger
A hunger B
expect B.coins 17
)");
}

// ---- Tree Sprites ----

TEST(ThroneTreeSprites, Ruling60_ProducersThatDidNotActAreFree) {
  RULE("throne.race.tree-sprites.photosynthesis");
  two(R"(
position
phase play
A.race tree-sprites
A.units farmer*2 miner hunter soldier
end
A done
expect A.upkeep 1
A pay
expect A.coins 19
)");
}

TEST(ThroneTreeSprites, Ruling60_ProducersThatActedArePaid) {
  RULE("throne.race.tree-sprites.photosynthesis");
  two(R"(
position
phase play
A.race tree-sprites
A.units farmer*2 miner*3
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
A done
A pay
expect A.coins 25
)");
}

TEST(ThroneTreeSprites, Ruling60_FreeUnitsAreNotGivenUp) {
  RULE("throne.race.tree-sprites.photosynthesis", "throne.upkeep.dismiss");
  two(R"(
position
phase play
A.race tree-sprites
A.units farmer*2 soldier
end
A done
expect legal = pay | dismiss soldier
)");
}

TEST(ThroneTreeSprites, WithOnlyFreeUnitsThereIsNothingToPay) {
  RULE("throne.race.tree-sprites.photosynthesis", "throne.upkeep.pay");
  two(R"(
position
phase play
A.race tree-sprites
A.coins 1
A.units farmer*4 miner*3
end
A done
expect turn B
expect A.coins 1
)");
}

TEST(ThroneTreeSprites, ASkillBringsACard) {
  RULE("throne.race.tree-sprites.wisdom");
  two(R"(
position
phase play
A.race tree-sprites
A.hand harvest
end
A play harvest
expect legal = extra | pass
A extra
chance draw miner
expect A.hand miner
)");
}

TEST(ThroneTreeSprites, TheCardIsOptional) {
  RULE("throne.race.tree-sprites.wisdom");
  two(R"(
position
phase play
A.race tree-sprites
A.hand harvest
end
A play harvest
A pass
expect A.cards 0
expect discard harvest
)");
}

TEST(ThroneTreeSprites, Ruling53_SupplyBringsThreeAndOne) {
  RULE("throne.race.tree-sprites.wisdom", "throne.skill.supply");
  two(R"(
position
phase play
A.race tree-sprites
A.hand supply
end
A play supply
chance draw miner
chance draw miner
chance draw miner
expect waiting A
A extra
chance draw knight
expect A.hand miner*3 knight
)");
}

TEST(ThroneTreeSprites, Ruling53_TheExtraCardComesAfterTheEffect) {
  RULE("throne.race.tree-sprites.wisdom");
  two(R"(
position
phase play
A.race tree-sprites
A.hand assassinate
B.units miner
end
A play assassinate
A assassinate B miner
expect B.units none
expect legal = extra | pass
)");
}

TEST(ThroneTreeSprites, Ruling69_TheSkillIsDiscardedAfterTheExtraCard) {
  RULE("throne.race.tree-sprites.wisdom", "throne.card.used");
  two(R"(
position
phase play
A.race tree-sprites
A.hand harvest
pile miner
discard knight
end
A play harvest
A extra
chance draw miner
expect pile knight
expect discard harvest
)");
}

TEST(ThroneTreeSprites, ActionCardsBringNoCard) {
  RULE("throne.race.tree-sprites.wisdom");
  two(R"(
position
phase play
A.race tree-sprites
A.units miner
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect legal = done
)");
}

// ---- Werewolves ----

TEST(ThroneWerewolves, Ruling29_TwoUnitsForOnePoint) {
  RULE("throne.race.werewolves.assault");
  two(R"(
position
phase play
points 1
A.race werewolves
A.hand miner knight soldier
end
A play miner
expect legal = play soldier | play knight | pass
A play knight
expect A.units miner knight
expect points 0
expect refused A play soldier because throne.play.point
)");
}

TEST(ThroneWerewolves, Ruling29_TheSecondUnitIsOptional) {
  RULE("throne.race.werewolves.assault");
  two(R"(
position
phase play
points 2
A.race werewolves
A.hand miner knight
end
A play miner
A pass
expect A.units miner
expect points 1
)");
}

TEST(ThroneWerewolves, Ruling29_TheSecondCardIsAUnitToo) {
  RULE("throne.race.werewolves.assault");
  two(R"(
position
phase play
points 1
A.race werewolves
A.hand miner harvest soldier
end
A play miner
expect refused A play harvest because throne.race.werewolves.assault
)");
}

TEST(ThroneWerewolves, Ruling29_AssembleStaysAtThree) {
  RULE("throne.race.werewolves.assault", "throne.skill.assemble");
  two(R"(
position
phase play
points 1
A.race werewolves
A.hand assemble miner knight soldier royal
end
A play assemble
A play miner
A play knight
A play soldier
expect A.units miner knight soldier
expect refused A play royal because throne.play.point
)");
}

TEST(ThroneWerewolves, Ruling69_OneUnitAfterTheOther) {
  RULE("throne.race.werewolves.assault", "throne.goal.now");
  two(R"(
position
phase play
A.race werewolves
A.units miner*3 knight*3 royal
A.hand royal soldier
end
A play royal
expect ending sets
expect A.units miner*3 knight*3 royal*2
)");
}

TEST(ThroneWerewolves, TheSecondUnitKeepsToTheSet) {
  RULE("throne.race.werewolves.assault", "throne.unit.set");
  two(R"(
position
phase play
A.race werewolves
A.units miner*2
A.hand miner*2
end
A play miner
expect refused A play miner because throne.unit.set
)");
}

TEST(ThroneWerewolves, OthersPlayOneUnitForAPoint) {
  RULE("throne.race.werewolves.assault", "throne.play.point");
  two(R"(
position
phase play
points 1
B.race werewolves
A.hand miner knight
end
A play miner
expect refused A play knight because throne.play.point
)");
}

TEST(ThroneWerewolves, Ruling28_TheOnlyUnitOfTheAreaBringsTwoMore) {
  RULE("throne.race.werewolves.solitary");
  two(R"(
position
phase play
A.race werewolves
A.units miner
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 24
)");
}

TEST(ThroneWerewolves, Ruling28_TheOnlyUnitOfTheAreaDealsTwoMore) {
  RULE("throne.race.werewolves.solitary");
  two(R"(
position
phase play
A.race werewolves
A.units knight
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.coins 15
)");
}

TEST(ThroneWerewolves, Ruling28_ByTheLetterASecondUnitEndsIt) {
  RULE("throne.race.werewolves.solitary");
  two(R"(
position
phase play
A.race werewolves
A.units miner knight
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 22
)");
}

TEST(ThroneWerewolves, Ruling28_ByTheOptionEachProfessionOfOneUnitHasIt) {
  RULE("throne.race.werewolves.solitary");
  two(R"(
position
phase play
A.race werewolves
A.units miner knight soldier*2
A.hand no-wizard-royal*3
end
A play no-wizard-royal
A activate miner
expect A.coins 24
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.coins 15
A play no-wizard-royal
A activate soldier
A attack B
B pay
expect B.coins 11
)",
      "option solitary=profession");
}

TEST(ThroneWerewolves, Ruling28_ByTheOptionTwoMinersAloneDoNotHaveIt) {
  RULE("throne.race.werewolves.solitary");
  two(R"(
position
phase play
A.race werewolves
A.units miner*2
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 25
)",
      "option solitary=profession");
}

TEST(ThroneWerewolves, Ruling28_ASolitaryRoyalDemandsNoMore) {
  RULE("throne.race.werewolves.solitary", "throne.royal.demand");
  two(R"(
position
phase play
A.race werewolves
A.units royal
A.hand no-farmer-miner
B.hand miner*3
end
A play no-farmer-miner
A activate royal
A demand B
B yield miner
expect phase play
expect B.cards 2
)");
}

TEST(ThroneWerewolves, Ruling73_TheAdditionCountsForBothActions) {
  RULE("throne.race.werewolves.solitary", "throne.action.double");
  two(R"(
position
phase play
A.race werewolves
A.units miner
A.hand double-miner
end
A play double-miner
expect A.coins 28
)");
}

TEST(ThroneWerewolves, SolitaryIsNothingForTheOtherRaces) {
  RULE("throne.race.werewolves.solitary");
  two(R"(
position
phase play
A.race dragons
A.units miner
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 22
)",
      "option solitary=profession");
}

// ---- Deities ----

TEST(ThroneDeities, Ruling61_ACoinBeforePhaseOne) {
  RULE("throne.race.deities.homage");
  three(R"(
position
turn C
phase discard
A.race deities
C.hand miner
end
C done
expect turn A
expect legal = homage B | homage C | pass
A homage B
expect A.coins 21
expect B.coins 19
expect phase mode
)");
}

TEST(ThroneDeities, Ruling61_TheHomageIsOptional) {
  RULE("throne.race.deities.homage");
  two(R"(
position
turn B
A.race deities
end
B charge
B done
A pass
A charge
expect A.coins 20
)");
}

TEST(ThroneDeities, Ruling61_AlsoBeforeRecover) {
  RULE("throne.race.deities.homage", "throne.mode.recover");
  two(R"(
position
turn B
A.race deities
end
B charge
B done
A homage B
A recover
chance any
expect A.coins 21
expect turn B
)");
}

TEST(ThroneDeities, TheHomageMayTakeTheLastCoin) {
  RULE("throne.race.deities.homage", "throne.out.money");
  three(R"(
position
turn C
A.race deities
B.coins 1
B.hand miner
end
C charge
C done
A homage B
expect B.in no
expect discard miner
expect waiting A
expect phase mode
)");
}

TEST(ThroneDeities, TheHomageCanWin) {
  RULE("throne.race.deities.homage", "throne.goal.now");
  two(R"(
position
turn B
A.race deities
A.coins 44
end
B charge
B done
A homage B
expect ending coins
expect winner A
)");
}

TEST(ThroneDeities, TheVirtualRoyalDemandsAlone) {
  RULE("throne.race.deities.prestige");
  two(R"(
position
phase play
A.race deities
A.hand no-farmer-miner
B.hand knight
end
A play no-farmer-miner
A activate royal
A demand B
B yield knight
expect A.hand knight
)");
}

TEST(ThroneDeities, OneRealRoyalCompletesTheSet) {
  RULE("throne.race.deities.prestige", "throne.unit.set");
  two(R"(
position
phase play
A.race deities
A.hand royal*2
end
expect A.sets 0
A play royal
expect A.sets 1
expect refused A play royal because throne.unit.set
)");
}

// ---- Gnomes ----

TEST(ThroneGnomes, Ruling62_ACardAfterPhaseOne) {
  RULE("throne.race.gnomes.treasure");
  two(R"(
position
turn A
A.race gnomes
end
A march
chance draw miner
chance draw miner
expect legal = extra | pass
A extra
chance draw knight
expect A.hand miner*2 knight
expect phase play
expect points 3
)");
}

TEST(ThroneGnomes, Ruling62_AlsoAfterRecover) {
  RULE("throne.race.gnomes.treasure", "throne.mode.recover");
  two(R"(
position
turn A
A.race gnomes
end
A recover
chance draw miner
chance draw miner
chance draw miner
chance draw miner
chance draw miner
A extra
chance draw knight
expect A.hand miner*5 knight
expect turn B
)");
}

TEST(ThroneGnomes, Ruling62_AfterExchangeTheTradeAreaIsLaidOutFirst) {
  RULE("throne.race.gnomes.treasure", "throne.mode.exchange");
  two(R"(
position
turn A
A.race gnomes
end
A exchange
chance reveal miner
chance reveal miner
chance reveal miner
chance reveal miner
chance reveal miner
A extra
chance draw knight
expect A.hand knight
expect points 4
)");
}

TEST(ThroneGnomes, TheTreasureIsOptional) {
  RULE("throne.race.gnomes.treasure");
  two(R"(
position
turn A
A.race gnomes
end
A charge
A pass
expect A.cards 0
expect points 4
)");
}

TEST(ThroneGnomes, OneCoinMoreForEachProduction) {
  RULE("throne.race.gnomes.greed");
  two(R"(
position
phase play
A.race gnomes
A.units miner*3
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate miner
expect A.coins 29
)");
}

TEST(ThroneGnomes, Ruling62_TwoCoinsMoreWithADouble) {
  RULE("throne.race.gnomes.greed", "throne.action.double");
  two(R"(
position
phase play
A.race gnomes
A.units miner*3
A.hand double-miner
end
A play double-miner
expect A.coins 38
)");
}

TEST(ThroneGnomes, AttacksBringNoCoinMore) {
  RULE("throne.race.gnomes.greed");
  two(R"(
position
phase play
A.race gnomes
A.units knight
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect A.coins 23
)");
}

// ---- Night Elves ----

TEST(ThroneNightElves, Ruling44_WithOneUnitAttacksDealNothing) {
  RULE("throne.race.night-elves.hide");
  two(R"(
position
phase play
A.units knight*3
A.hand no-wizard-royal
B.race night-elves
B.units miner
end
A play no-wizard-royal
A activate knight
A attack B
expect B.coins 20
expect A.coins 20
expect B.units miner
expect waiting A
)");
}

TEST(ThroneNightElves, Ruling44_HideStillUsesUpTheActivation) {
  RULE("throne.race.night-elves.hide", "throne.action.once");
  two(R"(
position
phase play
A.units knight*3
A.hand no-wizard-royal*2
B.race night-elves
end
A play no-wizard-royal
A activate knight
A attack B
expect activated knight
expect refused A play no-wizard-royal because throne.action.once
)");
}

TEST(ThroneNightElves, Ruling44_WithTwoUnitsTheyAreHit) {
  RULE("throne.race.night-elves.hide");
  two(R"(
position
phase play
A.units knight*3
A.hand no-wizard-royal
B.race night-elves
B.units miner*2
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.coins 13
)");
}

TEST(ThroneNightElves, Ruling44_WithdrawingDownToOneHidesFromTheSecondAttack) {
  RULE("throne.race.night-elves.hide", "throne.action.double");
  two(R"(
position
phase play
A.units knight
A.hand double-knight
B.race night-elves
B.units miner*2
end
A play double-knight
A attack B
B withdraw miner
B pay
A attack B
expect B.coins 20
expect B.units miner
expect phase play
expect waiting A
)");
}

TEST(ThroneNightElves, Ruling44_SkillsStillAffectThem) {
  RULE("throne.race.night-elves.hide", "throne.skill.hunger");
  two(R"(
position
phase play
A.hand hunger steal
B.race night-elves
B.units miner
B.hand royal
end
A play hunger
A hunger B
expect B.coins 19
A play steal
A steal B
chance snatch royal
expect B.cards 0
)");
}

TEST(ThroneNightElves, Ruling44_RoyalsStillDemand) {
  RULE("throne.race.night-elves.hide", "throne.royal.demand");
  two(R"(
position
phase play
A.units royal
A.hand no-farmer-miner
B.race night-elves
end
A play no-farmer-miner
A activate royal
A demand B
B ransom
expect B.coins 17
)");
}

TEST(ThroneNightElves, KnightsDealFiveSevenAndNine) {
  RULE("throne.race.night-elves.taming");
  two(R"(
scene one knight
position
phase play
A.race night-elves
A.units knight
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.coins 15
scene two knights
position
phase play
A.race night-elves
A.units knight*2
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.coins 13
scene three knights
position
phase play
A.race night-elves
A.units knight*3
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.coins 11
)");
}

TEST(ThroneNightElves, SoldiersAreNotTamedBeasts) {
  RULE("throne.race.night-elves.taming");
  two(R"(
position
phase play
A.race night-elves
A.units soldier*2
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate soldier
A attack B
B pay
expect B.coins 16
)");
}

// ---- Dragons ----

TEST(ThroneDragons, EachUnitToleratesOneMore) {
  RULE("throne.race.dragons.scales");
  two(R"(
position
phase play
B.race dragons
B.units miner soldier*2
pending defend B damage=15
end
B withdraw miner
B withdraw soldier
B withdraw soldier
B pay
expect B.coins 19
)");
}

TEST(ThroneDragons, ScalesDecideWhetherTheDamageCanBeCovered) {
  RULE("throne.race.dragons.scales", "throne.attack.ruin");
  two(R"(
position
phase play
A.units knight*3
A.hand no-wizard-royal
B.race dragons
B.coins 3
B.units miner
end
A play no-wizard-royal
A activate knight
A attack B
B withdraw miner
expect B.in yes
expect legal = pay
)");
}

TEST(ThroneDragons, OtherRacesHaveNoScales) {
  RULE("throne.race.dragons.scales");
  two(R"(
position
phase play
A.race dragons
B.units soldier*2
pending defend B damage=9
end
B withdraw soldier
B withdraw soldier
B pay
expect B.coins 19
)");
}

TEST(ThroneDragons, Ruling63_SoldiersAttackForAPoint) {
  RULE("throne.race.dragons.malice");
  two(R"(
position
phase play
points 1
A.race dragons
A.units soldier*2
end
expect legal = malice | done
A malice
A attack B
B pay
expect B.coins 16
expect points 0
)");
}

TEST(ThroneDragons, Ruling63_OnceATurn) {
  RULE("throne.race.dragons.malice", "throne.action.once");
  two(R"(
position
phase play
A.race dragons
A.units soldier
A.hand no-wizard-royal
end
A malice
A attack B
B pay
expect refused A malice because throne.action.once
expect refused A play no-wizard-royal because throne.action.once
)");
}

TEST(ThroneDragons, Ruling63_NotAfterAnActionCard) {
  RULE("throne.race.dragons.malice", "throne.action.once");
  two(R"(
position
phase play
A.race dragons
A.units soldier
A.hand double-soldier
end
A play double-soldier
A attack B
B pay
A attack B
B pay
expect refused A malice because throne.action.once
)");
}

TEST(ThroneDragons, MaliceNeedsAPoint) {
  RULE("throne.race.dragons.malice", "throne.play.point");
  two(R"(
position
phase play
points 0
A.race dragons
A.units soldier
end
expect refused A malice because throne.play.point
)");
}

TEST(ThroneDragons, MaliceNeedsASoldier) {
  RULE("throne.race.dragons.malice", "throne.action.activate");
  two(R"(
position
phase play
A.race dragons
A.units knight
end
expect refused A malice because throne.action.activate
)");
}

TEST(ThroneDragons, MaliceIsForDragonsOnly) {
  RULE("throne.race.dragons.malice");
  two(R"(
position
phase play
A.race orcs
A.units soldier
end
expect refused A malice because throne.race.dragons.malice
)");
}

TEST(ThroneDragons, SoldiersMayStillActByACard) {
  RULE("throne.race.dragons.malice");
  two(R"(
position
phase play
A.race dragons
A.units soldier
A.hand no-wizard-royal
end
A play no-wizard-royal
A activate soldier
A attack B
B pay
expect B.coins 18
)");
}

// ---- Ninjas ----

TEST(ThroneNinjas, AttackersActAsOftenAsThereAreCards) {
  RULE("throne.race.ninjas.fury");
  two(R"(
position
phase play
A.race ninjas
A.units knight
A.hand no-wizard-royal*3
end
A play no-wizard-royal
A activate knight
A attack B
B pay
A play no-wizard-royal
A activate knight
A attack B
B pay
A play no-wizard-royal
A activate knight
A attack B
B pay
expect B.coins 11
)");
}

TEST(ThroneNinjas, Ruling65_DoublesAreAllowedRepeatedly) {
  RULE("throne.race.ninjas.fury", "throne.action.double");
  two(R"(
position
phase play
A.race ninjas
A.units knight
A.hand double-knight*2
end
A play double-knight
A attack B
B pay
A attack B
B pay
A play double-knight
A attack B
B pay
A attack B
B pay
expect B.coins 8
)");
}

TEST(ThroneNinjas, MinersOfNinjasActOnce) {
  RULE("throne.race.ninjas.fury", "throne.action.once");
  two(R"(
position
phase play
A.race ninjas
A.units miner
A.hand no-wizard-royal*2
end
A play no-wizard-royal
A activate miner
expect refused A play no-wizard-royal because throne.action.once
)");
}

TEST(ThroneNinjas, RoyalsOfNinjasActOnce) {
  RULE("throne.race.ninjas.fury", "throne.action.once");
  two(R"(
position
phase play
A.race ninjas
A.units royal
A.hand no-farmer-miner double-royal
end
A play no-farmer-miner
A activate royal
A demand B
B ransom
expect refused A play double-royal because throne.action.once
)");
}

constexpr const char* ninjas_turn = R"(
position
turn B
A.race ninjas
B.hand supply
end
B charge
)";

TEST(ThroneNinjas, Ruling64_TheTopTwoCardsAreSeenByThemOnly) {
  RULE("throne.race.ninjas.spy");
  two(std::string(ninjas_turn) + R"(
B done
B done
expect legal = spy | pass
A spy
chance look miner
chance look knight
expect sight A A.top miner knight
expect sight B A.top ?
expect waiting A
expect phase mode
)");
}

TEST(ThroneNinjas, Ruling64_LookingIsOptional) {
  RULE("throne.race.ninjas.spy");
  two(std::string(ninjas_turn) + R"(
B done
B done
A pass
A charge
expect points 4
)");
}

TEST(ThroneNinjas, Ruling64_TheCardsStayInTheirOrder) {
  RULE("throne.race.ninjas.spy");
  two(std::string(ninjas_turn) + R"(
B done
B done
A spy
chance look miner
chance look knight
A march
expect legal chance = draw miner
chance draw miner
expect legal chance = draw knight
chance draw knight
expect A.hand miner knight
)");
}

TEST(ThroneNinjas, Ruling74_WhoeverDrawsGetsTheSeenCards) {
  RULE("throne.race.ninjas.spy");
  two(std::string(ninjas_turn) + R"(
B done
B done
A spy
chance look miner
chance look knight
A charge
A done
B march
expect B.hand miner knight supply
)");
}

TEST(ThroneNinjas, Ruling74_TheTradeAreaIsFilledFromTheSeenCards) {
  RULE("throne.race.ninjas.spy", "throne.mode.exchange");
  two(std::string(ninjas_turn) + R"(
B done
B done
A spy
chance look miner
chance look knight
A exchange
chance reveal miner
chance reveal knight
chance reveal royal
chance reveal royal
chance reveal royal
expect trade miner knight royal*3
)");
}

TEST(ThroneNinjas, Ruling74_WithOneCardInThePileOneIsSeen) {
  RULE("throne.race.ninjas.spy");
  two(R"(
position
A.race ninjas
phase mode
pending spy
pile miner
discard knight*3
end
A spy
chance look miner
expect A.top miner
expect waiting A
expect phase mode
)");
}

TEST(ThroneNinjas, Ruling74_TheSeenCardsComeBeforeTheReshuffledOnes) {
  RULE("throne.race.ninjas.spy", "throne.pile.reshuffle");
  two(R"(
position
turn A
A.race ninjas
A.top miner
pile none
discard knight*3
end
A march
chance draw miner
expect pile knight*3
chance draw knight
expect A.hand miner knight
)");
}

TEST(ThroneNinjas, Ruling74_ACardStillKnownIsNotLookedAtAgain) {
  RULE("throne.race.ninjas.spy");
  two(R"(
position
turn A
A.race ninjas
A.top miner
pending spy
phase mode
end
A spy
chance look knight
expect A.top miner knight
)");
}

TEST(ThroneNinjas, Ruling74_WithOneOfTwoCardsKnownTheyMayLookAgain) {
  RULE("throne.race.ninjas.spy");
  two(R"(
position
turn B
A.race ninjas
A.top miner
end
B charge
B done
expect turn A
expect legal = spy | pass
)");
}

TEST(ThroneNinjas, Ruling74_WithBothCardsKnownThereIsNothingToLookAt) {
  RULE("throne.race.ninjas.spy");
  two(R"(
position
turn B
A.race ninjas
A.top miner knight
end
B charge
B done
expect turn A
expect legal = march | exchange | charge | recover
)");
}

TEST(ThroneNinjas, Ruling74_ThePileKeepsItsSize) {
  RULE("throne.race.ninjas.spy");
  two(R"(
position
turn A
A.race ninjas
phase mode
pending spy
pile miner*2 knight
end
A spy
chance look miner
chance look knight
expect pile.cards 3
)");
}

// ---- Witches ----

TEST(ThroneWitches, RecoverMayDrawEightCards) {
  RULE("throne.race.witches.meditation");
  two(R"(
position
turn A
A.race witches
pile miner*6 knight*6
discard none
end
A meditate
chance any
expect A.cards 8
expect turn B
)");
}

TEST(ThroneWitches, Ruling22_FiveCardsRemainPossible) {
  RULE("throne.race.witches.meditation", "throne.mode.recover");
  two(R"(
position
turn A
A.race witches
end
expect legal = march | exchange | charge | recover | meditate
A recover
chance any
expect A.cards 5
expect turn B
)");
}

TEST(ThroneWitches, MeditationIsForWitchesOnly) {
  RULE("throne.race.witches.meditation");
  two(R"(
position
turn A
A.race humans
end
expect refused A meditate because throne.race.witches.meditation
)");
}

TEST(ThroneWitches, Ruling22_MeditationCostsNoUpkeep) {
  RULE("throne.race.witches.meditation", "throne.mode.recover");
  two(R"(
position
turn A
A.race witches
A.units miner*3
end
A meditate
chance any
expect A.coins 20
expect turn B
)");
}

TEST(ThroneWitches, TheVirtualWizardAttacksAlone) {
  RULE("throne.race.witches.magic");
  two(R"(
position
phase play
A.race witches
A.hand no-farmer-miner
end
A play no-farmer-miner
A activate wizard
A attack B
B pay
expect B.coins 18
)");
}

TEST(ThroneWitches, TheVirtualWizardStrengthensTheOthers) {
  RULE("throne.race.witches.magic");
  two(R"(
position
phase play
A.race witches
A.units wizard*3
A.hand no-farmer-miner
end
expect A.sets 1
A play no-farmer-miner
A activate wizard
A attack B
B pay
expect B.coins 11
)");
}

TEST(ThroneWitches, Ruling12_AfterAllWizardsAreGoneTheVirtualOneStays) {
  RULE("throne.race.witches.magic", "throne.virtual.card");
  two(R"(
position
phase play
B.race witches
B.units wizard
pending defend B damage=2
end
B withdraw wizard
B pay
expect B.units none
expect B.professions 1
)");
}

}  // namespace trestle::test
