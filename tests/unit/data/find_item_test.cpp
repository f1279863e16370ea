#include "pdrank/data/find_item.hpp"

#include <gtest/gtest.h>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

TEST(FindItem, ExactlyThenWithoutCaseThenByItsBeginning) {
  ItemIndex items;
  for (const char* name : {"Claude 3", "claude 3 opus", "GPT-4", "gpt-4", "Bard", "llama  two"}) items.intern(name);
  const auto found = [&](std::string_view name) -> std::string {
    try {
      return std::string(items.name(find_item(items, name, "item")));
    } catch (const InvalidArgument& error) {
      return error.rule();
    }
  };
  EXPECT_EQ(found("Claude 3"), "Claude 3");
  EXPECT_EQ(found("claude  3"), "Claude 3") << "rather than the longer one";
  EXPECT_EQ(found("gpt-4"), "gpt-4");
  EXPECT_EQ(found("Gpt-4"), "it may be 'GPT-4' and 'gpt-4'");
  EXPECT_EQ(found("b"), "Bard");
  EXPECT_EQ(found("LLAMA TWO"), "llama  two");
  EXPECT_EQ(found("claude"), "it may be 'Claude 3' and 'claude 3 opus'");
  EXPECT_EQ(found("brad"), "there is no such item; did you mean Bard?");
  EXPECT_EQ(found("mistral"), "there is no such item");
  EXPECT_EQ(found(""), "there is no such item");
}

}  // namespace
}  // namespace pdrank
