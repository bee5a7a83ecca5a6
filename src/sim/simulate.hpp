// Many games between bots, on several threads. Game i is the same whatever the number of threads, and so are the totals.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/any_game.hpp"

namespace trestle {

inline constexpr u64 sim_games_max = 1'000'000'000;
inline constexpr int sim_threads_max = 256;

struct SimPlan {
  u64 games = 1000;
  std::vector<std::string> bots;  // one a seat
  bool rotate = false;            // in game i the bots move i seats on, so that each sits everywhere
  int threads = 1;
  u64 seed = 1;
  std::vector<std::string> by;     // fields a seat has ("race" for A.race, B.race ...): wins by their value at the end
  std::vector<std::string> count;  // fields of the table ("ending"): how often each value stood at the end
};

struct Tally {
  u64 played = 0;
  u64 won = 0;
  void add(const Tally& other) { played += other.played, won += other.won; }
};

struct SimReport {
  std::string game;
  u64 games = 0;
  std::vector<Tally> seats;
  std::map<std::string, Tally> bots;
  u64 plies = 0, decisions = 0, plies_longest = 0;
  std::map<std::string, std::map<std::string, Tally>> by;
  std::map<std::string, std::map<std::string, u64>> count;
  double seconds = 0;

  void add(const SimReport& part);
};

// A fault: a bot or field there is not, a number of seats the game is not played by.
Result<SimReport> simulate(const AnyGame& game, const SimPlan& plan);

}  // namespace trestle
