// trestle play, as a player meets it: whole games, nonsense, the end of the input, interrupts, resizing, resuming.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "child.hpp"
#include "core/record.hpp"
#include "support/scale.hpp"

namespace trestle::test {
namespace {

Arguments environment_of(const Scratch& scratch, const std::string& lang = "C.UTF-8") {
  return {"HOME=" + scratch.path(), "XDG_DATA_HOME=" + scratch.path(), "LANG=" + lang, "TERM=xterm-256color", "PATH=/usr/bin:/bin"};
}
Arguments with(Arguments base, const Arguments& more) {
  base.insert(base.end(), more.begin(), more.end());
  return base;
}

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream content;
  content << in.rdbuf();
  return content.str();
}
void write_all(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::vector<std::string> records_in(const Scratch& scratch) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch.path()))
    if (entry.path().extension() == ".record") found.push_back(entry.path().string());
  return found;
}

// Enough random numbers for a game; "yes" now and then for the question before one's ruin.
std::string random_choices(u64 seed, int lines) {
  Rng rng(seed);
  std::string out;
  for (int i = 0; i < lines; ++i) out += rng.below(12) == 0 ? "yes\n" : std::to_string(1 + rng.below(rng.below(2) == 0 ? 3 : 9)) + "\n";
  return out;
}

int widest_line(const std::string& text) {
  int widest = 0;
  for (std::string_view line : text::lines(text)) {
    int columns = 0;
    bool escape = false;
    for (char c : line) {
      if (c == '\x1b') escape = true;
      if (!escape && (static_cast<u8>(c) & 0xc0) != 0x80 && c != '\r') ++columns;
      if (escape && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) escape = false;
    }
    widest = std::max(widest, columns);
  }
  return widest;
}

// ---- whole games

struct Spoken {
  const char* code;
  const char* won;    // how the last lines begin to speak of the winner
  const char* place;  // the last line of the score sheet
  friend void PrintTo(const Spoken& spoken, std::ostream* out) { *out << spoken.code; }
};
class WholeGame : public ::testing::TestWithParam<Spoken> {};

TEST_P(WholeGame, IsPlayedToItsEndAtEachNumberOfPlayers) {
  for (int players = 2; players <= 4; ++players) {
    const Scratch scratch;
    const std::string record = scratch.file("game.record");
    Child child({"play", "throne", "--players", std::to_string(players), "--lang", GetParam().code, "--seed", std::to_string(40 + players),
                 "--bot", "B=random", "--record", record},
                environment_of(scratch));
    child.type(random_choices(static_cast<u64>(players), 6000));
    EXPECT_EQ(child.finish(), 0);
    EXPECT_NE(child.output().find(GetParam().won), std::string::npos)
        << child.output().substr(child.output().size() - std::min<std::size_t>(child.output().size(), 2000));
    EXPECT_NE(child.output().find(GetParam().place), std::string::npos);
    EXPECT_EQ(child.output().find("throne."), std::string::npos) << "a key was shown";
    EXPECT_LE(widest_line(child.output()), 80);
    const auto kept = parse_record(read_all(record));
    ASSERT_TRUE(kept) << kept.fault().text();
    ASSERT_TRUE(kept->end);
    EXPECT_EQ(kept->end->places.size(), static_cast<std::size_t>(players));
  }
}
INSTANTIATE_TEST_SUITE_P(InEachLanguage, WholeGame,
                         ::testing::Values(Spoken{"en", " wins: ", "\n  Place "}, Spoken{"fr", " gagne\u00a0: ", "\n  Place "},
                                           Spoken{"nl", " wint: ", "\n  Plaats "}),
                         [](const auto& spoken) { return spoken.param.code; });

TEST(Play, BotsAloneAreWatched) {
  const Scratch scratch;
  Child child({"play", "throne", "--seats", "greedy,random", "--seed", "3"}, environment_of(scratch));
  EXPECT_EQ(child.finish(), 0);
  EXPECT_NE(child.output().find(" wins: "), std::string::npos);
}

