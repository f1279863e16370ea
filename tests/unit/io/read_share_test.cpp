// Shares put one after the other are what a single reader reads: the same rows, report and errors, wherever they are
// cut.
#include "pdrank/io/rows/read_share.hpp"

#include <sys/stat.h>

#include <optional>
#include <random>

#include "unit/io/nasty_texts.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

using namespace std::string_literals;

using Paths = std::vector<std::string>;
using Plan = std::vector<std::vector<FilePiece>>;  // by share

Plan plan(const Paths& paths, std::uint32_t shares) {
  Plan all;
  for (std::uint32_t number = 0; number < shares; ++number) all.push_back(plan_share(paths, number, shares));
  return all;
}

// One file, cut at these bytes.
Plan cut_at(const std::vector<std::uint64_t>& cuts) {
  Plan all;
  for (std::size_t k = 0; k <= cuts.size(); ++k)
    all.push_back({{.begin = k == 0 ? 0 : cuts[k - 1], .end = k == cuts.size() ? io::kEndOfFile : cuts[k]}});
  return all;
}

// Adds the rows of a share to those before it.
void append(Comparisons& all, const Comparisons& share, std::uint64_t rows_before) {
  for (ItemId item = 0; item < share.items.size(); ++item) all.items.intern(share.items.name(item));
  for (AnnotatorId id = 0; id < share.annotators.size(); ++id) all.annotators.intern(share.annotators.name(id));
  for (std::size_t n = 0; n < share.size(); ++n) {
    Comparison row = share[n];
    row.winner = *all.items.find(share.items.name(row.winner));
    row.loser = *all.items.find(share.items.name(row.loser));
    if (row.annotator != kNoAnnotator) row.annotator = *all.annotators.find(share.annotators.name(row.annotator));
    all.add(row, static_cast<std::uint32_t>(rows_before + share.row(n)));
  }
}

// What a team reads. Throws the error of the lowest share that fails.
Comparisons read_as_team(const Paths& paths, const Plan& plan, const ReadOptions& options) {
  std::vector<ShareScan> scans;
  for (const auto& pieces : plan) scans.push_back(scan_share(paths, pieces, options));
  Comparisons all;
  ReadOutcome outcome;
  for (std::size_t k = 0; k < plan.size(); ++k) {
    const ShareRead share = read_share(paths, plan[k], std::span(scans).first(k), options);
    append(all, share.data, outcome.report.rows);
    add(outcome, unpacked(packed(share.outcome)));
  }
  return finish_rows(std::move(all), outcome, paths, options);
}

class Shares : public IoTest {
 protected:
  // All there is to say about a reading, or why there is none.
  template <class Read>
  std::string told(const Read& read) const {
    try {
      const Comparisons data = read();
      std::string all = everything_of(data);
      for (const std::string& note : data.report.notes) all += note + "\n";
      return without_folder(all);
    } catch (const InputError& error) {
      return "error: " + without_folder(error.what());
    }
  }

  std::string by_one(const Paths& paths, const ReadOptions& options = {}) const {
    return told([&] { return read_comparisons(paths, options); });
  }

  std::string by_team(const Paths& paths, const Plan& plan, const ReadOptions& options = {}) const {
    return told([&] { return read_as_team(paths, plan, options); });
  }

  // Whether teams of several sizes read what one reader reads; which is also given back.
  std::string same_by_teams(const Paths& paths, const ReadOptions& options = {}) const {
    const std::string expected = by_one(paths, options);
    for (const std::uint32_t shares : {1u, 2u, 3u, 7u, 50u})
      EXPECT_EQ(by_team(paths, plan(paths, shares), options), expected) << shares << " shares";
    return expected;
  }

  std::string same_by_teams(std::string_view text, const ReadOptions& options = {}) const {
    return same_by_teams(Paths{file("v", text)}, options);
  }
};

