#include "cli/session.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cli/advice.hpp"
#include "cli/saves.hpp"

namespace trestle::cli {

namespace {

constexpr int bot_pause_ms = 450;
constexpr std::size_t digest_lines_max = 8, digest_lines_few = 4;
constexpr std::size_t log_lines = 30, log_lines_max = 2000;
constexpr std::size_t rules_shown_max = 4;
constexpr std::size_t hints_shown = 3;

constexpr std::string_view commands[] = {"undo", "hint", "rules", "log", "save", "score", "table", "help", "lang", "quit"};

std::string worth_text(i64 hundredths) {
  const i64 size = hundredths < 0 ? -hundredths : hundredths;
  std::string out = hundredths < 0 ? "−" : "+";
  out += std::to_string(size / 100) + "." + std::to_string(size % 100 / 10);
  return out;
}

// Lines that say the same, one after the other, become one with a count.
void add_folded(std::vector<std::string>& lines, std::vector<int>& counts, std::string line) {
  if (!lines.empty() && lines.back() == line) {
    ++counts.back();
    return;
  }
  lines.push_back(std::move(line));
  counts.push_back(1);
}

}  // namespace

Session::Session(Terminal& terminal, SessionSetup setup, Match match)
    : terminal_(terminal), setup_(std::move(setup)), match_(std::move(match)), rng_(setup_.seed) {
  set_language(setup_.language);
  for (const SeatPlan& plan : setup_.seats) {
    bots_.emplace_back();
    if (plan.human()) continue;
    if (plan.program) {
      const Seat seat = seat_at(static_cast<int>(bots_.size()) - 1);
      plan.program->begin(seat, match_.seats(), rng_);
      bots_.back() = plan.program;
      continue;
    }
    auto bot = make_bot(plan.player, match_.game_ptr());
    CHECK(bot);  // asked for by name before the game began
    bots_.back() = std::move(*bot);
  }
  auto adviser = make_bot(setup_.adviser, match_.game_ptr());
  if (!adviser) adviser = make_bot("greedy", match_.game_ptr());
  if (adviser) adviser_ = std::move(*adviser);
  told_seq_ = match_.seq();
}

// A bot by its word in the language, without its settings; a program by its file.
std::string Session::bot_name(const std::string& player) const {
  if (const auto program = parse_program_spec(player)) return program_name(*program);
  return language_.term("bot." + player.substr(0, player.find(':')));
}

void Session::set_language(std::string_view code) {
  language_ = Language::load(code, match_.game().info().name);
  rules_ = RulesText::load(match_.game().info().name, code);
  for (std::size_t i = 0; i < setup_.seats.size(); ++i) {
    const SeatPlan& plan = setup_.seats[i];
    const Seat seat = seat_at(static_cast<int>(i));
    const auto alike = std::count_if(setup_.seats.begin(), setup_.seats.end(),
                                     [&](const SeatPlan& p) { return p.player == plan.player && p.name.empty(); });
    std::string name = plan.name;
    if (name.empty()) name = plan.human() ? language_.word("play.player") : bot_name(plan.player);
    if (plan.name.empty() && alike > 1) name += " " + std::string(seat_name(seat));
    language_.set_name(seat, capitalised(name));
  }
  view_ = make_table_view(match_.game(), language_);
}

// ---- the course of the session

Left Session::run() {
  if (!autosave()) say("play.save-failed", {setup_.record_file}, Tone::bad);
  while (!match_.over()) {
    if (terminal_.interrupted()) {
      leave(Left::interrupted);
      return left_;
    }
    if (terminal_.output_lost()) {
      leave(Left::end_of_input);
      return left_;
    }
    const SeatSet waiting = match_.waiting_on();
    Seat next = waiting.lowest();
    waiting.for_each([&](Seat seat) {  // where all choose at once, the bots do not keep people waiting
      if (bots_[static_cast<std::size_t>(seat)]) next = seat;
    });
    if (bots_[static_cast<std::size_t>(next)])
      bot_moves(next);
    else if (!human_decides(next))
      return left_;
  }
  match_.close_record();
  if (!setup_.record_file.empty()) autosave();
  show_result();
  return Left::over;
}

Seat Session::viewer() const {
  Seat only_one = Seat::Table;
  int people = 0;
  for (std::size_t i = 0; i < setup_.seats.size(); ++i)
    if (setup_.seats[i].human()) {
      only_one = seat_at(static_cast<int>(i));
      ++people;
    }
  return people == 1 ? only_one : Seat::Table;
}

void Session::bot_moves(Seat seat) {
  const Action action = bots_[static_cast<std::size_t>(seat)]->choose(match_.sight(seat), rng_);
  const SubmitResult result = match_.submit(seat, std::span(&action, 1), match_.seq());
  CHECK(result);  // a bot chooses among the legal acts
  tell_failure(seat);
  autosave();
  tell_live();
}

// Once for each game and program; the seat is then greedy's.
void Session::tell_failure(Seat seat) {
  SeatPlan& plan = setup_.seats[static_cast<std::size_t>(seat)];
  if (!plan.program || plan.program->failure().empty() || plan.failure_told) return;
  plan.failure_told = true;
  say("play.program-failed", {seat, plan.program->failure()}, Tone::bad);
}

// The bots' moves as they happen. On a stream they stand in the digest before the next decision instead.
void Session::tell_live() {
  const Look look = terminal_.look();
  const bool spectator_only = std::none_of(setup_.seats.begin(), setup_.seats.end(), [](const SeatPlan& p) { return p.human(); });
  if (look.height == 0 && !spectator_only) return;
  const std::vector<std::string> lines = news(viewer(), told_seq_, false);
  told_seq_ = match_.seq();
  for (const std::string& line : lines)
    for (const std::string& part : wrap(line, look.width - 4)) terminal_.print("  " + part, Tone::quiet);
  if (!lines.empty() && setup_.pauses && look.output_tty) terminal_.pause(bot_pause_ms);
}

bool Session::hand_over(Seat seat) {
  if (at_screen_ == seat || viewer() != Seat::Table) {
    at_screen_ = seat;
    return true;
  }
  terminal_.clear();
  while (true) {
    say("play.hand-over", {seat}, Tone::strong);
    terminal_.prompt(Line("  " + language_.word("play.press-enter")));
    const Input input = terminal_.read_line();
    if (input.kind == InputKind::line) {
      if (command_meant(text::trim(input.text)) == "quit") {
        leave(Left::quit);
        return false;
      }
      at_screen_ = seat;
      return true;
    }
    if (input.kind == InputKind::resized) continue;
    leave(input.kind == InputKind::end ? Left::end_of_input : Left::interrupted);
    return false;
  }
}

bool Session::human_decides(Seat seat) {
  if (!hand_over(seat)) return false;
  std::vector<Choice> choices = choices_of(match_.game(), *view_, language_, match_.sight(seat));
  show(seat, choices);
  while (true) {
    terminal_.prompt(Line("  >", Tone::key));
    const Input input = terminal_.read_line();
    if (terminal_.output_lost() || input.kind == InputKind::end) {
      leave(Left::end_of_input);
      return false;
    }
    if (input.kind == InputKind::interrupted) {
      leave(Left::interrupted);
      return false;
    }
    if (input.kind == InputKind::resized) {
      show(seat, choices);
      continue;
    }
    if (input.cut) say("play.line-cut", {static_cast<i64>(input_line_max)}, Tone::bad);
    switch (take(seat, choices, input.text)) {
      case Answer::moved: return true;
      case Answer::leave: return false;
      case Answer::again: break;
      case Answer::redraw:
        if (!match_.waiting_on().has(seat)) return true;  // what was taken back gives the move to somebody else
        choices = choices_of(match_.game(), *view_, language_, match_.sight(seat));
        show(seat, choices);
        break;
    }
  }
}

// ---- the screen

std::vector<std::string> Session::news(Seat who, u64 from_seq, bool all) const {
  std::vector<std::string> lines;
  std::vector<int> counts;
  for (const Happening& happening : match_.happenings(who, from_seq))
    if (all || view_->worth_telling(happening.event)) add_folded(lines, counts, language_.say(match_.game().describe(happening.event)));
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (counts[i] > 1) lines[i] += " (×" + std::to_string(counts[i]) + ")";
  return lines;
}

Page Session::digest(const AnySight& sight, const Look& look, std::size_t lines_max) const {
  Page page;
  const std::vector<std::string> lines = news(sight.me, decided_seq_[static_cast<std::size_t>(sight.me)], false);
  const std::size_t skipped = lines.size() > lines_max ? lines.size() - lines_max : 0;
  if (skipped > 0) page.emplace_back("  " + language_.word("play.earlier", {static_cast<i64>(skipped)}), Tone::quiet);
  for (std::size_t i = skipped; i < lines.size(); ++i) page.emplace_back("  • " + cut(lines[i], look.width - 4));
  return page;
}

Page Session::compose(const AnySight& sight, const std::vector<Choice>& choices, const Look& look, Density density, bool columns,
                      std::size_t digest_lines) const {
  Page page = view_->draw(sight, look, density);
  const auto gap = [&] {
    if (density != Density::tight) page.emplace_back();
  };
  const Page happened = digest(sight, look, digest_lines);
  if (!happened.empty() && density == Density::airy) page.emplace_back();
  page.insert(page.end(), happened.begin(), happened.end());
  gap();
  const Prompt prompt = match_.game().prompt(sight);
  const std::string question = language_.say(prompt.phrase);
  for (const std::string& line : wrap(viewer() == Seat::Table ? language_.name(sight.me) + " · " + question : question, look.width - 2))
    page.emplace_back("  " + line, Tone::strong);
  for (Line& line : draw_choices(choices, look.width, columns)) page.push_back(std::move(line));
  return page;
}

void Session::show(Seat seat, const std::vector<Choice>& choices) {
  const Look look = terminal_.look();
  const AnySight sight = match_.sight(seat);
  struct Try {
    Density density;
    bool columns;
    std::size_t digest_lines;
  };
  constexpr Try tries[] = {
      {Density::airy, false, digest_lines_max},  {Density::airy, false, digest_lines_few}, {Density::close, false, digest_lines_max},
      {Density::close, false, digest_lines_few}, {Density::close, true, digest_lines_few}, {Density::tight, false, digest_lines_few},
      {Density::tight, true, digest_lines_few},
  };
  Page page;
  for (const Try& attempt : tries) {
    page = compose(sight, choices, look, attempt.density, attempt.columns, attempt.digest_lines);
    const int rows = static_cast<int>(page.size()) + 2;  // the line of help, the input line
    if (look.height == 0 || rows <= look.height) break;
  }
  terminal_.clear();
  if (look.height == 0) terminal_.print(Line());
  terminal_.print(page);
  terminal_.print(Line("  " + cut(language_.word("play.how"), look.width - 2), Tone::quiet));
  told_seq_ = match_.seq();
}

void Session::show_result() {
  const Look look = terminal_.look();
  const AnySight sight = match_.sight(viewer());
  terminal_.clear();
  terminal_.print(view_->draw(sight, look, Density::close));
  terminal_.print(Line());
  const Standing standing = match_.game().standing(match_.state());
  std::string winners;
  for (int i = 0; i < match_.seats(); ++i)
    if (standing[static_cast<std::size_t>(i)] == 1) winners += (winners.empty() ? "" : ", ") + language_.name(seat_at(i));
  const std::string ending = view_->ending(sight);
  if (ending.empty())
    say("play.won-plain", {winners}, Tone::good);
  else
    say("play.won", {winners, language_.word(ending)}, Tone::good);
  show_score(sight);
  if (!setup_.record_file.empty()) say("play.recorded", {setup_.record_file}, Tone::quiet);
}

void Session::show_score(const AnySight& sight) {
  // Of what this seat knows; before the end the rest is not its business.
  Rng rng(0);
  const AnyState known = match_.over() ? match_.state() : match_.game().imagine(sight, rng);
  const Standing standing = match_.game().standing(known);
  constexpr int label_width = 24;
  const int column = std::clamp((terminal_.look().width - label_width) / std::max(1, match_.seats()), 8, 16);
  Line names("  ");
  names.to(label_width);
  for (int i = 0; i < match_.seats(); ++i)
    names.add(cut(language_.name(seat_at(i)), column - 2), seat_tone(seat_at(i))).to(label_width + (i + 1) * column);
  terminal_.print(Line());
  terminal_.print(names);
  for (const ScoreLine& row : match_.game().score(known)) {
    Line line("  " + cut(language_.say(row.key), label_width - 3));
    line.to(label_width);
    for (int i = 0; i < match_.seats(); ++i)
      line.add(std::to_string(row.points[static_cast<std::size_t>(i)])).to(label_width + (i + 1) * column);
    terminal_.print(line);
  }
  if (match_.over()) {
    Line line("  " + language_.say("play.place"), Tone::strong);
    line.to(label_width);
    for (int i = 0; i < match_.seats(); ++i) {
      const int place = standing[static_cast<std::size_t>(i)];
      line.add(std::to_string(place), place == 1 ? Tone::good : Tone::plain).to(label_width + (i + 1) * column);
    }
    terminal_.print(line);
  }
  terminal_.print(Line());
}

// ---- what was typed

std::string Session::command_meant(std::string_view word) const {
  const std::string wanted = folded(word);
  if (wanted.empty()) return "";
  for (std::string_view name : commands)
    if (wanted == name || wanted == folded(language_.word("play.command." + std::string(name)))) return std::string(name);
  return wanted == "exit" || wanted == "q" ? "quit" : wanted == "?" ? "help" : "";
}

Session::Answer Session::take(Seat seat, const std::vector<Choice>& choices, const std::string& typed) {
  const std::string_view line = text::trim(typed);
  if (line.empty()) {
    say("play.how", {}, Tone::quiet);
    return Answer::again;
  }
  const std::size_t space = line.find(' ');
  const std::string_view first = line.substr(0, space), rest = space == std::string_view::npos ? "" : text::trim(line.substr(space));
  if (const std::string name = command_meant(first); !name.empty()) return command(seat, name, rest);
  const Reading reading = read_choice(choices, line);
  if (reading.meant == Meant::one) return submit(seat, choices[reading.index]);
  not_understood(seat, choices, std::string(line), reading);
  return Answer::again;
}

Session::Answer Session::submit(Seat seat, const Choice& choice) {
  if (choice.ruins && !confirmed(language_.say("play.confirm-ruin", {choice.label}))) {
    if (left_ != Left::over) return Answer::leave;
    say("play.not-done");
    return Answer::again;
  }
  const u64 before = match_.seq();
  const SubmitResult result = match_.submit(seat, std::span(&choice.action, 1), before);
  if (!result) {  // cannot happen with a choice from the list; say what the match says rather than stop
    if (const Clause* clause = rules_.find(result.refusal.clause)) show_clause(*clause);
    return Answer::again;
  }
  decided_seq_[static_cast<std::size_t>(seat)] = before;
  if (!autosave()) say("play.save-failed", {setup_.record_file}, Tone::bad);
  tell_live();
  return Answer::moved;
}

bool Session::confirmed(const std::string& question) {
  while (true) {
    say_text(question, Tone::bad);
    terminal_.prompt(Line("  " + language_.word("play.yes-no") + " >", Tone::key));
    const Input input = terminal_.read_line();
    if (input.kind == InputKind::resized) continue;
    if (input.kind != InputKind::line) {
      leave(input.kind == InputKind::end ? Left::end_of_input : Left::interrupted);
      return false;
    }
    const std::string word = folded(input.text);
    return !word.empty() &&
           (word == folded(language_.word("play.yes")) || word == "yes" || word == folded(language_.word("play.yes")).substr(0, 1));
  }
}

void Session::not_understood(Seat seat, const std::vector<Choice>& choices, const std::string& typed, const Reading& reading) {
  if (reading.meant == Meant::several) {
    say("play.several", {typed});
    for (std::size_t i = 0; i < std::min<std::size_t>(reading.several.size(), 6); ++i) {
      const std::size_t index = reading.several[i];
      terminal_.print(Line("    ").add(std::to_string(index + 1), Tone::key).add("  " + choices[index].label));
    }
    return;
  }
  if (const auto number = text::number(typed)) {
    say("play.number-range", {static_cast<i64>(choices.size())});
    return;
  }
  // A move that is one, but not now: the clause that forbids it is the answer.
  auto action = match_.game().parse(typed);
  if (!action) action = match_.game().parse(folded(typed));
  if (action) {
    const Refusal refusal = match_.game().refuse(match_.sight(seat), *action);
    const Clause* clause = rules_.find(refusal.clause);
    say("play.refused", {typed}, Tone::bad);
    if (clause != nullptr) show_clause(*clause);
    return;
  }
  say("play.not-understood", {cut(typed, 40)});
}

Session::Answer Session::command(Seat seat, std::string_view name, std::string_view rest) {
  if (name == "undo") {
    if (!match_.can_undo(seat)) {
      say("play.cannot-undo");
      return Answer::again;
    }
    undo(seat);
    return Answer::redraw;
  }
  if (name == "table") return Answer::redraw;
  if (name == "lang") {
    change_language(rest);
    return Answer::redraw;
  }
  if (name == "quit") {
    leave(Left::quit);
    return Answer::leave;
  }
  if (name == "hint") hint(seat);
  if (name == "rules") show_rules(seat, rest);
  if (name == "log") show_log(seat, rest);
  if (name == "save") save_as(rest);
  if (name == "score") show_score(match_.sight(seat));
  if (name == "help") help();
  return Answer::again;
}

// ---- commands

void Session::undo(Seat seat) {
  CHECK(match_.undo(seat));
  decided_seq_[static_cast<std::size_t>(seat)] = match_.seq();
  if (!autosave()) say("play.save-failed", {setup_.record_file}, Tone::bad);
}

void Session::hint(Seat seat) {
  const AnySight sight = match_.sight(seat);
  if (!adviser_) {
    say("play.no-hint");
    return;
  }
  Rng rng(hash_bytes(sight.bytes.data(), sight.size));  // nothing but the position speaks
  const std::vector<Ranked> ranked = adviser_->rank(sight, rng);
  const std::vector<Choice> choices = choices_of(match_.game(), *view_, language_, sight);
  const auto choice_for = [&](Action action) -> const Choice& {
    return *std::find_if(choices.begin(), choices.end(), [&](const Choice& c) { return c.action == action; });
  };
  const Choice& best = choice_for(ranked[0].action);
  const std::string changed = best.change.empty() ? "" : " (" + best.change + ")";
  const bool judged = ranked[0].chance >= 0 && ranked.size() > 1;
  if (judged)
    say("play.hint-best", {best.label + changed, percent_of(ranked[0].chance)}, Tone::good);
  else
    say_text(language_.say("play.hint", {best.label}) + changed, Tone::good);
  if (ranked.size() < 2) return;
  std::vector<Action> others;
  for (std::size_t i = 1; i < ranked.size(); ++i) others.push_back(ranked[i].action);
  const std::vector<Reason> reasons = reasons_for(match_.game(), sight, ranked[0].action, others, rng);
  say_text(language_.word("play.hint-why", {reasons_text(language_, reasons, seat)}), Tone::plain, 4);
  if (judged) {
    for (std::size_t i = 1; i < std::min(ranked.size(), hints_shown); ++i)
      say_text(language_.word("play.hint-then", {choice_for(ranked[i].action).label, percent_of(ranked[i].chance)}), Tone::quiet);
    return;
  }
  const i64 now = adviser_->worth(sight);
  say("play.hint-worth", {worth_text(ranked[0].value - now), choice_for(ranked[1].action).label, worth_text(ranked[1].value - now)},
      Tone::quiet);
}

void Session::show_clause(const Clause& clause) {
  const int width = terminal_.look().width;
  terminal_.print(Line("  ").add(clause.title, Tone::strong).add("  " + clause.id, Tone::quiet));
  for (const std::string& paragraph : clause.paragraphs)
    for (const std::string& line : wrap(paragraph, std::min(width, 100) - 6)) terminal_.print("    " + line);
}

void Session::show_rules(Seat seat, std::string_view words) {
  if (rules_.clauses().empty()) {
    say("play.no-rules");
    return;
  }
  const std::string wanted(text::trim(words));
  if (wanted.empty()) {
    const Prompt prompt = match_.game().prompt(match_.sight(seat));
    if (const Clause* clause = rules_.find(prompt.clause)) show_clause(*clause);
    std::vector<Line> sections;
    std::string last;
    for (const Clause& clause : rules_.clauses())
      if (clause.section != last) {
        last = clause.section;
        sections.emplace_back(last);
      }
    say("play.rules-how");
    terminal_.print(flow(Line("    "), sections, 4, " · ", terminal_.look().width));
    return;
  }
  if (const Clause* clause = rules_.find(wanted)) {
    show_clause(*clause);
    return;
  }
  const std::vector<const Clause*> found = rules_.search(wanted);
  if (found.empty()) say("play.rules-none", {cut(wanted, 40)});
  for (std::size_t i = 0; i < std::min(found.size(), rules_shown_max); ++i) show_clause(*found[i]);
  if (found.size() > rules_shown_max) {
    std::vector<Line> more;
    for (std::size_t i = rules_shown_max; i < found.size(); ++i) more.emplace_back(found[i]->id);
    say("play.rules-more", {static_cast<i64>(more.size())}, Tone::quiet);
    terminal_.print(flow(Line("    "), more, 4, " · ", terminal_.look().width));
  }
}

void Session::show_log(Seat seat, std::string_view words) {
  const auto asked = text::number(text::trim(words));
  const std::size_t wanted = asked && *asked > 0 ? std::min(static_cast<std::size_t>(*asked), log_lines_max) : log_lines;
  const std::vector<std::string> lines = news(seat, 0, true);
  const std::size_t from = lines.size() > wanted ? lines.size() - wanted : 0;
  if (from > 0) say("play.log-more", {static_cast<i64>(from)}, Tone::quiet);
  for (std::size_t i = from; i < lines.size(); ++i)
    for (const std::string& part : wrap(lines[i], terminal_.look().width - 4)) terminal_.print("  " + part);
}

void Session::save_as(std::string_view file) {
  const std::string path = file.empty() ? default_save_path(match_.game().info().name) : std::string(file);
  if (const Status saved = save_record(path, match_.record(), setup_.secret); !saved) {
    say("play.save-failed", {saved.fault().text()}, Tone::bad);
    return;
  }
  say("play.saved", {path}, Tone::good);
}

void Session::change_language(std::string_view code) {
  if (Language::known(code)) {
    set_language(code);
    return;
  }
  say("play.languages", {text::join(Language::codes(), ", ")});
}

void Session::help() {
  say("play.help-move");
  for (std::string_view name : commands) {
    const std::string key(name);
    const std::string local = language_.word("play.command." + key);
    Line line("    ");
    line.add(local, Tone::key).to(16);
    const std::vector<std::string> parts = wrap(language_.word("play.help." + key), terminal_.look().width - 17);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) line = Line().to(16);
      terminal_.print(line.add(parts[i]));
    }
  }
}

