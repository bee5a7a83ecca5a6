// Inside the rules of Tharos: View answers questions about a position as one seat sees it, Play changes a state by one move.
// Nothing outside this folder includes this file.
#pragma once
#include "base/rng.hpp"
#include "core/event.hpp"
#include "games/tharos/action.hpp"
#include "games/tharos/event.hpp"
#include "games/tharos/rules.hpp"
#include "games/tharos/state.hpp"

namespace trestle::tharos {

// ---- dice an action takes (patterns are in dice.cpp)

struct Slot {
  u64 mask = 0;                // kinds that fit
  bool value_counts = false;   // the value matters beyond fitting, so changing a fitting die is worth something
  bool colour_counts = false;  // so does the colour
};

struct Pattern {
  u8 min = 0, max = 0;  // how many dice
  bool same = false;    // all dice fit slot 0 and are placed in ascending order
  u8 sum = 0;           // their total at least
  std::array<Slot, 3> slots{};
  const Slot& slot(int i) const { return slots[same ? 0u : static_cast<std::size_t>(i)]; }
};

using Deeds = EnumSet<Deed, u64>;

inline constexpr u64 any_die = kinds_of(every_colour, 1, value_max);

// Deeds that ask for the same dice: one look at the dice answers for all of them.
struct Price {
  u64 mask = 0;  // kinds that fit
  u64 fits = 0;  // kinds that fit as they are or changed by the transformation effect
  Deeds deeds;
};
inline constexpr std::size_t prices_max = 8;
struct Prices {
  BoundedList<Price, prices_max> one, two;  // by the number of dice
};

// The highest dice of each colour, best first: what an activation is paid with.
struct Tops {
  static constexpr int deep = 3, no_die = deep * colour_count;
  std::array<int, no_die + 1> value{};  // by colour and rank; far below zero where there is none
  static constexpr u8 place(Colour c, int rank) { return static_cast<u8>(static_cast<int>(c) * deep + rank); }
};
struct Activation {
  std::array<u8, 3> places{Tops::no_die, Tops::no_die, Tops::no_die};
  int total = 0;
  int best(const Tops& tops) const { return tops.value[places[0]] + tops.value[places[1]] + tops.value[places[2]]; }
};

// The white space, or the card, that an action uses up for the turn. What is paid with markers on a card leaves the card free.
struct Place {
  Spaces space;
  PlayerCards card;
};

struct Book {
  Tables tables;
  std::array<Place, deed_count> places{};
  std::array<Pattern, deed_count> patterns{};
  std::array<Prices, transformation_count> prices{};     // by the effect that may change a die
  std::array<Deeds, 1 << space_count> of_spaces{};       // the deeds on these spaces
  std::array<Deeds, 1 << player_card_count> of_cards{};  // the actions of these cards
  // By the effect that may change a die: the deeds that dice of these colours may pay for.
  std::array<std::array<Deeds, 1 << colour_count>, transformation_count> of_colours{};
  std::array<Activation, player_card_count> activations{};
  std::array<u8, colour_count> deepest{};  // the most dice of a colour an activation takes
  int cheapest_use = 0;                    // Jars to use a building
  const Pattern& pattern(Deed d) const { return patterns[static_cast<std::size_t>(d)]; }
};
Book make_book(const Tables& tables);

// The deeds whose price is a number of dice of certain kinds, or none.
inline constexpr Deeds quickly_paid = Deeds::first(chosen_deed_count) - Deeds{Deed::guild_region,      Deed::mine,   Deed::ore_digger,
                                                                              Deed::crystallographist, Deed::reroll, Deed::steam_dyer};

// A way to place a die: what it shows, as what it counts, and what that costs.
struct Placing {
  DieKind real = 0, as = 0;
  bool fresh = false;      // the die of card 8, 16 or 26
  bool transform = false;  // uses the transformation effect
  bool dye = false;        // uses the Steam Dyer
  int order() const { return real << 7 | as << 1 | (fresh ? 1 : 0); }
  Action action() const { return make(Do::die, colour_of(real), value_of(real), colour_of(as), value_of(as), fresh); }
};

// What an action may be paid with.
struct Means {
  Rolled active;
  u64 present = 0, twice = 0;  // of active
  u8 fresh = 0;                // kind + 1; must be used
  bool dye = false;            // must be used
  bool change = false;         // the transformation may change a die as it is placed
  Transformation effect = Transformation::none;
  int jars = 0;
  Only only = Only::any;
  Spaces excluded;
  void count() {
    present = active.present();
    twice = active.twice();
  }
  bool free() const { return fresh == 0 && !dye; }  // no die must be used
  Transformation changes() const { return change ? effect : Transformation::none; }
  // A die of these kinds, or two dice, one of each; with the fresh die, where there is one. Without branches: nobody foresees dice.
  u64 fresh_bit() const { return fresh == 0 ? 0 : kind_bit(static_cast<DieKind>(fresh - 1)); }
  u64 first() const { return fresh == 0 ? present : fresh_bit(); }
  bool has(u64 kinds) const { return (first() & kinds) != 0; }
  bool has_pair(u64 one, u64 other) const {
    const u64 a = present & one, b = present & other, either = a | b;
    if (fresh != 0) return ((fresh_bit() & one) && b) || ((fresh_bit() & other) && a);
    return (a != 0) & (b != 0) & (((either & (either - 1)) | (a & b & twice)) != 0);
  }
  // The kinds of a first die after which another die of these kinds is left: in ascending order, or in any.
  u64 before_one_of(u64 kinds) const {
    const u64 highest = std::bit_floor(present & kinds);
    return highest == 0 ? 0 : (highest - 1) | (highest & twice);
  }
  u64 leaving_one_of(u64 kinds) const {
    const u64 there = present & kinds, several = there & (there - 1);
    return there == 0 ? 0 : several != 0 ? any_die : ~there | twice;
  }
};

// The dice that lie on an action so far.
struct DiceLaid {
  Deed deed;
  const Pattern& pattern;
  int count = 0, sum = 0;
  u64 missing = 0;  // one of these kinds must still come; 0 = none must
  bool may_stop(const Means& m) const { return count >= pattern.min && m.free(); }
  // Enough dice with the next one: nothing has to be looked for.
  bool last() const { return count + 1 >= pattern.min && deed != Deed::reroll && deed != Deed::steam_dyer; }
};

std::optional<Space> space_of(Deed deed);
std::optional<PlayerCard> card_of(Deed deed);

struct View {
  const Book& book;
  const Public& p;
  const Private& own;
  Seat me;
  const Player& w;

