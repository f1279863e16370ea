#include "pdrank/io/write_compare.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "pdrank/io/csv_line.hpp"
#include "pdrank/io/json_writer.hpp"

namespace pdrank {
namespace {

using io::JsonWriter;

void write_method(JsonWriter& json, const MethodOnData& line) {
  json.begin_object();
  json.member("method", line.method);
  json.member("status", to_string(line.convergence.status));
  json.member("message", line.convergence.message);
  json.member("reason", line.reason);
  json.member("seconds", line.seconds);
  json.member("agreement", line.agreement);
  json.member("law", line.law);
  json.member("accuracy", line.accuracy);
  json.member("log_loss", line.log_loss);
  json.key("fold_log_loss");
  json.begin_array();
  for (const double loss : line.fold_log_loss) json.value(loss);
  json.end_array();
  json.member("p_value", line.p_value);
  json.member("calibration_error", line.calibration_error);
  json.member("unpredicted", line.unpredicted);
  json.member("tau", line.tau);
  json.member("spearman", line.spearman);
  json.member("top_k", line.top_k);
  json.end_object();
}

void write_agreement(JsonWriter& json, const CompareResult& result) {
  json.key("agreement");
  json.begin_array();
  for (const std::vector<double>& row : result.agreement) {
    json.begin_array();
    for (const double tau : row) json.value(tau);
    json.end_array();
  }
  json.end_array();
}

std::string cell(double value, int digits) { return std::isnan(value) ? "" : fmt::format("{:.{}f}", value, digits); }

}  // namespace

void write_compare_csv(const CompareResult& result, Sink& sink) {
  sink.write(
      "method,status,seconds,agreement,accuracy,log_loss,p_value,calibration_error,unpredicted,tau,spearman,top_k,"
      "reason,law\n");
  io::CsvLine out;
  for (const MethodOnData& line : result.methods) {
    out.add(line.method).add(to_string(line.convergence.status)).add(line.seconds).add(line.agreement);
    out.add(line.accuracy).add(line.log_loss).add(line.p_value).add(line.calibration_error).add(line.unpredicted);
    out.add(line.tau).add(line.spearman).add(line.top_k).add(line.reason).add(line.law);
    sink.write(out.end());
  }
}

void write_compare_json(const CompareResult& result, Sink& sink) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", std::uint64_t{1});
  json.member("reading", result.reading);
  json.member("seed", result.seed);
  json.member("folds", static_cast<std::uint64_t>(result.folds));
  json.key("forward");
  json.raw(result.forward ? "true" : "false");
  json.member("held_out", result.held_out);
  json.member("pair_distance", result.pair_distance);
  json.key("adaptive");
  json.raw(result.adaptive ? "true" : "false");
  json.member("items", result.items);
  json.member("truth_items", result.truth_items);
  json.member("top", result.top);
  json.key("methods");
  json.begin_array();
  for (const MethodOnData& line : result.methods) write_method(json, line);
  json.end_array();
  write_agreement(json, result);
  json.member("unfinished", result.unfinished);
  json.member("notes", result.notes);
  json.end_object();
  sink.write("\n");
}

void write_compare_markdown(const CompareResult& result, Sink& sink) {
  const bool folds = result.folds > 0, truth = result.truth_items > 0;
  std::string head = "| method | seconds | agreement |", rule = "|:---|---:|---:|";
  if (folds) head += " accuracy | log loss | p | law |", rule += "---:|---:|---:|:---|";
  if (truth) head += fmt::format(" tau | Spearman | top {} |", result.top), rule += "---:|---:|---:|";
  sink.write(head + "\n" + rule + "\n");
  for (const MethodOnData& line : result.methods) {
    if (!line.reason.empty()) continue;
    std::string row = fmt::format("| {} | {} | {} |", line.method, cell(line.seconds, 3), cell(line.agreement, 3));
    if (folds)
      row += fmt::format(" {} | {} | {} | {} |", cell(line.accuracy, 3), cell(line.log_loss, 3), cell(line.p_value, 3),
                         line.law);
    if (truth) row += fmt::format(" {} | {} | {} |", cell(line.tau, 3), cell(line.spearman, 3), cell(line.top_k, 2));
    sink.write(row + "\n");
  }
  for (const MethodOnData& line : result.methods)
    if (!line.reason.empty()) sink.write(fmt::format("\nNot applied: {}: {}.\n", line.method, line.reason));
  for (const std::string& name : result.unfinished) sink.write(fmt::format("\nStopped before {} was done.\n", name));
  sink.write(fmt::format("\n{}\n", result.reading));
}

}  // namespace pdrank
