// Simulation from outside: sim, tournament, ladder and balance as a user runs them, alone and under mpirun.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <cstdlib>
#include <filesystem>

#include "cli/child.hpp"
#include "cli/program.hpp"

namespace trestle {
namespace {

namespace json = boost::json;
using test::Ran;
using test::run_program;
using test::Scratch;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

using Words = std::vector<std::string>;

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

json::object object_of(const Ran& ran) {
  EXPECT_EQ(ran.status, 0) << ran.err;
  boost::system::error_code error;
  const json::value value = json::parse(ran.out, error);
  EXPECT_FALSE(error) << ran.out;
  return value.is_object() ? value.as_object() : json::object();
}

const Words small_sim{"sim",      "hadara",     "--games", "20", "--seats", "greedy,novice:iterations=3+explore=50",
                      "--paired", "--no-times", "--json"};

TEST(SimCommand, CountsWithIntervalsScoresAndTimes) {
  const json::object all = object_of(run_program({"sim", "hadara", "--games", "40", "--seats", "greedy,random", "--rotate", "--json"}));
  const json::object& greedy = all.at("bots").at("greedy").as_object();
  EXPECT_EQ(greedy.at("played").to_number<int>(), 40);
  const double share = greedy.at("share").to_number<double>(), low = greedy.at("low").to_number<double>();
  EXPECT_GT(share, 0.8);
  EXPECT_LT(low, share);
  EXPECT_LE(share, greedy.at("high").to_number<double>());
  EXPECT_GT(greedy.at("score_mean").to_number<double>(), all.at("bots").at("random").at("score_mean").to_number<double>());
  EXPECT_GT(greedy.at("score_sd").to_number<double>(), 1);
  EXPECT_GE(greedy.at("ms_max").to_number<double>(), greedy.at("ms_mean").to_number<double>());
  EXPECT_TRUE(all.contains("seconds"));
  const Ran text = run_program({"sim", "hadara", "--games", "10", "--seats", "greedy,random"});
  EXPECT_THAT(text.out, HasSubstr("wins by seat, with the 95 % interval"));
  EXPECT_THAT(text.out, HasSubstr("time a decision"));
  EXPECT_EQ(text.err, "");
}

// What was just learned can be played with beside what is shipped; a journal knows with which weights it was begun.
TEST(SimCommand, PlaysWithWeightsFromAFile) {
  const Scratch folder;
  const auto learn = [&](const std::string& seed) {
    const std::string file = folder.file("weights" + seed);
    EXPECT_EQ(run_program({"train", "hadara", "--play", "greedy/2/10", "--units", "2", "--passes", "1", "--seed", seed, "--out", file})
                  .err.find("trestle:"),
              std::string::npos);
    return file;
  };
  const std::string one = learn("1"), two = learn("2");
  const Words sim{"sim", "hadara", "--games", "4", "--seats", "novice:weights=1,novice", "--no-times", "--resume", folder.file("journal")};
  const Ran first = run_program(with(sim, {"--weights", one}));
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("novice:weights=1"));
  EXPECT_NE(run_program(with(sim, {"--weights", two})).status, 0);
  EXPECT_EQ(run_program(with(sim, {"--weights", one})).out, first.out);
}

TEST(SimCommand, DoesNotDependOnThreadsOrOnBeingBrokenOff) {
  const Scratch folder;
  const Ran one = run_program(with(small_sim, {"--csv", folder.file("one.csv"), "--resume", folder.file("journal")}));
  ASSERT_EQ(one.status, 0) << one.err;
  EXPECT_THAT(one.out, Not(HasSubstr("seconds")));
  const Ran three = run_program(with(small_sim, {"--threads", "3", "--csv", folder.file("three.csv")}));
  EXPECT_EQ(three.out, one.out);
  EXPECT_EQ(folder.read("three.csv"), folder.read("one.csv"));
  folder.write("journal", folder.read("journal").substr(0, 700));
  const Ran again = run_program(with(small_sim, {"--csv", folder.file("again.csv"), "--resume", folder.file("journal")}));
  EXPECT_EQ(again.out, one.out);
  EXPECT_EQ(folder.read("again.csv"), folder.read("one.csv"));
}

TEST(SimCommand, GoesOnAfterBeingKilled) {
  const Scratch folder;
  const Words words{
      "sim", "hadara", "--games", "40", "--seats", "novice:iterations=4,random", "--no-times", "--resume", folder.file("journal")};
  {
    test::Child child(words, {"PATH=/usr/bin:/bin"});
    while (!std::filesystem::exists(folder.file("journal")) || std::filesystem::file_size(folder.file("journal")) < 500) ::usleep(500);
  }  // killed
  const std::string left = folder.read("journal");
  const Ran rest = run_program(words);
  ASSERT_EQ(rest.status, 0) << rest.err;
  const std::string whole = folder.read("journal");
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 41);
  EXPECT_TRUE(whole.starts_with(left.substr(0, left.rfind('\n') + 1)));
  Words fresh = words;
  fresh.resize(fresh.size() - 2);
  EXPECT_EQ(run_program(fresh).out, rest.out);
}

