// What is kept as rows of tables (schema.cpp): the statements, and values in their order. `SET project = $1` in some
// changes nothing; it is there because parameters are counted as they come.
#pragma once

#include <string_view>

#include "pdrank/storage/sql.hpp"

namespace pdrank::storage {

inline constexpr std::string_view kSecret = "SELECT secret FROM store_secret";
std::string secret_of(const Row& row);

inline constexpr std::string_view kInsertProject =
    "INSERT INTO project (name, question, join_secret, strategy, closed, study, archived, results_secret, created_ms) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id";
inline constexpr std::string_view kUpdateProject =
    "UPDATE project SET name = $1, question = $2, join_secret = $3, strategy = $4, closed = $5, study = $6, "
    "archived = $7, results_secret = $8 WHERE id = $9 RETURNING id";
inline constexpr std::string_view kProject =
    "SELECT id, name, question, join_secret, strategy, closed, created_ms, removals, study, archived, results_secret "
    "FROM project WHERE id = $1";
inline constexpr std::string_view kProjects =
    "SELECT id, name, question, join_secret, strategy, closed, created_ms, removals, study, archived, results_secret "
    "FROM project ORDER BY id";
Values values_of(const Project& project);
Project project_of(const Row& row);

inline constexpr std::string_view kInsertItem =
    "INSERT INTO item (project, name, kind, content, disabled, authors, alt) VALUES ($1, $2, $3, $4, $5, $6, $7) "
    "ON CONFLICT DO NOTHING RETURNING id";
inline constexpr std::string_view kUpdateItem =
    "UPDATE item SET project = $1, name = $2, kind = $3, content = $4, disabled = $5, authors = $6, alt = $7 "
    "WHERE id = $8 AND project = $1 RETURNING id";
inline constexpr std::string_view kItems =
    "SELECT id, name, kind, content, disabled, authors, alt FROM item WHERE project = $1 ORDER BY id";
Values values_of(Id project, const Item& item);
Item item_of(const Row& row);

inline constexpr std::string_view kInsertVoter =
    "INSERT INTO voter (project, name, secret, excluded, joined_ms, joined_from, consented_ms, source) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id";
inline constexpr std::string_view kUpdateVoter =
    "UPDATE voter SET project = $1, name = $2, secret = $3, excluded = $4, joined_ms = $5, joined_from = $6, "
    "consented_ms = $7, source = $8 WHERE id = $9 AND project = $1 RETURNING id";
inline constexpr std::string_view kVoter =
    "SELECT id, name, secret, excluded, joined_ms, joined_from, consented_ms, source FROM voter "
    "WHERE project = $1 AND id = $2";
inline constexpr std::string_view kVoters =
    "SELECT id, name, secret, excluded, joined_ms, joined_from, consented_ms, source FROM voter "
    "WHERE project = $1 ORDER BY id";
Values values_of(Id project, const Voter& voter);
Voter voter_of(const Row& row);

inline constexpr std::string_view kInsertVote =
    "INSERT INTO vote (project, voter, key, left_item, right_item, answer, undoes, time_ms, duration_ms, question, "
    "gold, "
    "import) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) "
    "ON CONFLICT (project, voter, key) DO NOTHING RETURNING id";
inline constexpr std::string_view kVoteByKey =
    "SELECT id, voter, key, left_item, right_item, answer, undoes, time_ms, duration_ms, question, gold FROM vote "
    "WHERE project = $1 AND voter = $2 AND key = $3";
inline constexpr std::string_view kVotes =
    "SELECT id, voter, key, left_item, right_item, answer, undoes, time_ms, duration_ms, question, gold FROM vote "
    "WHERE project = $1 AND id > $2 ORDER BY id LIMIT $3";
Values values_of(Id project, const Vote& vote, Id import = 0);
Vote vote_of(const Row& row);

inline constexpr std::string_view kInsertImport =
    "INSERT INTO import (project, hash, made_ms, votes, is_whole) VALUES ($1, $2, $3, $4, $5) RETURNING id";
inline constexpr std::string_view kFinishImport =
    "UPDATE import SET project = $1, votes = $2, is_whole = 1 WHERE id = $3 AND project = $1 RETURNING id";
inline constexpr std::string_view kImports =
    "SELECT id, hash, made_ms, votes, is_whole FROM import WHERE project = $1 ORDER BY id";
Values values_of(Id project, const Import& import);
Import import_of(const Row& row);

inline constexpr std::string_view kInsertFile =
    "INSERT INTO file (project, type, bytes) VALUES ($1, $2, $3) RETURNING id";
inline constexpr std::string_view kFile = "SELECT id, type, bytes FROM file WHERE project = $1 AND id = $2";
File file_of(const Row& row);

}  // namespace pdrank::storage
