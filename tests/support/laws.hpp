// The laws every game keeps, as templates on the rules type. `run_laws` plays random games and holds each ply to the cheap laws
// and one ply in `Plan::sample` to the dear ones; it stops at the first breach and says which law, game and ply. It knows no game.
#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/rules.hpp"

namespace trestle::laws {

// What a table hears of an act beyond what lies on it afterwards.
enum class Heard : u8 {
  nothing,   // two acts that leave a viewer the same sight must sound the same to that viewer
  operands,  // who is named, what is passed over: two such acts may sound different though the table looks the same
  reveal,    // hidden things are shown, and the table does not keep all that was seen
};

struct Plan {
  int seats = 2;
  u64 plies = 20'000;
  u64 seed = 1;
  u32 sample = 16;        // one ply in so many bears the laws that imagine worlds and try illegal actions
  u32 text_sample = 64;   // one ply in so many is written as text and read back
  u32 replay_sample = 4;  // one game in so many is replayed
  // Whether docs/rules has a clause of this id; without it any id but the empty one will do.
  std::function<bool(std::string_view)> clause_exists;
  // What is heard of a seat's act; `waiting` is the set before it. Without it: nothing.
  std::function<Heard(Action, SeatSet waiting)> heard;
};

struct Breach {
  std::string law;
  std::string detail;
  int seats = 0;
  u64 seed = 0;
  u64 game = 0;
  u32 ply = 0;
  std::string position;  // before the ply, everything shown

  std::string text() const {
    return "law '" + law + "' is broken at " + std::to_string(seats) + " seats, seed " + std::to_string(seed) + ", game " +
           std::to_string(game) + ", ply " + std::to_string(ply) + (detail.empty() ? "" : ": " + detail) + "\n" + position;
  }
};

struct Report {
  u64 games = 0;
  u64 plies = 0;
  u64 decisions = 0;           // of players
  u64 worlds = 0;              // imagined
  u64 imagined_decisions = 0;  // decisions whose legal list was compared with an imagined world's
  u64 longest = 0;             // plies of the longest game
  std::optional<Breach> breach;

  std::string text() const { return breach ? breach->text() : "all laws hold"; }
};

template <GameRules R>
class Laws {
  using State = typename R::State;
  using Sight = SightOf<typename R::Public, typename R::Private>;
  struct Step {
    Seat seat;
    Action action;
    u64 hash_after;
  };

 public:
  Laws(const R& rules, const Plan& plan) : rules_(rules), plan_(plan) {}

  Report run() {
    for (u64 game = 0; report_.plies < plan_.plies && !broken(); ++game) play_game(game);
    return report_;
  }

 private:
  bool broken() const { return report_.breach.has_value(); }

  template <class Detail>
  bool must(bool holds, std::string_view law, Detail&& detail) {
    if (holds || broken()) return holds;
    report_.breach = Breach{std::string(law), detail(), plan_.seats, plan_.seed, game_, ply_, ""};
    return false;
  }
  bool must(bool holds, std::string_view law) {
    return must(holds, law, [] { return std::string(); });
  }
  bool one_in(u32 n) { return n <= 1 || rng_.below(n) == 0; }
  std::string act_text(Seat seat, Action action) const { return std::string(seat_name(seat)) + " " + rules_.print(action); }

  void play_game(u64 game) {
    game_ = game;
    ply_ = 0;
    rng_ = Rng::for_item(plan_.seed, game);
    trail_.clear();
    State state = rules_.start(plan_.seats);
    must(bool(rules_.check(state)), "check holds at the start", [&] { return rules_.check(state).fault().text(); });
    const bool replayed = one_in(plan_.replay_sample);
    while (!broken()) {
      const SeatSet waiting = rules_.waiting_on(state.pub);
      if (waiting.empty()) break;
      if (!must(ply_ < R::plies_max, "ends within plies_max")) return;
      const State before = state;
      one_ply(state, waiting, replayed);
      if (broken()) report_.breach->position = all_fields(before);
    }
    if (broken()) return;
    over(state);
    if (replayed) replay(state);
    ++report_.games;
    report_.longest = std::max<u64>(report_.longest, ply_);
  }

  std::string all_fields(const State& state) const {
    std::string out;
    for (const Field& field : rules_.fields(state, Seat::Chance)) out += "  " + field.key + " " + field.value + "\n";
    return out;
  }

