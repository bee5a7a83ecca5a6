// The other processes of a run started by mpirun, and messages between them. The only place that knows MPI; a build without it, or a
// program started by itself, is a run of one rank. Only the thread that joined may use it.
#pragma once
#include <optional>
#include <string>

#include "base/result.hpp"

namespace trestle {

struct RankMessage {
  int from = 0;
  std::string text;
};

class Ranks {
 public:
  // A fault: started by mpirun, but this program was built without MPI.
  static Result<Ranks> join();
  // A run of one, whoever started it.
  Ranks() = default;
  ~Ranks();
  Ranks(Ranks&& other) noexcept : me_(other.me_), count_(other.count_), joined_(other.joined_) { other.joined_ = false; }
  Ranks& operator=(Ranks&&) = delete;

  int me() const { return me_; }
  int count() const { return count_; }
  bool leads() const { return me_ == 0; }

  void send(int to, const std::string& text) const;
  // The next message that has arrived; does not wait for one.
  std::optional<RankMessage> receive() const;

 private:
  int me_ = 0, count_ = 1;
  bool joined_ = false;
};

}  // namespace trestle
