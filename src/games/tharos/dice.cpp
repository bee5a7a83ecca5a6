// Which dice an action takes, and whether a player has them, with every way to change a die as it is placed.
#include <algorithm>
#include <bit>

#include "games/tharos/engine.hpp"

namespace trestle::tharos {

namespace {

constexpr u64 of_colour(Colour c, int min = 1) { return kinds_of({c}, min, value_max); }
constexpr u64 whites = of_colour(Colour::white);
constexpr u64 each_colour = 0x0101010101ULL;
constexpr u64 values_from(int least) { return (0xffu << std::clamp(least - 1, 0, value_max) & 0xffu) * each_colour; }
// The white kinds that count as one of these kinds in another colour.
constexpr u64 dyed_to(u64 kinds) { return (kinds >> 8 | kinds >> 16 | kinds >> 24 | kinds >> 32) & whites; }
constexpr u64 colour_bits(Colours colours) { return kinds_of(colours, 1, value_max); }
constexpr Pattern one(u64 mask, bool value_counts = false, bool colour_counts = false) {
  return {1, 1, false, 0, {Slot{mask, value_counts, colour_counts}, {}, {}}};
}
constexpr Pattern two(u64 mask, bool colour_counts = false) { return {2, 2, true, 0, {Slot{mask, false, colour_counts}, {}, {}}}; }
constexpr Pattern many(u64 mask, int max) { return {1, static_cast<u8>(max), true, 0, {Slot{mask, true, false}, {}, {}}}; }

constexpr int unlimited = 255;

Pattern pattern_of(Deed deed) {
  switch (deed) {
    case Deed::plenty_money: return many(of_colour(Colour::white), plenty_dice_max);
    case Deed::little_money: return one(any_die, true);
    case Deed::plenty_choices: return one(of_colour(Colour::white), true);
    case Deed::no_choice: return one(any_die);
    case Deed::guild_card: return one(any_die);
    case Deed::reroll: return one(of_colour(Colour::white));
    case Deed::guild_region: return two(any_die, true);
    case Deed::explore: return one(any_die);
    case Deed::buy_die: return one(any_die);
    case Deed::mine: return one(kinds_of(every_colour, mine_value, mine_value), false, true);
    case Deed::build: return one(of_colour(Colour::yellow, build_die_min));
    case Deed::attack: return many(of_colour(Colour::red), unlimited);
    case Deed::banker: return one(of_colour(Colour::yellow), true);
    case Deed::steam_dyer: return one(kinds_of(every_colour, 3, value_max));
    case Deed::ore_digger: return two(kinds_of(every_colour, 2, 4), true);
    case Deed::crystallographist: return two(kinds_of(every_colour, 1, 3), true);
    case Deed::organizer_swap: return two(kinds_of(every_colour, 5, value_max));
    case Deed::cannoneer_strength: return two(kinds_of(every_colour, 3, value_max));
    case Deed::cannoneer_ward: return two(kinds_of(every_colour, 5, value_max));
    case Deed::rumblepoke: return one(of_colour(Colour::red), true);
    case Deed::plant: return two(kinds_of(every_colour, 5, value_max));
    case Deed::secret_society: return one(any_die, true);
    case Deed::cartographer:
    case Deed::organizer_draw:
    case Deed::organizer_reroll:
    case Deed::manipulator:
    case Deed::activate_first: break;
  }
  return {};
}

Pattern activation_pattern(const PlayerCardRow& row) {
  Pattern p;
  p.min = p.max = row.count;
  p.sum = row.total;
  p.same = row.count == 1 || row.order[0] == row.order[static_cast<std::size_t>(row.count - 1)];
  for (std::size_t i = 0; i < row.count; ++i) p.slots[i] = {of_colour(row.order[i]), true, false};
  return p;
}

constexpr Deeds want_colour{Deed::guild_region, Deed::mine, Deed::ore_digger, Deed::crystallographist};
// The dice these ask for are more than a number of certain kinds.
constexpr Deeds particular = want_colour | Deeds{Deed::reroll, Deed::steam_dyer};
constexpr Deeds without_dice{Deed::cartographer, Deed::organizer_draw};
constexpr Deeds two_dice{Deed::organizer_swap, Deed::cannoneer_strength, Deed::cannoneer_ward, Deed::plant};
// They take two dice at least, the reroll and the Steam Dyer with the one that is then rolled or dyed.
constexpr Deeds several_dice =
    two_dice | Deeds{Deed::guild_region, Deed::ore_digger, Deed::crystallographist, Deed::reroll, Deed::steam_dyer};
constexpr Deeds particular_cards{Deed::steam_dyer, Deed::ore_digger, Deed::crystallographist};
constexpr Deeds paid_with_markers{Deed::organizer_draw, Deed::organizer_reroll, Deed::manipulator};
// They take none, but work on one.
constexpr Deeds work_on_dice{Deed::organizer_reroll, Deed::manipulator};

// Dice to be taken, the highest of a colour first; three at most.
class Falling {
 public:
  explicit Falling(const Rolled& dice) : one_(dice.present()), two_(dice.twice()), three_(dice.thrice()) {}
  // The value of the next die of this colour; 0 = there is none.
  int next(Colour c) {
    const int shift = 8 * static_cast<int>(c), value = static_cast<int>(std::bit_width(one_ >> shift & 0xff));
    const u64 top = (u64{1} << value >> 1) << shift;
    one_ &= ~top | two_;
    two_ &= ~top | three_;
    three_ &= ~top;
    return value;
  }

