// What a row can say beside who won: who stood first, how much of the answer is the winner's, how clear the win is.
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

class Answers : public IoTest {
 protected:
  std::string read(std::string_view content, const std::string& columns = "") const {
    return dump(read_comparisons(file("v.csv", content), {.columns = columns}));
  }

  // Who stood first, a letter a comparison: W the winner, L the loser, ? unknown.
  std::string sides(std::string_view content, const std::string& columns = "") const {
    const Comparisons data = read_comparisons(file("v.csv", content), {.columns = columns});
    std::string text;
    for (std::size_t n = 0; n < data.size(); ++n) text += "?WL"[static_cast<int>(data.first(n))];
    return text;
  }
};

TEST_F(Answers, SidesOfWinnersAndLosersAreFlags) {
  for (const std::string name : {"winner_shown_left", "winner_shown_first", "winner_named_first", "Winner was model A",
                                 "winner_was_left", "winner_was_first", "winner_at_home"})
    EXPECT_EQ(sides("winner,loser," + name + "\na,b,1\na,b,0\na,b,\na,b,True\na,b,no\na,b,left\na,b,right\n"),
              "WL?WLWL")
        << name;
  EXPECT_EQ(sides("winner,loser,seen\na,b,yes\na,b,false\n", "first=seen"), "WL");
  EXPECT_EQ(sides("winner,loser,tie,winner_shown_left\na,b,1,1\na,b,1,0\n"), "WL") << "of a tie, the first column";
  EXPECT_EQ(sides("winner,loser,winner_shown_left\na,b,1\n", "first="), "?");
  EXPECT_EQ(sides("a,b,1\nc,d,0\n", "winner=1,loser=2,first=3"), "WL") << "a file without a header";
  EXPECT_EQ(sides("winner,loser,winner_at_home\n0,1,1\n0,1,0\n"), "WL") << "items that are called 0 and 1";
}

TEST_F(Answers, HomeIsASign) {
  EXPECT_EQ(sides("winner,loser,tie,home\na,b,0,1\na,b,0,-1\na,b,0,0\na,b,1,1\na,b,0,\n"), "WL?W?");
  EXPECT_EQ(error_of("winner,loser,home\na,b,2\n"),
            "v.csv:2: bad side '2' (expected 1, -1 or 0: the winner, the loser or neither was at home; columns first= "
            "leaves the column out)");
  EXPECT_EQ(sides("winner,loser,home\na,b,b\n"), "L") << "or the team";
}

TEST_F(Answers, TheItemThatStoodFirstMayBeNamed) {
  EXPECT_EQ(sides("winner,loser,first\na,b,a\na,b,b\na,b,\n"), "WL?");
  EXPECT_EQ(sides("winner,loser,first\n1,0,0\n"), "L") << "an item, not a flag";
  EXPECT_EQ(sides("winner,loser,seen\na,b,b\n", "first=seen"), "L");
  EXPECT_EQ(error_of("winner,loser,seen\n1,2,2\n0,1,1\n", {.columns = "first=seen"}),
            "v.csv:3: '1' is one of the two items, but could also be a flag");
  EXPECT_EQ(error_of("winner,loser,first\na,b,c\n"),
            "v.csv:2: bad side 'c' (expected the item that stood first, one of the two; columns first= leaves the "
            "column out)");
  EXPECT_EQ(error_of("winner,loser,winner_shown_left\na,b,a\n"),
            "v.csv:2: bad side 'a' (expected 1 or 0, true or false: whether the winner stood first; columns first= "
            "leaves the column out)");
}

TEST_F(Answers, LayoutsThatSayTheSideHaveNoOther) {
  EXPECT_EQ(error_of("left,right,winner,seen\na,b,left,1\n", {.columns = "first=seen"}),
            "v.csv:1: columns first= is not for two items with a verdict, which say that themselves");
  EXPECT_EQ(error_of("ranking,seen\na>b,1\n", {.columns = "first=seen"}),
            "v.csv:1: columns first= is not for whole rankings, which say that themselves");
  EXPECT_EQ(sides("left,right,winner,home\na,b,right,1\n"), "L");
}

TEST_F(Answers, PointsBetweenAreSoft) {
  EXPECT_EQ(read("player1,player2,outcome\nx,y,0.75\nx,y,0.25\nx,y,0.5\nx,y,1\nx,y,0\n"),
            "1 x>y~0.75\n2 y>x~0.75\n3 x=y\n4 x>y\n5 y>x\n");
  EXPECT_EQ(read("a,b,p\nx,y,.9\n", "left=a,right=b,outcome=p"), "1 x>y~0.9\n");
  EXPECT_EQ(
      error_of("player1,player2,outcome\nx,y,1.5\n"),
      "v.csv:2: unknown winner label '1.5' (expected W1, W2, D, a number from 0 to 1, true, false or a score such "
      "as 2:1)");
  EXPECT_EQ(error_of("left,right,winner\nx,y,0.75\n"),
            "v.csv:2: unknown winner label '0.75' (expected left, right, tie or one of the two items)");
}

