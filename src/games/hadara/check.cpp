// Invariants of a state: what cannot be at a table. `check` says which one is broken.
#include "games/hadara/flow.hpp"

namespace trestle::hadara {

namespace {
constexpr int coins_possible_max = 20000;  // a position written by hand may have an income of hundreds

std::string named_seat(Seat seat) { return std::string(seat_name(seat)); }

// Takes a card's place in the count of all cards; false: it was found before.
bool find_card(CardSet& found, Card c) {
  u64& bits = found[colour_of(c)];
  const bool fresh = (bits & bit_of(c)) == 0;
  bits |= bit_of(c);
  return fresh;
}

Status find_all(CardSet& found, const CardSet& cards, const std::string& where) {
  for (int c = 0; c < colour_count; ++c) {
    const auto colour = static_cast<Colour>(c);
    if (const u64 twice = found[colour] & cards[colour])
      return fault(card_name(card_at(colour, std::countr_zero(twice))) + " lies twice, once " + where);
    found[colour] |= cards[colour];
  }
  return ok();
}

bool in_set_up(const Public& pub) { return !pub.stack.empty() && pub.stack[0].kind <= static_cast<u8>(Now::side); }

// The decks, a bit each, from which the seat has still to draw or holds its pair.
u32 to_be_drawn(const Public& pub, Seat seat) {
  u32 decks = 0;
  const auto bottom = pub.stack.empty() ? Now::seal : kind_of(pub.stack[0]);
  const bool all = bottom <= Now::wheel;
  const bool shown = bottom == Now::choose && pub.stack.size() > 1;
  for (int c = 0; c < colour_count; ++c) {
    for (int e = pub.epoch + 1; e < epoch_count; ++e) decks |= 1u << (c * epoch_count + e);
    if (all) decks |= 1u << (c * epoch_count + pub.epoch);
  }
  if (bottom != Now::draw && bottom != Now::choose) return decks;
  for (int turn = pub.turn + (shown ? 1 : 0); turn < turns_an_epoch; ++turn) {
    const int place = (pub.of(seat).crest + pub.wheel + turn - pub.turn) % colour_count;
    decks |= 1u << (static_cast<int>(pub.segments[static_cast<std::size_t>(place)]) * epoch_count + pub.epoch);
  }
  return decks;
}
}  // namespace

Status Hadara::check_board(const State& state, Seat seat, CardSet& found) const {
  const Public& pub = state.pub;
  const Board& board = pub.of(seat);
  const Private& own = state.of(seat);
  const std::string who = named_seat(seat);
  if (board.coins < 0 || board.coins > coins_possible_max) return fault(who + " has " + std::to_string(board.coins) + " coins");
  if (board.side > 1 || board.crest >= colour_count || board.initiative > start_count)
    return fault(who + " has an impossible start card or crest");
  const bool dealing = in_set_up(pub) && kind_of(pub.stack[0]) == Now::start;
  const bool dealt = !dealing || index_of(seat) < index_of(pub.stack[0].seat);
  if (dealt != (board.initiative != 0)) return fault(dealt ? who + " has no start card" : who + " has a start card before its turn");
  const bool bare = cards_of(board) == 0 && board.gold == 0 && board.colonies == decltype(board.colonies){} &&
                    board.busts == decltype(board.busts){} && board.silver == decltype(board.silver){};
  if (in_set_up(pub) && !bare) return fault("something lies before " + who + " during the set-up");
  if (auto status = find_all(found, board.cards, "before " + who); !status) return status;
  if (auto status = find_all(found, own.sold, "sold by " + who); !status) return status;
  for (int c = 0; c < colour_count; ++c)
    if (board.counts[static_cast<Colour>(c)] != std::popcount(board.cards[static_cast<Colour>(c)]))
      return fault(who + "'s cards are not counted right");
  u8 tokens[track_count] = {};
  for (u8 held : board.busts) {
    if (held > 2 * track_count) return fault(who + " has an impossible bust");
    if (held != 0) ++tokens[(held - 1) % track_count];
  }
  if (board.silver[0] == 0 && board.silver[1] != 0) return fault(who + " has a second silver seal without a first");
  for (u8 held : board.silver) {
    if (held > track_count) return fault(who + " has an impossible silver seal");
    if (held != 0) ++tokens[held - 1];
  }
  u32 slots = 0;  // of token cards in play
  for (u64 bits = board.cards[Colour::purple] & tables_.with_ability[static_cast<std::size_t>(Ability::token_steps)]; bits != 0;
       bits &= bits - 1)
    slots |= 1u << tables_[card_at(Colour::purple, std::countr_zero(bits))].token_slot;
  for (std::size_t i = 0; i < token_cards_max; ++i) {
    if (board.token_on[i] > track_count) return fault(who + " has an impossible token on a card");
    if (board.token_on[i] != 0 && !(slots >> i & 1u)) return fault(who + " has a token on a card that is not in play");
    if (board.token_on[i] != 0) ++tokens[board.token_on[i] - 1];
  }
  for (std::size_t t = 0; t < track_count; ++t)
    if (tokens[t] + board.tokens[t] != tokens_a_track)
      return fault(who + " has not two " + std::string(name_of(static_cast<Track>(t))) + " tokens in all");
  for (u8 held : board.colonies)
    if (held > 1 + colony_tiles) return fault(who + " has an impossible colony");
  if (board.gold > seals_max) return fault(who + " has " + std::to_string(board.gold) + " gold seals");
  if (!(board.tracks == board.base + in_play(board))) return fault(who + "'s tracks are not what is in play");
  for (int deck = 0; deck < colour_count * epoch_count; ++deck) {
    const u64 sold = own.sold[static_cast<Colour>(deck / epoch_count)] >> (deck % epoch_count * deck_max) & 0xffff;
    if (std::popcount(sold) != (board.sold >> deck & 1))
      return fault(who + " sold more than one card of a pile in phase A, or fewer than all saw");
  }
  if (board.sold & to_be_drawn(pub, seat)) return fault(who + " has sold a card of a pile it has not drawn from");
  if (own.has_pair() != holds_pair(pub, seat))
    return fault(own.has_pair() ? who + " holds a pair now" : who + " must hold a pair (" + who + ".pair) now");
  if (own.has_pair()) {
    if (own.pair[0] >= own.pair[1]) return fault(who + "'s pair is not in order");
    for (Card c : own.pair) {
      if (c >= card_ids || !tables_[c].real || colour_of(c) != pile_of(pub, seat) || epoch_of(c) != pub.epoch)
        return fault(who + "'s pair is not of the pile its crest points at, " + std::string(name_of(pile_of(pub, seat))) + " " +
                     std::string(epoch_name(pub.epoch)));
      if (!find_card(found, c)) return fault(card_name(c) + " lies twice, once in " + who + "'s pair");
    }
  }
  const bool sides = in_set_up(pub);
  if ((own.commit != Commit::none) != pub.committed.has(seat)) return fault(who + "'s commit and the public mark of it disagree");
  if (own.commit != Commit::none && (own.commit >= Commit::side_a) != sides) return fault(who + "'s commit is not one of this step");
  if (own.commit == Commit::buy_low || own.commit == Commit::buy_high)
    if (cost(board, own.pair[own.commit == Commit::buy_low ? 0 : 1]) > board.coins)
      return fault(who + " has committed to a card it cannot pay");
  for (u8 byte : own.filler)
    if (byte != 0) return fault("filler bytes of " + who + " are not 0");
  return ok();
}

Status Hadara::check_stack(const State& state) const {
  const Public& pub = state.pub;
  for (std::size_t i = 0; i < pub.stack.size(); ++i) {
    const Frame& f = pub.stack[i];
    if (f.kind > static_cast<u8>(Now::seal) || index_of(f.seat) >= pub.seats) return fault("an impossible pending decision");
    const Now kind = kind_of(f);
    const bool on_top = kind == Now::token || kind == Now::flip;
    if (on_top != (i > 0))
      return fault(on_top ? "token and flip stand on top of the step they belong to" : "a step stands on top of another");
    const bool phase_a = kind == Now::wheel || kind == Now::draw || kind == Now::choose;
    const bool phase_b = kind == Now::market || kind == Now::feed || kind == Now::seal;
    if ((phase_a && pub.phase != Phase::a) || (phase_b && pub.phase != Phase::b))
      return fault("this step is not of phase " + std::string(pub.phase == Phase::a ? "A" : "B"));
    if (kind == Now::wheel && f.seat != pub.first) return fault("the wheel is set by the first player, " + named_seat(pub.first));
    if (kind == Now::token) {
      const Now below = kind_of(pub.stack[0]);
      if (below != Now::choose && below != Now::market) return fault("a token frame stands on choose or market");
      if (below == Now::market && pub.stack[0].seat != f.seat) return fault("the token frame is not of the seat that took the card");
      const Board& board = pub.of(f.seat);
      if (f.a >= card_ids || tables_[f.a].ability != Ability::token_steps || !(board.cards[Colour::purple] & bit_of(f.a)) ||
          board.token_on[tables_[f.a].token_slot] != 0)
        return fault("the token frame needs a card of " + named_seat(f.seat) + " that takes a token and has none");
      if (board.tokens == std::array<u8, track_count>{}) return fault(named_seat(f.seat) + " has no token left to place");
    }
    if (kind == Now::flip) {
      if (kind_of(pub.stack[0]) != Now::colony || pub.stack[0].seat != f.seat || i != 1 || pub.stack[0].a == 0)
        return fault("flip stands on a colony step of the same seat, one taken");
      if (f.a >= colony_piles || pub.of(f.seat).colonies[f.a] != 1)
        return fault("flip needs an unflipped colony of that pile before " + named_seat(f.seat));
    }
  }
  return ok();
}

Status Hadara::check(const State& state) const {
  const Public& pub = state.pub;
  if (pub.seats < seats_min || pub.seats > seats_max) return fault("not 2 to 5 players");
  if (pub.epoch >= epoch_count || pub.phase > Phase::b || pub.turn >= turns_an_epoch || pub.wheel >= colour_count)
    return fault("epoch, phase, turn or wheel out of range");
  if (index_of(pub.first) >= pub.seats) return fault("the first player is not in the game");
  for (u8 byte : pub.filler)
    if (byte != 0) return fault("filler bytes are not 0");
  u32 colours = 0, crests = 0, cards = 0;
  for (Colour c : pub.segments) colours |= 1u << static_cast<int>(c);
  if (colours != 31) return fault("the segments are not the five colours");
  if (auto status = check_stack(state); !status) return status;
  const bool set_up = in_set_up(pub);
  CardSet found{};
  for (int i = 0; i < seats_max; ++i) {
    const Seat seat = seat_at(i);
    if (i >= pub.seats) {
      if (!(pub.of(seat) == Board{} && state.of(seat) == Private{})) return fault("something lies before a seat that is not in the game");
      continue;
    }
    if (auto status = check_board(state, seat, found); !status) return status;
    const u32 crest = 1u << pub.of(seat).crest, card = 1u << pub.of(seat).initiative;
    if ((crests & crest) && !set_up) return fault("two crests at one place of the wheel");
    if ((cards & card) && pub.of(seat).initiative != 0)
      return fault("two players with start card " + std::to_string(pub.of(seat).initiative));
    crests |= crest;
    cards |= card;
  }
  if (!set_up && pub.first != first_player(pub, pub.epoch)) return fault("the first player is not by initiative");
  for (std::size_t p = 0; p < colony_piles; ++p) {
    u32 tiles = 0;
    for (const Board& board : pub.boards) {
      const u32 tile = board.colonies[p] >= 2 ? 1u << board.colonies[p] : 0;
      if (tiles & tile)
        return fault("one colony tile lies before two players: " + pile_name(static_cast<int>(p)) + "-" +
                     std::to_string(board.colonies[p] - 1));
      tiles |= tile;
    }
  }
  if (auto status = find_all(found, pub.gone, "in the discard"); !status) return status;
  for (int c = 0; c < colour_count; ++c) {
    const auto colour = static_cast<Colour>(c);
    for (Card card : pub.outer[colour]) {
      if (card >= card_ids || colour_of(card) != colour || epoch_of(card) != pub.epoch)
        return fault(card_name(card) + " cannot lie on the outer " + std::string(name_of(colour)) + " pile of this epoch");
      if (!find_card(found, card)) return fault(card_name(card) + " lies twice, once on an outer pile");
    }
    int placed = static_cast<int>(pub.outer[colour].size()) + pile_size(pub, colour) / 2;  // with those still to be placed
    for (int i = 0; i < pub.seats; ++i) placed += holds_pair(pub, seat_at(i)) && pile_of(pub, seat_at(i)) == colour;
    if (placed > pub.seats) return fault("more cards on the outer " + std::string(name_of(colour)) + " pile than players, now or to come");
    const bool market_over = pub.phase == Phase::b && (pub.stack.empty() || kind_of(pub.stack[0]) != Now::market);
    if (market_over && !pub.outer[colour].empty()) return fault("cards lie on the outer piles after the market of phase B");
    if (const u64 alien = found[colour] & ~deck_[colour])
      return fault(card_name(card_at(colour, std::countr_zero(alien))) + " is not in the deck of this table");
    if (state.hid.unseen[colour] != (deck_[colour] & ~found[colour])) return fault("the unseen cards are not what is left of the deck");
    for (int e = pub.epoch; e < epoch_count; ++e) {
      const int left = std::popcount(state.hid.unseen[colour] >> (e * deck_max) & 0xffff);
      if (left < (e == pub.epoch ? pile_size(pub, colour) : 2 * pub.seats))
        return fault("too few " + std::string(name_of(colour)) + " cards of epoch " + std::string(epoch_name(e)) + " are left to draw");
    }
  }
  return ok();
}

}  // namespace trestle::hadara
