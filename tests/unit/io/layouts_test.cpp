// Every layout that is recognised, and what --columns makes of others.
#include "pdrank/core/option_name.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

class Layouts : public IoTest {
 protected:
  std::string read(std::string_view content, const std::string& columns = "", const std::string& name = "v.csv") const {
    return dump(read_comparisons(file(name, content), {.columns = columns}));
  }
};

TEST_F(Layouts, WinnerLoserWithEverything) {
  EXPECT_EQ(read("winner,loser,annotator,weight,tie\na,b,x,2,0\nb,c,,0.5,1\n"), "1 a>b@x*2\n2 b=c*0.5\n");
  EXPECT_EQ(read("tie,loser,winner,worker\nyes,b,a,1\nNo,b,a,1\nTRUE,b,a,\nfalse,b,a,2\n,b,a,2\n"),
            "1 a=b@1\n2 a>b@1\n3 a=b\n4 a>b@2\n5 a>b@2\n");
}

TEST_F(Layouts, NamesAreComparedWithoutCaseAndSeparators) {
  EXPECT_EQ(read("Annotator ID,Winner ID,Loser ID,Time\n7,a,b,12:00\n"), "1 a>b@7\n");
  EXPECT_EQ(read("WINNER-NAME,loser name\na,b\n"), "1 a>b\n");
  EXPECT_EQ(read("Model-A,MODEL B,Winner\nx,y,model_b\n"), "1 y>x\n");
}

TEST_F(Layouts, PreferenceTuning) {
  EXPECT_EQ(read("prompt,chosen,rejected\np,a,b\n"), "1 a>b\n");
  EXPECT_EQ(read("preferred,other\na,b\n"), "1 a>b\n");
  EXPECT_EQ(read("better,worse\na,b\n"), "1 a>b\n");
  EXPECT_EQ(read("Judge,Chosen,Not Chosen\nj,a,b\n"), "1 a>b@j\n");
}

TEST_F(Layouts, SidesWithWinner) {
  EXPECT_EQ(read("left,right,winner\nx,y,left\nx,y,right\nx,y,tie\nx,y,y\nx,y,Draw\n"),
            "1 x>y\n2 y>x\n3 x=y\n4 y>x\n5 x=y\n");
  EXPECT_EQ(read("model_a,model_b,winner,judge\nx,y,model_a,j\nx,y,model_b,j\nx,y,tie,j\nx,y,tie "
                 "(bothbad),k\nx,y,both_bad,k\n"),
            "1 x>y@j\n2 y>x@j\n3 x=y@j\n4 x=y@k\n5 x=y@k\n");
  EXPECT_EQ(read("item1,item2,winner\nx,y,item1\nx,y,item2\nx,y,a\nx,y,B\n"), "1 x>y\n2 y>x\n3 x>y\n4 y>x\n");
}

// Who stood first and how level two items are is kept, also where a layout does not say it.
TEST_F(Layouts, SidesAndOutcomesAreKeptAsGiven) {
  const auto said = [&](std::string_view content) {
    const Comparisons data = read_comparisons(file("v.csv", content));
    std::string text;
    for (std::size_t n = 0; n < data.size(); ++n)
      text += fmt::format("{}{} ", "?WL"[static_cast<int>(data.first(n))], ">=-"[static_cast<int>(data.outcome(n))]);
    return text;
  };
  EXPECT_EQ(said("left,right,winner\nx,y,left\nx,y,right\nx,y,tie\nx,y,both_bad\nx,y,x\n"), "W> L> W= W- W> ");
  EXPECT_EQ(said("player1,player2,outcome\nx,y,0\nx,y,0.5\n"), "L> W= ");
  EXPECT_EQ(said("winner,loser,tie\nx,y,0\nx,y,1\n"), "?> ?= ");
  EXPECT_EQ(said("ranking\nx>y=z\n"), "?> ?> ?= ");
}

