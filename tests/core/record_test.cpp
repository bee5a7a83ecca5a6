// The record as text: round trips, what the printer may hold, tampering with every kind of line, damage by random bytes, and
// what is left of a file that was cut off. The chain is computed here a second time, with libsodium, from docs/records.md.
#include "core/record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sodium.h>

#include <fstream>
#include <sstream>

#include "base/rng.hpp"
#include "base/text.hpp"

namespace trestle {
namespace {

using ::testing::HasSubstr;
using Kind = RecordMove::Kind;

Record sample_record() {
  Record r;
  r.header.game = "toy";
  r.header.rules_version = 3;
  r.header.edition = "0123456789abcdef";
  r.header.seats = 2;
  r.header.options = {{"charge", "4"}, {"peek", "yes"}};
  r.header.names = {"Zoé # the 1st", " 花 "};
  r.header.dealer.kind = DealerKind::fair;
  r.header.dealer.match_id = "m-1";
  r.header.dealer.commitment = sha256("x");
  r.header.dealer.seeds[1] = std::string("\0\n\xff", 3);
  r.header.position = {{"A.hand", "1*2 3"}, {"deck", "none"}};
  r.moves = {{Kind::act, Seat::Chance, "deal 3"},
             {Kind::act, Seat::A, "commit 3"},
             {Kind::undo, Seat::A, ""},
             {Kind::act, Seat::A, "commit 1"},
             {Kind::automatic, Seat::B, "pass"}};
  r.end = RecordEnd{{1, 2}, {{"toy.points", {7, -2}}, {"toy.cards", {0, 3}}}, sha256("y")};
  return r;
}

// The text with its chain made anew, as somebody would who forges a record: docs/records.md, section "The chain".
std::string resealed(const std::vector<std::string>& bodies) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> chain{};
  std::string out;
  for (const std::string& body : bodies) {
    std::string data(reinterpret_cast<const char*>(chain.data()), chain.size());
    data += body + "\n";
    crypto_hash_sha256(chain.data(), reinterpret_cast<const unsigned char*>(data.data()), data.size());
    char hex[17];
    sodium_bin2hex(hex, sizeof hex, chain.data(), 8);
    out += body + " #" + hex + "\n";
  }
  return out;
}

std::vector<std::string> bodies_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::string_view line : text::lines(text)) out.emplace_back(line.substr(0, line.size() - 18));
  return out;
}

std::string joined(const std::vector<std::string_view>& lines) {
  std::string out;
  for (std::string_view line : lines) out.append(line).append("\n");
  return out;
}

TEST(Record, ReadsAsDocumented) {
  const std::string text = print_record(sample_record());
  const std::vector<std::string> expected = {"trestle-record 1",
                                             "game toy",
                                             "rules 3",
                                             "edition 0123456789abcdef",
                                             "players 2",
                                             "option charge=4",
                                             "option peek=yes",
                                             "name A Zoé # the 1st",
                                             "name B  花 ",
                                             "forced played",
                                             "dealer fair",
                                             "match m-1",
                                             "commitment 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
                                             "seed B 000aff",
                                             "position A.hand 1*2 3",
                                             "position deck none",
                                             "moves",
                                             "1 chance deal 3",
                                             "2 A commit 3",
                                             "3 undo A",
                                             "4 A commit 1",
                                             "5 auto B pass",
                                             "place A 1",
                                             "place B 2",
                                             "score toy.points 7 -2",
                                             "score toy.cards 0 3",
                                             "secret a1fce4363854ff888cff4b8e7875d600c2682390412a8cf79b37d0b11148b0fa",
                                             "end"};
  EXPECT_EQ(bodies_of(text), expected);
  EXPECT_EQ(text, resealed(expected)) << "the chain is not the documented one";
}

