#include "method_list.hpp"

#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank::bench::accuracy {

std::vector<std::string> all_methods() {
  std::vector<std::string> names;
  for (const MethodInfo& method : methods()) names.emplace_back(method.name);
  return names;
}

RankOptions options_of(std::string_view method, std::uint64_t seed) {
  return with_method({.seed = seed, .threads = 1}, method);
}

}  // namespace pdrank::bench::accuracy
