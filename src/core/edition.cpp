#include "core/edition.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "core/embedded.hpp"

namespace trestle {

namespace {
bool is_content(std::string_view line) {
  line = text::trim(line);
  return !line.empty() && line.front() != '#';
}
}  // namespace

const TableFile* Edition::find(std::string_view name) const {
  for (const TableFile& file : files)
    if (file.name == name) return &file;
  return nullptr;
}

std::string Edition::hash() const {
  std::vector<const TableFile*> sorted;
  for (const TableFile& file : files) sorted.push_back(&file);
  std::sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->name < b->name; });
  Sha256 sum;
  for (const TableFile* file : sorted) {
    sum.add(file->name).add("\n");
    for (std::string_view line : text::lines(file->text))
      if (is_content(line)) sum.add(text::trim(line)).add("\n");
  }
  return text::to_hex(sum.finish().data(), 8);
}

const std::string& Table::cell(const Row& row, std::string_view column) const {
  const auto at = std::find(columns.begin(), columns.end(), column);
  CHECK(at != columns.end());
  return row.cells[static_cast<std::size_t>(at - columns.begin())];
}

Result<int> Table::number(const Row& row, std::string_view column, int min, int max) const {
  const std::string& word = cell(row, column);
  const auto value = text::number(word);
  const std::string range = "a number from " + std::to_string(min) + " to " + std::to_string(max);
  if (!value) return fault_at(row, "column '" + std::string(column) + "' needs " + range + ", not '" + word + "'");
  if (*value < min || *value > max) return fault_at(row, "column '" + std::string(column) + "' is " + word + "; it must be " + range);
  return static_cast<int>(*value);
}

Result<Table> read_table(const Edition& edition, std::string_view name, const std::vector<std::string>& columns) {
  const TableFile* file = edition.find(name);
  const std::string file_name(name);
  if (file == nullptr) return Fault{file_name, 0, "this table is missing from the edition (" + edition.origin + ")"};
  Table table;
  table.file = file_name;
  int line_no = 0;
  for (std::string_view line : text::lines(file->text)) {
    ++line_no;
    if (!is_content(line)) continue;
    std::vector<std::string> cells;
    for (std::string_view cell : text::split(line, ',')) cells.emplace_back(text::trim(cell));
    if (table.columns.empty()) {
      if (cells != columns)
        return Fault{file_name, line_no, "the columns must be " + text::join(columns, ",") + ", not " + text::join(cells, ",")};
      table.columns = columns;
      continue;
    }
    if (cells.size() != columns.size())
      return Fault{file_name, line_no,
                   "this row has " + std::to_string(cells.size()) + " cells; the table has " + std::to_string(columns.size()) + " columns"};
    if (cells.back().empty()) return Fault{file_name, line_no, "the column 'source' is empty: say how this row is known"};
    if (table.rows.size() == table_rows_max) return Fault{file_name, line_no, "more than " + std::to_string(table_rows_max) + " rows"};
    table.rows.push_back({line_no, std::move(cells)});
  }
  if (table.columns.empty()) return Fault{file_name, 1, "the table is empty; it needs the columns " + text::join(columns, ",")};
  return table;
}

Result<Edition> load_edition(const std::string& directory) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(directory, error)) return Fault{directory, 0, "not a directory; an edition is a directory of CSV tables"};
  Edition edition;
  edition.origin = directory;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    if (entry.path().extension() != ".csv") continue;
    const std::string name = entry.path().filename().string();
    if (entry.file_size(error) > table_bytes_max || error)
      return Fault{name, 0, "larger than " + std::to_string(table_bytes_max) + " bytes, or unreadable"};
    std::ifstream in(entry.path(), std::ios::binary);
    std::stringstream content;
    content << in.rdbuf();
    if (!in) return Fault{name, 0, "cannot be read"};
    edition.files.push_back({name, content.str()});
  }
  if (edition.files.empty()) return Fault{directory, 0, "no CSV table in this directory"};
  std::sort(edition.files.begin(), edition.files.end(), [](const TableFile& a, const TableFile& b) { return a.name < b.name; });
  return edition;
}

Edition built_in_edition(std::string_view game) {
  Edition edition;
  edition.origin = "built in";
  const std::string folder = "data/" + std::string(game) + "/";
  for (const EmbeddedFile& file : embedded_files())
    if (file.path.starts_with(folder) && file.path.ends_with(".csv"))
      edition.files.push_back({std::string(file.path.substr(folder.size())), std::string(file.text)});
  return edition;
}

}  // namespace trestle
