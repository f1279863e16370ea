// Reading in blocks, on several threads, is the same as reading a character at a time.
#include "pdrank/core/parallel.hpp"
#include "pdrank/io/bytes/byte_source.hpp"
#include "pdrank/io/bytes/quotes.hpp"
#include "unit/io/nasty_texts.hpp"
#include "unit/io/slow_reader.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

class Blocks : public IoTest {
 protected:
  std::string read(const std::string& path, std::size_t block_bytes, int threads, bool skip) const {
    const ThreadScope scope(threads);
    try {
      return without_folder(everything_of(read_comparisons(path, {.skip_bad_rows = skip, .block_bytes = block_bytes})));
    } catch (const InputError& error) {
      return without_folder(error.what());
    }
  }
};

TEST_F(Blocks, SameAsTheSlowReader) {
  int results = 0, errors = 0, skips = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Nasty nasty(seed);
    const std::string text = seed % 3 == 0 ? nasty.json() : nasty.csv();
    const std::string path = file("v", seed % 4 == 0 ? zstd(text) : text);
    for (const bool skip : {false, true}) {
      const std::string expected = SlowReader(skip).read(text);
      ++(expected.starts_with("v:") ? errors : results);
      skips += expected.find("\nskipped ") != std::string::npos;
      for (const std::size_t block_bytes : {1u, 2u, 5u, 17u, 60u, 200u, 1u << 18})
        for (const int threads : {1, 2, 3})
          ASSERT_EQ(read(path, block_bytes, threads, skip), expected)
              << "seed " << seed << ", blocks of " << block_bytes << ", " << threads << " threads:\n"
              << text;
    }
  }
  EXPECT_GT(results, 100);
  EXPECT_GT(errors, 60);
  EXPECT_GT(skips, 40);
}

// Where the blocks end changes neither what is said about broken compression nor the notes.
TEST_F(Blocks, BrokenInputAndNotes) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Nasty nasty(seed);
    const std::string packed = gzip(seed % 3 == 0 ? nasty.json() : nasty.csv());
    const std::string path = file("v", packed.substr(0, packed.size() - nasty.below(packed.size() / 2)));
    for (const bool skip : {false, true}) {
      const std::string expected = read(path, io::kBlockBytes, 1, skip);
      for (const std::size_t block_bytes : {1u, 7u, 40u})
        ASSERT_EQ(read(path, block_bytes, 2, skip), expected) << "seed " << seed << ", blocks of " << block_bytes;
    }
  }
  std::string text = "{\"winner\":\"a\",\"loser\":\"b\",\"x\":1}\n";
  for (int k = 0; k < 20; ++k) text += fmt::format("{{\"winner\":\"a\",\"y{}\":1,\"loser\":\"b\"}}\n", k % 4);
  const std::string path = file("v", text);
  for (const std::size_t block_bytes : {1u, 30u, 100u, 1000u})
    EXPECT_EQ(read_comparisons(path, {.block_bytes = block_bytes}).report.notes,
              std::vector<std::string>{"Columns not used: x, y0, y1, y2 and y3."});
}

// `judge` is known from a row that is skipped, taken for the annotator in the next one, and stays it.
TEST_F(Blocks, AnAnnotatorColumnStays) {
  const std::string plain = "{\"winner\":\"a\",\"loser\":\"b\"}\n";
  const std::string path = file(
      "v", plain + "{\"judge\":\n" + plain + "{\"winner\":\"a\",\"loser\":\"b\",\"worker\":\"w\",\"judge\":\"j\"}\n");
  for (const std::size_t block_bytes : {1u, 20u, 60u, 1000u})
    EXPECT_EQ(dump(read_comparisons(path, {.skip_bad_rows = true, .block_bytes = block_bytes})),
              "1 a>b\n3 a>b\n4 a>b@j\n");
}

TEST_F(Blocks, LimitsFallOnTheSameRow) {
  std::string text = "ranking\n";
  for (int k = 0; k < 30; ++k) text += k % 3 == 0 ? "a>b>c\n\n" : "\"a\n>b\"\n";
  const std::string path = file("v", text);
  const auto error = [&](std::size_t block_bytes, std::uint64_t limit) {
    try {
      return everything_of(read_comparisons(path, {.max_comparisons = limit, .block_bytes = block_bytes}));
    } catch (const InputError& failed) {
      return std::string(failed.what());
    }
  };
  for (std::uint64_t limit = 1; limit < 55; ++limit)
    for (const std::size_t block_bytes : {1u, 10u, 50u})
      EXPECT_EQ(error(block_bytes, limit), error(1000, limit)) << limit;
  EXPECT_EQ(without_folder(error(10, 7)),
            "v:8: ranking of 3 items makes 3 comparisons, 8 in all; more than 7 are not supported");
  EXPECT_TRUE(error(10, 50).starts_with("1 a>b\n"));
}

TEST_F(Blocks, AQuoteOpenAcrossManyBlocks) {
  const std::string inside(3000, '\n');
  const std::string path = file("v", "winner,loser\na,\"" + inside + "\"\nb,a\n");
  for (const std::size_t block_bytes : {1u, 100u, 5000u}) {
    const Comparisons data = read_comparisons(path, {.block_bytes = block_bytes});
    EXPECT_EQ(data.size(), 2u);
    EXPECT_EQ(data.items.name(1), inside);
  }
}

TEST_F(Blocks, OptionOutOfRange) {
  EXPECT_THROW(read_comparisons(file("v", "a,b\n"), {.block_bytes = 0}), InvalidArgument);
}

TEST(WholeRecords, EndAtLineBreaksOutsideQuotes) {
  const auto count = [](std::string_view text) { return io::whole_records(text, ','); };
  EXPECT_EQ(count(""), 0u);
  EXPECT_EQ(count("a,b"), 0u);
  EXPECT_EQ(count("a,b\nc"), 4u);
  EXPECT_EQ(count("a,b\n\"c\nd"), 4u);
  EXPECT_EQ(count("\"c\nd\"\ne"), 6u);
  EXPECT_EQ(count("a\"\nb"), 3u) << "a quote inside an unquoted field is nothing special";
  EXPECT_EQ(count("a\n b, \"\n\"\"\n"), 2u);
  EXPECT_EQ(count("a\n b, \"\n\"\"\n\"\nc\n\""), 15u);
}

}  // namespace
}  // namespace pdrank::test
