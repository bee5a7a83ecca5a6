// The fit of a net to who won: passes over all positions, the slope of the doubt by back propagation, steps after Adam.
#pragma once
#include <functional>

#include "sim/train.hpp"
#include "sim/train_samples.hpp"

namespace trestle {

// `known`: weights to go on from, or nothing. The pass that does best on what is held back is kept.
ValueNet fit_net(const Samples& samples, int inputs, int stages, const TrainPlan& plan, const ValueNet* known,
                 const std::function<void(const std::string&)>& progress);

}  // namespace trestle
