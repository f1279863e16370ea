#include "pdrank/core/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/words.hpp"

namespace pdrank {

RankOptions RankOptions::usual() { return resolve_preset({}, 2); }

std::vector<std::string> context_of(const RankOptions& options) {
  std::vector<std::string> names;
  if (options.by) names.push_back(*options.by);
  if (options.cluster && *options.cluster != kAnnotatorCluster) names.push_back(*options.cluster);
  if (options.control)
    for (const std::string& control : *options.control) {
      names.push_back(of_winner(control));
      names.push_back(of_loser(control));
    }
  return names;
}

bool is_left_open(const std::optional<double>& number) { return !number || *number == kAuto; }

MethodText split_method(std::string_view text) {
  MethodText result{std::string(text.substr(0, text.find(':'))), {}};
  while (text.find(':') != std::string_view::npos) {
    text.remove_prefix(text.find(':') + 1);
    const std::string_view setting = text.substr(0, text.find(':'));
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos)
      throw InvalidArgument("methods", fmt::format("'{}'", setting), "an option must read name=value");
    std::string name(setting.substr(0, equals));
    std::ranges::replace(name, '-', '_');
    result.settings.emplace_back(std::move(name), setting.substr(equals + 1));
  }
  return result;
}

namespace {

template <class Value>
void set_default(std::optional<Value>& field, Value value) {
  if (!field) field = value;
}

}  // namespace

RankOptions resolve_preset(const RankOptions& options, std::uint64_t item_count) {
  RankOptions resolved = options;
  const bool paper = options.preset == Preset::paper, large = item_count > 500;
  set_default(resolved.solver, paper ? SolverKind::pdhg : SolverKind::newton);
  set_default(resolved.inner_rule, paper ? InnerRule::cost : InnerRule::rough);
  set_default(resolved.gamma, paper ? 1e-4 : kAuto);
  set_default(resolved.round_tolerance, paper && large ? 1e-1 : defaults::kRoundTolerance);
  set_default(resolved.inner_tolerance, paper ? (large ? 1e-3 : 1e-2) : defaults::kInnerTolerance);
  set_default(resolved.max_iterations, resolved.solver == SolverKind::pdhg ? 1'000'000 : defaults::kMaxIterations);
  fill_in(resolved);
  return resolved;
}

}  // namespace pdrank
