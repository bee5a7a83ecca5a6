// The engine by its messages: whole games, what one seat may see, and that a refused message changes nothing.
#include "protocol/engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "base/rng.hpp"
#include "match/verify.hpp"

namespace trestle {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::Not;

json::object ask(Engine& engine, const json::object& message) { return json::parse(engine.handle(json::serialize(message))).as_object(); }

std::string code_of(const json::object& answer) {
  if (answer.at("ok").as_bool()) return "ok";
  return std::string(answer.at("error").at("code").as_string());
}

std::string code_of(Engine& engine, std::string_view message) { return code_of(json::parse(engine.handle(message)).as_object()); }

const char* const small_position =
    "game throne\nplayers 2\nposition\n  phase play\n  A.units miner knight\n  A.hand no-wizard-royal farmer\n  B.hand royal\nend\n";

TEST(Engine, PlaysAWholeGameAsOneSeat) {
  for (const int seed : {1, 2, 3}) {
    Engine engine;
    json::object at =
        ask(engine,
            {{"do", "new"}, {"game", "throne"}, {"players", 3}, {"seed", seed}, {"as", "B"}, {"bots", {{"A", "greedy"}, {"C", "random"}}}});
    Rng rng(static_cast<u64>(seed));
    int acts = 0;
    while (!at.at("over").as_bool()) {
      ASSERT_EQ(json::serialize(at.at("waiting")), R"(["B"])") << "the bots play themselves";
      const json::object legal = ask(engine, {{"do", "legal"}, {"table", 1}});
      const json::array& list = legal.at("legal").as_array();
      ASSERT_FALSE(list.empty());
      at = ask(engine, {{"do", "apply"}, {"table", 1}, {"action", list[rng.below(static_cast<u32>(list.size()))]}, {"seq", at.at("seq")}});
      ASSERT_EQ(code_of(at), "ok");
      ASSERT_LT(++acts, 5000);
    }
    EXPECT_GT(acts, 3);
    const json::object score = ask(engine, {{"do", "score"}, {"table", 1}});
    EXPECT_THAT(json::serialize(score.at("places")), HasSubstr(":1"));
    const json::object saved = ask(engine, {{"do", "save"}, {"table", 1}});
    const std::string record(saved.at("record").as_string());
    const VerifyReport report = verify_record(record);
    EXPECT_TRUE(report.holds()) << report.failure->text();
    EXPECT_TRUE(report.finished);
  }
}

TEST(Engine, PlaysEveryGameToTheEndWithBots) {
  Engine engine;
  const json::object hello = ask(engine, {{"do", "hello"}});
  for (const json::value& game : hello.at("games").as_array()) {
    const int most = static_cast<int>(game.at("players").as_array()[1].as_int64());
    json::object bots;
    for (int i = 0; i < most; ++i) bots[std::string(1, static_cast<char>('A' + i))] = "random";
    const json::object at = ask(engine, {{"do", "new"}, {"game", game.at("name")}, {"players", most}, {"bots", bots}});
    ASSERT_EQ(code_of(at), "ok") << json::serialize(at);
    EXPECT_TRUE(at.at("over").as_bool());
  }
}

TEST(Engine, DealsByHandToTheEnd) {
  Engine engine;
  json::object at = ask(engine, {{"do", "new"}, {"game", "throne"}, {"players", 2}, {"deal", "manual"}, {"forced", false}});
  Rng rng(9);
  for (int i = 0; !at.at("over").as_bool(); ++i) {
    ASSERT_LT(i, 20000);
    const std::string seat(at.at("waiting").as_array()[0].as_string());
    const bool chance = seat == "chance";
    const json::object open = ask(
        engine, {{"do", chance ? "chance" : "legal"}, {"table", 1}, {chance ? "seq" : "seat", chance ? at.at("seq") : json::value(seat)}});
    const json::array& list = open.at(chance ? "outcomes" : "legal").as_array();
    const json::value& pick = list[rng.below(static_cast<u32>(list.size()))];
    if (chance)
      at = ask(engine, {{"do", "chance"}, {"table", 1}, {"action", pick.at("action")}});
    else
      at = ask(engine, {{"do", "apply"}, {"table", 1}, {"seat", seat}, {"action", pick}});
    ASSERT_EQ(code_of(at), "ok") << json::serialize(at);
  }
  const json::object saved = ask(engine, {{"do", "save"}, {"table", 1}});
  const json::object again = ask(engine, {{"do", "load"}, {"record", saved.at("record")}, {"deal", "manual"}});
  EXPECT_EQ(code_of(again), "ok") << json::serialize(again);
  EXPECT_EQ(again.at("seq"), at.at("seq"));
}

TEST(Engine, GoesOnWithASavedRecord) {
  Engine engine;
  ask(engine, {{"do", "new"}, {"game", "throne"}, {"players", 2}, {"seed", 4}, {"bots", {{"B", "random"}}}});
  json::object at;
  for (int i = 0; i < 12; ++i) at = ask(engine, {{"do", "bot"}, {"table", 1}, {"seat", "A"}, {"name", "random"}, {"apply", true}});
  const json::object saved = ask(engine, {{"do", "save"}, {"table", 1}});
  const json::object again = ask(engine, {{"do", "load"}, {"record", saved.at("record")}});
  EXPECT_EQ(code_of(again), "ok");
  EXPECT_EQ(again.at("seq"), at.at("seq"));
  const json::object first = ask(engine, {{"do", "state"}, {"table", 1}}), second = ask(engine, {{"do", "state"}, {"table", 2}});
  EXPECT_EQ(first.at("fields"), second.at("fields"));
}

// Two worlds that differ only in what A cannot see, driven alike, must answer a driver of A alike, byte for byte.
TEST(Engine, TellsOneSeatOnlyWhatItSees) {
  const std::string base =
      "game throne\nplayers 2\nposition\n  phase play\n  A.units miner knight\n  A.hand no-wizard-royal farmer steal\n";
  const std::string one = base + "  B.hand royal farmer\nend\n", other = base + "  B.hand hunger knight\nend\n";
  std::string answers[2];
  for (int world = 0; world < 2; ++world) {
    Engine engine;
    const auto note = [&](const json::object& message) { answers[world] += engine.handle(json::serialize(message)) + "\n"; };
    note({{"do", "load"}, {"as", "A"}, {"position", world == 0 ? one : other}, {"deal", "manual"}});
    for (const char* what : {"state", "legal", "tables", "score", "save", "chance", "undo"}) note({{"do", what}, {"table", 1}});
    note({{"do", "sight"}, {"table", 1}, {"seat", "A"}});
    note({{"do", "sight"}, {"table", 1}, {"seat", "B"}});
    note({{"do", "sight"}, {"table", 1}, {"seat", "table"}});
    note({{"do", "save"}, {"table", 1}, {"what", "position"}});
    note({{"do", "bot"}, {"table", 1}, {"seat", "B"}, {"name", "greedy"}});
    note({{"do", "apply"}, {"table", 1}, {"action", "play no-wizard-royal"}});
    note({{"do", "apply"}, {"table", 1}, {"action", "activate knight"}});
    note({{"do", "apply"}, {"table", 1}, {"action", "play steal"}});
    note({{"do", "chance"}, {"table", 1}});
    note({{"do", "state"}, {"table", 1}});
  }
  EXPECT_EQ(answers[0], answers[1]);
  EXPECT_THAT(answers[0], Not(HasSubstr("hunger")));
  EXPECT_THAT(answers[0], HasSubstr("secret"));
}

TEST(Engine, RefusesWhatIsNotForThisSeat) {
  Engine engine;
  ask(engine, {{"do", "load"}, {"as", "A"}, {"position", small_position}});
  EXPECT_EQ(code_of(engine, R"({"do":"legal","table":1,"seat":"B"})"), "secret");
  EXPECT_EQ(code_of(engine, R"({"do":"apply","table":1,"seat":"B","action":"done"})"), "secret");
  EXPECT_EQ(code_of(engine, R"({"do":"undo","table":1,"seat":"B"})"), "secret");
  EXPECT_EQ(code_of(engine, R"({"do":"bot","table":1,"seat":"B","name":"greedy"})"), "secret");
  EXPECT_EQ(code_of(engine, R"({"do":"save","table":1})"), "secret");
  EXPECT_EQ(code_of(engine, R"({"do":"score","table":1})"), "secret");
}

TEST(Engine, ARefusedMessageChangesNothing) {
  Engine engine;
  ask(engine, {{"do", "load"}, {"position", small_position}});
  const std::string before = engine.handle(R"({"do":"state","table":1})");
  const std::pair<const char*, const char*> refused[] = {
      {"", "bad_json"},
      {"{", "bad_json"},
      {"\"\xff\"", "bad_json"},
      {"[[[[[[[[[[1]]]]]]]]]]", "bad_json"},
      {"null", "bad_message"},
      {"{}", "bad_message"},
      {R"({"do":3})", "bad_message"},
      {R"({"do":"fly"})", "unknown_message"},
      {R"({"id":[1],"do":"hello"})", "bad_message"},
      {R"({"id":1.5,"do":"hello"})", "bad_message"},
      {R"({"do":"state","table":2})", "unknown_table"},
      {R"({"do":"state","table":"1"})", "bad_message"},
      {R"({"do":"state","table":-1})", "bad_message"},
      {R"({"do":"state","table":1,"more":1})", "bad_message"},
      {R"({"do":"new","game":"throne"})", "bad_message"},
      {R"({"do":"new","game":"chess","players":2})", "unknown_game"},
      {R"({"do":"new","game":"throne","players":5})", "bad_message"},
      {R"({"do":"new","game":"throne","players":2,"options":{"speed":1}})", "bad_option"},
      {R"({"do":"new","game":"throne","players":2,"options":[]})", "bad_message"},
      {R"({"do":"new","game":"throne","players":2,"as":"C"})", "bad_seat"},
      {R"({"do":"new","game":"throne","players":2,"bots":{"C":"greedy"}})", "bad_seat"},
      {R"({"do":"new","game":"throne","players":2,"bots":{"B":"deep"}})", "no_bot"},
      {R"({"do":"new","game":"throne","players":2,"deal":"fair"})", "bad_message"},
      {R"({"do":"new","game":"throne","players":2,"names":["x"]})", "bad_message"},
      {R"({"do":"new","game":"throne","players":2,"seed":-1})", "bad_message"},
      {R"({"do":"load"})", "bad_message"},
      {R"({"do":"load","position":"x","record":"y"})", "bad_message"},
      {R"({"do":"load","position":"game throne\nplayers 2\nA.coins x\n"})", "bad_position"},
      {R"({"do":"load","position":"game throne\nplayers 2\nedition /\n"})", "bad_position"},
      {R"({"do":"load","record":"x"})", "bad_record"},
      {R"({"do":"legal","table":1,"seat":"Z"})", "bad_seat"},
      {R"({"do":"apply","table":1,"seat":"A"})", "bad_message"},
      {R"({"do":"apply","table":1,"seat":"A","actions":[]})", "bad_message"},
      {R"({"do":"apply","table":1,"seat":"A","actions":[1]})", "bad_message"},
      {R"({"do":"apply","table":1,"seat":"A","action":"dance"})", "bad_action"},
      {R"({"do":"apply","table":1,"seat":"A","action":"play royal"})", "illegal"},
      {R"({"do":"apply","table":1,"seat":"A","actions":["play farmer","play farmer"]})", "illegal"},
      {R"({"do":"apply","table":1,"seat":"A","action":"play farmer","seq":1})", "stale"},
      {R"({"do":"apply","table":1,"seat":"B","action":"done"})", "not_waiting"},
      {R"({"do":"chance","table":1})", "not_waiting"},
      {R"({"do":"bot","table":1,"seat":"A","name":"deep"})", "no_bot"},
      {R"({"do":"bot","table":1,"seat":"B","name":"greedy"})", "not_waiting"},
      {R"({"do":"undo","table":1,"seat":"A"})", "cannot_undo"},
      {R"({"do":"save","table":1,"what":"all"})", "bad_message"},
      {R"({"do":"rules","game":"throne","clause":"x"})", "no_clause"},
  };
  for (const auto& [message, code] : refused) {
    EXPECT_EQ(code_of(engine, message), code) << message;
    EXPECT_EQ(engine.handle(R"({"do":"state","table":1})"), before) << message;
  }
}

TEST(Engine, EchoesTheId) {
  Engine engine;
  EXPECT_THAT(engine.handle(R"({"id":7,"do":"tables"})"), HasSubstr(R"({"id":7,"ok":true)"));
  EXPECT_THAT(engine.handle(R"({"id":"seven","do":"nothing"})"), HasSubstr(R"({"id":"seven","ok":false)"));
}

TEST(Engine, HasBounds) {
  Engine engine;
  EXPECT_EQ(code_of(engine, std::string(message_bytes_max + 1, ' ')), "too_long");
  const std::string fresh = R"({"do":"new","game":"throne","players":2})";
  for (std::size_t i = 0; i < tables_max; ++i) ASSERT_EQ(code_of(engine, fresh), "ok");
  EXPECT_EQ(code_of(engine, fresh), "too_many_tables");
  EXPECT_EQ(code_of(engine, R"({"do":"close","table":3})"), "ok");
  EXPECT_EQ(code_of(engine, fresh), "ok");
  json::array many;
  for (int i = 0; i < 65; ++i) many.emplace_back("done");
  EXPECT_EQ(code_of(ask(engine, {{"do", "apply"}, {"table", 1}, {"seat", "A"}, {"actions", many}})), "bad_message");
  // What an answer repeats of a message is cut.
  EXPECT_LT(engine.handle(R"({"do":")" + std::string(100000, 'x') + "\"}").size(), 2000u);
}

}  // namespace
}  // namespace trestle
