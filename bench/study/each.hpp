// A parallel loop whose body may throw.
#pragma once

#include <cstddef>
#include <exception>
#include <vector>

#include "pdrank/core/parallel.hpp"

namespace pdrank::bench {

// body(k) for every k below count, at the same time; parallel loops inside the body run on its own thread. Throws what
// the body with the lowest k has thrown, after all have ended.
template <class Body>
void for_each_parallel(std::size_t count, Body&& body) {
  std::vector<std::exception_ptr> thrown(count);
  parallel_for(count, [&](std::size_t k) {
    try {
      body(k);
    } catch (...) {
      thrown[k] = std::current_exception();
    }
  });
  for (const std::exception_ptr& error : thrown)
    if (error) std::rethrow_exception(error);
}

}  // namespace pdrank::bench
