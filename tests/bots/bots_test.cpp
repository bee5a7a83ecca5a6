// Bots: legal acts only, the same for the same seed, through sights only, and greedy plays clearly better than random.
#include <gtest/gtest.h>

#include <type_traits>

#include "bots/bots.hpp"
#include "bots/judgements.hpp"
#include "games/registry.hpp"
#include "match/match.hpp"
#include "sim/simulate.hpp"
#include "support/match_play.hpp"
#include "support/scale.hpp"
#include "support/toy_game.hpp"

namespace trestle {
namespace {

// A bot cannot be given a state: neither the whole one nor a reference to it converts to what it takes.
static_assert(!std::is_invocable_v<decltype(&Bot::choose), Bot&, const AnyState&, Rng&>);
static_assert(!std::is_convertible_v<AnyState, AnySight>);
static_assert(!std::is_invocable_v<decltype(&GreedyPolicy<throne::Throne>::choose), GreedyPolicy<throne::Throne>&, const throne::Throne&,
                                   const throne::State&, Rng&>);
static_assert(!std::is_invocable_v<decltype(&Judgement<throne::Throne>::evaluate), const throne::Throne&, const throne::State&>);

GamePtr throne_game() {
  auto game = make_game("throne");
  CHECK(bool(game));
  return *game;
}

TEST(Bots, AreKnownByName) {
  for (const std::string& name : bot_names()) EXPECT_TRUE(bool(make_bot(name, throne_game()))) << name;
  const auto none = make_bot("nobody", throne_game());
  ASSERT_FALSE(bool(none));
  EXPECT_NE(none.fault().reason.find("nobody"), std::string::npos);
}

TEST(Bots, AreSpeltOutWithWhatStandsBehindTheName) {
  EXPECT_EQ(spelt_out("throne", "greedy"), "greedy");
  const std::string master = spelt_out("throne", "master:ms=5");
  const SearchSettings& settings = find_level("throne", "master")->settings;
  EXPECT_EQ(master.find("master:ms=5 = "), 0u) << master;
  for (const std::string& part : {"+trust=" + std::to_string(settings.trust) + "+", "=iterations=" + std::to_string(settings.iterations)})
    EXPECT_NE(("=" + master.substr(14)).find(part), std::string::npos) << part << " in " << master;
  SearchSettings other = settings;
  other.nodes += 1;
  EXPECT_NE(print_settings(settings), print_settings(other));
}

TEST(Bots, GreedySaysThatItCannotJudgeAnUnknownGame) {
  const auto bot = make_bot("greedy", toy::make_toy());
  ASSERT_FALSE(bool(bot));
  EXPECT_NE(bot.fault().reason.find("toy"), std::string::npos);
}

TEST(Bots, RandomPlaysAnyGame) {
  auto bot = make_bot("random", toy::make_toy());
  ASSERT_TRUE(bool(bot));
  auto match = test::seeded_match(toy::make_toy(), 3, 5);
  ASSERT_TRUE(bool(match));
  Rng rng(1);
  while (!match->over()) {
    const Seat seat = match->waiting_on().lowest();
    ASSERT_TRUE(bool(test::submit(*match, seat, (*bot)->choose(match->sight(seat), rng))));
  }
}

std::string record_of_game(std::string_view name, int seats, u64 seed) {
  auto bot = make_bot(name, throne_game());
  auto match = test::seeded_match(throne_game(), seats, seed);
  CHECK(bool(bot) && bool(match));
  Rng rng(seed);
  while (!match->over()) {
    const Seat seat = match->waiting_on().lowest();
    const SubmitResult result = test::submit(*match, seat, (*bot)->choose(match->sight(seat), rng));
    if (!result) return "an illegal act";
  }
  return print_record(match->record());
}

TEST(Bots, PlayLegallyAndAlikeForASeed) {
  for (const std::string name : {"random", "greedy", "novice:iterations=8", "mcts:iterations=8"})
    for (int seats : {2, 3, 4}) {
      const std::string once = record_of_game(name, seats, 11);
      EXPECT_NE(once, "an illegal act") << name;
      EXPECT_EQ(once, record_of_game(name, seats, 11)) << name << " with " << seats;
      EXPECT_NE(once, record_of_game(name, seats, 12)) << name << " with " << seats;
    }
}

TEST(Bots, RankEveryLegalActBestFirstAndChooseTheBest) {
  const GamePtr game = throne_game();
  auto bot = make_bot("greedy", game);
  auto match = test::seeded_match(game, 2, 3);
  ASSERT_TRUE(bool(bot) && bool(match));
  for (int i = 0; i < 60 && !match->over(); ++i) {
    const Seat seat = match->waiting_on().lowest();
    const AnySight sight = match->sight(seat);
    Rng one(static_cast<u64>(i)), two(static_cast<u64>(i));
    const auto ranked = (*bot)->rank(sight, one);
    auto legal = test::legal_actions(*match, seat);
    ASSERT_EQ(ranked.size(), legal.size());
    for (std::size_t k = 1; k < ranked.size(); ++k) EXPECT_GE(ranked[k - 1].value, ranked[k].value);
    const Action chosen = (*bot)->choose(sight, two);
    bool among_best = false;
    for (const Ranked& r : ranked) among_best |= r.action == chosen && r.value == ranked[0].value;
    EXPECT_TRUE(among_best);
    ASSERT_TRUE(bool(test::submit(*match, seat, chosen)));
  }
}

// A victory in reach is taken: the last of the seven professions is in the hand, and so are sixteen coins.
TEST(Bots, GreedyTakesAWinInReach) {
  const GamePtr game = throne_game();
  AnyState state = game->blank(2);
  for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{{"turn", "A"},
                                                                                   {"phase", "play"},
                                                                                   {"points", "1"},
                                                                                   {"A.coins", "16"},
                                                                                   {"A.units", "farmer miner hunter soldier wizard knight"},
                                                                                   {"A.hand", "royal supply harvest miner"},
                                                                                   {"B.coins", "20"},
                                                                                   {"B.hand", "farmer"}})
    ASSERT_TRUE(bool(game->set(state, key, value))) << key;
  ASSERT_TRUE(bool(game->complete(state)));
  auto bot = make_bot("greedy", game);
  Rng rng(1);
  EXPECT_EQ(game->print((*bot)->choose(game->sight(state, Seat::A), rng)), "play royal");
}

TEST(Bots, GreedyBeatsRandomClearly) {
  SimPlan plan;
  plan.games = test::scaled(400, 60);
  plan.bots = {"greedy", "random"};
  plan.seating = Seating::paired;
  const auto report = simulate(*throne_game(), plan);
  ASSERT_TRUE(bool(report));
  EXPECT_GT(report->bots.at("greedy").wins.share(), 0.95);
}

// A judgement learned at tables of two once had every level pass its turns away at tables of three and four.
TEST(Bots, ALevelKeepsUpAtEveryTable) {
  for (const std::string_view name : {"hadara", "tharos"}) {
    const auto game = make_game(name);
    ASSERT_TRUE(bool(game));
    for (int seats = (*game)->info().seats_min; seats <= (*game)->info().seats_max; ++seats) {
      SimPlan plan;
      plan.games = 1;
      plan.bots.assign(static_cast<std::size_t>(seats), "greedy");
      plan.bots[0] = "novice";
      const auto report = simulate(**game, plan);
      ASSERT_TRUE(bool(report)) << report.fault().text();
      EXPECT_GT(report->bots.at("novice").score.mean(), report->bots.at("greedy").score.mean() / 2) << name << " with " << seats;
    }
  }
}

}  // namespace
}  // namespace trestle
