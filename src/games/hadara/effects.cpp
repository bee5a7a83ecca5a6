// What cards do to the tracks when they come into play and when they leave it again.
#include "games/hadara/flow.hpp"

namespace trestle::hadara {

namespace {
constexpr Ability per_colour(Colour c) { return static_cast<Ability>(static_cast<int>(Ability::per_yellow) + static_cast<int>(c)); }

// Two steps for each bust whose token lies face up, on the token's track.
Tracks bust_bonus_of(const Board& board) {
  Tracks out;
  for (u8 bust : board.busts)
    if (bust >= 1 && bust <= track_count) out.add(static_cast<Track>(bust - 1), bust_bonus_steps);
  return out;
}

// Steps that a card's ability gives on the board as it is, the card itself not counted.
Tracks ability_steps(const Board& board, Ability a) {
  Tracks out;
  switch (a) {
    case Ability::per_yellow:
    case Ability::per_red:
    case Ability::per_blue:
    case Ability::per_green: {
      // rule: hadara.ability.per-colour
      const auto colour = static_cast<Colour>(static_cast<int>(a) - static_cast<int>(Ability::per_yellow));
      out.add(track_of(colour), board.counts[colour]);
      return out;
    }
    case Ability::bust_bonus: return bust_bonus_of(board);  // rule: hadara.ability.bust-bonus
    case Ability::none:
    case Ability::sale_bonus:
    case Ability::token_steps:  // by its token, see place_token
    case Ability::colony_coins:
    case Ability::cheap_seals:
    case Ability::pay_to_feed:
    case Ability::surplus_coins:
    case Ability::lagging_income:
    case Ability::full_silver:
    case Ability::set_points:
    case Ability::wild_set:
    case Ability::double_take:
    case Ability::conditions_less_4:
    case Ability::buy_conditions: return out;
  }
  return out;
}
}  // namespace

void Hadara::gain_card(Board& board, Card c) const {
  const CardRow& row = tables_[c];
  const Colour colour = colour_of(c);
  // rule: hadara.track.value
  if (row.ability != Ability::none) board.tracks = board.tracks + ability_steps(board, row.ability);
  if (colour != Colour::purple && has(board, per_colour(colour))) board.tracks.add(track_of(colour), 1);
  board.tracks = board.tracks + row.gains;
  board.cards[colour] |= bit_of(c);
  ++board.counts[colour];
}

// Colonies and busts stay, whatever the tracks do.
// rule: hadara.ability.lost, hadara.colony.kept, hadara.bust.kept
void Hadara::lose_card(Board& board, Card c) const {
  const CardRow& row = tables_[c];
  const Colour colour = colour_of(c);
  board.cards[colour] &= ~bit_of(c);
  --board.counts[colour];
  board.tracks = board.tracks - row.gains;
  if (colour != Colour::purple && has(board, per_colour(colour))) board.tracks.remove(track_of(colour), 1);
  if (row.ability != Ability::none) board.tracks = board.tracks - ability_steps(board, row.ability);
  if (row.ability == Ability::token_steps && board.token_on[row.token_slot] != 0) {
    // rule: hadara.ability.token-steps
    const auto track = static_cast<Track>(board.token_on[row.token_slot] - 1);
    board.tracks.remove(track, token_step_count);
    ++board.tokens[static_cast<std::size_t>(track)];
    board.token_on[row.token_slot] = 0;
  }
}

// Everything in play but the start values; what `tracks` must be is base + this.
Tracks Hadara::in_play(const Board& board) const {
  Tracks sum;
  for (int c = 0; c < colour_count; ++c) {
    const auto colour = static_cast<Colour>(c);
    for (u64 bits = board.cards[colour]; bits != 0; bits &= bits - 1) {
      const CardRow& row = tables_[card_at(colour, std::countr_zero(bits))];
      sum = sum + row.gains + ability_steps(board, row.ability);
      if (row.ability == Ability::token_steps && board.token_on[row.token_slot] != 0)
        sum.add(static_cast<Track>(board.token_on[row.token_slot] - 1), token_step_count);
    }
  }
  for (std::size_t p = 0; p < colony_piles; ++p)
    if (board.colonies[p] >= 2) sum = sum + tables_.colonies[p].gains[board.colonies[p] - 2u];
  for (std::size_t b = 0; b < bust_count; ++b)
    if (board.busts[b] >= 1 && board.busts[b] <= track_count) sum.add(static_cast<Track>(board.busts[b] - 1), tables_.busts[b].bonus);
  return sum;
}

}  // namespace trestle::hadara
