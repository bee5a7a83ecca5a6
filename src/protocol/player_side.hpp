// The player side of the protocol: what a program that takes a seat is told and what it may answer, as lines of JSON
// (docs/protocol.md, "Programs at a seat"). Here are the words only; starting programs and waiting for them is src/external.
// Everything told about a game is made from the sight of the program's own seat.
#pragma once
#include <string>
#include <string_view>

#include "core/any_game.hpp"

namespace trestle::protocol {

inline constexpr int player_protocol_version = 1;
inline constexpr std::size_t player_answer_bytes_max = 1u << 16;
inline constexpr std::size_t player_name_bytes_max = 64;

std::string hello_line();
// A game begins: `seed` is for the program's own choices, and says nothing about the deal.
std::string begin_line(const AnyGame& game, int players, Seat seat, u64 seed, u32 ms);
std::string choose_line(const AnyGame& game, const AnySight& sight, u32 ms);

// Faults: not JSON, no object, "ok":false, another version.
Status read_hello(std::string_view line);
Status read_begun(std::string_view line);
// A legal act of the sight's seat.
Result<Action> read_choice(const AnyGame& game, const AnySight& sight, std::string_view line);

}  // namespace trestle::protocol
