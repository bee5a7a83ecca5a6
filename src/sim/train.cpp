#include "sim/train.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "bots/judgements.hpp"
#include "bots/levels.hpp"
#include "bots/player.hpp"
#include "bots/value/features.hpp"
#include "sim/sim_table.hpp"
#include "sim/train_journal.hpp"
#include "sim/train_net.hpp"
#include "sim/train_points.hpp"

namespace trestle {

namespace {

template <GameRules R>
class SelfPlay {
 public:
  SelfPlay(const R& rules, const TrainPlan& plan, const TrainGames& part, const BotSpec& bot, u64 seed)
      : rules_(rules), plan_(plan), part_(part), seed_(seed) {
    for (int i = 0; i < R::seats_max; ++i) players_.push_back(std::move(*make_player<R>(bot)));
  }
  Samples kept;

  // The acts of a game as they were played, or none to play it now; the same positions are kept either way.
  const std::vector<Action>& play(u64 game, std::vector<Action> played) {
    Rng rng = Rng::for_item(seed_, game);
    const int seats = part_.seats[static_cast<std::size_t>(game % part_.seats.size())];
    typename R::State state = rules_.start(seats);
    NullSink none;
    const bool again = !played.empty();
    acts_ = std::move(played);
    u32 ply = 0;
    for (SeatSet waiting = rules_.waiting_on(state.pub); !waiting.empty(); waiting = rules_.waiting_on(state.pub)) {
      const Seat seat = waiting.lowest();
      const bool settled = Judgement<R>::settled(state.pub);
      ++ply;
      if (settled && (turns_.empty() || !Judgement<R>::same_turn(turns_.back().state.pub, state.pub))) turns_.push_back({state, ply});
      if (settled && seat != Seat::Chance) seen_.push_back({state, ply});
      if (!again) acts_.push_back(choose(state, seat, rng));
      CHECK(ply <= acts_.size());
      rules_.apply(state, seat, acts_[ply - 1], none);
    }
    const std::size_t first = kept.positions.size();
    Rng lot = Rng::for_item(~seed_, game);
    keep_some(game, lot);
    seen_.clear();
    turns_.clear();
    const Shares won = shares_at_end(state), points = points_at_end(state);
    const Shares learned = plan_.margin == 0 ? won : shares_by_lead(points, won, static_cast<std::size_t>(seats));
    for (std::size_t i = first; i < kept.positions.size(); ++i) {
      kept.positions[i].share = won;
      kept.positions[i].points = points;
      kept.positions[i].target = learned;
    }
    return acts_;
  }

 private:
  using Shares = std::array<float, seats_max>;
  struct Seen {
    typename R::State state;
    u32 ply;
  };

  Action choose(const typename R::State& state, Seat seat, Rng& rng) {
    if (seat == Seat::Chance) return sample(rules_, state, rng);
    const auto sight = sight_of(state, seat);
    const bool wanders = rng.below(1000) < plan_.wander;
    return wanders ? random_.choose(rules_, sight, rng) : players_[static_cast<std::size_t>(seat)]->choose(rules_, sight, rng);
  }

  // Half of them from the beginnings of turns, before any dice: there a search judges what it played out.
  void keep_some(u64 game, Rng& rng) {
    chosen_.clear();
    for (u32 i = 0; i < plan_.positions && !seen_.empty(); ++i) {
      const auto& from = i % 2 == 0 ? turns_ : seen_;
      chosen_.push_back(&from[rng.below(static_cast<u32>(from.size()))]);
    }
    std::stable_sort(chosen_.begin(), chosen_.end(), [](const Seen* a, const Seen* b) { return a->ply < b->ply; });
    const std::size_t first = kept.positions.size();
    for (const Seen* seen : chosen_) keep(seen->state, game);
    std::size_t later = 0, here = 0;  // where a turn begins: after this moment, and at it or after it
    for (std::size_t i = chosen_.size(); i-- > 0;) {
      if (i + 1 < chosen_.size() && chosen_[i]->ply != chosen_[i + 1]->ply) later = here;
      kept.positions[first + i].next = static_cast<u16>(later == 0 ? 0 : later - i);
      if (chosen_[i] >= turns_.data() && chosen_[i] < turns_.data() + turns_.size()) here = i;
    }
  }

  Shares shares_at_end(const typename R::State& state) const {
    Shares out{};
    const Standing standing = rules_.standing(state);
    int winners = 0;
    for (u8 place : standing) winners += place == 1;
    for (std::size_t s = 0; s < state.pub.seats; ++s)
      out[s] = standing[s] == 1 ? 1.0f / static_cast<float>(Outlook<R>::winners(state.pub, winners)) : 0.0f;
    return out;
  }

