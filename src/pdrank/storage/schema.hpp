// The tables of a store, made and changed by numbered steps: the version of a store is the number of the last step.
#pragma once

#include "pdrank/storage/sql.hpp"

namespace pdrank::storage {

inline constexpr std::int64_t kSchemaVersion = 6;

// Throws StoreError if what is there is of a newer version, or no store. Changes nothing.
void check_schema(Connection& connection);

// Takes the steps that are missing, all of them or none: makes the tables where there are none, and brings those of an
// older version up to this one. (Tests stop at an older version.)
void make_schema(Connection& connection, std::int64_t version = kSchemaVersion);

// The same within a transaction of the caller's.
void take_steps(Connection& connection, std::int64_t version = kSchemaVersion);

// The version of what is there; 0: nothing. Throws as check_schema.
std::int64_t version_of(Connection& connection);

}  // namespace pdrank::storage
