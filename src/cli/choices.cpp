#include "cli/choices.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace trestle::cli {

namespace {

// What a choice changes must be certain: it is shown only if two different imagined worlds agree on it.
void foresee(const AnyGame& game, const TableView& view, const AnySight& sight, const AnyState (&worlds)[2], Choice& choice) {
  bool ruins = true;
  std::string said[2];
  for (std::size_t i = 0; i < 2; ++i) {
    AnyState after = worlds[i];
    EventLog none;
    game.apply(after, sight.me, choice.action, none);
    const AnySight then = game.sight(after, sight.me);
    said[i] = view.change(sight, then);
    ruins = ruins && view.ruins_chooser(sight, then);
  }
  if (said[0] == said[1]) choice.change = said[0];
  choice.ruins = ruins;
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
    Choice choice{action, game.print(action), language.say(game.label(sight, action)), "", "", false};
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

Page draw_choices(const std::vector<Choice>& choices, int width, bool narrow_columns) {
  int heading = 0, label = 0, change = 0;
  for (const Choice& choice : choices) {
    heading = std::max(heading, width_of(choice.group));
    label = std::max(label, width_of(choice.label));
    change = std::max(change, width_of(choice.change));
  }
  const int margin = heading > 0 ? heading + 4 : 2;
  const int number = choices.size() >= 100 ? 5 : 4;
  label = std::min(label, width - margin - number);
  const int whole = number + label + (change > 0 ? 2 + change : 0);
  // Where two columns with what they change do not fit, the names alone may.
  int columns = narrow_columns ? std::max(1, (width - margin + 2) / (whole + 2)) : 1;
  const bool names_only = narrow_columns && columns == 1 && (width - margin + 2) / (number + label + 2) > 1;
  if (names_only) columns = (width - margin + 2) / (number + label + 2);
  const int cell = (width - margin) / columns;
  Page page;
  std::string group;
  int column = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const Choice& choice = choices[i];
    const bool new_group = i == 0 || choice.group != group;
    if (new_group || column == columns) {
      Line line("  ");
      if (new_group) line.add(choice.group, Tone::quiet);
      page.push_back(line.to(margin));
      column = 0;
    }
    group = choice.group;
    Line& line = page.back();
    line.to(margin + column * cell);
    const std::string digits = std::to_string(i + 1);
    line.add(std::string(static_cast<std::size_t>(std::max(0, number - 2 - static_cast<int>(digits.size()))), ' ') + digits, Tone::key).add("  ");
    line.add(cut(choice.label, label), choice.ruins ? Tone::bad : Tone::plain);
    const int room = columns == 1 ? width - margin - number - label - 2 : change;
    if (!choice.change.empty() && !names_only && room > 3) {
      line.to(margin + column * cell + number + label + 2);
      line.add(cut(choice.change, room), choice.ruins ? Tone::bad : Tone::quiet);
    }
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

Reading read_choice(const std::vector<Choice>& choices, std::string_view typed) {
  Reading reading;
  if (const auto number = text::number(text::trim(typed))) {
    if (*number < 1 || *number > static_cast<i64>(choices.size())) return reading;
    return {Meant::one, static_cast<std::size_t>(*number - 1), {}};
  }
  const std::string wanted = folded(typed);
  if (wanted.empty()) return reading;
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (folded(choices[i].notation) == wanted || folded(choices[i].label) == wanted) return {Meant::one, i, {}};
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (folded(choices[i].notation).starts_with(wanted) || folded(choices[i].label).starts_with(wanted)) reading.several.push_back(i);
  if (reading.several.size() == 1) return {Meant::one, reading.several[0], {}};
  if (!reading.several.empty()) reading.meant = Meant::several;
  return reading;
}

}  // namespace trestle::cli