  View(const Book& b, const Public& pub, const Private& priv, Seat seat) : book(b), p(pub), own(priv), me(seat), w(pub.of(seat)) {}
  const Tables& tables() const { return book.tables; }

  // pieces
  int guild_supply() const;
  int mine_supply() const { return mine_markers - bit_count(w.mines); }
  int supply(Ware ware, Colour c) const;  // markers beside the play area
  int supply_total() const;
  Colours lacking_with_supply(Ware ware) const;
  bool can_take_back(Cells but_cell, PlayerCards but_card) const;
  bool can_place_marker(Cells but_cell, PlayerCards but_card) const { return can_take_back(but_cell, but_card) || guild_supply() > 0; }
  PlayerCards cards_with_room() const;
  Cells mine_cells() const;
  Colours colours_in(Cells cells) const;
  Colours ware_colours(Ware ware) const;  // colours this seat lacks that lie on a region
  int store_left(int column) const;
  int cheapest_die() const;             // 99: none
  bool could_hold(ActionCard n) const;  // as far as everybody knows
  bool transform_now() const;           // the effect can be used on its own
  bool transform_in_action() const;
  bool transform_in_defence() const;

  // actions
  Means means(Only only = Only::any, Spaces excluded = {}) const;
  Deeds open(Only only, Spaces excluded) const;  // their space or card is free for them
  bool idle(Deed deed, const Means& m) const;    // would change nothing, or cost Jars that are not there
  Deeds idle(Deeds among, const Means& m) const;
  Deeds possible(Deeds among, const Means& m) const;  // open, payable and not idle
  Buildings built() const;
  bool can_use(Building b, const Means& m, bool free) const;
  bool any_deed(const Means& m) const;

