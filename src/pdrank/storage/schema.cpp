#include "pdrank/storage/schema.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <set>
#include <string>

namespace pdrank::storage {
namespace {

// What leads from each version to the next; that of an empty database is 0. A step that has been released is never
// changed: what comes later is a step of its own, and a server of the version before must be able to go on beside it.
constexpr std::array<std::string_view, kSchemaVersion> kSteps = {
    // References are by project and id together, so that nothing of one project can name anything of another.
    R"(
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
INSERT INTO store_version VALUES (0);
)", "ALTER TABLE vote ADD COLUMN duration_ms {number};",
    R"(
CREATE TABLE store_secret (secret TEXT NOT NULL){table_end};
INSERT INTO store_secret VALUES ({secret});
ALTER TABLE voter ADD COLUMN joined_ms {number};
ALTER TABLE voter ADD COLUMN joined_from TEXT;
ALTER TABLE project ADD COLUMN removals {number} NOT NULL DEFAULT 0;
CREATE TABLE import (
  id {id},
  project {number} NOT NULL REFERENCES project (id),
  hash TEXT NOT NULL,
  made_ms {number} NOT NULL,
  votes {number} NOT NULL,
  is_whole {number} NOT NULL
){table_end};
ALTER TABLE vote ADD COLUMN import {number};
CREATE INDEX vote_undoes ON vote (project, voter, undoes) WHERE undoes IS NOT NULL;
)",
    R"(
ALTER TABLE project ADD COLUMN study TEXT;
ALTER TABLE item ADD COLUMN authors TEXT;
ALTER TABLE voter ADD COLUMN consented_ms {number};
ALTER TABLE voter ADD COLUMN source TEXT;
ALTER TABLE vote ADD COLUMN question {number};
ALTER TABLE vote ADD COLUMN gold TEXT CHECK (gold IN ('left', 'right'));
)",
    R"(
ALTER TABLE project ADD COLUMN archived {number};
ALTER TABLE project ADD COLUMN results_secret TEXT;
)", "ALTER TABLE item ADD COLUMN alt TEXT;"};

// The statements of the step that leads to `version`.
std::string step_to(std::int64_t version, const Dialect& dialect) {
  return fmt::format(fmt::runtime(kSteps[static_cast<std::size_t>(version - 1)]), fmt::arg("prelude", dialect.prelude),
                     fmt::arg("number", dialect.number), fmt::arg("id", dialect.id), fmt::arg("bytes", dialect.bytes),
                     fmt::arg("table_end", dialect.table_end), fmt::arg("name", dialect.name),
                     fmt::arg("secret", dialect.secret)) +
         fmt::format("UPDATE store_version SET version = {};", version);
}

}  // namespace

std::int64_t version_of(Connection& connection) {
  std::set<std::string, std::less<>> tables;
  connection.run(connection.dialect().all_tables, {}, [&](const Row& row) { tables.emplace(row.text(0)); });
  if (tables.empty()) return 0;
  if (!tables.contains("store_version"))
    throw StoreError(
        fmt::format("{}: it has the tables of another program, and is no store of votes", connection.name()));
  std::int64_t version = 0;
  connection.run("SELECT version FROM store_version", {}, [&](const Row& row) { version = row.integer(0); });
  if (version < 1) throw StoreError(fmt::format("{}: the store is damaged: it has no version", connection.name()));
  if (version > kSchemaVersion)
    throw StoreError(fmt::format(
        "{}: a newer pdrank made this store of version {}, and this one knows versions up to {}: use the newer one",
        connection.name(), version, kSchemaVersion));
  return version;
}

void check_schema(Connection& connection) { version_of(connection); }

void take_steps(Connection& connection, std::int64_t version) {
  for (std::int64_t next = version_of(connection) + 1; next <= version; ++next)
    connection.run_script(step_to(next, connection.dialect()).c_str());
}

void make_schema(Connection& connection, std::int64_t version) {
  constexpr Id kNoProject = 0;  // a name for what two who open a store at the same time must not both do
  if (version_of(connection) >= version) return;
  Transaction transaction(connection, {&kNoProject, 1});
  take_steps(connection, version);
  transaction.commit();
}

}  // namespace pdrank::storage
