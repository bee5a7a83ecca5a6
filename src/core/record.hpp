// The record of a game: what was set up and every act since, as a value and as one readable text file (docs/records.md is the
// promise about that file). A record only grows: an undo is a line of its own. It holds actions as text in the game's notation,
// so nothing here knows a game; match replays and verifies. Nothing here reads files.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "core/options.hpp"
#include "core/seat.hpp"

namespace trestle {

inline constexpr int record_version = 1;
inline constexpr std::size_t record_bytes_max = 64u << 20;
inline constexpr std::size_t record_moves_max = 1u << 20;
inline constexpr std::size_t record_line_bytes_max = 2048;
inline constexpr std::size_t record_word_bytes_max = 64;    // names of games, options, fields, score lines
inline constexpr std::size_t record_text_bytes_max = 1024;  // an act in notation, the value of a field
inline constexpr std::size_t record_fields_max = 512;       // of a start position
inline constexpr std::size_t record_options_max = 64;
inline constexpr std::size_t record_scores_max = 256;
inline constexpr std::size_t name_bytes_max = 64;  // a player's name
inline constexpr std::size_t match_id_bytes_max = 64;
inline constexpr std::size_t seat_seed_bytes_max = 64;

enum class DealerKind : u8 {
  unstated,  // nothing to verify chance by
  seeded,    // by a number: anybody who knows it can deal again
  fair,      // by a secret, committed to before the first draw; docs/fairness.md
};

struct DealerNote {
  DealerKind kind = DealerKind::unstated;
  u64 seed = 0;                                // seeded
  std::string match_id;                        // fair
  Digest commitment{};                         // fair: SHA-256 of the secret
  std::array<std::string, seats_max> seeds{};  // fair: bytes a seat added; empty = none
  friend bool operator==(const DealerNote&, const DealerNote&) = default;
};

struct RecordField {
  std::string key, value;
  friend bool operator==(const RecordField&, const RecordField&) = default;
};

struct RecordHeader {
  std::string game;
  int rules_version = 0;
  std::string edition;  // Edition::hash()
  int seats = 0;
  Options options;                 // all of them, defaults too
  std::vector<std::string> names;  // one a seat
  bool forced_played = true;       // moves without a choice were played by the table
  DealerNote dealer;
  std::vector<RecordField> position;  // empty = the set-up of the game
  friend bool operator==(const RecordHeader&, const RecordHeader&) = default;
};

// Line n of the moves has number n (1-based); that is the match's sequence number after it.
struct RecordMove {
  enum class Kind : u8 { act, automatic, undo };
  Kind kind = Kind::act;
  Seat seat = Seat::A;
  std::string text;  // in the game's notation; empty for an undo
  friend bool operator==(const RecordMove&, const RecordMove&) = default;
};

struct RecordScore {
  std::string key;
  std::vector<i32> points;  // one a seat
  friend bool operator==(const RecordScore&, const RecordScore&) = default;
};

struct RecordEnd {
  std::vector<u8> places;  // one a seat; empty = the game was given up unfinished
  std::vector<RecordScore> scores;
  std::optional<Digest> secret;  // a fair dealer's
  friend bool operator==(const RecordEnd&, const RecordEnd&) = default;
};

struct Record {
  RecordHeader header;
  std::vector<RecordMove> moves;
  std::optional<RecordEnd> end;

  // In which line of the text a move stands (1-based), or would stand.
  int line_of(std::size_t move_index) const;
  friend bool operator==(const Record&, const Record&) = default;
};

// Whether the text form can hold this: bounds, UTF-8 without control characters. print_record requires it.
Status check_record(const Record& record);
// A player's name: UTF-8 without control characters, not empty, at most name_bytes_max.
Status check_name(std::string_view name);

// Prints a record bit by bit as it grows, for a file that is appended to. The first call gives the header.
class RecordPrinter {
 public:
  // The text of everything that was not printed before.
  std::string more(const Record& record);

 private:
  void seal(std::string& out, std::string_view body);
  Digest chain_{};
  bool header_done_ = false;
  std::size_t moves_done_ = 0;
  bool end_done_ = false;
};

std::string print_record(const Record& record);

// The record, or the first line that is wrong and why. A changed, missing, added or moved line does not fit the chain.
Result<Record> parse_record(std::string_view text);

// What is left of a file whose last line was cut off while it was written.
struct RecoveredRecord {
  Record record;
  std::size_t bytes = 0;     // of the text that are intact; what follows is to be dropped before more is appended
  std::optional<Fault> cut;  // what was wrong with the last line; nothing = the file is whole
};
// Gives up only a damaged last line after the header; damage anywhere else is a fault, as in parse_record.
Result<RecoveredRecord> recover_record(std::string_view text);

}  // namespace trestle
