#include "pdrank/simulate/shape.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

using Kind = Shape::Kind;

TEST(ParseShape, ReadsAllShapes) {
  EXPECT_EQ(parse_shape("uniform"), Shape{});
  EXPECT_EQ(parse_shape("uniform").kind, Kind::uniform);
  EXPECT_EQ(parse_shape("regular").kind, Kind::regular);
  EXPECT_EQ(parse_shape("star").kind, Kind::star);
  EXPECT_EQ(parse_shape("tournament").kind, Kind::tournament);
  EXPECT_EQ(parse_shape("power-law:2.5"), (Shape{Kind::power_law, 2.5}));
  EXPECT_EQ(parse_shape("power-law:0"), (Shape{Kind::power_law, 0}));
  EXPECT_EQ(parse_shape("power-law"), (Shape{Kind::power_law, 1}));
}

TEST(ParseShape, ReadsBackWhatToStringWrites) {
  for (const char* text : {"uniform", "regular", "star", "tournament", "power-law:1", "power-law:0.1"})
    EXPECT_EQ(to_string(parse_shape(text)), text);
  const Shape third{Kind::power_law, 1.0 / 3};
  EXPECT_EQ(parse_shape(to_string(third)), third);
}

TEST(ParseShape, SaysWhatIsExpected) {
  for (const char* text : {"", "circle", "Star", "star ", "star:", "star:1", "regular:3", "uniform:1", "power-law:",
                           "power-law:x", "power-law:1x", "power-law: 1", "power_law:1", "powerlaw", ":1", "1"}) {
    try {
      parse_shape(text);
      ADD_FAILURE() << "taken: " << text;
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(error.field(), "shape");
      EXPECT_EQ(error.value(), "'" + std::string(text) + "'");
      EXPECT_NE(error.rule().find("such as power-law:1.5"), std::string::npos);
    }
  }
}

TEST(ParseShape, RefusesExponentsOutOfRange) {
  for (const char* text : {"power-law:-0.1", "power-law:-1", "power-law:nan", "power-law:inf", "power-law:-inf"})
    EXPECT_THROW(parse_shape(text), InvalidArgument) << text;
  EXPECT_NO_THROW(parse_shape("power-law:1e308"));
}

TEST(ValidateShape, LooksAtTheExponentOfAPowerLawOnly) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NO_THROW(validate({Kind::star, nan}));
  try {
    validate({Kind::power_law, -2});
    FAIL() << "taken";
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "shape is power-law:-2, but the exponent must be at least 0 and finite");
  }
}

}  // namespace
}  // namespace pdrank
