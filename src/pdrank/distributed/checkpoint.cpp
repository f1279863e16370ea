#include "pdrank/distributed/checkpoint.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "pdrank/core/errors.hpp"
#include "pdrank/core/random.hpp"
#include "pdrank/core/version.hpp"
#include "pdrank/distributed/agree.hpp"
#include "pdrank/io/write/output_file.hpp"

namespace pdrank::distributed {
namespace {

using nlohmann::json;
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

// Numbers keep all their bits.
json bits_of(double number) { return std::bit_cast<std::uint64_t>(number); }
double number_of(const json& bits) { return std::bit_cast<double>(bits.get<std::uint64_t>()); }
json bits_of(const std::optional<double>& number) { return number ? bits_of(*number) : json(); }
std::optional<double> maybe_number(const json& bits) {
  return bits.is_null() ? std::nullopt : std::optional(number_of(bits));
}

json as_json(const EdgeTraffic& traffic) { return {traffic.passes, traffic.bytes}; }
EdgeTraffic traffic_of(const json& from) { return {from[0].get<std::uint64_t>(), from[1].get<std::uint64_t>()}; }

json as_json(const RoundRecord& record) {
  return {record.round,
          bits_of(record.score_change),
          bits_of(record.weight_change),
          bits_of(record.objective),
          bits_of(record.kkt_residual),
          record.iterations,
          record.passes};
}

RoundRecord record_of(const json& from) {
  RoundRecord record;
  record.round = from[0].get<int>();
  record.score_change = maybe_number(from[1]);
  record.weight_change = maybe_number(from[2]);
  record.objective = number_of(from[3]);
  record.kkt_residual = number_of(from[4]);
  record.iterations = from[5].get<int>();
  record.passes = from[6].get<std::uint64_t>();
  return record;
}

json as_json(const GammaChoice& choice) {
  return {{"gamma", bits_of(choice.gamma)},
          {"rounds", choice.rounds ? json(*choice.rounds) : json()},
          {"log_loss", bits_of(choice.log_loss)},
          {"traffic", as_json(choice.traffic)}};
}

GammaChoice choice_of(const json& from) {
  GammaChoice choice{.gamma = number_of(from["gamma"])};
  if (!from["rounds"].is_null()) choice.rounds = from["rounds"].get<int>();
  choice.log_loss = maybe_number(from["log_loss"]);
  choice.traffic = traffic_of(from["traffic"]);
  return choice;
}

void write_whole(const fs::path& path, std::string_view bytes) {
  OutputFile file(path.string());
  file.write(bytes);
  file.commit();
}

std::string read_whole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (!file) throw InputError(path.string(), 0, "cannot be read");
  return bytes;
}

class FolderCheckpoint final : public Checkpoint {
 public:
  FolderCheckpoint(const Team& team, const std::string& folder, bool resume, std::string fingerprint, std::size_t nodes)
      : team_(team), folder_(folder), fingerprint_(std::move(fingerprint)), nodes_(nodes) {
    agree(team_, [&] {
      if (team_.leads()) resume ? check_folder() : make_folder();
    });
    if (!resume) return;
    agree(team_, [&] { state_ = json::parse(read_whole(state_path())); });
    round_ = state_.value("round", 0);
  }

  std::optional<GammaChoice> choice() override {
    return state_.contains("choice") ? std::optional(choice_of(state_["choice"])) : std::nullopt;
  }

  void keep_choice(const GammaChoice& choice) override {
    state_["choice"] = as_json(choice);
    write_state();
  }

  std::optional<RoundsState> last() override {
    if (round_ == 0) return std::nullopt;
    RoundsState state;
    agree(team_, [&] {
      const std::string bytes = read_whole(scores_path(round_));
      if (bytes.size() != sizeof state.traffic + nodes_ * sizeof(double))
        throw InputError(scores_path(round_).string(), 0, "the file is not complete");
      std::memcpy(&state.traffic, bytes.data(), sizeof state.traffic);
      state.scores.resize(nodes_);
      std::memcpy(state.scores.data(), bytes.data() + sizeof state.traffic, nodes_ * sizeof(double));
    });
    for (const json& record : state_["trace"]) state.trace.push_back(record_of(record));
    state.exactly = state_["exactly"].get<bool>();
    return state;
  }

  void keep(const RoundsState& state) override {
    const int before = std::exchange(round_, state.trace.back().round);
    std::string bytes(reinterpret_cast<const char*>(&state.traffic), sizeof state.traffic);
    bytes.append(reinterpret_cast<const char*>(state.scores.data()), state.scores.size() * sizeof(double));
    agree(team_, [&] { write_whole(scores_path(round_), bytes); });
    state_["round"] = round_;
    state_["exactly"] = state.exactly;
    state_["trace"] = json::array();
    for (const RoundRecord& record : state.trace) state_["trace"].push_back(as_json(record));
    write_state();
    std::error_code ignored;  // what is left over does no harm
    if (before > 0) fs::remove(scores_path(before), ignored);
  }

  void remove() override {
    std::error_code ignored;
    agree(team_, [&] {
      if (round_ > 0) fs::remove(scores_path(round_), ignored);
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
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) throw InputError(folder_.string(), 0, error.message());
    fs::remove(state_path());
    remove_leftovers(0);
    write_whole(state_path(), json{{"fingerprint", fingerprint_}}.dump());
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

  void check_folder() const {
    if (!fs::exists(state_path())) throw InputError(folder_.string(), 0, "there is no checkpoint to go on from");
    const json found = json::parse(read_whole(state_path()), nullptr, false);
    if (found.is_discarded() || !found.contains("fingerprint"))
      throw InputError(state_path().string(), 0, "this is no checkpoint");
    if (found["fingerprint"] != fingerprint_)
      throw InputError(folder_.string(), 0,
                       fmt::format("the checkpoint is of another run ({}), not of this one ({})",
                                   found["fingerprint"].get<std::string>(), fingerprint_));
    remove_leftovers(found.value("round", 0));
  }

  // All shares of the round are there before this says so.
  void write_state() {
    agree(team_, [&] {
      if (!team_.leads()) return;
      json state = state_;
      state["fingerprint"] = fingerprint_;
      write_whole(state_path(), state.dump());
    });
  }

  const Team& team_;
  fs::path folder_;
  std::string fingerprint_;
  std::size_t nodes_;  // scores that this process keeps
  json state_ = json::object();
  int round_ = 0;
};

}  // namespace

std::unique_ptr<Checkpoint> open_checkpoint(const Team& team, const std::string& folder, bool resume,
                                            const SharedGraph& shared, const RankOptions& options) {
  return std::make_unique<FolderCheckpoint>(team, folder, resume, fingerprint(team, shared, options),
                                            shared.graph.node_count());
}

}  // namespace pdrank::distributed
