// Set-up: races, first player, hands, trade area.
#include <algorithm>

#include "games/throne/work.hpp"

namespace trestle::throne {

std::vector<OptionSpec> Throne::option_specs() {
  return {{"charge_points", {"4", "5"}, "throne.mode.charge"},
          {"first", {"random", "seat-a"}, "throne.setup.first"},
          {"solitary", {"literal", "profession"}, "throne.race.werewolves.solitary"}};
}

Result<Throne> Throne::make(const Edition& edition, const Options& chosen) {
  auto tables = Tables::read(edition);
  if (!tables) return tables.fault();
  auto options = complete_options(option_specs(), chosen);
  if (!options) return options.fault();
  Throne rules;
  rules.tables_ = *tables;
  rules.charge_points_ = (*options)["charge_points"] == "5" ? 5 : 4;
  rules.random_first_ = (*options)["first"] == "random";
  rules.solitary_by_profession_ = (*options)["solitary"] == "profession";
  std::array<int, profession_count> sets{};
  for (int p = 0; p < profession_count; ++p) {
    const int set = rules.tables_.professions[static_cast<Profession>(p)].set;
    rules.set_marks_ |= static_cast<u64>(0x80 - set) << (8 * p);
    sets[static_cast<std::size_t>(p)] = set;
  }
  std::sort(sets.begin(), sets.end());
  // rule: throne.action.crossed
  for (unsigned active = 0; active < rules.generals_for_.size(); ++active)
    for (int c = first_general; c < rules.tables_.card_count; ++c)
      if (!(Professions::from_bits(static_cast<u8>(active)) - rules.tables_.crossed[static_cast<std::size_t>(c)]).empty())
        rules.generals_for_[active] |= 1u << c;
  // One of the cards may be virtual.
  rules.units_to_win_ = std::min(sets[0] + sets[1] + sets[2], profession_count) - 1;
  return rules;
}

// rule: throne.setup.race
void legal_setup(const SightRef& sight, ActionList& list) {
  const auto [x, y] = sight.own.races;
  list.push(doing(Do::choose, x < y ? x : y));
  list.push(doing(Do::choose, x < y ? y : x));
}

void Work::apply_setup(Seat seat, Action action) {
  switch (kind_of(action)) {
    case Do::deal_race: {
      const Seat owner = top().seat;
      const auto race = throne::race_of(action);
      s.of(owner).races[2u - top().a] = race;
      top().a--;
      s.hid.races = static_cast<u16>(s.hid.races & ~(1u << static_cast<int>(race)));
      return tell(Told::race_dealt, owner, static_cast<u8>(race), 0, 0, only(owner));
    }
    case Do::choose:
      s.of(seat).choice = throne::race_of(action);
      pub.committed.add(seat);
      tell(Told::race_chosen, seat);
      if (pub.committed == pub.alive) reveal_races();
      return;
    default:  // Do::first
      pub.first = seat_of(action);
      pub.turn = pub.first;
      tell(Told::begins, pub.first);
      pop();
      return push(frame(Now::deal_hand, pub.first, static_cast<u8>(printed::hands[pub.seats - 2][0])));
  }
}

void Work::run_deal_race() {
  const Seat next = seat_at(index_of(top().seat) + 1);
  pop();
  push(index_of(next) < pub.seats ? frame(Now::deal_race, next, 2) : frame(Now::choose_race, Seat::A));
}

void Work::reveal_races() {
  for (int i = 0; i < pub.seats; ++i) {
    Private& own = s.own[static_cast<std::size_t>(i)];
    pub.race[static_cast<std::size_t>(i)] = own.choice;
    tell(Told::race_shown, seat_at(i), static_cast<u8>(own.choice));
    own.choice = Race::none;
    own.races = {};
  }
  pub.committed = {};
  s.hid.races = 0;
  pop();
  // rule: throne.setup.first
  if (rules.random_first()) return push(frame(Now::pick_first, Seat::A));
  tell(Told::begins, Seat::A);
  push(frame(Now::deal_hand, Seat::A, static_cast<u8>(printed::hands[pub.seats - 2][0])));
}

// rule: throne.setup.hands, throne.setup.trade
void Work::run_deal_hand() {
  const int place = top().b + 1;
  const Seat next = next_seat(pub, top().seat);
  pop();
  if (place < pub.seats)
    push(frame(Now::deal_hand, next, static_cast<u8>(printed::hands[pub.seats - 2][place]), static_cast<u8>(place)));
  else
    push(frame(Now::fill_trade, pub.first, trade_size));
}

}  // namespace trestle::throne
