// Flags made from tables of options (core/option_table), and what commands that read comparisons share.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/option_table.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"

namespace pdrank::cli {

// "max_rounds" -> "--max-rounds"
std::string flag_name(std::string_view field);

// The flag of that name if `app` has one, the bare name otherwise: for messages.
std::string flag_or_field(const CLI::App& app, std::string_view field);

// The flag, which there is. CLI11's get_option() ends the program if memory runs out in it.
CLI::Option* flag_of(CLI::App& app, std::string_view name);

// A sentence of the library, with the flags of the options that it names.
std::string with_flags(std::string_view sentence);

// Only these values are accepted, with whatever dashes and case; the help shows them joined by bars.
void limit_to(CLI::Option* option, const std::vector<std::string>& choices);

// Only digits that make a number of 64 bits; CLI11 itself turns -1 into a large number.
void limit_to_whole_numbers(CLI::Option* option);

// Not an empty file name.
void limit_to_names(CLI::Option* option);

// The flag of an option: --name, or --no-name where it is on by default. `set` throws InvalidArgument.
void add_option_flag(CLI::App& app, const OptionInfo& option, const std::string& default_text,
                     std::function<void(const OptionValue&)> set);

// A flag for every record of the table; the values go into `options`, which must outlive the parsing.
template <class Struct>
void add_option_flags(CLI::App& app, Struct& options) {
  for (const OptionRecord<Struct>& record : Struct::table())
    add_option_flag(app, record, default_text(record),
                    [&options, &record](const OptionValue& value) { assign(options, record, value); });
}

// The files to read and how. Gives back the option of the files.
CLI::Option* add_read_flags(CLI::App& app, std::vector<std::string>& files, ReadOptions& read);

// Where no file was given, stdin, if something was piped or redirected there. InvalidArgument if not, which says what
// to type, and `otherwise`.
void take_stdin(const CLI::App& app, std::vector<std::string>& files, std::string_view otherwise = "");

}  // namespace pdrank::cli
