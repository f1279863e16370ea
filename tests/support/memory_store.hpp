// A store in memory alone, in the plainest way: what a real one does to the letter, but for the disk. Tests of what
// lies above run fast on it, and tests of the real one compare their answers with its.
#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/utf8.hpp"
#include "pdrank/storage/check.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::storage {

class MemoryStore : public Store {
 public:
  // All that there is. Ids go up from the largest there is, over all projects, as SQLite's do.
  struct Data {
    struct Imported {
      Vote vote;
      Id import = 0;
    };
    template <class Thing>
    using Table = std::map<Id, std::pair<Id, Thing>>;  // by id: the project, and the thing

    std::map<Id, Project> projects = {};
    Table<Item> items = {};
    Table<Voter> voters = {};
    Table<Imported> votes = {};
    Table<Import> imports = {};
    Table<File> files = {};
  };

  // Whoever has the same data sees the same store, one after the other.
  explicit MemoryStore(std::shared_ptr<Data> data) : data_(std::move(data)) {}

  std::string secret() override { return "the secret of a store in memory"; }

  Id add_project(const Project& project) override {
    check(project);
    const Id id = next_id(data_->projects);
    data_->projects[id] = project;
    data_->projects[id].id = id;
    data_->projects[id].removals = 0;
    return id;
  }
  void change_project(const Project& project) override {
    check(project);
    Project& there = project_named(project.id);
    const Project before = std::exchange(there, project);
    there.created_ms = before.created_ms;
    there.removals = before.removals;
  }
  void remove_project(Id id) override {
    project_named(id);
    const auto is_of_it = [id](const auto& entry) { return entry.second.first == id; };
    std::erase_if(data_->votes, is_of_it);
    std::erase_if(data_->imports, is_of_it);
    std::erase_if(data_->files, is_of_it);
    std::erase_if(data_->items, is_of_it);
    std::erase_if(data_->voters, is_of_it);
    data_->projects.erase(id);
  }
  std::optional<Project> project(Id id) override {
    const auto found = data_->projects.find(id);
    return found == data_->projects.end() ? std::nullopt : std::optional(found->second);
  }
  std::vector<Project> projects() override {
    std::vector<Project> list;
    for (const auto& [id, project] : data_->projects) list.push_back(project);
    return list;
  }

  std::vector<Id> add_items(Id project, std::span<const Item> items) override {
    return add_named(data_->items, project, items);
  }
  void change_item(Id project, const Item& item) override { change(data_->items, "item", project, item); }
  void remove_item(Id project, Id id) override {
    remove(data_->items, "item", project, id,
           [id](const Data::Imported& one) { return one.vote.left == id || one.vote.right == id; });
  }
  std::vector<Item> items(Id project) override { return all_of(data_->items, project); }

  std::vector<Id> add_voters(Id project, std::span<const Voter> voters) override {
    return add_named(data_->voters, project, voters);
  }
  void change_voter(Id project, const Voter& voter) override { change(data_->voters, "voter", project, voter); }
  void change_voters(Id project, std::span<const Voter> voters) override {
    const Data::Table<Voter> before = data_->voters;
    try {
      for (const Voter& voter : voters) change_voter(project, voter);
    } catch (...) {
      data_->voters = before;
      throw;
    }
  }
  void remove_voter(Id project, Id id) override {
    remove(data_->voters, "voter", project, id, [id](const Data::Imported& one) { return one.vote.voter == id; });
  }
  std::optional<Voter> voter(Id project, Id id) override { return one_of(data_->voters, project, id); }
  std::vector<Voter> voters(Id project) override { return all_of(data_->voters, project); }

  Receipt add_vote(Id project, const Vote& vote) override {
    check(vote);
    check_sides(vote);
    if (const std::optional<Vote> earlier = this->vote(project, vote.voter, vote.key)) {
      const bool is_same = earlier->left == vote.left && earlier->right == vote.right &&
                           earlier->answer == vote.answer && earlier->undoes == vote.undoes &&
                           earlier->question == vote.question;
      return {is_same ? Stored::repeated : Stored::conflict, earlier->id};
    }
    check_references(project, vote);
    return {Stored::stored, insert(project, vote, 0)};
  }
  void add_votes(Id project, std::span<const Vote> votes, Id import) override {
    for (const Vote& vote : votes) check(vote);
    project_named(project);
    const Data before = *data_;
    try {
      for (const Vote& vote : votes) {
        check_sides(vote);
        if (this->vote(project, vote.voter, vote.key)) throw InvalidArgument("key", vote.key, "it is there already");
        insert(project, vote, import);
      }
      for (const Vote& vote : votes) check_references(project, vote);
    } catch (const InvalidArgument&) {
      *data_ = before;
      throw;
    }
  }
  Id add_import(Id project, const Import& import) override {
    check(import);
    project_named(project);
    const Id id = next_id(data_->imports);
    data_->imports[id] = {project, import};
    data_->imports[id].second.id = id;
    return id;
  }
  void finish_import(Id project, Id id, std::int64_t votes) override {
    Import& import = thing(data_->imports, "import", project, id);
    import.votes = votes;
    import.is_whole = true;
  }
  void remove_import(Id project, Id id) override {
    remove(data_->imports, "import", project, id, [id](const Data::Imported& one) { return one.import == id; });
  }
  std::vector<Import> imports(Id project) override { return all_of(data_->imports, project); }