TEST_F(Layouts, TimesAreReadWhereTheyAreAskedFor) {
  const std::string content =
      "winner,loser,when\na,b,12.5\na,b,1970-01-02\na,b,1970-01-01T01:00:30.5+01:00\na,b,\na,b,2024-02-29 23:59\n";
  EXPECT_TRUE(read_comparisons(file("v.csv", content)).columns().time.empty());
  const Comparisons data = read_comparisons(file("v.csv", content), {.columns = "winner=winner,loser=loser,time=when"});
  ASSERT_EQ(data.size(), 5u);
  EXPECT_EQ(data.time(0), 12.5);
  EXPECT_EQ(data.time(1), 86400);
  EXPECT_EQ(data.time(2), 30.5);
  EXPECT_TRUE(std::isnan(data.time(3)));
  EXPECT_EQ(data.time(4), 1709251140);
  for (const std::string bad : {"noon", "2024-13-01", "2023-02-29", "2024-01-01 24:00",
                                "2024-01-01 10:00+02:", "2024-01-01T10:00x", "2024-1-1"})
    EXPECT_EQ(error_of("winner,loser,when\na,b," + bad + "\n", {.columns = "winner=winner,loser=loser,time=when"}),
              fmt::format("v.csv:2: bad time '{}' (expected a number or a date such as 2024-05-01 12:30:00)", bad));
}

// A role that is named beside a layout that is recognised.
TEST_F(Layouts, OneRoleIsEnoughWhereTheItemsAreRecognised) {
  EXPECT_EQ(read("left,right,winner,who\nx,y,right,Ann\n", "annotator=who"), "1 y>x@Ann\n");
  EXPECT_EQ(read("winner,loser,judge,n\nx,y,Ann,3\n", "weight=n"), "1 x>y@Ann*3\n");
  EXPECT_EQ(read("winner,loser,judge\nx,y,Ann\n", "annotator="), "1 x>y\n");
  const Comparisons data =
      read_comparisons(file("d.csv", "left,right,winner,date\nx,y,tie,1970-01-03\n"), {.columns = "time=date"});
  EXPECT_EQ(data.time(0), 2 * 86400);
  EXPECT_EQ(error_of("e,f,c\nx,y,z\n", {.columns = "annotator=c"}).substr(0, 40),
            "v.csv:1: columns 'e', 'f', 'c' are not r");
}

TEST_F(Layouts, LabelIsTheItem) {
  EXPECT_EQ(read("worker,left,right,label\nw,x,y,x\nw,x,y,y\nw,x,y,tie\n"), "1 x>y@w\n2 y>x@w\n3 x=y@w\n");
  EXPECT_EQ(read("winner,loser,voter\nx,y,w\n"), "1 x>y@w\n");
  EXPECT_EQ(read("left,right,label\nb,a,a\nb,a,left\n"), "1 a>b\n2 b>a\n");
}

TEST_F(Layouts, Outcomes) {
  EXPECT_EQ(read("player1,player2,outcome\nx,y,W1\nx,y,w2\nx,y,D\nx,y,1\nx,y,0\nx,y,0.5\nx,y,1.0\n"),
            "1 x>y\n2 y>x\n3 x=y\n4 x>y\n5 y>x\n6 x=y\n7 x>y\n");
  EXPECT_EQ(read("competitor_1,competitor_2,outcome,date\nx,y,0.0,2020\n"), "1 y>x\n");
  EXPECT_EQ(read("player_1,player_2,result\nx,y,true\nx,y,false\n"), "1 x>y\n2 y>x\n");
  EXPECT_EQ(read("item_a,item_b,result\nx,y,0.5\n"), "1 x=y\n");
  EXPECT_EQ(read("observer,session,scene,condition_A,condition_B,is_A_selected\no,1,s,x,y,1\no,1,s,x,y,0\n"),
            "1 x>y@o\n2 y>x@o\n");
  EXPECT_EQ(read("left,right,outcome\n1,0,0\n0,1,1\n"), "1 0>1\n2 0>1\n");
}

TEST_F(Layouts, TieColumnBesideAVerdict) {
  EXPECT_EQ(read("left,right,winner,tie\nx,y,,1\nx,y,right,0\n"), "1 x=y\n2 y>x\n");
}

