// next_pairs and what it gives back, and the list of strategies.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "option_values.hpp"
#include "pdrank/active/next_pairs.hpp"
#include "pdrank/active/registry.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/next_reading.hpp"
#include "pdrank/data/update.hpp"
#include "pdrank/io/write/write_next.hpp"
#include "python_observer.hpp"

namespace pdrank::python {
namespace {

// A copy with more items, none of them compared with any other.
Comparisons with_items(const Comparisons& data, const std::vector<std::string>& items) {
  Comparisons all = extended(data, Comparisons());
  for (const std::string& item : items) {
    if (item.empty()) throw InvalidArgument("items", "''", "an item must have a name");
    all.items.intern(item);
  }
  return all;
}

NextResult find_next(const Comparisons& data, const NextOptions& options, const Callback& observer) {
  NextResult result = run_observed(observer, [&](Observer* watch) { return next_pairs(data, options, watch); });
  if (std::string skipped = skipped_sentence(data.report); !skipped.empty()) result.notes.push_back(std::move(skipped));
  return result;
}

NextResult next_of_data(const Comparisons* data, const std::vector<std::string>& items,
                        std::vector<std::pair<std::string, std::string>> forbid, const OptionValues& values,
                        const Callback& observer) {
  auto options = options_from<NextOptions>(values);
  options.forbidden = std::move(forbid);
  check(options);
  if (data == nullptr) return find_next(with_items(Comparisons(), items), options, observer);
  data->check_borrowed();
  return items.empty() ? find_next(*data, options, observer) : find_next(with_items(*data, items), options, observer);
}

Records describe_strategies() {
  Records list;
  for (const StrategyInfo& strategy : strategies()) {
    Record described;
    described["name"] = text(strategy.name);
    described["summary"] = text(strategy.summary);
    described["paper"] = text(strategy.paper);
    described["measure"] = text(strategy.measure);
    described["names_annotators"] = nb::bool_(strategy.names_annotators);
    described["cost"] = text(strategy.cost);
    list.append(described);
  }
  return list;
}

}  // namespace

void bind_active(nb::module_& module) {
  nb::class_<NextResult>(module, "NextResult", "Pairs to be asked about, and how much there is left to learn.")
      .def_prop_ro("notes", [](const NextResult& result) { return sentence_list(result.notes); })
      .def_prop_ro(
          "reading", [](const NextResult& result) { return text_list(outlook_sentences(result)); },
          "What the outlook says, in sentences.")
      .def("json", &written<NextResult, write_next_json>, "All of it, as the command line writes it.")
      .def("csv", &written<NextResult, write_next_csv>)
      .def("markdown", &written<NextResult, write_next_markdown>);
  module.def("next_pairs", &next_of_data, nb::arg("comparisons").none(), nb::arg("items") = std::vector<std::string>(),
             nb::arg("forbid") = NextOptions().forbidden, nb::arg("options") = OptionValues(),
             nb::arg("observer") = nb::none(),
             "`items` take part though they were never compared; without any, None may stand for the comparisons.");
  module.def("strategies", &describe_strategies);
}

}  // namespace pdrank::python
