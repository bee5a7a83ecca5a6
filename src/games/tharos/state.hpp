// The whole of a game of Tharos, as a value: what all know, what one seat knows, what nobody knows.
#pragma once
#include "core/frame.hpp"
#include "core/sight.hpp"
#include "games/tharos/edition.hpp"

namespace trestle::tharos {

inline constexpr int seats_max = 4;

// A die with a face: colour and value 1 to 8 (7 and 8 are reached by changes only). Kinds sort by colour, then value.
using DieKind = u8;
inline constexpr int die_kinds = 40, value_max = 8;
constexpr DieKind die_kind(Colour c, int value) { return static_cast<DieKind>(static_cast<int>(c) * 8 + value - 1); }
constexpr Colour colour_of(DieKind k) { return static_cast<Colour>(k >> 3); }
constexpr int value_of(DieKind k) { return (k & 7) + 1; }
constexpr u64 kind_bit(DieKind k) { return u64{1} << k; }
// The kinds of these colours with values from min to max.
constexpr u64 kinds_of(Colours colours, int min, int max) {
  const u64 values = ((u64{1} << (max - min + 1)) - 1) << (min - 1);
  u64 mask = 0;
  colours.for_each([&](Colour c) { mask |= values << (8 * static_cast<int>(c)); });
  return mask;
}

// The value of eight single bytes whose first is the lowest byte of the word.
template <class T>
constexpr T bytes_of(u64 word) {
  static_assert(sizeof(T) == 8 && std::endian::native == std::endian::little);
  return __builtin_bit_cast(T, word);
}
template <class T>
constexpr u64 word_of(const T& bytes) {
  static_assert(sizeof(T) == 8 && std::endian::native == std::endian::little);
  return __builtin_bit_cast(u64, bytes);
}
// The lowest bits of eight bytes, side by side.
constexpr u8 gather_bytes(u64 ones) { return static_cast<u8>((ones * 0x0102040810204080ULL) >> 56); }
// Bit i is set where byte i, which is below 128, is not 0.
constexpr u8 bytes_present(u64 bytes) { return gather_bytes(((bytes + 0x7f7f7f7f7f7f7f7fULL) & 0x8080808080808080ULL) >> 7); }

// Dice by colour, a byte a colour: in a bag, a depot, used, kept or in the hand about to roll.
struct Dice {
  u64 packed = 0;
  constexpr int operator[](Colour c) const { return static_cast<int>(packed >> (8 * static_cast<int>(c)) & 0xff); }
  constexpr void add(Colour c, int n = 1) { packed += static_cast<u64>(n) << (8 * static_cast<int>(c)); }
  constexpr void remove(Colour c) { packed -= u64{1} << (8 * static_cast<int>(c)); }
  constexpr void add(Dice other) { packed += other.packed; }
  constexpr int total() const { return static_cast<int>((packed * 0x0101010101010101ULL) >> 56); }
  constexpr bool empty() const { return packed == 0; }
  constexpr void clear() { packed = 0; }
  // The colour of the die at this place when they are laid out by colour. index < total() < 128.
  constexpr Colour at(u32 index) const {
    const u64 running = packed * 0x0101010101010101ULL, highs = 0x8080808080808080ULL;
    const u64 reached = ((running | highs) - (index + 1) * 0x0101010101010101ULL) & highs;
    return static_cast<Colour>(std::countr_zero(reached) >> 3);
  }
  constexpr Colour lowest() const { return static_cast<Colour>(std::countr_zero(packed) >> 3); }
  constexpr Colours kinds() const { return Colours::from_bits(bytes_present(packed)); }
  friend constexpr bool operator==(Dice, Dice) = default;
};

// Rolled dice by colour and value: how many of each kind, as binary numbers side by side, a word a digit.
struct Rolled {
  std::array<u64, 5> digits{};
  constexpr int operator[](DieKind k) const {
    int n = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) n |= static_cast<int>(digits[i] >> k & 1) << i;
    return n;
  }
  constexpr void add(DieKind k) {
    u64 carry = kind_bit(k);
    for (u64& digit : digits) {
      digit ^= carry;
      carry &= ~digit;
      if (carry == 0) return;
    }
  }
  constexpr void remove(DieKind k) {
    u64 borrow = kind_bit(k);
    for (u64& digit : digits) {
      digit ^= borrow;
      borrow &= digit;
      if (borrow == 0) return;
    }
  }
  // The kinds of which there are at least one, two or three dice.
  constexpr u64 present() const { return digits[0] | twice(); }
  constexpr u64 twice() const { return digits[1] | many(); }
  constexpr u64 thrice() const { return (digits[0] & digits[1]) | many(); }
  constexpr bool empty() const { return present() == 0; }
  constexpr Dice colours() const {
    Dice out;
    for (std::size_t i = 0; i < digits.size(); ++i)
      if (digits[i] != 0) out.packed += byte_counts(digits[i]) << i;
    return out;
  }
  constexpr int total() const { return colours().total(); }
  constexpr void clear() { digits = {}; }
  friend constexpr bool operator==(const Rolled&, const Rolled&) = default;

