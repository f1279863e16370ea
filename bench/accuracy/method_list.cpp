#include "method_list.hpp"

#include <algorithm>

#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank::accuracy {

std::vector<std::string> all_methods() {
  std::vector<std::string> names = {"auto"};
  for (const MethodInfo& method : methods()) names.emplace_back(method.name);
  return names;
}

bool contains(const std::vector<std::string>& methods, std::string_view method) {
  return std::ranges::find(methods, method) != methods.end();
}

RankOptions options_of(std::string_view method, std::uint64_t seed) {
  RankOptions options;
  options.seed = seed;
  options.threads = 1;
  const MethodText split = split_method(method);
  options.method = split.method;
  for (const auto& [name, value] : split.settings) set_option(options, name, value);
  validate(options);
  check_options(method_for(options), options);
  return options;
}

}  // namespace pdrank::accuracy