  void one_ply(State& state, SeatSet waiting, bool replayed) {
    const bool dear = one_in(plan_.sample);
    const bool text = one_in(plan_.text_sample);
    const bool chance = waiting.has(Seat::Chance);
    must(!chance || waiting == chance_only, "chance acts alone");
    if (dear) imagination(state, waiting);
    if (text && !broken()) text_laws(state, waiting);
    const Step step = chance ? chance_step(state, dear) : decision(state, waiting, dear);
    if (broken()) return;
    must(round_trips(step.action), "parse(print(action)) is the action", [&] { return "'" + rules_.print(step.action) + "'"; });
    if (dear) {
      two_worlds(state, step, waiting);
      sink_changes_nothing(state, step);
      if (waiting.size() > 1) commits(state, waiting);
    }
    NullSink none;
    rules_.apply(state, step.seat, step.action, none);
    if (replayed) trail_.push_back({step.seat, step.action, hash_value(state)});
    const Status sound = rules_.check(state);
    must(bool(sound), "check holds after every ply", [&] { return act_text(step.seat, step.action) + ": " + sound.fault().text(); });
    ++ply_;
    ++report_.plies;
    if (!chance) ++report_.decisions;
  }

  // --- who may do what -------------------------------------------------------------------------------------------------

  Step decision(const State& state, SeatSet waiting, bool dear) {
    Step chosen{};
    const int pick = static_cast<int>(rng_.below(static_cast<u32>(waiting.size())));
    int index = 0;
    waiting.for_each([&](Seat seat) {
      const auto sight = sight_of(state, seat);
      list_.clear();
      rules_.legal(sight, list_);
      if (!must(!list_.empty(), "a waiting seat has a legal act", [&] { return std::string(seat_name(seat)); })) return;
      const bool sorted = std::adjacent_find(list_.begin(), list_.end(), [](Action a, Action b) { return !(a < b); }) == list_.end();
      must(sorted, "legal is ascending and unique", [&] { return std::string(seat_name(seat)); });
      if (dear && !broken()) refusals(state, seat);
      if (index++ == pick) chosen = {seat, list_[rng_.below(static_cast<u32>(list_.size()))], 0};
    });
    if (!broken()) remember(chosen.action);
    if (dear) refuses_others(state, waiting);
    return chosen;
  }

  // list_ holds the seat's legal acts. Nothing else may pass, and each refusal names a clause.
  void refusals(const State& state, Seat seat) {
    const auto sight = sight_of(state, seat);
    const u64 before = hash_value(state);
    for (const Action& action : list_)
      must(!rules_.refuse(sight, action), "refuse lets every legal act pass", [&] { return act_text(seat, action); });
    constexpr int tries = 24;
    for (int i = 0; i < tries && !broken(); ++i) {
      const Action action = strange_action(i);
      const bool legal = std::binary_search(list_.begin(), list_.end(), action);
      const Refusal refusal = rules_.refuse(sight, action);
      must(legal == !refusal, "refuse stops every act that is not legal",
           [&] { return std::string(seat_name(seat)) + bytes_text(action); });
      if (refusal) clause_known(refusal.clause, action);
    }
    must(hash_value(state) == before, "refusing leaves the state untouched");
  }

  void refuses_others(const State& state, SeatSet waiting) {
    for (int i = 0; i <= plan_.seats && !broken(); ++i) {
      const Seat seat = i == plan_.seats ? Seat::Table : seat_at(i);
      if (waiting.has(seat) || pool_.empty()) continue;
      const Action action = pool_[rng_.below(static_cast<u32>(pool_.size()))];
      const Refusal refusal = rules_.refuse(sight_of(state, seat), action);
      must(bool(refusal), "a seat that is not waited for may not act", [&] { return act_text(seat, action); });
      if (refusal) clause_known(refusal.clause, action);
    }
  }

  void clause_known(std::string_view clause, Action action) {
    must(!plan_.clause_exists || plan_.clause_exists(clause), "a refusal names a clause of the rules",
         [&] { return "'" + std::string(clause) + "' for" + bytes_text(action); });
  }

  // A legal act with an operand changed, an act of another moment, or plain noise.
  Action strange_action(int i) {
    Action action = list_[rng_.below(static_cast<u32>(list_.size()))];
    switch (i % 4) {
      case 0: action.with[0] = static_cast<u8>(action.with[0] + 1 + rng_.below(3)); break;
      case 1: action.with[rng_.below(7)] = static_cast<u8>(rng_.below(40)); break;
      case 2:
        if (!pool_.empty()) action = pool_[rng_.below(static_cast<u32>(pool_.size()))];
        break;
      case 3: {
        const u64 noise = rng_.next();
        action.kind = static_cast<u8>(rng_.below(2) ? noise & 63 : noise & 255);
        for (std::size_t k = 0; k < 7; ++k) action.with[k] = static_cast<u8>(noise >> (8 * k + 8));
        if (rng_.below(2)) action.with = {static_cast<u8>(noise >> 8 & 31)};
        break;
      }
    }
    return action;
  }

