// A file that appears complete or not at all: written under a temporary name next to the target, then renamed. Its name
// says how it is packed, and what is between the fields of tables (output_ending.hpp).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pdrank/io/write/encoder.hpp"
#include "pdrank/io/write/sink.hpp"

namespace pdrank {

class OutputFile : public Sink {
 public:
  // Opens the temporary file, so that a place that cannot be written to fails here. "-" and /dev/stdout are stdout; a
  // target that exists and is not a regular file is written to directly. Throws InputError with the system's reason.
  explicit OutputFile(const std::string& path);
  // Without commit(), removes what was written.
  ~OutputFile() override;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  static bool is_stdout(std::string_view path) { return path == "-" || path == "/dev/stdout"; }

  void write(std::string_view text) override;
  char delimiter() const override { return delimiter_; }

  // The name it has until then; empty if it is written directly.
  const std::string& temporary() const { return temporary_; }

  // Writes out and closes: whatever can fail for lack of room has failed by then. Nothing may be written after it.
  void finish();
  // Puts the file in its place; finishes it first if that was not done.
  void commit();

 private:
  OutputFile() = default;

  void use_ending_of(const std::string& path);
  void open_temporary();
  void use(int file);
  void flush();
  [[noreturn]] void fail(int error) const;

  std::string path_;                      // as the caller gave it, for errors
  std::string target_;                    // where links have been followed
  std::string temporary_;                 // empty: written directly
  std::unique_ptr<io::Encoder> encoder_;  // null: written as it is
  char delimiter_ = ',';
  std::string buffer_;
  int file_ = -1;
};

}  // namespace pdrank
