#include "games/throne/edition.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace trestle::throne {

namespace {

constexpr std::string_view profession_names[] = {"farmer", "miner", "hunter", "soldier", "wizard", "knight", "royal"};
constexpr std::string_view skill_names[] = {"supply", "assemble", "harvest", "assassinate", "purchase", "steal", "hunger"};
constexpr std::string_view race_names[] = {"none",       "humans",  "mermaids", "zergs",       "dwarves", "orcs",   "tree-sprites",
                                           "werewolves", "deities", "gnomes",   "night-elves", "dragons", "ninjas", "witches"};
constexpr std::string_view does_names[] = {"produce", "produce", "produce", "attack", "attack", "attack", "demand"};
constexpr int copies_max = 15;
constexpr int deck_min = 60, deck_max = 200;

int profession_index(std::string_view word) {
  const auto at = std::find(std::begin(profession_names), std::end(profession_names), word);
  return at == std::end(profession_names) ? -1 : static_cast<int>(at - std::begin(profession_names));
}

bool is_plain_name(std::string_view word) {
  return !word.empty() && word.size() <= 40 &&
         std::all_of(word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

Status read_professions(const Edition& edition, Tables& out) {
  auto table = read_table(edition, "professions.csv", {"profession", "does", "tolerance", "one", "two", "three", "four", "set", "source"});
  if (!table) return table.fault();
  Professions seen;
  for (const Row& row : table->rows) {
    const int index = profession_index(table->cell(row, "profession"));
    if (index < 0) return table->fault_at(row, "unknown profession '" + table->cell(row, "profession") + "'");
    const auto profession = static_cast<Profession>(index);
    if (seen.has(profession)) return table->fault_at(row, "profession '" + table->cell(row, "profession") + "' is listed twice");
    seen.add(profession);
    const std::string_view does = does_names[index];
    if (table->cell(row, "does") != does)
      return table->fault_at(row, "this profession does '" + std::string(does) + "', not '" + table->cell(row, "does") + "'");
    ProfessionRow& p = out.professions[profession];
    auto tolerance = table->number(row, "tolerance", 1, 20);
    if (!tolerance) return tolerance.fault();
    auto set = table->number(row, "set", 1, set_max);
    if (!set) return set.fault();
    p.tolerance = static_cast<u8>(*tolerance);
    p.set = static_cast<u8>(*set);
    constexpr std::string_view columns[] = {"one", "two", "three", "four"};
    for (int n = 1; n <= set_max; ++n) {
      const std::string_view column = columns[n - 1];
      if (n > *set) {
        if (!table->cell(row, column).empty())
          return table->fault_at(
              row, "column '" + std::string(column) + "' is past the full set of " + std::to_string(*set) + "; leave it empty");
        continue;
      }
      auto value = table->number(row, column, p.efficiency[static_cast<std::size_t>(n - 1)], 40);
      if (!value) return value.fault();
      p.efficiency[static_cast<std::size_t>(n)] = static_cast<u8>(*value);
    }
  }
  for (int i = 0; i < profession_count; ++i)
    if (!seen.has(static_cast<Profession>(i)))
      return Fault{"professions.csv", 0, "profession '" + std::string(profession_names[i]) + "' has no row"};
  return ok();
}

// The place of a row's card among the kinds, or a fault.
Result<Card> card_of_row(const Table& table, const Row& row, Tables& out) {
  const std::string& kind = table.cell(row, "kind");
  const std::string& list = table.cell(row, "professions");
  if (kind == "unit" || kind == "double") {
    const int index = profession_index(list);
    if (index < 0) return table.fault_at(row, "a " + kind + " card names one profession, not '" + list + "'");
    const auto profession = static_cast<Profession>(index);
    return kind == "unit" ? unit_card(profession) : double_card(profession);
  }
  if (kind == "skill") {
    const auto at = std::find(std::begin(skill_names), std::end(skill_names), table.cell(row, "card"));
    if (at == std::end(skill_names)) return table.fault_at(row, "unknown skill '" + table.cell(row, "card") + "'");
    if (!list.empty()) return table.fault_at(row, "a skill names no profession");
    return static_cast<Card>(first_skill + (at - std::begin(skill_names)));
  }
  if (kind != "general") return table.fault_at(row, "kind must be unit, double, skill or general, not '" + kind + "'");
  if (out.card_count == cards_max)
    return table.fault_at(row, "more than " + std::to_string(generals_max) + " kinds of general action cards");
  const auto card = static_cast<Card>(out.card_count++);
  for (std::string_view word : text::split(list, '+')) {
    if (list.empty()) break;  // a general card without crosses
    const int index = profession_index(word);
    if (index < 0) return table.fault_at(row, "unknown profession '" + std::string(word) + "' among the crossed ones");
    out.crossed[card].add(static_cast<Profession>(index));
  }
  if (out.crossed[card].size() == profession_count)
    return table.fault_at(row, "all professions are crossed out; this card could never be played");
  return card;
}

Status read_cards(const Edition& edition, Tables& out) {
  auto table = read_table(edition, "cards.csv", {"card", "kind", "professions", "copies", "source"});
  if (!table) return table.fault();
  out.card_count = first_general;
  std::array<bool, cards_max> seen{};
  for (const Row& row : table->rows) {
    const std::string& name = table->cell(row, "card");
    if (!is_plain_name(name))
      return table->fault_at(row, "a card's name is made of a-z, 0-9 and -, at most 40 characters, not '" + name + "'");
    if (std::find(out.card_names.begin(), out.card_names.end(), name) != out.card_names.end())
      return table->fault_at(row, "card '" + name + "' is listed twice");
    auto card = card_of_row(*table, row, out);
    if (!card) return card.fault();
    if (seen[*card]) return table->fault_at(row, "a second row for the same " + table->cell(row, "kind") + " card");
    const std::string expected = is_unit(*card)     ? std::string(profession_names[*card])
                                 : is_double(*card) ? "double-" + std::string(profession_names[*card - first_double])
                                                    : name;
    if (name != expected) return table->fault_at(row, "this card must be called '" + expected + "', not '" + name + "'");
    seen[*card] = true;
    auto copies = table->number(row, "copies", 0, copies_max);
    if (!copies) return copies.fault();
    out.card_names[*card] = name;
    out.deck.add(*card, static_cast<unsigned>(*copies));
  }
  for (Card c = 0; c < first_general; ++c)
    if (!seen[c]) {
      const std::string missing = is_unit(c)     ? std::string(profession_names[c])
                                  : is_double(c) ? "double-" + std::string(profession_names[c - first_double])
                                                 : std::string(skill_names[c - first_skill]);
      return Fault{"cards.csv", 0, "card '" + missing + "' has no row (write 0 copies to leave it out)"};
    }
  const int total = static_cast<int>(out.deck.total());
  if (total < deck_min || total > deck_max)
    return Fault{
        "cards.csv", 0,
        "the deck has " + std::to_string(total) + " cards; it must have " + std::to_string(deck_min) + " to " + std::to_string(deck_max)};
  return ok();
}

Status read_figures(const Edition& edition, Tables& out) {
  auto table = read_table(edition, "figures.csv", {"figure", "value", "source"});
  if (!table) return table.fault();
  for (const Row& row : table->rows) {
    if (table->cell(row, "figure") != "rounds_max") return table->fault_at(row, "unknown figure '" + table->cell(row, "figure") + "'");
    auto value = table->number(row, "value", 10, 200);
    if (!value) return value.fault();
    out.rounds_max = *value;
  }
  if (out.rounds_max == 0) return Fault{"figures.csv", 0, "figure 'rounds_max' has no row"};
  return ok();
}

}  // namespace

std::string_view name_of(Profession p) { return profession_names[static_cast<int>(p)]; }
std::string_view name_of(Skill s) { return skill_names[static_cast<int>(s)]; }
std::string_view name_of(Race r) { return race_names[static_cast<int>(r)]; }

Result<Tables> Tables::read(const Edition& edition) {
  Tables out;
  for (auto* reader : {read_professions, read_cards, read_figures})
    if (auto status = reader(edition, out); !status) return status.fault();
  for (const TableFile& file : edition.files)
    if (file.name != "professions.csv" && file.name != "cards.csv" && file.name != "figures.csv")
      return Fault{file.name, 0, "this game has no such table (professions.csv, cards.csv, figures.csv)"};
  return out;
}

}  // namespace trestle::throne
