// A table in memory is read as the CSV file of it is: every layout, good rows and bad ones, whatever its types, batches
// and slices.
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/parallel.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/io/tables/arrow_table.hpp"
#include "pdrank/io/tables/text_table.hpp"
#include "pdrank/io/write/csv_line.hpp"
#include "support/arrow_builder.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

using Strings = std::vector<std::string>;

// A table at random: a layout, column by column, with values that are mostly fine.
class RandomTable {
 public:
  explicit RandomTable(std::uint64_t seed) : random_(seed) {
    static const std::vector<Strings> layouts = {
        {"winner", "loser"},
        {"winner", "loser", "annotator", "weight", "tie"},
        {"played", "worker", "loser", "winner"},
        {"judge", "tie", "winner", "loser"},
        {"left", "right", "winner"},
        {"model_a", "model_b", "winner", "judge", "played"},
        {"worker", "left", "right", "label"},
        {"player1", "player2", "outcome", "count"},
        {"chosen", "rejected"},
        {"3", "x"},
        {"annotator", "ranking"},
        {"order", "weight", "played"},
    };
    const Strings& layout = layouts[random_.below(layouts.size())];
    has_header = layout[0] != "3";
    names_are_numbers_ = random_.chance(0.3);
    goes_wrong_ = random_.chance(0.5) ? 0.1 : 0;
    const std::size_t rows = random_.below(40);
    for (const std::string& name : layout) {
      columns.push_back({name, "", {}});
      const Strings values = values_of(name, layout);
      for (std::size_t row = 0; row < rows; ++row) columns.back().fields.push_back(pick_field(values));
      columns.back().format = pick_format(columns.back());
    }
  }

  // The same as a CSV file; row k of the table is on line_of(k).
  std::string csv() const {
    io::CsvLine line;
    std::string text;
    for (const ArrowColumn& column : columns) line.add(column.name);
    if (has_header) text = line.end();
    for (std::size_t row = 0; row < row_count(); ++row) {
      io::CsvLine fields;
      for (const ArrowColumn& column : columns)
        if (const Field& field = column.fields[row]; field && !field->empty())
          fields.add(*field);
        else
          fields.add("");
      const std::string_view written = fields.end();
      text += written == "\n" ? "\"\"\n" : written;  // or else it would be a blank line
    }
    return text;
  }

  std::size_t line_of(std::size_t row) const { return row + has_header; }
  std::size_t row_count() const { return columns[0].fields.size(); }

  ArrowArrayStream stream(const ArrowBuilder& builder) {
    std::vector<std::size_t> cuts;
    for (std::size_t cut = random_.below(20); cut < row_count(); cut += random_.below(20)) cuts.push_back(cut);
    const ArrowSlice slice{random_.below(10), random_.below(10), random_.chance(0.5)};
    return builder.stream(columns, cuts, slice);
  }

  TextTable text() const {
    Strings names;
    std::vector<TextColumn> texts(columns.size());
    for (std::size_t k = 0; k < columns.size(); ++k) {
      names.push_back(columns[k].name);
      for (const Field& field : columns[k].fields) texts[k].add(field.value_or(""));
    }
    return {std::move(names), std::move(texts)};
  }

  std::vector<ArrowColumn> columns;
  bool has_header = true;

 private:
  Strings values_of(const std::string& name, const Strings& layout) {
    const auto has = [&](const char* other) { return std::find(layout.begin(), layout.end(), other) != layout.end(); };
    if (name == "weight" || name == "count") return {"1", "2", "0.5", "1.25"};
    if (name == "tie") return random_.chance(0.5) ? Strings{"1", "0"} : Strings{"true", "false"};
    if (name == "winner" && has("left")) return {"left", "right", "tie", "Draw"};
    if (name == "winner" && has("model_a")) return {"model_a", "model_b", "tie (bothbad)"};
    if (name == "outcome") {
      const std::vector<Strings> ways = {{"W1", "W2", "D"}, {"0", "1", "0.5"}, {"true", "false"}};
      return ways[random_.below(3)];
    }
    if (name == "ranking" || name == "order") return {"a>b", "b=c > a", "x y>dd=a", "a > b > c"};
    if (name == "played") return {"2020-01-01"};
    if (names_are_numbers_) return {"1", "2", "3", "17", "100"};
    return {"a", "b", "c", "\u00e9\u4e2d", " x y ", "q\"q\"", "a name of more than twelve bytes", ","};
  }

