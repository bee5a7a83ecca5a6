#include "protocol/engine.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "base/version.hpp"
#include "bots/bots.hpp"
#include "games/registry.hpp"
#include "match/match.hpp"
#include "match/opening.hpp"
#include "match/verify.hpp"
#include "protocol/clauses.hpp"
#include "protocol/message.hpp"
#include "protocol/table_talk.hpp"

namespace trestle {

namespace {

using namespace protocol;

constexpr i64 number_max = i64{1} << 53;  // what every JSON reader keeps exact
constexpr std::size_t options_max = 32;
constexpr std::size_t edition_files_max = 16;

// One open game, and what its driver may see of it.
struct OpenTable {
  std::unique_ptr<Match> match;
  std::optional<Seat> as;  // restricted to what this seat sees; nothing = sees all
  std::map<Seat, std::unique_ptr<Bot>> bots;
  Rng rng{0};  // for bots, and for chance that the driver leaves to the engine
  bool by_hand = false;
  bool record_only = false;  // shows a record: nothing can be done at it

  const AnyGame& game() const { return match->game(); }
  Seat viewer() const { return as.value_or(Seat::Chance); }
};

// How new and load are asked to run a table.
struct Terms {
  std::optional<Seat> as;
  std::map<Seat, std::unique_ptr<Bot>> bots;
  u64 seed = 0;
  bool by_hand = false;
  bool forced = true;
};

json::object head_json(i64 handle, const OpenTable& table) {
  return json::object{
      {"table", handle}, {"seq", table.match->seq()}, {"waiting", seats_json(table.match->waiting_on())}, {"over", table.match->over()}};
}

// What a change led to: where the table stands and what happened since `from`.
json::object progress_json(i64 handle, const OpenTable& table, u64 from) {
  json::object out = head_json(handle, table);
  if (!table.as) out["acts"] = acts_json(*table.match, from);
  // Who sees all is told what a spectator is told; the acts say the rest.
  out["events"] = events_json(*table.match, table.as.value_or(Seat::Table), from);
  return out;
}

json::object view_json(i64 handle, const OpenTable& table, Seat viewer) {
  json::object out = head_json(handle, table);
  out["viewer"] = viewer == Seat::Chance ? "all" : seat_name(viewer);
  out["fields"] = fields_json(table.game().fields(table.match->state(), viewer));
  return out;
}

Problem not_for(const OpenTable& table) {
  return problem("secret", "this table shows what seat " + std::string(seat_name(*table.as)) + " sees", "seat");
}

// The tables a record was played with, where the message brings them along. Nothing = the built-in ones.
std::optional<Edition> tables_in(Request& request) {
  Edition own{"the message", {}};
  for (auto& [name, content] : request.pairs("tables", edition_files_max)) own.files.push_back({name, content});
  if (own.files.empty()) return std::nullopt;
  std::sort(own.files.begin(), own.files.end(), [](const TableFile& a, const TableFile& b) { return a.name < b.name; });
  return own;
}

Problem only_a_record() { return problem("not_waiting", "this table shows a record; load it without 'at' to go on with it"); }

}  // namespace

class Engine::Tables {
 public:
  Answer answer(const json::object& message);

 private:
  using Handler = Answer (Tables::*)(Request&);
  struct Message {
    std::string_view name;
    Handler handle;
  };
  static const Message messages[];

  Answer hello(Request&);
  Answer new_table(Request&);
  Answer load(Request&);
  Answer tables(Request&);
  Answer close(Request&);
  Answer state(Request&);
  Answer sight(Request&);
  Answer legal(Request&);
  Answer events(Request&);
  Answer why(Request&);
  Answer apply(Request&);
  Answer chance(Request&);
  Answer bot(Request&);
  Answer undo(Request&);
  Answer save(Request&);
  Answer score(Request&);
  Answer rules(Request&);
  Answer edition(Request&);

