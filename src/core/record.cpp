#include "core/record.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <tuple>

#include "base/text.hpp"

namespace trestle {

namespace {

constexpr std::size_t mark_digits = 16;  // of the chain, at the end of each line
constexpr std::size_t mark_bytes = mark_digits / 2;
constexpr std::string_view mark_sign = " #";
constexpr std::string_view lower_hex = "0123456789abcdef";

std::string quoted(std::string_view word) { return "'" + std::string(word) + "'"; }
std::string letter(int seat) { return std::string(seat_name(seat_at(seat))); }
std::string hex(std::string_view bytes) { return text::to_hex(reinterpret_cast<const u8*>(bytes.data()), bytes.size()); }
std::string hex(const Digest& digest) { return text::to_hex(digest.data(), digest.size()); }

// --- what a record may hold ---

bool is_word(std::string_view s) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
  return !s.empty() && s.size() <= record_word_bytes_max && s.find_first_not_of(allowed) == std::string_view::npos;
}

bool is_match_id(std::string_view s) { return is_word(s) && s.size() <= match_id_bytes_max; }

bool is_content(std::string_view s, std::size_t bytes_max) {
  return !s.empty() && s.size() <= bytes_max && s.front() != ' ' && s.back() != ' ' && text::is_plain(s);
}

bool is_token(std::string_view s) { return is_content(s, record_word_bytes_max) && s.find(' ') == std::string_view::npos; }

bool is_hex(std::string_view s, std::size_t digits) {
  return s.size() == digits && s.find_first_not_of(lower_hex) == std::string_view::npos;
}

Status check_dealer(const RecordHeader& header) {
  const DealerNote& dealer = header.dealer;
  const DealerNote plain;
  if (dealer.kind != DealerKind::seeded && dealer.seed != 0) return fault("only a seeded dealer has a seed");
  if (dealer.kind != DealerKind::fair) {
    const bool bare = dealer.match_id.empty() && dealer.commitment == plain.commitment && dealer.seeds == plain.seeds;
    return bare ? ok() : fault("only a fair dealer has a match id, a commitment and seeds of the seats");
  }
  if (!is_match_id(dealer.match_id)) return fault("the match id must be one word of letters and digits");
  for (std::size_t i = 0; i < dealer.seeds.size(); ++i) {
    if (dealer.seeds[i].size() > seat_seed_bytes_max)
      return fault("a seat's seed has at most " + std::to_string(seat_seed_bytes_max) + " bytes");
    if (!dealer.seeds[i].empty() && static_cast<int>(i) >= header.seats) return fault("a seed of a seat that is not in the game");
  }
  return ok();
}

Status check_header(const RecordHeader& header) {
  if (!is_word(header.game)) return fault("the name of the game must be one word");
  if (header.rules_version < 0) return fault("the version of the rules is negative");
  if (!is_hex(header.edition, 16)) return fault("the edition must be 16 hexadecimal digits");
  if (header.seats < 1 || header.seats > seats_max) return fault("players must be a number from 1 to " + std::to_string(seats_max));
  if (header.options.size() > record_options_max) return fault("more than " + std::to_string(record_options_max) + " options");
  for (const auto& [key, value] : header.options)
    if (!is_word(key) || !is_content(value, record_word_bytes_max)) return fault("option " + quoted(key) + " cannot be written");
  if (header.names.size() != static_cast<std::size_t>(header.seats)) return fault("there must be one name a seat");
  for (const std::string& name : header.names)
    if (auto status = check_name(name); !status) return status;
  if (header.position.size() > record_fields_max) return fault("more than " + std::to_string(record_fields_max) + " fields");
  for (const RecordField& field : header.position)
    if (!is_token(field.key) || !is_content(field.value, record_text_bytes_max))
      return fault("field " + quoted(field.key) + " cannot be written");
  return check_dealer(header);
}

Status check_move(const RecordHeader& header, const RecordMove& move) {
  const bool player = index_of(move.seat) < header.seats;
  if (!player && !(move.kind == RecordMove::Kind::act && move.seat == Seat::Chance)) return fault("a seat that is not in the game");
  if (move.kind == RecordMove::Kind::undo) return move.text.empty() ? ok() : fault("an undo holds no action");
  if (!is_content(move.text, record_text_bytes_max)) return fault("this is not an action: " + quoted(move.text));
  return ok();
}

Status check_end(const RecordHeader& header, const RecordEnd& end) {
  const auto seats = static_cast<std::size_t>(header.seats);
  if (!end.places.empty() && end.places.size() != seats) return fault("there must be one place a seat");
  if (end.places.empty() && !end.scores.empty()) return fault("a game given up has no scores");
  if (end.scores.size() > record_scores_max) return fault("more than " + std::to_string(record_scores_max) + " lines of scores");
  for (const RecordScore& score : end.scores)
    if (!is_word(score.key) || score.points.size() != seats) return fault("score " + quoted(score.key) + " cannot be written");
  if (end.secret && header.dealer.kind != DealerKind::fair) return fault("only a fair dealer has a secret");
  return ok();
}

// --- printing: each line without its mark ---

void add_header(const RecordHeader& header, std::vector<std::string>& bodies) {
  bodies.push_back("trestle-record " + std::to_string(record_version));
  bodies.push_back("game " + header.game);
  bodies.push_back("rules " + std::to_string(header.rules_version));
  bodies.push_back("edition " + header.edition);
  bodies.push_back("players " + std::to_string(header.seats));
  for (const auto& [key, value] : header.options) bodies.push_back("option " + key + "=" + value);
  for (int i = 0; i < header.seats; ++i) bodies.push_back("name " + letter(i) + " " + header.names[static_cast<std::size_t>(i)]);
  bodies.push_back(std::string("forced ") + (header.forced_played ? "played" : "asked"));
  const DealerNote& dealer = header.dealer;
  switch (dealer.kind) {
    case DealerKind::unstated: bodies.push_back("dealer unstated"); break;
    case DealerKind::seeded: bodies.push_back("dealer seeded " + std::to_string(dealer.seed)); break;
    case DealerKind::fair:
      bodies.push_back("dealer fair");
      bodies.push_back("match " + dealer.match_id);
      bodies.push_back("commitment " + hex(dealer.commitment));
      for (int i = 0; i < seats_max; ++i)
        if (const std::string& seed = dealer.seeds[static_cast<std::size_t>(i)]; !seed.empty())
          bodies.push_back("seed " + letter(i) + " " + hex(seed));
      break;
  }
  for (const RecordField& field : header.position) bodies.push_back("position " + field.key + " " + field.value);
  bodies.push_back("moves");
}

std::string move_body(std::size_t number, const RecordMove& move) {
  const std::string seat(seat_name(move.seat));
  const std::string start = std::to_string(number) + " ";
  switch (move.kind) {
    case RecordMove::Kind::act: return start + seat + " " + move.text;
    case RecordMove::Kind::automatic: return start + "auto " + seat + " " + move.text;
    case RecordMove::Kind::undo: return start + "undo " + seat;
  }
  return start;
}

void add_end(const RecordEnd& end, std::vector<std::string>& bodies) {
  if (end.places.empty()) bodies.push_back("abandoned");
  for (std::size_t i = 0; i < end.places.size(); ++i)
    bodies.push_back("place " + letter(static_cast<int>(i)) + " " + std::to_string(end.places[i]));
  for (const RecordScore& score : end.scores) {
    std::string body = "score " + score.key;
    for (i32 points : score.points) body += " " + std::to_string(points);
    bodies.push_back(std::move(body));
  }
  if (end.secret) bodies.push_back("secret " + hex(*end.secret));
  bodies.push_back("end");
}

Digest next_link(const Digest& chain, std::string_view body) {
  return Sha256().add(chain.data(), chain.size()).add(body).add("\n").finish();
}

// --- reading ---

// A number as we print it: no sign but -, no leading zero.
template <class T>
std::optional<T> plain_number(std::string_view word) {
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || std::to_string(value) != word) return std::nullopt;
  return value;
}

