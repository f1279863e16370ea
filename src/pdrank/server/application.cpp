#include "pdrank/server/application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pdrank/core/errors.hpp"
#include "pdrank/server/clock.hpp"
#include "pdrank/server/images.hpp"
#include "pdrank/server/tokens.hpp"

namespace pdrank::server {
namespace {

// "localhost:8080" -> "localhost", "[::1]:8080" -> "[::1]"
std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  if (colon == std::string_view::npos || host.ends_with(']')) return host;
  return host.substr(0, colon);
}

// A page of another site, whose name was made to point here, sends that name.
void check_host(const Request& request, const std::vector<std::string>& hosts) {
  if (hosts.empty() || std::ranges::find(hosts, without_port(request.header("host"))) != hosts.end()) return;
  throw Refusal(403, "this server is not known by that name");
}

TokenKind kind_for(Access access) {
  if (access == Access::join) return TokenKind::join;
  return access == Access::results ? TokenKind::results : TokenKind::voter;
}

bool has_project(const Route& route) { return route.path.find("{project}") != std::string_view::npos; }

}  // namespace

Application::Application(std::unique_ptr<storage::Store> store, ApplicationOptions options)
    : options_(std::move(options)), store_(std::move(store)), random_(options_.seed) {
  secret_.set(std::make_shared<const std::string>(store_->secret()));
  meet_projects();
  if (!options_.worker) return;
  const auto projects_now = [this] {
    if (options_.shared_store) meet_projects();
    return projects();
  };
  worker_ = std::make_unique<Worker>(WorkerOptions{.projects = projects_now,
                                                   .on_trouble = [this](const std::string& what) { report(what); },
                                                   .shared_store = options_.shared_store,
                                                   .threads = options_.threads});
}

Application::~Application() = default;

std::vector<std::shared_ptr<LiveProject>> Application::projects() const {
  const std::shared_lock lock(projects_mutex_);
  std::vector<std::shared_ptr<LiveProject>> list;
  for (const auto& [id, project] : projects_) list.push_back(project);
  return list;
}

std::shared_ptr<LiveProject> Application::project(storage::Id id) const {
  const std::shared_lock lock(projects_mutex_);
  const auto found = projects_.find(id);
  return found == projects_.end() ? nullptr : found->second;
}

std::shared_ptr<LiveProject> Application::add_project(storage::Project project) {
  const storage::Id id = project.id;
  auto live = std::make_shared<LiveProject>(*store_, std::move(project));
  const std::unique_lock lock(projects_mutex_);
  return projects_.try_emplace(id, std::move(live)).first->second;
}

void Application::forget_project(storage::Id id) {
  {
    const std::unique_lock lock(projects_mutex_);
    projects_.erase(id);
  }
  const std::lock_guard lock(hashes_mutex_);
  std::erase_if(hashes_, [id](const auto& known) { return known.first.first == id; });
}

// As the store has them: other servers make and remove some. A file has one server, so that an import which is not
// whole when it starts was broken off.
void Application::meet_projects() {
  std::set<storage::Id> there;
  for (storage::Project& project : store_->projects()) {
    there.insert(project.id);
    if (this->project(project.id)) continue;
    if (!options_.shared_store)
      for (const storage::Import& broken : store_->imports(project.id))
        if (!broken.is_whole) store_->remove_import(project.id, broken.id);
    add_project(std::move(project));
  }
  if (!options_.shared_store) return;
  secret_.set(std::make_shared<const std::string>(store_->secret()));  // it changes where another one restores a backup
  for (const auto& known : projects())
    if (!there.contains(known->id()) && !store_->project(known->id())) forget_project(known->id());
}

// One that another server has made is in the store.
std::shared_ptr<LiveProject> Application::find_project(storage::Id id) {
  if (std::shared_ptr<LiveProject> known = project(id); known || !options_.shared_store) return known;
  meet_projects();
  return project(id);
}

void Application::changed() {
  if (worker_) worker_->wake();
}

