// pdrank evaluate: how close a ranking is to the truth.
#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "option_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/io/output_file.hpp"
#include "pdrank/io/read_scores.hpp"
#include "pdrank/metrics/kendall.hpp"
#include "pdrank/metrics/spearman.hpp"
#include "pdrank/metrics/top_k.hpp"

namespace pdrank::cli {
namespace {

struct EvaluateArguments {
  std::string ranking, truth;
  std::string format = "table";
  std::size_t top = 10;
};

// The scores of the items that both files have, in the order of the truth.
struct Matched {
  std::vector<double> ranking, truth;
  std::size_t only_in_ranking = 0, only_in_truth = 0;
};

Matched match(const EvaluateArguments& arguments) {
  const std::vector<ItemScore> ranking = read_scores(arguments.ranking), truth = read_scores(arguments.truth);
  absl::flat_hash_map<std::string_view, double> score_of;
  for (const ItemScore& entry : ranking) score_of.emplace(entry.item, entry.score);
  Matched matched;
  for (const ItemScore& entry : truth) {
    const auto found = score_of.find(entry.item);
    if (found == score_of.end()) continue;
    matched.ranking.push_back(found->second);
    matched.truth.push_back(entry.score);
  }
  matched.only_in_ranking = ranking.size() - matched.truth.size();
  matched.only_in_truth = truth.size() - matched.truth.size();
  if (matched.truth.size() < 2)
    throw InputError(
        arguments.ranking, 0,
        fmt::format("has {} of the items of {}, but at least 2 are needed", matched.truth.size(), arguments.truth));
  return matched;
}

ExitCode run(const EvaluateArguments& arguments) {
  if (arguments.top == 0) throw InvalidArgument("top", "0", "must be at least 1");
  const Matched matched = match(arguments);
  const std::size_t k = std::min(arguments.top, matched.truth.size());
  const KendallTau kendall = kendall_tau(matched.ranking, matched.truth);
  const double spearman = spearman_rho(matched.ranking, matched.truth);
  const double overlap = top_k_overlap(matched.ranking, matched.truth, k);

  OutputFile output("-");
  if (arguments.format == "json") {
    const nlohmann::ordered_json json = {{"items", matched.truth.size()},
                                         {"only_in_ranking", matched.only_in_ranking},
                                         {"only_in_truth", matched.only_in_truth},
                                         {"kendall_tau_a", kendall.tau_a},
                                         {"kendall_tau_b", kendall.tau_b},
                                         {"kendall_gamma", kendall.gamma},
                                         {"spearman", spearman},
                                         {"top_k", k},
                                         {"top_k_overlap", overlap}};
    output.write(json.dump(2) + "\n");
  } else {
    output.write(fmt::format("items in both files  {}\n", grouped(matched.truth.size())));
    if (matched.only_in_ranking > 0)
      output.write(fmt::format("only in the ranking  {}\n", grouped(matched.only_in_ranking)));
    if (matched.only_in_truth > 0)
      output.write(fmt::format("only in the truth    {}\n", grouped(matched.only_in_truth)));
    output.write(fmt::format("Kendall tau          {:.4f}\n", kendall.tau_a));
    output.write(fmt::format("Kendall tau-b        {:.4f}  (corrected for ties)\n", kendall.tau_b));
    output.write(fmt::format("Kendall gamma        {:.4f}  (without tied pairs; the paper's tau)\n", kendall.gamma));
    output.write(fmt::format("Spearman rho         {:.4f}\n", spearman));
    output.write(fmt::format("top {:<16} {:g} of {} found\n", k, overlap, k));
  }
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
  limit_to_whole_numbers(app->add_option("--top", arguments->top, wrapped("K of the top-K overlap"))
                             ->capture_default_str()
                             ->type_name("K"));
  limit_to(app->add_option("--format", arguments->format, wrapped("what to print"))->capture_default_str(),
           {"table", "json"});
  app->footer(
      "Example:\n"
      "  pdrank rank votes.csv --output ranking.csv\n"
      "  pdrank evaluate ranking.csv truth.csv");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace pdrank::cli
