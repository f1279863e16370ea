// Layouts of other programs: scores and flags instead of a verdict, rankings row by row, best and worst, tables of
// wins.
#include "pdrank/core/random.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

class MoreLayouts : public IoTest {
 protected:
  std::string read(std::string_view content, const std::string& columns = "", const std::string& name = "v.csv") const {
    return dump(read_comparisons(file(name, content), {.columns = columns}));
  }

  std::string sides(std::string_view content) const {
    const Comparisons data = read_comparisons(file("v.csv", content));
    std::string text;
    for (std::size_t n = 0; n < data.size(); ++n) text += "?WL"[static_cast<int>(data.first(n))];
    return text;
  }
};

TEST_F(MoreLayouts, Goals) {
  const std::string goals = "home,away,home_goals,away_goals\nx,y,3,1\nx,y,0,1\nx,y,2,2\n";
  EXPECT_EQ(read(goals), "1 x>y^2\n2 y>x\n3 x=y\n");
  EXPECT_EQ(sides(goals), "WLW");
  const std::string matches =
      "date,home_team,away_team,home_score,away_score,neutral\n2020-01-01,x,y,4,0,TRUE\n2020-01-02,x,y,0,1,FALSE\n";
  EXPECT_EQ(read(matches), "1 x>y^4\n2 y>x\n");
  EXPECT_EQ(sides(matches), "?L");
  EXPECT_EQ(read("Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\n1,x,y,2,1,H\n"), "1 x>y\n");
  EXPECT_EQ(read("model_a,model_b,score_a,score_b\nx,y,7,7.5\n"), "1 y>x^0.5\n");
  EXPECT_EQ(read("p,q,m,n\nx,y,1,0\n", "left=p,right=q,left_score=m,right_score=n"), "1 x>y\n");
  EXPECT_EQ(error_of("home,away,home_goals,away_goals\nx,y,NA,1\n"), "v.csv:2: bad score 'NA' (expected a number)");
  EXPECT_EQ(sides("left,right,winner,neutral\nx,y,x,1\n"), "W") << "only where somebody may be at home";
}

TEST_F(MoreLayouts, WinnersAsFlags) {
  const std::string head = "id,model_a,model_b,prompt,winner_model_a,winner_model_b,winner_tie\n";
  EXPECT_EQ(read(head + "1,x,y,p,1,0,0\n2,x,y,p,0,1,0\n3,x,y,p,0,0,1\n"), "1 x>y\n2 y>x\n3 x=y\n");
  EXPECT_EQ(
      error_of(head + "1,x,y,p,0,0,0\n"),
      "v.csv:2: no answer: none of the columns that say who won is set; skip_bad_rows leaves out rows without one");
  EXPECT_EQ(error_of(head + "1,x,y,p,1,1,0\n"), "v.csv:2: more than one of the columns that say who won is set");
}

TEST_F(MoreLayouts, OtherNamesOfItems) {
  EXPECT_EQ(read("candidate_chosen,candidate_not_chosen\nx,y\n"), "1 x>y\n");
  EXPECT_EQ(read("response_a_model,response_b_model,winner\nx,y,response_b\nx,y,A\n"), "1 y>x\n2 x>y\n");
  EXPECT_EQ(read("model_a_name,model_b_name,preference\nx,y,model_a\n"), "1 x>y\n");
  EXPECT_EQ(read("prompt,response_a,response_b,model_a,model_b,winner\np,long,text,x,y,model_b\n"), "1 y>x\n");
  EXPECT_EQ(read("image_1,image_2,choice\nx,y,2\n"), "1 y>x\n");
  EXPECT_EQ(read("A,B,verdict\nx,y,B>>A\n"), "1 y>x^2\n");
  EXPECT_EQ(read("first,second,outcome\nx,y,0\n"), "1 y>x\n");
  EXPECT_EQ(read("model_1,model_2\nmodel_2,model_3\n"), "1 model_1>model_2\n2 model_2>model_3\n")
      << "two bare columns are items";
}

