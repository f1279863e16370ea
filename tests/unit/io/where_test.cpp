// Rows that are asked for, and columns that are kept.
#include "pdrank/core/errors.hpp"
#include "pdrank/core/option_name.hpp"
#include "pdrank/core/random.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

constexpr const char* kVotes =
    "winner,loser,Language,turn,date\n"
    "a,b,English,1,2024-01-01\n"
    "b,c,French,1,2024-02-01\n"
    "c,a,English,2,2024-03-01\n"
    "a,c,,10,\n";

class Where : public IoTest {
 protected:
  std::string read(const std::vector<std::string>& where, std::string_view content = kVotes) const {
    return dump(read_comparisons(file("v.csv", content), {.where = where}));
  }

  std::string refused(const std::string& where) const {
    try {
      read({where});
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "none";
  }
};

TEST_F(Where, RowsThatDoNotMatchAreLeftOut) {
  EXPECT_EQ(read({"language=English"}), "1 a>b\n3 c>a\n");
  EXPECT_EQ(read({"Language == English"}), "1 a>b\n3 c>a\n");
  EXPECT_EQ(read({"language!=English"}), "2 b>c\n4 a>c\n");
  EXPECT_EQ(read({"language="}), "4 a>c\n");
  EXPECT_EQ(read({"language=English", "turn=2.0"}), "3 c>a\n") << "numbers are equal however they are written";
  EXPECT_EQ(read({"turn>1"}), "3 c>a\n4 a>c\n") << "numbers, not texts";
  EXPECT_EQ(read({"turn<=2"}), "1 a>b\n2 b>c\n3 c>a\n");
  EXPECT_EQ(read({"date>=2024-02-01"}), "2 b>c\n3 c>a\n") << "an empty field is no date";
  EXPECT_EQ(read({"date<2024-02-01 12:00"}), "1 a>b\n2 b>c\n");
  EXPECT_EQ(read({"when>2023-12-31"}, "winner,loser,when\na,b,20240101\nb,a,20231231\n"), "1 a>b\n");
}

TEST_F(Where, IsCountedAndSaid) {
  const Comparisons data = read_comparisons(file("v.csv", kVotes), {.where = {"language=English", "turn<2"}});
  EXPECT_EQ(data.report.rows, 4u);
  EXPECT_EQ(data.report.left_out, 3u);
  ASSERT_EQ(data.report.notes.size(), 2u);
  EXPECT_EQ(plain(data.report.notes[0]),
            "Column not used: date. If date says when answers were given, columns time=date reads it.");
  EXPECT_EQ(plain(data.report.notes[1]), "3 of 4 rows were left out by where language=English and turn<2.");
}

TEST_F(Where, BadRowsThatAreNotAskedForDoNotMatter) {
  EXPECT_EQ(read({"k=1"}, "winner,loser,k\na,a,0\na,b,1\n"), "2 a>b\n");
}

TEST_F(Where, NoMatchShowsTheValues) {
  EXPECT_EQ(error_of(kVotes, {.where = {"language=german"}}),
            "v.csv: no row has language=german; the most frequent values are 'English' (2), '' (1) and 'French' (1)");
  EXPECT_EQ(error_of(kVotes, {.where = {"language=English", "turn>5"}}),
            "v.csv: no row has turn>5 among those with language=English; the most frequent values are '1' (1) and '2' "
            "(1)");
}

TEST_F(Where, RefusesWhatItCannotAnswer) {
  EXPECT_EQ(error_of(kVotes, {.where = {"tongue=x"}}),
            "v.csv:1: no column 'tongue'; the columns are 'winner', 'loser', 'Language', 'turn', 'date'");
  EXPECT_EQ(error_of(kVotes, {.where = {"language>2"}}),
            "v.csv:2: 'language' is 'English', but where language>2 needs a number in every row");
  EXPECT_EQ(error_of(kVotes, {.where = {"turn>2024-01-01"}}),
            "v.csv:2: 'turn' is '1', but where turn>2024-01-01 needs a date in every row");
  EXPECT_EQ(refused("language"),
            "where is 'language', but it must be COLUMN=VALUE, or have !=, <, >, <= or >= instead");
  EXPECT_EQ(refused("=x"), "where is '=x', but it must be COLUMN=VALUE, or have !=, <, >, <= or >= instead");
  EXPECT_EQ(refused("a>b"), "where is 'a>b', but < and > need numbers, or dates such as 2024-05-01");
}

TEST_F(Where, KeysOfJsonLinesMayComeLate) {
  const std::string text =
      "{\"winner\":\"a\",\"loser\":\"b\"}\n{\"winner\":\"a\",\"loser\":\"c\",\"k\":1}\n{\"winner\":\"b\",\"loser\":"
      "\"c\"}\n";
  EXPECT_EQ(read({"k=1"}, text), "2 a>c\n");
  EXPECT_EQ(read({"k!=1"}, text), "1 a>b\n3 b>c\n");
  EXPECT_EQ(error_of(text, {.where = {"l=1"}}), "v.csv: no column 'l'; the columns are 'winner', 'loser', 'k'");
  EXPECT_EQ(dump(read_comparisons(file("v", text), {.context = {"k"}})), "1 a>b k:\n2 a>c k:1\n3 b>c k:\n");
  EXPECT_EQ(error_of(text, {.context = {"l"}}), "v.csv: no column 'l'; the columns are 'winner', 'loser', 'k'");
}

TEST_F(Where, ColumnsOfTheContextAreKept) {
  const Comparisons data =
      read_comparisons(file("v.csv", kVotes), {.where = {"turn<10"}, .context = {"language", "turn"}});
  EXPECT_EQ(dump(data), "1 a>b language:English turn:1\n2 b>c language:French turn:1\n3 c>a language:English turn:2\n");
  EXPECT_EQ(plain(data.report.notes[0]),
            "Column not used: date. If date says when answers were given, columns time=date reads it.");
  EXPECT_EQ(numbers_of(data, context_named(data, "turn")), (std::vector<double>{1, 2}));
  EXPECT_EQ(error_of(kVotes, {.context = {"tongue"}}),
            "v.csv:1: no column 'tongue'; the columns are 'winner', 'loser', 'Language', 'turn', 'date'");
  EXPECT_EQ(dump(read_comparisons(file("r.csv", "order,k\na>b>c,7\n"), {.context = {"k"}})),
            "1 a>b k:7\n1 a>c k:7\n1 b>c k:7\n");
  EXPECT_EQ(dump(read_comparisons(file("a.csv", "winner,loser,annotator\na,b,x\n"), {.context = {"annotator"}})),
            "1 a>b@x annotator:x\n")
      << "a column may mean something as well";
  EXPECT_EQ(dump(read_comparisons({file("1.csv", "winner,loser,k\na,b,1\n"), file("2.csv", "k,winner,loser\n2,a,b\n")},
                                  {.context = {"k"}})),
            "1 a>b k:1\n2 a>b k:2\n");
}

// The same on any number of blocks.
TEST_F(Where, BlocksDoNotMatter) {
  std::string text = "left,right,winner,k\n";
  Random random(3);
  for (int row = 0; row < 500; ++row)
    text += fmt::format("{},{},{},{}\n", random.below(9), 9 + random.below(9), random.chance(0.5) ? "left" : "right",
                        random.below(40));
  const std::string path = file("v.csv", text);
  const auto read = [&](std::size_t block_bytes) {
    return everything_of(
        read_comparisons(path, {.where = {"k<30"}, .context = {"k", "left"}, .block_bytes = block_bytes}));
  };
  const std::string expected = read(std::size_t{1} << 18);
  for (const std::size_t block_bytes : {7u, 100u, 1000u}) EXPECT_EQ(read(block_bytes), expected);
}

}  // namespace
}  // namespace pdrank::test