 private:
  u64 one_, two_, three_;  // the kinds of which there are at least so many
};

Colours colours_of(u64 kinds) {
  constexpr u64 low = 0x7f * each_colour;
  return Colours::from_bits(gather_bytes((((kinds & low) + low) | kinds) >> 7 & each_colour));
}

Tops tops_of(const Book& book, const Rolled& dice) {
  constexpr int none = -100;
  Tops tops;
  Falling left(dice);
  for (std::size_t c = 0; c < colour_count; ++c)
    for (int rank = 0; rank < book.deepest[c]; ++rank) {
      const int value = left.next(static_cast<Colour>(c));
      tops.value[Tops::place(static_cast<Colour>(c), rank)] = value == 0 ? none : value;
    }
  return tops;
}

// The best total of dice of these colours; 0 if they are not there. Without any change of dice.
int best_total(Falling dice, const std::array<Colour, 3>& colours, int count) {
  int sum = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const int value = dice.next(colours[i]);
    if (value == 0) return 0;
    sum += value;
  }
  return sum;
}

// The best total with a white die in the place of one of another colour.
int best_total_dyed(const Rolled& dice, const PlayerCardRow& row) {
  const Falling all(dice);
  int best = 0;
  for (std::size_t i = 0; i < row.count; ++i) {
    if (row.order[i] == Colour::white) continue;
    std::array<Colour, 3> asked = row.order;
    asked[i] = Colour::white;
    best = std::max(best, best_total(all, asked, row.count));
  }
  return best;
}

// Whether the transformation effect on one die helps the best total, as it is, over what is asked.
bool reaches_with_effect(const Means& m, const PlayerCardRow& row, int best) {
  const int wanted_total = row.total;
  if (m.effect == Transformation::plus_1) return best > 0 && best + 1 >= wanted_total;
  if (m.effect == Transformation::white_as_any) return best_total_dyed(m.active, row) >= wanted_total;
  const Colour shifted = shifted_colour(m.effect);
  const int asked = row.dice[static_cast<std::size_t>(shifted)];
  if (best == 0 || asked == 0 || best + 1 < wanted_total) return false;
  // A single die of 7 or more cannot be raised; of several, one is lower, or the total would have been reached.
  return asked > 1 || Falling(m.active).next(shifted) < 7;
}

// The best total with the fresh die among them.
int best_total_with_fresh(const Means& m, const PlayerCardRow& row) {
  const auto kind = static_cast<DieKind>(m.fresh - 1);
  std::array<Colour, 3> others = row.order;
  const auto end = others.begin() + row.count, at = std::find(others.begin(), end, colour_of(kind));
  if (at == end) return 0;
  std::copy(at + 1, end, at);
  const int best = best_total(Falling(m.active), others, row.count - 1);
  return best > 0 || row.count == 1 ? best + value_of(kind) : 0;
}

// The kinds that a transformation effect lets count one more, one less, or as another colour.
struct Changes {
  u64 up = 0, down = 0, dyed = 0;
};
constexpr Changes changes_by(Transformation effect) {
  constexpr u64 raised = 0x3f * each_colour, lowered = 0xfe * each_colour;  // to 7 at most, to 1 at least
  if (effect == Transformation::plus_1) return {raised, 0, 0};
  if (effect == Transformation::white_as_any) return {0, 0, whites};
  if (!is_shift(effect)) return {};
  const u64 shifted = of_colour(shifted_colour(effect));
  return {raised & shifted, lowered & shifted, 0};
}
constexpr auto changes = [] {
  std::array<Changes, transformation_count> by_effect{};
  for (std::size_t i = 0; i < by_effect.size(); ++i) by_effect[i] = changes_by(static_cast<Transformation>(i));
  return by_effect;
}();
const Changes& changes_of(Transformation effect) { return changes[static_cast<std::size_t>(effect)]; }

}  // namespace

