#include "match/match.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/text.hpp"
#include "core/position.hpp"

namespace trestle {

namespace {

// The single choice of a seat whose choices everybody can work out, so that playing it for the seat tells nothing about a hand.
std::optional<Action> single_open_choice(const AnyGame& game, const AnyState& state, Seat seat) {
  const AnySight sight = game.sight(state, seat);
  if (!game.open_choice(sight)) return std::nullopt;
  ActionList legal;
  game.legal(sight, legal);
  return legal.size() == 1 ? std::optional(legal[0]) : std::nullopt;
}

std::vector<RecordField> settable_fields(const AnyGame& game, const AnyState& state) {
  std::vector<RecordField> out;
  for (const Field& field : game.fields(state, Seat::Chance))
    if (field.settable) out.push_back({field.key, field.value.empty() ? "none" : field.value});
  return out;
}

Result<AnyState> position_of(const AnyGame& game, int seats, const std::vector<RecordField>& fields) {
  std::vector<FieldLine> lines;
  for (const RecordField& field : fields) lines.push_back({0, field.key, field.value});
  return build_position(game, seats, lines);
}

// The state a set-up starts from; the header gets the text of a position that is not the game's own start.
Result<AnyState> start_of(const MatchSetup& setup, RecordHeader& header) {
  const AnyGame& game = *setup.game;
  if (!setup.position && setup.position_text.empty()) return game.start(setup.seats);
  std::optional<AnyState> wanted = setup.position;
  if (!wanted) {
    const auto text = read_position(setup.position_text);
    if (!text) return text.fault();
    if (text->header.players != setup.seats) return fault("the position is for another number of players");
    const auto built = build_position(game, setup.seats, text->fields);
    if (!built) return built.fault();
    wanted = *built;
  }
  header.position = settable_fields(game, *wanted);
  // The record must lead back here, so the text must say all that the state holds.
  const auto again = position_of(game, setup.seats, header.position);
  if (!again) return again.fault();
  if (!(*again == *wanted)) return fault("this position cannot be written as text");
  return *wanted;
}

bool is_possible_outcome(const AnyGame& game, const AnyState& state, Action action) {
  OutcomeList outcomes;
  game.chance(state, outcomes);
  return std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& o) { return o.action == action && o.weight > 0; });
}

// How to go back from `after` to `before`: runs of how many bytes to leave, how many to put back, and those. An act changes few.
std::vector<u8> way_back(const AnyState& before, const AnyState& after) {
  constexpr std::size_t run_max = 255, block = 64, word = sizeof(u64);
  std::array<u8, 2 * state_bytes_max> runs;  // two bytes more for each run, and there are at most half as many as bytes
  std::size_t end = 0;
  std::size_t at = 0, from = 0;  // up to `from` everything is said
  const auto run_from = [&](std::size_t first) {
    while (at < before.size && at - first < run_max && before.bytes[at] != after.bytes[at]) ++at;
    const auto head = [&](std::size_t same, std::size_t other) {
      runs[end++] = static_cast<u8>(same);
      runs[end++] = static_cast<u8>(other);
    };
    for (; first - from > run_max; from += run_max) head(run_max, 0);
    head(first - from, at - first);
    for (std::size_t i = first; i < at; ++i) runs[end++] = before.bytes[i];
    from = at;
  };
  const auto same = [&](std::size_t count) { return std::memcmp(before.bytes.data() + at, after.bytes.data() + at, count) == 0; };
  while (at < before.size) {
    const std::size_t end_of_block = std::min<std::size_t>(at + block, before.size);
    if (same(end_of_block - at)) at = end_of_block;
    while (at < end_of_block) {
      if (at + word <= end_of_block && same(word))
        at += word;
      else if (before.bytes[at] == after.bytes[at])
        ++at;
      else
        run_from(at);
    }
  }
  return {runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(end)};
}

void go_back(AnyState& state, const std::vector<u8>& runs) {
  std::size_t to = 0;
  for (std::size_t at = 0; at < runs.size();) {
    to += runs[at];
    const std::size_t count = runs[at + 1];
    std::copy_n(runs.data() + at + 2, count, state.bytes.data() + to);
    to += count;
    at += 2 + count;
  }
}

