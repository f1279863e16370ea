// The JSON of write_result.hpp.
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "pdrank/io/json_writer.hpp"
#include "pdrank/io/text.hpp"
#include "pdrank/io/write_result.hpp"

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

void write_skipped(JsonWriter& json, const DataSummary& data) {
  json.key("skipped");
  json.begin_array();
  for (const auto& [reason, rows] : data.skipped) {
    json.begin_object();
    json.member("reason", reason);
    json.member("rows", rows);
    json.end_object();
  }
  json.end_array();
  json.member("first_skipped", data.first_skipped);
}

void write_data(JsonWriter& json, const DataSummary& data) {
  json.key("data");
  json.begin_object();
  json.member("rows", data.rows);
  json.member("rows_used", data.rows_used);
  json.member("comparisons", data.comparisons);
  json.member("answers", data.answers);
  json.member("ties", data.ties);
  json.member("items", data.items);
  json.member("annotators", data.annotators);
  json.member("ties_dropped", data.ties_dropped);
  json.member("outside_component", data.outside_component);
  write_skipped(json, data);
  json.end_object();
}

void write_bridges(JsonWriter& json, const GraphSummary& graph) {
  json.member("bridges", graph.bridges);
  json.key("bridge_pairs");
  json.begin_array();
  for (const BridgePair& pair : graph.bridge_pairs) {
    json.begin_object();
    json.member("item", pair.item);
    json.member("other", pair.other);
    json.member("hanging", pair.hanging);
    json.member("comparisons", pair.comparisons);
    json.end_object();
  }
  json.end_array();
}

void write_graph(JsonWriter& json, const GraphSummary& graph) {
  json.key("graph");
  json.begin_object();
  json.member("items", graph.items);
  json.member("edges", graph.edges);
  json.member("pairs", graph.pairs);
  json.member("repeated_pairs", graph.repeated_pairs);
  json.member("contested_pairs", graph.contested_pairs);
  json.member("share_of_pairs_seen", graph.share_of_pairs_seen);
  json.member("components", graph.components);
  json.member("largest_component", graph.largest_component);
  json.member("strong_components", graph.strong_components);
  json.member("largest_strong_component", graph.largest_strong_component);
  json.member("never_beaten", graph.never_beaten);
  json.member("never_winning", graph.never_winning);
  json.key("component_sizes");
  json.begin_array();
  for (const std::uint64_t size : graph.component_sizes) json.value(size);
  json.end_array();
  json.member("never_beaten_items", graph.never_beaten_items);
  json.member("never_winning_items", graph.never_winning_items);
  write_bridges(json, graph);
  json.end_object();
}

void write_trace(JsonWriter& json, const std::vector<RoundRecord>& trace) {
  json.key("trace");
  json.begin_array();
  for (const RoundRecord& record : trace) {
    json.begin_object();
    json.member("round", static_cast<double>(record.round));
    json.member("objective", record.objective);
    json.member("score_change", record.score_change.value_or(kNone));
    json.member("weight_change", record.weight_change.value_or(kNone));
    json.member("kkt_residual", record.kkt_residual);
    json.member("iterations", static_cast<double>(record.iterations));
    json.end_object();
  }
  json.end_array();
}

void write_convergence(JsonWriter& json, const Convergence& convergence) {
  json.key("convergence");
  json.begin_object();
  json.member("status", to_string(convergence.status));
  json.member("message", convergence.message);
  json.member("rounds", static_cast<double>(convergence.rounds));
  json.member("iterations", static_cast<double>(convergence.iterations));
  json.member("objective", convergence.objective);
  json.member("kkt_residual", convergence.kkt_residual);
  json.member("passes", static_cast<double>(convergence.traffic.passes));
  json.member("edge_bytes", static_cast<double>(convergence.traffic.bytes));
  write_trace(json, convergence.trace);
  json.member("seconds", convergence.seconds);
  json.end_object();
}

void write_place(JsonWriter& json, const Place& place) {
  json.begin_object();
  json.member("rank", std::uint64_t{place.rank});
  json.member("item", place.item);
  json.member("score", place.score);
  json.member("rank_low", place.rank_low);
  json.member("rank_high", place.rank_high);
  json.member("comparisons", place.comparisons);
  json.member("wins", place.wins);
  json.member("losses", place.losses);
  json.member("ties", place.ties);
  json.member("component", std::uint64_t{place.component});
  json.member("standard_error", place.standard_error.value_or(kNone));
  json.member("tier", place.tier);
  json.member("above_next", place.above_next.value_or(kNone));
  json.member("flags", place.flags);
  json.member("score_low", place.score_low.value_or(kNone));
  json.member("score_high", place.score_high.value_or(kNone));
  json.member("first", place.first.value_or(kNone));
  json.end_object();
}

void write_annotator(JsonWriter& json, const AnnotatorReport& report) {
  json.begin_object();
  json.member("annotator", report.annotator);
  json.member("comparisons", report.comparisons);
  json.member("reliability", report.reliability);
  json.member("reliability_low", report.reliability_low);
  json.member("reliability_high", report.reliability_high);
  json.member("flag", report.flag);
  json.member("answers", report.answers);
  json.member("expected_right", report.expected_right);
  json.member("found_right", report.found_right);
  json.end_object();
}

// All but the ranking and the annotators.
void write_summary(JsonWriter& json, const RankResult& result) {
  json.member("schema_version", kSchemaVersion);
  json.member("method", result.method);
  json.member("chosen_because", result.chosen_because);
  write_options(json, result);
  json.member("seed", result.seed);
  write_data(json, result.data);
  write_graph(json, result.graph);
  write_convergence(json, result.convergence);
  json.key("figures");
  json.begin_object();
  for (const auto& [name, value] : result.figures) json.member(name, value);
  json.end_object();
  json.member("notes", result.notes);
}

void write_processes(JsonWriter& json, const std::vector<ProcessRecord>& processes) {
  json.key("processes");
  json.begin_array();
  for (const ProcessRecord& process : processes) {
    json.begin_object();
    json.member("rank", process.rank);
    json.key("seconds");
    json.begin_object();
    for (const auto& [stage, seconds] : process.stage_seconds) json.member(stage, seconds);
    json.end_object();
    json.member("items", process.items);
    json.member("edges", process.edges);
    json.member("copies", process.copies);
    json.member("peak_bytes", process.peak_bytes);
    json.member("bytes_sent", process.bytes_sent);
    json.end_object();
  }
  json.end_array();
}

// Elements of an array as they come behind others.
template <class Element, class Write>
void write_more(std::span<const Element> elements, const Write& write, Sink& sink) {
  StringSink lines;
  JsonWriter json(lines);
  json.begin_object();
  json.key("array");
  json.begin_array();
  json.begin_object();
  json.end_object();
  for (const Element& element : elements) {
    lines.text.clear();
    write(json, element);
    sink.write(lines.text);
  }
}

}  // namespace

void write_more_json(std::span<const Place> places, Sink& sink) { write_more(places, write_place, sink); }
void write_more_json(std::span<const AnnotatorReport> reports, Sink& sink) {
  write_more(reports, write_annotator, sink);
}

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
  for (const Place& place : result.ranking) write_place(json, place);
  more_places(sink);
  json.end_array();
  json.key("annotators");
  json.begin_array();
  for (const AnnotatorReport& report : result.annotators) write_annotator(json, report);
  more_annotators(sink);
  json.end_array();
  if (!result.processes.empty()) write_processes(json, result.processes);
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
