// The printed tables of Tharos, read from CSV and validated, and the names of its parts. Immutable once read.
#pragma once
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "base/bits.hpp"
#include "base/enum_array.hpp"
#include "base/enum_set.hpp"
#include "core/edition.hpp"

namespace trestle::tharos {

enum class Colour : u8 { white, red, yellow, green, blue };
inline constexpr int colour_count = 5;
using Colours = EnumSet<Colour>;
inline constexpr Colours every_colour = Colours::first(colour_count);

enum class PlayerCard : u8 {
  banker,
  steam_dyer,
  ore_digger,
  crystallographist,
  cartographer,
  organizer,
  cannoneer,
  rumblepoke,
  steam_pressure_plant,
  manipulator
};
inline constexpr int player_card_count = 10;
using PlayerCards = EnumSet<PlayerCard, u16>;

enum class Building : u8 {
  civilian_office,
  large_market,
  little_market,
  new_market,
  notarys_office,
  organization_office,
  secret_society,
  surveyors_office
};
inline constexpr int building_count = 8;
using Buildings = EnumSet<Building>;

enum class Medal : u8 { combat, exploration, trade, civil };
inline constexpr int medal_count = 4;

enum class Transformation : u8 {
  none,
  jars_3,
  jars_5,
  combat_1,
  combat_2,
  plus_1,
  shift_white,
  shift_red,
  shift_yellow,
  shift_green,
  shift_blue,
  white_as_any,
  flip_white
};
inline constexpr int transformation_count = 13;
constexpr bool is_shift(Transformation t) { return t >= Transformation::shift_white && t <= Transformation::shift_blue; }
constexpr Colour shifted_colour(Transformation t) {
  return static_cast<Colour>(static_cast<int>(t) - static_cast<int>(Transformation::shift_white));
}
constexpr bool brings_something(Transformation t) { return t >= Transformation::jars_3 && t <= Transformation::combat_2; }
// These change a die as it is placed; the others are used on their own.
constexpr bool acts_on_placing(Transformation t) { return t >= Transformation::plus_1 && t <= Transformation::white_as_any; }

// The six white action spaces of a player mat.
enum class Space : u8 { money, cards, guild_card, guild_region, dice, building };
inline constexpr int space_count = 6;
using Spaces = EnumSet<Space>;

// The region in row r (the round) and column c (the turn) is cell 4 (r - 1) + (c - 1); written a1 to d4, columns by letter.
using Cell = u8;
using Cells = u16;
inline constexpr int cell_count = 16;
inline constexpr int side = 4;
constexpr Cells cell_bit(int c) { return static_cast<Cells>(1u << c); }
constexpr Cells neighbours(Cells m) {
  const u32 x = m;
  return static_cast<Cells>((x << 4) | (x >> 4) | ((x & 0x7777u) << 1) | ((x & 0xeeeeu) >> 1));
}

using ActionCard = u8;  // 1 to 40
inline constexpr int action_card_count = 40;
using ActionCards = u64;  // bit n = card n
constexpr ActionCards card_bit(ActionCard n) { return u64{1} << n; }
inline constexpr ActionCards all_action_cards = ((u64{1} << action_card_count) - 1) << 1;

enum class Shape : u8 { line, square, tee, ell, ess, any_four, any_three };
inline constexpr int shape_count = 7;

// Printed figures.
inline constexpr int rounds = 4, turns = 4;
inline constexpr int guild_markers = 12, mine_markers = 10;
inline constexpr int dice_drawn = 5, plant_extra = 1;
inline constexpr int hand_max = 3;
inline constexpr int plenty_max = 8, banker_bonus = 2, plenty_dice_max = 3;
inline constexpr int build_cost = 10, own_cost = 2, owner_share = 2, build_die_min = 3;
inline constexpr int cartographer_cost = 2;
inline constexpr int points_max = 7, points_a_medal = 4;
inline constexpr int mine_value = 6;
inline constexpr int store_columns = 2, store_rows = 3, store_count = 6;
inline constexpr int attack_value_max = 15, attack_count = 8;
inline constexpr int end_card_count = 6;
inline constexpr std::array<int, medal_count> medal_points{3, 4, 4, 2};
inline constexpr int set_points = 2, jars_a_point = 5, mines_that_count = 3;

std::string_view name_of(Colour);
std::string_view name_of(PlayerCard);
std::string_view name_of(Building);
std::string_view name_of(Medal);
std::string_view name_of(Transformation);
std::string_view name_of(Space);
std::string_view name_of(Shape);

struct PlayerCardRow {
  std::array<u8, colour_count> dice{};  // how many of each colour
  Colours colours;                      // the colours of those
  u8 count = 0;                         // dice symbols
  std::array<Colour, 3> order{};        // the colours one by one
  u8 total = 0;
  u8 markers = 0, limit = 0;
};

struct Loss {
  static constexpr u8 all = 255, half = 254;
  u8 player_cards = 0, mines = 0, region_guilds = 0, card_guilds = 0;
  u8 jars = 0;          // or half, all
  u8 action_cards = 0;  // or all
  bool any_medal = false;
  Medal medal = Medal::combat;
};

struct Request {
  Colours colours;  // empty: a shape
  Shape shape = Shape::line;
};
inline constexpr int first_request = 32, request_count = 7;

struct Tables {
  std::array<u8, attack_value_max + 1> attacks{};  // copies by value
  std::array<u8, transformation_count> markers{};  // copies by effect
  std::array<u8, colour_count> regions{};
  std::array<u8, colour_count> bag{};
  std::array<u8, colour_count> dice{};      // all of a player's
  std::array<Colour, store_count> store{};  // column * 3 + row from the bottom
  std::array<u8, store_rows> price{};       // by row
  EnumArray<PlayerCard, PlayerCardRow, player_card_count> cards;
  EnumArray<Building, u8, building_count> costs;
  std::array<std::array<Loss, rounds>, end_card_count> losses{};
  std::array<Request, request_count> requests{};

  static Result<Tables> read(const Edition& edition);
};

// All placements of a shape on the grid, as sets of cells, ascending by their lowest cells.
struct Placements {
  const Cells* first;
  std::size_t count;
  const Cells* begin() const { return first; }
  const Cells* end() const { return first + count; }
};
Placements placements(Shape shape);
bool contains_shape(Cells owned, Shape shape);

}  // namespace trestle::tharos
