#include "sim/game_result.hpp"

#include "base/text.hpp"

namespace trestle {

namespace {

constexpr std::size_t list_max = 4096;  // of anything in a line

// A word without blanks: bytes that would break a line are written as %xx, the empty word as %.
std::string escaped(std::string_view s) {
  if (s.empty()) return "%";
  std::string out;
  for (const char c : s) {
    const u8 byte = static_cast<u8>(c);
    if (byte > 0x20 && c != '%' && byte != 0x7f)
      out += c;
    else
      out += "%" + text::to_hex(&byte, 1);
  }
  return out;
}

std::optional<std::string> unescaped(std::string_view s) {
  if (s == "%") return std::string();
  std::string out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] != '%') {
      out += s[i];
      continue;
    }
    const auto byte = text::from_hex(s.substr(i + 1, 2));
    if (!byte || byte->size() != 1) return std::nullopt;
    out += static_cast<char>((*byte)[0]);
    i += 2;
  }
  return out;
}

class Reader {
 public:
  explicit Reader(std::string_view line) : words_(text::words(line)) {}
  u64 unsigned_number() {
    const auto word = next();
    u64 value = 0;
    if (word.empty() || word.size() > 20) sound_ = false;
    for (const char c : word) {
      if (c < '0' || c > '9') sound_ = false;
      const u64 digit = static_cast<u64>(c - '0');
      if (!sound_ || value > (~u64{0} - digit) / 10) return sound_ = false, 0;
      value = value * 10 + digit;
    }
    return value;
  }
  template <class T>
  T number(i64 low, i64 high) {
    const auto value = text::number(next());
    if (!value || *value < low || *value > high) return sound_ = false, T{};
    return static_cast<T>(*value);
  }
  std::string word() {
    const auto value = unescaped(next());
    if (!value) sound_ = false;
    return value.value_or("");
  }
  std::size_t length() { return number<std::size_t>(0, list_max); }
  bool sound() const { return sound_; }
  bool at_end() const { return at_ == words_.size(); }

 private:
  std::string_view next() {
    if (at_ == words_.size()) return sound_ = false, std::string_view();
    return words_[at_++];
  }
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
  bool sound_ = true;
};

constexpr i64 any_u32 = ~u32{0};

SeatResult read_seat(Reader& in) {
  SeatResult seat;
  seat.bot = in.number<u8>(0, static_cast<i64>(schedule_bots_max) - 1);
  seat.place = in.number<u8>(1, seats_max);
  seat.score = in.number<i32>(-(i64{1} << 31), (i64{1} << 31) - 1);
  seat.decisions = in.number<u32>(0, any_u32);
  seat.think_ns = in.unsigned_number();
  seat.think_ns_max = in.unsigned_number();
  for (std::size_t n = in.length(); n > 0 && in.sound(); --n) seat.by.push_back(in.word());
  for (std::size_t n = in.length(); n > 0 && in.sound(); --n) seat.lines.push_back(in.number<i32>(-(i64{1} << 31), (i64{1} << 31) - 1));
  for (std::size_t n = in.length(); n > 0 && in.sound(); --n) {
    Use use;
    use.what = in.word();
    use.times = in.number<u32>(0, any_u32);
    seat.uses.push_back(std::move(use));
  }
  seat.failure = in.word();
  return seat;
}

void put(std::string& out, u64 number) { out += " " + std::to_string(number); }

std::string quoted_for_csv(const std::string& s) {
  if (s.find_first_of(",\"\n") == std::string::npos) return s;
  std::string out = "\"";
  for (const char c : s) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

u64 credit_of(const GameResult& result, std::size_t seat, const Sides& sides) {
  if (result.seats[seat].place != 1) return 0;
  SeatSet counted;
  u64 winners = 0;
  for (std::size_t i = 0; i < result.seats.size(); ++i) {
    if (result.seats[i].place != 1 || counted.has(seat_at(static_cast<int>(i)))) continue;
    counted = counted | sides[i];
    ++winners;
  }
  return whole_win / winners;
}

void forfeit(GameResult& result, SeatSet failed) {
  const auto failed_at = [&](std::size_t i) { return failed.has(seat_at(static_cast<int>(i))); };
  const std::vector<SeatResult> before = result.seats;
  for (std::size_t i = 0; i < before.size(); ++i) {
    u8 place = 1;
    for (std::size_t j = 0; j < before.size(); ++j)
      place = static_cast<u8>(place + (!failed_at(j) && (failed_at(i) || before[j].place < before[i].place)));
    result.seats[i].place = place;
  }
}

std::string print_result(const GameResult& r, bool with_record) {
  std::string out = std::to_string(r.game);
  for (const u64 number : {r.deal, r.seed, u64{r.plies}, u64{r.seats.size()}}) put(out, number);
  for (const SeatResult& seat : r.seats) {
    put(out, seat.bot);
    put(out, seat.place);
    out += " " + std::to_string(seat.score);
    for (const u64 number : {u64{seat.decisions}, seat.think_ns, seat.think_ns_max, u64{seat.by.size()}}) put(out, number);
    for (const std::string& value : seat.by) out += " " + escaped(value);
    put(out, seat.lines.size());
    for (const i32 points : seat.lines) out += " " + std::to_string(points);
    put(out, seat.uses.size());
    for (const Use& use : seat.uses) out += " " + escaped(use.what) + " " + std::to_string(use.times);
    out += " " + escaped(seat.failure);
  }
  put(out, r.count.size());
  for (const std::string& value : r.count) out += " " + escaped(value);
  return out + " " + (with_record ? escaped(r.record) : "%");
}

Result<GameResult> parse_result(std::string_view line) {
  Reader in(line);
  GameResult r;
  r.game = in.unsigned_number();
  r.deal = in.unsigned_number();
  r.seed = in.unsigned_number();
  r.plies = in.number<u32>(0, any_u32);
  for (std::size_t n = in.number<std::size_t>(1, seats_max); n > 0 && in.sound(); --n) r.seats.push_back(read_seat(in));
  for (std::size_t n = in.length(); n > 0 && in.sound(); --n) r.count.push_back(in.word());
  r.record = in.word();
  if (!in.sound() || !in.at_end()) return fault("this is not the result of a game");
  return r;
}

std::string csv_head(std::size_t seats) {
  std::string out = "game,seed";
  for (const char* column : {"bot", "place", "score"})
    for (std::size_t i = 0; i < seats; ++i) out += "," + std::string(column) + "_" + std::string(seat_name(seat_at(static_cast<int>(i))));
  return out + ",plies,decisions\n";
}

std::string csv_line(const GameResult& r, const Schedule& schedule) {
  std::string out = std::to_string(r.game) + "," + std::to_string(r.seed);
  u64 decisions = 0;
  for (const SeatResult& seat : r.seats) out += "," + quoted_for_csv(schedule.bots[seat.bot]);
  for (const SeatResult& seat : r.seats) out += "," + std::to_string(seat.place);
  for (const SeatResult& seat : r.seats) out += "," + std::to_string(seat.score), decisions += seat.decisions;
  return out + "," + std::to_string(r.plies) + "," + std::to_string(decisions) + "\n";
}

}  // namespace trestle
