// Why an action that is not legal is refused: the clause of docs/rules/tharos.md that forbids it.
#include "games/tharos/engine.hpp"

namespace trestle::tharos {

namespace {

std::string_view deed_clause(Deed d) {
  switch (d) {
    case Deed::plenty_money: return "tharos.money.plenty";
    case Deed::little_money: return "tharos.money.little";
    case Deed::plenty_choices: return "tharos.cards.plenty";
    case Deed::no_choice: return "tharos.cards.no-choice";
    case Deed::guild_card: return "tharos.guild.card";
    case Deed::reroll: return "tharos.reroll";
    case Deed::guild_region: return "tharos.guild.region";
    case Deed::explore: return "tharos.explore.area";
    case Deed::buy_die: return "tharos.dice.buy";
    case Deed::mine: return "tharos.mine.place";
    case Deed::build: return "tharos.build.cost";
    case Deed::attack: return "tharos.attack.space";
    case Deed::banker: return "tharos.card.banker.action";
    case Deed::steam_dyer: return "tharos.card.steam-dyer.action";
    case Deed::ore_digger: return "tharos.card.ore-digger.action";
    case Deed::crystallographist: return "tharos.card.crystallographist.action";
    case Deed::cartographer: return "tharos.card.cartographer.action";
    case Deed::organizer_draw:
    case Deed::organizer_reroll: return "tharos.card.organizer.marker";
    case Deed::organizer_swap: return "tharos.card.organizer.swap";
    case Deed::cannoneer_strength:
    case Deed::cannoneer_ward: return "tharos.card.cannoneer.action";
    case Deed::rumblepoke: return "tharos.card.rumblepoke.action";
    case Deed::plant: return "tharos.card.steam-pressure-plant.action";
    case Deed::manipulator: return "tharos.card.manipulator.action";
    case Deed::secret_society: return "tharos.building.secret-society";
    case Deed::activate_first: break;
  }
  return "tharos.activate.dice";
}

std::string_view building_clause(Building b) {
  switch (b) {
    case Building::civilian_office: return "tharos.building.civilian-office";
    case Building::large_market: return "tharos.building.large-market";
    case Building::little_market: return "tharos.building.little-market";
    case Building::new_market: return "tharos.building.new-market";
    case Building::notarys_office: return "tharos.building.notarys-office";
    case Building::organization_office: return "tharos.building.organization-office";
    case Building::secret_society: return "tharos.building.secret-society";
    case Building::surveyors_office: return "tharos.building.surveyors-office";
  }
  return "tharos.building.use";
}

constexpr std::array<std::string_view, action_card_count + 1> card_clauses{
    "tharos.cards.effect", "tharos.card-1",  "tharos.card-2",  "tharos.card-3",  "tharos.card-4",  "tharos.card-5",  "tharos.card-6",
    "tharos.card-7",       "tharos.card-8",  "tharos.card-9",  "tharos.card-10", "tharos.card-11", "tharos.card-12", "tharos.card-13",
    "tharos.card-14",      "tharos.card-15", "tharos.card-16", "tharos.card-17", "tharos.card-18", "tharos.card-19", "tharos.card-20",
    "tharos.card-21",      "tharos.card-22", "tharos.card-23", "tharos.card-24", "tharos.card-25", "tharos.card-26", "tharos.card-27",
    "tharos.card-28",      "tharos.card-29", "tharos.card-30", "tharos.card-31", "tharos.card-32", "tharos.card-32", "tharos.card-32",
    "tharos.card-35",      "tharos.card-35", "tharos.card-35", "tharos.card-35", "tharos.card-39", "tharos.card-40"};

// Why an action of the action phase cannot be chosen.
std::string_view choice_clause(const View& v, const Frame& f, Action a) {
  const bool started = now_of(f) == Now::act && f.a != 0;
  switch (kind_of(a)) {
    case Do::act: {
      const auto deed = static_cast<Deed>(a.with[0]);
      if (a.with[0] >= chosen_deed_count) return "tharos.turn.actions";
      if (started) return "tharos.turn.actions";
      if (v.p.go.fresh_waits()) return v.p.go.card != 0 ? card_clauses[v.p.go.card] : "tharos.card-8";
      const auto space = space_of(deed);
      if (static_cast<Only>(f.b) == Only::reuse) return now_of(f) == Now::inner ? "tharos.building.notarys-office" : "tharos.card-5";
      if (static_cast<Only>(f.b) == Only::plenty && deed != Deed::plenty_money) return "tharos.card-24";
      if (static_cast<Only>(f.b) == Only::dyed) return "tharos.card.steam-dyer.action";
      if (space && v.w.blocked.has(*space)) return "tharos.space.white";
      const auto card = card_of(deed);
      if (card && !v.w.cards.has(*card)) return "tharos.card.active";
      const bool markers = deed == Deed::organizer_draw || deed == Deed::organizer_reroll || deed == Deed::manipulator;
      if (card && !markers && v.w.spent.has(*card)) return "tharos.card.once";
      return deed_clause(deed);
    }
    case Do::use: {
      if (started || now_of(f) == Now::inner) return "tharos.turn.actions";
      if (a.with[0] >= building_count) return "tharos.building.use";
      const auto b = static_cast<Building>(a.with[0]);
      if (v.p.owner[a.with[0]] == unbuilt) return "tharos.building.use";
      if (v.w.visited.has(b)) return "tharos.building.once";
      return building_clause(b);
    }
    case Do::activate:
      if (started) return "tharos.turn.actions";
      return a.with[0] < player_card_count && v.w.cards.has(static_cast<PlayerCard>(a.with[0])) ? "tharos.activate.active"
                                                                                                : "tharos.activate.dice";
    case Do::play: {
      const u8 n = a.with[0];
      // rule: tharos.cards.hand
      if (n < 1 || n > action_card_count || !(v.own.hand & card_bit(n))) return "tharos.cards.hand";
      if (v.p.go.card != 0) return "tharos.cards.one-per-action";
      if (n == 1 || n == 9 || n == 22) return "tharos.cards.preparation";
      return card_clauses[n];
    }
    case Do::transform: return v.w.transformed ? "tharos.transform.once" : "tharos.transform.effects";
    case Do::pass: return started ? "tharos.turn.actions" : "tharos.cards.never-with-pass";
    default: return "tharos.turn.actions";
  }
}

}  // namespace

std::string_view refusal_clause(const View& v, Action a) {
  const Frame& f = v.p.stack.back();
  switch (now_of(f)) {
    case Now::act:
    case Now::inner: return choice_clause(v, f, a);
    case Now::dice: return deed_clause(static_cast<Deed>(f.a));
    case Now::ask_depot:
    case Now::pick_depot: return "tharos.card-1";
    case Now::ask_redraw: return "tharos.card-9";
    case Now::set_aside: return "tharos.card.steam-pressure-plant.permanent";
    case Now::add_kept:
    case Now::ask_keep:
    case Now::keep_dice: return "tharos.card-22";
    case Now::cell:
      switch (static_cast<CellFor>(f.a)) {
        case CellFor::guild: return f.b != 0 ? "tharos.card-17" : "tharos.guild.region";
        case CellFor::mine:
          return v.p.go.card == 23 && v.p.stack.size() >= 2 && v.p.stack[v.p.stack.size() - 2].a == 0 ? "tharos.card-23"
                                                                                                      : "tharos.mine.place";
        case CellFor::move_from:
        case CellFor::move_to: return "tharos.card-4";
        case CellFor::survey_from:
        case CellFor::survey_to: return "tharos.building.surveyors-office";
        case CellFor::turn_guild:
        case CellFor::turn_mine: return "tharos.card-40";
      }
      return "tharos.guild.region";
    case Now::cells:
      switch (static_cast<CellsFor>(f.a)) {
        case CellsFor::sell: return "tharos.card-2";
        case CellsFor::explore: return "tharos.card-15";
        case CellsFor::lose_guild:
        case CellsFor::lose_mine: return "tharos.losses.suffer";
      }
      return "tharos.losses.suffer";
    case Now::area:
      switch (static_cast<AreaFor>(f.a)) {
        case AreaFor::explore: return "tharos.explore.area";
        case AreaFor::cartographer: return "tharos.card.cartographer.action";
        case AreaFor::request: return "tharos.card-35";
      }
      return "tharos.explore.area";
    case Now::player_card:
      switch (static_cast<CardFor>(f.a)) {
        case CardFor::guild: return "tharos.guild.card";
        case CardFor::activate_free: return "tharos.card-30";
        case CardFor::swap_out:
        case CardFor::swap_in: return "tharos.card.organizer.swap";
        case CardFor::give_first:
        case CardFor::give_second: return "tharos.card-29";
        case CardFor::turn_in: return "tharos.card-40";
        case CardFor::lose:
        case CardFor::lose_guild: return "tharos.losses.suffer";
      }
      return "tharos.guild.card";
    case Now::take_back: return "tharos.guild.take-back";
    case Now::stock: return f.a == 21 ? "tharos.card-21" : "tharos.card-11";
    case Now::top_row: return "tharos.card-18";
    case Now::take_ore: return f.a == 0 ? "tharos.card.ore-digger.action" : "tharos.card.crystallographist.action";
    case Now::store: return f.a != 0 ? "tharos.card-19" : "tharos.dice.buy";
    case Now::house: return "tharos.build.cost";
    case Now::own: return "tharos.build.own";
    case Now::free_use: return "tharos.build.free-use";
    case Now::market_type:
    case Now::markers:
      switch (static_cast<Trade>(f.a)) {
        case Trade::large: return "tharos.building.large-market";
        case Trade::little: return "tharos.building.little-market";
        case Trade::fresh: return "tharos.building.new-market";
        case Trade::card_3: return "tharos.card-3";
      }
      return "tharos.card-3";
    case Now::medal:
      return static_cast<MedalFor>(f.a) == MedalFor::gain ? (v.p.go.card == 40 ? "tharos.card-40" : "tharos.card-29") : "tharos.card-31";
    case Now::marker: return "tharos.card-13";
    case Now::twin: return "tharos.card-14";
    case Now::restore: return "tharos.card-39";
    case Now::reroll: return v.p.go.card == 12 ? "tharos.card-12" : "tharos.reroll";
    case Now::reroll_one: return "tharos.card.organizer.marker";
    case Now::change:
    case Now::turn_die:
      switch (static_cast<ChangeBy>(f.a)) {
        case ChangeBy::card_10: return "tharos.card-10";
        case ChangeBy::card_25: return "tharos.card-25";
        case ChangeBy::manipulator: return "tharos.card.manipulator.action";
        case ChangeBy::civilian: return "tharos.building.civilian-office";
      }
      return "tharos.card-10";
    case Now::flip: return "tharos.transform.flip";
    case Now::keep: return "tharos.cards.plenty";
    case Now::discard: return "tharos.cards.hand-limit";
    case Now::fetch: return "tharos.cards.fetch";
    case Now::column: return "tharos.card-27";
    case Now::wish: return "tharos.card-16";
    case Now::fresh_die: return f.a == 0 ? "tharos.card-8" : "tharos.card-26";
    case Now::choice: return f.a == 19 ? "tharos.card-19" : f.a == 20 ? "tharos.card-20" : "tharos.card-28";
    case Now::defend: return "tharos.attack.before";
    case Now::lose_hand: return "tharos.losses.suffer";
    case Now::exchange: return "tharos.round-end.combat-medal";
    case Now::next:
    case Now::deal_regions:
    case Now::deal_markers:
    case Now::pick_start:
    case Now::reveal_attack:
    case Now::draw:
    case Now::roll:
    case Now::draw_cards:
    case Now::clash:
    case Now::put_away:
    case Now::reveal_end:
    case Now::suffer: return "tharos.turn.order";
  }
  return "tharos.turn.order";
}

}  // namespace trestle::tharos
