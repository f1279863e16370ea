// The documents say of every field what the lists of fields say.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "pdrank/core/result_fields.hpp"

namespace pdrank {
namespace {

template <class Value>
struct Kind {
  static std::string word() {
    if constexpr (std::is_same_v<Value, bool>)
      return "true or false";
    else if constexpr (std::is_integral_v<Value>)
      return "whole number";
    else if constexpr (std::is_floating_point_v<Value>)
      return "number";
    else
      return "text";
  }
};
template <class Value>
struct Kind<std::optional<Value>> {
  static std::string word() { return Kind<Value>::word() + " or empty"; }
};
template <class Value>
struct Kind<std::vector<Value>> {
  static std::string word() {
    if constexpr (std::is_same_v<Value, std::string>)
      return "words";
    else
      return std::is_arithmetic_v<Value> ? "numbers" : "records";
  }
};

// The table of a record, as Markdown.
template <class Record>
std::string table_of() {
  std::string table = "| field | kind | meaning |\n|---|---|---|\n";
  for_each_field<Record>([&](const auto& field) {
    using Value = std::decay_t<decltype(std::invoke(field.get, std::declval<const Record&>()))>;
    table +=
        "| `" + std::string(field.name) + "` | " + Kind<Value>::word() + " | " + std::string(field.meaning) + " |\n";
  });
  return table;
}

TEST(Fields, AreAllInTheDocuments) {
  std::stringstream text;
  text << std::ifstream(PDRANK_SOURCE_DIR "/docs/FORMATS.md").rdbuf();
  for (const std::string& table :
       {table_of<Place>(), table_of<ConfidenceRow>(), table_of<AnnotatorReport>(), table_of<DataSummary>(),
        table_of<GraphSummary>(), table_of<Convergence>(), table_of<MethodOnData>(), table_of<PairPrediction>(),
        table_of<NextPair>(), table_of<Outlook>()})
    EXPECT_NE(text.str().find(table), std::string::npos) << "docs/FORMATS.md should have this table:\n" << table;
}

}  // namespace
}  // namespace pdrank
