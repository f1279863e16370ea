#include "pdrank/core/parallel.hpp"

#include <omp.h>

namespace pdrank {

ThreadScope::ThreadScope(int threads) : before_(omp_get_max_threads()) {
  omp_set_num_threads(threads > 0 ? threads : omp_get_num_procs());
}

ThreadScope::~ThreadScope() { omp_set_num_threads(before_); }

}  // namespace pdrank
