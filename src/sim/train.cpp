#include "sim/train.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <span>
#include <thread>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "bots/judgements.hpp"
#include "bots/levels.hpp"
#include "bots/player.hpp"
#include "bots/value/features.hpp"
#include "sim/train_journal.hpp"

namespace trestle {

namespace {

// Positions, one row a seat; of a row only what is not 0.
struct Samples {
  struct Input {
    u16 which;
    i16 value;
  };
  struct Position {
    u64 game;
    u32 first;  // row of seat A
    u8 seats, stage;
    u16 next;                             // so many positions on is the next beginning of a turn; 0: the end of the game
    std::array<float, seats_max> share;   // of the win
    std::array<float, seats_max> target;  // what the end teaches: the share, or what the lead would usually bring
    std::array<i32, seats_max> by_hand;   // the judgement made by hand, in 1/1000 of its own scale
    std::array<u8, seats_max> side;       // seats that win together, as bits
  };

  void add_row(const i16* x, int count) {
    for (int i = 0; i < count; ++i)
      if (x[i] != 0) inputs.push_back({static_cast<u16>(i), x[i]});
    rows.push_back(inputs.size());
  }
  std::span<const Input> row(std::size_t i) const { return {inputs.data() + rows[i], rows[i + 1] - rows[i]}; }
  std::size_t row_count() const { return rows.size() - 1; }