TEST(Play, TheSameSeedAndChoicesGiveTheSameRecord) {
  const Scratch scratch;
  for (const char* name : {"one", "two"}) {
    Child child({"play", "throne", "--seed", "77", "--lang", "en", "--record", scratch.file(name)}, environment_of(scratch));
    child.type(random_choices(5, 60));
    EXPECT_EQ(child.finish(), 0);
  }
  EXPECT_EQ(read_all(scratch.file("one")), read_all(scratch.file("two")));
  EXPECT_FALSE(read_all(scratch.file("one")).empty());
}

// ---- what a player types

TEST(Play, TakesNumbersNotationAndBeginnings) {
  const Scratch scratch;
  write_all(scratch.file("p"), "game throne\nplayers 2\nphase mode\nA.hand farmer miner\n");
  Child child({"play", "--position", scratch.file("p"), "--seed", "1"}, environment_of(scratch));
  child.type("char\nPLAY FARMER\nmin\nundo\nplay mi\n");
  EXPECT_EQ(child.finish(), 0);
  const std::string& out = child.output();
  EXPECT_NE(out.find("Player charges"), std::string::npos);
  EXPECT_NE(out.find("Player plays Farmer"), std::string::npos);
  EXPECT_NE(out.find("Farmer 1/4"), std::string::npos);
  const auto kept = parse_record(read_all(records_in(scratch).at(0)));
  ASSERT_TRUE(kept);
  const auto undos =
      std::count_if(kept->moves.begin(), kept->moves.end(), [](const RecordMove& m) { return m.kind == RecordMove::Kind::undo; });
  EXPECT_EQ(undos, 1);
}

TEST(Play, SaysWhyAMoveIsRefused) {
  const Scratch scratch;
  write_all(scratch.file("p"), "game throne\nplayers 2\nphase play\npoints 2\nA.units royal*2\nA.hand royal farmer\n");
  Child child({"play", "--position", scratch.file("p")}, environment_of(scratch));
  child.type("play royal\nplay\n99\nspatula\nrules trade\nrules throne.goal.coins\n");
  EXPECT_EQ(child.finish(), 0);
  const std::string& out = child.output();
  EXPECT_NE(out.find("throne.unit.set"), std::string::npos) << "the clause that forbids a third royal";
  EXPECT_NE(out.find("choose from 1 to "), std::string::npos);
  EXPECT_NE(out.find("neither a choice nor a command"), std::string::npos);
  EXPECT_NE(out.find("throne.play.trade"), std::string::npos);
  EXPECT_NE(out.find("Forty-five coins"), std::string::npos);
}

TEST(Play, HintsScoresLogsAndSaves) {
  const Scratch scratch;
  Child child({"play", "throne", "--seed", "5", "--hints", "expert:iterations=200"}, environment_of(scratch));
  child.type("1\nhint\nscore\nlog\nhelp\nlang fr\nconseil\nsave " + scratch.file("kept.record") + "\nsave /no/such/place/x\nquit\n");
  EXPECT_EQ(child.finish(), 0);
  const std::string& out = child.output();
  EXPECT_NE(out.find("Best: "), std::string::npos);
  EXPECT_NE(out.find(" % to win"), std::string::npos);
  EXPECT_NE(out.find("why: "), std::string::npos);
  EXPECT_NE(out.find("Full sets"), std::string::npos);
  EXPECT_NE(out.find("is dealt the "), std::string::npos);
  EXPECT_NE(out.find("Le meilleur : "), std::string::npos);
  EXPECT_NE(out.find("pourquoi : "), std::string::npos);
  EXPECT_NE(out.find("Impossible d'enregistrer"), std::string::npos);
  EXPECT_TRUE(parse_record(read_all(scratch.file("kept.record"))));
}

