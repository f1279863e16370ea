#include "pdrank/server/live_project.hpp"

#include <algorithm>
#include <unordered_set>

namespace pdrank::server {
namespace {

bool same(const storage::Item& a, const storage::Item& b) {
  return a.id == b.id && a.name == b.name && a.kind == b.kind && a.content == b.content && a.disabled == b.disabled &&
         a.authors == b.authors && a.alt == b.alt;
}

bool same(const storage::Voter& a, const storage::Voter& b) {
  return a.id == b.id && a.name == b.name && a.secret == b.secret && a.excluded == b.excluded &&
         a.consented_ms == b.consented_ms;
}

}  // namespace

LiveProject::LiveProject(storage::Store& store, storage::Project project)
    : log(store, project.id), store_(store), id_(project.id), project_(std::move(project)) {
  study_.set(std::make_shared<const Study>(parse_study(project_.study)));
  reload();
  log.follow();
}

storage::Project LiveProject::project() const {
  const std::lock_guard lock(mutex_);
  return project_;
}

std::vector<std::string> LiveProject::questions() const {
  std::vector<std::string> texts = study()->more_questions;
  texts.insert(texts.begin(), project().question);
  return texts;
}

std::shared_ptr<VoterState> LiveProject::voter(storage::Id id) const {
  const std::lock_guard lock(mutex_);
  const auto found = voters_.find(id);
  return found == voters_.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<VoterState>> LiveProject::voters() const {
  std::vector<std::pair<storage::Id, std::shared_ptr<VoterState>>> by_id;
  {
    const std::lock_guard lock(mutex_);
    by_id.assign(voters_.begin(), voters_.end());
  }
  std::ranges::sort(by_id, {}, [](const auto& entry) { return entry.first; });
  std::vector<std::shared_ptr<VoterState>> voters;
  voters.reserve(by_id.size());
  for (auto& [id, voter] : by_id) voters.push_back(std::move(voter));
  return voters;
}

std::size_t LiveProject::voter_count() const {
  const std::lock_guard lock(mutex_);
  return voters_.size();
}

std::vector<storage::Voter> LiveProject::joined() const {
  std::vector<storage::Voter> list;
  const std::lock_guard lock(mutex_);
  for (const auto& [id, state] : voters_)
    if (storage::Voter voter = state->voter(); voter.joined_ms > 0) list.push_back(std::move(voter));
  return list;
}

void LiveProject::set_project(storage::Project project) {
  study_.set(std::make_shared<const Study>(parse_study(project.study)));
  const std::lock_guard lock(mutex_);
  project_ = std::move(project);
}

void LiveProject::set_items(std::vector<storage::Item> items) {
  catalog_.set(std::make_shared<const Catalog>(std::move(items)));
  ++roll_version_;
}

void LiveProject::add_voter(storage::Voter voter) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<VoterState>& state = voters_[voter.id];
  if (state)
    state->set_voter(std::move(voter));
  else
    state = std::make_shared<VoterState>(std::move(voter));
  ++roll_version_;
}

void LiveProject::remove_voter(storage::Id id) {
  const std::lock_guard lock(mutex_);
  voters_.erase(id);
  ++roll_version_;
}

// The version counts on, though the last vote may be an earlier one now.
void LiveProject::read_votes_again() {
  const auto last = [&] { return log.read([](const VoteLog& votes) { return votes.last(); }); };
  const storage::Id before = last();
  log.read_again();
  roll_version_ += static_cast<std::uint64_t>(std::max<storage::Id>(0, before - last())) + 1;
}

void LiveProject::reload() {
  const std::lock_guard lock(changes);
  const std::int64_t removals = project().removals;
  if (std::optional<storage::Project> project = store_.project(id_)) set_project(std::move(*project));
  std::vector<storage::Item> items = store_.items(id_);
  const std::shared_ptr<const Catalog> known = catalog();
  const auto is_same = [](const storage::Item& a, const storage::Item& b) { return same(a, b); };
  if (!known || !std::ranges::equal(items, known->items(), is_same)) set_items(std::move(items));
  std::unordered_set<storage::Id> there;
  for (storage::Voter& voter : store_.voters(id_)) {
    there.insert(voter.id);
    if (const auto state = this->voter(voter.id); !state || !same(state->voter(), voter)) add_voter(std::move(voter));
  }
  if (project().removals == removals) return;
  for (const auto& state : voters())
    if (const storage::Id id = state->voter().id; !there.contains(id)) remove_voter(id);
  read_votes_again();
}

}  // namespace pdrank::server