// Room for a few more: these lists grow by little at a time, and a server holds many.
template <class T>
void make_room(std::vector<T>& list) {
  constexpr std::size_t more = 512 / sizeof(T);
  if (list.size() == list.capacity()) list.reserve(list.size() + std::max(more, list.size() / 4));
}

Fault at_line(const Record& record, std::size_t move, const std::string& reason) { return Fault{"", record.line_of(move), reason}; }

// Whether the game at hand is the one a record was played with. The lines are those of the header.
Status check_same_table(const Record& record, const RecordHeader& ours) {
  const RecordHeader& header = record.header;
  if (header.game != ours.game) return Fault{"", 2, "this is a record of '" + header.game + "', not of '" + ours.game + "'"};
  if (header.rules_version != ours.rules_version)
    return Fault{"", 3,
                 "played by version " + std::to_string(header.rules_version) + " of the rules; this is version " +
                     std::to_string(ours.rules_version)};
  if (header.edition != ours.edition)
    return Fault{"", 4, "played with other tables (edition " + header.edition + "; these are " + ours.edition + ")"};
  if (header.options != ours.options) return Fault{"", 6, "played with other options"};
  if (header.position != ours.position) return at_line(record, 0, "the start position above is not written as it should be");
  return ok();
}

}  // namespace

// ---- beginning

Result<Match> Match::begin(MatchSetup setup, const DealerNote& dealer) {
  if (!setup.game) return fault("no game is given");
  if (auto fits = check_players(*setup.game, setup.seats); !fits) return fits.fault();
  Match match;
  RecordHeader& header = match.header_;
  header.game = setup.game->info().name;
  header.rules_version = setup.game->info().rules_version;
  header.edition = setup.game->info().edition;
  header.seats = setup.seats;
  header.options = setup.game->options();
  header.names = setup.names;
  if (header.names.empty())
    for (int i = 0; i < setup.seats; ++i) header.names.emplace_back(seat_name(seat_at(i)));
  header.forced_played = setup.play_forced;
  header.dealer = dealer;
  const auto state = start_of(setup, header);
  if (!state) return state.fault();
  match.game_ = std::move(setup.game);
  if (auto status = check_record(match.record()); !status) return status.fault();
  match.stand_at(*state);
  return match;
}

Result<Match> Match::create(MatchSetup setup, std::unique_ptr<Dealer> dealer) {
  if (!dealer) return fault("no dealer is given");
  auto match = begin(std::move(setup), dealer->note());
  if (!match) return match;
  match->dealer_ = std::move(dealer);
  match->advance();
  return match;
}

Result<Match> Match::create_by_hand(MatchSetup setup) {
  auto match = begin(std::move(setup), {});
  if (!match) return match;
  match->by_hand_ = true;
  match->advance();
  return match;
}

Result<Match> Match::resume_by_hand(GamePtr game, const Record& record) {
  auto match = replay(std::move(game), record, nullptr);
  if (!match) return match;
  if (match->header_.dealer.kind != DealerKind::unstated) return fault("the record names a dealer, so it cannot go on by hand");
  match->by_hand_ = true;
  if (!match->closed()) match->advance();
  return match;
}

// ---- acting

AnyState Match::unpacked(const std::vector<u8>& bytes) {
  AnyState state;
  std::copy(bytes.begin(), bytes.end(), state.bytes.begin());
  state.size = static_cast<u32>(bytes.size());
  return state;
}

void Match::stand_at(const AnyState& state) {
  state_.assign(state.bytes.begin(), state.bytes.begin() + state.size);
  waiting_ = game_->waiting_on(state);
}

// Does the step's act; it stands in the window then.
void Match::add(Step step, const AnyState& before) {
  AnyState after = before;
  thread_local EventLog log;  // its room is used again
  log.events.clear();
  game_->apply(after, step.seat, step.action, log);
  step.events.assign(log.events.begin(), log.events.end());
  step.changed = way_back(before, after);
  stand_at(after);
  make_room(window_);
  window_.push_back(std::move(step));
}

