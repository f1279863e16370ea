#include "pdrank/server/worker.hpp"

#include <algorithm>
#include <chrono>
#include <unordered_map>

#include "pdrank/active/next_pairs.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/platform.hpp"
#include "pdrank/methods/rank.hpp"
#include "pdrank/server/clock.hpp"
#include "pdrank/server/growth.hpp"

namespace pdrank::server {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kBetweenRankings = 250ms;  // of one project, at least
constexpr auto kBetweenQuestions = 1s;    // to a store that others write to
constexpr auto kReload = 5s;
// Ranking comes after requests, and still gets its share of a machine that others keep busy: a quarter of a core.
constexpr std::chrono::milliseconds kBetweenChores = 20ms;
constexpr auto kSmall = 300ms;                                     // what takes no longer is done again at once
constexpr std::size_t kSmallestStock = 256, kLargestStock = 2048;  // pairs
constexpr std::size_t kMostForPosterior = 2000;                    // items

using Board = LiveProject::Board;

void start_anew(Board::Work& work) {
  work.data = Comparisons();
  work.casts = 0;
}

void update_roll(const LiveProject& project, Board::Work& work) {
  const std::uint64_t version = project.roll_version();
  if (version == work.roll_version) return;
  std::vector<storage::Voter> voters;
  for (const auto& voter : project.voters()) voters.push_back(voter->voter());
  work.roll = make_roll(project.catalog()->items(), voters);
  work.roll_version = version;
  start_anew(work);
}

// The casts that are not in the data: all of them if one of those was undone.
std::vector<Cast> casts_to_add(const LiveProject& project, Board::Work& work) {
  return project.log.read([&](const VoteLog& log) {
    if (work.undone != log.undone() || work.generation != log.generation()) start_anew(work);
    work.undone = log.undone();
    work.generation = log.generation();
    return std::vector<Cast>(log.casts().begin() + static_cast<std::ptrdiff_t>(work.casts), log.casts().end());
  });
}

// Brings the comparisons that count up to the log.
void update_data(LiveProject& project, std::size_t question) {
  Board::Work& work = project.boards[question].work;
  update_roll(project, work);
  std::vector<Cast> casts = casts_to_add(project, work);
  const auto is_strange = [&](const Cast& cast) { return !work.roll.knows(cast); };
  if (std::ranges::any_of(casts, is_strange)) {  // another server has added someone or something
    project.reload();
    update_roll(project, work);
    casts = casts_to_add(project, work);
  }
  append_counting(casts, work.roll, question, work.data);
  work.casts += casts.size();
}

Order order_of(const RankResult& result, const Catalog& catalog) {
  Order order;
  for (const Place& place : result.ranking)
    if (const storage::Item* item = catalog.named(place.item)) order.push_back(item->id);
  return order;
}

// What there is to rank, at one moment.
struct Moment {
  Ranking ranking = {};  // without a result
  Comparisons data = {};
};

Moment copy_moment(LiveProject& project, std::size_t question) {
  const std::lock_guard lock(project.boards[question].work.mutex);
  Moment moment;
  moment.ranking.version = project.version();
  moment.ranking.made_of_ms = steady_ms();
  update_data(project, question);
  moment.data = copy_of(project.boards[question].work.data);
  moment.ranking.answers = moment.data.size();
  return moment;
}

std::string strategy_for(const std::string& asked, std::size_t items) {
  if (asked != "auto") return asked;
  return items <= kMostForPosterior ? "posterior" : "hybrid-mst";
}

std::vector<Shown> chosen_pairs(const Comparisons& data, const Catalog& catalog, const NextOptions& options,
                                Observer* observer) {
  std::vector<Shown> pairs;
  if (data.items.size() < 2) return pairs;
  for (const NextPair& pair : next_pairs(data, options, observer).pairs) {
    const storage::Item *left = catalog.named(pair.left), *right = catalog.named(pair.right);
    if (left && right) pairs.push_back({left->id, right->id});
  }
  return pairs;
}

// Two of the first, one of the second, and so on.
std::vector<Shown> mixed(const std::vector<Shown>& often, const std::vector<Shown>& seldom) {
  std::vector<Shown> all;
  for (std::size_t k = 0, n = 0; k < often.size() || n < seldom.size();) {
    for (int twice = 0; twice < 2 && k < often.size(); ++twice) all.push_back(often[k++]);
    if (n < seldom.size()) all.push_back(seldom[n++]);
  }
  return all;
}

// Whether there is a question whose ranking is of fewer votes than there are.
bool is_behind(const LiveProject& project, Published<Ranking> Board::*kind) {
  for (std::size_t question = 0; question < project.study()->questions(); ++question) {
    const std::shared_ptr<const Ranking> last = (project.boards[question].*kind).get();
    if (!last || last->version != project.version()) return true;
  }
  return false;
}

}  // namespace

void rank_quickly(LiveProject& project, Observer* observer) {
  for (std::size_t question = 0; question < project.study()->questions(); ++question) {
    Board::Work& work = project.boards[question].work;
    const std::lock_guard lock(work.mutex);
    auto ranking = std::make_shared<Ranking>();
    ranking->version = project.version();
    ranking->made_of_ms = steady_ms();
    update_data(project, question);
    ranking->answers = work.data.size();
    if (!work.data.empty()) {
      ranking->result = rank(work.data, {.threads = 1}, observer, &work.warm);
      ranking->result.confidence = {};  // large, and nobody reads it
      ranking->result.annotators = {};  // the thorough one tells of them
      ranking->alike = work.warm.same_annotators;
    }
    if (question == 0) project.order.set(std::make_shared<const Order>(order_of(ranking->result, *project.catalog())));
    project.boards[question].quick.set(std::move(ranking));
  }
}

