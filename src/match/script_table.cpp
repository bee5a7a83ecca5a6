#include "match/script_table.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "core/position.hpp"
#include "match/script.hpp"

namespace trestle {

namespace {

class SilentSink final : public EventSink {
 public:
  void emit(const Event&) override {}
};

// Splits off the first word.
std::string_view next_word(std::string_view& rest) {
  rest = text::trim(rest);
  const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest = text::trim(rest.substr(end));
  return word;
}

std::string quoted(std::string_view s) { return "'" + std::string(s) + "'"; }
std::string shown_value(std::string_view value) { return value.empty() ? "none" : std::string(value); }

bool is_order(std::string_view op) { return op == "<" || op == "<=" || op == ">" || op == ">="; }
bool is_comparison(std::string_view op) { return op == "=" || op == "!=" || op == "has" || op == "lacks" || is_order(op); }

bool in_order(i64 found, std::string_view op, i64 wanted) {
  if (op == "<") return found < wanted;
  if (op == "<=") return found <= wanted;
  if (op == ">") return found > wanted;
  return found >= wanted;
}

// The name is the same and every word that is wanted is there.
bool fits_frame(std::string_view found, std::string_view wanted) {
  const auto have = text::words(found), want = text::words(wanted);
  if (have.empty() || want.empty()) return (have.empty() || have[0] == "none") && (want.empty() || want[0] == "none");
  return have[0] == want[0] &&
         std::all_of(want.begin(), want.end(), [&](std::string_view w) { return std::find(have.begin(), have.end(), w) != have.end(); });
}

std::map<std::string, int> counted(const std::vector<std::string>& words) {
  std::map<std::string, int> out;
  for (const std::string& word : words) ++out[word];
  return out;
}

}  // namespace

std::string print_seats(SeatSet seats) {
  std::string out;
  seats.for_each([&](Seat s) { out += (out.empty() ? "" : " ") + std::string(seat_name(s)); });
  return shown_value(out);
}

std::vector<Action> ScriptTable::choices(const AnyState& state, Seat seat) const {
  std::vector<Action> out;
  if (!game_->waiting_on(state).has(seat)) return out;
  if (seat == Seat::Chance) {
    OutcomeList outcomes;
    game_->chance(state, outcomes);
    for (const Outcome& o : outcomes) out.push_back(o.action);
  } else {
    ActionList legal;
    game_->legal(game_->sight(state, seat), legal);
    out.assign(legal.begin(), legal.end());
  }
  return out;
}

std::string ScriptTable::list(const std::vector<Action>& actions) const {
  std::vector<std::string> out;
  for (Action a : actions) out.push_back(game_->print(a));
  return out.empty() ? "none" : text::join(out, " | ");
}

std::optional<ScriptTable::Step> ScriptTable::forced_step(const Moment& m) const {
  const SeatSet waiting = game_->waiting_on(m.state);
  if (waiting.size() != 1) return std::nullopt;
  const Seat seat = waiting.lowest();
  const std::vector<Action> open = choices(m.state, seat);
  if (open.size() == 1) return Step{seat, open[0], false};
  if (seat != Seat::Chance || !seed_) return std::nullopt;
  Rng rng = Rng::for_item(*seed_, m.drawn);
  return Step{seat, game_->outcome(m.state, rng.below(game_->odds(m.state))), true};
}

Status ScriptTable::take(Moment& m, const Step& step) const {
  SilentSink sink;
  game_->apply(m.state, step.seat, step.action, sink);
  if (step.dealt) ++m.drawn;
  return game_->check(m.state);
}

std::string ScriptTable::why_not(const AnyState& state, Seat seat, Action action) const {
  const SeatSet waiting = game_->waiting_on(state);
  const std::string move = std::string(seat_name(seat)) + " cannot " + quoted(game_->print(action)) + ": ";
  if (waiting.empty()) return move + "the game is over";
  if (!waiting.has(seat)) {
    std::string out = move + "to move: " + print_seats(waiting);
    if (waiting.has(Seat::Chance)) out += " (" + list(choices(state, Seat::Chance)) + ")";
    return out;
  }
  if (seat == Seat::Chance) return move + "possible are " + list(choices(state, seat));
  const Refusal refusal = game_->refuse(game_->sight(state, seat), action);
  return move + "refused by " + std::string(refusal.clause) + "; legal are " + list(choices(state, seat));
}

Verdict ScriptTable::play(Seat seat, std::string_view text) {
  if (!seat_here(seat_name(seat)))
    return Verdict::bad("seat " + std::string(seat_name(seat)) + " is not at this table of " + std::to_string(players_));
  const auto action = game_->parse(text);
  if (!action) return Verdict::bad(action.fault().reason);
  Moment m = now_;
  for (int i = 0; i < forced_run_max; ++i) {
    const std::vector<Action> open = choices(m.state, seat);
    if (std::find(open.begin(), open.end(), *action) != open.end()) {
      auto sound = take(m, {seat, *action, false});
      now_ = m;
      return sound ? Verdict{} : Verdict::no("after this move the position is impossible: " + sound.fault().reason);
    }
    const auto step = forced_step(m);
    if (!step) break;
    if (auto sound = take(m, *step); !sound)
      return Verdict::no("after the forced move " + quoted(game_->print(step->action)) +
                         " the position is impossible: " + sound.fault().reason);
  }
  settle_chance();
  return Verdict::no(why_not(now_.state, seat, *action));
}

void ScriptTable::settle_chance() {
  for (int i = 0; i < forced_run_max && seed_ && game_->waiting_on(now_.state).has(Seat::Chance); ++i)
    if (!take(now_, *forced_step(now_))) return;
}

Verdict ScriptTable::deal_pending() {
  constexpr u64 fixed_seed = 1;
  Moment m = now_;
  for (int i = 0; i < forced_run_max && !game_->waiting_on(m.state).has(Seat::Chance); ++i) {
    const auto step = forced_step(m);
    if (!step) return Verdict::no("chance has nothing to deal; to move: " + print_seats(game_->waiting_on(now_.state)));
    if (auto sound = take(m, *step); !sound) return Verdict::no("a forced move led to an impossible position: " + sound.fault().reason);
  }
  for (int i = 0; i < forced_run_max && game_->waiting_on(m.state).has(Seat::Chance); ++i) {
    Rng rng = Rng::for_item(seed_.value_or(fixed_seed), m.drawn);
    const Action action = game_->outcome(m.state, rng.below(game_->odds(m.state)));
    if (auto sound = take(m, {Seat::Chance, action, true}); !sound)
      return Verdict::no("after " + quoted(game_->print(action)) + " the position is impossible: " + sound.fault().reason);
  }
  now_ = m;
  return {};
}

Verdict ScriptTable::expect(std::string_view text) const {
  Verdict first = judge(now_.state, text);
  if (first.kind != Verdict::fails) return first;
  Moment m = now_;
  bool only_dealt = true;  // the script is told what was found where its players first had to decide
  for (int i = 0; i < forced_run_max; ++i) {
    const auto step = forced_step(m);
    if (!step || !take(m, *step)) break;
    const Verdict again = judge(m.state, text);
    if (again.kind == Verdict::holds) return {};
    only_dealt = only_dealt && seed_ && step->seat == Seat::Chance;
    if (only_dealt) first = again;
  }
  return first;
}

std::string ScriptTable::show() {
  settle_chance();
  const SeatSet waiting = game_->waiting_on(now_.state);
  return print_position(*game_, now_.state, players_) + "# to move: " + print_seats(waiting) + "\n";
}

std::optional<Seat> ScriptTable::seat_here(std::string_view word) const {
  const auto seat = parse_seat(word);
  if (!seat || *seat == Seat::Table || (*seat != Seat::Chance && index_of(*seat) >= players_)) return std::nullopt;
  return seat;
}

Seat ScriptTable::player_here(std::string_view word) const {
  const auto seat = seat_here(word);
  return seat && *seat != Seat::Chance ? *seat : Seat::Table;
}

SeatSet ScriptTable::winners(const AnyState& state) const {
  SeatSet out;
  if (!game_->waiting_on(state).empty()) return out;
  const Standing standing = game_->standing(state);
  for (int i = 0; i < players_; ++i)
    if (standing[static_cast<std::size_t>(i)] == 1) out.add(seat_at(i));
  return out;
}

Verdict ScriptTable::judge(const AnyState& state, std::string_view text) const {
  std::string_view rest = text;
  const std::string_view word = next_word(rest);
  const auto words = text::words(rest);
  if (word.empty()) return Verdict::bad("'expect' needs something to expect");
  if (word == "legal") return judge_legal(state, rest);
  if (word == "refused") return judge_refused(state, rest);
  if (word == "waiting") return judge_seats("to move", game_->waiting_on(state), words);
  if (word == "winner") return judge_seats("the winner to be", winners(state), words);
  if (word == "prompt") return judge_prompt(state, words);
  if (word == "score") return judge_score(state, words);
  if (word == "over") {
    if (!words.empty()) return Verdict::bad("the form is: expect over");
    const SeatSet waiting = game_->waiting_on(state);
    return waiting.empty() ? Verdict{} : Verdict::no("expected the game to be over, found to move: " + print_seats(waiting));
  }
  if (word == "sight") {
    const Seat seat = player_here(next_word(rest));
    if (seat == Seat::Table) return Verdict::bad("the form is: expect sight SEAT FIELD VALUE");
    const std::string_view key = next_word(rest);
    return judge_field(state, seat, key, rest);
  }
  return judge_field(state, Seat::Chance, word, rest);
}

Verdict ScriptTable::judge_legal(const AnyState& state, std::string_view rest) const {
  const std::string form = "the form is: expect legal [SEAT] = a | b, or has a | b, or lacks a | b";
  const SeatSet waiting = game_->waiting_on(state);
  std::optional<Seat> seat;
  std::string_view op = next_word(rest);
  if (op != "=" && op != "has" && op != "lacks") {
    seat = seat_here(op);
    if (!seat) return Verdict::bad(form);
    op = next_word(rest);
    if (op != "=" && op != "has" && op != "lacks") return Verdict::bad(form);
  } else if (waiting.size() == 1) {
    seat = waiting.lowest();
  }
  std::vector<Action> wanted;
  if (!(op == "=" && rest == "none")) {
    for (std::string_view part : text::split(rest, '|')) {
      const auto action = game_->parse(text::trim(part));
      if (!action) return Verdict::bad(action.fault().reason);
      wanted.push_back(*action);
    }
  }
  if (!seat) return Verdict::no("expected one seat to move, found: " + print_seats(waiting) + " (name the seat)");
  if (op != "=" && !waiting.has(*seat))
    return Verdict::no("expected " + std::string(seat_name(*seat)) + " to move, found: " + print_seats(waiting));
  std::vector<Action> found = choices(state, *seat);
  std::sort(wanted.begin(), wanted.end());
  std::sort(found.begin(), found.end());
  std::vector<Action> missing, extra, both;
  std::set_difference(wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(missing));
  std::set_difference(found.begin(), found.end(), wanted.begin(), wanted.end(), std::back_inserter(extra));
  std::set_intersection(wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(both));
  if (op == "has" && missing.empty()) return {};
  if (op == "lacks" && both.empty()) return {};
  if (op == "=" && missing.empty() && extra.empty()) return {};
  std::string why = "legal for " + std::string(seat_name(*seat)) + ":";
  if (op == "lacks") {
    why += " expected without " + list(both);
  } else {
    if (!missing.empty()) why += " expected also " + list(missing) + ";";
    if (op == "=" && !extra.empty()) why += " not expected " + list(extra) + ";";
    why.pop_back();
  }
  return Verdict::no(why + "; found " + list(found) + (waiting.has(*seat) ? "" : " (to move: " + print_seats(waiting) + ")"));
}

Verdict ScriptTable::judge_refused(const AnyState& state, std::string_view rest) const {
  const Seat seat = player_here(next_word(rest));
  if (seat == Seat::Table || rest.empty()) return Verdict::bad("the form is: expect refused SEAT ACTION [because RULE]");
  std::string_view clause;
  const std::size_t because = rest.rfind(" because ");
  if (because != std::string_view::npos) {
    clause = text::trim(rest.substr(because + 9));
    rest = text::trim(rest.substr(0, because));
  }
  const auto action = game_->parse(rest);
  if (!action) return Verdict::bad(action.fault().reason);
  const std::vector<Action> open = choices(state, seat);
  if (std::find(open.begin(), open.end(), *action) != open.end())
    return Verdict::no("expected " + quoted(rest) + " to be refused for " + std::string(seat_name(seat)) + ", found it legal");
  const std::string_view found = game_->refuse(game_->sight(state, seat), *action).clause;
  if (clause.empty() || clause == found) return {};
  return Verdict::no("expected " + quoted(rest) + " to be refused by " + std::string(clause) + ", found it refused by " +
                     shown_value(found));
}

Verdict ScriptTable::judge_seats(std::string_view what, SeatSet found, const std::vector<std::string_view>& words) const {
  SeatSet wanted;
  for (std::string_view word : words) {
    if (word == "none" && words.size() == 1) break;
    const auto seat = seat_here(word);
    if (!seat) return Verdict::bad(quoted(word) + " is no seat of this table");
    wanted.add(*seat);
  }
  if (words.empty()) return Verdict::bad("name the seats, or 'none'");
  if (wanted == found) return {};
  return Verdict::no("expected " + std::string(what) + " " + print_seats(wanted) + ", found " + print_seats(found));
}

Verdict ScriptTable::judge_prompt(const AnyState& state, const std::vector<std::string_view>& words) const {
  const Seat seat = words.empty() ? Seat::Table : player_here(words[0]);
  if (seat == Seat::Table || words.size() != 2) return Verdict::bad("the form is: expect prompt SEAT KEY");
  if (!game_->waiting_on(state).has(seat))
    return Verdict::no("expected a prompt for " + std::string(words[0]) + ", found to move: " + print_seats(game_->waiting_on(state)));
  const Prompt prompt = game_->prompt(game_->sight(state, seat));
  if (words[1] == prompt.phrase.key || words[1] == prompt.clause) return {};
  return Verdict::no("expected the prompt " + std::string(words[1]) + ", found " + prompt.phrase.key + " by " + prompt.clause);
}

Verdict ScriptTable::judge_score(const AnyState& state, const std::vector<std::string_view>& words) const {
  const Seat seat = words.empty() ? Seat::Table : player_here(words[0]);
  const auto wanted = words.size() == 3 ? text::number(words[2]) : std::nullopt;
  if (seat == Seat::Table || !wanted) return Verdict::bad("the form is: expect score SEAT LINE NUMBER");
  std::vector<std::string> keys;
  for (const ScoreLine& line : game_->score(state)) {
    keys.push_back(line.key);
    if (line.key != words[1]) continue;
    const i32 found = line.points[static_cast<std::size_t>(index_of(seat))];
    return found == *wanted ? Verdict{}
                            : Verdict::no("expected score " + std::string(words[1]) + " of " + std::string(words[0]) + " " +
                                          std::string(words[2]) + ", found " + std::to_string(found));
  }
  return Verdict::bad("the score has no line " + quoted(words[1]) + " (there are: " + text::join(keys, ", ") + ")");
}

Verdict ScriptTable::judge_field(const AnyState& state, Seat viewer, std::string_view key, std::string_view wanted) const {
  std::optional<Field> field;
  std::vector<std::string> keys;
  for (Field& f : game_->fields(state, viewer)) {
    keys.push_back(f.key);
    if (f.key == key) field = std::move(f);  // of a pending field the last is the top
  }
  if (!field) {  // shown only at some moments, such as what is pending: nothing at others
    for (const Field& f : game_->fields(game_->start(players_), Seat::Chance)) {
      keys.push_back(f.key);
      if (f.key == key) field = Field{f.key, "", f.kind, f.settable, f.pending};
    }
    AnyState scratch = game_->blank(players_);
    if (!field && game_->set(scratch, key, "none")) field = Field{std::string(key), "", FieldKind::bag, true, false};
    if (!field) return Verdict::bad("there is no field " + quoted(key) + did_you_mean(key, keys));
  }
  std::string_view rest = wanted;
  std::string_view op = next_word(rest);
  if (!is_comparison(op)) {
    op = "=";
    rest = text::trim(wanted);
  }
  if (rest.empty()) return Verdict::bad("say what " + quoted(key) + " should be ('none' for nothing)");
  const std::string shown = "expected " + std::string(key) + " " + (op == "=" ? "" : std::string(op) + " ") + std::string(rest) +
                            ", found " + shown_value(field->value);
  if (is_order(op)) {
    const auto found = text::number(field->value), bound = text::number(rest);
    if (!bound) return Verdict::bad(quoted(rest) + " is no number");
    return found && in_order(*found, op, *bound) ? Verdict{} : Verdict::no(shown);
  }
  if (op == "has" || op == "lacks") {
    const auto part = expand_words(rest), whole = expand_words(field->value);
    if (!part) return Verdict::bad(part.fault().reason);
    if (!whole || field->value == "?") return Verdict::no(shown);
    auto have = counted(*whole);
    bool all = true, any = false;
    for (const auto& [word, n] : counted(*part)) {
      all = all && have[word] >= n;
      any = any || have[word] >= n;
    }
    return (op == "has" ? all : !any) ? Verdict{} : Verdict::no(shown);
  }
  if (field->kind == FieldKind::frame) return fits_frame(field->value, rest) == (op == "=") ? Verdict{} : Verdict::no(shown);
  const auto normal = [&](std::string_view v) { return v == "none" ? "" : normal_form(v, field->kind); };
  const bool same = normal(rest) == normal(text::trim(field->value));
  return same == (op == "=") ? Verdict{} : Verdict::no(shown);
}

}  // namespace trestle
