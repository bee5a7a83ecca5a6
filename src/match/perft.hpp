// Perft: how many different sequences of actions lead on from a position. Two rules engines that agree on these counts agree on
// the rules; a count that changes without reason is a bug. Scripts hold the counts (`perft DEPTH COUNT`, docs/notation.md).
#pragma once
#include <optional>

#include "core/any_game.hpp"

namespace trestle {

inline constexpr int perft_depth_max = 32;
inline constexpr u64 perft_nodes_max = 50'000'000;  // positions visited in one count

struct PerftCount {
  u64 sequences = 0;  // of exactly this length; a game that ends earlier adds none
  u64 visited = 0;    // positions moved to
};

// Actions of players and of chance count alike, each different outcome once, whatever its odds; where several seats may act,
// each order counts. With `sampled` only one outcome of each chance, drawn by seed and position, is followed and does not count.
// A fault when perft_nodes_max is passed.
Result<PerftCount> perft(const AnyGame& game, const AnyState& state, int depth, std::optional<u64> sampled = std::nullopt);

}  // namespace trestle