  // their dice
  u64 wanted(Deed deed) const;  // kinds of which one die must be; 0 = there is none that would do
  Deeds payable(Deeds among, const Means& m) const;
  Deeds perhaps_possible(const Means& m) const;
  bool pays_one(Deed deed, const Means& m) const;
  u64 kinds_on(Cells cells) const;  // of the colours of these regions
  bool pays_mine(const Means& m) const;
  bool pays_dyer(const Means& m) const;
  bool pays_dyed(Deed deed, const Means& m) const;
  bool pays_two_wanted(Deed deed, const Means& m) const;
  Deeds payable_activations(Deeds among, const Means& m) const;
  bool search(Deed deed, Means m) const;
  bool pays(Deed deed, const Means& m) const { return payable({deed}, m).has(deed); }
  DiceLaid laid(const Frame& f) const;
  std::optional<u64> plain_dice(const DiceLaid& on, int order, const Means& m) const;
  bool may_place(const DiceLaid& on, const Placing& placing, Means& m) const;
  bool takes_another(Deed deed, int placed, int order) const;
  template <class F>
  bool each_placing(const Means& m, Deed deed, const Slot& slot, int least_order, F&& f) const;
  bool can_complete(Deed deed, const Pattern& pattern, int placed, Means& m, int least_order, int sum, u64 missing) const;

  // action cards
  bool playable(ActionCard n, int stage, const Means& m, bool some_action) const;
  bool has_effect(ActionCard n) const;
  bool could_open_action(ActionCard n) const;
  bool wish_works(DieKind kind, Only only) const;

  Action random(Rng& rng) const;  // random.cpp
  Action random_act(const Frame& f, Rng& rng) const;
  Action random_card_or_done(Rng& rng) const;
  Action random_wish(Rng& rng) const;
  Action random_die(const Frame& f, Rng& rng) const;
  void legal(ActionList& out) const;
  void legal_act(const Frame& f, ActionList& out) const;
  void legal_deeds(const Means& m, ActionList& out) const;
  void legal_dice(const Frame& f, ActionList& out) const;
  void legal_prepare(const Frame& f, ActionList& out) const;
  void legal_target(const Frame& f, ActionList& out) const;
  void legal_change(const Frame& f, ActionList& out) const;
  void legal_trade(const Frame& f, ActionList& out) const;
  void legal_cards(const Frame& f, ActionList& out) const;
  void legal_round_end(const Frame& f, ActionList& out) const;
};

class Play {
 public:
  Play(const Book& book, State& state, EventSink* sink) : book_(book), s_(state), p_(state.pub), sink_(sink) {}
  void apply(Seat seat, Action action);
  void settle();               // flow.cpp
  void random_step(Rng& rng);  // random.cpp
  void random_choice(Rng& rng);

 private:
  const Tables& tables() const { return book_.tables; }
  Frame& top() { return p_.stack.back(); }
  Player& w(Seat s) { return p_.of(s); }
  View view(Seat s) { return View(book_, p_, s_.of(s), s); }
  void push(Now now, Seat seat, int a = 0, int b = 0, int c = 0, int d = 0, int amount = 0) {
    const auto byte = [](auto value, int at) { return u64{static_cast<u8>(value)} << 8 * at; };
    p_.stack.push(bytes_of<Frame>(byte(now, 0) | byte(seat, 1) | byte(a, 2) | byte(b, 3) | byte(c, 4) | byte(d, 5) |
                                  u64{static_cast<u16>(amount)} << 48));
  }
  void pop() { p_.stack.pop(); }
  void emit(What what, Seat seat, int a = 0, int b = 0, int c = 0, int amount = 0, SeatSet audience = everyone) {
    if (sink_ != nullptr)
      sink_->emit(
          {static_cast<u8>(what), audience, seat, static_cast<u8>(a), static_cast<u8>(b), static_cast<u8>(c), static_cast<i16>(amount)});
  }

