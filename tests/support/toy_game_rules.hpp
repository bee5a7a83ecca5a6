// The functions of the toy (see toy_game.hpp, which includes this).
#pragma once

namespace trestle::toy {

template <Flaw flaw>
Result<Toy<flaw>> Toy<flaw>::make(const Edition& edition, const Options& options) {
  auto table = read_table(edition, "cards.csv", {"card", "count", "source"});
  if (!table) return table.fault();
  Toy rules;
  for (const Row& row : table->rows) {
    auto card = table->number(row, "card", 1, card_max);
    if (!card) return card.fault();
    auto count = table->number(row, "count", 1, 20);
    if (!count) return count.fault();
    rules.all_.add(static_cast<std::size_t>(*card), static_cast<unsigned>(*count));
  }
  if (rules.all_.total() < static_cast<u32>(seats_max * hand_size)) return trestle::fault("too few cards for three seats");
  rules.peek_ = options.at("peek") == "yes";
  return rules;
}

template <Flaw flaw>
auto Toy<flaw>::start(int seats) const -> State {
  State s;
  s.pub.seats = static_cast<u8>(seats);
  s.hid.deck = all_;
  return s;
}

template <Flaw flaw>
SeatSet Toy<flaw>::waiting_on(const Public& pub) const {
  switch (pub.phase) {
    case Phase::deal:
    case Phase::prize: return chance_only;
    case Phase::commit: return SeatSet::first(pub.seats) - pub.committed;
    case Phase::paint:
    case Phase::peek: return only(pub.turn);
    case Phase::over: return {};
  }
  CHECK(false && "unknown phase");
}

template <Flaw flaw>
void Toy<flaw>::legal(const SightRef& sight, ActionList& list) const {
  switch (sight.pub.phase) {
    case Phase::commit:
      for (u8 card = 1; card <= card_max; ++card)
        if (sight.own.hand[card] > 0 && !(flaw == Flaw::leak_by_legal && card == side_door && list.size() > 0))
          list.push(toy::make(Do::commit, card));
      break;
    case Phase::paint:
      for (u8 spot = 0; spot < spots; ++spot)
        if (sight.pub.board[spot] == 0) list.push(toy::make(Do::paint, spot));
      break;
    case Phase::peek:
      for (int i = 0; i < sight.pub.seats; ++i)
        if (peek_ && seat_at(i) != sight.me && sight.pub.hand[static_cast<std::size_t>(i)] > 0) list.push(toy::make(Do::peek, seat_at(i)));
      list.push(toy::make(Do::pass));
      break;
    case Phase::deal:
    case Phase::prize:
    case Phase::over: break;
  }
  if (flaw == Flaw::legal_unsorted && list.size() > 1) std::swap(list[0], list[1]);
  if (flaw == Flaw::legal_repeats && list.size() > 1) list.push(list[list.size() - 1]);
}

template <Flaw flaw>
Refusal Toy<flaw>::refuse(const SightRef& sight, Action a) const {
  if (!waiting_on(sight.pub).has(sight.me)) return {"toy.turn"};
  for (std::size_t i = 1; i < a.with.size(); ++i)
    if (a.with[i] != 0) return {"toy.operands"};
  if (flaw == Flaw::refuse_too_much && a == toy::make(Do::commit, card_max)) return {"toy.commit"};
  return refuse_by_phase(sight, a);
}

template <Flaw flaw>
Refusal Toy<flaw>::refuse_by_phase(const SightRef& sight, Action a) const {
  const u8 operand = a.with[0];
  switch (sight.pub.phase) {
    case Phase::commit:
      if (a.kind != static_cast<u8>(Do::commit)) return {"toy.phase"};
      if (operand < 1 || operand > card_max) return {"toy.commit"};
      if (sight.own.hand[operand] == 0 && flaw != Flaw::refuse_misses) return {"toy.commit"};
      return {};
    case Phase::paint:
      if (a.kind != static_cast<u8>(Do::paint)) return {"toy.phase"};
      if (operand >= spots || sight.pub.board[operand] != 0) return {"toy.paint"};
      return {};
    case Phase::peek:
      if (a.kind == static_cast<u8>(Do::pass)) return {operand == 0 ? "" : "toy.operands"};
      if (a.kind != static_cast<u8>(Do::peek)) return {"toy.phase"};
      if (!peek_ || operand >= sight.pub.seats || seat_at(operand) == sight.me || sight.pub.hand[operand] == 0) return {"toy.peek"};
      return {};
    case Phase::deal:
    case Phase::prize:
    case Phase::over: break;
  }
  return {"toy.turn"};
}

template <Flaw flaw>
Seat Toy<flaw>::dealt_to(const Public& pub) const {
  for (int i = 0; i < pub.seats; ++i)
    if (pub.hand[static_cast<std::size_t>(i)] < hand_size) return seat_at(i);
  return Seat::Table;
}

template <Flaw flaw>
template <class Sink>
void Toy<flaw>::apply(State& s, Seat seat, Action a, Sink& sink) const {
  const auto tell = [&](Told kind, SeatSet audience, Seat who, u8 with = 0, i16 amount = 0) {
    sink.emit(Event{static_cast<u8>(kind), audience, who, with, 0, 0, amount});
  };
  const u8 operand = a.with[0];
  Public& pub = s.pub;
  switch (static_cast<Do>(a.kind)) {
    case Do::deal: {
      const Seat to = dealt_to(pub);
      s.hid.deck.remove(operand);
      s.of(to).hand.add(operand);
      ++pub.hand[at(to)];
      tell(Told::dealt, only(to), to, operand);
      tell(Told::dealt, all_but(to), to);
      if (dealt_to(pub) == Seat::Table) pub.phase = Phase::prize;
      break;
    }
    case Do::prize:
      pub.prize = operand;
      pub.phase = Phase::commit;
      tell(Told::prize, everyone, Seat::Table, 0, operand);
      break;
    case Do::commit:
      s.of(seat).hand.remove(operand);
      s.of(seat).committed = operand;
      --pub.hand[at(seat)];
      pub.committed.add(seat);
      if (flaw == Flaw::leak_by_public_part || (flaw == Flaw::leak_of_a && seat == Seat::A) || (flaw == Flaw::leak_of_b && seat == Seat::B))
        pub.slip = operand;
      if (flaw == Flaw::leak_by_legal) side_door = operand;
      if (flaw == Flaw::order_matters) pub.last = static_cast<u8>(seat);
      tell(Told::committed, only(seat), seat, operand);
      tell(Told::committed, all_but(seat), seat, flaw == Flaw::leak_by_event ? operand : u8{0});
      if (pub.committed == SeatSet::first(pub.seats)) reveal(s, sink);
      break;
    case Do::paint:
      pub.board[operand] = ++pub.painted;
      pub.points[at(seat)] = static_cast<u8>(pub.points[at(seat)] + operand * pub.painted);
      if (flaw == Flaw::impure_apply) pub.points[at(seat)] = static_cast<u8>(pub.points[at(seat)] + ++side_door % 2);
      tell(Told::painted, everyone, seat, operand, pub.painted);
      if (pub.painted == spots) pub.phase = Phase::peek;
      break;
    case Do::peek: {
      const u8 lowest = s.own[operand].hand.at(0);
      if (flaw != Flaw::peek_not_kept) s.of(seat).peeked[operand] = lowest;
      tell(Told::peeked, only(seat), seat, operand, lowest);
      tell(Told::peeked, all_but(seat), seat, operand);
      next_round(s);
      break;
    }
    case Do::pass:
      tell(Told::passed, everyone, seat);
      next_round(s);
      break;
  }
}

// All at once, in the order of the seats, whoever committed last (I7).
template <Flaw flaw>
template <class Sink>
void Toy<flaw>::reveal(State& s, Sink& sink) const {
  Public& pub = s.pub;
  Seat best = Seat::A;
  for (int i = 0; i < pub.seats; ++i) {
    const Seat seat = seat_at(i);
    const u8 card = s.of(seat).committed;
    sink.emit(Event{static_cast<u8>(Told::revealed), everyone, seat, card, 0, 0, 0});
    if (card > s.of(best).committed) best = seat;
    if (flaw == Flaw::order_matters && card == s.of(best).committed && pub.last == static_cast<u8>(seat)) best = seat;
    if (flaw != Flaw::lost_card || card != card_max) pub.gone.add(card);
  }
  for (Private& own : s.own) {
    own.committed = 0;
    own.peeked = {};
  }
  pub.committed = {};
  pub.slip = 0;
  pub.last = 0;
  pub.turn = best;
  pub.points[at(best)] = static_cast<u8>(pub.points[at(best)] + pub.prize);
  sink.emit(Event{static_cast<u8>(Told::won), everyone, best, 0, 0, 0, pub.prize});
  pub.prize = 0;
  pub.board = {};
  pub.painted = 0;
  pub.phase = Phase::paint;
}

template <Flaw flaw>
void Toy<flaw>::next_round(State& s) const {
  Public& pub = s.pub;
  if (flaw == Flaw::endless && pub.round == rounds) {  // paints for ever
    pub.board = {};
    pub.painted = 0;
    pub.points = {};
    pub.phase = Phase::paint;
    return;
  }
  pub.phase = pub.round == rounds ? Phase::over : Phase::prize;
  if (pub.round < rounds) ++pub.round;
}

template <Flaw flaw>
Action Toy<flaw>::outcome(const State& s, u32 ticket) const {
  if (s.pub.phase == Phase::deal) return toy::make(Do::deal, s.hid.deck.at(ticket));
  constexpr std::array<u8, 6> prizes = {1, 1, 1, 2, 2, 3};
  return toy::make(Do::prize, prizes[ticket]);
}

template <Flaw flaw>
void Toy<flaw>::chance(const State& s, OutcomeList& list) const {
  if (s.pub.phase == Phase::deal) {
    for (u8 card = 1; card <= card_max; ++card)
      if (s.hid.deck[card] > 0) list.push({toy::make(Do::deal, card), s.hid.deck[card]});
    return;
  }
  list.push({toy::make(Do::prize, u8{1}), flaw == Flaw::wrong_chance ? 2u : 3u});
  list.push({toy::make(Do::prize, u8{2}), 2});
  list.push({toy::make(Do::prize, u8{3}), flaw == Flaw::wrong_chance ? 2u : 1u});
}

template <Flaw flaw>
auto Toy<flaw>::imagine(const SightRef& sight, Rng& rng) const -> State {
  State s;
  s.pub = sight.pub;
  Cards unseen = all_;
  const auto take = [&](u8 card) { unseen.remove(card); };
  for (u8 card = 1; card <= card_max; ++card) unseen.remove(card, sight.pub.gone[card]);
  if (sight.me != Seat::Table) {
    s.of(sight.me) = sight.own;
    for (u8 card = 1; card <= card_max; ++card) unseen.remove(card, sight.own.hand[card]);
    if (sight.own.committed != 0) take(sight.own.committed);
  }
  const auto deal = [&](Seat seat, u8 lowest) {
    Cards pool;
    const bool committed = sight.pub.committed.has(seat);
    int need = sight.pub.hand[at(seat)] + (committed ? 1 : 0);
    if (lowest != 0) {
      take(lowest);
      pool.add(lowest);
      --need;
    }
    for (; need > 0; --need) {
      Cards allowed = unseen;
      for (u8 card = 1; card < lowest; ++card) allowed.remove(card, allowed[card]);
      const u8 card = allowed.at(rng.below(allowed.total()));
      take(card);
      pool.add(card);
    }
    if (committed) {
      s.of(seat).committed = pool.at(rng.below(pool.total()));
      pool.remove(s.of(seat).committed);
    }
    s.of(seat).hand = pool;
  };
  // The hand that was looked at first: its cards are the least free.
  for (const bool looked_at : {true, false})
    for (int i = 0; i < sight.pub.seats; ++i) {
      const u8 lowest = sight.me == Seat::Table ? u8{0} : sight.own.peeked[static_cast<std::size_t>(i)];
      if (seat_at(i) != sight.me && (lowest != 0) == looked_at) deal(seat_at(i), lowest);
    }
  s.hid.deck = unseen;
  if (flaw == Flaw::impossible_world) s.hid.deck.add(1);
  if (flaw == Flaw::wrong_imagine && sight.me != Seat::Table && !s.hid.deck.empty() && !s.of(sight.me).hand.empty()) {
    const u8 mine = s.of(sight.me).hand.at(0), other = s.hid.deck.at(0);
    s.of(sight.me).hand.remove(mine), s.of(sight.me).hand.add(other);
    s.hid.deck.remove(other), s.hid.deck.add(mine);
  }
  return s;
}

template <Flaw flaw>
ScoreSheet Toy<flaw>::score(const State& s) const {
  ScoreLine line{"toy.score.points", {}};
  for (std::size_t i = 0; i < s.pub.seats; ++i) line.points[i] = s.pub.points[i];
  return {line};
}

template <Flaw flaw>
Standing Toy<flaw>::standing(const State& s) const {
  Standing places{};
  if (s.pub.phase != Phase::over) return places;
  for (std::size_t i = 0; i < s.pub.seats; ++i) {
    places[i] = 1;
    for (std::size_t j = 0; j < s.pub.seats; ++j)
      if (s.pub.points[j] > s.pub.points[i]) ++places[i];
  }
  return places;
}

template <Flaw flaw>
Status Toy<flaw>::check(const State& s) const {
  const Public& pub = s.pub;
  if (pub.seats < seats_min || pub.seats > seats_max) return trestle::fault("2 or 3 seats");
  if (pub.round < 1 || pub.round > rounds) return trestle::fault("there is no such round");
  if (pub.phase > Phase::over) return trestle::fault("there is no such phase");
  if (index_of(pub.turn) >= pub.seats) return trestle::fault("the turn is nobody's");
  for (u8 card = 0; card < Cards::kinds; ++card) {
    int n = s.hid.deck[card] + pub.gone[card];
    for (const Private& own : s.own) n += own.hand[card] + (own.committed != 0 && own.committed == card ? 1 : 0);
    if (n != all_[card]) return trestle::fault("card " + std::to_string(card) + " is there " + std::to_string(n) + " times");
  }
  for (std::size_t i = 0; i < seats_max; ++i) {
    const std::string who(seat_name(seat_at(static_cast<int>(i))));
    if (s.own[i].hand.total() != pub.hand[i]) return trestle::fault(who + " holds another number of cards than all are told");
    if ((s.own[i].committed != 0) != pub.committed.has(seat_at(static_cast<int>(i))))
      return trestle::fault(who + " is wrongly said to have committed");
    for (std::size_t j = 0; j < seats_max; ++j) {
      if (s.own[i].peeked[j] == 0) continue;
      Cards held = s.own[j].hand;
      if (s.own[j].committed != 0) held.add(s.own[j].committed);
      if (held.empty() || held.at(0) != s.own[i].peeked[j]) return trestle::fault(who + " saw a card that is not the lowest there");
    }
  }
  return ok();
}

inline constexpr std::array<std::string_view, 6> verb_names = {"deal", "prize", "commit", "paint", "peek", "pass"};
inline constexpr std::array<std::string_view, 6> phase_names = {"deal", "prize", "commit", "paint", "peek", "over"};

template <Flaw flaw>
std::string Toy<flaw>::print(Action a) const {
  if (a.kind >= verb_names.size()) return "?";
  std::string out(verb_names[a.kind]);
  if (a.kind == static_cast<u8>(Do::peek)) return out + " " + std::string(seat_name(seat_at(a.with[0])));
  if (a.kind == static_cast<u8>(Do::pass)) return out;
  return out + " " + std::to_string(a.with[0]);
}

template <Flaw flaw>
Result<Action> Toy<flaw>::parse(std::string_view text) const {
  const auto words = text::words(text);
  if (words.empty()) return trestle::fault("an action starts with a verb");
  for (u8 kind = 0; kind < verb_names.size(); ++kind) {
    if (words[0] != verb_names[kind]) continue;
    const bool bare = kind == static_cast<u8>(Do::pass);
    if (words.size() != (bare ? 1u : 2u)) return trestle::fault("'" + std::string(words[0]) + "' takes " + (bare ? "no word" : "one word"));
    if (bare) return toy::make(Do::pass);
    if (kind == static_cast<u8>(Do::peek)) {
      const auto seat = parse_seat(words[1]);
      if (!seat || index_of(*seat) >= seats_max) return trestle::fault("'" + std::string(words[1]) + "' is not a seat");
      return toy::make(Do::peek, *seat);
    }
    const auto n = text::number(words[1]);
    if (!n || *n < 0 || *n > card_max) return trestle::fault("'" + std::string(words[1]) + "' is not a number from 0 to 6");
    const bool misread = flaw == Flaw::wrong_text && kind == static_cast<u8>(Do::paint) && *n == 2;
    return toy::make(static_cast<Do>(kind), static_cast<u8>(misread ? 1 : *n));
  }
  return trestle::fault("unknown action '" + std::string(words[0]) + "'");
}

template <Flaw flaw>
std::string Toy<flaw>::card_words(const Cards& cards) {
  std::vector<std::string> words;
  for (u32 i = 0; i < cards.total(); ++i) words.push_back(std::to_string(cards.at(i)));
  return fold_runs(words);
}

template <Flaw flaw>
std::vector<Field> Toy<flaw>::fields(const State& s, Seat viewer) const {
  const Public& pub = s.pub;
  const auto knows = [&](Seat seat) { return viewer == seat || viewer == Seat::Chance; };
  std::vector<Field> out;
  const auto scalar = [&](std::string key, std::string value) { out.push_back({std::move(key), std::move(value)}); };
  scalar("round", std::to_string(pub.round));
  scalar("phase", std::string(phase_names[static_cast<std::size_t>(pub.phase)]));
  scalar("prize", std::to_string(pub.prize));
  scalar("turn", std::string(seat_name(pub.turn)));
  out.push_back({"gone", card_words(pub.gone), FieldKind::bag});
  std::vector<std::string> board;
  for (u8 place : pub.board) board.push_back(std::to_string(place));
  out.push_back({"board", fold_runs(board), FieldKind::list});
  for (int i = 0; i < pub.seats; ++i) {
    const Seat seat = seat_at(i);
    const std::string who = std::string(seat_name(seat)) + ".";
    scalar(who + "points", std::to_string(pub.points[at(seat)]));
    const Private& own = s.of(seat);
    out.push_back({who + "hand", knows(seat) ? card_words(own.hand) : "?", FieldKind::bag});
    scalar(who + "committed", !pub.committed.has(seat) ? "0" : knows(seat) ? std::to_string(own.committed) : "?");
    std::vector<std::string> peeked;
    for (u8 card : own.peeked) peeked.push_back(std::to_string(card));
    out.push_back({who + "peeked", knows(seat) ? fold_runs(peeked) : "?", FieldKind::list});
  }
  out.push_back({"deck", viewer == Seat::Chance ? card_words(s.hid.deck) : "?", FieldKind::bag, false});
  return out;
}

template <Flaw flaw>
auto Toy<flaw>::blank(int seats) const -> State {
  State s = start(seats);
  s.hid.deck = {};
  return s;
}

template <Flaw flaw>
Status Toy<flaw>::set(State& s, std::string_view key, std::string_view value) const {
  Public& pub = s.pub;
  if (value == "none") value = "";
  const auto words = expand_words(value);
  if (!words) return words.fault();
  std::vector<u8> numbers;
  for (const std::string& word : *words)
    if (const auto n = text::number(word); n && *n >= 0 && *n <= 200) numbers.push_back(static_cast<u8>(*n));
  const bool all_numbers = numbers.size() == words->size();
  const auto bag = [&](Cards& into) -> Status {
    into = {};
    for (u8 n : numbers) {
      if (n < 1 || n > card_max || into[n] == all_[n]) return trestle::fault("no such cards: '" + std::string(value) + "'");
      into.add(n);
    }
    return all_numbers ? ok() : trestle::fault("cards are numbers from 1 to 6");
  };
  const auto scalar = [&](u8& into, u8 max) -> Status {
    if (!all_numbers || numbers.size() != 1 || numbers[0] > max) return trestle::fault("a number from 0 to " + std::to_string(max));
    into = numbers[0];
    return ok();
  };
  const auto three = [&](std::array<u8, 3>& into) -> Status {
    if (!all_numbers || numbers.size() != 3 || *std::max_element(numbers.begin(), numbers.end()) > card_max)
      return trestle::fault("three numbers from 0 to 6");
    std::copy(numbers.begin(), numbers.end(), into.begin());
    return ok();
  };
  if (key == "round") return scalar(pub.round, rounds);
  if (key == "prize") return scalar(pub.prize, 3);
  if (key == "gone") return bag(pub.gone);
  if (key == "board") return three(pub.board);
  if (key == "phase") {
    for (u8 i = 0; i < phase_names.size(); ++i)
      if (value == phase_names[i]) return pub.phase = static_cast<Phase>(i), ok();
    return trestle::fault("unknown phase '" + std::string(value) + "'");
  }
  if (key == "turn") {
    const auto seat = parse_seat(value);
    if (!seat || index_of(*seat) >= pub.seats) return trestle::fault("'" + std::string(value) + "' is not a seat here");
    return pub.turn = *seat, ok();
  }
  const std::size_t dot = key.find('.');
  const auto seat = parse_seat(key.substr(0, dot));
  if (dot == std::string_view::npos || !seat || index_of(*seat) >= pub.seats)
    return trestle::fault("unknown field '" + std::string(key) + "'");
  const std::string_view what = key.substr(dot + 1);
  if (what == "points") return scalar(pub.points[at(*seat)], 200);
  if (what == "hand") return bag(s.of(*seat).hand);
  if (what == "committed") return scalar(s.of(*seat).committed, card_max);
  if (what == "peeked") return three(s.of(*seat).peeked);
  return trestle::fault("unknown field '" + std::string(key) + "'");
}

template <Flaw flaw>
Status Toy<flaw>::complete(State& s) const {
  Public& pub = s.pub;
  Cards used = pub.gone;
  pub.committed = {};
  for (int i = 0; i < pub.seats; ++i) {
    Private& own = s.of(seat_at(i));
    used.add(own.hand);
    if (own.committed != 0) {
      used.add(own.committed);
      pub.committed.add(seat_at(i));
    }
    pub.hand[static_cast<std::size_t>(i)] = static_cast<u8>(own.hand.total());
  }
  if (!all_.contains(used)) return trestle::fault("more cards are named than there are");
  s.hid.deck = all_;
  for (u8 card = 1; card <= card_max; ++card) s.hid.deck.remove(card, used[card]);
  pub.painted = 0;
  for (u8 place : pub.board) pub.painted = std::max(pub.painted, place);
  return check(s);
}

template <Flaw flaw>
Prompt Toy<flaw>::prompt(const SightRef& sight) const {
  switch (sight.pub.phase) {
    case Phase::commit: return {{"toy.prompt.commit", {i64{sight.pub.prize}}}, "toy.commit"};
    case Phase::paint: return {{"toy.prompt.paint", {i64{sight.pub.painted + 1}}}, "toy.paint"};
    case Phase::peek: return {{"toy.prompt.peek", {}}, "toy.peek"};
    case Phase::deal:
    case Phase::prize:
    case Phase::over: break;
  }
  return {};
}

template <Flaw flaw>
Phrase Toy<flaw>::label(const SightRef&, Action a) const {
  if (a.kind == static_cast<u8>(Do::peek)) return {"toy.do.peek", {seat_at(a.with[0])}};
  if (a.kind >= verb_names.size()) return {"toy.do.unknown", {}};
  return {"toy.do." + std::string(verb_names[a.kind]), {i64{a.with[0]}}};
}

template <Flaw flaw>
Phrase Toy<flaw>::describe(const Event& e) const {
  constexpr std::array<std::string_view, 8> keys = {"dealt", "prize", "committed", "revealed", "won", "painted", "peeked", "passed"};
  if (e.kind >= keys.size()) return {"toy.told.unknown", {}};
  return {"toy.told." + std::string(keys[e.kind]), {e.seat, i64{e.a}, i64{e.amount}}};
}

}  // namespace trestle::toy
