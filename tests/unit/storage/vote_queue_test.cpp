#include "pdrank/storage/vote_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <semaphore>
#include <set>
#include <thread>

#include "support/schedule.hpp"

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

// The queue in every order of its callers' steps and its writer's: each vote is written once, and nobody is told before
// that, or told of another's.

enum class Fault {
  none,
  mixes_receipts,   // of votes that are written together
  loses_late_ones,  // what comes between looking at the votes that wait and taking them away
};

// The same as VoteQueue, with a fault and a point where it matters.
class HastyQueue {
 public:
  HastyQueue(VoteQueue::Write write, schedule::Guest& guest)
      : write_(std::move(write)), guest_(guest), writer_([this] { work(); }) {}
  ~HastyQueue() {
    {
      const std::lock_guard lock(mutex_);
      is_closing_ = true;
    }
    changed_.notify_one();
    writer_.join();
  }

  Receipt add(Id project, const Vote& vote) {
    const auto promise = std::make_shared<std::promise<Receipt>>();
    {
      const std::lock_guard lock(mutex_);
      waiting_.emplace_back(NewVote{project, &vote}, promise);
    }
    changed_.notify_one();
    std::future<Receipt> receipt = promise->get_future();
    return receipt.get();
  }

 private:
  using Waiting = std::pair<NewVote, std::shared_ptr<std::promise<Receipt>>>;

  void work() {
    while (true) {
      std::vector<Waiting> batch;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !waiting_.empty() || is_closing_; });
        if (waiting_.empty()) return;
        batch = waiting_;
      }
      guest_.point();
      {
        const std::lock_guard lock(mutex_);
        for (std::size_t k = batch.size(); k < waiting_.size(); ++k)  // so that nobody waits for ever
          waiting_[k].second->set_exception(std::make_exception_ptr(std::runtime_error("lost")));
        waiting_.clear();
      }
      std::vector<NewVote> votes;
      for (const Waiting& one : batch) votes.push_back(one.first);
      const std::vector<Outcome> outcomes = write_(votes);
      for (std::size_t k = 0; k < batch.size(); ++k) batch[k].second->set_value(std::get<Receipt>(outcomes[k]));
    }
  }

  VoteQueue::Write write_;
  schedule::Guest& guest_;
  std::vector<Waiting> waiting_;
  bool is_closing_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread writer_;
};

// What goes wrong in the first order in which anything does, and how many orders and sizes of batches there were.
struct Explored {
  std::string wrong;
  std::size_t orders = 0;
  std::set<std::vector<std::size_t>> batches;
};

Explored explore(Fault fault) {
  constexpr Id kVotes = 3;
  Explored explored;
  explored.orders = schedule::explore([&](std::vector<schedule::Choice>& path) {
    schedule::Guest guest;
    std::map<std::string, Id> written;  // key -> its receipt
    std::vector<std::size_t> sizes;
    std::vector<std::string> wrong(kVotes + 1);
    const VoteQueue::Write write = [&](std::span<const NewVote> votes) {
      guest.point();
      std::vector<Outcome> outcomes;
      for (const NewVote& vote : votes) {
        const bool is_new = written.emplace(vote.vote->key, vote.vote->voter).second;
        outcomes.emplace_back(Receipt{is_new ? Stored::stored : Stored::conflict, vote.vote->voter});
      }
      if (fault == Fault::mixes_receipts) std::ranges::reverse(outcomes);
      sizes.push_back(votes.size());
      return outcomes;
    };
    const auto adding = [&](auto& queue, Id voter) {
      return [&queue, &written, &wrong, voter] {
        const Vote vote{.voter = voter, .key = "k" + std::to_string(voter)};
        try {
          const Receipt receipt = queue.add(1, vote);
          if (!written.contains(vote.key)) wrong[voter] = "a vote is acknowledged before it is written";
          if (receipt.id != voter || receipt.stored != Stored::stored) wrong[voter] = "a receipt is another's";
        } catch (const std::runtime_error&) {
          wrong[voter] = "a vote is lost";
        }
      };
    };
    const auto run = [&](auto& queue) {
      std::vector<std::function<void()>> threads;
      for (Id voter = 1; voter <= kVotes; ++voter) threads.push_back(adding(queue, voter));
      schedule::run(threads, path, &guest);
    };
    if (fault == Fault::loses_late_ones) {
      HastyQueue queue(write, guest);
      run(queue);
    } else {
      VoteQueue queue(write);
      run(queue);
    }
    for (const std::string& one : wrong)
      if (explored.wrong.empty()) explored.wrong = one;
    explored.batches.insert(sizes);
  });
  return explored;
}

TEST(VoteQueue, IsRightInEveryOrderOfSteps) {
  const Explored explored = explore(Fault::none);
  EXPECT_EQ(explored.wrong, "");
  EXPECT_EQ(explored.orders, 30u) << "the threads do not come between each other";
  // The first alone; the others with whom they met.
  EXPECT_EQ(explored.batches, (std::set<std::vector<std::size_t>>{{1, 1, 1}, {1, 2}}));
}

TEST(VoteQueue, FaultsAreFoundInSomeOrderOfSteps) {
  EXPECT_EQ(explore(Fault::mixes_receipts).wrong, "a receipt is another's");
  EXPECT_EQ(explore(Fault::loses_late_ones).wrong, "a vote is lost");
}

}  // namespace
}  // namespace pdrank::test
