#include "bots/hadara/evaluate.hpp"

#include <algorithm>

namespace trestle {

namespace hadara {
namespace {

// In hundredths of a victory point unless said otherwise.
struct Weights {
  // A coin, by what is still ahead: it buys cards, later seals, at last a fifth of a point.
  std::array<i32, epoch_count> coin{135, 115, 75};
  i32 coin_for_seals = 45;
  i32 coin_at_end = 20;
  std::array<i32, epoch_count> coins_useful{24, 36, 44};  // coins; beyond these a coin counts as one for seals
  // A coin of income, by the payouts still to come: I.A, I.B, II.A, II.B, III.A, III.B.
  std::array<i32, 2 * epoch_count> payout{110, 105, 95, 85, 60, 35};
  std::array<i32, epoch_count> step_ahead{150, 120, 60};   // a step of military or culture on its way to the next condition
  i32 food_needed = 190;                                   // food for a card that is there or is expected
  i32 food_spare = 40;                                     // food beyond that
  i32 hunger = 420;                                        // a card that would have to be given up
  std::array<i32, epoch_count> cards_expected{6, 11, 15};  // cards at the end of an epoch
  i32 seal_growth = 60;                                    // percent of half a track that a silver seal will still gain, in epoch I
  i32 set_part = 250;                                      // a card that brings a set of gold seals nearer
  i32 colour_spread = 45;                                  // a card for a set, before any gold seal
  i32 token = 60;                                          // a free token
};
constexpr Weights weights;

// How far the epoch has come: payouts of income made and takes of colonies and busts still ahead.
struct Ahead {
  int payouts_made = 0;  // 0-6
  int takes = 0;         // colony steps, and as many bust steps
  int picks = 0;         // cards still to be bought or sold by this seat
  bool markets = true;   // cards can still be bought
};

Ahead look_ahead(const Public& pub, Seat me) {
  Ahead out;
  if (pub.stack.empty()) return {2 * epoch_count, 0, 0, false};
  const Now step = static_cast<Now>(pub.stack[0].kind);
  const bool cards = step <= Now::choose || step == Now::market;
  const bool b = pub.phase == Phase::b;
  out.payouts_made = 2 * pub.epoch + (b ? 1 : 0) + (cards ? 0 : 1);
  const bool step_to_come = cards || ((step == Now::colony || step == Now::flip) && pub.stack[0].seat == me);
  out.takes = 2 * (epoch_count - pub.epoch) - (b ? 1 : 0) - (step_to_come ? 0 : 1);
  const int later = (epoch_count - 1 - pub.epoch) * 2 * turns_an_epoch;
  int here = 0;
  if (!b && cards) here = turns_an_epoch + turns_an_epoch - pub.turn - (pub.committed.has(me) ? 1 : 0);
  if (!b && !cards) here = turns_an_epoch;
  if (b && cards) {
    int lying = 0;
    for (const auto& pile : pub.outer) lying += static_cast<int>(pile.size());
    here = lying / pub.seats;
  }
  out.picks = later + here;
  out.markets = out.picks > 0;
  return out;
}

i32 coins_worth(const Public& pub, const Ahead& ahead, int coins, bool seals_ahead) {
  if (!ahead.markets && !seals_ahead) return coins * weights.coin_at_end;
  const int useful = std::min(ahead.markets ? std::min(weights.coins_useful[pub.epoch], 5 * ahead.picks) : 0, coins);
  return useful * weights.coin[pub.epoch] + (coins - useful) * weights.coin_for_seals;
}

// What can be taken with a track at this value: the best conditions met, as many as there are steps for, and a part of the next.
struct Reward {
  int condition = 0;
  i32 worth = 0;
};
template <std::size_t N>
i32 conditions_worth(const std::array<Reward, N>& open, int value, int takes, i32 step_ahead) {
  i32 met = 0, best_part = 0;
  int used = 0;
  for (std::size_t i = N; i-- > 0;) {  // rising conditions: the last met is worth most
    if (open[i].worth == 0) continue;
    if (value >= open[i].condition) {
      if (used < takes) met += open[i].worth, ++used;
      continue;
    }
    const i32 part = open[i].worth * value / open[i].condition * value / open[i].condition * 6 / 10;
    best_part = std::max(best_part, part);
  }
  if (takes > used) met += best_part;
  return met + (takes > 0 ? std::min(value, 30) * step_ahead / 4 : 0);
}

i32 takes_worth(const Hadara& rules, const Public& pub, const Board& board, const Ahead& ahead, i32 coin) {
  const Tables& tables = rules.tables();
  const int relief = rules.has(board, Ability::conditions_less_4) ? 4 : 0;
  const int bought = rules.has(board, Ability::buy_conditions) ? std::min(10, board.coins / 6) : 0;
  const int each = rules.has(board, Ability::double_take) ? 2 : 1;
  std::array<Reward, colony_piles> colonies{};
  for (std::size_t p = 0; p < colony_piles; ++p) {
    if (board.colonies[p] != 0) continue;
    const ColonyPile& pile = tables.colonies[p];
    colonies[p] = {pile.condition, pile.value * 100 + pile.plunder * coin + 4 * coin * rules.copies(board, Ability::colony_coins)};
  }
  std::array<Reward, bust_count> busts{};
  const i32 step = ahead.markets ? 170 : 100;
  for (std::size_t b = 0; b < bust_count; ++b) {
    if (board.busts[b] != 0) continue;
    const BustRow& bust = tables.busts[b];
    busts[b] = {bust.condition, bust.vp * 100 + (bust.bonus + 2 * rules.copies(board, Ability::bust_bonus)) * step};
  }
  const i32 ahead_step = weights.step_ahead[pub.epoch];
  return conditions_worth(colonies, board.tracks[Track::military] + relief + bought, ahead.takes * each, ahead_step) +
         conditions_worth(busts, board.tracks[Track::culture] + relief + bought, ahead.takes * each, ahead_step);
}

i32 food_worth(const Public& pub, const Board& board, bool fed_this_epoch, bool pays) {
  const int cards = cards_of(board), food = board.tracks[Track::food];
  const bool feeds_again = !(fed_this_epoch && pub.epoch + 1 == epoch_count);
  if (!feeds_again) return 0;
  const int wanted = std::max(cards, weights.cards_expected[pub.epoch]);
  i32 worth = std::min(food, wanted) * weights.food_needed;
  if (food > wanted) worth += std::min(food - wanted, 6) * weights.food_spare * (epoch_count - pub.epoch) / epoch_count;
  const int missing = cards - food;
  if (missing > 0 && !fed_this_epoch) worth -= std::min(missing, 12) * (pays ? weights.hunger / 2 : weights.hunger);
  return worth;
}

i32 seals_worth(const Hadara& rules, const Public& pub, const Board& board) {
  const int epochs_left = epoch_count - 1 - pub.epoch;
  i32 worth = 0;
  for (u8 seal : board.silver)
    if (seal != 0) worth += board.tracks[static_cast<Track>(seal - 1)] * 50 + epochs_left * 6 * weights.seal_growth;
  const int sets = sets_of(board);
  int colours_beyond = 0;
  for (u8 count : board.counts) colours_beyond += count > sets;
  worth += board.gold * (sets * 700 + colours_beyond * weights.set_part + epochs_left * 700);
  if (board.gold == 0) worth += colours_beyond * weights.colour_spread;
  worth += rules.copies(board, Ability::set_points) * sets * 400;
  if (rules.has(board, Ability::wild_set)) worth += board.gold * (colours_beyond == 4 ? 700 : 100);
  if (rules.has(board, Ability::full_silver)) {
    int best = 0;
    for (u8 seal : board.silver)
      if (seal != 0) best = std::max(best, board.tracks[static_cast<Track>(seal - 1)]);
    worth += best * 50;
  }
  return worth;
}

// What abilities will still bring beyond the steps already made.
i32 abilities_worth(const Hadara& rules, const Public& pub, const Board& board, const Ahead& ahead, i32 coin) {
  const int payouts_left = 2 * epoch_count - ahead.payouts_made;
  i32 worth = rules.copies(board, Ability::sale_bonus) * ahead.picks * coin / 3;
  for (int c = 0; c < track_count; ++c)
    if (rules.has(board, static_cast<Ability>(static_cast<int>(Ability::per_yellow) + c))) worth += ahead.picks * 170 / 9;
  if (rules.has(board, Ability::cheap_seals)) worth += pub.epoch == 2 ? 350 : 700;
  if (rules.has(board, Ability::lagging_income)) {
    int above = 0;
    for (Track t : {Track::military, Track::culture, Track::food}) above += board.tracks[t] > board.tracks[Track::income];
    worth += payouts_left * above * 2 * coin * 8 / 10;
  }
  if (rules.has(board, Ability::surplus_coins)) {
    const int spare = std::clamp(board.tracks[Track::food] - cards_of(board), 0, 4);
    worth += (epoch_count - pub.epoch) * (spare * 3 + 3) * coin / 2;
  }
  if (rules.has(board, Ability::pay_to_feed)) worth += (epoch_count - pub.epoch) * 2 * coin;
  return worth;
}

i32 board_worth(const Hadara& rules, const Public& pub, const Board& board, Seat me) {
  if (pub.stack.empty()) return rules.points(board).total() * 100 + rules.points(board).left;
  const Ahead ahead = look_ahead(pub, me);
  const Now step = static_cast<Now>(pub.stack[0].kind);
  const bool sealing = step == Now::seal;
  const bool last_epoch = pub.epoch + 1 == epoch_count;
  const int place = (index_of(pub.stack[0].seat) - index_of(pub.first) + pub.seats) % pub.seats;
  const int my_place = (index_of(me) - index_of(pub.first) + pub.seats) % pub.seats;
  const bool sealed = sealing && place > my_place;
  const bool fed = sealing || (step == Now::feed && place > my_place);
  const bool seals_ahead = !(last_epoch && sealed);
  const i32 coin = ahead.markets ? weights.coin[pub.epoch] : seals_ahead ? weights.coin_for_seals : weights.coin_at_end;

  const Points sure = rules.points(board);
  i32 worth = (sure.colonies + sure.busts + sure.cards) * 100;
  worth += coins_worth(pub, ahead, board.coins, seals_ahead);
  i32 per_income = 0;
  for (int p = ahead.payouts_made; p < 2 * epoch_count; ++p) per_income += weights.payout[static_cast<std::size_t>(p)];
  worth += board.tracks[Track::income] * per_income;
  worth += takes_worth(rules, pub, board, ahead, coin);
  worth += food_worth(pub, board, fed, rules.has(board, Ability::pay_to_feed));
  worth += seals_worth(rules, pub, board);
  worth += abilities_worth(rules, pub, board, ahead, coin);
  int tokens = 0;
  for (u8 n : board.tokens) tokens += n;
  return worth + (seals_ahead ? std::min(tokens, 6) * weights.token : 0);
}

// A card that takes a token has none yet in the board to come.
i32 token_to_come(const Hadara& rules, const SightRef& sight) {
  const Private& own = sight.own;
  if (!own.has_pair() || (own.commit != Commit::buy_low && own.commit != Commit::buy_high)) return 0;
  return rules.tables()[own.pair[own.commit == Commit::buy_high ? 1 : 0]].ability == Ability::token_steps ? 400 : 0;
}

}  // namespace

Board board_to_come(const Hadara& rules, const SightRef& sight) {
  Board board = sight.pub.of(sight.me);
  const Private& own = sight.own;
  if (!own.has_pair() || own.commit == Commit::none) return board;
  const bool high = own.commit == Commit::buy_high || own.commit == Commit::sell_high;
  const Card card = own.pair[high ? 1 : 0];
  if (own.commit == Commit::buy_low || own.commit == Commit::buy_high) {
    board.coins = static_cast<i16>(board.coins - rules.cost(board, card));
    rules.gain_card(board, card);
  } else {
    board.coins = static_cast<i16>(board.coins + rules.sale(board, card));
  }
  return board;
}

}  // namespace hadara

using namespace hadara;

bool Judgement<Hadara>::settled(const Public& pub) {
  if (pub.stack.empty()) return true;
  const auto top = static_cast<Now>(pub.stack.back().kind);
  return top != Now::token && top != Now::flip;
}

i32 Judgement<Hadara>::evaluate(const Hadara& rules, const SightRef& sight) {
  if (index_of(sight.me) >= sight.pub.seats) return 0;
  if (sight.pub.of(sight.me).initiative == 0) return 0;
  if (sight.own.commit == Commit::side_a || sight.own.commit == Commit::side_b) {
    Board board = sight.pub.of(sight.me);
    const StartSide& side = rules.tables().starts[board.initiative - 1u][sight.own.commit == Commit::side_b ? 1 : 0];
    board.tracks = side.tracks;
    board.coins = side.coins;
    return board_worth(rules, sight.pub, board, sight.me);
  }
  return board_worth(rules, sight.pub, board_to_come(rules, sight), sight.me) + token_to_come(rules, sight);
}

}  // namespace trestle
