// The files of a command of several processes: each written by the first process, or in parts, one a process. They are
// tried before the work and opened after it, and put in place only when all of them are complete.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "output_set.hpp"
#include "pdrank/distributed/agree.hpp"
#include "pdrank/distributed/team.hpp"

namespace pdrank::cli {

// A place to write to that may fail without the others noticing: the first failure is kept for all to hear.
class CarefulSink final : public Sink {
 public:
  explicit CarefulSink(Sink& sink) : sink_(sink) {}
  void write(std::string_view text) override;
  char delimiter() const override { return sink_.delimiter(); }
  void rethrow() const;

 private:
  Sink& sink_;
  std::exception_ptr failure_;
};

// write(sink), which all call; `sink` is null for those who only send.
template <class Write>
void write_carefully(const distributed::Team& team, Sink* sink, const Write& write) {
  std::optional<CarefulSink> careful;
  if (sink) careful.emplace(*sink);
  write(careful ? &*careful : nullptr);
  distributed::agree(team, [&] {
    if (careful) careful->rethrow();
  });
}

class SharedOutputs {
 public:
  struct File {
    std::string field, path;  // the option's name and its value; a path that is empty is not written
    bool split = false;       // one a process
    Sink* sink = nullptr;
  };

  // Tries to open them; nothing may be written over `inputs`.
  SharedOutputs(const distributed::Team& team, const std::vector<std::string>& inputs, std::vector<File> files);

  bool uses_stdout() const { return uses_stdout_; }
  File& operator[](std::size_t k) { return files_[k]; }

  // Opens them for good, split or not.
  void begin();

  // produce(sink, first) for a text of which each process has a stretch; `first` says that it begins the file.
  using Produce = std::function<void(Sink&, bool first)>;
  void write(const File& file, const Produce& produce) const;

  void commit();

 private:
  void open();
  std::vector<std::string> all_temporaries() const;
  std::string part_name(const std::string& path) const;

  const distributed::Team& team_;
  const std::vector<std::string>& inputs_;
  std::unique_ptr<OutputSet> outputs_;
  std::vector<File> files_;
  bool uses_stdout_ = false;
};

}  // namespace pdrank::cli
