// From bytes to fields: quotes, line ends, compression, blocks of any size.
#include <random>

#include "pdrank/io/tables/table_file.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

class Bytes : public IoTest {
 protected:
  // All rows of a table, with line numbers and errors.
  std::string rows(const std::string& path, std::size_t block_bytes = io::kBlockBytes) const {
    std::string text;
    try {
      io::TableFile table(path, {}, nullptr, block_bytes);
      if (table.is_empty()) return "empty";
      table.take_names_as_row();
      io::TableFormat format = table.format();
      for (io::TableBlock block; table.next(block);) {
        const auto reader = io::read_table(format, block);
        while (append_row(*reader, text)) {
        }
        format = reader->format();
      }
      table.check_end();
    } catch (const InputError& error) {
      text += without_folder(error.what()) + "\n";
    }
    return text;
  }

  static bool append_row(io::TableReader& table, std::string& text) {
    try {
      if (!table.next()) return false;
      text += fmt::format("{}:", table.line());
      for (const std::string_view field : table.fields()) text += fmt::format(" [{}]", field);
    } catch (const io::RowError& error) {
      text += fmt::format("{}: {} ({})", table.line(), error.what(), error.line());
    }
    text += '\n';
    return true;
  }
};

TEST_F(Bytes, QuotesAndBlanks) {
  EXPECT_EQ(rows(file("v", "a , b\n\" c \",\"d\"\"e\"\n \"f,g\" ,h\"i\n\"\",\"\"\"\"\nx,\"y\nz\"\nlast,one")),
            "1: [a] [b]\n2: [ c ] [d\"e]\n3: [f,g] [h\"i]\n4: [] [\"]\n5: [x] [y\nz]\n7: [last] [one]\n");
}

TEST_F(Bytes, LineEnds) {
  EXPECT_EQ(rows(file("v",
                      "\xef\xbb\xbf"
                      "a,b\r\n\r\n  \nc,d\r\n\"e\r\nf\",g\r\nh,i\r")),
            "1: [a] [b]\n4: [c] [d]\n5: [e\r\nf] [g]\n7: [h] [i]\n");
  EXPECT_EQ(rows(file("v", "\"x\",y")), "1: [x] [y]\n");
  EXPECT_EQ(rows(file("v.tsv", "a\tb\n\t\n")), "1: [a] [b]\n2: [] []\n") << "tabs alone are empty fields";
}

TEST_F(Bytes, Compression) {
  const std::string plain = "a,b\nc,d\n";
  const std::string expected = "1: [a] [b]\n2: [c] [d]\n3: [e] [f]\n";
  EXPECT_EQ(rows(file("v", gzip(plain + "e,f\n"))), expected);
  EXPECT_EQ(rows(file("v", zstd(plain + "e,f\n"))), expected);
  EXPECT_EQ(rows(file("v", gzip(plain) + gzip("e,") + gzip("f\n"))), expected) << "members";
  EXPECT_EQ(rows(file("v", zstd(plain) + zstd("e,") + zstd("f\n"))), expected) << "frames";
  EXPECT_EQ(rows(file("v", gzip(plain + "e,f\n") + std::string(512, '\0'))), expected) << "padding";
  EXPECT_EQ(rows(file("v.gz", plain + "e,f\n")), expected) << "the name alone says nothing";
  const std::string skippable("\x50\x2a\x4d\x18\x02\0\0\0zz", 10);
  EXPECT_EQ(rows(file("v", skippable + zstd(plain + "e,f\n"))), expected);
}

TEST_F(Bytes, BrokenCompression) {
  const std::string plain = "a,b\nc,d\n";
  const std::string start = "1: [a] [b]\n2: [c] [d]\n";
  const std::string packed = gzip(plain);
  EXPECT_EQ(rows(file("v", packed.substr(0, packed.size() - 1))), start + "v:3: truncated gzip data\n");
  EXPECT_EQ(rows(file("v", packed.substr(0, 5))), "v:1: truncated gzip data\n");
  EXPECT_EQ(rows(file("v", packed + "\x1f")), start + "v:3: truncated gzip data\n");
  EXPECT_EQ(rows(file("v", packed + "junk")), start + "v:3: corrupt gzip data\n");
  std::string damaged = packed;
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);
  EXPECT_EQ(rows(file("v", damaged)), start + "v:3: corrupt gzip data\n") << "checksum";
  const std::string frame = zstd(plain);
  EXPECT_TRUE(rows(file("v", frame.substr(0, frame.size() - 3))).ends_with(": truncated zstd data\n"));
  EXPECT_EQ(rows(file("v", frame + "junk!")), start + "v:3: corrupt zstd data (Unknown frame descriptor)\n");
  EXPECT_EQ(error_of(packed.substr(0, packed.size() - 1), {.skip_bad_rows = true}), "v.csv:3: truncated gzip data");
}

