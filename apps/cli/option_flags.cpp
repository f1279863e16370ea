#include "option_flags.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>

#include "pdrank/core/parse_number.hpp"
#include "pdrank/methods/registry.hpp"

namespace pdrank::cli {
namespace {

std::string describe(const OptionRecord& record, const std::vector<std::string>& choices) {
  std::string text(record.help);
  if (record.choices.empty() && !choices.empty()) text += fmt::format(": {}", fmt::join(choices, ", "));
  if (!record.symbol.empty()) text += fmt::format(" (paper: {})", record.symbol);
  if (const std::string value = default_text(record); !value.empty()) text += fmt::format(" [{}]", value);
  return wrapped(text);
}

// The text "auto" beside numbers; others are left for CLI11 to convert, or to complain about.
void accept_auto(CLI::Option* flag) {
  flag->type_name("X|auto");
  flag->transform(CLI::Validator(
      [](std::string& text) {
        if (text == "auto") text = fmt::format("{}", kAuto);
        return std::string();
      },
      ""));
}

std::string joined(const std::vector<std::string>& choices) { return fmt::format("{}", fmt::join(choices, "|")); }

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

std::string wrapped(std::string_view text) {
  constexpr std::size_t kWidth = 80 - kHelpColumn;
  std::string lines;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    if (used > 0 && used + 1 + length > kWidth) {
      lines += '\n';
      used = 0;
    } else if (used > 0) {
      lines += ' ';
      ++used;
    }
    lines += text.substr(0, length);
    used += length;
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return lines;
}

void limit_to(CLI::Option* option, const std::vector<std::string>& choices) {
  option->type_name(joined(choices));
  option->check(CLI::IsMember(choices).description(""));  // the type name says it already
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

CLI::Option* add_read_flags(CLI::App& app, std::vector<std::string>& files, ReadOptions& read) {
  CLI::Option* given =
      app.add_option(
             "files", files,
             wrapped("comparisons: CSV, TSV or JSON Lines, plain, .gz or .zst; - is stdin. Several files are read as "
                     "one"))
          ->required()
          ->type_name("FILE");
  app.add_option("--columns", read.columns,
                 wrapped("what the columns mean, e.g. winner=a,loser=b,annotator=judge, where they are not recognised"))
      ->type_name("SPEC");
  app.add_flag("--skip-bad-rows", read.skip_bad_rows,
               wrapped("leave out rows that cannot be used, and count them, instead of failing"));
  return given;
}

void add_seed_flag(CLI::App& app, std::uint64_t& seed, const char* help) {
  limit_to_whole_numbers(app.add_option("--seed", seed, wrapped(help))->capture_default_str()->type_name("S"));
}

void add_threads_flag(CLI::App& app, int& threads) {
  app.add_option("--threads", threads, wrapped("threads; 0 = one for each core"))
      ->capture_default_str()
      ->type_name("X");
}

void add_rank_option_flags(CLI::App& app, RankOptions& options) {
  for (const OptionRecord& record : rank_option_records()) {
    const std::vector<std::string> choices = option_choices(record);
    std::visit(
        [&](auto member) {
          using Value = typename ValueOf<std::decay_t<decltype(options.*member)>>::type;
          CLI::Option* flag = app.add_option_function<Value>(
              flag_name(record.name), [&options, member](const Value& value) { options.*member = value; },
              describe(record, choices));
          // The library checks the values.
          flag->type_name(!record.choices.empty() ? joined(choices) : choices.empty() ? "X" : "NAME");
          if (record.may_be_auto) accept_auto(flag);
          if constexpr (std::is_unsigned_v<Value>) limit_to_whole_numbers(flag);
        },
        record.field);
  }
}

}  // namespace pdrank::cli
