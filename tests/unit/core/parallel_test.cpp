#include "pdrank/core/parallel.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <set>
#include <thread>
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
      for (std::size_t i = 0; i < length; ++i)
        if (visits[i] != 1) FAIL() << i << " of " << length;
    }
  }
}

TEST(ParallelBlocks, AreTheSameOnAnyNumberOfThreads) {
  using Blocks = std::set<std::pair<std::size_t, std::size_t>>;
  const auto blocks_on = [](int threads, std::size_t length) {
    const ThreadScope scope(threads);
    Blocks blocks;
    std::mutex mutex;
    parallel_blocks(length, [&](std::size_t begin, std::size_t end) {
      const std::lock_guard lock(mutex);
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

// Threads that took part in a loop whose every step waits for `expected` of them to arrive (or for half a minute to
// pass).
std::size_t threads_seen(std::size_t expected) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  parallel_for(16, [&](std::size_t) {
    const auto count = [&] {
      const std::lock_guard lock(mutex);
      seen.insert(std::this_thread::get_id());
      return seen.size();
    };
    for (int k = 0; count() < expected && k < 30'000; ++k) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  return seen.size();
}

TEST(ThreadScope, SetsTheThreadsAndPutsThemBack) {
  const ThreadScope outer(3);
  EXPECT_EQ(threads_seen(3), 3u);
  {
    const ThreadScope inner(1);
    EXPECT_EQ(threads_seen(1), 1u);
  }
  EXPECT_EQ(threads_seen(3), 3u);
}

TEST(ParallelFor, HandsOnWhatIsThrown) {
  for (const int threads : {1, 2, 3}) {
    const ThreadScope scope(threads);
    for (const std::size_t bad : {0u, 50u, 99u})
      EXPECT_THROW(parallel_for(100,
                                [&](std::size_t k) {
                                  if (k >= bad) throw std::bad_alloc();
                                }),
                   std::bad_alloc);
    std::atomic<int> calls = 0;
    parallel_for(100, [&](std::size_t) { ++calls; });
    EXPECT_EQ(calls, 100) << "the threads are there for the next loop";
  }
}

// A forked process has none of the threads, and must neither wait for them nor at its end.
TEST(ParallelFor, GoesOnInAForkedProcess) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the thread sanitizer allows no threads after a fork";
#endif
  const ThreadScope threads(3);
  const auto count_all = [] {
    std::atomic<int> count = 0;
    parallel_for(100, [&](std::size_t) { ++count; });
    return count.load();
  };
  EXPECT_EQ(count_all(), 100);
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    std::exit(count_all() == 100 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

// What the other threads were at is lost with them.
TEST(ParallelFor, IsBrokenOffWhereItIsForkedInTheMidst) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the thread sanitizer allows no threads after a fork";
#endif
  const ThreadScope threads(3);
  const std::thread::id here = std::this_thread::get_id();
  std::atomic<pid_t> child = -1;
  std::atomic<bool> is_forked = false;
  bool is_broken_off = false;
  try {
    parallel_for(1000, [&](std::size_t) {
      if (std::this_thread::get_id() != here) {
        while (!is_forked) std::this_thread::yield();
      } else if (!is_forked.exchange(true)) {
        child = fork();
        if (child == 0) alarm(30);
      }
    });
  } catch (const std::runtime_error&) {
    is_broken_off = true;
  }
  if (child == 0) std::_Exit(is_broken_off ? 0 : 1);
  ASSERT_GT(child, 0);
  EXPECT_FALSE(is_broken_off);
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(ParallelInvoke, RunsEveryBodyOnce) {
  for (const int threads : {1, 2}) {
    const ThreadScope scope(threads);
    int a = 0, b = 0, c = 0;
    parallel_invoke([&] { a += 1; }, [&] { b += 2; }, [&] { c += 3; });
    EXPECT_EQ((std::vector<int>{a, b, c}), (std::vector<int>{1, 2, 3}));
    parallel_invoke([&] { a = 7; });
    EXPECT_EQ(a, 7);
  }
}

TEST(ParallelFor, InsideAnotherOneRunsAlone) {
  const ThreadScope scope(3);
  std::atomic<int> calls = 0;
  parallel_for(8, [&](std::size_t) { parallel_for(8, [&](std::size_t) { ++calls; }); });
  EXPECT_EQ(calls, 64);
}

TEST(ParallelFor, FromSeveralThreadsAtOnce) {
  std::atomic<int> calls = 0;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      const ThreadScope scope(2);
      for (int round = 0; round < 200; ++round) parallel_for(5, [&](std::size_t) { ++calls; });
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(calls, 4 * 200 * 5);
}

}  // namespace
}  // namespace pdrank
