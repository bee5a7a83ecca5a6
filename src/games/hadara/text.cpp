// What a person is asked and told, as keys and arguments; the sentences are in data/hadara/strings.*.txt.
#include "games/hadara/flow.hpp"
#include "games/hadara/names.hpp"

namespace trestle::hadara {

namespace {

using Args = std::vector<Phrase::Arg>;

Term colour_term(int c) { return {"hadara.colour." + std::string(c < colour_count ? name_of(static_cast<Colour>(c)) : "?")}; }
Term epoch_term(int e) { return {"hadara.epoch." + std::to_string(e + 1)}; }
Term track_term(int t) { return {"hadara.track." + std::string(t < track_count ? name_of(static_cast<Track>(t)) : "?")}; }

// A card is three arguments: its colour, its epoch, its number.
Args card_args(Card c, Args more = {}) {
  if (c >= card_ids) return {colour_term(colour_count), epoch_term(epoch_count), i64{c}};
  Args out{colour_term(static_cast<int>(colour_of(c))), epoch_term(epoch_of(c)), i64{place_of(c) + 1}};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

}  // namespace

Prompt Hadara::prompt(const SightRef& sight) const {
  const Public& pub = sight.pub;
  if (pub.stack.empty()) return {{"hadara.prompt.over", {}}, "hadara.score.winner"};
  const Frame& f = pub.stack.back();
  const FrameName& asked = frame_names[f.kind];
  Prompt out{{"hadara.prompt." + std::string(asked.name), {}}, std::string(asked.clause)};
  const Board& board = pub.of(f.seat);
  Args& args = out.phrase.args;
  switch (kind_of(f)) {
    case Now::choose:
      if (index_of(sight.me) < pub.seats)
        args = {colour_term(static_cast<int>(pile_of(pub, sight.me))), epoch_term(pub.epoch)};
      else
        out.phrase.key += ".all";
      break;
    case Now::token: args = card_args(f.a); break;
    case Now::colony: args = {i64{board.tracks[Track::military]}}; break;
    case Now::bust: args = {i64{board.tracks[Track::culture]}}; break;
    case Now::feed: args = {i64{cards_of(board)}, i64{board.tracks[Track::food]}, i64{hungry(board, f.a)}}; break;
    case Now::seal: args = {i64{seal_price(pub, board, false)}, i64{seal_price(pub, board, true)}, i64{board.coins}}; break;
    case Now::flip: args = {i64{f.a < colony_piles ? tables_.colonies[f.a].value : 0}}; break;
    case Now::start:
    case Now::segment:
    case Now::crest:
    case Now::side:
    case Now::wheel:
    case Now::draw:
    case Now::market: break;
  }
  return out;
}

Phrase Hadara::label(const SightRef& sight, Action action) const {
  const Public& pub = sight.pub;
  if (action.kind >= do_count || pub.stack.empty()) return {"hadara.do.unknown", {}};
  const Frame& frame = pub.stack.back();
  const bool seated = index_of(sight.me) < pub.seats;
  const Board board = seated ? pub.of(sight.me) : Board{};
  const Do verb = kind_of(action);
  Phrase out{"hadara.do." + std::string(verbs[action.kind].name), {}};
  const u8 first = action.with[0], second = action.with[1];
  switch (verb) {
    case Do::start:
    case Do::crest: out.args = {static_cast<Seat>(first & 7), i64{second}}; break;
    case Do::segment: out.args = {colour_term(first)}; break;
    case Do::draw: out.args = {static_cast<Seat>(first & 7)}; break;
    case Do::flip: out.args = {i64{first < colony_piles ? tables_.colonies[first].value : 0}, i64{second + 1}}; break;
    case Do::side: {
      if (!seated || board.initiative == 0 || first > 1) return {"hadara.do.unknown", {}};
      const StartSide& side = tables_.starts[board.initiative - 1u][first];
      out.key += first == 0 ? ".a" : ".b";
      out.args = {i64{side.coins}};
      for (int t = 0; t < track_count; ++t) out.args.push_back(i64{side.tracks[static_cast<Track>(t)]});
      break;
    }
    case Do::wheel: out.args = {colour_term(first)}; break;
    case Do::buy:
    case Do::sell: {
      const bool pair = kind_of(frame) == Now::choose && sight.own.has_pair();
      if (first >= card_ids) break;
      out.args = card_args(first, {i64{verb == Do::buy ? cost(board, first) : sale(board, first)}});
      if (!pair) break;
      out.key += ".pair";
      out.args.push_back(i64{place_of(first == sight.own.pair[0] ? sight.own.pair[1] : sight.own.pair[0]) + 1});
      break;
    }
    case Do::token:
    case Do::silver:
      out.args = {track_term(first)};
      if (verb == Do::silver) out.args.push_back(i64{seal_price(pub, board, false)});
      break;
    case Do::plunder:
    case Do::ally: {
      if (first >= colony_piles || !seated) break;
      const ColonyPile& pile = tables_.colonies[first];
      const int price = colony_price(frame, board, first, verb == Do::ally);
      out.args = {i64{pile.value}, i64{verb == Do::ally ? pile.alliance : pile.plunder}};
      if (price > 0) out.key += ".paid", out.args.push_back(i64{price});
      break;
    }
    case Do::carve: {
      if (first >= bust_count) break;
      const BustRow& bust = tables_.busts[first];
      out.key += action.with[2] == 0 ? ".face" : ".back";
      out.args = {i64{bust.condition}, i64{bust.vp}, track_term(second),
                  i64{bust.bonus + bust_bonus_steps * copies(board, Ability::bust_bonus)}};
      const int price = bust_price(frame, board, first);
      if (price > 0) out.key += ".paid", out.args.push_back(i64{price});
      break;
    }
    case Do::give_up: out.args = card_args(first); break;
    case Do::pay: break;
    case Do::gold: out.args = {i64{seal_price(pub, board, true)}}; break;
    case Do::pass: out.key += "." + std::string(frame_names[frame.kind].name); break;
  }
  return out;
}

Phrase Hadara::describe(const Event& e) const {
  const i64 amount = e.amount;
  const auto say = [&](std::string_view what, Args more = {}) {
    Phrase out{"hadara.event." + std::string(what), {e.seat}};
    out.args.insert(out.args.end(), more.begin(), more.end());
    return out;
  };
  switch (static_cast<Told>(e.kind)) {
    case Told::start: return say("start", {i64{e.a}});
    case Told::segment: return say("segment", {i64{e.a + 1}, colour_term(e.b)});
    case Told::crest: return say("crest", {i64{e.a + 1}});
    case Told::side: return say(e.a == 0 ? "side-a" : "side-b");
    case Told::extra_coin: return say("extra-coin");
    case Told::epoch: return say("epoch", {epoch_term(e.a)});
    case Told::wheel: return say("wheel", {colour_term(e.a)});
    case Told::turned: return say("turned", {i64{e.a + 1}});
    case Told::drew: {
      Args args = card_args(e.a);
      args.push_back(i64{place_of(e.b) + 1});
      return say("drew", args);
    }
    case Told::drew_hidden: return say("drew-hidden", {colour_term(e.a)});
    case Told::placed: return say("placed", card_args(e.a));
    case Told::bought: return say("bought", card_args(e.a, {amount}));
    case Told::sold: return say("sold", card_args(e.a, {amount}));
    case Told::sold_hidden: return say("sold-hidden", {colour_term(e.a), epoch_term(e.b), amount});
    case Told::token: return say("token", card_args(e.a, {track_term(e.b)}));
    case Told::income: return say("income", {amount});
    case Told::market: return say("market");
    case Told::condition_paid: return say("condition-paid", {amount});
    case Told::colony_coins: return say("colony-coins", {amount});
    case Told::plundered: return say("plundered", {i64{e.a}, amount});
    case Told::allied: return say("allied", {i64{e.a}, amount});
    case Told::flipped: {
      Args args{i64{e.a}};
      const bool known = e.b < colony_piles && e.c < colony_tiles;
      for (int t = 0; t < track_count; ++t) args.push_back(i64{known ? tables_.colonies[e.b].gains[e.c][static_cast<Track>(t)] : 0});
      args.push_back(i64{known ? tables_.colonies[e.b].vp[e.c] : 0});
      return say("flipped", args);
    }
    case Told::carved: return say(e.c == 0 ? "carved-face" : "carved-back", {i64{e.a}, track_term(e.b), amount});
    case Told::gave_up: return say("gave-up", card_args(e.a));
    case Told::paid_food: return say("paid-food", {amount});
    case Told::surplus: return say("surplus", {amount});
    case Told::silver: return say("silver", {track_term(e.a), amount});
    case Told::gold: return say("gold", {amount});
    case Told::over: return say("over");
  }
  return say("unknown");
}

}  // namespace trestle::hadara