TEST(RecordPage, ItsExampleIsARecord) {
  std::ifstream file(std::string(TRESTLE_ROOT) + "/docs/records.md");
  std::stringstream content;
  content << file.rdbuf();
  const std::string page = content.str();
  const std::size_t from = page.find("```text\n") + 8, to = page.find("```\n", from);
  ASSERT_LT(from, to);
  const auto record = parse_record(page.substr(from, to - from));
  ASSERT_TRUE(record) << record.fault().text();
  EXPECT_EQ(record->header.names, (std::vector<std::string>{"Ada", "Bo"}));
  for (Kind kind : {Kind::act, Kind::automatic, Kind::undo})
    EXPECT_TRUE(std::any_of(record->moves.begin(), record->moves.end(), [&](const RecordMove& m) { return m.kind == kind; }));
}

TEST(Record, PrintsAndParsesBack) {
  const Record record = sample_record();
  const auto again = parse_record(print_record(record));
  ASSERT_TRUE(again) << again.fault().text();
  EXPECT_EQ(*again, record);
}

TEST(Record, GrowsInPiecesAsItPrintsWhole) {
  const Record whole = sample_record();
  Record growing = whole;
  growing.end.reset();
  growing.moves.clear();
  RecordPrinter printer;
  std::string text = printer.more(growing);
  EXPECT_EQ(printer.more(growing), "");
  for (const RecordMove& move : whole.moves) {
    growing.moves.push_back(move);
    text += printer.more(growing);
    const auto read = parse_record(text);
    ASSERT_TRUE(read) << read.fault().text();
    EXPECT_EQ(*read, growing);
  }
  text += printer.more(whole);
  EXPECT_EQ(text, print_record(whole));
}

TEST(Record, LineOfFindsTheMove) {
  const Record record = sample_record();
  const std::string printed = print_record(record);
  const auto lines = text::lines(printed);
  std::vector<std::string> texts(lines.begin(), lines.end());
  EXPECT_THAT(texts[static_cast<std::size_t>(record.line_of(0)) - 1], HasSubstr("1 chance deal 3"));
  EXPECT_THAT(texts[static_cast<std::size_t>(record.line_of(4)) - 1], HasSubstr("5 auto B pass"));
}

// ---- any valid record

rc::Gen<std::string> word() {
  return rc::gen::suchThat(rc::gen::resize(12, rc::gen::container<std::string>(rc::gen::elementOf(std::string("abcxyzABZ0189_.-")))),
                           [](const std::string& s) { return !s.empty(); });
}

// Text with spaces, marks and letters beyond ASCII, but never at the outside where the form does not allow spaces.
rc::Gen<std::string> content() {
  static const std::vector<std::string> bits = {"a",    "Z",    "9",  " ",  "#", " #0123456789abcdef", "=", "é", "花", "🂡",
                                                "auto", "undo", "\"", "\\", "|"};
  return rc::gen::map(rc::gen::resize(8, rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(bits))),
                      [](const std::vector<std::string>& parts) {
                        std::string out = "x";
                        for (const std::string& part : parts) out += part;
                        return out.substr(0, out.find_last_not_of(' ') + 1);
                      });
}

rc::Gen<std::string> player_name() {
  return rc::gen::map(rc::gen::pair(content(), rc::gen::inRange(0, 3)), [](const std::pair<std::string, int>& p) {
    std::string name =
        std::string(static_cast<std::size_t>(p.second), ' ') + p.first + std::string(static_cast<std::size_t>(p.second / 2), ' ');
    return name.size() <= name_bytes_max ? name : "x";
  });
}

Digest some_digest() { return sha256(*rc::gen::arbitrary<std::string>()); }

