#include "method_list.hpp"

#include <algorithm>

#include "pdrank/core/errors.hpp"
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
  options.method = method.substr(0, method.find(':'));
  while (method.find(':') != std::string_view::npos) {
    method.remove_prefix(method.find(':') + 1);
    const std::string_view setting = method.substr(0, method.find(':'));
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos)
      throw InvalidArgument("methods", std::string(setting), "an option must read name=value");
    set_option(options, setting.substr(0, equals), setting.substr(equals + 1));
  }
  validate(options);
  check_options(method_for(options), options);
  return options;
}

}  // namespace pdrank::accuracy
