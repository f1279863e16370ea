// pdrank rank: the main job.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "commands.hpp"
#include "option_flags.hpp"
#include "output_set.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/io/output_file.hpp"
#include "pdrank/io/read_comparisons.hpp"
#include "pdrank/io/write_result.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/rank.hpp"
#include "progress.hpp"
#include "result_text.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

struct RankArguments {
  std::vector<std::string> files;
  ReadOptions read;
  RankOptions options;
  std::optional<std::string> format;
  std::string output, confidence, annotators;
  std::size_t top = 20;
  bool quiet = false;
};

enum class Format { table, csv, json, markdown };

Format format_named(const std::string& name) {
  if (name == "csv") return Format::csv;
  if (name == "json") return Format::json;
  return name == "markdown" ? Format::markdown : Format::table;
}

// What a file asked for with --output holds, by its ending.
Format format_of_file(const std::string& path) {
  if (path.ends_with(".json")) return Format::json;
  return path.ends_with(".md") ? Format::markdown : Format::csv;
}

void write(const RankResult& result, const Comparisons& data, const RankArguments& arguments, Format format,
           Sink& sink) {
  switch (format) {
    case Format::table:
      sink.write(result_text(result, data, arguments.top, terminal_width()));
      break;
    case Format::csv:
      write_ranking_csv(result, sink);
      break;
    case Format::json:
      write_result_json(result, sink);
      break;
    case Format::markdown:
      write_ranking_markdown(result, sink);
      break;
  }
}

void show(const RankResult& result, const Comparisons& data, const RankArguments& arguments) {
  OutputFile screen("-");
  write(result, data, arguments, format_named(arguments.format.value_or("table")), screen);
  screen.commit();
}

// Whether what goes to stdout holds the notes already, or nobody wants to hear them.
bool says_warnings(const RankArguments& arguments, const OutputSet& outputs) {
  if (arguments.quiet) return true;
  const Format format = arguments.format ? format_named(*arguments.format) : Format::table;
  const bool shown = arguments.format || !outputs.uses_stdout();
  return shown && (format == Format::table || format == Format::json);
}

ExitCode run(const RankArguments& arguments) {
  validate(arguments.options);
  const MethodInfo& method = method_for(arguments.options);
  check_options(method, arguments.options);
  if (!arguments.confidence.empty() && !method.gives_weights && !method.gives_draws &&
      arguments.options.bootstrap.value_or(0) == 0)
    throw InvalidArgument(
        "confidence", arguments.confidence,
        fmt::format("method {} gives none without --bootstrap; `pdrank methods` tells who does", method.name));
  OutputSet outputs;
  outputs.protect(arguments.files);
  Sink* ranking = outputs.open("output", arguments.output);
  Sink* confidence = outputs.open("confidence", arguments.confidence);
  Sink* annotators = outputs.open("annotators", arguments.annotators);

  const ThreadScope threads(arguments.options.threads);  // reading included
  TerminalProgress progress(arguments.quiet);
  ReadOptions read = arguments.read;
  read.refuse_ties = arguments.options.ties == "error";  // with file and line
  const Comparisons data = read_comparisons(arguments.files, read, &progress);
  const RankResult result = rank(data, arguments.options, &progress);
  progress.clear();
  if (result.convergence.status == Termination::stopped && result.convergence.rounds == 0) throw Stopped();

  if (ranking) write(result, data, arguments, format_of_file(arguments.output), *ranking);
  if (confidence) write_confidence_csv(result, data, *confidence);
  if (annotators) write_annotators_csv(result, *annotators);
  outputs.commit();
  if (arguments.format || !(arguments.quiet || outputs.uses_stdout())) show(result, data, arguments);
  if (!says_warnings(arguments, outputs)) fmt::print(stderr, "{}", warnings_text(result, terminal_width()));
  if (annotators && result.annotators.empty() && !arguments.quiet)
    fmt::print(stderr, "pdrank: the data name no annotators: --annotators wrote a header and nothing else\n");
  if (result.converged()) return kDone;
  fmt::print(stderr, "pdrank: not converged: {}\n", result.convergence.message);
  return kNotConverged;
}

}  // namespace

Command add_rank(CLI::App& program) {
  CLI::App* app = program.add_subcommand("rank", "rank the items of one or more files of comparisons");
  auto arguments = std::make_shared<RankArguments>();
  add_read_flags(*app, arguments->files, arguments->read);
  limit_to(app->add_option("--format", arguments->format, wrapped("what to print on stdout [table]")),
           {"table", "csv", "json", "markdown"});
  limit_to_whole_numbers(app->add_option("--top", arguments->top, wrapped("rows of the ranking in the table; 0 = all"))
                             ->capture_default_str()
                             ->type_name("K"));
  const auto add_file = [&](const char* flag, std::string& path, const char* help) {
    limit_to_names(app->add_option(flag, path, wrapped(help))->type_name("FILE"));
  };
  add_file("--output", arguments->output,
           "write the ranking: CSV, or by the ending .json the whole result, .md a table");
  add_file("--confidence", arguments->confidence, "write the confidence in every comparison (CSV)");
  add_file("--annotators", arguments->annotators, "write the annotators' report cards (CSV)");
  app->add_flag("--quiet", arguments->quiet,
                wrapped("no progress, and nothing on stdout unless --format or a file named - asks for it"));
  add_rank_option_flags(*app, arguments->options);
  app->footer(
      "Examples:\n"
      "  pdrank rank votes.csv\n"
      "  pdrank rank votes.csv --output ranking.csv --confidence confidence.csv\n"
      "  pdrank rank battles.jsonl.gz --ties drop --component largest --top 50\n"
      "  zcat votes.csv.gz | pdrank rank - --format json > result.json\n"
      "  pdrank rank study.tsv --columns winner=better,loser=worse,annotator=subject\n"
      "\n"
      "Exit status: 0 done, 1 not converged (the result is written all the same)\n"
      "or the method does not fit the data, 2 wrong usage, 3 bad data.");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace pdrank::cli
