// What a choice changes: the fields of the chooser's sight before and after, as far as worlds invented from that sight agree.
// Knows no game; which fields are worth showing is the client's affair.
#pragma once
#include "core/any_game.hpp"
#include "protocol/message.hpp"

namespace trestle::protocol {

class Preview {
 public:
  Preview(const AnyGame& game, const AnySight& sight);

  // {"changes":[{"field":"A.coins","from":7,"to":4}, ...], "wins":true}; `wins` only where it is so. Where several seats choose at
  // the same time, the others are assumed to choose anything, and only what concerns the chooser is told.
  json::object of(Action action) const;

 private:
  static constexpr std::size_t worlds_max = 3;  // what all agree on is told

  const AnyGame& game_;
  const AnySight& sight_;
  json::object before_;
  AnyState worlds_[worlds_max];
};

}  // namespace trestle::protocol
