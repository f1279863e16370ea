#include "failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "option_flags.hpp"
#include "pdrank/core/errors.hpp"

namespace pdrank::cli {

Failure failure_of(const CLI::App& app, const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const InvalidArgument& error) {
    return {kWrongUsage, fmt::format("{} is {}, but {}", flag_or_field(app, error.field()), error.value(),
                                     with_flags(error.rule()))};
  } catch (const InputError& error) {
    return {kBadData, with_flags(error.message())};
  } catch (const NotApplicable& error) {
    return {kNotConverged, with_flags(error.message())};
  } catch (const Stopped&) {
    return {kInterrupted, "stopped; nothing was written"};
  } catch (const std::bad_alloc&) {
    return {kBadData, "out of memory"};
  } catch (const std::exception& error) {
    return {kBadData, fmt::format("unexpected: {}", error.what())};
  }
}

// CLI11's own word for what is wrong.
Failure failure_of(const CLI::App& program, const CLI::ParseError& error, std::string_view first_argument) {
  if (program.get_subcommands().empty() && !first_argument.empty())
    return {kWrongUsage, fmt::format("there is no command '{}' (see {} --help)", first_argument, program.get_name())};
  std::string where = program.get_name();
  for (const CLI::App* chosen : program.get_subcommands()) where += " " + chosen->get_name();
  std::string what = error.what();
  std::ranges::replace(what, '\n', ' ');
  return {kWrongUsage, fmt::format("{} (see {} --help)", what, where)};
}

}  // namespace pdrank::cli