TEST(Play, AsksBeforeThePlayersOwnRuin) {
  const Scratch scratch;
  write_all(scratch.file("p"), "game throne\nplayers 2\nphase upkeep\nA.coins 2\nA.units miner*2\n");
  Child child({"play", "--position", scratch.file("p")}, environment_of(scratch));
  child.type("pay\nno\npay\nyes\n");
  EXPECT_EQ(child.finish(), 0);
  const std::string& out = child.output();
  const std::size_t asked = out.find("puts you out of the game");
  ASSERT_NE(asked, std::string::npos);
  EXPECT_NE(out.find("Nothing was done", asked), std::string::npos);
  EXPECT_NE(out.find("Greedy wins: the last team", asked), std::string::npos);
}

TEST(Play, SurvivesNonsense) {
  const Scratch scratch;
  Rng rng(2026);
  std::string noise = "1\n";
  const u64 lines = scaled(4000, 600);
  for (u64 i = 0; i < lines; ++i) {
    const u32 kind = rng.below(6);
    if (kind == 0) noise += std::to_string(rng.below(20));
    if (kind == 1) noise += std::string(rng.below(3000), 'x');
    if (kind == 2) noise += "rules " + std::string(rng.below(5), 'e');
    if (kind == 3) noise += "save /no/such/directory/file";
    if (kind >= 4)
      for (u32 n = rng.below(60); n > 0; --n) {
        const char c = static_cast<char>(rng.below(256));
        if (c != '\n') noise += c;
      }
    noise += '\n';
  }
  noise += std::string(200000, 'y') + "\n1\n\xff\xfe\n%s%n\n";
  Child child({"play", "throne", "--seed", "9", "--bot", "B=random"}, environment_of(scratch));
  child.type(noise);
  EXPECT_EQ(child.finish(), 0);
  EXPECT_NE(child.output().find("too long"), std::string::npos);
  EXPECT_EQ(child.output().find('\x1b'), std::string::npos) << "what was typed must not reach the terminal as commands";
}

TEST(Play, WrongUsageIsSaidAndEndsWithTwo) {
  const Scratch scratch;
  const Arguments wrong[] = {
      {"play", "chess"},
      {"play", "throne", "--players", "7"},
      {"play", "throne", "--bot", "B=grandmaster"},
      {"play", "throne", "--bot", "B=master:ms=x"},
      {"play", "throne", "--bot", "C=greedy"},
      {"play", "throne", "--bot", "nobody"},
      {"play", "throne", "--name", "B=Bob"},
      {"play", "throne", "--name", "A=greedy"},
      {"play", "throne", "--lang", "tlh"},
      {"play", "throne", "--option", "charge_points=9"},
      {"play", "throne", "--edition", "/no/such/place"},
      {"play", "throne", "--position", "/no/such/place"},
      {"play", "--record", scratch.file("none")},
      {"play", "throne", "--seats", "human"},
  };
  for (const Arguments& arguments : wrong) {
    Child child(arguments, environment_of(scratch));
    EXPECT_EQ(child.finish(), 2) << text::join(arguments, " ");
    EXPECT_NE(child.output(), "") << text::join(arguments, " ");
  }
}

// ---- leaving and going on

TEST(Play, TheEndOfTheInputSavesAndTheGameGoesOn) {
  const Scratch scratch;
  Child first({"play", "throne", "--seed", "12"}, environment_of(scratch));
  first.type("1\n1\n");
  EXPECT_EQ(first.finish(), 0);
  const auto saved = records_in(scratch);
  ASSERT_EQ(saved.size(), 1u);
  EXPECT_NE(first.output().find("trestle play throne --record " + saved[0]), std::string::npos);
  const std::string before = read_all(saved[0]);
  Child second({"play", "throne", "--record", saved[0]}, environment_of(scratch));
  second.type(random_choices(3, 6000));
  EXPECT_EQ(second.finish(), 0);
  EXPECT_NE(second.output().find(" wins: "), std::string::npos);
  EXPECT_EQ(read_all(saved[0]).substr(0, before.size()), before);
  Child third({"play", "throne", "--record", saved[0]}, environment_of(scratch));
  EXPECT_EQ(third.finish(), 2);  // over; a finished record is not written over
  EXPECT_NE(third.output().find("over"), std::string::npos);
}

