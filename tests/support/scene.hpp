// A test that is a golden script: runs the text and fails with the script's own message, the line and the position.
// Arranging is done in notation (docs/notation.md), never by poking fields.
#pragma once
#include <string>
#include <string_view>

#include "match/opening.hpp"

namespace trestle::test {

class Scene {
 public:
  // `header` holds game, players, edition and option lines; a relative edition is looked for under `directory`.
  Scene(std::string header, std::string directory) : header_(std::move(header)), directory_(std::move(directory)) {}
  // A script without the header lines. Fails the running test at its first line that does not hold.
  void run(std::string_view script) const;

 private:
  std::string header_, directory_;
};

}  // namespace trestle::test
