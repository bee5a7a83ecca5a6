// Before a game: making tables, sitting down, starting; and watching.
#include "base/text.hpp"
#include "bots/levels.hpp"
#include "core/position.hpp"
#include "games/registry.hpp"
#include "server/hub/impl.hpp"

namespace trestle::server {

namespace {

constexpr i64 clock_seconds_max = 30 * 86400;

bool is_level(std::string_view word) {
  for (const std::string& name : level_names())
    if (name == word) return true;
  return false;
}

Problem no_level(const std::string& word, const std::string& where) {
  return problem("no_bot", "there is no level '" + word + "'" + did_you_mean(word, level_names()), where);
}

}  // namespace

void Hub::Impl::sit(Table& table, Seat seat, const Person& person) {
  Chair chair;
  chair.user = person.row.id;
  chair.name = person.row.name;
  chair.account = !person.row.login.empty();
  table.chair(seat) = chair;
}

// ---- making

bool Hub::Impl::read_terms(Ask& ask, Terms& terms) {
  Request& request = ask.request;
  terms.game = request.text("game");
  const int players = static_cast<int>(request.number("players", 2, seats_max));
  Options chosen;
  for (auto& [name, value] : request.pairs("options", 32)) chosen[name] = value;
  const EditionAsked edition = read_edition(request);
  const std::vector<std::string> seats = request.texts("seats", static_cast<std::size_t>(seats_max));
  const bool ready = request.flag("ready", true);
  std::map<std::string, std::string> clock;
  for (auto& [name, value] : request.pairs("clock", 4)) clock[name] = value;
  terms.listed = request.flag("listed", true);
  terms.rated = request.flag("rated", true);
  terms.hints = request.flag("hints", true);
  terms.undo = request.flag("undo", true);
  terms.chat = request.flag("chat", true);
  if (!done_or_refuse(ask)) return false;
  const auto refused = [&](const Problem& why) {
    refuse(ask.reply, why);
    return false;
  };
  const auto names = game_names();
  if (std::find(names.begin(), names.end(), terms.game) == names.end())
    return refused(problem("unknown_game", "unknown game '" + terms.game + "'" + did_you_mean(terms.game, names), "game"));
  if (const auto wrong = tables_for(edition, terms.game, terms.tables)) return refused(*wrong);
  const auto game = game_by(terms.game, chosen, terms.tables);
  if (!game) return refused(problem("bad_option", game.fault(), "options"));
  if (auto fits = check_players(**game, players); !fits) return refused(problem("bad_message", fits.fault(), "players"));
  terms.options = (*game)->options();
  terms.edition = (*game)->info().edition;
  terms.rules_version = (*game)->info().rules_version;
  const auto kind = parse_clock(clock.contains("kind") ? clock["kind"] : "none");
  if (!kind) return refused(problem("bad_message", "a clock's kind is none, move, game or days", "clock"));
  terms.clock.kind = *kind;
  for (const auto& [name, value] : clock) {
    if (name == "kind") continue;
    i64 ClockTerms::*const part = name == "seconds" ? &ClockTerms::seconds : name == "increment" ? &ClockTerms::increment : nullptr;
    const bool has_it = part == &ClockTerms::increment ? *kind == ClockKind::game : *kind != ClockKind::none;
    if (part == nullptr || !has_it)
      return refused(problem("bad_message", "a clock of kind '" + std::string(clock_name(*kind)) + "' has no '" + name + "'", "clock"));
    const auto number = text::number(value);
    if (!number) return refused(problem("bad_message", "'" + value + "' is not a whole number of seconds", "clock." + name));
    terms.clock.*part = *number;
  }
  if (*kind != ClockKind::none && (terms.clock.seconds < 5 || terms.clock.seconds > clock_seconds_max))
    return refused(problem("bad_message", "a clock has 5 to " + std::to_string(clock_seconds_max) + " seconds", "clock"));
  if (terms.clock.increment < 0 || terms.clock.increment > 3600)
    return refused(problem("bad_message", "an increment is 0 to 3600 seconds", "clock"));
  if (!seats.empty() && seats.size() != static_cast<std::size_t>(players))
    return refused(problem("bad_message", "'seats' has one entry for each player", "seats"));
  const Person& me = *person_of(ask.line);
  bool seated = false;
  terms.chairs.resize(static_cast<std::size_t>(players));
  for (std::size_t i = 0; i < terms.chairs.size(); ++i) {
    const std::string who = seats.empty() ? (i == 0 ? "me" : "open") : seats[i];
    if (who == "me" && seated) return refused(problem("bad_message", "you can sit on one seat only", "seats"));
    if (who == "me") {
      terms.chairs[i].user = me.row.id;
      terms.chairs[i].name = me.row.name;
      terms.chairs[i].account = !me.row.login.empty();
      terms.chairs[i].ready = ready;
      seated = true;
    } else if (is_level(who)) {
      terms.chairs[i].bot = who;
    } else if (who != "open") {
      return refused(no_level(who, "seats[" + std::to_string(i) + "]"));
    }
  }
  if (!seated) return refused(problem("bad_message", "one of the seats must be yours (\"me\")", "seats"));
  if (!edition.files.empty()) {
    if (const auto wrong = over_uploads(me.row.id)) return refused(*wrong);
    terms.rated = false;  // who makes the rules of a game could make them to win it
  }
  terms.host = me.row.id;
  return true;
}

void Hub::Impl::open_table(const Reply& reply, Terms terms, std::function<void(Table&)> then) {
  randomness_.fill(terms.secret);
  terms.match_id = random_word(16);
  const TableId id = random_word(16);
  Table& table = tables_[id];
  table.id = id;
  table.stage = Table::Stage::here;
  table.status = TableStatus::open;
  table.created = table.touched = now_;
  table.game = *game_by(terms.game, terms.options, terms.tables);
  table.terms = std::move(terms);
  table.fair = fair_text(table.terms);
  reset_clocks(table);
  save(table, std::nullopt, std::nullopt, 0, true, [](storage::SaveTable& op) { op.create = true; });
  held_answer(table, reply, ObjectText().add("table", id).add_json("fair", table.fair).done());
  if (then) then(table);
  schedule(table);
}

void Hub::Impl::create(Ask& ask) {
  Terms terms;
  if (!read_terms(ask, terms)) return;
  storage::ListTables mine;
  mine.user = *ask.line.user;
  mine.count = config_.limits.tables_a_user + 1;
  ask_store(mine, [this, reply = ask.reply, terms](storage::Answer& found) {
    if (found.outcome == storage::Outcome::failed) return refuse(reply, problem("storage", "the server could not look; try again"));
    u32 count = 0;
    for (const storage::TableRow& row : found.tables)
      if (row.status == TableStatus::open || row.status == TableStatus::running) ++count;
    if (count >= config_.limits.tables_a_user)
      return refuse(reply,
                    problem("limit", "you have " + std::to_string(config_.limits.tables_a_user) + " open and running tables; finish some"));
    open_table(reply, terms, [this](Table& table) { start_if_ready(table); });
  });
}

void Hub::Impl::rematch(Ask& ask) {
  Table* old = table_for(ask);
  if (old == nullptr) return;
  const bool ready = ask.request.flag("ready", true);
  if (!done_or_refuse(ask)) return;
  if (!old->seat_of(*ask.line.user)) return refuse(ask.reply, problem("not_yours", "you were not at this table", "table"));
  if (old->status != TableStatus::over) return refuse(ask.reply, problem("not_over", "the game is not over"));
  if (!old->terms.rematch.empty()) return table_answer(*old, ask.reply, {{"table", old->terms.rematch}});
  Terms terms;
  terms.game = old->terms.game;
  terms.options = old->terms.options;
  terms.edition = old->terms.edition;
  terms.tables = old->terms.tables;
  terms.rules_version = old->game->info().rules_version;
  terms.listed = old->terms.listed;
  terms.rated = old->terms.rated;
  terms.hints = old->terms.hints;
  terms.undo = old->terms.undo;
  terms.chat = old->terms.chat;
  terms.clock = old->terms.clock;
  terms.host = *ask.line.user;
  // Everybody moves on by one seat, so that nobody begins twice.
  const std::size_t seats = old->terms.chairs.size();
  for (std::size_t i = 0; i < seats; ++i) {
    const Chair& before = old->terms.chairs[(i + seats - 1) % seats];
    Chair chair;
    chair.user = before.user;
    chair.name = before.name;
    chair.account = before.account;
    chair.bot = before.bot;
    chair.ready = ready && before.user == *ask.line.user;
    terms.chairs.push_back(std::move(chair));
  }
  const TableId old_id = old->id;
  open_table(ask.reply, std::move(terms), [this, old_id](Table& table) {
    const TableId id = table.id;
    start_if_ready(table);
    Table& before = tables_[old_id];
    before.terms.rematch = id;
    save(before, std::nullopt, std::nullopt, 0, true);
    push_table(before, "online.line.rematch");
  });
}

// Starts the game if everybody is ready. Who is `answered` said so just now: it is kept with the start.
bool Hub::Impl::start_if_ready(Table& table, const Reply* answered) {
  if (table.status != TableStatus::open) return false;
  for (const Chair& chair : table.terms.chairs)
    if (chair.open() || (chair.person() && !chair.ready)) return false;
  table.terms.started = now_;
  auto match = (config_.begin ? config_.begin : start_match)(table.game, table.terms);
  if (!match) {  // names are checked when they are taken, so this should not be
    table.terms.started = 0;
    note(Note::Level::error, "cannot_start", {{"table", table.id}, {"why", match.fault().text()}});
    return false;
  }
  table.match = std::make_unique<Match>(std::move(*match));
  table.status = TableStatus::running;
  table.same_since.fill(table.match->seq());
  reset_clocks(table);
  run_clocks(table);
  const bool dealt = table.match->seq() > 0;
  save(table, dealt ? std::optional<u64>(0) : std::nullopt, std::nullopt, 0, true);
  if (answered != nullptr) done_answer(table, *answered);
  push_table(table, "online.line.started", {}, true);  // who is to decide is told so at once, and this before it
  tell(table, 0, std::nullopt, Seat::Table);
  wake_bots(table);
  call_by_webhook(table, everyone);
  return true;
}

// ---- lists

void Hub::Impl::tables(Ask& ask) {
  const std::string which = ask.request.text("which", "open");
  storage::ListTables list;
  list.from = static_cast<u32>(ask.request.number("from", 0, 1'000'000, 0));
  list.count = static_cast<u32>(ask.request.number("count", 1, 100, 50));
  if (!done_or_refuse(ask)) return;
  if (which == "open" || which == "running") {
    list.status = which == "open" ? TableStatus::open : TableStatus::running;
    list.listed_only = true;
  } else if (which == "mine") {
    if (!ask.line.user) return refuse(ask.reply, problem("who", "say who you are first: guest or login"));
    list.user = *ask.line.user;
  } else {
    return refuse(ask.reply, problem("bad_message", "'which' is open, running or mine, not '" + which + "'", "which"));
  }
  ask_store(list, [this, reply = ask.reply](storage::Answer& found) {
    if (found.outcome == storage::Outcome::failed) return refuse(reply, problem("storage", "the server could not look; try again"));
    const LineState* line = find_line(reply.line);
    if (line == nullptr) return;
    ListText out;
    const auto add = [&](const Table& table) { out.add_json(table_text(table, *line)); };
    for (const storage::TableRow& row : found.tables) {
      const auto at = tables_.find(row.id);
      if (at != tables_.end() && at->second.stage == Table::Stage::here) {
        add(at->second);
        continue;
      }
      Table table;  // as it lies in the store, without its game
      const auto terms = parse_terms(row.terms);
      if (!terms) continue;
      table.id = row.id;
      table.status = row.status;
      table.terms = *terms;
      table.created = row.created;
      table.changed = row.changed;
      add(table);
    }
    deliver(reply.line, answer_text(reply, ObjectText().add_json("tables", out.done()).done()));
  });
}

// ---- watching

void Hub::Impl::attach(Table& table, const Line& line) {
  LineState& state = *find_line(line);
  const auto seat = state.user ? table.seat_of(*state.user) : std::nullopt;
  table.watchers[line] = seat.value_or(Seat::Table);
  state.watching.insert(table.id);
  if (seat) table.gone[static_cast<std::size_t>(index_of(*seat))] = 0;
}

void Hub::Impl::detach(const Line& line, const TableId& id) {
  if (LineState* state = find_line(line)) state->watching.erase(id);
  const auto at = tables_.find(id);
  if (at == tables_.end()) return;
  Table& table = at->second;
  const auto watcher = table.watchers.find(line);
  if (watcher == table.watchers.end()) return;
  const Seat seat = watcher->second;
  table.watchers.erase(watcher);
  table.seeing.erase(line);
  table.touched = now_;
  if (table.stage == Table::Stage::elsewhere) {
    if (line.here()) emit(Forward{table.holder, json::serialize(json::object{{"kind", "unwatch"}, {"line", line.number}, {"table", id}})});
    return;
  }
  const bool last = std::none_of(table.watchers.begin(), table.watchers.end(), [&](const auto& one) { return one.second == seat; });
  if (seat != Seat::Table && last) table.gone[static_cast<std::size_t>(index_of(seat))] = now_;
  if (table.stage == Table::Stage::here) schedule(table);
}

void Hub::Impl::watch(Ask& ask) {
  Table* table = table_for(ask);
  if (table == nullptr) return;
  const bool seeing = ask.request.flag("fields", false);
  if (!done_or_refuse(ask)) return;
  if (ask.line.http) return refuse(ask.reply, problem("bad_message", "a table is watched through a WebSocket", "do"));
  if (ask.line.watching.size() >= tables_watched_max && !ask.line.watching.contains(table->id))
    return refuse(ask.reply, problem("limit", "at most " + std::to_string(tables_watched_max) + " tables are watched on one line"));
  const bool news = !table->watchers.contains(ask.reply.line);
  attach(*table, ask.reply.line);
  if (seeing)
    table->seeing.insert(ask.reply.line);
  else
    table->seeing.erase(ask.reply.line);
  ObjectText out;
  out.add_fields(table_text(*table, ask.line));
  json::array chat;
  const bool spectator = table->watchers[ask.reply.line] == Seat::Table;
  for (const storage::ChatRow& row : table->chat)
    if (row.user.empty() || (row.spectators == spectator && !is_muted(ask.line, row.user))) chat.push_back(chat_json(*table, row));
  out.add_json("lines", json::serialize(chat));
  if (table->match) out.add_json("head", json::serialize(head_json(*table)));
  held_answer(*table, ask.reply, out.done());
  if (news) push_presence(*table);
  schedule(*table);
}

void Hub::Impl::unwatch(Ask& ask) {
  Table* table = table_for(ask);
  if (table == nullptr || !done_or_refuse(ask)) return;
  detach(ask.reply.line, table->id);
  done_answer(*table, ask.reply);
}

// ---- sitting down

void Hub::Impl::join(Ask& ask) {
  Table* table = table_for(ask);
  if (table == nullptr) return;
  const bool chosen = ask.request.has("seat");
  Seat seat = chosen ? ask.request.seat("seat", table->seats()) : Seat::A;
  if (!done_or_refuse(ask)) return;
  if (table->status != TableStatus::open) return refuse(ask.reply, problem("started", "the game has begun, or the table is closed"));
  const auto mine = table->seat_of(*ask.line.user);
  if (!chosen) {
    if (mine) return held_answer(*table, ask.reply, table_text(*table, ask.line));
    int i = 0;
    while (i < table->seats() && !table->chair(seat_at(i)).open()) ++i;
    if (i == table->seats()) return refuse(ask.reply, problem("full", "no seat is free"));
    seat = seat_at(i);
  }
  if (!table->chair(seat).open()) return refuse(ask.reply, problem("taken", "this seat is taken", "seat"));
  if (mine) table->chair(*mine) = Chair{};
  const Person& person = *person_of(ask.line);
  sit(*table, seat, person);
  for (const Line& line : person.lines)
    if (table->watchers.contains(line)) attach(*table, line);
  save(*table, std::nullopt, std::nullopt, 0, true);
  held_answer(*table, ask.reply, table_text(*table, ask.line));
  push_table(*table, "online.line.joined", {person.row.name});
  schedule(*table);
}

void Hub::Impl::ready(Ask& ask) {
  Table* table = table_for(ask);
  if (table == nullptr) return;
  const bool is_ready = ask.request.flag("ready", true);
  const std::string seed = ask.request.text("seed", "");
  if (!done_or_refuse(ask)) return;
  if (table->status != TableStatus::open) return refuse(ask.reply, problem("started", "the game has begun, or the table is closed"));
  const auto seat = table->seat_of(*ask.line.user);
  if (!seat) return refuse(ask.reply, problem("not_yours", "you have no seat at this table", "table"));
  if (seed.size() > seat_seed_bytes_max)
    return refuse(ask.reply, problem("bad_message", "a seed has at most " + std::to_string(seat_seed_bytes_max) + " bytes", "seed"));
  table->chair(*seat).ready = is_ready;
  if (!seed.empty()) table->chair(*seat).seed = seed;
  if (!start_if_ready(*table, &ask.reply)) {
    save(*table, std::nullopt, std::nullopt, 0, true);
    done_answer(*table, ask.reply);
    push_presence(*table);
  }
  schedule(*table);
}

void Hub::Impl::seat(Ask& ask) {
  Table* table = table_for(ask);
  if (table == nullptr) return;
  const Seat seat = ask.request.seat("seat", table->seats());
  const std::string who = ask.request.text("who");
  if (!done_or_refuse(ask)) return;
  if (table->status != TableStatus::open) return refuse(ask.reply, problem("started", "the game has begun, or the table is closed"));
  if (table->terms.host != *ask.line.user)
    return refuse(ask.reply, problem("not_yours", "the host of the table decides about seats", "seat"));
  if (table->chair(seat).user == *ask.line.user)
    return refuse(ask.reply, problem("taken", "that is your own seat; leave it first", "seat"));
  if (who != "open" && !is_level(who)) return refuse(ask.reply, no_level(who, "who"));
  const UserId before = table->chair(seat).user;
  table->chair(seat) = Chair{};
  if (who != "open") table->chair(seat).bot = who;
  for (auto& [line, from] : table->watchers)
    if (from == seat && !before.empty()) from = Seat::Table;
  save(*table, std::nullopt, std::nullopt, 0, true);
  held_answer(*table, ask.reply, table_text(*table, ask.line));
  push_table(*table);
  start_if_ready(*table);
  schedule(*table);
}

void Hub::Impl::leave(Ask& ask) {
  Table* table = table_for(ask);
  if (table == nullptr || !done_or_refuse(ask)) return;
  const auto seat = table->seat_of(*ask.line.user);
  if (!seat) return refuse(ask.reply, problem("not_yours", "you have no seat at this table", "table"));
  if (table->running()) {
    table_answer(*table, ask.reply, {{"table", table->id}});
    if (table->chair(*seat).stand_in.empty()) stand_in(*table, *seat, "online.line.left");
    return;
  }
  if (table->status != TableStatus::open) return refuse(ask.reply, problem("over", "the game is over"));
  const std::string name = table->chair(*seat).name;
  table->chair(*seat) = Chair{};
  for (auto& [line, from] : table->watchers)
    if (from == *seat) from = Seat::Table;
  const auto next = std::find_if(table->terms.chairs.begin(), table->terms.chairs.end(), [](const Chair& c) { return c.person(); });
  if (next == table->terms.chairs.end()) {
    close_table(*table, "online.line.closed");
  } else {
    if (table->terms.host == *ask.line.user) table->terms.host = next->user;
    save(*table, std::nullopt, std::nullopt, 0, true);
    push_table(*table, "online.line.left", {name});
  }
  table_answer(*table, ask.reply, {{"table", table->id}});
  schedule(*table);
}

}  // namespace trestle::server
