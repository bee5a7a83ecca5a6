// A judgement in real numbers, as it is fitted: scores, slopes by back propagation, steps after Adam, and its rounding to the whole numbers
// of a ValueNet.
#pragma once
#include "base/rng.hpp"
#include "sim/train_samples.hpp"

namespace trestle {

struct RealNet {
  RealNet(int inputs_, int stages_, int units_)
      : inputs(inputs_), stages(stages_), units(units_), w(static_cast<std::size_t>(units_ * (inputs_ + 1) + stages_ * stage_size())) {}
  int stage_size() const { return units + inputs + 1; }
  float* hidden(int input) { return w.data() + input * units; }
  float* hidden_bias() { return hidden(inputs); }
  float* output(int stage) { return hidden_bias() + units + stage * stage_size(); }
  float* direct(int stage) { return output(stage) + units; }
  float* bias(int stage) { return direct(stage) + inputs; }

  // Hidden units begin as noise.
  void stir(Rng& rng);

  int inputs, stages, units;
  std::vector<float> w;
};

using SampleRow = std::span<const Samples::Input>;
using HiddenUnits = std::array<float, net_units_max>;

// The score of a seat; `unit` is what the hidden units say.
float forward(RealNet& net, SampleRow row, int stage, HiddenUnits& unit);
// Adds to the slope of every weight what a change of the score by d would change, after `forward`.
void backward(RealNet& net, RealNet& slope, SampleRow row, int stage, const HiddenUnits& unit, float d);

// Steps down a slope after Adam. What draws weights home is apart from the slope: scaled up where slopes are small, it would let hidden
// units die out.
class Adam {
 public:
  static constexpr float full_rate = 1e-3f;
  explicit Adam(std::size_t weights) : mean_(weights), square_(weights) {}
  // shrink: the part of its way home that a weight goes at full rate.
  void step(RealNet& net, const RealNet& slope, const RealNet& home, float rate, float shrink);

 private:
  std::vector<float> mean_, square_;
  u64 steps_ = 0;
};

// scale, a stage each: what the scores of that stage are to be multiplied by.
ValueNet rounded(RealNet& net, const std::vector<float>& scale);

}  // namespace trestle
