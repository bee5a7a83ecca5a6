// The whole of a game of Hadara, as a value: what all know, what one seat knows, what nobody knows.
#pragma once
#include "core/frame.hpp"
#include "core/sight.hpp"
#include "games/hadara/edition.hpp"

namespace trestle::hadara {

inline constexpr int seats_max = 5;
inline constexpr int turns_an_epoch = 5;  // of the wheel
inline constexpr int tokens_a_track = 2;
inline constexpr int seals_max = 2;  // of each metal

// What can be pending. seat: who decides, or for whom chance acts; the operands are named here.
enum class Now : u8 {
  // set-up
  start,    // chance deals a start card to seat
  segment,  // chance: the colour of board segment a
  crest,    // chance: the place of seat on the wheel
  side,     // every seat that has not committed, at the same time
  // phase A
  wheel,   // the first player of the epoch
  draw,    // chance deals two cards to seat
  choose,  // every seat that has not committed; under a token frame: all are shown, the wheel turns next
  // phase B
  market,  // seat takes a top card; under a token frame: taken, the next seat follows
  // both
  token,   // seat puts a token on card a, which it just bought
  colony,  // a = colonies taken in this step, amount = coins paid for conditions in this step
  flip,    // chance: the back of the colony of pile a that seat allied with
  bust,    // a = busts carved in this step, amount = coins paid for conditions in this step
  // the end of an epoch
  feed,  // a = cards fed with coins in this step
  seal,
};

enum class Phase : u8 { a, b };

// What lies before one player, known to all.
struct Board {
  CardSet cards{};        // bought and not given up
  ByColour<u8> counts{};  // how many of each colour (kept, and checked)
  std::array<u8, 3> filler{};
  Tracks base;    // start values: those of the start card; positions written by hand may have others
  Tracks tracks;  // base + everything in play (kept, and checked)
  i16 coins = 0;
  u16 sold = 0;                                // bit deck_index: a card of that deck was sold unseen in phase A
  std::array<u8, token_cards_max> token_on{};  // by token_slot: 0 none, 1 + track
  std::array<u8, track_count> tokens{};        // bonus tokens not in use (kept, and checked)
  std::array<u8, colony_piles> colonies{};     // 0 none, 1 plundered, 2 + tile: allied
  std::array<u8, bust_count> busts{};          // 0 none, 1 + track: token face up, 5 + track: token face down
  std::array<u8, seals_max> silver{};          // 0 none, 1 + track
  u8 gold = 0;
  u8 initiative = 0;  // of the start card, 1-5; 0 = not dealt yet
  u8 side = 0;        // 0 A, 1 B
  u8 crest = 0;       // place on the wheel, 0-4
  u8 filler_end = 0;

  friend constexpr bool operator==(const Board&, const Board&) = default;
};

inline constexpr std::size_t depth_max = 7;  // a step, and a token frame a seat on top of it

struct Public {
  std::array<Board, seats_max> boards{};
  CardSet gone{};                                  // out of the game in everybody's view: sold in phase B, given up
  FrameStack<depth_max> stack;                     // what is pending, the top last
  ByColour<BoundedList<Card, seats_max>> outer{};  // face up, the top last
  std::array<Colour, colour_count> segments{};     // clockwise
  u8 seats = 0;
  u8 epoch = 0;  // 0-2
  Phase phase = Phase::a;
  u8 turn = 0;   // of the wheel in this epoch, 0-4
  u8 wheel = 0;  // notches: a crest at place p points at segment p + wheel
  Seat first = Seat::A;
  SeatSet committed;
  std::array<u8, 4> filler{};

  Board& of(Seat s) { return boards[static_cast<std::size_t>(s)]; }
  const Board& of(Seat s) const { return boards[static_cast<std::size_t>(s)]; }
  friend constexpr bool operator==(const Public&, const Public&) = default;
};

// A secret choice that waits for the others.
enum class Commit : u8 { none, buy_low, buy_high, sell_low, sell_high, side_a, side_b };

struct Private {
  CardSet sold{};              // cards sold in phase A: face down, so only the seller knows them
  std::array<Card, 2> pair{};  // drawn, lower id first; both 0 = none
  Commit commit = Commit::none;
  std::array<u8, 5> filler{};

  bool has_pair() const { return pair[1] != 0; }
  friend constexpr bool operator==(const Private&, const Private&) = default;
};

// Cards of the game that nobody has drawn: what is still in the piles and what went back to the box unseen.
// Nothing in the rules tells these two apart, so a pile is a draw from them (I4).
struct Hidden {
  CardSet unseen{};

  friend constexpr bool operator==(const Hidden&, const Hidden&) = default;
};

using State = StateOf<Public, Private, Hidden, seats_max>;
using SightRef = SightRefOf<Public, Private>;
static_assert(std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) <= 1024);

}  // namespace trestle::hadara
