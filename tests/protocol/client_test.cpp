// What a client draws a table from: previews, refusals, the log, ranked advice, a record at any move, rules and tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "games/registry.hpp"
#include "match/match.hpp"
#include "protocol/engine.hpp"

namespace trestle {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::Not;

json::object ask(Engine& engine, const json::object& message) { return json::parse(engine.handle(json::serialize(message))).as_object(); }

bool ok(const json::object& answer) { return answer.at("ok").as_bool(); }

std::string code_of(const json::object& answer) { return ok(answer) ? "ok" : std::string(answer.at("error").at("code").as_string()); }

const json::object* choice(const json::object& answer, std::string_view action) {
  for (const json::value& item : answer.at("legal").as_array())
    if (item.at("action").as_string() == action) return &item.as_object();
  return nullptr;
}

const json::value* change(const json::object& item, std::string_view field) {
  for (const json::value& c : item.at("changes").as_array())
    if (c.at("field").as_string() == field) return &c.at("to");
  return nullptr;
}

TEST(Client, PreviewTellsWhatIsCertain) {
  Engine engine;
  ask(engine, {{"do", "load"},
               {"position",
                "game throne\nplayers 2\nposition\n  phase play\n  A.coins 43\n  A.units miner\n  A.hand no-wizard-royal supply\nend\n"}});
  const json::object seen = ask(engine, {{"do", "sight"}, {"table", 1}, {"seat", "A"}, {"labels", true}, {"preview", true}});
  const json::object* supply = choice(seen, "play supply");
  ASSERT_NE(supply, nullptr);
  EXPECT_TRUE(supply->contains("label"));
  ASSERT_NE(change(*supply, "A.hand"), nullptr);
  EXPECT_EQ(json::serialize(*change(*supply, "A.hand")), R"(["no-wizard-royal"])") << "what is drawn is not known yet";
  EXPECT_EQ(change(*supply, "pile"), nullptr);
  EXPECT_FALSE(supply->contains("wins"));
}

TEST(Client, PreviewOfASimultaneousChoiceTellsTheChoosersPart) {
  Engine engine;
  json::object at = ask(engine, {{"do", "new"}, {"game", "hadara"}, {"players", 3}, {"seed", 5}});
  for (int i = 0; i < 40; ++i) {
    const std::string seat(at.at("waiting").as_array()[0].as_string());
    const json::object seen = ask(engine, {{"do", "legal"}, {"table", 1}, {"seat", seat}, {"preview", true}});
    const json::object& first = seen.at("legal").as_array()[0].as_object();
    if (at.at("waiting").as_array().size() > 1 && first.at("action").as_string().starts_with("buy")) {
      EXPECT_NE(change(first, seat + ".coins"), nullptr);
      EXPECT_NE(change(first, seat + ".cards"), nullptr);
      for (const json::value& c : first.at("changes").as_array()) EXPECT_TRUE(c.at("field").as_string().starts_with(seat + "."));
      return;
    }
    at = ask(engine, {{"do", "apply"}, {"table", 1}, {"seat", seat}, {"action", first.at("action")}});
    ASSERT_TRUE(ok(at));
  }
  FAIL() << "nobody chose at the same time as another";
}

// Every choice of whole games can be previewed, and what is previewed for a seat that chooses alone is what comes.
TEST(Client, PreviewsComeTrue) {
  for (const char* game : {"throne", "hadara", "tharos"}) {
    Engine engine;
    json::object at = ask(engine, {{"do", "new"}, {"game", game}, {"players", 2}, {"seed", 3}, {"forced", false}, {"deal", "manual"}});
    int held = 0;
    for (int i = 0; i < 300 && !at.at("over").as_bool(); ++i) {
      const std::string seat(at.at("waiting").as_array()[0].as_string());
      if (seat == "chance") {
        at = ask(engine, {{"do", "chance"}, {"table", 1}, {"deal", true}});
        continue;
      }
      const json::object seen = ask(engine, {{"do", "legal"}, {"table", 1}, {"seat", seat}, {"preview", true}});
      const json::array& list = seen.at("legal").as_array();
      const json::object& chosen = list[static_cast<std::size_t>(i) % list.size()].as_object();
      const bool alone = at.at("waiting").as_array().size() == 1;
      at = ask(engine, {{"do", "apply"}, {"table", 1}, {"seat", seat}, {"action", chosen.at("action")}});
      ASSERT_TRUE(ok(at)) << json::serialize(at);
      if (!alone) continue;
      const json::object now = ask(engine, {{"do", "sight"}, {"table", 1}, {"seat", seat}});
      for (const json::value& c : chosen.at("changes").as_array()) {
        if (!c.at("field").as_string().starts_with(seat + ".")) continue;
        EXPECT_EQ(now.at("fields").at(c.at("field").as_string()), c.at("to")) << game << " " << json::serialize(chosen);
        ++held;
      }
    }
    EXPECT_GT(held, 20) << game;
  }
}

TEST(Client, WhyDoesNothing) {
  Engine engine;
  ask(engine, {{"do", "load"}, {"position", "game throne\nplayers 2\nposition\n  phase play\n  A.hand farmer\nend\n"}});
  const std::string before = engine.handle(R"({"do":"state","table":1})");
  EXPECT_TRUE(ask(engine, {{"do", "why"}, {"table", 1}, {"seat", "A"}, {"action", "play farmer"}}).at("allowed").as_bool());
  const json::object no = ask(engine, {{"do", "why"}, {"table", 1}, {"seat", "A"}, {"action", "play royal"}});
  EXPECT_FALSE(no.at("allowed").as_bool());
  EXPECT_EQ(no.at("clause").as_string(), "throne.play.hand");
  EXPECT_EQ(code_of(ask(engine, {{"do", "why"}, {"table", 1}, {"seat", "B"}, {"action", "play royal"}})), "not_waiting");
  EXPECT_EQ(code_of(ask(engine, {{"do", "why"}, {"table", 1}, {"seat", "A"}, {"action", "fly"}})), "bad_action");
  EXPECT_EQ(engine.handle(R"({"do":"state","table":1})"), before);
}

TEST(Client, RanksEveryChoiceBestFirst) {
  Engine engine;
  ask(engine, {{"do", "new"}, {"game", "throne"}, {"players", 2}, {"seed", 2}});
  const json::object legal = ask(engine, {{"do", "legal"}, {"table", 1}, {"seat", "A"}});
  const json::object answer = ask(engine, {{"do", "bot"}, {"table", 1}, {"seat", "A"}, {"name", "greedy"}, {"rank", true}});
  const json::array& ranked = answer.at("ranked").as_array();
  ASSERT_EQ(ranked.size(), legal.at("legal").as_array().size());
  for (std::size_t i = 1; i < ranked.size(); ++i) EXPECT_GE(ranked[i - 1].at("worth").as_int64(), ranked[i].at("worth").as_int64());
  EXPECT_EQ(code_of(ask(engine, {{"do", "bot"}, {"table", 1}, {"seat", "A"}, {"name", "greedy"}, {"rank", true}, {"apply", true}})),
            "bad_message");
}

TEST(Client, ShowsARecordAtAnyMove) {
  Engine engine;
  ask(engine, {{"do", "new"}, {"game", "hadara"}, {"players", 2}, {"seed", 4}});
  json::object at;
  std::vector<std::string> positions;
  std::vector<std::int64_t> moves;
  for (int i = 0; i < 12; ++i) {
    at = ask(engine, {{"do", "tables"}}).at("tables").as_array()[0].as_object();
    positions.push_back(json::serialize(ask(engine, {{"do", "state"}, {"table", 1}}).at("fields")));
    moves.push_back(at.at("seq").as_int64());
    ask(engine, {{"do", "bot"}, {"table", 1}, {"seat", at.at("waiting").as_array()[0]}, {"name", "random"}, {"apply", true}});
  }
  const json::value record = ask(engine, {{"do", "save"}, {"table", 1}}).at("record");
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const json::object shown = ask(engine, {{"do", "load"}, {"record", record}, {"at", moves[i]}});
    ASSERT_TRUE(ok(shown)) << json::serialize(shown);
    EXPECT_GT(shown.at("moves").as_int64(), moves[i]);
    EXPECT_EQ(json::serialize(ask(engine, {{"do", "state"}, {"table", shown.at("table")}}).at("fields")), positions[i]);
    const json::value seat = shown.at("waiting").as_array()[0];
    EXPECT_EQ(code_of(ask(engine, {{"do", "bot"}, {"table", shown.at("table")}, {"seat", seat}, {"name", "random"}, {"apply", true}})),
              "not_waiting");
    EXPECT_EQ(code_of(ask(engine, {{"do", "undo"}, {"table", shown.at("table")}, {"seat", seat}})), "not_waiting");
  }
  EXPECT_EQ(code_of(ask(engine, {{"do", "load"}, {"record", record}, {"at", 100000}})), "bad_message");
}

