// Runs the built program as a user does, and hands back what it said. The program lies beside the folder of the test programs;
// TRESTLE_PROGRAM names another.
#pragma once
#include <string>
#include <vector>

namespace trestle::test {

struct Ran {
  int status = -1;  // exit status; 128 + n when ended by signal n
  std::string out, err;
};

Ran run_program(const std::vector<std::string>& arguments, const std::string& input = "");

// A directory of its own for a test, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  // Writes the file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;

 private:
  std::string folder_;
};

}  // namespace trestle::test
