#include "pdrank/storage/sql_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/utf8.hpp"
#include "pdrank/storage/check.hpp"
#include "pdrank/storage/removal.hpp"
#include "pdrank/storage/rows.hpp"

namespace pdrank::storage {
namespace {

[[noreturn]] void refuse_missing(const char* kind, Id id) {
  throw InvalidArgument(kind, fmt::format("{}", id), fmt::format("there is no such {}", kind));
}

[[noreturn]] void refuse_taken(std::string_view name) {
  throw InvalidArgument("name", quoted(name), "the project has one of that name already");
}

void check_project(Connection& connection, Id project) {
  bool is_there = false;
  connection.run("SELECT id FROM project WHERE id = $1", {project}, [&](const Row&) { is_there = true; });
  if (!is_there) refuse_missing("project", project);
}

// What an update takes: the id comes last.
template <class Thing>
Values checked_update(Id project, const Thing& thing) {
  check(thing);
  Values values = values_of(project, thing);
  values.emplace_back(thing.id);
  return values;
}

template <class Thing>
std::vector<Values> checked_values(Id project, std::span<const Thing> things) {
  std::vector<Values> lists;
  for (const Thing& thing : things) {
    check(thing);
    lists.push_back(values_of(project, thing));
  }
  return lists;
}

template <class Thing>
std::optional<Thing> first_of(std::vector<Thing> things) {
  if (things.empty()) return std::nullopt;
  return std::move(things.front());
}

// Sorted, without repetition: two who lock several do it in the same order, so that they cannot wait for one another.
std::vector<Id> projects_of(std::span<const NewVote> votes) {
  std::vector<Id> projects;
  for (const NewVote& vote : votes) projects.push_back(vote.project);
  std::sort(projects.begin(), projects.end());
  projects.erase(std::unique(projects.begin(), projects.end()), projects.end());
  return projects;
}

bool same_content(const Vote& a, const Vote& b) {
  return a.left == b.left && a.right == b.right && a.answer == b.answer && a.undoes == b.undoes &&
         a.question == b.question;
}

Receipt compare_with_earlier(Connection& connection, const NewVote& vote) {
  Receipt receipt;
  connection.run(kVoteByKey, {vote.project, vote.vote->voter, vote.vote->key}, [&](const Row& row) {
    const Vote earlier = vote_of(row);
    receipt = {same_content(earlier, *vote.vote) ? Stored::repeated : Stored::conflict, earlier.id};
  });
  return receipt;
}

std::vector<Outcome> insert_votes(Connection& connection, std::span<const NewVote> votes) {
  std::vector<Values> lists;
  for (const NewVote& vote : votes) lists.push_back(values_of(vote.project, *vote.vote));
  const std::vector<std::optional<Id>> ids = connection.run_each(kInsertVote, lists);
  std::vector<Outcome> outcomes;
  for (std::size_t k = 0; k < votes.size(); ++k)
    outcomes.emplace_back(ids[k] ? Receipt{Stored::stored, *ids[k]} : compare_with_earlier(connection, votes[k]));
  return outcomes;
}

InvalidArgument bad_reference(std::string_view key) {
  return {"vote", quoted(key), "its voter, its items or the vote it undoes are not in the project"};
}

}  // namespace

SqlStore::SqlStore(const ConnectionPool::Make& make, std::size_t most_writers, std::size_t most_readers,
                   std::function<void()> wait)
    : writers_(make, most_writers),
      readers_(make, most_readers),
      wait_(std::move(wait)),
      queue_([this](std::span<const NewVote> votes) { return write_votes(votes); }) {}

template <class Thing>
std::vector<Thing> SqlStore::read(std::string_view query, const Values& values, Thing (*of)(const Row&)) {
  std::vector<Thing> things;
  const ConnectionPool::Lease connection = readers_.take();
  (*connection).run(query, values, [&](const Row& row) { things.push_back(of(row)); });
  return things;
}

template <class Work>
auto SqlStore::write(std::span<const Id> projects, Work work) {
  const ConnectionPool::Lease connection = writers_.take();
  Transaction transaction(*connection, projects);
  auto result = work(*connection);
  transaction.commit();
  return result;
}

void SqlStore::change(Id project, const char* kind, std::string_view statement, const Values& values, Id id,
                      std::string_view name) try {
  write({&project, 1}, [&](Connection& connection) {
    bool is_there = false;
    connection.run(statement, values, [&](const Row&) { is_there = true; });
    if (!is_there) refuse_missing(kind, id);
    return is_there;
  });
} catch (const ConstraintError&) {
  refuse_taken(name);
}

// The statements, of which the last returns something if the thing was there.
void SqlStore::remove(Id project, const char* kind, Id id, std::span<const std::string_view> statements) {
  write({&project, 1}, [&](Connection& connection) {
    bool is_there = false;
    for (const std::string_view statement : statements) {
      is_there = false;
      connection.run(statement, {project, id}, [&](const Row&) { is_there = true; });
    }
    if (!is_there) refuse_missing(kind, id);
    connection.run(kCountRemoval, {project}, [](const Row&) {});
    return true;
  });
}

// Names that are taken return no id.
template <class Thing>
std::vector<Id> SqlStore::add_named(Id project, std::string_view statement, std::span<const Thing> things) {
  const std::vector<Values> lists = checked_values(project, things);
  return write({&project, 1}, [&](Connection& connection) {
    check_project(connection, project);
    std::vector<Id> ids;
    for (const std::optional<Id>& id : connection.run_each(statement, lists)) {
      if (!id) refuse_taken(things[ids.size()].name);
      ids.push_back(*id);
    }
    return ids;
  });
}

std::string SqlStore::secret() {
  if (std::optional<std::string> secret = first_of(read(kSecret, {}, secret_of)); secret && !secret->empty())
    return std::move(*secret);
  throw StoreError("the store is damaged: it has no secret");
}

Id SqlStore::add_project(const Project& project) {
  check(project);
  const Values values = values_of(project);
  return write({}, [&](Connection& connection) { return *connection.run_each(kInsertProject, {&values, 1}).front(); });
}

void SqlStore::change_project(const Project& project) {
  check(project);
  Values values = values_of(project);
  values.back() = project.id;  // instead of `created_ms`
  change(project.id, "project", kUpdateProject, values, project.id, project.name);
}

void SqlStore::remove_project(Id id) {
  write({&id, 1}, [&](Connection& connection) {
    check_project(connection, id);
    for (const std::string_view statement : kRemoveProject) connection.run(statement, {id}, [](const Row&) {});
    return true;
  });
}

std::optional<Project> SqlStore::project(Id id) { return first_of(read(kProject, {id}, project_of)); }
std::vector<Project> SqlStore::projects() { return read(kProjects, {}, project_of); }

std::vector<Id> SqlStore::add_items(Id project, std::span<const Item> items) {
  return add_named(project, kInsertItem, items);
}

void SqlStore::change_item(Id project, const Item& item) {
  change(project, "item", kUpdateItem, checked_update(project, item), item.id, item.name);
}

void SqlStore::remove_item(Id project, Id id) { remove(project, "item", id, kRemoveItem); }

std::vector<Item> SqlStore::items(Id project) { return read(kItems, {project}, item_of); }

std::vector<Id> SqlStore::add_voters(Id project, std::span<const Voter> voters) {
  return add_named(project, kInsertVoter, voters);
}

void SqlStore::change_voter(Id project, const Voter& voter) { change_voters(project, {&voter, 1}); }

void SqlStore::change_voters(Id project, std::span<const Voter> voters) {
  std::vector<Values> lists;
  for (const Voter& voter : voters) lists.push_back(checked_update(project, voter));
  std::size_t at = 0;
  try {
    write({&project, 1}, [&](Connection& connection) {
      for (at = 0; at < voters.size(); ++at) {
        bool is_there = false;
        connection.run(kUpdateVoter, lists[at], [&](const Row&) { is_there = true; });
        if (!is_there) refuse_missing("voter", voters[at].id);
      }
      return true;
    });
  } catch (const ConstraintError&) {
    refuse_taken(voters[at].name);
  }
}

void SqlStore::remove_voter(Id project, Id id) { remove(project, "voter", id, kRemoveVoter); }

std::optional<Voter> SqlStore::voter(Id project, Id id) { return first_of(read(kVoter, {project, id}, voter_of)); }
std::vector<Voter> SqlStore::voters(Id project) { return read(kVoters, {project}, voter_of); }

Receipt SqlStore::add_vote(Id project, const Vote& vote) {
  check(vote);
  return queue_.add(project, vote);
}

// One vote that refers to nothing must not keep the others from being stored: then each is written by itself.
std::vector<Outcome> SqlStore::write_votes(std::span<const NewVote> votes) try {
  return write(projects_of(votes), [&](Connection& connection) { return insert_votes(connection, votes); });
} catch (const ConstraintError&) {
  if (votes.size() == 1) return {std::make_exception_ptr(bad_reference(votes.front().vote->key))};
  std::vector<Outcome> outcomes;
  for (std::size_t k = 0; k < votes.size(); ++k) outcomes.push_back(write_votes(votes.subspan(k, 1)).front());
  return outcomes;
}

void SqlStore::add_votes(Id project, std::span<const Vote> votes, Id import) try {
  std::vector<Values> lists;
  for (const Vote& vote : votes) {
    check(vote);
    lists.push_back(values_of(project, vote, import));
  }
  wait_();
  write({&project, 1}, [&](Connection& connection) {
    check_project(connection, project);
    const std::vector<std::optional<Id>> ids = connection.run_each(kInsertVote, lists);
    const auto refused = std::find(ids.begin(), ids.end(), std::nullopt);
    if (refused != ids.end())
      throw InvalidArgument("key", quoted(votes[static_cast<std::size_t>(refused - ids.begin())].key),
                            "the voter has a vote of that key already");
    return true;
  });
} catch (const ConstraintError&) {
  throw InvalidArgument("votes", fmt::format("{} of project {}", votes.size(), project),
                        "a voter, an item or a vote to be undone is not in the project");
}

Id SqlStore::add_import(Id project, const Import& import) {
  check(import);
  const Values values = values_of(project, import);
  return write({&project, 1}, [&](Connection& connection) {
    check_project(connection, project);
    return *connection.run_each(kInsertImport, {&values, 1}).front();
  });
}

void SqlStore::finish_import(Id project, Id id, std::int64_t votes) {
  change(project, "import", kFinishImport, {project, votes, id}, id, "");
}

void SqlStore::remove_import(Id project, Id id) { remove(project, "import", id, kRemoveImport); }
std::vector<Import> SqlStore::imports(Id project) { return read(kImports, {project}, import_of); }

std::optional<Vote> SqlStore::vote(Id project, Id voter, const std::string& key) {
  return first_of(read(kVoteByKey, {project, voter, key}, vote_of));
}

std::vector<Vote> SqlStore::votes(Id project, Id after, std::size_t limit) {
  constexpr std::size_t kMost = std::numeric_limits<Id>::max();
  return read(kVotes, {project, after, static_cast<Id>(std::min(limit, kMost))}, vote_of);
}

Id SqlStore::add_file(Id project, const File& file) {
  check(file);
  const Values values = {project, file.type, Bytes{file.bytes}};
  return write({&project, 1}, [&](Connection& connection) {
    check_project(connection, project);
    return *connection.run_each(kInsertFile, {&values, 1}).front();
  });
}

std::optional<File> SqlStore::file(Id project, Id id) { return first_of(read(kFile, {project, id}, file_of)); }

}  // namespace pdrank::storage
