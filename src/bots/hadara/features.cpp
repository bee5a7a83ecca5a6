#include "bots/hadara/features.hpp"

#include "bots/hadara/evaluate.hpp"

namespace trestle {

using namespace hadara;

namespace {

constexpr int one = net_input_one;
i16 small(int n) { return static_cast<i16>(std::clamp(n, -4000, 4000)); }
int above(int n, int bound) { return std::max(0, n - bound); }

i16* points_features(const Points& points, i16* out) {
  for (const int n : {points.colonies, points.busts, points.silver, points.gold, points.cards}) *out++ = small(n * 3);
  return out;
}

i16* coin_features(const Board& board, i16* out) {
  const int coins = board.coins, income = board.tracks[Track::income];
  *out++ = small(coins * 4);
  *out++ = small(std::min(coins, 6) * 6);
  for (const int bound : {12, 20, 30, 45}) *out++ = small(above(coins, bound) * 4);
  *out++ = small(income * 4);
  *out++ = small(std::min(income, 6) * 6);
  *out++ = small(above(income, 12) * 4);
  return out;
}

// A track and what it opens: how far each condition is that is not used yet, and which are met.
template <class Rows, class Taken>
i16* condition_features(const Rows& rows, const Taken& taken, int value, i16* out) {
  *out++ = small(value * 4);
  int met = 0;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const bool open = taken[i] == 0;
    const int gap = open ? above(rows[i].condition, value) : 0;
    *out++ = open ? 0 : one;
    *out++ = open && gap == 0 ? one : 0;
    *out++ = small(std::min(gap, 4) * 8);
    *out++ = small(gap * 3);
    met += open && gap == 0;
  }
  *out++ = small(above(met, 1) * 16);
  return out;
}

i16* food_features(const Board& board, int cards, i16* out) {
  const int food = board.tracks[Track::food];
  *out++ = small(food * 4);
  *out++ = small(cards * 4);
  for (const int bound : {0, 2}) *out++ = small(above(cards - food, bound) * 12);
  for (const int bound : {0, 4}) *out++ = small(above(food - cards, bound) * 8);
  return out;
}

i16* seal_features(const Board& board, i16* out) {
  const int sets = sets_of(board);
  int beyond = 0, seals = 0;
  for (const u8 n : board.counts) beyond += n > sets;
  for (const u8 n : board.counts) *out++ = small(n * 8);
  *out++ = small(sets * 16);
  *out++ = small(beyond * 8);
  *out++ = board.gold > 0 ? one : 0;
  *out++ = board.gold > 1 ? one : 0;
  *out++ = small(board.gold * sets * 8);
  *out++ = small(board.gold * beyond * 8);
  *out++ = small(board.gold * cards_of(board) * 2);
  std::array<int, track_count> on{};
  for (const u8 seal : board.silver)
    if (seal != 0) ++on[seal - 1u], ++seals;
  int best = 0;  // of the tracks that have no seal yet
  for (std::size_t t = 0; t < on.size(); ++t) {
    const int value = board.tracks[static_cast<Track>(t)];
    *out++ = small(on[t] * one);
    *out++ = small(on[t] * value * 3);
    best = std::max(best, value);
  }
  *out++ = small((seals_max - seals) * best * 2);
  *out++ = seals > 0 ? one : 0;
  *out++ = seals > 1 ? one : 0;
  return out;
}

i16* step_features(const Public& pub, Seat seat, i16* out) {
  const Now step = pub.stack.empty() ? Now::seal : static_cast<Now>(pub.stack[0].kind);
  for (const Now s : {Now::choose, Now::market, Now::colony, Now::bust, Now::feed, Now::seal}) *out++ = step == s ? one : 0;
  const int place = (index_of(seat) - index_of(pub.first) + pub.seats) % pub.seats;
  const int at = pub.stack.empty() ? 0 : (index_of(pub.stack[0].seat) - index_of(pub.first) + pub.seats) % pub.seats;
  const bool gone = step >= Now::market && step != Now::token && place < at;  // has had its go in this step
  *out++ = small(place * 12);
  for (const Now s : {Now::market, Now::colony, Now::bust, Now::feed, Now::seal}) *out++ = step == s && gone ? one : 0;
  int lying = 0;
  for (const auto& pile : pub.outer) lying += static_cast<int>(pile.size());
  *out++ = small(pub.turn * 8);
  *out++ = small(pub.phase == Phase::b ? lying * 16 / pub.seats : 0);
  for (int n = 2; n < hadara::seats_max; ++n) *out++ = pub.seats > n ? one : 0;
  return out;
}

}  // namespace

int Features<Hadara>::stage(const Public& pub) {
  const Now step = pub.stack.empty() ? Now::seal : static_cast<Now>(pub.stack[0].kind);
  const bool cards = step <= Now::choose || step == Now::market;
  return std::min(pub.epoch * 4 + (pub.phase == Phase::b ? 2 : 0) + (cards ? 0 : 1), stages - 1);
}

void Features<Hadara>::own(const Hadara& rules, const State& world, Seat seat, Memory<Hadara>& memory, i16* out) {
  const Public& pub = world.pub;
  const Board board = board_to_come(rules, sight_of(world, seat));
  const i16* const begin = out;
  *out++ = small((evaluate(rules, sight_of(world, seat), memory) - 10'000) / worth_a_unit);
  out = points_features(rules.points(board), out);
  out = coin_features(board, out);
  out = condition_features(rules.tables().colonies, board.colonies, board.tracks[Track::military], out);
  out = condition_features(rules.tables().busts, board.busts, board.tracks[Track::culture], out);
  for (const u8 n : board.colonies) *out++ = n > 1 ? one : 0;
  for (const u8 n : board.busts) *out++ = n > track_count ? one : 0;
  out = food_features(board, cards_of(board), out);
  out = seal_features(board, out);
  for (const u8 n : board.tokens) *out++ = small(n * 16);
  for (int a = 1; a < ability_count; ++a) *out++ = small(rules.copies(board, static_cast<Ability>(a)) * one);
  out = step_features(pub, seat, out);
  DCHECK(out - begin <= own_count);
  (void)begin;
}

}  // namespace trestle