// The kinds that fit the mask as they are or as the transformation effect lets them count.
u64 fits_with_effect(u64 mask, Transformation effect) {
  const Changes& by = changes_of(effect);
  return mask | (mask >> 1 & by.up) | (mask << 1 & by.down) | (dyed_to(mask) & by.dyed);
}

namespace {

void add_price(BoundedList<Price, prices_max>& prices, u64 mask, Transformation effect, Deed deed) {
  for (Price& price : prices)
    if (price.mask == mask) return price.deeds.add(deed);
  prices.push({mask, fits_with_effect(mask, effect), {deed}});
}

// The deeds that any die, or any two dice, of certain kinds pay for; those that ask for more are looked at one by one.
Prices make_prices(const Book& book, Transformation effect) {
  Prices out;
  for (int i = 0; i < static_cast<int>(Deed::activate_first); ++i) {
    const auto deed = static_cast<Deed>(i);
    const Pattern& pattern = book.pattern(deed);
    if ((particular | without_dice).has(deed)) continue;
    if (pattern.min == 0) add_price(out.one, any_die, effect, deed);  // works on a die
    if (pattern.min == 1) add_price(out.one, pattern.slots[0].mask, effect, deed);
    if (pattern.min == 2) add_price(out.two, pattern.slots[0].mask, effect, deed);
  }
  return out;
}

// The deeds that dice of these colours may pay for, whatever they show; one that is missing may be a white one dyed.
Deeds deeds_of_colours(const Book& book, Transformation effect, Colours colours) {
  Deeds out = without_dice;
  const bool dyed = effect == Transformation::white_as_any && colours.has(Colour::white);
  const u64 kinds = dyed ? any_die : colour_bits(colours);
  for (int i = 0; i < static_cast<int>(Deed::activate_first); ++i) {
    const auto deed = static_cast<Deed>(i);
    if (kinds & (work_on_dice.has(deed) ? any_die : book.pattern(deed).slots[0].mask)) out.add(deed);
  }
  for (std::size_t i = 0; i < player_card_count; ++i) {
    const auto card = static_cast<PlayerCard>(i);
    Colours missing;
    for (u8 k = 0; k < book.tables.cards[card].count; ++k) missing.add(book.tables.cards[card].order[k]);
    missing = missing - colours;
    if (missing.size() <= (dyed ? 1 : 0)) out.add(activation_of(card));
  }
  return out;
}

}  // namespace

Book make_book(const Tables& tables) {
  Book book;
  book.tables = tables;
  for (std::size_t i = 0; i < player_card_count; ++i) {
    const PlayerCardRow& row = tables.cards[static_cast<PlayerCard>(i)];
    book.activations[i].total = row.total;
    for (std::size_t k = 0, rank = 0; k < row.count; ++k) {
      rank = k > 0 && row.order[k] == row.order[k - 1] ? rank + 1 : 0;
      book.activations[i].places[k] = Tops::place(row.order[k], static_cast<int>(rank));
      u8& deepest = book.deepest[static_cast<std::size_t>(row.order[k])];
      deepest = std::max(deepest, static_cast<u8>(rank + 1));
    }
  }
  for (int i = 0; i < chosen_deed_count; ++i) {
    const auto deed = static_cast<Deed>(i);
    Place& place = book.places[static_cast<std::size_t>(i)];
    if (const auto space = space_of(deed)) place.space.add(*space);
    if (const auto card = card_of(deed); card && !paid_with_markers.has(deed)) place.card.add(*card);
    for (u32 spaces = 0; spaces < book.of_spaces.size(); ++spaces)
      if (const auto space = space_of(deed); space && Spaces::from_bits(static_cast<u8>(spaces)).has(*space))
        book.of_spaces[spaces].add(deed);
    for (u32 cards = 0; cards < book.of_cards.size(); ++cards)
      if (const auto card = card_of(deed); card && PlayerCards::from_bits(static_cast<u16>(cards)).has(*card))
        book.of_cards[cards].add(deed);
  }
  book.cheapest_use = *std::min_element(tables.costs.begin(), tables.costs.end());
  placements(Shape::line);  // made once, here, so that playing allocates nothing
  for (int i = 0; i < static_cast<int>(Deed::activate_first); ++i)
    book.patterns[static_cast<std::size_t>(i)] = pattern_of(static_cast<Deed>(i));
  for (int i = 0; i < player_card_count; ++i) {
    const auto card = static_cast<PlayerCard>(i);
    book.patterns[static_cast<std::size_t>(activation_of(card))] = activation_pattern(tables.cards[card]);
  }
  for (int i = 0; i < transformation_count; ++i)
    book.prices[static_cast<std::size_t>(i)] = make_prices(book, static_cast<Transformation>(i));
  for (std::size_t i = 0; i < transformation_count; ++i)
    for (u8 colours = 0; colours < 1 << colour_count; ++colours)
      book.of_colours[i][colours] = deeds_of_colours(book, static_cast<Transformation>(i), Colours::from_bits(colours));
  return book;
}

