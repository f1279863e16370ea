// Where the rows of a table come from, block after block: a file, or a table in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pdrank/io/tables/table_block.hpp"
#include "pdrank/io/tables/table_reader.hpp"

namespace pdrank::io {

class TableSource {
 public:
  virtual ~TableSource() = default;

  virtual const TableFormat& format() const = 0;

  // Whether there is nothing at all, not even names.
  virtual bool is_empty() const { return false; }
  // The line that the names came from, for errors about them; 0 if there is none.
  virtual std::uint64_t names_line() const { return 0; }
  // Lines above it that were skipped, because the names are further down than the first line.
  virtual std::uint64_t titles() const { return 0; }
  // Whether others have more rows of the same table.
  virtual bool is_part() const { return false; }
  // Makes that line the first row, for files without a header.
  virtual void take_names_as_row() {}
  // Says which columns mean something, before the first block.
  virtual void use(const std::vector<std::size_t>&) {}

  // Rows of JSON Lines that are not among those to be read, but come before them and show which keys there are. False
  // behind the last. Before next().
  virtual bool next_before(TableBlock&) { return false; }

  // False at the end, or where the input breaks off, which check_end() tells. Throws Stopped if the observer says so.
  virtual bool next(TableBlock& block) = 0;
  // Throws InputError if the input has not ended but broken off.
  virtual void check_end() const {}
  // Throws InputError if the rest shows that what is wrong with `line` is no fault of the line's.
  virtual void check_rest(std::uint64_t) {}
  // How much has been read, from 0 to 1; 0 where it is not known.
  virtual double share_read() const = 0;
};

}  // namespace pdrank::io
