#include "pdrank/core/thread_pool.hpp"

namespace pdrank::parallel_detail {

int core_count() { return 1; }

bool run_in_pool(Job&, std::size_t) { return false; }

}  // namespace pdrank::parallel_detail
