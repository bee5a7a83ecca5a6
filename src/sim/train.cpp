#include "sim/train.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <thread>

#include "bots/judgements.hpp"
#include "bots/player.hpp"
#include "bots/value/features.hpp"

namespace trestle {

namespace {

// Positions, one row a seat, all in one array.
struct Samples {
  int inputs = 0;
  std::vector<i16> x;
  struct Position {
    u64 game;
    u32 first;  // row of seat A
    u8 seats, stage;
    std::array<float, seats_max> share;  // of the win
    std::array<i32, seats_max> by_hand;  // the judgement made by hand, in 1/1000 of its own scale
    std::array<u8, seats_max> side;      // seats that win together, as bits
  };
  std::vector<Position> positions;
};

template <GameRules R>
class SelfPlay {
 public:
  SelfPlay(const R& rules, const TrainPlan& plan) : rules_(rules), plan_(plan) {
    for (int i = 0; i < R::seats_max; ++i) players_.push_back(std::move(*make_player<R>(*parse_bot_spec(plan.bot))));
    kept.inputs = FeatureSheet<R>::inputs;
  }
  Samples kept;

  void play(u64 game) {
    Rng rng = Rng::for_item(plan_.seed, game);
    const int seats = plan_.seats[static_cast<std::size_t>(game % plan_.seats.size())];
    typename R::State state = rules_.start(seats);
    NullSink none;
    const std::size_t first = kept.positions.size();
    for (SeatSet waiting = rules_.waiting_on(state.pub); !waiting.empty(); waiting = rules_.waiting_on(state.pub)) {
      const Seat seat = waiting.lowest();
      if (seat == Seat::Chance) {
        rules_.apply(state, seat, sample(rules_, state, rng), none);
        continue;
      }
      if (Judgement<R>::settled(state.pub)) {
        if (seen_.empty() || !Judgement<R>::same_turn(seen_.back().pub, state.pub)) turns_.push_back(state);
        seen_.push_back(state);
      }
      const auto sight = sight_of(state, seat);
      const bool wanders = rng.below(1000) < plan_.wander;
      const Action action =
          wanders ? random_.choose(rules_, sight, rng) : players_[static_cast<std::size_t>(seat)]->choose(rules_, sight, rng);
      rules_.apply(state, seat, action, none);
    }
    // Half of them from the beginnings of turns, where a search likes to judge.
    for (u32 i = 0; i < plan_.positions && !seen_.empty(); ++i) {
      const auto& from = i % 2 == 0 ? turns_ : seen_;
      keep(from[rng.below(static_cast<u32>(from.size()))], game);
    }
    seen_.clear();
    turns_.clear();
    const Standing standing = rules_.standing(state);
    int winners = 0;
    for (u8 place : standing) winners += place == 1;
    for (std::size_t i = first; i < kept.positions.size(); ++i)
      for (int s = 0; s < seats; ++s)
        kept.positions[i].share[static_cast<std::size_t>(s)] =
            standing[static_cast<std::size_t>(s)] == 1 ? 1.0f / static_cast<float>(Outlook<R>::winners(state.pub, winners)) : 0.0f;
  }

 private:
  void keep(const typename R::State& state, u64 game) {
    typename Samples::Position p{};
    p.game = game;
    p.first = static_cast<u32>(kept.x.size() / static_cast<std::size_t>(kept.inputs));
    p.seats = static_cast<u8>(state.pub.seats);
    p.stage = static_cast<u8>(Features<R>::stage(state.pub));
    sheet_.read(rules_, state);
    for (int s = 0; s < state.pub.seats; ++s) {
      kept.x.resize(kept.x.size() + static_cast<std::size_t>(kept.inputs));
      sheet_.of(state.pub, seat_at(s), kept.x.data() + kept.x.size() - kept.inputs);
      const i64 worth = Judgement<R>::evaluate(rules_, sight_of(state, seat_at(s)));
      p.by_hand[static_cast<std::size_t>(s)] = static_cast<i32>(worth * 1000 / Outlook<R>::scale(state.pub));
      p.side[static_cast<std::size_t>(s)] = static_cast<u8>(Outlook<R>::side(state.pub, seat_at(s)).bits());
    }
    kept.positions.push_back(p);
  }