std::optional<Space> space_of(Deed deed) {
  // The mat's actions come first, two to a space but the last.
  if (deed > Deed::build) return std::nullopt;
  return static_cast<Space>(static_cast<int>(deed) / 2);
}

std::optional<PlayerCard> card_of(Deed deed) {
  constexpr PlayerCard cards[] = {
      PlayerCard::banker,       PlayerCard::steam_dyer, PlayerCard::ore_digger, PlayerCard::crystallographist,
      PlayerCard::cartographer, PlayerCard::organizer,  PlayerCard::organizer,  PlayerCard::organizer,
      PlayerCard::cannoneer,    PlayerCard::cannoneer,  PlayerCard::rumblepoke, PlayerCard::steam_pressure_plant,
      PlayerCard::manipulator};
  if (deed < Deed::banker || deed > Deed::manipulator) return std::nullopt;
  return cards[static_cast<int>(deed) - static_cast<int>(Deed::banker)];
}

namespace {

// As what the dice can count in a slot.
struct Ways {
  u64 fits;   // kinds that fit, changed or not; some that do not may be among them
  u64 fixed;  // fits as it is, and there is nothing to be gained by a change

  Ways(const Means& m, const Slot& slot) : fits(slot.mask), fixed(slot.mask) {
    if (m.dye) fits = fits_with_effect(fits, Transformation::white_as_any);
    fits = fits_with_effect(fits, m.changes());
    const Changes& by = changes_of(m.changes());
    if (slot.value_counts) fixed &= ~(by.up | by.down);
    if (slot.colour_counts) fixed &= ~(by.dyed | (m.dye ? whites : 0));
  }
  // place(as, dyed, changed) for each in order, until it returns true.
  template <class F>
  bool each(const Means& m, const Slot& slot, DieKind shown, F&& place) const {
    const Colour c = colour_of(shown);
    const int v = value_of(shown);
    const bool recoloured = c == Colour::white && (m.dye || m.changes() == Transformation::white_as_any);
    const bool up = v < 7 && (m.changes() == Transformation::plus_1 || shifts(m, c));
    const bool down = v > 1 && shifts(m, c);
    for (int ci = recoloured ? 0 : static_cast<int>(c); ci <= (recoloured ? colour_count - 1 : static_cast<int>(c)); ++ci) {
      const auto ac = static_cast<Colour>(ci);
      if (ac != c && !slot.colour_counts && (slot.mask & kind_bit(shown))) continue;
      for (int av = v - (down ? 1 : 0); av <= v + (up ? 1 : 0); ++av) {
        if (!(slot.mask & kind_bit(die_kind(ac, av)))) continue;
        if (av != v && !slot.value_counts && (slot.mask & kind_bit(die_kind(ac, v)))) continue;
        if (place(die_kind(ac, av), ac != c && m.dye, av != v || (ac != c && !m.dye))) return true;
      }
    }
    return false;
  }
  static bool shifts(const Means& m, Colour c) { return is_shift(m.changes()) && shifted_colour(m.effect) == c; }
};

}  // namespace

Means View::means(Only only, Spaces excluded) const {
  Means m;
  m.active = w.active;
  m.count();
  m.fresh = static_cast<u8>(p.go.fresh & (0 - p.go.fresh_waits()));
  m.dye = p.go.dye != 0;
  m.effect = transformation(p);
  m.change = (w.transformed == 0) & acts_on_placing(m.effect);
  m.jars = w.jars;
  m.only = only;
  m.excluded = excluded;
  return m;
}

// Calls f for every way to place a die in this slot, in order; stops and returns true when f does.
// rule: tharos.transform.placing, tharos.card.steam-dyer.action
template <class F>
bool View::each_placing(const Means& m, Deed deed, const Slot& slot, int least_order, F&& f) const {
  const Ways ways(m, slot);
  for (u64 kinds = (m.present | m.fresh_bit()) & ways.fits & ~u64{0} << (least_order >> 7); kinds != 0; kinds &= kinds - 1) {
    const auto real = static_cast<DieKind>(std::countr_zero(kinds));
    // The Secret Society turns the die to 3 first; a transformation comes on top.
    const DieKind shown = deed == Deed::secret_society ? die_kind(colour_of(real), 3) : real;
    const auto place = [&](DieKind as, bool dyed, bool changed) {
      for (int fresh = m.present & kind_bit(real) ? 0 : 1; fresh <= (m.fresh == real + 1 ? 1 : 0); ++fresh) {
        const Placing placing{real, as, fresh != 0, changed, dyed};
        if (placing.order() >= least_order && f(placing)) return true;
      }
      return false;
    };
    if (ways.fixed & kind_bit(real) ? place(shown, false, false) : ways.each(m, slot, shown, place)) return true;
  }
  return false;
}

