// How a project is asked where it is a study: texts before and after, limits, pairs whose answer is known, further
// questions. All of it may be left out.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pdrank/server/catalog.hpp"
#include "pdrank/server/vote_log.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::server {

inline constexpr std::size_t kMostQuestions = 5;  // of a project

// A pair whose answer is known. It shows who pays attention, and ranks nothing.
struct GoldPair {
  storage::Id winner = 0, loser = 0;
  std::size_t question = 0;
};

struct Study {
  std::string instructions = {}, consent = {};  // Markdown; a voter accepts them before the first pair
  std::string thanks = {};                      // Markdown; for those who are done
  std::string completion_link = {};             // for them too; {..} stands for what is known of the voter
  std::string completion_code = {};
  std::vector<std::string> more_questions = {};  // each pair is asked about with these after the project's own one
  std::size_t quota = 0;                         // answers of a voter, at most; 0: any number
  std::size_t pair_quota = 0;                    // answers after which a pair is no longer asked about; 0: never
  std::size_t goal = 0;                          // answers hoped for of a voter; 0: none is named
  std::size_t gold_every = 10;                   // one of so many pairs is a gold one
  std::size_t gold_percent = 70;                 // of the gold pairs; who knows fewer is pointed out
  std::vector<GoldPair> gold = {};

  std::size_t questions() const { return 1 + more_questions.size(); }
  bool has_to_be_accepted() const { return !instructions.empty() || !consent.empty(); }
  // Whether it is kept for the gold pairs, whichever question is asked.
  bool is_gold(const Shown& pair) const { return gold_pairs_.contains({pair.left, pair.right}); }
  // The side that is known to be right; none if it is not known.
  std::optional<storage::Answer> known_answer(const Shown& pair) const;

  void set_gold(std::vector<GoldPair> pairs);

 private:
  PairSet gold_pairs_;
};

// As the store keeps it. Throws StoreError for what nobody has written.
Study parse_study(const std::string& text);
std::string to_text(const Study& study);

// As the API has it: items by their names. What a change does not name stays. Refuses (400).
nlohmann::ordered_json to_json(const Study& study, const Catalog& catalog);
void change_study(Study& study, nlohmann::json change, const Catalog& catalog);

// What a voter's link may say of who sent them: the parameters of Prolific and of Mechanical Turk.
inline constexpr std::array<const char*, 6> kSources = {"PROLIFIC_PID", "STUDY_ID",     "SESSION_ID",
                                                        "workerId",     "assignmentId", "hitId"};
// The parameters in a body, to be kept with the voter; empty if there are none. Refuses (400) others.
std::string read_source(nlohmann::json parameters);
nlohmann::json source_of(const storage::Voter& voter);  // an object

// What tells that two voters are the same person: who they are at Prolific or Mechanical Turk, and in which study
// there.
inline constexpr std::array<std::pair<const char*, const char*>, 2> kPersons = {
    {{"PROLIFIC_PID", "STUDY_ID"}, {"workerId", "hitId"}}};
// All that a list of authors may call the voter: the name, and who they are there.
std::vector<std::string> names_of(const storage::Voter& voter);

// The link with what is known of the voter in place of {PROLIFIC_PID}, {code}, {voter} and so on.
std::string filled_link(const Study& study, const storage::Voter& voter);

}  // namespace pdrank::server
