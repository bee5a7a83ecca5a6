// Tables of Hadara: those built in are as printed and transcribed; an owner's are named in the record; broken ones are refused
// with file, line and reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/hadara/rules.hpp"
#include "games/registry.hpp"
#include "match/match.hpp"
#include "support/rule.hpp"

namespace trestle {
namespace {

using hadara::Ability;
using hadara::Colour;
using hadara::Hadara;
using hadara::Track;
using ::testing::HasSubstr;

Edition with(std::string_view file, std::string_view from, std::string_view to) {
  Edition edition = built_in_edition("hadara");
  for (TableFile& table : edition.files) {
    if (table.name != file) continue;
    const std::size_t at = table.text.find(from);
    CHECK(at != std::string::npos);
    table.text.replace(at, from.size(), to);
  }
  return edition;
}

void refused(const Edition& edition, std::string_view file, int line, const std::string& reason) {
  const auto rules = Hadara::make(edition, {});
  ASSERT_FALSE(bool(rules)) << reason;
  EXPECT_EQ(rules.fault().where, file);
  EXPECT_EQ(rules.fault().line, line) << rules.fault().text();
  EXPECT_THAT(rules.fault().reason, HasSubstr(reason));
}

TEST(HadaraEdition, BuiltInTablesAreThoseOfTheBox) {
  const auto rules = Hadara::make(built_in_edition("hadara"), {});
  ASSERT_TRUE(bool(rules));
  const hadara::Tables& tables = rules->tables();
  int cards = 0, stars = 0;
  for (int c = 0; c < hadara::colour_count; ++c) {
    const auto colour = static_cast<Colour>(c);
    cards += std::popcount(tables.all[colour]);
    stars += std::popcount(tables.all[colour] & ~tables.plain[colour]);
  }
  EXPECT_EQ(cards, 162);
  EXPECT_EQ(stars, 12);
  for (std::size_t a = 1; a < hadara::ability_count; ++a) EXPECT_NE(tables.with_ability[a], 0u) << hadara::name_of(static_cast<Ability>(a));
  for (const auto& card : tables.starts) {
    int steps = 0;
    for (int t = 0; t < hadara::track_count; ++t) steps += card[0].tracks[static_cast<Track>(t)];
    EXPECT_EQ(steps, 10);
  }
}

TEST(HadaraEdition, EveryRowSaysHowItIsKnown) {
  const Edition edition = built_in_edition("hadara");
  int reconstructed = 0;
  for (const TableFile& file : edition.files)
    for (std::size_t at = file.text.find("reconstructed"); at != std::string::npos; at = file.text.find("reconstructed", at + 1))
      ++reconstructed;
  EXPECT_EQ(edition.files.size(), 4u);
  EXPECT_EQ(reconstructed, 42);
}

TEST(HadaraEdition, AnOwnersEditionPlaysAndIsNamedInTheRecord) {
  auto owner = load_edition(TRESTLE_ROOT "/tests/games/hadara/golden/owner");
  ASSERT_TRUE(bool(owner));
  auto game = make_game("hadara", *owner, {});
  ASSERT_TRUE(bool(game)) << game.fault().text();
  EXPECT_NE(owner->hash(), built_in_edition("hadara").hash());
  auto match = Match::create({*game, 3, {}, {}, {}, true}, std::make_unique<SeededDealer>(5));
  ASSERT_TRUE(bool(match));
  Rng rng(5);
  ActionList list;
  while (!match->over()) {
    const Seat seat = match->waiting_on().lowest();
    (*game)->legal(match->sight(seat), list);
    const Action action = list[rng.below(static_cast<u32>(list.size()))];
    ASSERT_TRUE(bool(match->submit(seat, std::span(&action, 1), match->seq())));
  }
  match->close_record();
  EXPECT_EQ(match->record().header.edition, owner->hash());
  EXPECT_EQ(match->record().header.game, "hadara");
  ASSERT_TRUE(match->record().end.has_value());
}

TEST(HadaraEdition, BrokenTablesAreRefusedWithFileLineAndReason) {
  refused(with("cards.csv", "yellow,I,,1,1", "yelow,I,,1,1"), "cards.csv", 2, "unknown colour 'yelow'");
  refused(with("cards.csv", "yellow,I,,1,1", "yellow,IV,,1,1"), "cards.csv", 2, "the epoch is I, II or III");
  refused(with("cards.csv", "yellow,I,,1,1", "yellow,I,,cheap,1"), "cards.csv", 2, "column 'cost' needs a number");
  refused(with("cards.csv", "yellow,I,,1,1", "yellow,I,star,1,1"), "cards.csv", 2, "only purple cards carry a star");
  refused(with("cards.csv", "yellow,I,,1,1,0,0,0,1,,", "yellow,I,,1,0,0,0,0,1,sale_bonus,"), "cards.csv", 2,
          "only purple cards have abilities");
  refused(with("cards.csv", "yellow,I,,1,1,0,0,0,1,,transcribed", "yellow,I,,1,1,0,0,0,1,,"), "cards.csv", 2, "'source' is empty");
  refused(with("cards.csv", "purple,I,,2,0,0,0,0,2,sale_bonus", "purple,I,,2,0,0,0,0,2,sale_bonnet"), "cards.csv", 123,
          "unknown ability 'sale_bonnet'");
  refused(with("cards.csv", "purple,I,,2,0,0,0,0,2,sale_bonus", "purple,I,,2,1,0,0,0,2,sale_bonus"), "cards.csv", 123,
          "values or an ability, not both");
  refused(with("cards.csv", "purple,I,star,4,0,0,0,0,1,per_red", "purple,I,star,4,0,0,0,0,1,per_yellow"), "cards.csv", 133,
          "a second card with the ability 'per_yellow'");
  refused(with("cards.csv", "yellow,I,,1,1,0,0,0,1,,transcribed\n", ""), "cards.csv", 0, "yellow I has 9 cards without star");
  refused(with("colonies.csv", "2,3,3,1,0,0,1,1,2", "2,4,3,1,0,0,1,1,2"), "colonies.csv", 3, "column 'condition' differs");
  refused(with("colonies.csv", "5,9,4,1,0,0,2,1,5", "5,9,4,1,0,0,2,1,4"), "colonies.csv", 7, "cannot be less than the front");
  refused(with("starts.csv", "1,B", "1,A"), "starts.csv", 3, "listed twice");
  refused(with("starts.csv", "5,B,11,1,1,1,6,transcribed\n", ""), "starts.csv", 0, "start card 5 has no side B");
  refused(with("busts-and-seals.csv", "bust,12,8,3", "bust,5,8,3"), "busts-and-seals.csv", 4, "rising condition");
  refused(with("busts-and-seals.csv", "seal,gold", "seal,iron"), "busts-and-seals.csv", 9, "unknown row 'seal,iron'");
  refused(with("busts-and-seals.csv", "sale,coins,2,3,4,printed", "# none"), "busts-and-seals.csv", 0, "is missing");
  Edition extra = built_in_edition("hadara");
  extra.files.push_back({"monuments.csv", "a,source\n1,mine\n"});
  refused(extra, "monuments.csv", 0, "no such table");
  Edition missing = built_in_edition("hadara");
  missing.files.erase(missing.files.begin());
  EXPECT_FALSE(bool(Hadara::make(missing, {})));
}

TEST(HadaraEdition, OptionsAreNamed) {
  const auto rules = Hadara::make(built_in_edition("hadara"), {{"side", "c"}});
  ASSERT_FALSE(bool(rules));
  EXPECT_THAT(rules.fault().reason, HasSubstr("side"));
}

TEST(HadaraEdition, FirstGameDeckHasNoStars) {
  RULE("hadara.setup.deck");
  const auto rules = Hadara::make(built_in_edition("hadara"), {{"deck", "first"}});
  ASSERT_TRUE(bool(rules));
  EXPECT_EQ(std::popcount(rules->deck()[Colour::purple]), 30);
  EXPECT_EQ(std::popcount(rules->deck()[Colour::red]), 30);
}

}  // namespace
}  // namespace trestle
