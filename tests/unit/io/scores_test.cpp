#include "pdrank/io/rows/read_scores.hpp"

#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

class Scores : public IoTest {
 protected:
  std::string read(std::string_view content) const {
    try {
      std::string text;
      for (const ItemScore& score : read_scores(file("t.csv", content)))
        text += fmt::format("{}={} ", score.item, score.score);
      return text;
    } catch (const InputError& error) {
      return without_folder(error.what());
    }
  }
};

TEST_F(Scores, Columns) {
  EXPECT_EQ(read("item,score\na,1.5\nb,-2e3\n"), "a=1.5 b=-2000 ");
  EXPECT_EQ(read("name,Score,x,Item\nq,1,,a\n"), "a=1 ");
  EXPECT_EQ(read("rank,item,score\n1,a,0.5\n"), "a=0.5 ") << "score before rank";
  EXPECT_EQ(read("rank,item\n1,a\n2,b\n"), "a=-1 b=-2 ");
  EXPECT_EQ(read("a,1\nb,2"), "a=1 b=2 ");
  EXPECT_EQ(read("{\"item\":\"a\",\"score\":3}\n{\"score\":4,\"item\":5}\n"), "a=3 5=4 ");
  EXPECT_EQ(read(gzip("item,score\na,1\n")), "a=1 ");
}

TEST_F(Scores, ErrorTexts) {
  EXPECT_EQ(read("item,score\na,1\nb,x\n"), "t.csv:3: score 'x' is not a number");
  EXPECT_EQ(read("item,score\na,nan\n"), "t.csv:2: score 'nan' is not a number");
  EXPECT_EQ(read("item,score\na,\n"), "t.csv:2: score '' is not a number");
  EXPECT_EQ(read("item,score\na,1\n\na,2\n"), "t.csv:4: item 'a' is already on line 2");
  EXPECT_EQ(read("item,score\n,1\n"), "t.csv:2: empty item name");
  EXPECT_EQ(read("item,score\na,1,2\n"), "t.csv:2: wrong number of fields: 3, but the first line has 2");
  EXPECT_EQ(read("foo,bar\na,1\n"), "t.csv:1: no columns named item and score, or item and rank");
  EXPECT_EQ(read("item,score\n"), "t.csv: no data rows after the header");
  EXPECT_EQ(read(""), "t.csv: the file is empty");
  EXPECT_THROW(read_scores(path("missing.csv")), InputError);
}

}  // namespace
}  // namespace pdrank::test
