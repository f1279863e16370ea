// A table of another program's, by the Arrow C interfaces. Batches are released as soon as they have been read.
//
// Text, integers, floats, booleans and dictionaries of these can be read; columns of other types may be there as long
// as they mean nothing. The arrays are taken at their word, as the interface has it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pdrank/io/tables/arrow_abi.hpp"
#include "pdrank/io/tables/table.hpp"

namespace pdrank {

class ArrowTable : public DataTable {
 public:
  // Take over what they are given, which is then marked as released, also if they throw: InputError if the stream
  // fails or is not one of tables, InvalidArgument if it has been released before.
  // `row_count` is for progress and room; 0 where it is not known.
  explicit ArrowTable(ArrowArrayStream& stream, std::uint64_t row_count = 0);
  ArrowTable(ArrowSchema& schema, ArrowArray& array);  // one batch
  ~ArrowTable() override;

  const std::vector<std::string>& names() const override { return names_; }
  std::uint64_t row_count() const override { return row_count_; }
  // Throws InputError too if the stream fails.
  std::unique_ptr<TableBatch> next(const std::vector<std::size_t>& used) override;

 private:
  struct Source;

  std::unique_ptr<Source> source_;
  std::vector<std::string> names_;
  std::uint64_t row_count_;
};

}  // namespace pdrank
