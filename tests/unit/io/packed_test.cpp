// Compressed files: xz, bzip2 and zip in; gzip and zstd out; files of other programs.
#include <bzlib.h>
#include <lzma.h>

#include "pdrank/io/bytes/byte_source.hpp"
#include "pdrank/io/write/output_ending.hpp"
#include "pdrank/io/write/output_file.hpp"
#include "unit/io/test_files.hpp"

namespace pdrank::test {
namespace {

std::string xz(std::string_view text) {
  std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  if (lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                              text.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &size,
                              packed.size()) != LZMA_OK)
    throw std::runtime_error("lzma_easy_buffer_encode");
  packed.resize(size);
  return packed;
}

std::string bzip2(std::string_view text) {
  std::string packed(text.size() + text.size() / 50 + 700, '\0');
  auto size = static_cast<unsigned>(packed.size());
  if (BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(text.data()), static_cast<unsigned>(text.size()),
                               9, 0, 0) != BZ_OK)
    throw std::runtime_error("BZ2_bzBuffToBuffCompress");
  packed.resize(size);
  return packed;
}

struct ZipFile {
  std::string name, text;
  bool is_deflated = true;
};

void put(std::string& bytes, std::uint64_t value, int size) {
  for (int k = 0; k < size; ++k, value >>= 8) bytes += static_cast<char>(value & 0xff);
}

// The body of a gzip member is deflated bytes.
std::string deflated(const std::string& text) {
  const std::string packed = gzip(text);
  return packed.substr(10, packed.size() - 18);
}

std::string zip(const std::vector<ZipFile>& files) {
  std::string bytes, directory;
  for (const ZipFile& file : files) {
    const std::string body = file.is_deflated ? deflated(file.text) : file.text;
    std::string facts;
    put(facts, 0, 2), put(facts, file.is_deflated ? 8 : 0, 2), put(facts, 0, 4);
    put(facts, crc32(0, reinterpret_cast<const Bytef*>(file.text.data()), static_cast<uInt>(file.text.size())), 4);
    put(facts, body.size(), 4), put(facts, file.text.size(), 4), put(facts, file.name.size(), 2), put(facts, 0, 2);
    directory += "PK\x01\x02", put(directory, 20, 2), put(directory, 20, 2);
    directory += facts, put(directory, 0, 10), put(directory, bytes.size(), 4), directory += file.name;
    bytes += "PK\x03\x04", put(bytes, 20, 2), bytes += facts + file.name + body;
  }
  const std::size_t offset = bytes.size();
  bytes += directory + "PK\x05\x06";
  put(bytes, 0, 4), put(bytes, files.size(), 2), put(bytes, files.size(), 2);
  put(bytes, directory.size(), 4), put(bytes, offset, 4), put(bytes, 0, 2);
  return bytes;
}

class Packed : public IoTest {
 protected:
  std::string read(std::string_view content, const std::string& name = "v.csv") const {
    return dump(read_comparisons(file(name, content)));
  }
};

const std::string kPackedVotes = "winner,loser\na,b\nc,d\n", kPackedRead = "1 a>b\n2 c>d\n";

TEST_F(Packed, IsUnpacked) {
  EXPECT_EQ(read(xz(kPackedVotes)), kPackedRead);
  EXPECT_EQ(read(bzip2(kPackedVotes)), kPackedRead);
  EXPECT_EQ(read(xz("winner,loser\na,b\n") + xz("c,d\n")), kPackedRead) << "streams";
  EXPECT_EQ(read(bzip2("winner,loser\na,b\n") + bzip2("c,d\n")), kPackedRead) << "streams";
  EXPECT_EQ(read(zip({{"v.csv", kPackedVotes}})), kPackedRead);
  EXPECT_EQ(read(zip({{"v.csv", kPackedVotes, false}})), kPackedRead) << "stored";
  EXPECT_EQ(read(zip({{"in/", ""}, {"in/v.csv", kPackedVotes}, {"__MACOSX/in/._v.csv", "x"}})), kPackedRead);
  EXPECT_EQ(read(xz("a,x,y\tb\n"), "v.tsv.xz"), "1 a,x,y>b\n");
  EXPECT_EQ(read("BZhang,b\n"), "1 BZhang>b\n") << "plain text";
}

TEST_F(Packed, BlocksOfAnySize) {
  std::string votes = "winner,loser\n";
  for (int k = 0; k < 3000; ++k) votes += fmt::format("w{},l{}\n", k * 7919 % 1000, k % 7);
  const std::string expected = everything_of(read_comparisons(file("plain", votes)));
  for (const std::string& packed : {xz(votes), bzip2(votes), zip({{"v", votes}}), zip({{"v", votes, false}})})
    for (const std::size_t block_bytes : {1u, 100u, 1u << 18})
      EXPECT_EQ(everything_of(read_comparisons(file("v", packed), {.block_bytes = block_bytes})), expected);
}

