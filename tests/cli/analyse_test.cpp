// trestle analyse and programs at a seat, driven as a user does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "cli/program.hpp"

namespace trestle {
namespace {

namespace json = boost::json;
using test::Ran;
using test::run_program;
using test::Scratch;
using ::testing::HasSubstr;
using ::testing::Not;

std::string finished_game(const Scratch& scratch) {
  const std::string file = scratch.file("game.record");
  EXPECT_EQ(run_program({"play", "throne", "--seats", "greedy,random", "--seed", "3", "--fast", "--record", file}).status, 0);
  return file;
}

TEST(Analyse, TellsMistakesAndReasonsInEveryLanguage) {
  const Scratch scratch;
  const std::string file = finished_game(scratch);
  const std::pair<const char*, const char*> words[] = {
      {"en", "The largest mistakes of "}, {"fr", "Les plus grandes erreurs de "}, {"nl", "De grootste fouten van "}};
  for (const auto& [language, title] : words) {
    const Ran ran = run_program({"analyse", file, "--iterations", "30", "--lang", language});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(title));
    EXPECT_THAT(ran.out, HasSubstr(" %"));
    EXPECT_THAT(ran.out, Not(HasSubstr("analyse.")));
    EXPECT_THAT(ran.out, Not(HasSubstr("throne.")));
    EXPECT_EQ(ran.err, "");
  }
}

TEST(Analyse, PrintsOneObjectTheSameAgain) {
  const Scratch scratch;
  const std::string file = finished_game(scratch);
  const Ran ran = run_program({"analyse", file, "--iterations", "30", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, run_program({"analyse", file, "--iterations", "30", "--json"}).out);
  const json::value value = json::parse(ran.out);
  EXPECT_EQ(value.at("game").as_string(), "throne");
  EXPECT_GT(value.at("decisions").as_array().size(), 10u);
  for (const json::value& decision : value.at("decisions").as_array()) {
    EXPECT_GE(decision.at("chance").as_int64(), 0);
    EXPECT_LE(decision.at("chance").as_int64(), 10'000);
  }
  ASSERT_EQ(value.at("seats").as_array().size(), 2u);
  for (const json::value& seat : value.at("seats").as_array()) {
    EXPECT_LE(seat.at("mistakes").as_array().size(), 3u);
    std::int64_t last = 10'000;
    for (const json::value& mistake : seat.at("mistakes").as_array()) {
      EXPECT_LE(mistake.at("lost").as_int64(), last);
      last = mistake.at("lost").as_int64();
      EXPECT_NE(mistake.at("better").as_string(), mistake.at("action").as_string());
      EXPECT_FALSE(mistake.at("why").as_string().empty());
    }
  }
}

TEST(Analyse, WritesAPageThatNeedsNothingElse) {
  const Scratch scratch;
  const std::string file = finished_game(scratch), page = scratch.file("game.html");
  const Ran ran = run_program({"analyse", file, "--iterations", "30", "--html", page, "--lang", "nl"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const std::string html = scratch.read("game.html");
  EXPECT_THAT(html, HasSubstr("<html lang=\"nl\">"));
  EXPECT_THAT(html, HasSubstr("<svg"));
  EXPECT_THAT(html, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(html, HasSubstr("Kans om te winnen"));
  for (const char* outside : {"http:", "https:", "src=", "url(", "<script"}) EXPECT_THAT(html, Not(HasSubstr(outside)));
  EXPECT_THAT(html, ::testing::EndsWith("</html>\n"));
}

TEST(Analyse, SaysWhatIsWrong) {
  const Scratch scratch;
  const std::string file = finished_game(scratch);
  EXPECT_EQ(run_program({"analyse", scratch.file("none")}).status, 2);
  EXPECT_EQ(run_program({"analyse", file, "--lang", "de"}).status, 2);
  EXPECT_EQ(run_program({"analyse", file, "--bot", "nobody"}).status, 2);
  EXPECT_EQ(run_program({"analyse", file, "--iterations", "0"}).status, 2);
  EXPECT_EQ(run_program({"analyse", file, "--iterations", "1", "--html", "/no/such/place/x.html"}).status, 2);
  const Ran odd = run_program({"analyse", scratch.write("odd.record", "not a record\n")});
  EXPECT_EQ(odd.status, 1);
  EXPECT_THAT(odd.err, HasSubstr("odd.record:1: "));
  const std::string unfinished = scratch.file("unfinished.record");
  EXPECT_EQ(run_program({"play", "throne", "--seed", "3", "--record", unfinished}, "quit\n").status, 0);
  const Ran ran = run_program({"analyse", unfinished});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("not finished"));
}

std::string example(const char* name) { return std::string("program:") + TRESTLE_ROOT + "/examples/bots/" + name; }

TEST(ProgramsAtASeat, PlayAGameAtTheTerminal) {
  const Scratch scratch;
  const std::string file = scratch.file("game.record");
  const Ran ran = run_program({"play", "throne", "--seats", example("busy.py") + "," + example("steady.mjs"), "--seed", "3", "--fast",
                               "--lang", "en", "--record", file});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(" wins"));
  EXPECT_THAT(ran.out, Not(HasSubstr("failed")));
  EXPECT_THAT(scratch.read("game.record"), HasSubstr("program:busy.py"));
  EXPECT_THAT(scratch.read("game.record"), Not(HasSubstr("examples")));
  EXPECT_EQ(run_program({"verify", file}).status, 0);
}

TEST(ProgramsAtASeat, AFailureIsToldAndTheGameGoesOn) {
  const Scratch scratch;
  const std::string bot = scratch.write("bot.py",
                                        "import json, sys\n"
                                        "for line in sys.stdin:\n"
                                        "  if json.loads(line)['do'] == 'choose': sys.exit(3)\n"
                                        "  print('{\"ok\":true,\"player_protocol\":1}', flush=True)\n");
  Ran ran = run_program({"play", "throne", "--seats", "program:python3 " + bot + ",greedy", "--seed", "3", "--fast", "--lang", "en"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("The program of Bot.py failed: ends with status 3."));
  EXPECT_THAT(ran.out, HasSubstr(" wins"));
  ran = run_program({"sim", "throne", "--games", "2", "--seats", "program:python3 " + bot + ",greedy"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("in 2 of 2 games, counted as lost; first: it ends with status 3"));
  ran = run_program({"sim", "throne", "--games", "2", "--seats", "program:/no/such/bot,greedy"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("program '/no/such/bot' cannot be started"));
  EXPECT_EQ(run_program({"play", "throne", "--bot", "B=program:/no/such/bot"}).status, 2);
}

// What a record says must not start anything.
TEST(ProgramsAtASeat, ARecordStartsNoProgram) {
  const Scratch scratch;
  const std::string file = scratch.file("game.record");
  EXPECT_EQ(run_program({"play", "throne", "--bot", "B=" + example("busy.py"), "--seed", "3", "--record", file}, "quit\n").status, 0);
  const Ran ran = run_program({"play", "--record", file}, "quit\n");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("a program played seat B; say who plays it now"));
  EXPECT_EQ(run_program({"play", "--record", file, "--bot", "B=greedy"}, "quit\n").status, 0);
  const Ran engine =
      run_program({"engine"}, "{\"do\":\"new\",\"game\":\"throne\",\"players\":2,\"bots\":{\"B\":\"" + example("busy.py") + "\"}}\n");
  EXPECT_THAT(engine.out, HasSubstr("\"ok\":false"));
}

}  // namespace
}  // namespace trestle
