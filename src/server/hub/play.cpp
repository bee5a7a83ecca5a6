// A game under way and after it: looking, acting, undoing, hints, leaving and coming back.
#include "base/hash.hpp"
#include "server/hub/impl.hpp"

namespace trestle::server {

namespace {

u64 hash_of(const AnySight& sight) { return hash_bytes(sight.bytes.data(), sight.size, static_cast<u64>(sight.me)); }

std::size_t at(Seat seat) { return static_cast<std::size_t>(index_of(seat)); }

}  // namespace

// ---- who may

// The running table a message is about, and the speaker's seat at it.
Table* Hub::Impl::running_table(Ask& ask, Seat& seat) {
  Table* table = table_for(ask);
  if (table == nullptr) return nullptr;
  const auto mine = ask.line.user ? table->seat_of(*ask.line.user) : std::nullopt;
  if (!mine)
    refuse(ask.reply, problem("not_yours", "you have no seat at this table", "table"));
  else if (table->status == TableStatus::open)
    refuse(ask.reply, problem("not_started", "the game has not begun"));
  else if (!table->running())
    refuse(ask.reply, problem("over", "the game is over"));
  else {
    seat = *mine;
    return table;
  }
  return nullptr;
}

Table* Hub::Impl::finished_table(Ask& ask) {
  Table* table = table_for(ask);
  if (table == nullptr) return nullptr;
  if (table->status == TableStatus::over && table->match) return table;
  refuse(ask.reply, problem("not_over", "the game is not over"));
  return nullptr;
}

// ---- looking

void Hub::Impl::sight(Ask& ask) {
  Table* table = table_for(ask);
  if (table == nullptr) return;
  const LegalForm form = read_legal_form(ask.request);
  if (!done_or_refuse(ask)) return;
  if (!table->match) return refuse(ask.reply, problem("not_started", "the game has not begun"));
  const Match& match = *table->match;
  const Seat viewer = (ask.line.user ? table->seat_of(*ask.line.user) : std::nullopt).value_or(Seat::Table);
  json::object out = head_json(*table);
  out["viewer"] = seat_name(viewer);
  out["fields"] = fields_json(match.game().fields(match.state(), viewer));
  out["times"] = clock_json(*table);
  if (table->running())
    add_choices(out, match, viewer, form);
  else
    out["legal"] = json::array();
  if (viewer != Seat::Table && table->running() && table->terms.undo && match.can_undo(viewer)) out["undo"] = true;
  table_answer(*table, ask.reply, std::move(out));
}

void Hub::Impl::legal(Ask& ask) {
  Seat seat{};
  Table* table = running_table(ask, seat);
  if (table == nullptr) return;
  const LegalForm form = read_legal_form(ask.request);
  if (!done_or_refuse(ask)) return;
  json::object out = head_json(*table);
  out["seat"] = seat_name(seat);
  add_choices(out, *table->match, seat, form);
  table_answer(*table, ask.reply, std::move(out));
}

void Hub::Impl::events(Ask& ask) {
  Table* table = table_for(ask);
  if (table == nullptr) return;
  const u64 from = static_cast<u64>(ask.request.number("from", 0, i64{1} << 53, 0));
  if (!done_or_refuse(ask)) return;
  if (!table->match) return refuse(ask.reply, problem("not_started", "the game has not begun"));
  const Seat viewer = (ask.line.user ? table->seat_of(*ask.line.user) : std::nullopt).value_or(Seat::Table);
  json::object out = head_json(*table);
  const u64 shift = table->terms.shift;
  out["events"] = events_json(*table->match, viewer, from > shift ? from - shift : 0, shift);
  table_answer(*table, ask.reply, std::move(out));
}

void Hub::Impl::why(Ask& ask) {
  Seat seat{};
  Table* table = running_table(ask, seat);
  if (table == nullptr) return;
  const std::string word = ask.request.text("action");
  if (!done_or_refuse(ask)) return;
  const auto action = table->game->parse(word);
  if (!action) return refuse(ask.reply, problem("bad_action", action.fault(), "action"));
  json::object out = head_json(*table);
  const bool waiting = table->match->waiting_on().has(seat);
  const Refusal refusal = waiting ? table->game->refuse(table->match->sight(seat), *action) : Refusal{};
  out["allowed"] = waiting && !refusal;
  if (refusal) out["clause"] = refusal.clause;
  table_answer(*table, ask.reply, std::move(out));
}

// ---- acting

void Hub::Impl::apply(Ask& ask) {
  Seat seat{};
  Table* table = running_table(ask, seat);
  if (table == nullptr) return;
  std::vector<std::string> words = ask.request.texts("actions", batch_max);
  if (ask.request.has("action")) {
    if (!words.empty()) return refuse(ask.reply, problem("bad_message", "give 'action' or 'actions', not both", "actions"));
    words.push_back(ask.request.text("action"));
  }
  const u64 seq = static_cast<u64>(ask.request.number("seq", 0, i64{1} << 53));
  if (!done_or_refuse(ask)) return;
  Match& match = *table->match;
  if (words.empty()) return refuse(ask.reply, problem("bad_message", "no action is given", "action"));
  if (!table->chair(seat).stand_in.empty())
    return refuse(ask.reply, problem("not_waiting", "a bot stands in for you; take your seat back first", "do"));
  if (table->terms.paused > 0) return refuse(ask.reply, problem("not_waiting", "the game is paused"));
  if (table->saves.size() >= saves_under_way_max) return refuse(ask.reply, problem("limit", "the table is busy; try again"), 100);
  const bool waiting = match.waiting_on().has(seat);
  // Others who decide at the same time do not make a choice out of date.
  const u64 oldest = waiting ? table->same_since[at(seat)] : match.seq();
  if (seq > table->seq() || seq < oldest + table->terms.shift)
    return refuse(ask.reply, problem("stale", "the table is at seq " + std::to_string(table->seq()), "seq"));
  std::vector<Action> actions;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto action = words_of(*table).parse(words[i]);
    if (!action)
      return refuse(ask.reply,
                    problem("bad_action", action.fault(), words.size() > 1 ? "actions[" + std::to_string(i) + "]" : std::string("action")));
    actions.push_back(*action);
  }
  submit(*table, seat, actions, ask.reply);
}

