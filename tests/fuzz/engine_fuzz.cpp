// Any lines as engine messages: each gets one answer, one JSON object on one line, and nothing stops the program.
#include "base/check.hpp"
#include "base/text.hpp"
#include "protocol/engine.hpp"

using namespace trestle;

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  Engine engine;
  for (std::string_view line : text::lines({reinterpret_cast<const char*>(data), size})) {
    const std::string answer = engine.handle(line);
    CHECK(answer.size() >= 2 && answer.front() == '{' && answer.back() == '}');
    CHECK(answer.find('\n') == std::string::npos);
  }
  return 0;
}
