// pdrank manual: the page for man, and docs/OPTIONS.md, made from the commands and options themselves.
#include <fmt/format.h>

#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "output_flags.hpp"
#include "pdrank/core/version.hpp"
#include "pdrank/io/write/output_file.hpp"

namespace pdrank::cli {
namespace {

// As roff has it: nothing in a text is a command of its own, and a hyphen stays one when it is copied.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

struct Entry {
  std::string name;  // with what it takes: "--top K"
  std::string description;
};

std::vector<Entry> entries_of(const CLI::App& app, bool with_help) {
  const CLI::Formatter words;
  std::vector<Entry> entries;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    if (option == app.get_help_ptr() && !with_help) continue;
    const bool is_positional = option->get_positional();
    entries.push_back(
        {words.make_option_name(option, is_positional) + words.make_option_opts(option), option->get_description()});
  }
  return entries;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

std::string options_of(const CLI::App& app) {
  std::string text;
  for (const Entry& entry : entries_of(app, true))
    text += fmt::format(".TP\n.B {}\n{}\n", roff(entry.name), roff(entry.description));
  return text;
}

// What stands below the options: lines that begin with blanks are commands, others paragraphs.
std::string footer_of(const CLI::App& app) {
  std::string text;
  std::istringstream stream(app.get_footer());
  bool is_command = false;
  for (std::string line; std::getline(stream, line);) {
    const bool was_command = is_command;
    is_command = line.starts_with(' ');
    if (is_command != was_command) text += is_command ? ".PP\n.nf\n" : ".fi\n.PP\n";
    text += line.empty() ? ".PP\n" : roff(line) + '\n';
  }
  return text.empty() ? text : fmt::format(".PP\n{}{}", text, is_command ? ".fi\n" : "");
}

std::string page(const CLI::App& program) {
  std::string text = fmt::format(
      ".TH PDRANK 1 \"\" \"pdrank {}\" \"User Commands\"\n"
      ".SH NAME\npdrank \\- rank items from pairwise comparisons\n"
      ".SH SYNOPSIS\n.B pdrank\n.I COMMAND\n[\n.I OPTIONS\n]\n.br\n.B pdrank\n.I FILE\n"
      ".SH DESCRIPTION\n{}\n.SH OPTIONS\n{}",
      version(), roff(program.get_description()), options_of(program));
  text += footer_of(program) + ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(program))
    text += fmt::format(".SS \"pdrank {}\"\n{}\n{}{}", command->get_name(), roff(command->get_description()),
                        options_of(*command), footer_of(*command));
  return text + fmt::format(
                    ".SH EXIT STATUS\n"
                    "{}: done. {}: the result is written, but the method did not converge or does not fit the data. "
                    "{}: wrong usage. {}: bad data. {}: interrupted.\n",
                    static_cast<int>(kDone), static_cast<int>(kNotConverged), static_cast<int>(kWrongUsage),
                    static_cast<int>(kBadData), static_cast<int>(kInterrupted));
}

// As Markdown has it in a table: text stays text.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("|*<[").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string code_cell(std::string_view text) {
  std::string out = "`";
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out + '`';
}

std::string table_of(const CLI::App& app) {
  std::string text;
  for (const Entry& entry : entries_of(app, false))
    text += fmt::format("| {} | {} |\n", code_cell(entry.name), cell(entry.description));
  return text.empty() ? text : "| option | what it does |\n|---|---|\n" + text;
}

// docs/OPTIONS.md
std::string markdown(const CLI::App& program) {
  std::string text = fmt::format(
      "# Commands and options\n\n"
      "Made by `pdrank manual --format markdown`. A default stands in square brackets. `pdrank COMMAND --help` prints "
      "the "
      "same with examples.\n\n{}",
      table_of(program));
  for (const CLI::App* command : commands_of(program)) {
    text += fmt::format("\n## pdrank {}\n\n{}\n\n{}", command->get_name(), cell(command->get_description()),
                        table_of(*command));
  }
  return text;
}

}  // namespace

Command add_manual(CLI::App& program) {
  CLI::App* app = program.add_subcommand("manual", "print the manual page, for man");
  auto format = std::make_shared<std::string>("man");
  add_format_flag(*app, *format, {"man", "markdown"});
  app->footer("Example:\n  pdrank manual | man -l -");
  return {app, [&program, format] {
            OutputFile output("-");
            output.write(*format == "markdown" ? markdown(program) : page(program));
            output.commit();
            return kDone;
          }};
}

}  // namespace pdrank::cli
