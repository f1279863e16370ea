// pdrank reproduce: the paper's figures, with a verdict on each claim.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "listing.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "progress.hpp"
#include "reproduce/registry.hpp"
#include "reproduce/reproduce.hpp"
#include "result_text.hpp"
#include "table.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

using reproduce::Figure;
using reproduce::Reproduced;
using reproduce::ReproduceOptions;
using reproduce::Reproduction;

struct ReproduceArguments {
  ReproduceOptions options;
  bool list = false;
  bool quiet = false;
};

ExitCode list_figures() {
  std::vector<ListEntry> entries;
  for (const Figure& figure : reproduce::figures())
    entries.push_back({.name = figure.id,
                       .summary = figure.title,
                       .facts = {{"paper", std::string(figure.place)},
                                 {"claim", std::string(figure.claim)},
                                 {"rule", std::string(figure.rule)}}});
  print([&](Sink& sink) { sink.write(list_text(entries, terminal_width())); });
  return kDone;
}

std::string verdicts_text(const Reproduction& all, const std::string& output, std::size_t width) {
  Table table;
  table.add_column("figure", Table::Align::left, Table::Fit::stays);
  table.add_column("verdict", Table::Align::left, Table::Fit::stays);
  table.add_column("claim", Table::Align::left);
  for (const Reproduced& one : all.figures)
    table.add_row(
        {std::string(one.figure->id), std::string(to_string(one.result.verdict)), std::string(one.figure->in_short)});
  std::string text = table.text(width) + "\n";
  for (const Reproduced& one : all.figures)
    text += paragraph(fmt::format("{}: {}", one.figure->id, one.result.brief), width);
  return text + "\n" + notes_text(all.notes, width) +
         paragraph(fmt::format("All of it: {}", (std::filesystem::path(output) / "index.html").string()), width);
}

ExitCode run(const ReproduceArguments& arguments) {
  if (arguments.list) return list_figures();
  check(arguments.options);
  TerminalProgress progress(arguments.quiet);
  try {
    const Reproduction all = reproduce::reproduce(arguments.options, &progress);
    progress.clear();
    if (!arguments.quiet)
      print([&](Sink& sink) { sink.write(verdicts_text(all, arguments.options.output, terminal_width())); });
  } catch (const Stopped&) {
    progress.clear();
    fmt::print(stderr, "pdrank: stopped; what is finished is kept in {}, and the same command goes on from there\n",
               arguments.options.output);
    return kInterrupted;
  }
  return kDone;
}

}  // namespace

Command add_reproduce(CLI::App& program) {
  CLI::App* app = program.add_subcommand("reproduce", "make the figures of the PD-Rank paper again");
  auto arguments = std::make_shared<ReproduceArguments>();
  ReproduceOptions& options = arguments->options;
  app->add_option("id", options.ids,
                  wrapped(fmt::format("which figures: {} [all]", fmt::join(reproduce::figure_ids(), ", "))))
      ->type_name("ID");
  limit_to_names(app->add_option("--output", options.output,
                                 wrapped("folder for index.html, CSV files and pictures; finished parts are kept "
                                         "there, and a run that was stopped goes on from them"))
                     ->capture_default_str()
                     ->type_name("DIR"));
  limit_to_whole_numbers(
      app->add_option("--trials", options.trials,
                      wrapped("Monte Carlo trials; six times as many for outlier [50, as in the paper]"))
          ->type_name("K"));
  limit_to_names(app->add_option("--data", options.data,
                                 wrapped("folder of the real data: vqa/refNN.csv and iqa/refNN.csv, a file of "
                                         "comparisons for each reference"))
                     ->type_name("DIR"));
  add_seed_flag(*app, options.seed, "the same seed gives the same numbers, times apart");
  add_threads_flag(*app, options.threads);
  app->add_flag("--list", arguments->list, wrapped("list the figures, their claims and rules, and nothing else"));
  app->add_flag("--quiet", arguments->quiet, wrapped("print nothing but errors"));
  app->footer(
      "Examples:\n"
      "  pdrank reproduce\n"
      "  pdrank reproduce noise-n outlier --trials 10 --output quick\n"
      "  pdrank reproduce vqa iqa --data data\n"
      "  pdrank reproduce --list\n"
      "\n"
      "Exit status: 0 done, whatever the verdicts, 2 wrong usage, 3 bad data.");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace pdrank::cli
