#include "pdrank/methods/automatic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "pdrank/core/words.hpp"

namespace pdrank {
namespace {

// Size: items and answers that the method tells apart, together. Up to here the posterior's chains need half a minute
// or so on two cores.
constexpr std::uint64_t kMostForPosterior = 60'000;
constexpr int kMostSweeps = 5000;  // then it is PD-Rank after all
// PD-Rank's resamples may draw so much in all, which takes about as long; fewer than kFewestResamples say too little.
constexpr std::uint64_t kMostResampled = 20'000'000;
constexpr std::uint64_t kMostResamples = 40, kFewestResamples = 10;

int resamples_for(std::uint64_t size) {
  const std::uint64_t affordable = kMostResampled / size;
  return affordable < kFewestResamples ? 0 : static_cast<int>(std::min(affordable, kMostResamples));
}

// Whether the method reads every option that the caller has set.
bool reads_all(const MethodInfo& method, const RankOptions& options) {
  return std::ranges::all_of(rank_option_records(), [&](const OptionRecord& record) {
    return !is_set(options, record) || uses_option(method, record.name);
  });
}

bool wants_pdrank(const RankOptions& options) {
  return options.preset != "default" || !reads_all(find_method("posterior"), options);
}

// Where no answer contradicts another, all of them may be right, or most may be coin tosses that say nothing about the
// order: m items have m! orders, n coin tosses 2^n outcomes, and with few answers the posterior settles for the latter.
bool noise_is_open(const MethodInput& input) {
  constexpr double kFewItems = 10;
  const double items = input.graph().node_count();
  if (items <= kFewItems || input.strong.count() < input.graph().node_count()) return false;
  const double answers = std::accumulate(input.graph().count.begin(), input.graph().count.end(), 0.0);
  return items * (std::log(items) - 1) > 0.5 * std::numbers::ln2 * answers;
}

void choose_pdrank(AutomaticChoice& choice, int resamples, const std::string& why) {
  choice.method = &find_method("pdrank");
  if (!choice.options.standard_errors) resamples = 0;  // nobody looks at what comes of them
  if (resamples > 0) choice.options.bootstrap = resamples;
  choice.reason =
      resamples > 0 ? fmt::format("with {} resamples, {}", resamples, why) : fmt::format("without ranges, {}", why);
}

}  // namespace

const MethodInfo& method_for(const RankOptions& options) {
  if (options.method != "auto") return find_method(options.method);
  return find_method(wants_pdrank(options) ? "pdrank" : "posterior");
}

RankOptions with_method(RankOptions options, std::string_view text) {
  const MethodText split = split_method(text);
  options.method = split.method;
  for (const auto& [name, value] : split.settings) set_option(options, name, value);
  validate(options);
  check_options(method_for(options), options);
  return options;
}

bool suits_posterior(std::uint64_t size, std::uint64_t times) { return size <= kMostForPosterior / times; }

AutomaticChoice choose_method(const RankOptions& options, const MethodInput& input) {
  AutomaticChoice choice{&method_for(options), options, {}};
  if (options.method != "auto") return choice;
  const std::uint64_t answers = input.data.has_annotators() ? input.data.size() : input.graph().edge_count();
  const std::uint64_t size = input.graph().node_count() + answers;
  if (wants_pdrank(options) || !reads_all(find_method("pdrank"), options)) {
    choice.reason = "chosen because of the options given";
  } else if (noise_is_open(input)) {
    choose_pdrank(choice, 0,
                  "chosen because the answers are few and do not contradict each other: how much noise there is, they "
                  "cannot tell");
  } else if (suits_posterior(size)) {
    choice.reason = fmt::format("chosen because the data are small enough ({} items and answers)", grouped(size));
    if (!choice.options.max_sweeps) choice.options.max_sweeps = kMostSweeps;
  } else {
    choose_pdrank(choice, resamples_for(size),
                  fmt::format("chosen because {} items and answers are many for the posterior (--method posterior)",
                              grouped(size)));
  }
  return choice;
}

std::optional<AutomaticChoice> second_choice(const RankOptions& options, const MethodInput& input,
                                             const AutomaticChoice& first, const Convergence& ended) {
  const bool chosen =
      options.method == "auto" && first.method->name == "posterior" && reads_all(find_method("pdrank"), options);
  if (!chosen || ended.status != Termination::round_limit) return std::nullopt;
  AutomaticChoice choice{nullptr, options, {}};
  choose_pdrank(choice, resamples_for(input.graph().node_count() + input.data.size()),
                fmt::format("chosen because the posterior's chains did not agree within {} sweeps (--method posterior "
                            "goes on longer)",
                            ended.rounds));
  return choice;
}

}  // namespace pdrank
