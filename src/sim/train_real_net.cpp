#include "sim/train_real_net.hpp"

#include <algorithm>
#include <cmath>

namespace trestle {

namespace {

float real(const Samples::Input& in) { return static_cast<float>(in.value) / static_cast<float>(net_input_one); }
float noise(Rng& rng) { return static_cast<float>(rng.below(2001)) / 1000.0f - 1.0f; }

}  // namespace

void RealNet::stir(Rng& rng) {
  for (int i = 0; i < units * inputs; ++i) w[static_cast<std::size_t>(i)] = 0.1f * noise(rng);
  for (int s = 0; s < stages; ++s)
    for (int h = 0; h < units; ++h) output(s)[h] = 0.1f * noise(rng);
}

float forward(RealNet& net, SampleRow row, int stage, HiddenUnits& unit) {
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

void backward(RealNet& net, RealNet& slope, SampleRow row, int stage, const HiddenUnits& unit, float d) {
  const auto units = static_cast<std::size_t>(net.units);
  HiddenUnits back;
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

void Adam::step(RealNet& net, const RealNet& slope, const RealNet& home, float rate, float shrink) {
  ++steps_;
  const float fix1 = 1 - std::pow(0.9f, static_cast<float>(steps_)), fix2 = 1 - std::pow(0.999f, static_cast<float>(steps_));
  const float homeward = shrink * rate / full_rate;
  for (std::size_t i = 0; i < net.w.size(); ++i) {
    const float g = slope.w[i];
    mean_[i] = 0.9f * mean_[i] + 0.1f * g;
    square_[i] = 0.999f * square_[i] + 0.001f * g * g;
    net.w[i] -= rate * (mean_[i] / fix1) / (std::sqrt(square_[i] / fix2) + 1e-8f) + homeward * (net.w[i] - home.w[i]);
  }
}

ValueNet rounded(RealNet& net, const std::vector<float>& scale) {
  ValueNet out(net.inputs, net.stages, net.units);
  const auto whole = [](float x, int one) {
    return static_cast<i16>(std::clamp(std::lround(x * static_cast<float>(one)), -32000L, 32000L));
  };
  for (std::size_t i = 0; i < out.hidden.size(); ++i) out.hidden[i] = whole(net.w[i], net_weight_one);
  for (std::size_t h = 0; h < out.hidden_bias.size(); ++h)
    out.hidden_bias[h] = static_cast<i32>(std::lround(net.hidden_bias()[h] * net_input_one * net_weight_one));
  for (int s = 0; s < net.stages; ++s) {
    const float by = scale[static_cast<std::size_t>(s)];
    for (int h = 0; h < net.units; ++h)
      out.output[static_cast<std::size_t>(s * net.units + h)] = whole(by * net.output(s)[h], net_output_one);
    for (int i = 0; i < net.inputs; ++i)
      out.direct[static_cast<std::size_t>(s * net.inputs + i)] =
          whole(by * net.direct(s)[i], net_hidden_one * net_output_one / net_input_one);
    out.bias[static_cast<std::size_t>(s)] = static_cast<i32>(std::lround(by * *net.bias(s) * net_hidden_one * net_output_one));
  }
  return out;
}

}  // namespace trestle