  Field pick_field(const Strings& values) {
    if (random_.chance(goes_wrong_ / 2)) return std::nullopt;
    return values[random_.below(values.size())];
  }

  // One of those that can hold the fields; fields of text may go wrong.
  std::string pick_format(ArrowColumn& column) {
    Strings formats = {"u", "U", "vu", "c/u", "S/U", "l/vu"};
    const auto hold = [&](auto&& can_hold) {
      return std::ranges::all_of(column.fields, [&](const Field& field) { return !field || can_hold(*field); });
    };
    if (hold([](const std::string& text) { return text == "true" || text == "false"; })) formats = {"b", "u", "C/b"};
    if (hold([](const std::string& text) { return io::parse_finite(text).has_value(); }))
      formats = {"e", "f", "g", "i/g"};
    if (hold([](const std::string& text) { return text.find_first_not_of("0123456789") == std::string::npos; }))
      formats = {"c", "C", "s", "S", "i", "I", "l", "L", "e", "f", "g", "i/c", "L/u", "u", "vu"};
    if (hold([](const std::string&) { return false; })) formats = {"n", "u", "g", "i/vu", "b"};
    if (column.name == "played") return "tsu:UTC";
    const std::string format = formats[random_.below(formats.size())];
    if (format.find_first_of("uU") != std::string::npos)
      for (Field& field : column.fields)
        if (random_.chance(goes_wrong_ / 2)) field = random_.chance(0.5) ? "wrong" : "";
    return format;
  }

  Random random_;
  bool names_are_numbers_ = false;
  double goes_wrong_ = 0;
};

class Tables : public IoTest {
 protected:
  static std::string read(DataTable& table, const ReadOptions& options, bool with_notes) {
    try {
      return said(read_comparisons(table, options), with_notes);
    } catch (const InputError& error) {
      return error.what();
    }
  }

  static std::string said(const Comparisons& data, bool with_notes) {
    std::string all = everything_of(data);
    for (const std::string& note : data.report.notes) all += with_notes ? note + "\n" : "";
    return all;
  }

  // What reading the file says, in the words of a table.
  std::string read_file(const RandomTable& table, const ReadOptions& options) const {
    std::string all;
    try {
      all = said(read_comparisons(file("v", table.csv()), options), table.has_header);
    } catch (const InputError& error) {
      all = error.what();
    }
    all = without_folder(all);
    for (std::size_t row = 1; row <= table.row_count(); ++row)
      replace(all, fmt::format("v:{}: ", table.line_of(row)), fmt::format("table:{}: ", row));
    replace(all, "v: ", "table: ");
    replace(all, "no data rows after the header", "it has no rows");
    replace(all, "the file is empty", "it has no rows");
    return all;
  }

  static void replace(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  }

  ArrowCounts counts_;
  ArrowBuilder builder_{counts_};
};

