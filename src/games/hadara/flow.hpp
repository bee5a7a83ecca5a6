// Shared by the files that make the rules real: frames, the turn order, telling, and the figures two files need.
#pragma once
#include "games/hadara/rules.hpp"

namespace trestle::hadara {

inline constexpr int token_step_count = 2;  // token_steps: steps on the token's track
inline constexpr int bust_bonus_steps = 2;  // bust_bonus: more steps (or points) for a bust

inline Seat seat_in_order(const Public& pub, int place) { return seat_at((index_of(pub.first) + place) % pub.seats); }
inline int order_of(const Public& pub, Seat seat) { return (index_of(seat) - index_of(pub.first) + pub.seats) % pub.seats; }

inline Frame frame_for(Now kind, Seat seat, int a = 0) { return {static_cast<u8>(kind), seat, static_cast<u8>(a), 0, 0, 0, 0}; }
inline Now kind_of(const Frame& frame) { return static_cast<Now>(frame.kind); }
inline void replace_top(Public& pub, const Frame& frame) { pub.stack.back() = frame; }

template <class Sink>
void tell(Sink& sink, Told kind, Seat seat, int a = 0, int b = 0, int c = 0, int amount = 0, SeatSet audience = everyone) {
  if constexpr (Sink::on)
    sink.emit(
        {static_cast<u8>(kind), audience, seat, static_cast<u8>(a), static_cast<u8>(b), static_cast<u8>(c), static_cast<i16>(amount)});
}

}  // namespace trestle::hadara
