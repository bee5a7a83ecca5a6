// To storage and back. A step of a table is applied in memory, sent to the store, and what it tells anybody waits until the store says
// that it is durable. If the store says otherwise, the memory is dropped and the table read again: the store is the truth.
#include "games/registry.hpp"
#include "server/hub/impl.hpp"

namespace trestle::server {

namespace {

constexpr std::size_t table_id_letters = 16;

Problem not_kept() { return problem("storage", "the server could not keep this; it has not happened; try again"); }

}  // namespace

// The table a message is about, if it is here. Otherwise the message waits, goes to another node, or is refused.
Table* Hub::Impl::table_for(Ask& ask) {
  const TableId id = ask.request.text("table");
  if (ask.request.problem()) {
    refuse(ask.reply, *ask.request.problem());
    return nullptr;
  }
  if (id.size() != table_id_letters) {
    refuse(ask.reply, problem("unknown_table", "there is no such table", "table"));
    return nullptr;
  }
  Table& table = tables_[id];
  if (table.id.empty()) {
    table.id = id;
    load(table);
  }
  table.touched = now_;
  if (table.stage == Table::Stage::elsewhere && now_ >= table.ask_again) load(table);
  switch (table.stage) {
    case Table::Stage::here: return &table;
    case Table::Stage::elsewhere: forward(table, ask.reply, ask.request.text("do"), ask.text); return nullptr;
    case Table::Stage::loading:
      if (table.waiting.size() >= waiting_messages_max)
        refuse(ask.reply, problem("elsewhere", "the table is being loaded; try again"), load_again_ms);
      else
        table.waiting.emplace_back(ask.reply.line, std::string(ask.text));
      return nullptr;
  }
  return nullptr;
}

// ---- reading

void Hub::Impl::load(Table& table) {
  table.stage = Table::Stage::loading;
  if (std::exchange(table.load_under_way, true)) return;
  ask_store(storage::LoadTable{table.id, config_.node, now_, static_cast<u32>(chat_lines_kept)},
            [this, id = table.id](storage::Answer& found) { loaded(id, found); });
}

void Hub::Impl::loaded(const TableId& id, storage::Answer& found) {
  const auto at = tables_.find(id);
  if (at == tables_.end()) return;
  Table& table = at->second;
  table.load_under_way = false;
  table.touched = now_;
  const auto waiting = std::exchange(table.waiting, {});
  const auto refuse_all = [&](const Problem& why) {
    for (const auto& [line, text] : waiting) {
      json::error_code error;
      const json::value message = json::parse(text, error);
      Reply reply{line, std::nullopt};
      if (message.is_object()) reply.id = id_of(message.get_object());
      if (find_line(line) != nullptr) refuse(reply, why);
    }
  };
  if (found.outcome == storage::Outcome::conflict && !found.holder.empty()) {
    const storage::NodeId before_holder = std::exchange(table.holder, found.holder);
    table.stage = Table::Stage::elsewhere;
    table.ask_again = now_ + lease_ms;
    if (table.wake != 0) wakes_.erase({table.wake, id});
    table.wake = table.ask_again;
    wakes_.insert({table.wake, id});
    // Who watched it here watches it there from now on, and asks again for what may have changed.
    const auto watchers = table.watchers;
    for (const auto& [line, seat] : watchers) {
      if (!line.here() || find_line(line) == nullptr) {
        table.watchers.erase(line);
        continue;
      }
      forward(table, {line, std::nullopt}, "watch", json::serialize(json::object{{"do", "watch"}, {"table", id}}));
      if (before_holder != table.holder) deliver(line, json::serialize(json::object{{"push", "recalled"}, {"table", id}}));
    }
  } else if (found.outcome == storage::Outcome::failed) {
    refuse_all(not_kept());
    if (table.watchers.empty()) return unload(id);
    wakes_.erase({table.wake, id});  // try again
    table.wake = now_ + load_again_ms;
    wakes_.insert({table.wake, id});
    return;
  } else if (found.outcome != storage::Outcome::done || !found.table) {
    refuse_all(problem("unknown_table", "there is no such table", "table"));
    return unload(id);
  } else {
    std::string why;
    if (!take_in(table, *found.table, why)) {
      note(Note::Level::error, "table_unreadable", {{"table", id}, {"why", why}});
      refuse_all(problem("storage", "this table cannot be read any more: " + why));
      return unload(id);
    }
    ++counters_.tables_loaded;
    const auto watchers = std::exchange(table.watchers, {});
    for (const auto& [line, seat] : watchers)
      if (find_line(line) != nullptr) attach(table, line);
    if (!table.watchers.empty()) {
      push_table(table);
      if (table.match) recall(table);
    }
  }
  for (const auto& [line, text] : waiting)
    if (LineState* there = find_line(line)) hear(line, *there, text);
  const auto again = tables_.find(id);
  if (again == tables_.end() || again->second.stage != Table::Stage::here) return;
  run_clocks(again->second);
  wake_bots(again->second);
  if (again->second.status == TableStatus::over && !again->second.terms.counted) count_results(again->second);
  schedule(again->second);
}

bool Hub::Impl::take_in(Table& table, const storage::TableWhole& whole, std::string& why) {
  const auto failed = [&](const Fault& what) {
    why = what.text();
    return false;
  };
  const auto terms = parse_terms(whole.row.terms);
  if (!terms) return failed(terms.fault());
  const auto game = game_by(terms->game, terms->options, terms->tables);
  if (!game) return failed(game.fault());
  table.terms = *terms;
  table.fair = fair_text(table.terms);
  table.game = *game;
  if (table.terms.tables) table.terms.tables = TablesPtr(*game, &(*game)->edition());  // one copy for all tables that play it
  table.status = whole.row.status;
  table.created = whole.row.created;
  table.changed = whole.row.changed;
  table.chat.assign(whole.chat.begin(), whole.chat.end());
  table.match.reset();
  table.step_starts.clear();
  table.moves_kept = whole.moves;
  table.vote.reset();
  reset_clocks(table);
  if (table.terms.started > 0) {
    auto match = read_match(table, whole);
    if (!match) return failed(match.fault());
    table.match = std::make_unique<Match>(std::move(*match));
    if (table.match->seq() != whole.moves) return failed(fault("its record does not end where it should"));
  }
  table.same_since.fill(table.match ? table.match->seq() : 0);
  table.thinking.fill(0);
  table.stage = Table::Stage::here;
  table.holder.clear();
  if (table.running() && table.terms.clock.kind == ClockKind::days)
    for (int i = 0; i < table.seats(); ++i)
      if (table.match->waiting_on().has(seat_at(i)))
        table.since[static_cast<std::size_t>(i)] = std::max(table.changed, table.terms.started);
  return true;
}

Result<Match> Hub::Impl::read_match(Table& table, const storage::TableWhole& whole) {
  if (table.terms.imported) {
    const auto record = parse_record(whole.steps.empty() ? std::string_view() : whole.steps.front().text);
    return record ? Match::replay(table.game, *record, nullptr) : Result<Match>(record.fault());
  }
  std::vector<RecordMove> moves;
  for (const storage::StepRow& step : whole.steps) {
    const auto read = parse_step(step, moves);
    if (!read) return read.fault();
    table.step_starts.push_back(static_cast<u32>(step.first));
    if (read->by && table.terms.clock.kind == ClockKind::game && index_of(*read->by) < table.seats())
      table.left[static_cast<std::size_t>(index_of(*read->by))] -= read->spent_ms;
  }
  auto match = resume_match(table.game, table.terms, std::move(moves));
  if (match && table.status != TableStatus::running) match->over() ? match->close_record() : match->abandon();
  return match;
}

void Hub::Impl::unload(const TableId& given) {
  const TableId id = given;  // it may be the table's own, which goes with it
  const auto at = tables_.find(id);
  if (at == tables_.end()) return;
  wakes_.erase({at->second.wake, id});
  for (const auto& [line, seat] : at->second.watchers)
    if (LineState* state = find_line(line)) state->watching.erase(id);
  const bool release = config_.several_nodes && at->second.stage == Table::Stage::here;
  tables_.erase(at);
  if (release) ask_store(storage::ReleaseTable{id, config_.node}, [](storage::Answer&) {});
}

// ---- writing

storage::TableRow Hub::Impl::row_of(const Table& table) const {
  storage::TableRow row;
  row.id = table.id;
  row.status = table.status;
  row.listed = table.terms.listed;
  row.game = table.terms.game;
  row.terms = print_terms(table.terms);
  for (const Chair& chair : table.terms.chairs)
    if (chair.person()) row.users.push_back(chair.user);
  if (table.terms.imported) row.users.push_back(table.terms.host);
  row.created = table.created;
  row.changed = table.changed;
  row.wake = wake_wanted(table);
  return row;
}

// When the table wants attention though nobody looks at it.
Millis Hub::Impl::wake_wanted(const Table& table) const {
  if (table.status == TableStatus::over && !table.terms.counted) return now_;
  if (!table.running() || table.terms.paused > 0 || !table.match) return 0;
  Millis wake = 0;
  table.match->waiting_on().for_each([&](Seat seat) {
    if (index_of(seat) >= table.seats()) return;
    Millis at = 0;
    if (!table.chair(seat).player_bot().empty())
      at = now_;
    else if (const auto end = deadline(table, seat))
      at = *end;
    if (at > 0) wake = wake == 0 ? at : std::min(wake, at);
  });
  return wake;
}

// Sends the table's change to the store: moves from `moves_from` on, and its row if that changed. Until the answer is there,
// everything sent about this table waits.
void Hub::Impl::save(Table& table, std::optional<u64> moves_from, std::optional<Seat> by, i64 spent_ms, bool with_row,
                     std::function<void(storage::SaveTable&)> more) {
  table.changed = now_;
  storage::SaveTable op;
  op.id = table.id;
  op.node = config_.node;
  op.changed = now_;
  op.wake = wake_wanted(table);
  op.expect_moves = table.moves_kept;
  if (with_row) op.row = row_of(table);
  if (moves_from) {
    storage::StepRow step;
    step.first = *moves_from;
    step.moves = static_cast<u32>(table.match->seq() - *moves_from);
    step.text = print_step(*table.match, words_of(table), *moves_from, by, spent_ms);
    step.at = now_;
    op.step = std::move(step);
    table.step_starts.push_back(static_cast<u32>(*moves_from));
    table.moves_kept = table.match->seq();
  }
  if (more) more(op);
  table.confirmed = now_;
  const Ticket ticket = next_ticket_++;
  saves_.emplace_back(ticket, table.id);
  table.saves.push_back({ticket, {}});
  emit(Keep{ticket, storage::Op(std::move(op))});
}

// Keeps nothing new, but finds out whether the table is still this node's; what is told until then waits.
void Hub::Impl::confirm(Table& table) {
  if (!config_.several_nodes) return;
  const Millis changed = table.changed;
  save(table, std::nullopt, std::nullopt, 0, false, [&](storage::SaveTable& op) { op.changed = changed; });
  table.changed = changed;
}

std::optional<TableId> Hub::Impl::take_save(Ticket ticket) {
  const auto at = std::find_if(saves_.begin(), saves_.end(), [&](const auto& save) { return save.first >= ticket; });
  if (at == saves_.end() || at->first != ticket) return std::nullopt;
  std::optional<TableId> table = std::move(at->second);
  saves_.erase(at);
  return table;
}

void Hub::Impl::saved(const TableId& id, storage::Answer& kept) {
  const auto at = tables_.find(id);
  if (at == tables_.end() || at->second.saves.empty()) return;
  Table& table = at->second;
  if (kept.outcome != storage::Outcome::done) return storage_lost(table);
  table.loss_noted = false;
  Save save = std::move(table.saves.front());
  table.saves.erase(table.saves.begin());
  // What is for a line of our own that has gone is dropped where it would go out; another node must not hear of one it never had.
  for (Held& held : save.held)
    if (held.line.here() || find_line(held.line) != nullptr) deliver(held.line, std::move(held.text), std::nullopt, held.can_wait);
}

// Bots rest for a moment: a full disk would otherwise see them try, and the log tell of it, as fast as they can.
void Hub::Impl::storage_lost(Table& table) {
  if (!std::exchange(table.loss_noted, true)) note(Note::Level::error, "not_kept", {{"table", table.id}});
  table.bots_rest = now_ + load_again_ms;
  for (const Save& save : table.saves) {
    take_save(save.ticket);
    for (const Held& held : save.held)
      if (held.answer && find_line(held.line) != nullptr) refuse({held.line, held.id}, not_kept(), load_again_ms);
  }
  table.saves.clear();
  table.match.reset();
  table.vote.reset();
  table.counting = false;
  load(table);
}

void Hub::Impl::held_send(Table& table, Held held) {
  if (table.saves.empty())
    deliver(held.line, std::move(held.text), std::nullopt, held.can_wait);
  else
    table.saves.back().held.push_back(std::move(held));
}

// `fields` is a JSON object.
void Hub::Impl::held_answer(Table& table, const Reply& reply, std::string_view fields) {
  held_send(table, {reply.line, reply.id, true, answer_text(reply, fields)});
}
// That it is done is all there is to say.
void Hub::Impl::done_answer(Table& table, const Reply& reply) {
  held_send(table, {reply.line, reply.id, true, answer_text(reply, ObjectText().add("table", table.id).done()), true});
}
void Hub::Impl::table_answer(Table& table, const Reply& reply, const json::object& fields) {
  held_answer(table, reply, json::serialize(fields));
}

void Hub::Impl::table_push(Table& table, const Line& line, std::string text, bool can_wait) {
  held_send(table, {line, std::nullopt, false, std::move(text), can_wait});
}

// ---- time

// How long a table stays in memory though nobody looks at it.
Millis Hub::Impl::idle_until(const Table& table) const {
  const bool finished = table.status == TableStatus::over || table.status == TableStatus::closed;
  return table.touched + (finished ? std::min<Millis>(finished_table_idle_ms, config_.limits.idle_table_ms) : config_.limits.idle_table_ms);
}

void Hub::Impl::schedule(Table& table) {
  Millis next = 0;
  const auto at = [&](Millis when) { next = next == 0 ? when : std::min(next, when); };
  if (table.running() && table.terms.paused == 0)
    for (int i = 0; i < table.seats(); ++i)
      if (const auto end = deadline(table, seat_at(i))) at(*end);
  if (table.vote) at(table.vote->until);
  if (table.presence_due != 0) at(table.presence_due);
  if (table.bots_rest != 0) at(table.bots_rest);
  for (int i = 0; i < table.seats(); ++i)
    if (const Millis gone = table.gone[static_cast<std::size_t>(i)]; gone > 0 && gone + config_.limits.away_ms > now_)
      at(gone + config_.limits.away_ms);
  if (config_.several_nodes && !table.watchers.empty()) at(table.confirmed + lease_ms);
  if (table.watchers.empty()) at(std::max(idle_until(table), now_ + idle_look_ms));
  if (next != 0) next = std::max(next, now_ + 1);  // never twice in one tick
  if (next == table.wake) return;
  if (table.wake != 0) wakes_.erase({table.wake, table.id});
  table.wake = next;
  if (next != 0) wakes_.insert({next, table.id});
}

}  // namespace trestle::server
