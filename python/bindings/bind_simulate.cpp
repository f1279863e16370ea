// Data with a known truth.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "bindings.hpp"
#include "pdrank/simulate/simulate_text.hpp"

namespace pdrank::python {
namespace {

// The comparisons, and beside them columns by item, by comparison and by annotator, as in Simulation.
Record simulate_text(const SimulateText& wanted) {
  Simulation made = [&] {
    const nb::gil_scoped_release unlocked;
    return simulate(parse_simulation(wanted));
  }();
  Record simulation;
  simulation["comparisons"] = std::move(made.comparisons);
  simulation["truth"] = array_of(std::move(made.truth));
  simulation["wrong"] = array_of(std::move(made.wrong));
  simulation["shown_first"] = made.shown_first.empty() ? nb::none() : nb::cast(array_of(std::move(made.shown_first)));
  simulation["annotator_kinds"] = text_list(made.annotator_kinds);
  simulation["annotator_flips"] = array_of(std::move(made.annotator_flips));
  simulation["annotator_position_biases"] = array_of(std::move(made.annotator_position_biases));
  simulation["items_left_out"] = made.items_left_out;
  simulation["comparisons_left_out"] = made.comparisons_left_out;
  return simulation;
}

}  // namespace

void bind_simulate(nb::module_& module) {
  const SimulateText defaults;
  module.def(
      "simulate",
      [](std::uint32_t items, std::optional<std::uint64_t> comparisons, std::optional<double> trials,
         std::optional<std::string> noise, std::string annotators, std::string shape, std::string graph,
         std::uint64_t seed) {
        return simulate_text({items, comparisons, trials, std::move(noise), std::move(annotators), std::move(shape),
                              std::move(graph), seed});
      },
      nb::arg("items") = defaults.items, nb::arg("comparisons") = defaults.comparisons,
      nb::arg("trials") = defaults.trials, nb::arg("noise") = defaults.noise,
      nb::arg("annotators") = defaults.annotators, nb::arg("shape") = defaults.shape, nb::arg("graph") = defaults.graph,
      nb::arg("seed") = defaults.seed,
      "Comparisons with their truth: columns by item (truth), by comparison (wrong, shown_first), by annotator.");
}

}  // namespace pdrank::python
