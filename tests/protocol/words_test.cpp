// What is said from memory as text is what the values say.
#include "protocol/words.hpp"

#include <gtest/gtest.h>

#include "games/registry.hpp"
#include "protocol/table_talk.hpp"
#include "support/match_play.hpp"

namespace trestle::protocol {
namespace {

constexpr u64 shift = 1000;

std::string choices_as_value(const Match& match, Seat seat) {
  json::object out;
  add_choices(out, match, seat, {});
  const std::string text = json::serialize(out);
  return text.substr(1, text.size() - 2);
}

TEST(Words, AreThoseOfTheValues) {
  for (const std::string& name : game_names()) {
    const GamePtr game = *make_game(name);
    GameWords words(game);
    Rng rng(5);
    for (u64 seed = 1; seed <= 3; ++seed) {
      auto begun = test::seeded_match(game, game->info().seats_max, seed);
      ASSERT_TRUE(begun);
      Match& match = *begun;
      while (!match.over()) {
        const Seat seat = test::pick_seat(match.waiting_on(), rng);
        std::string choices;
        words.add_choices(choices, match.sight(seat));
        ASSERT_EQ(choices, choices_as_value(match, seat)) << name;
        const std::vector<Action> legal = test::legal_actions(match, seat);
        const u64 from = match.seq();
        const Action action = legal[rng.below(static_cast<u32>(legal.size()))];
        ASSERT_EQ(*words.parse(game->print(action)), action) << name;
        ASSERT_TRUE(match.submit(seat, {&action, 1}, from));
        for (const Seat viewer : test::viewers(match)) {
          std::string events;
          words.add_events(events, match.all_happenings(from), viewer, shift);
          ASSERT_EQ(events, json::serialize(events_json(match, viewer, from, shift))) << name;
        }
      }
    }
  }
}

TEST(Words, ATextThatSaysNothingIsRefusedEveryTime) {
  for (const std::string& name : game_names()) {
    const GamePtr game = *make_game(name);
    GameWords words(game);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(words.parse("fly away").fault().text(), game->parse("fly away").fault().text());
  }
}

TEST(Words, AreQuotedAsJsonAsks) {
  for (const std::string text : {"", "play farmer", "a \"b\" \\ c", "line\nfeed", "é"}) {
    std::string out;
    add_quoted(out, text);
    EXPECT_EQ(out, json::serialize(json::value(text)));
  }
  // Letters are looked at eight at a time: each in every place.
  for (std::size_t size = 1; size <= 20; ++size)
    for (std::size_t at = 0; at < size; ++at)
      for (const char c : {'"', '\\', '\n', '\x1f', ' ', '\x7f', '!', '#'}) {
        std::string text(size, 'a'), out;
        text[at] = c;
        add_quoted(out, text);
        EXPECT_EQ(out, json::serialize(json::value(text)));
      }
}

}  // namespace
}  // namespace trestle::protocol
