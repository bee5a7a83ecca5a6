// Programs at a seat: the examples play whole games of every title; programs that hang, end, lie or talk nonsense cost nobody else the
// game and are reported; and nothing but what a seat may know is ever told.
#include "external/program_bot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/text.hpp"
#include "games/registry.hpp"
#include "match/opening.hpp"
#include "protocol/engine.hpp"
#include "protocol/player_side.hpp"
#include "sim/simulate.hpp"
#include "support/documents.hpp"
#include "support/match_play.hpp"
#include "support/scratch.hpp"

namespace trestle {
namespace {

using ::testing::HasSubstr;

// A folder of its own with small Python programs in it.
class Programs : public ::testing::Test {
 protected:
  // A program that is polite until it is to choose; `choose` is what it does then, `asked` being the message.
  std::string program(const std::string& choose, const std::string& hello = "{'ok': True, 'player_protocol': 1}") const {
    const std::string path = file("bot.py");
    std::ofstream(path) << "import json, sys, time, os\n"
                           "def say(x): print(json.dumps(x), flush=True)\n"
                           "games = 0\n"
                           "for line in sys.stdin:\n"
                           "  asked = json.loads(line)\n"
                           "  if asked['do'] == 'hello': say("
                        << hello
                        << ")\n"
                           "  elif asked['do'] == 'begin':\n"
                           "    games += 1\n"
                           "    say({'ok': True})\n"
                           "  else:\n"
                           "    "
                        << choose << "\n";
    return "program:python3 " + path + "+ms=3000";
  }
  static std::string first() { return "say({'action': asked['legal'][0]})"; }
  std::string file(const std::string& name) const { return folder_.file(name); }