  void remember(Action action) {
    constexpr std::size_t pool_max = 64;
    if (pool_.size() < pool_max)
      pool_.push_back(action);
    else
      pool_[rng_.below(pool_max)] = action;
  }

  static std::string bytes_text(Action action) {
    std::string out = " action bytes " + std::to_string(action.kind);
    for (u8 byte : action.with) out += "," + std::to_string(byte);
    return out;
  }

  // --- chance ----------------------------------------------------------------------------------------------------------

  Step chance_step(const State& state, bool dear) {
    const u32 odds = rules_.odds(state);
    if (!must(odds > 0, "chance has at least one ticket")) return {};
    if (dear) tickets(state, odds);
    return {Seat::Chance, rules_.outcome(state, rng_.below(odds)), 0};
  }

  void tickets(const State& state, u32 odds) {
    outcomes_.clear();
    rules_.chance(state, outcomes_);
    u32 ticket = 0;
    std::vector<Action> distinct;
    for (const Outcome& outcome : outcomes_) {
      must(outcome.weight > 0, "every outcome has a weight");
      distinct.push_back(outcome.action);
      for (u32 i = 0; i < outcome.weight && !broken(); ++i, ++ticket)
        must(ticket < odds && rules_.outcome(state, ticket) == outcome.action, "outcome agrees with chance, ticket by ticket",
             [&] { return "ticket " + std::to_string(ticket) + ", " + rules_.print(outcome.action); });
    }
    must(ticket == odds, "the weights add up to the odds", [&] { return std::to_string(ticket) + " of " + std::to_string(odds); });
    std::sort(distinct.begin(), distinct.end());
    must(std::adjacent_find(distinct.begin(), distinct.end()) == distinct.end(), "each outcome is listed once");
  }

  // --- what a seat may know ----------------------------------------------------------------------------------------------

  template <class F>
  void for_each_viewer(F&& f) {
    for (int i = 0; i < plan_.seats && !broken(); ++i) f(seat_at(i));
    if (!broken()) f(Seat::Table);
  }

  State imagined(const State& state, Seat viewer) {
    ++report_.worlds;
    return rules_.imagine(sight_of(state, viewer), rng_);
  }

  void imagination(const State& state, SeatSet waiting) {
    for_each_viewer([&](Seat viewer) {
      Rng again = rng_;
      const State world = imagined(state, viewer);
      must(sight_of(world, viewer).value() == sight_of(state, viewer).value(), "sight(imagine(s)) == s",
           [&] { return std::string(seat_name(viewer)); });
      must(bool(rules_.check(world)), "an imagined world passes check",
           [&] { return std::string(seat_name(viewer)) + ": " + rules_.check(world).fault().text(); });
      must(rules_.imagine(sight_of(state, viewer).value(), again) == world, "imagine depends on the sight and the generator only");
      if (!waiting.has(viewer) || broken()) return;
      ++report_.imagined_decisions;
      must(same_legal(state, world, viewer), "legal depends on the sight only", [&] { return std::string(seat_name(viewer)); });
    });
    if (broken() || waiting.has(Seat::Chance) || !rules_.open_choice(state.pub)) return;
    const State one = imagined(state, Seat::Table);
    waiting.for_each([&](Seat seat) {
      must(same_legal(state, one, seat), "an open choice follows from the public part", [&] { return std::string(seat_name(seat)); });
    });
  }

  bool same_legal(const State& one, const State& two, Seat seat) {
    list_.clear();
    rules_.legal(sight_of(one, seat), list_);
    other_list_.clear();
    rules_.legal(sight_of(two, seat), other_list_);
    return std::equal(list_.begin(), list_.end(), other_list_.begin(), other_list_.end());
  }