// What the numbers say of the items may be a place, a score or a choice: nobody is to guess.
TEST_F(MoreLayouts, PlacesBesideItemsAreNoItems) {
  for (const char* text :
       {"item_1,item_2,rank_1,rank_2\nA,B,1,2\n", "player_1,player_2,position_1,position_2\nA,B,1,2\n",
        "item_1,item_2,rank1,rank2,annotator\nA,B,1,2,Ann\n"})
    EXPECT_NE(error_of(text), "") << text;
  EXPECT_NE(error_of("who,first,second,preferable\nAnn,A,B,B\n"), "") << "who stood first, or who is first?";
  EXPECT_EQ(read("first,second,better\nA,B,B\n"), "1 B>A\n");
  EXPECT_EQ(read("rank_1,rank_2,note_1\nA,B,x\n"), "1 A>B\n") << "one such column is no pair";
}

TEST_F(MoreLayouts, RankingsWithoutAHeader) { EXPECT_EQ(read("A>B>C\nC>A\n"), "1 A>B\n1 A>C\n1 B>C\n2 C>A\n"); }

TEST_F(MoreLayouts, ARowForEveryItemOfARanking) {
  EXPECT_EQ(read("judge,item,rank\nj,a,2\nj,b,1\nk,a,1\nj,c,2\nk,b,2\n"), "1 b>a@j\n1 b>c@j\n1 a=c@j\n3 a>b@k\n");
  EXPECT_EQ(read("judge,task,item,rank\nj,1,a,1\nj,2,b,1\nj,1,b,2\nj,2,a,2\n"), "1 a>b@j\n2 b>a@j\n");
  EXPECT_EQ(read("race,candidate,place\n1,a,1\n1,b,2\n2,b,1\n2,a,3\n"), "1 a>b\n3 b>a\n");
  EXPECT_EQ(read("who,what,pos\nj,a,2\nj,b,1\n", "annotator=who,item=what,rank=pos"), "1 b>a@j\n");
  EXPECT_EQ(error_of("judge,item,rank\nj,a,first\n"), "v.csv:2: bad rank 'first' (expected a number)");
  EXPECT_EQ(error_of("judge,item,rank\nj,a,1\nj,b,2\nj,a,3\n"),
            "v.csv:4: item 'a' is in the same ranking as on line 2");
  const Comparisons rest =
      read_comparisons(file("v.csv", "judge,item,rank\nj,a,1\nj,b,2\nj,a,3\n"), {.skip_bad_rows = true});
  EXPECT_EQ(dump(rest), "1 a>b@j\n");
  EXPECT_EQ(rest.report.skipped[0].first, "item twice");
  EXPECT_EQ(rest.report.rows, 3u);
  EXPECT_EQ(dump(read_comparisons(file("v.csv", "judge,item,rank,lang\nj,a,1,en\nj,b,2,en\n"), {.context = {"lang"}})),
            "1 a>b@j lang:en\n");
}

// Blocks may cut rankings anywhere.
TEST_F(MoreLayouts, RankingsDoNotDependOnBlocks) {
  std::string text = "judge,item,rank,weight\n";
  Random random(5);
  for (int item = 0; item < 30; ++item)
    for (int judge = 0; judge < 9; ++judge)
      text += fmt::format("j{},i{},{},{}\n", judge, item, random.below(20), 1 + judge % 2);
  const std::string path = file("v.csv", text), expected = everything_of(read_comparisons(path));
  EXPECT_NE(expected.find("@j8"), std::string::npos);
  for (const std::size_t block_bytes : {9u, 200u})
    EXPECT_EQ(everything_of(read_comparisons(path, {.block_bytes = block_bytes})), expected);
  EXPECT_EQ(error_of(text, {.max_comparisons = 1000}),
            "v.csv:4: ranking of 30 items makes 435 comparisons, 1305 in all; more than 1000 are not supported");
}

TEST_F(MoreLayouts, RatingsAreComparedOnRequest) {
  const std::string ratings = "judge,item,score\nj,a,7\nj,b,9\nk,a,3\nk,b,3\n";
  EXPECT_EQ(error_of(ratings),
            "v.csv:1: these are ratings, not comparisons; columns rating=score compares what the same judge has rated");
  EXPECT_EQ(read(ratings, "rating=score"), "1 b>a@j\n3 a=b@k\n");
}

