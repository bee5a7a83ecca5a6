// The table of Throne of the World in a terminal: trade area, a strip for each player (coins to 45, units, sets, professions, race),
// the own hand, and beside each choice what it changes.
#include <algorithm>

#include "cli/table.hpp"
#include "core/any_game_of.hpp"
#include "games/throne/event.hpp"
#include "games/throne/table.hpp"

namespace trestle::cli {

namespace {

using namespace throne;
using throne::at;
using Facade = AnyGameOf<Throne>;
using Seen = SightOf<Public, Private>;

constexpr int coins_low = 5, coins_near = 36;  // where a purse is worth a warning

std::string card_key(const Throne& rules, Card card) { return "throne.card." + rules.tables().card_names[card]; }

Tone card_tone(Card card) {
  if (is_unit(card)) return Tone::unit;
  return is_skill(card) ? Tone::skill : Tone::action;
}

class ThroneView final : public TableView {
 public:
  ThroneView(const Throne& rules, const Language& language) : rules_(rules), lang_(language) {}

  Page draw(const AnySight& sight, const Look& look, Density density) const override;
  std::string group(const AnySight& sight, Action action) const override;
  std::string change(const AnySight& before, const AnySight& after) const override;
  bool ruins_chooser(const AnySight& before, const AnySight& after) const override;
  int round(const AnySight& sight) const override {
    const Public pub = Facade::sight_value(sight).pub;
    return pub.turns == 0 ? 0 : (pub.turns - 1) / pub.seats + 1;
  }
  bool worth_telling(const Event& event) const override;
  std::string ending(const AnySight& sight) const override;

 private:
  std::string word(std::string_view key, const std::vector<Language::Arg>& args = {}) const { return lang_.word(key, args); }
  std::string unit_name(Profession p) const { return lang_.term("throne.card." + std::string(name_of(p))); }
  std::string race_key(Race r) const { return "throne.race." + std::string(name_of(r)); }

  Line header(const Public& pub, int width) const;
  Page trade(const Seen& seen, int width) const;
  Page races_to_choose(const Private& own, int width) const;
  void strip(Page& page, const Seen& seen, Seat seat, const Look& look, Density density) const;
  Line strip_head(const Seen& seen, Seat seat, int width) const;
  Page strip_units(const Seen& seen, Seat seat, int width) const;
  Page abilities(Race race, int width, Density density) const;
  Page hand(const Seen& seen, int width) const;
  Page attack_scale(const Seen& seen, int width) const;
  std::vector<Line> cards(const Cards& bag) const;

