// Measures of score lists, predictions and whole rankings.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings.hpp"
#include "pdrank/metrics/answer_link.hpp"
#include "pdrank/metrics/calibration.hpp"
#include "pdrank/metrics/evaluate.hpp"
#include "pdrank/metrics/kendall.hpp"
#include "pdrank/metrics/paired_t_test.hpp"
#include "pdrank/metrics/prediction.hpp"
#include "pdrank/metrics/spearman.hpp"
#include "pdrank/metrics/top_k.hpp"

namespace pdrank::python {
namespace {

using Maybe = std::optional<Doubles>;

std::span<const double> span_or_empty(const Maybe& list) { return list ? span_of(*list) : std::span<const double>(); }

Record kendall(const Doubles& a, const Doubles& b) {
  const KendallTau found = kendall_tau(span_of(a), span_of(b));
  Record figures;
  figures["tau_a"] = found.tau_a;
  figures["tau_b"] = found.tau_b;
  figures["gamma"] = found.gamma;
  figures["pairs"] = found.pairs;
  figures["concordant"] = found.concordant;
  figures["discordant"] = found.discordant;
  figures["ties_a"] = found.ties_a;
  figures["ties_b"] = found.ties_b;
  figures["ties_both"] = found.ties_both;
  return figures;
}

Record evaluate_scores(const std::vector<std::string>& ranked, const Doubles& scores,
                       const std::vector<std::string>& known, const Doubles& truth, std::size_t top) {
  const Evaluation found = evaluate(match_scores(item_scores(ranked, scores), item_scores(known, truth)), top);
  Record figures;
  figures["items"] = found.items;
  figures["only_in_ranking"] = found.only_in_ranking;
  figures["only_in_truth"] = found.only_in_truth;
  figures["kendall_tau_a"] = found.kendall.tau_a;
  figures["kendall_tau_b"] = found.kendall.tau_b;
  figures["kendall_gamma"] = found.kendall.gamma;
  figures["spearman"] = found.spearman;
  figures["top_k"] = found.top_k;
  figures["top_k_overlap"] = found.top_k_overlap;
  return figures;
}

Record calibrate(const Doubles& probability, const Doubles& outcome, const Maybe& weight, std::size_t bins) {
  const Calibration found = measure_calibration(span_of(probability), span_of(outcome), span_or_empty(weight), bins);
  using Bin = CalibrationBin;
  Record figures;
  figures["expected_error"] = found.expected_error;
  figures["weight"] = column<double>(found.bins, [](const Bin& bin) { return bin.weight; });
  figures["mean_probability"] = column<double>(found.bins, [](const Bin& bin) { return bin.mean_probability; });
  figures["mean_outcome"] = column<double>(found.bins, [](const Bin& bin) { return bin.mean_outcome; });
  return figures;
}

Record t_test(const Doubles& a, const Doubles& b, double overlap) {
  const PairedTTest found = paired_t_test(span_of(a), span_of(b), overlap);
  Record figures;
  figures["mean_difference"] = found.mean_difference;
  figures["t"] = found.t;
  figures["degrees_of_freedom"] = found.degrees_of_freedom;
  figures["p_value"] = found.p_value;
  return figures;
}

// A measure of predictions, outcomes and weights.
template <double (*Measure)(std::span<const double>, std::span<const double>, std::span<const double>)>
double measure(const Doubles& predicted, const Maybe& outcome, const Maybe& weight) {
  return Measure(span_of(predicted), span_or_empty(outcome), span_or_empty(weight));
}

template <double (*Measure)(std::span<const double>, std::span<const double>)>
double of_two(const Doubles& a, const Doubles& b) {
  return Measure(span_of(a), span_of(b));
}

}  // namespace

void bind_metrics(nb::module_& module) {
  const auto a = nb::arg("a"), b = nb::arg("b");
  module.def("kendall_tau", &kendall, a, b,
             "Of two score lists: tau_a, tau_b, gamma, and the counts they are made of.");
  module.def("spearman_rho", &of_two<spearman_rho>, a, b);
  module.def(
      "top_k_overlap",
      [](const Doubles& first, const Doubles& second, std::size_t k) {
        return top_k_overlap(span_of(first), span_of(second), k);
      },
      a, b, nb::arg("k"), "How many of the k best are among the k best of the other.");
  module.def(
      "average_ranks", [](const Doubles& scores) { return array_of(average_ranks(span_of(scores))); },
      nb::arg("scores"));
  module.def("paired_t_test", &t_test, a, b, nb::arg("overlap") = 0.0);

  const auto outcome = nb::arg("outcome") = nb::none(), weight = nb::arg("weight") = nb::none();
  module.def("label_accuracy", &measure<label_accuracy>, nb::arg("margin"), outcome, weight);
  module.def("log_loss", &measure<log_loss>, nb::arg("probability"), outcome, weight);
  module.def("fit_slope", &measure<fit_slope>, nb::arg("margin"), outcome, weight);
  module.def(
      "logistic_loss",
      [](const Doubles& margin, double slope, const Maybe& observed, const Maybe& weights) {
        return logistic_loss(span_of(margin), span_or_empty(observed), span_or_empty(weights), slope);
      },
      nb::arg("margin"), nb::arg("slope"), outcome, weight);
  module.def("calibration", &calibrate, nb::arg("probability"), nb::arg("outcome"), weight, nb::arg("bins") = 10);
  module.def("evaluate", &evaluate_scores, nb::arg("items"), nb::arg("scores"), nb::arg("true_items"),
             nb::arg("true_scores"), nb::arg("top"), "A ranking held against the truth, matched by name.");
}

}  // namespace pdrank::python
