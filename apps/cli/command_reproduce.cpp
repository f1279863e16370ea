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
        {std::string(one.figure->id), std::string(name_of(one.result.state)), std::string(one.figure->in_short)});
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
  app->add_option("id", options.ids, fmt::format("which figures: {} [all]", fmt::join(reproduce::figure_ids(), ", ")))
      ->type_name("ID");
  add_option_flags(*app, options);
  app->add_flag("--list", arguments->list, "list the figures, their claims and rules, and nothing else");
  app->add_flag("--quiet", arguments->quiet, "print nothing but errors");
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
