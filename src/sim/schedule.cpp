#include "sim/schedule.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "bots/outlook.hpp"
#include "bots/player.hpp"
#include "core/position.hpp"
#include "external/program_bot.hpp"

namespace trestle {

GameOrder order_of(const Schedule& schedule, u64 number) {
  const u64 line_ups = schedule.line_ups.size(), seats = schedule.seats();
  const u64 round = number / line_ups;
  const u64 shift = schedule.seating == Seating::fixed ? 0 : round % seats;
  GameOrder order;
  order.number = number;
  order.deal = schedule.seating == Seating::paired ? round / seats : round;
  order.seed = Rng::for_item(schedule.seed, order.deal).next();
  const LineUp& line_up = schedule.line_ups[static_cast<std::size_t>(number % line_ups)];
  for (std::size_t i = 0; i < seats; ++i) order.players.push_back(line_up[(i + shift) % seats]);
  return order;
}

u64 games_a_deal(const Schedule& schedule) {
  return schedule.line_ups.size() * (schedule.seating == Seating::paired ? schedule.seats() : 1);
}

std::vector<std::string> split_specs(std::string_view list) {
  std::vector<std::string> specs;
  for (const std::string_view part : text::split(list, ',')) specs.emplace_back(text::trim(part));
  return specs;
}

Sides sides_of(const AnyGame& game, int seats) {
  Sides sides{};
  visit_rules(game, [&]<class R>(const R& rules) {
    const typename R::State state = rules.start(seats);
    for (int i = 0; i < seats; ++i) sides[static_cast<std::size_t>(i)] = Outlook<R>::side(state.pub, seat_at(i));
  });
  return sides;
}

Status check_schedule(const AnyGame& game, const Schedule& schedule) {
  const int seats = static_cast<int>(schedule.seats());
  const GameInfo& info = game.info();
  if (seats < info.seats_min || seats > info.seats_max)
    return fault(info.name + " is for " + std::to_string(info.seats_min) + " to " + std::to_string(info.seats_max) + " players; " +
                 std::to_string(seats) + " bots are named");
  if (schedule.bots.size() > schedule_bots_max) return fault("at most " + std::to_string(schedule_bots_max) + " bots");
  if (schedule.line_ups.size() > schedule_line_ups_max)
    return fault("these bots can sit together in more than " + std::to_string(schedule_line_ups_max) + " ways; name fewer");
  if (schedule.games < 1 || schedule.games > sim_games_max) return fault("games must be 1 to " + std::to_string(sim_games_max));
  for (const std::string& text : schedule.bots) {
    if (is_program(text)) {
      if (const auto program = ProgramBot::make(text, GamePtr(GamePtr(), &game)); !program) return program.fault();
      continue;
    }
    const auto spec = parse_bot_spec(text);
    if (!spec) return spec.fault();
    Status made = ok();
    const bool known = visit_rules(game, [&]<class R>(const R&) {
      if (const auto player = make_player<R>(*spec); !player) made = player.fault();
    });
    if (!known) return fault("no simulation for the game " + info.name);
    if (!made) return made;
  }
  return ok();
}

}  // namespace trestle
