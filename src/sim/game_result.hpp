// What is kept of one game, and its form as one line of text: the line of a journal and what ranks send each other.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sim/schedule.hpp"
#include "sim/stats.hpp"

namespace trestle {

struct Use {
  std::string what;  // a move in notation
  u32 times = 0;
};

struct SeatResult {
  u8 bot = 0;    // its place in Schedule::bots
  u8 place = 0;  // 1 = won
  i32 score = 0;
  u32 decisions = 0;
  u64 think_ns = 0, think_ns_max = 0;
  std::vector<std::string> by;  // the values of RunPlan::by at the end
  std::vector<i32> lines;       // of the score sheet; with RunPlan::details
  std::vector<Use> uses;        // the moves it chose where there was a choice; with RunPlan::details
  std::string failure;          // of a program that took the seat; empty = none
};

struct GameResult {
  u64 game = 0, deal = 0, seed = 0;
  u32 plies = 0;
  std::vector<SeatResult> seats;
  std::vector<std::string> count;  // the values of RunPlan::count at the end
  std::string record;              // with RunPlan::records
};

// The part of a win that the seat has, in sixtieths: all of it, or its share where several sides are first.
u64 credit_of(const GameResult& result, std::size_t seat, const Sides& sides);

// Seats whose program failed, and who wins with them, come last, however the game went on without it.
void forfeit(GameResult& result, SeatSet failed);

std::string print_result(const GameResult& result, bool with_record);
Result<GameResult> parse_result(std::string_view line);

// A table a spreadsheet can read: one line a game, without what the clock said.
std::string csv_head(std::size_t seats);
std::string csv_line(const GameResult& result, const Schedule& schedule);

}  // namespace trestle
