// What a learned judgement looks at. A game gives, in bots/<game>/features.hpp, the numbers that describe one seat:
//   static constexpr int own_count, stages;
//   static int stage(const Public&);
//   static void own(const R&, const State& imagined, Seat, Memory<R>&, i16* out);   32 stands for 1
//   static constexpr int key_count;   may be left out: a seat is then judged by what it has itself, at tables of any size, and learned is
//   how many points it will have; static constexpr double points_by_hand says what 1 of the first number is worth in points
// Where there are key numbers, a seat is judged beside the others: its side, the mean of its opponents, the best of each key number (the
// first few) among them, the table's size.
#pragma once
#include <algorithm>
#include <array>

#include "bots/outlook.hpp"
#include "bots/policy.hpp"
#include "bots/value/net.hpp"

namespace trestle {

template <class R>
struct Features {
  static constexpr bool known = false;
  static constexpr int stages = 1;
};

constexpr int padded(int n) { return (n + 7) / 8 * 8; }

template <class R>
class FeatureSheet {
  using Own = Features<R>;

 public:
  // Whether a seat is judged without a look at the others.
  static constexpr bool alone = !requires { Own::key_count; };
  static constexpr int own_count = padded(Own::own_count);
  static constexpr int key_count = [] {
    if constexpr (alone)
      return 0;
    else
      return Own::key_count;
  }();
  static constexpr int seats_known = 4;
  static constexpr int inputs = alone ? own_count : padded(2 * own_count + key_count + seats_known);
  static_assert(inputs <= net_inputs_max && Own::stages <= net_stages_max);

  // Reads every seat once.
  void read(const R& rules, const typename R::State& world, Memory<R>& memory) {
    seats_ = world.pub.seats;
    for (int i = 0; i < seats_; ++i) {
      auto& row = own_[static_cast<std::size_t>(i)];
      row.fill(0);
      Own::own(rules, world, seat_at(i), memory, row.data());
    }
  }

  void of(const typename R::Public& pub, Seat seat, i16* out) const {
    if constexpr (alone)
      std::copy_n(own_[static_cast<std::size_t>(seat)].begin(), own_count, out);
    else
      beside_others(pub, seat, out);
  }

 private:
  void beside_others(const typename R::Public& pub, Seat seat, i16* out) const {
    const SeatSet side = Outlook<R>::side(pub, seat);
    std::array<i32, own_count> ours{}, theirs{};
    std::array<i16, static_cast<std::size_t>(key_count)> best;
    best.fill(-32768);
    int with = 0, against = 0;
    for (int i = 0; i < seats_; ++i) {
      const auto& row = own_[static_cast<std::size_t>(i)];
      const bool mate = side.has(seat_at(i));
      auto& sum = mate ? ours : theirs;
      for (std::size_t k = 0; k < own_count; ++k) sum[k] += row[k];
      (mate ? with : against)++;
      if (!mate)
        for (std::size_t k = 0; k < best.size(); ++k) best[k] = std::max(best[k], row[k]);
    }
    for (std::size_t k = 0; k < own_count; ++k) {
      out[k] = static_cast<i16>(with == 1 ? ours[k] : ours[k] / std::max(with, 1));
      out[own_count + k] = static_cast<i16>(against == 1 ? theirs[k] : theirs[k] / std::max(against, 1));
    }
    std::copy(best.begin(), best.end(), out + 2 * own_count);
    std::fill(out + 2 * own_count + key_count, out + inputs, i16{0});
    out[2 * own_count + key_count + std::clamp(seats_ - 2, 0, seats_known - 1)] = net_input_one;
  }

  std::array<std::array<i16, own_count>, static_cast<std::size_t>(R::seats_max)> own_;
  int seats_ = 0;
};

}  // namespace trestle
