#include "pdrank/core/utf8.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace pdrank::test {
namespace {

// A character by the table of RFC 3629, section 3.
std::string encoded(std::uint32_t point) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | (point >> shift & 0x3f)); };
  if (point < 0x80) return {static_cast<char>(point)};
  if (point < 0x800) return {static_cast<char>(0xc0 | point >> 6), tail(0)};
  if (point < 0x10000) return {static_cast<char>(0xe0 | point >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | point >> 18), tail(12), tail(6), tail(0)};
}

TEST(Utf8, EveryCharacterIsWellFormed) {
  for (std::uint32_t point = 0; point < 0x120000; ++point) {
    const bool is_character = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    const std::string bytes = encoded(point);
    ASSERT_EQ(utf8_length(bytes, 0), is_character ? bytes.size() : 0) << point;
  }
}

// Well formed are as many sequences of a length as there are characters that are encoded in it, and no others.
TEST(Utf8, NothingElseIsWellFormed) {
  std::array<std::uint64_t, 4> found = {};
  for (std::uint32_t number = 0; number < 1u << 24; ++number) {
    const std::array<char, 3> bytes = {static_cast<char>(number >> 16), static_cast<char>(number >> 8),
                                       static_cast<char>(number)};
    ++found[utf8_length({bytes.data(), 3}, 0)];
  }
  EXPECT_EQ(found[1], 128u << 16);
  EXPECT_EQ(found[2], (0x800u - 0x80u) << 8);
  EXPECT_EQ(found[3], 0x10000u - 0x800u - 0x800u) << "without surrogates";
}

TEST(Utf8, TheFirstBadByteIsFound) {
  EXPECT_EQ(find_invalid_utf8(""), std::string_view::npos);
  EXPECT_EQ(find_invalid_utf8("a\xc3\xa9z"), std::string_view::npos);
  EXPECT_EQ(find_invalid_utf8("a\xc3\xa9\xffz"), 3u);
  EXPECT_EQ(find_invalid_utf8("abc\xc3"), 3u) << "cut off";
}

TEST(Utf8, QuotedIsOneLineAndShort) {
  EXPECT_EQ(quoted("plain \xc3\xa9"), "'plain \xc3\xa9'");
  EXPECT_EQ(quoted("a\nb\tc\r\x1b\xff\x7f"), "'a\\nb\\tc\\r\\x1b\\xff\\x7f'");
  EXPECT_EQ(quoted("\xe2\x80\xa8\xc2\x85"), "'\\xe2\\x80\\xa8\\xc2\\x85'") << "line separator, next line";
  EXPECT_EQ(pdrank::quoted(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
  EXPECT_EQ(pdrank::quoted(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
}

}  // namespace
}  // namespace pdrank::test
