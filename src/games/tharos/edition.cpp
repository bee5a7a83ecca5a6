#include "games/tharos/edition.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace trestle::tharos {

namespace {

constexpr std::string_view colour_names[] = {"white", "red", "yellow", "green", "blue"};
constexpr std::string_view player_card_names[] = {"banker",    "steam-dyer", "ore-digger", "crystallographist",    "cartographer",
                                                  "organizer", "cannoneer",  "rumblepoke", "steam-pressure-plant", "manipulator"};
constexpr std::string_view building_names[] = {"civilian-office", "large-market",        "little-market",  "new-market",
                                               "notarys-office",  "organization-office", "secret-society", "surveyors-office"};
constexpr std::string_view medal_names[] = {"combat", "exploration", "trade", "civil"};
constexpr std::string_view transformation_names[] = {"none",       "jars-3",       "jars-5",    "combat-1",     "combat-2",
                                                     "plus-1",     "shift-white",  "shift-red", "shift-yellow", "shift-green",
                                                     "shift-blue", "white-as-any", "flip-white"};
constexpr std::string_view space_names[] = {"money", "cards", "guild-card", "guild-region", "dice", "building"};
constexpr std::string_view shape_names[] = {"line", "square", "tee", "ell", "ess", "any-four", "any-three"};
constexpr std::string_view store_row_names[] = {"bottom", "centre", "top"};

template <std::size_t N>
int index_in(const std::string_view (&names)[N], std::string_view word) {
  const auto at = std::find(std::begin(names), std::end(names), word);
  return at == std::end(names) ? -1 : static_cast<int>(at - std::begin(names));
}

// Reads one row a name: every name once, its number into `out`.
template <std::size_t N, class Out>
Status read_named(const Edition& edition, std::string_view file, std::string_view what, std::string_view number,
                  const std::string_view (&names)[N], int min, int max, Out&& out) {
  auto table = read_table(edition, file, {std::string(what), std::string(number), "source"});
  if (!table) return table.fault();
  std::array<bool, N> seen{};
  for (const Row& row : table->rows) {
    const std::string& word = table->cell(row, what);
    const int index = index_in(names, word);
    if (index < 0) return table->fault_at(row, "unknown " + std::string(what) + " '" + word + "'");
    if (seen[static_cast<std::size_t>(index)]) return table->fault_at(row, std::string(what) + " '" + word + "' is listed twice");
    seen[static_cast<std::size_t>(index)] = true;
    auto value = table->number(row, number, min, max);
    if (!value) return value.fault();
    out(static_cast<std::size_t>(index), static_cast<u8>(*value));
  }
  for (std::size_t i = 0; i < N; ++i)
    if (!seen[i]) return Fault{std::string(file), 0, std::string(what) + " '" + std::string(names[i]) + "' has no row"};
  return ok();
}

Status wrong_sum(std::string_view file, std::string_view what, int sum, int wanted) {
  return Fault{std::string(file), 0,
               "there are " + std::to_string(sum) + " " + std::string(what) + "; there must be " + std::to_string(wanted)};
}

Status read_attacks(const Edition& edition, Tables& out) {
  auto table = read_table(edition, "attack_cards.csv", {"value", "copies", "source"});
  if (!table) return table.fault();
  int sum = 0;
  for (const Row& row : table->rows) {
    auto value = table->number(row, "value", 0, attack_value_max);
    if (!value) return value.fault();
    auto copies = table->number(row, "copies", 0, attack_count);
    if (!copies) return copies.fault();
    if (out.attacks[static_cast<std::size_t>(*value)] != 0)
      return table->fault_at(row, "value " + std::to_string(*value) + " is listed twice");
    out.attacks[static_cast<std::size_t>(*value)] = static_cast<u8>(*copies);
    sum += *copies;
  }
  return sum == attack_count ? ok() : wrong_sum("attack_cards.csv", "attack cards", sum, attack_count);
}

Status read_markers(const Edition& edition, Tables& out) {
  int sum = 0;
  auto status =
      read_named(edition, "transformations.csv", "effect", "copies", transformation_names, 0, cell_count, [&](std::size_t i, u8 n) {
        out.markers[i] = n;
        sum += n;
      });
  if (!status) return status;
  return sum == cell_count ? ok() : wrong_sum("transformations.csv", "transformation markers", sum, cell_count);
}

Status read_regions(const Edition& edition, Tables& out) {
  int sum = 0;
  auto status = read_named(edition, "regions.csv", "colour", "regions", colour_names, 0, cell_count, [&](std::size_t i, u8 n) {
    out.regions[i] = n;
    sum += n;
  });
  if (!status) return status;
  return sum == cell_count ? ok() : wrong_sum("regions.csv", "regions", sum, cell_count);
}

Status read_dice(const Edition& edition, Tables& out) {
  int sum = 0;
  auto status = read_named(edition, "dice.csv", "colour", "bag", colour_names, 0, 12, [&](std::size_t i, u8 n) {
    out.bag[i] = n;
    out.dice[i] = static_cast<u8>(out.dice[i] + n);
    sum += n;
  });
  if (!status) return status;
  return sum == 12 ? ok() : wrong_sum("dice.csv", "dice in the bag", sum, 12);
}

Status read_store(const Edition& edition, Tables& out) {
  auto table = read_table(edition, "store.csv", {"column", "row", "price", "colour", "source"});
  if (!table) return table.fault();
  std::array<bool, store_count> seen{};
  for (const Row& row : table->rows) {
    auto column = table->number(row, "column", 1, store_columns);
    if (!column) return column.fault();
    const int at_row = index_in(store_row_names, table->cell(row, "row"));
    if (at_row < 0) return table->fault_at(row, "row must be bottom, centre or top, not '" + table->cell(row, "row") + "'");
    const int colour = index_in(colour_names, table->cell(row, "colour"));
    if (colour < 0) return table->fault_at(row, "unknown colour '" + table->cell(row, "colour") + "'");
    auto price = table->number(row, "price", 0, 20);
    if (!price) return price.fault();
    const auto place = static_cast<std::size_t>((*column - 1) * store_rows + at_row);
    if (seen[place]) return table->fault_at(row, "this place is listed twice");
    seen[place] = true;
    u8& known = out.price[static_cast<std::size_t>(at_row)];
    if (known != 0 && known != *price) return table->fault_at(row, "both columns have the same price in a row");
    known = static_cast<u8>(*price);
    out.store[place] = static_cast<Colour>(colour);
    ++out.dice[static_cast<std::size_t>(colour)];
  }
  for (bool one : seen)
    if (!one) return Fault{"store.csv", 0, "two columns of three dice are needed"};
  return ok();
}

Status read_player_cards(const Edition& edition, Tables& out) {
  auto table = read_table(edition, "player_cards.csv", {"card", "dice", "total", "markers", "limit", "source"});
  if (!table) return table.fault();
  PlayerCards seen;
  for (const Row& row : table->rows) {
    const int index = index_in(player_card_names, table->cell(row, "card"));
    if (index < 0) return table->fault_at(row, "unknown player card '" + table->cell(row, "card") + "'");
    const auto card = static_cast<PlayerCard>(index);
    if (seen.has(card)) return table->fault_at(row, "player card '" + table->cell(row, "card") + "' is listed twice");
    seen.add(card);
    PlayerCardRow& r = out.cards[card];
    for (std::string_view word : text::split(table->cell(row, "dice"), '+')) {
      const int colour = index_in(colour_names, word);
      if (colour < 0) return table->fault_at(row, "unknown colour '" + std::string(word) + "' among the dice");
      if (r.count == 3) return table->fault_at(row, "a card costs at most three dice");
      r.order[r.count++] = static_cast<Colour>(colour);
      ++r.dice[static_cast<std::size_t>(colour)];
      r.colours.add(static_cast<Colour>(colour));
    }
    std::sort(r.order.begin(), r.order.begin() + r.count);
    auto total = table->number(row, "total", 1, 18);
    if (!total) return total.fault();
    auto markers = table->number(row, "markers", 0, 9);
    if (!markers) return markers.fault();
    auto limit = table->number(row, "limit", *markers, 9);
    if (!limit) return limit.fault();
    const bool holds = card == PlayerCard::organizer || card == PlayerCard::manipulator;
    if (!holds && *limit != 0) return table->fault_at(row, "only the organizer and the manipulator hold guild markers");
    r.total = static_cast<u8>(*total);
    r.markers = static_cast<u8>(*markers);
    r.limit = static_cast<u8>(*limit);
  }
  for (int i = 0; i < player_card_count; ++i)
    if (!seen.has(static_cast<PlayerCard>(i)))
      return Fault{"player_cards.csv", 0, "player card '" + std::string(player_card_names[i]) + "' has no row"};
  return ok();
}

Status read_buildings(const Edition& edition, Tables& out) {
  return read_named(edition, "buildings.csv", "building", "cost", building_names, owner_share, 60,
                    [&](std::size_t i, u8 n) { out.costs[static_cast<Building>(i)] = n; });
}

Status read_losses(const Edition& edition, Tables& out) {
  auto table =
      read_table(edition, "round_end_cards.csv",
                 {"card", "round", "player_cards", "mines", "region_guilds", "card_guilds", "jars", "action_cards", "medal", "source"});
  if (!table) return table.fault();
  std::array<std::array<bool, rounds>, end_card_count> seen{};
  for (const Row& row : table->rows) {
    auto card = table->number(row, "card", 1, end_card_count);
    if (!card) return card.fault();
    auto round = table->number(row, "round", 1, rounds);
    if (!round) return round.fault();
    const auto c = static_cast<std::size_t>(*card - 1), r = static_cast<std::size_t>(*round - 1);
    if (seen[c][r]) return table->fault_at(row, "this card and round are listed twice");
    seen[c][r] = true;
    Loss& loss = out.losses[c][r];
    struct Column {
      std::string_view name;
      u8 Loss::*field;
      int max;
    };
    for (const Column& column :
         {Column{"player_cards", &Loss::player_cards, player_card_count}, Column{"mines", &Loss::mines, mine_markers},
          Column{"region_guilds", &Loss::region_guilds, guild_markers}, Column{"card_guilds", &Loss::card_guilds, guild_markers},
          Column{"jars", &Loss::jars, 100}, Column{"action_cards", &Loss::action_cards, hand_max}}) {
      const std::string& word = table->cell(row, column.name);
      if (word == "all" && (column.name == "jars" || column.name == "action_cards")) {
        loss.*column.field = Loss::all;
        continue;
      }
      if (word == "half" && column.name == "jars") {
        loss.*column.field = Loss::half;
        continue;
      }
      auto n = table->number(row, column.name, 0, column.max);
      if (!n) return n.fault();
      loss.*column.field = static_cast<u8>(*n);
    }
    const std::string& medal = table->cell(row, "medal");
    if (medal == "none") continue;
    const int m = index_in(medal_names, medal);
    if (m < 0) return table->fault_at(row, "unknown medal '" + medal + "'");
    loss.any_medal = true;
    loss.medal = static_cast<Medal>(m);
  }
  for (const auto& card : seen)
    for (bool one : card)
      if (!one) return Fault{"round_end_cards.csv", 0, "six cards with four rounds each are needed"};
  return ok();
}

Status read_requests(const Edition& edition, Tables& out) {
  auto table = read_table(edition, "requests.csv", {"card", "request", "source"});
  if (!table) return table.fault();
  std::array<bool, request_count> seen{};
  for (const Row& row : table->rows) {
    auto card = table->number(row, "card", first_request, first_request + request_count - 1);
    if (!card) return card.fault();
    const auto index = static_cast<std::size_t>(*card - first_request);
    if (seen[index]) return table->fault_at(row, "card " + std::to_string(*card) + " is listed twice");
    seen[index] = true;
    Request& request = out.requests[index];
    const std::string& word = table->cell(row, "request");
    const int shape = index_in(shape_names, word);
    const bool wants_shape = index >= 3;
    if (wants_shape) {
      if (shape < 0 || shape > static_cast<int>(Shape::ess))
        return table->fault_at(row, "cards 35 to 38 ask for a shape (line, square, tee, ell, ess), not '" + word + "'");
      request.shape = static_cast<Shape>(shape);
      continue;
    }
    for (std::string_view one : text::split(word, '+')) {
      const int colour = index_in(colour_names, one);
      if (colour < 0) return table->fault_at(row, "cards 32 to 34 ask for three colours joined by +; '" + std::string(one) + "' is none");
      request.colours.add(static_cast<Colour>(colour));
    }
    if (request.colours.size() != 3) return table->fault_at(row, "cards 32 to 34 ask for three different colours");
  }
  for (std::size_t i = 0; i < request_count; ++i)
    if (!seen[i]) return Fault{"requests.csv", 0, "card " + std::to_string(first_request + static_cast<int>(i)) + " has no row"};
  return ok();
}

// ---- shapes on the grid

struct ShapeTable {
  std::array<std::vector<Cells>, shape_count> of;
};

bool connected(Cells set) {
  Cells grown = static_cast<Cells>(set & (~set + 1u));
  for (Cells next = 0; (next = static_cast<Cells>((grown | neighbours(grown)) & set)) != grown;) grown = next;
  return grown == set;
}

Shape shape_of_four(Cells set) {
  int width = 0, height = 0, most = 0;
  for (int i = 0; i < side; ++i) {
    const int in_row = bit_count(set >> (side * i) & 0xf);
    const int in_column = bit_count(set & (0x1111 << i));
    height += in_row > 0;
    width += in_column > 0;
    most = std::max({most, in_row, in_column});
  }
  if (most == 4) return Shape::line;
  if (width == 2 && height == 2) return Shape::square;
  if (most == 2) return Shape::ess;
  // Three in a row with a fourth beside them: beside the middle it is a tee. Only the tee has a cell with three neighbours.
  for (int c = 0; c < cell_count; ++c)
    if ((set & cell_bit(c)) && bit_count(neighbours(cell_bit(c)) & set) == 3) return Shape::tee;
  return Shape::ell;
}

const ShapeTable& shape_table() {
  static const ShapeTable table = [] {
    ShapeTable t;
    for (u32 set = 1; set < 65536; ++set) {
      const auto cells = static_cast<Cells>(set);
      const int size = bit_count(set);
      if ((size != 3 && size != 4) || !connected(cells)) continue;
      if (size == 3) {
        t.of[static_cast<std::size_t>(Shape::any_three)].push_back(cells);
      } else {
        t.of[static_cast<std::size_t>(Shape::any_four)].push_back(cells);
        t.of[static_cast<std::size_t>(shape_of_four(cells))].push_back(cells);
      }
    }
    return t;
  }();
  return table;
}

}  // namespace

