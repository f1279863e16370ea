// What is said about files and rows that cannot be used: exact texts, since people and scripts read them.
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

using namespace std::string_literals;

class Errors : public IoTest {
 protected:
  std::string row_error(const std::string& header, const std::string& row) const {
    return error_of(header + "\na,b" + std::string(header == "winner,loser" ? "" : ",1") + "\n" + row + "\n");
  }
};

constexpr const char* kKnown =
    "; name them with columns winner=..,loser=.. (known layouts: winner,loser; chosen,rejected; left,right,winner; "
    "model_a,model_b,winner; left,right,label; player1,player2,outcome; home,away,home_goals,away_goals; "
    "item_a,item_b,wins_a,wins_b; ranking; 1st,2nd,3rd; judge,item,rank; best,worst; each with annotator, weight, tie)";

TEST_F(Errors, Rows) {
  EXPECT_EQ(row_error("winner,loser", "A,A"), "v.csv:3: winner and loser are the same item 'A'");
  EXPECT_EQ(row_error("winner,loser", ",b"), "v.csv:3: empty item name");
  EXPECT_EQ(row_error("winner,loser", "a"), "v.csv:3: wrong number of fields: 1, but the first line has 2");
  EXPECT_EQ(row_error("winner,loser", "a,b,c"), "v.csv:3: wrong number of fields: 3, but the first line has 2");
  EXPECT_EQ(row_error("winner,loser", "\"a\"x,b"), "v.csv:3: text after the closing quote of field 1");
  for (const std::string bad : {"-1", "nan", "inf", "1e10", "2x", "1,000", "1e999"})
    EXPECT_EQ(row_error("winner,loser,weight", "a,b," + (bad == "1,000" ? "\"1,000\"" : bad)),
              "v.csv:3: bad weight '" + bad + "' (expected 0, or a number from 1e-9 to 1e9)");
  EXPECT_EQ(row_error("winner,loser,tie", "a,b,maybe"),
            "v.csv:3: bad tie value 'maybe' (expected 1, 0, true, false, yes or no)");
}

TEST_F(Errors, Verdicts) {
  const std::string way_out = "; skip_bad_rows leaves out rows without one";
  EXPECT_EQ(error_of("left,right,winner\na,b,c\n"),
            "v.csv:2: unknown winner label 'c' (expected left, right, tie or one of the two items)");
  EXPECT_EQ(error_of("left,right,label\na,b,\n"),
            "v.csv:2: no answer (expected left, right, tie or one of the two items)" + way_out);
  EXPECT_EQ(error_of("a,b,\n", {.columns = "left=1,right=2,winner=3"}),
            "v.csv:1: no answer (expected left, right, tie or one of the two items)" + way_out);
  EXPECT_EQ(error_of("left,right,outcome\na,b,2\n"),
            "v.csv:2: unknown winner label '2' (expected W1, W2, D, a number from 0 to 1, true, false or a score such "
            "as 2:1)");
  EXPECT_EQ(error_of("left,right,winner\nb,a,a\n"),
            "v.csv:2: winner label 'a' is one of the two items, but also a name for the other side");
  EXPECT_EQ(error_of("left,right,winner\nb,tie,tie\n"),
            "v.csv:2: winner label 'tie' is one of the two items, but also a name for a tie");
  EXPECT_EQ(error_of("left,right,winner\na,a,left\n"), "v.csv:2: the two items are the same item 'a'");
}

TEST_F(Errors, RefusedTies) {
  const ReadOptions options{.refuse_ties = true};
  EXPECT_EQ(error_of("winner,loser,tie\na,b,0\nb,a,1\n", options),
            "v.csv:3: 'b' and 'a' are tied, and ties are refused");
  EXPECT_EQ(error_of("left,right,winner\na,b,tie\n", options), "v.csv:2: 'a' and 'b' are tied, and ties are refused");
  EXPECT_EQ(error_of("ranking\na>b>c=d\n", options), "v.csv:2: 'c' and 'd' are tied, and ties are refused");
  EXPECT_EQ(error_of("ranking\na>b>c\n", options), "no error");
}

