// A file of rows: its format, then block after block.
#pragma once

#include <cstdint>
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

class TableFile final : public TableSource {
 public:
  static constexpr std::uint64_t kShownBytes = std::uint64_t{1} << 20;

  // Told to be JSON Lines by its first byte and else CSV with the delimiter of its first line, which has the names.
  // Throws InputError if it cannot be opened or its first line cannot be split.
  explicit TableFile(const std::string& path, Observer* observer = nullptr, std::size_t block_bytes = kBlockBytes);

  const TableFormat& format() const override { return format_; }
  // Whether there is no line that is not blank.
  bool is_empty() const override { return is_empty_; }
  // Both of a CSV file, before next().
  std::uint64_t names_line() const override { return first_.line; }
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

 private:
  struct Rows {
    std::string_view text;  // in `first_`
    std::uint64_t line = 0, offset = 0;
  };

  void read_names();
  void go_to_part();

  BlockReader blocks_;
  TableFormat format_;
  TableBlock first_;   // of a CSV file, from the names on
  Rows names_, rows_;  // where they begin
  std::optional<FilePart> part_;
  bool is_empty_ = false, first_is_next_ = false, is_part_ = false;
};

}  // namespace pdrank::io
