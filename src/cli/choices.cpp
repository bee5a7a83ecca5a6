#include "cli/choices.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace trestle::cli {

namespace {

// What a choice changes must be certain: it is shown only if two different imagined worlds agree on it.
void foresee(const AnyGame& game, const TableView& view, const AnySight& sight, const AnyState (&worlds)[2], Choice& choice) {
  bool ruins = true, wins = true;
  std::string said[2];
  for (std::size_t i = 0; i < 2; ++i) {
    AnyState after = worlds[i];
    EventLog none;
    game.apply(after, sight.me, choice.action, none);
    const AnySight then = game.sight(after, sight.me);
    said[i] = view.change(sight, then);
    ruins = ruins && view.ruins_chooser(sight, then);
    wins = wins && game.waiting_on(after).empty() && game.standing(after)[static_cast<std::size_t>(sight.me)] == 1;
  }
  if (said[0] == said[1]) choice.change = said[0];
  choice.ruins = ruins;
  choice.wins = wins;
}

}  // namespace

std::vector<Choice> choices_of(const AnyGame& game, const TableView& view, const Language& language, const AnySight& sight) {
  ActionList legal;
  game.legal(sight, legal);
  Rng rng(legal.size());
  const AnyState worlds[2] = {game.imagine(sight, rng), game.imagine(sight, rng)};
  std::vector<Choice> choices;
  std::vector<std::string> groups;
  for (const Action& action : legal) {
    Choice choice{action, game.print(action), language.say(game.label(sight, action)), "", "", false, false};
    const std::string group = view.group(sight, action);
    if (!group.empty()) choice.group = language.word(group);
    if (std::find(groups.begin(), groups.end(), choice.group) == groups.end()) groups.push_back(choice.group);
    foresee(game, view, sight, worlds, choice);
    choices.push_back(std::move(choice));
  }
  const auto place = [&](const Choice& c) { return std::find(groups.begin(), groups.end(), c.group) - groups.begin(); };
  std::stable_sort(choices.begin(), choices.end(), [&](const Choice& a, const Choice& b) { return place(a) < place(b); });
  if (groups.size() == 1)
    for (Choice& choice : choices) choice.group.clear();
  return choices;
}

namespace {

struct Grid {
  int margin = 2;  // headings stand left of it
  int number = 4;
  int label = 0;  // where what a choice changes begins, counted from its label
  int columns = 1;
  int cell = 0;
  bool changes = true;
};

// One column with what each choice changes; or several, if need be with the names alone.
Grid grid_for(const std::vector<Choice>& choices, int width, bool narrow_columns) {
  Grid grid;
  int heading = 0, widest = 0, changed = 0, change = 0;
  for (const Choice& choice : choices) {
    heading = std::max(heading, width_of(choice.group));
    widest = std::max(widest, width_of(choice.label));
    change = std::max(change, width_of(choice.change));
    if (!choice.change.empty()) changed = std::max(changed, width_of(choice.label));
  }
  if (heading > 0) grid.margin = heading + 4;
  if (choices.size() >= 100) grid.number = 5;
  const int room = width - grid.margin - grid.number;
  grid.label = std::min(changed, room);
  if (narrow_columns) {
    const int whole = grid.number + std::max(widest, change > 0 ? changed + 2 + change : 0);
    const int names = grid.number + widest;
    grid.columns = std::max(1, (width - grid.margin + 2) / (whole + 2));
    if (grid.columns == 1 && (width - grid.margin + 2) / (names + 2) > 1) {
      grid.columns = (width - grid.margin + 2) / (names + 2);
      grid.changes = false;
    }
  }
  grid.cell = (width - grid.margin) / grid.columns;
  return grid;
}

void add_choice(Line& line, const Grid& grid, std::size_t number, const Choice& choice) {
  const int start = line.width();
  const std::string digits = std::to_string(number);
  line.to(start + grid.number - 2 - static_cast<int>(digits.size())).add(digits, Tone::key).to(start + grid.number);
  const int room = grid.cell - grid.number;
  line.add(cut(choice.label, room), choice.ruins ? Tone::bad : choice.wins ? Tone::good : Tone::plain);
  if (choice.change.empty() || !grid.changes) return;
  line.to(start + grid.number + grid.label + 2);
  const int left = start + grid.cell - line.width();
  if (left > 3) line.add(cut(choice.change, left), choice.ruins ? Tone::bad : choice.wins ? Tone::good : Tone::quiet);
}

}  // namespace

Page draw_choices(const std::vector<Choice>& choices, int width, bool narrow_columns) {
  const Grid grid = grid_for(choices, width, narrow_columns);
  Page page;
  int column = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const bool new_group = i == 0 || choices[i].group != choices[i - 1].group;
    if (new_group || column == grid.columns) {
      page.emplace_back("  ");
      if (new_group) page.back().add(choices[i].group, Tone::quiet);
      column = 0;
    }
    page.back().to(grid.margin + column * grid.cell);
    add_choice(page.back(), grid, i + 1, choices[i]);
    ++column;
  }
  return page;
}

std::string folded(std::string_view text) {
  static constexpr char latin[] = "aaaaaaaceeeeiiiidnooooo/ouuuuyts";  // U+00C0 to U+00DF, and U+00E0 to U+00FF likewise
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\xc3' && i + 1 < text.size() && (static_cast<u8>(text[i + 1]) & 0xc0) == 0x80)
      out += latin[(static_cast<u8>(text[++i]) & 0x3f) % 32];
    else
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  std::string single;
  for (std::string_view word : text::words(out)) single += (single.empty() ? "" : " ") + std::string(word);
  return single;
}

namespace {

bool begins_a_word(const std::string& text, const std::string& wanted) {
  for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1))
    if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '(') return true;
  return false;
}

}  // namespace

Reading read_choice(const std::vector<Choice>& choices, std::string_view typed) {
  Reading reading;
  if (const auto number = text::number(text::trim(typed))) {
    if (*number < 1 || *number > static_cast<i64>(choices.size())) return reading;
    return {Meant::one, static_cast<std::size_t>(*number - 1), {}};
  }
  const std::string wanted = folded(typed);
  if (wanted.empty()) return reading;
  // The whole of it, its beginning, a word of it: the first that fits any choice decides.
  const auto fits = [&](const std::string& text, int way) {
    return way == 0 ? text == wanted : way == 1 ? text.starts_with(wanted) : begins_a_word(text, wanted);
  };
  for (int way = 0; way < 3 && reading.several.empty(); ++way)
    for (std::size_t i = 0; i < choices.size(); ++i)
      if (fits(folded(choices[i].notation), way) || fits(folded(choices[i].label), way)) reading.several.push_back(i);
  if (reading.several.empty()) return reading;
  if (reading.several.size() == 1) return {Meant::one, reading.several[0], {}};
  reading.meant = Meant::several;
  return reading;
}

}  // namespace trestle::cli
