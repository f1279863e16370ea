#include "pdrank/storage/schema.hpp"

#include <fmt/format.h>

#include <functional>
#include <set>
#include <string>

namespace pdrank::storage {
namespace {

// References are by project and id together, so that nothing of one project can name anything of another.
constexpr std::string_view kTables = R"(
{prelude}
CREATE TABLE store_version (version {number} NOT NULL){table_end};
CREATE TABLE project (
  id {id},
  name TEXT NOT NULL,
  question TEXT NOT NULL,
  join_secret TEXT NOT NULL,
  strategy TEXT NOT NULL,
  closed {number} NOT NULL,
  created_ms {number} NOT NULL
){table_end};
CREATE TABLE item (
  id {id},
  project {number} NOT NULL REFERENCES project (id),
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'markdown', 'image')),
  content TEXT NOT NULL,
  disabled {number} NOT NULL,
  UNIQUE (project, id)
){table_end};
CREATE UNIQUE INDEX item_name ON item (project, {name});
CREATE TABLE voter (
  id {id},
  project {number} NOT NULL REFERENCES project (id),
  name TEXT NOT NULL,
  secret TEXT NOT NULL,
  excluded {number} NOT NULL,
  UNIQUE (project, id)
){table_end};
CREATE UNIQUE INDEX voter_name ON voter (project, {name});
CREATE TABLE vote (
  id {id},
  project {number} NOT NULL,
  voter {number} NOT NULL,
  key TEXT NOT NULL,
  left_item {number},
  right_item {number},
  answer TEXT NOT NULL CHECK (answer IN ('left', 'right', 'tie', 'skip', 'undo')),
  undoes TEXT,
  time_ms {number} NOT NULL,
  UNIQUE (project, voter, key),
  FOREIGN KEY (project, voter) REFERENCES voter (project, id),
  FOREIGN KEY (project, left_item) REFERENCES item (project, id),
  FOREIGN KEY (project, right_item) REFERENCES item (project, id),
  FOREIGN KEY (project, voter, undoes) REFERENCES vote (project, voter, key),
  CHECK ((answer = 'undo') = (undoes IS NOT NULL)),
  CHECK ((answer = 'undo') = (left_item IS NULL)),
  CHECK ((answer = 'undo') = (right_item IS NULL)),
  CHECK (left_item <> right_item)
){table_end};
CREATE INDEX vote_order ON vote (project, id);
CREATE TABLE file (
  id {id},
  project {number} NOT NULL REFERENCES project (id),
  type TEXT NOT NULL,
  bytes {bytes} NOT NULL
){table_end};
INSERT INTO store_version VALUES ({version});
)";

std::string tables_in(const Dialect& dialect) {
  return fmt::format(kTables, fmt::arg("prelude", dialect.prelude), fmt::arg("number", dialect.number),
                     fmt::arg("id", dialect.id), fmt::arg("bytes", dialect.bytes),
                     fmt::arg("table_end", dialect.table_end), fmt::arg("name", dialect.name),
                     fmt::arg("version", kSchemaVersion));
}

std::int64_t version_of(Connection& connection) {
  std::int64_t version = 0;
  connection.run("SELECT version FROM store_version", {}, [&](const Row& row) { version = row.integer(0); });
  return version;
}

}  // namespace

bool has_schema(Connection& connection) {
  std::set<std::string, std::less<>> tables;
  connection.run(connection.dialect().all_tables, {}, [&](const Row& row) { tables.emplace(row.text(0)); });
  if (tables.empty()) return false;
  if (!tables.contains("store_version"))
    throw StoreError(
        fmt::format("{}: it has the tables of another program, and is no store of votes", connection.name()));
  const std::int64_t version = version_of(connection);
  if (version != kSchemaVersion)
    throw StoreError(fmt::format("{}: it is a store of version {}, and this pdrank knows version {}{}",
                                 connection.name(), version, kSchemaVersion,
                                 version > kSchemaVersion ? "; a newer one is needed" : ""));
  return true;
}

void make_schema(Connection& connection) {
  constexpr Id kNoProject = 0;  // a name for what two who open a store at the same time must not both do
  if (has_schema(connection)) return;
  Transaction transaction(connection, {&kNoProject, 1});
  if (has_schema(connection)) return;
  connection.run_script(tables_in(connection.dialect()).c_str());
  transaction.commit();
}

}  // namespace pdrank::storage