  OpenTable* find(Request& request, i64& handle);
  Terms read_terms(Request& request, const GamePtr& game, int players);
  Answer open(Result<Match> match, Terms terms, const std::string& where, bool record_only = false);
  Answer open_at(const GamePtr& game, Record record, Terms terms, std::size_t at);
  void play_bots(OpenTable& table);

  std::map<i64, OpenTable> open_;
  i64 next_ = 1;
};

const Engine::Tables::Message Engine::Tables::messages[] = {
    {"hello", &Tables::hello},   {"new", &Tables::new_table},   {"load", &Tables::load},   {"tables", &Tables::tables},
    {"close", &Tables::close},   {"state", &Tables::state},     {"sight", &Tables::sight}, {"legal", &Tables::legal},
    {"events", &Tables::events}, {"why", &Tables::why},         {"apply", &Tables::apply}, {"chance", &Tables::chance},
    {"bot", &Tables::bot},       {"undo", &Tables::undo},       {"save", &Tables::save},   {"score", &Tables::score},
    {"rules", &Tables::rules},   {"edition", &Tables::edition},
};

Answer Engine::Tables::answer(const json::object& message) {
  Request request(message);
  const std::string what = request.text("do");
  if (request.problem()) return *request.problem();
  std::vector<std::string> known;
  for (const Message& m : messages) {
    if (m.name == what) return (this->*m.handle)(request);
    known.emplace_back(m.name);
  }
  return problem("unknown_message",
                 "there is no message '" + what + "'" + did_you_mean(what, known) + " (there are: " + text::join(known, ", ") + ")", "do");
}

OpenTable* Engine::Tables::find(Request& request, i64& handle) {
  handle = request.number("table", 0, number_max);
  if (request.problem()) return nullptr;
  const auto at = open_.find(handle);
  if (at != open_.end()) return &at->second;
  request.note(problem("unknown_table", "there is no table " + std::to_string(handle), "table"));
  return nullptr;
}

Answer Engine::Tables::hello(Request& request) {
  request.finish();
  if (request.problem()) return *request.problem();
  json::array games, bots;
  for (const std::string& name : game_names()) games.push_back(game_json(name));
  for (const std::string& name : bot_names()) bots.emplace_back(name);
  const json::object limits{
      {"message_bytes", message_bytes_max}, {"message_depth", message_depth_max}, {"tables", tables_max}, {"actions", batch_max}};
  return json::object{{"protocol", protocol_version},
                      {"program", std::string("trestle ") + program_version},
                      {"games", games},
                      {"bots", bots},
                      {"limits", limits}};
}

// ---- opening and closing

Terms Engine::Tables::read_terms(Request& request, const GamePtr& game, int players) {
  Terms terms;
  if (request.has("as")) terms.as = request.seat("as", players);
  terms.seed = static_cast<u64>(request.number("seed", 0, number_max, 0));
  terms.forced = request.flag("forced", true);
  const std::string deal = request.text("deal", "auto");
  terms.by_hand = deal == "manual";
  if (deal != "auto" && deal != "manual") request.note(problem("bad_message", "'deal' is auto or manual, not '" + deal + "'", "deal"));
  for (const auto& [word, name] : request.pairs("bots", static_cast<std::size_t>(seats_max))) {
    const auto seat = parse_seat(word);
    if (!seat || index_of(*seat) >= players) {
      request.note(problem("bad_seat", "'" + word + "' is no seat of this table of " + std::to_string(players), "bots"));
      continue;
    }
    auto bot = make_bot(name, game);
    if (bot)
      terms.bots[*seat] = std::move(*bot);
    else
      request.note(problem("no_bot", bot.fault(), "bots"));
  }
  return terms;
}

Answer Engine::Tables::open(Result<Match> match, Terms terms, const std::string& where, bool record_only) {
  if (!match) return problem(where == "record" ? "bad_record" : where == "position" ? "bad_position" : "bad_message", match.fault(), where);
  OpenTable table;
  table.match = std::make_unique<Match>(std::move(*match));
  table.as = terms.as;
  table.bots = std::move(terms.bots);
  table.rng = Rng::for_item(terms.seed, 1);
  table.by_hand = terms.by_hand;
  table.record_only = record_only;
  if (!record_only) play_bots(table);
  const i64 handle = next_++;
  json::object out = progress_json(handle, table, 0);
  open_.emplace(handle, std::move(table));
  return out;
}

Answer Engine::Tables::new_table(Request& request) {
  TableHeader header;
  header.game = request.text("game");
  header.players = static_cast<int>(request.number("players", 1, seats_max));
  for (auto& [name, value] : request.pairs("options", options_max)) header.options[name] = value;
  MatchSetup setup;
  setup.names = request.texts("names", static_cast<std::size_t>(seats_max));
  if (request.problem()) return *request.problem();
  const auto names = game_names();
  if (std::find(names.begin(), names.end(), header.game) == names.end())
    return problem(
        "unknown_game",
        "unknown game '" + header.game + "'" + did_you_mean(header.game, names) + " (there are: " + text::join(names, ", ") + ")", "game");
  const auto game = built_in_games()(header);
  if (!game) return problem("bad_option", game.fault(), "options");
  if (auto fits = check_players(**game, header.players); !fits) return problem("bad_message", fits.fault(), "players");
  Terms terms = read_terms(request, *game, header.players);
  request.finish();
  if (request.problem()) return *request.problem();
  if (open_.size() >= tables_max)
    return problem("too_many_tables", "at most " + std::to_string(tables_max) + " tables are open at once; close one");
  setup.game = *game;
  setup.seats = header.players;
  setup.play_forced = terms.forced;
  auto match =
      terms.by_hand ? Match::create_by_hand(std::move(setup)) : Match::create(std::move(setup), std::make_unique<SeededDealer>(terms.seed));
  return open(std::move(match), std::move(terms), "names");
}

// A record as it stood after so many moves, to be looked at.
Answer Engine::Tables::open_at(const GamePtr& game, Record record, Terms terms, std::size_t at) {
  const std::size_t moves = record.moves.size();
  if (at > moves) return problem("bad_message", "the record has " + std::to_string(moves) + " moves", "at");
  if (at < moves) {
    record.moves.resize(at);
    record.end.reset();
  }
  Answer out = open(Match::replay(game, record, nullptr), std::move(terms), "record", true);
  if (!out.problem) out.fields["moves"] = moves;
  return out;
}

Answer Engine::Tables::load(Request& request) {
  const bool is_record = request.has("record");
  if (is_record == request.has("position")) return problem("bad_message", "give either 'position' or 'record'");
  if (open_.size() >= tables_max)
    return problem("too_many_tables", "at most " + std::to_string(tables_max) + " tables are open at once; close one");
  const std::string source = request.text(is_record ? "record" : "position");
  if (request.problem()) return *request.problem();
  if (is_record) {
    const auto record = parse_record(source);
    if (!record) return problem("bad_record", record.fault(), "record");
    const auto tables = tables_in(request);
    if (request.problem()) return *request.problem();
    const auto game = game_of(*record, tables ? &*tables : nullptr);
    if (!game) return problem("bad_record", game.fault(), "record");
    Terms terms = read_terms(request, *game, record->header.seats);
    const bool stops = request.has("at");
    const i64 at = request.number("at", 0, number_max, 0);
    request.finish();
    if (request.problem()) return *request.problem();
    if (stops) return open_at(*game, *record, std::move(terms), static_cast<std::size_t>(at));
    if (terms.by_hand) return open(Match::resume_by_hand(*game, *record), std::move(terms), "record");
    auto dealer = dealer_of(*record, std::nullopt, terms.seed);
    if (!dealer) return problem("bad_record", dealer.fault(), "record");
    return open(Match::resume(*game, *record, std::move(*dealer)), std::move(terms), "record");
  }
  auto opening = open_position(source, built_in_games());
  if (!opening) return problem("bad_position", opening.fault(), "position");
  MatchSetup setup;
  setup.names = request.texts("names", static_cast<std::size_t>(seats_max));
  Terms terms = read_terms(request, opening->game, opening->players);
  request.finish();
  if (request.problem()) return *request.problem();
  setup.game = opening->game;
  setup.seats = opening->players;
  setup.position = opening->state;
  setup.play_forced = terms.forced;
  auto match =
      terms.by_hand ? Match::create_by_hand(std::move(setup)) : Match::create(std::move(setup), std::make_unique<SeededDealer>(terms.seed));
  return open(std::move(match), std::move(terms), "position");
}

Answer Engine::Tables::tables(Request& request) {
  request.finish();
  if (request.problem()) return *request.problem();
  json::array list;
  for (const auto& [handle, table] : open_) {
    json::object item = head_json(handle, table);
    item["game"] = table.game().info().name;
    list.push_back(std::move(item));
  }
  return json::object{{"tables", std::move(list)}};
}

Answer Engine::Tables::close(Request& request) {
  i64 handle = 0;
  find(request, handle);
  request.finish();
  if (request.problem()) return *request.problem();
  open_.erase(handle);
  return json::object{{"table", handle}};
}

// ---- looking

Answer Engine::Tables::state(Request& request) {
  i64 handle = 0;
  const OpenTable* table = find(request, handle);
  request.finish();
  if (request.problem()) return *request.problem();
  return view_json(handle, *table, table->viewer());
}

Answer Engine::Tables::sight(Request& request) {
  i64 handle = 0;
  const OpenTable* table = find(request, handle);
  if (table == nullptr) return *request.problem();
  const bool spectator = request.text("seat", "") == "table";
  const Seat seat = spectator ? Seat::Table : request.seat("seat", table->match->seats());
  const LegalForm form = read_legal_form(request);
  request.finish();
  if (request.problem()) return *request.problem();
  if (table->as && seat != *table->as && !spectator) return not_for(*table);
  json::object out = view_json(handle, *table, seat);
  add_choices(out, *table->match, seat, form);
  if (!spectator && !table->record_only && table->match->can_undo(seat)) out["undo"] = true;
  return out;
}

Answer Engine::Tables::legal(Request& request) {
  i64 handle = 0;
  const OpenTable* table = find(request, handle);
  if (table == nullptr) return *request.problem();
  const SeatSet waiting = table->match->waiting_on();
  const bool one = waiting.size() == 1 && !waiting.has(Seat::Chance);
  const Seat seat = request.has("seat") || !(table->as || one) ? request.seat("seat", table->match->seats())
                                                               : table->as.value_or(waiting.empty() ? Seat::A : waiting.lowest());
  const LegalForm form = read_legal_form(request);
  request.finish();
  if (request.problem()) return *request.problem();
  if (table->as && seat != *table->as) return not_for(*table);
  json::object out = head_json(handle, *table);
  out["seat"] = seat_name(seat);
  add_choices(out, *table->match, seat, form);
  return out;
}

Answer Engine::Tables::events(Request& request) {
  i64 handle = 0;
  const OpenTable* table = find(request, handle);
  if (table == nullptr) return *request.problem();
  const bool spectator = request.text("seat", "") == "table";
  const Seat seat = spectator ? Seat::Table : request.seat("seat", table->match->seats());
  const i64 from = request.number("from", 0, number_max, 0);
  request.finish();
  if (request.problem()) return *request.problem();
  if (table->as && seat != *table->as && !spectator) return not_for(*table);
  json::object out = head_json(handle, *table);
  out["events"] = events_json(*table->match, seat, static_cast<u64>(from));
  return out;
}

Answer Engine::Tables::why(Request& request) {
  i64 handle = 0;
  const OpenTable* table = find(request, handle);
  if (table == nullptr) return *request.problem();
  const Match& match = *table->match;
  const Seat seat = request.has("seat") || !table->as ? request.seat("seat", match.seats()) : *table->as;
  const std::string word = request.text("action");
  request.finish();
  if (request.problem()) return *request.problem();
  if (table->as && seat != *table->as) return not_for(*table);
  const auto action = match.game().parse(word);
  if (!action) return problem("bad_action", action.fault(), "action");
  if (!match.waiting_on().has(seat)) return problem("not_waiting", "this seat is not to move", "seat");
  const AnySight sight = match.sight(seat);
  ActionList list;
  match.game().legal(sight, list);
  const bool allowed = std::find(list.begin(), list.end(), *action) != list.end();
  json::object out = head_json(handle, *table);
  out["allowed"] = allowed;
  if (!allowed) out["clause"] = match.game().refuse(sight, *action).clause;
  return out;
}

// ---- acting

void Engine::Tables::play_bots(OpenTable& table) {
  for (;;) {
    const SeatSet waiting = table.match->waiting_on();
    const auto next = std::find_if(table.bots.begin(), table.bots.end(), [&](const auto& bot) { return waiting.has(bot.first); });
    if (next == table.bots.end()) return;
    const Action action = next->second->choose(table.match->sight(next->first), table.rng);
    const SubmitResult result = table.match->submit(next->first, {&action, 1}, table.match->seq());
    CHECK(static_cast<bool>(result));  // a bot only chooses what is legal
  }
}

Answer Engine::Tables::apply(Request& request) {
  i64 handle = 0;
  OpenTable* table = find(request, handle);
  if (table == nullptr) return *request.problem();
  Match& match = *table->match;
  const Seat seat = request.has("seat") || !table->as ? request.seat("seat", match.seats()) : *table->as;
  const bool batch = request.has("actions");
  if (batch == request.has("action")) request.note(problem("bad_message", "give either 'action' or 'actions'"));
  const std::vector<std::string> words = batch ? request.texts("actions", batch_max) : std::vector<std::string>{request.text("action", "")};
  const u64 from = match.seq();
  const i64 expected = request.number("seq", 0, number_max, static_cast<i64>(from));
  request.finish();
  if (request.problem()) return *request.problem();
  if (table->as && seat != *table->as) return problem("secret", "this table plays seat " + std::string(seat_name(*table->as)), "seat");
  if (table->record_only) return only_a_record();
  std::vector<Action> actions;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto action = match.game().parse(words[i]);
    if (!action) return problem("bad_action", action.fault(), batch ? "actions[" + std::to_string(i) + "]" : "action");
    actions.push_back(*action);
  }
  const SubmitResult result = match.submit(seat, actions, static_cast<u64>(expected));
  if (!result) return submit_problem(result, match.game(), actions);
  play_bots(*table);
  return progress_json(handle, *table, from);
}