  Shares points_at_end(const typename R::State& state) const {
    Shares out{};
    const ScoreSheet sheet = rules_.score(state);
    const ScoreLine& total = sheet[score_line(sheet)];
    for (std::size_t s = 0; s < out.size(); ++s) out[s] = static_cast<float>(total.points[s]);
    return out;
  }

  // A narrow win says less than a clear one: one part who won, two parts by how much.
  Shares shares_by_lead(const Shares& points, const Shares& won, std::size_t seats) const {
    Shares out{};
    for (std::size_t s = 0; s < seats; ++s) {
      float sum = 0;
      for (std::size_t other = 0; other < seats; ++other) sum += std::exp((points[other] - points[s]) / static_cast<float>(plan_.margin));
      out[s] = won[s] / 3 + 2 / (3 * sum);
    }
    return out;
  }

  void keep(const typename R::State& state, u64 game) {
    typename Samples::Position p{};
    p.game = game;
    p.first = static_cast<u32>(kept.row_count());
    p.seats = static_cast<u8>(state.pub.seats);
    p.stage = static_cast<u8>(Features<R>::stage(state.pub));
    memory_.clear();
    sheet_.read(rules_, state, memory_);
    std::array<i16, static_cast<std::size_t>(FeatureSheet<R>::inputs)> x;
    for (int s = 0; s < state.pub.seats; ++s) {
      sheet_.of(state.pub, seat_at(s), x.data());
      kept.add_row(x.data(), FeatureSheet<R>::inputs);
      const i64 worth = evaluate(rules_, sight_of(state, seat_at(s)), memory_);
      p.by_hand[static_cast<std::size_t>(s)] = static_cast<i32>(worth * 1000 / Outlook<R>::scale(state.pub));
      p.side[static_cast<std::size_t>(s)] = static_cast<u8>(Outlook<R>::side(state.pub, seat_at(s)).bits());
    }
    kept.positions.push_back(p);
  }

  const R& rules_;
  const TrainPlan& plan_;
  const TrainGames& part_;
  u64 seed_;
  std::vector<std::unique_ptr<Player<R>>> players_;
  RandomPolicy<R> random_;
  Memory<R> memory_;
  FeatureSheet<R> sheet_;
  std::vector<Action> acts_;
  std::vector<Seen> seen_, turns_;  // settled positions of the game under way, and the first of each turn
  std::vector<const Seen*> chosen_;
};

// Plays the games of a part of the plan in a generation, or takes them from the journal.
template <GameRules R>
void self_play(const R& rules, const TrainPlan& plan, std::size_t which, const BotSpec& bot, u64 number, TrainJournal& journal,
               Samples& all, const std::function<void(const std::string&)>& progress) {
  const TrainGames& part = plan.play[which];
  std::atomic<u64> next{0};
  std::vector<Samples> found(static_cast<std::size_t>(plan.threads));
  const auto work = [&](std::size_t i) {
    SelfPlay<R> play(rules, plan, part, bot, plan.seed + number);
    for (u64 game = next++; game < part.games; game = next++) {
      std::vector<Action> played = journal.take(number, game);
      const bool known = !played.empty();
      const std::vector<Action>& acts = play.play(game, std::move(played));
      if (!known) journal.add(number, game, acts);
      if (i == 0 && game % 100 < static_cast<u64>(plan.threads)) progress(part.bot + ": games " + std::to_string(game));
    }
    found[i] = std::move(play.kept);
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < found.size(); ++i) threads.emplace_back(work, i);
  work(0);
  for (std::thread& thread : threads) thread.join();
  const std::size_t before = all.positions.size();
  for (const Samples& some : found) {
    const u32 shift = static_cast<u32>(all.row_count());
    for (std::size_t r = 1; r < some.rows.size(); ++r) all.rows.push_back(all.inputs.size() + some.rows[r]);
    all.inputs.insert(all.inputs.end(), some.inputs.begin(), some.inputs.end());
    for (auto p : some.positions) p.first += shift, all.positions.push_back(p);
  }
  // Whoever played it: the order of games is that of their numbers.
  std::stable_sort(all.positions.begin() + static_cast<std::ptrdiff_t>(before), all.positions.end(),
                   [](const auto& a, const auto& b) { return a.game < b.game; });
}

std::string print_games(const TrainGames& part) {
  std::string seats;
  for (int n : part.seats) seats += (seats.empty() ? "" : ",") + std::to_string(n);
  return part.bot + "/" + seats + "/" + std::to_string(part.games);
}

std::string print_command(std::string_view game, const TrainPlan& plan, bool points) {
  std::string out = "trestle train " + std::string(game);
  const auto flag = [&](std::string_view name, u64 value) { out += " --" + std::string(name) + " " + std::to_string(value); };
  for (const TrainGames& part : plan.play) out += " --play " + print_games(part);
  if (plan.generations > 1) flag("generations", plan.generations), flag("fade", plan.fade);
  flag("wander", plan.wander), flag("positions", plan.positions), flag("shrink", plan.shrink);
  flag("faith", plan.faith), flag("passes", plan.passes), flag("units", plan.units);
  if (!points) flag("margin", plan.margin);
  flag("seed", plan.seed);
  if (plan.from) flag("from", *plan.from);
  return out;
}

// Games and fits in turn, each generation playing by what the ones before have learned; the first of several by the judgement made by hand.
template <GameRules R>
class Generations {
  static constexpr int inputs = FeatureSheet<R>::inputs, stages = Features<R>::stages;
  static constexpr bool points = FeatureSheet<R>::alone;