TEST_F(Layouts, TwoBareColumns) {
  EXPECT_EQ(read("a,b\nc,a\n"), "1 a>b\n2 c>a\n");
  EXPECT_EQ(read("3\t1\n2\t1"), "1 3>1\n2 2>1\n");
}

TEST_F(Layouts, Rankings) {
  EXPECT_EQ(read("annotator,weight,order\nx,2,A>B=C>D\n"),
            "1 A>B@x*2\n1 A>C@x*2\n1 A>D@x*2\n1 B=C@x*2\n1 B>D@x*2\n1 C>D@x*2\n");
  EXPECT_EQ(read("ranking\na > b\n\nb=c\n"), "1 a>b\n2 b=c\n");
  EXPECT_EQ(read("ranking,order\n17,a>b\n"), "1 a>b\n") << "order before ranking";
  EXPECT_EQ(read("winner,loser,ranking\na,b,17\n"), "1 a>b\n") << "winner,loser before ranking";
}

TEST_F(Layouts, Delimiters) {
  EXPECT_EQ(read("winner;loser;weight\na,1;b;2\n"), "1 a,1>b*2\n");
  EXPECT_EQ(read("winner\tloser\na,1\tb\n"), "1 a,1>b\n");
  EXPECT_EQ(read("winner\tloser\na\tb\n", "", "v.tsv"), "1 a>b\n");
  EXPECT_EQ(read("a,x,y\tb\n", "", "v.tab"), "1 a,x,y>b\n");
  EXPECT_EQ(read(gzip("a,x,y\tb\n"), "", "v.tsv.gz"), "1 a,x,y>b\n");
  EXPECT_EQ(read("\"a,b,c\";d\n"), "1 a,b,c>d\n") << "delimiters inside quotes do not count";
}

TEST_F(Layouts, ColumnsByName) {
  EXPECT_EQ(read("foo,bar,baz\na,b,c\n", "winner=baz,loser=FOO"), "1 c>a\n");
  EXPECT_EQ(read("foo,bar,baz,judge\na,b,b,j\n", "left=foo,right=bar,label=baz"), "1 b>a@j\n");
  EXPECT_EQ(read("foo,bar,baz\na,b,W2\n", "left=foo,right=bar,label=baz"), "1 b>a\n");
  EXPECT_EQ(read("foo,bar,result\na,b,0\n", "left=foo,right=bar,label=result"), "1 b>a\n");
  EXPECT_EQ(read("foo,bar,baz\na,b,0\n", "left=foo,right=bar,outcome=baz"), "1 b>a\n");
  EXPECT_EQ(read("foo,bar,baz\na,b,foo\n", "left=foo,right=bar,winner=baz"), "1 a>b\n");
  EXPECT_EQ(read("foo,who,n,t\na>b,w,3,x\n", "ranking=foo,annotator=who,weight=n"), "1 a>b@w*3\n");
  EXPECT_EQ(read("foo,bar,eq\na,b,1\n", "winner=foo,loser=bar,tie=eq"), "1 a=b\n");
  EXPECT_EQ(read("winner,loser,weight\na,b,0\n", "winner=winner,loser=loser,weight="), "1 a>b\n");
  EXPECT_EQ(read("user,other\na,b\n", "winner=user,loser=other"), "1 a>b\n")
      << "a used column is not the annotator too";
}

TEST_F(Layouts, ColumnsByNumber) {
  EXPECT_EQ(read("x,a,b\ny,b,c\n", "winner=3,loser=2"), "1 b>a\n2 c>b\n");
  EXPECT_EQ(read("2,1\n3,1\n", "winner=1,loser=2"), "1 2>1\n2 3>1\n")
      << "numbers are columns even if items are numbers";
  EXPECT_EQ(read("winner,loser\na,b\n", "winner=1,loser=2"), "1 a>b\n") << "a header that says the same";
  EXPECT_EQ(read("id,foo,bar\n1,a,b\n", "winner=foo,loser=3"), "1 a>b\n") << "a name makes the first line a header";
  EXPECT_EQ(read("a,b,W2\n", "left=1,right=2,outcome=3"), "1 b>a\n");
}

