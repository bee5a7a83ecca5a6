// Moves and positions as text; docs/notation.md teaches the form. Words are in names.hpp and in the edition.
#include <algorithm>

#include "base/text.hpp"
#include "games/hadara/flow.hpp"
#include "games/hadara/names.hpp"

namespace trestle::hadara {

namespace {

// While a position is being written: which parts have been named. Kept in bytes that are 0 in every finished state.
enum Named : u8 { named_pending = 1, named_wheel = 2, named_over = 4 };
u8& named(Public& pub) { return pub.filler[0]; }
u8& named_colour(Public& pub) { return pub.filler[1]; }
constexpr u8 unnamed_turn = 0xff;
constexpr int unnamed_track = 0xffff;
constexpr i16 unnamed_coins = -1;
constexpr int coins_written_max = 2000, track_written_max = 999;

std::string in_quotes(std::string_view word) { return "'" + std::string(word) + "'"; }

template <class Names>
std::string near_word(std::string_view word, const Names& names) {
  std::vector<std::string> known;
  for (const auto& name : names) known.emplace_back(name);
  const std::string near = text::nearest(word, known);
  return near.empty() ? "" : "; did you mean '" + near + "'?";
}

constexpr std::string_view all_colours[] = {"yellow", "red", "blue", "green", "purple"};
constexpr std::string_view all_tracks[] = {"income", "military", "culture", "food"};

Result<u8> parse_colour(std::string_view word) {
  for (u8 i = 0; i < colour_count; ++i)
    if (word == all_colours[i]) return i;
  return fault(in_quotes(word) + " is not a colour" + near_word(word, all_colours));
}
Result<u8> parse_track(std::string_view word) {
  for (u8 i = 0; i < track_count; ++i)
    if (word == all_tracks[i]) return i;
  return fault(in_quotes(word) + " is not a track" + near_word(word, all_tracks));
}
Result<int> parse_count(std::string_view word, int min, int max) {
  const auto n = text::number(word);
  if (!n || *n < min || *n > max)
    return fault(in_quotes(word) + " is not a number from " + std::to_string(min) + " to " + std::to_string(max));
  return static_cast<int>(*n);
}
Result<u8> parse_seat_word(std::string_view word) {
  const auto seat = parse_seat(word);
  if (!seat || index_of(*seat) >= seats_max) return fault(in_quotes(word) + " is not a seat (A to E)");
  return static_cast<u8>(*seat);
}

std::string colour_text(int c) { return c < colour_count ? std::string(all_colours[c]) : "colour-" + std::to_string(c); }
std::string track_text(int t) { return t < track_count ? std::string(all_tracks[t]) : "track-" + std::to_string(t); }

std::string_view frame_word(Now kind) { return frame_names[static_cast<std::size_t>(kind)].name; }

bool is_set_up(Now kind) { return kind == Now::start || kind == Now::segment || kind == Now::crest || kind == Now::side; }

template <class F>
Status for_words(std::string_view value, F&& f) {
  if (text::trim(value) == "none") return ok();
  auto words = expand_words(value);
  if (!words) return words.fault();
  for (const std::string& word : *words)
    if (auto status = f(std::string_view(word)); !status) return status;
  return ok();
}

std::string or_none(const std::vector<std::string>& words) { return words.empty() ? "none" : fold_runs(words); }

// "5-3" of "colony-5-3"; the prefix must be there.
std::optional<std::string_view> after_prefix(std::string_view word, std::string_view prefix) {
  if (!word.starts_with(prefix)) return std::nullopt;
  return word.substr(prefix.size());
}

}  // namespace

std::string card_name(Card c) {
  if (c >= card_ids) return "card-" + std::to_string(c);
  return std::string(name_of(colour_of(c))) + "-" + std::string(epoch_name(epoch_of(c))) + "-" + std::to_string(place_of(c) + 1);
}

int pile_size(const Public& pub, Colour c) {
  if (pub.stack.empty() || pub.phase != Phase::a) return 0;
  const Now bottom = kind_of(pub.stack[0]);
  if (is_set_up(bottom) || bottom == Now::wheel) return 2 * pub.seats;
  int draws = 0;  // still to come
  for (int i = 0; i < pub.seats; ++i)
    for (int turn = pub.turn; turn < turns_an_epoch; ++turn) {
      const Colour points_at = pub.segments[static_cast<std::size_t>(
          (pub.boards[static_cast<std::size_t>(i)].crest + pub.wheel + turn - pub.turn) % colour_count)];
      const bool drawn = turn == pub.turn && (bottom != Now::draw || i < index_of(pub.stack[0].seat));
      if (points_at == c && !drawn && (bottom == Now::draw || bottom == Now::choose)) ++draws;
    }
  return 2 * draws;
}

// ---- words of the edition ----

Result<Card> Hadara::parse_card(std::string_view word) const {
  const auto parts = text::split(word, '-');
  if (parts.size() == 3) {
    auto colour = parse_colour(parts[0]);
    const auto number = text::number(parts[2]);
    for (int e = 0; e < epoch_count; ++e)
      if (colour && parts[1] == epoch_name(e) && number && *number >= 1 && *number <= deck_max) {
        const Card c = card_id(static_cast<Colour>(*colour), e, static_cast<int>(*number) - 1);
        if (tables_[c].real) return c;
      }
  }
  return fault(in_quotes(word) + " is not a card of this edition; a card is written like red-II-4: colour, epoch, number");
}

std::string Hadara::pile_name(int pile) const {
  return pile < colony_piles ? "colony-" + std::to_string(tables_.colonies[static_cast<std::size_t>(pile)].value)
                             : "pile-" + std::to_string(pile);
}

std::string Hadara::bust_name(int bust) const {
  return bust < bust_count ? "bust-" + std::to_string(tables_.busts[static_cast<std::size_t>(bust)].condition)
                           : "bust-?" + std::to_string(bust);
}

Result<u8> Hadara::parse_pile(std::string_view word) const {
  std::vector<std::string> known;
  for (u8 p = 0; p < colony_piles; ++p) {
    known.push_back(pile_name(p));
    if (word == known.back()) return p;
  }
  return fault(in_quotes(word) + " is not a pile of colonies: " + text::join(known, ", "));
}

Result<u8> Hadara::parse_bust(std::string_view word) const {
  std::vector<std::string> known;
  for (u8 b = 0; b < bust_count; ++b) {
    known.push_back(bust_name(b));
    if (word == known.back()) return b;
  }
  return fault(in_quotes(word) + " is not a bust: " + text::join(known, ", "));
}

std::string Hadara::card_words(const CardSet& set) const {
  std::vector<std::string> words;
  for (int c = 0; c < colour_count; ++c)
    for (u64 bits = set[static_cast<Colour>(c)]; bits != 0; bits &= bits - 1)
      words.push_back(card_name(card_at(static_cast<Colour>(c), std::countr_zero(bits))));
  return or_none(words);
}

// ---- actions ----

std::string Hadara::print(Action action) const {
  if (action.kind >= do_count) return "unknown-" + std::to_string(action.kind);
  const Verb& verb = verbs[action.kind];
  std::string out(verb.name);
  for (std::size_t i = 0; i < 3; ++i) {
    const int value = action.with[i];
    switch (verb.operands[i]) {
      case Word::none: break;
      case Word::seat: out += " " + std::string(seat_name(static_cast<Seat>(value & 7))); break;
      case Word::number: out += " " + std::to_string(verb.kind == Do::crest ? value + 1 : value); break;
      case Word::colour: out += " " + colour_text(value); break;
      case Word::card: out += " " + card_name(static_cast<Card>(value)); break;
      case Word::track: out += " " + track_text(value); break;
      case Word::pile: out += " " + pile_name(value); break;
      case Word::tile: out += " " + pile_name(value) + "-" + std::to_string(action.with[1] + 1); break;
      case Word::bust: out += " " + bust_name(value); break;
      case Word::side: out += value == 0 ? " a" : " b"; break;
      case Word::face: out += value == 0 ? " face" : " back"; break;
    }
  }
  return out;
}

Result<Action> Hadara::parse(std::string_view line) const {
  const auto words = text::words(line);
  if (words.empty()) return fault("a move is missing");
  std::vector<std::string> known;
  for (const Verb& verb : verbs) known.emplace_back(verb.name);
  const auto at = std::find(known.begin(), known.end(), words[0]);
  if (at == known.end()) return fault("unknown move " + in_quotes(words[0]) + near_word(words[0], known));
  const Verb& verb = verbs[at - known.begin()];
  Action action = act(verb.kind);
  std::size_t used = 1;
  for (std::size_t i = 0; i < 3 && verb.operands[i] != Word::none; ++i, ++used) {
    if (used >= words.size()) return fault(in_quotes(verb.name) + " needs more words");
    const std::string_view word = words[used];
    Result<u8> value = u8{0};
    switch (verb.operands[i]) {
      case Word::none: break;
      case Word::seat: value = parse_seat_word(word); break;
      case Word::number: {
        auto n = parse_count(word, 1, colour_count);
        if (!n) return n.fault();
        value = static_cast<u8>(verb.kind == Do::crest ? *n - 1 : *n);
        break;
      }
      case Word::colour: value = parse_colour(word); break;
      case Word::card: value = parse_card(word); break;
      case Word::track: value = parse_track(word); break;
      case Word::pile: value = parse_pile(word); break;
      case Word::tile: {
        const std::size_t dash = word.rfind('-');
        if (dash == std::string_view::npos) return fault(in_quotes(word) + " is not the back of a colony, like colony-5-3");
        auto tile = parse_count(word.substr(dash + 1), 1, colony_tiles);
        if (!tile) return tile.fault();
        action.with[1] = static_cast<u8>(*tile - 1);
        value = parse_pile(word.substr(0, dash));
        break;
      }
      case Word::bust: value = parse_bust(word); break;
      case Word::side:
        if (word != "a" && word != "b") return fault("a side is a or b, not " + in_quotes(word));
        value = static_cast<u8>(word == "b");
        break;
      case Word::face:
        if (word != "face" && word != "back") return fault("a token shows its face or its back, not " + in_quotes(word));
        value = static_cast<u8>(word == "back");
        break;
    }
    if (!value) return value.fault();
    action.with[i] = *value;
  }
  if (used < words.size()) return fault(in_quotes(words[used]) + " is too much after " + in_quotes(verb.name));
  if (verb.kind == Do::draw && action.with[1] > action.with[2]) std::swap(action.with[1], action.with[2]);
  return action;
}

// ---- fields ----

std::string Hadara::frame_text(const Frame& f) const {
  const Now kind = kind_of(f);
  std::string out(frame_word(kind));
  if (kind == Now::segment) return out + " place=" + std::to_string(f.a + 1);
  if (kind == Now::side || kind == Now::choose) return out;
  out += " " + std::string(seat_name(f.seat));
  if (kind == Now::token) out += " card=" + card_name(f.a);
  if (kind == Now::flip) out += " pile=" + pile_name(f.a);
  if ((kind == Now::colony || kind == Now::bust) && f.a > 0) out += " taken=" + std::to_string(f.a);
  if ((kind == Now::colony || kind == Now::bust) && f.amount > 0) out += " spent=" + std::to_string(f.amount);
  if (kind == Now::feed && f.a > 0) out += " paid=" + std::to_string(f.a);
  return out;
}

namespace {
std::string commit_text(const Private& own) {
  switch (own.commit) {
    case Commit::none: return "none";
    case Commit::buy_low: return "buy " + card_name(own.pair[0]);
    case Commit::buy_high: return "buy " + card_name(own.pair[1]);
    case Commit::sell_low: return "sell " + card_name(own.pair[0]);
    case Commit::sell_high: return "sell " + card_name(own.pair[1]);
    case Commit::side_a: return "side a";
    case Commit::side_b: return "side b";
  }
  return "none";
}
}  // namespace

void Hadara::board_fields(const State& state, Seat seat, Seat viewer, std::vector<Field>& out) const {
  const Board& board = state.pub.of(seat);
  const Private& own = state.of(seat);
  const std::string who = std::string(seat_name(seat)) + ".";
  const auto add = [&](std::string_view key, std::string value, FieldKind kind = FieldKind::scalar, bool settable = true) {
    out.push_back({who + std::string(key), std::move(value), kind, settable, false});
  };
  add("start", board.initiative == 0 ? "none" : std::to_string(board.initiative) + (board.side == 0 ? "a" : "b"));
  add("crest", std::to_string(board.crest + 1));
  add("coins", std::to_string(board.coins));
  for (int t = 0; t < track_count; ++t) add(all_tracks[t], std::to_string(board.tracks[static_cast<Track>(t)]));
  add("cards", card_words(board.cards), FieldKind::bag);
  std::vector<std::string> words;
  for (u64 bits = board.cards[Colour::purple]; bits != 0; bits &= bits - 1) {
    const Card c = card_at(Colour::purple, std::countr_zero(bits));
    if (tables_[c].ability != Ability::token_steps || board.token_on[tables_[c].token_slot] == 0) continue;
    words.push_back(card_name(c) + ":" + track_text(board.token_on[tables_[c].token_slot] - 1));
  }
  add("token-cards", or_none(words), FieldKind::bag);
  words.clear();
  for (int p = 0; p < colony_piles; ++p) {
    const u8 held = board.colonies[static_cast<std::size_t>(p)];
    if (held != 0) words.push_back(pile_name(p) + (held >= 2 ? "-" + std::to_string(held - 1) : ""));
  }
  add("colonies", or_none(words), FieldKind::bag);
  words.clear();
  for (int b = 0; b < bust_count; ++b) {
    const u8 held = board.busts[static_cast<std::size_t>(b)];
    if (held != 0) words.push_back(bust_name(b) + ":" + track_text((held - 1) % track_count) + (held > track_count ? ":back" : ":face"));
  }
  add("busts", or_none(words), FieldKind::bag);
  words.clear();
  for (u8 held : board.silver)
    if (held != 0) words.push_back(track_text(held - 1));
  add("silver", or_none(words), FieldKind::list);
  add("gold", std::to_string(board.gold));
  const bool open = viewer == Seat::Chance || viewer == seat;
  add("sold", open ? card_words(own.sold) : board.sold == 0 ? "none" : "?", FieldKind::bag);
  if (own.has_pair() || holds_pair(state.pub, seat))
    add("pair", open && own.has_pair() ? card_name(own.pair[0]) + " " + card_name(own.pair[1]) : "?", FieldKind::bag);
  if (state.pub.committed.has(seat)) add("commit", open ? commit_text(own) : "?");

  words.clear();
  for (int t = 0; t < track_count; ++t) words.insert(words.end(), board.tokens[static_cast<std::size_t>(t)], track_text(t));
  add("tokens", or_none(words), FieldKind::bag, false);
  words.clear();
  for (u32 decks = board.sold; decks != 0; decks &= decks - 1) {
    const int deck = std::countr_zero(decks);
    words.push_back(colour_text(deck / epoch_count) + "-" + std::string(epoch_name(deck % epoch_count)));
  }
  add("sold-unseen", or_none(words), FieldKind::bag, false);
  add("points-at", colour_text(static_cast<int>(pile_of(state.pub, seat))), FieldKind::scalar, false);
  const auto count = [&](std::string_view key, int n) { add(key, std::to_string(n), FieldKind::scalar, false); };
  count("card-count", cards_of(board));
  count("hungry", std::max(0, hungry(board, 0)));
  count("sets", sets_of(board));
  const Points p = points(board);
  count("score.colonies", p.colonies);
  count("score.busts", p.busts);
  count("score.silver", p.silver);
  count("score.gold", p.gold);
  count("score.cards", p.cards);
  count("score.coins", p.coins);
  count("score.total", p.total());
  count("score.left", p.left);
}

std::vector<Field> Hadara::fields(const State& state, Seat viewer) const {
  const Public& pub = state.pub;
  std::vector<Field> out;
  const auto add = [&](std::string key, std::string value, FieldKind kind = FieldKind::scalar, bool settable = true) {
    out.push_back({std::move(key), std::move(value), kind, settable, false});
  };
  add("epoch", std::string(epoch_name(pub.epoch)));
  add("phase", pub.phase == Phase::a ? "A" : "B");
  add("turn", std::to_string(pub.turn + 1));
  std::vector<std::string> words;
  for (Colour c : pub.segments) words.emplace_back(name_of(c));
  add("segments", fold_runs(words), FieldKind::list);
  add("wheel", std::string(name_of(pile_of(pub, pub.first))));
  if (pub.stack.empty()) out.push_back({"pending", "over", FieldKind::scalar, true, true});
  for (const Frame& frame : pub.stack) out.push_back({"pending", frame_text(frame), FieldKind::scalar, true, true});
  for (int c = 0; c < colour_count; ++c) {
    words.clear();
    for (Card card : pub.outer[static_cast<Colour>(c)]) words.push_back(card_name(card));
    add("outer." + colour_text(c), or_none(words), FieldKind::list);
  }
  add("discard", card_words(pub.gone), FieldKind::bag);
  add("first", std::string(seat_name(pub.first)), FieldKind::scalar, false);
  for (int c = 0; c < colour_count; ++c) {
    const auto colour = static_cast<Colour>(c);
    add("inner." + colour_text(c), std::to_string(pile_size(pub, colour)), FieldKind::scalar, false);
    add("top." + colour_text(c), pub.outer[colour].empty() ? "none" : card_name(pub.outer[colour].back()), FieldKind::scalar, false);
  }
  for (int i = 0; i < pub.seats; ++i) board_fields(state, seat_at(i), viewer, out);
  return out;
}

// ---- writing a position ----

State Hadara::blank(int seats) const {
  State state = start(seats);
  state.pub.stack.clear();
  state.pub.stack.push(frame_for(Now::wheel, Seat::A));
  state.pub.turn = unnamed_turn;
  for (int i = 0; i < seats; ++i) {
    Board& board = state.pub.boards[static_cast<std::size_t>(i)];
    board.coins = unnamed_coins;
    for (int t = 0; t < track_count; ++t) board.tracks.put(static_cast<Track>(t), unnamed_track);
    board.side = side_ == SideOption::b ? 1 : 0;
  }
  return state;
}

namespace {

Status set_start(Board& board, std::string_view value) {
  if (value == "none") {
    board.initiative = 0;
    board.side = 0;
    return ok();
  }
  if (value.empty() || value.size() > 2 || value[0] < '1' || value[0] > '5' || (value.size() == 2 && value[1] != 'a' && value[1] != 'b'))
    return fault(in_quotes(value) + " is not a start card: its initiative and side, like 2a");
  board.initiative = static_cast<u8>(value[0] - '0');
  if (value.size() == 2) board.side = value[1] == 'b' ? 1 : 0;
  return ok();
}

}  // namespace

Status Hadara::set_board(Board& board, Private& own, std::string_view key, std::string_view value) const {
  if (key == "start") return set_start(board, value);
  const auto number_into = [&](auto& field, int min, int max, int less = 0) -> Status {
    auto n = parse_count(value, min, max);
    if (!n) return n.fault();
    field = static_cast<std::remove_reference_t<decltype(field)>>(*n - less);
    return ok();
  };
  if (key == "crest") return number_into(board.crest, 1, colour_count, 1);
  if (key == "coins") return number_into(board.coins, 0, coins_written_max);
  if (key == "gold") return number_into(board.gold, 0, seals_max);
  for (int t = 0; t < track_count; ++t)
    if (key == all_tracks[t]) {
      auto n = parse_count(value, 0, track_written_max);
      if (!n) return n.fault();
      board.tracks.put(static_cast<Track>(t), *n);
      return ok();
    }
  if (key == "cards" || key == "sold") {
    CardSet set{};
    auto status = for_words(value, [&](std::string_view word) -> Status {
      auto card = parse_card(word);
      if (!card) return card.fault();
      if (set[colour_of(*card)] & bit_of(*card)) return fault("there is only one " + std::string(word));
      set[colour_of(*card)] |= bit_of(*card);
      return ok();
    });
    if (status) (key == "cards" ? board.cards : own.sold) = set;
    return status;
  }
  if (key == "token-cards") {
    board.token_on.fill(0);
    return for_words(value, [&](std::string_view word) -> Status {
      const auto parts = text::split(word, ':');
      if (parts.size() != 2) return fault(in_quotes(word) + " is not a card and its token, like purple-I-3:income");
      auto card = parse_card(parts[0]);
      if (!card) return card.fault();
      auto track = parse_track(parts[1]);
      if (!track) return track.fault();
      if (tables_[*card].ability != Ability::token_steps) return fault(std::string(parts[0]) + " takes no token");
      board.token_on[tables_[*card].token_slot] = static_cast<u8>(1 + *track);
      return ok();
    });
  }
  if (key == "colonies") {
    board.colonies.fill(0);
    return for_words(value, [&](std::string_view word) -> Status {
      const auto rest = after_prefix(word, "colony-");
      if (!rest) return fault(in_quotes(word) + " is not a colony, like colony-5 (plundered) or colony-5-3 (allied)");
      const std::size_t dash = rest->find('-');
      auto pile = parse_pile(word.substr(0, word.size() - (dash == std::string_view::npos ? 0 : rest->size() - dash)));
      if (!pile) return pile.fault();
      if (board.colonies[*pile] != 0) return fault("two colonies of one pile");
      board.colonies[*pile] = 1;
      if (dash == std::string_view::npos) return ok();
      auto tile = parse_count(rest->substr(dash + 1), 1, colony_tiles);
      if (!tile) return tile.fault();
      board.colonies[*pile] = static_cast<u8>(1 + *tile);
      return ok();
    });
  }
  if (key == "busts") {
    board.busts.fill(0);
    return for_words(value, [&](std::string_view word) -> Status {
      const auto parts = text::split(word, ':');
      if (parts.size() < 2 || parts.size() > 3 || (parts.size() == 3 && parts[2] != "face" && parts[2] != "back"))
        return fault(in_quotes(word) + " is not a bust, its token and the token's side, like bust-6:income:face");
      auto bust = parse_bust(parts[0]);
      if (!bust) return bust.fault();
      auto track = parse_track(parts[1]);
      if (!track) return track.fault();
      if (board.busts[*bust] != 0) return fault(std::string(parts[0]) + " is named twice");
      board.busts[*bust] = static_cast<u8>((parts.size() == 3 && parts[2] == "back" ? 1 + track_count : 1) + *track);
      return ok();
    });
  }
  if (key == "silver") {
    board.silver.fill(0);
    std::size_t n = 0;
    return for_words(value, [&](std::string_view word) -> Status {
      auto track = parse_track(word);
      if (!track) return track.fault();
      if (n == seals_max) return fault("a player has at most " + std::to_string(seals_max) + " silver seals");
      board.silver[n++] = static_cast<u8>(1 + *track);
      return ok();
    });
  }
  if (key == "pair") {
    std::vector<Card> cards;
    auto status = for_words(value, [&](std::string_view word) -> Status {
      auto card = parse_card(word);
      if (!card) return card.fault();
      cards.push_back(*card);
      return ok();
    });
    if (!status) return status;
    if (cards.size() != 2 || cards[0] == cards[1]) return fault("a pair is two cards");
    std::sort(cards.begin(), cards.end());
    own.pair = {cards[0], cards[1]};
    return ok();
  }
  if (key == "commit") {
    // Held as a card until complete() knows the pair: filler holds it.
    own.commit = Commit::none;
    own.filler[0] = 0;
    if (value == "none") return ok();
    auto action = parse(value);
    if (!action) return action.fault();
    if (kind_of(*action) == Do::side) {
      own.commit = action->with[0] == 0 ? Commit::side_a : Commit::side_b;
      return ok();
    }
    if (kind_of(*action) != Do::buy && kind_of(*action) != Do::sell) return fault("a commit is buy CARD, sell CARD, side a or side b");
    own.commit = kind_of(*action) == Do::buy ? Commit::buy_low : Commit::sell_low;
    own.filler[0] = 1;
    own.filler[1] = card_of(*action);
    return ok();
  }
  return fault("unknown field " + in_quotes(key) + " of a player");
}

Status Hadara::set_pending(Public& pub, std::string_view value) const {
  if (!(named(pub) & named_pending)) pub.stack.clear();
  named(pub) |= named_pending;
  if (value == "over") return ok();
  const auto words = text::words(value);
  if (words.empty()) return fault("a pending decision needs a name");
  std::vector<std::string> known;
  for (const FrameName& frame : frame_names) known.emplace_back(frame.name);
  const auto at = std::find(known.begin(), known.end(), words[0]);
  if (at == known.end()) return fault("unknown decision " + in_quotes(words[0]) + near_word(words[0], known));
  if (pub.stack.full()) return fault("more than " + std::to_string(depth_max) + " pending decisions");
  const Now kind = frame_names[at - known.begin()].kind;
  const bool for_all = kind == Now::side || kind == Now::choose || kind == Now::segment;
  Frame frame = frame_for(kind, Seat::A);
  bool operand_missing = kind == Now::token || kind == Now::flip;
  bool seat_missing = !for_all;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t eq = words[i].find('=');
    if (eq == std::string_view::npos) {
      auto seat = parse_seat_word(words[i]);
      if (!seat) return seat.fault();
      if (for_all) return fault(std::string(words[0]) + " names no seat");
      if (*seat >= pub.seats) return fault("seat " + std::string(words[i]) + " is not in this game");
      frame.seat = static_cast<Seat>(*seat);
      seat_missing = false;
      continue;
    }
    const std::string_view operand_name = words[i].substr(0, eq), operand = words[i].substr(eq + 1);
    const bool step = kind == Now::colony || kind == Now::bust;
    if (operand_name == "card" && kind == Now::token) {
      auto card = parse_card(operand);
      if (!card) return card.fault();
      frame.a = *card;
      operand_missing = false;
    } else if (operand_name == "pile" && kind == Now::flip) {
      auto pile = parse_pile(operand);
      if (!pile) return pile.fault();
      frame.a = *pile;
      operand_missing = false;
    } else if ((operand_name == "taken" && step) || (operand_name == "paid" && kind == Now::feed) ||
               (operand_name == "place" && kind == Now::segment)) {
      auto n = operand_name == "place" ? parse_count(operand, 1, colour_count) : parse_count(operand, 0, operand_name == "taken" ? 2 : 6);
      if (!n) return n.fault();
      frame.a = static_cast<u8>(operand_name == "place" ? *n - 1 : *n);
    } else if (operand_name == "spent" && step) {
      auto n = parse_count(operand, 0, 30);
      if (!n) return n.fault();
      frame.amount = static_cast<i16>(*n);
    } else {
      return fault(in_quotes(words[0]) + " has no operand " + in_quotes(operand_name));
    }
  }
  if (seat_missing) return fault("say whose decision it is: " + std::string(words[0]) + " A");
  if (operand_missing) return fault(std::string(words[0]) + (kind == Now::token ? " needs card=CARD" : " needs pile=colony-N"));
  pub.stack.push(frame);
  return ok();
}

