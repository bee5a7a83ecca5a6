// An array indexed by an enum: no bare integers where a profession, colour or seat is meant.
#pragma once
#include <array>

#include "base/types.hpp"

namespace trestle {

template <class E, class T, std::size_t N>
struct EnumArray {
  std::array<T, N> items{};
  constexpr T& operator[](E e) { return items[static_cast<std::size_t>(e)]; }
  constexpr const T& operator[](E e) const { return items[static_cast<std::size_t>(e)]; }
  constexpr auto begin() const { return items.begin(); }
  constexpr auto end() const { return items.end(); }
  friend constexpr bool operator==(const EnumArray&, const EnumArray&) = default;
};

}  // namespace trestle