TEST_F(Shares, AnyLayout) {
  const std::string rows = "a,b,1\n\n \r\nb,c,2\r\n\"c,\"\"\n\",d,1\nd,a,0.5\n\n";
  for (const std::string mark : {"", "\xef\xbb\xbf"}) {
    EXPECT_TRUE(
        same_by_teams(mark + "winner,loser,weight\n" + rows).starts_with("1 a>b\n2 b>c*2\n3 c,\"\n>d\n4 d>a*0.5\n"));
    same_by_teams(mark + "\n\n \n\"winner\",\"lo\nser\",x\n" + rows, {.columns = "winner=winner,loser=2"});
    same_by_teams(mark + "\n\r\n" + rows, {.columns = "winner=1,loser=2,weight=3"});
    same_by_teams(mark + "\"a\nb\",c\nd,e\n\"f\",g");
    same_by_teams(mark + "{\"winner\":\"a\",\"loser\":\"b\"}\n\n{\"winner\":\"b\",\"loser\":\"a\",\"x\":1}");
  }
  same_by_teams("a\tb\n\"c\t\"\td\n \"e\"\tf\n");
  same_by_teams("left;right;winner\na;b;left\n\"b;\";\"\n\";tie\n");
  same_by_teams("ranking,judge\na>b=c,J\n\"a>c\n>b\",K\n\"b\",J\n", {.skip_bad_rows = true});
  EXPECT_TRUE(same_by_teams("a,b\nb,c\n").find("has no header with known names") != std::string::npos);
}

TEST_F(Shares, ConditionsAndOtherLayouts) {
  std::string text = "winner,loser,k\n", keyed, array = "[";
  for (int row = 0; row < 60; ++row) {
    text += fmt::format("a{},b{},{}\n", row % 7, row % 5, row % 3);
    keyed += fmt::format("{{\"winner\":\"a{}\",\"loser\":\"b\"{}}}\n", row % 7, row < 2 ? "" : ",\"k\":1");
    array += fmt::format("{}{{\"winner\":\"a{}\",\n\"loser\":\"b\"}}", row == 0 ? "" : ",", row % 7);
  }
  EXPECT_NE(same_by_teams(text, {.where = {"k=1", "winner!=a3"}}).find("left out 43"), std::string::npos);
  EXPECT_EQ(same_by_teams(text, {.where = {"k=7"}}),
            "error: v: no row has k=7; the most frequent values are '0' (20), '1' (20) and '2' (20)");
  EXPECT_NE(same_by_teams(keyed, {.where = {"k=1"}}).find("left out 2"), std::string::npos);
  EXPECT_TRUE(same_by_teams(keyed, {.where = {"l=1"}}).starts_with("error: v: no column 'l'; the columns are"));
  EXPECT_NE(same_by_teams(array + "]").find("rows 60"), std::string::npos);
  same_by_teams(",a,b,c\na,0,1,2\nb,2,0,1\nc,0,0,0\n");
  const std::string path = file("placed", "judge,item,rank\nj,a,1\nj,b,2\n");
  EXPECT_EQ(by_team({path}, cut_at({25})),
            "error: placed: rankings with a row for every item are read by one process alone");
}

TEST_F(Shares, NothingToRead) {
  EXPECT_EQ(same_by_teams(""), "error: v: the file is empty");
  EXPECT_EQ(same_by_teams("\xef\xbb\xbf\n \n\n"), "error: v: the file is empty");
  EXPECT_EQ(same_by_teams("winner,loser"), "error: v: no data rows after the header");
  EXPECT_EQ(same_by_teams("\n\n\nwinner,loser\n\n\n\n"), "error: v: no data rows after the header");
  EXPECT_EQ(same_by_teams("winner,loser,x\n", {.may_be_empty = true}), "rows 0\nColumn not used: x.\n");
  EXPECT_EQ(same_by_teams("winner,loser\na,a\n,b\n", {.skip_bad_rows = true}),
            "error: v: no usable comparison (rows skipped: 2; the first: v:2: winner and loser are the same item 'a')");
  const std::string empty = file("empty", ""), bare = file("bare", "winner,loser\n"), bad = file("bad", "a,b\nc,c\n");
  EXPECT_EQ(same_by_teams(Paths{empty, bare}), "error: empty: the file is empty");
  EXPECT_EQ(same_by_teams(Paths{bare, empty}), "error: bare: no data rows after the header");
  EXPECT_TRUE(same_by_teams(Paths{bare, empty, bad, empty}, {.skip_bad_rows = true}).starts_with("1 a>b\n"));
}

