// Rules that meet: eliminations in the middle of things, teams, doubles with abilities, knowledge of hands, impossible positions.
#include "games/throne/throne_table.hpp"

namespace trestle::test {

TEST(ThroneOddMoment, TheTargetOfTheFirstAttackIsGoneForTheSecond) {
  RULE("throne.action.double", "throne.play.target");
  three(R"(
position
phase play
A.units knight
A.hand double-knight
B.coins 2
end
A play double-knight
A attack B
expect B.in no
expect legal = attack C
A attack C
C pay
expect C.coins 17
expect A.coins 25
)");
}

TEST(ThroneOddMoment, AnEliminationBetweenTwoDemands) {
  RULE("throne.royal.demand", "throne.out.money");
  three(R"(
position
phase play
A.units royal*2
A.hand no-farmer-miner
B.coins 3
C.hand miner
end
A play no-farmer-miner
A activate royal
A demand B
B ransom
expect B.in no
expect legal = demand C
A demand C
C yield miner
expect A.hand miner
)");
}

TEST(ThroneOddMoment, TheSecondActionIsLostWhenTheFirstWins) {
  RULE("throne.action.double", "throne.goal.now");
  two(R"(
position
phase play
A.coins 40
A.units miner*3
A.hand double-miner
end
A play double-miner
expect ending coins
expect A.coins 48
)");
}

TEST(ThroneOddMoment, ASecondAttackAfterTheLastOpponentFellDoesNotHappen) {
  RULE("throne.action.double", "throne.goal.last");
  two(R"(
position
phase play
A.units knight
A.hand double-knight
B.coins 3
end
A play double-knight
A attack B
B pay
expect over
expect discard double-knight
)");
}

TEST(ThroneOddMoment, AnActivePlayerWhoFallsLosesUnusedPoints) {
  RULE("throne.out.money", "throne.turn.order");
  three(R"(
position
phase play
A.coins 2
A.hand miner knight
trade soldier
end
A take soldier
A give miner
expect turn B
B charge
expect points 4
)");
}

TEST(ThroneOddMoment, TheLastTwoOfThreeAndTheActiveOneFallsInUpkeep) {
  RULE("throne.out.money", "throne.goal.last");
  three(R"(
position
turn C
phase play
C.coins 1
C.units miner
B.coins 0
end
C done
C pay
expect ending last
expect winner A
)");
}

TEST(ThroneOddMoment, TheFirstPlayerFallsAndTheRoundGoesOn) {
  RULE("throne.turn.order", "throne.out.money");
  three(R"(
position
turn C
phase play
first A
A.coins 3
pending defend A damage=3
end
A pay
C done
expect turn B
B charge
B done
expect turn C
)");
}

TEST(ThroneOddMoment, ANinjaWhoFallsLeavesTheSeenCardsOnTop) {
  RULE("throne.race.ninjas.spy", "throne.out.money");
  three(R"(
position
turn A
phase play
B.race ninjas
B.top miner knight
B.coins 3
pending defend B damage=3
end
B pay
expect B.in no
A done
C march
chance draw miner
chance draw knight
expect C.hand miner knight
)");
}

TEST(ThroneOddMoment, CardsOfTheFallenAreReshuffledWithTheRest) {
  RULE("throne.out.money", "throne.pile.reshuffle");
  three(R"(
position
turn A
phase play
B.coins 3
B.hand royal
pile miner
discard none
pending defend B damage=3
end
B pay
A done
C march
chance draw miner
chance draw royal
expect C.hand miner royal
)");
}

TEST(ThroneOddMoment, ATeamFallsByAPurchaseOfOneOfThem) {
  RULE("throne.out.team", "throne.skill.purchase");
  four(R"(
position
turn C
phase play
A.coins 2
C.hand purchase
B.units miner
end
C play purchase
C purchase B miner
expect A.in no
expect winner B D
)");
}

TEST(ThroneOddMoment, ATeamFallsByHungerOfTheTeammatesUnits) {
  RULE("throne.out.team", "throne.skill.hunger");
  four(R"(
position
phase play
A.hand hunger
B.coins 3
D.units miner*3
B.hand steal
end
A play hunger
A hunger D
expect B.in no
expect winner A C
)");
}

TEST(ThroneOddMoment, AtFourTheBountyGoesToTheTeam) {
  RULE("throne.race.orcs.headhunters", "throne.setup.teams");
  four(R"(
position
phase play
A.race orcs
A.hand assassinate
B.units miner
end
A play assassinate
A assassinate B miner
expect C.coins 21
)");
}

TEST(ThroneOddMoment, AtFourTheHomageIsPaidByTheOtherTeam) {
  RULE("throne.race.deities.homage", "throne.setup.teams");
  four(R"(
position
turn A
A.race deities
phase mode
pending homage
end
A homage D
expect B.coins 19
expect C.coins 21
)");
}

TEST(ThroneOddMoment, NightElvesWithAVirtualCountAreJudgedByTheirOwnUnitsOnly) {
  RULE("throne.race.night-elves.hide", "throne.setup.teams");
  four(R"(
position
phase play
A.units knight
A.hand no-wizard-royal
B.race night-elves
B.units miner
D.units miner*3
end
A play no-wizard-royal
A activate knight
A attack B
expect B.coins 20
expect waiting A
)");
}

TEST(ThroneOddMoment, ZergHuntersAgainstOrcs) {
  RULE("throne.race.zergs.carnivore", "throne.race.orcs.endurance");
  two(R"(
position
phase play
A.race zergs
A.units hunter*3
A.hand no-wizard-royal
B.race orcs
end
A play no-wizard-royal
A activate hunter
A attack B
B pay
expect B.coins 15
)");
}

TEST(ThroneOddMoment, NightElfKnightsAgainstDragons) {
  RULE("throne.race.night-elves.taming", "throne.race.dragons.scales");
  two(R"(
position
phase play
A.race night-elves
A.units knight*3
A.hand no-wizard-royal
B.race dragons
B.units soldier miner
end
A play no-wizard-royal
A activate knight
A attack B
B withdraw miner
B withdraw soldier
B pay
expect B.coins 20
)");
}

TEST(ThroneOddMoment, ADwarfMinerPlayedAndActivatedDrawsTwice) {
  RULE("throne.race.dwarves.extract", "throne.play.order");
  two(R"(
position
phase play
A.race dwarves
A.hand miner no-wizard-royal
end
A play miner
A extra
chance draw steal
A play no-wizard-royal
A activate miner
A extra
chance draw supply
expect A.hand steal supply
)");
}

TEST(ThroneOddMoment, SolitaryEndsWhenAUnitIsBought) {
  RULE("throne.race.werewolves.solitary", "throne.skill.purchase");
  two(R"(
position
phase play
A.race werewolves
A.units miner
A.hand purchase no-wizard-royal
B.units knight
end
A play purchase
A purchase B knight
A play no-wizard-royal
A activate miner
expect A.coins 20
)");
}

TEST(ThroneOddMoment, PhotosynthesisCountsAnActivationByADouble) {
  RULE("throne.race.tree-sprites.photosynthesis", "throne.action.double");
  two(R"(
position
phase play
A.race tree-sprites
A.units miner*2 farmer*3
A.hand double-miner
end
A play double-miner
A done
A pay
expect A.coins 28
)");
}

TEST(ThroneOddMoment, HarvestAndHumansAndNothingToPay) {
  RULE("throne.skill.harvest", "throne.race.humans.union");
  two(R"(
position
phase play
A.race humans
A.coins 1
A.units miner*3 soldier*4
A.hand harvest
end
A play harvest
A done
expect A.coins 6
expect turn B
)");
}

TEST(ThroneOddMoment, ACardTakenFromTheTradeAreaIsKnownToAll) {
  RULE("throne.info.open", "throne.play.trade");
  two(R"(
position
phase play
A.hand miner
trade soldier
end
A take soldier
A give miner
expect sight B A.shown soldier
expect sight B A.hand ?
)");
}

TEST(ThroneOddMoment, WithdrawnUnitsAreKnownToAll) {
  RULE("throne.info.open", "throne.attack.defence");
  two(R"(
position
phase play
B.units soldier
pending defend B damage=3
end
B withdraw soldier
B pay
expect sight A B.shown soldier
)");
}

TEST(ThroneOddMoment, AKnownCardThatMayHaveBeenStolenIsNoLongerCertain) {
  RULE("throne.info.hands", "throne.skill.steal");
  three(R"(
position
phase play
A.hand steal
B.hand soldier miner
B.shown soldier
end
A play steal
A steal B
chance snatch miner
expect sight C B.shown none
expect B.hand soldier
)");
}

TEST(ThroneOddMoment, AttackingAndDefendingAgainInTheSameTurnWithReturnedUnits) {
  RULE("throne.attack.defence", "throne.race.ninjas.fury");
  two(R"(
position
phase play
A.race ninjas
A.units soldier*2
A.hand no-wizard-royal*2
B.units soldier*2
end
A play no-wizard-royal
A activate soldier
A attack B
B withdraw soldier
B pay
A play no-wizard-royal
A activate soldier
A attack B
B withdraw soldier
B pay
expect B.hand soldier*2
expect B.units none
expect B.coins 20
)");
}

TEST(ThroneImpossible, MoreUnitsThanASetWithTheVirtualCard) {
  RULE("throne.unit.set");
  two(R"(
position
A.race humans
A.units farmer*4
end
expect impossible
)");
}

TEST(ThroneImpossible, APlayerWithoutCoinsHasNoHand) {
  RULE("throne.out.money");
  three(R"(
position
B.coins 0
B.hand miner
end
expect impossible
)");
}

TEST(ThroneImpossible, FortyFiveCoinsAndStillPlaying) {
  RULE("throne.goal.coins");
  two(R"(
position
A.coins 45
end
expect impossible
)");
}

TEST(ThroneImpossible, ThreeSetsWithFifteenCoinsAndStillPlaying) {
  RULE("throne.goal.sets");
  two(R"(
position
A.coins 15
A.units miner*3 knight*3 royal*2
end
expect impossible
)");
}

TEST(ThroneImpossible, SevenProfessionsWithFifteenCoinsAndStillPlaying) {
  RULE("throne.goal.professions");
  two(R"(
position
B.coins 15
B.units farmer miner hunter soldier wizard knight royal
end
expect impossible
)");
}

TEST(ThroneImpossible, OneTeamLeftAndStillPlaying) {
  RULE("throne.goal.last");
  two(R"(
position
turn A
B.coins 0
end
expect impossible
)");
}

}  // namespace trestle::test
