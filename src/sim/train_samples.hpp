// What is learned from: positions of played games, each seat described by its features, with how the game ended.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "bots/value/net.hpp"
#include "core/seat.hpp"

namespace trestle {

// Positions, one row a seat; of a row only what is not 0.
struct Samples {
  struct Input {
    u16 which;
    i16 value;
  };
  struct Position {
    u64 game;
    u32 first;  // row of seat A
    u8 seats, stage;
    u16 next;                             // so many positions on is the next beginning of a turn; 0: the end of the game
    std::array<float, seats_max> share;   // of the win
    std::array<float, seats_max> points;  // in the end, where points are counted
    std::array<float, seats_max> target;  // what the end teaches: the share, or what the lead would usually bring
    std::array<i32, seats_max> by_hand;   // the judgement made by hand, in 1/1000 of its own scale
    std::array<u8, seats_max> side;       // seats that win together, as bits
  };

  void add_row(const i16* x, int count) {
    for (int i = 0; i < count; ++i)
      if (x[i] != 0) inputs.push_back({static_cast<u16>(i), x[i]});
    rows.push_back(inputs.size());
  }
  std::span<const Input> row(std::size_t i) const { return {inputs.data() + rows[i], rows[i + 1] - rows[i]}; }
  std::size_t row_count() const { return rows.size() - 1; }

  std::vector<Input> inputs;
  std::vector<std::size_t> rows{0};  // where each begins in inputs, and the end
  std::vector<Position> positions;
};

// One game in ten is held back: what is learned is tried on it.
inline bool held_back(const Samples::Position& p) { return p.game % 10 == 0; }

// Shares of the win by softmax over the seats' scores.
void shares(const Samples::Position& p, const std::array<float, seats_max>& score, std::array<float, seats_max>& out);

// Doubt about the winner, in bits a position held back: of the judgement made by hand, and of a learned one.
double doubt_by_hand(const Samples& samples);
double doubt_of(const ValueNet& net, const Samples& samples);

// A number with three decimals.
std::string thousandths(double x);

}  // namespace trestle