  std::optional<Vote> vote(Id project, Id voter, const std::string& key) override {
    for (const auto& [id, entry] : data_->votes)
      if (entry.first == project && entry.second.vote.voter == voter && entry.second.vote.key == key)
        return entry.second.vote;
    return std::nullopt;
  }
  std::vector<Vote> votes(Id project, Id after, std::size_t limit) override {
    std::vector<Vote> list;
    for (auto at = data_->votes.upper_bound(after); at != data_->votes.end() && list.size() < limit; ++at)
      if (at->second.first == project) list.push_back(at->second.second.vote);
    return list;
  }

  Id add_file(Id project, const File& file) override {
    check(file);
    project_named(project);
    const Id id = next_id(data_->files);
    data_->files[id] = {project, file};
    data_->files[id].second.id = id;
    return id;
  }
  std::optional<File> file(Id project, Id id) override { return one_of(data_->files, project, id); }

 private:
  template <class Table>
  static Id next_id(const Table& table) {
    return table.empty() ? 1 : std::prev(table.end())->first + 1;
  }
  [[noreturn]] static void refuse(const char* what, Id id) {
    throw InvalidArgument(what, std::to_string(id), "it is not there");
  }

  Project& project_named(Id id) {
    const auto found = data_->projects.find(id);
    if (found == data_->projects.end()) refuse("project", id);
    return found->second;
  }
  template <class Thing>
  static Thing& thing(Data::Table<Thing>& table, const char* what, Id project, Id id) {
    const auto found = table.find(id);
    if (found == table.end() || found->second.first != project) refuse(what, id);
    return found->second.second;
  }
  template <class Thing>
  static std::optional<Thing> one_of(const Data::Table<Thing>& table, Id project, Id id) {
    const auto found = table.find(id);
    if (found == table.end() || found->second.first != project) return std::nullopt;
    return found->second.second;
  }
  template <class Thing>
  static std::vector<Thing> all_of(const Data::Table<Thing>& table, Id project) {
    std::vector<Thing> list;
    for (const auto& [id, entry] : table)
      if (entry.first == project) list.push_back(entry.second);
    return list;
  }
  template <class Thing>
  static bool is_taken(const Data::Table<Thing>& table, Id project, const Thing& thing) {
    return std::ranges::any_of(table, [&](const auto& entry) {
      return entry.second.first == project && entry.second.second.name == thing.name && entry.first != thing.id;
    });
  }
  [[noreturn]] static void refuse_taken(const std::string& name) {
    throw InvalidArgument("name", pdrank::quoted(name), "the project has one of that name already");
  }

  template <class Thing>
  std::vector<Id> add_named(Data::Table<Thing>& table, Id project, std::span<const Thing> things) {
    for (const Thing& thing : things) check(thing);
    project_named(project);
    const Data::Table<Thing> before = table;
    std::vector<Id> ids;
    for (Thing thing : things) {
      thing.id = next_id(table);
      if (is_taken(table, project, thing)) {
        table = before;
        refuse_taken(thing.name);
      }
      table[thing.id] = {project, thing};
      ids.push_back(thing.id);
    }
    return ids;
  }
  template <class Thing>
  void change(Data::Table<Thing>& table, const char* what, Id project, const Thing& changed) {
    check(changed);
    Thing& there = thing(table, what, project, changed.id);
    if (is_taken(table, project, changed)) refuse_taken(changed.name);
    there = changed;
  }
  // And the votes about it, with those that undo them.
  template <class Thing, class Is>
  void remove(Data::Table<Thing>& table, const char* what, Id project, Id id, const Is& is_about_it) {
    thing(table, what, project, id);
    std::erase_if(data_->votes, [&, before = data_->votes](const auto& entry) {
      if (entry.second.first != project) return false;
      const Vote& vote = entry.second.second.vote;
      return is_about_it(entry.second.second) || std::ranges::any_of(before, [&](const auto& other) {
               const Vote& undone = other.second.second.vote;
               return other.second.first == project && undone.voter == vote.voter && undone.key == vote.undoes &&
                      is_about_it(other.second.second);
             });
    });
    table.erase(id);
    ++project_named(project).removals;
  }

  static void check_sides(const Vote& vote) {
    if (vote.answer != Answer::undo && (vote.left == 0 || vote.right == 0))
      throw InvalidArgument("vote", vote.key, "an answer is about two items");
  }
  void check_references(Id project, const Vote& vote) {
    const auto is_there = [&](const auto& table, Id id) { return one_of(table, project, id).has_value(); };
    const bool is_good =
        is_there(data_->voters, vote.voter) &&
        (vote.answer == Answer::undo ? this->vote(project, vote.voter, vote.undoes).has_value()
                                     : is_there(data_->items, vote.left) && is_there(data_->items, vote.right));
    if (!is_good) throw InvalidArgument("vote", vote.key, "what it refers to is not in the project");
  }
  Id insert(Id project, const Vote& vote, Id import) {
    const Id id = next_id(data_->votes);
    data_->votes[id] = {project, {vote, import}};
    data_->votes[id].second.vote.id = id;
    return id;
  }

  std::shared_ptr<Data> data_;
};

}  // namespace pdrank::storage