TEST_F(Shares, SeveralFiles) {
  std::string many = "winner,loser,one\n";
  for (int k = 0; k < 200; ++k) many += fmt::format("a{},\"b\n{}\",1\n", k % 17, k % 5);
  const std::string csv = file("many.csv", many), packed = file("packed", gzip("winner,loser,two\nx,y,1\ny,x,1\n"));
  const std::string bare = file("bare", "p,q\n\"r\",p\n"), empty = file("empty", "\n");
  const std::string json = file("json", "{\"chosen\":\"a1\",\"rejected\":\"z\",\"three\":3}\n\n");
  const std::string all = same_by_teams(Paths{bare, csv, packed, empty, json, csv, bare, file("z", zstd(many))});
  EXPECT_NE(all.find("Columns not used: one, two and three.\n"), std::string::npos) << all;
  same_by_teams(Paths{packed, packed, packed});
}

TEST_F(Shares, FilesThatCannotBeRead) {
  std::string many = "winner,loser\n";
  for (int k = 0; k < 50; ++k) many += fmt::format("a,b{}\n", k);
  const std::string good = file("good", many), bad = file("bad", many + "a,a\n"), missing = path("missing");
  EXPECT_EQ(same_by_teams(Paths{missing}), "error: missing: No such file or directory");
  EXPECT_EQ(same_by_teams(Paths{good, missing, bad}), "error: missing: No such file or directory");
  EXPECT_EQ(same_by_teams(Paths{bad, missing}), "error: bad:52: winner and loser are the same item 'a'");
  EXPECT_EQ(same_by_teams(Paths{good, path(".")}), "error: .: Is a directory");
  const std::string packed = gzip(many);
  EXPECT_EQ(same_by_teams(Paths{good, file("short", packed.substr(0, packed.size() - 9)), bad}),
            "error: short:51: truncated gzip data");
  EXPECT_EQ(same_by_teams(Paths{good, file("x", "foo,bar,baz\n1,2,3\n"), bad}).substr(0, 37),
            "error: x:1: columns 'foo', 'bar', 'ba");
}

TEST_F(Shares, ErrorsAreThoseOfOneReader) {
  std::string rows;
  for (int k = 0; k < 40; ++k) rows += fmt::format("\"a\n{}\",b\n\n", k);
  for (const std::string& bad : {"a,a"s, "a"s, "\"a\"b,c"s, "a\nb,\0"s, "\"a\n\n\xff\",b"s}) {
    const std::string text = "winner,loser\n" + rows + bad + "\n" + rows;
    EXPECT_TRUE(same_by_teams(text + "c,c\n").starts_with("error: v:")) << bad;
    EXPECT_TRUE(same_by_teams(text, {.skip_bad_rows = true}).find("\nskipped ") != std::string::npos) << bad;
    EXPECT_TRUE(same_by_teams(text + ",\"open\n", {.skip_bad_rows = true}).ends_with("is never closed")) << bad;
  }
  EXPECT_EQ(same_by_teams("winner,loser\n" + rows + " \"\nc,d\n" + rows.substr(0, 20) + "e,f\n").substr(0, 15),
            "error: v:122: t"s)
      << "a quote that a later one closes";
  EXPECT_EQ(same_by_teams("winner,loser\n" + rows + "a,\"b\n\nc,d\ne,f\n"),
            "error: v:122: quote opened on line 122 is never closed");
  EXPECT_EQ(same_by_teams("winner,\"loser\n" + rows), "error: v:1: text after the closing quote of field 2");
}

TEST_F(Shares, RecordsThatAreTooLong) {
  const std::string start = "winner,loser\na,b\n", end = "\nc,d\n\"e\",f\n";
  const ReadOptions skip{.skip_bad_rows = true};
  EXPECT_EQ(same_by_teams(start + "x," + std::string(3 << 20, 'x') + end, skip),
            "error: v:3: line is longer than 1 MiB");
  EXPECT_EQ(same_by_teams(start + "x,\"" + std::string(2 << 20, '\n') + "\"" + end, skip),
            "error: v:3: quote opened on line 3 is not closed within 1 MiB");
  const std::string longest = same_by_teams(start + "x,\"" + std::string((1 << 20) - 10, '\n') + "\"" + end, skip);
  EXPECT_TRUE(longest.ends_with("rows 4\n"));
}

