// pdrank rank: the main job.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "output_set.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/version.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/write/write_result.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/report/report_page.hpp"
#include "progress.hpp"
#include "result_text.hpp"
#include "shell.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

struct RankArguments {
  std::vector<std::string> files;
  ReadOptions read;
  RankOptions options;
  OutputFlags flags;
  RankFiles written;
  std::string command;  // as typed
};

constexpr Writers<RankResult> kRankWriters{write_ranking_csv, write_result_json, write_ranking_markdown};

void write(const RankResult& result, const Comparisons& data, const RankArguments& arguments, Format format,
           Sink& sink) {
  kRankWriters.write(result, format, sink,
                     [&] { return result_text(result, data, arguments.written.top, terminal_width()); });
}

ReportSource source_of(const RankArguments& arguments) {
  const std::string& front = arguments.files.front();
  const std::string first = front == "-" ? "stdin" : std::filesystem::path(front).filename().string();
  const std::size_t others = arguments.files.size() - 1;
  return {.title = others == 0 ? first : fmt::format("{} and {}", first, plural(others, "other", "others")),
          .command = arguments.command,
          .files = arguments.files,
          .version = std::string(version())};
}

ExitCode run(const RankArguments& arguments) {
  const OutputFlags& flags = arguments.flags;
  validate(arguments.options);
  const MethodInfo& method = method_for(arguments.options);
  check_method(arguments.options);
  if (!arguments.written.confidence.empty() && !method.gives_weights && !method.gives_draws &&
      arguments.options.bootstrap.value_or(0) == 0)
    throw InvalidArgument(
        "confidence", arguments.written.confidence,
        fmt::format("method {} gives none without --bootstrap; `pdrank methods` tells who does", method.name));
  if (!arguments.written.boards.empty() && !arguments.options.by)
    throw InvalidArgument("boards", arguments.written.boards,
                          fmt::format("there are none without {}", option_named("by")));
  if (!arguments.written.report.empty()) check_report_template();
  OutputSet outputs;
  outputs.protect(arguments.files);
  Sink* ranking = outputs.open("output", flags.output);
  Sink* confidence = outputs.open("confidence", arguments.written.confidence);
  Sink* annotators = outputs.open("annotators", arguments.written.annotators);
  Sink* boards = outputs.open("boards", arguments.written.boards);
  Sink* report = outputs.open("report", arguments.written.report);

  const ThreadScope threads(arguments.options.threads);  // reading included
  TerminalProgress progress(flags.quiet);
  ReadOptions read = arguments.read;
  read.refuse_ties = arguments.options.ties == TieRule::error;  // with file and line
  read.context = context_of(arguments.options);
  const Comparisons data = read_comparisons(arguments.files, read, &progress);
  const RankResult result = rank(data, arguments.options, &progress);
  progress.clear();
  if (result.convergence.status == Termination::stopped && result.convergence.rounds == 0) throw Stopped();

  if (confidence) write_confidence_csv(result, data, *confidence);
  if (annotators) write_annotators_csv(result, *annotators);
  if (boards) write_boards_csv(result, *boards);
  if (report) write_report(result, data, source_of(arguments), *report);
  deliver(flags, ranking, outputs, [&](Format format, Sink& sink) { write(result, data, arguments, format, sink); });
  if (!flags.tells_notes(outputs)) fmt::print(stderr, "{}", warnings_text(result, terminal_width()));
  if (annotators && result.annotators.empty() && !flags.quiet)
    fmt::print(stderr, "pdrank: the data name no annotators: --annotators wrote a header and nothing else\n");
  if (result.converged()) return kDone;
  fmt::print(stderr, "pdrank: not converged: {}\n", with_flags(result.convergence.message));
  return kNotConverged;
}

}  // namespace

Command add_rank(CLI::App& program, const std::vector<std::string>& words) {
  CLI::App* app = program.add_subcommand("rank", "rank the items of one or more files of comparisons");
  auto arguments = std::make_shared<RankArguments>();
  arguments->command = command_line(words);
  add_read_flags(*app, arguments->files, arguments->read);
  add_output_flags(*app, arguments->flags,
                   "write the ranking: CSV, or by the ending .json the whole result, .md a table");
  add_rank_files(*app, arguments->written);
  add_option_flags(*app, arguments->options);
  app->footer(
      "Examples:\n"
      "  pdrank rank votes.csv\n"
      "  pdrank rank votes.csv --output ranking.csv --confidence confidence.csv\n"
      "  pdrank rank votes.csv --report report.html\n"
      "  pdrank rank battles.jsonl.gz --ties drop --component largest --top 50\n"
      "  zcat votes.csv.gz | pdrank rank - --format json > result.json\n"
      "  pdrank rank study.tsv --columns winner=better,loser=worse,annotator=subject\n"
      "\n"
      "Exit status: 0 done, 1 not converged (the result is written all the same)\n"
      "or the method does not fit the data, 2 wrong usage, 3 bad data.");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace pdrank::cli
