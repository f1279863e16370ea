#include "pdrank/io/write/write_predict.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/text_of.hpp"

namespace pdrank {
namespace {

PredictResult example() {
  PredictResult result;
  result.method = "bradley-terry";
  result.own_law = true;
  result.level = 0.9;
  result.pairs = {{{.probability = 0.75, .low = 0.5, .high = 0.875}, "A", "B, or not"},
                  {{.probability = 0.5, .guess = true}, "A", "C"}};
  result.notes = {"A note."};
  return result;
}

TEST(WritePredict, Csv) {
  EXPECT_EQ(text_of(write_predict_csv, example()),
            "left,right,probability,low,high,guess,tie\nA,\"B, or not\",0.75,0.5,0.875,false,\nA,C,0.5,,,true,\n");
}

TEST(WritePredict, Json) {
  const auto json = nlohmann::json::parse(text_of(write_predict_json, example()));
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["law"].dump(), R"({"flip":0,"kind":"own","order":0,"slope":1,"tie_size":0,"ties":"half"})");
  EXPECT_EQ(json["pairs"][0]["low"], 0.5);
  EXPECT_TRUE(json["pairs"][1]["low"].is_null());
  EXPECT_EQ(json["pairs"][1]["guess"], true);
}

TEST(WritePredict, Markdown) {
  EXPECT_EQ(text_of(write_predict_markdown, example()),
            "| left | right | probability | low | high |\n|:---|:---|---:|---:|---:|\n"
            "| A | B, or not | 0.750 | 0.500 | 0.875 |\n| A | C | 0.500 |  |  |\n\nA note.\n");
}

}  // namespace
}  // namespace pdrank