Status Hadara::set(State& state, std::string_view key, std::string_view value) const {
  Public& pub = state.pub;
  value = text::trim(value);
  if (key.size() > 2 && key[1] == '.') {
    const auto seat = parse_seat(key.substr(0, 1));
    if (!seat || index_of(*seat) >= pub.seats) return fault("seat " + std::string(key.substr(0, 1)) + " is not in this game");
    return set_board(pub.of(*seat), state.of(*seat), key.substr(2), value);
  }
  if (key == "pending") return set_pending(pub, value);
  if (key == "epoch") {
    for (int e = 0; e < epoch_count; ++e)
      if (value == epoch_name(e)) {
        pub.epoch = static_cast<u8>(e);
        return ok();
      }
    return fault("the epoch is I, II or III, not " + in_quotes(value));
  }
  if (key == "phase") {
    if (value != "A" && value != "B") return fault("the phase is A or B, not " + in_quotes(value));
    pub.phase = value == "A" ? Phase::a : Phase::b;
    return ok();
  }
  if (key == "turn") {
    auto n = parse_count(value, 1, turns_an_epoch);
    if (!n) return n.fault();
    pub.turn = static_cast<u8>(*n - 1);
    return ok();
  }
  if (key == "wheel") {
    auto colour = parse_colour(value);
    if (!colour) return colour.fault();
    named(pub) |= named_wheel;
    named_colour(pub) = *colour;
    return ok();
  }
  if (key == "segments") {
    std::size_t n = 0;
    auto status = for_words(value, [&](std::string_view word) -> Status {
      auto colour = parse_colour(word);
      if (!colour) return colour.fault();
      if (n == colour_count) return fault("there are five segments");
      pub.segments[n++] = static_cast<Colour>(*colour);
      return ok();
    });
    if (status && n != colour_count) return fault("name all five segments, clockwise");
    return status;
  }
  if (const auto colour_word = after_prefix(key, "outer.")) {
    auto colour = parse_colour(*colour_word);
    if (!colour) return colour.fault();
    auto& pile = pub.outer[static_cast<Colour>(*colour)];
    pile.clear();
    return for_words(value, [&](std::string_view word) -> Status {
      auto card = parse_card(word);
      if (!card) return card.fault();
      if (pile.full()) return fault("an outer pile has at most " + std::to_string(seats_max) + " cards");
      pile.push(*card);
      return ok();
    });
  }
  if (key == "discard") {
    Board scratch;
    Private none;
    auto status = set_board(scratch, none, "cards", value);
    if (status) pub.gone = scratch.cards;
    return status;
  }
  return fault("unknown field " + in_quotes(key));
}

