#include "pdrank/server/import_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <unordered_map>

#include "pdrank/core/words.hpp"
#include "pdrank/server/http.hpp"
#include "pdrank/server/json_body.hpp"
#include "pdrank/server/limits.hpp"

namespace pdrank::server {
namespace {

using nlohmann::json;
using storage::Answer;

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// Milliseconds. A number that is not whole, or larger than any time, is none.
std::int64_t milliseconds(const json& value) {
  constexpr std::int64_t kLongest = 1'000'000'000'000'000;
  if (!value.is_number_integer() || value.get<std::int64_t>() < 0 || value.get<std::int64_t>() > kLongest)
    throw std::out_of_range("no time");
  return value.get<std::int64_t>();
}

// Names and the place of each, counted from 1.
class Names {
 public:
  storage::Id place(const std::string& name) {
    const auto [found, is_new] = places_.try_emplace(name, static_cast<storage::Id>(list_.size()) + 1);
    if (is_new) list_.push_back(checked_name(name));
    return found->second;
  }
  std::vector<std::string> take() { return std::move(list_); }

 private:
  std::vector<std::string> list_;
  std::unordered_map<std::string, storage::Id> places_;
};

class EventReader {
 public:
  EventReader(const std::string& prefix, const std::vector<std::string>& questions)
      : prefix_(prefix), questions_(questions) {}

  void add(const json& event) {
    storage::Vote vote;
    vote.answer = value_named<Answer>(event.at("answer").get<std::string>()).value();
    vote.voter = voters_.place(event.at("voter").get<std::string>());
    vote.time_ms = milliseconds(event.at("time_ms"));
    // Not copied: what is nested deeply would be a deep recursion.
    if (const auto duration = event.find("duration_ms"); duration != event.end() && duration->is_number())
      vote.duration_ms = milliseconds(*duration);
    vote.key = fmt::format("{}-{}", prefix_, file_.votes.size());
    const std::string key = event.at("key").get<std::string>();
    if (vote.answer == Answer::undo) {
      vote.undoes = keys_.at({vote.voter, event.at("undoes").get<std::string>()});
    } else {
      vote.left = items_.place(event.at("left").get<std::string>());
      vote.right = items_.place(event.at("right").get<std::string>());
      vote.question = question_of(event);
      if (const std::string gold = event.value("gold", ""); !gold.empty())
        vote.gold = value_named<Answer>(gold).value();
      keys_[{vote.voter, key}] = vote.key;  // an undo is undone by nothing
    }
    file_.votes.push_back(std::move(vote));
  }

  EventFile finish() {
    file_.items = items_.take();
    file_.voters = voters_.take();
    return std::move(file_);
  }

 private:
  std::int64_t question_of(const json& event) const {
    const auto found = std::ranges::find(questions_, event.value("question", questions_.front()));
    if (found == questions_.end()) throw Refusal(400, "the project does not have the question that was answered");
    return found - questions_.begin();
  }

  const std::string& prefix_;
  const std::vector<std::string>& questions_;
  EventFile file_;
  Names items_, voters_;
  std::map<std::pair<storage::Id, std::string>, std::string> keys_;  // by voter and the key that it had
};

}  // namespace

bool is_event_file(std::string_view text) {
  const json first = json::parse(take_line(text), nullptr, false);
  return first.is_object() && first.contains("key") && first.contains("answer") && first.contains("undoes");
}

EventFile read_events(std::string_view text, const std::string& prefix, const std::vector<std::string>& questions) {
  EventReader reader(prefix, questions);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    if (line.empty()) continue;
    if (number > kMostImported) throw Refusal(400, fmt::format("these are more than {} votes", grouped(kMostImported)));
    try {
      reader.add(json::parse(line));
    } catch (const Refusal& refusal) {
      throw Refusal(400, fmt::format("line {}: {}", number, refusal.what()));
    } catch (const std::exception&) {  // of the parser, or of a field that is missing or means nothing
      throw Refusal(400, fmt::format("line {}: this is no vote as an export has it", number));
    }
  }
  return reader.finish();
}

std::vector<storage::Vote> with_ids(EventFile file, const std::vector<storage::Id>& items,
                                    const std::vector<storage::Id>& voters) {
  const auto id = [](const std::vector<storage::Id>& ids, storage::Id place) {
    return place == 0 ? 0 : ids[static_cast<std::size_t>(place) - 1];
  };
  for (storage::Vote& vote : file.votes) {
    vote.voter = id(voters, vote.voter);
    vote.left = id(items, vote.left);
    vote.right = id(items, vote.right);
  }
  return std::move(file.votes);
}

}  // namespace pdrank::server
