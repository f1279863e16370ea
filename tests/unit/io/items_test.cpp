// Lists of items and of pairs, and comparisons that may have no rows.
#include "pdrank/io/rows/read_comparisons.hpp"
#include "pdrank/io/rows/read_items.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

class Items : public IoTest {
 protected:
  std::string items(std::string_view content) const {
    return told([&] {
      std::string text;
      for (const std::string& item : read_items(file("i.csv", content))) text += item + '|';
      return text;
    });
  }

  // The pairs of a file where a, b, c and "left" are items.
  std::string pairs(std::string_view content) const {
    return told([&] {
      ItemIndex known;
      for (const char* name : {"a", "b", "c", "left"}) known.intern(name);
      std::string text;
      for (const auto& [first, second] : read_pairs(file("p.csv", content), known)) text += first + '-' + second + '|';
      return text;
    });
  }

  template <class Read>
  std::string told(const Read& read) const {
    try {
      return read();
    } catch (const InputError& error) {
      return without_folder(error.what());
    }
  }
};

TEST_F(Items, OneColumn) {
  EXPECT_EQ(items("a\nb\n\nc"), "a|b|c|");
  EXPECT_EQ(items("item\na\nb\n"), "a|b|");
  EXPECT_EQ(items("\xef\xbb\xbfName\r\na\r\n"), "a|");
  EXPECT_EQ(items("\"Paris, France\"\nRome\n"), "Paris, France|Rome|");
  EXPECT_EQ(items("a\na\n"), "a|a|");
  EXPECT_EQ(items("{\"name\":\"a\"}\n{\"name\":7}\n"), "a|7|");
}

TEST_F(Items, OfSeveralColumnsTheNamedOne) {
  EXPECT_EQ(items("rank,item,score\n1,a,0.5\n2,b,0.4\n"), "a|b|");
  EXPECT_EQ(items("name,item\nx,a\n"), "a|");
  EXPECT_EQ(items("{\"score\":1,\"item\":\"a\"}\n{\"item\":\"b\"}\n"), "a|b|");
}

TEST_F(Items, Errors) {
  const std::string several =
      "i.csv:1: 2 columns, but none is named item; a list of names has one column (put a name with a comma in "
      "quotes)";
  EXPECT_EQ(items("model,owner\na,x\n"), several);
  EXPECT_EQ(items("Paris, France\nRome\n"), several);
  EXPECT_EQ(items("a\nParis, France\n"), "i.csv:2: wrong number of fields: 2, but the first line has 1");
  EXPECT_EQ(items("item,x\n,1\n"), "i.csv:2: empty item name");
  EXPECT_EQ(items("{\"item\":\"a\"}\n{\"x\":1}\n"), "i.csv:2: no value for 'item'");
  EXPECT_EQ(items("item\n"), "i.csv: no items after the header");
  EXPECT_EQ(items(""), "i.csv: the file is empty");
}

TEST_F(Items, Pairs) {
  EXPECT_EQ(pairs("left,right\na,b\nc,a\n"), "a-b|c-a|");
  EXPECT_EQ(pairs("a,b\nc,a\n"), "a-b|c-a|") << "no header";
  EXPECT_EQ(pairs("a\tb\n"), "a-b|");
  EXPECT_EQ(pairs("winner,loser,annotator\na,b,x\n"), "a-b|");
  EXPECT_EQ(pairs("left,right,winner\na,b,left\n"), "a-b|");
  EXPECT_EQ(pairs("left,right,annotator,probability_left,value,reason\na,b,,0.5,1,\n"), "a-b|");
  EXPECT_EQ(pairs("{\"player1\":\"a\",\"player2\":\"b\"}\n"), "a-b|");
  EXPECT_EQ(pairs(gzip("left,right\na,b\n")), "a-b|");
  EXPECT_EQ(pairs("left,right\n"), "");
}

TEST_F(Items, ErrorsOfPairs) {
  const std::string cure = " in the data; leave this pair out, or add answers about the item";
  EXPECT_EQ(pairs("left,right\na,b\na,d\n"), "p.csv:3: there is no item 'd'" + cure);
  EXPECT_EQ(pairs("a,b\n\nx,b\n"), "p.csv:3: there is no item 'x'" + cure);
  EXPECT_EQ(pairs("left,right\na,a\n"), "p.csv:2: the two items are the same item 'a'");
  EXPECT_EQ(pairs("left,right\na,\n"), "p.csv:2: empty item name");
  const std::string unknown = " are not recognised; pairs are in two columns, such as left and right";
  EXPECT_EQ(pairs("a,b,c\n"), "p.csv:1: columns 'a', 'b', 'c'" + unknown);
  EXPECT_EQ(pairs("left,foo\na,b\n"), "p.csv:1: columns 'left', 'foo'" + unknown) << "a header with a slip";
  EXPECT_EQ(pairs("a\nb\n"), "p.csv:1: columns 'a'" + unknown);
  EXPECT_EQ(pairs(""), "p.csv: the file is empty");
}

TEST_F(Items, ComparisonsMayHaveNoRows) {
  const auto read = [&](std::string_view content, bool may_be_empty, bool skip = false) {
    return told([&] {
      const Comparisons data =
          read_comparisons(file("v.csv", content), {.skip_bad_rows = skip, .may_be_empty = may_be_empty});
      return fmt::format("{} of {}", data.size(), data.row_count());
    });
  };
  EXPECT_EQ(read("winner,loser\n", true), "0 of 0");
  EXPECT_EQ(read("", true), "0 of 0");
  EXPECT_EQ(read("winner,loser\na,b\n", true), "1 of 1");
  EXPECT_EQ(read("winner,loser\n", false), "v.csv: no data rows after the header");
  EXPECT_EQ(read("what,is,this\n", true).substr(0, 16), "v.csv:1: columns") << "a header must still be one";
  EXPECT_EQ(read("winner,loser\na,a\n", true, true),
            "v.csv: no usable comparison (rows skipped: 1; the first: v.csv"
            ":2: winner and loser are the same item 'a')")
      << "rows that are all bad are not none";
}

}  // namespace
}  // namespace pdrank::test