Record any_record() {
  Record r;
  r.header.game = *word();
  r.header.rules_version = *rc::gen::inRange(0, 1000);
  r.header.edition = text::to_hex(some_digest().data(), 8);
  r.header.seats = *rc::gen::inRange(1, seats_max + 1);
  const auto count = static_cast<std::size_t>(r.header.seats);
  for (int n = *rc::gen::inRange(0, 4); n > 0; --n) r.header.options[*word()] = *word();
  for (std::size_t i = 0; i < count; ++i) r.header.names.push_back(*player_name());
  r.header.forced_played = *rc::gen::arbitrary<bool>();
  r.header.dealer.kind = *rc::gen::element(DealerKind::unstated, DealerKind::seeded, DealerKind::fair);
  if (r.header.dealer.kind == DealerKind::seeded) r.header.dealer.seed = *rc::gen::arbitrary<u64>();
  if (r.header.dealer.kind == DealerKind::fair) {
    r.header.dealer.match_id = *word();
    r.header.dealer.commitment = some_digest();
    for (std::size_t i = 0; i < count; ++i) r.header.dealer.seeds[i] = (*rc::gen::arbitrary<std::string>()).substr(0, seat_seed_bytes_max);
  }
  for (int n = *rc::gen::inRange(0, 4); n > 0; --n) r.header.position.push_back({*word(), *content()});
  const auto seat = rc::gen::map(rc::gen::inRange(0, r.header.seats), [](int i) { return seat_at(i); });
  for (int n = *rc::gen::inRange(0, 12); n > 0; --n) switch (*rc::gen::inRange(0, 4)) {
      case 0: r.moves.push_back({Kind::act, *seat, *content()}); break;
      case 1: r.moves.push_back({Kind::automatic, *seat, *content()}); break;
      case 2: r.moves.push_back({Kind::undo, *seat, ""}); break;
      case 3: r.moves.push_back({Kind::act, Seat::Chance, *content()}); break;
    }
  if (*rc::gen::arbitrary<bool>()) {
    RecordEnd end;
    if (*rc::gen::arbitrary<bool>()) {
      for (std::size_t i = 0; i < count; ++i) end.places.push_back(*rc::gen::inRange<u8>(0, seats_max + 1));
      for (int n = *rc::gen::inRange(0, 3); n > 0; --n)
        end.scores.push_back({*word(), *rc::gen::container<std::vector<i32>>(count, rc::gen::arbitrary<i32>())});
    }
    if (r.header.dealer.kind == DealerKind::fair && *rc::gen::arbitrary<bool>()) end.secret = some_digest();
    r.end = end;
  }
  return r;
}

RC_GTEST_PROP(RecordProperty, ParseOfPrintIsTheSame, ()) {
  const Record record = any_record();
  RC_ASSERT(static_cast<bool>(check_record(record)));
  const std::string text = print_record(record);
  const auto again = parse_record(text);
  RC_ASSERT(static_cast<bool>(again));
  RC_ASSERT(*again == record);
  RC_ASSERT(print_record(*again) == text);
}

RC_GTEST_PROP(RecordProperty, ChangedBytesAreFoundWithTheirLine, ()) {
  const std::string text = print_record(any_record());
  Rng rng(*rc::gen::arbitrary<u64>());
  std::string changed = text;
  const std::size_t at = rng.below(static_cast<u32>(text.size()));
  switch (rng.below(4)) {
    case 0: changed[at] = static_cast<char>(changed[at] ^ (1 << rng.below(8))); break;
    case 1: changed.erase(at, 1 + rng.below(40)); break;
    case 2: changed.insert(at, 1 + rng.below(3), static_cast<char>(rng.below(256))); break;
    case 3: changed = changed.substr(0, at) + changed.substr(rng.below(static_cast<u32>(text.size()))); break;
  }
  RC_PRE(changed != text);
  const auto read = parse_record(changed);
  if (read) {  // only cutting off whole lines at the end leaves a record, and then it is a beginning of the old one
    RC_ASSERT(text.starts_with(changed));
    return;
  }
  const auto first_change = std::mismatch(text.begin(), text.end(), changed.begin(), changed.end()).first;
  const int line_changed = 1 + static_cast<int>(std::count(text.begin(), first_change, '\n'));
  RC_ASSERT(!read.fault().reason.empty());
  RC_ASSERT(read.fault().line <= line_changed);
  RC_ASSERT(read.fault().line >= line_changed - 1);  // a text that ends after a whole line is missed at that line
}