 public:
  Generations(const R& rules, const TrainPlan& plan, const ValueNet* known, TrainJournal& journal,
              const std::function<void(const std::string&)>& progress)
      : rules_(rules), plan_(plan), known_(known), journal_(journal), progress_(progress), fit_(make_fit(plan)) {}

  TrainReport run() {
    TrainReport report;
    for (u32 generation = 0; generation < plan_.generations; ++generation) {
      if (points) samples_ = {};
      const std::size_t before = samples_.positions.size();
      for (std::size_t which = 0; which < plan_.play.size(); ++which)
        self_play(rules_, plan_, which, bot_of(which, generation), generation * plan_.play.size() + which, journal_, samples_, progress_);
      if (lent_ > 0) ValueNets::take_back();
      report.positions += samples_.positions.size() - before;
      for (const TrainGames& part : plan_.play) report.games += part.games;
      learn();
      report.loss_before = doubt_by_hand(samples_);
      report.loss_after = doubt_of(*net_, samples_);
      if (plan_.generations > 1)
        progress_("generation " + std::to_string(generation + 1) + ": doubt " + thousandths(report.loss_after) + " (by hand " +
                  thousandths(report.loss_before) + "), mean points " + thousandths(mean_points()));
      report.weights = net_->print(print_command(R::name, plan_, points) + "\ndoubt about the winner, bits a position held back: by hand " +
                                   thousandths(report.loss_before) + ", learned " + thousandths(report.loss_after));
      if (generation + 1 < plan_.generations) lent_ = ValueNets::lend("generation " + std::to_string(generation + 1), report.weights);
    }
    return report;
  }

 private:
  static PointsFit make_fit(const TrainPlan& plan) {
    if constexpr (points) return PointsFit(inputs, stages, Features<R>::points_by_hand, plan);
    return PointsFit(0, 0, 0, plan);
  }

  BotSpec bot_of(std::size_t which, u32 generation) const {
    BotSpec bot = *parse_bot_spec(plan_.play[which].bot);
    if (plan_.generations == 1) return bot;
    if (generation == 0)
      bot.settings.emplace_back("learned", 0);
    else
      bot.settings.emplace_back("weights", lent_);
    return bot;
  }

  void learn() {
    if constexpr (points) {
      fit_.add(samples_, plan_.fade);
      net_ = fit_.solve();
    } else {
      net_ = fit_net(samples_, inputs, stages, plan_, known_, progress_);
    }
    net_->players = known_ ? known_->players : 0;
    for (const TrainGames& part : plan_.play)
      for (int n : part.seats) net_->players |= u32{1} << n;
  }

  double mean_points() const {
    double sum = 0, seats = 0;
    for (const Samples::Position& p : samples_.positions)
      for (std::size_t s = 0; s < p.seats; ++s) sum += static_cast<double>(p.points[s]), seats += 1;
    return sum / std::max(seats, 1.0);
  }

