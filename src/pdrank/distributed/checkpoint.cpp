#include "pdrank/distributed/checkpoint.hpp"

#include <fmt/format.h>

#include <bit>
#include <filesystem>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/core/version.hpp"
#include "pdrank/distributed/agree.hpp"
#include "pdrank/distributed/checkpoint_state.hpp"
#include "pdrank/io/bytes/byte_source.hpp"
#include "pdrank/io/write/output_file.hpp"

namespace pdrank::distributed {
namespace {

namespace fs = std::filesystem;

// What another run must have in common to go on from this one: each process the same nodes and edges.
std::string fingerprint(const Team& team, const SharedGraph& shared, const RankOptions& options) {
  const ComparisonGraph& graph = shared.graph;
  std::uint64_t hash = mixed(team.rank()) ^ shared.own;
  for (const std::uint32_t number : graph.item) hash = mixed(hash ^ number);
  for (EdgeId e = 0; e < graph.edge_count(); ++e)
    hash = mixed(hash ^ (std::uint64_t{graph.winner[e]} << 32 | graph.loser[e])) ^
           std::bit_cast<std::uint64_t>(graph.count[e]);
  const std::uint64_t items = team.sum(std::uint64_t{shared.own}), edges = team.sum(std::uint64_t{graph.edge_count()});
  const std::uint64_t all = team.sum(mixed(hash));
  std::string text =
      fmt::format("pdrank {}, {} processes, {} items, {} edges, {:016x}", version(), team.size(), items, edges, all);
  for (const OptionRecord<RankOptions>& record : RankOptions::table())
    if (record.affects_result) text += fmt::format(", {}={}", record.name, option_text(options, record));
  return text;
}

void write_whole(const fs::path& path, std::string_view bytes) {
  OutputFile file(path.string());
  file.write(bytes);
  file.commit();
}

std::string read_whole(const fs::path& path) try {
  io::RawInput file(path.string(), io::kBlockBytes);
  std::string bytes;
  for (std::string_view block = file.peek(1); !block.empty(); block = file.peek(1)) {
    bytes += block;
    file.drop(block.size());
  }
  return bytes;
} catch (const io::BrokenInput& error) {
  throw InputError(path.string(), 0, error.what());
}

// What the file system refuses is said of the path that it is about.
template <class Change>
void in_folder(const Change& change) try {
  change();
} catch (const fs::filesystem_error& error) {
  throw InputError(error.path1().string(), 0, error.code().message());
}

class FolderCheckpoint final : public Checkpoint {
 public:
  FolderCheckpoint(const Team& team, const std::string& folder, bool resume, std::string fingerprint, std::size_t nodes)
      : team_(team), folder_(folder), nodes_(nodes), state_{.fingerprint = std::move(fingerprint)} {
    agree(team_, [&] {
      if (team_.leads()) in_folder([&] { resume ? check_folder() : make_folder(); });
    });
    if (resume) agree(team_, [&] { state_ = read_state(); });
  }

  std::optional<GammaChoice> choice() override { return state_.choice; }

  void keep_choice(const GammaChoice& choice) override {
    state_.choice = choice;
    write_state();
  }

  std::optional<RoundsState> last() override {
    if (state_.round() == 0) return std::nullopt;
    CheckpointShare share;
    agree(team_, [&] {
      const fs::path path = scores_path(state_.round());
      share = parse_checkpoint_share(read_whole(path), nodes_, path.string());
    });
    return RoundsState{
        .scores = std::move(share.scores), .trace = state_.trace, .traffic = share.traffic, .exactly = state_.exactly};
  }

  void keep(const RoundsState& state) override {
    const int before = state_.round();
    state_.trace = state.trace;
    state_.exactly = state.exactly;
    agree(team_, [&] { write_whole(scores_path(state_.round()), to_bytes({state.traffic, state.scores})); });
    write_state();
    std::error_code ignored;  // what is left over does no harm
    if (before > 0) fs::remove(scores_path(before), ignored);
  }

  void remove() override {
    std::error_code ignored;
    agree(team_, [&] {
      if (state_.round() > 0) fs::remove(scores_path(state_.round()), ignored);
    });
    if (!team_.leads()) return;
    fs::remove(state_path(), ignored);
    fs::remove(folder_, ignored);  // if nothing else is in it
  }

 private:
  fs::path state_path() const { return folder_ / "state.json"; }
  fs::path scores_path(int round) const {
    return folder_ / fmt::format("round-{:05}-process-{:05}.scores", round, team_.rank());
  }

  void make_folder() {
    fs::create_directories(folder_);
    fs::remove(state_path());
    remove_leftovers(0);
    write_whole(state_path(), to_text(state_));
  }

  // Other files in the folder are not ours to touch.
  static bool is_of_a_run(std::string_view name, std::string_view begin, std::string_view end) {
    return name.starts_with(begin) && name.ends_with(end);
  }

  // Of processes that were ended while they wrote, or before they had removed the shares of another round than this.
  void remove_leftovers(int round) const {
    const std::string kept = fmt::format("round-{:05}-", round);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
      const std::string name = entry.path().filename().string();
      const bool other_round = is_of_a_run(name, "round-", ".scores") && !name.starts_with(kept);
      if (other_round || is_of_a_run(name, ".round-", ".tmp") || is_of_a_run(name, ".state.json.", ".tmp"))
        fs::remove(entry.path());
    }
  }

  CheckpointState read_state() const { return parse_checkpoint_state(read_whole(state_path()), state_path().string()); }

  void check_folder() const {
    if (!fs::exists(state_path())) throw InputError(folder_.string(), 0, "there is no checkpoint to go on from");
    const CheckpointState found = read_state();
    if (found.fingerprint != state_.fingerprint)
      throw InputError(folder_.string(), 0,
                       fmt::format("the checkpoint is of another run ({}), not of this one ({})", found.fingerprint,
                                   state_.fingerprint));
    remove_leftovers(found.round());
  }

  // All shares of the round are there before this says so.
  void write_state() {
    agree(team_, [&] {
      if (team_.leads()) write_whole(state_path(), to_text(state_));
    });
  }

  const Team& team_;
  fs::path folder_;
  std::size_t nodes_;  // scores that this process keeps
  CheckpointState state_;
};

}  // namespace

std::unique_ptr<Checkpoint> open_checkpoint(const Team& team, const std::string& folder, bool resume,
                                            const SharedGraph& shared, const RankOptions& options) {
  return std::make_unique<FolderCheckpoint>(team, folder, resume, fingerprint(team, shared, options),
                                            shared.graph.node_count());
}

}  // namespace pdrank::distributed
