#include "pdrank/storage/sql.hpp"

namespace pdrank::storage {

Transaction::Transaction(Connection& connection, std::span<const Id> projects) : connection_(connection) {
  connection_.begin(projects);
}

Transaction Transaction::reading(Connection& connection) {
  connection.begin_reading();
  return Transaction(connection);
}

Transaction::~Transaction() {
  if (!is_open_) return;
  try {
    connection_.run_script("ROLLBACK");
  } catch (const StoreError&) {
    // It was rolled back by the error before, or the connection is in it still, so not usable, and is not kept.
  }
}

void Transaction::commit() {
  connection_.run_script("COMMIT");
  is_open_ = false;
}

}  // namespace pdrank::storage
