// The strings: every phrase the rules can say has a sentence in each language, with nothing left over.
#include "cli/language.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/embedded.hpp"
#include "games/registry.hpp"
#include "support/scale.hpp"

namespace trestle {
namespace {

class Reader {
 public:
  explicit Reader(const std::string& game) {
    for (const std::string& code : Language::codes()) languages_.push_back(Language::load(code, game));
  }
  void read(const Phrase& phrase) {
    for (const Language& language : languages_) {
      const std::string said = language.say(phrase);
      if (!language.has(phrase.key)) complain(language, phrase.key, "has no string");
      if (said.find_first_of("{}#|") != std::string::npos) complain(language, phrase.key, "leaves something over: " + said);
      if (said.empty()) complain(language, phrase.key, "says nothing");
      for (const Phrase::Arg& arg : phrase.args)
        if (const Term* term = std::get_if<Term>(&arg))
          if (!language.has(term->key)) complain(language, term->key, "has no string");
    }
    seen_.insert(phrase.key);
  }
  const std::set<std::string>& seen() const { return seen_; }
  const std::set<std::string>& complaints() const { return complaints_; }

 private:
  void complain(const Language& language, const std::string& key, const std::string& what) {
    complaints_.insert(language.code() + ": " + key + " " + what);
  }
  std::vector<Language> languages_;
  std::set<std::string> seen_, complaints_;
};

class Hearing final : public EventSink {
 public:
  Hearing(const AnyGame& game, Reader& reader) : game_(game), reader_(reader) {}
  void emit(const Event& event) override { reader_.read(game_.describe(event)); }

 private:
  const AnyGame& game_;
  Reader& reader_;
};

void play_and_read(const AnyGame& game, int seats, u64 seed, Reader& reader) {
  Rng rng(seed);
  Hearing hearing(game, reader);
  AnyState state = game.start(seats);
  ActionList legal;
  while (!game.waiting_on(state).empty()) {
    const Seat seat = game.waiting_on(state).lowest();
    if (seat == Seat::Chance) {
      game.apply(state, seat, game.outcome(state, rng.below(game.odds(state))), hearing);
      continue;
    }
    const AnySight sight = game.sight(state, seat);
    reader.read(game.prompt(sight).phrase);
    game.legal(sight, legal);
    for (const Action& action : legal) reader.read(game.label(sight, action));
    game.apply(state, seat, legal[rng.below(static_cast<u32>(legal.size()))], hearing);
  }
  for (const ScoreLine& line : game.score(state)) reader.read({line.key, {}});
}

TEST(Language, EveryPhraseOfThroneIsASentenceInEachLanguage) {
  const auto game = make_game("throne");
  ASSERT_TRUE(game);
  Reader reader("throne");
  const u64 games = test::scaled(200, 20);
  for (int seats = 2; seats <= 4; ++seats)
    for (u64 seed = 0; seed < games; ++seed) play_and_read(**game, seats, seed * 10 + static_cast<u64>(seats), reader);
  EXPECT_EQ(reader.complaints(), std::set<std::string>{});
  // A run that met only a few kinds of phrases would prove little.
  EXPECT_GT(reader.seen().size(), 80u);
}

TEST(Language, TheReaderOfThisTestFindsWhatIsMissing) {
  Reader reader("throne");
  reader.read({"throne.event.no-such-thing", {Seat::A}});
  reader.read({"throne.event.produced", {Seat::A, Term{"throne.profession.nobody"}}});
  EXPECT_EQ(reader.complaints().size(), 9u);  // no string; a placeholder without argument; a term without string: in three languages
}

TEST(Language, NumbersChooseTheForm) {
  Language english;
  english.read("a = {0|# coin|# coins}\nb = {0|none|one|many #}\nc = {1} and {0}\n# d = no\nbroken line\n");
  EXPECT_EQ(english.word("a", {i64{1}}), "1 coin");
  EXPECT_EQ(english.word("a", {i64{0}}), "0 coins");
  EXPECT_EQ(english.word("b", {i64{0}}), "none");
  EXPECT_EQ(english.word("b", {i64{1}}), "one");
  EXPECT_EQ(english.word("b", {i64{7}}), "many 7");
  EXPECT_EQ(english.word("c", {std::string("x"), std::string("y")}), "y and x");
  EXPECT_FALSE(english.has("d"));
  Language french = Language::load("fr", "");
  french.read("a = {0|# pièce|# pièces}\n");
  EXPECT_EQ(french.word("a", {i64{0}}), "0 pièce");
}

TEST(Language, WhatIsMissingShowsAsItsKeyAndNothingBreaks) {
  const Language language = Language::load("fr", "throne");
  EXPECT_EQ(language.say("no.such.key", {i64{3}}), "no.such.key");
  EXPECT_EQ(language.term("throne.card.no-farmer-royal"), "no farmer royal");  // a card of an owner's edition
  EXPECT_EQ(language.word("throne.do.play"), "jouer {0}");                     // an argument too few
  EXPECT_EQ(Language::load("xx", "throne").code(), "en");
}

TEST(Language, SentencesBeginLarge) {
  EXPECT_EQ(capitalised("élan"), "Élan");
  EXPECT_EQ(capitalised("a"), "A");
  EXPECT_EQ(capitalised(""), "");
  Language language = Language::load("en", "throne");
  language.set_name(Seat::A, "anna");
  EXPECT_EQ(language.say({"throne.event.begins", {Seat::A}}), "Anna begins");
  EXPECT_EQ(language.name(Seat::B), "B");
}

TEST(Language, AbilityLinesAreShortEnoughToStandSideBySide) {
  const auto game = make_game("throne");
  ASSERT_TRUE(game);
  for (const std::string& code : Language::codes()) {
    const std::string strings(embedded_file("data/throne/strings." + code + ".txt"));
    const Language language = Language::load(code, "throne");
    for (const char* race : {"humans", "mermaids", "zergs", "dwarves", "orcs", "tree-sprites", "werewolves", "deities", "gnomes",
                             "night-elves", "dragons", "ninjas", "witches"})
      for (const char* which : {".1", ".2"}) {
        const std::string key = std::string("throne.race.") + race + which;
        ASSERT_TRUE(language.has(key)) << code << " " << key;
        std::size_t letters = 0;
        for (char c : language.term(key)) letters += (static_cast<u8>(c) & 0xc0) != 0x80;
        EXPECT_LE(letters, 41u) << code << " " << language.term(key);
      }
  }
}

}  // namespace
}  // namespace trestle
