// The fit of a judgement that looks at each seat alone (FeatureSheet::alone): how many points it will have in the end. First a ridge
// regression, a stage of the game at a time, of what the judgement made by hand does not tell; then, if asked for, hidden units for what is
// more than a sum. A single end is mostly luck, so a position learns from what the fit, as far as it has come, says of the turns that
// followed (fitted TD). How sure a lead is, stage by stage, follows from how far the fit is off in games held back, so that the
// judgement's chances are true ones.
#pragma once
#include <optional>

#include "sim/train.hpp"
#include "sim/train_real_net.hpp"

namespace trestle {

class PointsFit {
 public:
  static constexpr int rounds = 8;                 // of looking at the turns that followed; more change nothing
  static constexpr float points_a_score = 10;      // of the net as it is fitted
  static constexpr float hidden_shrink = 100e-6f;  // what draws the net to the regression it began with, a step

  // points_by_hand: what 1 of the first input is worth in points, by the judgement made by hand. The regression's weights are drawn to that
  // judgement, each as if it had shown no effect in `shrink` games. faith: percent that the next turn teaches instead of what came after
  // it. units: of the hidden layer, 0 for none; passes: over all positions, for each generation.
  PointsFit(int inputs, int stages, double points_by_hand, const TrainPlan& plan);
  // A further generation of games; what came before counts so many percent from now on.
  void add(Samples samples, u32 fade);
  const Samples& newest() const { return generations_.back().samples; }
  // By all generations so far. Hidden units go on from where they were.
  ValueNet solve();

 private:
  using Points = std::array<float, seats_max>;
  using Matrix = std::vector<double>;  // lower half, row by row
  struct Generation {
    Samples samples;
    double weight = 1;
  };

  std::size_t size() const { return static_cast<std::size_t>(inputs_) + 1; }  // the last is the constant
  Matrix factor(std::size_t stage) const;
  double points_of(RealNet& net, const Samples& samples, const Samples::Position& p, std::size_t seat) const;
  std::vector<Points> targets(const Samples& samples, RealNet* learned) const;
  RealNet regress(const std::vector<Matrix>& factors, RealNet* learned) const;
  RealNet regress() const;
  void pass(u32 number);
  std::vector<float> how_sure();

  int inputs_, stages_;
  double points_by_hand_;
  TrainPlan plan_;
  double shrink_, faith_;
  double ends_ = 0;  // games times seats
  std::vector<Generation> generations_;
  std::vector<Matrix> products_;  // a stage each: sums over rows of input times input
  std::optional<RealNet> net_, home_;
  std::optional<Adam> adam_;
};

}  // namespace trestle
