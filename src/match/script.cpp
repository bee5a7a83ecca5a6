#include "match/script.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "match/perft.hpp"
#include "match/script_table.hpp"

namespace trestle {

namespace {

struct Line {
  int number = 0;
  std::string_view text;
};

struct Scene {
  std::string name;
  int line = 1;
  TableHeader header;
  std::vector<Line> lines;
};

struct ReadScript {
  std::vector<Scene> scenes;
  std::vector<std::string> rules;
  std::vector<ScriptFailure> faults;
};

void note_rules(std::string_view raw, std::vector<std::string>& rules) {
  raw = text::trim(raw);
  constexpr std::string_view mark = "# rule:";
  if (raw.substr(0, mark.size()) != mark) return;
  for (std::string_view id : text::words(raw.substr(mark.size()))) rules.emplace_back(id);
}

// Header lines before the first scene hold for every scene.
ReadScript split_scenes(std::string_view whole) {
  ReadScript out;
  TableHeader common;
  bool in_common = true;
  int number = 0;
  for (std::string_view raw : text::lines(whole)) {
    ++number;
    note_rules(raw, out.rules);
    const std::string_view line = strip_comment(raw);
    if (line.empty()) continue;
    const auto words = text::words(line);
    if (words[0] == "scene") {
      in_common = false;
      std::string name(text::trim(line.substr(5)));
      if (name.empty()) out.faults.push_back({number, "", "'scene' needs a name", "", true});
      out.scenes.push_back({name, number, common, {}});
      continue;
    }
    if (in_common) {
      auto taken = common.take(line);
      if (!taken) out.faults.push_back({number, "", taken.fault().reason, "", true});
      if (!taken || *taken) continue;
      in_common = false;
      out.scenes.push_back({"", number, common, {}});
    }
    out.scenes.back().lines.push_back({number, line});
  }
  return out;
}

class SceneRunner {
 public:
  SceneRunner(const Scene& scene, const MakeGame& make, ScriptReport& report)
      : scene_(scene), header_(scene.header), make_(make), report_(report) {}

  // Nothing, or the first failure.
  std::optional<ScriptFailure> run() {
    for (at_ = 0; at_ < scene_.lines.size(); ++at_) {
      const Line& line = scene_.lines[at_];
      Verdict verdict = step(line.text);
      if (verdict.kind != Verdict::holds) return failure(line.number, verdict);
    }
    if (!table_ && !pending_fault_) {
      if (auto opened = open(); opened.kind != Verdict::holds) return failure(scene_.line, opened);
    }
    if (pending_fault_) return failure(scene_.line, *pending_fault_);
    return std::nullopt;
  }

 private:
  ScriptFailure failure(int line, const Verdict& verdict) {
    return {verdict.line > 0 ? verdict.line : line, scene_.name, verdict.reason, table_ ? table_->show() : "",
            verdict.kind == Verdict::malformed};
  }

  Verdict step(std::string_view line) {
    const auto words = text::words(line);
    if (auto taken = take_header(line)) return *taken;
    if (words[0] == "position" && words.size() == 1) return position();
    if (words[0] == "expect" && words.size() >= 2 && words[1] == "impossible") return impossible(line);
    if (pending_fault_) return *pending_fault_;
    if (!table_)
      if (auto opened = open(); opened.kind != Verdict::holds) return opened;
    if (words[0] == "expect") {
      ++report_.expectations;
      return table_->expect(text::trim(line.substr(6)));
    }
    if (words[0] == "deal") return deal(words);
    if (words[0] == "perft") return count(words);
    if (words[0] == "show") {
      report_.shown += table_->show();
      return {};
    }
    const auto seat = parse_seat(words[0]);
    if (!seat || *seat == Seat::Table)
      return Verdict::bad("'" + std::string(words[0]) + "' begins no line" +
                          did_you_mean(words[0], {"scene", "game", "players", "option", "edition", "position", "end", "expect", "chance",
                                                  "deal", "show", "perft"}));
    ++report_.moves;
    const std::string_view action = text::trim(line.substr(words[0].size()));
    if (action.empty()) return Verdict::bad("'" + std::string(words[0]) + "' needs an action");
    if (*seat == Seat::Chance && action == "any") return table_->deal_pending();
    return table_->play(*seat, action);
  }

  std::optional<Verdict> take_header(std::string_view line) {
    auto taken = header_.take(line);
    if (!taken) return Verdict::bad(taken.fault().reason);
    if (!*taken) return std::nullopt;
    if (game_) return Verdict::bad("game, players, option and edition come first in a scene");
    return Verdict{};
  }

  Verdict make_the_game() {
    if (game_) return {};
    if (header_.game.empty()) return Verdict::bad("the scene does not say 'game NAME'");
    if (header_.players == 0) return Verdict::bad("the scene does not say 'players N'");
    auto game = make_(header_);
    if (!game) return Verdict::bad(game.fault().text());
    if (auto fits = check_players(**game, header_.players); !fits) return Verdict::bad(fits.fault().text());
    game_ = *game;
    return {};
  }

  Verdict open() {
    if (auto made = make_the_game(); made.kind != Verdict::holds) return made;
    table_.emplace(game_, header_.players, game_->start(header_.players));
    return {};
  }

