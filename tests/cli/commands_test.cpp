// The program from outside: exit status 0, 1 or 2 as designed, messages with place and reason, and nothing changed on a fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>

#include "cli/program.hpp"
#include "support/documents.hpp"

namespace trestle {
namespace {

namespace json = boost::json;
using test::Ran;
using test::run_program;
using test::Scratch;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string good_script =
    "game throne\nplayers 2\nscene miners\nposition\n  phase play\n  A.units miner\n  A.hand double-miner\nend\nA play "
    "double-miner\nexpect A.coins 24\n";

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(Program, SaysItsVersion) {
  const Ran ran = run_program({"version"});
  EXPECT_EQ(ran.status, 0);
  const std::string cmake = test::read_repository_file("CMakeLists.txt");
  const std::string version = ran.out.substr(8, ran.out.find('\n') - 8);
  EXPECT_THAT(cmake, HasSubstr("project(trestle VERSION " + version + " "));
  EXPECT_THAT(ran.out, ContainsRegex("throne: rules [0-9]+, edition [0-9a-f]+"));
}

TEST(Program, WithoutACommandOrWithAnUnknownOneIsUsage) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, {"dance"}, {"golden"}, {"golden", "--fast", "x"}, {"rules"}, {"edition"}, {"edition", "burn"}}) {
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.status, 2);
    EXPECT_FALSE(ran.err.empty() && ran.out.empty());
  }
  EXPECT_EQ(run_program({"--help"}).status, 0);
  EXPECT_EQ(run_program({"golden", "--help"}).status, 0);
}

TEST(Golden, EndsWithZeroOneOrTwo) {
  const Scratch scratch;
  const std::string good = scratch.write("good.game", good_script);
  const std::string wrong = scratch.write("wrong.game", changed(good_script, "24", "25"));
  const std::string odd = scratch.write("odd.game", changed(good_script, "A.units", "A.unit"));
  Ran ran = run_program({"golden", good});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("ok: 1 of 1 scenes hold"));
  ran = run_program({"golden", good, wrong});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr(wrong + ":10: scene 'miners': expected A.coins 25, found 24"));
  EXPECT_THAT(ran.out, HasSubstr("    A.coins 24"));
  ran = run_program({"golden", wrong, odd});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.out, HasSubstr(odd + ":6: scene 'miners': unknown field 'A.unit'; did you mean 'A.units'?"));
  ran = run_program({"golden", scratch.file("none.game")});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("none.game: cannot be read"));
  ran = run_program({"golden", scratch.file("")});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("is a directory"));
}

TEST(Golden, PrintsOneObjectAsJson) {
  const Scratch scratch;
  const Ran ran = run_program({"golden", "--json", scratch.write("a \"b\".game", changed(good_script, "24", "25"))});
  EXPECT_EQ(ran.status, 1);
  const json::value value = json::parse(ran.out);
  EXPECT_EQ(value.at("status").as_int64(), 1);
  EXPECT_EQ(value.at("files").at(0).at("failures").at(0).at("line").as_int64(), 10);
}

TEST(Golden, TakesAnEditionBesideTheScript) {
  const Scratch scratch;
  ASSERT_EQ(run_program({"edition", "export", "throne", scratch.file("mine")}).status, 0);
  scratch.write("mine/professions.csv", changed(scratch.read("mine/professions.csv"), "miner,produce,3,2,5,8", "miner,produce,3,4,5,8"));
  const std::string script = scratch.write("x.game", "edition mine\n" + changed(good_script, "24", "28"));
  EXPECT_EQ(run_program({"golden", script}).status, 0);
}

TEST(Perft, ComparesItsCounts) {
  const Scratch scratch;
  const std::string head = "game throne\nplayers 2\nposition\n  phase mode\nend\n";
  Ran ran = run_program({"perft", scratch.write("a.perft", head + "perft 1 4\n")});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("depth 1 = 4"));
  ran = run_program({"perft", scratch.write("b.perft", head + "perft 1 5\n")});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("b.perft:6: expected 5 sequences of 1 actions, found 4"));
  ran = run_program({"perft", scratch.write("c.perft", head + "expect phase mode\n")});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("has no perft line"));
}

