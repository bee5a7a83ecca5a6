// The table of Hadara in a terminal: the wheel with its piles, the outer piles with their top cards, a strip for each player
// (tracks with the way to the next colony, bust and hungry card), the drawn pair, and beside each choice what it changes.
#include <algorithm>

#include "cli/table.hpp"
#include "core/any_game_of.hpp"
#include "games/hadara/rules.hpp"

namespace trestle::cli {

namespace {

using namespace hadara;
using HadaraFacade = AnyGameOf<Hadara>;
using HadaraSeen = SightOf<Public, Private>;

constexpr std::string_view colour_marks[] = {"$", "†", "¶", "♣", "★"};  // coin, sword, column, wheat, star

Now top_of(const Public& pub) { return static_cast<Now>(pub.stack.back().kind); }

Tone colour_tone(Colour c) {
  switch (c) {
    case Colour::yellow: return Tone::coin;
    case Colour::red: return Tone::bad;
    case Colour::blue: return Tone::key;
    case Colour::green: return Tone::good;
    case Colour::purple: return Tone::skill;
  }
  return Tone::plain;
}

std::string times(std::string_view mark, int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += mark;
  return out;
}

class HadaraView final : public TableView {
 public:
  HadaraView(const Hadara& rules, const Language& language) : rules_(rules), lang_(language) {}

  Page draw(const AnySight& sight, const Look& look, Density density) const override;
  std::string group(const AnySight& sight, Action action) const override;
  std::string change(const AnySight& before, const AnySight& after) const override;
  bool ruins_chooser(const AnySight&, const AnySight&) const override { return false; }
  int round(const AnySight& sight) const override {
    const Public pub = HadaraFacade::sight_value(sight).pub;
    return !pub.stack.empty() && top_of(pub) <= Now::side ? 0 : pub.epoch + 1;
  }
  bool worth_telling(const Event& event) const override;
  std::string ending(const AnySight& sight) const override;

 private:
  std::string word(std::string_view key, const std::vector<Language::Arg>& args = {}) const {
    return lang_.word("hadara.table." + std::string(key), args);
  }
  std::string colour_name(Colour c) const { return lang_.term("hadara.colour." + std::string(name_of(c))); }
  std::string track_name(Track t) const { return lang_.term("hadara.track." + std::string(name_of(t))); }
  std::string short_name(Track t) const { return lang_.term("hadara.short." + std::string(name_of(t))); }

  Line title(const Public& pub, int width) const;
  void wheel(Page& page, const Public& pub, int width) const;
  void outer_piles(Page& page, const HadaraSeen& seen, int width) const;
  void pair(Page& page, const HadaraSeen& seen) const;
  void strip(Page& page, const Public& pub, Seat seat, bool mine, const Look& look, Density density) const;
  Line track_line(const Board& board, Track t, int width) const;
  std::vector<Line> belongings(const Board& board, Density density) const;
  Line card(Card c) const;
  std::string gains(Tracks steps) const;

