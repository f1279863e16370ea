// pdrank evaluate: how close a ranking is to the truth.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "option_flags.hpp"
#include "output_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/rows/read_scores.hpp"
#include "pdrank/io/write/output_file.hpp"
#include "pdrank/metrics/evaluate.hpp"

namespace pdrank::cli {
namespace {

struct EvaluateArguments {
  std::string ranking, truth;
  std::string format = "table";
  std::size_t top = 10;
};

Evaluation measure(const EvaluateArguments& arguments) {
  const std::vector<ItemScore> ranking = read_scores(arguments.ranking), truth = read_scores(arguments.truth);
  const MatchedScores matched = match_scores(ranking, truth);
  if (matched.size() < 2)
    throw InputError(
        arguments.ranking, 0,
        fmt::format("has {} of the items of {}, but at least 2 are needed", matched.size(), arguments.truth));
  return evaluate(matched, arguments.top);
}

std::string as_json(const Evaluation& found) {
  const nlohmann::ordered_json json = {{"items", found.items},
                                       {"only_in_ranking", found.only_in_ranking},
                                       {"only_in_truth", found.only_in_truth},
                                       {"kendall_tau_a", found.kendall.tau_a},
                                       {"kendall_tau_b", found.kendall.tau_b},
                                       {"kendall_gamma", found.kendall.gamma},
                                       {"spearman", found.spearman},
                                       {"top_k", found.top_k},
                                       {"top_k_overlap", found.top_k_overlap}};
  return json.dump(2) + "\n";
}

std::string as_text(const Evaluation& found) {
  std::string text = fmt::format("items in both files  {}\n", grouped(found.items));
  if (found.only_in_ranking > 0) text += fmt::format("only in the ranking  {}\n", grouped(found.only_in_ranking));
  if (found.only_in_truth > 0) text += fmt::format("only in the truth    {}\n", grouped(found.only_in_truth));
  text += fmt::format("Kendall tau          {:.4f}\n", found.kendall.tau_a);
  text += fmt::format("Kendall tau-b        {:.4f}  (corrected for ties)\n", found.kendall.tau_b);
  text += fmt::format("Kendall gamma        {:.4f}  (without tied pairs; the paper's tau)\n", found.kendall.gamma);
  text += fmt::format("Spearman rho         {:.4f}\n", found.spearman);
  return text + fmt::format("top {:<16} {:g} of {} found\n", found.top_k, found.top_k_overlap, found.top_k);
}

ExitCode run(const EvaluateArguments& arguments) {
  if (arguments.top == 0) throw InvalidArgument("top", "0", "must be at least 1");  // before the files are read
  const Evaluation found = measure(arguments);
  OutputFile output("-");
  output.write(arguments.format == "json" ? as_json(found) : as_text(found));
  output.commit();
  return kDone;
}

}  // namespace

Command add_evaluate(CLI::App& program) {
  CLI::App* app = program.add_subcommand("evaluate", "compare a ranking with the truth");
  auto arguments = std::make_shared<EvaluateArguments>();
  app->add_option("ranking", arguments->ranking, wrapped("a file with columns item,score or item,rank"))
      ->required()
      ->type_name("RANKING");
  app->add_option("truth", arguments->truth, wrapped("a file with columns item,score; higher is better"))
      ->required()
      ->type_name("TRUTH");
  add_top_flag(*app, arguments->top, "K of the top-K overlap");
  add_format_flag(*app, arguments->format, {"table", "json"});
  app->footer(
      "Example:\n"
      "  pdrank rank votes.csv --output ranking.csv\n"
      "  pdrank evaluate ranking.csv truth.csv");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace pdrank::cli
