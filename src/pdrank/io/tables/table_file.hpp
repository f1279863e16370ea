// A file of rows: its format, then block after block.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "pdrank/core/observer.hpp"
#include "pdrank/io/bytes/block_reader.hpp"
#include "pdrank/io/tables/table_source.hpp"

namespace pdrank::io {

// The rows that begin in a range of bytes of a plain file, and how far the text before it has come.
struct FilePart {
  std::uint64_t begin = 0, end = kEndOfFile;
  std::uint64_t line = 1;  // both where it begins
  RecordState state = RecordState::record_start;
};

// What the caller knows about the text of a file.
struct TextRules {
  std::optional<char> delimiter = {};  // none: it is recognised
  std::uint64_t skip_lines = 0;        // that come before everything else
  // Whether these are names of columns. Titles above such a line are skipped; without it the first line has the names.
  std::function<bool(const TableFormat&)> are_names = {};
};

class TableFile final : public TableSource {
 public:
  static constexpr std::uint64_t kShownBytes = std::uint64_t{1} << 20;
  static constexpr std::size_t kLinesLookedAt = 10;  // for names below titles

  // Told to be JSON Lines by its first byte and else CSV, with the names in its first line or below titles. The
  // delimiter is the caller's, or that of a first line `sep=;`, or by the file's name, or what that line has most of.
  // Throws InputError if it cannot be opened or the names cannot be split.
  explicit TableFile(const std::string& path, const TextRules& rules = {}, Observer* observer = nullptr,
                     std::size_t block_bytes = kBlockBytes);

  const TableFormat& format() const override { return format_; }
  // Whether there is no line that is not blank.
  bool is_empty() const override { return is_empty_; }
  // Both of a CSV file, before next().
  std::uint64_t names_line() const override { return first_.line; }
  std::uint64_t titles() const override { return titles_; }
  void take_names_as_row() override { rows_ = names_; }

  // Hands out the rows of a part alone. Before next() and next_before().
  void narrow(const FilePart& part) {
    part_ = part;
    is_part_ = true;
  }
  bool is_part() const override { return is_part_; }
  // Rows of the first kShownBytes, so that every part knows their keys.
  bool next_before(TableBlock& block) override;

  // The rest as BlockReader has it.
  bool next(TableBlock& block) override;
  void check_end() const override { blocks_.check_end(); }
  void check_rest(std::uint64_t line) override { blocks_.check_rest(line); }
  double share_read() const override { return blocks_.share_read(); }

  // Where its first record begins, in bytes; of a plain file.
  std::uint64_t first_offset() const { return names_.offset; }

 private:
  struct Rows {
    std::string_view text;  // in `first_`
    std::uint64_t line = 0, offset = 0;
  };

  void tell_delimiter(const std::string& path, const TextRules& rules);
  void skip_titles(const TextRules& rules);
  void read_names();
  void go_to_part();

  BlockReader blocks_;
  TableFormat format_;
  TableBlock first_;   // of a CSV file, from the names on
  Rows names_, rows_;  // where they begin
  std::optional<FilePart> part_;
  std::optional<char> delimiter_;  // none: each line has its own
  std::uint64_t titles_ = 0;
  bool is_empty_ = false, first_is_next_ = false, is_part_ = false;
};

}  // namespace pdrank::io
