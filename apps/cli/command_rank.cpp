// pdrank rank: the main job.
#include <memory>

#include "commands.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "output_set.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "progress.hpp"
#include "rank_files.hpp"
#include "rank_writing.hpp"
#include "shell.hpp"

namespace pdrank::cli {
namespace {

struct RankArguments {
  std::vector<std::string> files;
  ReadOptions read;
  RankOptions options;
  OutputFlags flags;
  RankFiles written;
  std::string command;  // as it would be typed
};

ExitCode run(RankArguments arguments) {
  take_page(arguments.flags, arguments.written);
  const OutputFlags& flags = arguments.flags;
  check_rank(arguments.options, arguments.written);
  OutputSet outputs;
  outputs.protect(arguments.files);
  Sink* ranking = outputs.open("output", flags.output, kRankEndings);
  const RankSinks sinks{outputs.open("confidence", arguments.written.confidence),
                        outputs.open("annotators", arguments.written.annotators),
                        outputs.open("boards", arguments.written.boards),
                        outputs.open("curves", arguments.written.curves),
                        outputs.open("both_ways", arguments.written.both_ways),
                        outputs.open("report", arguments.written.report, kPageEndings)};

  const ThreadScope threads(arguments.options.threads);  // reading and writing included
  TerminalProgress progress(flags.quiet);
  const RankedFiles ranked = rank_files(arguments.files, arguments.read, arguments.options, progress);
  const RankResult& result = ranked.result;
  progress.clear();
  if (result.convergence.status == Termination::stopped && result.convergence.rounds == 0) throw Stopped();

  write_rank_files(result, ranked.data, source_of(arguments.files, arguments.command), sinks);
  deliver(flags, ranking, outputs,
          [&](Format format, Sink& sink) { write_ranking(result, ranked.data, arguments.written.top, format, sink); });
  tell_end(result, flags, arguments.written, outputs.uses_stdout());
  return exit_code_of(result);
}

}  // namespace

Command add_rank(CLI::App& program, const std::vector<std::string>& words) {
  CLI::App* app = program.add_subcommand("rank", "rank the items of one or more files of comparisons");
  auto arguments = std::make_shared<RankArguments>();
  add_read_flags(*app, arguments->files, arguments->read);
  add_output_flags(*app, arguments->flags,
                   "write the ranking as the ending says: .csv, .tsv, .md a table, .json the whole result, .html the "
                   "page of --report; .gz or .zst behind it compresses the file");
  add_rank_files(*app, arguments->written);
  add_option_flags(*app, arguments->options);
  app->footer(
      "Examples:\n"
      "  pdrank rank votes.csv\n"
      "  pdrank rank votes.csv --output ranking.csv --confidence confidence.csv\n"
      "  pdrank rank votes.csv --report report.html\n"
      "  pdrank rank battles.jsonl.gz --ties drop --component largest --top 50\n"
      "  zcat votes.csv.gz | pdrank rank --format json > result.json\n"
      "  pdrank rank study.tsv --columns winner=better,loser=worse,annotator=subject\n"
      "\n"
      "Exit status: 0 done, 1 not converged (the result is written all the same)\n"
      "or the method does not fit the data, 2 wrong usage, 3 bad data.");
  return {app, [app, arguments, &words] {
            take_stdin(*app, arguments->files);
            arguments->command = command_line(words);
            return run(*arguments);
          }};
}

}  // namespace pdrank::cli