  // Worlds that agree for a viewer, before and after, send the viewer the same events.
  void two_worlds(const State& state, const Step& step, SeatSet waiting) {
    EventLog log;
    State after = state;
    rules_.apply(after, step.seat, step.action, log);
    for (const Event& event : log.events) {
      must(!rules_.describe(event).key.empty(), "every event can be described");
      must(!event.audience.has(Seat::Chance), "no event is sent to chance");
    }
    if (step.seat != Seat::Chance && heard(step.action, waiting) == Heard::reveal) return;
    for_each_viewer([&](Seat viewer) {
      State other = imagined(state, viewer);
      const std::optional<Action> act = act_in(other, step, viewer, waiting);
      if (!act) return;
      EventLog other_log;
      rules_.apply(other, step.seat, *act, other_log);
      if (!(sight_of(after, viewer).value() == sight_of(other, viewer).value())) return;
      must(seen_by(log, viewer) == seen_by(other_log, viewer), "events tell a seat no more than its sight does", [&] {
        return std::string(seat_name(viewer)) + " tells " + act_text(step.seat, step.action) + " from " + act_text(step.seat, *act);
      });
    });
  }

  // What the actor does in a world that is the same to the viewer: another thing where the viewer should not notice.
  std::optional<Action> act_in(const State& world, const Step& step, Seat viewer, SeatSet waiting) {
    if (step.seat == Seat::Chance) return sample(rules_, world, rng_);
    if (step.seat == viewer) return step.action;
    list_.clear();
    rules_.legal(sight_of(world, step.seat), list_);
    if (!must(!list_.empty(), "an imagined world passes check",
              [&] { return act_text(step.seat, step.action) + " where nothing can be chosen"; }))
      return std::nullopt;
    const bool same = heard(step.action, waiting) == Heard::operands || one_in(2);
    if (same && std::binary_search(list_.begin(), list_.end(), step.action)) return step.action;
    const Action other = list_[rng_.below(static_cast<u32>(list_.size()))];
    if (heard(step.action, waiting) != Heard::nothing || heard(other, waiting) != Heard::nothing) return std::nullopt;
    return other;
  }
  Heard heard(Action action, SeatSet waiting) const { return plan_.heard ? plan_.heard(action, waiting) : Heard::nothing; }

  static std::vector<Event> seen_by(const EventLog& log, Seat viewer) {
    std::vector<Event> seen;
    for (Event event : log.events) {
      if (!event.audience.has(viewer)) continue;
      event.audience = {};  // who else was told is not sent
      seen.push_back(event);
    }
    return seen;
  }

  void sink_changes_nothing(const State& state, const Step& step) {
    State heard = state, unheard = state;
    EventLog log;
    NullSink none;
    rules_.apply(heard, step.seat, step.action, static_cast<EventSink&>(log));
    rules_.apply(unheard, step.seat, step.action, none);
    must(heard == unheard, "listening changes nothing", [&] { return act_text(step.seat, step.action); });
  }

  // Choices made at the same time: in any order alike, and nothing shows before the last.
  void commits(const State& state, SeatSet waiting) {
    std::vector<Step> acts;
    waiting.for_each([&](Seat seat) {
      list_.clear();
      rules_.legal(sight_of(state, seat), list_);
      const Action one = list_[rng_.below(static_cast<u32>(list_.size()))];
      const Action two = list_[rng_.below(static_cast<u32>(list_.size()))];
      acts.push_back({seat, one, 0});
      commit_hidden(state, seat, one, two);
    });
    State forward = state, backward = state;
    for (std::size_t i = 0; i < acts.size() && !broken(); ++i) {
      commit(forward, acts[i]);
      commit(backward, acts[acts.size() - 1 - i]);
    }
    must(forward == backward, "commits in any order end alike");
  }

  void commit(State& state, const Step& act) {
    if (!must(rules_.waiting_on(state.pub).has(act.seat), "a commit of one seat leaves the others free to make theirs")) return;
    NullSink none;
    rules_.apply(state, act.seat, act.action, none);
  }

  void commit_hidden(const State& state, Seat seat, Action one, Action two) {
    State first = state, second = state;
    EventLog first_log, second_log;
    rules_.apply(first, seat, one, first_log);
    rules_.apply(second, seat, two, second_log);
    for_each_viewer([&](Seat viewer) {
      if (viewer == seat) return;
      const auto detail = [&] { return std::string(seat_name(viewer)) + " tells " + act_text(seat, one) + " from " + act_text(seat, two); };
      must(sight_of(first, viewer).value() == sight_of(second, viewer).value(), "a commit shows nothing before the reveal", detail);
      must(seen_by(first_log, viewer) == seen_by(second_log, viewer), "a commit shows nothing before the reveal", detail);
    });
  }

  // --- text --------------------------------------------------------------------------------------------------------------

  bool round_trips(Action action) const {
    const Result<Action> back = rules_.parse(rules_.print(action));
    return back && *back == action;
  }