RC_GTEST_PROP(RecordProperty, AnyBytesAreReadWithoutHarm, ()) {
  // Lines with a right chain but random content get past the chain to the readers behind it.
  std::vector<std::string> bodies = bodies_of(print_record(any_record()));
  const std::size_t at = *rc::gen::inRange<std::size_t>(0, bodies.size());
  const std::string other = *content();
  switch (*rc::gen::inRange(0, 4)) {
    case 0: bodies[at] = other; break;
    case 1: bodies.insert(bodies.begin() + static_cast<std::ptrdiff_t>(at), other); break;
    case 2: bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(at)); break;
    case 3: bodies[at] += *rc::gen::arbitrary<std::string>(); break;
  }
  const std::string text = resealed(bodies);
  const auto read = parse_record(text);
  if (read) {
    RC_ASSERT(print_record(*read) == text);  // one text for one record
  } else {
    RC_ASSERT(!read.fault().reason.empty());
    RC_ASSERT(read.fault().line <= static_cast<int>(text::lines(text).size()));
  }
  (void)parse_record(*rc::gen::arbitrary<std::string>());
}

// ---- tampering, line by line

class RecordLines : public ::testing::Test {
 protected:
  const std::string text = print_record(sample_record());
  const std::vector<std::string_view> lines = text::lines(text);

  void expect_fault_at(const std::vector<std::string_view>& changed, std::size_t index, const std::string& what) {
    const auto read = parse_record(joined(changed));
    ASSERT_FALSE(read) << what << " " << index + 1 << " is not noticed";
    EXPECT_EQ(read.fault().line, static_cast<int>(index) + 1) << what << ": " << read.fault().text();
  }
};

TEST_F(RecordLines, ChangedLineIsFound) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::size_t at = 0; at < lines[i].size(); ++at) {
      std::string line(lines[i]);
      line[at] = line[at] == '3' ? '4' : '3';
      auto changed = lines;
      changed[i] = line;
      expect_fault_at(changed, i, "a change in line");
    }
}

TEST_F(RecordLines, RemovedLineIsFound) {
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    auto changed = lines;
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
    expect_fault_at(changed, i, "the loss of line");
  }
  auto changed = lines;
  changed.pop_back();  // `end` itself: the line before is the last
  expect_fault_at(changed, changed.size() - 1, "the loss of line");
}

TEST_F(RecordLines, SwappedLinesAreFound) {
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    auto changed = lines;
    std::swap(changed[i], changed[i + 1]);
    expect_fault_at(changed, i, "a swap at line");
  }
}

TEST_F(RecordLines, RepeatedLineIsFound) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto changed = lines;
    changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    expect_fault_at(changed, i + 1, "a repeat of line");
  }
}

// ---- reasons that a person can act on, for texts whose chain is right

struct BadLine {
  std::string was, is, reason;
  friend void PrintTo(const BadLine& line, std::ostream* out) { *out << "'" << line.was << "' as '" << line.is << "'"; }
};
class RecordReasons : public ::testing::TestWithParam<BadLine> {};

TEST_P(RecordReasons, AreGivenWithTheLine) {
  std::vector<std::string> bodies = bodies_of(print_record(sample_record()));
  const auto at = std::find(bodies.begin(), bodies.end(), GetParam().was);
  ASSERT_NE(at, bodies.end());
  *at = GetParam().is;
  const auto read = parse_record(resealed(bodies));
  ASSERT_FALSE(read);
  EXPECT_THAT(read.fault().reason, HasSubstr(GetParam().reason));
  EXPECT_EQ(read.fault().line, static_cast<int>(at - bodies.begin()) + 1);
}

