// The score pad, line by line, and who has won.
#include <algorithm>

#include "games/hadara/flow.hpp"

namespace trestle::hadara {

namespace {
constexpr int gold_points = 7;  // a gold seal, for each set
constexpr int set_points = 4;   // the ability, for each set
constexpr int coins_a_point = 5;

// Sets of five colours with one card of any colour added.
// rule: hadara.ability.wild-set
int sets_with_wild(const Board& board) {
  const int sets = sets_of(board);
  int short_of_one_more = 0;
  for (u8 count : board.counts) short_of_one_more += count == sets;
  return short_of_one_more == 1 ? sets + 1 : sets;
}

// rule: hadara.score.silver
int silver_points(const Board& board, int full) {
  std::array<int, seals_max> gains{};
  int sum = 0;
  for (std::size_t i = 0; i < seals_max; ++i) {
    if (board.silver[i] == 0) continue;
    const int value = board.tracks[static_cast<Track>(board.silver[i] - 1)];
    sum += (value + 1) / 2;
    gains[i] = value / 2;  // what the whole track adds to its half
  }
  // rule: hadara.ability.full-silver
  std::sort(gains.begin(), gains.end(), [](int a, int b) { return a > b; });
  for (int i = 0; i < std::min(full, seals_max); ++i) sum += gains[static_cast<std::size_t>(i)];
  return sum;
}
}  // namespace

Points Hadara::points(const Board& board) const {
  Points out;
  for (std::size_t p = 0; p < colony_piles; ++p)  // rule: hadara.score.colonies
    if (board.colonies[p] == 1)
      out.colonies += tables_.colonies[p].value;
    else if (board.colonies[p] >= 2)
      out.colonies += tables_.colonies[p].vp[board.colonies[p] - 2u];
  for (std::size_t b = 0; b < bust_count; ++b) {  // rule: hadara.score.busts
    if (board.busts[b] == 0) continue;
    out.busts += tables_.busts[b].vp;
    if (board.busts[b] > track_count) out.busts += tables_.busts[b].bonus + bust_bonus_steps * copies(board, Ability::bust_bonus);
  }
  out.silver = silver_points(board, copies(board, Ability::full_silver));
  // rule: hadara.score.gold
  const int sets = sets_of(board);
  out.gold = gold_points * board.gold * (has(board, Ability::wild_set) ? sets_with_wild(board) : sets);
  out.gold += set_points * copies(board, Ability::set_points) * sets;  // rule: hadara.ability.set-points
  for (int c = 0; c < colour_count; ++c)                               // rule: hadara.score.cards
    for (u64 bits = board.cards[static_cast<Colour>(c)]; bits != 0; bits &= bits - 1)
      out.cards += tables_[card_at(static_cast<Colour>(c), std::countr_zero(bits))].vp;
  // rule: hadara.score.coins
  out.coins = board.coins / coins_a_point;
  out.left = board.coins % coins_a_point;
  return out;
}

ScoreSheet Hadara::score(const State& state) const {
  ScoreSheet sheet;
  constexpr std::string_view keys[] = {"colonies", "busts", "silver", "gold", "cards", "coins", "total", "left"};
  for (std::string_view key : keys) sheet.push_back({"hadara.score." + std::string(key), {}});
  for (std::size_t i = 0; i < state.pub.seats; ++i) {
    const Points p = points(state.pub.boards[i]);
    const int lines[] = {p.colonies, p.busts, p.silver, p.gold, p.cards, p.coins, p.total(), p.left};
    for (std::size_t line = 0; line < std::size(lines); ++line) sheet[line].points[i] = lines[line];
  }
  return sheet;
}

// rule: hadara.score.winner
Standing Hadara::standing(const State& state) const {
  Standing out{};
  if (!state.pub.stack.empty()) return out;
  std::array<std::pair<int, int>, seats_max> results{};
  for (std::size_t i = 0; i < state.pub.seats; ++i) {
    const Points p = points(state.pub.boards[i]);
    results[i] = {p.total(), p.left};  // rule: hadara.score.tie
  }
  for (std::size_t i = 0; i < state.pub.seats; ++i) {
    out[i] = 1;
    for (std::size_t j = 0; j < state.pub.seats; ++j)
      if (results[j] > results[i]) ++out[i];
  }
  return out;
}

}  // namespace trestle::hadara
