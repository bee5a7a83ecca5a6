#include "core/position.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace trestle {

namespace {

std::string quoted(std::string_view word) { return "'" + std::string(word) + "'"; }

// Splits off the first word.
std::pair<std::string_view, std::string_view> first_word(std::string_view line) {
  line = text::trim(line);
  const std::size_t space = line.find_first_of(" \t");
  if (space == std::string_view::npos) return {line, {}};
  return {line.substr(0, space), text::trim(line.substr(space))};
}

std::vector<std::string> field_keys(const AnyGame& game, const AnyState& state) {
  std::vector<std::string> keys;
  for (const Field& field : game.fields(state, Seat::Chance))
    if (field.settable) keys.push_back(field.key);
  return keys;
}

bool has_word(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = text::nearest(word, known);
  return near.empty() || near == word ? "" : "; did you mean " + quoted(near) + "?";
}

std::string_view strip_comment(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1))
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') return text::trim(line.substr(0, at));
  return text::trim(line);
}

Result<bool> TableHeader::take(std::string_view line) {
  const auto [word, rest] = first_word(line);
  if (word != "game" && word != "players" && word != "option" && word != "edition") return false;
  if (rest.empty()) return fault(quoted(word) + " needs a value");
  if (word == "game") {
    game = rest;
  } else if (word == "edition") {
    edition = rest;
  } else if (word == "players") {
    const auto n = text::number(rest);
    if (!n || *n < 1 || *n > seats_max)
      return fault("players must be a number from 1 to " + std::to_string(seats_max) + ", not " + quoted(rest));
    players = static_cast<int>(*n);
  } else {
    auto option = parse_option(std::string(rest));
    if (!option) return option.fault();
    options[option->first] = option->second;
  }
  return true;
}

std::string TableHeader::print(const AnyGame& game, int players) {
  std::string out = "game " + game.info().name + "\nplayers " + std::to_string(players) + "\n";
  for (const OptionSpec& spec : game.info().option_specs) {
    const auto chosen = game.options().find(spec.name);
    if (chosen != game.options().end() && chosen->second != spec.values.front()) out += "option " + spec.name + "=" + chosen->second + "\n";
  }
  return out;
}

Result<FieldLine> read_field(std::string_view line, int number) {
  const auto [key, value] = first_word(line);
  if (value.empty()) return Fault{"", number, "field " + quoted(key) + " has no value (write 'none' for an empty one)"};
  return FieldLine{number, std::string(key), std::string(value)};
}

Result<PositionText> read_position(std::string_view whole) {
  if (whole.size() > position_bytes_max) return fault("a position has at most " + std::to_string(position_bytes_max) + " bytes");
  PositionText out;
  enum class At { header, block, bare, after } at = At::header;
  int number = 0;
  for (std::string_view raw : text::lines(whole)) {
    ++number;
    const std::string_view line = strip_comment(raw);
    if (line.empty()) continue;
    if (at == At::after) return Fault{"", number, "nothing may follow 'end'"};
    if (line == "position" && at == At::header) {
      at = At::block;
      continue;
    }
    if (line == "end" && at == At::block) {
      at = At::after;
      continue;
    }
    if (at == At::header) {
      auto taken = out.header.take(line);
      if (!taken) return Fault{"", number, taken.fault().reason};
      if (*taken) continue;
      at = At::bare;
    }
    auto field = read_field(line, number);
    if (!field) return field.fault();
    if (out.fields.size() == position_fields_max)
      return Fault{"", number, "a position has at most " + std::to_string(position_fields_max) + " fields"};
    out.fields.push_back(*field);
  }
  if (at == At::block) return Fault{"", number, "the block 'position' is not closed by 'end'"};
  if (out.header.game.empty()) return Fault{"", 1, "a position begins with 'game NAME'"};
  if (out.header.players == 0) return Fault{"", 1, "a position says 'players N' before its fields"};
  return out;
}

Status check_players(const AnyGame& game, int players) {
  const GameInfo& info = game.info();
  if (players >= info.seats_min && players <= info.seats_max) return ok();
  return fault(info.name + " is for " + std::to_string(info.seats_min) + " to " + std::to_string(info.seats_max) + " players, not " +
               std::to_string(players));
}

Result<AnyState> build_position(const AnyGame& game, int players, const std::vector<FieldLine>& fields) {
  if (auto fits = check_players(game, players); !fits) return fits.fault();
  AnyState state = game.blank(players);
  const std::vector<Field> known = game.fields(state, Seat::Chance);
  const std::vector<std::string> keys = field_keys(game, state);
  std::vector<std::string> seen;
  for (const FieldLine& field : fields) {
    const auto spec = std::find_if(known.begin(), known.end(), [&](const Field& f) { return f.key == field.key; });
    const bool repeats = spec != known.end() && spec->pending;
    // A field the blank position does not show may still be one the game can set; pending ones may come again.
    if (has_word(seen, field.key) && spec != known.end() && !repeats)
      return Fault{"", field.line, "field " + quoted(field.key) + " is given twice"};
    if (spec != known.end() && !spec->settable)
      return Fault{"", field.line, "field " + quoted(field.key) + " is computed; it can be expected, not set"};
    seen.push_back(field.key);
    Status status = game.set(state, field.key, field.value);
    if (!status && field.value == "none") status = game.set(state, field.key, "");  // for a game that prints nothing for nothing
    if (!status) {
      std::string reason = status.fault().reason;
      if (spec == known.end() && reason.find("did you mean") == std::string::npos) reason += did_you_mean(field.key, keys);
      return Fault{"", field.line, reason};
    }
  }
  if (auto status = game.complete(state); !status) return status.fault();
  if (auto status = game.check(state); !status) return Fault{"", 0, "impossible position: " + status.fault().reason};
  return state;
}

std::string print_fields(const std::vector<Field>& fields, std::string_view indent) {
  std::string out;
  for (const Field& field : fields) {
    if (!field.settable) continue;
    out.append(indent).append(field.key).append(" ").append(field.value.empty() ? "none" : field.value).append("\n");
  }
  return out;
}

std::string print_position(const AnyGame& game, const AnyState& state, int players, Seat viewer) {
  return TableHeader::print(game, players) + "position\n" + print_fields(game.fields(state, viewer), "  ") + "end\n";
}

}  // namespace trestle
