// How the game stands, and whether a state can exist at all.
#include <algorithm>

#include "games/throne/work.hpp"

namespace trestle::throne {

ScoreSheet Throne::score(const State& s) const {
  ScoreSheet sheet{{"throne.score.coins", {}}, {"throne.score.sets", {}}, {"throne.score.professions", {}}};
  for (int i = 0; i < s.pub.seats; ++i) {
    const Seat seat = seat_at(i);
    const auto k = static_cast<std::size_t>(i);
    const Units strength = strength_of(s.pub, seat);
    sheet[0].points[k] = coins_of(s.pub, seat);
    sheet[1].points[k] = full_sets(*this, strength).size();
    sheet[2].points[k] = strength.kinds().size();
  }
  return sheet;
}

// The winners are first; then those still in the game, by coins; then those who are out.
Standing Throne::standing(const State& s) const {
  Standing places{};
  if (s.pub.ending == Ending::none) return places;
  std::array<int, seats_max> merit{};
  for (int i = 0; i < s.pub.seats; ++i) {
    const Seat seat = seat_at(i);
    const bool lives = s.pub.alive.has(seat);
    merit[static_cast<std::size_t>(i)] = s.pub.winners.has(seat) ? 1 << 20 : lives ? coins_of(s.pub, seat) : -1;
  }
  for (std::size_t i = 0; i < s.pub.seats; ++i) {
    int better = 0;
    for (std::size_t j = 0; j < s.pub.seats; ++j) better += merit[j] > merit[i];
    places[i] = static_cast<u8>(better + 1);
  }
  return places;
}

namespace {

Status check_cards(const Throne& rules, const State& s) {
  const Public& pub = s.pub;
  std::array<int, cards_max> found{};
  const auto count = [&](const Cards& cards) {
    for (std::size_t c = 0; c < cards_max; ++c) found[c] += cards[c];
  };
  count(pub.trade);
  count(pub.discard);
  count(pub.aside);
  count(s.hid.pile);
  for (std::size_t i = 0; i < seats_max; ++i) {
    count(s.own[i].hand);
    for (Card c : s.own[i].top) found[c]++;
    for (int p = 0; p < profession_count; ++p) found[static_cast<std::size_t>(p)] += pub.units[i][static_cast<Profession>(p)];
  }
  for (const Frame& f : pub.stack)
    if (now(f) == Now::resolve) found[f.a]++;
  for (std::size_t c = 0; c < cards_max; ++c)
    if (found[c] != rules.tables().deck[c]) {
      const std::string name = c < static_cast<std::size_t>(rules.tables().card_count) ? rules.tables().card_names[c] : "of no kind";
      return fault("card '" + name + "': " + std::to_string(found[c]) + " on the table, " + std::to_string(rules.tables().deck[c]) +
                   " in the edition");
    }
  if (pub.trade.total() > trade_size) return fault("trade: more than " + std::to_string(trade_size) + " cards");
  if (s.hid.pile.total() + pub.seen != pub.pile) return fault("pile: the count does not fit the cards");
  return ok();
}

Status check_seat(const Throne& rules, const State& s, Seat seat) {
  const Public& pub = s.pub;
  const std::string who(seat_name(seat));
  const Private& own = s.of(seat);
  if (own.hand.total() != pub.hand[at(seat)]) return fault(who + ".hand: the count does not fit the cards");
  if (!own.hand.contains(pub.shown[at(seat)])) return fault(who + ".shown: a card known to be in the hand is not there");
  if (own.top.size() != (pub.seen > 0 && pub.seer == seat ? pub.seen : 0)) return fault(who + ".top: seen cards do not fit");
  const int coins = coins_of(pub, seat);
  if (coins < 0) return fault(who + ".coins: " + std::to_string(coins) + " is below 0");
  if (pub.alive.has(seat) != (coins > 0)) return fault(who + ".coins: a player is in the game exactly while there is a coin left");
  if (coins == 0 && (pub.hand[at(seat)] > 0 || pub.units[at(seat)].packed != 0))
    return fault(who + " is out and can have neither hand nor units");
  const Units strength = strength_of(pub, seat);
  for (int p = 0; p < profession_count; ++p) {
    const auto profession = static_cast<Profession>(p);
    if (strength[profession] > rules.tables().professions[profession].set)
      return fault(who + ".units: " + std::to_string(strength[profession]) + " of " + std::string(name_of(profession)) +
                   ", a full set has " + std::to_string(rules.tables().professions[profession].set));
  }
  return ok();
}

Status check_frame(const State& s, const Frame& f) {
  const Public& pub = s.pub;
  const auto in_game = [&](u8 seat) { return seat < pub.seats && pub.alive.has(static_cast<Seat>(seat)); };
  const bool set_up = now(f) <= Now::fill_trade;
  if (!set_up && !in_game(static_cast<u8>(f.seat))) return fault("pending: a decision of a player who is not in the game");
  switch (now(f)) {
    case Now::answer:
      if (!in_game(f.a) || team_of(pub, f.seat).has(static_cast<Seat>(f.a))) return fault("pending answer: must be to an opponent");
      break;
    case Now::defend:
      if (!in_game(f.a) || team_of(pub, f.seat).has(static_cast<Seat>(f.a))) return fault("pending defend: must be from an opponent");
      if (f.amount <= 0) return fault("pending defend: damage must be at least 1");
      break;
    case Now::snatch:
      if (!in_game(f.a) || pub.hand[f.a] == 0) return fault("pending snatch: that player has no card");
      break;
    case Now::give:
      if (pub.trade[f.a] == 0) return fault("pending give: that card is not in the trade area");
      if (pub.hand[at(f.seat)] == 0 || coins_of(pub, f.seat) < trade_price(pub, f.seat))
        return fault("pending give: cannot pay with card and coins");
      break;
    default: break;
  }
  return ok();
}

}  // namespace

Status Throne::check(const State& s) const {
  const Public& pub = s.pub;
  if (auto status = check_cards(*this, s); !status) return status;
  for (int i = 0; i < pub.seats; ++i)
    if (auto status = check_seat(*this, s, seat_at(i)); !status) return status;
  for (const Frame& f : pub.stack)
    if (auto status = check_frame(s, f); !status) return status;
  if (pub.ending == Ending::none) {
    if (pub.stack.empty()) return fault("nothing is pending although the game is not over");
    // Somebody must have something to do.
    const SeatSet waiting = waiting_on(pub);
    if (waiting.has(Seat::Chance)) {
      if (odds(s) == 0) return fault("pending: nothing to draw");
    } else {
      Status status = ok();
      waiting.for_each([&](Seat seat) {
        ActionList list;
        legal(sight_of(s, seat), list);
        if (list.empty()) status = fault("pending: " + std::string(seat_name(seat)) + " has nothing to choose from");
      });
      if (!status) return status;
    }
  } else if (!pub.stack.empty()) {
    return fault("the game is over and something is pending");
  }
  return ok();
}

}  // namespace trestle::throne
