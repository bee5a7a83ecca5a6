// Table options: defaults are filled in, what is unknown is refused with the choice there is.
#include "core/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trestle {
namespace {

using ::testing::HasSubstr;

const std::vector<OptionSpec> specs = {{"points", {"4", "5"}, "x.points"}, {"style", {"literal", "free"}, "x.style"}};

TEST(Options, DefaultsAreFilledIn) {
  const auto all = complete_options(specs, {{"style", "free"}});
  ASSERT_TRUE(all);
  EXPECT_EQ(*all, (Options{{"points", "4"}, {"style", "free"}}));
  EXPECT_EQ(*complete_options({}, {}), Options{});
}

TEST(Options, UnknownOnesAreNamedWithTheChoice) {
  EXPECT_EQ(complete_options(specs, {{"pionts", "4"}}).fault().reason, "unknown option 'pionts'; this game has: points, style");
  EXPECT_EQ(complete_options(specs, {{"points", "6"}}).fault().reason, "option points cannot be '6'; it is one of: 4, 5");
  EXPECT_THAT(complete_options({}, {{"a", "b"}}).fault().reason, HasSubstr("none"));
}

TEST(Options, AreReadFromText) {
  const auto option = parse_option("points=5");
  ASSERT_TRUE(option);
  EXPECT_EQ(*option, (std::pair<std::string, std::string>{"points", "5"}));
  EXPECT_EQ(parse_option("a=b=c")->second, "b=c");
  for (const char* bad : {"points", "=5", "points=", ""}) EXPECT_THAT(parse_option(bad).fault().reason, HasSubstr("name=value")) << bad;
}

}  // namespace
}  // namespace trestle
