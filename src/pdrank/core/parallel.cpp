#include "pdrank/core/parallel.hpp"

#include <algorithm>
#include <exception>

#include "pdrank/core/thread_pool.hpp"
#include "pdrank/core/work_sharing.hpp"

namespace pdrank {
namespace {

thread_local int thread_limit = parallel_detail::core_count();

}  // namespace

namespace parallel_detail {

void run(std::size_t count, void (*call)(void*, std::size_t), void* context) {
  Job job{call, context, count};
  const WorkScope alone(nullptr);
  const std::size_t helpers = std::min(static_cast<std::size_t>(thread_limit), count);
  if (helpers < 2 || !run_in_pool(job, helpers - 1)) job.work();
  if (job.error) std::rethrow_exception(job.error);
}

}  // namespace parallel_detail

ThreadScope::ThreadScope(int threads) : before_(thread_limit) {
  thread_limit = threads > 0 ? threads : parallel_detail::core_count();
}

ThreadScope::~ThreadScope() { thread_limit = before_; }

}  // namespace pdrank