// The state before a step of the window.
AnyState Match::before(std::size_t step) const {
  AnyState out = state();
  for (std::size_t i = window_.size(); i > step; --i) go_back(out, window_[i - 1].changed);
  return out;
}

void Match::act(Seat seat, Action action, RecordMove::Kind kind) {
  ++plies_;
  CHECK(plies_ <= game_->info().plies_max);
  if (seat == Seat::Chance) ++draws_;
  const bool automatic = kind == RecordMove::Kind::automatic;
  add({seq() + 1, seat, action, automatic, seat == Seat::Chance ? Barrier::yes : Barrier::unasked, {}, {}}, state());
  make_room(acts_);
  acts_.push_back({kind, seat, action});
}

// Where in the window the acts begin that no barrier protects. Asks what was not asked yet, the latest first.
std::size_t Match::after_barrier() const {
  AnyState after = state();
  for (std::size_t i = window_.size(); i > 0; --i) {
    const Step& step = window_[i - 1];
    AnyState before = after;
    go_back(before, step.changed);
    if (step.barrier == Barrier::unasked) step.barrier = is_barrier(step, before, after) ? Barrier::yes : Barrier::no;
    if (step.barrier == Barrier::yes) return i;
    after = before;
  }
  return 0;
}

// What happened up to the last barrier stays for good.
void Match::settle() {
  std::size_t end = window_.size(), unasked = 0;
  for (; end > 0 && window_[end - 1].barrier != Barrier::yes; --end) unasked += window_[end - 1].barrier == Barrier::unasked ? 1 : 0;
  if (unasked > unasked_steps_max) end = after_barrier();
  const auto kept = window_.begin() + static_cast<std::ptrdiff_t>(end);
  for (auto step = window_.begin(); step != kept; ++step) {
    CHECK(step->events.size() <= Act::told_max);
    acts_[step->seq - 1].told = static_cast<u16>(step->events.size());
    for (const Event& event : step->events) {
      make_room(told_);
      told_.push_back(event);
    }
  }
  window_.erase(window_.begin(), kept);
}

// Whether an act told a viewer something it could not foresee: in some other world that the viewer could have been in, it would
// have seen or heard something else.
bool Match::tells(Seat viewer, const Step& step, const AnyState& before, const AnyState& after) const {
  const auto heard = [&](const std::vector<Event>& events) {
    std::vector<Event> out;
    for (const Event& event : events)
      if (event.audience.has(viewer)) out.push_back(event);
    return out;
  };
  const AnySight seen_before = game_->sight(before, viewer), seen_after = game_->sight(after, viewer);
  const std::vector<Event> heard_here = heard(step.events);
  Rng rng(before.hash());
  for (int i = 0; i < worlds_compared; ++i) {
    AnyState world = game_->imagine(seen_before, rng);
    if (game_->refuse(game_->sight(world, step.seat), step.action)) return true;
    EventLog log;
    game_->apply(world, step.seat, step.action, log);
    if (!(game_->sight(world, viewer) == seen_after) || heard(log.events) != heard_here) return true;
  }
  return false;
}

// Whether nobody may go back over an act just made: it was chance, it told its seat something, or it was made by the table for a
// seat and told another. (What a seat shows of its own will is its own affair.)
bool Match::is_barrier(const Step& step, const AnyState& before, const AnyState& after) const {
  if (step.seat == Seat::Chance || game_->reveals(before, after, step.seat, step.action)) return true;
  for (int i = 0; i < seats(); ++i)
    if ((seat_at(i) == step.seat || step.automatic) && tells(seat_at(i), step, before, after)) return true;
  return false;
}

std::optional<Match::Forced> Match::forced_move() const {
  std::optional<Forced> found;
  const SeatSet waiting = waiting_on();
  if (!header_.forced_played || waiting.has(Seat::Chance)) return found;
  const AnyState now = state();
  waiting.for_each([&](Seat seat) {
    if (found) return;
    if (const auto only = single_open_choice(*game_, now, seat)) found = Forced{seat, *only};
  });
  return found;
}