// Fills in what a seat's lines left open: start card values, coins, tracks, tokens.
Status Hadara::complete_board(State& state, Seat seat) const {
  Public& pub = state.pub;
  Board& board = pub.of(seat);
  Private& own = state.of(seat);
  const std::string who = std::string(seat_name(seat));
  const bool dealt = board.initiative != 0 && (pub.stack.empty() || !is_set_up(kind_of(pub.stack[0])));
  const StartSide side = dealt ? tables_.starts[board.initiative - 1u][board.side] : StartSide{};
  for (int c = 0; c < colour_count; ++c)
    board.counts[static_cast<Colour>(c)] = static_cast<u8>(std::popcount(board.cards[static_cast<Colour>(c)]));
  const Tracks played = in_play(board);
  for (int t = 0; t < track_count; ++t) {
    const auto track = static_cast<Track>(t);
    const bool free = board.tracks[track] == unnamed_track;
    const int start_value = free ? side.tracks[track] : board.tracks[track] - played[track];
    if (start_value < 0)
      return fault(who + "." + track_text(t) + " is " + std::to_string(board.tracks[track]) + ", but what is in play gives " +
                   std::to_string(played[track]));
    board.base.put(track, start_value);
  }
  board.tracks = board.base + played;
  if (board.coins == unnamed_coins) {
    const bool begins_once = pub.seats == 2 && seat == first_player(pub, 1);
    const bool begins = seat == first_player(pub, 0) || seat == first_player(pub, 1) || (pub.seats > 2 && seat == first_player(pub, 2));
    board.coins = static_cast<i16>(side.coins + (dealt && (begins_once || !begins) ? 1 : 0));
  }
  board.tokens.fill(tokens_a_track);
  const auto use = [&](int track) -> bool {
    u8& left = board.tokens[static_cast<std::size_t>(track)];
    if (left == 0) return false;
    --left;
    return true;
  };
  bool enough = true;
  for (u8 held : board.busts)
    if (held != 0) enough = use((held - 1) % track_count) && enough;
  for (u8 held : board.silver)
    if (held != 0) enough = use(held - 1) && enough;
  for (u8 held : board.token_on)
    if (held != 0) enough = use(held - 1) && enough;
  if (!enough) return fault(who + " uses more than two bonus tokens of one track");
  for (int c = 0; c < colour_count; ++c)
    for (u64 bits = own.sold[static_cast<Colour>(c)]; bits != 0; bits &= bits - 1)
      board.sold = static_cast<u16>(board.sold | 1u << deck_index(card_at(static_cast<Colour>(c), std::countr_zero(bits))));
  if (own.filler[0] != 0) {
    if (own.filler[1] == own.pair[1])
      own.commit = static_cast<Commit>(static_cast<int>(own.commit) + 1);
    else if (own.filler[1] != own.pair[0])
      return fault(who + ".commit names a card that is not of " + who + ".pair");
    own.filler = {};
  }
  if (own.commit != Commit::none) pub.committed.add(seat);
  return ok();
}

