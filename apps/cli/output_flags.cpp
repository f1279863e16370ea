#include "output_flags.hpp"

#include "option_flags.hpp"

namespace pdrank::cli {

Format OutputFlags::printed() const {
  if (format == "csv") return Format::csv;
  if (format == "json") return Format::json;
  return format == "markdown" ? Format::markdown : Format::table;
}

Format OutputFlags::written() const {
  if (output.ends_with(".json")) return Format::json;
  return output.ends_with(".md") ? Format::markdown : Format::csv;
}

bool OutputFlags::tells_notes(const OutputSet& outputs) const {
  return quiet || (prints(outputs) && (printed() == Format::table || printed() == Format::json));
}

void add_output_flags(CLI::App& app, OutputFlags& flags, const char* output_help) {
  limit_to(app.add_option("--format", flags.format, wrapped("what to print on stdout [table]")),
           {"table", "csv", "json", "markdown"});
  limit_to_names(app.add_option("--output", flags.output, wrapped(output_help))->type_name("FILE"));
  app.add_flag("--quiet", flags.quiet,
               wrapped("no progress, and nothing on stdout unless --format or a file named - asks for it"));
}

}  // namespace pdrank::cli