TEST_F(Shares, KeysComeFromTheRowsBefore) {
  const std::string plain = "{\"winner\":\"a\",\"loser\":\"b\"}\n";
  const std::string both = "{\"winner\":\"a\",\"loser\":\"b\",\"worker\":\"w\",\"judge\":\"j\"}\n";
  const std::string text = plain + "{\"judge\":\n" + plain + both + "{\"x\":\n";
  const std::string expected = same_by_teams(text, {.skip_bad_rows = true});
  EXPECT_TRUE(expected.starts_with("1 a>b\n3 a>b\n4 a>b@j\n")) << expected;
  for (std::uint64_t cut = 0; cut <= text.size(); ++cut)
    EXPECT_EQ(by_team({path("v")}, cut_at({cut}), {.skip_bad_rows = true}), expected) << cut;
  std::string many;
  for (int k = 0; k < 300; ++k) many += plain;
  for (int k = 0; k < 5000; ++k) many += fmt::format("{{\"winner\":\"a\",\"loser\":\"b\",\"{}\":1}}\n", k);
  const Paths paths{file("v", many)};
  EXPECT_EQ(by_team(paths, plan(paths, 7)), "error: v:4395: more than 4096 different keys are not supported");
}

// What the header of read_share.hpp says.
TEST_F(Shares, KeysBehindTheFirstMiBAreLearntByShare) {
  const std::string plain = "{\"winner\":\"a\",\"loser\":\"b\"}\n";
  std::string text;
  while (text.size() < 3 << 20) text += plain;
  const std::uint64_t cut = text.size() + 60;
  text += "{\"winner\":\"c\",\"loser\":\"b\",\"judge\":\"j\"}\n" + plain;
  text += "{\"winner\":\"d\",\"loser\":\"b\",\"worker\":\"w\"}\n{\"winner\":\"d\",\"loser\":\"b\",\"judge\":\"j\"}\n";
  const std::string votes = file("v", text);
  EXPECT_TRUE(by_one({votes}).find("d>b@j\n") != std::string::npos);
  EXPECT_TRUE(by_team({votes}, cut_at({cut}), {}).find("d>b@w\n") != std::string::npos);
}

TEST_F(Shares, NastyTextsCutAtEveryByte) {
  int results = 0, errors = 0;
  for (unsigned seed = 0; seed < 25; ++seed) {
    Nasty nasty(seed);
    const std::string text = seed % 4 == 0 ? nasty.json() : nasty.csv(), votes = file("v", text);
    const ReadOptions options{.skip_bad_rows = seed % 3 != 0, .block_bytes = seed % 2 == 0 ? 4096u : 13u};
    const std::string expected = same_by_teams(text, options);
    ++(expected.starts_with("error") ? errors : results);
    for (std::uint64_t cut = 0; cut <= text.size(); ++cut) {
      const std::uint64_t more = cut + nasty.below(20);
      ASSERT_EQ(by_team({votes}, cut_at({cut, more}), options), expected)
          << "seed " << seed << ", cut at " << cut << " and " << more << ":\n"
          << text;
    }
  }
  EXPECT_GT(results, 10);
  EXPECT_GT(errors, 3);
}

// Any heap of quotes, blanks, delimiters and line breaks.
TEST_F(Shares, QuotesCutAtEveryByte) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 80; ++trial) {
    std::string text = "a,b\n";
    for (int k = 0; k < 60; ++k) text += std::string_view("\"\"\"\"\n\n,,ab \r")[random() % 12];
    const std::string votes = file("v", text);
    const ReadOptions options{.skip_bad_rows = true, .block_bytes = 4096};
    const std::string expected = by_one({votes}, options);
    for (std::uint64_t cut = 0; cut <= text.size(); ++cut)
      ASSERT_EQ(by_team({votes}, cut_at({cut, cut + random() % 8}), options), expected) << "cut at " << cut << ":\n"
                                                                                        << text;
  }
}

TEST_F(Shares, RealSizesAndThreads) {
  std::string text = "winner,loser,annotator\n";
  for (int k = 0; k < 60000; ++k)
    text += k % 7 == 0 ? fmt::format("\"i\"\"{}\n\",j{},w{}\n", k % 101, k % 89, k % 11)
                       : fmt::format("i{},j{},\"w{}\"\n", k % 101, k % 89, k % 11);
  same_by_teams(text);
}

