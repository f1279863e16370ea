// What several handlers do with items and voters.
#pragma once

#include <string>
#include <vector>

#include "pdrank/server/application.hpp"

namespace pdrank::server {

// Refuses (409) what would be more than `most`.
void check_room(std::size_t there, std::size_t more, std::size_t most, const char* what);

// An address that a page may load or link to: nothing that could be a script.
bool is_web_address(std::string_view text);

// What a voter sees of an item: text, Markdown, or the address of an image.
std::string shown_content(storage::Id project, const storage::Item& item);

// The project as the store has it now: another server may have changed it. Refuses one that was removed meanwhile
// (404).
storage::Project stored_project(Application& application, const LiveProject& project);

// Adds to the store and to the project, whose `changes` the caller holds. Refuses names that are there (409), and too
// many. The same items with their ids.
std::vector<storage::Item> add_to_catalog(Application& application, LiveProject& project,
                                          std::vector<storage::Item> items);

// The same for voters, who are given secrets.
std::vector<storage::Voter> add_to_voters(Application& application, LiveProject& project,
                                          std::vector<storage::Voter> voters);
std::vector<storage::Voter> voters_named(std::vector<std::string> names);

// What remains to be done when something was removed from the store; the caller holds `changes`.
Response removed_from(Application& application, LiveProject& project);

// So many names that no voter of the project has: "Voter 1", "Voter 2", ..
std::vector<std::string> fresh_voter_names(const LiveProject& project, std::size_t count,
                                           std::string_view word = "Voter");

}  // namespace pdrank::server
