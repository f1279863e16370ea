#include "pdrank/io/write/write_compare.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/text_of.hpp"

namespace pdrank {
namespace {

CompareResult example() {
  CompareResult result;
  result.seed = 7;
  result.folds = 2;
  result.held_out = 40;
  result.items = 5;
  result.truth_items = 4;
  result.top = 3;
  MethodOnData best, other, none;
  best.method = "pdrank:gamma=0.5";
  best.convergence.status = Termination::converged;
  best.seconds = 0.25;
  best.agreement = 0.5;
  best.law = "own";
  best.accuracy = 0.75;
  best.log_loss = 0.625;
  best.fold_log_loss = {0.5, 0.75};
  best.calibration_error = 0.125;
  best.unpredicted = 0;
  best.tau = 1;
  best.spearman = 0.875;
  best.top_k = 1;
  best.contradicted = 12.5;
  other = best;
  other.method = "elo";
  other.p_value = 0.0625;
  none.method = "crowd-bt";
  none.reason = "no annotators, alas";
  result.methods = {best, other, none};
  result.agreement = {{1, 0.5, kNone}, {0.5, 1, kNone}, {kNone, kNone, kNone}};
  result.reading = "A sentence.";
  result.notes = {"a note"};
  return result;
}

TEST(WriteCompare, Csv) {
  EXPECT_EQ(text_of(write_compare_csv, example()),
            "method,status,seconds,agreement,accuracy,log_loss,p_value,calibration_error,unpredicted,tau,spearman,"
            "top_k,reason,law,message,fold_log_loss,contradicted\n"
            "pdrank:gamma=0.5,converged,0.25,0.5,0.75,0.625,,0.125,0,1,0.875,1,,own,,0.5 0.75,12.5\n"
            "elo,converged,0.25,0.5,0.75,0.625,0.0625,0.125,0,1,0.875,1,,own,,0.5 0.75,12.5\n"
            "crowd-bt,not_run,,,,,,,,,,,\"no annotators, alas\",,,,\n");
}

TEST(WriteCompare, Json) {
  const auto json = nlohmann::json::parse(text_of(write_compare_json, example()));
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["reading"], "A sentence.");
  EXPECT_EQ(json["methods"][0]["fold_log_loss"].dump(), "[0.5,0.75]");
  EXPECT_TRUE(json["methods"][0]["p_value"].is_null());
  EXPECT_EQ(json["methods"][1]["p_value"], 0.0625);
  EXPECT_EQ(json["methods"][2]["reason"], "no annotators, alas");
  EXPECT_EQ(json["agreement"].dump(), "[[1,0.5,null],[0.5,1,null],[null,null,null]]");
  for (const char* key : {"seed", "folds", "held_out", "items", "truth_items", "top", "notes", "forward",
                          "pair_distance", "adaptive", "unfinished"})
    EXPECT_TRUE(json.contains(key)) << key;
}

TEST(WriteCompare, MarkdownLeavesOutWhatWasNotAskedFor) {
  CompareResult result = example();
  EXPECT_EQ(text_of(write_compare_markdown, result),
            "| method | seconds | agreement | contradicted | accuracy | log loss | p | law | tau | Spearman | top 3 |\n"
            "|:---|---:|---:|---:|---:|---:|---:|:---|---:|---:|---:|\n"
            "| pdrank:gamma=0.5 | 0.250 | 0.500 | 12.5 | 0.750 | 0.625 |  | own | 1.000 | 0.875 | 1.00 |\n"
            "| elo | 0.250 | 0.500 | 12.5 | 0.750 | 0.625 | 0.062 | own | 1.000 | 0.875 | 1.00 |\n"
            "\nNot applied: crowd-bt: no annotators, alas.\n"
            "\nA sentence.\n");
  result.folds = 0;
  result.truth_items = 0;
  EXPECT_TRUE(text_of(write_compare_markdown, result).starts_with("| method | seconds | agreement | contradicted |\n"));
}

}  // namespace
}  // namespace pdrank