TEST_F(Answers, SharesMayHaveAColumn) {
  EXPECT_EQ(read("winner,loser,p\nx,y,0.75\nx,y,\nx,y,1\nx,y,0.5\n", "share=p"), "1 x>y~0.75\n2 x>y\n3 x>y\n4 x=y\n");
  EXPECT_EQ(read("winner,loser,winner_share\nx,y,0.8\n"), "1 x>y~0.8\n");
  EXPECT_EQ(read("left,right,winner,p\nx,y,right,0.6\nx,y,tie,0.6\n", "share=p"), "1 y>x~0.6\n2 x=y\n");
  for (const std::string bad : {"0.4", "1.1", "much"})
    EXPECT_EQ(
        error_of("winner,loser,p\nx,y," + bad + "\n", {.columns = "share=p"}),
        fmt::format("v.csv:2: bad share '{}' (expected the part of the answer that goes to the winner, from 0.5 to 1)",
                    bad));
}

TEST_F(Answers, GradesMayHaveAColumn) {
  EXPECT_EQ(read("winner,loser,tie,goal_difference\nx,y,0,3\nx,y,0,-2\nx,y,1,0\nx,y,0,\n", "grade=goal_difference"),
            "1 x>y^3\n2 x>y^2\n3 x=y\n4 x>y\n");
  EXPECT_EQ(read("winner,loser,winner_grade\nx,y,0.5\n"), "1 x>y^0.5\n");
  for (const std::string bad : {"0", "x", "1e10"})
    EXPECT_EQ(error_of("winner,loser,g\nx,y," + bad + "\n", {.columns = "grade=g"}),
              fmt::format("v.csv:2: bad grade '{}' (expected how clear the win is, a number other than 0)", bad));
}

TEST_F(Answers, SignsAreVerdictsWithAGrade) {
  EXPECT_EQ(read("left,right,winner\nx,y,>>\nx,y,>\nx,y,=\nx,y,<\nx,y,<<\nx,y,>>>\n"),
            "1 x>y^2\n2 x>y\n3 x=y\n4 y>x\n5 y>x^2\n6 x>y^3\n");
  EXPECT_EQ(read("model_a,model_b,winner\nx,y,A>>B\nx,y,A>B\nx,y,A=B\nx,y,B>A\nx,y,B>>A\nx,y,[[B>A]]\nx,y,A << B\n"),
            "1 x>y^2\n2 x>y\n3 x=y\n4 y>x\n5 y>x^2\n6 y>x\n7 y>x^2\n");
  EXPECT_EQ(read("left,right,winner\nx,y,left>right\nx,y,right > left\n"), "1 x>y\n2 y>x\n");
  EXPECT_EQ(error_of("left,right,winner\nx,y,A>A\n"),
            "v.csv:2: unknown winner label 'A>A' (expected left, right, tie or one of the two items)");
}

TEST_F(Answers, DegreesAreWords) {
  EXPECT_EQ(read("left,right,winner\nx,y,A is much better\nx,y,B slightly better\nx,y,left wins\nx,y,Right is "
                 "significantly better\nx,y,second preferred\nx,y,response 1 is better\n"),
            "1 x>y^2\n2 y>x^0.5\n3 x>y\n4 y>x^2\n5 y>x\n6 x>y\n");
}

TEST_F(Answers, ShortWordsForSides) {
  EXPECT_EQ(read("left,right,winner\nx,y,1\nx,y,2\nx,y,L\nx,y,r\nA,B,2\nx,y,response_1\nA,B,R\n"),
            "1 x>y\n2 y>x\n3 x>y\n4 y>x\n5 B>A\n6 x>y\n7 B>A\n");
  EXPECT_EQ(read("left,right,winner\nx,y,No preference\nx,y,both good\nx,y,same\nx,y,[[C]]\n"),
            "1 x=y\n2 x=y\n3 x=y\n4 x=y\n");
  EXPECT_EQ(read("left,right,winner\n2,1,1\n2,1,2\nmodel_2,model_1,model_1\nR,L,L\n"),
            "1 1>2\n2 2>1\n3 model_1>model_2\n4 L>R\n")
      << "names of items come first";
  EXPECT_EQ(error_of("left,right,winner\n3,4,1\n"),
            "v.csv:2: unknown winner label '1' (expected left, right, tie or one of the two items)")
      << "where items are numbers, a number is an item";
}

}  // namespace
}  // namespace pdrank::test