namespace {

struct Spent {  // takes a die out of the means for as long as it lives
  Means& m;
  const Placing& placing;
  u64 present, twice;
  u8 fresh;
  bool change, dye;
  Spent(Means& means, const Placing& one)
      : m(means), placing(one), present(m.present), twice(m.twice), fresh(m.fresh), change(m.change), dye(m.dye) {
    if (placing.fresh) {
      m.fresh = 0;
    } else {
      m.active.remove(placing.real);
      m.count();
    }
    if (placing.transform) m.change = false;
    if (placing.dye) m.dye = false;
  }
  Spent(const Spent&) = delete;
  Spent& operator=(const Spent&) = delete;
  ~Spent() {
    if (!placing.fresh) m.active.add(placing.real);
    m.present = present;
    m.twice = twice;
    m.fresh = fresh;
    m.change = change;
    m.dye = dye;
  }
};

// Whether one more die, as it is, completes the pattern after this one. A no is not final: changes may help.
bool completes_plainly(const Pattern& pattern, int placed, const Means& m, const Placing& placing, int sum, u64 want) {
  const bool settled = (m.fresh == 0 || placing.fresh) && (!m.dye || placing.dye);
  if (!settled || placed + 2 != pattern.min) return false;
  u64 others = m.present & pattern.slot(placed + 1).mask & want & values_from(pattern.sum - sum - value_of(placing.as));
  if (pattern.same) others &= ~u64{0} << placing.real;
  if (!placing.fresh && !(m.twice & kind_bit(placing.real))) others &= ~kind_bit(placing.real);
  // The next die comes in order after this one; of the same kind, unchanged comes first.
  if (pattern.same && (placing.as != placing.real || placing.fresh)) others &= ~kind_bit(placing.real);
  return others != 0;
}

bool can_dye_something(const Means& m) { return (m.present & whites) != 0; }  // the attack space at least takes it

}  // namespace

bool View::can_complete(Deed deed, const Pattern& pattern, int placed, Means& m, int least_order, int sum, u64 missing) const {
  if (placed >= pattern.min && sum >= pattern.sum && missing == 0) {
    if (deed == Deed::steam_dyer) {
      // rule: tharos.card.steam-dyer.action
      if (m.fresh == 0) return can_dye_something(m);
      Means inner = m;
      inner.dye = true;
      inner.only = Only::dyed;
      return any_deed(inner);
    }
    if (m.free() && (deed != Deed::reroll || m.present != 0)) return true;
  }
  if (placed >= pattern.max) return false;
  return each_placing(m, deed, pattern.slot(placed), pattern.same ? least_order : 0, [&](const Placing& placing) {
    Spent spent(m, placing);
    const u64 still = missing & kind_bit(placing.as) ? 0 : missing;
    return can_complete(deed, pattern, placed + 1, m, placing.order(), sum + value_of(placing.as), still);
  });
}

bool View::search(Deed deed, Means m) const {
  const u64 missing = wanted(deed);
  if (book.pattern(deed).min == 0 || (missing == 0 && want_colour.has(deed))) return false;
  return can_complete(deed, book.pattern(deed), 0, m, 0, 0, missing);
}

// The deeds among these whose dice are there.
Deeds View::payable(Deeds among, const Means& m) const {
  u64 out = 0;
  const auto pay_if = [&](bool there, Deeds deeds) { out |= deeds.bits() & (0 - u64{there}); };
  if (m.dye) {
    among.for_each([&](Deed deed) { pay_if(pays_dyed(deed, m), {deed}); });
    return Deeds::from_bits(out);
  }
  const Prices& prices = book.prices[static_cast<std::size_t>(m.changes())];
  for (const Price& price : prices.one) pay_if(m.has(price.fits), price.deeds);
  if (!(among & two_dice).empty())
    for (const Price& price : prices.two) pay_if(m.has_pair(price.mask, price.fits), price.deeds);  // one of them may be changed
  out = m.fresh == 0 ? out | without_dice.bits() : out & ~work_on_dice.bits();
  pay_if(m.has(whites) && m.has_pair(whites, any_die), {Deed::reroll});  // one more to roll again
  pay_if(among.has(Deed::guild_region) && pays_two_wanted(Deed::guild_region, m), {Deed::guild_region});
  pay_if(among.has(Deed::mine) && pays_mine(m), {Deed::mine});
  if (!(among & particular_cards).empty()) {
    pay_if(among.has(Deed::steam_dyer) && pays_dyer(m), {Deed::steam_dyer});
    for (Deed deed : {Deed::ore_digger, Deed::crystallographist}) pay_if(among.has(deed) && pays_two_wanted(deed, m), {deed});
  }
  if (!(among & activations_of(every_card)).empty()) out |= payable_activations(among, m).bits();
  return among & Deeds::from_bits(out);
}