  const R& rules_;
  const TrainPlan& plan_;
  std::vector<std::unique_ptr<Player<R>>> players_;
  RandomPolicy<R> random_;
  FeatureSheet<R> sheet_;
  std::vector<typename R::State> seen_, turns_;  // settled positions of the game under way, and the first of each turn
};

// The net in real numbers, as it is fitted.
struct RealNet {
  RealNet(int inputs_, int stages_) : inputs(inputs_), stages(stages_), w(size(inputs_, stages_)) {}
  static std::size_t size(int n, int s) { return static_cast<std::size_t>(net_hidden * n + net_hidden + s * (net_hidden + n + 1)); }
  float* hidden() { return w.data(); }
  float* hidden_bias() { return hidden() + net_hidden * inputs; }
  float* output(int stage) { return hidden_bias() + net_hidden + stage * (net_hidden + inputs + 1); }
  float* direct(int stage) { return output(stage) + net_hidden; }
  float* bias(int stage) { return direct(stage) + inputs; }

  int inputs, stages;
  std::vector<float> w;
};

struct Pass {
  std::vector<float> x;  // of one seat
  std::array<float, net_hidden> unit{};
};

float forward(RealNet& net, const i16* x, int stage, Pass& pass) {
  const auto n = static_cast<std::size_t>(net.inputs);
  for (std::size_t i = 0; i < n; ++i) pass.x[i] = static_cast<float>(x[i]) / static_cast<float>(net_input_one);
  float sum = *net.bias(stage);
  const float* direct = net.direct(stage);
  for (std::size_t i = 0; i < n; ++i) sum += direct[i] * pass.x[i];
  for (std::size_t h = 0; h < net_hidden; ++h) {
    const float* row = net.hidden() + h * n;
    float in = net.hidden_bias()[h];
    for (std::size_t i = 0; i < n; ++i) in += row[i] * pass.x[i];
    pass.unit[h] = std::clamp(in, 0.0f, static_cast<float>(net_hidden_cap));
    sum += pass.unit[h] * net.output(stage)[h];
  }
  return sum;
}

void backward(RealNet& net, RealNet& slope, int stage, const Pass& pass, float d) {
  const auto n = static_cast<std::size_t>(net.inputs);
  *slope.bias(stage) += d;
  float* direct = slope.direct(stage);
  for (std::size_t i = 0; i < n; ++i) direct[i] += d * pass.x[i];
  for (std::size_t h = 0; h < net_hidden; ++h) {
    slope.output(stage)[h] += d * pass.unit[h];
    if (pass.unit[h] <= 0 || pass.unit[h] >= net_hidden_cap) continue;
    const float back = d * net.output(stage)[h];
    slope.hidden_bias()[h] += back;
    float* row = slope.hidden() + h * n;
    for (std::size_t i = 0; i < n; ++i) row[i] += back * pass.x[i];
  }
}

// Shares of the win by softmax over seats; seats of a side add up.
void shares(const Samples::Position& p, const std::array<float, seats_max>& score, std::array<float, seats_max>& out) {
  float best = score[0], sum = 0;
  for (std::size_t s = 1; s < p.seats; ++s) best = std::max(best, score[s]);
  for (std::size_t s = 0; s < p.seats; ++s) sum += out[s] = std::exp(score[s] - best);
  for (std::size_t s = 0; s < p.seats; ++s) out[s] /= sum;
}

double doubt(const Samples::Position& p, const std::array<float, seats_max>& score) {
  std::array<float, seats_max> chance{};
  shares(p, score, chance);
  double loss = 0;
  for (std::size_t s = 0; s < p.seats; ++s) {
    double side = 0;
    int mates = 0;
    for (std::size_t m = 0; m < p.seats; ++m)
      if (p.side[s] >> m & 1) side += chance[m], ++mates;
    loss -= static_cast<double>(p.share[s]) / mates * std::log2(std::max(side, 1e-6));
  }
  return loss;
}

class Trainer {
 public:
  Trainer(const Samples& samples, int stages, const TrainPlan& plan)
      : samples_(samples),
        plan_(plan),
        net_(samples.inputs, stages),
        slope_(samples.inputs, stages),
        mean_(net_.w.size()),
        square_(net_.w.size()) {
    Rng rng(plan.seed);
    for (int i = 0; i < net_hidden * net_.inputs; ++i) net_.w[static_cast<std::size_t>(i)] = 0.1f * noise(rng);
    for (int s = 0; s < stages; ++s)
      for (int h = 0; h < net_hidden; ++h) net_.output(s)[h] = 0.1f * noise(rng);
    for (std::size_t i = 0; i < samples.positions.size(); ++i)
      (samples.positions[i].game % 10 == 0 ? held_ : used_).push_back(static_cast<u32>(i));
    pass_.resize(seats_max);
    for (Pass& p : pass_) p.x.resize(static_cast<std::size_t>(samples.inputs));
  }

