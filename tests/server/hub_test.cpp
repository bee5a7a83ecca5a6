// The hub by what its clients see of it: accounts, lobby, play, clocks, votes, chat, endings, storage that fails, several nodes.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.hpp"
#include "games/registry.hpp"
#include "match/verify.hpp"
#include "support/hub_world.hpp"

namespace trestle {
namespace {

using namespace server;
using testing::code;
using testing::HubWorld;
using testing::number;
using testing::ok;
using testing::text;
namespace json = boost::json;

std::vector<json::object> of_kind(const std::vector<json::object>& pushes, std::string_view kind) {
  std::vector<json::object> out;
  for (const json::object& push : pushes)
    if (text(push, "push") == kind) out.push_back(push);
  return out;
}

// Plays the line's own seat by taking the n-th legal act, once; false = not to move.
bool act(HubWorld& world, const Line& line, const std::string& table, Rng& rng) {
  const json::object sight = world.ask(line, {{"do", "sight"}, {"table", table}});
  if (!ok(sight) || sight.at("legal").as_array().empty()) return false;
  const auto& legal = sight.at("legal").as_array();
  const json::object done = world.ask(
      line, {{"do", "apply"}, {"table", table}, {"action", legal[rng.below(static_cast<u32>(legal.size()))]}, {"seq", sight.at("seq")}});
  EXPECT_TRUE(ok(done)) << json::serialize(done);
  return ok(done);
}

// A table with a bot, played until it is the bot's turn; it does not answer.
void until_a_bot_is_to_move(HubWorld& world) {
  const Line line = world.open(world.guest("Ann"));
  world.bots_answer = false;
  const std::string table = text(world.ask(line, {{"do", "create"},
                                                  {"game", "throne"},
                                                  {"players", 2},
                                                  {"seats", json::array{"me", "novice"}},
                                                  {"options", json::object{{"first", "seat-a"}}}}),
                                 "table");
  Rng rng(1);
  while (act(world, line, table, rng)) {
  }
}

HubConfig fast(HubConfig config) {  // time stands still, so the limit on messages would be felt
  config.limits.messages_a_second = 100'000;
  return config;
}

struct Pair {
  HubWorld world;
  std::string ann, bob, table;
  Line a, b;