// With a white die that counts as another colour, for one of the deeds that are open to such a die.
// rule: tharos.card.steam-dyer.action
bool View::pays_dyed(Deed deed, const Means& m) const {
  if (m.fresh != 0) return search(deed, m);
  if (is_activation(deed)) {
    const PlayerCardRow& row = tables().cards[activated_card(deed)];
    const int best = best_total_dyed(m.active, row);
    if (best >= row.total) return true;
    const bool perhaps = m.changes() == Transformation::white_as_any || (m.change && best > 0 && best + 1 >= row.total);
    return perhaps && search(deed, m);
  }
  const Pattern& pattern = book.pattern(deed);
  const u64 mask = pattern.slots[0].mask, want = want_colour.has(deed) ? wanted(deed) : any_die;
  if (pattern.min == 1) return m.has(fits_with_effect(dyed_to(mask & want), m.changes()));
  // Of two dice the dyed one takes the colour that is wanted, unless that is white.
  const u64 others = dyed_to(want) != 0 ? any_die : want, fits = fits_with_effect(mask, m.changes());
  return m.has_pair(mask & whites, fits & others) || m.has_pair(fits & whites, mask & others);
}

// The open deeds that may be possible, told apart by little: all that are possible are among them.
Deeds View::perhaps_possible(const Means& m) const {
  const Deeds all = open(m.only, m.excluded);
  if (!m.free()) return all;
  u64 out = book.of_colours[static_cast<std::size_t>(m.changes())][colours_of(m.present).bits()].bits();
  const auto only_if = [&](bool there, Deeds deeds) { out &= ~(deeds.bits() & (u64{there} - 1)); };
  const u64 sixes = fits_with_effect(book.pattern(Deed::mine).slots[0].mask, m.changes());
  only_if(((m.present & (m.present - 1)) | m.twice) != 0, several_dice);
  only_if((m.present & sixes) != 0, {Deed::mine});
  only_if(!(w.cards & marker_cards).empty(), {Deed::guild_card});
  only_if(bit_count(w.guild) >= 4, {Deed::explore});
  only_if(m.jars >= cheapest_die(), {Deed::buy_die});
  only_if(m.jars >= build_cost, {Deed::build});
  return all & Deeds::from_bits(out);
}

// One of those: is it payable?
bool View::pays_one(Deed deed, const Means& m) const {
  if (!m.free()) return pays(deed, m);
  if (two_dice.has(deed))
    return m.has_pair(book.pattern(deed).slots[0].mask, fits_with_effect(book.pattern(deed).slots[0].mask, m.changes()));
  switch (deed) {
    case Deed::guild_region:
    case Deed::ore_digger:
    case Deed::crystallographist: return pays_two_wanted(deed, m);
    case Deed::mine: return pays_mine(m);
    case Deed::steam_dyer: return pays_dyer(m);
    case Deed::build: return m.has(fits_with_effect(book.pattern(Deed::build).slots[0].mask, m.changes()));
    default: break;
  }
  if (!is_activation(deed)) return true;
  const PlayerCardRow& row = tables().cards[activated_card(deed)];
  const int best = best_total(Falling(m.active), row.order, row.count);
  return best >= row.total || (m.change && reaches_with_effect(m, row, best));
}

bool View::pays_mine(const Means& m) const {
  const u64 mask = book.pattern(Deed::mine).slots[0].mask;
  return m.has(fits_with_effect(mask, m.changes())) && m.has(fits_with_effect(mask & wanted(Deed::mine), m.changes()));
}

// A die, and another white one to dye.
bool View::pays_dyer(const Means& m) const {
  if (m.fresh != 0) return search(Deed::steam_dyer, m);
  return m.has_pair(fits_with_effect(book.pattern(Deed::steam_dyer).slots[0].mask, m.changes()), whites);
}

// Two dice, one of them of a colour that is of use.
bool View::pays_two_wanted(Deed deed, const Means& m) const {
  const u64 mask = book.pattern(deed).slots[0].mask;
  if (!m.has_pair(any_die, any_die)) return false;
  const u64 want = wanted(deed), fits = fits_with_effect(mask, m.changes());
  if (m.has_pair(mask & want, fits) || m.has_pair(mask, fits & want)) return true;
  // A white die may come in the colour that is wanted.
  return m.changes() == Transformation::white_as_any && want != 0 && m.has_pair(mask & whites, mask);
}

