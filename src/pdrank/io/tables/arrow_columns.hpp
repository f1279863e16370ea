// The arrays of Arrow that have a text, as columns of a table.
//
// | format | type | text |
// |---|---|---|
// | u, U, vu | text with offsets of 32 or 64 bits, text by views | as it is |
// | c C s S i I l L | integers of 8 to 64 bits | 5 |
// | e f g | floats of 16 to 64 bits | 0.5; whole ones without a point; NaN is missing |
// | b | booleans | true, false |
// | n | nulls | missing |
// | any of these with a dictionary | integers that are places in it | that of the place |
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "pdrank/io/tables/arrow_abi.hpp"
#include "pdrank/io/tables/table.hpp"

namespace pdrank::io {

// The rows from `first` on of an array, which must outlive the column; null if arrays of its type have no text.
std::unique_ptr<TableColumn> arrow_column(const ArrowSchema& schema, const ArrowArray& array, std::size_t first);

// The type in words, such as "timestamp".
std::string arrow_type(const ArrowSchema& schema);

// Whether a row is null: of a table, as a whole.
bool has_null_rows(const ArrowArray& array);

}  // namespace pdrank::io
