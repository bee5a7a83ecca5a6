#include "support/documents.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.hpp"

namespace trestle::test {

std::string read_repository_file(const std::string& path) {
  std::ifstream in(std::string(TRESTLE_ROOT) + "/" + path, std::ios::binary);
  std::stringstream content;
  content << in.rdbuf();
  EXPECT_TRUE(in.good()) << path << " cannot be read";
  return content.str();
}

std::vector<FencedBlock> fenced_blocks(std::string_view page, std::string_view mark) {
  std::vector<FencedBlock> out;
  const std::string opening = "```" + std::string(mark);
  bool inside = false;
  int number = 0;
  for (std::string_view line : text::lines(page)) {
    ++number;
    if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      out.back().text.append(line).append("\n");
    } else if (line == opening) {
      inside = true;
      out.push_back({number + 1, ""});
    }
  }
  return out;
}

std::vector<std::string> repository_files(const std::string& folder, std::string_view ending) {
  namespace fs = std::filesystem;
  std::vector<std::string> out;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(std::string(TRESTLE_ROOT) + "/" + folder, none)) {
    const std::string path = entry.path().string();
    if (path.ends_with(ending)) out.push_back(path.substr(std::string(TRESTLE_ROOT).size() + 1));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace trestle::test
