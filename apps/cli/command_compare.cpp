// pdrank compare: every method on the same data, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "commands.hpp"
#include "compare_text.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "output_set.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/read_scores.hpp"
#include "pdrank/io/write/write_compare.hpp"
#include "pdrank/methods/compare.hpp"
#include "progress.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> files;
  ReadOptions read;
  CompareOptions options;
  std::string truth;
  OutputFlags flags;
};

const Writers<CompareResult> kCompareWriters{write_compare_csv, write_compare_json, write_compare_markdown};

void write(const CompareResult& result, Format format, Sink& sink) {
  kCompareWriters.write(result, format, sink, [&] { return compare_text(result, terminal_width()); });
}

std::vector<double> read_truth(const std::string& path, const Comparisons& data) {
  if (path.empty()) return {};
  std::vector<double> truth = truth_by_item(read_scores(path), data.items);
  const auto known = std::ranges::count_if(truth, [](double score) { return !std::isnan(score); });
  if (known < 2)
    throw InputError(path, 0, fmt::format("has {} of the items of the data, but at least 2 are needed", known));
  return truth;
}

ExitCode run(const CompareArguments& arguments) {
  check(arguments.options);
  const OutputFlags& flags = arguments.flags;
  OutputSet outputs;
  outputs.protect(arguments.files);
  Sink* file = outputs.open("output", flags.output, kResultEndings);
  const ThreadScope threads(arguments.options.threads);  // reading included
  TerminalProgress progress(flags.quiet);
  ReadOptions read = arguments.read;
  read.refuse_ties = arguments.options.ties == TieRule::error;
  const Comparisons data = read_comparisons(arguments.files, read, &progress);
  const std::vector<double> truth = read_truth(arguments.truth, data);
  const CompareResult result = compare(data, arguments.options, truth, &progress);
  progress.clear();

  deliver(flags, file, outputs, [&](Format format, Sink& sink) { write(result, format, sink); });
  if (result.unfinished.empty()) return kDone;
  fmt::print(stderr, "pdrank: stopped before {} {} done\n", listed(result.unfinished),
             result.unfinished.size() == 1 ? "was" : "were");
  return kNotConverged;
}

}  // namespace

Command add_compare(CLI::App& program) {
  CLI::App* app = program.add_subcommand("compare", "run all methods on the same data, side by side");
  auto arguments = std::make_shared<CompareArguments>();
  add_read_flags(*app, arguments->files, arguments->read);
  add_file_flag(*app, "--truth", arguments->truth, "a file with columns item,score (higher is better) or item,rank");
  add_option_flags(*app, arguments->options);
  add_output_flags(*app, arguments->flags,
                   "write the comparison as CSV, or as the ending says: .json everything, .md a table");
  app->footer(
      "Examples:\n"
      "  pdrank compare votes.csv\n"
      "  pdrank compare votes.csv --truth truth.csv --folds 10\n"
      "  pdrank compare votes.csv --methods pdrank,bradley-terry,elo --format markdown\n"
      "  pdrank compare tournament.csv --forward\n"
      "  pdrank compare large.csv.gz --folds 0 --component strong\n"
      "\n"
      "Exit status: 0 done, 1 no method fits the data, or stopped (the methods that\n"
      "were done are printed all the same), 2 wrong usage, 3 bad data.");
  return {app, [app, arguments] {
            take_stdin(*app, arguments->files);
            return run(*arguments);
          }};
}

}  // namespace pdrank::cli
