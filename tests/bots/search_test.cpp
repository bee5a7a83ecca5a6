// Tree search: legal, the same for a seed, blind to what its seat may not know, without allocation, and better than chance.
#include <gtest/gtest.h>

#include <type_traits>

#include "bots/bots.hpp"
#include "bots/judgements.hpp"
#include "bots/player.hpp"
#include "bots/search/search.hpp"
#include "games/registry.hpp"
#include "support/scale.hpp"

namespace trestle {
namespace {

// What a search is given cannot be the state of a game.
static_assert(!std::is_invocable_v<decltype(&Search<throne::Throne>::think), Search<throne::Throne>&, const throne::Throne&,
                                   const throne::State&, u64, u32>);
static_assert(!std::is_invocable_v<decltype(&Search<hadara::Hadara>::think), Search<hadara::Hadara>&, const hadara::Hadara&,
                                   const hadara::State&, u64, u32>);
static_assert(!std::is_invocable_v<decltype(&Search<tharos::Tharos>::think), Search<tharos::Tharos>&, const tharos::Tharos&,
                                   const tharos::State&, u64, u32>);

GamePtr game_named(std::string_view name) {
  auto game = make_game(name);
  CHECK(bool(game));
  return *game;
}

// Calls on_decision(rules, state, seat, rng) at one decision in so many of random games.
template <class F>
void at_decisions(std::string_view name, int seats, u32 one_in, u64 games, F&& on_decision) {
  const GamePtr game = game_named(name);
  visit_rules(*game, [&]<class R>(const R& rules) {
    for (u64 g = 0; g < games; ++g) {
      Rng rng = Rng::for_item(5, g);
      typename R::State state = rules.start(seats);
      NullSink none;
      ActionList list;
      for (SeatSet waiting = rules.waiting_on(state.pub); !waiting.empty(); waiting = rules.waiting_on(state.pub)) {
        const Seat seat = waiting.lowest();
        if (seat == Seat::Chance) {
          rules.apply(state, seat, sample(rules, state, rng), none);
          continue;
        }
        list.clear();
        rules.legal(sight_of(state, seat), list);
        if (list.size() > 1 && rng.below(one_in) == 0) on_decision(rules, state, seat, rng);
        rules.apply(state, seat, list[rng.below(static_cast<u32>(list.size()))], none);
      }
    }
  });
}

struct Table {
  const char* game;
  int seats;
  u32 one_in;  // decisions: games are of different lengths
};
void PrintTo(const Table& table, std::ostream* out) { *out << table.game << " with " << table.seats; }
class SearchAt : public testing::TestWithParam<Table> {};

std::string name_of_table(const testing::TestParamInfo<Table>& info) { return info.param.game + std::to_string(info.param.seats); }

TEST_P(SearchAt, ChoosesLegallyAndAlikeForASeed) {
  for (const char* bot : {"mcts:iterations=20+nodes=512", "expert:iterations=20+nodes=512", "novice:iterations=10+threads=2+nodes=512"})
    at_decisions(GetParam().game, GetParam().seats, GetParam().one_in, test::scaled(3, 1),
                 [&]<class R>(const R& rules, const typename R::State& state, Seat seat, Rng&) {
                   auto one = make_player<R>(*parse_bot_spec(bot)), two = make_player<R>(*parse_bot_spec(bot));
                   ASSERT_TRUE(bool(one) && bool(two));
                   Rng a(9), b(9);
                   const Action action = (*one)->choose(rules, sight_of(state, seat), a);
                   EXPECT_FALSE(bool(rules.refuse(sight_of(state, seat), action))) << bot;
                   EXPECT_EQ(rules.print(action), rules.print((*two)->choose(rules, sight_of(state, seat), b))) << bot;
                 });
}

// The law of non-interference, for bots: in every world that looks the same to its seat a bot does and thinks the same.
TEST_P(SearchAt, DecidesAlikeInWorldsItCannotTellApart) {
  at_decisions(GetParam().game, GetParam().seats, GetParam().one_in, test::scaled(6, 1),
               [&]<class R>(const R& rules, const typename R::State& state, Seat seat, Rng& rng) {
                 const typename R::State other = rules.imagine(sight_of(state, seat), rng);
                 auto one = make_player<R>(*parse_bot_spec("expert:iterations=16+nodes=512")),
                      two = make_player<R>(*parse_bot_spec("expert:iterations=16+nodes=512"));
                 RankedList a, b;
                 Rng rng_a(3), rng_b(3);
                 (*one)->rank(rules, sight_of(state, seat), rng_a, a);
                 (*two)->rank(rules, sight_of(other, seat), rng_b, b);
                 ASSERT_EQ(a.size(), b.size());
                 for (std::size_t i = 0; i < a.size(); ++i) {
                   EXPECT_EQ(rules.print(a[i].action), rules.print(b[i].action));
                   EXPECT_EQ(a[i].visits, b[i].visits);
                   EXPECT_EQ(a[i].chance, b[i].chance);
                 }
               });
}

TEST_P(SearchAt, RanksEveryLegalActWithAChance) {
  at_decisions(GetParam().game, GetParam().seats, GetParam().one_in, 1,
               [&]<class R>(const R& rules, const typename R::State& state, Seat seat, Rng& rng) {
                 auto player = make_player<R>(*parse_bot_spec("expert:iterations=64+nodes=512"));
                 RankedList ranked;
                 (*player)->rank(rules, sight_of(state, seat), rng, ranked);
                 ActionList legal;
                 rules.legal(sight_of(state, seat), legal);
                 ASSERT_EQ(ranked.size(), legal.size());
                 u32 visits = 0;
                 for (std::size_t i = 0; i < ranked.size(); ++i) {
                   EXPECT_EQ(rules.print(ranked[i].action), rules.print(legal[i]));
                   EXPECT_GE(ranked[i].chance, 0);
                   EXPECT_LE(ranked[i].chance, 10'000);
                   visits += ranked[i].visits;
                 }
                 EXPECT_EQ(visits, 64u);  // every iteration chose once at the root
               });
}

INSTANTIATE_TEST_SUITE_P(Tables, SearchAt,
                         testing::Values(Table{"throne", 2, 8}, Table{"throne", 3, 12}, Table{"throne", 4, 12}, Table{"hadara", 2, 8},
                                         Table{"hadara", 5, 24}, Table{"tharos", 2, 40}, Table{"tharos", 4, 80}),
                         name_of_table);

// A tree that is kept between the decisions of one turn is what a new search would have begun with, and more.
TEST(Search, GoesOnFromWhatItThoughtWhenNothingWasRevealed) {
  const GamePtr game = game_named("throne");
  visit_rules(*game, [&]<class R>(const R& rules) {
    SearchSettings settings;
    settings.iterations = 400;
    settings.rollout = Rollout::judgement;
    settings.trust = 20;
    Search<R> search(settings, 0, nullptr);
    int kept = 0, asked = 0;
    at_decisions("throne", 2, 8, 2, [&]<class Q>(const Q&, const typename Q::State& state, Seat seat, Rng& rng) {
      if constexpr (std::is_same_v<Q, R>) {
        const auto sight = sight_of(state, seat);
        search.think(rules, sight, 1, 400);
        ActionList legal;
        rules.legal(sight, legal);
        const Action action = legal[0];
        search.follow(rules, sight, action, rng);
        typename R::State after = state;
        NullSink none;
        rules.apply(after, seat, action, none);
        if (rules.waiting_on(after.pub) != only(seat)) return;
        ++asked;
        search.think(rules, sight_of(after, seat), 2, 1);
        ActionList next;
        rules.legal(sight_of(after, seat), next);
        u32 visits = 0;
        search.tree().each(0, seat, next, [&](u32 e, std::size_t) { visits += search.tree().edge(e).visits; });
        kept += visits > 1;
      }
    });
    EXPECT_GT(asked, 5);
    EXPECT_GT(kept, asked / 3);
  });
}

TEST(Search, TakesAWinInReach) {
  const GamePtr game = game_named("throne");
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
  for (const char* name : {"mcts:iterations=500", "journeyman:overlook=0", "expert:overlook=0", "master:iterations=500"}) {
    auto bot = make_bot(name, game);
    ASSERT_TRUE(bool(bot)) << name;
    Rng rng(1);
    EXPECT_EQ(game->print((*bot)->choose(game->sight(state, Seat::A), rng)), "play royal") << name;
    EXPECT_GT((*bot)->chance(game->sight(state, Seat::A), rng), 8000) << name;
  }
}

TEST(Search, SettingsThatCannotBeAreRefused) {
  const GamePtr game = game_named("throne");
  for (const auto& [spec, part] : std::vector<std::pair<std::string, std::string>>{{"master:depth=3", "no setting 'depth'"},
                                                                                   {"master:ms", "name=number"},
                                                                                   {"master:ms=", "whole number"},
                                                                                   {"master:ms=x", "whole number"},
                                                                                   {"master:ms=0", "1 to"},
                                                                                   {"master:ms=5+iterations=5", "either"},
                                                                                   {"greedy:ms=5", "no settings"},
                                                                                   {"grandmaster", "unknown bot"},
                                                                                   {std::string(300, 'x'), "bytes"}}) {
    const auto bot = make_bot(spec, game);
    ASSERT_FALSE(bool(bot)) << spec;
    EXPECT_NE(bot.fault().reason.find(part), std::string::npos) << bot.fault().reason;
  }
}

TEST(Search, NumbersAreTheSameEverywhere) {
  // Bits, not values: these must not depend on a library or a processor.
  EXPECT_EQ(__builtin_bit_cast(u32, log_of(1)), 0u);
  EXPECT_NEAR(log_of(1000), 6.9077f, 0.001f);
  EXPECT_NEAR(log_of(3), 1.0986f, 0.001f);
  EXPECT_NEAR(exp_of(-1), 0.3679f, 0.001f);
  EXPECT_EQ(exp_of(0), 1.0f);
  EXPECT_EQ(exp_of(-31), 0.0f);
}

}  // namespace
}  // namespace trestle