TEST_F(MoreLayouts, BestAndWorstOfSome) {
  const std::string best = "subject,item1,item2,item3,item4,best,worst\ns,a,b,c,d,c,a\n";
  EXPECT_EQ(read(best, "annotator=subject"), "1 b>a@s\n1 c>a@s\n1 d>a@s\n1 c>b@s\n1 c>d@s\n")
      << "b and d were not compared";
  EXPECT_EQ(read("items,best,worst\na|b|c,a,c\n\"a, b\",b,a\n"), "1 a>b\n1 a>c\n1 b>c\n2 b>a\n");
  EXPECT_EQ(read("best,worst\na,b\n"), "1 a>b\n");
  EXPECT_EQ(error_of("item1,item2,item3,best,worst\na,b,c,d,a\n"),
            "v.csv:2: 'd' is not among the items that were shown");
  EXPECT_EQ(error_of("item1,item2,item3,best,worst\na,b,a,b,a\n"), "v.csv:2: item 'a' was shown twice");
  EXPECT_EQ(error_of("item1,item2,item3,best,worst\na,b,c,b,b\n"), "v.csv:2: best and worst are the same item 'b'");
}

TEST_F(MoreLayouts, TablesOfWins) {
  const std::string wins = ",a,b,c\na,,3,0\nb,1,,2.5\nc,4,0,-\n";
  EXPECT_EQ(read(wins), "2 a>b*3\n4 b>a\n6 b>c*2.5\n7 c>a*4\n") << "a cell is a row";
  EXPECT_EQ(read_comparisons(file("v.csv", wins)).report.rows, 9u);
  EXPECT_EQ(error_of(",a,b,c\na,,3,0\nd,1,,2\n"),
            "v.csv:3: the table was taken for one of wins, with the same items in rows and columns, but 'd' is not "
            "among the columns");
  EXPECT_EQ(error_of(",a,b,c\na,,x,0\n"), "v.csv:2: bad number of wins 'x' (expected 0, or a number from 1e-9 to 1e9)");
}

TEST_F(MoreLayouts, ArraysOfJson) {
  const std::string expected = "1 a>b\n2 b>c*2\n";
  EXPECT_EQ(read("[{\"winner\":\"a\",\"loser\":\"b\"},{\"winner\":\"b\",\"loser\":\"c\",\"weight\":2}]"), expected);
  EXPECT_EQ(read("[\n  {\n    \"winner\": \"a\",\n    \"loser\": \"b\"\n  },\n  {\n    \"winner\": \"b\",\n    "
                 "\"loser\": \"c\",\n    \"weight\": 2\n  }\n]\n"),
            expected);
  EXPECT_EQ(
      read("[{\"winner\":\"a,]}\\\"\",\"loser\":\"b\\n\",\"x\":[1,{\"y\":[]}]}\n, {\"winner\":\"b\",\"loser\":\"c\"}]"),
      "1 a,]}\">b\n\n2 b>c\n");
  EXPECT_EQ(error_of("[\n{\"winner\":\"a\",\"loser\":\"b\"},\n\n{\"winner\":\"a\",\"loser\":\"a\"}]"),
            "v.csv:2: winner and loser are the same item 'a'")
      << "objects are counted";
  EXPECT_EQ(error_of("[]"), "v.csv:1: the array has no rows");
  EXPECT_EQ(error_of("[{\"winner\":\"a\",\"loser\":\"b\"}] x").substr(0, 16), "v.csv:1: bad JSO");
  std::string many = "[";
  for (int k = 0; k < 500; ++k)
    many += fmt::format("{}{{\"winner\": \"w{}\",\n \"loser\": \"[,{}\"}}", k == 0 ? "" : ",\n", k, k % 7);
  const std::string path = file("v.json", many + "]"), all = everything_of(read_comparisons(path));
  for (const std::size_t block_bytes : {1u, 50u, 3000u})
    EXPECT_EQ(everything_of(read_comparisons(path, {.block_bytes = block_bytes})), all);
}

TEST_F(MoreLayouts, ErrorsSayWhatIsMissing) {
  EXPECT_EQ(error_of("model_1,model_2,language\nx,y,en\n"),
            "v.csv:1: there are columns model_1 and model_2, but none that says who won: add a column winner (model_1, "
            "model_2 or tie), or name it with columns left=model_1,right=model_2,winner=..");
  EXPECT_EQ(
      error_of("rank,item,score\n1,a,2\n"),
      "v.csv:1: columns item and rank make one ranking; to compare several, add a column that says which one each "
      "row belongs to, such as judge or task");
  EXPECT_EQ(
      error_of("winner,p1,p2\na,a,b\n"),
      "v.csv:1: there is a column winner, but none for the loser, and no two for the items: name them with columns "
      "winner=winner,loser=.., or left=..,right=..,winner=winner");
}

}  // namespace
}  // namespace pdrank::test