TEST(Client, SaysWhetherAnActCanBeTakenBack) {
  Engine engine;
  ask(engine, {{"do", "load"}, {"position", "game throne\nplayers 2\nposition\n  phase play\n  A.hand farmer miner\nend\n"}});
  EXPECT_FALSE(ask(engine, {{"do", "sight"}, {"table", 1}, {"seat", "A"}}).contains("undo"));
  ask(engine, {{"do", "apply"}, {"table", 1}, {"seat", "A"}, {"action", "play farmer"}});
  EXPECT_TRUE(ask(engine, {{"do", "sight"}, {"table", 1}, {"seat", "A"}}).contains("undo"));
}

// Two worlds that differ only in what A cannot see answer a driver of A alike.
TEST(Client, TellsOneSeatOnlyWhatItSees) {
  const std::string base = "game throne\nplayers 2\nposition\n  phase play\n  A.units miner knight\n  A.hand no-wizard-royal steal\n";
  std::string answers[2];
  for (int world = 0; world < 2; ++world) {
    Engine engine;
    const auto note = [&](const json::object& message) { answers[world] += engine.handle(json::serialize(message)) + "\n"; };
    note({{"do", "load"}, {"as", "A"}, {"position", base + (world == 0 ? "  B.hand royal\nend\n" : "  B.hand hunger\nend\n")}});
    note({{"do", "sight"}, {"table", 1}, {"seat", "A"}, {"labels", true}, {"preview", true}});
    note({{"do", "why"}, {"table", 1}, {"action", "play hunger"}});
    note({{"do", "why"}, {"table", 1}, {"seat", "B"}, {"action", "play hunger"}});
    note({{"do", "bot"}, {"table", 1}, {"name", "greedy"}, {"rank", true}, {"seed", 1}});
    note({{"do", "events"}, {"table", 1}, {"seat", "B"}});
    note({{"do", "events"}, {"table", 1}, {"seat", "A"}});
  }
  EXPECT_EQ(answers[0], answers[1]);
  EXPECT_THAT(answers[0], HasSubstr("secret"));
}

