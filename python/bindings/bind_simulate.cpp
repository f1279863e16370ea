// Data with a known truth.
#include <utility>

#include "bindings.hpp"
#include "option_values.hpp"
#include "pdrank/simulate/simulate_text.hpp"

namespace pdrank::python {
namespace {

// The comparisons, and beside them columns by item, by comparison and by annotator, as in Simulation.
Record simulate_options(const OptionValues& values) {
  const auto wanted = options_from<SimulateText>(values);
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
  module.def(
      "simulate", &simulate_options, nb::arg("options") = OptionValues(),
      "Comparisons with their truth: columns by item (truth), by comparison (wrong, shown_first), by annotator.");
}

}  // namespace pdrank::python
