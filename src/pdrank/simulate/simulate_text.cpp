#include "pdrank/simulate/simulate_text.hpp"

#include <fmt/format.h>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

GraphKind parse_graph(const std::string& text) {
  if (text == "any") return GraphKind::any;
  if (text == "connected") return GraphKind::connected;
  if (text == "strong") return GraphKind::strong;
  throw InvalidArgument("graph", fmt::format("'{}'", text), "must be one of any, connected, strong");
}

std::uint64_t comparisons_of(const SimulateText& text) {
  if (text.comparisons && text.trials)
    throw InvalidArgument("trials", fmt::format("{}", *text.trials), "comparisons are given already");
  return text.comparisons ? *text.comparisons : trials_to_comparisons(text.trials.value_or(1), text.items);
}

}  // namespace

SimulateOptions parse_simulation(const SimulateText& text) {
  SimulateOptions options;
  options.items = text.items;
  options.comparisons = comparisons_of(text);
  if (!text.annotators.empty()) options.annotators = parse_annotators(text.annotators);
  options.noise = parse_noise(text.noise.value_or(options.annotators.empty() ? "toggle:0.1" : "toggle:0"));
  options.shape = parse_shape(text.shape);
  options.graph = parse_graph(text.graph);
  options.seed = text.seed;
  return options;
}

}  // namespace pdrank
