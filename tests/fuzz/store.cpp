// What is done to a store, and the same to one that is as plain as can be: both give the same answers, refuse the same,
// and have the same in the end, also when the real one is opened again.
#include <fmt/format.h>

#include <array>
#include <functional>

#include "fuzz/scratch_file.hpp"
#include "fuzz/target.hpp"
#include "support/memory_store.hpp"

namespace pdrank::fuzz {
namespace {

using namespace storage;

std::string told(const Project& one) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {}", one.id, one.name, one.question, one.join_secret, one.strategy,
                     one.closed, one.created_ms, one.removals, one.study, one.archived, one.results_secret);
}
std::string told(const Item& one) {
  return fmt::format("{} {} {} {} {} {} {}", one.id, one.name, name_of(one.kind), one.content, one.disabled,
                     one.authors, one.alt);
}
std::string told(const Voter& one) {
  return fmt::format("{} {} {} {} {} {} {} {}", one.id, one.name, one.secret, one.excluded, one.joined_ms,
                     one.joined_from, one.consented_ms, one.source);
}
std::string told(const Vote& one) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {}", one.id, one.voter, one.key, one.left, one.right,
                     name_of(one.answer), one.undoes, one.time_ms, one.duration_ms, one.question,
                     one.gold ? name_of(*one.gold) : "");
}
std::string told(const Import& one) {
  return fmt::format("{} {} {} {} {}", one.id, one.hash, one.made_ms, one.votes, one.is_whole);
}
std::string told(const File& one) { return fmt::format("{} {} {}", one.id, one.type, one.bytes); }
std::string told(Id id) { return fmt::format("{}", id); }
std::string told(const Receipt& receipt) { return fmt::format("{} {}", static_cast<int>(receipt.stored), receipt.id); }
template <class Thing>
std::string told(const std::vector<Thing>& list) {
  std::string all;
  for (const Thing& one : list) all += told(one) + "\n";
  return all;
}
template <class Thing>
std::string told(const std::optional<Thing>& one) {
  return one ? told(*one) : "none";
}

std::string everything(Store& store) {
  std::string all = told(store.projects());
  for (const Project& project : store.projects()) {
    all += told(store.items(project.id)) + told(store.voters(project.id)) + told(store.votes(project.id, 0, 1000)) +
           told(store.imports(project.id));
    for (Id id = 1; id < 4; ++id) all += told(store.file(project.id, id));
  }
  return all;
}

constexpr std::array kNames = {"a", "b", "c", "\xff", "", "x\xcc\x81", "A"};
constexpr std::array kKeys = {"k", "l", "m", "", "\xc3"};

Vote some_vote(Choices& input) {
  Vote vote{.voter = static_cast<Id>(input.below(5)), .key = input.pick(kKeys)};
  vote.answer = static_cast<Answer>(input.below(5));
  vote.time_ms = static_cast<std::int64_t>(input.below(3));
  vote.question = static_cast<std::int64_t>(input.below(2));
  // The application lets nobody undo an undo.
  if (vote.answer == Answer::undo) {
    vote.key = "undo-" + vote.key;
    vote.undoes = input.pick(kKeys);
    return vote;
  }
  vote.left = static_cast<Id>(input.below(5));
  vote.right = static_cast<Id>(input.below(5));
  if (input.once_in(4)) vote.gold = static_cast<Answer>(input.below(3));
  return vote;
}

std::vector<Vote> some_votes(Choices& input) {
  std::vector<Vote> votes(input.between(1, 3));
  for (Vote& vote : votes) vote = some_vote(input);
  return votes;
}

template <class Thing>
std::vector<Thing> some_named(Choices& input) {
  std::vector<Thing> things(input.between(1, 3));
  for (Thing& one : things) one.name = input.pick(kNames);
  return things;
}

// One step as a function of a store, by choices that are made once.
std::function<std::string(Store&)> some_step(Choices& input) {
  const Id project = static_cast<Id>(input.between(1, 3)), id = static_cast<Id>(input.between(1, 4));
  switch (input.below(16)) {
    case 0:
      return [name = std::string(input.pick(kNames))](Store& store) {
        return told(store.add_project({.name = name, .question = name}));
      };
    case 1:
      return [=, name = std::string(input.pick(kNames))](Store& store) {
        store.change_project(
            {.id = project, .name = name, .question = "", .strategy = "random", .closed = true, .study = name});
        return std::string();
      };
    case 2:
      if (!input.once_in(4)) return [=](Store& store) { return told(store.project(project)); };
      return [=](Store& store) { return store.remove_project(project), std::string(); };
    case 3:
      return [=, items = some_named<Item>(input)](Store& store) { return told(store.add_items(project, items)); };
    case 4:
      return [=, item = some_named<Item>(input)[0]](Store& store) mutable {
        item.id = id;
        item.authors = "a";
        item.alt = "b";
        return store.change_item(project, item), std::string();
      };
    case 5:
      return [=](Store& store) { return store.remove_item(project, id), std::string(); };
    case 6:
      return [=, voters = some_named<Voter>(input)](Store& store) { return told(store.add_voters(project, voters)); };
    case 7:
      return [=, voter = some_named<Voter>(input)[0]](Store& store) mutable {
        voter.id = id;
        voter.excluded = true;
        return store.change_voter(project, voter), std::string();
      };
    case 8:
      return [=](Store& store) { return store.remove_voter(project, id), std::string(); };
    case 9:
      return [=, votes = some_votes(input), import = static_cast<Id>(input.below(3))](Store& store) {
        return store.add_votes(project, votes, import), std::string();
      };
    case 10:
      return [=](Store& store) { return told(store.add_import(project, {.hash = "h", .made_ms = 5})); };
    case 11:
      if (input.once_in(2)) return [=](Store& store) { return store.finish_import(project, id, 7), std::string(); };
      return [=](Store& store) { return store.remove_import(project, id), std::string(); };
    case 12:
      return [=](Store& store) { return told(store.add_file(project, {.type = "t", .bytes = std::string("\0b", 2)})); };
    default:
      return [=, vote = some_vote(input)](Store& store) { return told(store.add_vote(project, vote)); };
  }
}

// That it was refused; the reasons are in other words.
std::string fared(Store& store, const std::function<std::string(Store&)>& step) {
  const std::string what = said([&] { return step(store); });
  return what.starts_with("error: ") ? "refused" : what;
}

}  // namespace

PDRANK_FUZZ(store) {
  const ScratchFile file;
  std::unique_ptr<Store> real = open_store(file.path());
  MemoryStore plain(std::make_shared<MemoryStore::Data>());
  for (Store* store : {real.get(), static_cast<Store*>(&plain)}) {
    store->add_project({.name = "p", .question = ""});
    store->add_items(1, std::array{Item{.name = "a"}, Item{.name = "b"}});
    store->add_voters(1, std::array{Voter{.name = "a"}, Voter{.name = "b"}});
  }
  for (std::size_t count = 12; count > 0 && !input.is_empty(); --count) {
    const auto step = some_step(input);
    const std::string a = fared(*real, step), b = fared(plain, step);
    require(a == b, "the store does as it should", a + "\nand\n" + b);
  }
  real.reset();
  real = open_store(file.path());
  const std::string a = everything(*real), b = everything(plain);
  require(a == b, "the store has what it should", a + "\nand\n" + b);
}

}  // namespace pdrank::fuzz