  const Hadara& rules_;
  const Language& lang_;
};

// ---- pieces

std::string HadaraView::gains(Tracks steps) const {
  std::string out;
  for (int t = 0; t < track_count; ++t)
    if (const int n = steps[static_cast<Track>(t)])
      out += (out.empty() ? "" : " ") + short_name(static_cast<Track>(t)) + "+" + std::to_string(n);
  return out;
}

Line HadaraView::card(Card c) const {
  const CardRow& row = rules_.tables()[c];
  const Colour colour = colour_of(c);
  std::string called(colour_marks[static_cast<std::size_t>(colour)]);
  called += " " + colour_name(colour) + " " + std::string(epoch_name(epoch_of(c))) + "-" + std::to_string(place_of(c) + 1);
  Line out(std::move(called), colour_tone(colour));
  std::string what = row.ability != Ability::none ? lang_.term("hadara.ability." + std::string(name_of(row.ability))) : gains(row.gains);
  if (row.vp > 0) what += (what.empty() ? "" : ", ") + word("points", {i64{row.vp}});
  return out.add("  " + word("cost", {i64{row.cost}}) + ": " + what);
}

Line HadaraView::title(const Public& pub, int width) const {
  Line left("── ", Tone::quiet);
  left.add(lang_.word("hadara.title"), Tone::title);
  if (!pub.stack.empty() && top_of(pub) > Now::side) {
    left.add("  " + word("epoch", {std::string(epoch_name(pub.epoch)), std::string(pub.phase == Phase::a ? "A" : "B")}), Tone::strong);
    const Now step = static_cast<Now>(pub.stack[0].kind);
    if (step == Now::draw || step == Now::choose) left.add(" · " + word("turn", {i64{pub.turn + 1}}), Tone::quiet);
  }
  left.add(" ");
  return left.add(times("─", width - left.width()), Tone::quiet);
}

// Segments clockwise: the pile, how many cards it still has, and whose crest points at it.
void HadaraView::wheel(Page& page, const Public& pub, int width) const {
  if (pub.stack.empty() || pub.phase != Phase::a) return;
  const Now step = static_cast<Now>(pub.stack[0].kind);
  if (step != Now::wheel && step != Now::draw && step != Now::choose) return;
  std::vector<Line> pieces;
  for (Colour c : pub.segments) {
    Line piece(std::string(colour_marks[static_cast<std::size_t>(c)]) + " " + colour_name(c), colour_tone(c));
    piece.add(" " + std::to_string(pile_size(pub, c)), Tone::quiet);
    for (int i = 0; i < pub.seats && step != Now::wheel; ++i)
      if (pile_of(pub, seat_at(i)) == c) piece.add(" ◂").add(cut(lang_.name(seat_at(i)), 10), seat_tone(seat_at(i)));
    pieces.push_back(piece);
  }
  Line label("  ");
  label.add(word("wheel"), Tone::strong).add("  ");
  const int indent = label.width();
  for (Line& line : flow(std::move(label), pieces, indent, " → ", width)) page.push_back(std::move(line));
}

void HadaraView::outer_piles(Page& page, const HadaraSeen& seen, int width) const {
  const Public& pub = seen.pub;
  bool any = false;
  for (const auto& pile : pub.outer) any = any || !pile.empty();
  if (!any) return;
  Line label("  ");
  page.push_back(label.add(word("market"), Tone::strong));
  const bool seated = index_of(seen.seat()) < pub.seats;
  for (const auto& pile : pub.outer) {
    if (pile.empty()) continue;
    Line line("    ");
    line.add(card(pile.back()));
    if (seated && rules_.cost(pub.of(seen.seat()), pile.back()) != rules_.tables()[pile.back()].cost)
      line.add(" (→ " + std::to_string(rules_.cost(pub.of(seen.seat()), pile.back())) + ")", Tone::good);
    if (pile.size() > 1) {
      std::string below = std::to_string(pile.size() - 1);
      if (rules_.open_piles()) {
        below.clear();
        for (std::size_t i = pile.size() - 1; i-- > 0;)
          below += (below.empty() ? "" : " ") + std::string(epoch_name(epoch_of(pile[i]))) + "-" + std::to_string(place_of(pile[i]) + 1);
      }
      line.add("  " + word("below", {below}), Tone::quiet);
    }
    if (line.width() > width) {
      Line shorter("    ");
      shorter.add(card(pile.back()));
      line = shorter;
    }
    page.push_back(line);
  }
}

void HadaraView::pair(Page& page, const HadaraSeen& seen) const {
  if (!seen.own.has_pair() || index_of(seen.seat()) >= seen.pub.seats) return;
  Line label("  ");
  label.add(word("pair"), Tone::strong);
  if (seen.own.commit != Commit::none) label.add(" (" + word("chosen") + ")", Tone::good);
  page.push_back(label);
  for (Card c : seen.own.pair) {
    Line line("    ");
    line.add(card(c));
    const Board& board = seen.pub.of(seen.seat());
    if (rules_.cost(board, c) != rules_.tables()[c].cost) line.add(" (→ " + std::to_string(rules_.cost(board, c)) + ")", Tone::good);
    page.push_back(line);
  }
}

// ---- one player

// A track of 30 cells with the conditions it can meet; what is beyond is in the number.
Line HadaraView::track_line(const Board& board, Track t, int width) const {
  constexpr int cells = 30;
  const int value = board.tracks[t];
  std::vector<int> marks;
  int next = 0;
  if (t == Track::military)
    for (std::size_t p = 0; p < colony_piles; ++p)
      if (board.colonies[p] == 0) marks.push_back(rules_.tables().colonies[p].condition);
  if (t == Track::culture)
    for (std::size_t b = 0; b < bust_count; ++b)
      if (board.busts[b] == 0) marks.push_back(rules_.tables().busts[b].condition);
  if (t == Track::food) marks.push_back(cards_of(board));
  for (int mark : marks)
    if (mark > value && (next == 0 || mark < next)) next = mark;
  Line line("     ");
  line.add(std::string(colour_marks[static_cast<std::size_t>(t)]) + " " + track_name(t), colour_tone(static_cast<Colour>(t))).to(22);
  const std::string number = std::to_string(value);
  line.add(std::string(number.size() < 3 ? 3 - number.size() : 0, ' ') + number + " ", Tone::strong);
  if (width >= 70) {
    for (int cell = 1; cell <= cells; ++cell) {
      const bool mark = std::find(marks.begin(), marks.end(), cell) != marks.end();
      if (cell <= value)
        line.add(mark ? "▓" : "█", colour_tone(static_cast<Colour>(t)));
      else
        line.add(mark ? "┃" : "·", mark ? Tone::strong : Tone::quiet);
    }
  }
  if (t == Track::food && cards_of(board) > value)
    line.add("  " + word("hungry", {i64{cards_of(board) - value}}), Tone::bad);
  else if (t != Track::food && next > 0)
    line.add("  " + word("next", {i64{next}}), Tone::quiet);
  return line;
}

std::vector<Line> HadaraView::belongings(const Board& board, Density density) const {
  std::vector<Line> out;
  Line cards(word("cards") + " " + std::to_string(cards_of(board)) + ":", Tone::quiet);
  for (int c = 0; c < colour_count; ++c)
    cards.add(" " + std::string(colour_marks[c]) + std::to_string(board.counts[static_cast<Colour>(c)]),
              colour_tone(static_cast<Colour>(c)));
  cards.add("  " + word("sets") + " " + std::to_string(sets_of(board)), Tone::quiet);
  out.push_back(cards);
  std::string colonies, busts, seals, tokens;
  for (std::size_t p = 0; p < colony_piles; ++p)
    if (board.colonies[p] != 0) colonies += " " + std::to_string(rules_.tables().colonies[p].value) + (board.colonies[p] >= 2 ? "⚭" : "");
  if (!colonies.empty()) out.emplace_back(word("colonies") + colonies);
  for (std::size_t b = 0; b < bust_count; ++b)
    if (const u8 held = board.busts[b])
      busts += " " + std::to_string(rules_.tables().busts[b].condition) + "(" +
               (held > track_count ? word("points", {i64{rules_.tables().busts[b].bonus}}) : short_name(static_cast<Track>(held - 1))) +
               ")";
  if (!busts.empty()) out.emplace_back(word("busts") + busts);
  for (u8 held : board.silver)
    if (held != 0) seals += " " + word("silver") + "-" + short_name(static_cast<Track>(held - 1));
  if (board.gold > 0) seals += " " + word("gold") + "×" + std::to_string(board.gold);
  if (!seals.empty()) out.emplace_back(word("seals") + seals);
  if (density != Density::tight) {
    for (int t = 0; t < track_count; ++t)
      tokens += " " + short_name(static_cast<Track>(t)) + std::to_string(board.tokens[static_cast<std::size_t>(t)]);
    out.emplace_back(word("tokens") + tokens, Tone::quiet);
  }
  for (u64 bits = board.cards[Colour::purple]; bits != 0; bits &= bits - 1) {
    const Ability a = rules_.tables()[card_at(Colour::purple, std::countr_zero(bits))].ability;
    if (a != Ability::none) out.emplace_back("★ " + lang_.term("hadara.ability." + std::string(name_of(a))), Tone::skill);
  }
  return out;
}

void HadaraView::strip(Page& page, const Public& pub, Seat seat, bool mine, const Look& look, Density density) const {
  const Board& board = pub.of(seat);
  const bool acts = !pub.stack.empty() && (rules_.waiting_on(pub).has(seat));
  Line head(acts ? "▸ " : "  ", Tone::key);
  head.add(cut(lang_.name(seat), 16), seat_tone(seat));
  if (pub.first == seat && !pub.stack.empty() && top_of(pub) > Now::side) head.add(" " + word("first"), Tone::quiet);
  if (pub.committed.has(seat)) head.add(" ✓ " + word("chosen"), Tone::good);
  Line right;
  if (board.initiative != 0)
    right.add(word("start", {i64{board.initiative}, std::string(board.side == 0 ? "a" : "b")}) + "  ", Tone::quiet);
  right.add(word("coins") + " ", Tone::quiet).add(std::to_string(board.coins), Tone::coin);
  if (!mine)
    for (int t = 0; t < track_count; ++t)
      right.add("  " + std::string(colour_marks[t]) + std::to_string(board.tracks[static_cast<Track>(t)]),
                colour_tone(static_cast<Colour>(t)));
  right.add("  " + word("total", {i64{rules_.points(board).total()}}), Tone::strong);
  if (head.width() + 1 + right.width() <= look.width)
    head.to(look.width - right.width()).add(right);
  else
    head.add("  ").add(word("coins") + " " + std::to_string(board.coins), Tone::coin);
  page.push_back(head);
  if (mine)
    for (int t = 0; t < track_count; ++t) page.push_back(track_line(board, static_cast<Track>(t), look.width));
  for (Line& line : flow(Line("     "), belongings(board, density), 5, " · ", look.width)) page.push_back(std::move(line));
}

// ---- the whole table

Page HadaraView::draw(const AnySight& sight, const Look& look, Density density) const {
  const HadaraSeen seen = HadaraFacade::sight_value(sight);
  const Public& pub = seen.pub;
  const auto gap = [&](Page& page) {
    if (density == Density::airy) page.emplace_back();
  };
  Page page;
  page.push_back(title(pub, look.width));
  wheel(page, pub, look.width);
  outer_piles(page, seen, look.width);
  const bool seated = index_of(sight.me) < pub.seats;
  const int first = seated ? index_of(sight.me) + 1 : 0;
  for (int i = 0; i < pub.seats; ++i) {  // the others in turn order, then me
    const Seat seat = seat_at((first + i) % pub.seats);
    gap(page);
    strip(page, pub, seat, seat == sight.me, look, density);
  }
  pair(page, seen);
  return page;
}

// ---- choices

std::string HadaraView::group(const AnySight& sight, Action action) const {
  const Public pub = HadaraFacade::sight_value(sight).pub;
  if (pub.stack.empty()) return "";
  switch (kind_of(action)) {
    case Do::buy: return "hadara.group.buy";
    case Do::sell: return "hadara.group.sell";
    case Do::plunder: return "hadara.group.plunder";
    case Do::ally: return "hadara.group.ally";
    case Do::carve: return action.with[2] == 0 ? "hadara.group.face" : "hadara.group.back";
    case Do::give_up: return "hadara.group.give";
    case Do::pay: return "hadara.group.pay";
    case Do::silver:
    case Do::gold: return "hadara.group.seals";
    case Do::pass: return "hadara.group.finish";
    default: return "";
  }
}

std::string HadaraView::change(const AnySight& before, const AnySight& after) const {
  const HadaraSeen was = HadaraFacade::sight_value(before), now = HadaraFacade::sight_value(after);
  if (index_of(before.me) >= was.pub.seats) return "";
  const Board& old = was.pub.of(before.me);
  Board fresh = now.pub.of(before.me);
  const Commit commit = now.own.commit;
  if (now.own.has_pair() && commit != Commit::none && commit < Commit::side_a) {  // not shown yet: as it will be
    const Card card = now.own.pair[commit == Commit::buy_high || commit == Commit::sell_high ? 1 : 0];
    const bool buys = commit == Commit::buy_low || commit == Commit::buy_high;
    fresh.coins = static_cast<i16>(fresh.coins + (buys ? -rules_.cost(fresh, card) : rules_.sale(fresh, card)));
    if (buys) rules_.gain_card(fresh, card);
  }
  std::string out;
  const auto moved = [&](const std::string& what, int from, int to) {
    if (from != to) out += (out.empty() ? "" : ", ") + what + " " + std::to_string(from) + "→" + std::to_string(to);
  };
  moved(word("coins"), old.coins, fresh.coins);
  for (int t = 0; t < track_count; ++t)
    moved(track_name(static_cast<Track>(t)), old.tracks[static_cast<Track>(t)], fresh.tracks[static_cast<Track>(t)]);
  moved(word("sets"), sets_of(old), sets_of(fresh));
  const int gained = rules_.points(fresh).total() - rules_.points(old).total();
  if (gained != 0) out += (out.empty() ? "" : ", ") + std::string(gained > 0 ? "+" : "") + word("points", {i64{gained}});
  return out;
}

bool HadaraView::worth_telling(const Event& event) const {
  switch (static_cast<Told>(event.kind)) {
    case Told::start:
    case Told::segment:
    case Told::crest:
    case Told::turned:
    case Told::drew:
    case Told::drew_hidden: return false;
    default: return true;
  }
}

std::string HadaraView::ending(const AnySight& sight) const {
  const Public pub = HadaraFacade::sight_value(sight).pub;
  if (!pub.stack.empty()) return "";
  std::vector<std::pair<int, int>> results;
  for (int i = 0; i < pub.seats; ++i) {
    const Points p = rules_.points(pub.of(seat_at(i)));
    results.emplace_back(p.total(), p.left);
  }
  const auto best = *std::max_element(results.begin(), results.end());
  return std::count(results.begin(), results.end(), best) > 1 ? "hadara.ending.shared" : "hadara.ending.points";
}

}  // namespace

std::unique_ptr<TableView> make_hadara_view(const AnyGame& game, const Language& language) {
  const auto* facade = dynamic_cast<const HadaraFacade*>(&game);
  if (facade == nullptr) return make_plain_view(game, language);
  return std::make_unique<HadaraView>(facade->rules(), language);
}

}  // namespace trestle::cli
