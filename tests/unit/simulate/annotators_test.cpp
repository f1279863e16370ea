#include "pdrank/simulate/annotators.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

using Groups = std::vector<AnnotatorGroup>;

TEST(ParseAnnotators, ReadsKinds) {
  EXPECT_EQ(parse_annotators("honest:24,sloppy:8,spammer:6,adversary:2"),
            (Groups{{24, "honest", 0.05}, {8, "sloppy", 0.25}, {6, "spammer", 0.5}, {2, "adversary", 0.9}}));
}

TEST(ParseAnnotators, ReadsFlipProbabilities) {
  EXPECT_EQ(parse_annotators("0.05:24,1:3"), (Groups{{24, "flip-0.05", 0.05}, {3, "flip-1", 1}}));
}

TEST(ParseAnnotators, ReadsPositionBiases) {
  EXPECT_EQ(parse_annotators("position:4"), (Groups{{4, "position", 0.05, 0.5}}));
  EXPECT_EQ(parse_annotators("0.1/0.3:2,0/1:1"),
            (Groups{{2, "flip-0.1-position-0.3", 0.1, 0.3}, {1, "flip-0-position-1", 0, 1}}));
}

TEST(ParseAnnotators, TakesACountAloneForNeutralAnnotators) {
  EXPECT_EQ(parse_annotators("12"), (Groups{{12, "neutral", 0}}));
  EXPECT_EQ(parse_annotators("neutral:12"), parse_annotators("12"));
  EXPECT_EQ(parse_annotators("12,spammer:1"), (Groups{{12, "neutral", 0}, {1, "spammer", 0.5}}));
}

TEST(ParseAnnotators, SaysWhatIsExpected) {
  for (const char* text :
       {"", "honest", "honest:", "honest:x", "honest:-1", "honest:2.5", "honest: 2", "saint:3", ":3", "0.05", "x:3",
        "honest:2:3", "honest:4294967296", "0.1/:3", "/0.1:3", "0.1/x:3", "0.1/0.2/0.3:3", "honest/0.1:3", "0.1/0.2"}) {
    try {
      parse_annotators(text);
      ADD_FAILURE() << "taken: " << text;
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(error.field(), "annotators");
      EXPECT_EQ(error.value(), "'" + std::string(text) + "'");
      EXPECT_NE(error.rule().find("kind:count, flip:count, flip/bias:count or count"), std::string::npos);
    }
  }
}

TEST(ParseAnnotators, NamesTheGroupThatIsWrong) {
  for (const char* text : {"honest:2,", ",honest:2", "honest:2,,sloppy:1"}) {
    try {
      parse_annotators(text);
      ADD_FAILURE() << "taken: " << text;
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(error.value(), "''") << text;
    }
  }
}

TEST(ParseAnnotators, RefusesValuesOutOfRange) {
  for (const char* text :
       {"0", "honest:0", "honest:2,sloppy:0", "1.5:3", "-0.1:3", "nan:3", "inf:3", "0/1.5:3", "0/-0.1:3", "0/nan:3",
        "2/0.1:3", "1000001", "honest:999999,sloppy:2", "4294967295,4294967295"})
    EXPECT_THROW(parse_annotators(text), InvalidArgument) << text;
  EXPECT_NO_THROW(parse_annotators("1000000"));
}

TEST(ValidateAnnotators, NamesTheRuleThatWasBroken) {
  const auto message = [](const Groups& groups) -> std::string {
    try {
      validate(std::span<const AnnotatorGroup>(groups));
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({{0, "honest", 0.05}}), "annotators is honest:0, but a group must have at least 1 annotator");
  EXPECT_EQ(message({{3, "mine", 1.5}}), "annotators is 1.5:3, but the flip probability must be in [0, 1]");
  EXPECT_EQ(message({{3, "mine", 0.1, 1.5}}), "annotators is 0.1/1.5:3, but the position bias must be in [0, 1]");
  EXPECT_EQ(message({{1'000'001, "mine", 0}}), "annotators is 1000001 in all, but the limit is 1000000");
  EXPECT_EQ(message({}), "");
}

TEST(HasPositionBias, LooksAtEveryGroup) {
  EXPECT_TRUE(has_position_bias(parse_annotators("honest:3,position:1")));
  EXPECT_TRUE(has_position_bias(parse_annotators("0/0.01:1,honest:3")));
  EXPECT_FALSE(has_position_bias(parse_annotators("honest:3,0.2/0:1")));
  EXPECT_FALSE(has_position_bias({}));
}

}  // namespace
}  // namespace pdrank