  explicit Pair(json::object terms = {}, HubConfig config = {}, std::string game = "throne") : world(1, fast(std::move(config))) {
    ann = world.guest("Ann");
    bob = world.guest("Bob");
    a = world.open(ann);
    b = world.open(bob);
    json::object create{{"do", "create"}, {"game", game}, {"players", 2}};
    for (auto& item : terms) create[item.key()] = item.value();
    table = text(world.ask(a, create), "table");
    world.ask(a, {{"do", "watch"}, {"table", table}});
    world.ask(b, {{"do", "watch"}, {"table", table}});
  }
  void start() {
    EXPECT_TRUE(ok(world.ask(b, {{"do", "join"}, {"table", table}})));
    EXPECT_TRUE(ok(world.ask(b, {{"do", "ready"}, {"table", table}, {"ready", true}, {"seed", "bob's own"}})));
  }
  json::object say(const Line& line, json::object message) {
    message["table"] = table;
    return world.ask(line, std::move(message));
  }
  Line mover() {
    const json::object seen = say(a, {{"do", "watch"}});
    return text(json::object{{"w", seen.at("waiting").as_array().at(0)}}, "w") == "A" ? a : b;
  }
};

// ---- people

TEST(Hub, AGuestHasAName) {
  HubWorld world;
  EXPECT_EQ(code(world.post("", {{"do", "guest"}, {"name", ""}})), "bad_name");
  EXPECT_EQ(code(world.post("", {{"do", "guest"}, {"name", std::string(40, 'x')}})), "bad_name");
  EXPECT_EQ(code(world.post("", {{"do", "me"}})), "who");
  const std::string token = world.guest("Ann");
  ASSERT_GE(token.size(), 43u);
  const json::object me = world.post(token, {{"do", "me"}});
  EXPECT_EQ(text(me.at("me").as_object(), "name"), "Ann");
  EXPECT_FALSE(me.at("me").as_object().at("account").as_bool());
  // With a cookie it is the same person under another name.
  world.post(token, {{"do", "guest"}, {"name", "Anna"}});
  EXPECT_EQ(world.post(token, {{"do", "me"}}).at("me").as_object().at("user"), me.at("me").as_object().at("user"));
  EXPECT_EQ(text(world.post(token, {{"do", "me"}}).at("me").as_object(), "name"), "Anna");
  EXPECT_EQ(code(world.post("another token", {{"do", "me"}})), "who");
}

TEST(Hub, CookiesAreSetByHttpOnly) {
  HubWorld world;
  const Line line = world.open();
  EXPECT_EQ(code(world.ask(line, {{"do", "guest"}, {"name", "Ann"}})), "http_only");
}

TEST(Hub, AnAccountKeepsTheGuestAndLogsInElsewhere) {
  HubWorld world;
  const std::string guest = world.guest("Ann");
  const auto user = world.post(guest, {{"do", "me"}}).at("me").as_object().at("user");
  std::string first, second;
  EXPECT_EQ(code(world.post(guest, {{"do", "register"}, {"login", "ann"}, {"password", "short"}})), "bad_password");
  EXPECT_TRUE(ok(world.post(guest, {{"do", "register"}, {"login", "Ann"}, {"password", "correct horse"}}, &first)));
  EXPECT_EQ(code(world.post("", {{"do", "login"}, {"login", "ann"}, {"password", "wrong horse"}})), "wrong_password");
  EXPECT_EQ(code(world.post("", {{"do", "login"}, {"login", "nobody"}, {"password", "wrong horse"}})), "wrong_password");
  EXPECT_TRUE(ok(world.post("", {{"do", "login"}, {"login", "ann"}, {"password", "correct horse"}}, &second)));
  EXPECT_NE(first, second);
  EXPECT_EQ(world.post(second, {{"do", "me"}}).at("me").as_object().at("user"), user);
  const std::string other = world.guest("Other");
  EXPECT_EQ(code(world.post(other, {{"do", "register"}, {"login", "ANN"}, {"password", "correct horse"}})), "name_taken");
  // Ending all logins closes the lines of every device.
  const Line line = world.open(first);
  EXPECT_TRUE(ok(world.post(second, {{"do", "logout_all"}})));
  EXPECT_EQ(world.hung[line], "who");
  EXPECT_EQ(code(world.post(first, {{"do", "me"}})), "who");
  EXPECT_EQ(code(world.post(second, {{"do", "me"}})), "who");
}

TEST(Hub, WrongPasswordsAreLimited) {
  HubWorld world;
  const std::string guest = world.guest("Ann");
  world.post(guest, {{"do", "register"}, {"login", "ann"}, {"password", "correct horse"}});
  for (u32 i = 0; i < world.config.limits.logins_a_name_an_hour; ++i)
    EXPECT_EQ(code(world.post("", {{"do", "login"}, {"login", "ann"}, {"password", "wrong horse"}})), "wrong_password");
  const json::object refused = world.post("", {{"do", "login"}, {"login", "ann"}, {"password", "correct horse"}});
  EXPECT_EQ(code(refused), "limit");
  EXPECT_GT(number(refused.at("error").as_object(), "retry_ms"), 0);
  world.pass(3'600'000);
  EXPECT_TRUE(ok(world.post("", {{"do", "login"}, {"login", "ann"}, {"password", "correct horse"}})));
}

TEST(Hub, MessagesAreLimited) {
  HubWorld world;
  const Line line = world.open();
  u32 heard = 0;
  while (code(world.ask(line, {{"do", "tables"}})) != "limit" && heard < 1000) ++heard;
  EXPECT_EQ(heard, 2 * world.config.limits.messages_a_second);
  world.pass(1000);
  EXPECT_TRUE(ok(world.ask(line, {{"do", "tables"}})));
}

TEST(Hub, NonsenseIsRefusedWithAReason) {
  HubWorld world;
  const Line line = world.open();
  for (const std::string nonsense : {"", "{", "[1]", "\"x\"", "{\"do\":3}", "{}", "{\"do\":\"fly\"}", "\xff\xfe"}) {
    world.put(Said{line, nonsense});
    world.settle();
    const json::object answer = json::parse(world.sent[line].back()).as_object();
    EXPECT_FALSE(ok(answer)) << nonsense;
    EXPECT_FALSE(text(answer.at("error").as_object(), "message").empty()) << nonsense;
  }
  EXPECT_EQ(code(world.ask(line, {{"do", "watch"}, {"table", "aaaaaaaaaaaaaaaa"}})), "unknown_table");
  EXPECT_EQ(code(world.ask(line, {{"do", "watch"}, {"table", "../../etc"}})), "unknown_table");
  EXPECT_EQ(code(world.ask(line, {{"do", "tables"}, {"whihc", "open"}})), "bad_message");
}

// ---- a game

class HubGame : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, HubGame, ::testing::ValuesIn(game_names()));

TEST_P(HubGame, APersonAndBotsPlayToTheEndAndTheRecordHolds) {
  const int players = (*make_game(GetParam()))->info().seats_max;
  HubConfig config;
  config.limits.messages_a_second = 100'000;
  HubWorld world(7, config);
  const Line line = world.open(world.guest("Ann"));
  json::array seats{"me"};
  for (int i = 1; i < players; ++i) seats.push_back("novice");
  const json::object made = world.ask(line, {{"do", "create"}, {"game", GetParam()}, {"players", players}, {"seats", seats}});
  ASSERT_TRUE(ok(made)) << json::serialize(made);
  const std::string table = text(made, "table");
  const json::object watched = world.ask(line, {{"do", "watch"}, {"table", table}});
  EXPECT_EQ(text(watched, "status"), "running");
  EXPECT_EQ(text(watched, "you"), "A");
  EXPECT_EQ(code(world.ask(line, {{"do", "save"}, {"table", table}})), "not_over");
  Rng rng(3);
  int decisions = 0;
  while (act(world, line, table, rng)) ASSERT_LT(++decisions, 5000);
  const json::object over = world.ask(line, {{"do", "watch"}, {"table", table}});
  ASSERT_EQ(text(over, "status"), "over") << json::serialize(over);
  EXPECT_TRUE(ok(world.ask(line, {{"do", "score"}, {"table", table}})));
  const json::object saved = world.ask(line, {{"do", "save"}, {"table", table}});
  const VerifyReport report = verify_record(text(saved, "record"));
  EXPECT_TRUE(report.holds()) << report.failure->text();
  EXPECT_EQ(report.proof, DrawProof::secret);
  EXPECT_TRUE(report.finished);
  const json::object then = world.ask(line, {{"do", "replay"}, {"table", table}, {"at", 5}, {"as", "B"}});
  EXPECT_EQ(text(then, "viewer"), "B");
  EXPECT_TRUE(ok(world.ask(line, {{"do", "analyse"}, {"table", table}})));
  EXPECT_EQ(of_kind(world.pushes(line), "analysis").size(), 1u);
  const json::object history = world.ask(line, {{"do", "history"}});
  ASSERT_EQ(history.at("results").as_array().size(), 1u);
}

TEST_P(HubGame, GoesOnAfterARestartAtAnyPoint) {
  HubConfig config;
  config.limits.messages_a_second = 100'000;
  auto world = std::make_unique<HubWorld>(7, config);
  const std::string token = world->guest("Ann");
  Line line = world->open(token);
  const std::string table =
      text(world->ask(line, {{"do", "create"}, {"game", GetParam()}, {"players", 2}, {"seats", json::array{"me", "novice"}}}), "table");
  Rng rng(5);
  for (int i = 0; i < 12; ++i) {
    const json::object before = world->ask(line, {{"do", "sight"}, {"table", table}});
    const json::object events = world->ask(line, {{"do", "events"}, {"table", table}});
    world = std::make_unique<HubWorld>(100 + static_cast<u64>(i), config, world->store);
    line = world->open(token);
    json::object after = world->ask(line, {{"do", "sight"}, {"table", table}});
    EXPECT_EQ(before.at("fields"), after.at("fields"));
    EXPECT_EQ(before.at("legal"), after.at("legal"));
    EXPECT_EQ(before.at("seq"), after.at("seq"));
    EXPECT_EQ(events.at("events"), world->ask(line, {{"do", "events"}, {"table", table}}).at("events"));
    if (!act(*world, line, table, rng)) break;
  }
}

// ---- the lobby

TEST(Hub, TwoMeetAtATableAndOneLooksOn) {
  Pair pair;
  HubWorld& world = pair.world;
  const Line eve = world.open();
  EXPECT_TRUE(ok(world.ask(eve, {{"do", "watch"}, {"table", pair.table}})));
  EXPECT_EQ(code(pair.say(pair.b, {{"do", "ready"}})), "not_yours");
  EXPECT_EQ(code(pair.say(pair.a, {{"do", "sight"}})), "not_started");
  const json::array open = world.ask(eve, {{"do", "tables"}, {"which", "open"}}).at("tables").as_array();
  ASSERT_EQ(open.size(), 1u);
  pair.start();
  EXPECT_EQ(world.ask(eve, {{"do", "tables"}, {"which", "open"}}).at("tables").as_array().size(), 0u);
  EXPECT_EQ(world.ask(eve, {{"do", "tables"}, {"which", "running"}}).at("tables").as_array().size(), 1u);
  EXPECT_EQ(code(world.ask(eve, {{"do", "apply"}, {"table", pair.table}, {"action", "done"}, {"seq", 1}})), "who");
  const Line carl = world.open(world.guest("Carl"));
  EXPECT_EQ(code(world.ask(carl, {{"do", "apply"}, {"table", pair.table}, {"action", "done"}, {"seq", 1}})), "not_yours");
  EXPECT_EQ(code(world.ask(carl, {{"do", "join"}, {"table", pair.table}})), "started");
  // What a spectator sees has no hands in it.
  const json::object seen = world.ask(eve, {{"do", "sight"}, {"table", pair.table}});
  EXPECT_EQ(text(seen, "viewer"), "table");
  EXPECT_TRUE(seen.at("fields").as_object().at("A.hand").is_null());
  EXPECT_TRUE(seen.at("fields").as_object().at("B.hand").is_null());
  world.pushes(eve);
  Rng rng(1);
  act(world, pair.mover(), pair.table, rng);
  EXPECT_FALSE(of_kind(world.pushes(eve), "told").empty());
}

TEST(Hub, WhoComesAndWhoIsReadyIsToldAMomentLaterAndAllAtOnce) {
  HubWorld world(1, fast({}));
  Line lines[3];
  for (Line& line : lines) line = world.open(world.guest("Ann"));
  const auto& [a, b, c] = lines;
  const std::string table = text(world.ask(a, {{"do", "create"}, {"game", "throne"}, {"players", 3}}), "table");
  const auto say = [&](const Line& line, const char* what) { return world.ask(line, {{"do", what}, {"table", table}}); };
  for (const Line& line : lines) say(line, "watch");
  for (const Line& line : {b, c}) say(line, "join");
  world.pass(1000);
  for (const Line& line : lines) world.pushes(line);
  EXPECT_TRUE(ok(say(b, "ready")));
  const Line eve = world.open();
  say(eve, "watch");
  EXPECT_TRUE(world.pushes(a).empty()) << "not yet";
  world.pass(100);
  const std::vector<json::object> told = world.pushes(a);
  ASSERT_EQ(told.size(), 1u) << "one for both";
  EXPECT_TRUE(world.can_wait[a].back());
  EXPECT_EQ(number(told[0], "spectators"), 1);
  EXPECT_EQ(text(told[0], "you"), "A");
  EXPECT_TRUE(told[0].at("seats").as_array()[1].as_object().at("ready").as_bool());
  world.pass(10'000);
  EXPECT_TRUE(world.pushes(a).empty()) << "and once";
  // The last to be ready: it is kept with the start, and answered before that is told.
  const std::size_t before = world.sent[c].size();
  world.store_holds = true;
  EXPECT_TRUE(say(c, "ready").empty());
  EXPECT_EQ(world.sent[c].size(), before);
  world.store_holds = false;
  world.settle();
  ASSERT_GT(world.sent[c].size(), before + 1);
  EXPECT_TRUE(ok(json::parse(world.sent[c][before]).as_object()));
  EXPECT_EQ(text(json::parse(world.sent[c][before + 1]).as_object(), "line"), "online.line.started");
  EXPECT_EQ(text(say(a, "watch"), "status"), "running");
}

TEST(Hub, WhoPlaysBotsAloneMayAddToTheDiceToo) {
  HubWorld world;
  const Line line = world.open(world.guest("Ann"));
  const json::object made =
      world.ask(line, {{"do", "create"}, {"game", "throne"}, {"players", 2}, {"seats", {"me", "novice"}}, {"ready", false}});
  const std::string table = text(made, "table");
  EXPECT_EQ(text(world.ask(line, {{"do", "watch"}, {"table", table}}), "status"), "open") << "it waits for the seed";
  EXPECT_TRUE(ok(world.ask(line, {{"do", "ready"}, {"table", table}, {"seed", "ann's own"}})));
  EXPECT_TRUE(ok(world.ask(line, {{"do", "resign"}, {"table", table}})));
  const auto record = parse_record(text(world.ask(line, {{"do", "save"}, {"table", table}}), "record"));
  ASSERT_TRUE(record);
  EXPECT_EQ(record->header.dealer.seeds[0], "ann's own");
  const Digest& commitment = record->header.dealer.commitment;
  EXPECT_EQ(text(made.at("fair").as_object(), "commitment"), trestle::text::to_hex(commitment.data(), commitment.size()));
}

TEST(Hub, WhoAsksForFieldsSeesEveryStep) {
  Pair pair;
  HubWorld& world = pair.world;
  pair.start();
  const Line eve = world.open();
  Rng rng(1);
  for (const bool fields : {true, false}) {
    world.ask(eve, {{"do", "watch"}, {"table", pair.table}, {"fields", fields}});
    for (int i = 0; i < 3; ++i) {
      world.pushes(eve);
      act(world, pair.mover(), pair.table, rng);
      const auto told = of_kind(world.pushes(eve), "told");
      ASSERT_EQ(told.size(), 1u);
      ASSERT_EQ(told[0].contains("fields"), fields);
      if (!fields) continue;
      EXPECT_EQ(told[0].at("fields"), world.ask(eve, {{"do", "sight"}, {"table", pair.table}}).at("fields"));
    }
  }
}

TEST(Hub, AnUnlistedTableIsFoundByItsLinkOnly) {
  Pair pair({{"listed", false}});
  EXPECT_EQ(pair.world.ask(pair.b, {{"do", "tables"}, {"which", "open"}}).at("tables").as_array().size(), 0u);
  EXPECT_EQ(pair.world.ask(pair.a, {{"do", "tables"}, {"which", "mine"}}).at("tables").as_array().size(), 1u);
  pair.start();
  EXPECT_EQ(text(pair.say(pair.b, {{"do", "watch"}}), "status"), "running");
}

TEST(Hub, TheHostDecidesAboutSeats) {
  Pair pair;
  EXPECT_EQ(code(pair.say(pair.b, {{"do", "seat"}, {"seat", "B"}, {"who", "expert"}})), "not_yours");
  EXPECT_EQ(code(pair.say(pair.a, {{"do", "seat"}, {"seat", "B"}, {"who", "exprt"}})), "no_bot");
  EXPECT_TRUE(ok(pair.say(pair.a, {{"do", "seat"}, {"seat", "B"}, {"who", "expert"}})));
  EXPECT_EQ(text(pair.say(pair.a, {{"do", "watch"}}), "status"), "running");
}

TEST(Hub, ATableNobodySitsAtIsClosed) {
  Pair pair;
  EXPECT_TRUE(ok(pair.say(pair.b, {{"do", "join"}})));
  EXPECT_TRUE(ok(pair.say(pair.a, {{"do", "leave"}})));
  EXPECT_EQ(text(pair.say(pair.b, {{"do", "watch"}}), "host"), text(pair.world.ask(pair.b, {{"do", "me"}}).at("me").as_object(), "user"));
  EXPECT_TRUE(ok(pair.say(pair.b, {{"do", "leave"}})));
  EXPECT_EQ(text(pair.say(pair.b, {{"do", "watch"}}), "status"), "closed");
}

TEST(Hub, BadTermsAreRefused) {
  HubWorld world;
  const Line line = world.open(world.guest("Ann"));
  const auto with = [&](json::object more) {
    json::object create{{"do", "create"}, {"game", "throne"}, {"players", 2}};
    for (auto& item : more) create[item.key()] = item.value();
    return code(world.ask(line, create));
  };
  EXPECT_EQ(with({{"game", "thron"}}), "unknown_game");
  EXPECT_EQ(with({{"players", 5}}), "bad_message");
  EXPECT_EQ(with({{"options", json::object{{"charge_points", 9}}}}), "bad_option");
  EXPECT_EQ(with({{"seats", json::array{"me", "me"}}}), "bad_message");
  EXPECT_EQ(with({{"seats", json::array{"open", "open"}}}), "bad_message");
  EXPECT_EQ(with({{"clock", json::object{{"kind", "hourglass"}}}}), "bad_message");
  EXPECT_EQ(with({{"clock", json::object{{"kind", "move"}, {"seconds", 1}}}}), "bad_message");
  EXPECT_EQ(with({{"clock", json::object{{"kind", "move"}, {"seconds", "60 or so"}}}}), "bad_message");
  EXPECT_EQ(with({{"clock", json::object{{"kind", "move"}, {"seconds", 60}, {"increment", 5}}}}), "bad_message");
  EXPECT_EQ(with({{"clock", json::object{{"kind", "game"}, {"seconds", 60}, {"incremnt", 5}}}}), "bad_message");
  EXPECT_EQ(with({{"clock", json::object{{"kind", "game"}, {"seconds", 60}, {"increment", 5}}}}), "(no error)");
}

// ---- acting

TEST(Hub, AStaleOrDoubledActIsRefused) {
  Pair pair;
  pair.start();
  const Line mover = pair.mover();
  const json::object sight = pair.say(mover, {{"do", "sight"}});
  const json::object message{{"do", "apply"}, {"action", sight.at("legal").as_array()[0]}, {"seq", sight.at("seq")}};
  EXPECT_TRUE(ok(pair.say(mover, message)));
  EXPECT_EQ(code(pair.say(mover, message)), "stale");
  EXPECT_EQ(code(pair.say(mover, {{"do", "apply"}, {"action", "fly away"}, {"seq", 9999}})), "stale");
  EXPECT_EQ(code(pair.say(mover, {{"do", "apply"}, {"action", "done"}})), "bad_message");
}

TEST(Hub, NothingIsToldBeforeItIsDurable) {
  Pair pair;
  pair.start();
  HubWorld& world = pair.world;
  const Line mover = pair.mover(), other = mover == pair.a ? pair.b : pair.a;
  const json::object sight = pair.say(mover, {{"do", "sight"}});
  const std::size_t sent_mover = world.sent[mover].size(), sent_other = world.sent[other].size();
  world.store_holds = true;
  EXPECT_TRUE(pair.say(mover, {{"do", "apply"}, {"action", sight.at("legal").as_array()[0]}, {"seq", sight.at("seq")}}).empty());
  EXPECT_TRUE(pair.say(other, {{"do", "sight"}}).empty()) << "nor by asking";
  EXPECT_EQ(world.sent[mover].size(), sent_mover);
  EXPECT_EQ(world.sent[other].size(), sent_other);
  world.store_holds = false;
  world.settle();
  EXPECT_EQ(world.sent[mover].size(), sent_mover + 1);
  EXPECT_GT(world.sent[other].size(), sent_other);
}

TEST_P(HubGame, OnlyWhatGivesNothingNewToDecideCanWait) {
  Pair pair({}, {}, GetParam());
  pair.start();
  const Line looker = pair.world.open();
  pair.world.ask(looker, {{"do", "watch"}, {"table", pair.table}});
  Rng rng(3);
  for (int i = 0; i < 300; ++i)
    if (!act(pair.world, pair.a, pair.table, rng) && !act(pair.world, pair.b, pair.table, rng)) break;
  std::size_t urgent = 0, patient = 0, starts_and_answers = 0;
  for (const Line& line : {pair.a, pair.b, looker}) {
    bool to_move = false;  // as it was told last
    for (std::size_t i = 0; i < pair.world.sent[line].size(); ++i) {
      const json::object said = json::parse(pair.world.sent[line][i]).as_object();
      const bool can_wait = pair.world.can_wait[line][i];
      const bool moves_now = said.contains("legal") && !said.at("legal").as_array().empty();
      const bool is_told = text(said, "push") == "told";
      const bool is_presence = text(said, "push") == "table" && !said.contains("line");
      const bool is_start = text(said, "line") == "online.line.started";
      const bool is_done = said.contains("ok") && said.contains("table") && said.size() == 3;  // and an id: nothing else to say
      if (is_presence || is_start || is_done) {
        starts_and_answers += is_presence ? 0 : 1;
        EXPECT_TRUE(can_wait) << json::serialize(said);
      } else if (!is_told || said.at("over").as_bool() || (moves_now && !to_move)) {
        EXPECT_FALSE(can_wait) << json::serialize(said);
      } else if (!moves_now) {
        EXPECT_TRUE(can_wait) << json::serialize(said);
      }
      (can_wait ? patient : urgent) += 1;
      if (said.contains("events") || said.contains("legal")) to_move = moves_now;
    }
  }
  EXPECT_GT(urgent, 100u);
  EXPECT_GT(patient, 100u);
  EXPECT_GE(starts_and_answers, 3u);
}

TEST(Hub, WhatCannotBeKeptHasNotHappened) {
  Pair pair;
  pair.start();
  HubWorld& world = pair.world;
  const Line mover = pair.mover();
  const json::object before = pair.say(mover, {{"do", "sight"}});
  const json::object message{{"do", "apply"}, {"action", before.at("legal").as_array()[0]}, {"seq", before.at("seq")}};
  world.store_fails = true;
  EXPECT_EQ(code(pair.say(mover, message)), "storage");
  world.store_fails = false;
  world.pass(2000);
  const json::object after = pair.say(mover, {{"do", "sight"}});
  EXPECT_EQ(before.at("fields"), after.at("fields"));
  EXPECT_EQ(before.at("seq"), after.at("seq"));
  EXPECT_TRUE(ok(pair.say(mover, message)));
}

TEST(Hub, ABotWhoseMoveCannotBeKeptTriesOnceASecondAndTheLogSaysItOnce) {
  HubWorld world;
  until_a_bot_is_to_move(world);
  HubWorld again(2, {}, world.store);
  again.disk_full = true;
  again.pass(20'000);
  EXPECT_GE(again.hub->counters().tables_loaded, 10u) << "after each try anew";
  EXPECT_LE(again.hub->counters().tables_loaded, 22u);
  const auto said = std::count_if(again.notes.begin(), again.notes.end(), [](const Note& note) { return note.event == "not_kept"; });
  EXPECT_EQ(said, 1);
  again.disk_full = false;
  const u64 tried = again.hub->counters().moves_by_bots;
  again.pass(2000);
  EXPECT_GT(again.hub->counters().moves_by_bots, tried);
}

TEST(Hub, UndoGoesToTheBarrierAndFurtherWithConsent) {
  Pair pair;
  pair.start();
  HubWorld& world = pair.world;
  Rng rng(4);
  for (int i = 0; i < 30; ++i) act(world, pair.mover(), pair.table, rng);
  const Line mover = pair.mover(), other = mover == pair.a ? pair.b : pair.a;
  const json::object before = pair.say(mover, {{"do", "sight"}});
  ASSERT_TRUE(act(world, mover, pair.table, rng));
  const i64 seq = number(pair.say(mover, {{"do", "sight"}}), "seq");
  world.pushes(other);
  const json::object asked = pair.say(mover, {{"do", "ask"}, {"what", "undo"}});
  ASSERT_TRUE(ok(asked)) << json::serialize(asked);
  const auto votes = of_kind(world.pushes(other), "vote");
  ASSERT_EQ(votes.size(), 1u);
  EXPECT_EQ(code(pair.say(mover, {{"do", "vote"}, {"vote", asked.at("vote")}, {"yes", true}})), "not_yours");
  EXPECT_TRUE(ok(pair.say(other, {{"do", "vote"}, {"vote", asked.at("vote")}, {"yes", true}})));
  EXPECT_EQ(of_kind(world.pushes(mover), "recalled").size(), 1u);
  const json::object after = pair.say(mover, {{"do", "sight"}});
  EXPECT_EQ(before.at("fields"), after.at("fields"));
  EXPECT_EQ(before.at("legal"), after.at("legal"));
  EXPECT_GT(number(after, "seq"), seq) << "numbers never fall";
  // Whatever is read again from the store stands where the table stood.
  HubWorld again(9, {}, world.store);
  const Line line = again.open(mover == pair.a ? pair.ann : pair.bob);
  EXPECT_EQ(again.ask(line, {{"do", "sight"}, {"table", pair.table}}).at("fields"), before.at("fields"));
}

TEST(Hub, OneNoIsEnough) {
  Pair pair;
  pair.start();
  const json::object asked = pair.say(pair.a, {{"do", "ask"}, {"what", "close"}});
  EXPECT_EQ(code(pair.say(pair.b, {{"do", "ask"}, {"what", "pause"}})), "taken");
  EXPECT_TRUE(ok(pair.say(pair.b, {{"do", "vote"}, {"vote", asked.at("vote")}, {"yes", false}})));
  EXPECT_EQ(text(pair.say(pair.a, {{"do", "watch"}}), "status"), "running");
  const json::object second = pair.say(pair.a, {{"do", "ask"}, {"what", "pause"}});
  pair.world.pass(pair.world.config.limits.vote_ms + 1000);
  EXPECT_EQ(code(pair.say(pair.b, {{"do", "vote"}, {"vote", second.at("vote")}, {"yes", true}})), "stale");
}

TEST(Hub, APauseStopsPlayAndClocks) {
  Pair pair({{"clock", json::object{{"kind", "move"}, {"seconds", 30}}}});
  pair.start();
  const json::object asked = pair.say(pair.a, {{"do", "ask"}, {"what", "pause"}});
  pair.say(pair.b, {{"do", "vote"}, {"vote", asked.at("vote")}, {"yes", true}});
  pair.world.pass(1'000'000);
  const json::object table = pair.say(pair.a, {{"do", "watch"}});
  EXPECT_TRUE(table.at("paused").as_bool());
  for (const json::value& seat : table.at("seats").as_array()) EXPECT_FALSE(seat.as_object().contains("stand_in"));
  const json::object sight = pair.say(pair.mover(), {{"do", "sight"}});
  EXPECT_EQ(code(pair.say(pair.mover(), {{"do", "apply"}, {"action", sight.at("legal").as_array()[0]}, {"seq", sight.at("seq")}})),
            "not_waiting");
}

// ---- clocks, leaving, coming back

TEST(Hub, WhenTimeIsOverABotStandsInAndTheOwnerComesBack) {
  Pair pair({{"clock", json::object{{"kind", "move"}, {"seconds", 30}}}});
  pair.start();
  HubWorld& world = pair.world;
  const Line mover = pair.mover();
  world.pass(29'000);
  EXPECT_EQ(pair.mover(), mover);
  world.bots_answer = false;
  world.pass(2'000);
  json::object table = pair.say(mover, {{"do", "watch"}});
  const std::size_t seat = mover == pair.a ? 0 : 1;
  EXPECT_TRUE(table.at("seats").as_array()[seat].as_object().contains("stand_in")) << json::serialize(table);
  EXPECT_TRUE(ok(pair.say(mover, {{"do", "back"}})));
  table = pair.say(mover, {{"do", "watch"}});
  EXPECT_FALSE(table.at("seats").as_array()[seat].as_object().contains("stand_in"));
  Rng rng(2);
  EXPECT_TRUE(act(world, mover, pair.table, rng));
}

TEST(Hub, AGameClockIsUsedUpAndGrows) {
  Pair pair({{"clock", json::object{{"kind", "game"}, {"seconds", 100}, {"increment", 10}}}});
  pair.start();
  HubWorld& world = pair.world;
  const Line mover = pair.mover();
  const std::string seat = mover == pair.a ? "A" : "B";
  world.pass(20'000);
  const auto left = [&](HubWorld& in, const Line& line) {
    return number(in.ask(line, {{"do", "watch"}, {"table", pair.table}}).at("times").as_object().at("left").as_object(), seat);
  };
  EXPECT_EQ(left(world, mover), 80'000);
  Rng rng(2);
  const auto to_move = [&] {
    const json::object seen = pair.say(mover, {{"do", "watch"}});
    for (const json::value& waited : seen.at("waiting").as_array())
      if (waited.as_string() == seat) return true;
    return false;
  };
  while (to_move()) {
    EXPECT_EQ(left(world, mover), 80'000) << "the increment comes after the turn";
    ASSERT_TRUE(act(world, mover, pair.table, rng));
  }
  EXPECT_EQ(left(world, mover), 90'000);
  // The clock survives a restart.
  HubWorld again(9, {}, world.store);
  EXPECT_EQ(left(again, again.open(mover == pair.a ? pair.ann : pair.bob)), 90'000);
}

TEST(Hub, WhoLeavesIsReplacedAndWhoIsAwayCanBeVotedOut) {
  Pair pair;
  pair.start();
  HubWorld& world = pair.world;
  EXPECT_EQ(code(pair.say(pair.a, {{"do", "ask"}, {"what", "replace"}, {"seat", "B"}})), "bad_seat") << "B is here";
  world.close(pair.b);
  world.pass(world.config.limits.away_ms + 1000);
  const auto seats = pair.say(pair.a, {{"do", "watch"}}).at("seats").as_array();
  EXPECT_FALSE(seats[1].as_object().at("here").as_bool());
  EXPECT_TRUE(ok(pair.say(pair.a, {{"do", "ask"}, {"what", "replace"}, {"seat", "B"}})));
  EXPECT_TRUE(pair.say(pair.a, {{"do", "watch"}}).at("seats").as_array()[1].as_object().contains("stand_in"));
  pair.b = world.open(pair.bob);
  EXPECT_TRUE(ok(pair.say(pair.b, {{"do", "back"}})));
}

TEST(Hub, ResigningAgainstOneEndsTheGame) {
  Pair pair;
  pair.start();
  EXPECT_TRUE(ok(pair.say(pair.a, {{"do", "resign"}})));
  const json::object table = pair.say(pair.b, {{"do", "watch"}});
  EXPECT_EQ(text(table, "status"), "over");
  EXPECT_EQ(number(table.at("seats").as_array()[0].as_object(), "place"), 2);
  EXPECT_EQ(number(table.at("seats").as_array()[1].as_object(), "place"), 1);
  const json::object saved = pair.say(pair.b, {{"do", "save"}});
  EXPECT_TRUE(verify_record(text(saved, "record")).holds());
  const json::object rematch = pair.say(pair.b, {{"do", "rematch"}});
  EXPECT_TRUE(ok(rematch));
  EXPECT_EQ(pair.say(pair.a, {{"do", "rematch"}}).at("table"), rematch.at("table")) << "one rematch for all";
}

TEST(Hub, AGameOfGuestsIsInTheirHistoryOnceAndNotRated) {
  Pair pair;
  pair.start();
  pair.world.store_fails = true;
  EXPECT_EQ(code(pair.say(pair.a, {{"do", "resign"}})), "storage");
  pair.world.store_fails = false;
  pair.world.pass(2000);
  EXPECT_TRUE(pair.world.ask(pair.b, {{"do", "history"}}).at("results").as_array().empty()) << "it did not happen";
  EXPECT_TRUE(ok(pair.say(pair.a, {{"do", "resign"}})));
  pair.world.pass(60'000);
  for (const Line& line : {pair.a, pair.b}) {
    const json::array results = pair.world.ask(line, {{"do", "history"}}).at("results").as_array();
    ASSERT_EQ(results.size(), 1u);
    EXPECT_EQ(number(results[0].as_object(), "place"), line == pair.a ? 2 : 1);
    EXPECT_FALSE(results[0].as_object().contains("mean"));
    EXPECT_TRUE(pair.world.ask(line, {{"do", "me"}}).at("ratings").as_object().empty());
  }
}

TEST(Hub, AccountsAreRated) {
  HubWorld world;
  std::string tokens[2] = {world.guest("Ann"), world.guest("Bob")};
  for (int i = 0; i < 2; ++i)
    world.post(tokens[i], {{"do", "register"}, {"login", i == 0 ? "ann" : "bob"}, {"password", "correct horse"}}, &tokens[i]);
  const Line a = world.open(tokens[0]), b = world.open(tokens[1]);
  const std::string table = text(world.ask(a, {{"do", "create"}, {"game", "throne"}, {"players", 2}}), "table");
  world.ask(b, {{"do", "join"}, {"table", table}});
  world.ask(b, {{"do", "ready"}, {"table", table}});
  EXPECT_TRUE(ok(world.ask(a, {{"do", "resign"}, {"table", table}})));
  const auto mean = [&](const Line& line) {
    return world.ask(line, {{"do", "me"}}).at("ratings").as_object().at("throne").as_object().at("mean").to_number<double>();
  };
  EXPECT_LT(mean(a), 1500);
  EXPECT_GT(mean(b), 1500);
  const json::value bob = world.ask(b, {{"do", "me"}}).at("me").as_object().at("user");
  const json::object about = world.ask(a, {{"do", "player"}, {"user", bob}});
  const json::object statistics = about.at("statistics").as_object().at("throne").as_object();
  EXPECT_EQ(number(statistics, "games"), 1);
  EXPECT_EQ(number(statistics, "won"), 1);
  EXPECT_EQ(number(statistics.at("seats").as_object().at("B").as_object(), "won"), 1);
  EXPECT_EQ(about.at("results").as_array().size(), 1u);
}

TEST(Hub, TwoGamesThatEndAtOnceBothCount) {
  HubWorld world;
  std::string tokens[2] = {world.guest("Ann"), world.guest("Bob")};
  for (int i = 0; i < 2; ++i)
    world.post(tokens[i], {{"do", "register"}, {"login", i == 0 ? "ann" : "bob"}, {"password", "correct horse"}}, &tokens[i]);
  const Line a = world.open(tokens[0]), b = world.open(tokens[1]);
  std::vector<std::string> tables;
  for (int i = 0; i < 2; ++i) {
    tables.push_back(text(world.ask(a, {{"do", "create"}, {"game", "throne"}, {"players", 2}}), "table"));
    world.ask(b, {{"do", "join"}, {"table", tables.back()}});
    world.ask(b, {{"do", "ready"}, {"table", tables.back()}});
  }
  for (const std::string& table : tables) world.put(Said{a, json::serialize(json::object{{"do", "resign"}, {"table", table}})});
  world.settle();
  const json::object rating = world.ask(a, {{"do", "me"}}).at("ratings").as_object().at("throne").as_object();
  EXPECT_EQ(number(rating, "games"), 2);
  const auto results = world.ask(a, {{"do", "history"}}).at("results").as_array();
  ASSERT_EQ(results.size(), 2u);
  EXPECT_LT(number(rating, "mean"), number(results[0].as_object(), "mean")) << "the second game counts from where the first left off";
}

// ---- chat

TEST(Hub, SeatsAndSpectatorsTalkApart) {
  Pair pair;
  pair.start();
  HubWorld& world = pair.world;
  const Line eve = world.open(world.guest("Eve"));
  world.ask(eve, {{"do", "watch"}, {"table", pair.table}});
  world.pushes(pair.b);
  world.pushes(eve);
  EXPECT_TRUE(ok(pair.say(pair.a, {{"do", "chat"}, {"text", "I have the royal"}})));
  EXPECT_EQ(of_kind(world.pushes(pair.b), "chat").size(), 1u);
  EXPECT_EQ(of_kind(world.pushes(eve), "chat").size(), 0u);
  EXPECT_TRUE(ok(pair.say(eve, {{"do", "chat"}, {"text", "B should attack"}})));
  EXPECT_EQ(of_kind(world.pushes(pair.b), "chat").size(), 0u);
  EXPECT_EQ(of_kind(world.pushes(eve), "chat").size(), 1u);
  EXPECT_EQ(code(pair.say(pair.a, {{"do", "chat"}, {"text", std::string(501, 'x')}})), "bad_message");
  const auto user = world.ask(pair.a, {{"do", "me"}}).at("me").as_object().at("user");
  world.ask(pair.b, {{"do", "mute"}, {"user", user}, {"mute", true}});
  pair.say(pair.a, {{"do", "chat"}, {"text", "hello?"}});
  EXPECT_EQ(of_kind(world.pushes(pair.b), "chat").size(), 0u);
  // Who comes later is told what was said in the room they are in.
  const Line fay = world.open(world.guest("Fay"));
  EXPECT_EQ(world.ask(fay, {{"do", "watch"}, {"table", pair.table}}).at("lines").as_array().size(), 1u);
  u32 said = 3;
  while (ok(pair.say(pair.a, {{"do", "chat"}, {"text", "again"}})) && said < 100) ++said;
  EXPECT_LT(said, 25u);
}

TEST(Hub, YourTurnIsToldByWebhookToWhoIsNotThere) {
  Pair pair;
  HubWorld& world = pair.world;
  EXPECT_EQ(code(world.ask(pair.b, {{"do", "settings"}, {"webhook", "ftp://x"}})), "bad_message");
  EXPECT_FALSE(text(world.ask(pair.b, {{"do", "settings"}, {"webhook", "https://example.org/turn"}}), "secret").empty());
  EXPECT_FALSE(text(world.ask(pair.a, {{"do", "settings"}, {"webhook", "https://example.org/turn"}}), "secret").empty());
  pair.start();
  EXPECT_TRUE(world.notices.empty()) << "both watch the table";
  const Line mover = pair.mover(), other = mover == pair.a ? pair.b : pair.a;
  world.close(other);
  Rng rng(1);
  for (int i = 0; i < 300 && act(world, mover, pair.table, rng); ++i) {
  }
  world.pass(world.config.limits.away_ms + 1000);
  ASSERT_EQ(world.notices.size(), 1u);
  EXPECT_NE(world.notices[0].body.find(pair.table), std::string::npos);
}

// ---- memory, owner, nodes

TEST(Hub, ATableNobodyLooksAtLeavesMemory) {
  Pair pair;
  pair.start();
  pair.world.close(pair.a);
  pair.world.close(pair.b);
  EXPECT_EQ(pair.world.hub->counters().tables_in_memory, 1u);
  pair.world.pass(pair.world.config.limits.idle_table_ms + 30'000);
  EXPECT_EQ(pair.world.hub->counters().tables_in_memory, 0u);
  pair.a = pair.world.open(pair.ann);
  EXPECT_EQ(text(pair.say(pair.a, {{"do", "watch"}}), "status"), "running");
}

TEST(Hub, AFinishedTableNobodyLooksAtLeavesMemorySoonAndComesBackWhenAsked) {
  Pair pair;
  pair.start();
  EXPECT_TRUE(ok(pair.say(pair.a, {{"do", "resign"}})));
  pair.world.pass(10 * finished_table_idle_ms);
  EXPECT_EQ(pair.world.hub->counters().tables_in_memory, 1u) << "it is watched";
  pair.world.close(pair.a);
  pair.world.close(pair.b);
  pair.world.pass(3 * finished_table_idle_ms);
  EXPECT_EQ(pair.world.hub->counters().tables_in_memory, 0u);
  pair.a = pair.world.open(pair.ann);
  EXPECT_EQ(text(pair.say(pair.a, {{"do", "watch"}}), "status"), "over");
}

TEST(Hub, ABotsTurnIsTakenUpAfterARestartThoughNobodyLooks) {
  HubWorld world;
  until_a_bot_is_to_move(world);
  HubWorld again(2, {}, world.store);
  again.pass(20'000);
  EXPECT_GT(again.hub->counters().moves_by_bots, 0u);
}

TEST(Hub, TheOwnerListsClosesExportsAndBans) {
  Pair pair;
  pair.start();
  HubWorld& world = pair.world;
  const Line owner = world.open("", false, true);
  EXPECT_EQ(code(world.ask(pair.a, {{"do", "admin_list"}})), "unknown_message");
  EXPECT_EQ(world.ask(owner, {{"do", "admin_list"}}).at("tables").as_array().size(), 1u);
  EXPECT_TRUE(parse_record(text(world.ask(owner, {{"do", "admin_export"}, {"table", pair.table}}), "record")));
  EXPECT_TRUE(ok(world.ask(owner, {{"do", "admin_close"}, {"table", pair.table}})));
  EXPECT_EQ(text(pair.say(pair.a, {{"do", "watch"}}), "status"), "closed");
  const auto user = world.ask(pair.a, {{"do", "me"}}).at("me").as_object().at("user");
  EXPECT_TRUE(ok(world.ask(owner, {{"do", "admin_ban"}, {"user", user}, {"ban", true}})));
  EXPECT_EQ(world.hung[pair.a], "banned");
  const Line back = world.open(pair.ann);
  EXPECT_EQ(code(world.ask(back, {{"do", "tables"}})), "banned");
  EXPECT_EQ(number(world.ask(owner, {{"do", "admin_counts"}}), "closed"), 1);
}

TEST(Hub, WhatADeadNodeWasAskedIsAnsweredAndItsTableTakenOver) {
  const auto node = [](const char* name) {
    HubConfig config;
    config.node = name;
    config.several_nodes = true;
    return config;
  };
  HubWorld one(1, node("one"));
  const auto alive = [&](const char* name) {
    const storage::Op op = storage::Heartbeat{name, one.now + lease_ms};
    one.store->run({&op, 1});
  };
  alive("one");
  alive("two");
  const std::string ann = one.guest("Ann");
  const std::string table = text(one.ask(one.open(ann), {{"do", "create"}, {"game", "throne"}, {"players", 2}}), "table");

  HubWorld two(2, node("two"), one.store);
  const Line line = two.open(ann);
  EXPECT_TRUE(two.ask(line, {{"do", "watch"}, {"table", table}}).empty()) << "it is another node's table";
  EXPECT_TRUE(two.ask(line, {{"do", "chat"}, {"table", table}, {"text", "hm"}}).empty());
  ASSERT_EQ(two.forwarded.size(), 2u);
  // One of the two is answered; then the node dies.
  const std::string answer = R"({"kind":"send","line":)" + std::to_string(line.number) + R"(,"text":"{\"id\":1,\"ok\":true}"})";
  two.put(Relayed{"one", answer});
  two.settle();
  two.now += lease_ms + 1;
  two.put(NodeGone{"one"});
  two.settle();
  std::map<i64, std::string> codes;
  for (const std::string& said : two.sent[line])
    if (const json::object message = json::parse(said).as_object(); message.contains("id")) codes[number(message, "id")] = code(message);
  EXPECT_EQ(codes, (std::map<i64, std::string>{{1, "(no error)"}, {2, "elsewhere"}}));
  EXPECT_TRUE(ok(two.ask(line, {{"do", "chat"}, {"table", table}, {"text", "hm"}}))) << "the table is here now";
}

TEST(Hub, WhatConcernsAPersonReachesEveryNode) {
  const auto node = [](const char* name) {
    HubConfig config;
    config.node = name;
    config.several_nodes = true;
    return config;
  };
  HubWorld one(1, node("one")), two(2, node("two"), one.store);
  const auto pass_on = [](HubWorld& from, HubWorld& to, const char* name) {
    for (const std::string& message : std::exchange(from.forwarded, {})) to.put(Relayed{name, message});
    to.settle();
  };
  const std::string ann = one.guest("Ann"), bob = one.guest("Bob");
  const Line b = one.open(bob);
  const std::string table = text(one.ask(b, {{"do", "create"}, {"game", "throne"}, {"players", 3}}), "table");
  const json::value bobs = one.ask(b, {{"do", "me"}}).at("me").as_object().at("user");

  // Muted at one node, filtered at the other, which has the table.
  const Line a_at_one = one.open(ann), a_at_two = two.open(ann);
  one.ask(a_at_one, {{"do", "join"}, {"table", table}});
  one.ask(a_at_one, {{"do", "watch"}, {"table", table}});
  EXPECT_TRUE(ok(two.ask(a_at_two, {{"do", "mute"}, {"user", bobs}, {"mute", true}})));
  pass_on(two, one, "two");
  one.pushes(a_at_one);
  EXPECT_TRUE(ok(one.ask(b, {{"do", "chat"}, {"table", table}, {"text", "hello?"}})));
  EXPECT_TRUE(of_kind(one.pushes(a_at_one), "chat").empty());
  EXPECT_TRUE(one.ask(a_at_one, {{"do", "watch"}, {"table", table}}).at("lines").as_array().empty());
  EXPECT_TRUE(ok(two.ask(a_at_two, {{"do", "mute"}, {"user", bobs}, {"mute", false}})));
  pass_on(two, one, "two");
  EXPECT_TRUE(ok(one.ask(b, {{"do", "chat"}, {"table", table}, {"text", "hello?"}})));
  EXPECT_EQ(of_kind(one.pushes(a_at_one), "chat").size(), 1u);

  // A line that stands for one at another node is that node's to close: no line of ours with its number is.
  const std::string watch = json::serialize(json::object{{"do", "watch"}, {"table", table}});
  const auto annas = one.ask(a_at_one, {{"do", "me"}}).at("me").as_object().at("user");
  one.put(Relayed{"two", json::serialize(json::object{
                             {"kind", "said"}, {"line", b.number}, {"user", annas}, {"name", "Ann"}, {"login", ""}, {"text", watch}})});
  one.settle();
  EXPECT_TRUE(ok(one.post(ann, {{"do", "logout_all"}})));
  EXPECT_EQ(one.hung[a_at_one], "who");
  EXPECT_FALSE(one.hung.contains(b));
  EXPECT_FALSE(two.hung.contains(a_at_two));
  pass_on(one, two, "one");
  EXPECT_EQ(two.hung[a_at_two], "who");
  EXPECT_TRUE(two.ask(a_at_two, {{"do", "me"}}).empty()) << "nothing more is heard from a line that was ended";
  EXPECT_EQ(code(two.post(ann, {{"do", "me"}})), "who");

  const Line b_at_two = two.open(bob);
  EXPECT_TRUE(ok(one.ask(one.open("", false, true), {{"do", "admin_ban"}, {"user", bobs}})));
  pass_on(one, two, "one");
  EXPECT_EQ(one.hung[b], "banned");
  EXPECT_EQ(two.hung[b_at_two], "banned");
}

TEST(Hub, AtShutdownEverybodyIsToldAndNothingMoreIsTaken) {
  Pair pair;
  pair.start();
  pair.world.put(Shutdown{});
  pair.world.settle();
  EXPECT_EQ(pair.world.hung[pair.a], "stopping");
  EXPECT_EQ(of_kind(pair.world.pushes(pair.a), "bye").size(), 1u);
}

}  // namespace
}  // namespace trestle
