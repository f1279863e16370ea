// Files for the tests of io: a scratch folder, compressed bytes, and readings written down as text.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "pdrank/core/errors.hpp"
#include "pdrank/io/rows/read_comparisons.hpp"

namespace pdrank::test {

// A folder of its own for every test, gone afterwards.
class IoTest : public ::testing::Test {
 protected:
  IoTest() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              fmt::format("pdrank-io-{}-{}-{}", ::getpid(), info->test_suite_name(), info->name());
    std::filesystem::create_directories(folder_);
  }
  ~IoTest() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string file(const std::string& name, std::string_view content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

  static std::string content(const std::string& path) {
    std::ostringstream all;
    all << std::ifstream(path, std::ios::binary).rdbuf();
    return all.str();
  }

  // An error's or a report's text with this folder's name taken out.
  std::string without_folder(std::string text) const {
    const std::string prefix = folder_.string() + "/";
    for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix))
      text.erase(at, prefix.size());
    return text;
  }

  // What reading `content` says: the error, or "no error".
  std::string error_of(std::string_view content, const ReadOptions& options = {},
                       const std::string& name = "v.csv") const {
    return error_of_file(file(name, content), options);
  }

  std::string error_of_file(const std::string& path, const ReadOptions& options = {}) const {
    try {
      read_comparisons(path, options);
    } catch (const InputError& error) {
      return without_folder(error.what());
    }
    return "no error";
  }

  std::filesystem::path folder_;
};

// Comparisons one a line: "row winner>loser" or "row winner=loser", then "@annotator", "*weight", "~share", "^grade"
// where not default, and " name:value" for the context.
inline std::string dump(const Comparisons& data) {
  std::string text;
  for (std::size_t n = 0; n < data.size(); ++n) {
    text += fmt::format("{} {}{}{}", data.row(n), data.items.name(data.winner(n)), data.tie(n) ? '=' : '>',
                        data.items.name(data.loser(n)));
    if (data.annotator(n) != kNoAnnotator) text += fmt::format("@{}", data.annotators.name(data.annotator(n)));
    if (data.weight(n) != 1) text += fmt::format("*{}", data.weight(n));
    if (data.share(n) != 1) text += fmt::format("~{}", data.share(n));
    if (data.grade(n) != 1) text += fmt::format("^{}", data.grade(n));
    for (const ContextColumn& column : data.context) text += fmt::format(" {}:{}", column.name, column[n]);
    text += '\n';
  }
  return text;
}

// Everything there is to say about a reading but its notes.
inline std::string everything_of(const Comparisons& data) {
  std::string all = dump(data);
  for (ItemId item = 0; item < data.items.size(); ++item) all += fmt::format("item {}\n", data.items.name(item));
  for (AnnotatorId id = 0; id < data.annotators.size(); ++id)
    all += fmt::format("annotator {}\n", data.annotators.name(id));
  all += fmt::format("rows {}\n", data.report.rows);
  if (data.report.left_out > 0) all += fmt::format("left out {}\n", data.report.left_out);
  for (const auto& [reason, rows] : data.report.skipped) all += fmt::format("skipped {} {}\n", reason, rows);
  for (const std::string& error : data.report.first_skipped) all += error + "\n";
  return all;
}

inline std::string gzip(std::string_view text) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("deflateInit2");
  std::string packed(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("deflate");
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string zstd(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3);
  if (ZSTD_isError(size) != 0) throw std::runtime_error("ZSTD_compress");
  packed.resize(size);
  return packed;
}

}  // namespace pdrank::test