TEST(SimCommand, KeepsRecordsThatVerifyAndReplayTake) {
  const Scratch folder;
  ASSERT_EQ(run_program({"sim", "throne", "--games", "2", "--seats", "random,random,random", "--records", folder.file("kept")}).status, 0);
  const Ran verified = run_program({"verify", folder.file("kept/game-000001.record")});
  EXPECT_EQ(verified.status, 0) << verified.err << verified.out;
  EXPECT_THAT(verified.out, HasSubstr("every draw follows from the seed"));
  EXPECT_EQ(run_program({"replay", folder.file("kept/game-000000.record")}).status, 0);
}

TEST(SimCommand, ShowsHowFarItIsWhenAsked) {
#ifdef TRESTLE_DCHECK
  const std::string games = "200";
#else
  const std::string games = "3000";  // long enough that something is shown
#endif
  const Ran shown = run_program({"sim", "hadara", "--games", games, "--seats", "greedy,greedy", "--progress", "--no-times"});
  EXPECT_THAT(shown.err, HasSubstr(" of " + games));
  EXPECT_THAT(shown.err, HasSubstr(" left"));
  EXPECT_THAT(shown.out, Not(HasSubstr(" left")));
}

// Every bad input: one line that says what is wrong, exit status 2.
TEST(SimCommand, SaysWhatIsWrongInOneLine) {
  const Scratch folder;
  const std::string journal = folder.write("journal", "something else\n");
  const std::string nowhere = folder.file("none/file");
  const struct {
    Words words;
    const char* said;
  } bad[] = {
      {{"sim", "chess", "--games", "1", "--seats", "random,random"}, "chess"},
      {{"sim", "hadara", "--games", "1", "--seats", "oracle,random"}, "unknown bot 'oracle'"},
      {{"sim", "hadara", "--games", "1", "--seats", "novice:weights=1,random"}, "weights=1: no such weights were given"},
      {{"sim", "hadara", "--games", "1", "--seats", "random,random", "--weights", "/no/such/file"}, "/no/such/file"},
      {{"sim", "hadara", "--games", "1", "--seats", "random"}, "2 to 5 players"},
      {{"sim", "hadara", "--games", "1", "--seats", "random,mcts:ms=0"}, "ms must be"},
      {{"sim", "hadara", "--games", "0", "--seats", "random,random"}, "games must be"},
      {{"sim", "hadara", "--games", "1", "--seats", "random,random", "--threads", "0"}, "threads must be"},
      {{"sim", "hadara", "--games", "1", "--seats", "random,random", "--by", "hat"}, "no field 'hat'"},
      {{"sim", "hadara", "--games", "1", "--seats", "random,random", "--resume", journal}, "not the journal"},
      {{"sim", "hadara", "--games", "1", "--seats", "random,random", "--csv", nowhere}, "cannot be written"},
      {{"sim", "hadara", "--games", "1", "--seats", "random,random", "--records", journal}, "directory for records"},
      {{"tournament", "hadara", "--bots", "greedy"}, "two bots"},
      {{"tournament", "hadara", "--bots", "greedy,greedy"}, "twice"},
      {{"tournament", "hadara", "--bots", "greedy,random", "--players", "1"}, "2 to 5 players, not 1"},
      {{"tournament", "hadara", "--bots", "greedy,random", "--sprt", "5"}, "--sprt takes two"},
      {{"tournament", "hadara", "--bots", "greedy,random", "--sprt", "9,5"}, "--sprt takes two"},
      {{"tournament", "hadara", "--bots", "greedy,random,novice", "--sprt", "0,5"}, "the candidate, then the base"},
      {{"ladder", "hadara", "--pairing", "99"}, "pairings 1 to"},
      {{"ladder", "hadara", "--players", "7"}, "2 to 5 players, not 7"},
      {{"ladder", "hadara", "--ms", "0"}, "ms must be"},
      {{"balance", "hadara", "--bot", "oracle"}, "unknown bot 'oracle'"},
      {{"balance", "hadara", "--bot", "random", "--games", "2", "--html", nowhere}, "cannot be written"},
  };
  for (const auto& [words, said] : bad) {
    const Ran ran = run_program(words);
    EXPECT_EQ(ran.status, 2) << said;
    EXPECT_EQ(ran.out, "") << said;
    EXPECT_THAT(ran.err, HasSubstr(said));
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
  EXPECT_EQ(run_program({"tournament", "hadara", "--bots", "greedy,random", "--mode", "odd"}).status, 2);
  EXPECT_EQ(run_program({"sim", "hadara", "--games", "2", "--seats", "random,random", "--rotate", "--paired"}).status, 2);
}

TEST(TournamentCommand, RatesAndCrosses) {
  const Words words{"tournament", "hadara", "--bots", "random,greedy,novice:iterations=2", "--games", "10", "--players", "3"};
  const json::object all = object_of(run_program(with(words, {"--json"})));
  const json::array& bots = all.at("bots").as_array();
  ASSERT_EQ(bots.size(), 3u);
  EXPECT_EQ(bots[2].at("bot").as_string(), "random");
  EXPECT_LT(bots[0].at("elo_low").to_number<double>(), bots[0].at("elo").to_number<double>());
  EXPECT_EQ(all.at("pairs").as_array().size(), 3u);
  const Ran text = run_program(with(words, {"--mode", "field"}));
  EXPECT_THAT(text.out, HasSubstr("row against column"));
}

TEST(TournamentCommand, AcceptsABetterBotAndRejectsAWorse) {
  const Ran better = run_program({"tournament", "hadara", "--bots", "greedy,random", "--sprt", "0,30"});
  EXPECT_EQ(better.status, 0);
  EXPECT_THAT(better.out, HasSubstr("greedy: accepted"));
  const Ran worse = run_program({"tournament", "hadara", "--bots", "random,greedy", "--sprt", "0,30", "--json"});
  EXPECT_EQ(worse.status, 1);
  EXPECT_THAT(worse.out, HasSubstr(R"("verdict":"rejected")"));
  const Ran open = run_program({"tournament", "hadara", "--bots", "greedy,random", "--sprt", "0,30", "--games", "4"});
  EXPECT_EQ(open.status, 1);
  EXPECT_THAT(open.out, HasSubstr("undecided"));
}

TEST(LadderCommand, PrintsTablesAndGoesOn) {
  const Scratch folder;
  const Words words{"ladder", "hadara", "--games", "4", "--pairing", "1", "--no-times", "--resume", folder.file("journals")};
  const Ran first = run_program(words);
  ASSERT_EQ(first.status, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("### 2 players"));
  EXPECT_THAT(first.out, HasSubstr("### 5 players"));
  EXPECT_THAT(first.out, HasSubstr("fair share of wins is 20.0 %"));
  EXPECT_EQ(run_program(words).out, first.out);
}

TEST(BalanceCommand, WritesAPageForEveryGameAndKeepsItsTexts) {
  const Scratch folder;
  for (const char* game : {"throne", "hadara", "tharos"}) {
    const Ran ran = run_program({"balance", game, "--bot", "random", "--games", "4", "--html", folder.file("page.html")});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(folder.read("page.html"), HasSubstr("<h1>" + std::string(game)));
  }
  const Ran own = run_program({"balance", "hadara", "--games", "2", "--samples", "0"});
  EXPECT_THAT(own.out, HasSubstr("# Hadara: balance by simulation"));
  const Ran plain = run_program({"balance", "throne", "--bot", "random", "--games", "4"});
  EXPECT_THAT(plain.out, HasSubstr("### Wins by race"));
}

// ---- many ranks

bool is_installed(const std::string& command) { return std::system(("command -v " + command + " >/dev/null 2>&1").c_str()) == 0; }

// The program under mpirun. Leaks are not looked for: MPI keeps some memory to the end.
Ran run_ranks(int ranks, const Words& words) {
  const Scratch folder;
  std::string line =
      "ASAN_OPTIONS=detect_leaks=0 mpirun --oversubscribe --allow-run-as-root -n " + std::to_string(ranks) + " " TRESTLE_PROGRAM;
  for (const std::string& word : words) line += " '" + word + "'";
  const int how = std::system((line + " </dev/null >" + folder.file("out") + " 2>" + folder.file("err")).c_str());
  return {WIFEXITED(how) ? WEXITSTATUS(how) : -1, folder.read("out"), folder.read("err")};
}

class UnderMpirun : public ::testing::Test {
 protected:
  void SetUp() override {
    const bool wanted = std::getenv("TRESTLE_CHECK") != nullptr;  // ./check installs it
    if (!is_installed("mpirun")) {
      ASSERT_FALSE(wanted) << "mpirun is not installed";
      GTEST_SKIP() << "mpirun is not installed";
    }
    const Ran tried = run_ranks(2, {"sim", "hadara", "--games", "1", "--seats", "random,random"});
    if (tried.err.find("built without MPI") != std::string::npos) {
      ASSERT_FALSE(wanted) << "the program was built without MPI";
      GTEST_SKIP() << "the program was built without MPI";
    }
    ASSERT_EQ(tried.status, 0) << tried.err;
  }
};

TEST_F(UnderMpirun, EveryCommandGivesWhatOneProcessGives) {
  const Words commands[] = {
      small_sim,
      {"sim", "throne", "--games", "30", "--seats", "random,random,random", "--by", "race", "--count", "ending", "--no-times", "--threads",
       "2"},
      {"tournament", "hadara", "--bots", "random,greedy,novice:iterations=2", "--players", "3", "--games", "6", "--no-times"},
      {"tournament", "hadara", "--bots", "greedy,random", "--sprt", "0,30", "--json"},
      {"ladder", "hadara", "--games", "2", "--pairing", "1", "--players", "2", "--no-times"},
      {"balance", "throne", "--bot", "random", "--games", "20"},
  };
  for (const Words& words : commands) {
    const Ran alone = run_program(words);
    ASSERT_EQ(alone.status, 0) << alone.err;
    for (const int ranks : words == small_sim ? std::vector<int>{1, 2, 3} : std::vector<int>{3}) {
      const Ran together = run_ranks(ranks, words);
      EXPECT_EQ(together.status, 0) << together.err;
      EXPECT_EQ(together.out, alone.out) << words[0] << " on " << ranks;
    }
  }
}

TEST_F(UnderMpirun, FilesAreTheSameAndAJournalGoesOnWithOtherRanks) {
  const Scratch folder;
  const auto files = [&](const std::string& name) {
    return with(small_sim, {"--csv", folder.file(name + ".csv"), "--records", folder.file(name), "--resume", folder.file("journal")});
  };
  ASSERT_EQ(run_program(files("alone")).status, 0);
  folder.write("journal", folder.read("journal").substr(0, 900));
  const Ran together = run_ranks(3, files("together"));
  ASSERT_EQ(together.status, 0) << together.err;
  EXPECT_EQ(folder.read("together.csv"), folder.read("alone.csv"));
  EXPECT_NE(folder.read("alone/game-000019.record"), "");
  EXPECT_EQ(folder.read("together/game-000019.record"), folder.read("alone/game-000019.record"));
}

TEST_F(UnderMpirun, AFaultIsToldOnceAndNobodyWaits) {
  const Ran ran = run_ranks(3, {"sim", "hadara", "--games", "9", "--seats", "greedy,random", "--csv", "/nonexistent/file"});
  EXPECT_EQ(ran.status, 2);
  const std::size_t told = ran.err.find("trestle: /nonexistent/file");
  ASSERT_NE(told, std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("trestle: ", told + 1), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace trestle