// ---- words and files

void Session::say(std::string_view key, const std::vector<Language::Arg>& args, Tone tone) { say_text(language_.say(key, args), tone); }

void Session::say_text(const std::string& text, Tone tone, int indent) {
  for (const std::string& line : wrap(text, terminal_.look().width - indent))
    terminal_.print(std::string(static_cast<std::size_t>(indent), ' ') + line, tone);
}

bool Session::autosave() {
  if (setup_.record_file.empty()) return true;
  const bool saved = static_cast<bool>(save_record(setup_.record_file, match_.record(), setup_.secret));
  const bool news = !saved && !save_failed_;  // said once, not after every move
  save_failed_ = !saved;
  return !news;
}

// Nothing is lost by leaving: the record is written, and the words say how to go on.
void Session::leave(Left how) {
  left_ = how;
  const std::string game = match_.game().info().name;
  std::string path = setup_.record_file.empty() ? default_save_path(game) : setup_.record_file;
  Status saved = save_record(path, match_.record(), setup_.secret);
  if (!saved) {
    say("play.save-failed", {saved.fault().text()}, Tone::bad);
    path = fallback_save_path(game);
    saved = save_record(path, match_.record(), setup_.secret);
  }
  terminal_.print(Line());
  if (!saved) {
    say("play.save-failed", {saved.fault().text()}, Tone::bad);
    return;
  }
  say("play.saved", {path}, Tone::good);
  terminal_.print(Line("  ")
                      .add(language_.word("play.resume"), Tone::quiet)
                      .add(" trestle play " + game + " --record " + cli::quoted(path), Tone::strong));
}

}  // namespace trestle::cli
