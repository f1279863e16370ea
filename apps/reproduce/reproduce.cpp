#include "reproduce/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/parallel.hpp"
#include "reproduce/files.hpp"
#include "reproduce/folder_lock.hpp"
#include "reproduce/gnuplot.hpp"
#include "reproduce/page.hpp"
#include "reproduce/registry.hpp"
#include "reproduce/study.hpp"

namespace pdrank::reproduce {

OptionTable<ReproduceOptions> ReproduceOptions::table() {
  static const std::vector<OptionRecord<ReproduceOptions>> all = {
      option_of<&ReproduceOptions::output>("output",
                                           "folder for index.html, CSV files and pictures; finished parts are kept "
                                           "there, and a run that was stopped continues from them",
                                           {.placeholder = "DIR"}),
      option_of<&ReproduceOptions::trials>(
          "trials", "Monte Carlo trials; six times as many for outlier",
          {.range = {1, 10'000}, .placeholder = "K", .unset = fmt::format("{}, as in the paper", kPaperTrials)}),
      option_of<&ReproduceOptions::data>("data",
                                         "folder of the real data: vqa/refNN.csv and iqa/refNN.csv, a file of "
                                         "comparisons for each reference",
                                         {.placeholder = "DIR"}),
      seed_option<&ReproduceOptions::seed>("the same seed gives the same numbers, except for times"),
      threads_option<&ReproduceOptions::threads>(),
  };
  return all;
}

namespace {

constexpr std::size_t kFewTrials = 10;  // fewer tell nothing sure

bool is_chosen(const Figure& figure, const std::vector<std::string>& ids) {
  return ids.empty() || std::ranges::find(ids, figure.id) != ids.end();
}

void write(const FigureResult& result, const std::string& folder, std::vector<std::string>& notes) {
  for (const NumbersFile& table : result.tables) write_file(path_in(folder, table.file), table.csv);
  for (const Chart& chart : result.charts)
    if (std::string trouble = draw(chart, folder); !trouble.empty()) notes.push_back(std::move(trouble));
}

std::string few_trials_note(std::size_t trials) {
  return fmt::format(
      "Verdicts from so few trials ({}, where the paper has {}) mean little: chance alone can turn them.", trials,
      kPaperTrials);
}

}  // namespace

void check(const ReproduceOptions& options) {
  for (const std::string& id : options.ids) paper_figure(id);
  validate(options);
  if (options.output.empty()) throw InvalidArgument("output", "''", "it must name a folder");
  if (!options.data.empty() && !is_folder(options.data)) throw InputError(options.data, 0, "is not a folder");
}

Reproduction reproduce(const ReproduceOptions& options, Observer* observer) {
  check(options);
  make_folder(options.output);
  const FolderLock lock(options.output);
  const ThreadScope threads(options.threads);
  const FigureInput input = {options.output, options.trials, options.data, options.seed};
  Reproduction all;
  if (options.trials.value_or(kFewTrials) < kFewTrials) all.notes.push_back(few_trials_note(*options.trials));
  for (const Figure& figure : figures()) {
    if (!is_chosen(figure, options.ids)) continue;
    all.figures.push_back({&figure, figure.run(input, observer)});
    write(all.figures.back().result, options.output, all.notes);
  }
  if (!has_gnuplot())
    all.notes.emplace_back(
        "gnuplot is not installed, so there are no pictures: install it (Debian: apt-get install gnuplot-nox) and run "
        "this again, which takes no time, or run gnuplot on the .gp files.");
  write_file(path_in(options.output, "index.html"), page(all, options));
  return all;
}

}  // namespace pdrank::reproduce
