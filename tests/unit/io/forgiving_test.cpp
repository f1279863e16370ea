// Files as programs export them and people write them: other delimiters, titles above the names, counts with zeros.
#include "pdrank/io/rows/read_share.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

class Forgiving : public IoTest {
 protected:
  std::string read(std::string_view content, const ReadOptions& options = {}, const std::string& name = "v.csv") const {
    return dump(read_comparisons(file(name, content), options));
  }

  std::vector<std::string> notes(std::string_view content, const ReadOptions& options = {}) const {
    std::vector<std::string> all = read_comparisons(file("v.csv", content), options).report.notes;
    for (std::string& note : all) note = without_folder(note);
    return all;
  }
};

using NoteList = std::vector<std::string>;

TEST_F(Forgiving, Delimiters) {
  EXPECT_EQ(read("winner|loser|note\na|b|x,y;z\n"), "1 a>b\n");
  EXPECT_EQ(read("sep=;\nwinner;loser\na,b,c,d;e\n"), "1 a,b,c,d>e\n");
  EXPECT_EQ(read("\"sep=;\"\r\n\"winner\";loser\r\n\"a;b\";c\r\n"), "1 a;b>c\n");
  EXPECT_EQ(read("\xef\xbb\xbfSEP=\t\nwinner\tloser\na\tb\n"), "1 a>b\n");
  EXPECT_EQ(read("sep=;\na;b\n"), "1 a>b\n") << "without a header";
  EXPECT_EQ(read("winner:loser\na:b\n", {.delimiter = ":"}), "1 a>b\n");
  EXPECT_EQ(read("a b\nb c\n", {.delimiter = "space"}), "1 a>b\n2 b>c\n");
  EXPECT_EQ(read("winner\tloser,1\na\tb\n", {.columns = "winner=1,loser=2", .delimiter = "tab"}),
            "1 winner>loser,1\n2 a>b\n");
  EXPECT_EQ(read("sep=;\nwinner,loser\na,b;c\n", {.delimiter = ","}), "1 a>b;c\n") << "the caller knows best";
  for (const std::string wrong : {"\"", "ab", "x", "\n", "\u00e9"})
    EXPECT_THROW(read("winner,loser\na,b\n", {.delimiter = wrong}), InvalidArgument) << wrong;
}

TEST_F(Forgiving, TitlesAboveTheNames) {
  const std::string essays = "\xef\xbb\xbfsep=;\nExport, class 9b\n\nJudge;Chosen;Not chosen\nx;a;b\n";
  EXPECT_EQ(read(essays), "1 a>b@x\n");
  EXPECT_EQ(notes(essays),
            NoteList{"The names of the columns of v.csv are on line 4: the 3 lines above were skipped."});
  EXPECT_EQ(notes("Votes of May\nwinner,loser\na,b\n"),
            NoteList{"The names of the columns of v.csv are on line 2: the line above was skipped."});
  EXPECT_EQ(notes("\n\nwinner,loser\na,b\n"), NoteList{}) << "blank lines are no titles";
  EXPECT_EQ(read("a \"title, open\nwinner,loser\na,b\n"), "1 a>b\n");
  EXPECT_EQ(read("x,y\nMay,2024\nfoo,bar\na,b\n", {.columns = "winner=foo,loser=bar"}), "1 a>b\n");
  EXPECT_EQ(read("a,b\nc,a\n"), "1 a>b\n2 c>a\n") << "rows are no titles";
  std::string far = "winner,loser\na,b\n";
  for (int k = 0; k < 10; ++k) far = "title\n" + far;
  EXPECT_TRUE(error_of(far).starts_with("v.csv:1: only one column 'title'"));
  EXPECT_EQ(read(far, {.skip_lines = 10}), "1 a>b\n");
  EXPECT_EQ(notes(far, {.skip_lines = 10}), NoteList{}) << "as asked for";
  EXPECT_EQ(error_of("t\nt\nwinner,loser\na,b,c\n"), "v.csv:4: wrong number of fields: 3, but line 3 has 2");
  EXPECT_EQ(error_of("winner,loser\na,b\n", {.skip_lines = 9}), "v.csv: the file is empty");
  EXPECT_EQ(read("# made by hand\n{\"winner\":\"a\",\"loser\":\"b\"}\n", {.skip_lines = 1}), "1 a>b\n");
}

