#include "pdrank/core/late_library.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pdrank {
namespace {

TEST(LateLibrary, HasTheFunctionsOfALibrary) {
  LateLibrary library("m", 6);
  ASSERT_TRUE(library.is_complete()) << library.error();
  const decltype(&::cbrt) cube_root = library["cbrt"];
  ASSERT_NE(cube_root, nullptr);
  EXPECT_DOUBLE_EQ(cube_root(27), 3);
}

TEST(LateLibrary, SaysWhatIsMissing) {
  LateLibrary library("m", 6);
  const decltype(&::cbrt) none = library["no_such_function"];
  EXPECT_EQ(none, nullptr);
  EXPECT_FALSE(library.is_complete());
  EXPECT_EQ(library.error(), "it has no function no_such_function");
  LateLibrary nowhere("no-such-library", 1);
  const decltype(&::cbrt) nothing = nowhere["cbrt"];
  EXPECT_EQ(nothing, nullptr);
  EXPECT_FALSE(nowhere.is_complete());
  EXPECT_NE(nowhere.error().find("libno-such-library"), std::string::npos) << nowhere.error();
}

}  // namespace
}  // namespace pdrank