void Application::restored() {
  secret_.set(std::make_shared<const std::string>(store_->secret()));
  meet_projects();
  changed();
}

void Application::count(const Handled& request) {
  traffic.add(request);
  if (options_.on_request) options_.on_request(request);
}

void Application::report(const std::string& trouble) {
  ++troubles;
  if (options_.on_trouble) options_.on_trouble(trouble);
}

void Application::remember_hash(storage::Id project, storage::Id file, std::string hash) {
  const std::lock_guard lock(hashes_mutex_);
  hashes_[{project, file}] = std::move(hash);
}

std::string Application::file_hash(storage::Id project, storage::Id file) {
  {
    const std::lock_guard lock(hashes_mutex_);
    if (const auto found = hashes_.find({project, file}); found != hashes_.end()) return found->second;
  }
  const std::optional<storage::File> stored = store_->file(project, file);
  if (!stored) return {};
  std::string hash = sha256(stored->bytes);
  remember_hash(project, file, hash);
  return hash;
}

std::shared_ptr<VoterState> Application::find_voter(LiveProject& project, storage::Id id) {
  if (std::shared_ptr<VoterState> known = project.voter(id); known || !options_.shared_store) return known;
  if (std::optional<storage::Voter> stored = store_->voter(project.id(), id)) project.add_voter(std::move(*stored));
  return project.voter(id);
}

void Application::authorise(const Request& request, Call& call) {
  const Access access = call.route->access;
  if (access == Access::anyone) return;
  const Refusal refused(401, access == Access::admin ? "the admin secret is missing or wrong"
                                                     : "this link is not valid, or no longer "
                                                       "valid");
  if (access == Access::admin) {
    const std::string address = client_address(request, options_.proxy_header);
    if (!wrong_secrets_.has_room(address, steady_ms()))
      throw Refusal(429, "too many wrong secrets came from this address: try again in a moment",
                    {{"Retry-After", "5"}});
    if (same_secret(bearer(request), options_.admin_secret)) return;
    wrong_secrets_.allows(address, steady_ms());
    throw refused;
  }
  const std::optional<Token> token = parse_token(bearer(request));
  if (!token || token->kind != kind_for(access)) throw refused;
  call.project = find_project(token->project);
  if (!call.project) throw refused;
  if (access == Access::join) {
    if (!same_secret(token->secret, call.project->project().join_secret)) throw refused;
    return;
  }
  if (access == Access::results) {
    if (!same_secret(token->secret, call.project->project().results_secret)) throw refused;
    return;
  }
  call.voter = find_voter(*call.project, token->voter);
  if (!call.voter || !same_secret(token->secret, call.voter->voter().secret)) throw refused;
}

Call Application::admit(const Request& request) {
  check_host(request, options_.hosts);
  Call call = find_route(request);
  authorise(request, call);
  if (!has_project(*call.route)) return call;
  call.project = find_project(call.id(0));
  if (!call.project) throw Refusal(404, "there is no such project");
  return call;
}

Response Application::answer(const Call& call) {
  if (call.request->body.size() > call.route->most_body_bytes)
    throw Refusal(413, fmt::format("the body must be at most {} bytes", call.route->most_body_bytes));
  return call.route->handle(*this, call);
}

Response Application::guarded(const std::function<Response()>& step) {
  try {
    return step();
  } catch (const Refusal& refusal) {
    Response response = error_response(refusal.status(), refusal.what());
    response.headers = refusal.headers();
    return response;
  } catch (const InvalidArgument& error) {
    return error_response(400, error.what());
  } catch (const storage::StoreError& error) {
    report(error.what());
    return error_response(503, "the store cannot be used at the moment: try again");
  } catch (const std::exception& error) {
    report(error.what());
    return error_response(500, "this did not work, and the server's log says why");
  }
}

Response Application::respond(const Request& request) {
  return guarded([&] { return answer(admit(request)); });
}

}  // namespace pdrank::server