TEST_F(Bytes, BlockSizeMakesNoDifference) {
  const std::string csv =
      "\xef\xbb\xbfwinner,loser,note\r\n\r\na,\"b \"\"x\"\"\",\"two\r\nlines, \"\nb,c,\u00e9\u4e2d\n\nc\nd,\"e\"f,g\n"
      "x,\xc3,y\n,,\n\"\",\"\",\"\"\nlast,line,\"open";
  const std::string json = "\n{\"winner\": \"a\", \"loser\": 1}\n{\"loser\": [1, 2], \"x\": null}\n{bad\n[]\n";
  for (const std::string& plain : {csv, json, csv + "\"\n", std::string("a"), std::string("\xef\xbb")}) {
    for (const std::string& bytes :
         {plain, gzip(plain), gzip(plain).substr(0, gzip(plain).size() - 4), zstd(plain),
          gzip(plain.substr(0, 9)) + gzip(plain.substr(std::min<std::size_t>(plain.size(), 9)))}) {
      const std::string path = file("v", bytes);
      const std::string expected = rows(path);
      for (std::size_t block = 1; block < 40; ++block) ASSERT_EQ(rows(path, block), expected) << "block " << block;
    }
  }
}

TEST_F(Bytes, LongRecordsAreRefusedEarly) {
  // 64 MiB of one line packs into a small file; reading must give up after the first MiB or so.
  struct Count : Observer {
    int blocks = 0;
    void on_progress(const Progress&) override { ++blocks; }
  } count;
  const std::string path = file("v.zst", zstd(std::string(64 << 20, 'x')));
  EXPECT_THROW(read_comparisons(path, {}, &count), InputError);
  EXPECT_LE(count.blocks, 3);
}

TEST_F(Bytes, ManyShortLinesInOneQuoteAreReadInLinearTime) {
  std::string field;
  for (int k = 0; k < 200000; ++k) field += "\"\"\n";
  const auto data = read_comparisons(file("v", "winner,loser\n\"" + field + "\",b\n"));
  EXPECT_EQ(data.items.name(0).size(), 400000u);
}

TEST_F(Bytes, ObserverSeesBytesAndMayStop) {
  struct Watch : Observer {
    std::vector<std::uint64_t> done;
    std::uint64_t total = 0;
    std::string stage;
    std::size_t stop_after = 1000;
    void on_progress(const Progress& progress) override {
      done.push_back(progress.done);
      total = progress.total;
      stage = progress.stage;
    }
    bool stop_requested() override { return done.size() >= stop_after; }
  };
  std::string text = "winner,loser\n";
  while (text.size() < (5u << 20)) text += "some item,another item\n";
  const std::string path = file("v.csv", text);
  Watch watch;
  read_comparisons(path, {}, &watch);
  EXPECT_EQ(watch.stage, "reading");
  EXPECT_EQ(watch.total, text.size());
  EXPECT_GE(watch.done.size(), 5u);
  EXPECT_TRUE(std::is_sorted(watch.done.begin(), watch.done.end()));
  EXPECT_EQ(watch.done.back(), text.size());
  Watch stopping;
  stopping.stop_after = 2;
  EXPECT_THROW(read_comparisons(path, {}, &stopping), Stopped);
}

// Whatever the bytes, the answer is a result or an InputError.
TEST_F(Bytes, RandomAndMutatedInput) {
  std::mt19937 random(20240501);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  const std::vector<std::string> seeds = {
      "winner,loser,annotator,weight,tie\na,b,x,1,0\nb,\"c\"\"\",y,2,1\n",
      "left,right,winner\na,b,left\nb,c,tie\n",
      "annotator,order\n1,a>b=c>d\n2,d>a\n",
      "{\"winner\":\"a\",\"loser\":\"b\",\"weight\":2}\n{\"winner\":\"a\",\"x\":[{}],\"loser\":\"c\"}\n",
      "a\tb\r\nc\td\r\n",
      gzip("winner,loser\na,b\nc,d\n"),
      zstd("winner,loser\na,b\nc,d\n"),
      "\xef\xbb\xbfplayer1,player2,outcome\na,\u00e9,W1\n"};
  const std::string alphabet = "\",;\t\r\n\0{}[]:>=\xff\xc3\xa9 ab1.-\x1f\x8b";
  int results = 0, errors = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string bytes = seeds[below(seeds.size())];
    if (round % 5 == 0) {
      bytes.resize(below(60));
      for (char& c : bytes) c = static_cast<char>(random());
    }
    for (std::size_t change = below(6); change > 0; --change) {
      const std::size_t at = below(bytes.size() + 1);
      const char c = below(3) == 0 ? static_cast<char>(random()) : alphabet[below(alphabet.size())];
      switch (below(4)) {
        case 0:
          bytes.insert(at, 1, c);
          break;
        case 1:
          if (at < bytes.size()) bytes.erase(at, 1 + below(4));
          break;
        case 2:
          if (at < bytes.size()) bytes[at] = c;
          break;
        default:
          bytes.insert(at, bytes.substr(at / 2, below(20)));
          break;
      }
    }
    try {
      read_comparisons(file("v", bytes), {.skip_bad_rows = round % 2 == 0, .block_bytes = round % 3 == 0 ? 7u : 4096u});
      ++results;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      ++errors;
    }
  }
  EXPECT_GT(results, 500);
  EXPECT_GT(errors, 500);
}

}  // namespace
}  // namespace pdrank::test