std::optional<Digest> read_digest(std::string_view word) {
  if (!is_hex(word, 64)) return std::nullopt;
  Digest out{};
  const auto bytes = text::from_hex(word);
  std::copy(bytes->begin(), bytes->end(), out.begin());
  return out;
}

// Splits off the first word; exactly one space stands between.
std::pair<std::string_view, std::string_view> head_and_rest(std::string_view line) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return {line, {}};
  return {line.substr(0, space), line.substr(space + 1)};
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Record record;
  std::size_t bytes_intact = 0;  // header and moves read so far
  bool header_whole = false;
  std::optional<Fault> failure;

  void run() {
    if (text_.size() > record_bytes_max) return fail("a record has at most " + std::to_string(record_bytes_max) + " bytes");
    read_header();
    if (!failure) read_moves();
    if (!failure && record.end) read_end();
  }
  // Whether nothing but the line with the failure would be lost.
  bool only_last_line_failed() const {
    const std::size_t line_end = text_.find('\n', line_start_);
    return line_end == std::string_view::npos || line_end + 1 == text_.size();
  }

 private:
  void fail(std::string reason) {
    if (!failure) failure = Fault{"", line_no_, std::move(reason)};
  }

  // Moves on to the next line and holds it to the chain. False at the end of the text and on a failure.
  bool next() {
    if (failure || at_ == text_.size()) return false;
    ++line_no_;
    line_start_ = at_;
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) return fail("the last line has no line end: it was cut off while it was written"), false;
    const std::string_view line = text_.substr(at_, end - at_);
    if (line.size() > record_line_bytes_max) return fail("a line has at most " + std::to_string(record_line_bytes_max) + " bytes"), false;
    const std::size_t mark =
        line.size() < mark_digits + mark_sign.size() ? std::string_view::npos : line.size() - mark_digits - mark_sign.size();
    if (mark == std::string_view::npos || line.substr(mark, mark_sign.size()) != mark_sign ||
        !is_hex(line.substr(mark + mark_sign.size()), mark_digits)) {
      fail(line_no_ == 1 ? "not a record: the first line must be 'trestle-record 1' and its chain mark"
                         : "the line does not end in a chain mark (# and " + std::to_string(mark_digits) + " hexadecimal digits)");
      return false;
    }
    body_ = line.substr(0, mark);
    chain_ = next_link(chain_, body_);
    if (line.substr(mark + mark_sign.size()) != text::to_hex(chain_.data(), mark_bytes)) {
      fail("the chain is broken: this line, or one before it, was changed, removed, added or moved");
      return false;
    }
    at_ = end + 1;
    return true;
  }
  // The next line, which must begin with this word; gives what follows the word.
  std::string_view need(std::string_view word) {
    if (!next()) {
      fail(line_no_ == 0 ? "this is empty; a record begins with 'trestle-record 1'"
                         : "the record ends where '" + std::string(word) + "' is due");
      return {};
    }
    return rest_after(word);
  }
  std::string_view rest_after(std::string_view word) {
    const auto [head, rest] = head_and_rest(body_);
    if (head != word) fail("'" + std::string(word) + "' is due here, not " + quoted(head));
    return rest;
  }
  bool begins(std::string_view word) const { return head_and_rest(body_).first == word; }

  // "A rest" for a seat of the game, in the order asked for.
  std::string_view need_seat(std::string_view rest, int seat) {
    const auto [who, value] = head_and_rest(rest);
    if (who != letter(seat)) fail("seat " + letter(seat) + " is due here, not " + quoted(who));
    return value;
  }
  void settle(const Status& status) {
    if (!status) fail(status.fault().reason);
  }

  void read_header() {
    RecordHeader& header = record.header;
    const auto version = need("trestle-record");
    if (!failure && version != std::to_string(record_version))
      fail("this is version " + quoted(version) + " of the record; this program reads version " + std::to_string(record_version));
    header.game = need("game");
    if (!failure && !is_word(header.game)) fail("the name of the game must be one word");
    header.rules_version = count("rules", 0, std::numeric_limits<i32>::max());
    header.edition = need("edition");
    if (!failure && !is_hex(header.edition, 16)) fail("the edition must be 16 hexadecimal digits");
    header.seats = count("players", 1, seats_max);
    need_more();
    while (!failure && begins("option")) read_option();
    for (int i = 0; i < header.seats && !failure; ++i) {
      header.names.emplace_back(need_seat(rest_after("name"), i));
      if (!failure) settle(check_name(header.names.back()));
      need_more();
    }
    if (failure) return;
    const std::string_view forced = rest_after("forced");
    if (forced != "played" && forced != "asked") fail("'forced' is 'played' or 'asked', not " + quoted(forced));
    header.forced_played = forced == "played";
    read_dealer();
    while (!failure && begins("position")) read_field();
    if (!failure && body_ != "moves") fail("'moves' is due here, not " + quoted(body_));
    if (failure) return;
    settle(check_header(header));
    header_whole = !failure;
    bytes_intact = at_;
  }

  int count(std::string_view word, int min, int max) {
    const auto value = need(word);
    const auto n = plain_number<i32>(value);
    if (!failure && (!n || *n < min || *n > max))
      fail("'" + std::string(word) + "' needs a number from " + std::to_string(min) + " to " + std::to_string(max) + ", not " +
           quoted(value));
    return failure ? 0 : *n;
  }

  void read_option() {
    const std::string_view option = rest_after("option");
    const std::size_t at = option.find('=');
    Options& options = record.header.options;
    if (at == std::string_view::npos) return fail("an option is written name=value");
    const std::string key(option.substr(0, at)), value(option.substr(at + 1));
    if (!options.empty() && options.rbegin()->first >= key) return fail("the options must stand in the order of their names, each once");
    if (!is_word(key) || !is_content(value, record_word_bytes_max) || options.size() == record_options_max)
      return fail("this is not an option: " + quoted(option));
    options[key] = value;
    need_more();
  }
  void need_more() {
    if (!next()) fail("the record ends before 'moves': its header is not whole");
  }

  void read_dealer() {
    DealerNote& dealer = record.header.dealer;
    const auto [kind, rest] = head_and_rest(need("dealer"));
    if (failure) return;
    if (kind == "unstated" && rest.empty()) {
      dealer.kind = DealerKind::unstated;
    } else if (kind == "seeded") {
      const auto seed = plain_number<u64>(rest);
      if (!seed) return fail("a seed is a number from 0 to 18446744073709551615, not " + quoted(rest));
      dealer.kind = DealerKind::seeded;
      dealer.seed = *seed;
    } else if (kind == "fair" && rest.empty()) {
      dealer.kind = DealerKind::fair;
      dealer.match_id = need("match");
      if (!failure && !is_match_id(dealer.match_id)) return fail("the match id must be one word of letters and digits");
      const auto commitment = read_digest(need("commitment"));
      if (!commitment) return fail("the commitment must be 64 hexadecimal digits");
      dealer.commitment = *commitment;
    } else {
      return fail("the dealer is 'unstated', 'seeded N' or 'fair', not " + quoted(kind));
    }
    need_more();
    while (!failure && begins("seed")) read_seed();
  }

  void read_seed() {
    DealerNote& dealer = record.header.dealer;
    const auto [who, digits] = head_and_rest(rest_after("seed"));
    const auto seat = parse_seat(who);
    if (dealer.kind != DealerKind::fair) return fail("only a fair dealer has seeds of the seats");
    if (!seat || index_of(*seat) >= record.header.seats) return fail(quoted(who) + " is not a seat of this game");
    if (digits.empty() || digits.size() > 2 * seat_seed_bytes_max || digits.size() % 2 != 0 || !is_hex(digits, digits.size()))
      return fail("a seed is 1 to " + std::to_string(seat_seed_bytes_max) + " bytes in hexadecimal digits");
    for (std::size_t i = static_cast<std::size_t>(*seat); i < dealer.seeds.size(); ++i)
      if (!dealer.seeds[i].empty()) return fail("the seeds must stand in the order of the seats, each once");
    const auto bytes = text::from_hex(digits);
    dealer.seeds[static_cast<std::size_t>(*seat)] = std::string(bytes->begin(), bytes->end());
    need_more();
  }

  void read_field() {
    const auto [key, value] = head_and_rest(rest_after("position"));
    if (!is_token(key) || !is_content(value, record_text_bytes_max)) return fail("this is not a field: " + quoted(body_));
    if (record.header.position.size() == record_fields_max) return fail("more than " + std::to_string(record_fields_max) + " fields");
    record.header.position.push_back({std::string(key), std::string(value)});
    need_more();
  }

  void read_moves() {
    while (next()) {
      if (body_.empty() || body_.front() < '0' || body_.front() > '9') {
        record.end.emplace();
        return;
      }
      read_move();
      if (failure) return;
      bytes_intact = at_;
    }
  }

  void read_move() {
    const auto [number, rest] = head_and_rest(body_);
    const auto n = plain_number<u64>(number);
    if (!n || *n != record.moves.size() + 1)
      return fail("move " + std::to_string(record.moves.size() + 1) + " is due here, not " + quoted(number));
    if (record.moves.size() == record_moves_max) return fail("a record has at most " + std::to_string(record_moves_max) + " moves");
    RecordMove move;
    auto [who, what] = head_and_rest(rest);
    if (who == "undo" || who == "auto") {
      move.kind = who == "undo" ? RecordMove::Kind::undo : RecordMove::Kind::automatic;
      std::tie(who, what) = head_and_rest(what);
    }
    const auto seat = parse_seat(who);
    if (!seat) return fail(quoted(who) + " is not a seat");
    move.seat = *seat;
    move.text = what;
    settle(check_move(record.header, move));
    if (move_body(record.moves.size() + 1, move) != body_) fail("the move is not written as it should be");
    if (!failure) record.moves.push_back(std::move(move));
  }

  // The first line of the end is read already.
  void read_end() {
    RecordEnd& end = *record.end;
    const RecordHeader& header = record.header;
    if (body_ == "abandoned") {
      body_ = {};
      next();
    } else {
      for (int i = 0; i < header.seats && !failure; ++i) {
        if (!begins("place")) return fail("a move, 'place' or 'abandoned' is due here, not " + quoted(head_and_rest(body_).first));
        const auto place = need_seat(rest_after("place"), i);
        const auto n = plain_number<i32>(place);
        if (!failure && (!n || *n < 0 || *n > seats_max))
          fail("a place is a number from 0 to " + std::to_string(seats_max) + ", not " + quoted(place));
        if (!failure) end.places.push_back(static_cast<u8>(*n));
        body_ = {};
        next();
      }
      while (!failure && begins("score")) read_score();
    }
    if (!failure && begins("secret")) {
      end.secret = read_digest(rest_after("secret"));
      if (!end.secret) return fail("the secret must be 64 hexadecimal digits");
      body_ = {};
      next();
    }
    if (!failure && body_ != "end")
      return fail(body_.empty() ? "the record ends where 'end' is due" : "'end' is due here, not " + quoted(body_));
    if (!failure) settle(check_end(header, end));
    if (next()) fail("nothing may follow 'end'");
    if (!failure) bytes_intact = at_;
  }

  void read_score() {
    const auto [key, rest] = head_and_rest(rest_after("score"));
    RecordScore score{std::string(key), {}};
    for (std::string_view word : text::split(rest, ' ')) {
      const auto n = plain_number<i32>(word);
      if (!n || score.points.size() == static_cast<std::size_t>(record.header.seats))
        return fail("a score is a name and one number a seat");
      score.points.push_back(*n);
    }
    if (record.end->scores.size() == record_scores_max) return fail("more than " + std::to_string(record_scores_max) + " lines of scores");
    record.end->scores.push_back(std::move(score));
    body_ = {};
    next();
  }

  std::string_view text_;
  std::size_t at_ = 0;          // where the next line begins
  std::size_t line_start_ = 0;  // of the line last looked at
  int line_no_ = 0;
  std::string_view body_;
  Digest chain_{};
};

}  // namespace

