#include "in_turn.hpp"

#include <span>
#include <string>

namespace pdrank::cli {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

class SendingSink final : public Sink {
 public:
  SendingSink(const distributed::Team& team, char delimiter) : team_(team), delimiter_(delimiter) {}

  void write(std::string_view text) override {
    piece_ += text;
    if (piece_.size() >= kPieceBytes) send();
  }
  char delimiter() const override { return delimiter_; }
  // Nothing more: an empty piece.
  void finish() {
    if (!piece_.empty()) send();
    send();
  }

 private:
  void send() {
    team_.send(std::as_bytes(std::span(piece_)), 0);
    piece_.clear();
  }

  const distributed::Team& team_;
  const char delimiter_;
  std::string piece_;
};

}  // namespace

void append_others(const distributed::Team& team, Sink* sink, const std::function<void(Sink&)>& produce) {
  const bool by_tabs = team.any(sink && sink->delimiter() == '\t');
  if (!team.leads()) {
    SendingSink sending(team, by_tabs ? '\t' : ',');
    produce(sending);
    return sending.finish();
  }
  for (std::size_t rank = 1; rank < team.size(); ++rank)
    for (auto piece = team.receive(rank); !piece.empty(); piece = team.receive(rank))
      sink->write({reinterpret_cast<const char*>(piece.data()), piece.size()});
}

void write_in_turn(const distributed::Team& team, Sink* sink, const std::function<void(Sink&)>& produce) {
  if (team.leads()) produce(*sink);
  append_others(team, sink, produce);
}

}  // namespace pdrank::cli