 private:
  constexpr u64 many() const { return digits[2] | digits[3] | digits[4]; }  // four or more
};

// What can be pending. seat: who decides (or for whom chance acts); the operands are named here.
enum class Now : u8 {
  next,  // nothing to decide: the flow goes on
  // set-up, by chance
  deal_regions,  // a = cell
  deal_markers,  // a = cell
  pick_start,
  // preparation
  reveal_attack,  // chance
  ask_depot,      // play card 1?
  pick_depot,     // card 1: a = dice still to take, b = lowest colour still free
  draw,           // chance: a = dice still to draw
  ask_redraw,     // play card 9? a = dice drawn
  set_aside,      // Steam Pressure Plant
  add_kept,       // card 22: b = lowest colour still free
  roll,           // chance: the drawn dice one by one, lowest colour first; a = 1: the die of card 8 or 26
  // the action phase
  act,          // a = 0 before, 1 after the action; b = Only
  inner,        // an action inside an action: b = Only, c = spaces excluded
  dice,         // a = deed; b, c, d = dice placed as they count (kind + 1); amount = order of the last one
  cell,         // a = CellFor; b = 1: a guild marker may be declined; amount = cells to choose from
  cells,        // a = CellsFor; b = still to choose, c = 1: may stop; amount = cells still free
  area,         // a = AreaFor; b = shape, amount = cells chosen
  player_card,  // a = CardFor; b = card chosen before + 1; amount = cards to choose from
  take_back,    // a = MarkerTo, b = target; c = 1: may decline
  stock,        // cards 11 and 21: a = card number, b = lowest of organizer 0, manipulator 1 still free, c = placed
  top_row,      // card 18: a = 2: a pair, by its left cell; 1: one cell
  take_ore,     // Ore Digger, Crystallographist: a = 0 ore, 1 crystal; b, c = colours of the dice; d = first cell + 1
  store,        // a = 1: free of charge
  house,        // which building to build
  own,          // b = building
  free_use,     // b = building
  market_type,  // a = Trade: which ware and how many
  markers,      // a = Trade; b = ware; c = still to hand in; d = lowest colour still free; amount = medals for it
  medal,        // a = MedalFor; b = medal given
  marker,       // card 13
  twin,         // card 14
  restore,      // card 39: a = still to place; b = order of the last one + 1
  reroll,       // b = lowest kind still free; c = picked
  reroll_one,   // Organizer: a = rerolls left; c = 1: may stop
  change,       // a = ChangeBy: which die
  turn_die,     // a = ChangeBy; b = die
  flip,         // b = first die + 1
  draw_cards,   // chance: a = still to draw; b = 1: to choose from
  keep,         // a = cards drawn
  discard,      // a = too many
  fetch,        // a card from the discard pile
  column,       // card 27
  wish,         // card 16
  fresh_die,    // card 8 (a = 0) or 26 (a = 1): which colour
  choice,       // a = card 19, 20 or 28
  // attack, clean up, round end
  defend,
  clash,       // nothing to decide: the attack is resolved for this seat
  ask_keep,    // play card 22?
  keep_dice,   // a = still to choose, b = lowest colour still free
  put_away,    // nothing to decide
  reveal_end,  // chance
  suffer,      // nothing to decide: a = round end card
  lose_hand,   // a = still to choose
  exchange,    // combat points for a medal
};

enum class Only : u8 { any, reuse, plenty, dyed };
enum class CellFor : u8 { guild, mine, move_from, move_to, survey_from, survey_to, turn_guild, turn_mine };
enum class CellsFor : u8 { sell, explore, lose_guild, lose_mine };
enum class AreaFor : u8 { explore, cartographer, request };
enum class CardFor : u8 { guild, activate_free, swap_out, swap_in, give_first, give_second, turn_in, lose, lose_guild };
enum class MarkerTo : u8 { cell, card, building, attack };
enum class MedalFor : u8 { gain, give, other };
enum class Trade : u8 { large, little, fresh, card_3 };
enum class ChangeBy : u8 { card_10, card_25, manipulator, civilian };

enum class Phase : u8 { begin, prepare, act, attack, clean, losses, medals, over };

inline constexpr std::size_t depth_max = 19;

