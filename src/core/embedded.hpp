// Files of data/ and docs/rules/ built into the program (cmake/embed.cmake writes the other half).
#pragma once
#include <string_view>

#include "base/types.hpp"

namespace trestle {

struct EmbeddedFile {
  std::string_view path;  // "data/throne/cards.csv"
  std::string_view text;
};

struct EmbeddedFiles {
  const EmbeddedFile* files;
  std::size_t count;
  const EmbeddedFile* begin() const { return files; }
  const EmbeddedFile* end() const { return files + count; }
};

EmbeddedFiles embedded_files();
// The text of one file, or nothing (an empty view with a null pointer).
std::string_view embedded_file(std::string_view path);

}  // namespace trestle
