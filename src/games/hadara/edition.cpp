#include "games/hadara/edition.hpp"

#include <algorithm>
#include <tuple>

#include "base/text.hpp"

namespace trestle::hadara {

namespace {

constexpr std::string_view colour_names[] = {"yellow", "red", "blue", "green", "purple"};
constexpr std::string_view track_names[] = {"income", "military", "culture", "food"};
constexpr std::string_view epoch_names[] = {"I", "II", "III"};
constexpr std::string_view ability_names[] = {"none",          "sale_bonus",     "token_steps",       "per_yellow",    "per_red",
                                              "per_blue",      "per_green",      "colony_coins",      "cheap_seals",   "pay_to_feed",
                                              "surplus_coins", "lagging_income", "bust_bonus",        "full_silver",   "set_points",
                                              "wild_set",      "double_take",    "conditions_less_4", "buy_conditions"};
constexpr int cost_max = 20, steps_max = 12, vp_max = 40, coins_max = 100, condition_max = 99;

// Abilities of which one player may hold several cards.
// rule: hadara.ability.copies
constexpr Ability with_copies[] = {Ability::sale_bonus, Ability::token_steps, Ability::colony_coins, Ability::cheap_seals,
                                   Ability::bust_bonus, Ability::full_silver, Ability::set_points};

template <std::size_t N>
int place_in(const std::string_view (&names)[N], std::string_view word) {
  const auto at = std::find(std::begin(names), std::end(names), word);
  return at == std::end(names) ? -1 : static_cast<int>(at - std::begin(names));
}

std::string quoted(std::string_view word) { return "'" + std::string(word) + "'"; }

// The four track columns of a row.
Result<Tracks> read_tracks(const Table& table, const Row& row) {
  Tracks out;
  for (int t = 0; t < track_count; ++t) {
    auto n = table.number(row, track_names[t], 0, steps_max);
    if (!n) return n.fault();
    out.add(static_cast<Track>(t), *n);
  }
  return out;
}

Result<u8> read_byte(const Table& table, const Row& row, std::string_view column, int min, int max) {
  auto n = table.number(row, column, min, max);
  if (!n) return n.fault();
  return static_cast<u8>(*n);
}

Status read_ability(const Table& table, const Row& row, Colour colour, Tables& out, CardRow& card) {
  const std::string& word = table.cell(row, "ability");
  if (word.empty()) return ok();
  const int index = place_in(ability_names, word);
  if (index <= 0) return table.fault_at(row, "unknown ability " + quoted(word));
  if (colour != Colour::purple) return table.fault_at(row, "only purple cards have abilities");
  if (card.gains.packed != 0) return table.fault_at(row, "a card has track values or an ability, not both");
  card.ability = static_cast<Ability>(index);
  const u64 same = out.with_ability[static_cast<std::size_t>(index)];
  const bool copies = std::find(std::begin(with_copies), std::end(with_copies), card.ability) != std::end(with_copies);
  if (same != 0 && !copies) return table.fault_at(row, "a second card with the ability " + quoted(word) + "; there can be one");
  if (card.ability == Ability::token_steps) {
    card.token_slot = static_cast<u8>(std::popcount(same));
    if (card.token_slot == token_cards_max)
      return table.fault_at(row, "more than " + std::to_string(token_cards_max) + " cards with token_steps");
  }
  return ok();
}

Status read_card(const Table& table, const Row& row, Tables& out) {
  const int colour_place = place_in(colour_names, table.cell(row, "colour"));
  if (colour_place < 0) return table.fault_at(row, "unknown colour " + quoted(table.cell(row, "colour")));
  const int epoch = place_in(epoch_names, table.cell(row, "epoch"));
  if (epoch < 0) return table.fault_at(row, "the epoch is I, II or III, not " + quoted(table.cell(row, "epoch")));
  const auto colour = static_cast<Colour>(colour_place);
  const u64 deck_bits = out.all[colour] >> (epoch * deck_max) & 0xffff;
  const int place = std::popcount(deck_bits);
  if (place == deck_max) return table.fault_at(row, "more than " + std::to_string(deck_max) + " cards of this colour and epoch");
  CardRow card;
  card.real = true;
  const std::string& star = table.cell(row, "star");
  if (!star.empty() && star != "star") return table.fault_at(row, "the column 'star' is empty or star, not " + quoted(star));
  card.star = !star.empty();
  if (card.star && colour != Colour::purple) return table.fault_at(row, "only purple cards carry a star");
  auto cost = read_byte(table, row, "cost", 0, cost_max);
  if (!cost) return cost.fault();
  auto vp = read_byte(table, row, "vp", 0, vp_max);
  if (!vp) return vp.fault();
  auto gains = read_tracks(table, row);
  if (!gains) return gains.fault();
  card.cost = *cost;
  card.vp = *vp;
  card.gains = *gains;
  if (auto status = read_ability(table, row, colour, out, card); !status) return status;
  const Card id = card_id(colour, epoch, place);
  out.cards[id] = card;
  out.all[colour] |= bit_of(id);
  if (!card.star) out.plain[colour] |= bit_of(id);
  if (card.ability != Ability::none) out.with_ability[static_cast<std::size_t>(card.ability)] |= bit_of(id);
  return ok();
}

Status read_cards(const Edition& edition, Tables& out) {
  auto table = read_table(edition, "cards.csv",
                          {"colour", "epoch", "star", "cost", "income", "military", "culture", "food", "vp", "ability", "source"});
  if (!table) return table.fault();
  for (const Row& row : table->rows)
    if (auto status = read_card(*table, row, out); !status) return status;
  for (int c = 0; c < colour_count; ++c)
    for (int e = 0; e < epoch_count; ++e) {
      const int plain = std::popcount(out.plain[static_cast<Colour>(c)] >> (e * deck_max) & 0xffff);
      if (plain < deck_min)
        return Fault{"cards.csv", 0,
                     std::string(colour_names[c]) + " " + std::string(epoch_names[e]) + " has " + std::to_string(plain) +
                         " cards without star; five players need " + std::to_string(deck_min)};
    }
  return ok();
}

Status read_colony(const Table& table, const Row& row, Tables& out, std::array<int, colony_piles>& tiles) {
  auto value = read_byte(table, row, "value", 1, vp_max);
  if (!value) return value.fault();
  std::size_t p = 0;
  while (p < colony_piles && tiles[p] > 0 && out.colonies[p].value != *value) ++p;
  if (p == colony_piles) return table.fault_at(row, "a sixth value of colonies; there are five piles");
  ColonyPile& pile = out.colonies[p];
  ColonyPile read;
  read.value = *value;
  for (auto [column, field, max] :
       {std::tuple{"condition", &ColonyPile::condition, condition_max}, std::tuple{"plunder", &ColonyPile::plunder, coins_max},
        std::tuple{"alliance", &ColonyPile::alliance, coins_max}}) {
    auto n = read_byte(table, row, column, 0, max);
    if (!n) return n.fault();
    read.*field = *n;
    if (tiles[p] > 0 && pile.*field != *n)
      return table.fault_at(row, "column '" + std::string(column) + "' differs from the other colonies of value " + std::to_string(*value));
  }
  if (p > 0 && tiles[p] == 0 && (read.value <= out.colonies[p - 1].value || read.condition < out.colonies[p - 1].condition))
    return table.fault_at(row, "piles are listed by rising value and condition");
  if (tiles[p] == colony_tiles) return table.fault_at(row, "a sixth colony of value " + std::to_string(*value) + "; a pile has five");
  auto gains = read_tracks(table, row);
  if (!gains) return gains.fault();
  auto vp = read_byte(table, row, "vp", 0, vp_max);
  if (!vp) return vp.fault();
  if (*vp < *value)
    return table.fault_at(row,
                          "the back is worth " + std::to_string(*vp) + "; it cannot be less than the front, " + std::to_string(*value));
  const auto tile = static_cast<std::size_t>(tiles[p]++);
  if (tile == 0) pile = read;
  pile.gains[tile] = *gains;
  pile.vp[tile] = *vp;
  return ok();
}

Status read_colonies(const Edition& edition, Tables& out) {
  auto table = read_table(edition, "colonies.csv",
                          {"value", "condition", "plunder", "alliance", "income", "military", "culture", "food", "vp", "source"});
  if (!table) return table.fault();
  std::array<int, colony_piles> tiles{};
  for (const Row& row : table->rows)
    if (auto status = read_colony(*table, row, out, tiles); !status) return status;
  for (int n : tiles)
    if (n != colony_tiles) return Fault{"colonies.csv", 0, "there must be five piles of five colonies"};
  return ok();
}

Status read_starts(const Edition& edition, Tables& out) {
  auto table = read_table(edition, "starts.csv", {"initiative", "side", "coins", "income", "military", "culture", "food", "source"});
  if (!table) return table.fault();
  std::array<std::array<bool, 2>, start_count> seen{};
  for (const Row& row : table->rows) {
    auto initiative = read_byte(*table, row, "initiative", 1, start_count);
    if (!initiative) return initiative.fault();
    const std::string& word = table->cell(row, "side");
    if (word != "A" && word != "B") return table->fault_at(row, "the side is A or B, not " + quoted(word));
    const std::size_t card = *initiative - 1u, side = word == "B" ? 1 : 0;
    if (seen[card][side]) return table->fault_at(row, "this side of start card " + std::to_string(*initiative) + " is listed twice");
    seen[card][side] = true;
    auto coins = read_byte(*table, row, "coins", 0, coins_max);
    if (!coins) return coins.fault();
    auto tracks = read_tracks(*table, row);
    if (!tracks) return tracks.fault();
    out.starts[card][side] = {*coins, *tracks};
  }
  for (std::size_t card = 0; card < start_count; ++card)
    for (std::size_t side = 0; side < 2; ++side)
      if (!seen[card][side])
        return Fault{"starts.csv", 0, "start card " + std::to_string(card + 1) + " has no side " + (side == 0 ? "A" : "B")};
  return ok();
}

Status read_price_row(const Table& table, const Row& row, std::array<u8, epoch_count>& out, int first_epoch, int max) {
  constexpr std::string_view columns[] = {"a", "b", "c"};
  for (int e = 0; e < epoch_count; ++e) {
    const std::string_view column = columns[e];
    if (e < first_epoch) {
      if (!table.cell(row, column).empty()) return table.fault_at(row, "no discount in epoch I: leave column 'a' empty");
      continue;
    }
    auto n = read_byte(table, row, column, 0, max);
    if (!n) return n.fault();
    out[static_cast<std::size_t>(e)] = *n;
  }
  return ok();
}

Status read_figure(const Table& table, const Row& row, Tables& out, std::size_t& busts, unsigned& seen) {
  const std::string& kind = table.cell(row, "kind");
  const std::string& key = table.cell(row, "key");
  if (kind == "bust") {
    if (busts == bust_count) return table.fault_at(row, "a fifth bust; a player's board has four");
    auto condition = read_byte(table, row, "key", 0, condition_max);
    if (!condition) return condition.fault();
    auto vp = read_byte(table, row, "a", 0, vp_max);
    if (!vp) return vp.fault();
    auto bonus = read_byte(table, row, "b", 0, steps_max);
    if (!bonus) return bonus.fault();
    if (!table.cell(row, "c").empty()) return table.fault_at(row, "a bust has no column 'c': leave it empty");
    if (busts > 0 && *condition <= out.busts[busts - 1].condition) return table.fault_at(row, "busts are listed by rising condition");
    out.busts[busts++] = {*condition, *vp, *bonus};
    return ok();
  }
  const bool silver = key == "silver";
  unsigned mark = 0;
  std::array<u8, epoch_count>* prices = nullptr;
  int first_epoch = 0;
  if (kind == "sale" && key == "coins") mark = 1, prices = &out.sale;
  if (kind == "seal" && (silver || key == "gold")) mark = silver ? 2 : 4, prices = silver ? &out.prices.silver : &out.prices.gold;
  if (kind == "seal-discounted" && (silver || key == "gold"))
    mark = silver ? 8 : 16, prices = silver ? &out.cheap.silver : &out.cheap.gold, first_epoch = 1;
  if (prices == nullptr) return table.fault_at(row, "unknown row " + quoted(kind + "," + key));
  if (seen & mark) return table.fault_at(row, "a second row " + quoted(kind + "," + key));
  seen |= mark;
  return read_price_row(table, row, *prices, first_epoch, coins_max);
}

Status read_figures(const Edition& edition, Tables& out) {
  auto table = read_table(edition, "busts-and-seals.csv", {"kind", "key", "a", "b", "c", "source"});
  if (!table) return table.fault();
  std::size_t busts = 0;
  unsigned seen = 0;
  for (const Row& row : table->rows)
    if (auto status = read_figure(*table, row, out, busts, seen); !status) return status;
  if (busts != bust_count) return Fault{"busts-and-seals.csv", 0, "there must be four busts, not " + std::to_string(busts)};
  if (seen != 31) return Fault{"busts-and-seals.csv", 0, "a row of sale, seal or seal-discounted is missing"};
  out.cheap.silver[0] = out.prices.silver[0];
  out.cheap.gold[0] = out.prices.gold[0];
  return ok();
}

constexpr std::string_view table_names[] = {"cards.csv", "colonies.csv", "starts.csv", "busts-and-seals.csv"};

}  // namespace

std::string_view name_of(Colour c) { return colour_names[static_cast<std::size_t>(c)]; }
std::string_view name_of(Track t) { return track_names[static_cast<std::size_t>(t)]; }
std::string_view name_of(Ability a) { return ability_names[static_cast<std::size_t>(a)]; }
std::string_view epoch_name(int epoch) { return epoch_names[epoch]; }

Result<Tables> Tables::read(const Edition& edition) {
  Tables out;
  for (auto* reader : {read_cards, read_colonies, read_starts, read_figures})
    if (auto status = reader(edition, out); !status) return status.fault();
  for (const TableFile& file : edition.files)
    if (place_in(table_names, file.name) < 0)
      return Fault{file.name, 0, "this game has no such table (cards.csv, colonies.csv, starts.csv, busts-and-seals.csv)"};
  return out;
}

}  // namespace trestle::hadara