bool Hub::Impl::submit(Table& table, Seat seat, std::span<const Action> actions, const std::optional<Reply>& reply) {
  Match& match = *table.match;
  const u64 from = match.seq();
  const SeatSet waiting_before = match.waiting_on();
  const SubmitResult result = match.submit(seat, actions, from);
  if (!result) {
    ++counters_.refused;
    if (reply) refuse(*reply, submit_problem(result, *table.game, actions));
    return false;
  }
  ++counters_.moves;
  if (!table.chair(seat).player_bot().empty()) ++counters_.moves_by_bots;
  // A seat that waited before and has not acted faces the same choice as before.
  const SeatSet waiting = match.waiting_on();
  SeatSet acted{seat};
  for (const Match::Act& act : match.acts().subspan(from)) acted.add(act.seat);
  for (int i = 0; i < table.seats(); ++i) {
    const Seat s = seat_at(i);
    const bool same = waiting_before.has(s) && waiting.has(s) && !acted.has(s) && !acted.has(Seat::Chance);
    if (!same) table.same_since[at(s)] = match.seq();
  }
  went_on(table, from, seat, stop_clock(table, seat), reply);
  call_by_webhook(table, everyone - waiting_before);
  return true;
}

void Hub::Impl::went_on(Table& table, u64 from, Seat by, i64 spent, const std::optional<Reply>& reply) {
  Match& match = *table.match;
  const bool over = match.over();
  if (over) {
    match.close_record();
    table.status = TableStatus::over;
    const auto& places = match.end()->places;
    table.terms.places.assign(places.begin(), places.end());
    ++counters_.games_finished;
  }
  run_clocks(table);
  over ? save_end(table, from, by, spent) : save(table, from, by, spent, false);
  tell(table, from, reply, by);
  if (over) {
    table.vote.reset();
    push_table(table, "online.line.over");
    count_results(table);
  }
  wake_bots(table);
  schedule(table);
}

