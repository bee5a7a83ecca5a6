#include "server/hub/terms.hpp"

#include <boost/json.hpp>

#include "base/text.hpp"
#include "protocol/object_text.hpp"
#include "server/hub/own_json.hpp"

namespace trestle::server {

namespace json = boost::json;

namespace {

using protocol::ListText;
using protocol::ObjectText;

constexpr std::size_t terms_bytes_usual = 1024;
constexpr std::string_view clock_names[] = {"none", "move", "game", "days"};

std::string hex(std::string_view bytes) { return text::to_hex(reinterpret_cast<const u8*>(bytes.data()), bytes.size()); }

std::string from_hex(std::string_view digits) {
  const auto bytes = text::from_hex(digits);
  return bytes ? std::string(bytes->begin(), bytes->end()) : std::string();
}

std::vector<int> numbers_of(const json::object& fields, std::string_view key) {
  std::vector<int> out;
  const json::value* value = fields.if_contains(key);
  if (const json::array* list = value == nullptr ? nullptr : value->if_array())
    for (const json::value& item : *list)
      if (const i64* n = item.if_int64()) out.push_back(static_cast<int>(*n));
  return out;
}

std::string chair_text(const Chair& chair) {
  ObjectText out;
  if (chair.person()) out.add("user", chair.user);
  if (!chair.name.empty()) out.add("name", chair.name);
  if (!chair.bot.empty()) out.add("bot", chair.bot);
  if (chair.account) out.add("account", true);
  if (chair.ready) out.add("ready", true);
  if (chair.resigned) out.add("resigned", true);
  if (!chair.stand_in.empty()) out.add("stand_in", chair.stand_in);
  if (!chair.seed.empty()) out.add("seed", hex(chair.seed));
  return out.done();
}

template <class Items, class Say>
std::string list_text(const Items& items, const Say& say) {
  ListText out;
  for (const auto& item : items) out.add_json(say(item));
  return out.done();
}
std::string numbers_text(const std::vector<int>& numbers) {
  return list_text(numbers, [](int number) { return std::to_string(number); });
}

Chair parse_chair(const json::object& fields) {
  Chair chair;
  chair.user = text_of(fields, "user");
  chair.name = text_of(fields, "name");
  chair.bot = text_of(fields, "bot");
  chair.account = flag_of(fields, "account");
  chair.ready = flag_of(fields, "ready");
  chair.resigned = flag_of(fields, "resigned");
  chair.stand_in = text_of(fields, "stand_in");
  chair.seed = from_hex(text_of(fields, "seed"));
  return chair;
}

}  // namespace

std::string_view clock_name(ClockKind kind) { return clock_names[static_cast<std::size_t>(kind)]; }

std::optional<ClockKind> parse_clock(std::string_view word) {
  for (std::size_t i = 0; i < std::size(clock_names); ++i)
    if (clock_names[i] == word) return static_cast<ClockKind>(i);
  return std::nullopt;
}

std::string print_terms(const Terms& terms) {
  ObjectText options, tables, clock;
  for (const auto& [name, value] : terms.options) options.add(name, value);
  if (terms.tables)
    for (const TableFile& file : terms.tables->files) tables.add(file.name, file.text);
  clock.add("kind", clock_name(terms.clock.kind)).add("seconds", terms.clock.seconds).add("increment", terms.clock.increment);
  ObjectText out(terms_bytes_usual);
  out.add("game", terms.game).add("options", std::move(options)).add("edition", terms.edition).add("tables", std::move(tables));
  out.add("rules_version", terms.rules_version).add("listed", terms.listed).add("rated", terms.rated).add("hints", terms.hints);
  out.add("undo", terms.undo).add("chat", terms.chat).add("clock", std::move(clock)).add("host", terms.host);
  out.add_json("chairs", list_text(terms.chairs, chair_text));
  out.add("secret", text::to_hex(terms.secret.data(), terms.secret.size())).add("match", terms.match_id);
  out.add("started", terms.started).add("paused", terms.paused).add("shift", terms.shift);
  out.add_json("resigned", numbers_text(terms.resigned)).add_json("places", numbers_text(terms.places));
  out.add("counted", terms.counted).add("rematch", terms.rematch).add("imported", terms.imported);
  return out.done();
}

Result<Terms> parse_terms(std::string_view source) {
  json::error_code error;
  const json::value value = json::parse(json::string_view(source.data(), source.size()), error);
  const json::object* fields = value.if_object();
  if (error || fields == nullptr) return fault("a table's terms cannot be read");
  Terms terms;
  terms.game = text_of(*fields, "game");
  if (const json::value* options = fields->if_contains("options"); options != nullptr && options->is_object())
    for (const auto& item : options->get_object())
      if (const json::string* s = item.value().if_string()) terms.options[std::string(item.key())] = std::string(s->data(), s->size());
  terms.edition = text_of(*fields, "edition");
  if (const json::value* tables = fields->if_contains("tables");
      tables != nullptr && tables->is_object() && !tables->get_object().empty()) {
    Edition edition{"the table's own edition", {}};
    for (const auto& item : tables->get_object())
      edition.files.push_back({std::string(item.key()), text_of(tables->get_object(), item.key())});
    terms.tables = std::make_shared<const Edition>(std::move(edition));
  }
  terms.rules_version = static_cast<int>(number_of(*fields, "rules_version"));
  terms.listed = flag_of(*fields, "listed");
  terms.rated = flag_of(*fields, "rated");
  terms.hints = flag_of(*fields, "hints");
  terms.undo = flag_of(*fields, "undo");
  terms.chat = flag_of(*fields, "chat");
  if (const json::value* clock = fields->if_contains("clock"); clock != nullptr && clock->is_object()) {
    terms.clock.kind = parse_clock(text_of(clock->get_object(), "kind")).value_or(ClockKind::none);
    terms.clock.seconds = number_of(clock->get_object(), "seconds");
    terms.clock.increment = number_of(clock->get_object(), "increment");
  }
  terms.host = text_of(*fields, "host");
  if (const json::value* chairs = fields->if_contains("chairs"); chairs != nullptr && chairs->is_array())
    for (const json::value& chair : chairs->get_array())
      if (chair.is_object()) terms.chairs.push_back(parse_chair(chair.get_object()));
  if (terms.chairs.size() > static_cast<std::size_t>(seats_max)) return fault("a table's terms have too many seats");
  const std::string secret = from_hex(text_of(*fields, "secret"));
  if (secret.size() != terms.secret.size()) return fault("a table's terms have no secret");
  std::copy(secret.begin(), secret.end(), terms.secret.begin());
  terms.match_id = text_of(*fields, "match");
  terms.started = number_of(*fields, "started");
  terms.paused = number_of(*fields, "paused");
  terms.shift = static_cast<u64>(number_of(*fields, "shift"));
  terms.resigned = numbers_of(*fields, "resigned");
  terms.places = numbers_of(*fields, "places");
  terms.counted = flag_of(*fields, "counted");
  terms.rematch = text_of(*fields, "rematch");
  terms.imported = flag_of(*fields, "imported");
  return terms;
}

namespace {

std::vector<std::string> names_of(const Terms& terms) {
  std::vector<std::string> names;
  for (const Chair& chair : terms.chairs) names.push_back(chair.person() ? chair.name : chair.bot);
  return names;
}

std::unique_ptr<FairDealer> dealer_by(const Terms& terms) {
  auto dealer = std::make_unique<FairDealer>(terms.secret, terms.match_id);
  for (std::size_t i = 0; i < terms.chairs.size(); ++i)
    if (!terms.chairs[i].seed.empty()) CHECK(dealer->add_seed(seat_at(static_cast<int>(i)), terms.chairs[i].seed));
  return dealer;
}

}  // namespace

Result<Match> start_match(const GamePtr& game, const Terms& terms) {
  MatchSetup setup;
  setup.game = game;
  setup.seats = static_cast<int>(terms.chairs.size());
  setup.names = names_of(terms);
  return Match::create(std::move(setup), dealer_by(terms));
}

Result<Match> resume_match(const GamePtr& game, const Terms& terms, std::vector<RecordMove> moves) {
  auto dealer = dealer_by(terms);
  Record record;
  record.header.game = terms.game;
  record.header.rules_version = terms.rules_version;
  record.header.edition = terms.edition;
  record.header.seats = static_cast<int>(terms.chairs.size());
  record.header.options = terms.options;
  record.header.names = names_of(terms);
  record.header.dealer = dealer->note();
  record.moves = std::move(moves);
  return Match::resume(game, record, std::move(dealer));
}

namespace {

constexpr char kind_letter(RecordMove::Kind kind) {
  switch (kind) {
    case RecordMove::Kind::act: return '.';
    case RecordMove::Kind::automatic: return '!';
    case RecordMove::Kind::undo: return '-';
  }
  return '?';
}

constexpr char seat_letter(Seat seat) { return seat == Seat::Chance ? '*' : static_cast<char>('A' + index_of(seat)); }

std::optional<Seat> seat_of(char letter) {
  if (letter == '*') return Seat::Chance;
  if (letter < 'A' || letter >= 'A' + seats_max) return std::nullopt;
  return seat_at(letter - 'A');
}

}  // namespace

// "=A 1234", then a line a move: kind, seat, notation, e.g. ".A play farmer", "!B pay", "-A", ".*draw 17".
std::string print_step(const Match& match, protocol::GameWords& words, u64 from, std::optional<Seat> by, i64 spent_ms) {
  std::string out = "=";
  if (by) out += seat_letter(*by);
  out += ' ' + std::to_string(spent_ms) + '\n';
  for (const Match::Act& act : match.acts().subspan(from)) {
    out += kind_letter(act.kind);
    out += seat_letter(act.seat);
    if (act.kind != RecordMove::Kind::undo) out += words.notation(act.action);
    out += '\n';
  }
  return out;
}

Result<StepRead> parse_step(const storage::StepRow& step, std::vector<RecordMove>& into) {
  const Fault broken = fault("the moves from " + std::to_string(step.first) + " on cannot be read");
  if (step.first != into.size()) return broken;
  StepRead read;
  const auto lines = text::lines(step.text);
  if (lines.empty() || lines[0].empty() || lines[0][0] != '=' || lines.size() != step.moves + 1u) return broken;
  const auto head = text::words(lines[0].substr(1));
  if (head.size() == 2 && head[0].size() == 1) read.by = seat_of(head[0][0]);
  const auto spent = head.empty() ? std::nullopt : text::number(head.back());
  if (!spent) return broken;
  read.spent_ms = *spent;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const auto seat = line.size() < 2 ? std::nullopt : seat_of(line[1]);
    if (!seat) return broken;
    RecordMove move;
    move.kind = line[0] == '-' ? RecordMove::Kind::undo : line[0] == '!' ? RecordMove::Kind::automatic : RecordMove::Kind::act;
    move.seat = *seat;
    move.text = std::string(line.substr(2));
    into.push_back(std::move(move));
  }
  return read;
}

}  // namespace trestle::server