TEST_F(Tables, SameAsTheirFiles) {
  int results = 0, errors = 0, skips = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomTable table(seed);
    for (const bool skip : {false, true}) {
      ReadOptions options{.skip_bad_rows = skip, .refuse_ties = seed % 7 == 0};
      const std::string expected = read_file(table, options);
      ++(expected.starts_with("table:") ? errors : results);
      skips += expected.find("\nskipped ") != std::string::npos;
      for (const int threads : {1, 2, 3}) {
        const ThreadScope scope(threads);
        options.block_bytes = threads == 1 ? std::size_t{1} << 18 : seed % 200;
        options.block_bytes += options.block_bytes == 0;
        ArrowArrayStream stream = table.stream(builder_);
        {
          ArrowTable arrow(stream);
          ASSERT_EQ(read(arrow, options, table.has_header), expected) << "seed " << seed << "\n" << table.csv();
        }
        ASSERT_EQ(counts_.alive(), 0);
        TextTable text = table.text();
        ASSERT_EQ(read(text, options, table.has_header), expected) << "seed " << seed << "\n" << table.csv();
      }
    }
  }
  EXPECT_GT(results, 300);
  EXPECT_GT(errors, 100);
  EXPECT_GT(skips, 100);
}

// One column of a format, against a column of text.
TEST_F(Tables, HowValuesAreSpelled) {
  const auto spelled = [&](const std::string& format, const Strings& values) {
    ArrowColumn winner{"winner", format, {}}, loser{"loser", "u", {}};
    for (const std::string& value : values) {
      winner.fields.push_back(value);
      loser.fields.push_back("other");
    }
    ArrowArrayStream stream = builder_.stream({winner, loser});
    ArrowTable table(stream);
    const Comparisons data = read_comparisons(table);
    std::string text;
    for (std::size_t n = 0; n < data.size(); ++n) text += fmt::format("{} ", data.items.name(data.winner(n)));
    return text;
  };
  EXPECT_EQ(spelled("c", {"-128", "127", "0"}), "-128 127 0 ");
  EXPECT_EQ(spelled("C", {"255"}), "255 ");
  EXPECT_EQ(spelled("s", {"-32768"}), "-32768 ");
  EXPECT_EQ(spelled("S", {"65535"}), "65535 ");
  EXPECT_EQ(spelled("i", {"-2147483648"}), "-2147483648 ");
  EXPECT_EQ(spelled("I", {"4294967295"}), "4294967295 ");
  EXPECT_EQ(spelled("l", {"-9223372036854775808", "9223372036854775807"}), "-9223372036854775808 9223372036854775807 ");
  EXPECT_EQ(spelled("L", {"18446744073709551615"}), "18446744073709551615 ");
  EXPECT_EQ(spelled("g", {"1.0", "-0.0", "0.5", "0.1", "1e15", "9007199254740992", "1e300", "-2.2250738585072014e-308",
                          "inf"}),
            "1 0 0.5 0.1 1000000000000000 9007199254740992 1e+300 -2.2250738585072014e-308 inf ");
  EXPECT_EQ(spelled("f", {"1.0", "0.1", "16777216", "-1e-30"}), "1 0.1 16777216 -1e-30 ");
  EXPECT_EQ(spelled("e", {"1.0", "0.5", "-2.5", "65504", "6.103515625e-05", "5.9604644775390625e-08", "inf", "-0.0"}),
            "1 0.5 -2.5 65504 6.1035156e-05 5.9604645e-08 inf 0 ");
  EXPECT_EQ(spelled("b", {"true", "false"}), "true false ");
  EXPECT_EQ(spelled("tdD", {"19844", "-1"}), "2024-05-01 1969-12-31 ");
  EXPECT_EQ(spelled("tss:", {"1714566600", "-1"}), "2024-05-01 12:30:00 1969-12-31 23:59:59 ");
  EXPECT_EQ(spelled("tsm:", {"1714566600250"}), "2024-05-01 12:30:00.250 ");
  EXPECT_EQ(spelled("tsu:UTC", {"1714566600000001"}), "2024-05-01 12:30:00.000001 ");
  EXPECT_EQ(spelled("tsn:UTC", {"1714566600000000000"}), "2024-05-01 12:30:00 ");
  EXPECT_EQ(spelled("s/l", {"5", "-7"}), "5 -7 ");
  EXPECT_EQ(spelled("vu", {"twelve bytes", "thirteen byte", " "}), "twelve bytes thirteen byte   ");
}

