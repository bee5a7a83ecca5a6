// What a person is asked and told, as keys and arguments; the sentences are in data/tharos/strings.*.txt.
#include "games/tharos/engine.hpp"
#include "games/tharos/names.hpp"

namespace trestle::tharos {

namespace {

Term term_of(std::string_view group, std::string_view word) { return {"tharos." + std::string(group) + "." + std::string(word)}; }
Term colour_term(int c) { return term_of("colour", c < colour_count ? name_of(static_cast<Colour>(c)) : "?"); }
Term die_term(int kind) { return term_of("die", kind < die_kinds ? name_of(colour_of(static_cast<DieKind>(kind))) : "?"); }
Term player_card_term(int c) { return term_of("player-card", c < player_card_count ? name_of(static_cast<PlayerCard>(c)) : "?"); }
Term building_term(int b) { return term_of("building", b < building_count ? name_of(static_cast<Building>(b)) : "?"); }
Term medal_term(int m) { return term_of("medal", m < medal_count ? name_of(static_cast<Medal>(m)) : "?"); }
Term effect_term(int e) { return term_of("effect", e < transformation_count ? name_of(static_cast<Transformation>(e)) : "?"); }
Term ware_term(int w) { return term_of("ware", w < 2 ? ware_names[w] : "?"); }
Term deed_term(int d) { return term_of("deed", d < deed_count ? deed_names[d] : "?"); }
Term card_term(int n) { return term_of("card", std::to_string(n)); }
Term cell_term(int c) {
  return term_of("cell", c < cell_count ? std::string(1, static_cast<char>('a' + c % side)) + static_cast<char>('1' + c / side) : "?");
}

// The question of a frame that serves several purposes has the purpose in its key.
std::string_view purpose(const Frame& f) {
  switch (now_of(f)) {
    case Now::act: return f.a == 0 ? "before" : "after";
    case Now::inner: return only_names[f.b & 3];
    case Now::cell: return cell_for_names[f.a & 7];
    case Now::cells: return cells_for_names[f.a & 3];
    case Now::area: return area_for_names[f.a < 3 ? f.a : 0];
    case Now::player_card: return card_for_names[f.a < 9 ? f.a : 0];
    case Now::medal: return medal_for_names[f.a < 3 ? f.a : 0];
    default: return "";
  }
}

std::string_view clause_of(const Frame& f) {
  switch (now_of(f)) {
    case Now::cell:
      switch (static_cast<CellFor>(f.a)) {
        case CellFor::guild: return "tharos.guild.region";
        case CellFor::mine: return "tharos.mine.place";
        case CellFor::move_from:
        case CellFor::move_to: return "tharos.card-4";
        case CellFor::survey_from:
        case CellFor::survey_to: return "tharos.building.surveyors-office";
        case CellFor::turn_guild:
        case CellFor::turn_mine: return "tharos.card-40";
      }
      break;
    case Now::cells:
      switch (static_cast<CellsFor>(f.a)) {
        case CellsFor::sell: return "tharos.card-2";
        case CellsFor::explore: return "tharos.card-15";
        case CellsFor::lose_guild:
        case CellsFor::lose_mine: return "tharos.losses.suffer";
      }
      break;
    case Now::area:
      switch (static_cast<AreaFor>(f.a)) {
        case AreaFor::explore: return "tharos.explore.area";
        case AreaFor::cartographer: return "tharos.card.cartographer.action";
        case AreaFor::request: return "tharos.card-35";
      }
      break;
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
      break;
    default: break;
  }
  return frame_name(now_of(f)).clause;
}

}  // namespace

Prompt Tharos::prompt(const SightRef& sight) const {
  const Public& p = sight.pub;
  if (p.stack.empty()) return {{"tharos.prompt.over", {}}, "tharos.game.end"};
  const Frame& f = p.stack.back();
  Prompt out{{"tharos.prompt." + std::string(frame_name(now_of(f)).name), {}}, std::string(clause_of(f))};
  if (const std::string_view what = purpose(f); !what.empty()) out.phrase.key += "." + std::string(what);
  auto& args = out.phrase.args;
  const Player& w = p.of(index_of(f.seat) < p.seats ? f.seat : Seat::A);
  switch (now_of(f)) {
    case Now::act:
      args = {i64{w.jars}, i64{w.strength}, i64{p.attack_count >= p.turn ? p.attacks[static_cast<std::size_t>(p.turn - 1)] + p.round : 0}};
      break;
    case Now::dice: args = {deed_term(f.a), i64{1 + (f.b != 0) + (f.c != 0) + (f.d != 0)}}; break;
    case Now::defend: args = {i64{p.attacks[static_cast<std::size_t>(p.turn - 1)] + p.round}, i64{w.strength}}; break;
    case Now::pick_depot:
    case Now::reroll_one:
    case Now::discard:
    case Now::keep_dice:
    case Now::lose_hand:
    case Now::restore: args = {i64{f.a}}; break;
    case Now::cells: args = {i64{f.b}}; break;
    case Now::markers: args = {ware_term(f.b), i64{f.c}}; break;
    case Now::own:
    case Now::free_use: args = {building_term(f.b)}; break;
    case Now::turn_die: args = {die_term(f.b), i64{value_of(f.b)}}; break;
    case Now::choice: args = {card_term(f.a)}; break;
    case Now::exchange: args = {i64{w.points}}; break;
    default: break;
  }
  return out;
}

Phrase Tharos::label(const SightRef& sight, Action action) const {
  if (action.kind >= do_count || sight.pub.stack.empty()) return {"tharos.do.unknown", {}};
  const Frame& f = sight.pub.stack.back();
  const auto& with = action.with;
  const Do kind = kind_of(action);
  Phrase out{"tharos.do." + std::string(verb_of(kind).name), {}};
  switch (kind) {
    case Do::act: return {deed_term(with[0]).key, {}};
    case Do::play: out.args = {card_term(with[0]), i64{with[0]}}; break;
    case Do::card: out.args = {card_term(with[0]), i64{with[0]}}; break;
    case Do::use:
      out.args = {building_term(with[0]),
                  i64{with[0] < building_count && now_of(f) != Now::free_use ? tables().costs[static_cast<Building>(with[0])] : 0}};
      break;
    case Do::build: out.args = {building_term(with[0])}; break;
    case Do::activate:
    case Do::on: out.args = {player_card_term(with[0])}; break;
    case Do::transform: out.args = {effect_term(static_cast<int>(transformation(sight.pub)))}; break;
    case Do::die: {
      if (with[2] == with[0] && with[3] == with[1]) {
        out.args = {die_term(with[0] * 8), i64{with[1]}};
        break;
      }
      out.key += ".as";
      out.args = {die_term(with[0] * 8), i64{with[1]}, die_term(with[2] * 8), i64{with[3]}};
      break;
    }
    case Do::pick:
    case Do::wish: out.args = {die_term(with[0] * 8), i64{with[1]}}; break;
    case Do::colour:
    case Do::draw: out.args = {die_term(with[0] * 8)}; break;
    case Do::give:
    case Do::region: out.args = {colour_term(with[0])}; break;
    case Do::turn:
    case Do::attack:
    case Do::roll:
    case Do::deal:
    case Do::ending: out.args = {i64{with[0]}}; break;
    case Do::at: {
      const Colour c = with[0] < cell_count ? colour_at(sight.pub, with[0]) : Colour::white;
      out.args = {cell_term(with[0]), term_of("region", name_of(c))};
      break;
    }
    case Do::store: {
      const int column = with[0], row = with[1];
      const Player& w = sight.pub.of(f.seat);
      u32 left = column < store_columns ? static_cast<u32>(w.store >> (store_rows * column) & 7) : 0;
      for (int i = 0; i < row && left != 0; ++i) left &= left - 1;
      const int place = left == 0 ? 0 : store_rows * column + std::countr_zero(left);
      out.args = {die_term(static_cast<int>(tables().store[static_cast<std::size_t>(place)]) * 8),
                  i64{f.a != 0 || row >= store_rows ? 0 : tables().price[static_cast<std::size_t>(row)]}};
      break;
    }
    case Do::ware: out.args = {ware_term(with[0]), i64{with[1]}}; break;
    case Do::gain: out.args = {ware_term(with[0]), colour_term(with[1])}; break;
    case Do::put: out.args = {ware_term(with[0]), cell_term(with[1])}; break;
    case Do::medal: out.args = {medal_term(with[0])}; break;
    case Do::column: out.args = {i64{with[0] + 1}}; break;
    case Do::choose: out.key += "." + std::string(name_of(static_cast<Choice>(with[0]))); break;
    case Do::marker: out.args = {effect_term(with[0])}; break;
    case Do::starter: out.args = {static_cast<Seat>(with[0] & 3)}; break;
    case Do::done: out.key += "." + std::string(frame_name(now_of(f)).name); break;
    case Do::pass:
    case Do::own:
    case Do::poke: break;
  }
  return out;
}

Phrase Tharos::describe(const Event& e) const {
  const i64 amount = e.amount;
  const auto say = [&](std::string_view what, std::vector<Phrase::Arg> more = {}) {
    Phrase out{"tharos.event." + std::string(what), {e.seat}};
    out.args.insert(out.args.end(), more.begin(), more.end());
    return out;
  };
  const auto gained = [&](std::string_view what, std::vector<Phrase::Arg> more) {
    return say(std::string(what) + (amount >= 0 ? "" : ".lost"), std::move(more));
  };
  const i64 size = amount >= 0 ? amount : -amount;
  switch (static_cast<What>(e.kind)) {
    case What::region:
      return say("region", {cell_term(e.b), term_of("region", e.a < colour_count ? name_of(static_cast<Colour>(e.a)) : "?")});
    case What::marker: return say("marker", {cell_term(e.b), effect_term(e.a)});
    case What::starter: return say("starter");
    case What::turn_begins: return say("turn", {i64{e.a}, i64{e.b}});
    case What::attack: return say("attack", {i64{e.a}, cell_term(e.b), amount});
    case What::draws: return say("draws", {die_term(e.a * 8)});
    case What::rolls: return say("rolls", {die_term(e.a), i64{value_of(e.a)}});
    case What::does: return say("does", {deed_term(e.a)});
    case What::uses: return say(e.b != 0 ? "uses.free" : "uses", {building_term(e.a)});
    case What::activates: return say("activates", {player_card_term(e.a)});
    case What::plays: return say("plays", {card_term(e.a), i64{e.a}});
    case What::places:
      return e.a == e.b ? say("places", {die_term(e.a), i64{value_of(e.a)}})
                        : say("places.as", {die_term(e.a), i64{value_of(e.a)}, die_term(e.b), i64{value_of(e.b)}});
    case What::transforms: return say("transforms", {effect_term(e.a)});
    case What::passes: return say("passes");
    case What::jars: return gained("jars", {size});
    case What::pays_owner: return say("pays-owner", {static_cast<Seat>(e.a & 3), size});
    case What::medal: return gained("medal", {medal_term(e.a), size});
    case What::guild_on: return say("guild-on", {cell_term(e.a)});
    case What::guild_off: return say("guild-off", {cell_term(e.a)});
    case What::mine_on: return say("mine-on", {cell_term(e.a)});
    case What::mine_off: return say("mine-off", {cell_term(e.a)});
    case What::card_guild: return gained("card-guild", {player_card_term(e.a)});
    case What::card_back: return say("card-back", {player_card_term(e.a)});
    case What::buys: return say("buys", {die_term(e.a * 8)});
    case What::builds: return say("builds", {building_term(e.a)});
    case What::owns: return say("owns", {building_term(e.a)});
    case What::takes: return say("takes", {ware_term(e.a), colour_term(e.b)});
    case What::hands_in: return say("hands-in", {ware_term(e.a), colour_term(e.b)});
    case What::restores: return say("restores", {ware_term(e.a), cell_term(e.b)});
    case What::changes: return say("changes", {die_term(e.a), i64{value_of(e.a)}, i64{value_of(e.b)}});
    case What::gets_card: return e.a == 0 ? say("gets-card.unseen") : say("gets-card", {card_term(e.a), i64{e.a}});
    case What::drops_card: return say("drops-card", {card_term(e.a), i64{e.a}});
    case What::fetches: return say("fetches", {card_term(e.a), i64{e.a}});
    case What::strength: return say("strength", {amount});
    case What::ward: return say("ward");
    case What::pokes: return say("pokes");
    case What::wards_off: return say("wards-off", {amount});
    case What::loses: return say("loses", {amount});
    case What::saved: return say("saved", {i64{e.a + 1}});
    case What::sets_aside: return say("sets-aside", {die_term(e.a * 8)});
    case What::keeps_die: return say("keeps-die", {die_term(e.a * 8)});
    case What::adds_die: return say("adds-die", {die_term(e.a * 8)});
    case What::wishes: return say("wishes", {die_term(e.a), i64{value_of(e.a)}});
    case What::reshuffle: return say("reshuffle");
    case What::end_card: return say("end-card", {i64{e.a}, i64{e.b + 1}});
    case What::over: return say("over");
  }
  return say("unknown");
}

}  // namespace trestle::tharos
