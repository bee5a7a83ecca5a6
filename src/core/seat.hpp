// Who acts: seats A to E in turn order, the Table (a spectator: knows what is public), and Chance.
#pragma once
#include <optional>
#include <string_view>

#include "base/enum_array.hpp"
#include "base/enum_set.hpp"

namespace trestle {

enum class Seat : u8 { A, B, C, D, E, Table = 6, Chance = 7 };
using SeatSet = EnumSet<Seat>;

inline constexpr int seats_max = 5;
inline constexpr SeatSet everyone = SeatSet::from_bits(0x7f);  // all seats and the Table
inline constexpr SeatSet chance_only{Seat::Chance};

constexpr Seat seat_at(int index) { return static_cast<Seat>(index); }
constexpr int index_of(Seat s) { return static_cast<int>(s); }
constexpr SeatSet only(Seat s) { return SeatSet{s}; }
constexpr SeatSet all_but(Seat s) { return everyone - only(s); }

constexpr std::string_view seat_name(Seat s) {
  constexpr std::string_view names[] = {"A", "B", "C", "D", "E", "?", "table", "chance"};
  return names[static_cast<std::size_t>(s) & 7];
}
constexpr std::optional<Seat> parse_seat(std::string_view word) {
  for (int i = 0; i < 8; ++i)
    if (i != 5 && word == seat_name(seat_at(i))) return seat_at(i);
  return std::nullopt;
}

}  // namespace trestle
