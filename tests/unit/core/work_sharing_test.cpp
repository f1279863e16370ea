#include "pdrank/core/work_sharing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/processes.hpp"

namespace pdrank {
namespace {

struct Made {
  std::vector<double> values;
  std::vector<int> uneven;
  std::vector<std::string> texts;
  double sum = 0;
  friend bool operator==(const Made&, const Made&) = default;
};

constexpr std::size_t kBlocks = 13, kOfBlock = 7, kValues = kBlocks * kOfBlock - 3;

std::size_t first_uneven(std::size_t block) { return block * block; }

Made work() {
  Made made{std::vector<double>(kValues), std::vector<int>(kBlocks * kBlocks), std::vector<std::string>(kBlocks)};
  const SharedBlocks blocks(kBlocks);
  made.sum = sum_shared<double>(blocks, [&](std::size_t block) {
    double sum = 0;
    for (std::size_t k = block * kOfBlock; k < std::min(kValues, (block + 1) * kOfBlock); ++k)
      sum += made.values[k] = std::sin(static_cast<double>(k));
    for (std::size_t k = first_uneven(block); k < first_uneven(block + 1); ++k) made.uneven[k] = static_cast<int>(k);
    made.texts[block] = std::string(block % 4, static_cast<char>('a' + block));
    return sum;
  });
  blocks.complete(std::span(made.values), kOfBlock);
  blocks.complete(std::span(made.uneven), first_uneven);
  blocks.complete(std::span(made.texts));
  return made;
}

TEST(SharedBlocks, GiveEveryProcessWhatOneAloneHas) {
  const Made alone = work();
  EXPECT_NE(alone.sum, 0);
  for (const std::size_t processes : {1u, 2u, 3u, 5u, 13u}) {
    std::vector<Made> made(processes);
    testing::run_processes(processes, [&](std::size_t number) { made[number] = work(); });
    for (const Made& one : made) EXPECT_EQ(one, alone);
  }
}

TEST(SharedBlocks, AreDealtOutInStretches) {
  std::vector<std::vector<std::size_t>> done(3);
  testing::run_processes(3, [&](std::size_t number) {
    SharedBlocks(7).each_in_turn([&](std::size_t block) { done[number].push_back(block); });
  });
  EXPECT_EQ(done, (std::vector<std::vector<std::size_t>>{{0, 1}, {2, 3}, {4, 5, 6}}));
}

TEST(SharedBlocks, OfWhichThereAreFewAreDoneByEveryone) {
  std::vector<int> done(2, 0);
  const std::size_t handed_round = testing::run_processes(2, [&](std::size_t number) {
    const SharedBlocks blocks(7, 4);
    std::vector<int> values(7);
    blocks.each([&](std::size_t) { ++done[number]; });
    blocks.complete(std::span(values), 1);
  });
  EXPECT_EQ(done, std::vector<int>(2, 7));
  EXPECT_EQ(handed_round, 0u);
}

// No two processes would come to such a loop at the same time.
TEST(SharedBlocks, InsideALoopAreDoneByEveryone) {
  std::vector<int> done(2, 0);
  testing::run_processes(2, [&](std::size_t number) {
    auto count = [&](std::size_t) { SharedBlocks(4).each([&](std::size_t) { ++done[number]; }); };
    parallel_for(3, count);
    SharedBlocks(2).each(count);  // one each
  });
  EXPECT_EQ(done, std::vector<int>(2, 16));
}

}  // namespace
}  // namespace pdrank