Status Hadara::complete(State& state) const {
  Public& pub = state.pub;
  const bool pending_named = (named(pub) & named_pending) != 0;
  const bool set_up = pending_named && !pub.stack.empty() && is_set_up(kind_of(pub.stack[0]));
  if (!(set_up && kind_of(pub.stack[0]) == Now::start))
    for (int i = 0; i < pub.seats; ++i) {
      if (pub.boards[static_cast<std::size_t>(i)].initiative != 0) continue;
      u8 free = 1;
      while (std::any_of(pub.boards.begin(), pub.boards.end(), [&](const Board& b) { return b.initiative == free; })) ++free;
      pub.boards[static_cast<std::size_t>(i)].initiative = free;
    }
  pub.first = set_up ? Seat::A : first_player(pub, pub.epoch);
  const bool turn_named = pub.turn != unnamed_turn;
  const bool wheel_done =
      pub.phase == Phase::b || (!pub.stack.empty() && (kind_of(pub.stack[0]) == Now::colony || kind_of(pub.stack[0]) == Now::bust));
  if (!turn_named) pub.turn = wheel_done ? turns_an_epoch - 1 : 0;
  if (!pending_named)
    pub.stack.back() = pub.phase == Phase::b ? frame_for(Now::market, pub.first)
                       : turn_named          ? frame_for(Now::draw, Seat::A)
                                             : frame_for(Now::wheel, pub.first);
  if (!pub.stack.empty() && kind_of(pub.stack[0]) == Now::choose) pub.stack[0].seat = pub.first;
  if (named(pub) & named_wheel) {
    const auto at = std::find(pub.segments.begin(), pub.segments.end(), static_cast<Colour>(named_colour(pub)));
    if (at == pub.segments.end()) return fault("the segments lack the colour of the wheel");
    pub.wheel = static_cast<u8>((at - pub.segments.begin() + colour_count - pub.of(pub.first).crest) % colour_count);
  }
  pub.filler = {};
  for (int i = 0; i < pub.seats; ++i)
    if (auto status = complete_board(state, seat_at(i)); !status) return status;
  state.hid.unseen = deck_;
  for (int c = 0; c < colour_count; ++c) {
    const auto colour = static_cast<Colour>(c);
    u64 lying = pub.gone[colour];
    for (const Board& board : pub.boards) lying |= board.cards[colour];
    for (const Private& own : state.own) lying |= own.sold[colour];
    for (Card card : pub.outer[colour]) lying |= bit_of(card);
    state.hid.unseen[colour] &= ~lying;
  }
  for (const Private& own : state.own)
    if (own.has_pair())
      for (Card card : own.pair) state.hid.unseen[colour_of(card)] &= ~bit_of(card);
  return ok();
}

}  // namespace trestle::hadara
