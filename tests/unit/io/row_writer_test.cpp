#include "pdrank/io/write/row_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace pdrank {

struct NamedRow {
  std::string name;
  double score = 0;
  std::optional<std::uint32_t> rank;
  std::vector<std::string> words;
  bool sure = false;
};

template <>
struct Fields<NamedRow> {
  static constexpr std::tuple list{RecordField{"name", &NamedRow::name, ""}, RecordField{"score", &NamedRow::score, ""},
                                   RecordField{"rank", &NamedRow::rank, ""}, RecordField{"words", &NamedRow::words, ""},
                                   RecordField{"sure", &NamedRow::sure, ""}};
};

namespace {

std::string rows(io::RowFormat format, const std::vector<NamedRow>& records) {
  StringSink sink;
  io::RowWriter<NamedRow> writer(format, sink);
  for (const NamedRow& record : records) writer.add(record);
  writer.finish();
  return sink.text;
}

TEST(RowWriter, WritesEveryFormat) {
  const std::vector<NamedRow> records = {{"A, \"b\"", 0.1, 1, {"x", "y"}, true}, {"t\tab", NAN, {}, {}, false}};
  EXPECT_EQ(rows(io::RowFormat::csv, records),
            "name,score,rank,words,sure\n\"A, \"\"b\"\"\",0.1,1,x y,true\nt\tab,,,,false\n");
  EXPECT_EQ(rows(io::RowFormat::tsv, records),
            "name\tscore\trank\twords\tsure\n\"A, \"\"b\"\"\"\t0.1\t1\tx y\ttrue\n\"t\tab\"\t\t\t\tfalse\n");
  EXPECT_EQ(rows(io::RowFormat::jsonl, records),
            "{\"name\": \"A, \\\"b\\\"\", \"score\": 0.1, \"rank\": 1, \"words\": [\"x\", \"y\"], \"sure\": true}\n"
            "{\"name\": \"t\\tab\", \"score\": null, \"rank\": null, \"words\": [], \"sure\": false}\n");
  const nlohmann::json parsed = nlohmann::json::parse(rows(io::RowFormat::json, records));
  ASSERT_EQ(parsed.size(), 2u);
  EXPECT_EQ(parsed[0]["score"], 0.1);
  EXPECT_EQ(nlohmann::json::parse(rows(io::RowFormat::json, {})), nlohmann::json::array());
}

}  // namespace
}  // namespace pdrank
