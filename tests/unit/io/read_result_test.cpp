// Results read back that nobody has written.
#include "pdrank/io/rows/read_result.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pdrank/core/errors.hpp"

namespace pdrank::test {
namespace {

std::string nested(std::size_t depth) {
  return R"({"method": "x", "options": {"a": )" + std::string(depth, '[') + std::string(depth, ']') +
         R"(}, "ranking": []})";
}

TEST(ReadResult, DeepNestingIsRefused) {
  EXPECT_EQ(parse_result(nested(8), "r.json").options.at(0).second, "[[[[[[[[]]]]]]]]");
  EXPECT_THROW(parse_result(nested(1'000'000), "r.json"), InputError);
}

TEST(ReadResult, WhatIsBrokenIsRefused) {
  for (const char* text : {"", "{", "[]", R"({"method": "x"})", R"({"method": 1, "ranking": []})",
                           R"({"method": "x", "ranking": [{"item": "A", "rank": -1, "score": 0}]})"})
    EXPECT_THROW(parse_result(text, "r.json"), InputError) << text;
}

}  // namespace
}  // namespace pdrank::test
