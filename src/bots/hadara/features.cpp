#include "bots/hadara/features.hpp"

#include "bots/hadara/evaluate.hpp"

namespace trestle {

using namespace hadara;

namespace {

constexpr int one = net_input_one;
i16 small(int n) { return static_cast<i16>(std::clamp(n, -4000, 4000)); }

i16* step_features(const Public& pub, Seat seat, i16* out) {
  const Now step = pub.stack.empty() ? Now::seal : static_cast<Now>(pub.stack[0].kind);
  for (const Now s : {Now::choose, Now::market, Now::colony, Now::bust, Now::feed, Now::seal}) *out++ = step == s ? one : 0;
  const int place = (index_of(seat) - index_of(pub.first) + pub.seats) % pub.seats;
  const int at = pub.stack.empty() ? 0 : (index_of(pub.stack[0].seat) - index_of(pub.first) + pub.seats) % pub.seats;
  *out++ = small(place * 12);
  *out++ = step >= Now::market && place < at ? one : 0;  // has had its go in this step
  *out++ = small(pub.turn * 8);
  return out;
}

i16* take_features(const Tables& tables, const Board& board, i16* out) {
  int next_colony = 30, next_bust = 30;
  for (std::size_t p = 0; p < colony_piles; ++p) {
    *out++ = board.colonies[p] != 0 ? one : 0;
    *out++ = board.colonies[p] > 1 ? one : 0;
    if (board.colonies[p] == 0)
      next_colony = std::min(next_colony, std::max(0, tables.colonies[p].condition - board.tracks[Track::military]));
  }
  for (std::size_t b = 0; b < bust_count; ++b) {
    *out++ = board.busts[b] != 0 ? one : 0;
    if (board.busts[b] == 0) next_bust = std::min(next_bust, std::max(0, tables.busts[b].condition - board.tracks[Track::culture]));
  }
  *out++ = small(next_colony * 6);
  *out++ = small(next_bust * 6);
  return out;
}

}  // namespace

void Features<Hadara>::own(const Hadara& rules, const State& world, Seat seat, Memory<Hadara>& memory, i16* out) {
  const Public& pub = world.pub;
  const Board& board = pub.of(seat);
  const i16* const begin = out;
  const Points points = rules.points(board);
  const int cards = cards_of(board), food = board.tracks[Track::food];
  // The key numbers.
  *out++ = small(evaluate(rules, sight_of(world, seat), memory) / 25);
  *out++ = small(points.total() * 3);
  *out++ = small(board.coins * 4);
  *out++ = small(board.tracks[Track::income] * 4);
  *out++ = small(board.tracks[Track::military] * 4);
  *out++ = small(board.tracks[Track::culture] * 4);
  *out++ = small(food * 4);
  *out++ = small(std::min<int>(board.coins, 8) * 6);
  *out++ = small(cards * 4);
  *out++ = small(std::max(0, cards - food) * 16);
  *out++ = small(std::max(0, food - cards) * 8);
  *out++ = small(sets_of(board) * 16);
  for (const u8 n : board.counts) *out++ = small(n * 8);
  for (const u8 n : board.tokens) *out++ = small(n * 16);
  for (const u8 s : board.silver)
    for (int t = 0; t < track_count; ++t) *out++ = s == 1 + t ? one : 0;
  *out++ = small(board.gold * 32);
  out = take_features(rules.tables(), board, out);
  for (int a = 1; a < ability_count; ++a) *out++ = small(rules.copies(board, static_cast<Ability>(a)) * one);
  out = step_features(pub, seat, out);
  DCHECK(out - begin <= own_count);
  (void)begin;
}

}  // namespace trestle
