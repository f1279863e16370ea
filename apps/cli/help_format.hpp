// Help texts that fit the terminal.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace pdrank::cli {

class HelpFormat : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  // Lines that begin with blanks are commands, which go on behind a backslash; others are paragraphs.
  std::string make_footer(const CLI::App* app) const override;
};

// All commands of a program and their options have this format from now on.
void format_help(CLI::App& program);

}  // namespace pdrank::cli