TEST_F(Shares, PlansAreEvenAndInOrder) {
  const std::string first = file("first", std::string(1000, 'x')), second = file("second", std::string(500, 'y'));
  EXPECT_EQ(plan_share({first, second}, 0, 2), (std::vector<FilePiece>{{.file = 0, .end = 750}}));
  EXPECT_EQ(plan_share({first, second}, 1, 2), (std::vector<FilePiece>{{.file = 0, .begin = 750}, {.file = 1}}));
  EXPECT_EQ(plan_share({first, second}, 0, 1), (std::vector<FilePiece>{{.file = 0}, {.file = 1}}));
  std::size_t pieces = 0;
  for (const auto& share : plan({second}, 2000)) pieces += share.size();
  EXPECT_EQ(pieces, 500u) << "a byte each, nothing for the others";
  EXPECT_THROW(plan_share({}, 0, 1), InvalidArgument);
  EXPECT_THROW(plan_share({first}, 2, 2), InvalidArgument);
  EXPECT_THROW(plan_share({first}, 0, 0), InvalidArgument);
  EXPECT_THROW(read_share({first}, {}, {}, {.block_bytes = 0}), InvalidArgument);
}

TEST_F(Shares, WhatIsNoRegularFileIsReadByOne) {
  const std::string votes = file("v", "winner,loser\na,b\n"), pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& other : {pipe, "-"s}) {
    EXPECT_EQ(plan_share({votes, other, votes}, 0, 3), (std::vector<FilePiece>{{.file = 0}, {.file = 1}, {.file = 2}}));
    EXPECT_TRUE(plan_share({votes, other, votes}, 1, 3).empty());
    EXPECT_TRUE(plan_share({votes, other, votes}, 2, 3).empty());
  }
}

TEST_F(Shares, ProgressIsThatOfThePiece) {
  struct Watch : Observer {
    void on_progress(const Progress& progress) override { last = progress; }
    bool stop_requested() override { return stop; }
    Progress last;
    bool stop = false;
  } watch;
  std::string text = "winner,loser\n";
  for (int k = 0; k < 1000; ++k) text += "a,b\n";
  const Paths paths{file("v", text)};
  const Plan parts = plan(paths, 2);
  const ShareScan scan = scan_share(paths, parts[0], {}, &watch);
  EXPECT_EQ(scan.file, 0u);
  EXPECT_EQ(scan_share(paths, parts[1]).file, ShareScan::kNoFile);
  EXPECT_EQ(read_share(paths, parts[1], {{scan}}, {}, &watch).data.size(), 501u);
  EXPECT_EQ(watch.last.done, watch.last.total);
  EXPECT_EQ(watch.last.total, text.size() - parts[1][0].begin);
  EXPECT_EQ(read_share(paths, parts[0], {}, {.block_bytes = 100}, &watch).data.size(), 499u);
  EXPECT_EQ(watch.last.total, parts[0][0].end - text.find('\n') - 1);
  watch.stop = true;
  EXPECT_THROW(scan_share(paths, parts[0], {}, &watch), Stopped);
  EXPECT_THROW(read_share(paths, parts[0], {}, {}, &watch), Stopped);
}

// A byte at a time, all at once, and as the reader of whole records goes.
TEST(StateScan, IsRightForEveryState) {
  const std::string text = " \"a\"\"\n\"b,\"\n x\"y\", \"\"\n\", \r";
  for (const std::optional<char> delimiter : {std::optional(','), std::optional<char>()}) {
    for (std::size_t begin = 0; begin <= text.size(); ++begin) {
      io::StateScan by_byte(delimiter), at_once(delimiter);
      for (const char c : text.substr(begin)) by_byte.pass({&c, 1});
      at_once.pass(text.substr(begin));
      for (const io::RecordState state : io::StateMap().after) {
        EXPECT_EQ(by_byte.map()(state), io::state_after(state, text.substr(begin), delimiter)) << begin;
        EXPECT_EQ(at_once.map()(state), io::state_after(state, text.substr(begin), delimiter)) << begin;
      }
    }
  }
}

}  // namespace
}  // namespace pdrank::test
