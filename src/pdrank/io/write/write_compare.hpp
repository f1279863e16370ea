// A comparison of methods as files: CSV, JSON, a Markdown table.
#pragma once

#include "pdrank/core/compare_result.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank {

// method,status,seconds,agreement,accuracy,log_loss,p_value,calibration_error,unpredicted,tau,spearman,top_k,reason
void write_compare_csv(const CompareResult& result, Sink& sink);

// Everything, as one JSON object (schema_version 1). Numbers that JSON does not have are null.
void write_compare_json(const CompareResult& result, Sink& sink);

// The table for people; columns that were not asked for are left out.
void write_compare_markdown(const CompareResult& result, Sink& sink);

}  // namespace pdrank
