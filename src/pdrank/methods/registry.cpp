#include "pdrank/methods/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/spelling.hpp"
#include "pdrank/methods/fragility.hpp"
#include "pdrank/methods/grades.hpp"

// One line a method: METHOD(name) is the function name_method() of a file in this folder. In the order they are listed.
// clang-format off
#define PDRANK_METHODS(METHOD) \
  METHOD(posterior) \
  METHOD(pdrank) \
  METHOD(bradley_terry) \
  METHOD(i_lsr) \
  METHOD(rank_centrality) \
  METHOD(asr) \
  METHOD(hodgerank) \
  METHOD(borda) \
  METHOD(win_rate) \
  METHOD(svm) \
  METHOD(multistage) \
  METHOD(crowd_bt) \
  METHOD(elo) \
  METHOD(kemeny)
// clang-format on

namespace pdrank {

#define PDRANK_DECLARE(name) MethodInfo name##_method();
PDRANK_METHODS(PDRANK_DECLARE)
#undef PDRANK_DECLARE

namespace {

constexpr std::array<std::string_view, 15> kCommonOptions = {
    "method",    "half_life",  "preset",     "ties",         "component", "few",  "bootstrap", "certify",
    "fragility", "split_half", "boundaries", "simultaneous", "level",     "seed", "threads"};

const std::vector<MethodInfo>& all_methods() {
#define PDRANK_CALL(name) name##_method(),
  static const std::vector<MethodInfo> all = {PDRANK_METHODS(PDRANK_CALL)};
#undef PDRANK_CALL
  return all;
}

std::string listed(const std::vector<std::string_view>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

void check_shares(const RankOptions& options) {
  if (options.scale != ScaleKind::share) return;
  const auto refuse = [&](const std::string& rule) { throw InvalidArgument("scale", "share", rule); };
  if (options.anchor) refuse(fmt::format("shares add up to 1, whatever {} says", option_named("anchor")));
  if (options.by || options.drift)
    refuse(fmt::format("shares are of one board at one time, without {} and {}", option_named("by"),
                       option_named("drift")));
}

// "method borda does not use it; bradley-terry, crowd-bt do"
std::string not_used_by(const MethodInfo& method, std::string_view option) {
  std::vector<std::string_view> users;
  for (const MethodInfo& one : all_methods())
    if (uses_option(one, option)) users.push_back(one.name);
  return fmt::format("method {} does not use it; {} {}", method.name, listed(users), users.size() == 1 ? "does" : "do");
}

}  // namespace

std::string MethodInfo::needs() const {
  std::vector<std::string_view> parts;
  if (needs_strong) parts.push_back("every item reachable from every other along wins");
  if (needs_annotators) parts.push_back("annotators");
  if (parts.empty()) parts.push_back("nothing (disconnected parts are ranked one by one)");
  return listed(parts);
}

std::string MethodInfo::gives() const {
  std::vector<std::string_view> parts = {"scores"};
  if (gives_draws) parts.push_back("rank ranges, tiers and the probability of every comparison");
  if (gives_weights) parts.push_back("weight of every comparison");
  if (gives_standard_errors) parts.push_back("standard errors");
  if (gives_annotators) parts.push_back("reliability of every annotator");
  return listed(parts);
}

std::span<const MethodInfo> methods() { return all_methods(); }

std::vector<std::string> method_names() {
  std::vector<std::string> names = {"auto"};
  for (const MethodInfo& method : methods()) names.emplace_back(method.name);
  return names;
}

std::vector<std::string> option_choices(const OptionInfo& option) {
  if (option.name == "method") return method_names();
  return {option.choices.begin(), option.choices.end()};
}

const MethodInfo& find_method(std::string_view name) {
  const auto is_it = [name](std::string_view known) { return is_same_name(known, name); };
  for (const MethodInfo& method : all_methods())
    if (is_it(method.name) || std::ranges::any_of(method.aliases, is_it)) return method;
  const std::vector<std::string> known = method_names();
  throw InvalidArgument("method", fmt::format("'{}'", name),
                        fmt::format("must be one of {}{}", fmt::join(known, ", "), did_you_mean(name, known)));
}

std::span<const std::string_view> common_options() { return kCommonOptions; }

bool uses_option(const MethodInfo& method, std::string_view option) {
  if (option == "bootstrap" && method.gives_draws) return false;
  return std::ranges::find(kCommonOptions, option) != kCommonOptions.end() ||
         std::ranges::find(method.options, option) != method.options.end();
}

bool takes_part(const MethodInfo& method, std::string_view option, const RankOptions& options) {
  const bool draws_clusters = option == "cluster" && options.bootstrap.value_or(0) > 0;
  const bool bounds_proof = options.certify && (option == "max_rounds" || option == "max_iterations");
  return uses_option(method, option) || draws_clusters || bounds_proof;
}

void check_options(const MethodInfo& method, const RankOptions& options) {
  for (const OptionRecord<RankOptions>& record : RankOptions::table())
    if (is_set(options, record) && !takes_part(method, record.name, options))
      throw InvalidArgument(std::string(record.name), option_text(options, record), not_used_by(method, record.name));
  if (is_tie_law(options.ties) && !method.models_ties)
    throw InvalidArgument("ties", std::string(name_of(options.ties)),
                          fmt::format("method {} has no law of ties; half counts a tie as half a win each way, and "
                                      "posterior has such a law",
                                      method.name));
  if (!is_left_open(options.gamma) && *options.gamma < method.least_gamma)
    throw InvalidArgument("gamma", fmt::format("{}", *options.gamma),
                          fmt::format("method {} needs at least {}", method.name, method.least_gamma));
  if (options.simultaneous && !method.gives_draws && options.bootstrap.value_or(0) == 0)
    throw InvalidArgument(
        "simultaneous", "true",
        fmt::format("method {} gives no rank ranges without {}", method.name, option_named("bootstrap")));
  if (options.boundaries) parse_boundaries(*options.boundaries);
  if (options.fragility) parse_fragility(*options.fragility);
  check_shares(options);
  if (options.preset != Preset::standard && method.name != "pdrank")
    throw InvalidArgument("preset", std::string(name_of(options.preset)),
                          fmt::format("method {} has no such preset", method.name));
}

RankOptions resolve(const MethodInfo& method, RankOptions options, bool is_strong, std::uint64_t items) {
  if (method.set_defaults) method.set_defaults(options, is_strong);
  if (options.certify && !options.max_iterations && !uses_option(method, "max_iterations"))
    options.max_iterations = defaults::kMaxProofIterations;
  options = resolve_preset(options, items);
  options.method = method.name;
  if (options.ties == TieRule::automatic) options.ties = method.models_ties ? TieRule::rao_kupper : TieRule::half;
  if (method.check_options) method.check_options(options, is_strong);
  return options;
}

void check_needs(const MethodInfo& method, const MethodInput& input) {
  if (method.needs_annotators && !input.data.has_annotators())
    throw NotApplicable(method.name, "it must be known who gave each answer, but the data name no annotators");
  if (method.needs_strong && !input.is_strong())
    throw NotApplicable(
        method.name,
        fmt::format("every item must be reachable from every other along wins, but the data fall into {} parts in "
                    "which that holds (largest: {} of {} items); {} strong ranks the largest",
                    input.strong.count(), input.strong.sizes.front(), input.graph().node_count(),
                    option_named("component")));
}

}  // namespace pdrank
