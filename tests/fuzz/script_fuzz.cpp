// Any text as a golden script: the runner answers with what holds and what does not, and every failure has a reason.
#include "match/script.hpp"

using namespace trestle;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find("perft") != std::string_view::npos) return 0;  // a count may be asked for that takes for ever; perft has its own tests
  const ScriptReport report = run_script(text, "fuzz", built_in_games());
  for (const ScriptFailure& failure : report.failures) {
    CHECK(!failure.reason.empty());
    CHECK(!describe(report, failure).empty());
  }
  return 0;
}
