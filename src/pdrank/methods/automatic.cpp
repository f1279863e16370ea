#include "pdrank/methods/automatic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/spelling.hpp"

namespace pdrank {
namespace {

constexpr std::string_view kAutomatic = "auto";

// The method to name for an option: PD-Rank if it reads it, otherwise the first that does.
std::string_view first_reader(std::string_view option) {
  if (uses_option(find_method("pdrank"), option)) return "pdrank";
  return std::ranges::find_if(methods(), [&](const MethodInfo& method) { return uses_option(method, option); })->name;
}

}  // namespace

bool is_automatic(const RankOptions& options) { return is_same_name(options.method, kAutomatic); }

std::string spelled_method(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(':'));
  const std::string_view known = is_same_name(name, kAutomatic) ? kAutomatic : find_method(name).name;
  return fmt::format("{}{}", known, text.substr(name.size()));
}

const MethodInfo& method_for(const RankOptions& options) {
  if (!is_automatic(options)) return find_method(options.method);
  return find_method(options.preset == Preset::standard ? "posterior" : "pdrank");
}

void check_method(const RankOptions& options) {
  const MethodInfo& method = method_for(options);
  if (is_automatic(options))
    for (const OptionRecord<RankOptions>& record : RankOptions::table())
      if (is_set(options, record) && !takes_part(method, record.name, options))
        throw InvalidArgument(std::string(record.name), option_text(options, record),
                              fmt::format("the default method, {}, has no such option; add {} {}", method.name,
                                          option_named("method"), first_reader(record.name)));
  check_options(method, options);
}

RankOptions with_method(RankOptions options, std::string_view text) {
  const MethodText split = split_method(spelled_method(text));
  options.method = split.method;
  for (const auto& [name, value] : split.settings) set_option(options, name, value);
  validate(options);
  check_method(options);
  return options;
}

}  // namespace pdrank
