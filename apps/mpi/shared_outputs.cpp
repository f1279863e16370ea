#include "shared_outputs.hpp"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <utility>

#include "ending.hpp"
#include "in_turn.hpp"
#include "pdrank/io/write/output_ending.hpp"

namespace pdrank::cli {
namespace {

const Endings& endings_for(const std::string& field) {
  if (field == "report") return kPageEndings;
  return field == "output" ? kRankEndings : kTableEndings;
}

}  // namespace

void CarefulSink::write(std::string_view text) {
  if (failure_) return;
  try {
    sink_.write(text);
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void CarefulSink::rethrow() const {
  if (failure_) std::rethrow_exception(failure_);
}

SharedOutputs::SharedOutputs(const distributed::Team& team, const std::vector<std::string>& inputs,
                             std::vector<File> files)
    : team_(team), inputs_(inputs), files_(std::move(files)) {
  distributed::agree(team, [&] { open(); });
  uses_stdout_ = team.any(outputs_->uses_stdout());
  outputs_.reset();
}

void SharedOutputs::begin() {
  distributed::agree(team_, [&] { open(); });
  remove_when_ended(all_temporaries());
}

void SharedOutputs::write(const File& file, const Produce& produce) const {
  if (file.path.empty()) return;
  write_carefully(team_, file.sink, [&](Sink* sink) {
    if (file.split) return produce(*sink, team_.leads());
    write_in_turn(team_, sink, [&](Sink& to) { produce(to, team_.leads()); });
  });
}

void SharedOutputs::commit() {
  distributed::agree(team_, [&] { outputs_->finish(); });
  remove_when_ended({});
  distributed::agree(team_, [&] { outputs_->commit(); });
  end_silently();  // it would say that nothing was written
}

void SharedOutputs::open() {
  outputs_ = std::make_unique<OutputSet>();
  outputs_->protect(inputs_);
  for (File& file : files_) {
    file.sink = nullptr;
    if (file.split || team_.leads())
      file.sink = outputs_->open(file.field, file.split ? part_name(file.path) : file.path, endings_for(file.field));
  }
}

// Its own, and those of the others too, as a process that is killed cannot remove any.
std::vector<std::string> SharedOutputs::all_temporaries() const {
  std::vector<std::string> names = outputs_->temporaries();
  distributed::TextPack here;
  for (const std::string& name : names) here.add(name);
  const distributed::Received<char> all = team_.gather(std::span<const char>(here.bytes()));
  for (std::size_t rank = 0; rank < team_.size(); ++rank)
    if (rank != team_.rank())
      distributed::for_each_text(all.from(rank), [&](std::string_view name) { names.emplace_back(name); });
  return names;
}

// votes.csv -> votes-00001-of-00004.csv, votes.csv.gz -> votes-00001-of-00004.csv.gz
std::string SharedOutputs::part_name(const std::string& path) const {
  const std::filesystem::path whole(path);
  std::filesystem::path stem = whole.stem();
  std::string ending = whole.extension().string();
  if (ending_of(path).packing != Packing::none) {
    ending = stem.extension().string() + ending;
    stem = stem.stem();
  }
  const std::string name = fmt::format("{}-{:05}-of-{:05}{}", stem.string(), team_.rank(), team_.size(), ending);
  return (whole.parent_path() / name).string();
}

}  // namespace pdrank::cli
