#include "sim/simulate.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "base/text.hpp"
#include "bots/bots.hpp"
#include "bots/judgements.hpp"
#include "games/visit.hpp"

namespace trestle {

namespace {

// The bots of a simulation, on the rules type: no copying through the facade.
template <GameRules R>
class Player {
 public:
  explicit Player(const std::string& name) : name_(name), greedy_(name == "greedy") {
    if constexpr (Judgement<R>::known)
      if (greedy_) policy_ = std::make_unique<GreedyPolicy<R>>();
  }
  const std::string& name() const { return name_; }
  Action choose(const R& rules, const typename R::SightRef& sight, Rng& rng) {
    if constexpr (Judgement<R>::known)
      if (greedy_) return policy_->choose(rules, sight, rng);
    return random_.choose(rules, sight, rng);
  }

 private:
  struct Nothing {};
  template <class Q, bool Known>
  struct Policy {
    using type = Nothing;
  };
  template <class Q>
  struct Policy<Q, true> {
    using type = GreedyPolicy<Q>;
  };
  std::string name_;
  bool greedy_;
  RandomPolicy<R> random_;
  std::unique_ptr<typename Policy<R, Judgement<R>::known>::type> policy_;
};

void tally_fields(const std::vector<Field>& fields, const Standing& standing, const SimPlan& plan, SimReport& report) {
  for (const Field& field : fields) {
    for (const std::string& name : plan.count)
      if (field.key == name) ++report.count[name][field.value];
    if (field.key.size() < 3 || field.key[1] != '.') continue;
    const auto seat = parse_seat(std::string_view(field.key).substr(0, 1));
    if (!seat) continue;
    for (const std::string& name : plan.by)
      if (std::string_view(field.key).substr(2) == name)
        report.by[name][field.value].add({1, standing[static_cast<std::size_t>(*seat)] == 1 ? u64{1} : u64{0}});
  }
}

template <GameRules R>
class Worker {
 public:
  Worker(const R& rules, const SimPlan& plan) : rules_(rules), plan_(plan) {
    for (const std::string& name : plan.bots) players_.emplace_back(name);
    report_.seats.resize(plan.bots.size());
  }
  SimReport& report() { return report_; }

  void play(u64 game) {
    const std::size_t seats = players_.size();
    const std::size_t shift = plan_.rotate ? static_cast<std::size_t>(game % seats) : 0;
    Rng rng = Rng::for_item(plan_.seed, game);
    typename R::State state = rules_.start(static_cast<int>(seats));
    NullSink none;
    u64 plies = 0;
    for (SeatSet waiting = rules_.waiting_on(state.pub); !waiting.empty(); waiting = rules_.waiting_on(state.pub), ++plies) {
      const Seat seat = waiting.lowest();
      Action action;
      if (seat == Seat::Chance) {
        action = sample(rules_, state, rng);
      } else {
        action = players_[(static_cast<std::size_t>(seat) + shift) % seats].choose(rules_, sight_of(state, seat), rng);
        ++report_.decisions;
      }
      rules_.apply(state, seat, action, none);
    }
    ++report_.games;
    report_.plies += plies;
    report_.plies_longest = std::max(report_.plies_longest, plies);
    const Standing standing = rules_.standing(state);
    for (std::size_t i = 0; i < seats; ++i) {
      const Tally one{1, standing[i] == 1 ? u64{1} : u64{0}};
      report_.seats[i].add(one);
      report_.bots[players_[(i + shift) % seats].name()].add(one);
    }
    if (!plan_.by.empty() || !plan_.count.empty()) tally_fields(rules_.fields(state, Seat::Chance), standing, plan_, report_);
  }

 private:
  const R& rules_;
  const SimPlan& plan_;
  std::vector<Player<R>> players_;
  SimReport report_;
};

template <GameRules R>
SimReport run(const R& rules, const SimPlan& plan) {
  std::atomic<u64> next{0};
  std::vector<SimReport> parts(static_cast<std::size_t>(plan.threads));
  const auto work = [&](std::size_t i) {
    Worker<R> worker(rules, plan);
    for (u64 game = next++; game < plan.games; game = next++) worker.play(game);
    parts[i] = std::move(worker.report());
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < parts.size(); ++i) threads.emplace_back(work, i);
  work(0);
  for (std::thread& thread : threads) thread.join();
  SimReport all;
  all.seats.resize(plan.bots.size());
  for (const SimReport& part : parts) all.add(part);
  return all;
}

Status check_plan(const AnyGame& game, const SimPlan& plan) {
  const GameInfo& info = game.info();
  const int seats = static_cast<int>(plan.bots.size());
  if (seats < info.seats_min || seats > info.seats_max)
    return fault(info.name + " is for " + std::to_string(info.seats_min) + " to " + std::to_string(info.seats_max) + " players; " +
                 std::to_string(seats) + " bots are named");
  const auto known = bot_names();
  for (const std::string& name : plan.bots)
    if (std::find(known.begin(), known.end(), name) == known.end())
      return fault("unknown bot '" + name + "'; there are: " + text::join(known, ", "));
  if (plan.games < 1 || plan.games > sim_games_max) return fault("games must be 1 to " + std::to_string(sim_games_max));
  if (plan.threads < 1 || plan.threads > sim_threads_max) return fault("threads must be 1 to " + std::to_string(sim_threads_max));
  std::vector<std::string> of_table, of_seat;
  for (const Field& field : game.fields(game.start(seats), Seat::Chance))
    if (field.key.starts_with("A."))
      of_seat.push_back(field.key.substr(2));
    else if (field.key.find('.') == std::string::npos)
      of_table.push_back(field.key);
  for (const std::string& name : plan.by)
    if (std::find(of_seat.begin(), of_seat.end(), name) == of_seat.end())
      return fault("a seat has no field '" + name + "'; it has: " + text::join(of_seat, ", "));
  for (const std::string& name : plan.count)
    if (std::find(of_table.begin(), of_table.end(), name) == of_table.end())
      return fault("the table has no field '" + name + "'; it has: " + text::join(of_table, ", "));
  return ok();
}

}  // namespace

void SimReport::add(const SimReport& part) {
  games += part.games;
  for (std::size_t i = 0; i < part.seats.size(); ++i) seats[i].add(part.seats[i]);
  for (const auto& [name, tally] : part.bots) bots[name].add(tally);
  plies += part.plies;
  decisions += part.decisions;
  plies_longest = std::max(plies_longest, part.plies_longest);
  for (const auto& [field, values] : part.by)
    for (const auto& [value, tally] : values) by[field][value].add(tally);
  for (const auto& [field, values] : part.count)
    for (const auto& [value, n] : values) count[field][value] += n;
}

Result<SimReport> simulate(const AnyGame& game, const SimPlan& plan) {
  if (auto status = check_plan(game, plan); !status) return status.fault();
  for (const std::string& name : plan.bots)  // a bot may exist and yet not know this game
    if (auto bot = make_bot(name, GamePtr(GamePtr(), &game)); !bot) return bot.fault();
  SimReport report;
  const auto start = std::chrono::steady_clock::now();
  if (!visit_rules(game, [&](const auto& rules) { report = run(rules, plan); }))
    return fault("no simulation for the game " + game.info().name);
  report.game = game.info().name;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace trestle
