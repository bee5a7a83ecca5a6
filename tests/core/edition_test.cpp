// The reader of printed tables: the same for the built-in ones and an owner's, and every fault with file, line and reason.
#include "core/edition.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/embedded.hpp"

namespace trestle {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const std::vector<std::string> columns = {"card", "count", "source"};

Edition with(std::string text) { return {"a test", {{"cards.csv", std::move(text)}}}; }

std::string fault_of(const std::string& text) {
  const auto table = read_table(with(text), "cards.csv", columns);
  return table ? "" : table.fault().text();
}

TEST(EditionTable, IsRead) {
  const auto table =
      read_table(with("# a comment\n\n card , count,source\r\nfarmer, 12 ,printed\n# between\nminer,9,inferred"), "cards.csv", columns);
  ASSERT_TRUE(table) << table.fault().text();
  ASSERT_EQ(table->rows.size(), 2u);
  EXPECT_EQ(table->cell(table->rows[0], "card"), "farmer");
  EXPECT_EQ(*table->number(table->rows[0], "count", 0, 20), 12);
  EXPECT_EQ(table->cell(table->rows[1], "source"), "inferred");
  EXPECT_EQ(table->rows[0].line, 4);
  EXPECT_EQ(table->rows[1].line, 6);
}

TEST(EditionTable, FaultsHavePlaceAndReason) {
  EXPECT_EQ(read_table({"somewhere", {}}, "cards.csv", columns).fault().text(),
            "cards.csv: this table is missing from the edition (somewhere)");
  EXPECT_THAT(fault_of(""), HasSubstr("cards.csv:1: the table is empty"));
  EXPECT_THAT(fault_of("# only a comment\n"), HasSubstr("the table is empty"));
  EXPECT_EQ(fault_of("card,number,source\n"), "cards.csv:1: the columns must be card,count,source, not card,number,source");
  EXPECT_EQ(fault_of("card,count,source\nfarmer,12\n"), "cards.csv:2: this row has 2 cells; the table has 3 columns");
  EXPECT_THAT(fault_of("card,count,source\nfarmer,12,\n"), HasSubstr("cards.csv:2: the column 'source' is empty"));
  std::string many = "card,count,source\n";
  for (std::size_t i = 0; i <= table_rows_max; ++i) many += "x,1,ours\n";
  EXPECT_EQ(fault_of(many), "cards.csv:4098: more than 4096 rows");
}

TEST(EditionTable, NumbersAreHeldToTheirRange) {
  const auto table =
      read_table(with("card,count,source\na,12,x\nb,twelve,x\nc,-1,x\nd,,x\ne,99999999999999999999,x\n"), "cards.csv", columns);
  ASSERT_TRUE(table);
  const auto reason = [&](std::size_t row) { return table->number(table->rows[row], "count", 0, 10).fault().text(); };
  EXPECT_EQ(reason(0), "cards.csv:2: column 'count' is 12; it must be a number from 0 to 10");
  EXPECT_EQ(reason(1), "cards.csv:3: column 'count' needs a number from 0 to 10, not 'twelve'");
  EXPECT_THAT(reason(2), HasSubstr("cards.csv:4"));
  EXPECT_THAT(reason(3), HasSubstr("not ''"));
  EXPECT_THAT(reason(4), HasSubstr("cards.csv:6"));
}

RC_GTEST_PROP(EditionProperty, AnyBytesAreReadOrRefusedWithAPlace, (const std::string& text)) {
  for (const std::string& whole : {text, "card,count,source\n" + text}) {
    const auto table = read_table(with(whole), "cards.csv", columns);
    if (table) continue;
    RC_ASSERT(table.fault().line >= 1);
    RC_ASSERT(!table.fault().reason.empty());
  }
}

// ---- the hash

TEST(EditionHash, CountsContentOnly) {
  const Edition one{"x", {{"a.csv", "card,source\nfarmer,printed\n"}, {"b.csv", "n,source\n1,ours\n"}}};
  Edition other{"elsewhere", {{"b.csv", "# why\nn,source\r\n\r\n1,ours"}, {"a.csv", "  card,source\nfarmer,printed  \n"}}};
  EXPECT_EQ(one.hash(), other.hash()) << "order of files, comments, line ends and outer spaces do not count";
  EXPECT_EQ(one.hash().size(), 16u);
  other.files[0].text += "\n2,ours";
  EXPECT_NE(one.hash(), other.hash());
  Edition renamed = one;
  renamed.files[0].name = "c.csv";
  EXPECT_NE(one.hash(), renamed.hash());
}

// docs/records.md says what is hashed: SHA-256 of "cards.csv\ncard,count,source\nfarmer,12,printed\n", computed elsewhere.
TEST(EditionHash, IsTheDocumentedOne) { EXPECT_EQ(with("# c\ncard,count,source\n\nfarmer,12,printed\n").hash(), "ce6bde6b07dcd506"); }

// ---- an owner's directory

class EditionDirectory : public ::testing::Test {
 protected:
  void SetUp() override {
    path = fs::temp_directory_path() / ("trestle-edition-" + std::to_string(::getpid()));
    fs::create_directories(path);
  }
  void TearDown() override { fs::remove_all(path); }
  void write(const std::string& name, const std::string& text) { std::ofstream(path / name, std::ios::binary) << text; }
  fs::path path;
};

TEST_F(EditionDirectory, IsLoaded) {
  write("b.csv", "n,source\n");
  write("a.csv", "m,source\n");
  write("notes.txt", "not a table");
  const auto edition = load_edition(path.string());
  ASSERT_TRUE(edition) << edition.fault().text();
  ASSERT_EQ(edition->files.size(), 2u);
  EXPECT_EQ(edition->files[0].name, "a.csv");
  EXPECT_EQ(edition->find("b.csv")->text, "n,source\n");
  EXPECT_EQ(edition->find("notes.txt"), nullptr);
}

TEST_F(EditionDirectory, FaultsAreNamed) {
  EXPECT_THAT(load_edition((path / "nowhere").string()).fault().text(), HasSubstr("not a directory"));
  EXPECT_THAT(load_edition(path.string()).fault().text(), HasSubstr("no CSV table"));
  write("big.csv", std::string(table_bytes_max + 1, 'x'));
  EXPECT_THAT(load_edition(path.string()).fault().text(), HasSubstr("big.csv: larger than"));
}

TEST_F(EditionDirectory, TheBuiltInTablesReadBackAlike) {
  const Edition built_in = built_in_edition("throne");
  ASSERT_FALSE(built_in.files.empty());
  for (const TableFile& file : built_in.files) write(file.name, file.text);
  const auto again = load_edition(path.string());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->hash(), built_in.hash());
}

TEST(Embedded, FilesAreFoundByPath) {
  EXPECT_FALSE(embedded_file("data/throne/cards.csv").empty());
  EXPECT_EQ(embedded_file("data/nothing.csv").data(), nullptr);
  EXPECT_TRUE(built_in_edition("no such game").files.empty());
}

}  // namespace
}  // namespace trestle