// Until somebody must decide or the game is over. Ends: act counts plies.
void Match::advance() {
  for (;;) {
    if (waiting_on().has(Seat::Chance)) {
      if (!dealer_) return;  // by hand
      const AnyState now = state();
      act(Seat::Chance, game_->outcome(now, dealer_->draw(game_->odds(now))), RecordMove::Kind::act);
    } else if (const auto forced = forced_move()) {
      act(forced->seat, forced->action, RecordMove::Kind::automatic);
    } else {
      return;
    }
    settle();
  }
}

SubmitResult Match::answer(SubmitCode code, std::size_t index, Refusal refusal) const { return {code, seq(), index, refusal}; }

SubmitResult Match::submit(Seat seat, std::span<const Action> actions, u64 expected_seq) {
  CHECK(dealer_ || by_hand_);  // not a match that is only looked at
  if (over()) return answer(SubmitCode::over);
  if (expected_seq != seq()) return answer(SubmitCode::stale);
  if (actions.empty()) return answer(SubmitCode::empty_batch);
  if (actions.size() > batch_max) return answer(SubmitCode::batch_too_long, batch_max);
  const std::size_t acts_before = acts_.size(), window_before = window_.size();
  const u32 plies_before = plies_;
  const SubmitResult result = apply_batch(seat, actions);
  if (!result) {  // as if nothing had been asked
    stand_at(before(window_before));
    acts_.resize(acts_before);
    window_.erase(window_.begin() + static_cast<std::ptrdiff_t>(window_before), window_.end());
    plies_ = plies_before;
    return answer(result.code, result.index, result.refusal);
  }
  settle();
  advance();
  return answer(SubmitCode::accepted);
}

SubmitResult Match::deal(Action outcome, u64 expected_seq) {
  CHECK(by_hand_);
  if (over()) return answer(SubmitCode::over);
  if (expected_seq != seq()) return answer(SubmitCode::stale);
  if (!waiting_on().has(Seat::Chance)) return answer(SubmitCode::not_waiting);
  if (!is_possible_outcome(*game_, state(), outcome)) return answer(SubmitCode::illegal);
  act(Seat::Chance, outcome, RecordMove::Kind::act);
  settle();
  advance();
  return answer(SubmitCode::accepted);
}

SubmitResult Match::apply_batch(Seat seat, std::span<const Action> actions) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    // Nothing is forced before the first action. Later, what is forced is played; naming it in the batch is the same as not.
    bool named = false;
    while (const auto forced = i > 0 ? forced_move() : std::nullopt) {
      act(forced->seat, forced->action, RecordMove::Kind::automatic);
      named = forced->seat == seat && forced->action == actions[i];
      if (named) break;
    }
    if (named) continue;
    if (!waiting_on().has(seat) || seat == Seat::Chance) return answer(SubmitCode::not_waiting, i);
    if (const Refusal refusal = game_->refuse(sight(seat), actions[i])) return answer(SubmitCode::illegal, i, refusal);
    act(seat, actions[i], RecordMove::Kind::act);
  }
  return answer(SubmitCode::accepted);
}

// ---- undoing

// Whether nobody else can tell which of its choices the seat took.
bool Match::is_secret(const Step& step, const AnyState& before) const {
  AnyState taken = before;
  EventLog unheard;
  game_->apply(taken, step.seat, step.action, unheard);
  ActionList legal;
  game_->legal(game_->sight(before, step.seat), legal);
  for (const Action& other : legal) {
    AnyState world = before;
    game_->apply(world, step.seat, other, unheard);
    for (int i = 0; i < seats(); ++i)
      if (seat_at(i) != step.seat && !(game_->sight(world, seat_at(i)) == game_->sight(taken, seat_at(i)))) return false;
    if (!(game_->sight(world, Seat::Table) == game_->sight(taken, Seat::Table))) return false;
  }
  return true;
}

