// pdrank predict: which of two items wins, and how sure that is.
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
#include "pdrank/core/utf8.hpp"
#include "pdrank/data/find_item.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/read_items.hpp"
#include "pdrank/io/write/write_predict.hpp"
#include "pdrank/methods/automatic.hpp"
#include "pdrank/methods/predict.hpp"
#include "pdrank/methods/rank.hpp"
#include "progress.hpp"
#include "rank_writing.hpp"
#include "result_text.hpp"
#include "table.hpp"
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

struct PredictArguments {
  std::vector<std::string> files;       // perhaps with two items behind them
  std::vector<std::string> items = {};  // the two
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
  for (const char* title : {ties ? "ties shared" : "left wins", "low", "high"})
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

// Without a file of pairs, the last two words are items.
void sort_words(PredictArguments& arguments) {
  if (!arguments.pairs.empty()) return;
  std::vector<std::string>& words = arguments.files;
  if (words.size() < 2 || (words.size() == 2 && std::filesystem::exists(words[0])))
    throw InvalidArgument(
        "pairs", "missing",
        "it must name a file of pairs; or name two items behind the files: pdrank predict votes.csv A B");
  arguments.items.assign(words.end() - 2, words.end());
  words.resize(words.size() - 2);
}

std::pair<ItemId, ItemId> named_pair(const std::vector<std::string>& names, const ItemIndex& items) {
  const ItemId left = find_item(items, names[0], "left"), right = find_item(items, names[1], "right");
  if (left == right) throw InvalidArgument("right", pdrank::quoted(names[1]), "the two are the same item");
  return {left, right};
}

PredictResult find_predictions(const PredictArguments& arguments, Observer* observer) {
  ReadOptions read = arguments.read;
  read.refuse_ties = arguments.options.ties == TieRule::error;
  read.context = context_of(arguments.options);
  const Comparisons data = read_comparisons(arguments.files, read, observer);
  std::vector<std::pair<ItemId, ItemId>> pairs;
  if (!arguments.items.empty()) pairs.push_back(named_pair(arguments.items, data.items));
  if (!arguments.pairs.empty())
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
    throw InvalidArgument("by", *arguments.options.by,
                          fmt::format("predictions are not made board by board; {} predicts from some of the rows",
                                      option_named("where")));
  for (const OptionRecord<RankOptions>& record : RankOptions::table())
    for (const std::string_view idle : {"scale", "anchor", "fragility"})
      if (record.name == idle && is_set(arguments.options, record))
        throw InvalidArgument(std::string(idle), option_text(arguments.options, record),
                              "predictions do not depend on it; leave it out");
  OutputFlags flags = arguments.flags;
  if (flags.output.empty() && !flags.format) flags.format = arguments.items.empty() ? "csv" : "table";
  OutputSet outputs;
  std::vector<std::string> inputs = arguments.files;
  if (!arguments.pairs.empty()) inputs.push_back(arguments.pairs);
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
  return tell_convergence(result.convergence);
}

}  // namespace

Command add_predict(CLI::App& program) {
  CLI::App* app = program.add_subcommand("predict", "say how likely each item of a pair is to win");
  auto arguments = std::make_shared<PredictArguments>();
  CLI::Option* files = add_read_flags(*app, arguments->files, arguments->read);
  files->description(files->get_description() + ". Without --pairs, the last two words are the items to predict");
  add_file_flag(*app, "--pairs", arguments->pairs,
                "the pairs to predict, in two columns of item names, such as left,right");
  app->add_flag("--left-first", arguments->left_first, "the left item of each pair stands first, or plays at home");
  add_output_flags(*app, arguments->flags,
                   "write the predictions as CSV, or as the ending says: .json everything, .md a table");
  flag_of(*app, "--format")->description("what to print on stdout [csv; for two items table; nothing with --output]");
  add_option_flags(*app, arguments->options);
  app->footer(
      "Examples:\n"
      "  pdrank predict votes.csv ITEM OTHER\n"
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
            sort_words(*arguments);
            take_stdin(*app, arguments->files);
            return run(*arguments);
          }};
}

}  // namespace pdrank::cli