TEST_F(Errors, Rankings) {
  EXPECT_EQ(error_of("ranking\nA>>B\n"), "v.csv:2: bad ranking: empty place in 'A>>B'");
  EXPECT_EQ(error_of("ranking\nA>B=\n"), "v.csv:2: bad ranking: empty place in 'A>B='");
  EXPECT_EQ(error_of("ranking\nA>B>A\n"), "v.csv:2: bad ranking: item 'A' is named twice");
  EXPECT_EQ(error_of("ranking\nA\n"), "v.csv:2: bad ranking: only one item 'A'");
}

TEST_F(Errors, Limits) {
  std::string ranking = "ranking\n0";
  for (int k = 1; k < 70000; ++k) ranking += fmt::format(">{}", k);
  EXPECT_EQ(error_of(ranking),
            "v.csv:2: ranking of 70000 items makes 2449965000 comparisons, 2449965000 in all; more than 2147483647 are "
            "not supported");
  EXPECT_EQ(error_of("a,b\nb,c\nc,d\n", {.skip_bad_rows = true, .max_comparisons = 2}),
            "v.csv:3: more than 2 comparisons in all are not supported");
  EXPECT_EQ(error_of("a,b\nb,c\n", {.max_comparisons = 2}), "no error");
  EXPECT_EQ(error_of("ranking\na>b\na>b>c\n", {.max_comparisons = 3}),
            "v.csv:3: ranking of 3 items makes 3 comparisons, 4 in all; more than 3 are not supported");
}

TEST_F(Errors, Bytes) {
  EXPECT_EQ(error_of("winner,loser\na,b\0c\n"s), "v.csv:2: NUL byte in column 4");
  EXPECT_TRUE(
      error_of("winner,loser\n\u00e9,\xff\n")
          .starts_with("v.csv:2: invalid UTF-8: byte 0xff in column 3; if the file is in Windows-1252 or Latin-1, "
                       "convert it with: iconv -f windows-1252 -t utf-8 "));
  EXPECT_TRUE(error_of("winner,loser\n\"x\ny\",a\xc3\n").starts_with("v.csv:3: invalid UTF-8: byte 0xc3 in column 5;"));
  for (const std::string bad : {"\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80", "\xf0\x80\x80\x80"})
    EXPECT_TRUE(error_of("winner,loser\na," + bad + "\n").starts_with("v.csv:2: invalid UTF-8: byte 0x")) << bad;
  EXPECT_TRUE(error_of("winner,lo\xffser\na,b\n", {.skip_bad_rows = true})
                  .starts_with("v.csv:1: invalid UTF-8: byte 0xff in column 10; if the file is in"));
}

TEST_F(Errors, Structure) {
  const ReadOptions skip{.skip_bad_rows = true};
  EXPECT_EQ(error_of("winner,loser\na,b\nc,\"d\ne,f\n", skip), "v.csv:3: quote opened on line 3 is never closed");
  EXPECT_EQ(error_of("winner,loser\n\"a\nb\",\"d\ne,f", skip), "v.csv:3: quote opened on line 3 is never closed");
  EXPECT_EQ(error_of("winner,loser\na," + std::string((1 << 20) - 1, 'x') + "\n", skip),
            "v.csv:2: line is longer than 1 MiB");
  EXPECT_EQ(error_of("winner,loser\na," + std::string((1 << 20) - 2, 'x') + "\n", skip), "no error");
  EXPECT_EQ(error_of("winner,loser\na,b\n" + std::string(3 << 20, 'x'), skip), "v.csv:3: line is longer than 1 MiB");
  std::string open_quote = "winner,loser\na,b\n\"c,d\n";
  for (int k = 0; k < 600000; ++k) open_quote += "a,b\n";
  EXPECT_EQ(error_of(open_quote, skip), "v.csv:3: quote opened on line 3 is not closed within 1 MiB");
}

