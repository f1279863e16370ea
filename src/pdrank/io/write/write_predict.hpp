// Predicted answers as files: CSV, JSON, a Markdown table.
#pragma once

#include "pdrank/core/predict_result.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank {

// The fields of a pair (core/predict_result) are the columns.
void write_predict_csv(const PredictResult& result, Sink& sink);

// Everything, as one JSON object (schema_version 1). What is not known is null.
void write_predict_json(const PredictResult& result, Sink& sink);

// The table for people, and the notes.
void write_predict_markdown(const PredictResult& result, Sink& sink);

}  // namespace pdrank