// Everybody's seats and what happened are to be asked for again.
void Hub::Impl::recall(Table& table) {
  json::object push{{"push", "recalled"}};
  add_fields(push, head_json(table));
  const std::string text = json::serialize(push);
  for (const auto& [line, seat] : table.watchers) table_push(table, line, text);
}

void Hub::Impl::undo(Ask& ask) {
  Seat seat{};
  Table* table = running_table(ask, seat);
  if (table == nullptr || !done_or_refuse(ask)) return;
  if (!table->terms.undo) return refuse(ask.reply, problem("not_allowed", "this table was made without undo"));
  if (table->terms.paused > 0) return refuse(ask.reply, problem("not_waiting", "the game is paused"));
  const u64 from = table->match->seq();
  if (!table->match->undo(seat))
    return refuse(ask.reply, problem("cannot_undo", "there is nothing to take back, or something was learned since"));
  table->same_since.fill(table->match->seq());
  const i64 spent = stop_clock(*table, seat);
  run_clocks(*table);
  save(*table, from, seat, spent, false);
  table_answer(*table, ask.reply, head_json(*table));
  recall(*table);
  wake_bots(*table);
  schedule(*table);
}

// ---- bots

void Hub::Impl::wake_bots(Table& table) {
  if (!table.running() || table.terms.paused > 0 || table.bots_rest > now_ || stopping_) return;
  table.match->waiting_on().for_each([&](Seat seat) {
    if (index_of(seat) >= table.seats() || table.thinking[at(seat)] != 0) return;
    const std::string& bot = table.chair(seat).player_bot();
    if (bot.empty()) return;
    const Ticket ticket = next_ticket_++;
    Think think{ticket, table.game, std::make_unique<AnySight>(table.match->sight(seat)), bot, 0};
    u8 seed[8];
    randomness_.fill(seed);
    for (const u8 byte : seed) think.seed = think.seed << 8 | byte;
    table.thinking[at(seat)] = ticket;
    thinking_.emplace(ticket, Thinking{table.id, seat, hash_of(*think.sight)});
    emit(std::move(think));
  });
}

void Hub::Impl::on(Thought&& thought) {
  const auto found = thinking_.find(thought.ticket);
  if (found == thinking_.end()) return;
  const Thinking asked = found->second;
  thinking_.erase(found);
  const auto where = tables_.find(asked.table);
  if (where == tables_.end() || where->second.stage != Table::Stage::here) return;
  Table& table = where->second;
  if (table.thinking[at(asked.seat)] != thought.ticket) return;
  table.thinking[at(asked.seat)] = 0;
  if (!table.running() || table.terms.paused > 0) return;
  const bool its_turn = table.match->waiting_on().has(asked.seat) && !table.chair(asked.seat).player_bot().empty();
  if (!its_turn) return;
  const AnySight sight = table.match->sight(asked.seat);
  if (hash_of(sight) != asked.sight_hash && table.game->refuse(sight, thought.action)) return wake_bots(table);
  if (submit(table, asked.seat, {&thought.action, 1}, std::nullopt)) return;
  note(Note::Level::error, "bot_refused", {{"table", table.id}, {"bot", table.chair(asked.seat).player_bot()}});
  ActionList legal;  // the table must go on
  table.game->legal(sight, legal);
  submit(table, asked.seat, {&legal[0], 1}, std::nullopt);
}

