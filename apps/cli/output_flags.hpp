// --format, --output and --quiet: what a command prints and writes.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "output_set.hpp"
#include "pdrank/io/write/output_file.hpp"

namespace pdrank::cli {

enum class Format { table, csv, json, markdown };

struct OutputFlags {
  std::optional<std::string> format;
  std::string output;
  bool quiet = false;

  // Of what is printed on stdout.
  Format printed() const;
  // Of the file given with --output, by its ending.
  Format written() const;
  // Whether something is printed on stdout, beside files that go there.
  bool prints(const OutputSet& outputs) const { return format || !(quiet || outputs.uses_stdout()); }
  // Whether what is printed holds the notes already, or nobody wants to hear them.
  bool tells_notes(const OutputSet& outputs) const;
};

// `output_help` says what --output writes.
void add_output_flags(CLI::App& app, OutputFlags& flags, const char* output_help);

// How a result is written to a file of each format.
template <class Result>
struct Writers {
  void (*csv)(const Result&, Sink&);
  void (*json)(const Result&, Sink&);
  void (*markdown)(const Result&, Sink&);

  // `table()` is the text for the screen.
  template <class Table>
  void write(const Result& result, Format format, Sink& sink, Table&& table) const {
    switch (format) {
      case Format::table:
        return sink.write(table());
      case Format::csv:
        return csv(result, sink);
      case Format::json:
        return json(result, sink);
      case Format::markdown:
        return markdown(result, sink);
    }
  }
};

// write(sink) on stdout.
template <class Write>
void print(Write&& write) {
  OutputFile screen("-");
  write(screen);
  screen.commit();
}

// write(format, sink) to `file`, if there is one, then all files are put in place, then to stdout.
template <class Write>
void deliver(const OutputFlags& flags, Sink* file, OutputSet& outputs, Write&& write) {
  if (file) write(flags.written(), *file);
  outputs.commit();
  if (flags.prints(outputs)) print([&](Sink& sink) { write(flags.printed(), sink); });
}

}  // namespace pdrank::cli
