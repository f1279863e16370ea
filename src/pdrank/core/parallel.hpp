// Loops over arrays that give the same bits on any number of threads.
//
// An array is cut into blocks whose size depends on its length alone. Threads share out the blocks; a sum is made
// inside each block and the block sums are added in block order. The threads sleep when there is nothing to do, and the
// caller works too: on a busy machine it simply does more of the blocks itself, instead of waiting for others to wake.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

namespace pdrank {

// Sets the number of threads of this thread's parallel loops for as long as it lives; 0 = one for each core.
class ThreadScope {
 public:
  explicit ThreadScope(int threads);
  ~ThreadScope();
  ThreadScope(const ThreadScope&) = delete;
  ThreadScope& operator=(const ThreadScope&) = delete;

 private:
  int before_;
};

namespace parallel_detail {
// call(context, k) for every k below count, on the threads of the current ThreadScope.
void run(std::size_t count, void (*call)(void*, std::size_t), void* context);
}  // namespace parallel_detail

// body(k) for every k below count, in any order and at the same time. What `body` throws reaches the caller, the first
// of it where there is more; some k are then left out.
template <class Body>
void parallel_for(std::size_t count, Body&& body) {
  if (count == 1) return body(std::size_t{0});
  parallel_detail::run(
      count, [](void* context, std::size_t k) { (*static_cast<std::remove_reference_t<Body>*>(context))(k); }, &body);
}

// All bodies at the same time.
template <class... Bodies>
void parallel_invoke(Bodies&&... bodies) {
  parallel_for(sizeof...(bodies), [&](std::size_t wanted) {
    std::size_t k = 0;
    ((k++ == wanted ? bodies() : void()), ...);
  });
}

inline constexpr std::size_t kMaxBlocks = 256;
inline constexpr std::size_t kMinBlockSize = 65536;  // less work than this is done before a second thread has woken up

inline std::size_t block_size(std::size_t count) {
  return std::max(kMinBlockSize, (count + kMaxBlocks - 1) / kMaxBlocks);
}

inline std::size_t block_count(std::size_t count) { return (count + block_size(count) - 1) / block_size(count); }

// body(begin, end) for every block.
template <class Body>
void parallel_blocks(std::size_t count, Body&& body) {
  const std::size_t size = block_size(count);
  parallel_for(block_count(count), [&](std::size_t block) { body(block * size, std::min(count, (block + 1) * size)); });
}

// The sum of body(begin, end) over all blocks; Sum needs `+=` and a zero default.
template <class Sum = double, class Body>
Sum parallel_sum(std::size_t count, Body&& body) {
  std::array<Sum, kMaxBlocks> partial{};
  const std::size_t size = block_size(count), blocks = block_count(count);
  parallel_for(blocks,
               [&](std::size_t block) { partial[block] = body(block * size, std::min(count, (block + 1) * size)); });
  Sum sum{};
  for (std::size_t block = 0; block < blocks; ++block) sum += partial[block];
  return sum;
}

}  // namespace pdrank
