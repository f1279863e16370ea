// What the name of a file says about how it is written: x.json, x.csv.gz, X.TSV.
#pragma once

#include <string>
#include <string_view>

namespace pdrank {

enum class Packing { none, gzip, zstd };

struct OutputEnding {
  std::string format;  // in lower case, without the point; empty: none
  Packing packing = Packing::none;

  char delimiter() const { return format == "tsv" ? '\t' : ','; }  // of tables
};

OutputEnding ending_of(std::string_view path);

}  // namespace pdrank
