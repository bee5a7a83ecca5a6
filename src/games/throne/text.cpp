// What a person is asked and told, as keys and arguments; the sentences are in data/throne/strings.*.txt.
#include "games/throne/names.hpp"
#include "games/throne/work.hpp"

namespace trestle::throne {

namespace {

Term term(std::string_view group, std::string_view name) { return {"throne." + std::string(group) + "." + std::string(name)}; }
Term card_term(const Throne& rules, Card c) { return term("card", c < cards_max ? std::string_view(rules.tables().card_names[c]) : "?"); }
Term profession_term(u8 p) { return term("profession", p < profession_count ? name_of(static_cast<Profession>(p)) : "?"); }
Term race_term(u8 r) { return term("race", r <= race_count ? name_of(static_cast<Race>(r)) : "?"); }

}  // namespace

Prompt Throne::prompt(const SightRef& sight) const {
  const Public& pub = sight.pub;
  if (pub.stack.empty()) return {{"throne.prompt.over", {}}, "throne.goal.now"};
  const Frame& f = pub.stack.back();
  const FrameName& asked = frame_name(now(f));
  Prompt out{{"throne.prompt." + std::string(asked.name), {}}, std::string(asked.clause)};
  auto& args = out.phrase.args;
  switch (now(f)) {
    case Now::play: args = {i64{pub.points}}; break;
    case Now::upkeep: args = {i64{upkeep(pub, f.seat, pub.units[at(f.seat)])}, i64{coins_of(pub, f.seat)}}; break;
    case Now::discard: args = {i64{pub.hand[at(f.seat)]}, i64{printed::hand_limit}}; break;
    case Now::give: args = {card_term(*this, f.a), i64{trade_price(pub, f.seat)}}; break;
    case Now::activate: args = {card_term(*this, f.a)}; break;
    case Now::act: args = {profession_term(f.a), i64{f.b}}; break;
    case Now::demand:
    case Now::assemble: args = {i64{f.a}}; break;
    case Now::answer: args = {static_cast<Seat>(f.a), i64{printed::ransom}}; break;
    case Now::defend: args = {static_cast<Seat>(f.a), i64{f.amount}, i64{f.b}, i64{f.amount > f.b ? f.amount - f.b : 0}}; break;
    case Now::deal_race:
    case Now::choose_race:
    case Now::pick_first:
    case Now::deal_hand:
    case Now::fill_trade:
    case Now::homage:
    case Now::spy:
    case Now::mode:
    case Now::treasure:
    case Now::end_turn:
    case Now::draw:
    case Now::look:
    case Now::resolve:
    case Now::second_unit:
    case Now::extract:
    case Now::wisdom:
    case Now::seduce:
    case Now::assassinate:
    case Now::purchase:
    case Now::steal:
    case Now::snatch:
    case Now::hunger: break;
  }
  return out;
}

Phrase Throne::label(const SightRef& sight, Action action) const {
  const Public& pub = sight.pub;
  if (action.kind >= std::size(verbs) || pub.stack.empty()) return {"throne.do.unknown", {}};
  const Frame& f = pub.stack.back();
  const Verb& verb = verb_of(kind_of(action));
  Phrase out{"throne.do." + std::string(verb.name), {}};
  const auto operand = [&](Word word, u8 value) -> Phrase::Arg {
    switch (word) {
      case Word::seat: return static_cast<Seat>(value);
      case Word::card: return card_term(*this, value);
      case Word::profession: return profession_term(value);
      case Word::race: return race_term(value);
      case Word::none:
      case Word::number: return i64{value};
    }
    return i64{value};
  };
  if (verb.first != Word::none) out.args.push_back(operand(verb.first, action.with[0]));
  if (verb.second != Word::none) out.args.push_back(operand(verb.second, action.with[1]));
  switch (kind_of(action)) {
    case Do::take: out.args.push_back(i64{trade_price(pub, sight.me)}); break;
    case Do::charge: out.args.push_back(i64{charge_points()}); break;
    case Do::pay:
      out.key += now(f) == Now::upkeep ? ".upkeep" : ".damage";
      out.args.push_back(i64{now(f) == Now::upkeep ? upkeep(pub, f.seat, pub.units[at(f.seat)]) : f.amount > f.b ? f.amount - f.b : 0});
      break;
    case Do::done: out.key += "." + std::string(frame_name(now(f)).name); break;
    case Do::extra: out.key += "." + std::string(frame_name(now(f)).name); break;
    case Do::activate: {
      const auto p = static_cast<Profession>(action.with[0]);
      if (action.with[0] >= profession_count) break;
      out.key += producers.has(p) ? ".produce" : attackers.has(p) ? ".attack" : ".demand";
      out.args.push_back(i64{producers.has(p) ? income(*this, pub, sight.me, p) : efficiency(*this, pub, sight.me, p)});
      break;
    }
    case Do::produce: out.args.push_back(i64{income(*this, pub, sight.me, static_cast<Profession>(f.a))}); break;
    case Do::attack:
      if (action.with[0] < pub.seats) out.args.push_back(i64{damage(*this, pub, sight.me, seat_of(action), static_cast<Profession>(f.a))});
      break;
    case Do::hunger:
      if (action.with[0] < pub.seats) out.args.push_back(i64{pub.units[action.with[0]].total()});
      break;
    case Do::withdraw:
      if (action.with[0] < profession_count) out.args.push_back(i64{tolerance(*this, pub, sight.me, profession_of(action))});
      break;
    case Do::ransom: out.args.push_back(i64{coins_of(pub, sight.me) < printed::ransom ? coins_of(pub, sight.me) : printed::ransom}); break;
    case Do::purchase: out.args.push_back(i64{printed::purchase_price}); break;
    case Do::deal_race:
    case Do::first:
    case Do::draw:
    case Do::reveal:
    case Do::look:
    case Do::snatch:
    case Do::choose:
    case Do::homage:
    case Do::spy:
    case Do::march:
    case Do::exchange:
    case Do::recover:
    case Do::meditate:
    case Do::play:
    case Do::malice:
    case Do::give:
    case Do::seduce:
    case Do::demand:
    case Do::assassinate:
    case Do::steal:
    case Do::yield:
    case Do::dismiss:
    case Do::discard:
    case Do::pass: break;
  }
  return out;
}

Phrase Throne::describe(const Event& e) const {
  const auto seat_a = static_cast<Seat>(e.a), seat_b = static_cast<Seat>(e.b);
  const i64 amount = e.amount;
  const auto say = [&](std::string_view what, std::vector<Phrase::Arg> more = {}) {
    Phrase out{"throne.event." + std::string(what), {e.seat}};
    out.args.insert(out.args.end(), more.begin(), more.end());
    return out;
  };
  switch (static_cast<Told>(e.kind)) {
    case Told::race_dealt: return say("race-dealt", {race_term(e.a)});
    case Told::race_chosen: return say("race-chosen");
    case Told::race_shown: return say("race-shown", {race_term(e.a)});
    case Told::begins: return say("begins");
    case Told::turn: return say("turn", {amount});
    case Told::drew: return say("drew", {card_term(*this, e.a)});
    case Told::drew_unseen: return say("drew-unseen");
    case Told::laid_out: return say("laid-out", {card_term(*this, e.a)});
    case Told::reshuffled: return say("reshuffled", {amount});
    case Told::trade_cleared: return say("trade-cleared");
    case Told::looked: return say("looked", {card_term(*this, e.a)});
    case Told::looked_unseen: return say("looked-unseen");
    case Told::mode: return say("mode." + std::string(verb_of(static_cast<Do>(e.a)).name));
    case Told::homage: return say("homage", {seat_a});
    case Told::played: return say("played", {card_term(*this, e.a)});
    case Told::malice: return say("malice");
    case Told::exchanged: return say("exchanged", {card_term(*this, e.b), card_term(*this, e.a), amount});
    case Told::activated: return say("activated", {profession_term(e.a)});
    case Told::seduced: return say("seduced", {seat_a});
    case Told::produced: return say("produced", {profession_term(e.a), amount});
    case Told::attacked: return say("attacked", {seat_a, profession_term(e.b), amount});
    case Told::withdrew: return say("withdrew", {profession_term(e.a)});
    case Told::paid_damage: return say("paid-damage", {seat_a, amount});
    case Told::bounty: return say("bounty", {amount});
    case Told::demanded: return say("demanded", {seat_a});
    case Told::yielded: return say("yielded", {card_term(*this, e.a), seat_b});
    case Told::yielded_unseen: return say("yielded-unseen", {seat_b});
    case Told::ransomed: return say("ransomed", {seat_a, amount});
    case Told::harvest: return say("harvest");
    case Told::assassinated: return say("assassinated", {seat_a, profession_term(e.b)});
    case Told::purchased: return say("purchased", {seat_a, profession_term(e.b), amount});
    case Told::stole: return say("stole", {card_term(*this, e.a), seat_b});
    case Told::stole_unseen: return say("stole-unseen", {seat_b});
    case Told::hungered: return say("hungered", {seat_a, amount});
    case Told::union_bonus: return say("union-bonus", {amount});
    case Told::paid_upkeep: return say("paid-upkeep", {amount});
    case Told::dismissed: return say("dismissed", {profession_term(e.a)});
    case Told::discarded: return say("discarded", {card_term(*this, e.a)});
    case Told::out: return say("out");
    case Told::won: return say("won", {Term{"throne.ending." + std::string(ending_names[e.a < std::size(ending_names) ? e.a : 0])}});
  }
  return say("unknown");
}

}  // namespace trestle::throne
