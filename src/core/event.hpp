// What happened, for those who may know it. Events carry ids, never sentences; the audience is part of the event.
// A secret is sent as two events: the whole to those who may know, the outline to everybody else.
#pragma once
#include <vector>

#include "core/seat.hpp"

namespace trestle {

struct Event {
  u8 kind = 0;
  SeatSet audience = everyone;
  Seat seat = Seat::A;
  u8 a = 0, b = 0, c = 0;
  i16 amount = 0;

  friend constexpr bool operator==(const Event&, const Event&) = default;
};
static_assert(sizeof(Event) == 8);

// Simulations pass this; with `on` false the compiler drops everything that only feeds events.
struct NullSink {
  static constexpr bool on = false;
  void emit(const Event&) {}
};

class EventSink {
 public:
  static constexpr bool on = true;
  virtual ~EventSink() = default;
  virtual void emit(const Event& event) = 0;
};

class EventLog final : public EventSink {
 public:
  void emit(const Event& event) override { events.push_back(event); }
  std::vector<Event> events;
};

}  // namespace trestle
