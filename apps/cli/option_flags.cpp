#include "option_flags.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parse_number.hpp"
#include "pdrank/core/spelling.hpp"
#include "pdrank/methods/registry.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

std::string joined(const std::vector<std::string>& choices) { return fmt::format("{}", fmt::join(choices, "|")); }

std::string placeholder(const OptionInfo& option, const std::vector<std::string>& choices) {
  if (option.may_be_auto) return "X|auto";
  if (!option.placeholder.empty()) return std::string(option.placeholder);
  return choices.empty() ? "X" : joined(choices);
}

// "what it means: its choices, if the placeholder does not show them (paper: symbol) [default]"
std::string describe(const OptionInfo& option, const std::vector<std::string>& choices,
                     const std::string& default_text) {
  std::string text = option.help;
  if (!option.placeholder.empty() && !choices.empty()) text += fmt::format(": {}", fmt::join(choices, ", "));
  if (!option.symbol.empty()) text += fmt::format(" (paper: {})", option.symbol);
  if (!default_text.empty()) text += fmt::format(" [{}]", default_text);
  return with_flags(text);
}

// The text "auto" beside numbers; others are left for CLI11 to convert, or to complain about.
void accept_auto(CLI::Option* flag) {
  flag->transform(CLI::Validator(
      [](std::string& text) {
        if (text == "auto") text = fmt::format("{}", kAuto);
        return std::string();
      },
      ""));
}

void add_switch(CLI::App& app, const OptionInfo& option, bool is_on, std::function<void(const OptionValue&)> set) {
  const std::string help = is_on ? "do not " + option.help : option.help;
  app.add_flag_callback(
      flag_name(is_on ? fmt::format("no_{}", option.name) : option.name), [set, is_on] { set(!is_on); },
      with_flags(help));
}

}  // namespace

std::string flag_name(std::string_view field) {
  std::string flag = fmt::format("--{}", field);
  std::ranges::replace(flag, '_', '-');
  return flag;
}

std::string flag_or_field(const CLI::App& app, std::string_view field) {
  const std::string flag = flag_name(field);
  return app.get_option_no_throw(flag) ? flag : std::string(field);
}

std::string with_flags(std::string_view sentence) { return spell_options(sentence, flag_name); }

void limit_to(CLI::Option* option, const std::vector<std::string>& choices) {
  option->type_name(joined(choices));
  option->transform(CLI::Validator(
      [choices](std::string& text) {
        for (const std::string& choice : choices)
          if (is_same_name(choice, text)) {
            text = choice;
            return std::string();
          }
        return fmt::format("'{}' is none of {}{}", text, fmt::join(choices, ", "), did_you_mean(text, choices));
      },
      ""));  // the type name says it already
}

void limit_to_whole_numbers(CLI::Option* option) {
  option->check(CLI::Validator(
      [](const std::string& text) {
        return parse_number<std::uint64_t>(text) ? std::string() : fmt::format("'{}' is not a whole number", text);
      },
      ""));
}

void limit_to_names(CLI::Option* option) {
  option->check(
      CLI::Validator([](const std::string& text) { return text.empty() ? "the file name is empty" : ""; }, ""));
}

void add_option_flag(CLI::App& app, const OptionInfo& option, const std::string& default_text,
                     std::function<void(const OptionValue&)> set) {
  if (std::holds_alternative<bool>(option.type)) return add_switch(app, option, default_text == "true", std::move(set));
  const std::vector<std::string> choices = option_choices(option);
  std::visit(
      [&]<class Value>(const Value&) {
        CLI::Option* flag =
            app.add_option_function<Value>(flag_name(option.name), set, describe(option, choices, default_text));
        flag->type_name(placeholder(option, choices));
        if (option.may_be_auto) accept_auto(flag);
        if (option.placeholder == "FILE" || option.placeholder == "DIR") limit_to_names(flag);
        if constexpr (std::is_unsigned_v<Value>) limit_to_whole_numbers(flag);
        if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
          if (option.is_repeated)
            flag->allow_extra_args(false);
          else
            flag->delimiter(',');
        }
      },
      option.type);
}

CLI::Option* flag_of(CLI::App& app, std::string_view name) {
  const auto is_it = [name](const CLI::Option* option) {
    return std::ranges::any_of(option->get_lnames(),
                               [name](const std::string& long_name) { return "--" + long_name == name; });
  };
  const std::vector<CLI::Option*> options = app.get_options();
  return *std::ranges::find_if(options, is_it);
}

CLI::Option* add_read_flags(CLI::App& app, std::vector<std::string>& files, ReadOptions& read) {
  CLI::Option* given =
      app.add_option(
             "files", files,
             "comparisons: CSV, TSV or JSON, plain or packed (.gz, .zst, .xz, .bz2, .zip). Several files are read as "
             "one. - reads stdin; you can leave it out if you pipe something in")
          ->type_name("FILE");
  add_option_flags(app, read);
  return given;
}

void take_stdin(const CLI::App& app, std::vector<std::string>& files, std::string_view otherwise) {
  if (!files.empty()) return;
  const std::string command = fmt::format("pdrank {}", app.get_name());
  if (!stdin_is_given())
    throw InvalidArgument(
        "FILE", "missing",
        fmt::format("it must say where the answers are: {0} votes.csv, or {0} < votes.csv{1}", command, otherwise));
  files.push_back("-");
}

}  // namespace pdrank::cli