TEST_F(Errors, Columns) {
  EXPECT_EQ(error_of("foo,bar,baz\n1,2,3\n"), "v.csv:1: columns 'foo', 'bar', 'baz' are not recognised"s + kKnown);
  EXPECT_EQ(
      error_of("\n1,2,3,4,5,6,7,8,9,10\n"),
      "v.csv:2: the first line has nothing but numbers. If this is a table of wins, add a first line with the names of "
      "the items, and the name of its item in front of every row");
  EXPECT_TRUE(error_of("foo,loser\na,b\n").starts_with("v.csv:1: columns 'foo', 'loser' are not recognised"));
  EXPECT_TRUE(error_of("winner,score\na,b\n").starts_with("v.csv:1: there is a column winner, but none for the loser"));
  EXPECT_TRUE(error_of("item,score\na,b\n").starts_with("v.csv:1: columns item and score make one ranking"));
  EXPECT_EQ(
      error_of("left,right,why\na,b,c\n"),
      "v.csv:1: there are columns left and right, but none that says who won: add a column winner (left, right or "
      "tie), or name it with columns left=left,right=right,winner=..");
  EXPECT_EQ(
      error_of("foo\na\n"),
      "v.csv:1: only one column 'foo'; comparisons need at least two, such as winner and loser (separated by "
      "comma, tab, semicolon or |; delimiter names another delimiter, such as space, and skip_lines skips "
      "lines above the names), or one named ranking; if these are items to be compared, `pdrank next` lists pairs of "
      "them: give the file as items");
  EXPECT_EQ(
      error_of("{\"foo\":1}\n"),
      "v.csv:1: only one key 'foo'; comparisons need at least two, such as winner and loser, or one named ranking");
  EXPECT_EQ(error_of("winner,loser,winner\na,b,c\n"), "v.csv:1: column 'winner' appears twice");
  EXPECT_EQ(error_of("winner,loser\na,b\n", {.columns = "winner=foo,loser=loser"}),
            "v.csv:1: no column 'foo' among the columns 'winner', 'loser'");
  EXPECT_EQ(error_of("winner,loser\na,b\n", {.columns = "winner=1,loser=3"}),
            "v.csv:1: no column '3' among the columns 'winner', 'loser'");
  EXPECT_EQ(error_of("{}\n"), "v.csv:1: the first line has no columns");
  EXPECT_EQ(error_of("{\"c\":1,\"d\":2}\n"), "v.csv:1: columns 'c', 'd' are not recognised"s + kKnown);
}

