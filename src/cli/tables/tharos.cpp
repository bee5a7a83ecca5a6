// The table of Tharos in a terminal: the grid of regions with their effects, goods and markers, the attack, a strip for each player,
// the own action cards, and beside each choice what it changes.
#include <algorithm>

#include "cli/table.hpp"
#include "core/any_game_of.hpp"
#include "games/tharos/event.hpp"
#include "games/tharos/rules.hpp"

namespace trestle::cli {

namespace {

using namespace tharos;
using TharosFacade = AnyGameOf<Tharos>;
using TharosSeen = SightOf<Public, Private>;

Tone die_tone(Colour c) {
  switch (c) {
    case Colour::white: return Tone::strong;
    case Colour::red: return Tone::bad;
    case Colour::yellow: return Tone::coin;
    case Colour::green: return Tone::good;
    case Colour::blue: return Tone::key;
  }
  return Tone::plain;
}

std::string cell_name(int c) { return std::string(1, static_cast<char>('a' + c % side)) + std::to_string(c / side + 1); }

std::string effect_sign(Transformation t) {
  static constexpr std::string_view signs[transformation_count] = {"-",   "3J",  "5J",  "+1f", "+2f", "+1",  "±1w",
                                                                   "±1r", "±1y", "±1g", "±1b", "w=?", "flip"};
  return std::string(signs[static_cast<std::size_t>(t)]);
}

class TharosView final : public TableView {
 public:
  TharosView(const Tharos& rules, const Language& language) : rules_(rules), lang_(language) {}

  Page draw(const AnySight& sight, const Look& look, Density density) const override;
  std::string group(const AnySight& sight, Action action) const override;
  std::string change(const AnySight& before, const AnySight& after) const override;
  bool ruins_chooser(const AnySight&, const AnySight&) const override { return false; }
  int round(const AnySight& sight) const override {
    const Public pub = TharosFacade::sight_value(sight).pub;
    return pub.attack_count == 0 && pub.round == 1 ? 0 : pub.round;
  }
  bool worth_telling(const Event& event) const override;
  std::string ending(const AnySight& sight) const override {
    return TharosFacade::sight_value(sight).pub.phase == Phase::over ? "tharos.ending.points" : "";
  }

 private:
  std::string word(std::string_view key, const std::vector<Language::Arg>& args = {}) const {
    return lang_.word("tharos." + std::string(key), args);
  }
  std::string term(std::string_view group, std::string_view name) const {
    return lang_.term("tharos." + std::string(group) + "." + std::string(name));
  }
  int total(const Public& p, Seat seat) const;

  Line header(const Public& p, int width) const;
  Page attack(const Public& p, int width) const;
  Page grid(const Public& p, int width) const;
  Line cell_head(const Public& p, int c, int width) const;
  Line cell_marks(const Public& p, int c) const;
  void strip(Page& page, const TharosSeen& seen, Seat seat, int width, Density density) const;
  std::vector<Line> active_dice(const Player& w) const;
  std::vector<Line> colours(Dice dice) const;
  Page buildings(const Public& p, int width) const;
  Page hand(const TharosSeen& seen, int width) const;