TEST_F(Layouts, JsonLines) {
  EXPECT_EQ(
      read("{\"winner\": \"a\", \"loser\": \"b\"}\n\n{\"loser\": 1, \"x\": {\"y\": [1, {}]}, \"winner\": 2.50}\n"),
      "1 a>b\n2 2.50>1\n");
  EXPECT_EQ(read("{\"model_a\":\"x\",\"model_b\":\"y\",\"winner\":\"tie (bothbad)\",\"judge\":null}"), "1 x=y\n");
  EXPECT_EQ(read("{\"winner\":\"a\",\"loser\":\"b\",\"tie\":true}\n{\"winner\":\"a\",\"loser\":\"b\",\"tie\":false}\n"
                 "{\"winner\":\"a\",\"loser\":\"b\"}\n"),
            "1 a=b\n2 a>b\n3 a>b\n");
  EXPECT_EQ(
      read("{\"winner\":\"a\",\"loser\":\"b\"}\n{\"winner\":\"a\",\"loser\":\"c\",\"weight\":3,\"worker\":\"w\"}\n"),
      "1 a>b\n2 a>c@w*3\n")
      << "optional keys may appear later";
  EXPECT_EQ(read("{\"foo\":\"a\",\"bar\":\"\\u00e9\\n\"}\n", "winner=foo,loser=bar"), "1 a>\u00e9\n\n");
  EXPECT_EQ(read("{\"winner\":\"a\",\"loser\":\"b\",\"prompt\":\"\\u0000\"}\n"), "1 a>b\n")
      << "unused values may be odd";
}

TEST_F(Layouts, ColumnsNotUsedAreNamed) {
  const auto note = [&](std::string_view content, const std::string& columns = "") {
    const std::vector<std::string> notes = read_comparisons(file("v.csv", content), {.columns = columns}).report.notes;
    return notes.empty() ? std::string() : plain(notes.back());
  };
  EXPECT_EQ(note("winner,loser,annotator,weight,tie\na,b,x,2,0\n"), "");
  EXPECT_EQ(note("left,right,winner,judge\na,b,left,x\n"), "");
  EXPECT_EQ(note("left,right,winner,annotator,duration_ms\na,b,left,x,9\n"), "") << "as `pdrank serve` exports it";
  EXPECT_EQ(note("stamp,winner,loser,Comment\n1,a,b,c\n"), "Columns not used: stamp and Comment.");
  EXPECT_EQ(note("winner,loser,first\na,b,a\n"), "");
  EXPECT_EQ(note("left,right,winner,first\na,b,a,a\n"), "Column not used: first.") << "the left one is";
  EXPECT_EQ(note("winner,loser,label\na,b,a\n"), "Column not used: label.");
  EXPECT_EQ(note("winner,loser,worker,judge\na,b,x,y\n"), "Column not used: judge.") << "one annotator a row";
  EXPECT_EQ(note("order,tie\na>b,1\n"), "Column not used: tie.") << "a ranking says itself what is level";
  EXPECT_EQ(note(",winner,loser,\n1,a,b,\n"), "") << "columns without a name";
  EXPECT_EQ(note("x,y,z\na,b,1\n", "winner=x,loser=y"), "Column not used: z.");
  EXPECT_EQ(note("winner,loser,weight\na,b,3\n", "winner=winner,loser=loser,weight="), "Column not used: weight.");
  EXPECT_EQ(note("a,b,c\nb,c,a\n", "winner=1,loser=2"), "") << "no header, no names";
  EXPECT_EQ(note("{\"winner\":\"a\",\"loser\":\"b\"}\n{\"winner\":\"a\",\"loser\":\"b\",\"x\":1,\"count\":2}\n"),
            "Column not used: x.");
  EXPECT_EQ(note("winner,loser,1,2,3,4,5,6,7,8,9\na,b,,,,,,,,,\n"),
            "Columns not used: 1, 2, 3, 4, 5, 6, 7 and 2 more.");
  const std::string one = file("one.csv", "winner,loser,x\na,b,1\n"),
                    two = file("two.csv", "winner,loser,x,y\na,b,1,2\n");
  EXPECT_EQ(read_comparisons({one, two}).report.notes, std::vector<std::string>{"Columns not used: x and y."});
}

