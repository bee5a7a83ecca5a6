// What people bring to a server. The first byte says what the rest is: a record as it is, the moves of a record that is sealed anew (its
// chain would stop nearly every change), or the tables of an edition, each behind a line `=== name.csv`. Whatever is taken in can be
// looked at from every side, and a game with such tables can be played, bots and all; nothing stops the server.
#include <boost/json.hpp>
#include <deque>

#include "base/check.hpp"
#include "base/text.hpp"
#include "bots/bots.hpp"
#include "games/registry.hpp"
#include "protocol/table_talk.hpp"
#include "server/hub/hub.hpp"
#include "support/seeded_randomness.hpp"

using namespace trestle;
using namespace trestle::server;
namespace json = boost::json;

namespace {

// A hub with a store that answers at once, and bots that think.
struct World {
  testing::SeededRandomness dice{1};
  HubConfig config;
  std::unique_ptr<Hub> hub;
  std::unique_ptr<storage::Store> store = storage::memory_store();
  std::string token, said;
  int thoughts = 0;
  static constexpr int thoughts_max = 12;

  World() {
    config.node = "one";
    config.limits.messages_a_second = 100'000;
    hub = std::make_unique<Hub>(config, dice);
    const Line http{{}, 1};
    step(Opened{http, "", "127.0.0.1", true});
    step(Said{http, R"({"do":"guest","name":"Guest"})"});
    step(Opened{{{}, 2}, token, "127.0.0.1", true});
  }

  void step(Input input) {
    std::deque<Input> inputs;
    inputs.push_back(std::move(input));
    while (!inputs.empty()) {
      std::vector<Output> outputs;
      hub->step(std::move(inputs.front()), 1'700'000'000'000, outputs);
      inputs.pop_front();
      for (Output& out : outputs) {
        if (auto* keep = std::get_if<Keep>(&out)) {
          inputs.emplace_back(Stored{keep->ticket, std::move(store->run({&*keep->op, 1})[0])});
        } else if (auto* send = std::get_if<Send>(&out)) {
          if (send->token) token = *send->token;
          said = send->text;
        } else if (auto* think = std::get_if<Think>(&out); think != nullptr && thoughts++ < thoughts_max) {
          Rng rng(think->seed);
          inputs.emplace_back(Thought{think->ticket, (*make_bot("greedy", think->game))->choose(*think->sight, rng)});
        }
      }
    }
  }
  json::object ask(const json::object& message) {
    step(Said{{{}, 2}, json::serialize(message)});
    return json::parse(said).as_object();
  }
};

bool ok(const json::object& answer) { return answer.at("ok").as_bool(); }

void look_at(World& world, const std::string& record) {
  const json::object taken = world.ask({{"do", "import"}, {"record", record}});
  if (!ok(taken)) {
    CHECK(!taken.at("error").at("message").as_string().empty());
    return;
  }
  const json::value table = taken.at("table");
  CHECK(ok(world.ask({{"do", "score"}, {"table", table}})));
  CHECK(world.ask({{"do", "save"}, {"table", table}}).at("record").as_string() == record);
  const auto moves = static_cast<i64>(parse_record(record)->moves.size());
  for (const char* as : {"A", "B", "table", "all"})
    for (const i64 at : {i64{0}, moves / 2, moves}) CHECK(ok(world.ask({{"do", "replay"}, {"table", table}, {"at", at}, {"as", as}})));
  world.ask({{"do", "analyse"}, {"table", table}});
  world.ask({{"do", "sight"}, {"table", table}});
  CHECK(ok(world.ask({{"do", "chat"}, {"table", table}, {"text", "hm"}})));
}

// The moves, a line each ("A play farmer", "* draw 3", "A undo"), of a game that begins as usual.
std::string sealed(std::string_view text, const AnyGame& game) {
  Record record;
  record.header.game = game.info().name;
  record.header.rules_version = game.info().rules_version;
  record.header.edition = game.edition().hash();
  record.header.seats = game.info().seats_min;
  record.header.options = game.options();
  for (int i = 0; i < record.header.seats; ++i) record.header.names.emplace_back(seat_name(seat_at(i)));
  for (const std::string_view line : text::lines(text)) {
    const std::size_t space = line.find(' ');
    RecordMove move;
    move.seat = parse_seat(line.substr(0, space)).value_or(Seat::Chance);
    move.text = std::string(space == std::string_view::npos ? "" : line.substr(space + 1));
    if (move.text == "undo") move = {RecordMove::Kind::undo, move.seat, ""};
    record.moves.push_back(std::move(move));
  }
  return check_record(record) ? print_record(record) : std::string();
}

void play_with(World& world, std::string_view text, const std::string& game) {
  json::object tables;
  for (const TableFile& file : built_in_edition(game).files) tables[file.name] = file.text;
  json::string* file = nullptr;
  for (const std::string_view line : text::lines(text)) {
    if (line.starts_with("=== ")) {
      json::value& named = tables[text::trim(line.substr(4))];
      named = json::string();
      file = &named.get_string();
    } else if (file != nullptr) {
      file->append(line);
      file->append("\n");
    }
  }
  const json::object made = world.ask({{"do", "create"}, {"game", game}, {"players", 2}, {"seats", {"me", "novice"}}, {"tables", tables}});
  if (!ok(made)) return;
  Rng rng(1);
  for (int ply = 0; ply < 30; ++ply) {
    const json::object sight = world.ask({{"do", "sight"}, {"table", made.at("table")}});
    CHECK(ok(sight));
    const auto& legal = sight.at("legal").as_array();
    if (legal.empty()) break;  // over, or a bot has thought enough
    const json::value action = legal[rng.below(static_cast<u32>(legal.size()))];
    CHECK(ok(world.ask({{"do", "apply"}, {"table", made.at("table")}, {"action", action}, {"seq", sight.at("seq")}})));
  }
  CHECK(ok(world.ask({{"do", "edition"}, {"table", made.at("table")}})));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
  static const std::vector<std::string> names = game_names();
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (text.size() > upload_bytes_max / 2) return 0;
  const std::string& game = names[data[0] / 3 % names.size()];
  World world;
  switch (data[0] % 3) {
    case 0: look_at(world, std::string(text)); break;
    case 1: look_at(world, sealed(text, **make_game(game))); break;
    default: play_with(world, text, game); break;
  }
  return 0;
}