Status check_name(std::string_view name) {
  if (name.empty()) return fault("a name is empty");
  if (name.size() > name_bytes_max) return fault("a name has at most " + std::to_string(name_bytes_max) + " bytes");
  if (!text::is_plain(name)) return fault("a name must be UTF-8 without control characters");
  return ok();
}

Status check_record(const Record& record) {
  if (auto status = check_header(record.header); !status) return status;
  if (record.moves.size() > record_moves_max) return fault("a record has at most " + std::to_string(record_moves_max) + " moves");
  for (const RecordMove& move : record.moves)
    if (auto status = check_move(record.header, move); !status) return status;
  return record.end ? check_end(record.header, *record.end) : ok();
}

int Record::line_of(std::size_t move_index) const {
  std::vector<std::string> bodies;
  add_header(header, bodies);
  return static_cast<int>(bodies.size() + move_index) + 1;
}

void RecordPrinter::seal(std::string& out, std::string_view body) {
  chain_ = next_link(chain_, body);
  out.append(body).append(mark_sign).append(text::to_hex(chain_.data(), mark_bytes)).append("\n");
}

std::string RecordPrinter::more(const Record& record) {
  std::string out;
  std::vector<std::string> bodies;
  if (!header_done_) add_header(record.header, bodies);
  header_done_ = true;
  for (; moves_done_ < record.moves.size(); ++moves_done_) bodies.push_back(move_body(moves_done_ + 1, record.moves[moves_done_]));
  if (record.end && !end_done_) {
    add_end(*record.end, bodies);
    end_done_ = true;
  }
  for (const std::string& body : bodies) seal(out, body);
  return out;
}

std::string print_record(const Record& record) { return RecordPrinter().more(record); }

Result<Record> parse_record(std::string_view text) {
  Reader reader(text);
  reader.run();
  if (reader.failure) return *reader.failure;
  return std::move(reader.record);
}

Result<RecoveredRecord> recover_record(std::string_view text) {
  Reader reader(text);
  reader.run();
  if (!reader.failure) return RecoveredRecord{std::move(reader.record), text.size(), std::nullopt};
  if (!reader.header_whole || !reader.only_last_line_failed()) return *reader.failure;
  reader.record.end.reset();
  return RecoveredRecord{std::move(reader.record), reader.bytes_intact, reader.failure};
}

}  // namespace trestle
