// --format, --output, --quiet and other flags that are about the command line alone: what a command prints and writes.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

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
  // Of the file given with --output, by its ending; of stdout, which may be given there too, as printed().
  Format written() const;
  // Whether something is printed on stdout, beside files, of which some may go there.
  bool prints(bool uses_stdout) const;
  // Whether what is printed holds the notes already, or nobody wants to hear them.
  bool tells_notes(bool uses_stdout) const;
};

// --format, --output and --quiet; `output_help` says what --output writes.
void add_output_flags(CLI::App& app, OutputFlags& flags, const char* output_help);

// --format of a command that only prints.
void add_format_flag(CLI::App& app, std::string& format, const std::vector<std::string>& choices);

// How many rows people are shown: on the screen, and where they ask for it, in Markdown. 0 = all.
struct Top {
  std::optional<std::size_t> given = {};

  std::size_t on_screen() const { return given.value_or(20); }
  std::size_t in_markdown() const { return given.value_or(0); }
};
void add_top_flag(CLI::App& app, Top& top);

// The name of a file, not empty. A path that is not empty already is the default.
CLI::Option* add_file_flag(CLI::App& app, const char* flag, std::string& path, const char* help);

// The files that `rank` writes beside the ranking, and the rows that it prints.
struct RankFiles {
  std::string confidence, annotators, boards, curves, both_ways, report;
  Top top;
};
void add_rank_files(CLI::App& app, RankFiles& files);

// How a result is written to a file of each format.
template <class Result>
struct Writers {
  using Write = std::function<void(const Result&, Sink&)>;
  Write csv, json, markdown;

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
  if (flags.prints(outputs.uses_stdout())) print([&](Sink& sink) { write(flags.printed(), sink); });
}

}  // namespace pdrank::cli