// rule: tharos.activate.dice
Deeds View::payable_activations(Deeds among, const Means& m) const {
  u64 out = 0;
  const auto each = [&](Deeds deeds, auto&& pays) {
    deeds.for_each([&](Deed deed) { out |= u64{pays(tables().cards[activated_card(deed)])} << static_cast<int>(deed); });
  };
  const Deeds all = among & activations_of(every_card);
  if (m.fresh != 0) {
    each(all, [&](const PlayerCardRow& row) { return best_total_with_fresh(m, row) >= row.total; });
    if (m.change) (all - Deeds::from_bits(out)).for_each([&](Deed deed) { out |= u64{search(deed, m)} << static_cast<int>(deed); });
    return Deeds::from_bits(out);
  }
  const Tops tops = tops_of(book, m.active);
  for (std::size_t i = 0; i < player_card_count; ++i)
    out |= u64{book.activations[i].best(tops) >= book.activations[i].total} << (i + static_cast<int>(Deed::activate_first));
  if (m.change)
    (all - Deeds::from_bits(out)).for_each([&](Deed deed) {
      const auto card = activated_card(deed);
      const int best = book.activations[static_cast<std::size_t>(card)].best(tops);
      out |= u64{reaches_with_effect(m, tables().cards[card], best)} << static_cast<int>(deed);
    });
  return Deeds::from_bits(out);
}

u64 View::wanted(Deed deed) const {
  switch (deed) {
    case Deed::guild_region: return kinds_on(static_cast<Cells>(~w.guild));
    case Deed::mine: return kinds_on(mine_cells());
    case Deed::ore_digger: return kinds_on(p.ore) & ~colour_bits(w.ore);
    case Deed::crystallographist: return kinds_on(p.crystal) & ~colour_bits(w.crystal);
    default: return 0;
  }
}

u64 View::kinds_on(Cells cells) const {
  u64 kinds = 0;
  for (std::size_t c = 0; c < colour_count; ++c) kinds |= u64{(p.land[c] & cells) != 0 ? 0xffu : 0u} << 8 * c;
  return kinds;
}

namespace {

// The kinds that, as they are, may be placed after the one of this order.
u64 in_order_after(int order) {
  const auto kind = static_cast<DieKind>(order >> 7);
  return ~u64{0} << (Placing{kind, kind}.order() < order ? kind + 1 : kind);
}

}  // namespace

// What a frame of dice to be placed says: the action they are for, and what lies there already.
DiceLaid View::laid(const Frame& f) const {
  const auto deed = static_cast<Deed>(f.a);
  DiceLaid laid{deed, book.pattern(deed), (f.b != 0) + (f.c != 0) + (f.d != 0), 0, want_colour.has(deed) ? wanted(deed) : 0};
  if (laid.missing == 0 && laid.pattern.sum == 0) return laid;  // it makes no difference which dice
  for (u8 one_die : {f.b, f.c, f.d})
    if (one_die != 0) {
      const auto kind = static_cast<DieKind>(one_die - 1);
      laid.sum += value_of(kind);
      if (laid.missing & kind_bit(kind)) laid.missing = 0;
    }
  return laid;
}

// The kinds that may be placed next, where no die can come in two ways and it takes no more than a look at the dice to tell them.
std::optional<u64> View::plain_dice(const DiceLaid& on, int order, const Means& m) const {
  const Pattern& pattern = on.pattern;
  if (!m.free() || on.deed == Deed::secret_society || on.count >= pattern.max) return std::nullopt;
  const auto changeable = [&](const Slot& slot) {
    const Ways ways(m, slot);
    return (m.present & ways.fits & ~ways.fixed) != 0;
  };
  const Slot& slot = pattern.slot(on.count);
  if (m.change && changeable(slot)) return std::nullopt;
  const u64 plain = m.present & slot.mask;
  const int more = pattern.min - on.count - 1;  // dice needed after this one
  if (on.deed == Deed::reroll || on.deed == Deed::steam_dyer) {
    if (on.count != 0) return std::nullopt;
    return plain & m.leaving_one_of(on.deed == Deed::reroll ? any_die : whites);
  }
  if (more <= 0) {
    const u64 kinds = plain & in_order_after(order) & values_from(pattern.sum - on.sum);
    return on.missing != 0 ? kinds & on.missing : kinds;
  }
  if (more > 1 || on.count != 0) return std::nullopt;
  if (pattern.same) {
    const u64 first = plain & values_from(pattern.sum - value_of(static_cast<DieKind>(std::bit_width(plain | 1) - 1)));
    return on.missing == 0 ? first & m.before_one_of(plain)
                           : first & ((on.missing & m.before_one_of(plain)) | m.before_one_of(plain & on.missing));
  }
  if (m.change && changeable(pattern.slot(1))) return std::nullopt;
  const u64 others = m.present & pattern.slot(1).mask;
  return others == 0 ? 0 : plain & values_from(pattern.sum - value_of(static_cast<DieKind>(std::bit_width(others) - 1)));
}