void rank_thoroughly(LiveProject& project, int threads, Observer* observer) {
  for (std::size_t question = 0; question < project.study()->questions(); ++question) {
    Moment moment = copy_moment(project, question);
    auto ranking = std::make_shared<Ranking>(std::move(moment.ranking));
    if (!moment.data.empty()) {
      WarmStart found;
      ranking->result = rank(moment.data, {.threads = threads}, observer, &found);
      if (ranking->result.convergence.status == Termination::stopped) return;
      ranking->alike = std::move(found.same_annotators);
    }
    ranking->data = std::make_shared<const Comparisons>(std::move(moment.data));
    project.boards[question].thorough.set(std::move(ranking));
  }
}

void fill_stock(LiveProject& project, int threads, std::uint64_t seed, Observer* observer) {
  Moment moment = copy_moment(project, 0);
  const std::shared_ptr<const Catalog> catalog = project.catalog();
  auto stock = std::make_shared<Stock>();
  stock->answers = moment.data.size();
  stock->items = catalog->enabled().size();
  const std::size_t count = std::clamp(stock->items, kSmallestStock, kLargestStock);
  const std::string asked = project.project().strategy;
  const bool grows = asked == "auto" && stock->items > kMostForPosterior;
  if (grows) {
    Random random(seed);
    stock->pairs = growing_pairs(moment.data, *catalog, count / 3, random);
  } else {
    for (const storage::Id id : catalog->enabled()) moment.data.items.intern(catalog->find(id)->name);
  }
  const NextOptions options{.strategy = strategy_for(asked, moment.data.items.size()),
                            .count = count,
                            .outlook = false,
                            .seed = seed,
                            .threads = threads};
  stock->pairs = mixed(chosen_pairs(moment.data, *catalog, options, observer), stock->pairs);
  project.stock.set(std::move(stock));
}

bool wants_ranking(const LiveProject& project) { return is_behind(project, &Board::thorough); }

bool wants_stock(const LiveProject& project) {
  const std::shared_ptr<const Stock> stock = project.stock.get();
  const std::shared_ptr<const Ranking> quick = project.boards[0].quick.get();
  const std::size_t items = project.catalog()->enabled().size();
  if (!stock) return items >= 2;
  return stock->items != items || (quick && quick->answers != stock->answers);
}

Worker::Worker(WorkerOptions options) : options_(std::move(options)) {
  follower_ = std::thread([this] { follow(); });
  ranker_ = std::thread([this] {
    toil({.is_wanted = wants_ranking,
          .run = [this](LiveProject& project) { rank_thoroughly(project, options_.threads, &watcher_); },
          .rest_over_work = 9});
  });
  stocker_ = std::thread([this] {
    toil({.is_wanted = wants_stock,
          .run = [this](LiveProject& project) { fill_stock(project, options_.threads, project.version(), &watcher_); },
          .rest_over_work = 1});
  });
}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  ending_.notify_all();
  changed_.notify_all();
  follower_.join();
  ranker_.join();
  stocker_.join();
}

void Worker::wake() {
  {
    const std::lock_guard lock(mutex_);
    ++calls_;
  }
  changed_.notify_all();
}

// At least `least`, and then until there was a call, but not longer than `most`. False when it is time to stop.
bool Worker::wait(std::uint64_t& seen, std::chrono::milliseconds least, std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  ending_.wait_for(lock, least, [&] { return stopping_.load(); });
  changed_.wait_for(lock, most, [&] { return stopping_ || calls_ != seen; });
  seen = calls_;
  return !stopping_;
}

void Worker::guarded(const std::function<void()>& step) {
  try {
    step();
  } catch (const Stopped&) {  // it is asked for only when all ends
  } catch (const std::exception& error) {
    if (options_.on_trouble) options_.on_trouble(error.what());
  }
}

std::vector<std::shared_ptr<LiveProject>> Worker::projects() {
  std::vector<std::shared_ptr<LiveProject>> list;
  guarded([&] { list = options_.projects(); });
  return list;
}

void Worker::follow() {
  std::uint64_t seen = 0;
  auto reloaded = Clock::now();
  do {
    const bool reload = options_.shared_store && Clock::now() - reloaded > kReload;
    if (reload) reloaded = Clock::now();
    for (const auto& project : projects()) {
      if (stopping_) return;
      guarded([&] {
        if (reload) project->reload();
        follow(*project);
      });
    }
  } while (wait(seen, kBetweenRankings, options_.shared_store ? kBetweenQuestions : 1h));
}

void Worker::follow(LiveProject& project) {
  if (options_.shared_store) project.log.follow();
  if (!is_behind(project, &Board::quick)) return;
  rank_quickly(project, &watcher_);
  if (options_.shared_store) wake();  // what has come from elsewhere has woken nobody
}

void Worker::toil(const Chore& chore) {
  // Requests come first.
  platform::lower_priority();
  std::unordered_map<storage::Id, Clock::time_point> again;  // when a project may have it done again
  std::uint64_t seen = 0;
  bool put_off = false;  // something is left to do, but not yet
  do {
    put_off = false;
    for (const auto& project : projects()) {
      if (stopping_) return;
      if (!chore.is_wanted(*project)) continue;
      const Clock::time_point start = Clock::now();
      if (start < again[project->id()]) {
        put_off = true;
        continue;
      }
      guarded([&] { chore.run(*project); });
      const auto took = Clock::now() - start;
      again[project->id()] = Clock::now() + (took > kSmall ? chore.rest_over_work * took : took);
    }
  } while (wait(seen, kBetweenChores, put_off ? kBetweenChores : std::chrono::milliseconds(1h)));
}

}  // namespace pdrank::server