INSTANTIATE_TEST_SUITE_P(
    Lines, RecordReasons,
    ::testing::Values(
        BadLine{"trestle-record 1", "trestle-record 2", "version '2'"}, BadLine{"trestle-record 1", "Trestle", "'trestle-record' is due"},
        BadLine{"game toy", "game to y", "one word"}, BadLine{"game toy", "gaem toy", "'game' is due"},
        BadLine{"rules 3", "rules three", "number from 0"}, BadLine{"rules 3", "rules 03", "number from 0"},
        BadLine{"rules 3", "rules -3", "number from 0"}, BadLine{"edition 0123456789abcdef", "edition 0123456789ABCDEF", "16 hexadecimal"},
        BadLine{"players 2", "players 6", "from 1 to 5"}, BadLine{"players 2", "players 99999999999999999999", "from 1 to 5"},
        BadLine{"option peek=yes", "option charge=5", "order of their names"}, BadLine{"option peek=yes", "option peek", "name=value"},
        BadLine{"option peek=yes", "option peek=", "not an option"}, BadLine{"name B  花 ", "name C x", "seat B is due"},
        BadLine{"name B  花 ", "name B ", "empty"}, BadLine{"name B  花 ", "name B \t", "control"},
        BadLine{"name B  花 ", "name B \xc3\x28", "UTF-8"}, BadLine{"name B  花 ", "name B " + std::string(65, 'x'), "at most 64"},
        BadLine{"forced played", "forced perhaps", "'played' or 'asked'"},
        BadLine{"dealer fair", "dealer honest", "'unstated', 'seeded N' or 'fair'"},
        BadLine{"dealer fair", "dealer seeded x", "a seed is a number"}, BadLine{"match m-1", "match a b", "match id"},
        BadLine{"seed B 000aff", "seed C 00", "not a seat of this game"}, BadLine{"seed B 000aff", "seed B 0", "hexadecimal"},
        BadLine{"position deck none", "position deck", "not a field"}, BadLine{"moves", "move", "'moves' is due"},
        BadLine{"4 A commit 1", "5 A commit 1", "move 4 is due"}, BadLine{"4 A commit 1", "4 C commit 1", "not in the game"},
        BadLine{"4 A commit 1", "4 X commit 1", "not a seat"}, BadLine{"4 A commit 1", "4 A", "not an action"},
        BadLine{"4 A commit 1", "4 A  commit 1", "not an action"}, BadLine{"3 undo A", "3 undo A commit 3", "undo holds no action"},
        BadLine{"5 auto B pass", "5 auto chance pass", "not in the game"}, BadLine{"place B 2", "place B 6", "from 0 to 5"},
        BadLine{"place B 2", "place A 2", "seat B is due"},
        BadLine{"score toy.points 7 -2", "score toy.points 7 -2 1", "one number a seat"}, BadLine{"end", "fin", "'end' is due"}),
    [](const auto& one) { return "n" + std::to_string(one.index); });

TEST(Record, SaysWhatIsMissing) {
  EXPECT_THAT(parse_record("").fault().reason, HasSubstr("empty"));
  EXPECT_THAT(parse_record("hello\n").fault().reason, HasSubstr("not a record"));
  EXPECT_EQ(parse_record("hello\n").fault().line, 1);
  const std::vector<std::string> bodies = bodies_of(print_record(sample_record()));
  for (std::size_t n = 1; n < 17; ++n)  // each beginning of the header
    EXPECT_FALSE(parse_record(resealed({bodies.begin(), bodies.begin() + static_cast<std::ptrdiff_t>(n)}))) << n << " lines";
}

