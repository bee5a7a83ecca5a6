// Any lines as messages to the hub: from a guest, from another (a line that begins with B) or from a stranger (with C). Whatever is sent
// back is a JSON object, and nothing stops the server. @ stands for the table made last; a second passes between lines.
#include <deque>

#include "base/check.hpp"
#include "base/text.hpp"
#include "server/hub/hub.hpp"
#include "support/seeded_randomness.hpp"

using namespace trestle;
using namespace trestle::server;

namespace {

// A hub with a store that answers at once; bots, hints and hashes are never answered.
struct World {
  testing::SeededRandomness dice{1};
  Hub hub{{"one", {}, false, "http://here", {}, {}}, dice};
  std::unique_ptr<storage::Store> store = storage::memory_store();
  Millis now = 1'700'000'000'000;
  std::string token, table;

  void step(Input input) {
    std::deque<Input> inputs;
    inputs.push_back(std::move(input));
    while (!inputs.empty()) {
      std::vector<Output> outputs;
      hub.step(std::move(inputs.front()), now, outputs);
      inputs.pop_front();
      for (Output& out : outputs) {
        if (auto* keep = std::get_if<Keep>(&out)) {
          auto answers = store->run({&*keep->op, 1});
          inputs.emplace_back(Stored{keep->ticket, std::move(answers[0])});
        } else if (auto* send = std::get_if<Send>(&out)) {
          CHECK(send->text.size() >= 2 && send->text.front() == '{' && send->text.back() == '}');
          if (send->token) token = *send->token;
          if (const auto at = send->text.find("\"table\":\""); at != std::string::npos) table = send->text.substr(at + 9, 16);
        }
      }
    }
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  World world;
  const Line ann{{}, 2}, bob{{}, 3}, stranger{{}, 4};
  for (const Line& line : {ann, bob}) {
    const Line http{{}, 10 + line.number};
    world.step(Opened{http, "", "127.0.0.1", true});
    world.step(Said{http, R"({"do":"guest","name":"Guest"})"});
    world.step(Gone{http});
    world.step(Opened{line, world.token, "127.0.0.1"});
  }
  world.step(Opened{stranger, "", "127.0.0.2"});
  for (const std::string_view line : text::lines({reinterpret_cast<const char*>(data), size})) {
    const char who = line.empty() ? 'A' : line.front();
    std::string message(line.substr(who == 'B' || who == 'C' ? 1 : 0));
    if (const auto at = message.find('@'); at != std::string::npos) message.replace(at, 1, world.table);
    world.step(Said{who == 'B' ? bob : who == 'C' ? stranger : ann, std::move(message)});
    world.now += 1000;
    if (world.hub.next_wake() && *world.hub.next_wake() <= world.now) world.step(Tick{});
  }
  return 0;
}