TEST(Edition, IsExportedAndFoundSound) {
  const Scratch scratch;
  const std::string folder = scratch.file("mine");
  Ran ran = run_program({"edition", "export", "throne", folder});
  EXPECT_EQ(ran.status, 0);
  ran = run_program({"edition", "check", "throne", folder});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr(folder + ": sound, for throne"));
  // Exported tables are the built-in ones: the same hash twice.
  const std::string hash = ran.out.substr(ran.out.find("hash "), 21);
  EXPECT_NE(ran.out.find(hash, ran.out.find(hash) + 1), std::string::npos);
}

TEST(Edition, ExportDoesNotWriteOverTables) {
  const Scratch scratch;
  scratch.write("cards.csv", "mine");
  Ran ran = run_program({"edition", "export", "throne", scratch.file("")});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("is already there; nothing was written"));
  EXPECT_EQ(scratch.read("cards.csv"), "mine");
  EXPECT_FALSE(std::filesystem::exists(scratch.file("professions.csv")));
  EXPECT_EQ(run_program({"edition", "export", "throne", scratch.file(""), "--force"}).status, 0);
  EXPECT_NE(scratch.read("cards.csv"), "mine");
}

TEST(Edition, ABadTableIsNamedWithFileLineAndReason) {
  struct Damage {
    const char *file, *from, *to, *said;
  };
  const Damage damages[] = {
      {"cards.csv", "farmer,unit,farmer,", "farmer,unit,farmer,-", "cards.csv:4: column 'copies'"},
      {"cards.csv", "steal,skill", "stael,skill", "unknown skill 'stael'"},
      {"cards.csv", "card,kind", "kind,card", "cards.csv:3: the columns must be"},
      {"professions.csv", "miner,produce,3", "miner,attack,3", "this profession does 'produce'"},
      {"professions.csv", "knight,", "night,", "unknown profession 'night'"},
      {"figures.csv", "rounds_max,100", "rounds_max,1000", "figures.csv:3: column 'value' is 1000"},
  };
  for (const Damage& damage : damages) {
    const Scratch scratch;
    const std::string folder = scratch.file("mine");
    ASSERT_EQ(run_program({"edition", "export", "throne", folder}).status, 0);
    scratch.write(std::string("mine/") + damage.file, changed(scratch.read(std::string("mine/") + damage.file), damage.from, damage.to));
    const Ran ran = run_program({"edition", "check", folder});
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.err, HasSubstr(folder + "/" + damage.file + ":"));
    EXPECT_THAT(ran.err, HasSubstr(damage.said));
    // The same reader serves a script that asks for these tables.
    const std::string script = scratch.write("x.game", "edition mine\n" + good_script);
    const Ran played = run_program({"golden", script});
    EXPECT_EQ(played.status, 2);
    EXPECT_THAT(played.out, HasSubstr(damage.file));
  }
}

TEST(Edition, WhatIsNoEditionIsUsage) {
  const Scratch scratch;
  Ran ran = run_program({"edition", "check", scratch.file("nowhere")});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("neither a game nor a directory"));
  ran = run_program({"edition", "check", scratch.file("")});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("no CSV table"));
  ran = run_program({"edition", "check", "thron"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("did you mean 'throne'?"));
  ran = run_program({"edition", "export", "chess", scratch.file("x")});
  EXPECT_EQ(ran.status, 2);
  EXPECT_FALSE(std::filesystem::exists(scratch.file("x")));
}

TEST(Rules, ByClauseByWordsAndInThreeLanguages) {
  Ran ran = run_program({"rules", "throne", "throne.goal.coins"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("A team that has 45 coins or more wins."));
  EXPECT_THAT(ran.out, Not(HasSubstr("throne.goal.sets")));
  EXPECT_THAT(run_program({"rules", "throne", "reshuffle"}).out, HasSubstr("throne.pile.reshuffle"));
  std::string texts[3];
  int i = 0;
  for (const char* language : {"en", "fr", "nl"}) {
    ran = run_program({"rules", "throne", "--lang", language});
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, HasSubstr("throne.race.witches.magic"));
    texts[i++] = ran.out;
  }
  EXPECT_NE(texts[0], texts[1]);
  EXPECT_NE(texts[1], texts[2]);
  EXPECT_EQ(run_program({"rules", "throne", "throne.no.such"}).status, 1);
  EXPECT_EQ(run_program({"rules", "throne", "--lang", "tlh"}).status, 2);
  EXPECT_EQ(run_program({"rules", "chess"}).status, 2);
  const Ran object = run_program({"rules", "throne", "throne.goal.last", "--json"});
  EXPECT_EQ(json::parse(object.out).at("clauses").at(0).at("id").as_string(), "throne.goal.last");
}