// Where in the window the seat's last act is, if it can be taken back. Chance and reveals are a barrier; what is left to ask is whether
// others have acted since, and if so whether all of it, theirs and ours, is a secret still.
std::optional<std::size_t> Match::undoable(Seat seat) const {
  if (closed() || acts_.size() >= undo_record_moves_max) return std::nullopt;
  const std::size_t first = after_barrier();
  std::size_t at = window_.size();
  while (at > first && (window_[at - 1].automatic || window_[at - 1].seat != seat)) --at;
  if (at == first) return std::nullopt;
  const std::size_t mine = at - 1;
  const bool alone =
      std::all_of(window_.begin() + static_cast<std::ptrdiff_t>(at), window_.end(), [](const Step& s) { return s.automatic; });
  if (alone) return mine;
  AnyState without = before(mine);
  if (!is_secret(window_[mine], without)) return std::nullopt;
  for (std::size_t i = at; i < window_.size(); ++i) {
    const Step& later = window_[i];
    if (later.automatic || !is_secret(later, before(i))) return std::nullopt;
    if (!game_->waiting_on(without).has(later.seat) || game_->refuse(game_->sight(without, later.seat), later.action)) return std::nullopt;
    EventLog unheard;
    game_->apply(without, later.seat, later.action, unheard);
  }
  return mine;
}

bool Match::can_undo(Seat seat) const { return undoable(seat).has_value(); }

bool Match::undo(Seat seat) {
  const auto mine = undoable(seat);
  if (!mine) return false;
  stand_at(before(*mine));
  std::vector<Step> since(std::make_move_iterator(window_.begin() + static_cast<std::ptrdiff_t>(*mine)),
                          std::make_move_iterator(window_.end()));
  window_.resize(*mine);
  plies_ -= static_cast<u32>(since.size());
  for (std::size_t i = 1; i < since.size(); ++i) {
    if (since[i].automatic) continue;  // forced by what is taken back
    add(std::move(since[i]), state());
    ++plies_;
  }
  make_room(acts_);
  acts_.push_back({RecordMove::Kind::undo, seat, {}});
  return true;
}

// ---- telling

std::vector<Happening> Match::happenings(Seat viewer, u64 from_seq) const {
  std::vector<Happening> out = all_happenings(from_seq);
  std::erase_if(out, [&](const Happening& happening) { return !happening.event.audience.has(viewer); });
  return out;
}

std::vector<Happening> Match::all_happenings(u64 from_seq) const {
  std::vector<Happening> out;
  const u64 first = std::min(from_seq, seq());
  std::size_t later = 0;  // of the events told for good
  for (const Act& act : acts().subspan(first)) later += act.told;
  auto told = told_.end() - static_cast<std::ptrdiff_t>(later);
  for (u64 i = first; i < seq(); ++i)
    for (u16 k = 0; k < acts_[i].told; ++k) out.push_back({i + 1, *told++});
  const auto is_old = [&](const Step& step) { return step.seq <= from_seq; };
  for (auto step = std::partition_point(window_.begin(), window_.end(), is_old); step != window_.end(); ++step)
    for (const Event& event : step->events) out.push_back({step->seq, event});
  return out;
}

RecordMove Match::move(const Act& act) const {
  return {act.kind, act.seat, act.kind == RecordMove::Kind::undo ? std::string() : game_->print(act.action)};
}

Record Match::record() const {
  Record out{header_, {}, end_};
  out.moves.reserve(acts_.size());
  for (const Act& act : acts_) out.moves.push_back(move(act));
  return out;
}

RecordEnd Match::result() const {
  RecordEnd end;
  const auto count = static_cast<std::ptrdiff_t>(seats());
  const AnyState now = state();
  const Standing standing = game_->standing(now);
  end.places.assign(standing.begin(), standing.begin() + count);
  for (const ScoreLine& line : game_->score(now)) end.scores.push_back({line.key, {line.points.begin(), line.points.begin() + count}});
  return end;
}

void Match::close_record() {
  if (closed() || !over()) return;
  RecordEnd end = result();
  if (dealer_) end.secret = dealer_->secret();
  end_ = std::move(end);
}

void Match::abandon() {
  if (closed()) return;
  if (over()) return close_record();
  RecordEnd end;
  if (dealer_) end.secret = dealer_->secret();
  end_ = std::move(end);
}

// ---- replaying

