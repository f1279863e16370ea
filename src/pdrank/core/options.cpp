#include "pdrank/core/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "pdrank/core/errors.hpp"

namespace pdrank {
namespace {

const std::vector<OptionRecord>& records() {
  static const std::vector<OptionRecord> all = {
      {"method", "", "ranking method; `pdrank methods` lists them", &RankOptions::method},
      {"preset",
       "",
       "default settings: this program's, or the paper's for the size of the data",
       &RankOptions::preset,
       0,
       0,
       {"default", "paper"}},
      {"ties",
       "",
       "what a tie counts for: half a win each way, nothing, or an error",
       &RankOptions::ties,
       0,
       0,
       {"half", "drop", "error"}},
      {"component",
       "",
       "what to rank: everything, the largest connected or the largest strongly connected part",
       &RankOptions::component,
       0,
       0,
       {"all", "largest", "strong"}},
      {"solver", "", "solver of each round", &RankOptions::solver, 0, 0, {"newton", "pdhg"}},
      {"gamma", "gamma", "strength of the pull of all scores towards zero", &RankOptions::gamma, 1e-12, 1e12},
      {"epsilon", "eps", "bounds the weight of a comparison by 1/epsilon", &RankOptions::epsilon, 1e-12, 1e3},
      {"max_rounds", "", "most rounds of reweighting", &RankOptions::max_rounds, 1, 1e6},
      {"round_tolerance", "eps_out", "rounds end when weights or scores change by less, relatively",
       &RankOptions::round_tolerance, 0, 1},
      {"inner_rule",
       "",
       "what ends the solve of a round: the optimality residual, or (paper) the change of cost",
       &RankOptions::inner_rule,
       0,
       0,
       {"kkt", "cost"}},
      {"inner_tolerance", "eps_in", "what inner-rule must fall below", &RankOptions::inner_tolerance, 0, 1},
      {"max_iterations", "", "most solver iterations in a round", &RankOptions::max_iterations, 1, 1e9},
      {"seed", "", "seed of random numbers (only the step bound of the pdhg solver draws any)", &RankOptions::seed, 0,
       0x1.0p64},
      {"threads",
       "",
       "threads; 0 = one for each core. Does not change the result",
       &RankOptions::threads,
       0,
       4096,
       {},
       false},
  };
  return all;
}

template <class T>
constexpr bool kIsOptional = false;
template <class T>
constexpr bool kIsOptional<std::optional<T>> = true;

// visit(value) unless the field has none.
template <class Visit>
void visit_value(const RankOptions& options, const OptionRecord& record, Visit&& visit) {
  std::visit(
      [&](auto member) {
        const auto& field = options.*member;
        if constexpr (kIsOptional<std::decay_t<decltype(field)>>) {
          if (field) visit(*field);
        } else {
          visit(field);
        }
      },
      record.field);
}

void check(const OptionRecord& record, const std::string& value) {
  if (record.choices.empty() || std::ranges::find(record.choices, value) != record.choices.end()) return;
  throw InvalidArgument(std::string(record.name), fmt::format("'{}'", value),
                        fmt::format("must be one of {}", fmt::join(record.choices, ", ")));
}

template <class Number>
void check(const OptionRecord& record, Number value) {
  const double number = static_cast<double>(value);
  if (number >= record.low && number <= record.high) return;  // false for NaN
  throw InvalidArgument(std::string(record.name), fmt::format("{}", value),
                        fmt::format("must be between {} and {}", record.low, record.high));
}

template <class T>
void set_default(std::optional<T>& field, T value) {
  if (!field) field = std::move(value);
}

}  // namespace

std::span<const OptionRecord> rank_option_records() { return records(); }

void validate(const RankOptions& options) {
  for (const OptionRecord& record : records())
    visit_value(options, record, [&](const auto& value) { check(record, value); });
}

std::string option_text(const RankOptions& options, const OptionRecord& record) {
  std::string text;
  visit_value(options, record, [&](const auto& value) { text = fmt::format("{}", value); });
  return text;
}

RankOptions resolve_preset(const RankOptions& options, std::uint64_t item_count) {
  RankOptions resolved = options;
  const bool paper = options.preset == "paper", large = item_count > 500;
  set_default(resolved.solver, std::string(paper ? "pdhg" : "newton"));
  set_default(resolved.inner_rule, std::string(paper ? "cost" : "kkt"));
  set_default(resolved.gamma, paper ? 1e-4 : 1e-3);
  set_default(resolved.epsilon, 1e-2);
  set_default(resolved.max_rounds, 200);
  set_default(resolved.round_tolerance, paper && large ? 1e-1 : 1e-2);
  set_default(resolved.inner_tolerance, paper ? (large ? 1e-3 : 1e-2) : 1e-9);
  set_default(resolved.max_iterations, *resolved.solver == "pdhg" ? 1'000'000 : 1000);
  return resolved;
}

}  // namespace pdrank