Answer Engine::Tables::chance(Request& request) {
  i64 handle = 0;
  OpenTable* table = find(request, handle);
  if (table == nullptr) return *request.problem();
  Match& match = *table->match;
  const u64 from = match.seq();
  const bool given = request.has("action");
  const std::string word = request.text("action", "");
  const bool deal = request.flag("deal", false);
  const i64 expected = request.number("seq", 0, number_max, static_cast<i64>(from));
  if (given && deal) request.note(problem("bad_message", "give 'action' or 'deal', not both"));
  request.finish();
  if (request.problem()) return *request.problem();
  if (table->record_only && (given || deal)) return only_a_record();
  if (!match.waiting_on().has(Seat::Chance))
    return problem("not_waiting",
                   table->by_hand ? "nothing is to be dealt now" : "the engine deals at this table; open it with \"deal\":\"manual\"");
  if (!given && !deal) {
    if (table->as) return problem("secret", "what could be dealt is hidden from seat " + std::string(seat_name(*table->as)));
    json::object out = head_json(handle, *table);
    json::array outcomes;
    OutcomeList list;
    match.game().chance(match.state(), list);
    for (const Outcome& o : list) outcomes.push_back(json::object{{"action", match.game().print(o.action)}, {"weight", o.weight}});
    out["outcomes"] = std::move(outcomes);
    return out;
  }
  Action outcome;
  if (given) {
    const auto action = match.game().parse(word);
    if (!action) return problem("bad_action", action.fault(), "action");
    outcome = *action;
  } else {
    outcome = match.game().outcome(match.state(), table->rng.below(match.game().odds(match.state())));
  }
  const SubmitResult result = match.deal(outcome, static_cast<u64>(expected));
  if (!result) return submit_problem(result, match.game(), {&outcome, 1});
  play_bots(*table);
  return progress_json(handle, *table, from);
}

