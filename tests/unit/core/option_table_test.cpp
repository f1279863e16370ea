#include "pdrank/core/option_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

enum class Colour { red, green };
constexpr auto enum_names(Colour) { return NameList<Colour, 2>{{{Colour::green, "green"}, {Colour::red, "red"}}}; }

struct Painting {
  std::string title = "none";
  std::optional<double> price = std::nullopt;
  std::optional<int> copies = std::nullopt;
  std::uint32_t width = 30;
  std::uint64_t seed = 1;
  bool framed = true;
  std::vector<std::string> painters = {};
  std::optional<Colour> colour = std::nullopt;

  static OptionTable<Painting> table();
};

OptionTable<Painting> Painting::table() {
  static const std::vector<OptionRecord<Painting>> all = {
      option_of<&Painting::title>("title", "what it is called"),
      option_of<&Painting::price>("price", "in euros", {.range = {0, 10}, .usual = 2.5, .may_be_auto = true}),
      option_of<&Painting::copies>("copies", "how many", {.range = {0}, .none = 0}),
      option_of<&Painting::width>("width", "in inches", {.range = {1}}),
      option_of<&Painting::seed>("seed", "of the colours"),
      option_of<&Painting::framed>("framed", "hang it"),
      option_of<&Painting::painters>("painters", "who made it", {.unset = "unknown"}),
      option_of<&Painting::colour>("colour", "of the frame"),
  };
  return all;
}

const OptionRecord<Painting>& record_of(std::string_view name) {
  return *std::ranges::find(Painting::table(), name, &OptionRecord<Painting>::name);
}

std::string refusal(const std::function<void()>& attempt) {
  try {
    attempt();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return {};
}

std::string refusal_of(std::string_view name, std::string_view text) {
  Painting painting;
  return refusal([&] { set_option(painting, name, text); });
}

TEST(OptionTable, EveryTypeGoesToTextAndBack) {
  Painting painting;
  for (const auto& [name, text] : std::vector<std::pair<const char*, const char*>>{{"title", "The sea"},
                                                                                   {"price", "2.5"},
                                                                                   {"price", "auto"},
                                                                                   {"copies", "7"},
                                                                                   {"width", "4294967295"},
                                                                                   {"seed", "18446744073709551615"},
                                                                                   {"framed", "false"},
                                                                                   {"painters", "Ann,Bob"},
                                                                                   {"colour", "green"}}) {
    set_option(painting, name, text);
    EXPECT_EQ(option_text(painting, record_of(name)), text);
  }
  EXPECT_EQ(painting.price, kAuto);
  EXPECT_EQ(painting.painters, (std::vector<std::string>{"Ann", "Bob"}));
  EXPECT_EQ(painting.colour, Colour::green);
  EXPECT_FALSE(painting.framed);
}

TEST(OptionTable, DefaultsAreThoseOfTheStruct) {
  EXPECT_EQ(default_text(record_of("title")), "none");
  EXPECT_EQ(default_text(record_of("width")), "30");
  EXPECT_EQ(default_text(record_of("price")), "");
  EXPECT_EQ(default_text(record_of("painters")), "unknown");
}

TEST(OptionTable, RefusesInASentence) {
  EXPECT_EQ(refusal_of("price", "11"), "price is 11, but must be between 0 and 10");
  EXPECT_EQ(refusal_of("price", "dear"), "price is 'dear', but must be a number or auto");
  EXPECT_EQ(refusal_of("copies", "1.5"), "copies is '1.5', but must be a whole number");
  EXPECT_EQ(refusal_of("width", "0"), "width is 0, but must be at least 1");
  EXPECT_EQ(refusal_of("width", "-1"), "width is '-1', but must be a whole number, 0 or more");
  EXPECT_EQ(refusal_of("framed", "perhaps"), "framed is 'perhaps', but must be true or false");
  EXPECT_EQ(refusal_of("colour", "blue"), "colour is 'blue', but must be one of green, red");
  EXPECT_EQ(refusal_of("size", "1"), "option is 'size', but there is no such option");
}

TEST(OptionTable, ValidateFindsTheFirstFieldOutOfItsRange) {
  EXPECT_EQ(refusal([] { validate(Painting{}); }), "");
  EXPECT_EQ(refusal([] { validate(Painting{.copies = -1, .width = 0}); }), "copies is -1, but must be at least 0");
}

TEST(OptionTable, WhatHasNoValueIsFilledIn) {
  Painting untouched, cheap{.price = 1.0};
  fill_in(untouched);
  fill_in(cheap);
  EXPECT_EQ(untouched.price, 2.5);
  EXPECT_EQ(cheap.price, 1.0);
  EXPECT_EQ(untouched.colour, std::nullopt) << "nothing is usual";
}

TEST(OptionTable, ANumberThatAsksForNothingIsNotSet) {
  EXPECT_FALSE(is_set(Painting{}, record_of("copies")));
  EXPECT_FALSE(is_set(Painting{.copies = 0}, record_of("copies")));
  EXPECT_TRUE(is_set(Painting{.copies = 1}, record_of("copies")));
  EXPECT_FALSE(is_set(Painting{.width = 2}, record_of("width"))) << "it always has a value";
}

}  // namespace
}  // namespace pdrank
