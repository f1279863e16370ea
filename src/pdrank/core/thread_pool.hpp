// The threads that help with parallel loops. `thread_pool.cpp` has them; `one_thread.cpp` is taken instead where a
// program has no threads (cmake/layers.cmake).
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>

namespace pdrank::parallel_detail {

struct Job {
  void (*call)(void*, std::size_t);
  void* context;
  std::size_t count;
  std::atomic<std::size_t> next = 0;
  std::atomic_flag failed = {};
  std::exception_ptr error = nullptr;  // of whoever failed first; read when all are done

  void work() noexcept {
    try {
      for (std::size_t k; (k = next.fetch_add(1, std::memory_order_relaxed)) < count;) call(context, k);
    } catch (...) {
      if (!failed.test_and_set()) error = std::current_exception();
      next = count;
    }
  }
};

int core_count();

// Does the job on this thread and on so many others. False if it has to be done here alone: the pool is in use, or
// there is none.
bool run_in_pool(Job& job, std::size_t helpers);

}  // namespace pdrank::parallel_detail