TEST_F(Layouts, ColumnsThatMaySayMoreAreHintedAt) {
  const auto note = [&](std::string_view content, const std::string& columns = "") {
    const std::vector<std::string> notes = read_comparisons(file("v.csv", content), {.columns = columns}).report.notes;
    return notes.empty() ? std::string() : plain(notes.back());
  };
  EXPECT_EQ(note("Date,winner,loser,Reviewer\n1,a,b,c\n"),
            "Columns not used: Date and Reviewer. If Date says when answers were given, columns time=Date reads it. If "
            "Reviewer says who answered, columns annotator=Reviewer reads it.");
  EXPECT_EQ(note("winner,loser,n_votes,left\na,b,3,a\n"),
            "Columns not used: n_votes and left. If n_votes says how often an answer counts, columns weight=n_votes "
            "reads it. If left says who stood first, columns first=left reads it.");
  EXPECT_EQ(note("left,right,winner,home_team\na,b,a,a\n"), "Column not used: home_team.") << "the left one is";
  EXPECT_EQ(note("winner,loser,judge,reviewer\na,b,x,y\n"), "Column not used: reviewer.") << "one annotator a row";
  EXPECT_EQ(note("winner,loser,date\na,b,1\n", "time="), "Column not used: date.") << "it is to be left out";
}

TEST_F(Layouts, FilesGivenTwiceAreNamed) {
  std::string rows = "winner,loser\n";
  for (int k = 0; k < 40; ++k) rows += k % 3 == 0 || k % 7 == 0 ? "a,b\n" : "b,c\n";
  const std::string one = file("one.csv", rows), copy = file("copy.csv", rows), link = path("link.csv"),
                    other = file("other.csv", "winner,loser\na,b\n");
  std::filesystem::create_symlink(one, link);
  const auto note = [&](const std::vector<std::string>& paths) {
    std::string all;
    for (const std::string& text : read_comparisons(paths).report.notes) all += without_folder(text) + "\n";
    return all;
  };
  EXPECT_EQ(note({one, other}), "");
  EXPECT_EQ(note({other, other}), "other.csv is given twice, and its answers count twice.\n");
  EXPECT_EQ(note({other, file("same.csv", "winner,loser\na,b\n")}), "") << "one row may well be the same";
  EXPECT_EQ(note({one, other, copy}),
            "one.csv and copy.csv have the same 40 comparisons, row by row, which count twice.\n");
  EXPECT_EQ(note({one, other, link}), "one.csv and link.csv are the same file, whose answers count twice.\n");
}

TEST_F(Layouts, NamesAreMergedOnDemand) {
  const std::string votes = file("v.csv", "winner,loser\nGPT-4,x\ngpt-4,y\ny,gpt-4\n");
  const Comparisons apart = read_comparisons(votes), merged = read_comparisons(votes, {.merge_names = true});
  ASSERT_EQ(apart.report.notes.size(), 1u);
  EXPECT_TRUE(apart.report.notes[0].starts_with("1 name is spelled in more than one way")) << apart.report.notes[0];
  EXPECT_EQ(dump(merged), "1 gpt-4>x\n2 gpt-4>y\n3 y>gpt-4\n");
  EXPECT_TRUE(merged.report.notes.empty());
}

TEST_F(Layouts, SeveralFilesCountOn) {
  const Comparisons data = read_comparisons(
      {file("a.csv", "winner,loser\na,b\nb,c\n"), file("b.jsonl", "{\"winner\":\"c\",\"loser\":\"a\"}\n"),
       file("empty.csv", ""), file("c.csv.zst", zstd("left,right,winner\na,d,right\n"))});
  EXPECT_EQ(dump(data), "1 a>b\n2 b>c\n3 c>a\n4 d>a\n");
  EXPECT_EQ(data.report.rows, 4u);
  EXPECT_TRUE(data.report.skipped.empty());
}

}  // namespace
}  // namespace pdrank::test
