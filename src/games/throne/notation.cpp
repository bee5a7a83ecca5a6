// Moves and positions as text; docs/notation.md teaches the form. Names are in names.hpp and in the edition.
#include <algorithm>

#include "base/text.hpp"
#include "games/throne/names.hpp"
#include "games/throne/work.hpp"

namespace trestle::throne {

namespace {

// While a position is being written: which of its parts have been named. Kept in bytes that are 0 in every finished state.
enum Named : u8 { named_pile = 1, named_discard = 2, named_points = 4, named_phase = 8, named_over = 16 };
u8& named(State& s) { return s.hid.filler[0]; }
constexpr u8 turn_player = 0xff;  // an operand that is filled in by complete()

std::string word_text(const Throne& rules, Word word, int value) {
  switch (word) {
    case Word::none: return "";
    case Word::number: return std::to_string(value);
    case Word::seat: return std::string(seat_name(static_cast<Seat>(value)));
    case Word::card:
      return value < rules.tables().card_count ? rules.tables().card_names[static_cast<std::size_t>(value)]
                                               : "card-" + std::to_string(value);
    case Word::profession:
      return value < profession_count ? std::string(name_of(static_cast<Profession>(value))) : "profession-" + std::to_string(value);
    case Word::race: return value <= race_count ? std::string(name_of(static_cast<Race>(value))) : "race-" + std::to_string(value);
  }
  return "";
}

std::vector<std::string> words_of(const Throne& rules, Word word) {
  std::vector<std::string> known;
  const int count = word == Word::card         ? rules.tables().card_count
                    : word == Word::profession ? profession_count
                    : word == Word::race       ? race_count + 1
                                               : 0;
  for (int i = 0; i < count; ++i) known.push_back(word_text(rules, word, i));
  return known;
}

Result<int> parse_word(const Throne& rules, Word word, std::string_view text) {
  if (word == Word::number) {
    const auto value = text::number(text);
    if (!value || *value < 0 || *value > 255) return fault("'" + std::string(text) + "' is not a number from 0 to 255");
    return static_cast<int>(*value);
  }
  if (word == Word::seat) {
    const auto seat = parse_seat(text);
    if (!seat || index_of(*seat) >= seats_max) return fault("'" + std::string(text) + "' is not a seat (A, B, C or D)");
    return index_of(*seat);
  }
  const std::vector<std::string> known = words_of(rules, word);
  const auto at_word = std::find(known.begin(), known.end(), text);
  if (at_word != known.end()) return static_cast<int>(at_word - known.begin());
  const std::string what = word == Word::card ? "card" : word == Word::race ? "race" : "profession";
  const std::string near = text::nearest(text, known);
  return fault("unknown " + what + " '" + std::string(text) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

u8 operand_of(const Frame& f, char place) {
  switch (place) {
    case 'a': return f.a;
    case 'b': return f.b;
    case 'c': return f.c;
    case 'd': return f.d;
    default: return static_cast<u8>(f.amount);
  }
}

void set_operand(Frame& f, char place, u8 value) {
  switch (place) {
    case 'a': f.a = value; return;
    case 'b': f.b = value; return;
    case 'c': f.c = value; return;
    case 'd': f.d = value; return;
    default: f.amount = value; return;
  }
}

std::string print_frame(const Throne& rules, const Frame& f) {
  const FrameName& name = frame_name(now(f));
  std::string out = std::string(name.name) + " " + std::string(seat_name(f.seat));
  for (const Operand& operand : name.operands)
    if (operand.word != Word::none)
      out += " " + std::string(operand.name) + "=" + word_text(rules, operand.word, operand_of(f, operand.place));
  return out;
}

Result<Frame> parse_frame(const Throne& rules, std::string_view text) {
  const auto words = text::words(text);
  if (words.empty()) return fault("a pending decision needs a name");
  std::vector<std::string> known;
  for (const FrameName& name : frame_names) known.emplace_back(name.name);
  const auto at_name = std::find(known.begin(), known.end(), words[0]);
  if (at_name == known.end()) {
    const std::string near = text::nearest(words[0], known);
    return fault("unknown phase or decision '" + std::string(words[0]) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  const FrameName& name = frame_names[at_name - known.begin()];
  Frame f = frame(name.kind, Seat::Table);  // the Table stands for the player whose turn it is
  for (const Operand& operand : name.operands)
    if (operand.word != Word::none) set_operand(f, operand.place, operand.fallback < 0 ? turn_player : static_cast<u8>(operand.fallback));
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t eq = words[i].find('=');
    if (eq == std::string_view::npos) {
      auto seat = parse_word(rules, Word::seat, words[i]);
      if (!seat || i != 1) return fault("'" + std::string(words[i]) + "': after the name come a seat and operands written name=value");
      f.seat = seat_at(*seat);
      continue;
    }
    const Operand* operand = nullptr;
    for (const Operand& candidate : name.operands)
      if (candidate.word != Word::none && candidate.name == words[i].substr(0, eq)) operand = &candidate;
    if (operand == nullptr) return fault("'" + std::string(name.name) + "' has no operand '" + std::string(words[i].substr(0, eq)) + "'");
    auto value = parse_word(rules, operand->word, words[i].substr(eq + 1));
    if (!value) return value.fault();
    set_operand(f, operand->place, static_cast<u8>(*value));
  }
  return f;
}

std::string print_cards(const Throne& rules, const Cards& cards) {
  std::vector<std::string> words;
  for_each_bit(cards.present(), [&](u8 card) { words.insert(words.end(), cards[card], word_text(rules, Word::card, card)); });
  return words.empty() ? "none" : fold_runs(words);
}

std::string print_units(Units units) {
  std::vector<std::string> words;
  for (int p = 0; p < profession_count; ++p)
    words.insert(words.end(), static_cast<std::size_t>(units[static_cast<Profession>(p)]),
                 std::string(name_of(static_cast<Profession>(p))));
  return words.empty() ? "none" : fold_runs(words);
}

template <class E>
std::string print_set(EnumSet<E> set) {
  std::vector<std::string> words;
  set.for_each([&](E e) { words.emplace_back(name_of(e)); });
  return words.empty() ? "none" : text::join(words, " ");
}

std::string print_seats(SeatSet seats) {
  std::vector<std::string> words;
  seats.for_each([&](Seat s) { words.emplace_back(seat_name(s)); });
  return words.empty() ? "none" : text::join(words, " ");
}

// Each word of a value, with "none" for nothing at all.
template <class F>
Status each_word(const Throne& rules, Word word, std::string_view value, F&& f) {
  if (text::trim(value) == "none") return ok();
  auto words = expand_words(value);
  if (!words) return words.fault();
  if (words->empty()) return fault("a value is missing (write none for nothing)");
  for (const std::string& item : *words) {
    auto parsed = parse_word(rules, word, item);
    if (!parsed) return parsed.fault();
    if (auto status = f(*parsed); !status) return status;
  }
  return ok();
}

Status parse_cards(const Throne& rules, std::string_view value, Cards& out) {
  Cards cards;
  auto status = each_word(rules, Word::card, value, [&](int card) -> Status {
    const auto kind = static_cast<std::size_t>(card);
    if (cards[kind] >= rules.tables().deck[kind])
      return fault("more '" + rules.tables().card_names[kind] + "' than the " + std::to_string(rules.tables().deck[kind]) +
                   " of the edition");
    cards.add(kind);
    return ok();
  });
  if (status) out = cards;
  return status;
}

Result<int> parse_number(std::string_view value, int min, int max) {
  const auto n = text::number(text::trim(value));
  if (!n || *n < min || *n > max)
    return fault("'" + std::string(value) + "' is not a number from " + std::to_string(min) + " to " + std::to_string(max));
  return static_cast<int>(*n);
}

Result<Seat> parse_seat_of(const State& s, std::string_view value) {
  const auto seat = parse_seat(text::trim(value));
  if (!seat || index_of(*seat) >= s.pub.seats) return fault("'" + std::string(value) + "' is not a seat of this game");
  return *seat;
}

constexpr int coins_max = 200, turns_max = 2000;

std::string_view seat_keys[] = {"race", "coins", "units", "hand", "shown", "top", "races", "choice"};
std::string_view table_keys[] = {"turn",    "first", "turns", "phase",   "pending", "points", "activated", "skills",
                                 "harvest", "trade", "pile",  "discard", "aside",   "ending", "winner"};

}  // namespace

std::string Throne::print(Action action) const {
  if (action.kind >= std::size(verbs)) return "unknown-" + std::to_string(action.kind);
  const Verb& verb = verb_of(kind_of(action));
  std::string out(verb.name);
  if (verb.first != Word::none) out += " " + word_text(*this, verb.first, action.with[0]);
  if (verb.second != Word::none) out += " " + word_text(*this, verb.second, action.with[1]);
  return out;
}

Result<Action> Throne::parse(std::string_view text) const {
  const auto words = text::words(text);
  if (words.empty()) return fault("a move is missing");
  std::vector<std::string> known;
  for (const Verb& verb : verbs) known.emplace_back(verb.name);
  const auto at_verb = std::find(known.begin(), known.end(), words[0]);
  if (at_verb == known.end()) {
    const std::string near = text::nearest(words[0], known);
    return fault("unknown move '" + std::string(words[0]) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  const Verb& verb = verbs[at_verb - known.begin()];
  Action action = doing(verb.kind);
  const Word operands[] = {verb.first, verb.second};
  std::size_t used = 1;
  for (std::size_t i = 0; i < 2 && operands[i] != Word::none; ++i, ++used) {
    if (used >= words.size())
      return fault("'" + std::string(verb.name) + "' needs " + std::string(verb.second != Word::none ? "two operands" : "an operand"));
    auto value = parse_word(*this, operands[i], words[used]);
    if (!value) return value.fault();
    action.with[i] = static_cast<u8>(*value);
  }
  if (used < words.size()) return fault("'" + std::string(words[used]) + "' is too much after '" + std::string(verb.name) + "'");
  return action;
}

// rule: throne.info.open, throne.info.hands
std::vector<Field> Throne::fields(const State& s, Seat viewer) const {
  const Public& pub = s.pub;
  std::vector<Field> out;
  const auto add = [&](std::string key, std::string value, FieldKind kind = FieldKind::scalar, bool settable = true) {
    out.push_back({std::move(key), std::move(value), kind, settable, false});
  };
  const bool all = viewer == Seat::Chance;
  add("turn", std::string(seat_name(pub.turn)));
  add("first", std::string(seat_name(pub.first)));
  add("turns", std::to_string(pub.turns));
  add("phase", pub.stack.empty() ? "over" : print_frame(*this, pub.stack[0]), FieldKind::frame);
  for (std::size_t i = 1; i < pub.stack.size(); ++i)
    out.push_back({"pending", print_frame(*this, pub.stack[i]), FieldKind::frame, true, true});
  add("points", std::to_string(pub.points));
  add("activated", print_set(pub.activated), FieldKind::bag);
  add("skills", print_set(pub.skills), FieldKind::bag);
  add("harvest", pub.harvest ? "yes" : "no");
  for (int i = 0; i < pub.seats; ++i) {
    const Seat seat = seat_at(i);
    const std::string who = std::string(seat_name(seat)) + ".";
    const Private& own = s.of(seat);
    const bool open = all || viewer == seat;
    const Units strength = strength_of(pub, seat);
    add(who + "race", std::string(name_of(throne::race_of(pub, seat))));
    add(who + "coins", std::to_string(coins_of(pub, seat)));
    add(who + "units", print_units(pub.units[at(seat)]), FieldKind::bag);
    add(who + "hand", open ? print_cards(*this, own.hand) : "?", FieldKind::bag);
    add(who + "shown", print_cards(*this, pub.shown[at(seat)]), FieldKind::bag);
    if (pub.seen > 0 && pub.seer == seat) {
      std::vector<std::string> words;
      for (Card c : own.top) words.push_back(word_text(*this, Word::card, c));
      add(who + "top", open ? fold_runs(words) : "?", FieldKind::list);
    }
    if (pub.turns == 0) {
      std::vector<std::string> words;
      for (Race r : own.races)
        if (r != Race::none) words.emplace_back(name_of(r));
      add(who + "races", open ? (words.empty() ? "none" : text::join(words, " ")) : "?", FieldKind::list);
      add(who + "choice", open ? std::string(name_of(own.choice)) : "?");
    }
    add(who + "cards", std::to_string(pub.hand[at(seat)]), FieldKind::scalar, false);
    add(who + "sets", std::to_string(full_sets(*this, strength).size()), FieldKind::scalar, false);
    add(who + "professions", std::to_string(strength.kinds().size()), FieldKind::scalar, false);
    add(who + "upkeep", std::to_string(upkeep(pub, seat, pub.units[at(seat)])), FieldKind::scalar, false);
    add(who + "in", pub.alive.has(seat) ? "yes" : "no", FieldKind::scalar, false);
  }
  add("trade", print_cards(*this, pub.trade), FieldKind::bag);
  add("discard", print_cards(*this, pub.discard), FieldKind::bag);
  add("pile", all ? print_cards(*this, s.hid.pile) : "?", FieldKind::bag);
  add("aside", print_cards(*this, pub.aside), FieldKind::bag);
  add("pile.cards", std::to_string(pub.pile), FieldKind::scalar, false);
  add("discard.cards", std::to_string(pub.discard.total()), FieldKind::scalar, false);
  add("ending", std::string(ending_names[static_cast<int>(pub.ending)]));
  add("winner", print_seats(pub.winners), FieldKind::bag);
  return out;
}

// A table in the middle of nothing: everybody has the starting coins, no race, no cards; every card is in the pile.
Throne::State Throne::blank(int seats) const {
  CHECK(seats >= seats_min && seats <= seats_max);
  State s;
  s.pub.seats = static_cast<u8>(seats);
  s.pub.alive = SeatSet::first(seats);
  s.pub.turns = 1;
  const int purses = seats == 4 ? 2 : seats;
  for (int i = 0; i < purses; ++i) s.pub.coins[static_cast<std::size_t>(i)] = printed::coins_start;
  s.pub.stack.push(frame(Now::mode, Seat::Table));
  return s;
}

namespace {

Status set_of_seat(const Throne& rules, State& s, Seat seat, std::string_view key, std::string_view value) {
  Public& pub = s.pub;
  Private& own = s.of(seat);
  if (key == "race" || key == "choice") {
    auto race = parse_word(rules, Word::race, text::trim(value));
    if (!race) return race.fault();
    (key == "race" ? pub.race[at(seat)] : own.choice) = static_cast<Race>(*race);
    return ok();
  }
  if (key == "coins") {
    auto coins = parse_number(value, 0, coins_max);
    if (!coins) return coins.fault();
    pub.coins[purse_of(pub, seat)] = static_cast<i16>(*coins);
    return ok();
  }
  if (key == "units") {
    Units units;
    auto status = each_word(rules, Word::profession, value, [&](int p) -> Status {
      const auto profession = static_cast<Profession>(p);
      if (units[profession] == rules.tables().professions[profession].set)
        return fault("more units of " + std::string(name_of(profession)) + " than a full set of " + std::to_string(units[profession]));
      units.add(profession);
      return ok();
    });
    if (status) pub.units[at(seat)] = units;
    return status;
  }
  if (key == "hand") return parse_cards(rules, value, own.hand);
  if (key == "shown") return parse_cards(rules, value, pub.shown[at(seat)]);
  if (key == "top") {
    own.top.clear();
    return each_word(rules, Word::card, value, [&](int card) -> Status {
      if (own.top.full()) return fault("at most two cards are seen on top of the pile");
      own.top.push(static_cast<Card>(card));
      return ok();
    });
  }
  std::size_t n = 0;
  own.races = {};
  return each_word(rules, Word::race, value, [&](int race) -> Status {
    if (n == 2 || race == 0) return fault("a player is dealt two races at most");
    own.races[n++] = static_cast<Race>(race);
    return ok();
  });
}

Status set_of_table(const Throne& rules, State& s, std::string_view key, std::string_view value) {
  Public& pub = s.pub;
  if (key == "turn" || key == "first") {
    auto seat = parse_seat_of(s, value);
    if (!seat) return seat.fault();
    (key == "turn" ? pub.turn : pub.first) = *seat;
    return ok();
  }
  if (key == "turns") {
    auto turns = parse_number(value, 0, turns_max);
    if (!turns) return turns.fault();
    pub.turns = static_cast<u16>(*turns);
    return ok();
  }
  if (key == "points") {
    auto points = parse_number(value, 0, 20);
    if (!points) return points.fault();
    pub.points = static_cast<u8>(*points);
    named(s) |= named_points;
    return ok();
  }
  if (key == "phase") {
    named(s) |= named_phase;
    if (text::trim(value) == "over") {
      named(s) |= named_over;
      return ok();
    }
    auto f = parse_frame(rules, value);
    if (!f) return f.fault();
    pub.stack[0] = *f;
    return ok();
  }
  if (key == "pending") {
    auto f = parse_frame(rules, value);
    if (!f) return f.fault();
    if (pub.stack.full()) return fault("too much is pending");
    pub.stack.push(*f);
    return ok();
  }
  if (key == "activated") {
    pub.activated = {};
    return each_word(rules, Word::profession, value, [&](int p) { return pub.activated.add(static_cast<Profession>(p)), ok(); });
  }
  if (key == "skills") {
    pub.skills = {};
    return each_word(rules, Word::card, value, [&](int card) -> Status {
      if (!is_skill(static_cast<Card>(card)))
        return fault("'" + rules.tables().card_names[static_cast<std::size_t>(card)] + "' is not a skill");
      pub.skills.add(skill_of(static_cast<Card>(card)));
      return ok();
    });
  }
  if (key == "harvest") {
    const std::string_view word = text::trim(value);
    if (word != "yes" && word != "no") return fault("'" + std::string(value) + "' is neither yes nor no");
    pub.harvest = word == "yes";
    return ok();
  }
  if (key == "trade") return parse_cards(rules, value, pub.trade);
  if (key == "aside") return parse_cards(rules, value, pub.aside);
  if (key == "pile") {
    named(s) |= named_pile;
    return parse_cards(rules, value, s.hid.pile);
  }
  if (key == "discard") {
    named(s) |= named_discard;
    return parse_cards(rules, value, pub.discard);
  }
  if (key == "ending") {
    const auto word = std::find(std::begin(ending_names), std::end(ending_names), text::trim(value));
    if (word == std::end(ending_names)) return fault("unknown ending '" + std::string(value) + "'");
    pub.ending = static_cast<Ending>(word - std::begin(ending_names));
    return ok();
  }
  pub.winners = {};  // winner
  return each_word(rules, Word::seat, value, [&](int seat) { return pub.winners.add(seat_at(seat)), ok(); });
}

bool is_set_up(const Frame& f) { return now(f) == Now::deal_race || now(f) == Now::choose_race; }

Status complete_races(State& s) {
  s.hid.races = 0;
  s.pub.committed = {};
  if (s.pub.stack.empty() || !is_set_up(s.pub.stack[0])) {
    for (int i = 0; i < s.pub.seats; ++i)
      if (const Private& own = s.of(seat_at(i)); own.races != Private{}.races || own.choice != Race::none)
        return fault(std::string(seat_name(seat_at(i))) + ".races: race cards are held in the set-up only");
    return ok();
  }
  const Frame& f = s.pub.stack[0];
  s.hid.races = static_cast<u16>(((1u << race_count) - 1) << 1);
  for (int i = 0; i < s.pub.seats; ++i) {
    for (Race r : s.of(seat_at(i)).races)
      if (r != Race::none) s.hid.races = static_cast<u16>(s.hid.races & ~(1u << static_cast<int>(r)));
    const Private& own = s.of(seat_at(i));
    const auto held = static_cast<int>(std::count_if(own.races.begin(), own.races.end(), [](Race r) { return r != Race::none; }));
    const int due = now(f) == Now::choose_race || i < index_of(f.seat) ? 2 : i > index_of(f.seat) ? 0 : 2 - f.a;
    const std::string who(seat_name(seat_at(i)));
    if (held != due)
      return fault(who + ".races: " + std::to_string(due < 0 ? 0 : due) + " race cards are dealt at this point, not " +
                   std::to_string(held));
    if (own.choice == Race::none) continue;
    if (std::find(own.races.begin(), own.races.end(), own.choice) == own.races.end())
      return fault(who + ".choice: not one of the two races dealt");
    s.pub.committed.add(seat_at(i));
  }
  return ok();
}

// The cards that were not named go where they do not matter: the pile, or if that was named the discard, or aside.
Status complete_cards(const Throne& rules, State& s) {
  Public& pub = s.pub;
  std::array<int, cards_max> rest{};
  const auto count = [&](const Cards& cards) {
    for (std::size_t c = 0; c < cards_max; ++c) rest[c] -= cards[c];
  };
  for (std::size_t c = 0; c < cards_max; ++c) rest[c] = rules.tables().deck[c];
  for (const Cards& cards : {pub.trade, pub.discard, pub.aside, s.hid.pile}) count(cards);
  pub.seen = 0;
  pub.seer = Seat::A;
  for (std::size_t i = 0; i < pub.seats; ++i) {
    count(s.own[i].hand);
    for (int p = 0; p < profession_count; ++p) rest[static_cast<std::size_t>(p)] -= pub.units[i][static_cast<Profession>(p)];
    for (Card c : s.own[i].top) rest[c]--;
    if (!s.own[i].top.empty()) {
      if (pub.seen > 0) return fault("only one player can have seen the top of the pile");
      pub.seen = static_cast<u8>(s.own[i].top.size());
      pub.seer = seat_at(static_cast<int>(i));
    }
    pub.hand[i] = static_cast<u8>(s.own[i].hand.total());
  }
  for (const Frame& f : pub.stack)
    if (now(f) == Now::resolve) rest[f.a]--;
  Cards& where = !(named(s) & named_pile) ? s.hid.pile : !(named(s) & named_discard) ? pub.discard : pub.aside;
  for (std::size_t c = 0; c < cards_max; ++c) {
    if (rest[c] < 0)
      return fault("card '" + rules.tables().card_names[c] + "' is named " + std::to_string(rules.tables().deck[c] - rest[c]) +
                   " times; the edition has " + std::to_string(rules.tables().deck[c]));
    where.add(c, static_cast<unsigned>(rest[c]));
  }
  pub.pile = static_cast<u8>(s.hid.pile.total() + pub.seen);
  return ok();
}

}  // namespace

// A phase lies at the bottom of what is pending; these lie on a phase.
static bool lies_on_phase(Now kind) { return kind == Now::homage || kind == Now::spy || kind == Now::treasure || kind >= Now::draw; }

// What can wait below something else that is pending.
static bool waits_below(Now kind, Now above) {
  switch (kind) {
    case Now::treasure:
    case Now::resolve:
    case Now::second_unit:
    case Now::wisdom:
    case Now::act:
    case Now::demand:
    case Now::assemble: return true;
    case Now::activate: return above == Now::seduce;
    default: return false;
  }
}

// Fills in what the text left out of the stack, and refuses stacks that no game can have.
static Status complete_stack(State& s) {
  Public& pub = s.pub;
  if (pub.stack.empty()) return ok();
  if (lies_on_phase(now(pub.stack[0]))) {  // written as a phase: put the phase it belongs to under it
    if (pub.stack.full()) return fault("too much is pending");
    const FrameStack<depth_max> above = pub.stack;
    const bool before_mode = now(above[0]) == Now::homage || now(above[0]) == Now::spy;
    pub.stack.clear();
    pub.stack.push(frame(before_mode ? Now::mode : Now::play, Seat::Table));
    for (const Frame& f : above) pub.stack.push(f);
  }
  for (std::size_t i = 1; i < pub.stack.size(); ++i)
    if (!lies_on_phase(now(pub.stack[i])) && now(pub.stack[i]) != Now::fill_trade)
      return fault("pending: '" + std::string(frame_name(now(pub.stack[i])).name) + "' is a phase; write it as 'phase'");
  for (Frame& f : pub.stack) {
    if (f.seat == Seat::Table) f.seat = pub.turn;
    if (index_of(f.seat) >= pub.seats) return fault("pending: there is no seat " + std::string(seat_name(f.seat)) + " in this game");
    for (const Operand& operand : frame_name(now(f)).operands) {
      if (operand.word != Word::seat) continue;
      if (operand_of(f, operand.place) == turn_player) set_operand(f, operand.place, static_cast<u8>(pub.turn));
      if (operand_of(f, operand.place) >= pub.seats) return fault("pending: there is no such seat in this game");
    }
  }
  for (std::size_t i = 0; i + 1 < pub.stack.size(); ++i)
    if (i > 0 && !waits_below(now(pub.stack[i]), now(pub.stack[i + 1])))
      return fault("pending: '" + std::string(frame_name(now(pub.stack[i])).name) +
                   "' is decided before anything else; it must be the last line");
  for (const Frame& f : pub.stack)
    if (now(f) > Now::fill_trade && now(f) != Now::answer && now(f) != Now::defend && f.seat != pub.turn)
      return fault("pending: '" + std::string(frame_name(now(f)).name) + "' is for the player whose turn it is");
  const Frame& last = pub.stack.back();
  if (now(last) == Now::end_turn) return fault("phase: 'end-turn' is no decision");
  if (now(last) == Now::resolve) return fault("pending: 'resolve' lies below the decision its card asks for");
  for (const Operand& operand : frame_name(now(last)).operands)
    if (operand.name == "left" && operand_of(last, operand.place) == 0) return fault("pending: the topmost decision needs left=1 or more");
  if (now(last) == Now::act && !may_attack(pub, last.seat, static_cast<Profession>(last.a)))
    return fault("pending act: " + std::string(name_of(static_cast<Profession>(last.a))) +
                 "s act without a decision; only attacks are pending");
  return ok();
}

Status Throne::set(State& s, std::string_view key, std::string_view value) const {
  const std::size_t dot = key.find('.');
  if (dot == 1) {
    auto seat = parse_seat_of(s, key.substr(0, 1));
    if (!seat) return seat.fault();
    const std::string_view rest = key.substr(2);
    if (std::find(std::begin(seat_keys), std::end(seat_keys), rest) != std::end(seat_keys))
      return set_of_seat(*this, s, *seat, rest, value);
  } else if (std::find(std::begin(table_keys), std::end(table_keys), key) != std::end(table_keys)) {
    return set_of_table(*this, s, key, value);
  }
  std::vector<std::string> known(std::begin(table_keys), std::end(table_keys));
  for (std::string_view k : seat_keys) known.push_back((dot == 1 ? std::string(key.substr(0, 2)) : "A.") + std::string(k));
  for (const Field& f : fields(s, Seat::Chance))
    if (!f.settable && f.key == key) return fault("'" + std::string(key) + "' is computed and cannot be set");
  const std::string near = text::nearest(key, known);
  return fault("unknown field '" + std::string(key) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

Status Throne::complete(State& s) const {
  Public& pub = s.pub;
  const u8 given = named(s);
  if (given & named_over)
    pub.stack.clear();
  else if (!(given & named_phase) && pub.stack.size() > 1)
    pub.stack[0] = frame(Now::play, Seat::Table);  // what is pending is pending in phase 2
  if (auto status = complete_stack(s); !status) return status;
  for (const Frame& f : pub.stack)
    if (now(f) == Now::activate && (!is_general(f.a) || (can_act(pub, f.seat) - tables_.crossed[f.a]).empty()))
      return fault("pending activate: no profession can act by that card");
  // One player at most knows the top of the pile.
  SeatSet seers;
  for (int i = 0; i < pub.seats; ++i) {
    if (is(pub, seat_at(i), Race::ninjas)) seers.add(seat_at(i));
    if (!s.of(seat_at(i)).top.empty() && !seers.has(seat_at(i)))
      return fault(std::string(seat_name(seat_at(i))) + ".top: only Ninjas look at the pile");
  }
  if (seers.size() > 1) return fault("race: there is one card of the Ninjas");
  for (const Frame& f : pub.stack) {
    if (now(f) == Now::fill_trade && pub.trade.total() + f.a > trade_size)
      return fault("fill-trade: more than five cards in the trade area");
    if ((now(f) == Now::spy || now(f) == Now::look) && !seers.has(f.seat)) return fault("pending: only Ninjas look at the pile");
  }
  if (!(given & named_points)) pub.points = !pub.stack.empty() && now(pub.stack[0]) == Now::play ? printed::march_points : 0;
  pub.alive = {};
  for (int i = 0; i < pub.seats; ++i)
    if (coins_of(pub, seat_at(i)) > 0) pub.alive.add(seat_at(i));
  if ((given & named_over) != 0 && pub.ending == Ending::none) return fault("phase: the game is over; name its ending too");
  if (!pub.stack.empty() && now(pub.stack[0]) <= Now::fill_trade) {
    if (pub.turns > 1) return fault("turns: no turn has begun in the set-up");
    if (pub.stack.size() > 1) return fault("pending: nothing else is under way in the set-up");
    pub.turns = 0;
  } else if (pub.turns == 0) {
    return fault("turns: 0 only in the set-up");
  }
  if (auto status = complete_races(s); !status) return status;
  if (auto status = complete_cards(*this, s); !status) return status;
  constexpr int dealt_max = 3 + 4 + 4 + 5 + trade_size;
  if (pub.turns == 0 && now(pub.stack[0]) < Now::fill_trade && pub.pile < dealt_max)
    return fault("pile: too few cards to deal the first hands");
  named(s) = 0;
  if (auto status = check(s); !status) return status;
  if (pub.ending != Ending::none) return ok();
  // A won game is not a position to play on from.
  if ((pub.alive - team_of(pub, pub.alive.lowest())).empty()) return fault("only one team has coins: the game is already won (last)");
  for (int i = 0; i < pub.seats; ++i)
    if (const Ending goal = goal_reached(*this, pub, seat_at(i)); goal != Ending::none)
      return fault(std::string(seat_name(seat_at(i))) + " has already won (" + std::string(ending_names[static_cast<int>(goal)]) + ")");
  return ok();
}

}  // namespace trestle::throne
