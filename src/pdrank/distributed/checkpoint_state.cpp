#include "pdrank/distributed/checkpoint_state.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "pdrank/core/errors.hpp"

namespace pdrank::distributed {
namespace {

using nlohmann::json;

// Of a number with a fraction it is not defined what it is as a whole one.
template <class Number>
Number whole(const json& value) {
  if (!value.is_number_integer()) throw std::domain_error("not a whole number");
  return value.get<Number>();
}

// Numbers keep all their bits.
json bits_of(double number) { return std::bit_cast<std::uint64_t>(number); }
double number_of(const json& bits) { return std::bit_cast<double>(whole<std::uint64_t>(bits)); }
json bits_of(const std::optional<double>& number) { return number ? bits_of(*number) : json(); }
std::optional<double> maybe_number(const json& bits) {
  return bits.is_null() ? std::nullopt : std::optional(number_of(bits));
}

json as_json(const EdgeTraffic& traffic) { return {traffic.passes, traffic.bytes}; }
EdgeTraffic traffic_of(const json& from) {
  return {whole<std::uint64_t>(from.at(0)), whole<std::uint64_t>(from.at(1))};
}

json as_json(const RoundRecord& record) {
  return {record.round,
          bits_of(record.score_change),
          bits_of(record.weight_change),
          bits_of(record.objective),
          bits_of(record.kkt_residual),
          record.iterations,
          record.passes};
}

RoundRecord record_of(const json& from) {
  RoundRecord record;
  record.round = whole<int>(from.at(0));
  record.score_change = maybe_number(from.at(1));
  record.weight_change = maybe_number(from.at(2));
  record.objective = number_of(from.at(3));
  record.kkt_residual = number_of(from.at(4));
  record.iterations = whole<int>(from.at(5));
  record.passes = whole<std::uint64_t>(from.at(6));
  return record;
}

json as_json(const GammaChoice& choice) {
  return {{"gamma", bits_of(choice.gamma)},
          {"rounds", choice.rounds ? json(*choice.rounds) : json()},
          {"log_loss", bits_of(choice.log_loss)},
          {"traffic", as_json(choice.traffic)}};
}

GammaChoice choice_of(const json& from) {
  GammaChoice choice{.gamma = number_of(from.at("gamma"))};
  if (!from.at("rounds").is_null()) choice.rounds = whole<int>(from["rounds"]);
  choice.log_loss = maybe_number(from.at("log_loss"));
  choice.traffic = traffic_of(from.at("traffic"));
  return choice;
}

CheckpointState state_of(const json& from) {
  CheckpointState state{.fingerprint = from.at("fingerprint").get<std::string>()};
  if (from.contains("choice")) state.choice = choice_of(from["choice"]);
  if (!from.contains("round")) return state;
  for (const json& record : from.at("trace")) state.trace.push_back(record_of(record));
  state.exactly = from.at("exactly").get<bool>();
  return state;
}

// Rounds are counted from 1, and the last is the one whose scores are there.
bool is_sound(const CheckpointState& state, const json& from) {
  for (std::size_t k = 0; k < state.trace.size(); ++k)
    if (state.trace[k].round != static_cast<int>(k) + 1) return false;
  if (state.choice && !(state.choice->gamma >= 0 && std::isfinite(state.choice->gamma))) return false;
  return (from.contains("round") ? whole<int>(from["round"]) : 0) == state.round();
}

constexpr const char* kDamaged = "this is no checkpoint";

}  // namespace

std::string to_text(const CheckpointState& state) {
  json to = {{"fingerprint", state.fingerprint}};
  if (state.choice) to["choice"] = as_json(*state.choice);
  if (!state.trace.empty()) {
    to["round"] = state.round();
    to["exactly"] = state.exactly;
    for (const RoundRecord& record : state.trace) to["trace"].push_back(as_json(record));
  }
  return to.dump();
}

CheckpointState parse_checkpoint_state(std::string_view text, const std::string& path) {
  try {
    const json from = json::parse(text);
    CheckpointState state = state_of(from);
    if (is_sound(state, from)) return state;
  } catch (const json::exception&) {
  } catch (const std::domain_error&) {
  }
  throw InputError(path, 0, kDamaged);
}

std::string to_bytes(const CheckpointShare& share) {
  std::string bytes(reinterpret_cast<const char*>(&share.traffic), sizeof share.traffic);
  bytes.append(reinterpret_cast<const char*>(share.scores.data()), share.scores.size() * sizeof(double));
  return bytes;
}

CheckpointShare parse_checkpoint_share(std::string_view bytes, std::size_t scores, const std::string& path) {
  CheckpointShare share;
  if (bytes.size() != sizeof share.traffic + scores * sizeof(double))
    throw InputError(path, 0, "the file is not complete");
  std::memcpy(&share.traffic, bytes.data(), sizeof share.traffic);
  share.scores.resize(scores);
  if (scores > 0) std::memcpy(share.scores.data(), bytes.data() + sizeof share.traffic, scores * sizeof(double));
  if (!std::ranges::all_of(share.scores, [](double score) { return std::isfinite(score); }))
    throw InputError(path, 0, kDamaged);
  return share;
}

}  // namespace pdrank::distributed