// Quotes in titles mean nothing, wherever the file is cut.
TEST_F(Forgiving, TitlesDoNotDependOnBlocksOrShares) {
  std::string text = "\"Votes\nof \"May\"\n\"winner\",\"loser\"\n";
  for (int k = 0; k < 40; ++k) text += fmt::format("\"a{}\",\"b\n{}\"\n", k % 7, k % 5);
  const std::vector<std::string> paths = {file("v.csv", text)};
  const std::string expected = everything_of(read_comparisons(paths));
  EXPECT_NE(expected.find("40 a4>b"), std::string::npos) << expected;
  for (const std::size_t block_bytes : {1u, 30u})
    EXPECT_EQ(everything_of(read_comparisons(paths, {.block_bytes = block_bytes})), expected);
  for (const std::uint32_t of : {2u, 3u, 17u}) {
    std::vector<ShareScan> scans;
    std::uint64_t comparisons = 0;
    for (std::uint32_t k = 0; k < of; ++k) {
      const std::vector<FilePiece> pieces = plan_share(paths, k, of);
      comparisons += read_share(paths, pieces, scans).data.size();
      scans.push_back(scan_share(paths, pieces));
    }
    EXPECT_EQ(comparisons, 40u) << of;
  }
}

TEST_F(Forgiving, RowsWithoutAnswers) {
  const std::string votes = "winner,loser,weight\na,b,3\nb,c,0\nb,a,\nc,d,0.0\n";
  EXPECT_EQ(read(votes), "1 a>b*3\n");
  EXPECT_EQ(read_comparisons(file("v.csv", votes)).items.size(), 2u) << "no answer, no item";
  EXPECT_EQ(notes(votes), NoteList{"3 of 4 rows have no answers: their counts are 0 or empty."});
  EXPECT_EQ(error_of("winner,loser,count\na,b,0\n"), "v.csv: no row has an answer: all counts are 0 or empty");
  EXPECT_EQ(read("{\"winner\":\"a\",\"loser\":\"b\"}\n{\"winner\":\"a\",\"loser\":\"c\",\"weight\":0}\n"), "1 a>b\n");
  EXPECT_EQ(error_of("winner,loser,weight\na,b,-0.5\n"),
            "v.csv:2: bad weight '-0.5' (expected 0, or a number from 1e-9 to 1e9)");
}

TEST_F(Forgiving, DecimalCommas) {
  EXPECT_EQ(read("winner;loser;weight\na;b;2,5\nb;c;0,25\n"), "1 a>b*2.5\n2 b>c*0.25\n");
  EXPECT_EQ(error_of("winner;loser;weight\na;b;1,000\n"),
            "v.csv:2: bad weight '1,000' (expected 0, or a number from 1e-9 to 1e9)")
      << "one, or a thousand?";
}