  const Tharos& rules_;
  const Language& lang_;
};

void append(Page& page, Page more) {
  for (Line& line : more) page.push_back(std::move(line));
}

Page labelled(const std::string& label, const std::vector<Line>& pieces, std::string_view gap, int width) {
  Line first("     ");
  first.add(label + " ", Tone::quiet);
  const int indent = first.width();
  return flow(std::move(first), pieces, indent, gap, width);
}

Page TharosView::draw(const AnySight& sight, const Look& look, Density density) const {
  const TharosSeen seen = TharosFacade::sight_value(sight);
  const Public& p = seen.pub;
  const int width = look.width;
  Page page;
  page.push_back(header(p, width));
  append(page, attack(p, width));
  append(page, grid(p, width));
  append(page, buildings(p, width));
  const bool seated = index_of(sight.me) < p.seats;
  const int first = seated ? index_of(sight.me) + 1 : 0;
  for (int i = 0; i < p.seats; ++i) {  // the others in turn order, then me, next to my cards
    if (density == Density::airy) page.emplace_back();
    strip(page, seen, seat_at((first + i) % p.seats), width, density);
  }
  if (seated) append(page, hand(seen, width));
  return page;
}

int TharosView::total(const Public& p, Seat seat) const {
  State s;
  s.pub = p;
  return rules_.score(s).back().points[static_cast<std::size_t>(seat)];
}

Line TharosView::header(const Public& p, int width) const {
  Line left("── ", Tone::quiet);
  left.add(word("title"), Tone::title).add("  " + word("table.turn", {i64{p.round}, i64{p.turn}}), Tone::strong).add(" ");
  Line right(" ");
  right.add(word("table.deck", {i64{p.deck}, i64{std::popcount(p.discard)}}), Tone::quiet).add(" ──", Tone::quiet);
  std::string rule;
  for (int i = left.width() + right.width(); i < width; ++i) rule += "─";
  return left.add(rule, Tone::quiet).add(right);
}

Page TharosView::attack(const Public& p, int width) const {
  Line line("  ");
  if (p.attack_count == 0 || p.attack_count < p.turn) return {line.add(word("table.no-attack"), Tone::quiet)};
  const int strength = p.attacks[static_cast<std::size_t>(p.turn - 1)] + p.round;
  line.add(word("table.attack", {std::string(cell_name(attacked_cell(p))), i64{strength}}), Tone::bad);
  Line effect;
  effect.add(word("table.effect", {Term{"tharos.effect." + std::string(name_of(transformation(p)))}}));
  if (line.width() + 3 + effect.width() <= width) return {line.add("   ").add(effect)};
  return {line, Line("  ").add(effect)};
}

// Name, colour and effect of a region: "a1 Forests ±1w".
Line TharosView::cell_head(const Public& p, int c, int width) const {
  const Colour colour = colour_at(p, c);
  const bool here = attacked_cell(p) == c && p.phase != Phase::over;
  const std::string effect = effect_sign(p.marker[static_cast<std::size_t>(c)]);
  Line line(here ? "▸" : " ", Tone::bad);
  line.add(cell_name(c), here ? Tone::bad : Tone::quiet).add(" ");
  const int room = width - line.width() - width_of(effect) - 2;
  if (room > 1) line.add(cut(term("region", name_of(colour)), room), die_tone(colour)).add(" ");
  return line.add(effect);
}

// What lies on it: o ore, c crystal, and for each player g guild marker, m mine.
Line TharosView::cell_marks(const Public& p, int c) const {
  Line line("    ");
  line.add(p.ore & cell_bit(c) ? "o" : "·", Tone::quiet).add(p.crystal & cell_bit(c) ? "c" : "·", Tone::quiet);
  for (int s = 0; s < p.seats; ++s) {
    const Player& w = p.players[static_cast<std::size_t>(s)];
    std::string marks;
    if (w.guild & cell_bit(c)) marks += "g";
    if (w.mines & cell_bit(c)) marks += "m";
    if (!marks.empty()) line.add(" " + std::string(seat_name(seat_at(s))) + marks, seat_tone(seat_at(s)));
  }
  return line;
}

Page TharosView::grid(const Public& p, int width) const {
  const int cell_width = std::clamp((width - 2) / side, 9, 22);
  Page page;
  for (int row = 0; row < side; ++row) {
    Line heads("  "), marks("  ");
    for (int column = 0; column < side; ++column) {
      const int c = row * side + column;
      heads.to(2 + column * cell_width).add(cell_head(p, c, cell_width));
      marks.to(2 + column * cell_width).add(cell_marks(p, c));
    }
    page.push_back(heads);
    page.push_back(marks);
  }
  return page;
}

Page TharosView::buildings(const Public& p, int width) const {
  std::vector<Line> pieces;
  for (int b = 0; b < building_count; ++b) {
    const u8 owner = p.owner[static_cast<std::size_t>(b)];
    if (owner == unbuilt) continue;
    Line piece(term("building", name_of(static_cast<Building>(b))), Tone::unit);
    piece.add(" (" + std::to_string(rules_.tables().costs[static_cast<Building>(b)]) + ")", Tone::quiet);
    if (owner >= owned_by) piece.add(" " + std::string(seat_name(seat_at(owner - owned_by))), seat_tone(seat_at(owner - owned_by)));
    pieces.push_back(piece);
  }
  if (pieces.empty()) return {};
  Line label("  ");
  label.add(word("table.buildings") + " ", Tone::strong);
  const int indent = label.width();
  return flow(std::move(label), pieces, indent, " · ", width);
}

std::vector<Line> TharosView::active_dice(const Player& w) const {
  std::vector<Line> pieces;
  for (u64 kinds = w.active.present(); kinds != 0; kinds &= kinds - 1) {
    const auto k = static_cast<DieKind>(std::countr_zero(kinds));
    for (int i = 0; i < w.active[k]; ++i)
      pieces.emplace_back(term("colour", name_of(colour_of(k))) + " " + std::to_string(value_of(k)), die_tone(colour_of(k)));
  }
  return pieces;
}

std::vector<Line> TharosView::colours(Dice dice) const {
  std::vector<Line> pieces;
  dice.kinds().for_each([&](Colour c) { pieces.emplace_back(std::to_string(dice[c]) + " " + term("colour", name_of(c)), die_tone(c)); });
  if (pieces.empty()) pieces.emplace_back("-", Tone::quiet);
  return pieces;
}

void TharosView::strip(Page& page, const TharosSeen& seen, Seat seat, int width, Density density) const {
  const Public& p = seen.pub;
  const Player& w = p.of(seat);
  const bool acting = !p.stack.empty() && p.phase == Phase::act && p.actor == seat;
  Line right;
  const auto figure = [&](std::string_view key, int value, Tone tone = Tone::plain) {
    right.add("  " + word(key) + " ", Tone::quiet).add(std::to_string(value), tone);
  };
  figure("table.jars", w.jars, Tone::coin);
  figure("table.strength", w.strength, w.strength > 0 ? Tone::bad : Tone::plain);
  if (width >= 70) figure("table.points", w.points);
  figure("table.hand", w.hand);
  figure("table.score", total(p, seat), Tone::good);
  Line head(acting ? "▸ " : "  ", Tone::key);
  if (p.start == seat) head.add("* ", Tone::key);
  head.add(cut(lang_.name(seat), std::max(4, width - right.width() - head.width() - 1)), seat_tone(seat));
  if (w.passed && head.width() + right.width() + 12 < width) head.add(" " + word("table.passed"), Tone::quiet);
  page.push_back(head.to(width - right.width()).add(right));
  if (!w.active.empty()) append(page, labelled(word("table.dice"), active_dice(w), "  ", width));
  std::vector<Line> cards;
  w.cards.for_each([&](PlayerCard c) {
    Line piece(term("player-card", name_of(c)), w.spent.has(c) ? Tone::quiet : Tone::action);
    if (c == PlayerCard::organizer) piece.add(" " + std::to_string(w.organizer));
    if (c == PlayerCard::manipulator) piece.add(" " + std::to_string(w.manipulator));
    cards.push_back(piece);
  });
  if (!cards.empty()) append(page, labelled(word("table.cards"), cards, " · ", width));
  std::vector<Line> gains;
  for (int m = 0; m < medal_count; ++m)
    if (const int n = w.medals[static_cast<Medal>(m)]; n > 0)
      gains.emplace_back(std::to_string(n) + " " + term("medal", name_of(static_cast<Medal>(m))), Tone::good);
  w.ore.for_each([&](Colour c) { gains.emplace_back(term("ware", "ore") + " " + term("colour", name_of(c)), die_tone(c)); });
  w.crystal.for_each([&](Colour c) { gains.emplace_back(term("ware", "crystal") + " " + term("colour", name_of(c)), die_tone(c)); });
  if (!gains.empty()) append(page, flow(Line("     "), gains, 5, " · ", width));
  if (w.lost != 0) {
    Line lost("     ");
    page.push_back(lost.add(word("table.lost") + " " + std::to_string(std::popcount(static_cast<u32>(w.lost))), Tone::bad));
  }
  if (density == Density::tight || seat != seen.seat()) return;
  append(page, labelled(word("table.bag"), colours(w.bag), ", ", width));
  append(page, labelled(word("table.depot"), colours(w.depot), ", ", width));
  if (!w.kept.empty()) append(page, labelled(word("table.kept"), colours(w.kept), ", ", width));
  if (!w.blocked.empty()) {
    std::vector<Line> spaces;
    w.blocked.for_each([&](Space s) { spaces.emplace_back(term("space", name_of(s)), Tone::quiet); });
    append(page, labelled(word("table.used"), spaces, ", ", width));
  }
}

Page TharosView::hand(const TharosSeen& seen, int width) const {
  Page page;
  const ActionCards cards = seen.own.hand | seen.own.drawn;
  if (cards == 0) return page;
  page.push_back(Line("  ").add(word("table.my-hand"), Tone::strong));
  for (ActionCards left = cards; left != 0; left &= left - 1) {
    const int n = std::countr_zero(left);
    page.emplace_back("     " + cut(std::to_string(n) + ": " + term("card", std::to_string(n)), width - 5), Tone::skill);
  }
  return page;
}

// ---- choices

std::string TharosView::group(const AnySight& sight, Action action) const {
  const Public pub = TharosFacade::sight_value(sight).pub;
  if (pub.stack.empty() || static_cast<Now>(pub.stack.back().kind) != Now::act) return "";
  switch (kind_of(action)) {
    case Do::act: return action.with[0] <= static_cast<u8>(Deed::attack) ? "tharos.group.mat" : "tharos.group.cards";
    case Do::use: return "tharos.group.buildings";
    case Do::activate: return "tharos.group.activate";
    case Do::play: return "tharos.group.action-cards";
    default: return "tharos.group.other";
  }
}

std::string TharosView::change(const AnySight& before, const AnySight& after) const {
  const TharosSeen was = TharosFacade::sight_value(before), is_now = TharosFacade::sight_value(after);
  if (index_of(before.me) >= was.pub.seats || was.pub.turn != is_now.pub.turn || was.pub.round != is_now.pub.round) return "";
  const Player &old = was.pub.of(before.me), &fresh = is_now.pub.of(before.me);
  std::string out;
  const auto moved = [&](std::string_view key, int from, int to) {
    if (from != to) out += (out.empty() ? "" : ", ") + word(key) + " " + std::to_string(from) + "→" + std::to_string(to);
  };
  moved("change.jars", old.jars, fresh.jars);
  moved("change.strength", old.strength, fresh.strength);
  moved("change.score", total(was.pub, before.me), total(is_now.pub, before.me));
  return out;
}

bool TharosView::worth_telling(const Event& event) const {
  switch (static_cast<What>(event.kind)) {
    case What::region:
    case What::marker:
    case What::draws:
    case What::rolls:
    case What::places:
    case What::guild_off:
    case What::mine_off: return false;
    default: return true;
  }
}

}  // namespace

std::unique_ptr<TableView> make_tharos_view(const AnyGame& game, const Language& language) {
  const auto* facade = dynamic_cast<const TharosFacade*>(&game);
  if (facade == nullptr) return make_plain_view(game, language);
  return std::make_unique<TharosView>(facade->rules(), language);
}

}  // namespace trestle::cli
