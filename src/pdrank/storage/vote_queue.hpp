// Group commit: votes that come while others are being written wait, and are then written together.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <span>
#include <thread>
#include <variant>
#include <vector>

#include "pdrank/storage/store.hpp"

namespace pdrank::storage {

struct NewVote {
  Id project = 0;
  const Vote* vote = nullptr;
};

using Outcome = std::variant<Receipt, std::exception_ptr>;  // the second: why the vote was not taken

class VoteQueue {
 public:
  // Makes votes last, all at once; gives back how each fared, or throws if none was written.
  using Write = std::function<std::vector<Outcome>(std::span<const NewVote>)>;

  explicit VoteQueue(Write write);
  ~VoteQueue();
  VoteQueue(const VoteQueue&) = delete;
  VoteQueue& operator=(const VoteQueue&) = delete;

  // Returns when the vote has been written. Throws what Write threw.
  Receipt add(Id project, const Vote& vote);
  std::size_t waiting() const;  // votes that are not being written yet

 private:
  struct Waiting {
    NewVote vote;
    std::promise<Receipt> receipt;
  };

  void work();
  std::vector<Waiting> wait_for_votes();
  void write(std::span<Waiting> batch) const;

  Write write_;
  std::vector<Waiting> waiting_;
  bool is_closing_ = false;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::thread writer_;
};

}  // namespace pdrank::storage
