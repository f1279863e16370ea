// The statements that remove things, in an order in which nothing refers to what is gone. All but those of a project
// have the project for $1 and the thing for $2.
#pragma once

#include <array>
#include <string_view>

namespace pdrank::storage {

// An undo goes with the vote that it undoes.
inline constexpr std::array<std::string_view, 2> kRemoveItem = {
    "DELETE FROM vote WHERE project = $1 AND (left_item = $2 OR right_item = $2 "
    "OR EXISTS (SELECT 1 FROM vote AS undone WHERE undone.project = vote.project AND undone.voter = vote.voter "
    "AND undone.key = vote.undoes AND (undone.left_item = $2 OR undone.right_item = $2)))",
    "DELETE FROM item WHERE project = $1 AND id = $2 RETURNING id"};
inline constexpr std::array<std::string_view, 2> kRemoveVoter = {
    "DELETE FROM vote WHERE project = $1 AND voter = $2",
    "DELETE FROM voter WHERE project = $1 AND id = $2 RETURNING id"};
inline constexpr std::array<std::string_view, 2> kRemoveImport = {
    "DELETE FROM vote WHERE project = $1 AND (import = $2 OR EXISTS (SELECT 1 FROM vote AS undone "
    "WHERE undone.project = vote.project AND undone.voter = vote.voter AND undone.key = vote.undoes "
    "AND undone.import = $2))",
    "DELETE FROM import WHERE project = $1 AND id = $2 RETURNING id"};
inline constexpr std::array<std::string_view, 6> kRemoveProject = {
    "DELETE FROM vote WHERE project = $1",  "DELETE FROM import WHERE project = $1",
    "DELETE FROM file WHERE project = $1",  "DELETE FROM item WHERE project = $1",
    "DELETE FROM voter WHERE project = $1", "DELETE FROM project WHERE id = $1"};
inline constexpr std::string_view kCountRemoval = "UPDATE project SET removals = removals + 1 WHERE id = $1";

}  // namespace pdrank::storage
