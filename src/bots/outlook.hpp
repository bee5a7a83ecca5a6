// What tree search asks of a game besides its judgement: how a worth becomes a chance to win, and who wins together.
#pragma once
#include "core/rules.hpp"
#include "games/hadara/rules.hpp"
#include "games/tharos/rules.hpp"
#include "games/throne/rules.hpp"
#include "games/throne/table.hpp"

namespace trestle {

// Without knowledge of a game: everybody for themselves.
template <class R>
struct Outlook {
  static i32 scale(const typename R::Public&) { return 100; }
  static SeatSet side(const typename R::Public&, Seat seat) { return only(seat); }
  static int winners(const typename R::Public&, int first) { return first; }
};

template <>
struct Outlook<throne::Throne> {
  static i32 scale(const throne::Public&) { return 900; }
  static SeatSet side(const throne::Public& pub, Seat seat) { return throne::team_of(pub, seat); }
  static int winners(const throne::Public& pub, int first) { return pub.seats == 4 ? 1 : first; }
};

template <>
struct Outlook<hadara::Hadara> {
  // A lead early in the game is less sure.
  static i32 scale(const hadara::Public& pub) { return pub.epoch == 0 ? 1000 : pub.epoch == 1 ? 800 : 500; }
  static SeatSet side(const hadara::Public&, Seat seat) { return only(seat); }
  static int winners(const hadara::Public&, int first) { return first; }
};

template <>
struct Outlook<tharos::Tharos> {
  static i32 scale(const tharos::Public& pub) { return 1000 - 200 * (pub.round - 1); }
  static SeatSet side(const tharos::Public&, Seat seat) { return only(seat); }
  static int winners(const tharos::Public&, int first) { return first; }
};

}  // namespace trestle
