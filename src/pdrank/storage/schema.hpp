// The tables of a store, and which version of them a database has.
#pragma once

#include "pdrank/storage/sql.hpp"

namespace pdrank::storage {

inline constexpr std::int64_t kSchemaVersion = 1;

// Whether the tables are there. Throws StoreError if what is there is of a newer version, or no store.
bool has_schema(Connection& connection);

// Makes the tables where there are none.
void make_schema(Connection& connection);

}  // namespace pdrank::storage
