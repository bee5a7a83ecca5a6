// Phases 3 and 4, elimination, and the pile that runs out.
#include "games/throne/throne_table.hpp"

namespace trestle::test {

TEST(ThroneUpkeep, OneCoinForEachUnit) {
  RULE("throne.upkeep.pay");
  two(R"(
position
phase play
A.units miner*2 soldier
end
A done
A pay
expect A.coins 17
expect B.coins 20
expect A.units miner*2 soldier
)");
}

TEST(ThroneUpkeep, Ruling23_AUnitNotPaidIsDiscarded) {
  RULE("throne.upkeep.dismiss");
  two(R"(
position
phase play
A.units miner*2 soldier
end
A done
A dismiss miner
A pay
expect A.units miner soldier
expect discard miner
expect A.coins 18
)");
}

TEST(ThroneUpkeep, Ruling23_AllUnitsMayBeGivenUp) {
  RULE("throne.upkeep.dismiss");
  two(R"(
position
phase play
A.units miner knight
end
A done
A dismiss miner
A dismiss knight
expect A.units none
expect A.coins 20
expect turn B
)");
}

TEST(ThroneUpkeep, Ruling23_PaidOnceForAll) {
  RULE("throne.upkeep.pay");
  two(R"(
position
phase play
A.units miner knight
end
A done
A pay
expect turn B
)");
}

TEST(ThroneUpkeep, MoreThanOneHasCannotBePaid) {
  RULE("throne.upkeep.pay");
  two(R"(
position
phase play
A.coins 2
A.units miner*2 soldier
end
A done
expect legal = dismiss miner | dismiss soldier
expect refused A pay because throne.upkeep.pay
)");
}

TEST(ThroneUpkeep, Ruling24_TheLastCoinMayBePaidAndEliminates) {
  RULE("throne.upkeep.pay", "throne.out.money");
  two(R"(
position
phase play
A.coins 2
A.units miner*2
end
A done
expect legal = pay | dismiss miner
A pay
expect A.in no
expect winner B
)");
}

TEST(ThroneUpkeep, Ruling24_GivingUpAUnitSavesTheLastCoin) {
  RULE("throne.upkeep.pay");
  two(R"(
position
phase play
A.coins 2
A.units miner*2
end
A done
A dismiss miner
A pay
expect A.coins 1
expect A.in yes
)");
}

TEST(ThroneUpkeep, UnitsAreNamedInTheOrderOfProfessions) {
  RULE("throne.upkeep.dismiss");
  two(R"(
position
phase play
A.units miner soldier knight
end
A done
A dismiss soldier
expect legal = pay | dismiss knight
expect refused A dismiss miner because throne.upkeep.dismiss
)");
}

TEST(ThroneUpkeep, NoUnitIsPassedOverThatCannotBePaid) {
  RULE("throne.upkeep.dismiss");
  two(R"(
position
phase play
A.coins 1
A.units miner*2 soldier
end
A done
expect legal = dismiss miner
expect refused A dismiss soldier because throne.upkeep.dismiss
)");
}

TEST(ThroneUpkeep, AUnitOneDoesNotHaveCannotBeGivenUp) {
  RULE("throne.upkeep.dismiss");
  two(R"(
position
phase play
A.units miner
end
A done
expect refused A dismiss knight because throne.upkeep.dismiss
)");
}

TEST(ThroneUpkeep, OnlyTheActivePlayerPays) {
  RULE("throne.upkeep.pay");
  two(R"(
position
phase play
A.units miner
B.units miner*3
end
A done
A pay
expect A.coins 19
expect B.coins 20
)");
}

TEST(ThroneUpkeep, ATeamPaysFromOnePurse) {
  RULE("throne.upkeep.pay", "throne.setup.teams");
  four(R"(
position
phase play
A.units miner
C.units miner*3
end
A done
A pay
expect C.coins 19
)");
}

TEST(ThroneDiscard, Ruling25_AtMostEightCardsStay) {
  RULE("throne.discard.limit");
  two(R"(
position
phase play
A.hand miner*3 knight*3 royal*3
end
A done
expect legal lacks done
expect refused A done because throne.discard.limit
A discard royal
expect legal has done
A done
expect A.cards 8
expect discard royal
expect turn B
)");
}

TEST(ThroneDiscard, EightCardsMayStay) {
  RULE("throne.discard.limit");
  two(R"(
position
phase play
A.hand miner*3 knight*3 royal*2
end
A done
A done
expect A.cards 8
expect turn B
)");
}

TEST(ThroneDiscard, Ruling26_FewerThanEightMayBeKept) {
  RULE("throne.discard.limit");
  two(R"(
position
phase play
A.hand miner knight steal
end
A done
A discard miner
A discard steal
A done
expect A.hand knight
expect discard miner steal
)");
}

TEST(ThroneDiscard, Ruling26_TheWholeHandMayGo) {
  RULE("throne.discard.limit");
  two(R"(
position
phase play
A.hand miner knight
end
A done
A discard miner
A discard knight
expect A.cards 0
expect turn B
)");
}

TEST(ThroneDiscard, CardsAreNamedInTheOrderOfTheList) {
  RULE("throne.discard.limit");
  two(R"(
position
phase play
A.hand miner knight steal
end
A done
A discard knight
expect refused A discard miner because throne.discard.limit
)");
}

TEST(ThroneDiscard, NoCardIsPassedOverThatMustGo) {
  RULE("throne.discard.limit");
  two(R"(
position
phase play
A.hand miner*6 knight*3 steal
end
A done
expect refused A discard steal because throne.discard.limit
A discard knight
A discard steal
A done
expect A.cards 8
)");
}

TEST(ThroneDiscard, Ruling25_ADefenceMayFillTheHandBeyondEight) {
  RULE("throne.discard.limit", "throne.attack.defence");
  two(R"(
position
phase play
B.units soldier*2
B.hand miner*3 knight*3 royal*2
pending defend B damage=7
end
B withdraw soldier
B withdraw soldier
B pay
expect B.cards 10
expect B.coins 20
)");
}

TEST(ThroneDiscard, Ruling25_TheLimitHoldsAtTheEndOfTheOwnTurnOnly) {
  RULE("throne.discard.limit");
  two(R"(
position
turn A
B.hand miner*3 knight*3 royal*3
end
A charge
A done
expect turn B
expect B.cards 9
B charge
B done
expect refused B done because throne.discard.limit
)");
}

TEST(ThroneOut, Ruling66_HandAndUnitsAreDiscarded) {
  RULE("throne.out.money");
  three(R"(
position
phase play
B.coins 3
B.units miner
B.hand steal royal
pending defend B damage=3
end
B pay
expect B.in no
expect B.cards 0
expect B.units none
expect discard miner steal royal
expect A.coins 23
)");
}

TEST(ThroneOut, Ruling66_InTheOwnTurnTheTurnIsOver) {
  RULE("throne.out.money");
  three(R"(
position
phase play
A.coins 1
A.units miner
A.hand steal
end
A done
A pay
expect A.in no
expect turn B
expect phase mode
expect discard miner steal
)");
}

TEST(ThroneOut, TheEliminatedStayOut) {
  RULE("throne.out.money", "throne.turn.order");
  three(R"(
position
phase play
B.coins 3
pending defend B damage=3
end
B pay
A done
expect turn C
C charge
C done
expect turn A
)");
}

TEST(ThroneOut, ABoughtOutPlayerFallsInTheMiddleOfHisSkill) {
  RULE("throne.out.money", "throne.card.used");
  three(R"(
position
phase play
A.coins 2
A.race tree-sprites
A.hand purchase miner
B.units knight
end
A play purchase
A purchase B knight
expect A.in no
expect B.coins 22
expect discard purchase miner knight
expect turn B
)");
}

TEST(ThroneOut, Ruling14_AnEmptyPurseEliminatesBothTeammates) {
  RULE("throne.out.team");
  four(R"(
position
phase play
B.coins 3
B.units miner
B.hand steal
D.units knight
D.hand supply
pending defend B damage=3
end
B pay
expect B.in no
expect D.in no
expect discard miner knight steal supply
expect winner A C
)");
}

TEST(ThroneOut, Ruling14_ATeamFallsByItsOwnUpkeep) {
  RULE("throne.out.team");
  four(R"(
position
turn C
phase play
A.coins 1
C.units miner
end
C done
C pay
expect A.in no
expect C.in no
expect winner B D
)");
}

TEST(ThronePile, TheDiscardsBecomeTheNewPile) {
  RULE("throne.pile.reshuffle");
  two(R"(
position
turn A
pile miner
discard knight*2 royal
end
A march
chance draw miner
expect pile knight*2 royal
expect discard none
chance draw knight
expect A.hand miner knight
expect pile.cards 2
)");
}

TEST(ThronePile, ItIsRenewedAsSoonAsTheLastCardIsDrawn) {
  RULE("throne.pile.reshuffle");
  two(R"(
position
turn A
pile miner*2
discard knight*2 royal
end
A march
chance draw miner
chance draw miner
expect waiting A
expect pile knight*2 royal
expect discard none
)");
}

TEST(ThronePile, ItIsRenewedAsSoonAsTheLastCardIsLaidOut) {
  RULE("throne.pile.reshuffle", "throne.mode.exchange");
  two(R"(
position
turn A
pile miner*5
discard knight*2 royal
end
A exchange
chance reveal miner
chance reveal miner
chance reveal miner
chance reveal miner
chance reveal miner
expect waiting A
expect pile knight*2 royal
)");
}

TEST(ThronePile, TheCardBeingPlayedIsNotReshuffled) {
  RULE("throne.pile.reshuffle", "throne.card.used");
  two(R"(
position
phase play
A.hand supply
pile miner*2
discard knight*2
end
A play supply
chance draw miner
chance draw miner
chance draw knight
expect A.hand miner*2 knight
expect pile knight
expect discard supply
)");
}

TEST(ThronePile, Ruling27_DrawWhatThereIs) {
  RULE("throne.pile.reshuffle");
  two(R"(
position
turn A
pile miner*2
discard none
end
A recover
chance draw miner
chance draw miner
expect A.hand miner*2
expect turn B
)");
}

TEST(ThronePile, Ruling27_NothingToDrawAtAll) {
  RULE("throne.pile.reshuffle");
  two(R"(
position
turn A
pile none
discard none
end
A march
expect points 3
expect A.cards 0
expect waiting A
)");
}

TEST(ThronePile, Ruling27_ATradeAreaOfFewerThanFive) {
  RULE("throne.pile.reshuffle", "throne.mode.exchange");
  two(R"(
position
turn A
trade miner
pile knight
discard none
end
A exchange
chance reveal knight
chance reveal miner
expect trade knight miner
expect points 4
)");
}

TEST(ThronePile, CardsDiscardedLaterFillAnEmptyPile) {
  RULE("throne.pile.reshuffle");
  two(R"(
position
phase play
A.hand miner knight
pile none
discard none
end
A done
A discard miner
A done
B march
chance draw miner
expect B.hand miner
expect points 3
)");
}

}  // namespace trestle::test
