// Loops that several processes share. Each process has all of the data and takes the same steps; of a loop that is
// shared it does a stretch of the blocks on its threads, and what the blocks have set is handed round. All go on with
// the bytes that one process would have which had done every block.
//
// With whom a loop is shared is said by a WorkScope, as the number of threads is by a ThreadScope. Without one, a
// process is alone: it does all blocks, and nothing is sent. So it is inside a parallel loop, in which no two processes
// would come to the same shared loop at the same time.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "pdrank/core/parallel.hpp"

namespace pdrank {

// The processes. All of them call hand_round in the same order, for the same arrays.
class WorkSharing {
 public:
  virtual ~WorkSharing() = default;

  virtual std::size_t processes() const = 0;
  virtual std::size_t number() const = 0;  // of this one, from 0
  // Process k has set the bytes from border[k] up to border[k + 1]; then all have all of them.
  virtual void hand_round(std::span<std::byte> bytes, std::span<const std::size_t> border) const = 0;
};

// For as long as it lives, with whom the loops of this thread are shared; null: with nobody.
class WorkScope {
 public:
  explicit WorkScope(const WorkSharing* sharing);
  ~WorkScope();
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

  static const WorkSharing* current();

 private:
  const WorkSharing* before_;
};

// The blocks of a loop, and which of them are done here.
class SharedBlocks {
 public:
  // Where a process would have fewer than `fewest` of them, each does all: that is quicker than to wait for others.
  explicit SharedBlocks(std::size_t count, std::size_t fewest = 1);

  std::size_t count() const { return first_.back(); }

  // body(block) for every block that is done here, in any order and at the same time. What it throws ends the program
  // of all processes if only one of them throws it.
  template <class Body>
  void each(Body&& body) const {
    const WorkScope alone(sharing_ ? nullptr : WorkScope::current());
    const std::size_t begin = first_[here_];
    parallel_for(first_[here_ + 1] - begin, [&](std::size_t k) { body(begin + k); });
  }

  // The same one after the other, each on all threads.
  template <class Body>
  void each_in_turn(Body&& body) const {
    const WorkScope alone(sharing_ ? nullptr : WorkScope::current());
    for (std::size_t block = first_[here_]; block < first_[here_ + 1]; ++block) body(block);
  }

  // What the blocks have set of an array, of which a block has so many values, and the last perhaps fewer.
  template <class T>
  void complete(std::span<T> values, std::size_t of_block) const {
    complete(values, [=](std::size_t block) { return block * of_block; });
  }
  // Block k has set the values from first(k) up to first(k + 1).
  template <class T, class First>
  requires std::is_invocable_v<First, std::size_t>
  void complete(std::span<T> values, First&& first) const {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!sharing_) return;
    std::vector<std::size_t> border;
    for (const std::size_t block : first_)
      border.push_back(block == count() ? values.size_bytes() : first(block) * sizeof(T));
    sharing_->hand_round(std::as_writable_bytes(values), border);
  }
  // A text of each block.
  void complete(std::span<std::string> texts) const;

 private:
  const WorkSharing* sharing_;      // null: all blocks are done here
  std::size_t here_ = 0;            // this process
  std::vector<std::size_t> first_;  // block of each process, and the end
};

// The sum over the blocks of body(block), added in their order; Sum needs `+=` and a zero default.
template <class Sum, class Body>
Sum sum_shared(const SharedBlocks& blocks, Body&& body) {
  std::vector<Sum> partial(blocks.count());
  blocks.each([&](std::size_t block) { partial[block] = body(block); });
  blocks.complete(std::span(partial), 1);
  Sum sum{};
  for (const Sum& part : partial) sum += part;
  return sum;
}

}  // namespace pdrank
