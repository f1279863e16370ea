// A process that fails alone would leave the others waiting: what can fail is tried by each, and if it fails for any,
// all of them throw what the lowest one threw.
#pragma once

#include <exception>
#include <string>

#include "pdrank/distributed/team.hpp"

namespace pdrank::distributed {

// The exception as bytes, and back.
std::string packed_failure(const std::exception_ptr& failure);
[[noreturn]] void throw_failure(const std::string& packed);

template <class Try>
void agree(const Team& team, Try&& attempt) {
  std::string failure;
  try {
    attempt();
  } catch (...) {
    failure = packed_failure(std::current_exception());
  }
  if (!team.any(!failure.empty())) return;
  for (const std::string& one : team.gather(failure))
    if (!one.empty()) throw_failure(one);
}

}  // namespace pdrank::distributed
