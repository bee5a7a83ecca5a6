#include "sim/hadara_balance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "bots/hadara/evaluate.hpp"

namespace trestle::hadara {

namespace {

// Mean and how sure it is.
class Mean {
 public:
  void add(double x) {
    ++n_;
    sum_ += x;
    squares_ += x * x;
  }
  u64 count() const { return n_; }
  double mean() const { return n_ == 0 ? 0 : sum_ / static_cast<double>(n_); }
  double error() const {  // standard error of the mean
    if (n_ < 2) return 0;
    const double n = static_cast<double>(n_);
    const double variance = (squares_ - sum_ * sum_ / n) / (n - 1);
    return std::sqrt(std::max(0.0, variance) / n);
  }
  double spread() const { return error() * std::sqrt(static_cast<double>(n_)); }

 private:
  u64 n_ = 0;
  double sum_ = 0, squares_ = 0;
};

struct Line {
  Mean colonies, busts, silver, gold, cards, coins, total;
  void add(const Points& p) {
    colonies.add(p.colonies);
    busts.add(p.busts);
    silver.add(p.silver);
    gold.add(p.gold);
    cards.add(p.cards);
    coins.add(p.coins);
    total.add(p.total());
  }
};

struct CardNotes {
  u64 drawn = 0;  // came to a player's hand
  u64 bought = 0;
  u64 kept = 0;  // lay before a player at the end
  Mean worth;    // points at the end after buying it, less those after selling it
};

struct Tables5 {
  std::array<Line, seats_max + 1> by_players{};
  std::array<std::array<Mean, seats_max>, seats_max + 1> by_seat{};
  std::array<std::array<u64, seats_max>, seats_max + 1> wins{};
  std::array<std::array<Mean, start_count>, seats_max + 1> by_start{};
  std::array<std::array<double, start_count>, seats_max + 1> start_wins{};
  std::array<Mean, seats_max + 1> winner{};
  std::array<CardNotes, card_ids> cards{};
};

using Greedy = GreedyPolicy<Hadara>;

// The points of a seat when everybody goes on greedily from here.
int played_out(const Hadara& rules, State state, Seat me, u64 seed) {
  Rng rng(seed);
  Greedy greedy;
  NullSink none;
  for (SeatSet waiting = rules.waiting_on(state.pub); !waiting.empty(); waiting = rules.waiting_on(state.pub)) {
    const Seat seat = waiting.lowest();
    rules.apply(state, seat, seat == Seat::Chance ? sample(rules, state, rng) : greedy.choose(rules, sight_of(state, seat), rng), none);
  }
  return rules.points(state.pub.of(me)).total();
}

// Plays a buying decision to the end both ways: a random card that can be paid, bought and sold.
void compare(const Hadara& rules, const State& state, Seat seat, Rng& rng, Tables5& out) {
  ActionList list;
  rules.legal(sight_of(state, seat), list);
  std::vector<Card> payable;
  for (const Action& action : list)
    if (kind_of(action) == Do::buy) payable.push_back(card_of(action));
  if (payable.empty()) return;
  const Card card = payable[rng.below(static_cast<u32>(payable.size()))];
  const u64 seed = rng.next();
  NullSink none;
  State bought = state, sold = state;
  rules.apply(bought, seat, act(Do::buy, card), none);
  rules.apply(sold, seat, act(Do::sell, card), none);
  out.cards[card].worth.add(played_out(rules, bought, seat, seed) - played_out(rules, sold, seat, seed));
}

void play_game(const Hadara& rules, int seats, const BalancePlan& plan, u64 game, Tables5& out) {
  Rng rng = Rng::for_item(plan.seed + static_cast<u64>(seats) * 1000003, game);
  Greedy greedy;
  NullSink none;
  State state = rules.start(seats);
  for (SeatSet waiting = rules.waiting_on(state.pub); !waiting.empty(); waiting = rules.waiting_on(state.pub)) {
    const Seat seat = waiting.lowest();
    Action action;
    if (seat == Seat::Chance) {
      action = sample(rules, state, rng);
      if (kind_of(action) == Do::draw) ++out.cards[action.with[1]].drawn, ++out.cards[action.with[2]].drawn;
    } else {
      action = greedy.choose(rules, sight_of(state, seat), rng);
      if (kind_of(action) == Do::buy) ++out.cards[card_of(action)].bought;
      const bool buying = kind_of(action) == Do::buy || kind_of(action) == Do::sell;
      if (buying && plan.samples > 0 && rng.below(static_cast<u32>(plan.samples)) == 0) compare(rules, state, seat, rng, out);
    }
    rules.apply(state, seat, action, none);
  }
  const auto n = static_cast<std::size_t>(seats);
  const Standing standing = rules.standing(state);
  int winners = 0;
  for (std::size_t i = 0; i < n; ++i) winners += standing[i] == 1;
  for (std::size_t i = 0; i < n; ++i) {
    const Board& board = state.pub.boards[i];
    const Points points = rules.points(board);
    out.by_players[n].add(points);
    out.by_seat[n][i].add(points.total());
    out.by_start[n][board.initiative - 1u].add(points.total());
    if (standing[i] == 1) {
      ++out.wins[n][i];
      out.start_wins[n][board.initiative - 1u] += 1.0 / winners;
      out.winner[n].add(points.total());
    }
    for (int c = 0; c < colour_count; ++c)
      for (u64 bits = board.cards[static_cast<Colour>(c)]; bits != 0; bits &= bits - 1)
        ++out.cards[card_at(static_cast<Colour>(c), std::countr_zero(bits))].kept;
  }
}

std::string number(double x, int digits = 1) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

std::string row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += " " + cell + " |";
  return out + "\n";
}

std::string rule_line(std::size_t columns) {
  std::string out = "|";
  for (std::size_t i = 0; i < columns; ++i) out += "---|";
  return out + "\n";
}

std::string head(const std::vector<std::string>& cells) { return row(cells) + rule_line(cells.size()); }

std::string scores_section(const Tables5& t) {
  std::string out =
      "## Scores\n\n" + head({"players", "colonies", "busts", "silver", "gold", "cards", "coins", "total", "spread", "winner"});
  for (std::size_t n = 2; n <= seats_max; ++n) {
    const Line& l = t.by_players[n];
    out += row({std::to_string(n), number(l.colonies.mean()), number(l.busts.mean()), number(l.silver.mean()), number(l.gold.mean()),
                number(l.cards.mean()), number(l.coins.mean()), number(l.total.mean()) + " ± " + number(l.total.error()),
                number(l.total.spread()), number(t.winner[n].mean())});
  }
  out += "\n`spread` is the standard deviation of a single total; `winner` the mean total of those who won.\n";
  return out;
}

std::string seats_section(const Tables5& t, int games) {
  std::string out =
      "\n## Seats\n\nMean total, and share of games won (ties count for each).\n\n" + head({"players", "A", "B", "C", "D", "E"});
  for (std::size_t n = 2; n <= seats_max; ++n) {
    std::vector<std::string> cells{std::to_string(n)};
    for (std::size_t i = 0; i < seats_max; ++i)
      cells.push_back(i < n ? number(t.by_seat[n][i].mean()) + ", " + number(100.0 * static_cast<double>(t.wins[n][i]) / games, 0) + " %"
                            : "");
    out += row(cells);
  }
  out += "\n## Start cards\n\nMean total with its standard error, and share of games won by those who hold the card.\n\n" +
         head({"players", "1", "2", "3", "4", "5"});
  for (std::size_t n = 2; n <= seats_max; ++n) {
    std::vector<std::string> cells{std::to_string(n)};
    for (std::size_t i = 0; i < start_count; ++i) {
      const Mean& m = t.by_start[n][i];
      cells.push_back(number(m.mean()) + " ± " + number(m.error()) + ", " +
                      number(m.count() == 0 ? 0 : 100.0 * t.start_wins[n][i] / static_cast<double>(m.count()), 0) + " %");
    }
    out += row(cells);
  }
  return out;
}

std::string what_of(const CardRow& r) {
  if (r.ability != Ability::none) return "`" + std::string(name_of(r.ability)) + "`";
  std::string out;
  for (int t = 0; t < track_count; ++t)
    if (const int n = r.gains[static_cast<Track>(t)]) out += std::string(out.empty() ? "" : " ") + "IMCF"[t] + std::to_string(n);
  return out.empty() ? "-" : out;
}

std::string percent(u64 part, u64 whole) {
  return whole == 0 ? "-" : number(100.0 * static_cast<double>(part) / static_cast<double>(whole), 0) + " %";
}

struct Range {
  double low = 1e9, high = -1e9;
  void take(double x) { low = std::min(low, x), high = std::max(high, x); }
};

std::string cards_section(const Hadara& rules, const Tables5& t, int& outside) {
  const Tables& tables = rules.tables();
  std::array<Range, epoch_count> range;
  for (int id = 0; id < card_ids; ++id) {
    const auto c = static_cast<Card>(id);
    if (tables[c].real && colour_of(c) != Colour::purple && t.cards[c].worth.count() > 0)
      range[static_cast<std::size_t>(epoch_of(c))].take(t.cards[c].worth.mean());
  }
  std::string out =
      "\n## Cards\n\nThe worth of a card is how many points more its buyer has at the end than if he had sold it: buying decisions are "
      "picked\n"
      "at random, one of the cards that can be paid is bought in one world and sold in the other, and both worlds are played to the\n"
      "end by greedy bots with the same luck. Cost and sale price are in it.\n\n" +
      head({"epoch", "lowest of the other colours", "highest"});
  for (std::size_t e = 0; e < epoch_count; ++e)
    out += row({std::string(epoch_name(static_cast<int>(e))), number(range[e].low), number(range[e].high)});
  out += "\nThe purple cards:\n\n" + head({"card", "cost", "what", "VP", "bought", "kept to the end", "worth", "within the range"});
  for (u64 bits = rules.deck()[Colour::purple]; bits != 0; bits &= bits - 1) {
    const Card c = card_at(Colour::purple, std::countr_zero(bits));
    const CardRow& r = tables[c];
    const CardNotes& notes = t.cards[c];
    const Range& allowed = range[static_cast<std::size_t>(epoch_of(c))];
    const double worth = notes.worth.mean(), doubt = 2 * notes.worth.error();
    const bool inside = worth + doubt >= allowed.low && worth - doubt <= allowed.high;
    outside += inside ? 0 : 1;
    out += row({"`" + card_name(c) + "`" + (r.star ? " ★" : ""), std::to_string(r.cost), what_of(r), std::to_string(r.vp),
                percent(notes.bought, notes.drawn), percent(notes.kept, notes.bought), number(worth) + " ± " + number(notes.worth.error()),
                inside                 ? "yes"
                : worth > allowed.high ? "above"
                                       : "below"});
  }
  out += "\nThe other colours, mean worth of a card by epoch:\n\n" + head({"colour", "I", "II", "III"});
  for (int colour = 0; colour < track_count; ++colour) {
    std::vector<std::string> cells{std::string(name_of(static_cast<Colour>(colour)))};
    for (int e = 0; e < epoch_count; ++e) {
      Mean all;
      for (int place = 0; place < deck_max; ++place) {
        const Card c = card_id(static_cast<Colour>(colour), e, place);
        if (tables[c].real) all.add(t.cards[c].worth.mean());
      }
      cells.push_back(number(all.mean()));
    }
    out += row(cells);
  }
  return out;
}

}  // namespace

BalanceReport measure_balance(const Hadara& rules, const BalancePlan& plan, const std::string& edition_hash) {
  Tables5 t;
  for (int seats = Hadara::seats_min; seats <= Hadara::seats_max; ++seats)
    for (int game = 0; game < plan.games; ++game) play_game(rules, seats, plan, static_cast<u64>(game), t);
  BalanceReport out;
  out.page = "# Hadara: balance by simulation\n\nMade by `trestle balance hadara --games " + std::to_string(plan.games) + " --samples " +
             std::to_string(plan.samples) + " --seed " + std::to_string(plan.seed) +
             "`: greedy bots at every seat,\nthat many games at each number of players. Edition " + edition_hash + ".\n\n";
  out.page += scores_section(t) + seats_section(t, plan.games) + cards_section(rules, t, out.outside);
  out.page +=
      "\nReconstructed cards outside the range of the others, beyond twice the standard error: " + std::to_string(out.outside) + ".\n";
  return out;
}

}  // namespace trestle::hadara
