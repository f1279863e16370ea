// The JSON of write_result.hpp.
#include <nlohmann/json.hpp>
#include <string>

#include "pdrank/io/text.hpp"
#include "pdrank/io/write/json_writer.hpp"
#include "pdrank/io/write/write_result.hpp"

namespace pdrank {
namespace {

using io::JsonWriter;

// 2: the score of `posterior` is in log-odds, centred at 0 in each component; score_low, score_high and first of a
// place, the evidence about an annotator.
constexpr std::uint64_t kSchemaVersion = 2;

// An option's value keeps its spelling where that is a JSON number.
void write_option_value(JsonWriter& json, const std::string& value) {
  const bool is_number = io::parse_finite(value).has_value() && nlohmann::json::accept(value);
  if (value.empty())
    json.null();
  else if (is_number)
    json.raw(value);
  else
    json.value(value);
}

void write_options(JsonWriter& json, const RankResult& result) {
  json.key("options");
  json.begin_object();
  for (const auto& [name, value] : result.options) {
    json.key(name);
    write_option_value(json, value);
  }
  json.end_object();
}

// By name.
void write_effects(JsonWriter& json, const std::vector<Effect>& effects) {
  json.key("effects");
  json.begin_object();
  for (const Effect& effect : effects) json.member(effect.name, effect);
  json.end_object();
}

// All but the ranking and the annotators.
void write_summary(JsonWriter& json, const RankResult& result) {
  json.member("schema_version", kSchemaVersion);
  json.member("method", result.method);
  json.member("chosen_because", result.chosen_because);
  write_options(json, result);
  json.member("seed", result.seed);
  json.member("data", result.data);
  json.member("graph", result.graph);
  json.member("convergence", result.convergence);
  if (result.reliability.answers > 0) json.member("reliability", result.reliability);
  if (result.agreement.alpha) json.member("agreement", result.agreement);
  if (!result.effects.empty()) write_effects(json, result.effects);
  if (!result.boards.empty()) json.member("boards", result.boards);
  if (!result.curves.empty()) json.member("curves", result.curves);
  if (result.certificate) json.member("certificate", *result.certificate);
  if (result.fragility) json.member("fragility", *result.fragility);
  json.member("figures", result.figures);
  json.member("notes", result.notes);
}

// Elements of an array as they come behind others.
template <class Element>
void write_more(std::span<const Element> elements, Sink& sink) {
  JsonWriter json = JsonWriter::behind_elements(sink);
  for (const Element& element : elements) json.value(element);
}

}  // namespace

void write_more_json(std::span<const Place> places, Sink& sink) { write_more(places, sink); }
void write_more_json(std::span<const AnnotatorReport> reports, Sink& sink) { write_more(reports, sink); }

void write_result_json(const RankResult& result, Sink& sink) {
  const auto nothing = [](Sink&) {};
  write_joined_json(result, sink, nothing, nothing);
}

void write_joined_json(const RankResult& result, Sink& sink, const WriteMore& more_places,
                       const WriteMore& more_annotators) {
  JsonWriter json(sink);
  json.begin_object();
  write_summary(json, result);
  json.key("ranking");
  json.begin_array();
  for (const Place& place : result.ranking) json.value(place);
  more_places(sink);
  json.end_array();
  json.key("annotators");
  json.begin_array();
  for (const AnnotatorReport& report : result.annotators) json.value(report);
  more_annotators(sink);
  json.end_array();
  if (!result.processes.empty()) json.member("processes", result.processes);
  json.end_object();
  sink.write("\n");
}

void write_summary_json(const RankResult& result, Sink& sink) {
  JsonWriter json(sink);
  json.begin_object();
  write_summary(json, result);
  json.end_object();
  sink.write("\n");
}

}  // namespace pdrank