  void pass(u32 number) {
    Rng rng = Rng::for_item(plan_.seed, number);
    rng.shuffle(used_);
    const float rate = number * 3 < plan_.passes ? 1e-3f : number * 3 < 2 * plan_.passes ? 3e-4f : 1e-4f;
    for (std::size_t begin = 0; begin + batch <= used_.size(); begin += batch) {
      std::fill(slope_.w.begin(), slope_.w.end(), 0.0f);
      for (std::size_t i = begin; i < begin + batch; ++i) learn(samples_.positions[used_[i]]);
      step(rate);
    }
  }

  double loss_by_hand() const {
    double sum = 0;
    for (u32 i : held_) {
      const auto& p = samples_.positions[i];
      std::array<float, seats_max> score{};
      for (std::size_t s = 0; s < p.seats; ++s) score[s] = static_cast<float>(p.by_hand[s]) / 1000.0f;
      sum += doubt(p, score);
    }
    return held_.empty() ? 0 : sum / static_cast<double>(held_.size());
  }

  double loss_of(const ValueNet& net) const {
    double sum = 0;
    for (u32 i : held_) {
      const auto& p = samples_.positions[i];
      std::array<float, seats_max> score{};
      for (std::size_t s = 0; s < p.seats; ++s)
        score[s] = static_cast<float>(net.score(row(p, s), p.stage)) / static_cast<float>(net_score_one);
      sum += doubt(p, score);
    }
    return held_.empty() ? 0 : sum / static_cast<double>(held_.size());
  }

  ValueNet rounded() {
    ValueNet out(net_.inputs, net_.stages);
    const auto whole = [](float x, int one) {
      return static_cast<i16>(std::clamp(std::lround(x * static_cast<float>(one)), -32000L, 32000L));
    };
    for (std::size_t i = 0; i < out.hidden.size(); ++i) out.hidden[i] = whole(net_.hidden()[i], net_weight_one);
    for (std::size_t h = 0; h < net_hidden; ++h)
      out.hidden_bias[h] = static_cast<i32>(std::lround(net_.hidden_bias()[h] * net_input_one * net_weight_one));
    for (int s = 0; s < net_.stages; ++s) {
      for (int h = 0; h < net_hidden; ++h)
        out.output[static_cast<std::size_t>(s * net_hidden + h)] = whole(net_.output(s)[h], net_output_one);
      for (int i = 0; i < net_.inputs; ++i)
        out.direct[static_cast<std::size_t>(s * net_.inputs + i)] =
            whole(net_.direct(s)[i], net_hidden_one * net_output_one / net_input_one);
      out.bias[static_cast<std::size_t>(s)] = static_cast<i32>(std::lround(*net_.bias(s) * net_hidden_one * net_output_one));
    }
    return out;
  }

 private:
  static constexpr std::size_t batch = 128;
  static float noise(Rng& rng) { return static_cast<float>(rng.below(2001)) / 1000.0f - 1.0f; }
  const i16* row(const Samples::Position& p, std::size_t s) const {
    return samples_.x.data() + (p.first + s) * static_cast<std::size_t>(samples_.inputs);
  }

  void learn(const Samples::Position& p) {
    std::array<float, seats_max> score{}, chance{};
    for (std::size_t s = 0; s < p.seats; ++s) score[s] = forward(net_, row(p, s), p.stage, pass_[s]);
    shares(p, score, chance);
    for (std::size_t s = 0; s < p.seats; ++s) {
      float side = 0;
      int mates = 0;
      for (std::size_t m = 0; m < p.seats; ++m)
        if (p.side[s] >> m & 1) side += chance[m], ++mates;
      // The slope of -sum of target * log(chance of the side); the target of a side is the win its seats share.
      const float target = p.share[s] * chance[s] / std::max(side, 1e-6f);
      backward(net_, slope_, p.stage, pass_[s], (chance[s] - (mates > 1 ? target : p.share[s])) / static_cast<float>(batch));
    }
  }

  void step(float rate) {
    ++steps_;
    const float fix1 = 1 - std::pow(0.9f, static_cast<float>(steps_)), fix2 = 1 - std::pow(0.999f, static_cast<float>(steps_));
    constexpr float shrink = 1e-3f;
    for (std::size_t i = 0; i < net_.w.size(); ++i) {
      const float g = slope_.w[i] + shrink * net_.w[i];
      mean_[i] = 0.9f * mean_[i] + 0.1f * g;
      square_[i] = 0.999f * square_[i] + 0.001f * g * g;
      net_.w[i] -= rate * (mean_[i] / fix1) / (std::sqrt(square_[i] / fix2) + 1e-8f);
    }
  }

