// Which games are played: line-ups of bots, who sits where in each game, and what is dealt. Game i of a schedule is the same
// however many games are played, in whatever order and by whom.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/any_game.hpp"

namespace trestle {

inline constexpr u64 sim_games_max = 1'000'000'000;
inline constexpr std::size_t schedule_bots_max = 64;
inline constexpr std::size_t schedule_line_ups_max = 4096;

enum class Seating : u8 {
  fixed,    // the bots sit as they are named
  rotated,  // in each game every bot sits one seat further on
  paired,   // rotated, and a deal is played from every seat before the next one comes
};

using LineUp = std::vector<u8>;  // a bot a seat: its place in Schedule::bots

struct Schedule {
  std::vector<std::string> bots;  // specs, as in bots/spec.hpp
  std::vector<LineUp> line_ups;   // played by turns: game i is one of line-up i modulo their number
  Seating seating = Seating::fixed;
  u64 games = 1000;
  u64 seed = 1;

  std::size_t seats() const { return line_ups.empty() ? 0 : line_ups[0].size(); }
};

struct GameOrder {
  u64 number = 0;
  u64 deal = 0;    // which deal of the schedule
  u64 seed = 0;    // of its chance; a record names it
  LineUp players;  // a bot a seat
};

GameOrder order_of(const Schedule& schedule, u64 number);
// Games that hang together have the same deal: as many as there are line-ups, and rotations when they are paired.
u64 games_a_deal(const Schedule& schedule);

// Bots in a list separated by commas: "greedy,mcts:ms=20+explore=70".
std::vector<std::string> split_specs(std::string_view list);

// Who wins together: for each seat the seats of its side, itself included.
using Sides = std::array<SeatSet, seats_max>;
Sides sides_of(const AnyGame& game, int seats);

// A fault: a bot there is not, a number of seats the game is not played by.
Status check_schedule(const AnyGame& game, const Schedule& schedule);

}  // namespace trestle
