// What bench_kill holds a server to is what its players know of a game. Here they hear a server that nobody runs.
#include "players.hpp"

#include <gtest/gtest.h>

namespace trestle::bench {
namespace {

constexpr std::size_t first = 0, second = 1;

PlayPlan two_at_a_table() {
  PlayPlan plan;
  plan.tables = 1;
  plan.players = 2;
  return plan;
}

// Answers repeat the id of the question: 1 asked to watch, 13 made the first act of the first game.
const std::string playing = R"({"id":1,"ok":true,"table":"old","status":"running","you":"A","rematch":null,"seq":1})";
const std::string finished = R"({"id":1,"ok":true,"table":"old","status":"over","you":"A","rematch":null,"seq":3})";
const std::string to_move = R"({"push":"told","table":"old","seq":1,"over":false,"legal":["pass"]})";
const std::string kept = R"({"id":13,"ok":true,"table":"old","seq":2,"over":false})";
const std::string over = R"({"push":"told","table":"old","seq":3,"over":true})";
const std::string rematch = R"({"push":"table","table":"old","status":"over","rematch":"new"})";

// A client that waited too long asks again, and is told a second time that the game is over, on a line that may be read after another's
// that brought the news of the rematch.
TEST(Players, WhoHasGoneOnToTheRematchLeavesTheActsWithTheGame) {
  Players players(two_at_a_table(), 0);
  for (const std::size_t at : {first, second}) {
    players.sit_at(at, "old");
    players.hear(at, playing);
    players.hear(at, to_move);
    players.hear(at, kept);
  }
  u64 told = 0;
  players.finished = [&](std::size_t at) {
    told += 1;
    EXPECT_EQ(players.clients()[at].table(), "old");
    for (const Game::Part& part : players.clients()[at].game->parts) {
      ASSERT_EQ(part.acts.size(), 1u);
      EXPECT_TRUE(part.acts[0].acknowledged);
    }
  };
  for (const std::size_t at : {first, second}) players.hear(at, over);
  players.hear(second, rematch);
  players.hear(first, finished);
  EXPECT_EQ(told, 2u);

  players.hear(first, rematch);
  EXPECT_EQ(players.clients()[first].game, players.clients()[second].game);
  for (const Game::Part& part : players.clients()[first].game->parts) EXPECT_TRUE(part.acts.empty());
}

// bench_load measures when nobody stands at the door any more.
TEST(Players, EverybodyWatchesWhenTheLastOneDoes) {
  Players players(two_at_a_table(), 0);
  for (const std::size_t at : {first, second}) {
    players.sit_at(at, "old");
    EXPECT_FALSE(players.everybody_watches());
    for (int times = 0; times < 2; ++times) players.hear(at, playing);
  }
  EXPECT_TRUE(players.everybody_watches());
}

}  // namespace
}  // namespace trestle::bench
