// pdrank manual: the page for man, made from the commands and options themselves.
#include <fmt/format.h>

#include <sstream>
#include <string>

#include "commands.hpp"
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

std::string entry(const std::string& name, const std::string& description) {
  return fmt::format(".TP\n.B {}\n{}\n", roff(name), roff(description));
}

std::string options_of(const CLI::App& app) {
  const CLI::Formatter words;
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    const bool is_positional = option->get_positional();
    text += entry(words.make_option_name(option, is_positional) + words.make_option_opts(option),
                  option->get_description());
  }
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
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    text += fmt::format(".SS \"pdrank {}\"\n{}\n{}{}", command->get_name(), roff(command->get_description()),
                        options_of(*command), footer_of(*command));
  return text + fmt::format(
                    ".SH EXIT STATUS\n"
                    "{}: done. {}: the result is written, but the method did not converge or does not fit the data. "
                    "{}: wrong usage. {}: bad data. {}: interrupted.\n",
                    static_cast<int>(kDone), static_cast<int>(kNotConverged), static_cast<int>(kWrongUsage),
                    static_cast<int>(kBadData), static_cast<int>(kInterrupted));
}

}  // namespace

Command add_manual(CLI::App& program) {
  CLI::App* app = program.add_subcommand("manual", "print the manual page, for man");
  app->footer("Example:\n  pdrank manual | man -l -");
  return {app, [&program] {
            OutputFile output("-");
            output.write(page(program));
            output.commit();
            return kDone;
          }};
}

}  // namespace pdrank::cli
