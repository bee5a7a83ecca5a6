// The printed tables of Hadara, read from CSV and validated, with what the rules look up by card worked out once.
// Immutable once read. A card's number is its place among the rows of its colour and epoch.
#pragma once
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_array.hpp"
#include "core/edition.hpp"

namespace trestle::hadara {

// The first four colours are also the four tracks: yellow income, red military, blue culture, green food.
enum class Colour : u8 { yellow, red, blue, green, purple };
inline constexpr int colour_count = 5;
enum class Track : u8 { income, military, culture, food };
inline constexpr int track_count = 4;
template <class T>
using ByColour = EnumArray<Colour, T, colour_count>;

enum class Ability : u8 {
  none,
  sale_bonus,
  token_steps,
  per_yellow,
  per_red,
  per_blue,
  per_green,
  colony_coins,
  cheap_seals,
  pay_to_feed,
  surplus_coins,
  lagging_income,
  bust_bonus,
  full_silver,
  set_points,
  wild_set,
  double_take,
  conditions_less_4,
  buy_conditions,
};
inline constexpr int ability_count = 19;

inline constexpr int epoch_count = 3;
inline constexpr int deck_max = 16;  // cards of one colour and epoch
inline constexpr int deck_min = 10;  // without star: five players draw two each
inline constexpr int colony_piles = 5;
inline constexpr int colony_tiles = 5;  // in a pile
inline constexpr int bust_count = 4;
inline constexpr int start_count = 5;
inline constexpr int token_cards_max = 8;

// A card: 48 to a colour, 16 to an epoch, so that the cards of a colour are the bits of one word.
using Card = u8;
inline constexpr int colour_stride = epoch_count * deck_max;
inline constexpr int card_ids = colour_count * colour_stride;
constexpr Card card_id(Colour c, int epoch, int place) {
  return static_cast<Card>(static_cast<int>(c) * colour_stride + epoch * deck_max + place);
}
constexpr Colour colour_of(Card c) { return static_cast<Colour>(c / colour_stride); }
constexpr int epoch_of(Card c) { return c % colour_stride / deck_max; }
constexpr int place_of(Card c) { return c % deck_max; }
constexpr u64 bit_of(Card c) { return u64{1} << (c % colour_stride); }
constexpr int deck_index(Card c) { return c / deck_max; }  // 0-14: colour by colour, epoch by epoch
constexpr Card card_at(Colour c, int bit) { return static_cast<Card>(static_cast<int>(c) * colour_stride + bit); }
constexpr Track track_of(Colour c) { return static_cast<Track>(c); }

using CardSet = ByColour<u64>;

// Four values of 16 bits in a word: steps of all tracks are added at once.
struct Tracks {
  u64 packed = 0;
  constexpr int operator[](Track t) const { return static_cast<int>(packed >> (16 * static_cast<int>(t)) & 0xffff); }
  constexpr void add(Track t, int n) { packed += static_cast<u64>(n) << (16 * static_cast<int>(t)); }
  constexpr void remove(Track t, int n) { packed -= static_cast<u64>(n) << (16 * static_cast<int>(t)); }
  constexpr void put(Track t, int n) { remove(t, (*this)[t]), add(t, n); }
  friend constexpr Tracks operator+(Tracks a, Tracks b) { return {a.packed + b.packed}; }
  friend constexpr Tracks operator-(Tracks a, Tracks b) { return {a.packed - b.packed}; }
  friend constexpr bool operator==(Tracks, Tracks) = default;
};

std::string_view name_of(Colour);
std::string_view name_of(Track);
std::string_view name_of(Ability);
std::string_view epoch_name(int epoch);  // I, II, III

struct CardRow {
  Tracks gains;
  u8 cost = 0;
  u8 vp = 0;
  Ability ability = Ability::none;
  u8 token_slot = 0;  // token_steps: which of the board's token places is this card's
  bool star = false;
  bool real = false;  // false: no card has this id
};

struct ColonyPile {
  u8 value = 0;  // victory points of the front; names the pile
  u8 condition = 0;
  u8 plunder = 0;
  u8 alliance = 0;
  std::array<Tracks, colony_tiles> gains{};
  std::array<u8, colony_tiles> vp{};
};

struct BustRow {
  u8 condition = 0;
  u8 vp = 0;
  u8 bonus = 0;
};

struct StartSide {
  u8 coins = 0;
  Tracks tracks;
};

struct SealPrices {
  std::array<u8, epoch_count> silver{}, gold{};
};

struct Tables {
  std::array<CardRow, card_ids> cards{};
  CardSet all{};                                  // every card of the edition
  CardSet plain{};                                // those without a star
  std::array<u64, ability_count> with_ability{};  // purple cards, by ability
  std::array<ColonyPile, colony_piles> colonies{};
  std::array<BustRow, bust_count> busts{};
  std::array<std::array<StartSide, 2>, start_count> starts{};  // by initiative - 1; side A, side B
  SealPrices prices, cheap;
  std::array<u8, epoch_count> sale{};

  static Result<Tables> read(const Edition& edition);
  const CardRow& operator[](Card c) const { return cards[c]; }
};

}  // namespace trestle::hadara
