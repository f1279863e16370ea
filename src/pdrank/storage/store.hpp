// What the voting application keeps, and the one interface to it. Votes are never changed: undoing one, disabling an
// item, excluding a voter or closing a project changes nothing that was voted, so everything else can be derived again.
// They go only together with what they are about, or the import that they came by.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "pdrank/core/enum_names.hpp"

namespace pdrank::storage {

// The store cannot be reached, read or written.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using Id = std::int64_t;  // given by the store, from 1; never used again

struct Project {
  Id id = 0;
  std::string name, question;     // "Which picture is sharper?"
  std::string join_secret = {};   // of the link by which anybody becomes a voter; empty: there is none
  std::string strategy = "auto";  // of the next pair
  bool closed = false;
  std::int64_t created_ms = 0;  // since 1970, UTC
  std::int64_t removals = 0;    // of anything in it: whoever has read its votes reads them again after one
  std::string study = {};       // how it is asked, as the server writes it down; empty: as everything is by default
  bool archived = false;
  std::string results_secret = {};  // of the link to a page with the ranking, for anybody; empty: there is none
};

enum class ItemKind { text, markdown, image };  // image: `content` is a URL, or "file:<id>" for one that was uploaded
constexpr auto enum_names(ItemKind) {
  return NameList<ItemKind, 3>{
      {{ItemKind::text, "text"}, {ItemKind::markdown, "markdown"}, {ItemKind::image, "image"}}};
}

struct Item {
  Id id = 0;
  std::string name;  // unique in its project; what rankings and exports show
  ItemKind kind = ItemKind::text;
  std::string content = {};  // what voters see; empty: the name
  bool disabled = false;
  std::string authors = {};  // who made it, one a line: names of voters or who they are elsewhere; they are not asked
  std::string alt = {};      // what a picture shows, for those who cannot see it
};

struct Voter {
  Id id = 0;
  std::string name;         // unique in its project; what annotator columns show
  std::string secret = {};  // of the voter's link
  bool excluded = false;
  // Of one who came by an open link: when, and from where, as a hash. 0 and empty for others.
  std::int64_t joined_ms = 0;
  std::string joined_from = {};
  std::int64_t consented_ms = 0;  // when they accepted what a study asks for; 0: not yet
  std::string source = {};        // who sent them, as the server writes it down
};

enum class Answer { left, right, tie, skip, undo };
constexpr auto enum_names(Answer) {
  return NameList<Answer, 5>{{{Answer::left, "left"},
                              {Answer::right, "right"},
                              {Answer::tie, "tie"},
                              {Answer::skip, "skip"},
                              {Answer::undo, "undo"}}};
}

struct Vote {
  Id id = 0;  // by which votes of a project are ordered; a reader who has seen one has seen all before it
  Id voter = 0;
  std::string key;         // made by the client; a vote that comes twice with its key is stored once
  Id left = 0, right = 0;  // items; 0 for undo
  Answer answer = Answer::skip;
  std::string undoes = {};  // for undo: the key of an earlier vote of the same voter, which is no undo
  std::int64_t time_ms = 0;
  std::int64_t duration_ms = 0;     // how long the pair was in sight before; 0: not known
  std::int64_t question = 0;        // which of the project's questions was asked, counted from 0
  std::optional<Answer> gold = {};  // left or right: the answer that was known before; such a vote ranks nothing
};

// A file of answers that became votes.
struct Import {
  Id id = 0;
  std::string hash;          // of the file
  std::int64_t made_ms = 0;  // since 1970, UTC
  std::int64_t votes = 0;    // that it became; not known before it is whole
  bool is_whole = false;     // false: it is under way, or was broken off
};

struct File {
  Id id = 0;
  std::string type;  // "image/png"
  std::string bytes;
};

// How a vote fared.
enum class Stored {
  stored,
  repeated,  // one with this key is there already, with the same content: nothing was added
  conflict,  // one with this key is there already, and says something else: nothing was added
};
struct Receipt {
  Stored stored = Stored::conflict;
  Id id = 0;  // of the vote that has the key
};

// All functions may be called from many threads at once, and several programs may have the same store open. They throw
// StoreError where the store cannot be reached, read or written: it may be tried again, and a vote with the same key is
// then stored once, whatever had become of it. Those that write throw InvalidArgument, and write nothing, if the
// project or what is to be changed is not there, a name or key is empty, or text is not UTF-8 or has a NUL in it. What
// has been returned from is on disk. Lists are by id.
class Store {
 public:
  virtual ~Store() = default;

