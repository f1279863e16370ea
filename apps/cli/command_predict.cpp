// pdrank predict: which of two items wins, and how sure that is.
#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "output_set.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/read_items.hpp"
#include "pdrank/io/write/write_predict.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/predict.hpp"
#include "pdrank/methods/rank.hpp"
#include "progress.hpp"
#include "result_text.hpp"
#include "table.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

struct PredictArguments {
  std::vector<std::string> files;
  std::string pairs;
  ReadOptions read;
  RankOptions options;
  OutputFlags flags;
  bool left_first = false;
};

std::string percent(const std::optional<double>& probability) {
  return probability ? fmt::format("{:.1f} %", 100 * *probability) : std::string("-");
}

std::string predict_text(const PredictResult& result, std::size_t width) {
  const bool ties = result.law.has_ties();
  Table table;
  for (const char* title : {"left", "right"}) table.add_column(title, Table::Align::left);
  if (ties)
    for (const char* title : {"left wins", "tie", "right wins"}) table.add_column(title, Table::Align::right);
  for (const char* title : {ties ? "with half the ties" : "left wins", "low", "high"})
    table.add_column(title, Table::Align::right);
  for (const PairPrediction& pair : result.pairs) {
    std::vector<std::string> cells = {pair.left, pair.right};
    if (ties) {
      const double tie = pair.tie.value_or(0);
      for (const double part : {pair.probability - tie / 2, tie, 1 - pair.probability - tie / 2})
        cells.push_back(percent(part));
    }
    cells.push_back(percent(pair.probability) + (pair.guess ? " ?" : ""));
    cells.push_back(percent(pair.low));
    cells.push_back(percent(pair.high));
    table.add_row(std::move(cells));
  }
  return table.text(width) + '\n' + notes_text(result.notes, width);
}

const Writers<PredictResult> kPredictWriters{write_predict_csv, write_predict_json, write_predict_markdown};

void write(const PredictResult& result, Format format, Sink& sink) {
  kPredictWriters.write(result, format, sink, [&] { return predict_text(result, terminal_width()); });
}

PredictResult find_predictions(const PredictArguments& arguments, Observer* observer) {
  ReadOptions read = arguments.read;
  read.refuse_ties = arguments.options.ties == TieRule::error;
  read.context = context_of(arguments.options);
  const Comparisons data = read_comparisons(arguments.files, read, observer);
  std::vector<std::pair<ItemId, ItemId>> pairs;
  for (const auto& [left, right] : read_pairs(arguments.pairs, data.items))
    pairs.emplace_back(*data.items.find(left), *data.items.find(right));
  RankOptions options = arguments.options;
  options.keep_draws = true;
  const RankResult result = rank(data, options, observer);
  if (result.convergence.status == Termination::stopped) throw Stopped();
  return predict(data, result, law_of(data, result, options, observer), options.level, pairs, arguments.left_first);
}

ExitCode run(const PredictArguments& arguments) {
  validate(arguments.options);
  check_method(arguments.options);
  if (arguments.options.by)
    throw InvalidArgument(
        "by", *arguments.options.by,
        fmt::format("predictions are of the whole; {} predicts from some of the rows", option_named("where")));
  for (const OptionRecord<RankOptions>& record : RankOptions::table())
    for (const std::string_view idle : {"scale", "anchor", "fragility"})
      if (record.name == idle && is_set(arguments.options, record))
        throw InvalidArgument(std::string(idle), option_text(arguments.options, record),
                              "predictions do not depend on it; leave it out");
  OutputFlags flags = arguments.flags;
  if (flags.output.empty() && !flags.format) flags.format = "csv";
  OutputSet outputs;
  std::vector<std::string> inputs = arguments.files;
  inputs.push_back(arguments.pairs);
  outputs.protect(inputs);
  Sink* file = outputs.open("output", flags.output, kResultEndings);
  const ThreadScope threads(arguments.options.threads);  // reading included
  TerminalProgress progress(flags.quiet);
  const PredictResult result = find_predictions(arguments, &progress);
  progress.clear();

  if (file) write(result, flags.written(), *file);
  outputs.commit();
  if (flags.format) print([&](Sink& sink) { write(result, flags.printed(), sink); });
  const bool told = flags.quiet || (flags.format && flags.printed() != Format::csv);
  if (!told) fmt::print(stderr, "{}", notes_text(result.notes, terminal_width()));
  if (result.convergence.status == Termination::converged) return kDone;
  fmt::print(stderr, "pdrank: not converged: {}\n", with_flags(result.convergence.message));
  return kNotConverged;
}

}  // namespace

Command add_predict(CLI::App& program) {
  CLI::App* app = program.add_subcommand("predict", "how likely each item of a pair is to win");
  auto arguments = std::make_shared<PredictArguments>();
  add_read_flags(*app, arguments->files, arguments->read);
  add_file_flag(*app, "--pairs", arguments->pairs,
                "the pairs to predict, in two columns of item names, such as left,right")
      ->required();
  app->add_flag("--left-first", arguments->left_first,
                "the left item of each pair stands first, or plays at home");
  add_output_flags(*app, arguments->flags,
                   "write the predictions: CSV, or by the ending .json everything, .md a table");
  app->get_option("--format")->description("what to print on stdout [csv, or nothing with --output]");
  add_option_flags(*app, arguments->options);
  app->footer(
      "Examples:\n"
      "  pdrank predict votes.csv --pairs pairs.csv\n"
      "  pdrank predict votes.csv --pairs pairs.csv --method elo --format table\n"
      "  pdrank predict votes.csv --pairs pairs.csv --method pdrank --bootstrap 200\n"
      "\n"
      "Columns: left,right,probability (that left wins; a tie is half a win),low,high.\n"
      "The options are those of `pdrank rank`.\n"
      "\n"
      "Exit status: 0 done, 1 not converged (the predictions are written all the same)\n"
      "or the method does not fit the data, 2 wrong usage, 3 bad data.");
  return {app, [app, arguments] {
            take_stdin(*app, arguments->files);
            return run(*arguments);
          }};
}

}  // namespace pdrank::cli
