// The options of a ranking run, each described once: the command line's flags and help, the JSON result and the checks
// are made from the records below. A field `max_rounds` is the flag --max-rounds and the JSON key max_rounds.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pdrank {

// The value of a number that the program is to choose from the data: the text "auto". Only records with `may_be_auto`
// take it. It is no number that anybody means.
inline constexpr double kAuto = std::numeric_limits<double>::lowest();

// Fields without a value are decided by the preset, some of them by the size of the data.
struct RankOptions {
  std::string method = "auto";
  std::string preset = "default";
  std::string ties = "half";
  std::string component = "all";
  int few = 5;
  std::optional<std::string> solver = std::nullopt;
  std::optional<double> gamma = std::nullopt;
  std::optional<double> epsilon = std::nullopt;
  std::optional<int> max_rounds = std::nullopt;
  std::optional<double> round_tolerance = std::nullopt;
  std::optional<std::string> inner_rule = std::nullopt;
  std::optional<double> inner_tolerance = std::nullopt;
  std::optional<int> max_iterations = std::nullopt;
  std::optional<std::string> transform = std::nullopt;
  std::optional<double> svm_cost = std::nullopt;
  std::optional<double> elo_k = std::nullopt;
  std::optional<int> bootstrap = std::nullopt;
  double level = 0.9;
  std::uint64_t seed = 1;
  int threads = 0;
  bool standard_errors = true;  // not a flag: where nobody looks at them, they need not be computed
  bool keep_draws = false;      // not a flag: the result keeps the draws of the scores, for predictions
};

struct OptionRecord {
  using Field = std::variant<std::string RankOptions::*, std::optional<std::string> RankOptions::*,
                             std::optional<double> RankOptions::*, std::optional<int> RankOptions::*,
                             std::uint64_t RankOptions::*, int RankOptions::*, double RankOptions::*>;

  std::string_view name;    // snake_case
  std::string_view symbol;  // of the paper; empty where it has none
  std::string_view help;
  Field field;
  double low = 0, high = 0;                    // numbers: low <= value <= high
  std::vector<std::string_view> choices = {};  // texts: one of these; empty = checked elsewhere (methods)
  bool affects_result = true;                  // false: left out of the result, which does not depend on it
  bool may_be_auto = false;                    // numbers: kAuto is a value too
};

std::span<const OptionRecord> rank_option_records();

// Throws InvalidArgument for the first field that is out of its range.
void validate(const RankOptions& options);

// The value as text, empty where it has none.
std::string option_text(const RankOptions& options, const OptionRecord& record);

// What the default preset fills in on small data, as text; empty where nothing does.
std::string default_text(const OptionRecord& record);

// The type of a field's value: of an optional, what it holds.
template <class T>
struct ValueOf {
  using type = T;
};
template <class T>
struct ValueOf<std::optional<T>> {
  using type = T;
};

// Whether the caller has set a field that is otherwise decided by the preset or the method.
bool is_set(const RankOptions& options, const OptionRecord& record);

// Whether a number is left to the method: unset, or kAuto.
bool is_left_open(const std::optional<double>& number);

// Sets a field from text, as option_text writes it. InvalidArgument for an unknown name or a text of the wrong type.
void set_option(RankOptions& options, std::string_view name, std::string_view text);

// "hodgerank:transform=probit:max-rounds=5": a method, and options of its own.
struct MethodText {
  std::string method;
  std::vector<std::pair<std::string, std::string>> settings;  // option, spelled as in its record -> value
};

// InvalidArgument, field "methods", where an option has no value. Whether there is such a method or option is not
// asked.
MethodText split_method(std::string_view text);

// Fills what is unset from the preset: "default", or "paper" (paper, appendix "Parameters" and "Stopping criteria").
RankOptions resolve_preset(const RankOptions& options, std::uint64_t item_count);

}  // namespace pdrank