// Whether the rest can be paid for after this die, one of those that fit.
// rule: tharos.dice.place
bool View::may_place(const DiceLaid& on, const Placing& placing, Means& m) const {
  const Pattern& pattern = on.pattern;
  const u64 still = on.missing & kind_bit(placing.as) ? 0 : on.missing;
  const int sum = on.sum + value_of(placing.as);
  if (on.last()) {
    const bool settled = (m.fresh == 0 || placing.fresh) && (!m.dye || placing.dye);
    if (settled && still == 0 && sum >= pattern.sum) return true;
    if (on.count + 1 == pattern.max) return false;
  }
  if (completes_plainly(pattern, on.count, m, placing, on.sum, still == 0 ? any_die : still)) return true;
  Spent spent(m, placing);
  return can_complete(on.deed, pattern, on.count + 1, m, placing.order(), sum, still);
}

void View::legal_dice(const Frame& f, ActionList& out) const {
  const DiceLaid on = laid(f);
  Means m = means();
  if (const auto kinds = plain_dice(on, f.amount, m)) {
    out.push_bits(*kinds, [](u8 kind) { return Placing{kind, kind}.action(); });
  } else if (on.count < on.pattern.max) {
    each_placing(m, on.deed, on.pattern.slot(on.count), f.amount, [&](const Placing& placing) {
      if (may_place(on, placing, m)) out.push(placing.action());
      return false;
    });
  }
  if (on.may_stop(m)) out.push(make(Do::done));
}

// One of the acts that legal_dice lists, all with the same chance. Where it takes more than a look, those that fit are taken by lot
// until one may be placed.
Action View::random_die(const Frame& f, Rng& rng) const {
  const DiceLaid on = laid(f);
  Means m = means();
  if (const auto kinds = plain_dice(on, f.amount, m)) {
    const int one = random_bit(*kinds | u64{on.may_stop(m)} << die_kinds, rng);
    return one == die_kinds ? make(Do::done) : Placing{static_cast<DieKind>(one), static_cast<DieKind>(one)}.action();
  }
  Buffer<Placing, legal_max> fit;
  each_placing(m, on.deed, on.pattern.slot(on.count), f.amount, [&](const Placing& placing) {
    fit.push(placing);
    return false;
  });
  for (auto left = static_cast<u32>(fit.size());; --left) {
    const u32 lot = rng.below(left + (on.may_stop(m) ? 1 : 0));
    if (lot == left) return make(Do::done);
    if (may_place(on, fit[lot], m)) return fit[lot].action();
    fit[lot] = fit[left - 1];
  }
}

// Whether a die fits behind the last of those placed, as it is or changed.
bool View::takes_another(Deed deed, int placed, int order) const {
  const Slot& slot = book.pattern(deed).slot(placed);
  if (w.active.present() & slot.mask & in_order_after(order)) return true;
  return each_placing(means(), deed, slot, order, [](const Placing&) { return true; });
}

void Play::apply_dice(Seat seat, Action a) {
  Player& me = w(seat);
  Frame f = top();
  const auto deed = static_cast<Deed>(f.a);
  const Pattern& pattern = book_.pattern(deed);
  if (kind_of(a) == Do::die) {
    const auto c = static_cast<Colour>(a.with[0]);
    const DieKind real = die_kind(c, a.with[1]), as = die_kind(static_cast<Colour>(a.with[2]), a.with[3]);
    const bool fresh = a.with[4] != 0;
    const int shown = deed == Deed::secret_society ? 3 : a.with[1];
    if (colour_of(as) != c) (p_.go.dye ? p_.go.dye = 0 : me.transformed = 1);
    if (value_of(as) != shown) me.transformed = 1;
    emit(What::places, seat, real, as, fresh);
    if (!fresh) me.active.remove(real);
    if (!fresh || p_.go.fresh_state() == Fresh::real) me.used.add(c);
    if (fresh) p_.go.fresh = p_.go.fresh_is = 0;
    if (deed == Deed::attack) strength(seat, value_of(as));
    (f.b == 0 ? f.b : f.c == 0 ? f.c : f.d) = static_cast<u8>(as + 1);
    f.amount = static_cast<i16>(pattern.same ? Placing{real, as, fresh, false, false}.order() : 0);
    const int placed = (f.b != 0) + (f.c != 0) + (f.d != 0);
    if (placed < pattern.min || (placed < pattern.max && view(seat).takes_another(deed, placed, f.amount))) {
      top() = f;
      return;
    }
  }
  pop();
  finish(seat, deed, f);
}

}  // namespace trestle::tharos
