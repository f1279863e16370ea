#include "output_flags.hpp"

#include <fmt/format.h>

#include "option_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/io/write/output_ending.hpp"

namespace pdrank::cli {

Format OutputFlags::printed() const {
  if (format == "csv") return Format::csv;
  if (format == "json") return Format::json;
  return format == "markdown" ? Format::markdown : Format::table;
}

Format OutputFlags::written() const {
  if (format && OutputFile::is_stdout(output)) return printed();
  const std::string ending = ending_of(output).format;
  if (ending == "json") return Format::json;
  return ending == "md" ? Format::markdown : Format::csv;
}

bool OutputFlags::prints(bool uses_stdout) const {
  if (format) return !OutputFile::is_stdout(output);
  return !(quiet || uses_stdout);
}

bool OutputFlags::tells_notes(bool uses_stdout) const {
  const bool is_shown = prints(uses_stdout) || (format && OutputFile::is_stdout(output));
  return quiet || (is_shown && (printed() == Format::table || printed() == Format::json));
}

namespace {

// A file is written as its ending says, whatever is printed. Where it has none, somebody who asks for another format
// than that of the file is likely to mean the file.
void check_ending(const OutputFlags& flags) {
  const bool is_file =
      !flags.output.empty() && !OutputFile::is_stdout(flags.output) && !flags.output.starts_with("/dev/");
  if (!is_file || !flags.format || !ending_of(flags.output).format.empty()) return;
  if (flags.printed() == Format::csv || flags.printed() == Format::table) return;
  const std::string_view ending = flags.printed() == Format::json ? "json" : "md";
  throw InvalidArgument("output", fmt::format("'{}'", flags.output),
                        fmt::format("--format is about what is printed, and a file without an ending is CSV; to write "
                                    "{}, name it '{}.{}'",
                                    *flags.format, flags.output, ending));
}

}  // namespace

void add_output_flags(CLI::App& app, OutputFlags& flags, const char* output_help) {
  limit_to(
      app.add_option("--format", flags.format, "what to print on stdout [table]; a file is written as its ending says"),
      {"table", "csv", "json", "markdown"});
  add_file_flag(app, "-o,--output", flags.output, output_help);
  app.add_flag("--quiet", flags.quiet,
               "no progress, and nothing on stdout unless --format or a file named - asks for it");
  app.parse_complete_callback([&flags] { check_ending(flags); });
}

void add_format_flag(CLI::App& app, std::string& format, const std::vector<std::string>& choices) {
  limit_to(app.add_option("--format", format, fmt::format("what to print [{}]", format)), choices);
}

void add_top_flag(CLI::App& app, Top& top) {
  limit_to_whole_numbers(app.add_option("--top", top.given,
                                        fmt::format("rows to show on the screen [{}] and in Markdown [all]; 0 = all. "
                                                    "CSV and JSON have all",
                                                    top.on_screen()))
                             ->type_name("K"));
}

CLI::Option* add_file_flag(CLI::App& app, const char* flag, std::string& path, const char* help) {
  CLI::Option* option =
      app.add_option(flag, path, path.empty() ? help : fmt::format("{} [{}]", help, path))->type_name("FILE");
  limit_to_names(option);
  return option;
}

void add_rank_files(CLI::App& app, RankFiles& files) {
  add_top_flag(app, files.top);
  add_file_flag(app, "--confidence", files.confidence, "write the confidence in every comparison (CSV)");
  add_file_flag(app, "--annotators", files.annotators, "write the annotators' report cards (CSV)");
  add_file_flag(app, "--boards", files.boards, "write the boards that --by makes (CSV)");
  add_file_flag(app, "--curves", files.curves, "write the scores over time that --drift finds (CSV)");
  add_file_flag(app, "--both-ways", files.both_ways, "write the pairs that were asked with either item first (CSV)");
  add_file_flag(app, "--report", files.report,
                "write a page that shows the result and how far to trust it (one HTML file)");
}

}  // namespace pdrank::cli