TEST_F(Forgiving, WinsOfEach) {
  const std::string logos = "logo_1|logo_2|prefer_1|prefer_2\nfox|owl|8|7\nbee|yak|0|0\nfox|bee|1|\n";
  EXPECT_EQ(read(logos), "1 fox>owl*8\n1 owl>fox*7\n3 fox>bee\n");
  EXPECT_EQ(notes(logos), NoteList{"1 of 3 rows has no answers: its count is 0 or empty."});
  EXPECT_EQ(read("item_a,item_b,wins_a,wins_b,ties\nx,y,2,1,3\n"), "1 x>y*2\n1 y>x\n1 x=y*3\n");
  EXPECT_EQ(read("player1,player2,win1,win2\nx,y,0,4\n"), "1 y>x*4\n");
  EXPECT_EQ(read("team_a,team_b,a_wins,b_wins,judge\nx,y,2,1,j\n"), "1 x>y@j*2\n1 y>x@j\n");
  EXPECT_EQ(read("p,q,m,n,t\nx,y,2,1,1\n", {.columns = "left=p,right=q,left_wins=m,right_wins=n,tie=t"}),
            "1 x>y*2\n1 y>x\n1 x=y\n");
  EXPECT_EQ(notes("item_a,item_b,wins_a,wins_b,count\nx,y,2,1,3\n"), NoteList{"Column not used: count."});
  EXPECT_EQ(error_of("item_a,item_b,wins_a,wins_b\nx,y,2,-1\n"),
            "v.csv:2: bad number of wins '-1' (expected 0, or a number from 1e-9 to 1e9)");
  EXPECT_EQ(error_of("item_a,item_b,wins_a,wins_b,ties\nx,y,2,1,1\n", {.refuse_ties = true}),
            "v.csv:2: 'x' and 'y' are tied, and ties are refused");
  EXPECT_EQ(error_of("logo_1,logo_2,brand_1,brand_2,wins_1,wins_2\na,b,c,d,1,2\n"),
            "v.csv:1: there are counts of wins, but more than one pair of columns that could be the items: use columns "
            "left=logo_1,right=logo_2,left_wins=wins_1,right_wins=wins_2, or columns "
            "left=brand_1,right=brand_2,left_wins=wins_1,right_wins=wins_2");
  EXPECT_EQ(dump(read_comparisons(file("v.csv", "item_a,item_b,wins_a,wins_b,len_a,len_b\nx,y,1,1,5,6\n"),
                                  {.context = {"len of the winner"}})),
            "1 x>y len of the winner:5\n1 y>x len of the winner:6\n");
  for (const std::string wrong : {"left=a,right=b,left_wins=c", "winner=a,loser=b,left_wins=c,right_wins=d",
                                  "left=a,right=b,left_wins=c,right_wins=d,left_score=e,right_score=f"})
    EXPECT_THROW(read("a,b\n", {.columns = wrong}), InvalidArgument) << wrong;
}

TEST_F(Forgiving, ScoresInOneField) {
  EXPECT_EQ(read("Date,HomeTeam,AwayTeam,Score\n1,x,y,2:0\n2,x,y,1-1\n3,y,x,0 \u2013 3\n"),
            "1 x>y^2\n2 x=y\n3 x>y^3\n");
  EXPECT_EQ(read("White,Black,Result\nx,y,1-0\nx,y,0-1\nx,y,1/2-1/2\n"), "1 x>y\n2 y>x\n3 x=y\n");
  EXPECT_EQ(error_of("home,away,score\nx,y,3\n"),
            "v.csv:2: bad score '3' (expected the scores of the two items, such as 2:1 or 2-1)");
  EXPECT_EQ(read("home,away,score,home_goals,away_goals\nx,y,?,3,1\n"), "1 x>y^2\n") << "goals say more";
}

TEST_F(Forgiving, HomeAndAway) {
  EXPECT_EQ(read("HomeTeam,AwayTeam,FTR\nx,y,H\nx,y,D\nx,y,A\n"), "1 x>y\n2 x=y\n3 y>x\n");
  EXPECT_EQ(read("home_team,away_team,winner\nx,y,home\nx,y,away\nx,y,draw\n"), "1 x>y\n2 y>x\n3 x=y\n");
  EXPECT_EQ(error_of("home_team,away_team,winner\nx,y,A\n"),
            "v.csv:2: unknown winner label 'A' (expected left, right, tie or one of the two items)")
      << "away, or the first of A and B?";
}

TEST_F(Forgiving, WhoAnswered) {
  EXPECT_EQ(read("preferred,other,taster\na,b,t\n"), "1 a>b@t\n");
  EXPECT_EQ(read("left_image,right_image,choice,completed_by\na,b,No preference,t\n"), "1 a=b@t\n");
}

TEST_F(Forgiving, JsonThatIsNotRead) {
  EXPECT_TRUE(error_of("[{\"id\":1,\"data\":{\"left\":\"a\"},\"result\":[]}]")
                  .starts_with("v.csv:1: columns 'id', 'data', 'result' are not recognised; values inside 'data', "
                               "'result' are not read: move them to the top level, for example with jq; name them with "
                               "columns"));
  EXPECT_EQ(error_of("{\n  \"winner\": \"a\"\n}\n"),
            "v.csv:1: bad JSON: an object goes over several lines, but a file has an object on every line, or is an "
            "array of objects: [{..}, {..}]");
}

}  // namespace
}  // namespace pdrank::test
