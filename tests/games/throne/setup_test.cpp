// Set-up, what is open and what is secret, whose turn it is.
#include "games/throne/throne_table.hpp"

namespace trestle::test {

namespace {
constexpr const char* two_races_each = R"(
chance deal-race humans
chance deal-race orcs
chance deal-race zergs
chance deal-race ninjas
)";
std::string after_races(const char* rest) { return std::string(two_races_each) + rest; }
}  // namespace

TEST(ThroneSetup, TwoRacesAreDealtToEach) {
  RULE("throne.setup.race");
  two(after_races(R"(
expect A.races humans orcs
expect B.races zergs ninjas
expect waiting A B
expect legal A = choose humans | choose orcs
)"));
}

TEST(ThroneSetup, ARaceNotDealtCannotBeChosen) {
  RULE("throne.setup.race");
  two(after_races("expect refused A choose zergs because throne.setup.race\n"));
}

TEST(ThroneSetup, ARaceIsDealtOnlyOnce) {
  RULE("throne.setup.race");
  two(R"(
chance deal-race humans
chance deal-race orcs
expect legal chance lacks deal-race humans | deal-race orcs
)");
}

TEST(ThroneSetup, Ruling1_TheDealtRacesAreSecret) {
  RULE("throne.setup.race");
  two(after_races("expect sight B A.races ?\n"));
}

TEST(ThroneSetup, Ruling1_AChoiceIsSecretUntilAllHaveChosen) {
  RULE("throne.setup.race");
  two(after_races(R"(
A choose orcs
expect sight B A.choice ?
expect sight B A.race none
expect waiting B
)"));
}

TEST(ThroneSetup, Ruling1_TheRacesAreShownTogether) {
  RULE("throne.setup.race");
  two(after_races(R"(
A choose orcs
B choose zergs
expect sight B A.race orcs
expect sight A B.race zergs
)"));
}

TEST(ThroneSetup, TheOrderOfChoosingDoesNotMatter) {
  RULE("throne.setup.race");
  two(after_races(R"(
B choose zergs
A choose orcs
expect A.race orcs
expect B.race zergs
)"));
}

TEST(ThroneSetup, AChoiceStands) {
  RULE("throne.setup.race", "throne.turn.order");
  two(after_races(R"(
A choose orcs
expect refused A choose humans because throne.turn.order
)"));
}

TEST(ThroneSetup, Ruling2_TheOtherRaceLeavesTheGameUnseen) {
  RULE("throne.setup.race");
  two(after_races(R"(
A choose orcs
B choose zergs
chance first A
expect sight B A.races ?
expect A.races none
)"));
}

TEST(ThroneSetup, Ruling16_ChancePicksTheFirstPlayer) {
  RULE("throne.setup.first");
  two(after_races(R"(
A choose orcs
B choose zergs
expect legal chance = first A | first B
)"));
}

TEST(ThroneSetup, Ruling16_WithTheOptionSeatABegins) {
  RULE("throne.setup.first");
  two(after_races(R"(
A choose orcs
B choose zergs
expect phase deal-hand left=3
chance any
expect first A
expect waiting A
)"),
      "option first=seat-a");
}

TEST(ThroneSetup, TwoPlayersGetThreeAndFourCards) {
  RULE("throne.setup.hands");
  two(after_races(R"(
A choose orcs
B choose zergs
chance first B
chance any
expect waiting B
expect B.cards 3
expect A.cards 4
)"));
}

TEST(ThroneSetup, ThreePlayersGetThreeFourAndFiveCards) {
  RULE("throne.setup.hands");
  three(R"(
chance deal-race humans
chance deal-race orcs
chance deal-race zergs
chance deal-race werewolves
chance deal-race dragons
chance deal-race witches
A choose orcs
B choose zergs
C choose dragons
chance first B
chance any
expect waiting B
expect B.cards 3
expect C.cards 4
expect A.cards 5
)");
}

TEST(ThroneSetup, FourPlayersGetThreeFourFourAndFiveCards) {
  RULE("throne.setup.hands");
  four(R"(
chance deal-race humans
chance deal-race orcs
chance deal-race zergs
chance deal-race werewolves
chance deal-race dragons
chance deal-race witches
chance deal-race gnomes
chance deal-race dwarves
A choose orcs
B choose zergs
C choose dragons
D choose gnomes
chance first D
chance any
expect waiting D
expect D.cards 3
expect A.cards 4
expect B.cards 4
expect C.cards 5
)");
}

TEST(ThroneSetup, EveryPlayerBeginsWithTwentyCoins) {
  RULE("throne.setup.coins");
  three(R"(
expect A.coins 20
expect B.coins 20
expect C.coins 20
)");
}

TEST(ThroneSetup, ATeamOfTwoBeginsWithTwentyCoinsTogether) {
  RULE("throne.setup.coins", "throne.setup.teams");
  four(R"(
position
phase play
A.coins 20
A.hand double-miner
A.units miner
end
A play double-miner
expect A.coins 24
expect C.coins 24
expect B.coins 20
)");
}

TEST(ThroneSetup, FiveCardsLieInTheTradeArea) {
  RULE("throne.setup.trade");
  two(R"(
position
turns 0
phase fill-trade
end
chance reveal miner
chance reveal miner
chance reveal steal
chance reveal supply
chance reveal no-wizard-royal
expect trade miner*2 steal supply no-wizard-royal
expect waiting A
expect pile.cards 96
)");
}

TEST(ThroneSetup, TeamsTakeTurnsAlternately) {
  RULE("throne.setup.teams", "throne.turn.order");
  four(R"(
position
turn A
end
deal 1
A charge
A done
expect turn B
B charge
B done
expect turn C
C charge
C done
expect turn D
D charge
D done
expect turn A
)");
}

TEST(ThroneSetup, Ruling13_TeammatesHaveSeparateHandsAndUnits) {
  RULE("throne.setup.teams");
  four(R"(
position
phase play
A.hand miner
C.hand soldier
C.units knight
end
A play miner
expect A.units miner
expect C.units knight
expect refused A play soldier because throne.play.hand
)");
}

TEST(ThroneInfo, Ruling3_CoinsUnitsAndCountsAreOpen) {
  RULE("throne.info.open");
  two(R"(
position
phase play
A.race orcs
A.coins 17
A.units miner*2
A.hand steal supply
trade harvest
discard hunger
end
expect sight B A.race orcs
expect sight B A.coins 17
expect sight B A.units miner*2
expect sight B A.cards 2
expect sight B trade harvest
expect sight B discard hunger
expect sight B pile.cards 95
)");
}

TEST(ThroneInfo, Ruling4_AnOpponentDoesNotSeeTheHand) {
  RULE("throne.info.hands");
  two(R"(
position
A.hand steal supply
end
expect sight B A.hand ?
expect sight A A.hand steal supply
)");
}

TEST(ThroneInfo, Ruling4_TheTeammateDoesNotSeeTheHand) {
  RULE("throne.info.hands");
  four(R"(
position
A.hand steal supply
end
expect sight C A.hand ?
)");
}

TEST(ThroneInfo, NobodySeesThePile) {
  RULE("throne.info.hands");
  two(R"(
position
end
expect sight A pile ?
)");
}

TEST(ThroneTurn, TheTurnGoesRoundFromTheFirstPlayer) {
  RULE("throne.turn.order");
  three(R"(
position
turn B
first B
end
B charge
B done
expect turn C
C charge
C done
expect turn A
)");
}

TEST(ThroneTurn, OnlyTheActivePlayerChoosesAMode) {
  RULE("throne.turn.order");
  two(R"(
position
turn A
end
expect waiting A
expect refused B march because throne.turn.order
)");
}

TEST(ThroneTurn, APhaseCannotBeJumpedOver) {
  RULE("throne.turn.order");
  two(R"(
position
turn A
A.hand miner
end
expect refused A play miner because throne.turn.order
)");
}

TEST(ThroneTurn, Ruling66_EliminatedPlayersArePassedOver) {
  RULE("throne.turn.order");
  three(R"(
position
turn A
B.coins 0
end
A charge
A done
expect turn C
)");
}

TEST(ThroneTurn, ThereIsNothingToDecideForTheEliminated) {
  RULE("throne.turn.order");
  three(R"(
position
turn A
B.coins 0
end
expect refused B march because throne.turn.order
)");
}

TEST(ThroneTurn, AfterTheLastRoundTheRichestWins) {
  RULE("throne.turn.bound");
  two(R"(
position
turn B
turns 200
A.coins 21
end
B charge
B done
expect ending rounds
expect winner A
)");
}

TEST(ThroneTurn, OneTurnBeforeTheEndTheGameGoesOn) {
  RULE("throne.turn.bound");
  two(R"(
position
turn A
turns 199
end
A charge
A done
expect turn B
expect turns 200
expect ending none
)");
}

TEST(ThroneTurn, EqualCoinsShareTheLastRound) {
  RULE("throne.turn.bound");
  three(R"(
position
turn C
turns 300
B.coins 19
end
C charge
C done
expect ending rounds
expect winner A C
)");
}

TEST(ThroneTurn, ATeamWinsTheLastRoundTogether) {
  RULE("throne.turn.bound", "throne.setup.teams");
  four(R"(
position
turn D
turns 400
B.coins 21
end
D charge
D done
expect winner B D
)");
}

TEST(ThroneTurn, RecoverInTheLastRoundEndsTheGameToo) {
  RULE("throne.turn.bound");
  two(R"(
position
turn B
turns 200
B.coins 21
end
B recover
chance any
expect ending rounds
expect winner B
)");
}

}  // namespace trestle::test
