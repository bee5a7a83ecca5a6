// Editions: a game's printed tables as CSV files. One reader serves the tables built into the program and those an
// owner brings. A fault always has file, line and reason.
//
// The format: comma separated, no quotes; the first line that is neither empty nor a comment (#) names the columns; the last
// column of every table is `source`, which says how the row is known.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/types.hpp"

namespace trestle {

inline constexpr std::size_t table_bytes_max = 1 << 20;
inline constexpr std::size_t table_rows_max = 4096;

struct TableFile {
  std::string name;  // "cards.csv"
  std::string text;
};

struct Edition {
  std::string origin;  // "built in", or the owner's directory
  std::vector<TableFile> files;

  const TableFile* find(std::string_view name) const;
  // The first 16 hex digits of SHA-256 over names and rows; comments and line ends do not count.
  std::string hash() const;
};

struct Row {
  int line = 0;
  std::vector<std::string> cells;
};

class Table {
 public:
  std::string file;
  std::vector<std::string> columns;
  std::vector<Row> rows;

  const std::string& cell(const Row& row, std::string_view column) const;
  Result<int> number(const Row& row, std::string_view column, int min, int max) const;
  Fault fault_at(const Row& row, std::string reason) const { return {file, row.line, std::move(reason)}; }
};

// Reads one table and holds it to exactly these columns, `source` last.
Result<Table> read_table(const Edition& edition, std::string_view file, const std::vector<std::string>& columns);
// All *.csv of a directory. Faults: not a directory, unreadable, too large.
Result<Edition> load_edition(const std::string& directory);
// The tables built into the program for a game.
Edition built_in_edition(std::string_view game);

}  // namespace trestle