Result<Match> Match::replay(GamePtr game, const Record& record, Dealer* checked_by) {
  const RecordHeader& header = record.header;
  if (!game) return fault("no game is given");
  MatchSetup setup;
  setup.game = game;
  setup.seats = header.seats;
  setup.names = header.names;
  setup.play_forced = header.forced_played;
  if (!header.position.empty()) {
    const auto position = position_of(*game, header.seats, header.position);
    if (!position) return at_line(record, 0, "the start position above: " + position.fault().reason);
    setup.position = *position;
  }
  auto match = begin(std::move(setup), header.dealer);
  if (!match) return match.fault();
  if (auto fits = check_same_table(record, match->header_); !fits) return fits.fault();
  for (std::size_t i = 0; i < record.moves.size(); ++i)
    if (auto status = match->replay_move(record.moves[i], checked_by); !status) return at_line(record, i, status.fault().reason);
  if (record.end)
    if (auto status = match->replay_end(record); !status) return status.fault();
  return match;
}

Status Match::replay_end(const Record& record) {
  const bool finished = over();
  const std::size_t after = record.moves.size();
  if (finished && record.end->places.empty()) return at_line(record, after, "the game has a result, but the record says it was given up");
  if (!finished && !record.end->places.empty()) return at_line(record, after, "the record has a result, but the game is not over");
  RecordEnd expected = finished ? result() : RecordEnd{};
  expected.secret = record.end->secret;
  if (!(expected == *record.end)) return at_line(record, after, "the places or scores are not those of the game");
  end_ = record.end;
  return ok();
}

Result<Match> Match::resume(GamePtr game, const Record& record, std::unique_ptr<Dealer> dealer) {
  if (!dealer) return fault("no dealer is given");
  const bool unstated = record.header.dealer.kind == DealerKind::unstated;
  if (!unstated && !(dealer->note() == record.header.dealer)) return fault("the dealer is not the one the record names");
  dealer->rewind(0);
  auto match = replay(std::move(game), record, unstated ? nullptr : dealer.get());
  if (!match) return match;
  dealer->rewind(match->draws_);
  match->dealer_ = std::move(dealer);
  if (!match->closed()) match->advance();
  return match;
}

Status Match::replay_move(const RecordMove& move, Dealer* checked_by) {
  if (move.kind == RecordMove::Kind::undo)
    return undo(move.seat) ? ok() : fault("this undo is not possible: there is nothing to undo, or something was learned since");
  if (over()) return fault("the game is over already");
  if (plies_ == game_->info().plies_max) return fault("the game is longer than a game can be");
  const auto action = game_->parse(move.text);
  if (!action) return action.fault();
  if (game_->print(*action) != move.text) return fault("'" + move.text + "' is written '" + game_->print(*action) + "'");
  auto status = move.seat == Seat::Chance ? replay_draw(move, *action, checked_by) : replay_act(move, *action);
  if (!status) return status;
  act(move.seat, *action, move.kind);
  settle();
  return ok();
}

Status Match::replay_draw(const RecordMove& move, Action action, Dealer* checked_by) {
  if (!waiting_on().has(Seat::Chance)) return fault("no draw is due here");
  const AnyState now = state();
  if (!is_possible_outcome(*game_, now, action)) return fault("'" + move.text + "' cannot be drawn here");
  if (checked_by == nullptr) return ok();
  const Action drawn = game_->outcome(now, checked_by->draw(game_->odds(now)));
  if (drawn != action)
    return fault("draw " + std::to_string(draws_) + " of the dealer is '" + game_->print(drawn) + "', not '" + move.text + "'");
  return ok();
}

Status Match::replay_act(const RecordMove& move, Action action) {
  const std::string who(seat_name(move.seat));
  if (waiting_on().has(Seat::Chance)) return fault("a draw is due here");
  if (!waiting_on().has(move.seat)) return fault("seat " + who + " has nothing to decide here");
  if (const Refusal refusal = game_->refuse(sight(move.seat), action))
    return fault("'" + move.text + "' is not allowed here: " + std::string(refusal.clause));
  const auto forced = forced_move();
  const bool automatic = move.kind == RecordMove::Kind::automatic;
  if (automatic && !(forced && forced->seat == move.seat && forced->action == action))
    return fault("this move is marked automatic but was not forced");
  if (!automatic && forced)
    return fault("a forced move of seat " + std::string(seat_name(forced->seat)) + " is due here, marked automatic");
  return ok();
}

}  // namespace trestle