  // Random, made with the store, the same for all who open it: to sign with.
  virtual std::string secret() = 0;

  virtual Id add_project(const Project& project) = 0;       // its id is not looked at; so in all that add
  virtual void change_project(const Project& project) = 0;  // by its id; `created_ms` and `removals` stay
  virtual void remove_project(Id id) = 0;                   // with all that is in it
  virtual std::optional<Project> project(Id id) = 0;
  virtual std::vector<Project> projects() = 0;

  // All or none. Names that are there already, or twice in the list, are refused: InvalidArgument names the first.
  virtual std::vector<Id> add_items(Id project, std::span<const Item> items) = 0;
  virtual void change_item(Id project, const Item& item) = 0;
  virtual void remove_item(Id project, Id id) = 0;  // with the votes about it
  virtual std::vector<Item> items(Id project) = 0;

  virtual std::vector<Id> add_voters(Id project, std::span<const Voter> voters) = 0;  // as add_items
  virtual void change_voter(Id project, const Voter& voter) = 0;
  virtual void change_voters(Id project, std::span<const Voter> voters) = 0;  // all or none
  virtual void remove_voter(Id project, Id id) = 0;                           // with the voter's votes
  virtual std::optional<Voter> voter(Id project, Id id) = 0;
  virtual std::vector<Voter> voters(Id project) = 0;

  // Returns when the vote is on disk. Votes that come at the same time share a transaction. Its voter, its items or the
  // vote it undoes must be of the project: InvalidArgument. Whether it may be voted is not asked.
  virtual Receipt add_vote(Id project, const Vote& vote) = 0;
  // Many at once, all or none; for imports. A key that is there already, or twice in the list, is refused:
  // InvalidArgument names the first. Other votes wait meanwhile: a large import comes in parts.
  virtual void add_votes(Id project, std::span<const Vote> votes, Id import = 0) = 0;
  virtual Id add_import(Id project, const Import& import) = 0;
  virtual void finish_import(Id project, Id id, std::int64_t votes) = 0;  // it is whole now
  virtual void remove_import(Id project, Id id) = 0;                      // with its votes, also those undone since
  virtual std::vector<Import> imports(Id project) = 0;
  virtual std::optional<Vote> vote(Id project, Id voter, const std::string& key) = 0;
  // Those with a larger id than `after`, at most `limit`, in their order.
  virtual std::vector<Vote> votes(Id project, Id after, std::size_t limit) = 0;

  virtual Id add_file(Id project, const File& file) = 0;
  virtual std::optional<File> file(Id project, Id id) = 0;
};

// `address`: a path (made if there is nothing), or postgres://... or postgresql://... Throws StoreError also if what is
// there is damaged, of a newer version, or something else. A store of an older version is brought up to this one.
std::unique_ptr<Store> open_store(const std::string& address);

// Makes `file`, which must not be there yet: a store with all that the one at `address` has at this moment, also while
// others use it. Throws StoreError.
void copy_store(const std::string& address, const std::string& file);

// The other way: puts all that the store in `file` has into the one at `address`, which is made if it is not there, and
// must have no project yet. All or nothing; `file` stays as it is, and may be of an older version. Throws StoreError.
void fill_store(const std::string& address, const std::string& file);

// Throws StoreError if the file is no store, a damaged one, or of a newer version.
void check_backup(const std::string& file);

}  // namespace pdrank::storage