TEST(EngineCommand, AnswersEachLineAndEndsWithTheInput) {
  const Ran ran = run_program({"engine"}, "{\"id\":1,\"do\":\"tables\"}\n\nnonsense\n{\"id\":2,\"do\":\"tables\"}");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.out,
            "{\"id\":1,\"ok\":true,\"tables\":[]}\n"
            "{\"ok\":false,\"error\":{\"code\":\"bad_json\",\"message\":\"not JSON, or deeper than 8: syntax error\"}}\n"
            "{\"id\":2,\"ok\":true,\"tables\":[]}\n");
}

// A finished game between bots, as the engine saves it.
std::string finished_record() {
  const Ran ran = run_program({"engine"},
                              "{\"do\":\"new\",\"game\":\"throne\",\"players\":2,\"seed\":5,\"bots\":{\"A\":\"greedy\",\"B\":\"random\"}}\n"
                              "{\"do\":\"save\",\"table\":1}\n");
  const std::string second = ran.out.substr(ran.out.find('\n') + 1);
  return std::string(json::parse(second).at("record").as_string());
}

TEST(Verify, HoldsForARecordAndFindsWhatWasChanged) {
  const Scratch scratch;
  const std::string record = finished_record();
  Ran ran = run_program({"verify", scratch.write("game.trestle", record)});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("holds"));
  EXPECT_THAT(ran.out, HasSubstr("every draw follows from the seed"));
  const std::string damaged = scratch.write("damaged.trestle", changed(record, "choose ", "chose "));
  ran = run_program({"verify", damaged});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, ContainsRegex("damaged.trestle:[0-9]+: "));
  EXPECT_EQ(run_program({"verify", scratch.file("none")}).status, 2);
  ran = run_program({"verify", "--json", damaged});
  EXPECT_EQ(ran.status, 1);
  EXPECT_FALSE(json::parse(ran.out).at("holds").as_bool());
  EXPECT_EQ(scratch.read("game.trestle"), record) << "verifying must not touch the file";
}

TEST(Replay, ShowsAnyMomentToAnyEyes) {
  const Scratch scratch;
  const std::string file = scratch.write("game.trestle", finished_record());
  Ran ran = run_program({"replay", file});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("    1  chance deal-race "));
  EXPECT_THAT(ran.out, HasSubstr("phase over"));
  ran = run_program({"replay", file, "--at", "4"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("# after 4 of "));
  EXPECT_THAT(ran.out, HasSubstr("phase choose-race"));
  EXPECT_THAT(ran.out, Not(HasSubstr("?")));
  ran = run_program({"replay", file, "--at", "4", "--as", "A"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("B.races ?"));
  EXPECT_THAT(ran.out, Not(HasSubstr("A.races ?")));
  ran = run_program({"replay", file, "--as", "table"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, Not(HasSubstr("throne.event")));
  EXPECT_EQ(run_program({"replay", file, "--as", "C"}).status, 2);
  EXPECT_EQ(run_program({"replay", file, "--at", "999999"}).status, 2);
  EXPECT_EQ(run_program({"replay", file, "--at", "-3"}).status, 2);
  EXPECT_EQ(run_program({"replay", file, "--lang", "xx"}).status, 2);
  EXPECT_EQ(run_program({"replay", scratch.file("none")}).status, 2);
  EXPECT_EQ(run_program({"replay", scratch.write("x", "not a record\n")}).status, 1);
  EXPECT_EQ(json::parse(run_program({"replay", file, "--json"}).out).at("over").as_bool(), true);
}

// A position printed by replay is one that a script can start from.
TEST(Replay, PrintsPositionsThatScriptsTake) {
  const Scratch scratch;
  const std::string file = scratch.write("game.trestle", finished_record());
  const Ran ran = run_program({"replay", file, "--at", "30"});
  ASSERT_EQ(ran.status, 0);
  const std::string script = scratch.write("p.game", ran.out + "expect winner none\n");
  EXPECT_EQ(run_program({"golden", script}).status, 0);
}

}  // namespace
}  // namespace trestle