TEST(Play, AFairGameGoesOnAndProvesItself) {
  const Scratch scratch;
  const std::string record = scratch.file("game.record");
  const auto play = [&](const Arguments& more, const std::string& typed) {
    Child child(with({"play", "throne", "--bot", "B=greedy", "--fast", "--record", record}, more), environment_of(scratch));
    child.type(typed);
    EXPECT_EQ(child.finish(), 0);
    return child.output();
  };
  // Nobody knows the deal beforehand: a few choices more, or a bot that plays at random, may end the game at once.
  const std::string begun = play({"--fair"}, "my own bytes\n" + random_choices(1, 1));
  const auto half = parse_record(read_all(record));
  ASSERT_TRUE(half);
  const DealerNote& note = half->header.dealer;
  ASSERT_EQ(note.kind, DealerKind::fair);
  EXPECT_EQ(note.seeds[0], "my own bytes");
  const std::size_t shown = begun.find(text::to_hex(note.commitment.data(), note.commitment.size()));
  ASSERT_NE(shown, std::string::npos);
  EXPECT_LT(shown, begun.find("for the dice")) << "bytes are asked for when the commitment is known";
  // The secret lies beside it, for nobody else to read, and without it the game cannot go on.
  struct stat info {};
  ASSERT_EQ(::stat((record + ".secret").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  EXPECT_EQ(read_all(record).find("secret"), std::string::npos);
  std::filesystem::rename(record + ".secret", scratch.file("hidden"));
  Child refused({"play", "--record", record}, environment_of(scratch));
  EXPECT_EQ(refused.finish(), 2);
  EXPECT_NE(refused.output().find("dealt by a secret that it does not hold yet"), std::string::npos) << refused.output();
  std::filesystem::rename(scratch.file("hidden"), record + ".secret");
  const std::string whole = play({}, random_choices(2, 6000));
  EXPECT_EQ(whole.find("for the dice"), std::string::npos) << "asked once";
  EXPECT_FALSE(std::filesystem::exists(record + ".secret")) << "the record tells it now";
  Child verify({"verify", record}, environment_of(scratch));
  EXPECT_EQ(verify.finish(), 0);
  EXPECT_NE(verify.output().find("follows from the published secret"), std::string::npos) << verify.output();

  Child both({"play", "throne", "--fair", "--seed", "1"}, environment_of(scratch));
  EXPECT_EQ(both.finish(), 2);
}

TEST(Play, AKilledGameIsWholeUpToItsLastMove) {
  const Scratch scratch;
  const std::string record = scratch.file("game.record");
  {
    Child child({"play", "throne", "--seed", "12", "--record", record}, environment_of(scratch));
    child.type("1\n1\n");
    ASSERT_TRUE(child.sees("Phase 2"));
    child.send(SIGKILL);
    EXPECT_EQ(child.finish(), -SIGKILL);
  }
  const auto kept = parse_record(read_all(record));
  ASSERT_TRUE(kept) << kept.fault().text();
  EXPECT_FALSE(kept->end);
  // A line cut off by a crash is given up, no more.
  const std::string text = read_all(record);
  write_all(record, text.substr(0, text.size() - 10));
  Child again({"play", "throne", "--record", record}, environment_of(scratch));
  again.type("quit\n");
  EXPECT_EQ(again.finish(), 0);
  EXPECT_TRUE(parse_record(read_all(record)));
}

TEST(Play, ADamagedRecordIsRefusedWithItsLine) {
  const Scratch scratch;
  const std::string record = scratch.file("game.record");
  Child first({"play", "throne", "--seed", "12", "--record", record}, environment_of(scratch));
  first.type("1\n1\n");
  EXPECT_EQ(first.finish(), 0);
  std::string text = read_all(record);
  const std::size_t at = text.find("draw ");
  ASSERT_NE(at, std::string::npos);
  text[at] = 'x';
  write_all(record, text);
  Child second({"play", "throne", "--record", record}, environment_of(scratch));
  EXPECT_EQ(second.finish(), 2);
  EXPECT_NE(second.output().find("game.record:"), std::string::npos);
  EXPECT_EQ(read_all(record), text);
}

TEST(Play, SignalsSaveAndSayHowToGoOn) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const Scratch scratch;
    const Child::Screen screen;
    Child child({"play", "throne", "--seed", "12"}, environment_of(scratch), &screen);
    ASSERT_TRUE(child.sees("Choose your race"));
    child.type("1\n");
    ASSERT_TRUE(child.sees("Phase 1"));
    child.send(number);
    EXPECT_TRUE(child.sees("trestle play throne --record "));
    EXPECT_EQ(child.finish(), 0);
    EXPECT_EQ(records_in(scratch).size(), 1u);
  }
}