Answer Engine::Tables::bot(Request& request) {
  i64 handle = 0;
  OpenTable* table = find(request, handle);
  if (table == nullptr) return *request.problem();
  Match& match = *table->match;
  const std::string name = request.text("name");
  const Seat seat = request.has("seat") || !table->as ? request.seat("seat", match.seats()) : *table->as;
  const bool apply = request.flag("apply", false);
  const bool rank = request.flag("rank", false);
  const bool seeded = request.has("seed");
  const u64 seed = static_cast<u64>(request.number("seed", 0, number_max, 0));
  request.finish();
  if (request.problem()) return *request.problem();
  if (table->as && seat != *table->as && !apply)
    return problem("secret", "what a bot would do for another seat depends on what that seat sees", "seat");
  auto bot = make_bot(name, match.game_ptr());
  if (!bot) return problem("no_bot", bot.fault(), "name");
  if (!match.waiting_on().has(seat)) return problem("not_waiting", "this seat is not to move", "seat");
  if (apply && table->record_only) return only_a_record();
  if (apply && rank) return problem("bad_message", "give 'apply' or 'rank', not both", "rank");
  Rng own(seed);
  Rng& rng = seeded ? own : table->rng;
  const u64 from = match.seq();
  json::object out;
  if (rank) {
    out = head_json(handle, *table);
    add_fields(out, advice_json(match.game(), match.sight(seat), **bot, rng));
    return out;
  }
  const Action action = (*bot)->choose(match.sight(seat), rng);
  if (apply) {
    const SubmitResult result = match.submit(seat, {&action, 1}, from);
    if (!result) return submit_problem(result, match.game(), {&action, 1});
    play_bots(*table);
    out = progress_json(handle, *table, from);
  } else {
    out = head_json(handle, *table);
  }
  if (!table->as || seat == *table->as) out["action"] = match.game().print(action);
  return out;
}

