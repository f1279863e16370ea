#include <cstdio>
#include <cstdlib>

#include "fuzz/target.hpp"

namespace pdrank::fuzz {

void require(bool holds, std::string_view rule, std::string_view found) {
  if (holds) return;
  std::fprintf(stderr, "pdrank fuzz: %.*s\n%.*s\n", static_cast<int>(rule.size()), rule.data(),
               static_cast<int>(found.size()), found.data());
  std::abort();
}

}  // namespace pdrank::fuzz
