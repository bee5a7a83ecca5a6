// AnyGame for one rules type: copies bytes in and out, nothing else.
#pragma once
#include <cstring>

#include "core/any_game.hpp"

namespace trestle {

template <GameRules R>
class AnyGameOf final : public AnyGame {
  using State = typename R::State;
  using Sight = SightOf<typename R::Public, typename R::Private>;
  static_assert(sizeof(State) <= state_bytes_max && sizeof(Sight) <= state_bytes_max);

 public:
  AnyGameOf(R rules, Edition edition, Options options)
      : rules_(std::move(rules)), edition_(std::move(edition)), options_(std::move(options)) {
    info_ = {std::string(R::name), R::rules_version, R::seats_min,      R::seats_max,
             R::plies_max,         sizeof(State),    R::option_specs(), edition_.hash()};
  }
  const R& rules() const { return rules_; }
  const GameInfo& info() const override { return info_; }
  const Edition& edition() const override { return edition_; }
  const Options& options() const override { return options_; }

  AnyState start(int seats) const override { return wrap(rules_.start(seats)); }
  SeatSet waiting_on(const AnyState& s) const override { return rules_.waiting_on(state(s).pub); }
  SeatSet waiting_on(const AnySight& s) const override { return rules_.waiting_on(sight_value(s).pub); }
  AnySight sight(const AnyState& s, Seat me) const override {
    const State full = state(s);
    const Sight value = sight_of(full, me).value();
    AnySight out;
    out.size = sizeof value;
    out.me = value.seat();
    std::memcpy(out.bytes.data(), &value, sizeof value);
    return out;
  }
  void legal(const AnySight& s, ActionList& list) const override {
    list.clear();
    const Sight value = sight_value(s);
    if (rules_.waiting_on(value.pub).has(value.seat())) rules_.legal(value, list);
  }
  bool open_choice(const AnySight& s) const override { return rules_.open_choice(sight_value(s).pub); }
  Refusal refuse(const AnySight& s, Action a) const override { return rules_.refuse(sight_value(s), a); }
  void apply(AnyState& s, Seat seat, Action a, EventSink& sink) const override {
    State full = state(s);
    rules_.apply(full, seat, a, sink);
    s = wrap(full);
  }
  u32 odds(const AnyState& s) const override { return rules_.odds(state(s)); }
  Action outcome(const AnyState& s, u32 ticket) const override { return rules_.outcome(state(s), ticket); }
  void chance(const AnyState& s, OutcomeList& list) const override {
    list.clear();
    rules_.chance(state(s), list);
  }
  AnyState imagine(const AnySight& s, Rng& rng) const override { return wrap(rules_.imagine(sight_value(s), rng)); }

  bool reveals(const AnyState& before, const AnyState& after, Seat seat, Action action) const override {
    const State was = state(before), is = state(after);
    // Anything that moved in a part the seat cannot see may have come into its view.
    if (!(was.hid == is.hid)) return true;
    for (int i = 0; i < R::seats_max; ++i)
      if (seat_at(i) != seat && !(was.of(seat_at(i)) == is.of(seat_at(i)))) return true;
    // And in every other world the seat could have been in, the same act must look the same.
    constexpr int worlds = 16;
    const Sight seen_before = sight_of(was, seat).value(), seen_after = sight_of(is, seat).value();
    Rng rng(hash_value(was));
    for (int i = 0; i < worlds; ++i) {
      State other = rules_.imagine(seen_before, rng);
      NullSink none;
      rules_.apply(other, seat, action, none);
      if (!(sight_of(other, seat).value() == seen_after)) return true;
    }
    return false;
  }

  ScoreSheet score(const AnyState& s) const override { return rules_.score(state(s)); }
  Standing standing(const AnyState& s) const override { return rules_.standing(state(s)); }
  Status check(const AnyState& s) const override { return rules_.check(state(s)); }
  std::string print(Action a) const override { return rules_.print(a); }
  Result<Action> parse(std::string_view text) const override { return rules_.parse(text); }
  std::vector<Field> fields(const AnyState& s, Seat viewer) const override { return rules_.fields(state(s), viewer); }
  AnyState blank(int seats) const override { return wrap(rules_.blank(seats)); }
  Status set(AnyState& s, std::string_view key, std::string_view value) const override {
    State full = state(s);
    Status status = rules_.set(full, key, value);
    if (status) s = wrap(full);
    return status;
  }
  Status complete(AnyState& s) const override {
    State full = state(s);
    Status status = rules_.complete(full);
    if (status) s = wrap(full);
    return status;
  }
  Prompt prompt(const AnySight& s) const override { return rules_.prompt(sight_value(s)); }
  Phrase label(const AnySight& s, Action a) const override { return rules_.label(sight_value(s), a); }
  Phrase describe(const Event& e) const override { return rules_.describe(e); }

  static AnyState wrap(const State& s) {
    AnyState out;
    out.size = sizeof s;
    std::memcpy(out.bytes.data(), &s, sizeof s);
    return out;
  }
  static State state(const AnyState& s) {
    CHECK(s.size == sizeof(State));
    State out;
    std::memcpy(&out, s.bytes.data(), sizeof out);
    return out;
  }
  static Sight sight_value(const AnySight& s) {
    CHECK(s.size == sizeof(Sight));
    Sight out;
    std::memcpy(&out, s.bytes.data(), sizeof out);
    return out;
  }

 private:
  R rules_;
  Edition edition_;
  Options options_;
  GameInfo info_;
};

}  // namespace trestle
