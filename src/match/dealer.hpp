// Where chance comes from. `draw(bound)` is uniform in [0, bound); one call for one chance action.
#pragma once
#include <memory>
#include <string>

#include "base/rng.hpp"
#include "base/sha256.hpp"

namespace trestle {

class Dealer {
 public:
  virtual ~Dealer() = default;
  virtual u32 draw(u32 bound) = 0;
  // Draw i again after an undo: a dealer whose draws are numbered goes back to this number.
  virtual void rewind(u64 draws_made) = 0;
};

// Fast and reproducible: for simulations and for play with --seed. Numbered draws, so that undo and resume deal alike.
class SeededDealer final : public Dealer {
 public:
  explicit SeededDealer(u64 seed) : seed_(seed) {}
  u32 draw(u32 bound) override { return Rng::for_item(seed_, made_++).below(bound); }
  void rewind(u64 draws_made) override { made_ = draws_made; }

 private:
  u64 seed_;
  u64 made_ = 0;
};

}  // namespace trestle
