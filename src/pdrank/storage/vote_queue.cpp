#include "pdrank/storage/vote_queue.hpp"

#include <utility>

namespace pdrank::storage {

VoteQueue::VoteQueue(Write write) : write_(std::move(write)), writer_([this] { work(); }) {}

VoteQueue::~VoteQueue() {
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
  }
  changed_.notify_one();
  writer_.join();
}

Receipt VoteQueue::add(Id project, const Vote& vote) {
  std::promise<Receipt> promise;
  std::future<Receipt> receipt = promise.get_future();
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({{project, &vote}, std::move(promise)});
  }
  changed_.notify_one();
  return receipt.get();
}

std::size_t VoteQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

void VoteQueue::work() {
  for (std::vector<Waiting> batch = wait_for_votes(); !batch.empty(); batch = wait_for_votes()) write(batch);
}

std::vector<VoteQueue::Waiting> VoteQueue::wait_for_votes() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !waiting_.empty() || is_closing_; });
  return std::exchange(waiting_, {});
}

void VoteQueue::write(std::span<Waiting> batch) const {
  std::vector<NewVote> votes;
  for (const Waiting& one : batch) votes.push_back(one.vote);
  try {
    const std::vector<Outcome> outcomes = write_(votes);
    for (std::size_t k = 0; k < batch.size(); ++k) {
      if (const Receipt* receipt = std::get_if<Receipt>(&outcomes[k]))
        batch[k].receipt.set_value(*receipt);
      else
        batch[k].receipt.set_exception(std::get<std::exception_ptr>(outcomes[k]));
    }
  } catch (...) {
    for (Waiting& one : batch) one.receipt.set_exception(std::current_exception());
  }
}

}  // namespace pdrank::storage
