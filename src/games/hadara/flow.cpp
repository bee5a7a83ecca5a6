// The course of the game, in the order of the epoch summary: set-up; wheel, draw, choose; income, colonies, busts; market; income,
// colonies, busts, feeding, seals; next epoch.
#include <algorithm>

#include "games/hadara/flow.hpp"

namespace trestle::hadara {

static_assert(GameRules<Hadara>);

namespace {

// A draw of two from n cards: ticket t is the pair (low, high) of places with t = high * (high - 1) / 2 + low.
struct PairPlaces {
  u8 low = 0, high = 0;
};
constexpr u32 pairs_max = deck_max * (deck_max - 1) / 2;
constexpr std::array<PairPlaces, pairs_max> make_pairs() {
  std::array<PairPlaces, pairs_max> out{};
  std::size_t t = 0;
  for (int high = 1; high < deck_max; ++high)
    for (int low = 0; low < high; ++low) out[t++] = {static_cast<u8>(low), static_cast<u8>(high)};
  return out;
}
constexpr auto pair_places = make_pairs();

// Where the n-th set bit of a byte is, and how many a byte has: a draw cannot be foreseen, so it is looked up, not searched.
struct ByteBits {
  std::array<std::array<u8, 8>, 256> nth{};
  std::array<u8, 256> count{};
};
constexpr ByteBits make_byte_bits() {
  ByteBits out;
  for (std::size_t byte = 0; byte < 256; ++byte)
    for (u8 bit = 0; bit < 8; ++bit)
      if (byte >> bit & 1u) out.nth[byte][out.count[byte]++] = bit;
  return out;
}
constexpr ByteBits byte_bits = make_byte_bits();

int count_bits(u32 sixteen) { return byte_bits.count[sixteen & 0xff] + byte_bits.count[sixteen >> 8 & 0xff]; }
int nth_bit(u32 sixteen, int n) {
  const u32 low = sixteen & 0xff, high = sixteen >> 8 & 0xff;
  const int in_low = byte_bits.count[low];
  const bool above = n >= in_low;
  return (above ? 8 : 0) + byte_bits.nth[above ? high : low][static_cast<std::size_t>(above ? n - in_low : n)];
}

u32 unseen_of_epoch(const State& state, Colour c) { return static_cast<u32>(state.hid.unseen[c] >> (state.pub.epoch * deck_max) & 0xffff); }

u32 places_left(const Public& pub, Seat seat) {
  u32 taken = 0;
  for (int i = 0; i < index_of(seat); ++i) taken |= 1u << pub.boards[static_cast<std::size_t>(i)].crest;
  return ~taken & 31u;
}
u32 initiatives_left(const Public& pub) {  // bit i: start card i + 1
  u32 taken = 0;
  for (const Board& board : pub.boards)
    if (board.initiative != 0) taken |= 1u << (board.initiative - 1);
  return ~taken & 31u;
}
// rule: hadara.setup.colonies
u32 tiles_left(const Public& pub, int pile) {  // backs nobody has seen
  u32 seen = 0;
  for (const Board& board : pub.boards)
    if (const u8 held = board.colonies[static_cast<std::size_t>(pile)]; held >= 2) seen |= 1u << (held - 2);
  return ~seen & 31u;
}

}  // namespace

std::vector<OptionSpec> Hadara::option_specs() {
  return {{"side", {"a", "choice", "b"}, "hadara.setup.side"},
          {"deck", {"full", "first"}, "hadara.setup.deck"},
          {"open_piles", {"no", "yes"}, "hadara.market.top"},
          {"segments", {"fixed", "shuffled"}, "hadara.setup.segments"}};
}

Result<Hadara> Hadara::make(const Edition& edition, const Options& options) {
  auto complete = complete_options(option_specs(), options);
  if (!complete) return complete.fault();
  auto tables = Tables::read(edition);
  if (!tables) return tables.fault();
  Hadara rules;
  rules.tables_ = *tables;
  // rule: hadara.setup.deck
  rules.deck_ = complete->at("deck") == "first" ? tables->plain : tables->all;
  const std::string& side = complete->at("side");
  rules.side_ = side == "a" ? SideOption::a : side == "b" ? SideOption::b : SideOption::choice;
  rules.open_piles_ = complete->at("open_piles") == "yes";
  rules.shuffled_ = complete->at("segments") == "shuffled";
  return rules;
}

State Hadara::start(int seats) const {
  CHECK(seats >= seats_min && seats <= seats_max);
  State state;
  state.pub.seats = static_cast<u8>(seats);
  state.hid.unseen = deck_;  // rule: hadara.epoch.piles
  for (std::size_t i = 0; i < colour_count; ++i) state.pub.segments[i] = static_cast<Colour>(i);
  for (std::size_t i = 0; i < static_cast<std::size_t>(seats); ++i) {
    state.pub.boards[i].crest = static_cast<u8>(i);
    state.pub.boards[i].tokens.fill(tokens_a_track);  // rule: hadara.setup.tokens
  }
  state.pub.stack.push(frame_for(Now::start, Seat::A));
  return state;
}

SeatSet Hadara::waiting_on(const Public& pub) const {
  if (pub.stack.empty()) return {};
  const Frame& top = pub.stack.back();
  switch (kind_of(top)) {
    case Now::start:
    case Now::segment:
    case Now::crest:
    case Now::draw:
    case Now::flip: return chance_only;
    case Now::side:
    case Now::choose: return SeatSet::first(pub.seats) - pub.committed;
    case Now::wheel:
    case Now::market:
    case Now::token:
    case Now::colony:
    case Now::bust:
    case Now::feed:
    case Now::seal: return only(top.seat);
  }
  return {};
}

bool Hadara::open_choice(const Public& pub) const { return pub.stack.empty() || kind_of(pub.stack.back()) != Now::choose; }

void Hadara::legal(const SightRef& sight, ActionList& list) const {
  const Frame& top = sight.pub.stack.back();
  switch (kind_of(top)) {
    case Now::side:
      list.push(act(Do::side, 0));
      list.push(act(Do::side, 1));
      return;
    case Now::wheel:
      for (int c = 0; c < colour_count; ++c) list.push(act(Do::wheel, c));
      return;
    case Now::choose: return legal_choose(sight, list);
    case Now::market: return legal_market(sight, list);
    case Now::token:
      for (std::size_t t = 0; t < track_count; ++t)
        if (sight.pub.of(top.seat).tokens[t] > 0) list.push(act(Do::token, t));
      return;
    case Now::colony: return legal_colony(sight, list);
    case Now::bust: return legal_bust(sight, list);
    case Now::feed: return legal_feed(sight, list);
    case Now::seal: return legal_seal(sight, list);
    case Now::start:
    case Now::segment:
    case Now::crest:
    case Now::draw:
    case Now::flip: return;
  }
}

// ---- chance ----

u32 Hadara::odds(const State& state) const {
  const Frame& top = state.pub.stack.back();
  switch (kind_of(top)) {
    case Now::start: return static_cast<u32>(count_bits(initiatives_left(state.pub)));
    case Now::segment: return static_cast<u32>(colour_count - top.a);
    case Now::crest: return static_cast<u32>(count_bits(places_left(state.pub, top.seat)));
    case Now::draw: {
      const auto n = static_cast<u32>(count_bits(unseen_of_epoch(state, pile_of(state.pub, top.seat))));
      return n * (n - 1) / 2;
    }
    case Now::flip: return static_cast<u32>(count_bits(tiles_left(state.pub, top.a)));
    case Now::side:
    case Now::wheel:
    case Now::choose:
    case Now::market:
    case Now::token:
    case Now::colony:
    case Now::bust:
    case Now::feed:
    case Now::seal: break;
  }
  return 0;
}

Action Hadara::outcome(const State& state, u32 ticket) const {
  const Public& pub = state.pub;
  const Frame& top = pub.stack.back();
  const int n = static_cast<int>(ticket);
  switch (kind_of(top)) {
    case Now::start: return act(Do::start, top.seat, nth_bit(initiatives_left(pub), n) + 1);
    case Now::segment: return act(Do::segment, pub.segments[top.a + ticket]);
    case Now::crest: return act(Do::crest, top.seat, nth_bit(places_left(pub, top.seat), n));
    case Now::draw: {
      const Colour pile = pile_of(pub, top.seat);
      const u32 cards = unseen_of_epoch(state, pile);
      const PairPlaces places = pair_places[ticket];
      return act(Do::draw, top.seat, card_id(pile, pub.epoch, nth_bit(cards, places.low)),
                 card_id(pile, pub.epoch, nth_bit(cards, places.high)));
    }
    case Now::flip: return act(Do::flip, top.a, nth_bit(tiles_left(pub, top.a), n));
    case Now::side:
    case Now::wheel:
    case Now::choose:
    case Now::market:
    case Now::token:
    case Now::colony:
    case Now::bust:
    case Now::feed:
    case Now::seal: break;
  }
  check_failed("chance acts here", __FILE__, __LINE__);
}

void Hadara::chance(const State& state, OutcomeList& list) const {
  const u32 tickets = odds(state);
  for (u32 t = 0; t < tickets; ++t) list.push({outcome(state, t), 1});
}

// ---- set-up ----

// rule: hadara.epoch.first-player
Seat Hadara::first_player(const Public& pub, int epoch) const {
  const int rank = pub.seats == 2 ? epoch % 2 : epoch;  // two players: the lower initiative begins epochs I and III
  for (int i = 0; i < pub.seats; ++i) {
    int lower = 0;
    for (int j = 0; j < pub.seats; ++j)
      if (pub.boards[static_cast<std::size_t>(j)].initiative < pub.boards[static_cast<std::size_t>(i)].initiative) ++lower;
    if (lower == rank) return seat_at(i);
  }
  return Seat::A;
}

template <class Sink>
void Hadara::set_up_boards(State& state, Sink& sink) const {
  Public& pub = state.pub;
  for (int i = 0; i < pub.seats; ++i) {
    Board& board = pub.boards[static_cast<std::size_t>(i)];
    const StartSide& side = tables_.starts[board.initiative - 1u][board.side];
    // rule: hadara.setup.start-cards
    board.base = board.tracks = side.tracks;
    board.coins = side.coins;
    // rule: hadara.setup.extra-coin
    const Seat seat = seat_at(i);
    const bool begins_once = pub.seats == 2 && seat == first_player(pub, 1);
    const bool never_begins =
        seat != first_player(pub, 0) && seat != first_player(pub, 1) && (pub.seats == 2 || seat != first_player(pub, 2));
    if (begins_once || never_begins) {
      ++board.coins;
      tell(sink, Told::extra_coin, seat);
    }
  }
}

// ---- epochs ----

template <class Sink>
void Hadara::begin_epoch(State& state, Sink& sink) const {
  Public& pub = state.pub;
  pub.phase = Phase::a;
  pub.turn = 0;
  pub.first = first_player(pub, pub.epoch);
  replace_top(pub, frame_for(Now::wheel, pub.first));
  tell(sink, Told::epoch, pub.first, pub.epoch);
}

template <class Sink>
void Hadara::begin_turn(State& state, Sink&) const {
  state.pub.committed = {};
  replace_top(state.pub, frame_for(Now::draw, Seat::A));
}

// The cards of a phase are all taken: income for all, then the colonies.
template <class Sink>
void Hadara::after_cards(State& state, Sink& sink) const {
  pay_income(state.pub, sink);
  seek(state, Now::colony, 0, sink);
}

// Whether this seat has something to decide in this step; seats that have not are passed over.
bool Hadara::decides(const Public& pub, Now step, Seat seat) const {
  if (step == Now::colony) return can_take_colony(pub, seat);
  if (step == Now::bust) return can_carve(pub, seat);
  if (step == Now::feed) return hungry(pub.of(seat), 0) > 0;
  return can_seal(pub, seat);
}

// Finds who decides next from place `from` of the turn order on, through the steps that follow.
// rule: hadara.epoch.turn-order
template <class Sink>
void Hadara::seek(State& state, Now step, int from, Sink& sink) const {
  Public& pub = state.pub;
  for (;; from = 0) {
    for (int place = from; place < pub.seats; ++place) {
      const Seat seat = seat_in_order(pub, place);
      replace_top(pub, frame_for(step, seat));
      if (decides(pub, step, seat)) return;
      if (step == Now::feed) collect_surplus(pub.of(seat), seat, sink);
    }
    if (step == Now::colony) {
      step = Now::bust;
    } else if (step == Now::bust && pub.phase == Phase::a) {
      // rule: hadara.epoch.phases
      pub.phase = Phase::b;
      replace_top(pub, frame_for(Now::market, pub.first));
      tell(sink, Told::market, pub.first);
      return;
    } else if (step == Now::bust) {
      step = Now::feed;
    } else if (step == Now::feed) {
      step = Now::seal;
    } else if (pub.epoch + 1 < epoch_count) {
      ++pub.epoch;
      begin_epoch(state, sink);
      return;
    } else {
      // rule: hadara.epoch.three
      pub.stack.clear();
      tell(sink, Told::over, Seat::A);
      return;
    }
  }
}

// The top frame's decision is made and done: what is next.
template <class Sink>
void Hadara::go_on(State& state, Sink& sink) const {
  Public& pub = state.pub;
  const Frame top = pub.stack.back();
  switch (kind_of(top)) {
    case Now::start:
    case Now::segment:
    case Now::crest: {
      const bool last_seat = index_of(top.seat) + 1 == pub.seats;
      if (kind_of(top) == Now::segment && top.a + 1 < colour_count) return replace_top(pub, frame_for(Now::segment, Seat::A, top.a + 1));
      if (kind_of(top) != Now::segment && !last_seat) return replace_top(pub, frame_for(kind_of(top), seat_at(index_of(top.seat) + 1)));
      if (kind_of(top) == Now::start && shuffled_) return replace_top(pub, frame_for(Now::segment, Seat::A));
      if (kind_of(top) == Now::segment) return replace_top(pub, frame_for(Now::crest, Seat::A));
      if (side_ == SideOption::choice) return replace_top(pub, frame_for(Now::side, Seat::A));
      for (int i = 0; i < pub.seats; ++i) pub.boards[static_cast<std::size_t>(i)].side = side_ == SideOption::b ? 1 : 0;
      set_up_boards(state, sink);
      return begin_epoch(state, sink);
    }
    case Now::side: set_up_boards(state, sink); return begin_epoch(state, sink);
    case Now::wheel: return begin_turn(state, sink);
    case Now::draw:
      if (index_of(top.seat) + 1 < pub.seats) return replace_top(pub, frame_for(Now::draw, seat_at(index_of(top.seat) + 1)));
      return replace_top(pub, frame_for(Now::choose, pub.first));
    case Now::choose:
      // rule: hadara.wheel.turn
      if (pub.turn + 1 == turns_an_epoch) return after_cards(state, sink);
      ++pub.turn;
      pub.wheel = static_cast<u8>((pub.wheel + 1) % colour_count);
      tell(sink, Told::turned, pub.first, pub.turn);
      return begin_turn(state, sink);
    case Now::market: {
      // rule: hadara.market.turn
      bool left = false;
      for (const auto& pile : pub.outer) left = left || !pile.empty();
      if (!left) return after_cards(state, sink);
      return replace_top(pub, frame_for(Now::market, seat_in_order(pub, order_of(pub, top.seat) + 1)));
    }
    case Now::colony:
    case Now::bust:
    case Now::feed:
    case Now::seal: return seek(state, kind_of(top), order_of(pub, top.seat) + 1, sink);
    case Now::token:
    case Now::flip: return;
  }
}

// ---- applying ----

template <class Sink>
void Hadara::carry_out(State& state, Seat seat, Action action, Sink& sink) const {
  Public& pub = state.pub;
  const auto& with = action.with;
  const Frame& top = pub.stack.back();
  switch (kind_of(action)) {
    case Do::start:
      pub.boards[with[0]].initiative = with[1];
      tell(sink, Told::start, static_cast<Seat>(with[0]), with[1]);
      return go_on(state, sink);
    case Do::segment: {
      // rule: hadara.setup.segments
      const auto at = std::find(pub.segments.begin(), pub.segments.end(), static_cast<Colour>(with[0]));
      std::swap(*at, pub.segments[top.a]);
      tell(sink, Told::segment, Seat::A, top.a, with[0]);
      return go_on(state, sink);
    }
    case Do::crest:
      pub.boards[with[0]].crest = with[1];
      tell(sink, Told::crest, static_cast<Seat>(with[0]), with[1]);
      return go_on(state, sink);
    case Do::draw: {
      // rule: hadara.wheel.draw
      const Colour pile = colour_of(with[1]);
      state.hid.unseen[pile] &= ~(bit_of(with[1]) | bit_of(with[2]));
      state.own[with[0]].pair = {with[1], with[2]};
      tell(sink, Told::drew, top.seat, with[1], with[2], 0, 0, only(top.seat));
      tell(sink, Told::drew_hidden, top.seat, static_cast<int>(pile), 0, 0, 0, all_but(top.seat));
      return go_on(state, sink);
    }
    case Do::flip: {
      // rule: hadara.colony.back
      Board& board = pub.of(top.seat);
      const ColonyPile& pile = tables_.colonies[with[0]];
      board.colonies[with[0]] = static_cast<u8>(2 + with[1]);
      board.tracks = board.tracks + pile.gains[with[1]];
      tell(sink, Told::flipped, top.seat, pile.value, with[0], with[1]);
      pub.stack.pop();
      if (!can_take_colony(pub, pub.stack.back().seat)) go_on(state, sink);
      return;
    }
    case Do::side: return commit(state, seat, action, sink);
    case Do::wheel: {
      // rule: hadara.wheel.set
      const auto at = std::find(pub.segments.begin(), pub.segments.end(), static_cast<Colour>(with[0]));
      pub.wheel = static_cast<u8>((at - pub.segments.begin() + colour_count - pub.of(seat).crest) % colour_count);
      tell(sink, Told::wheel, seat, with[0]);
      return go_on(state, sink);
    }
    case Do::buy:
    case Do::sell: return kind_of(top) == Now::choose ? commit(state, seat, action, sink) : take_top(state, seat, action, sink);
    case Do::token: return place_token(state, seat, static_cast<Track>(with[0]), sink);
    case Do::plunder: return take_colony(state, seat, with[0], false, sink);
    case Do::ally: return take_colony(state, seat, with[0], true, sink);
    case Do::carve: return carve(state, seat, action, sink);
    case Do::give_up:
    case Do::pay: return feed(state, seat, action, sink);
    case Do::silver:
    case Do::gold: return buy_seal(state, seat, action, sink);
    case Do::pass: return go_on(state, sink);
  }
}

void Hadara::apply(State& state, Seat seat, Action action, NullSink& none) const { carry_out(state, seat, action, none); }
void Hadara::apply(State& state, Seat seat, Action action, EventSink& sink) const { carry_out(state, seat, action, sink); }

}  // namespace trestle::hadara