  Verdict position() {
    if (pending_fault_) return *pending_fault_;
    if (auto made = make_the_game(); made.kind != Verdict::holds) return made;
    std::vector<FieldLine> fields;
    const int opened = scene_.lines[at_].number;
    for (++at_;; ++at_) {
      if (at_ == scene_.lines.size()) return Verdict::bad("the block 'position' is not closed by 'end'", opened);
      if (scene_.lines[at_].text == "end") break;
      auto field = read_field(scene_.lines[at_].text, scene_.lines[at_].number);
      if (!field) return Verdict::bad(field.fault().reason, field.fault().line);
      if (fields.size() == position_fields_max)
        return Verdict::bad("a position has at most " + std::to_string(position_fields_max) + " fields");
      fields.push_back(*field);
    }
    auto state = build_position(*game_, header_.players, fields);
    if (state) {
      table_.emplace(game_, header_.players, *state);
      return {};
    }
    // Kept until the next line: it may be just what the script expects.
    pending_fault_ = Verdict::bad(state.fault().reason, state.fault().line > 0 ? state.fault().line : opened);
    table_.reset();
    return {};
  }

  Verdict impossible(std::string_view line) {
    ++report_.expectations;
    std::string_view rest = text::trim(line.substr(line.find("impossible") + 10));
    if (!rest.empty()) {
      if (rest.substr(0, 8) != "because ") return Verdict::bad("the form is: expect impossible [because WORDS]");
      rest = text::trim(rest.substr(8));
    }
    if (!pending_fault_) return Verdict::no("expected an impossible position, found a possible one");
    const std::string reason = pending_fault_->reason;
    if (reason.find(rest) == std::string::npos)
      return Verdict::no("expected a position impossible because '" + std::string(rest) + "', found: " + reason);
    pending_fault_.reset();
    return {};
  }

  Verdict deal(const std::vector<std::string_view>& words) {
    const auto seed = words.size() == 2 ? text::number(words[1]) : std::nullopt;
    if (!seed || *seed < 0) return Verdict::bad("the form is: deal SEED (a number from 0 on)");
    table_->deal_from(static_cast<u64>(*seed));
    return {};
  }

  // perft DEPTH COUNT, or perft sampled SEED DEPTH COUNT; a COUNT of ? only counts.
  Verdict count(const std::vector<std::string_view>& words) {
    const bool sampled = words.size() == 5 && words[1] == "sampled";
    if (!sampled && words.size() != 3) return Verdict::bad("the form is: perft DEPTH COUNT, or perft sampled SEED DEPTH COUNT");
    const auto seed = sampled ? text::number(words[2]) : i64{0};
    const auto depth = text::number(words[words.size() - 2]), wanted = text::number(words.back());
    if (!seed || *seed < 0 || !depth || *depth < 1 || *depth > perft_depth_max || (!wanted && words.back() != "?"))
      return Verdict::bad("perft takes a depth of 1 to " + std::to_string(perft_depth_max) + " and a count (or ? to learn it)");
    const auto found =
        perft(*game_, table_->state(), static_cast<int>(*depth), sampled ? std::optional<u64>(static_cast<u64>(*seed)) : std::nullopt);
    if (!found) return Verdict::bad(found.fault().reason);
    ++report_.expectations;
    report_.counts.push_back({scene_.lines[at_].number, scene_.name, static_cast<int>(*depth), sampled, found->sequences, found->visited});
    if (!wanted || static_cast<u64>(*wanted) == found->sequences) return {};
    return Verdict::no("expected " + std::string(words.back()) + " sequences of " + std::to_string(*depth) + " actions, found " +
                       std::to_string(found->sequences));
  }

  const Scene& scene_;
  TableHeader header_;
  const MakeGame& make_;
  ScriptReport& report_;
  GamePtr game_;
  std::optional<ScriptTable> table_;
  std::optional<Verdict> pending_fault_;
  std::size_t at_ = 0;
};

}  // namespace

std::string describe(const ScriptReport& report, const ScriptFailure& failure) {
  std::string out = report.file + ":" + std::to_string(failure.line) + ": ";
  if (!failure.scene.empty()) out += "scene '" + failure.scene + "': ";
  out += failure.reason + "\n";
  for (std::string_view line : text::lines(failure.position)) out += "    " + std::string(line) + "\n";
  return out;
}

ScriptReport run_script(std::string_view text, std::string file, const MakeGame& make) {
  ScriptReport report;
  report.file = std::move(file);
  if (text.size() > script_bytes_max) {
    report.failures.push_back({1, "", "a script has at most " + std::to_string(script_bytes_max) + " bytes", "", true});
    return report;
  }
  ReadScript script = split_scenes(text);
  report.rules = std::move(script.rules);
  report.failures = std::move(script.faults);
  if (!report.failures.empty()) return report;
  if (script.scenes.empty()) report.failures.push_back({1, "", "the script has no scene", "", true});
  for (const Scene& scene : script.scenes) {
    ++report.scenes;
    if (auto failure = SceneRunner(scene, make, report).run())
      report.failures.push_back(*failure);
    else
      ++report.passed;
  }
  return report;
}

}  // namespace trestle
