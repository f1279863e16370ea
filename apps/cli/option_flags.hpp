// Flags made from the records of core/options, and what all help texts share.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/core/options.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"

namespace pdrank::cli {

inline constexpr std::size_t kHelpColumn = 30;

// "max_rounds" -> "--max-rounds"
std::string flag_name(std::string_view field);

// The flag of that name if `app` has one, the bare name otherwise: for messages.
std::string flag_or_field(const CLI::App& app, std::string_view field);

// Broken into lines that fit beside the flags at 80 columns.
std::string wrapped(std::string_view text);

// Only these values are accepted; the help shows them joined by bars.
void limit_to(CLI::Option* option, const std::vector<std::string>& choices);

// Only digits that make a number of 64 bits; CLI11 itself turns -1 into a large number.
void limit_to_whole_numbers(CLI::Option* option);

// Not an empty file name.
void limit_to_names(CLI::Option* option);

// The files to read, --columns and --skip-bad-rows. Gives back the option of the files, one of which is required.
CLI::Option* add_read_flags(CLI::App& app, std::vector<std::string>& files, ReadOptions& read);

void add_seed_flag(CLI::App& app, std::uint64_t& seed, const char* help);
void add_threads_flag(CLI::App& app, int& threads);

// A flag for every record; its values go into `options`, which must outlive the parsing.
void add_rank_option_flags(CLI::App& app, RankOptions& options);

}  // namespace pdrank::cli
