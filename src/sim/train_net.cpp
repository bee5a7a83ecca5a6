#include "sim/train_net.hpp"

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"
#include "sim/train_real_net.hpp"

namespace trestle {

namespace {

class Trainer {
 public:
  // `known`: weights to go on from, or nothing.
  Trainer(const Samples& samples, int inputs, int stages, const TrainPlan& plan, const ValueNet* known)
      : samples_(samples),
        plan_(plan),
        net_(inputs, stages, static_cast<int>(plan.units)),
        slope_(net_),
        home_(net_),
        adam_(net_.w.size()) {
    Rng rng(plan.seed);
    net_.stir(rng);
    if (known) go_on_from(*known);
    for (std::size_t i = 0; i < samples.positions.size(); ++i)
      if (!held_back(samples.positions[i])) used_.push_back(static_cast<u32>(i));
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
      const float rate = Adam::full_rate * (1.0f - 0.97f * static_cast<float>(steps_++) / steps_in_all);
      adam_.step(net_, slope_, home_, rate, static_cast<float>(plan_.shrink) * 1e-6f);
    }
  }

  ValueNet rounded() { return trestle::rounded(net_, std::vector<float>(static_cast<std::size_t>(net_.stages), 1.0f)); }

 private:
  static constexpr std::size_t batch = 128;
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

  const Samples& samples_;
  const TrainPlan& plan_;
  RealNet net_, slope_;
  RealNet home_;  // what weights are drawn to: 0, or what they were
  Adam adam_;
  std::vector<u32> used_;
  std::vector<std::array<float, seats_max>> target_;  // of each position
  std::array<HiddenUnits, seats_max> unit_{};
  u64 steps_ = 0;
};

}  // namespace

ValueNet fit_net(const Samples& samples, int inputs, int stages, const TrainPlan& plan, const ValueNet* known,
                 const std::function<void(const std::string&)>& progress) {
  Trainer trainer(samples, inputs, stages, plan, known);
  ValueNet best = trainer.rounded();
  double least = doubt_of(best, samples);
  for (u32 i = 0; i < plan.passes; ++i) {
    if (i > 0 && plan.faith > 0) trainer.look_ahead();
    trainer.pass(i);
    ValueNet now = trainer.rounded();
    const double doubt = doubt_of(now, samples);
    progress("pass " + std::to_string(i + 1) + ": doubt " + thousandths(doubt));
    if (doubt >= least) continue;  // it begins to learn the games by heart
    least = doubt;
    best = std::move(now);
  }
  return best;
}

}  // namespace trestle
