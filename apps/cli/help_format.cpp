#include "help_format.hpp"

#include <memory>
#include <sstream>

#include "terminal.hpp"

namespace pdrank::cli {
namespace {

constexpr std::size_t kColumn = 30;  // where descriptions begin
constexpr std::size_t kNarrow = 60;  // on a terminal below that, they stand under what they describe
constexpr std::size_t kNarrowColumn = 6;

// What is typed: at blanks, or else where one choice ends.
std::string typed_text(const std::string& name, std::size_t width) {
  std::string text = "  " + name;
  if (display_width(text) <= width) return text + '\n';
  std::string lines = "  ", line;
  for (const char c : name + ' ') {
    line += c;
    if (c != ' ' && c != '|') continue;
    const std::size_t used = lines.size() - (lines.rfind('\n') + 1);
    if (used + line.find_last_not_of(' ') + 1 > width) lines += "\n    ";
    lines += line;
    line.clear();
  }
  lines.erase(lines.find_last_not_of(' ') + 1);
  return lines + '\n';
}

std::string entry_text(const std::string& name, const std::string& description) {
  const std::size_t width = terminal_width(), column = width < kNarrow ? kNarrowColumn : kColumn;
  std::string left = typed_text(name, width);
  if (description.empty()) return left;
  const std::string indent(column, ' ');
  const std::string right = wrapped(description, width - column);
  std::string lines;
  std::istringstream stream(right);
  for (std::string line; std::getline(stream, line);) lines += indent + line + '\n';
  const bool is_beside = left.size() - 1 < column;
  return is_beside ? left.substr(0, left.size() - 1) + lines.substr(left.size() - 1) : left + lines;
}

// Words that must stay one command.
std::string command_text(std::string_view command, std::size_t width) {
  constexpr std::string_view kGoesOn = " \\";
  if (display_width(command) <= width) return std::string(command) + '\n';
  std::istringstream stream(wrapped(command.substr(command.find_first_not_of(' ')), width - 2 - kGoesOn.size(), "  "));
  std::string lines, line;
  std::getline(stream, line);
  for (std::string next; std::getline(stream, next); line = next) lines += "  " + line + std::string(kGoesOn) + '\n';
  return lines + "  " + line + '\n';
}

}  // namespace

std::string HelpFormat::make_option(const CLI::Option* option, bool is_positional) const {
  return entry_text(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  return entry_text(command->get_name(), command->get_description());
}

std::string HelpFormat::make_description(const CLI::App* app) const {
  return wrapped(app->get_description(), terminal_width());
}

std::string HelpFormat::make_usage(const CLI::App* app, std::string name) const {
  const std::string usage = CLI::Formatter::make_usage(app, std::move(name));
  return wrapped(usage.substr(0, usage.find_last_not_of('\n') + 1), terminal_width(), "  ");
}

std::string HelpFormat::make_footer(const CLI::App* app) const {
  const std::size_t width = terminal_width();
  std::string text, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) text += wrapped(paragraph, width);
    paragraph.clear();
  };
  std::istringstream stream(app->get_footer());
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.front() != ' ') {
      paragraph += (paragraph.empty() ? "" : " ") + line;
      continue;
    }
    end_paragraph();
    text += line.empty() ? "\n" : command_text(line, width);
  }
  end_paragraph();
  return text;
}

void format_help(CLI::App& program) { program.formatter(std::make_shared<HelpFormat>()); }

}  // namespace pdrank::cli
