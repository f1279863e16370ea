#include "pdrank/core/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parse_number.hpp"

namespace pdrank {
namespace {

const std::vector<OptionRecord>& records() {
  static const std::vector<OptionRecord> all = {
      {"method", "", "ranking method (`pdrank methods` tells more)", &RankOptions::method},
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
      {"few", "",
       "flag items with fewer comparisons than this, and those linked to the rest by one pair alone that has fewer; "
       "0 = none",
       &RankOptions::few, 0, 1e9},
      {"solver", "", "solver of each round", &RankOptions::solver, 0, 0, {"newton", "pdhg"}},
      {"gamma",
       "gamma",
       "strength of the pull of all scores towards zero; auto: pdrank chooses it and the rounds by held-out "
       "comparisons, other methods have their own way",
       &RankOptions::gamma,
       0,
       1e12,
       {},
       true,
       true},
      {"epsilon", "eps", "bounds the weight of a comparison by 1/epsilon", &RankOptions::epsilon, 1e-12, 1e3},
      {"max_rounds", "", "most rounds of reweighting", &RankOptions::max_rounds, 1, 1e6},
      {"round_tolerance", "eps_out", "rounds end when weights or scores change by less, relatively",
       &RankOptions::round_tolerance, 0, 1},
      {"inner_rule",
       "",
       "how far a round is solved: roughly, until the rounds settle; every one to the optimality residual; or (paper) "
       "to "
       "the change of cost",
       &RankOptions::inner_rule,
       0,
       0,
       {"rough", "kkt", "cost"}},
      {"inner_tolerance", "eps_in", "what inner-rule must fall below", &RankOptions::inner_tolerance, 0, 1},
      {"max_iterations", "", "most solver iterations in a round", &RankOptions::max_iterations, 1, 1e9},
      {"transform",
       "",
       "hodgerank: how the share of wins of a pair becomes a score difference",
       &RankOptions::transform,
       0,
       0,
       {"linear", "log-odds", "probit", "arcsine"}},
      {"svm_cost", "", "svm: price of a pair on the wrong side of the margin", &RankOptions::svm_cost, 1e-9, 1e9},
      {"elo_k", "", "elo: points that one answer can move", &RankOptions::elo_k, 1e-6, 1e6},
      {"bootstrap", "",
       "rank so many resamples of the rows as well, to see how far ranks could be otherwise; 200 to 1000 are usual, 0 "
       "is none",
       &RankOptions::bootstrap, 0, 100'000},
      {"level", "", "probability of the rank ranges, and that tiers are told apart with", &RankOptions::level, 0.5,
       0.999},
      {"seed", "", "seed of random numbers, for resamples and methods that draw any", &RankOptions::seed, 0, 0x1.0p64},
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
  if (record.may_be_auto && number == kAuto) return;
  if (number >= record.low && number <= record.high) return;  // false for NaN
  throw InvalidArgument(std::string(record.name), fmt::format("{}", value),
                        fmt::format("must be between {} and {}", record.low, record.high));
}

template <class Value>
std::string text_of(const OptionRecord& record, const Value& value) {
  if constexpr (std::is_same_v<Value, double>)
    if (record.may_be_auto && value == kAuto) return "auto";
  return fmt::format("{}", value);
}

template <class Number>
std::optional<Number> parse_value(const OptionRecord& record, std::string_view text) {
  if constexpr (std::is_same_v<Number, double>)
    if (record.may_be_auto && text == "auto") return kAuto;
  return parse_number<Number>(text);
}

const OptionRecord& find_record(std::string_view name) {
  const auto found = std::ranges::find(records(), name, &OptionRecord::name);
  if (found == records().end()) throw InvalidArgument("option", fmt::format("'{}'", name), "there is no such option");
  return *found;
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
  visit_value(options, record, [&](const auto& value) { text = text_of(record, value); });
  return text;
}

std::string default_text(const OptionRecord& record) { return option_text(resolve_preset({}, 2), record); }

bool is_set(const RankOptions& options, const OptionRecord& record) {
  if (record.name == "bootstrap") return options.bootstrap.value_or(0) > 0;  // 0 asks for none
  bool set = false;
  std::visit(
      [&](auto member) {
        if constexpr (kIsOptional<std::decay_t<decltype(options.*member)>>) set = (options.*member).has_value();
      },
      record.field);
  return set;
}

bool is_left_open(const std::optional<double>& number) { return !number || *number == kAuto; }

namespace {

template <class Value>
std::string kind_wanted(const OptionRecord& record) {
  if (record.may_be_auto) return "must be a number or auto";
  if (std::is_unsigned_v<Value>) return "must be a whole number, 0 or more";
  return std::is_integral_v<Value> ? "must be a whole number" : "must be a number";
}

}  // namespace

void set_option(RankOptions& options, std::string_view name, std::string_view text) {
  const OptionRecord& record = find_record(name);
  std::visit(
      [&](auto member) {
        using Value = typename ValueOf<std::decay_t<decltype(options.*member)>>::type;
        if constexpr (std::is_same_v<Value, std::string>) {
          options.*member = std::string(text);
        } else if (const auto value = parse_value<Value>(record, text)) {
          options.*member = *value;
        } else {
          throw InvalidArgument(std::string(name), fmt::format("'{}'", text), kind_wanted<Value>(record));
        }
      },
      record.field);
}

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

RankOptions resolve_preset(const RankOptions& options, std::uint64_t item_count) {
  RankOptions resolved = options;
  const bool paper = options.preset == "paper", large = item_count > 500;
  set_default(resolved.solver, std::string(paper ? "pdhg" : "newton"));
  set_default(resolved.inner_rule, std::string(paper ? "cost" : "rough"));
  set_default(resolved.gamma, paper ? 1e-4 : kAuto);
  set_default(resolved.epsilon, 1e-2);
  set_default(resolved.max_rounds, 200);
  set_default(resolved.round_tolerance, paper && large ? 1e-1 : 1e-2);
  set_default(resolved.inner_tolerance, paper ? (large ? 1e-3 : 1e-2) : 1e-9);
  set_default(resolved.max_iterations, *resolved.solver == "pdhg" ? 1'000'000 : 1000);
  set_default(resolved.transform, std::string("linear"));
  set_default(resolved.svm_cost, 1.0);
  set_default(resolved.elo_k, 32.0);
  set_default(resolved.bootstrap, 0);
  return resolved;
}

}  // namespace pdrank
