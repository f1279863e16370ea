// All of a store, row by row, into another one, whichever database either is in.
#pragma once

#include "pdrank/storage/sql.hpp"

namespace pdrank::storage {

// Everything of `from` into `to`, whose tables are there and have no rows: ids and secrets stay what they are, so that
// links do. Both are within a transaction. Throws StoreError.
void copy_rows(Connection& from, Connection& to);

}  // namespace pdrank::storage
