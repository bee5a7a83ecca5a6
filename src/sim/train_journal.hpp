// The games a training run has played, act by act: a run that was broken off goes on where it ended, and another fit to the same
// games need not play them. A line with the hash of the plan, then a line a game: PART GAME CHECK ACTS.
#pragma once
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/action.hpp"
#include "sim/journal.hpp"

namespace trestle {

class TrainJournal {
 public:
  // Reads what is there, drops a last line that was cut off, and stands ready to go on. An empty path: nothing is kept. A fault: a
  // journal of another plan, no journal at all, or damage before the last line; the file is then as it was.
  Status open(const std::string& path, const std::string& plan_hash);
  // The acts of a game, dice and cards included; nothing, if it is not there. They are handed out once.
  std::vector<Action> take(u64 part, u64 game);
  // From any thread.
  void add(u64 part, u64 game, const std::vector<Action>& acts);
  Status close() { return file_.close(); }

 private:
  std::mutex mutex_;
  std::map<std::pair<u64, u64>, std::vector<Action>> played_;
  GrowingFile file_;
};

}  // namespace trestle