  const Throne& rules_;
  const Language& lang_;
};

// A goal within reach is good news of one's own team and bad news of another.
Tone close_to_winning(const Public& pub, Seat me, Seat who) { return team_of(pub, who).has(me) ? Tone::good : Tone::bad; }

std::string repeated(std::string_view mark, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += mark;
  return out;
}

// ---- the whole table

Page ThroneView::draw(const AnySight& sight, const Look& look, Density density) const {
  const Seen seen = Facade::sight_value(sight);
  const Public& pub = seen.pub;
  const auto gap = [&](Page& page) {
    if (density == Density::airy) page.emplace_back();
  };
  Page page;
  page.push_back(header(pub, look.width));
  const bool choosing = pub.turns == 0 && seen.own.races[0] != Race::none;
  if (choosing) {
    for (Line& line : races_to_choose(seen.own, look.width)) page.push_back(std::move(line));
    return page;
  }
  for (Line& line : trade(seen, look.width)) page.push_back(std::move(line));
  const bool seated = index_of(sight.me) < pub.seats;
  const int first = seated ? index_of(sight.me) + 1 : 0;
  for (int i = 0; i < pub.seats; ++i) {  // the others in turn order, then me, next to my hand
    gap(page);
    strip(page, seen, seat_at((first + i) % pub.seats), look, density);
  }
  if (!seated) return page;
  gap(page);
  for (Line& line : hand(seen, look.width)) page.push_back(std::move(line));
  for (Line& line : attack_scale(seen, look.width)) page.push_back(std::move(line));
  return page;
}

Line ThroneView::header(const Public& pub, int width) const {
  Line left("── ", Tone::quiet);
  left.add(word("throne.title"), Tone::title);
  if (pub.turns > 0) left.add("  " + word("throne.table.round", {i64{(pub.turns - 1) / pub.seats + 1}}), Tone::strong);
  left.add(" ");
  Line right(" ");
  right.add(word("throne.table.pile", {i64{pub.pile}, i64{pub.discard.total()}}), Tone::quiet).add(" ──", Tone::quiet);
  left.add(repeated("─", width - left.width() - right.width()), Tone::quiet);
  return left.add(right);
}

std::vector<Line> ThroneView::cards(const Cards& bag) const {
  std::vector<Line> pieces;
  for_each_bit(bag.present(), [&](u8 card) {
    Line piece(lang_.term(card_key(rules_, card)), card_tone(card));
    if (bag[card] > 1) piece.add(" ×" + std::to_string(bag[card]), Tone::strong);
    pieces.push_back(piece);
  });
  return pieces;
}

Page ThroneView::trade(const Seen& seen, int width) const {
  std::vector<Line> pieces = cards(seen.pub.trade);
  if (pieces.empty()) pieces.emplace_back("-", Tone::quiet);
  Line label("  ");
  label.add(word("throne.table.trade"), Tone::strong).add("  ");
  const int indent = label.width();
  return flow(std::move(label), pieces, indent, " · ", width);
}

Page ThroneView::races_to_choose(const Private& own, int width) const {
  Page page;
  for (Race race : own.races) {
    if (race == Race::none) continue;
    page.emplace_back();
    Line title("  ");
    title.add(capitalised(lang_.term(race_key(race))), own.choice == race ? Tone::good : Tone::strong);
    page.push_back(title);
    for (const char* ability : {".1", ".2"})
      for (const std::string& text : wrap(lang_.term(race_key(race) + ability), width - 6)) page.emplace_back("      " + text);
  }
  return page;
}

// ---- one player

void ThroneView::strip(Page& page, const Seen& seen, Seat seat, const Look& look, Density density) const {
  const Public& pub = seen.pub;
  page.push_back(strip_head(seen, seat, look.width));
  if (pub.turns > 0 && !pub.alive.has(seat)) return;
  for (Line& line : strip_units(seen, seat, look.width)) page.push_back(std::move(line));
  for (Line& line : abilities(race_of(pub, seat), look.width, density)) page.push_back(std::move(line));
  if (seat != seen.seat() && !pub.shown[at(seat)].empty()) {
    Line label("     ");
    label.add(word("throne.table.known") + " ", Tone::quiet);
    const int indent = label.width();
    for (Line& line : flow(std::move(label), cards(pub.shown[at(seat)]), indent, " · ", look.width)) page.push_back(std::move(line));
  }
}

Line ThroneView::strip_head(const Seen& seen, Seat seat, int width) const {
  const Public& pub = seen.pub;
  Line right;
  if (pub.turns > 0 && !pub.alive.has(seat)) {
    right.add(word("throne.table.out"), Tone::bad);
  } else {
    const int coins = coins_of(pub, seat);
    const int bar = width >= 110 ? 30 : width >= 92 ? 20 : width >= 78 ? 15 : 0;
    const int filled = std::clamp(bar * coins / printed::coins_to_win, coins > 0 && bar > 0 ? 1 : 0, bar);
    const Tone tone = coins <= coins_low ? Tone::bad : Tone::coin;
    const std::string number = std::to_string(coins);
    const Tone near = close_to_winning(pub, seen.seat(), seat);
    right.add(std::string(number.size() < 2 ? 1 : 0, ' ') + number, coins >= coins_near ? near : tone == Tone::bad ? tone : Tone::strong);
    right.add("/" + std::to_string(printed::coins_to_win), Tone::quiet);
    if (bar > 0) {
      right.add(" ").add(repeated("█", filled), tone);
      right.add(repeated("░", bar - filled), Tone::quiet);
    } else {
      right.add(" " + word("throne.table.coins"), Tone::quiet);
    }
    const auto figure = [&](std::string_view key, int value) {
      const std::string digits = std::to_string(value);
      right.add("  " + word(key) + std::string(digits.size() < 2 ? 2 : 1, ' '), Tone::quiet).add(digits);
    };
    figure("throne.table.hand", pub.hand[at(seat)]);
    const bool free = pub.harvest != 0 && pub.turn == seat;
    figure("throne.table.upkeep", free ? 0 : upkeep(pub, seat, pub.units[at(seat)]));
  }
  const bool active = pub.turns > 0 && pub.turn == seat && pub.ending == Ending::none;
  Line left(active ? "▸ " : "  ", Tone::key);
  std::string who = lang_.name(seat);
  const int room = width - right.width() - 1;
  Line race;
  if (race_of(pub, seat) != Race::none)
    race.add(" · ", Tone::quiet)
        .add(capitalised(lang_.term(race_key(race_of(pub, seat)))), seat == seen.seat() ? Tone::strong : Tone::plain);
  if (pub.seats == 4) race.add(" · " + word("throne.table.team", {i64{index_of(seat) % 2 + 1}}), Tone::quiet);
  if (active && pub.points > 0) race.add("  " + repeated("●", pub.points), Tone::key);
  left.add(cut(who, std::max(4, room - left.width() - race.width())), seat_tone(seat)).add(race);
  if (left.width() > room) {  // very narrow: the name gives way before the figures do
    Line shorter("  ");
    shorter.add(cut(who, std::max(1, room - 3)), seat_tone(seat));
    left = shorter;
  }
  return left.to(width - right.width()).add(right);
}

Page ThroneView::strip_units(const Seen& seen, Seat seat, int width) const {
  const Public& pub = seen.pub;
  const Units strength = strength_of(pub, seat);
  const Units units = pub.units[at(seat)];
  const Professions full = full_sets(rules_, strength);
  std::vector<Line> pieces;
  strength.kinds().for_each([&](Profession p) {
    Line piece(unit_name(p) + " ", full.has(p) ? Tone::good : Tone::unit);
    std::string count = std::to_string(units[p]);
    if (strength[p] > units[p]) count += "+" + std::to_string(strength[p] - units[p]);
    piece.add(count + "/" + std::to_string(rules_.tables().professions[p].set), full.has(p) ? Tone::good : Tone::plain);
    if (full.has(p)) piece.add("★", Tone::good);
    if (pub.turn == seat && pub.activated.has(p)) piece.add(" " + word("throne.table.acted"), Tone::quiet);
    pieces.push_back(piece);
  });
  if (pieces.empty()) pieces.emplace_back(word("throne.table.no-units"), Tone::quiet);
  const int kinds = strength.kinds().size();
  const Tone near = close_to_winning(pub, seen.seat(), seat);
  Line meters;
  meters.add(word("throne.table.sets") + " ", Tone::quiet);
  meters.add(std::to_string(full.size()) + "/" + std::to_string(printed::sets_to_win), full.size() >= 2 ? near : Tone::plain);
  meters.add("  " + word("throne.table.professions") + " ", Tone::quiet);
  meters.add(std::to_string(kinds) + "/" + std::to_string(profession_count), kinds >= 6 ? near : Tone::plain);
  Page page = flow(Line("     "), pieces, 5, "  ", width);
  if (page.back().width() + 2 + meters.width() > width) page.emplace_back();
  page.back().to(width - meters.width()).add(meters);
  return page;
}

Page ThroneView::abilities(Race race, int width, Density density) const {
  if (race == Race::none) return {};
  const std::string one = lang_.term(race_key(race) + ".1"), two = lang_.term(race_key(race) + ".2");
  Page page;
  const bool side_by_side = 5 + width_of(one) + 3 + width_of(two) <= width;
  if (side_by_side || density == Density::tight) {
    page.emplace_back("     " + cut(one + " · " + two, width - 5), Tone::quiet);
  } else {
    page.emplace_back("     " + cut(one, width - 5), Tone::quiet);
    page.emplace_back("     " + cut(two, width - 5), Tone::quiet);
  }
  return page;
}

// ---- what is mine

Page ThroneView::hand(const Seen& seen, int width) const {
  Page page;
  std::vector<Line> pieces = cards(seen.own.hand);
  if (pieces.empty()) pieces.emplace_back(word("throne.table.empty-hand"), Tone::quiet);
  Line label("  ");
  label.add(word("throne.table.my-hand"), Tone::strong).add("  ");
  const int indent = label.width();
  page = flow(std::move(label), pieces, indent, " · ", width);
  if (!seen.own.top.empty()) {
    std::vector<Line> top;
    for (Card card : seen.own.top) top.emplace_back(lang_.term(card_key(rules_, card)), card_tone(card));
    Line seen_label("  ");
    seen_label.add(word("throne.table.seen"), Tone::strong).add("  ");
    const int seen_indent = seen_label.width();
    for (Line& line : flow(std::move(seen_label), top, seen_indent, " · ", width)) page.push_back(std::move(line));
  }
  return page;
}

// Damage against what covers it so far.
Page ThroneView::attack_scale(const Seen& seen, int width) const {
  if (seen.pub.stack.empty()) return {};
  const Frame& top = seen.pub.stack.back();
  if (now(top) != Now::defend || top.seat != seen.seat()) return {};
  const int damage_points = top.amount, covered = std::min<int>(top.b, top.amount);
  const int unit = width >= 78 ? 2 : 1;
  Line line("  ");
  line.add(word("throne.table.damage") + " ", Tone::strong).add(repeated("█", covered * unit), Tone::good);
  line.add(repeated("█", std::min(40, (damage_points - covered) * unit)), Tone::bad);
  line.add(" " + word("throne.table.scale", {i64{damage_points}, i64{top.b}, i64{damage_points - covered}}));
  return {line};
}

// ---- choices

std::string ThroneView::group(const AnySight& sight, Action action) const {
  const Seen seen = Facade::sight_value(sight);
  if (seen.pub.stack.empty() || now(seen.pub.stack.back()) != Now::play) return "";
  switch (kind_of(action)) {
    case Do::play:
      if (is_unit(card_of(action))) return "throne.group.units";
      return is_skill(card_of(action)) ? "throne.group.skills" : "throne.group.actions";
    case Do::malice: return "throne.group.actions";
    case Do::take: return "throne.group.trade";
    default: return "throne.group.finish";
  }
}

std::string ThroneView::change(const AnySight& before, const AnySight& after) const {
  const Seen was = Facade::sight_value(before), is_now = Facade::sight_value(after);
  const Public &old = was.pub, &fresh = is_now.pub;
  const Seat me = before.me;
  std::vector<std::string> parts;
  const auto moved = [&](std::string what, int from, int to) {
    if (from != to) parts.push_back(what + " " + std::to_string(from) + "→" + std::to_string(to));
  };
  if (fresh.ending != Ending::none && fresh.winners.has(me)) return word("throne.change.wins");
  if (!fresh.alive.has(me)) return word("throne.change.out");
  const bool same_turn = old.turns == fresh.turns;
  moved(word("throne.table.coins"), coins_of(old, me), coins_of(fresh, me));
  for (int i = 0; i < old.seats; ++i) {
    const Seat seat = seat_at(i);
    if (seat == me || team_of(old, me).has(seat) || (old.seats == 4 && i >= 2 && !team_of(old, me).has(seat_at(i - 2)))) continue;
    moved(lang_.name(seat), coins_of(old, seat), coins_of(fresh, seat));
  }
  for (int i = 0; i < profession_count; ++i) {
    const auto p = static_cast<Profession>(i);
    const int from = strength_of(old, me)[p], to = strength_of(fresh, me)[p];
    if (from == to) continue;
    const ProfessionRow& row = rules_.tables().professions[p];
    std::string text = unit_name(p) + " " + std::to_string(to) + "/" + std::to_string(row.set);
    if (to == row.set) text += "★";
    parts.push_back(text);
    const int worth_from = row.efficiency[static_cast<std::size_t>(from)], worth_to = row.efficiency[static_cast<std::size_t>(to)];
    const std::string_view key = producers.has(p)   ? "throne.change.income"
                                 : attackers.has(p) ? "throne.change.damage"
                                                    : "throne.change.demands";
    if (to > 0) moved(word(key), worth_from, worth_to);
  }
  if (same_turn && old.turn == me)
    moved(word("throne.table.upkeep"), upkeep(old, me, old.units[at(me)]), upkeep(fresh, me, fresh.units[at(me)]));
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

bool ThroneView::ruins_chooser(const AnySight& before, const AnySight& after) const {
  return Facade::sight_value(before).pub.alive.has(before.me) && !Facade::sight_value(after).pub.alive.has(before.me);
}

bool ThroneView::worth_telling(const Event& event) const {
  switch (static_cast<Told>(event.kind)) {
    case Told::race_dealt:
    case Told::race_chosen:
    case Told::turn:
    case Told::laid_out:
    case Told::trade_cleared:
    case Told::activated: return false;
    default: return true;
  }
}

std::string ThroneView::ending(const AnySight& sight) const {
  static constexpr std::string_view names[] = {"none", "coins", "sets", "professions", "last", "rounds"};
  const Ending ending = Facade::sight_value(sight).pub.ending;
  return ending == Ending::none ? "" : "throne.ending." + std::string(names[static_cast<std::size_t>(ending)]);
}

}  // namespace

std::unique_ptr<TableView> make_throne_view(const AnyGame& game, const Language& language) {
  const auto* facade = dynamic_cast<const Facade*>(&game);
  if (facade == nullptr) return make_plain_view(game, language);
  return std::make_unique<ThroneView>(facade->rules(), language);
}

}  // namespace trestle::cli