 private:
  test::Scratch folder_;
};

std::string example(const std::string& name) { return std::string("program:") + TRESTLE_ROOT + "/examples/bots/" + name; }

GamePtr game_named(const char* name) { return *make_game(name); }

// Plays a whole game of A, the program, against random; gives what went wrong.
std::string failure_in_a_game(ProgramBot& bot, const char* name, u64 seed = 3) {
  auto match = test::seeded_match(game_named(name), 2, seed);
  auto other = make_bot("random", game_named(name));
  CHECK(bool(match) && bool(other));
  Rng rng(seed);
  bot.begin(Seat::A, 2, rng);
  while (!match->over()) {
    const Seat seat = match->waiting_on().lowest();
    const Action action = seat == Seat::A ? bot.choose(match->sight(seat), rng) : (*other)->choose(match->sight(seat), rng);
    if (!test::submit(*match, seat, action)) return "an illegal act reached the table";
  }
  return bot.failure();
}

std::string failure_of(const std::string& spec, const char* name = "throne") {
  auto bot = ProgramBot::make(spec, game_named(name));
  if (!bot) return "did not start: " + bot.fault().text();
  return failure_in_a_game(**bot, name);
}

TEST_F(Programs, TheExamplesPlayWholeGamesOfEveryTitle) {
  for (const char* name : {"throne", "hadara", "tharos"})
    for (const char* bot : {"busy.py", "steady.mjs"}) EXPECT_EQ(failure_of(example(bot), name), "") << bot << " at " << name;
}

TEST_F(Programs, ThatHangAreGivenUp) {
  EXPECT_THAT(failure_of(program("time.sleep(60)").substr(0, program("time.sleep(60)").find('+')) + "+ms=200"),
              HasSubstr("does not answer in time"));
}

TEST_F(Programs, ThatEndAreReportedWithTheirLastWords) {
  EXPECT_THAT(failure_of(program("raise ValueError('out of ideas')")), HasSubstr("ends with status 1 (ValueError: out of ideas)"));
  EXPECT_THAT(failure_of(program("os.kill(os.getpid(), 11)")), HasSubstr("is ended by signal 11"));
  EXPECT_THAT(failure_of(program("os.close(1); time.sleep(60)")), HasSubstr("closes its output"));
}

TEST_F(Programs, ThatTalkNonsenseAreNotListenedTo) {
  EXPECT_THAT(failure_of(program("print('well', flush=True)")), HasSubstr("answers 'well', which is no JSON object"));
  EXPECT_THAT(failure_of(program("say([1, 2])")), HasSubstr("no JSON object"));
  EXPECT_THAT(failure_of(program("say({'move': 'march'})")), HasSubstr("without an action"));
  EXPECT_THAT(failure_of(program("say({'action': 7})")), HasSubstr("without an action"));
  EXPECT_THAT(failure_of(program("say({'ok': False})")), HasSubstr("no agreement"));
  EXPECT_THAT(failure_of(program("print('[' * 100000, flush=True)")), HasSubstr("more than 65536 bytes"));
  EXPECT_THAT(failure_of(program("sys.stdout.write('x' * 300000); sys.stdout.flush(); time.sleep(60)")),
              HasSubstr("more than 65536 bytes"));
  EXPECT_THAT(failure_of(program("os.write(1, (json.dumps({'action': asked['legal'][0]}) + '\\n{}\\n').encode())")),
              HasSubstr("without being asked"));
}

TEST_F(Programs, ThatCheatAreRefused) {
  EXPECT_THAT(failure_of(program("say({'action': 'win the game'})")), HasSubstr("which is no move"));
  EXPECT_THAT(failure_of(program("say({'action': 'play royal' if 'march' in asked['legal'] else asked['legal'][0]})")),
              HasSubstr("chooses 'play royal', which is not allowed"));
}

TEST_F(Programs, ThatCannotBeStartedAreNamed) {
  for (const std::string& spec : {std::string("program:/no/such/bot"), program(first(), "{'ok': True}"),
                                  program(first(), "{'ok': True, 'player_protocol': 99}"), std::string("program:true")}) {
    const auto bot = ProgramBot::make(spec, game_named("throne"));
    ASSERT_FALSE(bool(bot)) << spec;
    EXPECT_THAT(bot.fault().text(), HasSubstr("program '")) << spec;
  }
  EXPECT_THAT(ProgramBot::make("program:/no/such/bot", game_named("throne")).fault().text(), HasSubstr("No such file"));
}

TEST_F(Programs, StartAgainForTheNextGame) {
  // Fails in every game until it has left a mark.
  const std::string mark = file("mark");
  auto bot = ProgramBot::make(program("os.path.exists('" + mark + "') or (open('" + mark + "', 'w'), sys.exit(4)); " + first()),
                              game_named("throne"));
  ASSERT_TRUE(bool(bot));
  EXPECT_THAT(failure_in_a_game(**bot, "throne"), HasSubstr("status 4"));
  EXPECT_EQ(failure_in_a_game(**bot, "throne"), "");
}

TEST_F(Programs, KeepOneProcessForManyGames) {
  auto bot = ProgramBot::make(program("say({'action': asked['legal'][0]}) if games < 3 else sys.exit(games)"), game_named("throne"));
  ASSERT_TRUE(bool(bot));
  EXPECT_EQ(failure_in_a_game(**bot, "throne"), "");
  EXPECT_EQ(failure_in_a_game(**bot, "throne"), "");
  EXPECT_THAT(failure_in_a_game(**bot, "throne"), HasSubstr("status 3"));
}

TEST_F(Programs, InASimulationAFailureIsALossAndIsCounted) {
  SimPlan plan;
  plan.games = 4;
  plan.bots = {program("sys.exit(5)"), "random"};
  const auto report = simulate(*game_named("throne"), plan);
  ASSERT_TRUE(bool(report));
  const BotTotals& failed = report->bots.at(plan.bots[0]);
  EXPECT_EQ(failed.failures, 4u);
  EXPECT_THAT(failed.first_failure, HasSubstr("status 5"));
  EXPECT_EQ(failed.wins.credit, 0u);
  EXPECT_EQ(report->bots.at("random").wins.share(), 1.0);
  EXPECT_EQ(report->bots.at("random").failures, 0u);
}

TEST_F(Programs, InASimulationTheThreadsDoNotMatter) {
  SimPlan plan;
  plan.games = 6;
  plan.bots = {example("busy.py"), "random"};
  const auto one = simulate(*game_named("hadara"), plan);
  plan.threads = 2;
  const auto two = simulate(*game_named("hadara"), plan);
  ASSERT_TRUE(bool(one) && bool(two));
  EXPECT_EQ(one->bots.at(plan.bots[0]).failures, 0u);
  EXPECT_EQ(one->plies, two->plies);
  EXPECT_EQ(one->bots.at(plan.bots[0]).score.mean(), two->bots.at(plan.bots[0]).score.mean());
}

TEST(ProgramResult, AForfeitMakesTheOthersMoveUp) {
  GameResult result;
  for (const int place : {1, 2, 3, 4}) {
    result.seats.emplace_back();
    result.seats.back().place = static_cast<u8>(place);
  }
  forfeit(result, SeatSet{Seat::A, Seat::C});
  std::vector<int> places;
  for (const SeatResult& seat : result.seats) places.push_back(seat.place);
  EXPECT_EQ(places, (std::vector<int>{3, 1, 3, 2}));
}

TEST(ProgramResult, AFailureSurvivesTheJournal) {
  GameResult result;
  for (const char* failure : {"", "ends with status 1 (100 %)"}) {
    result.seats.emplace_back();
    result.seats.back().place = 1;
    result.seats.back().failure = failure;
  }
  const auto read = parse_result(print_result(result, false));
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->seats[0].failure, "");
  EXPECT_EQ(read->seats[1].failure, "ends with status 1 (100 %)");
}

TEST(ProgramSpec, IsACommandAndATime) {
  const auto spec = parse_program_spec("program:python3 bots/mine.py --deep+ms=500");
  ASSERT_TRUE(bool(spec));
  EXPECT_EQ(spec->command, (std::vector<std::string>{"python3", "bots/mine.py", "--deep"}));
  EXPECT_EQ(spec->ms, 500u);
  EXPECT_EQ(program_name(*spec), "mine.py");
  EXPECT_EQ(parse_program_spec("program:./a+b.py")->command[0], "./a+b.py");
  EXPECT_EQ(parse_program_spec("program:./a.py+ms=20")->ms, 20u);
  for (const char* wrong : {"program:", "program: ", "program:x+ms=0", "program:x+ms=much", "greedy"})
    EXPECT_FALSE(bool(parse_program_spec(wrong))) << wrong;
}

// What a program is told is what the engine's own `sight` shows, and the same whatever the seat cannot see.
TEST(ProgramSecrets, OnlyTheSightIsTold) {
  const auto told = [](const std::string& hidden) {
    const auto opening = open_position(
        "game throne\nplayers 2\nposition\n  phase play\n  A.hand farmer supply\n  B.hand " + hidden + "\nend\n", built_in_games());
    CHECK(bool(opening));
    return protocol::choose_line(*opening->game, opening->game->sight(opening->state, Seat::A), 1000);
  };
  EXPECT_EQ(told("royal*2"), told("wizard soldier"));
  EXPECT_THAT(told("royal*2"), HasSubstr("\"B.hand\":null"));
  EXPECT_THAT(told("royal*2"), HasSubstr("\"legal\":[\"play farmer\",\"play supply\",\"done\"]"));
}

TEST(ProgramSecrets, InAWholeGameTheFieldsAreThoseOfTheSight) {
  for (const char* name : {"throne", "hadara", "tharos"}) {
    auto match = test::seeded_match(game_named(name), 2, 8);
    ASSERT_TRUE(bool(match));
    Rng rng(2);
    for (int i = 0; i < 150 && !match->over(); ++i) {
      const Seat seat = match->waiting_on().lowest();
      const AnySight sight = match->sight(seat);
      const std::vector<Field> seen = match->game().fields(match->state(), seat);
      const std::vector<Field> invented = match->game().fields(match->game().imagine(sight, rng), seat);
      ASSERT_EQ(seen.size(), invented.size());
      for (std::size_t k = 0; k < seen.size(); ++k) ASSERT_EQ(seen[k].value, invented[k].value) << name << " " << seen[k].key;
      ActionList legal;
      match->game().legal(sight, legal);
      ASSERT_TRUE(bool(test::submit(*match, seat, legal[rng.below(static_cast<u32>(legal.size()))])));
    }
  }
}

// `...` in the document stands for anything.
bool fits(std::string_view found, std::string_view wanted) {
  std::size_t at = 0;
  bool first = true;
  for (std::string_view rest = wanted; !rest.empty();) {
    const std::size_t gap = rest.find("...");
    const std::string_view piece = rest.substr(0, gap);
    const std::size_t here = found.find(piece, at);
    if (here == std::string_view::npos || (first && here != 0)) return false;
    at = here + piece.size();
    first = false;
    if (gap == std::string_view::npos) return at == found.size();
    rest.remove_prefix(gap + 3);
  }
  return true;
}

TEST(ProgramDocument, ShowsWhatIsSaidAndWhatMayBeAnswered) {
  const auto blocks = test::fenced_blocks(test::read_repository_file("docs/protocol.md"), "player");
  ASSERT_EQ(blocks.size(), 1u);
  std::vector<std::string> said, answered;
  for (const std::string_view line : text::lines(blocks[0].text)) (line[0] == '>' ? said : answered).emplace_back(line.substr(2));
  ASSERT_EQ(said.size(), 3u);
  ASSERT_EQ(answered.size(), 3u);
  const auto opening = open_position("game throne\nplayers 2\nposition\n  phase play\n  A.hand farmer\nend\n", built_in_games());
  ASSERT_TRUE(bool(opening));
  const AnySight sight = opening->game->sight(opening->state, Seat::A);
  EXPECT_TRUE(fits(protocol::hello_line(), said[0])) << protocol::hello_line();
  const std::string begin = protocol::begin_line(*opening->game, 2, Seat::A, 77, program_ms);
  EXPECT_TRUE(fits(begin, said[1])) << begin;
  const std::string choose = protocol::choose_line(*opening->game, sight, program_ms);
  EXPECT_TRUE(fits(choose, said[2])) << choose;
  EXPECT_TRUE(bool(protocol::read_hello(answered[0])));
  EXPECT_TRUE(bool(protocol::read_begun(answered[1])));
  EXPECT_TRUE(bool(protocol::read_choice(*opening->game, sight, answered[2])));
}

}  // namespace
}  // namespace trestle