TEST_F(Errors, ColumnOption) {
  const std::string votes = file("v.csv", "a,b\n");
  const auto rule = [&](const std::string& columns) {
    try {
      read_comparisons(votes, {.columns = columns});
    } catch (const InvalidArgument& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const std::string layouts =
      ", but it must name winner and loser, or left, right and label, or ranking, or item and rank";
  const std::string roles =
      ", but it must be made of role=column with the roles winner, loser, left, right, label, outcome, left_score, "
      "right_score, left_wins, right_wins, ranking, item, rank, rating, annotator, weight, tie, time, first, share, "
      "grade, neutral";
  EXPECT_EQ(rule("left=1"), "columns is 'left=1'" + layouts);
  EXPECT_EQ(rule("left=1,right=2,loser=3"), "columns is 'left=1,right=2,loser=3'" + layouts);
  EXPECT_EQ(rule("winner=1,loser=2,ranking=1"), "columns is 'winner=1,loser=2,ranking=1'" + layouts);
  EXPECT_EQ(rule("winner"), "columns is 'winner'" + roles);
  EXPECT_EQ(rule("champion=1"), "columns is 'champion=1'" + roles);
  EXPECT_EQ(rule("winer=1,loser=2"), "columns is 'winer=1,loser=2'" + roles + "; did you mean winner?");
  EXPECT_EQ(rule("winner=1,winner=2"), "columns is 'winner=1,winner=2', but it names winner twice");
  EXPECT_EQ(rule("winner=,loser=2"), "columns is 'winner=,loser=2', but it names no column for winner");
  EXPECT_THROW(read_comparisons(std::vector<std::string>{}), InvalidArgument);
  EXPECT_THROW(read_comparisons(votes, {.max_comparisons = kMaxComparisons + 1}), InvalidArgument);
}

TEST_F(Errors, ACloseColumnIsSuggested) {
  EXPECT_EQ(error_of("winner,loser,judge\na,b,c\n", {.columns = "annotator=jugde"}),
            "v.csv:1: no column 'jugde' among the columns 'winner', 'loser', 'judge'; did you mean 'judge'?");
  EXPECT_EQ(error_of("winner,loser,language\na,b,c\n", {.where = {"lang=c"}}),
            "v.csv:1: no column 'lang'; the columns are 'winner', 'loser', 'language'; did you mean 'language'?");
}

TEST_F(Errors, ColumnsThatAreNotNamedAndNotThere) {
  EXPECT_EQ(error_of("x,y,z\na,b,c\n", {.columns = "winner=x"}),
            "v.csv:1: columns needs loser=.. too: no column of 'x', 'y', 'z' has a name such as loser");
  EXPECT_EQ(error_of("x,y,z\na,b,c\n", {.columns = "label=z"}),
            "v.csv:1: columns needs left=..,right=.. too: no column of 'x', 'y', 'z' has a name such as left");
  EXPECT_EQ(error_of("x,y,z\na,b,c\n", {.columns = "left=x,right=y"}),
            "v.csv:1: columns needs winner=.. too: no column of 'x', 'y', 'z' has a name such as winner");
}

// Every row would have the left item as its winner.
TEST_F(Errors, AColumnThatSaysWhoWonIsNotPassedOver) {
  const auto cure = [](const std::string& verdict, const std::string& first, const std::string& second) {
    return "v.csv:1: column '" + verdict + "' says who won, so '" + first +
           "' is not the winner of every row; use columns left=" + first + ",right=" + second;
  };
  EXPECT_EQ(error_of("left,right,winner\na,b,left\n", {.columns = "winner=left,loser=right"}),
            cure("winner", "left", "right"));
  EXPECT_EQ(error_of("model_a,model_b,verdict\na,b,left\n", {.columns = "winner=1,loser=2"}),
            cure("verdict", "model_a", "model_b"));
  EXPECT_EQ(error_of("x,y,winner\na,b,x\n", {.columns = "winner=x,loser=y"}), cure("winner", "x", "y"));
}

TEST_F(Errors, Json) {
  const std::string good = "{\"winner\":\"a\",\"loser\":\"b\"}\n";
  EXPECT_EQ(error_of(good + "{\"winner\":\n"), "v.csv:2: bad JSON at column 11");
  EXPECT_EQ(error_of(good + "[1]\n"), "v.csv:2: bad JSON: the line is not an object");
  EXPECT_EQ(error_of(good + "{} {}\n"), "v.csv:2: bad JSON at column 4");
  EXPECT_EQ(error_of(good + "{\"winner\":[1],\"loser\":\"b\"}\n"),
            "v.csv:2: the value of 'winner' is a list or an object, which is not read: it must be a text, number or "
            "boolean");
  EXPECT_EQ(error_of(good + "{\"winner\":\"a\\u0000\",\"loser\":\"b\"}\n"),
            "v.csv:2: NUL byte in the value of 'winner'");
  EXPECT_EQ(error_of(good + "{\"winner\":null,\"loser\":\"b\"}\n"), "v.csv:2: empty item name");
  EXPECT_EQ(error_of(good + "{\"loser\":\"b\"}\n"), "v.csv:2: no value for 'winner'");
  std::string many;
  for (int k = 0; k < 5000; ++k) many += fmt::format("{{\"winner\":\"a\",\"loser\":\"b\",\"{}\":1}}\n", k);
  EXPECT_EQ(error_of(many), "v.csv:4095: more than 4096 different keys are not supported");
}

TEST_F(Errors, ValuesAreShownOnOneLine) {
  EXPECT_EQ(error_of("winner,loser\n\"a\n\tb\x1b\",\"a\n\tb\x1b\"\n"),
            "v.csv:2: winner and loser are the same item 'a\\n\\tb\\x1b'");
  const std::string name(50, 'x');
  EXPECT_EQ(error_of("winner,loser\n" + name + "," + name + "\n"),
            "v.csv:2: winner and loser are the same item '" + std::string(40, 'x') + "...'");
  EXPECT_EQ(error_of("winner,loser\n\u2028\u0085\u00e9,\u2028\u0085\u00e9\n"),
            "v.csv:2: winner and loser are the same item '\\xe2\\x80\\xa8\\xc2\\x85\u00e9'");
}

TEST_F(Errors, NothingToUse) {
  EXPECT_EQ(error_of(""), "v.csv: the file is empty");
  EXPECT_EQ(error_of("\xef\xbb\xbf\n \r\n"), "v.csv: the file is empty");
  EXPECT_EQ(error_of(gzip("")), "v.csv: the file is empty");
  EXPECT_EQ(error_of("winner,loser\n"), "v.csv: no data rows after the header");
  EXPECT_EQ(
      error_of("winner,loser\na,a\n,b\n", {.skip_bad_rows = true}),
      "v.csv: no usable comparison (rows skipped: 2; the first: v.csv:2: winner and loser are the same item 'a')");
}

TEST_F(Errors, Files) {
  EXPECT_EQ(error_of_file(path("missing.csv")), "missing.csv: No such file or directory");
  EXPECT_EQ(error_of_file(path(".")), ".: Is a directory");
  if (::geteuid() == 0) return;  // root may read everything
  const std::string secret = file("secret.csv", "a,b\n");
  std::filesystem::permissions(secret, std::filesystem::perms::none);
  EXPECT_EQ(error_of_file(secret), "secret.csv: Permission denied");
}

TEST_F(Errors, SkippedRowsAreCountedByReason) {
  const std::string votes =
      file("v.csv", "winner,loser,weight\na,b,1\na,a,1\nb,c,x\nb,b,1\n,c,1\nb,c\nb,\xff,1\nnew,c,-2\nc,d,2\n");
  const Comparisons data = read_comparisons(votes, {.skip_bad_rows = true});
  EXPECT_EQ(dump(data), "1 a>b\n9 c>d*2\n");
  EXPECT_EQ(data.items.size(), 4u) << "a row left out leaves no item behind";
  EXPECT_EQ(data.report.rows, 9u);
  const std::vector<std::pair<std::string, std::uint64_t>> expected = {{"winner and loser are the same item", 2},
                                                                       {"bad weight", 2},
                                                                       {"empty item name", 1},
                                                                       {"wrong number of fields", 1},
                                                                       {"invalid UTF-8", 1}};
  EXPECT_EQ(data.report.skipped, expected);
  ASSERT_EQ(data.report.first_skipped.size(), 5u);
  EXPECT_EQ(without_folder(data.report.first_skipped[0]), "v.csv:3: winner and loser are the same item 'a'");
  EXPECT_EQ(without_folder(data.report.first_skipped[4]),
            "v.csv:7: wrong number of fields: 2, but the first line has 3");
}

TEST_F(Errors, SkippedJson) {
  const Comparisons data =
      read_comparisons(file("v", "{oops\n{\"winner\":\"a\",\"loser\":\"b\"}\n\"x\"\n"), {.skip_bad_rows = true});
  EXPECT_EQ(dump(data), "2 a>b\n");
  EXPECT_EQ(data.report.skipped.at(0), (std::pair<std::string, std::uint64_t>("bad JSON", 2)));
}

}  // namespace
}  // namespace pdrank::test