  // flow.cpp
  void apply_decision(Seat seat, Action a);
  void next();
  void next_prepare();
  void next_action();
  void next_attack();
  void next_clean();
  void next_losses();
  void next_medals();
  void end_of_turn();
  void end_of_round();
  bool settle_one();
  // i-th from this seat on, 0 to all of them. A division would take as long as the rest.
  Seat after(Seat seat, int i) const {
    const int at = index_of(seat) + i;
    return seat_at(at < p_.seats ? at : at - p_.seats);
  }
  Seat in_order(int i) const { return after(p_.start, i); }

  // phase_prepare.cpp
  void apply_chance(Action a);
  void apply_prepare(Seat seat, Action a);
  bool settle_draw();

  // phase_action.cpp
  void apply_act(Seat seat, Action a);
  void apply_dice(Seat seat, Action a);
  void begin(Seat seat, Deed deed);
  void begin_dice(Seat seat, Deed deed);
  void finish(Seat seat, Deed deed, const Frame& f);
  void use_building(Seat seat, Building b, bool free);
  void activate(Seat seat, PlayerCard card);
  void retire(Seat seat, PlayerCard card);
  void end_go(Seat seat);
  void transform(Seat seat);

  // targets.cpp
  void apply_target(Seat seat, Action a);
  void apply_change(Seat seat, Action a);
  void apply_trade(Seat seat, Action a);
  void place_marker(Seat seat, MarkerTo to, int target, bool may_decline);
  bool settle_take_back();
  void put_marker(Seat seat, MarkerTo to, int target);

  // effects.cpp
  void play_card(Seat seat, ActionCard n);
  void apply_cards(Seat seat, Action a);
  void spend_card(Seat seat, ActionCard n);
  void to_hand(Seat seat, ActionCard n, bool open);
  bool settle_draw_cards();
  bool settle_keep();
  void limit_hand(Seat seat);

  // phase_round_end.cpp
  void apply_round_end(Seat seat, Action a);
  void settle_clash();
  void settle_put_away();
  void settle_suffer();

  // small changes
  void jars(Seat seat, int amount);
  void medal(Seat seat, Medal m, int amount);
  void strength(Seat seat, int amount);
  void remove_guild(Seat seat, Cell c);
  void remove_mine(Seat seat, Cell c);

  const Book& book_;
  State& s_;
  Public& p_;
  EventSink* sink_;
};

// Chance, in phase_prepare.cpp.
bool can_draw(Dice& bag, Dice& depot);
u32 chance_odds(const Tables& tables, const State& s);
Action chance_outcome(const Tables& tables, const State& s, u32 ticket);

// One of the set bits, all with the same chance. bits != 0.
[[gnu::flatten]] inline int random_bit(u64 bits, Rng& rng) { return nth_bit(bits, rng.below(static_cast<u32>(bit_count(bits)))); }

constexpr ActionCards cards_numbered(std::initializer_list<ActionCard> numbers) {
  ActionCards cards = 0;
  for (ActionCard n : numbers) cards |= card_bit(n);
  return cards;
}
// rule: tharos.cards.preparation
inline constexpr ActionCards only_in_preparation = cards_numbered({1, 9, 22});
// Cards 5, 8, 16 and 26 say how the action is paid for.
inline constexpr ActionCards not_after_an_action = only_in_preparation | cards_numbered({5, 8, 16, 26});

template <class F>
void for_each_card(ActionCards cards, F&& f) {
  for (; cards != 0; cards &= cards - 1) f(static_cast<ActionCard>(std::countr_zero(cards)));
}
constexpr Now now_of(const Frame& f) { return static_cast<Now>(f.kind); }
constexpr Deeds activations_of(PlayerCards cards) { return Deeds::from_bits(u64{cards.bits()} << static_cast<int>(Deed::activate_first)); }
constexpr Cells cells_of(const Frame& f) { return static_cast<Cells>(f.amount); }
bool is_chance(Now now);
u64 fits_with_effect(u64 mask, Transformation effect);  // kinds that fit as they are or as the effect lets them count
int score_of(const Tables& tables, const Player& player, const Public& p, Seat seat);

inline constexpr PlayerCards every_card = PlayerCards::first(player_card_count);
inline constexpr PlayerCards marker_cards{PlayerCard::organizer, PlayerCard::manipulator};

}  // namespace trestle::tharos
