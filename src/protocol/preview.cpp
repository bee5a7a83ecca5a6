#include "protocol/preview.hpp"

#include <algorithm>
#include <iterator>

namespace trestle::protocol {

namespace {

constexpr u64 preview_seed = 1;  // the same position shows the same preview

// Lets those who were to choose at the same time as `me` choose too, so that what `me` chose is shown.
void let_others_choose(const AnyGame& game, AnyState& state, SeatSet others) {
  EventLog unheard;
  for (;;) {
    const SeatSet waiting = game.waiting_on(state);
    if (waiting.empty() || !(waiting - others).empty()) return;
    const Seat seat = waiting.lowest();
    ActionList legal;
    game.legal(game.sight(state, seat), legal);
    game.apply(state, seat, legal[0], unheard);
    others.remove(seat);
  }
}

}  // namespace

Preview::Preview(const AnyGame& game, const AnySight& sight) : game_(game), sight_(sight) {
  Rng rng(preview_seed);
  for (AnyState& world : worlds_) world = game.imagine(sight, rng);
  before_ = fields_json(game.fields(worlds_[0], sight.me));
}

json::object Preview::of(Action action) const {
  const Seat me = sight_.me;
  SeatSet others = game_.waiting_on(sight_);
  others.remove(me);
  json::object after[worlds_max];
  bool wins = true;
  for (std::size_t i = 0; i < worlds_max; ++i) {
    AnyState state = worlds_[i];
    EventLog unheard;
    game_.apply(state, me, action, unheard);
    let_others_choose(game_, state, others);
    after[i] = fields_json(game_.fields(state, me));
    wins = wins && game_.waiting_on(state).empty() && game_.standing(state)[static_cast<std::size_t>(me)] == 1;
  }
  const std::string own = std::string(seat_name(me)) + ".";
  json::array changes;
  for (const auto& [key, to] : after[0]) {
    if (!others.empty() && !std::string_view(key.data(), key.size()).starts_with(own)) continue;
    const json::value* from = before_.if_contains(key);
    if (from != nullptr && *from == to) continue;
    const bool agreed = std::all_of(std::begin(after), std::end(after), [&key = key, &to = to](const json::object& fields) {
      const json::value* other = fields.if_contains(key);
      return other != nullptr && *other == to;
    });
    if (!agreed) continue;
    changes.push_back(json::object{{"field", key}, {"from", from == nullptr ? json::value() : *from}, {"to", to}});
  }
  json::object out{{"changes", std::move(changes)}};
  if (wins) out["wins"] = true;
  return out;
}

}  // namespace trestle::protocol