Answer Engine::Tables::undo(Request& request) {
  i64 handle = 0;
  OpenTable* table = find(request, handle);
  if (table == nullptr) return *request.problem();
  const Seat seat = request.has("seat") || !table->as ? request.seat("seat", table->match->seats()) : *table->as;
  request.finish();
  if (request.problem()) return *request.problem();
  if (table->as && seat != *table->as) return problem("secret", "this table plays seat " + std::string(seat_name(*table->as)), "seat");
  if (table->record_only) return only_a_record();
  const u64 from = table->match->seq();
  if (!table->match->undo(seat)) return problem("cannot_undo", "there is nothing to take back, or something was learned since");
  return progress_json(handle, *table, from);
}

// ---- keeping and counting

Answer Engine::Tables::save(Request& request) {
  i64 handle = 0;
  OpenTable* table = find(request, handle);
  if (table == nullptr) return *request.problem();
  const std::string what = request.text("what", "record");
  request.finish();
  if (request.problem()) return *request.problem();
  Match& match = *table->match;
  json::object out = head_json(handle, *table);
  if (what == "position") {
    out["position"] = print_position(match.game(), match.state(), match.seats(), table->viewer());
    return out;
  }
  if (what != "record") return problem("bad_message", "'what' is record or position, not '" + what + "'", "what");
  if (table->as && !match.over()) return problem("secret", "the record holds what other seats know; it can be saved when the game is over");
  match.close_record();
  out["record"] = print_record(match.record());
  return out;
}