TEST_F(Packed, TruncatedAndCorrupt) {
  std::string votes = "winner,loser\n";
  for (int k = 0; k < 3000; ++k) votes += fmt::format("w{},l{}\n", k * 7919 % 1000, k % 7);
  const auto says = [&](const std::string& packed, const std::string& what) {
    EXPECT_TRUE(error_of(packed).ends_with(": " + what)) << error_of(packed);
    EXPECT_TRUE(error_of(packed).starts_with("v.csv:")) << error_of(packed);
  };
  const auto damaged = [](std::string packed) {
    packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
    return packed;
  };
  for (const std::size_t lost : {1u, 20u, 1000u}) {
    says(xz(votes).substr(0, xz(votes).size() - lost), "truncated xz data");
    says(bzip2(votes).substr(0, bzip2(votes).size() - lost), "truncated bzip2 data");
    says(zip({{"v", votes}}).substr(0, zip({{"v", votes}}).size() - lost), "truncated zip data");
  }
  says(damaged(xz(votes)), "corrupt xz data");
  says(damaged(bzip2(votes)), "corrupt bzip2 data");
  says(damaged(zip({{"v", votes}})), "corrupt zip data");
  says(xz(votes) + "junk that is no stream", "corrupt xz data");
  says(bzip2(votes) + "junk", "corrupt bzip2 data");
}

// What is said of archives that hold something else than one file.
TEST_F(Packed, OtherArchives) {
  EXPECT_EQ(error_of(zip({{"a.csv", kPackedVotes}, {"b.csv", kPackedVotes}})),
            "v.csv:1: zip archive of several files: 'a.csv', 'b.csv'; unpack it (unzip) and name those to be read");
  EXPECT_EQ(error_of(zip({})).substr(0, 6), "v.csv:");
  EXPECT_EQ(error_of(zip({{"in/", ""}})), "v.csv:1: zip archive without a file in it");
  EXPECT_TRUE(error_of(zip({{"[Content_Types].xml", "x"}, {"xl/workbook.xml", "y"}}))
                  .starts_with("v.csv:1: this is an Excel file"));
}

// A file that unpacks to much more than it is goes by in blocks.
TEST_F(Packed, UnpacksInBlocks) {
  const std::string bomb(64 << 20, 'x');
  for (const std::string& packed : {xz(bomb), bzip2(bomb), zip({{"v", bomb}})})
    EXPECT_EQ(error_of(packed), "v.csv:1: line is longer than 1 MiB");
}

TEST_F(Packed, FilesOfOtherPrograms) {
  using namespace std::string_literals;
  const auto says = [&](const std::string& content, const std::string& what) {
    EXPECT_NE(error_of(content).find(what), std::string::npos) << error_of(content);
  };
  says("PAR1\x15\0"s, "this is a Parquet file");
  says("PAR1\x15\0"s, "pandas.read_parquet('v.csv').to_csv('v.csv.csv', index=False)");
  says("ARROW1\0\0"s, "this is an Arrow file");
  says("FEA1\0\0"s, "this is a Feather file");
  says("\xd0\xcf\x11\xe0\0"s, "this is an old Excel file");
  says("SQLite format 3\0"s, "sqlite3 -header -csv v.csv");
  says(
      "\xff\xfe"
      "a\0,\0"s,
      "iconv -f utf-16 -t utf-8");
}

TEST_F(Packed, OutputByItsEnding) {
  const auto write = [&](const std::string& name) {
    OutputFile output(path(name));
    for (int k = 0; k < 20000; ++k) output.write("winner,loser\n");
    output.commit();
    return content(path(name));
  };
  const std::string plain = write("x.csv");
  EXPECT_EQ(plain.size(), 20000u * 13);
  for (const std::string name : {"x.csv.gz", "x.CSV.ZST"}) {
    EXPECT_LT(write(name).size(), plain.size() / 10) << name;
    io::ByteSource source(path(name));
    std::string unpacked(plain.size() + 1, '\0');
    std::size_t size = 0;
    while (const std::size_t got = source.read(unpacked.data() + size, unpacked.size() - size)) size += got;
    EXPECT_EQ(unpacked.substr(0, size), plain) << name;
  }
  EXPECT_EQ(OutputFile(path("x.tsv.gz")).delimiter(), '\t');
  EXPECT_EQ(OutputFile(path("x.csv")).delimiter(), ',');
  EXPECT_EQ(ending_of("a.b/c").format, "");
  EXPECT_EQ(ending_of(".csv").format, "");
  EXPECT_EQ(ending_of("X.Json").format, "json");
  EXPECT_EQ(ending_of("x.gz").format, "");
}

}  // namespace
}  // namespace pdrank::test