void Hub::Impl::hint(Ask& ask) {
  Seat seat{};
  Table* table = running_table(ask, seat);
  if (table == nullptr || !done_or_refuse(ask)) return;
  if (!table->terms.hints) return refuse(ask.reply, problem("not_allowed", "this table was made without hints"));
  if (!table->match->waiting_on().has(seat)) return refuse(ask.reply, problem("not_waiting", "it is not your turn"));
  if (!within("hint " + *ask.line.user, config_.limits.hints_a_minute, 60'000, true))
    return refuse(ask.reply, problem("limit", "at most " + std::to_string(config_.limits.hints_a_minute) + " hints a minute"), 60'000);
  const Ticket ticket = next_ticket_++;
  worked_.emplace(ticket, [this, reply = ask.reply, head = head_json(*table)](Worked& worked) {
    json::error_code error;
    json::value advice = json::parse(worked.json, error);
    if (error || !advice.is_object()) return refuse(reply, problem("busy", "the server is busy; try again"), 1000);
    json::object out = head;
    add_fields(out, std::move(advice.get_object()));
    if (find_line(reply.line) != nullptr) answer(reply, std::move(out));
  });
  emit(Advise{ticket, table->game, std::make_unique<AnySight>(table->match->sight(seat)), std::string(hint_level), 1});
}

void Hub::Impl::stand_in(Table& table, Seat seat, std::string_view line) {
  Chair& chair = table.chair(seat);
  chair.stand_in = stand_in_level;
  stop_clock(table, seat);
  run_clocks(table);
  save(table, std::nullopt, std::nullopt, 0, true);
  push_table(table, line, {chair.name});
  wake_bots(table);
  schedule(table);
}

void Hub::Impl::back(Ask& ask) {
  Seat seat{};
  Table* table = running_table(ask, seat);
  if (table == nullptr || !done_or_refuse(ask)) return;
  Chair& chair = table->chair(seat);
  if (chair.resigned) return refuse(ask.reply, problem("over", "you resigned"));
  if (!chair.stand_in.empty()) {
    chair.stand_in.clear();
    table->thinking[at(seat)] = 0;
    // Who comes back after the time was over gets a move's worth of it.
    if (table->terms.clock.kind == ClockKind::game) table->left[at(seat)] = std::max<i64>(table->left[at(seat)], 60'000);
    run_clocks(*table);
    save(*table, std::nullopt, std::nullopt, 0, true);
    push_table(*table, "online.line.back", {chair.name});
  }
  held_answer(*table, ask.reply, table_text(*table, ask.line));
  schedule(*table);
}

void Hub::Impl::resign(Ask& ask) {
  Seat seat{};
  Table* table = running_table(ask, seat);
  if (table == nullptr || !done_or_refuse(ask)) return;
  Chair& chair = table->chair(seat);
  if (chair.resigned) return refuse(ask.reply, problem("over", "you resigned already"));
  chair.resigned = true;
  table->terms.resigned.push_back(index_of(seat));
  int people = 0, bots = 0;
  for (const Chair& c : table->terms.chairs) {
    people += c.person() && !c.resigned ? 1 : 0;
    bots += c.person() ? 0 : 1;
  }
  if (people == 0 || people + bots == 1)
    end_by_resignation(*table);
  else
    stand_in(*table, seat, "online.line.resigned");
  table_answer(*table, ask.reply, {{"table", table->id}});
}

// Those of these seats who are to decide and do not look at the table.
void Hub::Impl::call_by_webhook(Table& table, SeatSet seats) {
  if (!table.running()) return;
  (table.match->waiting_on() & seats).for_each([&](Seat seat) {
    if (index_of(seat) >= table.seats()) return;
    const Chair& chair = table.chair(seat);
    if (!chair.person() || !chair.stand_in.empty()) return;
    for (const auto& [line, from] : table.watchers)
      if (from == seat) return;
    ask_store(storage::FindUser{chair.user, ""}, [this, id = table.id, game = table.terms.game](storage::Answer& found) {
      if (!found.user || found.user->webhook.empty()) return;
      const json::object body{{"table", id}, {"game", game}, {"url", config_.public_url + "/t/" + id}, {"player", found.user->name}};
      emit(Notify{found.user->webhook, found.user->webhook_secret, json::serialize(body)});
    });
  });
}

// ---- after the game

void Hub::Impl::score(Ask& ask) {
  Table* table = finished_table(ask);
  if (table == nullptr || !done_or_refuse(ask)) return;
  json::object out = head_json(*table);
  add_score(out, *table->match);
  json::object places;
  for (std::size_t i = 0; i < table->terms.places.size(); ++i) places[seat_name(seat_at(static_cast<int>(i)))] = table->terms.places[i];
  out["places"] = std::move(places);
  table_answer(*table, ask.reply, std::move(out));
}

void Hub::Impl::save_record(Ask& ask) {
  Table* table = finished_table(ask);
  if (table == nullptr || !done_or_refuse(ask)) return;
  json::object out = head_json(*table);
  out["record"] = print_record(table->match->record());
  if (table->terms.tables) {  // whoever has the record needs them to replay it
    json::object tables;
    for (const TableFile& file : table->terms.tables->files) tables[file.name] = file.text;
    out["tables"] = std::move(tables);
  }
  table_answer(*table, ask.reply, std::move(out));
}

void Hub::Impl::replay(Ask& ask) {
  Table* table = finished_table(ask);
  if (table == nullptr) return;
  const Match& match = *table->match;
  const u64 upto = static_cast<u64>(ask.request.number("at", 0, static_cast<i64>(match.seq())));
  const std::string as = ask.request.text("as", "all");
  if (!done_or_refuse(ask)) return;
  Seat viewer = Seat::Chance;
  if (as != "all") {
    const auto seat = parse_seat(as);
    if (!seat || *seat == Seat::Chance || (*seat != Seat::Table && index_of(*seat) >= table->seats()))
      return refuse(ask.reply, problem("bad_seat", "'as' is a seat, table or all", "as"));
    viewer = *seat;
  }
  Record record = match.record();
  record.moves.resize(upto);
  record.end.reset();
  const auto then = Match::replay(table->game, record, nullptr);
  if (!then) return refuse(ask.reply, problem("bad_record", then.fault(), "at"));
  json::object out{{"table", table->id},
                   {"seq", upto},
                   {"moves", match.seq()},
                   {"viewer", as},
                   {"waiting", seats_json(then->waiting_on())},
                   {"fields", fields_json(table->game->fields(then->state(), viewer))},
                   {"events", events_json(*then, viewer == Seat::Chance ? Seat::Table : viewer, 0)}};
  table_answer(*table, ask.reply, std::move(out));
}

void Hub::Impl::analyse(Ask& ask) {
  Table* table = finished_table(ask);
  if (table == nullptr || !done_or_refuse(ask)) return;
  if (const auto& end = table->match->end(); !end || end->places.empty())
    return refuse(ask.reply, problem("not_over", "the game was not played to its end"));
  if (!within("analyse " + *ask.line.user, config_.limits.analyses_an_hour, 3'600'000, true))
    return refuse(ask.reply, problem("limit", "at most " + std::to_string(config_.limits.analyses_an_hour) + " analyses an hour"), 600'000);
  table->wait_for_analysis.push_back(ask.reply);
  if (table->analysing != 0) return;
  const Ticket ticket = next_ticket_++;
  table->analysing = ticket;
  worked_.emplace(ticket, [this, id = table->id](Worked& worked) {
    const auto where = tables_.find(id);
    if (where == tables_.end()) return;
    Table& of = where->second;
    json::error_code error;
    json::value found = json::parse(worked.json, error);
    if (!worked.done) {
      if (error || !found.is_object()) return;
      json::object push{{"push", "analysis"}, {"table", id}};
      add_fields(push, found.get_object());
      for (const Reply& reply : of.wait_for_analysis)
        if (find_line(reply.line) != nullptr) deliver(reply.line, json::serialize(push));
      return;
    }
    of.analysing = 0;
    for (const Reply& reply : std::exchange(of.wait_for_analysis, {})) {
      if (find_line(reply.line) == nullptr) continue;
      if (error || !found.is_object())
        refuse(reply, problem("busy", "the server is busy; try again"), 1000);
      else {
        json::object out{{"table", id}};
        add_fields(out, found.get_object());
        answer(reply, std::move(out));
      }
    }
  });
  emit(Analyse{ticket, table->game, print_record(table->match->record())});
}

}  // namespace trestle::server
