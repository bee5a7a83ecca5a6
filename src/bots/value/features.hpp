// What a learned judgement looks at. A game gives, in bots/<game>/features.hpp, the numbers that describe one seat:
//   static constexpr int own_count, key_count, stages;   key: the first few, of which the best opponent's count too
//   static int stage(const Public&);
//   static void own(const R&, const State& imagined, Seat, i32 worth, i16* out);   worth: by the judgement made by hand; 32 stands for 1
//   static Leads leads(const R&, const State& imagined, Memory<R>&);   may be left out: the first number of each seat if it were alone with
//   another
// Here they are put together: the seat's side, the mean of its opponents, the best of each key number among them, the table's size.
#pragma once
#include <algorithm>
#include <array>

#include "bots/outlook.hpp"
#include "bots/policy.hpp"
#include "bots/value/net.hpp"

namespace trestle {

using Leads = std::array<std::array<i16, seats_max>, seats_max>;  // of a seat over another

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
  static constexpr int own_count = padded(Own::own_count);
  static constexpr int seats_known = 4;
  static constexpr int inputs = padded(2 * own_count + Own::key_count + seats_known);
  static_assert(inputs <= net_inputs_max && Own::stages <= net_stages_max);

  // Whether seats can be compared pair by pair, as if they were alone at the table.
  static constexpr bool by_pairs = requires(const R& rules, const typename R::State& world, Memory<R>& memory) {
    Own::leads(rules, world, memory);
  };

  // Reads every seat once.
  void read(const R& rules, const typename R::State& world, Memory<R>& memory) {
    seats_ = world.pub.seats;
    for (int i = 0; i < seats_; ++i) {
      auto& row = own_[static_cast<std::size_t>(i)];
      row.fill(0);
      Own::own(rules, world, seat_at(i), evaluate(rules, sight_of(world, seat_at(i)), memory), row.data());
    }
  }

  void of(const typename R::Public& pub, Seat seat, i16* out) const {
    const SeatSet side = Outlook<R>::side(pub, seat);
    std::array<i32, own_count> ours{}, theirs{};
    std::array<i16, static_cast<std::size_t>(Own::key_count)> best;
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
    std::fill(out + 2 * own_count + Own::key_count, out + inputs, i16{0});
    out[2 * own_count + Own::key_count + std::clamp(seats_ - 2, 0, seats_known - 1)] = net_input_one;
  }

  // The same for a seat alone with another, whatever others there are.
  void pair(const Leads& leads, std::size_t seat, std::size_t other, i16* out) const {
    std::copy(own_[seat].begin(), own_[seat].end(), out);
    std::copy(own_[other].begin(), own_[other].end(), out + own_count);
    std::copy_n(own_[other].begin(), Own::key_count, out + 2 * own_count);
    out[0] = leads[seat][other];
    out[own_count] = out[2 * own_count] = leads[other][seat];
    std::fill(out + 2 * own_count + Own::key_count, out + inputs, i16{0});
    out[2 * own_count + Own::key_count] = net_input_one;
  }

 private:
  std::array<std::array<i16, own_count>, static_cast<std::size_t>(R::seats_max)> own_;
  int seats_ = 0;
};

}  // namespace trestle
