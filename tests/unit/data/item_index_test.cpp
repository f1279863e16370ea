#include "pdrank/data/item_index.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

// Against a map, through many sizes of the table, with names of all lengths.
TEST(ItemIndex, SameAsAMap) {
  Random random(1);
  ItemIndex index;
  std::map<std::string, std::uint32_t> twin;
  for (int round = 0; round < 20000; ++round) {
    std::string name = std::to_string(random.below(6000));
    if (random.chance(0.01)) name += std::string(random.below(100000), 'x');
    EXPECT_EQ(index.find(name).has_value(), twin.contains(name));
    const std::uint32_t id = twin.try_emplace(name, static_cast<std::uint32_t>(twin.size())).first->second;
    ASSERT_EQ(index.intern(name), id);
  }
  ASSERT_EQ(index.size(), twin.size());
  for (const auto& [name, id] : twin) {
    EXPECT_EQ(index.find(name), id);
    EXPECT_EQ(index.name(id), name);
  }
}

TEST(ItemIndex, ManyAtOnce) {
  ItemIndex index;
  std::vector<HashedName> names;
  std::vector<std::string> texts;
  for (int k = 0; k < 1000; ++k) texts.push_back(std::to_string(k % 300));
  for (const std::string& text : texts) names.emplace_back(text);
  std::vector<std::uint32_t> ids(names.size());
  index.find(names, ids);
  EXPECT_EQ(ids, std::vector<std::uint32_t>(names.size(), ItemIndex::kUnknown)) << "nothing is known yet";
  for (int k = 0; k < 300; k += 2) index.intern(texts[static_cast<std::size_t>(k)]);
  index.find(names, ids);
  for (std::size_t k = 0; k < names.size(); ++k) EXPECT_EQ(ids[k], index.find(texts[k]).value_or(ItemIndex::kUnknown));
}

// Names with the same hash are told apart by their characters.
TEST(ItemIndex, EqualHashes) {
  ItemIndex index;
  std::vector<std::string> texts;
  for (int k = 0; k < 100; ++k) texts.push_back("name " + std::to_string(k));
  std::vector<HashedName> names;
  for (const std::string& text : texts) names.emplace_back(text).hash = 0xffffffffu - names.size() % 2;
  for (std::size_t k = 0; k < 50; ++k) EXPECT_EQ(index.intern(names[k]), k);
  for (std::size_t k = 0; k < 50; ++k) EXPECT_EQ(index.intern(names[k]), k);
  std::vector<std::uint32_t> ids(names.size());
  index.find(names, ids);
  for (std::size_t k = 0; k < names.size(); ++k) EXPECT_EQ(ids[k], k < 50 ? k : ItemIndex::kUnknown);
}

TEST(ItemIndex, MovesWithItsNames) {
  ItemIndex from;
  from.intern("a");
  const std::string_view name = from.name(0);
  ItemIndex to = std::move(from);
  EXPECT_EQ(to.name(0).data(), name.data());
  EXPECT_EQ(to.intern("b"), 1u);
  EXPECT_EQ(to.find("a"), 0u);
}

TEST(ItemIndex, EmptyNameAndNul) {
  ItemIndex index;
  EXPECT_EQ(index.find(""), std::nullopt);
  EXPECT_EQ(index.intern(""), 0u);
  EXPECT_EQ(index.intern(std::string("\0", 1)), 1u);
  EXPECT_EQ(index.find(""), 0u);
}

}  // namespace
}  // namespace pdrank