TEST(Client, HasTheRulesInEveryLanguageAndTheTables) {
  Engine engine;
  for (const char* game : {"throne", "hadara", "tharos"}) {
    std::vector<std::size_t> counts;
    for (const char* lang : {"en", "fr", "nl"}) {
      const json::object answer = ask(engine, {{"do", "rules"}, {"game", game}, {"lang", lang}});
      const json::array& clauses = answer.at("clauses").as_array();
      counts.push_back(clauses.size());
      for (const json::value& c : clauses) {
        EXPECT_FALSE(c.at("title").as_string().empty()) << json::serialize(c);
        EXPECT_FALSE(c.at("text").as_string().empty()) << json::serialize(c);
        EXPECT_FALSE(c.at("section").as_string().empty()) << json::serialize(c);
      }
    }
    EXPECT_GT(counts[0], 50u);
    EXPECT_EQ(counts[0], counts[1]);
    EXPECT_EQ(counts[0], counts[2]);
    const json::object edition = ask(engine, {{"do", "edition"}, {"game", game}});
    for (const auto& [file, rows] : edition.at("tables").as_object()) {
      EXPECT_EQ(rows.at(0).as_array().back().as_string(), "source") << file;
      EXPECT_GT(rows.as_array().size(), 1u) << file;
    }
  }
  EXPECT_EQ(code_of(ask(engine, {{"do", "rules"}, {"game", "chess"}})), "unknown_game");
  EXPECT_EQ(code_of(ask(engine, {{"do", "edition"}, {"game", "chess"}})), "unknown_game");
}

TEST(Client, ShowsARecordOfOtherTablesThatAreBroughtAlong) {
  Edition edition = built_in_edition("throne");
  for (TableFile& file : edition.files)
    if (const auto at = file.text.find("farmer,unit,farmer,8"); at != std::string::npos) file.text.replace(at, 20, "farmer,unit,farmer,9");
  MatchSetup setup;
  setup.game = *make_game("throne", edition, {});
  setup.seats = 2;
  const auto match = Match::create(std::move(setup), std::make_unique<SeededDealer>(3));
  ASSERT_TRUE(match);
  const std::string record = print_record(match->record());
  json::object tables;
  for (const TableFile& file : edition.files) tables[file.name] = file.text;

  Engine engine;
  EXPECT_EQ(code_of(ask(engine, {{"do", "load"}, {"record", record}})), "bad_record");
  EXPECT_EQ(code_of(ask(engine, {{"do", "load"}, {"record", record}, {"tables", 3}})), "bad_message");
  EXPECT_EQ(code_of(ask(engine, {{"do", "load"}, {"record", record}, {"tables", {{"cards.csv", "card"}}}})), "bad_record");
  EXPECT_EQ(code_of(ask(engine, {{"do", "load"}, {"position", "game throne\nplayers 2\n"}, {"tables", tables}})), "bad_message");
  ASSERT_EQ(code_of(ask(engine, {{"do", "load"}, {"record", record}, {"tables", tables}})), "ok");
  const std::string own = json::serialize(ask(engine, {{"do", "edition"}, {"table", 1}}));
  EXPECT_THAT(own, HasSubstr(R"(["farmer","unit","farmer","9")"));
  EXPECT_THAT(own, HasSubstr(edition.hash()));
  EXPECT_EQ(code_of(ask(engine, {{"do", "edition"}, {"table", 2}})), "unknown_table");
}

}  // namespace
}  // namespace trestle
