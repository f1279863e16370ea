#include "pdrank/server/things.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/utf8.hpp"
#include "pdrank/core/words.hpp"
#include "pdrank/server/images.hpp"
#include "pdrank/server/limits.hpp"
#include "pdrank/server/tokens.hpp"

namespace pdrank::server {
namespace {

template <class Thing>
bool is_twice_in(const std::vector<Thing>& things, const std::string& name) {
  return std::ranges::count(things, name, &Thing::name) > 1;
}

// The store refuses names that are there already, or twice in the list, and says which is the first.
template <class Thing, class Add>
std::vector<storage::Id> add_unique(const char* kind, const std::vector<Thing>& things, const Add& add) {
  try {
    return add();
  } catch (const InvalidArgument& error) {
    for (const Thing& thing : things) {
      if (pdrank::quoted(thing.name) != error.value()) continue;
      const std::string name = shortened(thing.name);
      throw Refusal(409, is_twice_in(things, thing.name)
                             ? fmt::format("'{}' is in the list more than once: names must differ", name)
                             : fmt::format("there is already {} named '{}'", kind, name));
    }
    throw;
  }
}

}  // namespace

void check_room(std::size_t there, std::size_t more, std::size_t most, const char* what) {
  if (there + more > most) throw Refusal(409, fmt::format("a project has at most {} {}", grouped(most), what));
}

bool is_web_address(std::string_view text) {
  if (!text.starts_with("https://") && !text.starts_with("http://")) return false;
  return std::ranges::none_of(text, [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '<' || c == '>' || c == '\\' || c == 0x7f;
  });
}

std::string shown_content(storage::Id project, const storage::Item& item) {
  if (item.kind != storage::ItemKind::image) return item.content.empty() ? item.name : item.content;
  const std::optional<FileName> file = parse_file_name(item.content);
  return file ? file_url(project, *file) : item.content;
}

storage::Project stored_project(Application& application, const LiveProject& project) {
  if (std::optional<storage::Project> stored = application.store().project(project.id())) return std::move(*stored);
  throw Refusal(404, "there is no such project");
}

std::vector<storage::Item> add_to_catalog(Application& application, LiveProject& project,
                                          std::vector<storage::Item> items) {
  std::vector<storage::Item> all = project.catalog()->items();
  check_room(all.size(), items.size(), kMostItems, "items");
  const auto ids = add_unique("an item", items, [&] { return application.store().add_items(project.id(), items); });
  for (std::size_t k = 0; k < items.size(); ++k) items[k].id = ids[k];
  all.insert(all.end(), items.begin(), items.end());
  project.set_items(std::move(all));
  application.changed();
  return items;
}

std::vector<storage::Voter> add_to_voters(Application& application, LiveProject& project,
                                          std::vector<storage::Voter> voters) {
  check_room(project.voter_count(), voters.size(), kMostVoters, "voters");
  for (storage::Voter& voter : voters) voter.secret = random_secret(kLinkBytes);
  const auto ids = add_unique("a voter", voters, [&] { return application.store().add_voters(project.id(), voters); });
  for (std::size_t k = 0; k < voters.size(); ++k) {
    voters[k].id = ids[k];
    project.add_voter(voters[k]);
  }
  return voters;
}

std::vector<storage::Voter> voters_named(std::vector<std::string> names) {
  std::vector<storage::Voter> voters;
  voters.reserve(names.size());
  for (std::string& name : names) voters.push_back({.name = std::move(name)});
  return voters;
}

Response removed_from(Application& application, LiveProject& project) {
  if (std::optional<storage::Project> now = application.store().project(project.id()))
    project.set_project(std::move(*now));
  project.read_votes_again();
  application.changed();
  return json_response({{"removed", true}});
}

std::vector<std::string> fresh_voter_names(const LiveProject& project, std::size_t count, std::string_view word) {
  std::unordered_set<std::string> taken;
  for (const auto& voter : project.voters()) taken.insert(voter->voter().name);
  std::vector<std::string> names;
  for (std::size_t number = taken.size() + 1; names.size() < count; ++number)
    if (std::string name = fmt::format("{} {}", word, number); !taken.contains(name)) names.push_back(std::move(name));
  return names;
}

}  // namespace pdrank::server
