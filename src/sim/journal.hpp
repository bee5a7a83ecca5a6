// Files that grow while a run goes on: the journal, from which a run that was broken off goes on, and the results as CSV. A journal is
// a line with the hash of the plan, then a line a game, in order.
#pragma once
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "sim/game_result.hpp"

namespace trestle {

// A text file that is appended to. A failure is kept and told at the end.
class GrowingFile {
 public:
  // mode as for fopen; an empty path is a file that nothing is written to.
  Status open(const std::string& path, const char* mode);
  void write(std::string_view text);
  void flush();
  // A fault when anything could not be written.
  Status close();

 private:
  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  int error_ = 0;
};

class Journal {
 public:
  // Reads what is there, drops a last line that was cut off, and stands ready to go on. A fault: a journal of another plan, no journal
  // at all, or damage before the last line; the file is then as it was.
  Status open(const std::string& path, const std::string& plan_hash, const Schedule& schedule);
  // The games that are in it, from the first on.
  std::vector<GameResult>& played() { return played_; }
  void add(const GameResult& result);
  Status close() { return file_.close(); }

 private:
  std::vector<GameResult> played_;
  GrowingFile file_;
};

}  // namespace trestle