  const Samples& samples_;
  const TrainPlan& plan_;
  RealNet net_, slope_;
  std::vector<float> mean_, square_;
  std::vector<u32> used_, held_;
  std::vector<Pass> pass_;
  u64 steps_ = 0;
};

template <GameRules R>
Samples self_play(const R& rules, const TrainPlan& plan, const std::function<void(const std::string&)>& progress) {
  std::atomic<u64> next{0};
  std::vector<Samples> parts(static_cast<std::size_t>(plan.threads));
  const auto work = [&](std::size_t i) {
    SelfPlay<R> play(rules, plan);
    for (u64 game = next++; game < plan.games; game = next++) {
      play.play(game);
      if (i == 0 && game % 100 < static_cast<u64>(plan.threads)) progress("games " + std::to_string(game));
    }
    parts[i] = std::move(play.kept);
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < parts.size(); ++i) threads.emplace_back(work, i);
  work(0);
  for (std::thread& thread : threads) thread.join();
  Samples all = std::move(parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const u32 shift = static_cast<u32>(all.x.size() / static_cast<std::size_t>(all.inputs));
    all.x.insert(all.x.end(), parts[i].x.begin(), parts[i].x.end());
    for (auto p : parts[i].positions) p.first += shift, all.positions.push_back(p);
  }
  // Whoever played it: the order of games is that of their numbers.
  std::stable_sort(all.positions.begin(), all.positions.end(), [](const auto& a, const auto& b) { return a.game < b.game; });
  return all;
}

std::string fixed(double x) {
  const long thousandths = std::lround(x * 1000);
  std::string digits = std::to_string(thousandths % 1000);
  return std::to_string(thousandths / 1000) + "." + std::string(3 - std::min<std::size_t>(3, digits.size()), '0') + digits;
}

template <GameRules R>
TrainReport train_on(const R& rules, const TrainPlan& plan, const std::function<void(const std::string&)>& progress) {
  TrainReport report;
  const Samples samples = self_play(rules, plan, progress);
  Trainer trainer(samples, Features<R>::stages, plan);
  report.games = plan.games;
  report.positions = samples.positions.size();
  report.loss_before = trainer.loss_by_hand();
  // The pass that does best on what is held back is kept: further ones learn the games by heart.
  ValueNet net = trainer.rounded();
  report.loss_after = trainer.loss_of(net);
  for (u32 i = 0; i < plan.passes; ++i) {
    trainer.pass(i);
    ValueNet now = trainer.rounded();
    const double loss = trainer.loss_of(now);
    progress("pass " + std::to_string(i + 1) + ": doubt " + fixed(loss) + " (by hand " + fixed(report.loss_before) + ")");
    if (loss >= report.loss_after) continue;
    report.loss_after = loss;
    net = std::move(now);
  }
  std::string seats;
  for (int n : plan.seats) seats += (seats.empty() ? "" : ",") + std::to_string(n);
  report.weights = net.print("trestle train " + std::string(R::name) + " --games " + std::to_string(plan.games) + " --players " + seats +
                             " --bot " + plan.bot + " --wander " + std::to_string(plan.wander) + " --positions " +
                             std::to_string(plan.positions) + " --passes " + std::to_string(plan.passes) + " --seed " +
                             std::to_string(plan.seed) + "\ndoubt about the winner, bits a position held back: by hand " +
                             fixed(report.loss_before) + ", learned " + fixed(report.loss_after));
  return report;
}

}  // namespace

Result<TrainReport> train(const AnyGame& game, const TrainPlan& plan, const std::function<void(const std::string&)>& progress) {
  const GameInfo& info = game.info();
  for (int n : plan.seats)
    if (n < info.seats_min || n > info.seats_max)
      return fault(info.name + " is for " + std::to_string(info.seats_min) + " to " + std::to_string(info.seats_max) + " players, not " +
                   std::to_string(n));
  if (plan.seats.empty() || plan.games < 10 || plan.positions < 1 || plan.threads < 1)
    return fault("at least 10 games, 1 position, 1 thread");
  if (plan.games * plan.positions > train_positions_max)
    return fault("at most " + std::to_string(train_positions_max) + " positions: games times positions a game");
  Result<TrainReport> report = fault("nothing is known to learn from in the game " + info.name);
  visit_rules(game, [&]<class R>(const R& rules) {
    if constexpr (Features<R>::known) {
      const auto spec = parse_bot_spec(plan.bot);
      const auto player = spec ? make_player<R>(*spec) : Result<std::unique_ptr<Player<R>>>(spec.fault());
      if (!player)
        report = player.fault();
      else
        report = train_on(rules, plan, progress);
    }
  });
  return report;
}

}  // namespace trestle
