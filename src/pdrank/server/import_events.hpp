// The export of the votes, as JSON Lines, read back: every event as it was given, skipped and undone ones too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pdrank/storage/store.hpp"

namespace pdrank::server {

struct EventFile {
  std::vector<std::string> items, voters;  // names; the ids in the votes are places in these lists, counted from 1
  std::vector<storage::Vote> votes;
};

// Whether the text begins like the export: other files of JSON Lines have no events.
bool is_event_file(std::string_view text);

// Keys begin with `prefix`, so that they are like no other in the project. Refuses (400) what was not exported so.
// `questions` are the texts of the project's questions, of which a vote may name one.
EventFile read_events(std::string_view text, const std::string& prefix, const std::vector<std::string>& questions);

// The votes with ids of the store, in the order of the lists.
std::vector<storage::Vote> with_ids(EventFile file, const std::vector<storage::Id>& items,
                                    const std::vector<storage::Id>& voters);

}  // namespace pdrank::server