Answer Engine::Tables::score(Request& request) {
  i64 handle = 0;
  const OpenTable* table = find(request, handle);
  request.finish();
  if (request.problem()) return *request.problem();
  const Match& match = *table->match;
  if (table->as && !match.over()) return problem("secret", "the score may hold what other seats know; ask when the game is over");
  json::object out = head_json(handle, *table);
  add_score(out, match);
  return out;
}

Answer Engine::Tables::rules(Request& request) {
  const std::string game = request.text("game"), clause = request.text("clause", ""), language = request.text("lang", "en");
  const bool one = request.has("clause");
  request.finish();
  if (request.problem()) return *request.problem();
  const auto names = game_names();
  if (std::find(names.begin(), names.end(), game) == names.end()) return problem("unknown_game", "unknown game '" + game + "'", "game");
  const auto all = all_clauses(game, language);
  if (all.empty()) return problem("no_rules", "the text of the rules is not built into this engine");
  if (one) {
    const auto found = find_clause(game, clause, language);
    if (!found) return problem("no_clause", "no clause '" + clause + "' in the rules of '" + game + "'", "clause");
    return json::object{{"clause", clause}, {"title", found->title}, {"text", found->text}};
  }
  json::array clauses;
  for (const ClauseText& c : all)
    clauses.push_back(json::object{{"clause", c.id}, {"section", c.section}, {"title", c.title}, {"source", c.source}, {"text", c.text}});
  return json::object{{"game", game}, {"clauses", std::move(clauses)}};
}

