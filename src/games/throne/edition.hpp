// The printed tables of Throne of the World, read from CSV and validated. Immutable once read.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/bag.hpp"
#include "base/enum_array.hpp"
#include "base/enum_set.hpp"
#include "core/edition.hpp"

namespace trestle::throne {

enum class Profession : u8 { farmer, miner, hunter, soldier, wizard, knight, royal };
inline constexpr int profession_count = 7;
using Professions = EnumSet<Profession>;
template <class T>
using ByProfession = EnumArray<Profession, T, profession_count>;

inline constexpr Professions producers{Profession::farmer, Profession::miner, Profession::hunter};
inline constexpr Professions attackers{Profession::soldier, Profession::wizard, Profession::knight};

enum class Skill : u8 { supply, assemble, harvest, assassinate, purchase, steal, hunger };
inline constexpr int skill_count = 7;

enum class Race : u8 {
  none,  // only in positions written by hand: a player without abilities
  humans,
  mermaids,
  zergs,
  dwarves,
  orcs,
  tree_sprites,
  werewolves,
  deities,
  gnomes,
  night_elves,
  dragons,
  ninjas,
  witches
};
inline constexpr int race_count = 13;  // without none

// A kind of general card. Cards of one kind are alike, so hands and piles are bags of kinds:
// 0-6 units, 7-13 double actions, 14-20 skills, from 21 on the general actions of the edition.
using Card = u8;
inline constexpr int cards_max = 32;
inline constexpr Card first_double = 7, first_skill = 14, first_general = 21;
inline constexpr int generals_max = cards_max - first_general;
using Cards = Bag<cards_max>;

constexpr Card unit_card(Profession p) { return static_cast<Card>(p); }
constexpr Card double_card(Profession p) { return static_cast<Card>(first_double + static_cast<int>(p)); }
constexpr Card skill_card(Skill s) { return static_cast<Card>(first_skill + static_cast<int>(s)); }
constexpr bool is_unit(Card c) { return c < first_double; }
constexpr bool is_double(Card c) { return c >= first_double && c < first_skill; }
constexpr bool is_skill(Card c) { return c >= first_skill && c < first_general; }
constexpr bool is_general(Card c) { return c >= first_general; }
constexpr Profession unit_of(Card c) { return static_cast<Profession>(c); }
constexpr Profession double_of(Card c) { return static_cast<Profession>(c - first_double); }
constexpr Skill skill_of(Card c) { return static_cast<Skill>(c - first_skill); }

std::string_view name_of(Profession);
std::string_view name_of(Skill);
std::string_view name_of(Race);

inline constexpr int set_max = 4;

struct ProfessionRow {
  u8 tolerance = 0;
  u8 set = 0;                                // units in a full set
  std::array<u8, set_max + 1> efficiency{};  // by number of units; [0] = 0
};

struct Tables {
  ByProfession<ProfessionRow> professions;
  std::array<std::string, cards_max> card_names;
  std::array<Professions, cards_max> crossed{};  // general cards only
  int card_count = 0;                            // kinds in this edition
  Cards deck;                                    // copies of each kind
  int rounds_max = 0;

  static Result<Tables> read(const Edition& edition);
};

}  // namespace trestle::throne
