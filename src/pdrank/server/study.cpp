#include "pdrank/server/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pdrank/core/words.hpp"
#include "pdrank/server/http.hpp"
#include "pdrank/server/json_body.hpp"
#include "pdrank/server/limits.hpp"
#include "pdrank/server/things.hpp"

namespace pdrank::server {
namespace {

using nlohmann::json;

struct TextField {
  const char* name;
  std::string Study::*text;
  std::size_t most_bytes;
};
constexpr std::array<TextField, 5> kTexts = {{{"instructions", &Study::instructions, kMostContentBytes},
                                              {"consent", &Study::consent, kMostContentBytes},
                                              {"thanks", &Study::thanks, kMostContentBytes},
                                              {"completion_link", &Study::completion_link, kMostQuestionBytes},
                                              {"completion_code", &Study::completion_code, kMostNameBytes}}};
struct NumberField {
  const char* name;
  std::size_t Study::*number;
  std::size_t least, most;
};
constexpr std::array<NumberField, 5> kNumbers = {{{"quota", &Study::quota, 0, 1'000'000},
                                                  {"pair_quota", &Study::pair_quota, 0, 1'000'000},
                                                  {"goal", &Study::goal, 0, 1'000'000},
                                                  {"gold_every", &Study::gold_every, 2, 1000},
                                                  {"gold_percent", &Study::gold_percent, 0, 100}}};

constexpr std::size_t kMostGold = 1000;
constexpr std::size_t kMostSourceBytes = 200;

std::vector<std::string> questions_in(const JsonBody& body) {
  std::vector<std::string> questions;
  for (const json& entry : body.list("more_questions", kMostQuestions - 1)) {
    if (!entry.is_string() || entry.get<std::string>().empty())
      throw Refusal(400, "more_questions must be a list of texts that are not empty");
    questions.push_back(entry.get<std::string>());
    if (questions.back().size() > kMostQuestionBytes)
      throw Refusal(400, fmt::format("a question must be at most {} bytes", kMostQuestionBytes));
  }
  return questions;
}

storage::Id item_in(const JsonBody& pair, const char* field, const Catalog& catalog) {
  const std::string name = pair.text(field, kMostNameBytes).value_or("");
  if (const storage::Item* item = catalog.named(name)) return item->id;
  throw Refusal(400, fmt::format("the {} of a gold pair must be an item, and '{}' is none", field, shortened(name)));
}

std::vector<GoldPair> gold_in(const JsonBody& body, const Catalog& catalog, std::size_t questions) {
  std::vector<GoldPair> gold;
  for (json& entry : body.list("gold", kMostGold)) {
    const JsonBody pair(std::move(entry), {"winner", "loser", "question"});
    const GoldPair one{.winner = item_in(pair, "winner", catalog),
                       .loser = item_in(pair, "loser", catalog),
                       .question = pair.number("question", questions).value_or(1) - 1};
    if (one.winner == one.loser) throw Refusal(400, "a gold pair must be of two items");
    if (one.question >= questions) throw Refusal(400, "the question of a gold pair is counted from 1");
    gold.push_back(one);
  }
  return gold;
}

// "{name}" at the front of the text; empty if there is none.
std::string_view placeholder_at(std::string_view text) {
  if (!text.starts_with('{') || text.find('}') == std::string_view::npos) return {};
  return text.substr(0, text.find('}') + 1);
}

bool is_placeholder(std::string_view name) {
  return name == "code" || name == "voter" || std::ranges::find(kSources, name) != kSources.end();
}

void check_link(std::string_view link) {
  if (link.empty()) return;
  if (!is_web_address(link))
    throw Refusal(400, "the completion_link must begin with https:// or http://, and have no blanks or quotes");
  for (; !link.empty(); link.remove_prefix(1)) {
    const std::string_view found = placeholder_at(link);
    if (!found.empty() && !is_placeholder(found.substr(1, found.size() - 2)))
      throw Refusal(400, fmt::format("the completion_link has {}, which means nothing: it may have {{code}}, {{voter}} "
                                     "and {{{}}}",
                                     found, fmt::join(kSources, "}, {")));
  }
}

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
                       c == '-' || c == '_' || c == '.' || c == '~';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

}  // namespace

std::optional<storage::Answer> Study::known_answer(const Shown& pair) const {
  for (const GoldPair& one : gold) {
    if (one.question != pair.question) continue;
    if (one.winner == pair.left && one.loser == pair.right) return storage::Answer::left;
    if (one.winner == pair.right && one.loser == pair.left) return storage::Answer::right;
  }
  return std::nullopt;
}

void Study::set_gold(std::vector<GoldPair> pairs) {
  gold = std::move(pairs);
  gold_pairs_ = {};
  for (const GoldPair& pair : gold) gold_pairs_.insert({pair.winner, pair.loser});
}

namespace {

constexpr const char* kWrongNumbers = "the store has a study with numbers that cannot be";

std::size_t whole_number(const json& value) {
  if (!value.is_number_unsigned()) throw storage::StoreError(kWrongNumbers);
  return value.get<std::size_t>();
}

// Whether a study may be so, as those are that the API lets in.
bool is_sound(const Study& study) {
  const auto is_in_range = [&](const NumberField& field) {
    return study.*field.number >= field.least && study.*field.number <= field.most;
  };
  const auto is_asked = [&](const GoldPair& pair) { return pair.question < study.questions(); };
  return study.questions() <= kMostQuestions && std::ranges::all_of(kNumbers, is_in_range) &&
         std::ranges::all_of(study.gold, is_asked);
}

}  // namespace

Study parse_study(const std::string& text) {
  Study study;
  if (text.empty()) return study;
  try {
    const json object = json::parse(text);
    for (const TextField& field : kTexts) study.*field.text = object.at(field.name).get<std::string>();
    for (const NumberField& field : kNumbers) study.*field.number = whole_number(object.at(field.name));
    study.more_questions = object.at("more_questions").get<std::vector<std::string>>();
    std::vector<GoldPair> gold;
    for (const json& pair : object.at("gold")) {
      const auto id = [&](std::size_t at) { return static_cast<storage::Id>(whole_number(pair.at(at))); };
      gold.push_back({id(0), id(1), whole_number(pair.at(2))});
    }
    study.set_gold(std::move(gold));
  } catch (const json::exception& error) {
    throw storage::StoreError(fmt::format("the store has a study that cannot be read: {}", error.what()));
  }
  if (!is_sound(study)) throw storage::StoreError(kWrongNumbers);
  return study;
}

std::string to_text(const Study& study) {
  json object = {{"more_questions", study.more_questions}, {"gold", json::array()}};
  for (const TextField& field : kTexts) object[field.name] = study.*field.text;
  for (const NumberField& field : kNumbers) object[field.name] = study.*field.number;
  for (const GoldPair& pair : study.gold) object["gold"].push_back({pair.winner, pair.loser, pair.question});
  return object.dump();
}

nlohmann::ordered_json to_json(const Study& study, const Catalog& catalog) {
  nlohmann::ordered_json object;
  for (const TextField& field : kTexts) object[field.name] = study.*field.text;
  for (const NumberField& field : kNumbers) object[field.name] = study.*field.number;
  object["more_questions"] = study.more_questions;
  object["gold"] = nlohmann::ordered_json::array();
  for (const GoldPair& pair : study.gold) {
    const storage::Item *winner = catalog.find(pair.winner), *loser = catalog.find(pair.loser);
    if (!winner || !loser) continue;  // removed by another server, and not yet known here
    object["gold"].push_back({{"winner", winner->name}, {"loser", loser->name}, {"question", pair.question + 1}});
  }
  return object;
}

void change_study(Study& study, json change, const Catalog& catalog) {
  const JsonBody body(std::move(change),
                      {"instructions", "consent", "thanks", "completion_link", "completion_code", "quota", "pair_quota",
                       "goal", "gold_every", "gold_percent", "more_questions", "gold"});
  for (const TextField& field : kTexts)
    if (auto text = body.text(field.name, field.most_bytes)) study.*field.text = std::move(*text);
  for (const NumberField& field : kNumbers) {
    const auto number = body.number(field.name, field.most);
    if (number && *number < field.least)
      throw Refusal(400, fmt::format("{} must be at least {}", field.name, field.least));
    if (number) study.*field.number = *number;
  }
  if (body.has("more_questions")) study.more_questions = questions_in(body);
  if (body.has("gold")) study.set_gold(gold_in(body, catalog, study.questions()));
  for (const GoldPair& pair : study.gold)
    if (pair.question >= study.questions()) throw Refusal(409, "there are gold pairs of a question that would go");
  check_link(study.completion_link);
}

std::string read_source(json parameters) {
  const JsonBody body(std::move(parameters),
                      {kSources[0], kSources[1], kSources[2], kSources[3], kSources[4], kSources[5]});
  json source = json::object();
  for (const char* name : kSources)
    if (const auto value = body.text(name, kMostSourceBytes); value && !value->empty()) source[name] = *value;
  return source.empty() ? std::string() : source.dump();
}

json source_of(const storage::Voter& voter) {
  json source = voter.source.empty() ? json::object() : json::parse(voter.source, nullptr, false);
  const auto is_text = [](const json& value) { return value.is_string(); };
  if (!source.is_object() || !std::ranges::all_of(source, is_text))
    throw storage::StoreError("the store has parameters of a voter that cannot be read");
  return source;
}

std::vector<std::string> names_of(const storage::Voter& voter) {
  std::vector<std::string> names{voter.name};
  if (voter.source.empty()) return names;
  const json source = source_of(voter);
  for (const auto& [who, where] : kPersons)
    if (const auto known = source.find(who); known != source.end()) names.push_back(known->get<std::string>());
  return names;
}

std::string filled_link(const Study& study, const storage::Voter& voter) {
  json known = source_of(voter);
  known["code"] = study.completion_code;
  known["voter"] = voter.name;
  std::string out;
  for (std::string_view rest = study.completion_link; !rest.empty();) {
    const std::string_view found = placeholder_at(rest);
    out += found.empty() ? std::string(1, rest.front())
                         : percent_encoded(known.value(std::string(found.substr(1, found.size() - 2)), ""));
    rest.remove_prefix(found.empty() ? 1 : found.size());
  }
  return out;
}

}  // namespace pdrank::server
