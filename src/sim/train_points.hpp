// The fit of a judgement that looks at each seat alone (FeatureSheet::alone): how many points it will have in the end. Ridge regression, a
// stage of the game at a time, of what the judgement made by hand does not tell. A single end is mostly luck, so a position learns from
// what the fit, as far as it has come, says of the turns that followed (fitted TD). How sure a lead is, stage by stage, follows from how
// far the fit is off in games held back, so that the judgement's chances are true ones.
#pragma once
#include "sim/train_samples.hpp"

namespace trestle {

class PointsFit {
 public:
  static constexpr int rounds = 8;  // of looking at the turns that followed; more change nothing

  // points_by_hand: what 1 of the first input is worth in points, by the judgement made by hand. Weights are drawn to that judgement, each
  // as if it had shown no effect in `shrink` games. faith: percent that the next turn teaches instead of what came after it.
  PointsFit(int inputs, int stages, double points_by_hand, u32 shrink, u32 faith);
  // A further generation of games; what came before counts so many percent from now on.
  void add(Samples samples, u32 fade);
  const Samples& newest() const { return generations_.back().samples; }
  ValueNet solve() const;

 private:
  using Points = std::array<float, seats_max>;
  using Matrix = std::vector<double>;  // lower half, row by row
  struct Generation {
    Samples samples;
    double weight = 1;
  };

  std::size_t size() const { return static_cast<std::size_t>(inputs_) + 1; }  // the last is the constant
  Matrix factor(std::size_t stage) const;
  double points_of(const std::vector<double>& weights, const Samples& samples, std::size_t row) const;
  std::vector<Points> targets(const Samples& samples, const std::vector<double>& weights) const;
  std::vector<double> regress(const std::vector<Matrix>& factors, const std::vector<double>& learned) const;
  ValueNet rounded(const std::vector<double>& weights) const;

  int inputs_, stages_;
  double points_by_hand_;
  double shrink_, faith_;
  double ends_ = 0;  // games times seats
  std::vector<Generation> generations_;
  std::vector<Matrix> products_;  // a stage each: sums over rows of input times input
};

}  // namespace trestle
