// rank and what it gives back, compare, and the list of methods.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "columns.hpp"
#include "option_values.hpp"
#include "pdrank/core/version.hpp"
#include "pdrank/data/both_ways.hpp"
#include "pdrank/io/write/write_compare.hpp"
#include "pdrank/io/write/write_explain.hpp"
#include "pdrank/io/write/write_result.hpp"
#include "pdrank/methods/compare.hpp"
#include "pdrank/methods/explain.hpp"
#include "pdrank/methods/predict.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/methods/registry.hpp"
#include "pdrank/report/report_page.hpp"
#include "python_observer.hpp"

namespace pdrank::python {
namespace {

using Data = nb::typed<nb::object, Comparisons>;
using Ids = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A result and the comparisons it was made from, which its confidences are about.
struct Ranked {
  RankResult result;
  Data data;
  RankOptions options;
  std::optional<UsedLaw> law = {};  // found when it is first asked for

  const Comparisons& comparisons() const {
    const auto& comparisons = nb::cast<const Comparisons&>(data);
    comparisons.check_borrowed();
    return comparisons;
  }
};

Ranked rank_data(const Data& data, const OptionValues& options, const Callback& observer, WarmStart* warm) {
  const auto& comparisons = nb::cast<const Comparisons&>(data);
  comparisons.check_borrowed();
  auto chosen = options_from<RankOptions>(options);
  chosen.keep_draws = true;
  RankResult result = run_observed(observer, [&](Observer* watch) { return rank(comparisons, chosen, watch, warm); });
  return {std::move(result), data, chosen};
}

const UsedLaw& law_of_ranked(Ranked& ranked, const Callback& observer) {
  if (!ranked.law) {
    const Comparisons& comparisons = ranked.comparisons();
    ranked.law = run_observed(
        observer, [&](Observer* watch) { return law_of(comparisons, ranked.result, ranked.options, watch); });
  }
  return *ranked.law;
}

Record describe_law(Ranked& ranked, const Callback& observer) {
  const UsedLaw& used = law_of_ranked(ranked, observer);
  Record law;
  law["kind"] = text(used.own ? "own" : "one slope");
  law["flip"] = nb::float_(used.law.flip);
  law["slope"] = nb::float_(used.law.slope);
  law["order"] = nb::float_(used.law.order);
  law["ties"] = text(used.law.cut > 0 ? "rao-kupper" : used.law.davidson > 0 ? "davidson" : "half");
  law["tie_size"] = nb::float_(std::max(used.law.cut, used.law.davidson));
  return law;
}

// Ids of items; -1 is an unknown one, about which nothing can be said.
Record predict_ids(Ranked& ranked, const Ids& left, const Ids& right, const Callback& observer, bool left_first) {
  if (left.size() != right.size()) throw nb::value_error("as many items are needed on the left as on the right");
  const auto items = static_cast<std::int64_t>(ranked.comparisons().items.size());
  const UsedLaw& used = law_of_ranked(ranked, observer);
  const Predictor predictor(ranked.result, static_cast<std::size_t>(items), ranked.options.level);
  std::vector<Prediction> predictions(left.size(), Prediction{.guess = true});
  for (std::size_t k = 0; k < left.size(); ++k) {
    const std::int64_t a = left.data()[k], b = right.data()[k];
    if (a >= items || b >= items) throw nb::index_error("there is no item of that id");
    if (a >= 0 && b >= 0)
      predictions[k] = predictor.predict(used, static_cast<ItemId>(a), static_cast<ItemId>(b), left_first ? 1 : 0);
  }
  Record columns;
  columns["probability"] = column<double>(predictions, [](const Prediction& one) { return one.probability; });
  columns["low"] = column<double>(predictions, [](const Prediction& one) { return one.low.value_or(kNone); });
  columns["high"] = column<double>(predictions, [](const Prediction& one) { return one.high.value_or(kNone); });
  columns["guess"] = column<std::uint8_t>(predictions, [](const Prediction& one) { return one.guess; });
  if (used.law.has_ties())
    columns["tie"] = column<double>(predictions, [](const Prediction& one) { return one.tie.value_or(kNone); });
  return columns;
}

nb::str explain_item(const Ranked& ranked, const std::string& item, const std::string& other, std::uint32_t rows,
                     const Callback& observer) {
  const Comparisons& data = ranked.comparisons();
  const Explanation found = run_observed(observer, [&](Observer* watch) {
    return explain(data, ranked.options, ranked.result, item, other, {.rows = rows}, watch);
  });
  return written<Explanation, write_explain_json>(found);
}

Record ranking_columns(const Ranked& ranked) {
  Record columns = columns_of(ranked.result.ranking);
  columns["id"] = column<std::uint32_t>(ranked.result.ranking, [](const Place& place) { return place.id; });
  return columns;
}

// One number of every comparison's confidence.
Array<double> confidence_column(const Confidences& confidences, double Confidence::*field) {
  std::vector<double> numbers(confidences.size());
  for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = confidences[n].*field;
  return array_of(std::move(numbers));
}

Record confidence_columns(const Ranked& ranked) {
  const Data& data = ranked.data;
  const nb::object items = data.attr("items");
  Record columns;
  columns["row"] = data.attr("rows");
  columns["winner"] = nb::make_tuple(data.attr("winner"), items);
  columns["loser"] = nb::make_tuple(data.attr("loser"), items);
  columns["annotator"] = ranked.comparisons().has_annotators()
                             ? nb::object(nb::make_tuple(data.attr("annotator"), data.attr("annotators")))
                             : nb::none();
  columns["weight"] = confidence_column(ranked.result.confidence, &Confidence::weight);
  columns["probability_correct"] = confidence_column(ranked.result.confidence, &Confidence::probability_correct);
  return columns;
}

Record annotator_columns(const Ranked& ranked) { return columns_of(ranked.result.annotators); }

template <void (*Write)(const RankResult&, Sink&)>
nb::str written_of(const Ranked& ranked) {
  return written<RankResult, Write>(ranked.result);
}

nb::str confidence_csv(const Ranked& ranked) {
  StringSink sink;
  write_confidence_csv(ranked.result, ranked.comparisons(), sink);
  return text(sink.text);
}

nb::str report_of(const Ranked& ranked, const std::string& title) {
  check_report_template();
  StringSink sink;
  write_report(ranked.result, ranked.comparisons(), {.title = title, .version = std::string(version())}, sink);
  return text(sink.text);
}

Records describe_methods() {
  Records list;
  for (const MethodInfo& method : methods()) {
    Record described;
    described["name"] = text(method.name);
    described["summary"] = text(method.summary);
    described["paper"] = text(method.paper);
    described["needs"] = text(method.needs());
    described["gives"] = text(method.gives());
    described["cost"] = text(method.cost);
    described["options"] = text_list(method.options);
    list.append(described);
  }
  return list;
}

void bind_result(nb::module_& module) {
  nb::class_<Ranked>(module, "RankResult", "A ranking, and the comparisons it was made from.")
      .def_ro("comparisons", &Ranked::data)
      .def_prop_ro("method", [](const Ranked& ranked) { return ranked.result.method; })
      .def_prop_ro("chosen_because", [](const Ranked& ranked) { return sentence(ranked.result.chosen_because); })
      .def_prop_ro("seed", [](const Ranked& ranked) { return ranked.result.seed; })
      .def_prop_ro("converged", [](const Ranked& ranked) { return ranked.result.converged(); })
      .def_prop_ro("status", [](const Ranked& ranked) { return text(name_of(ranked.result.convergence.status)); })
      .def_prop_ro("message", [](const Ranked& ranked) { return sentence(ranked.result.convergence.message); })
      .def_prop_ro("notes", [](const Ranked& ranked) { return sentence_list(ranked.result.notes); })
      .def("ranking_columns", &ranking_columns)
      .def("confidence_columns", &confidence_columns)
      .def("annotator_columns", &annotator_columns)
      .def("law", &describe_law, nb::arg("observer") = nb::none(), "By which probabilities are predicted.")
      .def("predict", &predict_ids, nb::arg("left"), nb::arg("right"), nb::arg("observer") = nb::none(),
           nb::arg("left_first") = false, "By id of the items; -1 is an unknown one.")
      .def("explain", &explain_item, nb::arg("item"), nb::arg("other"), nb::arg("rows"),
           nb::arg("observer") = nb::none(), "Why an item stands where it does, as JSON; `other` may be empty.")
      .def("json", &written_of<write_result_json>, "The whole result, as the command line writes it.")
      .def("summary_json", &written_of<write_summary_json>, "The same without the ranking and the annotators.")
      .def("ranking_csv", &written_of<write_ranking_csv>)
      .def("ranking_markdown", &written_of<write_ranking_markdown>)
      .def("annotators_csv", &written_of<write_annotators_csv>)
      .def("confidence_csv", &confidence_csv)
      .def("report", &report_of, nb::arg("title"), "The page that shows it, as HTML.");
}

void bind_compared(nb::module_& module) {
  nb::class_<CompareResult>(module, "CompareResult", "Methods on the same data, side by side.")
      .def_prop_ro("reading", [](const CompareResult& result) { return sentence(result.reading); })
      .def_prop_ro("notes", [](const CompareResult& result) { return sentence_list(result.notes); })
      .def("json", &written<CompareResult, write_compare_json>, "All of it, as the command line writes it.")
      .def("csv", &written<CompareResult, write_compare_csv>)
      .def("markdown", &written<CompareResult, write_compare_markdown>);
}

// `truth` by item of the data, NaN where it is not known; None if there is none.
CompareResult compare_data(const Comparisons& data, const std::optional<Doubles>& truth, const OptionValues& values,
                           const Callback& observer) {
  const auto options = options_from<CompareOptions>(values);
  data.check_borrowed();
  const std::span<const double> known = truth ? span_of(*truth) : std::span<const double>();
  return run_observed(observer, [&](Observer* watch) { return compare(data, options, known, watch); });
}

}  // namespace

void bind_methods(nb::module_& module) {
  nb::class_<WarmStart>(module, "Warm", "What a fit leaves for the next one on nearly the same data.")
      .def(nb::init<>());
  bind_result(module);
  bind_compared(module);
  module.def("rank", &rank_data, nb::arg("comparisons"), nb::arg("options") = OptionValues(),
             nb::arg("observer") = nb::none(), nb::arg("warm").none() = nb::none());
  module.def(
      "both_ways", [](const Data& data) { return columns_of(pairs_both_ways(nb::cast<const Comparisons&>(data))); },
      nb::arg("comparisons"), "Pairs that were asked with either item first.");
  module.def(
      "context_of", [](const OptionValues& options) { return context_of(options_from<RankOptions>(options)); },
      nb::arg("options"), "The columns that ranking with these options needs beside the comparisons.");
  module.def("compare", &compare_data, nb::arg("comparisons"), nb::arg("truth") = nb::none(),
             nb::arg("options") = OptionValues(), nb::arg("observer") = nb::none(),
             "`truth` by item id, NaN where it is not known.");
  module.def("methods", &describe_methods);
}

}  // namespace pdrank::python