// A million names in a dictionary for few rows, NaN, and nulls of the dictionary itself are all fine or missing.
TEST_F(Tables, WhatIsMissing) {
  const auto error = [&](const ArrowColumn& winner) {
    ArrowArrayStream stream = builder_.stream({winner, {"loser", "u", {"a", "b"}}});
    ArrowTable table(stream);
    return read(table, {}, true);
  };
  EXPECT_EQ(error({"winner", "g", {"1", "nan"}}), "table:2: empty item name");
  EXPECT_EQ(error({"winner", "e", {"1", "nan"}}), "table:2: empty item name");
  EXPECT_EQ(error({"winner", "u", {"x", std::nullopt}}), "table:2: empty item name");
  EXPECT_EQ(error({"winner", "n", {std::nullopt, std::nullopt}}), "table:1: empty item name");
  EXPECT_EQ(error({"winner", "c/g", {"1", "nan"}}), "table:2: empty item name");
  EXPECT_EQ(error({"winner", "I/u", {std::nullopt, std::nullopt}}), "table:1: empty item name");
  EXPECT_EQ(counts_.alive(), 0);
}

TEST_F(Tables, Bytes) {
  using namespace std::string_literals;
  for (const std::string format : {"u", "U", "vu", "C/u", "i/vu"}) {
    const auto error = [&](const std::string& value) {
      ArrowArrayStream stream = builder_.stream({{"winner", format, {"x", value}}, {"loser", "u", {"a", "b"}}});
      ArrowTable table(stream);
      return read(table, {}, true);
    };
    EXPECT_EQ(error("a\0b"s), "table:2: NUL byte in the value of 'winner'") << format;
    EXPECT_EQ(error("a long one with a NUL \0b"s), "table:2: NUL byte in the value of 'winner'") << format;
    EXPECT_EQ(error("\u00e9\xff"), "table:2: invalid UTF-8 in the value of 'winner'") << format;
    EXPECT_TRUE(error("\u00e9").starts_with("1 x>a\n2 \u00e9>b\n")) << format;
  }
  TextColumn winner, loser;
  winner.add("x\xff");
  loser.add("y");
  TextTable table({"winner", "loser"}, {winner, loser});
  EXPECT_EQ(read(table, {}, true), "table:1: invalid UTF-8 in the value of 'winner'");
}

TEST_F(Tables, TypesWithoutText) {
  const auto error = [&](const std::string& format) {
    ArrowArrayStream stream = builder_.stream({{"winner", format, {"1"}}, {"loser", "u", {"b"}}});
    ArrowTable table(stream);
    return read(table, {}, true);
  };
  const auto refused = [](const char* type) {
    return fmt::format("table: column 'winner' is of type {}; text, numbers or booleans are needed", type);
  };
  EXPECT_EQ(error("tDs"), refused("duration"));
  EXPECT_EQ(error("ttm"), refused("time"));
  EXPECT_EQ(error("d:19,10"), refused("decimal"));
  EXPECT_EQ(error("+l"), refused("list"));
  EXPECT_EQ(error("+s"), refused("struct"));
  EXPECT_EQ(error("i/ttm"), refused("dictionary of time"));
  EXPECT_EQ(error("?"), refused("'?'"));
  EXPECT_EQ(counts_.alive(), 0);
}

