// The files a command was asked to write. All are opened before the work begins, and put in place only when all of them
// are complete.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/io/write/output_file.hpp"

namespace pdrank::cli {

// What files may end with; the first is also what a file without an ending is.
using Endings = std::vector<std::string_view>;
inline const Endings kTableEndings = {"csv", "tsv"}, kResultEndings = {"csv", "tsv", "json", "md"},
                     kPageEndings = {"html", "htm"}, kRankEndings = {"csv", "tsv", "json", "md", "html"};

class OutputSet {
 public:
  // Files that are being read: writing over them is refused.
  void protect(const std::vector<std::string>& inputs);

  // Opens the file given with `field` (an option's name); null if none was given. InvalidArgument if it is an input or
  // was opened for something else already, and for a name whose ending is none of these.
  Sink* open(const std::string& field, const std::string& path, const Endings& endings = kTableEndings);

  bool uses_stdout() const { return uses_stdout_; }

  // Writes out what is not yet; commit() does so too.
  void finish();
  void commit();
  // The names of files that are not in place yet.
  std::vector<std::string> temporaries() const;

 private:
  struct Taken {
    std::filesystem::path path;
    std::string what;  // for the message
  };

  std::vector<Taken> taken_;
  std::vector<std::unique_ptr<OutputFile>> files_;
  bool uses_stdout_ = false;
};

}  // namespace pdrank::cli