TEST(Record, HoldsOnlyWhatItCanWrite) {
  const auto refuses = [](auto&& change) {
    Record record = sample_record();
    change(record);
    return !check_record(record);
  };
  EXPECT_TRUE(static_cast<bool>(check_record(sample_record())));
  EXPECT_TRUE(refuses([](Record& r) { r.header.names[0] = "a\nb"; }));
  EXPECT_TRUE(refuses([](Record& r) { r.header.names[0] = "\xc2\x85"; }));  // U+0085, a line end to some
  EXPECT_TRUE(refuses([](Record& r) { r.header.names[0] = ""; }));
  EXPECT_TRUE(refuses([](Record& r) { r.header.names[0] = std::string(name_bytes_max + 1, 'x'); }));
  EXPECT_TRUE(refuses([](Record& r) { r.header.names.pop_back(); }));
  EXPECT_TRUE(refuses([](Record& r) { r.header.dealer.seeds[4] = "x"; }));
  EXPECT_TRUE(refuses([](Record& r) { r.header.dealer.kind = DealerKind::seeded; }));
  EXPECT_TRUE(refuses([](Record& r) { r.moves[0].text = "deal 3 "; }));
  EXPECT_TRUE(refuses([](Record& r) { r.moves[1].seat = Seat::C; }));
  EXPECT_TRUE(refuses([](Record& r) { r.end->places.pop_back(); }));
  EXPECT_TRUE(refuses([](Record& r) { r.end->scores[0].points.push_back(1); }));
}

// ---- files that were cut off

TEST(RecordRecovery, GivesUpTheLastLineOnly) {
  const Record whole = sample_record();
  const std::string text = print_record(whole);
  Record without_end = whole;
  without_end.end.reset();
  const std::size_t header_bytes = text.find("1 chance deal");
  for (std::size_t size = header_bytes; size < text.size(); ++size) {
    const std::string cut = text.substr(0, size);
    const auto left = recover_record(cut);
    ASSERT_TRUE(left) << size << ": " << left.fault().text();
    const bool between_lines = cut.back() == '\n';
    const std::size_t moves = left->record.moves.size();
    EXPECT_EQ(left->record.end.has_value(), false);
    EXPECT_TRUE(std::equal(left->record.moves.begin(), left->record.moves.end(), whole.moves.begin())) << size;
    EXPECT_EQ(static_cast<std::size_t>(std::count(cut.begin(), cut.begin() + static_cast<std::ptrdiff_t>(left->bytes), '\n')), 17 + moves);
    EXPECT_TRUE(between_lines || left->cut.has_value()) << size;
    EXPECT_FALSE(between_lines ? false : static_cast<bool>(parse_record(cut))) << "parse must not pass over a cut line";
    // What is kept is a record of its own, and the lost lines can be printed after it again.
    const auto kept = parse_record(cut.substr(0, left->bytes));
    ASSERT_TRUE(kept) << size;
    RecordPrinter printer;
    EXPECT_EQ(printer.more(*kept), cut.substr(0, left->bytes));
    EXPECT_EQ(cut.substr(0, left->bytes) + printer.more(whole), text);
  }
  const auto all = recover_record(text);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->record, whole);
  EXPECT_FALSE(all->cut.has_value());
  EXPECT_EQ(all->bytes, text.size());
}

TEST(RecordRecovery, DoesNotHideTampering) {
  const std::string text = print_record(sample_record());
  std::string changed = text;
  changed[text.find("commit 3")] = 'k';
  const auto left = recover_record(changed);
  ASSERT_FALSE(left);
  EXPECT_EQ(left.fault().line, sample_record().line_of(1));
  EXPECT_FALSE(recover_record(text.substr(0, text.find("moves")))) << "half a header is nothing to go on with";
}

TEST(RecordRecovery, PassesOverGarbageAfterACrash) {
  const std::string text = print_record(sample_record());
  const std::string kept = text.substr(0, text.find("5 auto"));
  for (const std::string& garbage :
       {std::string(4096, '\0'), std::string("5 auto B pa"), std::string("5 auto B pass #00"), std::string("\xff\xfe\n")}) {
    const auto left = recover_record(kept + garbage);
    ASSERT_TRUE(left);
    EXPECT_EQ(left->bytes, kept.size());
    EXPECT_TRUE(left->cut.has_value());
    EXPECT_EQ(left->record.moves.size(), 4u);
  }
}

}  // namespace
}  // namespace trestle