// ---- the terminal

TEST(Play, ColoursWhereTheTerminalHasThem) {
  const Scratch scratch;
  const Child::Screen screen;
  const auto shown = [&](const Arguments& more) {
    Child child({"play", "throne", "--seed", "12"}, with(environment_of(scratch), more), &screen);
    EXPECT_TRUE(child.sees("Choose your race"));
    child.type("quit\n");
    EXPECT_TRUE(child.sees("--record"));
    EXPECT_EQ(child.finish(), 0);
    return child.output();
  };
  EXPECT_NE(shown({}).find("\x1b[1"), std::string::npos);
  EXPECT_EQ(shown({"NO_COLOR=1"}).find("\x1b[1"), std::string::npos);
}

TEST(Play, AskedForColourItComesThroughAPipeToo) {
  const Scratch scratch;
  Child child({"play", "throne", "--color", "always"}, environment_of(scratch));
  EXPECT_EQ(child.finish(), 0);
  EXPECT_NE(child.output().find("\x1b[1"), std::string::npos);
}

TEST(Play, RedrawsWhenTheWindowChanges) {
  const Scratch scratch;
  const Child::Screen screen{120, 40};
  Child child({"play", "throne", "--seed", "12", "--lang", "nl"}, environment_of(scratch), &screen);
  ASSERT_TRUE(child.sees("Kies je ras"));
  child.type("1\n");
  ASSERT_TRUE(child.sees("Fase 1"));
  ASSERT_TRUE(child.sees(">"));
  EXPECT_GT(widest_line(child.output()), 80);
  child.resize(60, 24);
  ASSERT_TRUE(child.sees("\x1b[H\x1b[2J"));
  const std::size_t from = child.output().rfind("\x1b[H\x1b[2J");
  ASSERT_TRUE(child.sees("Fase 1"));
  ASSERT_TRUE(child.sees(">"));
  EXPECT_LE(widest_line(child.output().substr(from)), 60);
  child.type("stop\n");
  EXPECT_TRUE(child.sees("Bewaard"));
  EXPECT_EQ(child.finish(), 0);
}

TEST(Play, FitsNarrowAndWideWindows) {
  for (const char* columns : {"60", "80", "120"})
    for (const char* language : {"en", "fr", "nl"}) {
      const Scratch scratch;
      Child child({"play", "throne", "--players", "4", "--seed", "21", "--lang", language, "--record", scratch.file("r")},
                  with(environment_of(scratch), {std::string("COLUMNS=") + columns}));
      child.type(random_choices(8, 40));
      EXPECT_EQ(child.finish(), 0);
      std::string table = child.output();
      table.resize(table.find(scratch.path()) == std::string::npos ? table.size()
                                                                   : table.find(scratch.path()));  // a path is as long as it is
      EXPECT_LE(widest_line(table), std::stoi(columns)) << language;
      EXPECT_GT(widest_line(table), std::stoi(columns) - 3) << language;
    }
}

TEST(Play, SpeaksAsciiWhereTheTerminalDoes) {
  const Scratch scratch;
  Child child({"play", "throne", "--seed", "12", "--lang", "fr"}, environment_of(scratch, "C"));
  child.type("1\n1\n1\n1\n");
  EXPECT_EQ(child.finish(), 0);
  for (char c : child.output()) ASSERT_LT(static_cast<u8>(c), 0x80) << child.output();
  EXPECT_NE(child.output().find("defausse"), std::string::npos);
}