  std::vector<Input> inputs;
  std::vector<std::size_t> rows{0};  // where each begins in inputs, and the end
  std::vector<Position> positions;
};

template <GameRules R>
class SelfPlay {
 public:
  SelfPlay(const R& rules, const TrainPlan& plan, const TrainGames& part, u64 seed) : rules_(rules), plan_(plan), part_(part), seed_(seed) {
    for (int i = 0; i < R::seats_max; ++i) players_.push_back(std::move(*make_player<R>(*parse_bot_spec(part.bot))));
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
    const Shares won = shares_at_end(state), learned = plan_.margin == 0 ? won : shares_by_lead(state, won);
    for (std::size_t i = first; i < kept.positions.size(); ++i) kept.positions[i].share = won, kept.positions[i].target = learned;
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

  // A narrow win says less than a clear one: one part who won, two parts by how much.
  Shares shares_by_lead(const typename R::State& state, const Shares& won) const {
    std::array<i32, seats_max> total{};
    for (const ScoreLine& line : rules_.score(state))
      for (std::size_t s = 0; s < total.size(); ++s) total[s] += line.points[s];
    Shares out{};
    for (std::size_t s = 0; s < state.pub.seats; ++s) {
      float sum = 0;
      for (std::size_t other = 0; other < state.pub.seats; ++other)
        sum += std::exp(static_cast<float>(total[other] - total[s]) / static_cast<float>(plan_.margin));
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

// The net in real numbers, as it is fitted.
struct RealNet {
  RealNet(int inputs_, int stages_, int units_)
      : inputs(inputs_), stages(stages_), units(units_), w(static_cast<std::size_t>(units_ * (inputs_ + 1) + stages_ * stage_size())) {}
  int stage_size() const { return units + inputs + 1; }
  float* hidden(int input) { return w.data() + input * units; }
  float* hidden_bias() { return hidden(inputs); }
  float* output(int stage) { return hidden_bias() + units + stage * stage_size(); }
  float* direct(int stage) { return output(stage) + units; }
  float* bias(int stage) { return direct(stage) + inputs; }

  int inputs, stages, units;
  std::vector<float> w;
};

using Row = std::span<const Samples::Input>;
using Units = std::array<float, net_units_max>;

float real(const Samples::Input& in) { return static_cast<float>(in.value) / static_cast<float>(net_input_one); }

float forward(RealNet& net, Row row, int stage, Units& unit) {
  float sum = *net.bias(stage);
  const float* const direct = net.direct(stage);
  const auto units = static_cast<std::size_t>(net.units);
  std::copy_n(net.hidden_bias(), units, unit.begin());
  for (const Samples::Input& in : row) {
    const float x = real(in);
    sum += direct[in.which] * x;
    const float* const from = net.hidden(in.which);
    for (std::size_t h = 0; h < units; ++h) unit[h] += from[h] * x;
  }
  for (std::size_t h = 0; h < units; ++h) {
    unit[h] = std::clamp(unit[h], 0.0f, static_cast<float>(net_hidden_cap));
    sum += unit[h] * net.output(stage)[h];
  }
  return sum;
}

void backward(RealNet& net, RealNet& slope, Row row, int stage, const Units& unit, float d) {
  const auto units = static_cast<std::size_t>(net.units);
  Units back;
  for (std::size_t h = 0; h < units; ++h) {
    slope.output(stage)[h] += d * unit[h];
    back[h] = unit[h] <= 0 || unit[h] >= net_hidden_cap ? 0 : d * net.output(stage)[h];
    slope.hidden_bias()[h] += back[h];
  }
  *slope.bias(stage) += d;
  float* const direct = slope.direct(stage);
  for (const Samples::Input& in : row) {
    const float x = real(in);
    direct[in.which] += d * x;
    float* const to = slope.hidden(in.which);
    for (std::size_t h = 0; h < units; ++h) to[h] += back[h] * x;
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
  // `known`: weights to go on from, or nothing.
  Trainer(const Samples& samples, int inputs, int stages, const TrainPlan& plan, const ValueNet* known)
      : samples_(samples),
        plan_(plan),
        net_(inputs, stages, static_cast<int>(plan.units)),
        slope_(net_),
        home_(net_),
        mean_(net_.w.size()),
        square_(net_.w.size()) {
    Rng rng(plan.seed);
    for (int i = 0; i < net_.units * net_.inputs; ++i) net_.w[static_cast<std::size_t>(i)] = 0.1f * noise(rng);
    for (int s = 0; s < stages; ++s)
      for (int h = 0; h < net_.units; ++h) net_.output(s)[h] = 0.1f * noise(rng);
    if (known) go_on_from(*known);
    for (std::size_t i = 0; i < samples.positions.size(); ++i)
      (samples.positions[i].game % 10 == 0 ? held_ : used_).push_back(static_cast<u32>(i));
    for (const Samples::Position& p : samples.positions) target_.push_back(p.target);
  }

  // What a position teaches is partly what the net, as it is, says of the turns that followed: a single end is mostly luck.
  void look_ahead() {
    const float faith = static_cast<float>(plan_.faith) * 0.01f;
    std::array<float, seats_max> score{}, chance{};
    for (std::size_t i = samples_.positions.size(); i-- > 0;) {
      const std::size_t next = samples_.positions[i].next;
      if (next == 0) continue;
      const Samples::Position& then = samples_.positions[i + next];
      for (std::size_t s = 0; s < then.seats; ++s) score[s] = forward(net_, samples_.row(then.first + s), then.stage, unit_[s]);
      shares(then, score, chance);
      for (std::size_t s = 0; s < then.seats; ++s) {
        float side = 0;
        for (std::size_t m = 0; m < then.seats; ++m)
          if (then.side[s] >> m & 1) side += chance[m];
        target_[i][s] = faith * side + (1 - faith) * target_[i + next][s];
      }
    }
  }

  void pass(u32 number) {
    Rng rng = Rng::for_item(plan_.seed, number);
    rng.shuffle(used_);
    const float steps_in_all = static_cast<float>(plan_.passes * (used_.size() / batch) + 1);
    for (std::size_t begin = 0; begin + batch <= used_.size(); begin += batch) {
      std::fill(slope_.w.begin(), slope_.w.end(), 0.0f);
      for (std::size_t i = begin; i < begin + batch; ++i) learn(samples_.positions[used_[i]], target_[used_[i]]);
      step(full_rate * (1.0f - 0.97f * static_cast<float>(steps_) / steps_in_all));
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
      for (std::size_t s = 0; s < p.seats; ++s) {
        std::array<i16, net_inputs_max> x{};
        for (const Samples::Input& in : samples_.row(p.first + s)) x[in.which] = in.value;
        score[s] = static_cast<float>(net.score(x.data(), p.stage)) / static_cast<float>(net_score_one);
      }
      sum += doubt(p, score);
    }
    return held_.empty() ? 0 : sum / static_cast<double>(held_.size());
  }

  ValueNet rounded() {
    ValueNet out(net_.inputs, net_.stages, net_.units);
    const auto whole = [](float x, int one) {
      return static_cast<i16>(std::clamp(std::lround(x * static_cast<float>(one)), -32000L, 32000L));
    };
    for (std::size_t i = 0; i < out.hidden.size(); ++i) out.hidden[i] = whole(net_.w[i], net_weight_one);
    for (std::size_t h = 0; h < out.hidden_bias.size(); ++h)
      out.hidden_bias[h] = static_cast<i32>(std::lround(net_.hidden_bias()[h] * net_input_one * net_weight_one));
    for (int s = 0; s < net_.stages; ++s) {
      for (int h = 0; h < net_.units; ++h)
        out.output[static_cast<std::size_t>(s * net_.units + h)] = whole(net_.output(s)[h], net_output_one);
      for (int i = 0; i < net_.inputs; ++i)
        out.direct[static_cast<std::size_t>(s * net_.inputs + i)] =
            whole(net_.direct(s)[i], net_hidden_one * net_output_one / net_input_one);
      out.bias[static_cast<std::size_t>(s)] = static_cast<i32>(std::lround(*net_.bias(s) * net_hidden_one * net_output_one));
    }
    return out;
  }

 private:
  static constexpr std::size_t batch = 128;
  static constexpr float full_rate = 1e-3f;
  // What is known already is kept where the new games do not speak against it. Hidden units it does not have begin anew.
  void go_on_from(const ValueNet& known) {
    const auto real = [](auto whole, int one) { return static_cast<float>(whole) / static_cast<float>(one); };
    for (int s = 0; s < net_.stages; ++s) std::fill(net_.output(s) + known.units, net_.output(s) + net_.units, 0.0f);
    for (int h = 0; h < known.units; ++h) {
      for (int i = 0; i < net_.inputs; ++i)
        net_.hidden(i)[h] = home_.hidden(i)[h] = real(known.hidden[static_cast<std::size_t>(i * known.units + h)], net_weight_one);
      net_.hidden_bias()[h] = home_.hidden_bias()[h] = real(known.hidden_bias[static_cast<std::size_t>(h)], net_input_one * net_weight_one);
      for (int s = 0; s < net_.stages; ++s)
        net_.output(s)[h] = home_.output(s)[h] = real(known.output[static_cast<std::size_t>(s * known.units + h)], net_output_one);
    }
    for (int s = 0; s < net_.stages; ++s) {
      for (int i = 0; i < net_.inputs; ++i)
        net_.direct(s)[i] = home_.direct(s)[i] =
            real(known.direct[static_cast<std::size_t>(s * net_.inputs + i)], net_hidden_one * net_output_one / net_input_one);
      *net_.bias(s) = *home_.bias(s) = real(known.bias[static_cast<std::size_t>(s)], net_hidden_one * net_output_one);
    }
  }

  static float noise(Rng& rng) { return static_cast<float>(rng.below(2001)) / 1000.0f - 1.0f; }
  void learn(const Samples::Position& p, const std::array<float, seats_max>& teaches) {
    std::array<float, seats_max> score{}, chance{};
    for (std::size_t s = 0; s < p.seats; ++s) score[s] = forward(net_, samples_.row(p.first + s), p.stage, unit_[s]);
    shares(p, score, chance);
    for (std::size_t s = 0; s < p.seats; ++s) {
      float side = 0;
      int mates = 0;
      for (std::size_t m = 0; m < p.seats; ++m)
        if (p.side[s] >> m & 1) side += chance[m], ++mates;
      // The slope of -sum of target * log(chance of the side); the target of a side is the win its seats share.
      const float target = mates > 1 ? teaches[s] * chance[s] / std::max(side, 1e-6f) : teaches[s];
      backward(net_, slope_, samples_.row(p.first + s), p.stage, unit_[s], (chance[s] - target) / static_cast<float>(batch));
    }
  }

  void step(float rate) {
    ++steps_;
    const float fix1 = 1 - std::pow(0.9f, static_cast<float>(steps_)), fix2 = 1 - std::pow(0.999f, static_cast<float>(steps_));
    // Apart from the slope: what draws weights to 0 must not be scaled up where slopes are small, or hidden units die out.
    const float shrink = static_cast<float>(plan_.shrink) * 1e-6f * rate / full_rate;
    for (std::size_t i = 0; i < net_.w.size(); ++i) {
      const float g = slope_.w[i];
      mean_[i] = 0.9f * mean_[i] + 0.1f * g;
      square_[i] = 0.999f * square_[i] + 0.001f * g * g;
      net_.w[i] -= rate * (mean_[i] / fix1) / (std::sqrt(square_[i] / fix2) + 1e-8f) + shrink * (net_.w[i] - home_.w[i]);
    }
  }

  const Samples& samples_;
  const TrainPlan& plan_;
  RealNet net_, slope_;
  RealNet home_;  // what weights are drawn to: 0, or what they were
  std::vector<float> mean_, square_;
  std::vector<u32> used_, held_;
  std::vector<std::array<float, seats_max>> target_;  // of each position
  std::array<Units, seats_max> unit_{};
  u64 steps_ = 0;
};

template <GameRules R>
void self_play(const R& rules, const TrainPlan& plan, std::size_t which, TrainJournal& journal, Samples& all,
               const std::function<void(const std::string&)>& progress) {
  const TrainGames& part = plan.play[which];
  std::atomic<u64> next{0};
  std::vector<Samples> found(static_cast<std::size_t>(plan.threads));
  const auto work = [&](std::size_t i) {
    SelfPlay<R> play(rules, plan, part, plan.seed + which);
    for (u64 game = next++; game < part.games; game = next++) {
      std::vector<Action> played = journal.take(which, game);
      const bool known = !played.empty();
      const std::vector<Action>& acts = play.play(game, std::move(played));
      if (!known) journal.add(which, game, acts);
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

std::string fixed(double x) {
  const long thousandths = std::lround(x * 1000);
  std::string digits = std::to_string(thousandths % 1000);
  return std::to_string(thousandths / 1000) + "." + std::string(3 - std::min<std::size_t>(3, digits.size()), '0') + digits;
}

TrainReport fit(const Samples& samples, std::string_view game, int inputs, int stages, const TrainPlan& plan, const ValueNet* known,
                const std::function<void(const std::string&)>& progress) {
  TrainReport report;
  Trainer trainer(samples, inputs, stages, plan, known);
  report.positions = samples.positions.size();
  report.loss_before = trainer.loss_by_hand();
  // The pass that does best on what is held back is kept: further ones learn the games by heart.
  ValueNet net = trainer.rounded();
  report.loss_after = trainer.loss_of(net);
  for (u32 i = 0; i < plan.passes; ++i) {
    if (i > 0 && plan.faith > 0) trainer.look_ahead();
    trainer.pass(i);
    ValueNet now = trainer.rounded();
    const double loss = trainer.loss_of(now);
    progress("pass " + std::to_string(i + 1) + ": doubt " + fixed(loss) + " (by hand " + fixed(report.loss_before) + ")");
    if (loss >= report.loss_after) continue;
    report.loss_after = loss;
    net = std::move(now);
  }
  net.players = known ? known->players : 0;
  for (const TrainGames& part : plan.play)
    for (int n : part.seats) net.players |= u32{1} << n;
  std::string command = "trestle train " + std::string(game);
  for (const TrainGames& part : plan.play) {
    report.games += part.games;
    command += " --play " + print_games(part);
  }
  command += " --wander " + std::to_string(plan.wander) + " --positions " + std::to_string(plan.positions) + " --passes " +
             std::to_string(plan.passes) + " --units " + std::to_string(plan.units) + " --shrink " + std::to_string(plan.shrink) +
             " --margin " + std::to_string(plan.margin) + " --faith " + std::to_string(plan.faith) + " --seed " + std::to_string(plan.seed);
  if (plan.from) command += " --from " + std::to_string(*plan.from);
  report.weights = net.print(command + "\ndoubt about the winner, bits a position held back: by hand " + fixed(report.loss_before) +
                             ", learned " + fixed(report.loss_after));
  return report;
}

// All that a game of the plan depends on.
std::string games_hash(const AnyGame& game, const TrainPlan& plan) {
  const std::string& name = game.info().name;
  std::string text =
      std::string(program_version) + "\n" + name + " " + std::to_string(game.info().rules_version) + " " + game.info().edition + "\n";
  for (const auto& [option, value] : game.options()) text += option + "=" + value + "\n";
  for (const TrainGames& part : plan.play) text += print_games({0, part.seats, part.bot}) + spelt_out(name, part.bot) + "\n";
  text += std::to_string(plan.wander) + " " + std::to_string(plan.seed);
  return text::to_hex(sha256(text + ValueNet::all_texts(name)).data(), 8);
}

Status check_plan(const GameInfo& info, const TrainPlan& plan) {
  if (plan.units < 1 || plan.units > net_units_max) return fault("1 to " + std::to_string(net_units_max) + " units");
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

template <GameRules R>
Result<const ValueNet*> weights_to_go_on_from(const TrainPlan& plan) {
  if (!plan.from) return static_cast<const ValueNet*>(nullptr);
  const auto known = ValueNet::numbered(R::name, *plan.from, FeatureSheet<R>::inputs, Features<R>::stages);
  if (known && *known && (*known)->units > static_cast<int>(plan.units))
    return fault("the weights to go on from have " + std::to_string((*known)->units) + " hidden units, more than the " +
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
      Samples samples;
      for (std::size_t i = 0; i < plan.play.size(); ++i) self_play(rules, plan, i, journal, samples, progress);
      if (Status closed = journal.close(); !closed) {
        report = closed.fault();
        return;
      }
      report = fit(samples, R::name, FeatureSheet<R>::inputs, Features<R>::stages, plan, *known, progress);
    }
  });
  return report;
}

}  // namespace trestle