Answer Engine::Tables::edition(Request& request) {
  if (request.has("table")) {
    i64 handle = 0;
    const OpenTable* table = find(request, handle);
    request.finish();
    if (request.problem()) return *request.problem();
    return edition_json(table->game());
  }
  const std::string name = request.text("game");
  request.finish();
  if (request.problem()) return *request.problem();
  const auto game = make_game(name);
  if (!game) return problem("unknown_game", "unknown game '" + name + "'", "game");
  return edition_json(**game);
}

// ---- messages

Engine::Engine() : tables_(std::make_unique<Tables>()) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

std::string Engine::handle(std::string_view message) {
  const auto refuse = [](const Problem& p) { return json::serialize(error_answer(p)); };
  if (message.size() > message_bytes_max)
    return refuse(problem("too_long", "a message has at most " + std::to_string(message_bytes_max) + " bytes"));
  json::parse_options options;
  options.max_depth = message_depth_max;
  json::error_code error;
  const json::value value = json::parse(json::string_view(message.data(), message.size()), error, {}, options);
  if (error) return refuse(problem("bad_json", "not JSON, or deeper than " + std::to_string(message_depth_max) + ": " + error.message()));
  const json::object* fields = value.if_object();
  if (fields == nullptr) return refuse(problem("bad_message", "a message is a JSON object"));
  const auto id = id_of(*fields);
  if (!id && fields->contains("id"))
    return refuse(
        problem("bad_message", "'id' is a whole number or a string of at most " + std::to_string(message_id_bytes_max) + " bytes", "id"));
  Answer answer = tables_->answer(*fields);
  json::object out;
  if (id) out["id"] = *id;
  add_fields(out, answer.problem ? error_answer(*answer.problem) : json::object{{"ok", true}});
  if (!answer.problem) add_fields(out, std::move(answer.fields));
  return json::serialize(out);
}

}  // namespace trestle
