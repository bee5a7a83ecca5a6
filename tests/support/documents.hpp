// Fenced blocks of the project's pages, for tests that hold the pages to what they say.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace trestle::test {

struct FencedBlock {
  int line = 0;  // of its first line in the page
  std::string text;
};

// The whole of a file of the repository; fails the running test if it cannot be read.
std::string read_repository_file(const std::string& path);
// The blocks that begin with ```<mark>.
std::vector<FencedBlock> fenced_blocks(std::string_view page, std::string_view mark);
// The files of a folder of the repository, by name, with this ending; none if there is no such folder.
std::vector<std::string> repository_files(const std::string& folder, std::string_view ending);

}  // namespace trestle::test
