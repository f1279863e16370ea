#include "load.hpp"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <queue>
#include <stdexcept>

#include "connection.hpp"
#include "pdrank/core/random.hpp"

namespace pdrank::load {
namespace {

constexpr double kFlip = 0.1, kTie = 0.05;     // of answers
constexpr std::uint64_t kVotesPerReload = 10;  // after so many votes a voter asks for the ballot again
constexpr double kBetweenNotes = 0.01;         // s

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Voter {
  Voter(int port, std::string its_token) : connection(port), token(std::move(its_token)) {}

  Connection connection;
  std::string token;
  std::string ticket;  // of the pair to answer; empty before the first ballot
  std::int64_t left = 0, right = 0;
  std::uint64_t votes = 0;
  double due = 0, asked = 0;
  bool is_voting = false;  // what it waits for: the answer to a vote, or to a question for a ballot
};

class Load {
 public:
  explicit Load(const LoadOptions& options)
      : options_(options), random_(options.seed), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
    for (const std::string& token : options.tokens) add_voter(token);
  }
  ~Load() { ::close(epoll_); }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  LoadReport run() {
    const double start = now();
    end_ = start + options_.seconds;
    for (const auto& voter : voters_) {
      voter->due = start + random_.uniform();  // they come one after the other
      due_.emplace(voter->due, voter.get());
    }
    while (waiting_ > 0 || !due_.empty()) {
      send_what_is_due();
      receive_what_came();
    }
    report_.seconds = now() - start;
    std::sort(report_.vote_ms.begin(), report_.vote_ms.end());
    std::sort(report_.pair_ms.begin(), report_.pair_ms.end());
    return std::move(report_);
  }

 private:
  void add_voter(const std::string& token) {
    voters_.push_back(std::make_unique<Voter>(options_.port, token));
    epoll_event event = {.events = EPOLLIN, .data = {.ptr = voters_.back().get()}};
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, voters_.back()->connection.file(), &event) != 0)
      throw std::runtime_error("epoll_ctl");
  }

  double period() const { return options_.rate > 0 ? static_cast<double>(voters_.size()) / options_.rate : 0; }

  void ask(Voter& voter) {
    voter.is_voting = false;
    voter.asked = now();
    voter.connection.send("GET", "/api/ballot", voter.token, "");
  }

  // The item with the larger number is the better one.
  const char* answer(const Voter& voter) {
    if (random_.chance(kTie)) return "tie";
    return (voter.left > voter.right) != random_.chance(kFlip) ? "left" : "right";
  }

  void vote(Voter& voter) {
    voter.is_voting = true;
    voter.asked = options_.rate > 0 ? voter.due : now();
    voter.connection.send(
        "POST", "/api/votes", voter.token,
        fmt::format(R"({{"key":"{:016x}","ticket":"{}","answer":"{}"}})", random_.bits(), voter.ticket, answer(voter)));
  }

  void send_what_is_due() {
    while (!due_.empty() && due_.top().first <= now()) {
      Voter& voter = *due_.top().second;
      due_.pop();
      if (now() >= end_) continue;
      ++waiting_;
      if (voter.ticket.empty())
        ask(voter);
      else
        vote(voter);
    }
  }

  void receive_what_came() {
    constexpr int kAtOnce = 64, kLongestMs = 100;
    std::array<epoll_event, kAtOnce> events = {};
    const double left = due_.empty() ? kLongestMs : 1000 * (due_.top().first - now());
    const int count = ::epoll_wait(epoll_, events.data(), kAtOnce, std::clamp(static_cast<int>(left), 0, kLongestMs));
    for (int k = 0; k < count; ++k) {
      Voter& voter = *static_cast<Voter*>(events[static_cast<std::size_t>(k)].data.ptr);
      if (const std::optional<Answer> received = voter.connection.receive()) take(voter, *received);
    }
  }

  void take(Voter& voter, const Answer& received) {
    --waiting_;
    (voter.is_voting ? report_.vote_ms : report_.pair_ms).push_back(1000 * (now() - voter.asked));
    if (received.status != 200)
      ++report_.others[received.status];
    else
      read_ballot(voter, received.body);
    if (received.status == 200 && voter.is_voting) acknowledge(voter);
    go_on(voter);
  }

  static void read_ballot(Voter& voter, const std::string& body) {
    const auto pair = nlohmann::json::parse(body).at("pair");
    if (pair.is_null()) throw std::runtime_error("there is no pair left to ask about");
    voter.ticket = pair.at("ticket").get<std::string>();
    voter.left = pair.at("left").at("id").get<std::int64_t>();
    voter.right = pair.at("right").at("id").get<std::int64_t>();
  }

  void acknowledge(Voter& voter) {
    ++voter.votes;
    ++report_.votes;
    auto& notes = report_.acknowledged;
    if (notes.empty() || now() - notes.back().first > kBetweenNotes) notes.emplace_back(now(), report_.votes);
  }

  void go_on(Voter& voter) {
    if (now() >= end_) return;
    if (voter.is_voting && voter.votes % kVotesPerReload == 0) {
      ++waiting_;
      ask(voter);
      return;
    }
    voter.due = options_.rate > 0 ? voter.due + period() : now();
    due_.emplace(voter.due, &voter);
  }

  const LoadOptions& options_;
  Random random_;
  int epoll_;
  double end_ = 0;
  std::vector<std::unique_ptr<Voter>> voters_;
  std::size_t waiting_ = 0;  // voters who wait for an answer
  std::priority_queue<std::pair<double, Voter*>, std::vector<std::pair<double, Voter*>>, std::greater<>> due_;
  LoadReport report_;
};

}  // namespace

LoadReport run_load(const LoadOptions& options) { return Load(options).run(); }

}  // namespace pdrank::load