TEST(Play, LanguageComesFromTheEnvironment) {
  const Scratch scratch;
  Child child({"play", "throne"}, environment_of(scratch, "nl_NL.UTF-8"));
  EXPECT_EQ(child.finish(), 0);
  EXPECT_NE(child.output().find("Kies je ras"), std::string::npos);
}

// ---- several people at one screen

TEST(Play, HidesAHandUntilItsPlayerIsThere) {
  const Scratch scratch;
  const Child::Screen screen;
  Child child(
      {"play", "throne", "--seats", "human,human", "--name", "A=Anna", "--name", "B=Bert", "--seed", "12", "--option", "first=seat-a"},
      environment_of(scratch), &screen);
  ASSERT_TRUE(child.sees("turn of Anna"));
  EXPECT_EQ(child.output().find("Choose your race"), std::string::npos);
  child.type("\n");
  ASSERT_TRUE(child.sees("Choose your race"));
  child.type("1\n");
  ASSERT_TRUE(child.sees("\x1b[H\x1b[2J"));
  ASSERT_TRUE(child.sees("turn of Bert"));
  const std::size_t from = child.output().rfind("turn of Bert");
  child.type("\n");
  ASSERT_TRUE(child.sees("Choose your race"));
  child.type("2\n");
  ASSERT_TRUE(child.sees("turn of Anna"));
  // Between Bert's table and Anna's Enter nothing but the question is on the screen.
  const std::string between = child.output().substr(child.output().rfind("\x1b[2J"));
  EXPECT_EQ(between.find("Hand"), std::string::npos);
  EXPECT_NE(from, std::string::npos);
  child.type("\n");
  ASSERT_TRUE(child.sees("Phase 1"));
  child.type("quit\n");
  EXPECT_TRUE(child.sees("Saved"));
  EXPECT_EQ(child.finish(), 0);
}

TEST(Play, PeopleKeepTheirSeatsWhenAGameGoesOn) {
  const Scratch scratch;
  const std::string record = scratch.file("r");
  Child first(
      {"play", "throne", "--seats", "human,random,human", "--name", "A=Anna", "--name", "C=Carla", "--seed", "2", "--record", record},
      environment_of(scratch));
  EXPECT_EQ(first.finish(), 0);
  Child second({"play", "throne", "--record", record}, environment_of(scratch));
  second.type("\n1\n\n1\n");
  EXPECT_EQ(second.finish(), 0);
  EXPECT_NE(second.output().find("turn of Anna"), std::string::npos);
  EXPECT_NE(second.output().find("turn of Carla"), std::string::npos);
  EXPECT_EQ(second.output().find("turn of Random"), std::string::npos);
}

// ---- the menu

TEST(Play, TheMenuLeadsToAGameAndOn) {
  const Scratch scratch;
  Child child({"play"}, environment_of(scratch));
  child.type("spatula\n1\n1\n2\n1\ngreedy\nAnna\n3\n1\n2\nquit\n");  // greedy: not a person's name
  child.type("2\n1\nquit\n3\n2\n4\n");
  EXPECT_EQ(child.finish(), 0);
  const std::string& out = child.output();
  EXPECT_NE(out.find("choose a number"), std::string::npos);
  EXPECT_NE(out.find("cannot be used"), std::string::npos);
  EXPECT_NE(out.find("Anna"), std::string::npos);
  EXPECT_NE(out.find("Saved: "), std::string::npos);
  EXPECT_NE(out.find("Que voulez-vous faire"), std::string::npos);
}

TEST(Play, TheMenuOffersARematch) {
  const Scratch scratch;
  Child child({"play"}, environment_of(scratch));
  child.type("1\n1\n1\n2\n3\n1\n2\n4\n");  // new, throne, 2 players, greedy against random; rematch; back to the menu; quit
  EXPECT_EQ(child.finish(), 0);
  const std::string& out = child.output();
  const std::size_t first = out.find(" wins: ");
  ASSERT_NE(first, std::string::npos);
  EXPECT_NE(out.find(" wins: ", out.find("Rematch", first)), std::string::npos);
}

}  // namespace
}  // namespace trestle::test
