// Whether what is pending in a written position can be pending: which decisions lie on which, and that each fits the table.
// Positions that come from play pass without effort; this guards against the ones written by hand.
#include <algorithm>

#include "games/tharos/engine.hpp"
#include "games/tharos/names.hpp"

namespace trestle::tharos {

namespace {

Status impossible(const Frame& f, std::string why) {
  return fault("pending " + std::string(frame_name(now_of(f)).name) + ": " + std::move(why));
}

bool fits_phase(Now now, Phase phase) {
  switch (now) {
    case Now::deal_regions:
    case Now::deal_markers:
    case Now::pick_start: return phase == Phase::begin;
    case Now::reveal_attack:
    case Now::ask_depot:
    case Now::pick_depot:
    case Now::ask_redraw:
    case Now::set_aside:
    case Now::add_kept: return phase == Phase::prepare;
    case Now::draw:
    case Now::roll: return phase == Phase::prepare || phase == Phase::act;
    case Now::take_back: return phase == Phase::act || phase == Phase::attack;
    case Now::cells:
    case Now::player_card: return phase == Phase::act || phase == Phase::losses;
    case Now::defend:
    case Now::clash: return phase == Phase::attack;
    case Now::ask_keep:
    case Now::keep_dice:
    case Now::put_away: return phase == Phase::clean;
    case Now::reveal_end:
    case Now::suffer:
    case Now::lose_hand: return phase == Phase::losses;
    case Now::exchange: return phase == Phase::medals;
    case Now::next: return false;
    default: return phase == Phase::act;
  }
}

// May lie under another decision.
bool waits_below(Now now) {
  switch (now) {
    case Now::pick_start:
    case Now::deal_markers:
    case Now::act:
    case Now::roll:
    case Now::add_kept:
    case Now::set_aside:
    case Now::ask_redraw:
    case Now::draw:
    case Now::keep:
    case Now::draw_cards:
    case Now::free_use:
    case Now::medal:
    case Now::cell:
    case Now::cells:
    case Now::player_card:
    case Now::lose_hand:
    case Now::take_back:
    case Now::stock:
    case Now::reroll_one:
    case Now::clash:
    case Now::put_away:
    case Now::suffer: return true;
    default: return false;
  }
}

bool may_repeat(Now now) { return now == Now::take_back || now == Now::suffer || now == Now::cell; }

bool takes_marker_for(Now below) {
  return below == Now::act || below == Now::take_back || below == Now::free_use || below == Now::stock || below == Now::clash;
}

Status check_cells(const View& v, const Frame& f) {
  const Cells of = cells_of(f);
  if (of == 0) return impossible(f, "no region to choose");
  const auto inside = [&](Cells set) { return (of & ~set) == 0; };
  switch (static_cast<CellFor>(f.a)) {
    case CellFor::guild: return inside(static_cast<Cells>(~v.w.guild)) ? ok() : impossible(f, "a marker is there already");
    case CellFor::mine:
      return inside(static_cast<Cells>(~v.w.mines)) && v.mine_supply() > 0 ? ok() : impossible(f, "no mine can be placed there");
    case CellFor::move_to:
    case CellFor::survey_to:
      return inside(static_cast<Cells>(~v.w.guild)) && v.guild_supply() > 0
                 ? ok()
                 : impossible(f, "no marker is on the move, or one is there already");
    case CellFor::move_from: return inside(v.w.guild) && v.w.guild != 0xffff ? ok() : impossible(f, "no marker can be moved from there");
    case CellFor::turn_guild: return inside(v.w.guild) ? ok() : impossible(f, "no guild marker there");
    case CellFor::survey_from:
      return inside(static_cast<Cells>(v.w.guild & neighbours(static_cast<Cells>(~v.w.guild))))
                 ? ok()
                 : impossible(f, "no marker can be moved from there");
    case CellFor::turn_mine: return inside(v.w.mines) ? ok() : impossible(f, "no mine there");
  }
  return impossible(f, "unknown purpose");
}

Status check_cards_frame(const View& v, const Frame& f) {
  const auto of = PlayerCards::from_bits(static_cast<u16>(f.amount));
  if (of.empty() || of.bits() >= 1u << player_card_count) return impossible(f, "no player card to choose");
  const bool active = (of - v.w.cards).empty(), inactive = (of & v.w.cards).empty();
  bool marked = true;
  of.for_each([&](PlayerCard c) { marked = marked && marker_cards.has(c); });
  bool fits = false;
  switch (static_cast<CardFor>(f.a)) {
    case CardFor::guild: fits = (of - v.cards_with_room()).empty(); break;
    case CardFor::activate_free:
    case CardFor::swap_in: fits = inactive; break;
    case CardFor::give_first: fits = active && of.size() >= 2; break;
    case CardFor::swap_out: fits = active && v.w.cards.size() < player_card_count; break;
    case CardFor::give_second:
    case CardFor::lose: fits = active; break;
    case CardFor::turn_in:
      fits = marked && (!of.has(PlayerCard::organizer) || v.w.organizer > 0) && (!of.has(PlayerCard::manipulator) || v.w.manipulator > 0);
      break;
    case CardFor::lose_guild:
      fits = marked && f.b >= 1 &&
             f.b <= (of.has(PlayerCard::organizer) ? v.w.organizer : 0) + (of.has(PlayerCard::manipulator) ? v.w.manipulator : 0);
      break;
  }
  return fits ? ok() : impossible(f, "these player cards cannot be chosen");
}

Status check_take_back(const View& v, const Frame& f) {
  int same = 0;
  for (const Frame& g : v.p.stack) same += now_of(g) == Now::take_back && g.seat == f.seat && g.a == f.a && g.b == f.b;
  bool fits = false;
  switch (static_cast<MarkerTo>(f.a)) {
    case MarkerTo::cell: fits = f.b < cell_count && !(v.w.guild & cell_bit(f.b)) && same == 1; break;
    case MarkerTo::card: {
      const auto card = static_cast<PlayerCard>(f.b);
      if (f.b >= player_card_count || !marker_cards.has(card) || !v.w.cards.has(card)) break;
      fits = (card == PlayerCard::organizer ? v.w.organizer : v.w.manipulator) + same <= v.tables().cards[card].limit;
      break;
    }
    case MarkerTo::building: fits = f.b < building_count && v.p.owner[f.b] == unowned && same == 1; break;
    case MarkerTo::attack: fits = v.p.phase == Phase::attack && f.b == v.p.turn - 1 && !(v.w.lost >> f.b & 1) && same == 1; break;
  }
  return fits ? ok() : impossible(f, "no marker is due there");
}

Status check_frame(const View& v, const Frame& f) {
  const Player& w = v.w;
  const auto need = [&](bool holds, const char* why) -> Status { return holds ? ok() : impossible(f, why); };
  switch (now_of(f)) {
    case Now::deal_regions:
    case Now::deal_markers: return need(f.a < cell_count, "all sixteen are dealt");
    case Now::pick_depot: return need(f.a >= 1 && f.a <= w.depot.total() && f.a <= dice_drawn, "so many dice are not in the depot");
    case Now::draw: return need(f.a <= 6, "up to 6 dice are drawn");
    case Now::roll: return need(f.a == 0 || (f.a == 1 && w.drawn.total() == 1), "the fresh die is one die, in `drawn`");
    case Now::act: return need(f.a <= 1, "done is 0 or 1");
    case Now::inner: return need(f.b == static_cast<u8>(Only::reuse) || f.b == static_cast<u8>(Only::dyed), "only is reuse or dyed");
    case Now::dice: {
      if (v.book.pattern(static_cast<Deed>(f.a)).min == 0) return impossible(f, "this action takes no dice");
      for (u8 die : {f.b, f.c, f.d})
        if (die > die_kinds) return impossible(f, "no such die");
      return need((f.b != 0 || f.c == 0) && (f.c != 0 || f.d == 0) && f.amount >= 0 && f.amount < die_kinds << 7,
                  "dice are placed first, second, third");
    }
    case Now::cell: return check_cells(v, f);
    case Now::cells: {
      const bool mines = static_cast<CellsFor>(f.a) == CellsFor::lose_mine, sells = static_cast<CellsFor>(f.a) == CellsFor::sell;
      const Cells of = cells_of(f);
      if (of == 0 || (of & ~(mines ? w.mines : w.guild)) != 0) return impossible(f, "no such markers");
      return need(f.b >= 1 && (sells ? f.b <= 2 : f.b <= bit_count(of)), "there are not so many");
    }
    case Now::area: return need((cells_of(f) & ~w.guild) == 0, "no guild marker there");
    case Now::player_card: return check_cards_frame(v, f);
    case Now::take_back: return check_take_back(v, f);
    case Now::stock: return need((f.a == 11 || f.a == 21) && f.b <= 2, "card is 11 or 21");
    case Now::top_row: return need(f.a == 1 || f.a == 2, "count is 1 or 2");
    case Now::take_ore: return need(f.d <= cell_count, "no such region");
    case Now::own: return need(v.p.owner[f.b] == unowned && w.jars >= own_cost, "this building cannot be bought");
    case Now::free_use: return need(v.p.owner[f.b] != unbuilt, "this building is not built");
    case Now::markers: {
      const Colours held = static_cast<Ware>(f.b) == Ware::ore ? w.ore : w.crystal;
      return need(f.c >= 1 && f.c <= bit_count(held.bits() >> f.d) && f.amount >= 0 && f.amount <= 2, "there are not so many markers");
    }
    case Now::medal: {
      int any = 0;
      for (u8 count : w.medals) any += count;
      return need(static_cast<MedalFor>(f.a) != MedalFor::give || any > 0, "no medal to give");
    }
    case Now::restore: return need(f.a >= 1 && f.a <= 3 && f.b < 2 * cell_count, "1 to 3 markers are put back");
    case Now::reroll_one: return need(f.a >= 1 && f.a <= 2, "1 or 2 rerolls");
    case Now::turn_die: return need(w.active[f.b] > 0, "this die is not active");
    case Now::flip: return need(f.b == 0 || (f.b <= 6 && w.active[static_cast<DieKind>(f.b - 1)] > 0), "this white die is not active");
    case Now::draw_cards: return need(f.a <= 8, "too many cards");
    case Now::keep: return need(f.a == bit_count(v.own.drawn), "drawn is the number of cards in `choosing`");
    case Now::discard: return need(f.a >= 1 && f.a <= w.hand, "so many cards are not in the hand");
    case Now::wish:
    case Now::fresh_die: return need(f.a <= 1, "depot is 0 or 1");
    case Now::choice: return need(f.a == 19 || f.a == 20 || f.a == 28, "card is 19, 20 or 28");
    case Now::clash: return need(f.a <= 1, "lost is 0 or 1");
    case Now::keep_dice: return need(f.a >= 1 && f.a <= 2 && f.a <= w.used.total() + w.active.total(), "so many dice were not used");
    case Now::suffer: return need(f.a >= 1 && f.a <= end_card_count, "card is 1 to 6");
    case Now::lose_hand: return need(f.a >= 1 && f.a <= w.hand && f.b == 0, "so many cards are not in the hand");
    case Now::exchange: return need(w.points >= points_a_medal, "four combat points are needed");
    case Now::reveal_end: return need(v.p.ends != 0x3f, "all round end cards are revealed");
    default: return ok();
  }
}

Status check_below(const Public& p, std::size_t i) {
  const Frame& f = p.stack[i];
  const Now now = now_of(f), below = now_of(p.stack[i - 1]);
  if (i + 1 < p.stack.size() && !waits_below(now)) return impossible(f, "nothing lies on this decision");
  if (i == 1 && p.phase == Phase::act && now != Now::act) return impossible(f, "in the action phase 'act' lies lowest");
  if (i > 1 && now == Now::act) return impossible(f, "in the action phase 'act' lies lowest");
  if (p.phase == Phase::act && f.seat != p.stack[1].seat) return impossible(f, "another player acts");
  if (now == Now::take_back && !takes_marker_for(below)) return impossible(f, "it does not lie on this decision");
  if (now == Now::draw_cards && f.b != 0 && below != Now::keep) return impossible(f, "cards to choose from lie on 'keep'");
  if (now == Now::roll && f.a != 0 && below != Now::act) return impossible(f, "a fresh die is rolled before the action");
  if (now == Now::wish && below != Now::act) return impossible(f, "a die is wished for before the action");
  if (now == Now::ask_depot && (i < 3 || below != Now::draw || now_of(p.stack[i - 2]) != Now::ask_redraw || p.stack[i - 1].a < dice_drawn))
    return impossible(f, "it lies on 'draw' with 5 or 6 dice, and that on 'ask-redraw'");
  for (std::size_t j = 1; j < i; ++j)
    if (now_of(p.stack[j]) == now && !may_repeat(now)) return impossible(f, "it is there twice");
  return ok();
}

}  // namespace

Status check_stack(const Book& book, const State& s) {
  const Public& p = s.pub;
  if (p.stack.empty()) return ok();
  for (std::size_t i = 1; i < p.stack.size(); ++i) {
    const Frame& f = p.stack[i];
    if (!fits_phase(now_of(f), p.phase))
      return impossible(f, "not in the phase '" + std::string(phase_names[static_cast<int>(p.phase)]) + "'");
    if (auto status = check_below(p, i); !status) return status;
    if (auto status = check_frame(View(book, p, s.of(f.seat), f.seat), f); !status) return status;
  }
  const bool acting = p.phase == Phase::act && p.stack.size() > 1;
  if (acting && p.actor != p.stack[1].seat) return fault("actor: the player who acts is " + std::string(seat_name(p.stack[1].seat)));
  if (acting && p.of(p.actor).passed) return fault("pending act: this player has passed");
  if (!acting && !(p.go == Go{})) return fault("played, plenty, twice, fresh and dye belong to an action under way");
  for (int i = 0; i < p.seats; ++i) {
    const Player& w = p.players[static_cast<std::size_t>(i)];
    const bool rolls = std::any_of(p.stack.begin(), p.stack.end(), [&](const Frame& f) {
      return f.seat == seat_at(i) && (now_of(f) == Now::roll || now_of(f) == Now::reroll);
    });
    if (!w.drawn.empty() && !rolls)
      return fault(std::string(seat_name(seat_at(i))) + ".drawn: dice are drawn only while they are about to be rolled");
    if (s.own[static_cast<std::size_t>(i)].drawn != 0 &&
        std::none_of(p.stack.begin(), p.stack.end(), [&](const Frame& f) { return f.seat == seat_at(i) && now_of(f) == Now::keep; }))
      return fault(std::string(seat_name(seat_at(i))) + ".choosing: cards are chosen from only while 'keep' is pending");
    const bool limited = w.hand > hand_max && std::none_of(p.stack.begin(), p.stack.end(), [&](const Frame& f) {
                           return f.seat == seat_at(i) && now_of(f) == Now::discard;
                         });
    if (limited) return fault(std::string(seat_name(seat_at(i))) + ".hand: more than " + std::to_string(hand_max) + " action cards");
  }
  return ok();
}

}  // namespace trestle::tharos
