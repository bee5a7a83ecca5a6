// What people bring along: tables of their own to play with, and records to look at together. Both are read by the readers that read
// files, and refused with file or line and the reason.
#include "base/text.hpp"
#include "core/position.hpp"
#include "games/registry.hpp"
#include "match/verify.hpp"
#include "server/hub/impl.hpp"

namespace trestle::server {

namespace {

constexpr Millis hour = 3'600'000;
constexpr std::size_t edition_files_max = 16;
constexpr std::size_t games_kept_max = 1000;

// Told apart by every byte: who makes two editions with the same short hash must not have one played for the other.
std::string digest_of(const Edition& edition) {
  Sha256 sum;
  for (const TableFile& file : edition.files) sum.add(file.name).add("\n").add(std::to_string(file.text.size())).add("\n").add(file.text);
  const Digest digest = sum.finish();
  return text::to_hex(digest.data(), digest.size());
}

}  // namespace

Result<GamePtr> Hub::Impl::game_by(const std::string& name, const Options& options, const TablesPtr& tables) {
  std::string key = name;
  for (const auto& [option, value] : options) key += ' ' + option + '=' + value;
  if (tables) key += ' ' + digest_of(*tables);
  const auto at = games_.find(key);
  if (at != games_.end()) return at->second;
  auto game = tables ? make_game(name, *tables, options) : make_game(name, options);
  if (!game) return game;
  if (games_.size() >= games_kept_max) std::erase_if(games_, [](const auto& one) { return one.second.use_count() == 1; });
  if (games_.size() < games_kept_max) games_[key] = *game;
  return game;
}

// ---- editions

const OfferedEdition* Hub::Impl::offered(const std::string& game, const std::string& hash) const {
  for (const OfferedEdition& one : config_.editions)
    if (one.game == game && one.edition == hash) return &one;
  return nullptr;
}

json::array Hub::Impl::editions_json() const {
  json::array out;
  for (const OfferedEdition& one : config_.editions)
    out.push_back(json::object{{"game", one.game}, {"name", one.name}, {"edition", one.edition}});
  return out;
}

Hub::Impl::EditionAsked Hub::Impl::read_edition(Request& request) {
  return {request.text("edition", ""), request.pairs("tables", edition_files_max)};
}

// The tables a message asks for: those of an edition on offer, or its own. Null = the built-in ones.
std::optional<Problem> Hub::Impl::tables_for(const EditionAsked& asked, const std::string& game, TablesPtr& tables) {
  if (!asked.name.empty() && !asked.files.empty()) return problem("bad_message", "give 'edition' or 'tables', not both", "tables");
  if (!asked.name.empty()) {
    std::vector<std::string> names;
    for (const OfferedEdition& one : config_.editions) {
      if (one.game != game) continue;
      names.push_back(one.name);
      if (one.name == asked.name) tables = one.tables;
    }
    if (tables) return std::nullopt;
    return problem("no_edition", "this server offers no edition '" + asked.name + "' of " + game + did_you_mean(asked.name, names),
                   "edition");
  }
  if (asked.files.empty()) return std::nullopt;
  const Edition built_in = built_in_edition(game);
  Edition own{"the table's own edition", {}};
  std::size_t bytes = 0;
  for (const auto& [name, content] : asked.files) {
    if (built_in.find(name) == nullptr) return problem("bad_edition", "an edition of " + game + " has no table '" + name + "'", "tables");
    bytes += content.size();
    own.files.push_back({name, content});
  }
  if (bytes > edition_bytes_max)
    return problem("too_long", "an edition has at most " + std::to_string(edition_bytes_max) + " bytes", "tables");
  std::sort(own.files.begin(), own.files.end(), [](const TableFile& a, const TableFile& b) { return a.name < b.name; });
  if (const auto made = make_game(game, own, {}); !made) return problem("bad_edition", made.fault(), "tables");
  tables = std::make_shared<const Edition>(std::move(own));
  return std::nullopt;
}

std::optional<Problem> Hub::Impl::over_uploads(const UserId& user) {
  if (within("upload " + user, config_.limits.uploads_an_hour, hour, true)) return std::nullopt;
  return problem("limit", "at most " + std::to_string(config_.limits.uploads_an_hour) + " records and editions an hour");
}

void Hub::Impl::edition(Ask& ask) {
  Table* table = table_for(ask);
  if (table == nullptr || !done_or_refuse(ask)) return;
  json::object out{{"table", table->id}};
  add_fields(out, edition_json(*table->game));
  table_answer(*table, ask.reply, std::move(out));
}

// ---- records

// A record becomes a table whose game is over, or was left where the record ends: everything that can be asked about a finished game can
// be asked about it.
void Hub::Impl::import_record(Ask& ask) {
  const std::string source = ask.request.text("record");
  const EditionAsked asked = read_edition(ask.request);
  if (!done_or_refuse(ask)) return;
  if (const auto wrong = over_uploads(*ask.line.user)) return refuse(ask.reply, *wrong, hour);
  const auto record = parse_record(source);
  if (!record) return refuse(ask.reply, problem("bad_record", record.fault(), "record"));
  const RecordHeader& header = record->header;
  const auto names = game_names();
  if (std::find(names.begin(), names.end(), header.game) == names.end())
    return refuse(ask.reply, problem("unknown_game", "unknown game '" + header.game + "'", "record"));
  const auto undos =
      std::count_if(record->moves.begin(), record->moves.end(), [](const auto& m) { return m.kind == RecordMove::Kind::undo; });
  if (record->moves.empty() || record->moves.size() > import_moves_max || undos > static_cast<i64>(import_undos_max))
    return refuse(ask.reply, problem("bad_record",
                                     "a record to look at here has 1 to " + std::to_string(import_moves_max) + " moves, and at most " +
                                         std::to_string(import_undos_max) + " taken back",
                                     "record"));
  Terms terms;
  if (const auto wrong = tables_for(asked, header.game, terms.tables)) return refuse(ask.reply, *wrong);
  if (const OfferedEdition* known = offered(header.game, header.edition); known != nullptr && !terms.tables) terms.tables = known->tables;
  const auto game = game_by(header.game, header.options, terms.tables);
  if (!game) return refuse(ask.reply, problem("bad_record", game.fault(), "record"));
  if ((*game)->info().edition != header.edition)
    return refuse(ask.reply,
                  problem("bad_edition", "the record was played with other tables: give those of edition " + header.edition, "tables"));
  const VerifyReport report = verify_record(*game, *record);
  if (!report.holds()) return refuse(ask.reply, problem("bad_record", *report.failure, "record"));

  Table table;
  table.id = random_word(16);
  table.status = TableStatus::over;
  table.created = table.changed = now_;
  terms.game = header.game;
  terms.options = header.options;
  terms.edition = header.edition;
  terms.rules_version = header.rules_version;
  terms.listed = terms.rated = terms.hints = terms.undo = false;
  terms.host = *ask.line.user;
  for (const std::string& name : header.names) terms.chairs.emplace_back().name = name;
  terms.started = now_;
  if (record->end) terms.places.assign(record->end->places.begin(), record->end->places.end());
  terms.counted = terms.imported = true;
  table.terms = std::move(terms);
  storage::SaveTable op;
  op.id = table.id;
  op.node = config_.node;
  op.create = true;
  op.row = row_of(table);
  op.step = storage::StepRow{0, static_cast<u32>(record->moves.size()), source, now_};
  ask_store(std::move(op), [this, reply = ask.reply, id = table.id, report](storage::Answer& kept) {
    if (kept.outcome != storage::Outcome::done) return refuse(reply, problem("storage", "the server could not keep this; try again"));
    answer(reply, {{"table", id}, {"finished", report.finished}, {"proof", proof_name(report.proof)}});
  });
}

}  // namespace trestle::server