  const R& rules_;
  const TrainPlan& plan_;
  const ValueNet* known_;
  TrainJournal& journal_;
  const std::function<void(const std::string&)>& progress_;
  PointsFit fit_;
  Samples samples_;
  std::optional<ValueNet> net_;
  u32 lent_ = 0;
};

// All that a game of the plan depends on.
std::string games_hash(const AnyGame& game, const TrainPlan& plan) {
  const std::string& name = game.info().name;
  std::string text =
      std::string(program_version) + "\n" + name + " " + std::to_string(game.info().rules_version) + " " + game.info().edition + "\n";
  for (const auto& [option, value] : game.options()) text += option + "=" + value + "\n";
  // Where a generation plays by what the last one learned, that depends on how it was learned; not on how many follow.
  const bool several = plan.generations > 1;
  for (const TrainGames& part : plan.play)
    text += print_games({several ? part.games : 0, part.seats, part.bot}) + spelt_out(name, part.bot) + "\n";
  TrainPlan two = plan;
  two.generations = 2;
  text += several ? print_command(name, two, false) : std::to_string(plan.wander) + " " + std::to_string(plan.seed);
  return text::to_hex(sha256(text + ValueNets::all_texts(name)).data(), 8);
}

Status check_plan(const GameInfo& info, const TrainPlan& plan) {
  if (plan.units > net_units_max) return fault("0 to " + std::to_string(net_units_max) + " units");
  u64 games = 0;
  for (const TrainGames& part : plan.play) {
    for (int n : part.seats)
      if (n < info.seats_min || n > info.seats_max)
        return fault(info.name + " is for " + std::to_string(info.seats_min) + " to " + std::to_string(info.seats_max) + " players, not " +
                     std::to_string(n));
    if (part.seats.empty()) return fault("a number of players is missing");
    games += std::min<u64>(part.games, train_positions_max);
  }
  if (games < 10 || plan.positions < 1 || plan.threads < 1) return fault("at least 10 games, 1 position, 1 thread");
  if (games * plan.positions > train_positions_max)
    return fault("at most " + std::to_string(train_positions_max) + " positions: games times positions a game");
  return ok();
}

// What only one of the two ways to learn makes use of.
template <GameRules R>
Status check_way(const TrainPlan& plan) {
  if constexpr (FeatureSheet<R>::alone) {
    if (plan.from) return fault(std::string(R::name) + " learns points, which begins anew: --from is for games that learn who wins");
    if (plan.margin > 0)
      return fault(std::string(R::name) + " learns points, and leads with them: --margin is for games that learn who wins");
  } else if (plan.units == 0) {
    return fault(std::string(R::name) + " learns who wins, by at least 1 hidden unit");
  }
  return ok();
}

template <GameRules R>
Result<const ValueNet*> weights_to_go_on_from(const TrainPlan& plan) {
  if (!plan.from) return static_cast<const ValueNet*>(nullptr);
  const auto all = ValueNets::numbered(R::name, *plan.from, FeatureSheet<R>::inputs, Features<R>::stages);
  if (!all) return all.fault();
  const ValueNet* const known = *all == nullptr ? nullptr : (*all)->at_table(plan.play.front().seats.front());
  if (known && known->units > static_cast<int>(plan.units))
    return fault("the weights to go on from have " + std::to_string(known->units) + " hidden units, more than the " +
                 std::to_string(plan.units) + " asked for");
  return known;
}

}  // namespace

Result<TrainGames> parse_train_games(std::string_view text) {
  const auto parts = text::split(text, '/');
  if (parts.size() != 3) return fault("'" + std::string(text) + "' is not BOT/PLAYERS/GAMES, as in novice/2,3/1000");
  TrainGames out;
  out.bot = std::string(parts[0]);
  out.seats.clear();
  for (const std::string_view word : text::split(parts[1], ',')) {
    const auto seats = text::number(word);
    if (!seats || *seats < 0 || *seats > seats_max) return fault("'" + std::string(word) + "' is not a number of players");
    out.seats.push_back(static_cast<int>(*seats));
  }
  const auto games = text::number(parts[2]);
  if (!games || *games < 1 || *games > train_positions_max) return fault("'" + std::string(parts[2]) + "' is not a number of games");
  out.games = static_cast<u64>(*games);
  return out;
}

Result<TrainReport> train(const AnyGame& game, const TrainPlan& plan, const std::function<void(const std::string&)>& progress) {
  const GameInfo& info = game.info();
  if (auto status = check_plan(info, plan); !status) return status.fault();
  Result<TrainReport> report = fault("nothing is known to learn from in the game " + info.name);
  visit_rules(game, [&]<class R>(const R& rules) {
    if constexpr (Features<R>::known) {
      for (const TrainGames& part : plan.play) {
        const auto spec = parse_bot_spec(part.bot);
        const auto player = spec ? make_player<R>(*spec) : Result<std::unique_ptr<Player<R>>>(spec.fault());
        if (!player) {
          report = player.fault();
          return;
        }
      }
      if (Status way = check_way<R>(plan); !way) {
        report = way.fault();
        return;
      }
      const auto known = weights_to_go_on_from<R>(plan);
      if (!known) {
        report = known.fault();
        return;
      }
      TrainJournal journal;
      if (Status opened = journal.open(plan.journal, games_hash(game, plan)); !opened) {
        report = opened.fault();
        return;
      }
      report = Generations<R>(rules, plan, *known, journal, progress).run();
      if (Status closed = journal.close(); !closed) report = closed.fault();
    }
  });
  return report;
}

}  // namespace trestle
