// What a seat may know (I5). A state is public part + one private part a seat + what nobody knows.
// Sight is the value (the wire form, a bot's input); SightRef is the same without a copy, for the rules.
#pragma once
#include <array>

#include "base/check.hpp"
#include "core/seat.hpp"

namespace trestle {

template <class PublicPart, class PrivatePart, class HiddenPart, std::size_t Seats>
struct StateOf {
  PublicPart pub{};
  std::array<PrivatePart, Seats> own{};
  HiddenPart hid{};

  PrivatePart& of(Seat s) { return own[static_cast<std::size_t>(s)]; }
  const PrivatePart& of(Seat s) const { return own[static_cast<std::size_t>(s)]; }
  friend constexpr bool operator==(const StateOf&, const StateOf&) = default;
};

template <class PublicPart, class PrivatePart>
struct SightOf {
  PublicPart pub{};
  PrivatePart own{};
  u64 me = 0;  // a Seat, widened so that no padding counts

  Seat seat() const { return static_cast<Seat>(me); }
  friend constexpr bool operator==(const SightOf&, const SightOf&) = default;
};

template <class PublicPart, class PrivatePart>
struct SightRefOf {
  const PublicPart& pub;
  const PrivatePart& own;
  Seat me;

  SightRefOf(const PublicPart& p, const PrivatePart& o, Seat m) : pub(p), own(o), me(m) {}
  SightRefOf(const SightOf<PublicPart, PrivatePart>& s) : pub(s.pub), own(s.own), me(s.seat()) {}
  SightOf<PublicPart, PrivatePart> value() const { return {pub, own, static_cast<u64>(me)}; }
};

// The Table (a spectator) sees an empty private part.
template <class PublicPart, class PrivatePart, class HiddenPart, std::size_t Seats>
SightRefOf<PublicPart, PrivatePart> sight_of(const StateOf<PublicPart, PrivatePart, HiddenPart, Seats>& state, Seat me) {
  static const PrivatePart nothing{};
  if (static_cast<std::size_t>(me) >= Seats) return {state.pub, nothing, Seat::Table};
  return {state.pub, state.of(me), me};
}

}  // namespace trestle
