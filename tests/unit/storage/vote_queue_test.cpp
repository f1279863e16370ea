#include "pdrank/storage/vote_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>
#include <thread>

namespace pdrank::test {
namespace {

using namespace pdrank::storage;

Vote with_key(const std::string& key) { return {.key = key}; }

// While the first vote is being written, nine others come: they are written together.
TEST(VoteQueue, WritesTogetherWhatCameMeanwhile) {
  std::vector<std::size_t> sizes;
  std::binary_semaphore go(0), begun(0);
  VoteQueue queue([&](std::span<const NewVote> votes) {
    sizes.push_back(votes.size());
    if (sizes.size() == 1) {
      begun.release();
      go.acquire();
    }
    return std::vector<Outcome>(votes.size(), Receipt{Stored::stored, 1});
  });
  std::vector<std::thread> threads;
  std::atomic<int> stored = 0;
  const auto add = [&] {
    const Vote vote = with_key("k");
    stored += queue.add(1, vote).stored == Stored::stored;
  };
  threads.emplace_back(add);
  begun.acquire();
  for (int k = 0; k < 9; ++k) threads.emplace_back(add);
  while (queue.waiting() < 9) std::this_thread::yield();
  EXPECT_EQ(stored, 0) << "none is told before it is written";
  go.release();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(stored, 10);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 9}));
}

TEST(VoteQueue, TellsEachItsOwn) {
  VoteQueue queue([&](std::span<const NewVote> votes) {
    std::vector<Outcome> outcomes;
    for (const NewVote& vote : votes) {
      if (vote.vote->key == "bad")
        outcomes.emplace_back(std::make_exception_ptr(std::runtime_error("bad")));
      else
        outcomes.emplace_back(Receipt{vote.project == 1 ? Stored::stored : Stored::conflict, 1});
    }
    return outcomes;
  });
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 6; ++thread)
    threads.emplace_back([&, thread] {
      for (int k = 0; k < 50; ++k) {
        if (thread % 3 == 0)
          EXPECT_THROW(queue.add(1, with_key("bad")), std::runtime_error);
        else
          EXPECT_EQ(queue.add(thread % 3, with_key("k")).stored, thread % 3 == 1 ? Stored::stored : Stored::conflict);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(VoteQueue, GoesOnAfterAnError) {
  int times = 0;
  VoteQueue queue([&](std::span<const NewVote> votes) {
    if (++times == 1) throw StoreError("away");
    return std::vector<Outcome>(votes.size(), Receipt{Stored::stored, 1});
  });
  EXPECT_THROW(queue.add(1, with_key("k")), StoreError);
  EXPECT_EQ(queue.add(1, with_key("k")).stored, Stored::stored);
}

}  // namespace
}  // namespace pdrank::test