TEST_F(Tables, Columns) {
  const auto read_as = [&](const Strings& names, const std::string& spec) {
    std::vector<ArrowColumn> columns;
    const Strings values = {"a", "b", "c"};
    for (std::size_t k = 0; k < names.size(); ++k) columns.push_back({names[k], "u", {values[k]}});
    ArrowArrayStream stream = builder_.stream(columns);
    ArrowTable table(stream);
    try {
      const Comparisons data = read_comparisons(table, {.columns = spec});
      return dump(data) + (data.report.notes.empty() ? "" : plain(data.report.notes[0]));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(read_as({"0", "1"}, ""),
            "1 a>b\ntable has no columns with known names: '0' was taken for the winner and '1' for the loser. If that "
            "is wrong, name them with columns.");
  EXPECT_EQ(read_as({"0", "1", "2"}, "winner=1,loser=2"), "1 b>c\nColumn not used: 0.") << "a number is a name first";
  EXPECT_EQ(read_as({"x", "y", "z"}, "winner=3,loser=1"), "1 c>a\nColumn not used: y.") << "or else a position";
  EXPECT_EQ(read_as({"x", "y", "worker"}, "winner=2,loser=1"), "1 b>a@c\n") << "the names are names all the same";
  EXPECT_TRUE(read_as({"x", "y", "z"}, "").starts_with("table: columns 'x', 'y', 'z' are not recognised; name them"));
  EXPECT_EQ(
      read_as({"x"}, ""),
      "table: only one column 'x'; comparisons need at least two, such as winner and loser, or one named ranking");
  EXPECT_EQ(read_as({}, ""), "table: there are no columns");
  EXPECT_EQ(read_as({"winner", "loser", "Winner"}, ""), "table: column 'winner' appears twice");
  EXPECT_EQ(counts_.alive(), 0);
}

TEST_F(Tables, NothingToUse) {
  ArrowArrayStream stream = builder_.stream({{"winner", "u", {}}, {"loser", "u", {}}});
  ArrowTable empty(stream);
  EXPECT_EQ(read(empty, {}, true), "table: it has no rows");
  TextTable text({"winner", "loser"}, {TextColumn(), TextColumn()});
  EXPECT_EQ(read(text, {}, true), "table: it has no rows");
  ArrowArrayStream bad = builder_.stream({{"winner", "u", {"a"}}, {"loser", "u", {"a"}}});
  ArrowTable useless(bad);
  EXPECT_EQ(
      read(useless, {.skip_bad_rows = true}, true),
      "table: no usable comparison (rows skipped: 1; the first: table:1: winner and loser are the same item 'a')");
}

// One row a batch, so that there are as many blocks as can be.
std::vector<ArrowColumn> many_rows(std::size_t rows) {
  std::vector<ArrowColumn> columns = {{"winner", "c/u", {}}, {"loser", "u", {}}};
  for (std::size_t row = 0; row < rows; ++row) {
    columns[0].fields.push_back(std::to_string(row % 5));
    columns[1].fields.push_back("x");
  }
  return columns;
}

std::vector<std::size_t> every_row(std::size_t rows) {
  std::vector<std::size_t> cuts;
  for (std::size_t cut = 1; cut < rows; ++cut) cuts.push_back(cut);
  return cuts;
}

TEST_F(Tables, BatchesAreReleasedAsTheyAreRead) {
  ArrowArrayStream stream = builder_.stream(many_rows(300), every_row(300));
  ArrowTable table(stream);
  EXPECT_EQ(stream.release, nullptr) << "taken over";
  EXPECT_EQ(read_comparisons(table).size(), 300u);
  EXPECT_EQ(counts_.arrays, 0) << "even before the table is gone";
  constexpr int kArraysABatch = 4, kBlocksAtOnce = 16;  // the table, its columns, the dictionary
  EXPECT_EQ(counts_.most_arrays, kArraysABatch * kBlocksAtOnce) << "those of the blocks before are gone by then";
  EXPECT_EQ(counts_.streams, 1);
}

// The first in the order of the rows is what is said.
TEST_F(Tables, StreamsThatFail) {
  const auto error = [&](std::size_t fails_at, const std::string& said, const ReadOptions& options = {}) {
    std::vector<ArrowColumn> columns = many_rows(30);
    columns[1].fields[20] = "0";
    ArrowArrayStream stream = builder_.stream(columns, every_row(30), {}, fails_at, said);
    ArrowTable table(stream);
    return read(table, options, true);
  };
  EXPECT_EQ(error(0, "lost\nconnection"), "table: its stream failed: lost connection");
  EXPECT_EQ(error(10, ""), "table: its stream failed: Input/output error");
  EXPECT_EQ(error(25, "lost"), "table:21: winner and loser are the same item '0'");
  EXPECT_EQ(error(25, "lost", {.skip_bad_rows = true}), "table: its stream failed: lost");
  EXPECT_EQ(counts_.alive(), 0);
}

TEST_F(Tables, NoTable) {
  ArrowSchema schema = builder_.schema({{"winner", "u", {}}});
  ArrowArray array = builder_.batch({{"winner", "u", {"a"}}}, 0, 1);
  ArrowSchema column = *schema.children[0];
  schema.children[0]->release = [](ArrowSchema*) {};  // moved out
  schema.release(&schema);
  EXPECT_THROW(ArrowTable(column, array), InputError);
  EXPECT_EQ(counts_.alive(), 0);
  EXPECT_THROW(ArrowTable(column, array), InvalidArgument) << "both have been taken";
  ArrowArrayStream stream = builder_.stream(many_rows(3));
  ArrowTable first(stream);
  EXPECT_THROW(ArrowTable again(stream), InvalidArgument);
}

TEST_F(Tables, OneBatch) {
  const std::vector<ArrowColumn> columns = {{"winner", "u", {"a", "b"}}, {"loser", "u", {"b", "c"}}};
  ArrowSchema schema = builder_.schema(columns);
  ArrowArray array = builder_.batch(columns, 0, 2, {3, 2});
  {
    ArrowTable table(schema, array);
    EXPECT_EQ(table.row_count(), 2u);
    EXPECT_EQ(dump(read_comparisons(table)), "1 a>b\n2 b>c\n");
  }
  EXPECT_EQ(counts_.alive(), 0);
}

TEST_F(Tables, RowsThatAreNullAsAWhole) {
  const std::vector<ArrowColumn> columns = {{"winner", "u", {"a", "b"}}, {"loser", "u", {"b", "c"}}};
  ArrowSchema schema = builder_.schema(columns);
  ArrowArray array = builder_.batch(columns, 0, 2);
  const std::uint8_t valid = 1;
  array.buffers[0] = &valid;
  array.null_count = -1;
  ArrowTable table(schema, array);
  EXPECT_EQ(read(table, {}, true), "table: a row is null as a whole");
}

class StopAfter : public Observer {
 public:
  explicit StopAfter(int calls) : calls_(calls) {}
  void on_progress(const Progress& progress) override { last = progress; }
  bool stop_requested() override { return --calls_ < 0; }
  Progress last;

 private:
  int calls_;
};

TEST_F(Tables, ProgressAndStop) {
  StopAfter never(1000), soon(3);
  ArrowArrayStream stream = builder_.stream(many_rows(30), every_row(30));
  ArrowTable table(stream, 30);
  read_comparisons(table, {}, &never);
  EXPECT_EQ(never.last.stage, "reading");
  EXPECT_EQ(never.last.done, 30u);
  EXPECT_EQ(never.last.total, 30u);
  ArrowArrayStream more = builder_.stream(many_rows(30), every_row(30));
  {
    ArrowTable stopped(more);
    EXPECT_THROW(read_comparisons(stopped, {}, &soon), Stopped);
  }
  EXPECT_EQ(soon.last.done, 4u);
  EXPECT_EQ(counts_.arrays, 0);
}

TEST_F(Tables, TextColumnsMustFit) {
  TextColumn one, none;
  one.add("a");
  EXPECT_THROW(TextTable({"winner"}, {one, one}), InvalidArgument);
  EXPECT_THROW(TextTable({"winner", "loser"}, {one, none}), InvalidArgument);
}

}  // namespace
}  // namespace pdrank::test