  void text_laws(const State& state, SeatSet waiting) {
    position_text(state);
    for_each_viewer([&](Seat viewer) {
      const State world = imagined(state, viewer);
      must(same_fields(rules_.fields(state, viewer), rules_.fields(world, viewer)), "fields show a viewer its sight only",
           [&] { return std::string(seat_name(viewer)); });
      if (!waiting.has(viewer) || broken()) return;
      const auto sight = sight_of(state, viewer);
      const Prompt prompt = rules_.prompt(sight);
      must(!prompt.phrase.key.empty(), "a waiting seat is asked something");
      must(!plan_.clause_exists || plan_.clause_exists(prompt.clause), "a prompt names a clause of the rules",
           [&] { return "'" + prompt.clause + "'"; });
      list_.clear();
      rules_.legal(sight, list_);
      for (const Action& action : list_) {
        must(round_trips(action), "parse(print(action)) is the action", [&] { return "'" + rules_.print(action) + "'"; });
        must(!rules_.label(sight, action).key.empty(), "every legal act has a label", [&] { return rules_.print(action); });
      }
    });
  }

  static bool same_fields(const std::vector<Field>& one, const std::vector<Field>& two) {
    return std::equal(one.begin(), one.end(), two.begin(), two.end(),
                      [](const Field& a, const Field& b) { return a.key == b.key && a.value == b.value; });
  }

  void position_text(const State& state) {
    State back = rules_.blank(plan_.seats);
    for (const Field& field : rules_.fields(state, Seat::Chance)) {
      if (!field.settable) continue;
      const Status status = rules_.set(back, field.key, field.value);
      must(bool(status), "a printed field can be set", [&] { return field.key + " = " + field.value + ": " + status.fault().text(); });
    }
    const Status whole = rules_.complete(back);
    must(bool(whole), "a printed position is complete", [&] { return whole.fault().text(); });
    must(back == state, "a printed position reads back as itself", [&] { return difference(state, back); });
  }

  std::string difference(const State& state, const State& back) const {
    const auto was = rules_.fields(state, Seat::Chance), is = rules_.fields(back, Seat::Chance);
    for (std::size_t i = 0; i < was.size() && i < is.size(); ++i)
      if (was[i].key != is[i].key || was[i].value != is[i].value)
        return was[i].key + " = " + was[i].value + " became " + is[i].key + " = " + is[i].value;
    const auto* a = reinterpret_cast<const u8*>(&state);
    const auto* b = reinterpret_cast<const u8*>(&back);
    const auto at = std::mismatch(a, a + sizeof state, b).first - a;
    return "no field differs, but byte " + std::to_string(at) + " of the state does";
  }

  // --- the whole game ------------------------------------------------------------------------------------------------------

  void over(const State& state) {
    const Standing standing = rules_.standing(state);
    bool somebody_won = false;
    for (int i = 0; i < seats_max; ++i) {
      const u8 place = standing[static_cast<std::size_t>(i)];
      must((place > 0) == (i < plan_.seats), "at the end every seat of the game has a place",
           [&] { return std::string(seat_name(seat_at(i))); });
      somebody_won = somebody_won || place == 1;
    }
    must(somebody_won, "at the end somebody has won");
    for (const ScoreLine& line : rules_.score(state)) must(!line.key.empty(), "every score line has a name");
    for (int i = 0; i < plan_.seats && !pool_.empty() && !broken(); ++i)
      must(bool(rules_.refuse(sight_of(state, seat_at(i)), pool_[0])), "nobody acts after the end");
  }

  void replay(const State& end) {
    State state = rules_.start(plan_.seats);
    EventLog log;
    for (std::size_t i = 0; i < trail_.size() && !broken(); ++i) {
      log.events.clear();
      rules_.apply(state, trail_[i].seat, trail_[i].action, log);
      ply_ = static_cast<u32>(i);
      must(hash_value(state) == trail_[i].hash_after, "a replay gives the same states",
           [&] { return act_text(trail_[i].seat, trail_[i].action); });
    }
    ply_ = static_cast<u32>(trail_.size());
    must(state == end, "a replay ends in the same state");
  }

  const R& rules_;
  const Plan& plan_;
  Report report_;
  Rng rng_{0};
  u64 game_ = 0;
  u32 ply_ = 0;
  std::vector<Step> trail_;
  std::vector<Action> pool_;  // acts seen lately, to try at the wrong moment
  ActionList list_, other_list_;
  OutcomeList outcomes_;
};

template <GameRules R>
Report run_laws(const R& rules, const Plan& plan) {
  return Laws<R>(rules, plan).run();
}

}  // namespace trestle::laws
