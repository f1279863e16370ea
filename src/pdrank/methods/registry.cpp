#include "pdrank/methods/registry.hpp"

#include <fmt/format.h>

#include <array>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

constexpr std::array kMethods = {
    MethodInfo{"pdrank", "log-of-softplus loss by iterative reweighting; robust to wrong answers",
               "Valdeira and Soares, Rank Aggregation with Confidence for Large Scale Comparison Data",
               "nothing (disconnected parts are ranked one by one)", "scores, weight of every comparison",
               "items + distinct comparisons, per round", run_pdrank},
};

}  // namespace

std::span<const MethodInfo> methods() { return kMethods; }

const MethodInfo& find_method(std::string_view name) {
  if (name == "auto") return kMethods.front();
  std::vector<std::string_view> known = {"auto"};
  for (const MethodInfo& method : kMethods) {
    if (method.name == name) return method;
    known.push_back(method.name);
  }
  throw InvalidArgument("method", fmt::format("'{}'", name), fmt::format("must be one of {}", fmt::join(known, ", ")));
}

}  // namespace pdrank