struct Player {
  Rolled active;          // rolled and not used
  Dice bag, depot;        //
  Dice used;              // lying on spaces and cards this turn
  Dice kept;              // on card 22
  Dice drawn;             // out of the bag, about to be rolled
  ActionCards shown = 0;  // action cards everybody knows to be in the hand
  u16 jars = 0;
  Cells guild = 0, mines = 0;
  PlayerCards cards;  // active
  PlayerCards spent;  // whose action was used this turn
  EnumArray<Medal, u8, medal_count> medals{};
  Colours ore, crystal;
  u8 points = 0;       // combat points
  u8 strength = 0;     // combat strength this turn
  u8 warded = 0;       // Cannoneer wards off whatever comes
  u8 transformed = 0;  // the transformation effect is used
  u8 poked = 0;        // Rumblepoke's combat point is used
  u8 passed = 0;
  Spaces blocked;                     // white spaces used this turn
  Buildings visited;                  // used this turn
  u8 organizer = 0, manipulator = 0;  // guild markers on the cards
  u8 lost = 0;                        // attack cards with this seat's marker, a bit a column
  u8 store = 0;                       // dice still in the store, a bit a place
  u8 hand = 0;                        // action cards held
  std::array<u8, 3> filler{};

  friend constexpr bool operator==(const Player&, const Player&) = default;
};
static_assert(std::has_unique_object_representations_v<Player>);

// wished: card 16, no real die; gone: no action could use it and it lies in the depot again
enum class Fresh : u8 { none, real, wished, gone };

// What the action under way has brought so far; cleared when it ends.
struct Go {
  u8 card = 0;      // the action card played with it; reaches the discard pile when the action is complete
  u8 aside = 0;     // 1: that card lies beside the attack space until clean up
  u8 plenty = 0;    // Jars gained by Plenty of money, for card 24
  u8 twice = 0;     // 1: card 24 was played before
  u8 fresh = 0;     // the die of card 8, 16 or 26 (kind + 1), to be used in this action
  u8 fresh_is = 0;  // Fresh
  u8 dye = 0;       // 1: a white die must now be used as another colour
  u8 filler = 0;

  Fresh fresh_state() const { return static_cast<Fresh>(fresh_is); }
  bool fresh_waits() const { return (fresh_is == 1) | (fresh_is == 2); }
  friend constexpr bool operator==(const Go&, const Go&) = default;
};

inline constexpr u8 unbuilt = 0, unowned = 1, owned_by = 2;  // owned_by + seat

struct Public {
  std::array<Player, seats_max> players{};
  ActionCards discard = 0;
  ActionCards aside = 0;                   // beside the attack spaces, or loaded card 22
  std::array<Cells, colour_count> land{};  // the regions of each colour
  std::array<Transformation, cell_count> marker{};
  Cells ore = 0, crystal = 0;              // regions that still have theirs
  std::array<u8, building_count> owner{};  // unbuilt, unowned, or owned_by + seat
  std::array<u8, turns> attacks{};         // values of the attack cards of this round
  Go go;
  FrameStack<depth_max> stack;
  u8 seats = 0;
  u8 round = 1, turn = 1;
  u8 attack_count = 0;  // attack cards above the regions
  u8 ends = 0;          // round end cards revealed this round, a bit a card
  Seat start = Seat::A;
  Seat actor = Seat::A;  // who acted last, or acts
  Phase phase = Phase::begin;
  u8 at = 0;      // players served in this phase
  u8 column = 0;  // attack card being evaluated
  u8 deck = 0;    // action cards in the draw pile
  std::array<u8, 1> filler{};

  Player& of(Seat s) { return players[static_cast<std::size_t>(s)]; }
  const Player& of(Seat s) const { return players[static_cast<std::size_t>(s)]; }
  friend constexpr bool operator==(const Public&, const Public&) = default;
};

struct Private {
  ActionCards hand = 0;
  ActionCards drawn = 0;  // drawn to choose one from

  friend constexpr bool operator==(const Private&, const Private&) = default;
};

struct Hidden {
  ActionCards deck = 0;

  friend constexpr bool operator==(const Hidden&, const Hidden&) = default;
};

using State = StateOf<Public, Private, Hidden, seats_max>;
using SightRef = SightRefOf<Public, Private>;
static_assert(std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) <= 2048);

constexpr Colour colour_at(const Public& p, int cell) {
  for (int c = 0; c < colour_count; ++c)
    if (p.land[static_cast<std::size_t>(c)] & cell_bit(cell)) return static_cast<Colour>(c);
  return Colour::white;
}
constexpr Cell attacked_cell(const Public& p) { return static_cast<Cell>((p.round - 1) * side + p.turn - 1); }
constexpr Transformation transformation(const Public& p) { return p.marker[attacked_cell(p)]; }

}  // namespace trestle::tharos
