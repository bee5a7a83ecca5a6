// Time at a table: whose clock runs, what happens when it is over, and when a table that nobody looks at leaves memory.
#include "server/hub/impl.hpp"

namespace trestle::server {

void Hub::Impl::reset_clocks(Table& table) {
  table.left.fill(table.terms.clock.full_ms());
  table.since.fill(0);
}

std::optional<Millis> Hub::Impl::deadline(const Table& table, Seat seat) const {
  const auto i = static_cast<std::size_t>(index_of(seat));
  if (table.terms.clock.kind == ClockKind::none || table.since[i] == 0) return std::nullopt;
  return table.since[i] + std::max<i64>(0, table.left[i]);
}

// A seat has decided: what that took from its clock, and what is left to it for the next time. The increment is for a turn, not for
// each of its small decisions: it comes when others are waited for.
i64 Hub::Impl::stop_clock(Table& table, Seat seat) {
  const auto i = static_cast<std::size_t>(index_of(seat));
  i64 spent = table.since[i] == 0 ? 0 : now_ - table.since[i];
  table.since[i] = 0;
  switch (table.terms.clock.kind) {
    case ClockKind::none: break;
    case ClockKind::move:
    case ClockKind::days: table.left[i] = table.terms.clock.full_ms(); break;
    case ClockKind::game:
      if (table.chair(seat).player_bot().empty() && !table.match->waiting_on().has(seat)) spent -= table.terms.clock.increment * 1000;
      table.left[i] -= spent;
      break;
  }
  return spent;
}

// The clocks of those who are to decide run, and no others.
void Hub::Impl::run_clocks(Table& table) {
  const bool runs = table.running() && table.match && table.terms.paused == 0;
  const SeatSet waiting = runs ? table.match->waiting_on() : SeatSet{};
  for (int i = 0; i < table.seats(); ++i) {
    Millis& since = table.since[static_cast<std::size_t>(i)];
    const bool person = table.chair(seat_at(i)).player_bot().empty();
    if (!waiting.has(seat_at(i)) || !person)
      since = 0;
    else if (since == 0)
      since = now_;
  }
}

void Hub::Impl::table_time(Table& table) {
  if (table.stage == Table::Stage::loading) return load(table);
  if (table.stage == Table::Stage::elsewhere) {
    return table.watchers.empty() ? unload(table.id) : load(table);
  }
  if (table.running() && table.terms.paused == 0)
    for (int i = 0; i < table.seats(); ++i) {
      const auto end = deadline(table, seat_at(i));
      if (!end || *end > now_) continue;
      ++counters_.clock_losses;
      stand_in(table, seat_at(i), "online.line.time_over");
    }
  if (table.bots_rest != 0 && table.bots_rest <= now_) {
    table.bots_rest = 0;
    wake_bots(table);
  }
  if (table.vote && table.vote->until <= now_) {
    push_vote(table, "failed");
    table.vote.reset();
  }
  SeatSet away;
  for (int i = 0; i < table.seats(); ++i) {
    Millis& gone = table.gone[static_cast<std::size_t>(i)];
    if (gone == 0 || gone + config_.limits.away_ms > now_) continue;
    gone = 0;
    away.add(seat_at(i));
  }
  if (!away.empty() || (table.presence_due != 0 && table.presence_due <= now_)) push_table(table, "", {}, away.empty());
  call_by_webhook(table, away);
  if (config_.several_nodes && !table.watchers.empty() && table.saves.empty() && now_ - table.confirmed >= lease_ms) confirm(table);
  const bool busy = !table.saves.empty() || table.counting || table.analysing != 0 ||
                    std::any_of(table.thinking.begin(), table.thinking.end(), [](Ticket t) { return t != 0; });
  const bool clock_runs =
      table.terms.clock.kind != ClockKind::none && table.terms.clock.kind != ClockKind::days && table.running() && table.terms.paused == 0;
  if (table.watchers.empty() && !busy && !clock_runs && idle_until(table) <= now_) return unload(table.id);
  schedule(table);
}

}  // namespace trestle::server
