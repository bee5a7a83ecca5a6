// Which dice an action takes, and whether a player has them, with every way to change a die as it is placed.
#include <algorithm>
#include <bit>

#include "games/tharos/engine.hpp"

namespace trestle::tharos {

namespace {

constexpr u64 any_die = kinds_of(every_colour, 1, value_max);
constexpr u64 of_colour(Colour c, int min = 1) { return kinds_of({c}, min, value_max); }
constexpr u64 whites = of_colour(Colour::white);
constexpr u64 each_colour = 0x0101010101ULL;
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

// The best total of the dice the pattern's colours ask for, 0 if they are not there. Without any change of dice.
int best_total(const Means& m, const std::array<u8, colour_count>& asked) {
  int sum = 0;
  for (std::size_t c = 0; c < colour_count; ++c) {
    int left = asked[c];
    if (left == 0) continue;
    const u64 word = m.active.words[c];
    if (word == 0) return 0;
    if (left == 1) {  // the highest value present
      sum += (71 - std::countl_zero(word)) / 8;
      continue;
    }
    for (int v = value_max; v >= 1 && left > 0; --v) {
      const int take = std::min<int>(left, static_cast<int>(word >> (8 * (v - 1)) & 0xff));
      sum += take * v;
      left -= take;
    }
    if (left > 0) return 0;
  }
  return sum;
}

// The same with the transformation effect on one die.
bool reaches_with_effect(const Means& m, const PlayerCardRow& row, int best, int wanted_total) {
  if (m.effect == Transformation::plus_1) return best > 0 && best + 1 >= wanted_total;
  if (m.effect == Transformation::white_as_any) {
    for (std::size_t c = 1; c < colour_count; ++c) {
      if (row.dice[c] == 0) continue;
      std::array<u8, colour_count> asked = row.dice;
      --asked[c];
      ++asked[0];
      if (best_total(m, asked) >= wanted_total) return true;
    }
    return false;
  }
  const auto shifted = static_cast<std::size_t>(shifted_colour(m.effect));
  if (best == 0 || row.dice[shifted] == 0 || best + 1 < wanted_total) return false;
  // A single die of 7 or more cannot be raised; of several, one is lower, or the total would have been reached.
  return row.dice[shifted] > 1 || (71 - std::countl_zero(m.active.words[shifted])) / 8 < 7;
}

}  // namespace

// The kinds that fit the mask as they are or as the transformation effect lets them count.
u64 fits_with_effect(u64 mask, Transformation effect) {
  const u64 up = (mask >> 1) & 0x3f * each_colour, down = (mask << 1) & 0xfe * each_colour;
  if (effect == Transformation::plus_1) return mask | up;
  if (effect == Transformation::white_as_any) {
    u64 any = mask | mask >> 8 | mask >> 16 | mask >> 24 | mask >> 32;
    return mask | (any & 0xff);
  }
  if (is_shift(effect)) return mask | ((up | down) & of_colour(shifted_colour(effect)));
  return mask;
}

Book make_book(const Tables& tables) {
  Book book{tables, {}};
  for (u32 have = 0; have < 1u << colour_count; ++have)
    for (int i = 0; i < player_card_count; ++i)
      if ((tables.cards[static_cast<PlayerCard>(i)].colours - Colours::from_bits(static_cast<u8>(have))).empty())
        book.payable[have].add(static_cast<PlayerCard>(i));
  book.cheapest_use = *std::min_element(tables.costs.begin(), tables.costs.end());
  placements(Shape::line);  // made once, here, so that playing allocates nothing
  for (int i = 0; i < static_cast<int>(Deed::activate_first); ++i)
    book.patterns[static_cast<std::size_t>(i)] = pattern_of(static_cast<Deed>(i));
  for (int i = 0; i < player_card_count; ++i) {
    const auto card = static_cast<PlayerCard>(i);
    book.patterns[static_cast<std::size_t>(activation_of(card))] = activation_pattern(tables.cards[card]);
  }
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

Means View::means(Only only, Spaces excluded) const {
  Means m;
  m.active = w.active;
  m.count();
  m.fresh = p.go.fresh_waits() ? p.go.fresh : u8{0};
  m.dye = p.go.dye != 0;
  m.effect = transformation(p);
  m.change = w.transformed == 0 && acts_on_placing(m.effect);
  m.jars = w.jars;
  m.only = only;
  m.excluded = excluded;
  return m;
}

// Calls f for every way to place a die in this slot, in order; stops and returns true when f does.
// rule: tharos.transform.placing, tharos.card.steam-dyer.action
template <class F>
bool View::each_placing(const Means& m, Deed deed, const Slot& slot, int least_order, F&& f) const {
  const bool as_colour = m.dye || (m.change && m.effect == Transformation::white_as_any);
  const bool as_value = m.change && m.effect != Transformation::white_as_any;
  u64 kinds = m.present;
  if (m.fresh != 0) kinds |= kind_bit(static_cast<DieKind>(m.fresh - 1));
  kinds &= ~u64{0} << (least_order >> 7);
  for (; kinds != 0; kinds &= kinds - 1) {
    const auto real = static_cast<DieKind>(std::countr_zero(kinds));
    const Colour c = colour_of(real);
    // The Secret Society turns the die to 3 first; a transformation comes on top.
    const int v = deed == Deed::secret_society ? 3 : value_of(real);
    const bool in_hand = (m.present & kind_bit(real)) != 0, is_fresh = m.fresh == real + 1;
    const bool recolour = as_colour && c == Colour::white;
    const bool up = as_value && v < 7 && (m.effect == Transformation::plus_1 || shifted_colour(m.effect) == c);
    const bool down = as_value && v > 1 && m.effect != Transformation::plus_1 && shifted_colour(m.effect) == c;
    for (int ci = recolour ? 0 : static_cast<int>(c); ci <= (recolour ? colour_count - 1 : static_cast<int>(c)); ++ci) {
      const auto ac = static_cast<Colour>(ci);
      if (ac != c && !slot.colour_counts && (slot.mask & kind_bit(die_kind(c, v)))) continue;
      for (int av = v - (down ? 1 : 0); av <= v + (up ? 1 : 0); ++av) {
        const DieKind as = die_kind(ac, av);
        if (!(slot.mask & kind_bit(as))) continue;
        if (av != v && !slot.value_counts && (slot.mask & kind_bit(die_kind(ac, v)))) continue;
        const bool dyed = ac != c && m.dye;
        const bool changed = av != v || (ac != c && !m.dye);
        for (int fresh = in_hand ? 0 : 1; fresh <= (is_fresh ? 1 : 0); ++fresh) {
          const Placing placing{real, as, fresh != 0, changed, dyed};
          if (placing.order() >= least_order && f(placing)) return true;
        }
      }
    }
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
      const int left = m.active[placing.real];
      if (left == 0) m.present &= ~kind_bit(placing.real);
      if (left == 1) m.twice &= ~kind_bit(placing.real);
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
  const int need = std::max(1, pattern.sum - sum - value_of(placing.as));
  if (need > value_max) return false;
  u64 others = m.present & pattern.slot(placed + 1).mask & want & ((0xffULL << (need - 1) & 0xff) * each_colour);
  if (pattern.same) others &= ~u64{0} << placing.real;
  if (!placing.fresh && !(m.twice & kind_bit(placing.real))) others &= ~kind_bit(placing.real);
  // The next die comes in order after this one; of the same kind, unchanged comes first.
  if (pattern.same && (placing.as != placing.real || placing.fresh)) others &= ~kind_bit(placing.real);
  return others != 0;
}

bool can_dye_something(const Means& m) { return (m.present & whites) != 0; }  // the attack space at least takes it

}  // namespace

bool View::can_complete(Deed deed, const Pattern& pattern, int placed, Means& m, int least_order, int sum, bool got_colour) const {
  if (placed >= pattern.min && sum >= pattern.sum && got_colour) {
    if (deed == Deed::steam_dyer) {
      // rule: tharos.card.steam-dyer.action
      if (m.fresh == 0) return can_dye_something(m);
      Means inner = m;
      inner.dye = true;
      inner.only = Only::dyed;
      return any_deed(inner);
    }
    const bool settled = m.fresh == 0 && !m.dye;
    if (settled && (deed != Deed::reroll || m.present != 0)) return true;
  }
  if (placed >= pattern.max) return false;
  const Colours want = wanted(deed);
  const bool wants = has_wanted(deed);
  return each_placing(m, deed, pattern.slot(placed), pattern.same ? least_order : 0, [&](const Placing& placing) {
    Spent spent(m, placing);
    const bool got = got_colour || (wants && want.has(colour_of(placing.as)));
    return can_complete(deed, pattern, placed + 1, m, placing.order(), sum + value_of(placing.as), got);
  });
}

// Whether the dice for this deed are there. First without changes, which is quick; then with them.
bool View::pays(Deed deed, const Means& m) const {
  const Pattern& pattern = book.pattern(deed);
  if (pattern.max == 1 && pattern.slots[0].mask == any_die && m.fresh == 0 && !m.dye) return m.present != 0;
  const bool wants = has_wanted(deed);
  const u64 want = wants ? colour_bits(wanted(deed)) : any_die;
  if (wants && want == 0) return false;
  if (m.fresh == 0 && !m.dye) {
    const u64 mask = pattern.slots[0].mask;
    const u64 fit = m.present & mask;
    const auto more_than_one = [&](u64 set) { return (set & (set - 1)) != 0 || (m.twice & set) != 0; };
    if (is_activation(deed)) {
      const PlayerCardRow& row = tables().cards[activated_card(deed)];
      const int best = best_total(m, row.dice);
      return best >= pattern.sum || (m.change && reaches_with_effect(m, row, best, pattern.sum));
    } else if (pattern.min == 1) {
      const u64 good = m.change ? fits_with_effect(mask & want, m.effect) : mask & want;
      if (deed == Deed::reroll)
        return fit != 0 && more_than_one(m.present | fit) && ((m.present & (m.present - 1)) != 0 || (m.twice & fit) != 0);
      if (deed == Deed::steam_dyer) {
        // A die for the card, and another white one to dye.
        const u64 cost = m.present & good, white = m.present & whites;
        return cost != 0 && white != 0 && ((cost | white) & ((cost | white) - 1) ? true : (m.twice & cost & white) != 0);
      }
      return (m.present & good) != 0;
    } else {
      const u64 first = fit & want;
      if (first != 0 && ((fit & (fit - 1)) != 0 || (m.twice & first))) return true;
      if (!m.change) return false;
      // A white die in another colour helps where a colour is wanted; a changed value where the die did not fit.
      if (m.effect == Transformation::white_as_any)
        return wants && (fit & whites) != 0 && ((fit & (fit - 1)) != 0 || (m.twice & fit & whites) != 0);
      const u64 changed = m.present & fits_with_effect(mask, m.effect) & ~mask;
      return changed != 0 && fit != 0 && ((changed | fit) & want) != 0;
    }
  }
  Means copy = m;
  return can_complete(deed, pattern, 0, copy, 0, 0, !wants);
}

bool View::has_wanted(Deed deed) const {
  return deed == Deed::guild_region || deed == Deed::mine || deed == Deed::ore_digger || deed == Deed::crystallographist;
}

Colours View::wanted(Deed deed) const {
  switch (deed) {
    case Deed::guild_region: return colours_in(static_cast<Cells>(~w.guild));
    case Deed::mine: return colours_in(mine_cells());
    case Deed::ore_digger: return ware_colours(Ware::ore);
    case Deed::crystallographist: return ware_colours(Ware::crystal);
    default: return {};
  }
}

// rule: tharos.dice.place
void View::legal_dice(const Frame& f, ActionList& out) const {
  const auto deed = static_cast<Deed>(f.a);
  const Pattern& pattern = book.pattern(deed);
  const int placed = (f.b != 0) + (f.c != 0) + (f.d != 0);
  int sum = 0;
  bool got = !has_wanted(deed);
  const Colours want = wanted(deed);
  for (u8 one_die : {f.b, f.c, f.d})
    if (one_die != 0) {
      sum += value_of(static_cast<DieKind>(one_die - 1));
      got = got || want.has(colour_of(static_cast<DieKind>(one_die - 1)));
    }
  Means m = means();
  // Enough dice with this one: nothing has to be looked for.
  const bool last = placed + 1 >= pattern.min && deed != Deed::reroll && deed != Deed::steam_dyer;
  if (placed < pattern.max)
    each_placing(m, deed, pattern.slot(placed), f.amount, [&](const Placing& placing) {
      const bool now_got = got || want.has(colour_of(placing.as));
      if (last) {
        const bool settled = (m.fresh == 0 || placing.fresh) && (!m.dye || placing.dye);
        if (settled && now_got && sum + value_of(placing.as) >= pattern.sum) {
          out.push(placing.action());
          return false;
        }
        if (placed + 1 == pattern.max) return false;
      }
      if (completes_plainly(pattern, placed, m, placing, sum, now_got ? any_die : colour_bits(want))) {
        out.push(placing.action());
        return false;
      }
      Spent spent(m, placing);
      if (can_complete(deed, pattern, placed + 1, m, placing.order(), sum + value_of(placing.as), now_got)) out.push(placing.action());
      return false;
    });
  if (placed >= pattern.min && m.fresh == 0 && !m.dye) out.push(make(Do::done));
}

void Play::apply_dice(Seat seat, Action a) {
  Player& me = w(seat);
  const auto deed = static_cast<Deed>(top().a);
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
    Frame& f = top();
    (f.b == 0 ? f.b : f.c == 0 ? f.c : f.d) = static_cast<u8>(as + 1);
    f.amount = static_cast<i16>(pattern.same ? Placing{real, as, fresh, false, false}.order() : 0);
    const int placed = (f.b != 0) + (f.c != 0) + (f.d != 0);
    bool more = placed < pattern.min;
    if (!more && placed < pattern.max) {
      const View v = view(seat);
      more = v.each_placing(v.means(), deed, pattern.slot(placed), f.amount, [](const Placing&) { return true; });
    }
    if (more) return;
  }
  const Frame f = top();
  pop();
  finish(seat, deed, f);
}

}  // namespace trestle::tharos
