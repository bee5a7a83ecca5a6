// A set of enumerators as bits. The enum starts at 0 and has fewer values than the word has bits.
#pragma once
#include <bit>
#include <initializer_list>

#include "base/bits.hpp"

namespace trestle {

template <class E, class Word = u8>
class EnumSet {
 public:
  constexpr EnumSet() = default;
  constexpr EnumSet(std::initializer_list<E> members) {
    for (E e : members) add(e);
  }
  static constexpr EnumSet from_bits(Word bits) {
    EnumSet s;
    s.bits_ = bits;
    return s;
  }
  // The first n enumerators.
  static constexpr EnumSet first(int n) { return from_bits(static_cast<Word>((u64{1} << n) - 1)); }

  constexpr Word bits() const { return bits_; }
  constexpr bool has(E e) const { return (bits_ >> static_cast<unsigned>(e)) & 1u; }
  constexpr void add(E e) { bits_ = static_cast<Word>(bits_ | (Word{1} << static_cast<unsigned>(e))); }
  constexpr void remove(E e) { bits_ = static_cast<Word>(bits_ & ~(Word{1} << static_cast<unsigned>(e))); }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return bit_count(bits_); }
  constexpr E lowest() const { return static_cast<E>(std::countr_zero(bits_)); }
  template <class F>
  constexpr void for_each(F&& f) const {
    for (Word left = bits_; left != 0; left = static_cast<Word>(left & (left - 1))) f(static_cast<E>(std::countr_zero(left)));
  }
  friend constexpr EnumSet operator|(EnumSet a, EnumSet b) { return from_bits(static_cast<Word>(a.bits_ | b.bits_)); }
  friend constexpr EnumSet operator&(EnumSet a, EnumSet b) { return from_bits(static_cast<Word>(a.bits_ & b.bits_)); }
  friend constexpr EnumSet operator-(EnumSet a, EnumSet b) { return from_bits(static_cast<Word>(a.bits_ & ~b.bits_)); }
  friend constexpr bool operator==(EnumSet, EnumSet) = default;

 private:
  Word bits_ = 0;
};

}  // namespace trestle
