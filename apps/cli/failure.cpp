#include "failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "commands.hpp"
#include "option_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/spelling.hpp"

namespace pdrank::cli {
namespace {

// "--gamma=1" -> "--gamma"
std::string flag_of(const std::string& word) { return word.substr(0, word.find('=')); }

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  return flags;
}

}  // namespace

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

namespace {

// A word that is no command, where one should be.
std::string no_command(const CLI::App& program, const std::string& word) {
  if (word.starts_with('-')) {
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
      if (command->get_option_no_throw(flag_of(word)))
        return fmt::format("options come after a command: {} {} {}", program.get_name(), command->get_name(), word);
    return fmt::format("there is no option {}{}", word, did_you_mean(word, flags_of(program)));
  }
  if (word.find_first_of("./") != std::string::npos)
    return fmt::format("there is no file '{}', and no command of that name", word);
  std::vector<std::string> names = command_names(program);
  names.push_back("help");
  return fmt::format("there is no command '{}'{}", word, did_you_mean(word, names));
}

// An option that the command does not have; empty if it is another word that is too many.
std::string no_option(const CLI::App& command) {
  for (const std::string& word : command.remaining())
    if (word.starts_with('-'))
      return fmt::format("there is no option {}{}", flag_of(word), did_you_mean(flag_of(word), flags_of(command)));
  return {};
}

}  // namespace

Failure failure_of(const CLI::App& program, const CLI::ParseError& error, const std::string& first_argument) {
  if (program.get_subcommands().empty() && !first_argument.empty())
    return {kWrongUsage, fmt::format("{} (see {} --help)", no_command(program, first_argument), program.get_name())};
  std::string where = program.get_name(), what = error.what();  // CLI11's own word for what is wrong
  for (const CLI::App* chosen : program.get_subcommands()) {
    where += " " + chosen->get_name();
    if (dynamic_cast<const CLI::ExtrasError*>(&error))
      if (std::string unknown = no_option(*chosen); !unknown.empty()) what = std::move(unknown);
  }
  std::ranges::replace(what, '\n', ' ');
  return {kWrongUsage, fmt::format("{} (see {} --help)", what, where)};
}

}  // namespace pdrank::cli
