#include "pdrank/core/parallel.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "pdrank/core/random.hpp"

namespace pdrank {
namespace {

// Either side of one block, of several, and of the length from which blocks grow.
const std::vector<std::size_t> kLengths = {
    1,
    2,
    kMinBlockSize - 1,
    kMinBlockSize,
    kMinBlockSize + 1,
    10 * kMinBlockSize + 7,
    kMaxBlocks* kMinBlockSize - 1,
    kMaxBlocks* kMinBlockSize,
    kMaxBlocks* kMinBlockSize + 1,
    3 * kMaxBlocks* kMinBlockSize + 5,
};

std::vector<double> random_values(std::size_t count) {
  Random random(7);
  std::vector<double> values(count);
  for (double& value : values) value = random.uniform(-1, 1);
  return values;
}

double sum_on(int threads, const std::vector<double>& values) {
  const ThreadScope scope(threads);
  return parallel_sum(values.size(), [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += values[i];
    return sum;
  });
}

TEST(ParallelBlocks, CoverEveryIndexExactlyOnce) {
  for (const int threads : {1, 2, 3}) {
    const ThreadScope scope(threads);
    for (const std::size_t length : kLengths) {
      std::vector<std::atomic<std::uint8_t>> visits(length);
      parallel_blocks(length, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
      });
      for (std::size_t i = 0; i < length; ++i) ASSERT_EQ(visits[i], 1) << i << " of " << length;
    }
  }
}

TEST(ParallelBlocks, AreTheSameOnAnyNumberOfThreads) {
  using Blocks = std::set<std::pair<std::size_t, std::size_t>>;
  const auto blocks_on = [](int threads, std::size_t length) {
    const ThreadScope scope(threads);
    Blocks blocks;
    parallel_blocks(length, [&](std::size_t begin, std::size_t end) {
#pragma omp critical
      blocks.emplace(begin, end);
    });
    return blocks;
  };
  for (const std::size_t length : kLengths) {
    const Blocks alone = blocks_on(1, length);
    EXPECT_EQ(alone.size(), block_count(length));
    EXPECT_EQ(alone, blocks_on(2, length));
    EXPECT_EQ(alone, blocks_on(3, length));
  }
}

TEST(ParallelBlocks, AreNeverMoreThanTheSumHasRoomFor) {
  for (const std::size_t length : kLengths) EXPECT_LE(block_count(length), kMaxBlocks) << length;
}

TEST(ParallelBlocks, DoNothingForAnEmptyInput) {
  parallel_blocks(0, [](std::size_t, std::size_t) { FAIL() << "no block expected"; });
}

TEST(ParallelSum, GivesTheSameBitsOnAnyNumberOfThreads) {
  for (const std::size_t length : kLengths) {
    const std::vector<double> values = random_values(length);
    const double alone = sum_on(1, values);
    EXPECT_EQ(alone, sum_on(2, values)) << length;
    EXPECT_EQ(alone, sum_on(3, values)) << length;
  }
}

TEST(ParallelSum, AddsEveryIndexOnce) {
  for (const std::size_t length : kLengths) {
    const auto sum = parallel_sum<std::uint64_t>(length, [](std::size_t begin, std::size_t end) {
      std::uint64_t part = 0;
      for (std::size_t i = begin; i < end; ++i) part += i;
      return part;
    });
    EXPECT_EQ(sum, std::uint64_t{length} * (length - 1) / 2);
  }
}

TEST(ParallelSum, IsZeroForAnEmptyInput) { EXPECT_EQ(sum_on(2, {}), 0.0); }

TEST(ThreadScope, SetsTheThreadsAndPutsThemBack) {
  const int before = omp_get_max_threads();
  {
    const ThreadScope outer(3);
    EXPECT_EQ(omp_get_max_threads(), 3);
    {
      const ThreadScope inner(0);
      EXPECT_EQ(omp_get_max_threads(), omp_get_num_procs());
    }
    EXPECT_EQ(omp_get_max_threads(), 3);
  }
  EXPECT_EQ(omp_get_max_threads(), before);
}

}  // namespace
}  // namespace pdrank