std::string_view name_of(Colour c) { return colour_names[static_cast<int>(c)]; }
std::string_view name_of(PlayerCard c) { return player_card_names[static_cast<int>(c)]; }
std::string_view name_of(Building b) { return building_names[static_cast<int>(b)]; }
std::string_view name_of(Medal m) { return medal_names[static_cast<int>(m)]; }
std::string_view name_of(Transformation t) { return transformation_names[static_cast<int>(t)]; }
std::string_view name_of(Space s) { return space_names[static_cast<int>(s)]; }
std::string_view name_of(Shape s) { return shape_names[static_cast<int>(s)]; }

Placements placements(Shape shape) {
  const auto& list = shape_table().of[static_cast<std::size_t>(shape)];
  return {list.data(), list.size()};
}

bool contains_shape(Cells owned, Shape shape) {
  if (bit_count(owned) < (shape == Shape::any_three ? 3 : 4)) return false;
  if (shape == Shape::any_three || shape == Shape::any_four) {
    // A connected group of n cells holds a connected group of every smaller size.
    const int wanted = shape == Shape::any_three ? 3 : 4;
    for (Cells left = owned; left != 0;) {
      Cells grown = static_cast<Cells>(left & (~left + 1u));
      for (Cells next = 0; (next = static_cast<Cells>((grown | neighbours(grown)) & left)) != grown;) grown = next;
      if (bit_count(grown) >= wanted) return true;
      left = static_cast<Cells>(left & ~grown);
    }
    return false;
  }
  for (Cells set : placements(shape))
    if ((set & ~owned) == 0) return true;
  return false;
}

Result<Tables> Tables::read(const Edition& edition) {
  Tables out;
  for (auto* reader :
       {read_attacks, read_markers, read_regions, read_dice, read_store, read_player_cards, read_buildings, read_losses, read_requests})
    if (auto status = reader(edition, out); !status) return status.fault();
  constexpr std::string_view known[] = {"attack_cards.csv", "transformations.csv", "regions.csv",         "dice.csv",    "store.csv",
                                        "player_cards.csv", "buildings.csv",       "round_end_cards.csv", "requests.csv"};
  for (const TableFile& file : edition.files)
    if (index_in(known, file.name) < 0) return Fault{file.name, 0, "this game has no such table"};
  return out;
}

}  // namespace trestle::tharos
