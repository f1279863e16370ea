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
#include "terminal.hpp"

namespace pdrank::cli {
namespace {

struct EvaluateArguments {
  std::string ranking, truth;
  std::string format = "table";
  std::size_t top = 10;
};

constexpr std::size_t kNameWidth = 21;

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

std::string as_text(const Evaluation& found, std::size_t width) {
  std::string text;
  const auto add = [&](const std::string& name, const std::string& value, const char* meaning = "") {
    const std::string indent(kNameWidth, ' ');
    text += wrapped(fmt::format("{:<{}}{}{}{}", name, kNameWidth, value, *meaning ? "  " : "", meaning), width, indent);
  };
  add("items in both files", grouped(found.items));
  if (found.only_in_ranking > 0) add("only in the ranking", grouped(found.only_in_ranking));
  if (found.only_in_truth > 0) add("only in the truth", grouped(found.only_in_truth));
  add("Kendall tau", fmt::format("{:.4f}", found.kendall.tau_a));
  add("Kendall tau-b", fmt::format("{:.4f}", found.kendall.tau_b), "(corrected for ties)");
  add("Kendall gamma", fmt::format("{:.4f}", found.kendall.gamma), "(without tied pairs; the paper's tau)");
  add("Spearman rho", fmt::format("{:.4f}", found.spearman));
  add(fmt::format("top {}", found.top_k), fmt::format("{:g} of {} found", found.top_k_overlap, found.top_k));
  return text;
}

ExitCode run(const EvaluateArguments& arguments) {
  if (arguments.top == 0) throw InvalidArgument("top", "0", "must be at least 1");  // before the files are read
  const Evaluation found = measure(arguments);
  OutputFile output("-");
  output.write(arguments.format == "json" ? as_json(found) : as_text(found, terminal_width()));
  output.commit();
  return kDone;
}

}  // namespace

Command add_evaluate(CLI::App& program) {
  CLI::App* app = program.add_subcommand("evaluate", "compare a ranking with the truth");
  auto arguments = std::make_shared<EvaluateArguments>();
  app->add_option("ranking", arguments->ranking, "a file with columns item,score or item,rank")
      ->required()
      ->type_name("RANKING");
  app->add_option("truth", arguments->truth, "a file with columns item,score; higher is better")
      ->required()
      ->type_name("TRUTH");
  limit_to_whole_numbers(
      app->add_option("--top", arguments->top, fmt::format("K of the top-K overlap [{}]", arguments->top))
          ->type_name("K"));
  add_format_flag(*app, arguments->format, {"table", "json"});
  app->footer(
      "Example:\n"
      "  pdrank rank votes.csv --output ranking.csv\n"
      "  pdrank evaluate ranking.csv truth.csv");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace pdrank::cli
