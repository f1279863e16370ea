#include "pdrank/io/write/write_next.hpp"

#include <nlohmann/json.hpp>

#include "pdrank/io/rows/read_comparisons.hpp"
#include "support/text_of.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

class WriteNext : public IoTest {
 protected:
  static NextResult example() {
    NextResult result;
    result.strategy = "posterior";
    result.measure = "nats";
    result.seed = 18446744073709551615u;
    result.items = 4, result.comparisons = 9, result.components = 2, result.forbidden = 1;
    result.pairs = {{"a,\"b\"", "c|d", "", 0, {}, "connects"}, {"e", "a,\"b\"", "Ann", 0.125, 1.0 / 3, "order, open"}};
    result.outlook = Outlook{0.9, 0.5, 0.25, 0.75, "e", 2, {}};
    result.notes = {"a \"note\""};
    return result;
  }
};

TEST_F(WriteNext, Csv) {
  EXPECT_EQ(text_of(write_next_csv, example()),
            "left,right,winner,annotator,probability_left,value,reason\n"
            "\"a,\"\"b\"\"\",c|d,,,,0,connects\n"
            "e,\"a,\"\"b\"\"\",,Ann,0.3333333333333333,0.125,\"order, open\"\n");
}

TEST_F(WriteNext, CsvWithWinnersIsAFileOfComparisons) {
  std::string text = text_of(write_next_csv, example());
  text.insert(text.find(",,,,0") + 1, "left");
  text.insert(text.find(",,Ann") + 1, "tie");
  const Comparisons data = read_comparisons(file("next.csv", text));
  ASSERT_EQ(data.size(), 2u);
  EXPECT_EQ(data.items.name(data.winner(0)), "a,\"b\"");
  EXPECT_EQ(data.annotator(0), kNoAnnotator);
  EXPECT_TRUE(data.tie(1));
  EXPECT_EQ(data.annotators.name(data.annotator(1)), "Ann");
  EXPECT_TRUE(data.report.notes.empty());  // its own columns are no surprise
}

TEST_F(WriteNext, Json) {
  const auto json = nlohmann::json::parse(text_of(write_next_json, example()));
  const auto expected = nlohmann::json::parse(R"({
    "schema_version": 1, "strategy": "posterior", "measure": "nats", "seed": 18446744073709551615, "items": 4,
    "comparisons": 9, "components": 2, "forbidden": 1, "notes": ["a \"note\""],
    "pairs": [
      {"left": "a,\"b\"", "right": "c|d", "winner": null, "annotator": null, "probability_left": null, "value": 0,
       "reason": "connects"},
      {"left": "e", "right": "a,\"b\"", "winner": null, "annotator": "Ann", "probability_left": 0.3333333333333333,
       "value": 0.125, "reason": "order, open"}],
    "outlook": {"level": 0.9, "settled_pairs": 0.5, "expected_tau": 0.25, "expected_tau_after": 0.75, "leader": "e",
                "top_tier": 2, "answers_to_separate": null}})");
  EXPECT_EQ(json, expected);
  NextResult blind = example();
  blind.outlook.reset();
  EXPECT_TRUE(nlohmann::json::parse(text_of(write_next_json, blind))["outlook"].is_null());
}

TEST_F(WriteNext, Markdown) {
  NextResult result = example();
  result.outlook.reset();
  EXPECT_EQ(text_of(write_next_markdown, result),
            "| left | right | annotator | left wins | value | why |\n|:---|:---|:---|---:|---:|:---|\n"
            "| a,\"b\" | c\\|d |  |  | 0 | connects |\n"
            "| e | a,\"b\" | Ann | 33 % | 0.125 | order, open |\n");
  result.pairs.pop_back();
  result.outlook = example().outlook;
  const std::string text = text_of(write_next_markdown, result);
  EXPECT_EQ(text.substr(0, text.find('\n')), "| left | right | left wins | value | why |");
  EXPECT_NE(text.find("\n\nSettled: 50 % of all pairs"), std::string::npos);
}

}  // namespace
}  // namespace pdrank::test
