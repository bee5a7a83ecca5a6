// A whole state that a sight could be a sight of: what others drew, chose and sold is dealt again from what the seat has not seen.
#include "games/hadara/flow.hpp"

namespace trestle::hadara {

namespace {

Card deal_one(u64& cards, Colour colour, int epoch, Rng& rng) {
  u64 left = cards & (u64{0xffff} << (epoch * deck_max));
  for (u32 skip = rng.below(static_cast<u32>(std::popcount(left))); skip > 0; --skip) left &= left - 1;
  const int bit = std::countr_zero(left);
  cards &= ~(u64{1} << bit);
  return card_at(colour, bit);
}

void remove_pair(CardSet& cards, const Private& own) {
  if (!own.has_pair()) return;
  for (Card c : own.pair) cards[colour_of(c)] &= ~bit_of(c);
}

// Everything this seat has not seen lying somewhere.
CardSet unknown_to(const SightRef& sight, const CardSet& deck) {
  CardSet cards = deck;
  for (int c = 0; c < colour_count; ++c) {
    const auto colour = static_cast<Colour>(c);
    u64 seen = sight.pub.gone[colour] | sight.own.sold[colour];
    for (const Board& board : sight.pub.boards) seen |= board.cards[colour];
    for (Card card : sight.pub.outer[colour]) seen |= bit_of(card);
    cards[colour] &= ~seen;
  }
  remove_pair(cards, sight.own);
  return cards;
}

}  // namespace

bool holds_pair(const Public& pub, Seat seat) {
  if (pub.stack.size() != 1) return false;  // under a token frame the pairs have been shown
  const Frame& top = pub.stack.back();
  if (kind_of(top) == Now::choose) return true;
  return kind_of(top) == Now::draw && index_of(seat) < index_of(top.seat);
}

State Hadara::imagine(const SightRef& sight, Rng& rng) const {
  State state;
  state.pub = sight.pub;
  CardSet unknown = unknown_to(sight, deck_);
  const Public& pub = state.pub;
  const bool sides = !pub.stack.empty() && kind_of(pub.stack.back()) == Now::side;
  for (int i = 0; i < pub.seats; ++i) {
    const Seat seat = seat_at(i);
    Private& own = state.of(seat);
    if (seat == sight.me) {
      own = sight.own;
      continue;
    }
    for (u32 decks = pub.of(seat).sold; decks != 0; decks &= decks - 1) {
      const int deck = std::countr_zero(decks);
      const auto colour = static_cast<Colour>(deck / epoch_count);
      const Card c = deal_one(unknown[colour], colour, deck % epoch_count, rng);
      own.sold[colour] |= bit_of(c);
    }
    if (holds_pair(pub, seat)) {
      const Colour pile = pile_of(pub, seat);
      const Card one = deal_one(unknown[pile], pile, pub.epoch, rng), two = deal_one(unknown[pile], pile, pub.epoch, rng);
      own.pair = {one < two ? one : two, one < two ? two : one};
    }
    if (!pub.committed.has(seat)) continue;
    if (sides) {
      own.commit = rng.below(2) == 0 ? Commit::side_a : Commit::side_b;
      continue;
    }
    const Board& board = pub.of(seat);
    Buffer<Commit, 4> could;
    if (cost(board, own.pair[0]) <= board.coins) could.push(Commit::buy_low);
    if (cost(board, own.pair[1]) <= board.coins) could.push(Commit::buy_high);
    could.push(Commit::sell_low);
    could.push(Commit::sell_high);
    own.commit = could[rng.below(static_cast<u32>(could.size()))];
  }
  state.hid.unseen = unknown;
  return state;
}

}  // namespace trestle::hadara
