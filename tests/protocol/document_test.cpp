// Every example of docs/protocol.md, run: each `>` line is sent, its `<` line is what must come back; ... stands for anything.
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "protocol/engine.hpp"
#include "support/documents.hpp"

namespace trestle {
namespace {

bool fits(std::string_view found, std::string_view wanted) {
  constexpr std::string_view gap = "...";
  bool first = true;
  for (;;) {
    const std::size_t end = wanted.find(gap);
    const std::string_view piece = wanted.substr(0, end);
    if (end == std::string_view::npos) return first ? found == piece : found.ends_with(piece);
    const std::size_t at = first ? 0 : found.find(piece);
    if (at == std::string_view::npos || (first && !found.starts_with(piece))) return false;
    found.remove_prefix(at + piece.size());
    wanted.remove_prefix(end + gap.size());
    first = false;
  }
}

TEST(ProtocolDocument, ExamplesAreWhatTheProgramAnswers) {
  const auto blocks = test::fenced_blocks(test::read_repository_file("docs/protocol.md"), "session");
  ASSERT_GE(blocks.size(), 14u);
  for (const auto& block : blocks) {
    Engine engine;
    std::string answer;
    int line = block.line;
    for (std::string_view text : text::lines(block.text)) {
      if (text.starts_with("> ")) {
        answer = engine.handle(text.substr(2));
      } else {
        ASSERT_TRUE(text.starts_with("< ")) << "docs/protocol.md:" << line;
        EXPECT_TRUE(fits(answer, text.substr(2))) << "docs/protocol.md:" << line << "\nanswer: " << answer;
      }
      ++line;
    }
  }
}

TEST(ProtocolDocument, TheComparisonItselfCanFail) {
  EXPECT_TRUE(fits("abc", "abc"));
  EXPECT_TRUE(fits("abcdef", "ab...ef"));
  EXPECT_TRUE(fits("abcdef", "...cd..."));
  EXPECT_FALSE(fits("abc", "abd"));
  EXPECT_FALSE(fits("abcdef", "b...ef"));
  EXPECT_FALSE(fits("abcdef", "ab...e"));
}

}  // namespace
}  // namespace trestle
