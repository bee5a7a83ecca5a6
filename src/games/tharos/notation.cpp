// Moves and positions as text; docs/notation.d/tharos.md teaches the form. Words are in names.hpp.
#include <algorithm>

#include "base/text.hpp"
#include "games/tharos/engine.hpp"
#include "games/tharos/names.hpp"

namespace trestle::tharos {

Status check_stack(const Book& book, const State& s);  // stack.cpp

namespace {

// While a position is being written: what has been named. Kept in bytes that are 0 in every finished state.
enum NamedOfTable : u8 {
  named_deck = 1,
  named_discard = 2,
  named_attacks = 4,
  named_effect = 8,
  named_actor = 16,
  named_pending = 32,
  named_attack = 64,
  named_set_up = 128
};
enum NamedOfSeat : u8 { named_bag = 1, named_depot = 2, named_store = 4 };
u8& named(State& s) { return s.pub.filler[0]; }
u8& attack_named(State& s) { return s.pub.players[0].filler[1]; }
u8& wares_named(State& s) { return s.pub.players[0].filler[2]; }  // a bit each for ore and crystal

using Names = std::vector<std::string>;

template <std::size_t N>
Names as_names(const std::string_view (&list)[N]) {
  return Names(std::begin(list), std::end(list));
}

template <class E>
Names enum_names(int count) {
  Names out;
  for (int i = 0; i < count; ++i) out.emplace_back(name_of(static_cast<E>(i)));
  return out;
}

// The known words of a kind of operand that is a plain choice; empty for the others.
Names words_of(Word word) {
  switch (word) {
    case Word::colour: return enum_names<Colour>(colour_count);
    case Word::effect: return enum_names<Transformation>(transformation_count);
    case Word::deed: return as_names(deed_names);
    case Word::building: return enum_names<Building>(building_count);
    case Word::player_card: return enum_names<PlayerCard>(player_card_count);
    case Word::ware: return as_names(ware_names);
    case Word::medal: return enum_names<Medal>(medal_count);
    case Word::choice: return as_names(choice_names);
    case Word::shape: return enum_names<Shape>(shape_count);
    case Word::only: return as_names(only_names);
    case Word::cell_for: return as_names(cell_for_names);
    case Word::cells_for: return as_names(cells_for_names);
    case Word::area_for: return as_names(area_for_names);
    case Word::card_for: return as_names(card_for_names);
    case Word::marker_to: return as_names(marker_to_names);
    case Word::medal_for: return as_names(medal_for_names);
    case Word::trade: return as_names(trade_names);
    case Word::change_by: return as_names(change_by_names);
    default: return {};
  }
}

std::string cell_text(int c) {
  return std::string(1, static_cast<char>('a' + c % side)) + std::string(1, static_cast<char>('1' + c / side));
}
std::string die_text(int kind) {
  return kind < die_kinds
             ? std::string(name_of(colour_of(static_cast<DieKind>(kind)))) + std::to_string(value_of(static_cast<DieKind>(kind)))
             : "die-" + std::to_string(kind);
}

template <class Part>
std::string join_bits(u32 bits, std::string_view between, Part&& part) {
  std::string out;
  for (; bits != 0; bits &= bits - 1) {
    if (!out.empty()) out += between;
    out += part(std::countr_zero(bits));
  }
  return out.empty() ? "none" : out;
}

std::string word_text(Word word, int value) {
  const auto nth = [&](const Names& names) {
    return value >= 0 && value < static_cast<int>(names.size()) ? names[static_cast<std::size_t>(value)] : "?" + std::to_string(value);
  };
  switch (word) {
    case Word::none: return "";
    case Word::number:
    case Word::card: return std::to_string(value);
    case Word::place: return std::to_string(value + 1);
    case Word::seat: return std::string(seat_name(static_cast<Seat>(value)));
    case Word::cell: return value < cell_count ? cell_text(value) : "?" + std::to_string(value);
    case Word::die: return die_text(value);
    case Word::die_or_none: return value == 0 ? "none" : die_text(value - 1);
    case Word::cell_or_none: return value == 0 ? "none" : word_text(Word::cell, value - 1);
    case Word::cells: return join_bits(static_cast<u16>(value), "+", cell_text);
    case Word::player_cards:
      return join_bits(static_cast<u16>(value) & 0x3ffu, "+", [](int i) { return std::string(name_of(static_cast<PlayerCard>(i))); });
    case Word::spaces:
      return join_bits(static_cast<u8>(value) & 0x3fu, "+", [](int i) { return std::string(name_of(static_cast<Space>(i))); });
    default: return nth(words_of(word));
  }
}

Result<int> parse_known(std::string_view text, const Names& known, std::string_view what) {
  const auto at = std::find(known.begin(), known.end(), text);
  if (at != known.end()) return static_cast<int>(at - known.begin());
  const std::string near = text::nearest(text, known);
  return fault("unknown " + std::string(what) + " '" + std::string(text) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

std::string_view what_is(Word word) {
  switch (word) {
    case Word::colour: return "colour";
    case Word::effect: return "transformation effect";
    case Word::deed: return "action";
    case Word::building: return "building";
    case Word::player_card: return "player card";
    case Word::medal: return "medal";
    case Word::shape: return "shape";
    default: return "word";
  }
}

Result<int> parse_number(std::string_view value, int min, int max) {
  const auto n = text::number(text::trim(value));
  if (!n || *n < min || *n > max)
    return fault("'" + std::string(value) + "' is not a number from " + std::to_string(min) + " to " + std::to_string(max));
  return static_cast<int>(*n);
}

Result<int> parse_cell(std::string_view text) {
  if (text.size() == 2 && text[0] >= 'a' && text[0] <= 'd' && text[1] >= '1' && text[1] <= '4')
    return (text[1] - '1') * side + text[0] - 'a';
  return fault("'" + std::string(text) + "' is not a region (a1 to d4)");
}

Result<int> parse_die(std::string_view text) {
  for (int c = 0; c < colour_count; ++c) {
    const std::string_view name = name_of(static_cast<Colour>(c));
    if (text.size() == name.size() + 1 && text.starts_with(name) && text.back() >= '1' && text.back() <= '0' + value_max)
      return static_cast<int>(die_kind(static_cast<Colour>(c), text.back() - '0'));
  }
  return fault("'" + std::string(text) + "' is not a die (a colour and a value from 1 to 8, like red5)");
}

// Words joined by +, as bits.
template <class Parse>
Result<int> parse_bits(std::string_view text, Parse&& parse) {
  int bits = 0;
  if (text == "none") return bits;
  for (std::string_view part : text::split(text, '+')) {
    auto one = parse(part);
    if (!one) return one.fault();
    bits |= 1 << *one;
  }
  return bits;
}

Result<int> parse_word(Word word, std::string_view text) {
  switch (word) {
    case Word::number: return parse_number(text, 0, 32767);
    case Word::card: return parse_number(text, 1, action_card_count);
    case Word::place: {
      auto n = parse_number(text, 1, 8);
      if (!n) return n;
      return *n - 1;
    }
    case Word::seat: {
      const auto seat = parse_seat(text);
      if (!seat || index_of(*seat) >= seats_max) return fault("'" + std::string(text) + "' is not a seat (A, B, C or D)");
      return index_of(*seat);
    }
    case Word::cell: return parse_cell(text);
    case Word::die: return parse_die(text);
    case Word::die_or_none:
    case Word::cell_or_none: {
      if (text == "none") return 0;
      auto one = word == Word::die_or_none ? parse_die(text) : parse_cell(text);
      if (!one) return one;
      return *one + 1;
    }
    case Word::cells: return parse_bits(text, parse_cell);
    case Word::player_cards: return parse_bits(text, [](std::string_view part) { return parse_word(Word::player_card, part); });
    case Word::spaces:
      return parse_bits(text, [](std::string_view part) { return parse_known(part, enum_names<Space>(space_count), "action space"); });
    default: return parse_known(text, words_of(word), what_is(word));
  }
}

// ---- frames

int operand_of(const Frame& f, char place) {
  switch (place) {
    case 'a': return f.a;
    case 'b': return f.b;
    case 'c': return f.c;
    case 'd': return f.d;
    default: return f.amount;
  }
}

void set_operand(Frame& f, char place, int value) {
  switch (place) {
    case 'a': f.a = static_cast<u8>(value); return;
    case 'b': f.b = static_cast<u8>(value); return;
    case 'c': f.c = static_cast<u8>(value); return;
    case 'd': f.d = static_cast<u8>(value); return;
    default: f.amount = static_cast<i16>(value); return;
  }
}

std::string print_frame(const Frame& f) {
  const FrameName& name = frame_name(now_of(f));
  std::string out = std::string(name.name) + " " + std::string(seat_name(f.seat));
  for (const Operand& operand : name.operands)
    if (operand.word != Word::none) out += " " + std::string(operand.name) + "=" + word_text(operand.word, operand_of(f, operand.place));
  return out;
}

Result<Frame> parse_frame(std::string_view text) {
  const auto words = text::words(text);
  if (words.empty()) return fault("a pending decision needs a name");
  Names known;
  for (const FrameName& name : frame_names) known.emplace_back(name.name);
  auto kind = parse_known(words[0], known, "decision");
  if (!kind) return kind.fault();
  const FrameName& name = frame_names[static_cast<std::size_t>(*kind)];
  Frame f;
  f.kind = static_cast<u8>(*kind);
  f.seat = Seat::Table;  // stands for the player who acts
  for (const Operand& operand : name.operands)
    if (operand.word != Word::none) set_operand(f, operand.place, operand.fallback);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t eq = words[i].find('=');
    if (eq == std::string_view::npos) {
      auto seat = parse_word(Word::seat, words[i]);
      if (!seat || i != 1) return fault("'" + std::string(words[i]) + "': after the name come a seat and operands written name=value");
      f.seat = seat_at(*seat);
      continue;
    }
    const Operand* operand = nullptr;
    for (const Operand& candidate : name.operands)
      if (candidate.word != Word::none && candidate.name == words[i].substr(0, eq)) operand = &candidate;
    if (operand == nullptr) return fault("'" + std::string(name.name) + "' has no operand '" + std::string(words[i].substr(0, eq)) + "'");
    auto value = parse_word(operand->word, words[i].substr(eq + 1));
    if (!value) return value.fault();
    if (operand->place != 'm' && *value > 255) return fault("'" + std::string(words[i]) + "': too large");
    set_operand(f, operand->place, *value);
  }
  return f;
}

// ---- values of fields

std::string print_dice(Dice dice) {
  Names words;
  for (int c = 0; c < colour_count; ++c)
    words.insert(words.end(), static_cast<std::size_t>(dice[static_cast<Colour>(c)]), std::string(name_of(static_cast<Colour>(c))));
  return words.empty() ? "none" : fold_runs(words);
}

std::string print_rolled(const Rolled& rolled) {
  Names words;
  for (int k = 0; k < die_kinds; ++k) words.insert(words.end(), static_cast<std::size_t>(rolled[static_cast<DieKind>(k)]), die_text(k));
  return words.empty() ? "none" : fold_runs(words);
}

std::string print_cells(Cells cells) { return join_bits(cells, " ", cell_text); }

template <class E, class W>
std::string print_set(EnumSet<E, W> set) {
  return join_bits(set.bits(), " ", [](int i) { return std::string(name_of(static_cast<E>(i))); });
}

std::string print_cards(ActionCards cards) {
  std::string out;
  for_each_card(cards, [&](ActionCard n) { out += (out.empty() ? "" : " ") + std::to_string(n); });
  return out.empty() ? "none" : out;
}

std::string print_store(const Tables& t, const Player& player, int column) {
  Names words;
  for (int row = 0; row < store_rows; ++row)
    if (player.store >> (column * store_rows + row) & 1)
      words.emplace_back(name_of(t.store[static_cast<std::size_t>(column * store_rows + row)]));
  return words.empty() ? "none" : text::join(words, " ");
}

std::string yes_no(int value) { return value != 0 ? "yes" : "no"; }

Result<int> parse_yes(std::string_view value) {
  const std::string_view word = text::trim(value);
  if (word != "yes" && word != "no") return fault("'" + std::string(value) + "' is neither yes nor no");
  return word == "yes" ? 1 : 0;
}

template <class F>
Status each_word(Word word, std::string_view value, F&& f) {
  if (text::trim(value) == "none") return ok();
  auto words = expand_words(value);
  if (!words) return words.fault();
  if (words->empty()) return fault("a value is missing (write none for nothing)");
  for (const std::string& item : *words) {
    auto parsed = parse_word(word, item);
    if (!parsed) return parsed.fault();
    if (auto status = f(*parsed); !status) return status;
  }
  return ok();
}

constexpr int dice_max = 18;

Status parse_dice(std::string_view value, Dice& out) {
  Dice dice;
  auto status = each_word(Word::colour, value, [&](int c) -> Status {
    if (dice.total() == dice_max) return fault("more than 18 dice");
    return dice.add(static_cast<Colour>(c)), ok();
  });
  if (status) out = dice;
  return status;
}

Status parse_rolled(std::string_view value, Rolled& out) {
  Rolled dice;
  auto status = each_word(Word::die, value, [&](int k) -> Status {
    if (dice.total() == dice_max) return fault("more than 18 dice");
    return dice.add(static_cast<DieKind>(k)), ok();
  });
  if (status) out = dice;
  return status;
}

Status parse_cells(std::string_view value, Cells& out) {
  Cells cells = 0;
  auto status = each_word(Word::cell, value, [&](int c) -> Status {
    if (cells & cell_bit(c)) return fault(cell_text(c) + " is named twice");
    return cells = static_cast<Cells>(cells | cell_bit(c)), ok();
  });
  if (status) out = cells;
  return status;
}

template <class Set>
Status parse_set(Word word, std::string_view value, Set& out) {
  Set set;
  auto status = each_word(word, value, [&](int i) -> Status {
    set = set | Set::from_bits(static_cast<decltype(set.bits())>(1u << i));
    return ok();
  });
  if (status) out = set;
  return status;
}

Status parse_cards(std::string_view value, ActionCards& out) {
  ActionCards cards = 0;
  auto status = each_word(Word::card, value, [&](int n) -> Status {
    if (cards & card_bit(static_cast<ActionCard>(n))) return fault("card " + std::to_string(n) + " is named twice");
    return cards |= card_bit(static_cast<ActionCard>(n)), ok();
  });
  if (status) out = cards;
  return status;
}

Status parse_store(const Tables& t, std::string_view value, Player& player, int column) {
  u32 left = 0;
  int row = 0;
  auto status = each_word(Word::colour, value, [&](int c) -> Status {
    while (row < store_rows && static_cast<int>(t.store[static_cast<std::size_t>(column * store_rows + row)]) != c) ++row;
    if (row == store_rows) return fault("column " + std::to_string(column + 1) + " of the store does not hold these dice in this order");
    left |= 1u << row++;
    return ok();
  });
  if (!status) return status;
  player.store = static_cast<u8>((player.store & ~(7u << (column * store_rows))) | left << (column * store_rows));
  player.filler[0] |= named_store;
  return ok();
}

template <class T>
Status set_number(std::string_view value, int min, int max, T& out) {
  auto n = parse_number(value, min, max);
  if (!n) return n.fault();
  out = static_cast<T>(*n);
  return ok();
}

Status set_yes(std::string_view value, u8& out) {
  auto n = parse_yes(value);
  if (!n) return n.fault();
  out = static_cast<u8>(*n);
  return ok();
}

Result<Seat> parse_seat_of(const State& s, std::string_view value) {
  const auto seat = parse_seat(text::trim(value));
  if (!seat || index_of(*seat) >= s.pub.seats) return fault("'" + std::string(value) + "' is not a seat of this game");
  return *seat;
}

constexpr std::string_view seat_keys[] = {
    "jars",     "dice",   "bag",         "depot",       "used",   "kept",    "drawn",   "store1",      "store2", "guild",    "mines",
    "cards",    "spent",  "organizer",   "manipulator", "ore",    "crystal", "combat",  "exploration", "trade",  "civil",    "points",
    "strength", "warded", "transformed", "poked",       "passed", "blocked", "visited", "lost",        "hand",   "choosing", "shown"};
constexpr std::string_view table_keys[] = {"round",   "turn",   "start",  "phase",   "actor",  "served",  "column", "pending",  "regions",
                                           "markers", "effect", "ore",    "crystal", "built",  "attacks", "attack", "ends",     "discard",
                                           "aside",   "deck",   "played", "beside",  "plenty", "twice",   "fresh",  "fresh.is", "dye"};
constexpr int jars_limit = 10000, count_limit = 200;

}  // namespace

std::string_view name_of(Deed d) { return static_cast<std::size_t>(d) < deed_count ? deed_names[static_cast<std::size_t>(d)] : "?"; }
std::string_view name_of(Do d) { return static_cast<int>(d) < do_count ? verb_of(d).name : "?"; }
std::string_view name_of(Choice c) { return static_cast<int>(c) < choice_count ? choice_names[static_cast<int>(c)] : "?"; }

std::string Tharos::print(Action action) const {
  if (action.kind >= do_count) return "unknown-" + std::to_string(action.kind);
  const Verb& verb = verb_of(kind_of(action));
  std::string out(verb.name);
  const auto& with = action.with;
  const auto die = [](u8 colour, u8 value) {
    return colour < colour_count && value >= 1 && value <= value_max ? die_text(die_kind(static_cast<Colour>(colour), value))
                                                                     : "die-" + std::to_string(colour) + "-" + std::to_string(value);
  };
  if (verb.first == Word::die) {
    out += " " + die(with[0], with[1]);
    if (kind_of(action) != Do::die) return out;
    if (with[2] != with[0] || with[3] != with[1]) out += " as " + die(with[2], with[3]);
    if (with[4] != 0) out += " fresh";
    return out;
  }
  if (verb.first != Word::none) out += " " + word_text(verb.first, with[0]);
  if (verb.second != Word::none) out += " " + word_text(verb.second, with[1]);
  return out;
}

Result<Action> Tharos::parse(std::string_view text) const {
  const auto words = text::words(text);
  if (words.empty()) return fault("a move is missing");
  Names known;
  for (const Verb& verb : verbs) known.emplace_back(verb.name);
  auto kind = parse_known(words[0], known, "move");
  if (!kind) return kind.fault();
  const Verb& verb = verbs[static_cast<std::size_t>(*kind)];
  Action action{static_cast<u8>(*kind), {}};
  std::size_t used = 1;
  const Word operands[] = {verb.first, verb.second};
  for (std::size_t i = 0; i < 2 && operands[i] != Word::none; ++i, ++used) {
    if (used >= words.size())
      return fault("'" + std::string(verb.name) + "' needs " + std::string(verb.second != Word::none ? "two operands" : "an operand"));
    auto value = parse_word(operands[i], words[used]);
    if (!value) return value.fault();
    if (*value > 255) return fault("'" + std::string(words[used]) + "' is too large");
    if (operands[i] == Word::die) {
      action.with[0] = static_cast<u8>(colour_of(static_cast<DieKind>(*value)));
      action.with[1] = static_cast<u8>(value_of(static_cast<DieKind>(*value)));
    } else {
      action.with[i] = static_cast<u8>(*value);
    }
  }
  if (verb.kind == Do::die) {
    action.with[2] = action.with[0];
    action.with[3] = action.with[1];
    if (used + 1 < words.size() && words[used] == "as") {
      auto as = parse_die(words[used + 1]);
      if (!as) return as.fault();
      action.with[2] = static_cast<u8>(colour_of(static_cast<DieKind>(*as)));
      action.with[3] = static_cast<u8>(value_of(static_cast<DieKind>(*as)));
      used += 2;
    }
    if (used < words.size() && words[used] == "fresh") {
      action.with[4] = 1;
      ++used;
    }
  }
  if (used < words.size()) return fault("'" + std::string(words[used]) + "' is too much after '" + std::string(verb.name) + "'");
  return action;
}

// rule: tharos.info.open, tharos.info.hands
std::vector<Field> Tharos::fields(const State& s, Seat viewer) const {
  const Public& p = s.pub;
  std::vector<Field> out;
  const auto add = [&](std::string key, std::string value, FieldKind kind = FieldKind::scalar, bool settable = true) {
    out.push_back({std::move(key), std::move(value), kind, settable, false});
  };
  const auto number = [](int n) { return std::to_string(n); };
  const bool all = viewer == Seat::Chance;
  add("round", number(p.round));
  add("turn", number(p.turn));
  add("start", std::string(seat_name(p.start)));
  add("phase", std::string(phase_names[static_cast<int>(p.phase)]));
  add("actor", std::string(seat_name(p.actor)));
  add("served", number(p.at));
  add("column", number(p.column));
  for (std::size_t i = 1; i < p.stack.size(); ++i) out.push_back({"pending", print_frame(p.stack[i]), FieldKind::frame, true, true});
  const int regions = [&] {
    for (const Frame& f : p.stack)
      if (now_of(f) == Now::deal_regions) return static_cast<int>(f.a);
    return cell_count;
  }();
  const int markers = [&] {
    for (const Frame& f : p.stack)
      if (now_of(f) == Now::deal_markers) return static_cast<int>(f.a);
    return cell_count;
  }();
  Names colours, effects;
  for (int c = 0; c < regions; ++c) colours.emplace_back(name_of(colour_at(p, c)));
  for (int c = 0; c < markers; ++c) effects.emplace_back(name_of(p.marker[static_cast<std::size_t>(c)]));
  add("regions", colours.empty() ? "none" : text::join(colours, " "), FieldKind::list);
  add("markers", effects.empty() ? "none" : text::join(effects, " "), FieldKind::list);
  add("ore", print_cells(p.ore), FieldKind::bag);
  add("crystal", print_cells(p.crystal), FieldKind::bag);
  Names built;
  for (int b = 0; b < building_count; ++b) {
    const u8 owner = p.owner[static_cast<std::size_t>(b)];
    if (owner == unbuilt) continue;
    built.push_back(std::string(name_of(static_cast<Building>(b))) +
                    (owner == unowned ? "" : ":" + std::string(seat_name(seat_at(owner - owned_by)))));
  }
  add("built", built.empty() ? "none" : text::join(built, " "), FieldKind::bag);
  Names attacks;
  for (int i = 0; i < p.attack_count; ++i) attacks.push_back(number(p.attacks[static_cast<std::size_t>(i)]));
  add("attacks", attacks.empty() ? "none" : text::join(attacks, " "), FieldKind::list);
  add("ends", join_bits(p.ends, " ", [](int i) { return std::to_string(i + 1); }), FieldKind::bag);
  add("discard", print_cards(p.discard), FieldKind::bag);
  add("aside", print_cards(p.aside), FieldKind::bag);
  add("deck", all ? print_cards(s.hid.deck) : "?", FieldKind::bag);
  add("played", p.go.card == 0 ? "none" : number(p.go.card));
  add("beside", yes_no(p.go.aside));
  add("plenty", number(p.go.plenty));
  add("twice", yes_no(p.go.twice));
  add("fresh", word_text(Word::die_or_none, p.go.fresh));
  add("fresh.is", std::string(fresh_names[p.go.fresh_is & 3]));
  add("dye", yes_no(p.go.dye));
  for (int i = 0; i < p.seats; ++i) {
    const Seat seat = seat_at(i);
    const Player& w = p.players[static_cast<std::size_t>(i)];
    const Private& own = s.of(seat);
    const std::string who = std::string(seat_name(seat)) + ".";
    const bool open = all || viewer == seat;
    const View v(*book_, p, own, seat);
    add(who + "jars", number(w.jars));
    add(who + "dice", print_rolled(w.active), FieldKind::bag);
    add(who + "bag", print_dice(w.bag), FieldKind::bag);
    add(who + "depot", print_dice(w.depot), FieldKind::bag);
    add(who + "used", print_dice(w.used), FieldKind::bag);
    add(who + "kept", print_dice(w.kept), FieldKind::bag);
    add(who + "drawn", print_dice(w.drawn), FieldKind::bag);
    add(who + "store1", print_store(tables(), w, 0), FieldKind::list);
    add(who + "store2", print_store(tables(), w, 1), FieldKind::list);
    add(who + "guild", print_cells(w.guild), FieldKind::bag);
    add(who + "mines", print_cells(w.mines), FieldKind::bag);
    add(who + "cards", print_set(w.cards), FieldKind::bag);
    add(who + "spent", print_set(w.spent), FieldKind::bag);
    add(who + "organizer", number(w.organizer));
    add(who + "manipulator", number(w.manipulator));
    add(who + "ore", print_set(w.ore), FieldKind::bag);
    add(who + "crystal", print_set(w.crystal), FieldKind::bag);
    for (int m = 0; m < medal_count; ++m) add(who + std::string(name_of(static_cast<Medal>(m))), number(w.medals[static_cast<Medal>(m)]));
    add(who + "points", number(w.points));
    add(who + "strength", number(w.strength));
    add(who + "warded", yes_no(w.warded));
    add(who + "transformed", yes_no(w.transformed));
    add(who + "poked", yes_no(w.poked));
    add(who + "passed", yes_no(w.passed));
    add(who + "blocked", print_set(w.blocked), FieldKind::bag);
    add(who + "visited", print_set(w.visited), FieldKind::bag);
    add(who + "lost", join_bits(w.lost, " ", [](int c) { return std::to_string(c + 1); }), FieldKind::bag);
    add(who + "hand", open ? print_cards(own.hand) : "?", FieldKind::bag);
    add(who + "choosing", open ? print_cards(own.drawn) : "?", FieldKind::bag);
    add(who + "shown", print_cards(w.shown), FieldKind::bag);
    add(who + "hand.cards", number(w.hand), FieldKind::scalar, false);
    add(who + "guild.supply", number(v.guild_supply()), FieldKind::scalar, false);
    add(who + "mine.supply", number(v.mine_supply()), FieldKind::scalar, false);
    add(who + "score", number(score_of(tables(), w, p, seat)), FieldKind::scalar, false);
  }
  const bool attacked = p.attack_count == p.turn && p.attack_count > 0;
  add("attack", attacked ? number(p.attacks[static_cast<std::size_t>(p.turn - 1)]) : "none");
  add("attack.strength", attacked ? number(p.attacks[static_cast<std::size_t>(p.turn - 1)] + p.round) : "none", FieldKind::scalar, false);
  add("attack.region", cell_text(attacked_cell(p)), FieldKind::scalar, false);
  add("effect", std::string(name_of(transformation(p))));
  add("deck.cards", number(p.deck), FieldKind::scalar, false);
  const View table(*book_, p, s.own[0], Seat::A);
  const auto supply = [&](Ware ware) {
    Names words;
    for (int c = 0; c < colour_count && regions == cell_count; ++c)
      words.insert(words.end(), static_cast<std::size_t>(std::max(0, table.supply(ware, static_cast<Colour>(c)))),
                   std::string(name_of(static_cast<Colour>(c))));
    return words.empty() ? std::string("none") : fold_runs(words);
  };
  add("supply.ore", supply(Ware::ore), FieldKind::bag, false);
  add("supply.crystal", supply(Ware::crystal), FieldKind::bag, false);
  return out;
}

namespace {

// The grid a position has when it names none: diagonals of one colour, where the edition has the printed counts.
void default_regions(const Tables& t, Public& p) {
  constexpr std::array<Colour, cell_count> printed{
      Colour::white, Colour::red,  Colour::yellow, Colour::green, Colour::blue,   Colour::white, Colour::red,  Colour::yellow,
      Colour::green, Colour::blue, Colour::white,  Colour::red,   Colour::yellow, Colour::green, Colour::blue, Colour::white};
  std::array<u8, colour_count> left = t.regions;
  for (int c = 0; c < cell_count; ++c) {
    auto colour = static_cast<std::size_t>(printed[static_cast<std::size_t>(c)]);
    for (std::size_t i = 0; left[colour] == 0 && i < colour_count; ++i) colour = i;
    --left[colour];
    p.land[colour] = static_cast<Cells>(p.land[colour] | cell_bit(c));
  }
}

void default_markers(const Tables& t, Public& p) {
  std::size_t c = 0;
  for (int e = 0; e < transformation_count; ++e)
    for (int i = 0; i < t.markers[static_cast<std::size_t>(e)] && c < cell_count; ++i) p.marker[c++] = static_cast<Transformation>(e);
}

}  // namespace

// The action phase of the first turn: A is to act, nobody has dice yet, the grid is the default one.
State Tharos::blank(int seats) const {
  CHECK(seats >= seats_min && seats <= seats_max);
  State s = start(seats);
  Public& p = s.pub;
  default_regions(tables(), p);
  default_markers(tables(), p);
  s.hid.deck = 0;
  for (int i = 0; i < seats; ++i) p.players[static_cast<std::size_t>(i)].bag.clear();
  p.phase = Phase::act;
  p.stack.clear();
  p.stack.push(Frame{});  // next
  return s;
}

namespace {

Status set_of_seat(const Tables& t, State& s, Seat seat, std::string_view key, std::string_view value) {
  Player& w = s.pub.of(seat);
  Private& own = s.of(seat);
  if (key == "jars") return set_number(value, 0, jars_limit, w.jars);
  if (key == "dice") return parse_rolled(value, w.active);
  if (key == "bag") return w.filler[0] |= named_bag, parse_dice(value, w.bag);
  if (key == "depot") return w.filler[0] |= named_depot, parse_dice(value, w.depot);
  if (key == "used") return parse_dice(value, w.used);
  if (key == "kept") return parse_dice(value, w.kept);
  if (key == "drawn") return parse_dice(value, w.drawn);
  if (key == "store1") return parse_store(t, value, w, 0);
  if (key == "store2") return parse_store(t, value, w, 1);
  if (key == "guild") return parse_cells(value, w.guild);
  if (key == "mines") return parse_cells(value, w.mines);
  if (key == "cards") return parse_set(Word::player_card, value, w.cards);
  if (key == "spent") return parse_set(Word::player_card, value, w.spent);
  if (key == "organizer") return set_number(value, 0, guild_markers, w.organizer);
  if (key == "manipulator") return set_number(value, 0, guild_markers, w.manipulator);
  if (key == "ore") return parse_set(Word::colour, value, w.ore);
  if (key == "crystal") return parse_set(Word::colour, value, w.crystal);
  for (int m = 0; m < medal_count; ++m)
    if (key == name_of(static_cast<Medal>(m))) return set_number(value, 0, count_limit, w.medals[static_cast<Medal>(m)]);
  if (key == "points") return set_number(value, 0, points_max, w.points);
  if (key == "strength") return set_number(value, 0, count_limit, w.strength);
  if (key == "warded") return set_yes(value, w.warded);
  if (key == "transformed") return set_yes(value, w.transformed);
  if (key == "poked") return set_yes(value, w.poked);
  if (key == "passed") return set_yes(value, w.passed);
  if (key == "blocked") {
    Spaces spaces;
    if (text::trim(value) != "none")
      for (std::string_view word : text::words(value)) {
        auto one = parse_known(word, enum_names<Space>(space_count), "action space");
        if (!one) return one.fault();
        spaces.add(static_cast<Space>(*one));
      }
    w.blocked = spaces;
    return ok();
  }
  if (key == "visited") return parse_set(Word::building, value, w.visited);
  if (key == "lost") {
    u8 lost = 0;
    auto status = each_word(Word::place, value, [&](int column) -> Status {
      if (column >= turns) return fault("there are four attack cards");
      return lost = static_cast<u8>(lost | 1u << column), ok();
    });
    if (status) w.lost = lost;
    return status;
  }
  if (key == "hand") return parse_cards(value, own.hand);
  if (key == "choosing") return parse_cards(value, own.drawn);
  return parse_cards(value, w.shown);  // shown
}

Status set_regions(Public& p, std::string_view value) {
  std::array<Cells, colour_count> land{};
  int c = 0;
  auto status = each_word(Word::colour, value, [&](int colour) -> Status {
    if (c == cell_count) return fault("there are sixteen regions");
    Cells& cells = land[static_cast<std::size_t>(colour)];
    return cells = static_cast<Cells>(cells | cell_bit(c++)), ok();
  });
  if (status) p.land = land;
  return status;
}

Status set_markers(Public& p, std::string_view value) {
  std::array<Transformation, cell_count> markers{};
  std::size_t c = 0;
  auto status = each_word(Word::effect, value, [&](int effect) -> Status {
    if (c == cell_count) return fault("there are sixteen transformation markers");
    return markers[c++] = static_cast<Transformation>(effect), ok();
  });
  if (status) p.marker = markers;
  return status;
}

Status set_built(State& s, std::string_view value) {
  std::array<u8, building_count> owner{};
  auto words = expand_words(text::trim(value) == "none" ? std::string_view{} : value);
  if (!words) return words.fault();
  for (const std::string& word : *words) {
    const std::size_t colon = word.find(':');
    auto b = parse_word(Word::building, std::string_view(word).substr(0, colon));
    if (!b) return b.fault();
    u8& who = owner[static_cast<std::size_t>(*b)];
    who = unowned;
    if (colon == std::string::npos) continue;
    auto seat = parse_seat_of(s, std::string_view(word).substr(colon + 1));
    if (!seat) return seat.fault();
    who = static_cast<u8>(owned_by + index_of(*seat));
  }
  s.pub.owner = owner;
  return ok();
}

Status set_attacks(Public& p, std::string_view value) {
  std::array<u8, turns> attacks{};
  u8 count = 0;
  auto status = each_word(Word::number, value, [&](int n) -> Status {
    if (count == turns || n > attack_value_max)
      return fault("up to four attack cards, with values from 0 to " + std::to_string(attack_value_max));
    return attacks[count++] = static_cast<u8>(n), ok();
  });
  if (!status) return status;
  p.attacks = attacks;
  p.attack_count = count;
  return ok();
}

Status set_of_table(State& s, std::string_view key, std::string_view value) {
  Public& p = s.pub;
  Go& go = p.go;
  if (key == "round") return set_number(value, 1, rounds, p.round);
  if (key == "turn") return set_number(value, 1, turns, p.turn);
  if (key == "served") return set_number(value, 0, 4, p.at);
  if (key == "column") return set_number(value, 0, turns - 1, p.column);
  if (key == "start" || key == "actor") {
    auto seat = parse_seat_of(s, value);
    if (!seat) return seat.fault();
    (key == "start" ? p.start : p.actor) = *seat;
    if (key == "actor") named(s) |= named_actor;
    return ok();
  }
  if (key == "phase") {
    auto phase = parse_known(text::trim(value), as_names(phase_names), "phase");
    if (!phase) return phase.fault();
    p.phase = static_cast<Phase>(*phase);
    return ok();
  }
  if (key == "pending") {
    auto f = parse_frame(value);
    if (!f) return f.fault();
    if (p.stack.full()) return fault("too much is pending");
    p.stack.push(*f);
    named(s) |= named_pending;
    const Now kind = now_of(*f);
    if (kind == Now::pick_start || kind == Now::deal_regions || kind == Now::deal_markers) named(s) |= named_set_up;
    return ok();
  }
  if (key == "regions") return set_regions(p, value);
  if (key == "markers") return named(s) |= named_effect, set_markers(p, value);
  if (key == "effect") {
    auto effect = parse_word(Word::effect, text::trim(value));
    if (!effect) return effect.fault();
    named(s) |= named_effect;
    go.filler = static_cast<u8>(*effect + 1);  // put on the attacked region by complete()
    return ok();
  }
  if (key == "ore") return wares_named(s) |= 1, parse_cells(value, p.ore);
  if (key == "crystal") return wares_named(s) |= 2, parse_cells(value, p.crystal);
  if (key == "built") return set_built(s, value);
  if (key == "attacks") return named(s) |= named_attacks, set_attacks(p, value);
  if (key == "attack") {
    if (text::trim(value) == "none") return ok();
    named(s) |= named_attack;
    return set_number(value, 0, attack_value_max, attack_named(s));  // put in its column by complete()
  }
  if (key == "ends") {
    u8 ends = 0;
    auto status = each_word(Word::place, value, [&](int card) -> Status {
      if (card >= end_card_count) return fault("there are six round end cards");
      return ends = static_cast<u8>(ends | 1u << card), ok();
    });
    if (status) p.ends = ends;
    return status;
  }
  if (key == "discard") return named(s) |= named_discard, parse_cards(value, p.discard);
  if (key == "aside") return parse_cards(value, p.aside);
  if (key == "deck") return named(s) |= named_deck, parse_cards(value, s.hid.deck);
  if (key == "played") {
    if (text::trim(value) == "none") return go.card = 0, ok();
    return set_number(value, 1, action_card_count, go.card);
  }
  if (key == "beside") return set_yes(value, go.aside);
  if (key == "plenty") return set_number(value, 0, count_limit, go.plenty);
  if (key == "twice") return set_yes(value, go.twice);
  if (key == "fresh") {
    auto die = parse_word(Word::die_or_none, text::trim(value));
    if (!die) return die.fault();
    go.fresh = static_cast<u8>(*die);
    if (go.fresh_is == 0 && go.fresh != 0) go.fresh_is = static_cast<u8>(Fresh::real);
    return ok();
  }
  if (key == "fresh.is") {
    auto is = parse_known(text::trim(value), as_names(fresh_names), "word");
    if (!is) return is.fault();
    go.fresh_is = static_cast<u8>(*is);
    return ok();
  }
  return set_yes(value, go.dye);  // dye
}

// Dice that were not named: the store as far as they are still there, the bag, or the depot if the bag was named.
Status complete_dice(const Tables& t, State& s, int i) {
  Public& p = s.pub;
  Player& w = p.players[static_cast<std::size_t>(i)];
  const u8 given = w.filler[0];
  w.filler[0] = 0;
  const std::string who(seat_name(seat_at(i)));
  for (int c = 0; c < colour_count; ++c) {
    const auto colour = static_cast<Colour>(c);
    int rest = t.dice[static_cast<std::size_t>(c)] - w.active.colours()[colour] - w.bag[colour] - w.depot[colour] - w.used[colour] -
               w.kept[colour] - w.drawn[colour];
    if (p.go.fresh != 0 && p.go.fresh_state() == Fresh::real && index_of(p.actor) == i &&
        colour_of(static_cast<DieKind>(p.go.fresh - 1)) == colour)
      --rest;
    for (int place = 0; place < store_count; ++place) {
      if (t.store[static_cast<std::size_t>(place)] != colour || !(w.store >> place & 1)) continue;
      if (rest > 0)
        --rest;
      else if (!(given & named_store))
        w.store = static_cast<u8>(w.store & ~(1u << place));  // it was bought: it is among the dice named
      else
        --rest;
    }
    if (rest < 0)
      return fault(who + ": more " + std::string(name_of(colour)) + " dice than the " +
                   std::to_string(t.dice[static_cast<std::size_t>(c)]) + " there are");
    if (rest == 0) continue;
    if (!(given & named_bag))
      w.bag.add(colour, rest);
    else if (!(given & named_depot))
      w.depot.add(colour, rest);
    else
      return fault(who + ": " + std::to_string(rest) + " " + std::string(name_of(colour)) +
                   " dice are nowhere; bag and depot are both named");
  }
  return ok();
}

Status complete_action_cards(State& s) {
  Public& p = s.pub;
  for (int i = 0; i < p.seats; ++i) {
    const std::size_t at = static_cast<std::size_t>(i);
    p.players[at].hand = static_cast<u8>(bit_count(s.own[at].hand));
  }
  ActionCards placed = p.discard | p.aside | s.hid.deck | (p.go.card != 0 ? card_bit(p.go.card) : 0);
  for (const Private& own : s.own) placed |= own.hand | own.drawn;
  const ActionCards rest = all_action_cards & ~placed;
  if (!(named(s) & named_deck))
    s.hid.deck |= rest;
  else if (!(named(s) & named_discard))
    p.discard |= rest;
  else if (rest != 0)
    return fault("action cards " + print_cards(rest) + " are nowhere; deck and discard are both named");
  p.deck = static_cast<u8>(bit_count(s.hid.deck));
  return ok();
}

// Attack cards: as many as there have been turns. Not named, the one of this turn is a 3, the earlier ones are the lowest.
Status complete_attacks(const Tables& t, State& s) {
  Public& p = s.pub;
  const bool set_up = (named(s) & named_set_up) != 0;
  bool revealing = p.phase == Phase::begin;
  for (const Frame& f : p.stack) revealing = revealing || now_of(f) == Now::reveal_attack;
  const int due = set_up ? 0 : p.turn - (revealing ? 1 : 0);
  if (named(s) & named_attack) {
    const u8 value = attack_named(s);
    attack_named(s) = 0;
    if (due != p.turn) return fault("attack: no attack card is revealed at this point");
    const std::size_t last = static_cast<std::size_t>(due - 1);
    if ((named(s) & named_attacks) && p.attacks[last] != value) return fault("attack: the last of attacks is another one");
    p.attacks[last] = value;
  }
  if (named(s) & named_attacks) {
    if (p.attack_count != due)
      return fault("attacks: " + std::to_string(due) + " attack cards are revealed at this point, not " + std::to_string(p.attack_count));
    return ok();
  }
  std::array<int, attack_value_max + 1> left{};
  for (std::size_t v = 0; v <= attack_value_max; ++v) left[v] = t.attacks[v];
  const bool last_given = (named(s) & named_attack) != 0;
  if (last_given) --left[p.attacks[static_cast<std::size_t>(due - 1)]];
  for (int i = due - 1; i >= 0; --i) {
    if (last_given && i == due - 1) continue;
    std::size_t value = i == p.turn - 1 ? 3 : 0;
    for (std::size_t v = 0; left[value] <= 0 && v <= attack_value_max; ++v) value = v;
    --left[value];
    p.attacks[static_cast<std::size_t>(i)] = static_cast<u8>(value);
  }
  p.attack_count = static_cast<u8>(due);
  return ok();
}

// Ore and crystal whose regions were not named: what the players hold is missing from the first regions of its colour.
void complete_wares(const Tables& t, State& s) {
  Public& p = s.pub;
  for (int ware = 0; ware < 2; ++ware) {
    if (wares_named(s) >> ware & 1) continue;
    Cells& lying = ware == 0 ? p.ore : p.crystal;
    for (std::size_t c = 0; c < colour_count; ++c) {
      int all = bit_count(lying & p.land[c]);
      for (const Player& w : p.players) all += (ware == 0 ? w.ore : w.crystal).has(static_cast<Colour>(c));
      for (; all > t.regions[c] && (lying & p.land[c]) != 0; --all) {
        const u32 there = lying & p.land[c];
        lying = static_cast<Cells>(lying & ~(there & (~there + 1)));
      }
    }
  }
  wares_named(s) = 0;
}

// `effect` puts its marker on the attacked region, in exchange for the one there. Without a word about markers: no effect.
void complete_effect(State& s) {
  Public& p = s.pub;
  const bool wished = p.go.filler != 0;
  const auto effect = wished ? static_cast<Transformation>(p.go.filler - 1) : Transformation::none;
  p.go.filler = 0;
  if (!wished && (named(s) & named_effect)) return;
  const std::size_t here = attacked_cell(p);
  for (std::size_t c = 0; c < cell_count && p.marker[here] != effect; ++c)
    if (p.marker[c] == effect) std::swap(p.marker[here], p.marker[c]);
}

Status complete_stack(State& s) {
  Public& p = s.pub;
  if (p.phase == Phase::over) {
    if (p.stack.size() > 1) return fault("pending: the game is over");
    p.stack.clear();
    p.round = rounds;
    p.turn = turns;
    return ok();
  }
  for (std::size_t i = 1; i < p.stack.size(); ++i) {
    Frame& f = p.stack[i];
    if (f.seat == Seat::Table) f.seat = p.actor;
    if (index_of(f.seat) >= p.seats) return fault("pending: there is no seat " + std::string(seat_name(f.seat)) + " in this game");
  }
  if (p.phase == Phase::act && p.stack.size() == 1 && !p.of(p.actor).passed)
    p.stack.push({static_cast<u8>(Now::act), p.actor, 0, 0, 0, 0, 0});
  return ok();
}

}  // namespace

Status Tharos::set(State& s, std::string_view key, std::string_view value) const {
  const std::size_t dot = key.find('.');
  if (dot == 1) {
    auto seat = parse_seat_of(s, key.substr(0, 1));
    if (!seat) return seat.fault();
    const std::string_view rest = key.substr(2);
    if (std::find(std::begin(seat_keys), std::end(seat_keys), rest) != std::end(seat_keys))
      return set_of_seat(tables(), s, *seat, rest, value);
  } else if (std::find(std::begin(table_keys), std::end(table_keys), key) != std::end(table_keys)) {
    return set_of_table(s, key, value);
  }
  Names known(std::begin(table_keys), std::end(table_keys));
  for (std::string_view k : seat_keys) known.push_back((dot == 1 ? std::string(key.substr(0, 2)) : "A.") + std::string(k));
  for (const Field& f : fields(s, Seat::Chance))
    if (!f.settable && f.key == key) return fault("'" + std::string(key) + "' is computed and cannot be set");
  const std::string near = text::nearest(key, known);
  return fault("unknown field '" + std::string(key) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

Status Tharos::complete(State& s) const {
  Public& p = s.pub;
  if (!(named(s) & named_actor)) p.actor = p.start;
  if ((p.go.fresh == 0) != (p.go.fresh_is == 0)) return fault("fresh: name the die and what it is");
  if (auto status = complete_stack(s); !status) return status;
  if (auto status = complete_attacks(tables(), s); !status) return status;
  complete_effect(s);
  complete_wares(tables(), s);
  for (int i = 0; i < p.seats; ++i)
    if (auto status = complete_dice(tables(), s, i); !status) return status;
  if (auto status = complete_action_cards(s); !status) return status;
  named(s) = 0;
  if (auto status = check(s); !status) return status;
  if (auto status = check_stack(*book_, s); !status) return status;
  Play(*book_, s, nullptr).settle();  // what follows by itself from here
  return ok();
}

}  // namespace trestle::tharos
