#include "pdrank/server/router.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "pdrank/server/handlers.hpp"
#include "pdrank/server/limits.hpp"

namespace pdrank::server {
namespace {

std::vector<std::string_view> segments(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    path.remove_prefix(1);  // the slash
    const std::size_t end = std::min(path.find('/'), path.size());
    parts.push_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return parts;
}

bool is_parameter(std::string_view segment) { return segment.starts_with('{'); }

std::optional<std::vector<std::string>> match(std::string_view pattern, std::string_view path) {
  const std::vector<std::string_view> wanted = segments(pattern), given = segments(path);
  if (wanted.size() != given.size()) return std::nullopt;
  std::vector<std::string> parameters;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (is_parameter(wanted[k]) && !given[k].empty())
      parameters.emplace_back(given[k]);
    else if (wanted[k] != given[k])
      return std::nullopt;
  }
  return parameters;
}

}  // namespace

storage::Id parse_id(std::string_view text) {
  storage::Id id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size() || id <= 0) throw Refusal(404, "there is nothing here");
  return id;
}

storage::Id Call::id(std::size_t parameter) const { return parse_id(parameters.at(parameter)); }

std::span<const Route> routes() {
  using enum Access;
  static const std::vector<Route> table = {
      {"GET", "/", anyone, 0, show_page},
      {"GET", "/app.js", anyone, 0, show_page},
      {"GET", "/app.css", anyone, 0, show_page},
      {"GET", "/api/health", anyone, 0, show_health},
      {"GET", "/api/ready", anyone, 0, show_ready},
      {"GET", "/api/openapi.json", anyone, 0, show_openapi},
      {"GET", "/files/{project}/{file}/{sha256}", anyone, 0, show_file},
      {"GET", "/api/metrics", admin, 0, show_metrics},
      {"GET", "/api/server", admin, 0, show_server},
      {"GET", "/api/backup", admin, 0, make_backup},
      {"POST", "/api/restore", admin, kMostImportBytes, restore_backup},
      {"GET", "/api/projects", admin, 0, list_projects},
      {"POST", "/api/projects", admin, kMostChangeBytes, add_project},
      {"GET", "/api/projects/{project}", admin, 0, show_project},
      {"PATCH", "/api/projects/{project}", admin, kMostChangeBytes, change_project},
      {"DELETE", "/api/projects/{project}", admin, 0, remove_project},
      {"GET", "/api/projects/{project}/items", admin, 0, list_items},
      {"POST", "/api/projects/{project}/items", admin, kMostListBytes, add_items},
      {"PATCH", "/api/projects/{project}/items/{item}", admin, kMostChangeBytes, change_item},
      {"DELETE", "/api/projects/{project}/items/{item}", admin, 0, remove_item},
      {"POST", "/api/projects/{project}/files", admin, kMostFileBytes, add_file},
      {"GET", "/api/projects/{project}/doubts", admin, 0, list_doubts},
      {"GET", "/api/projects/{project}/voters", admin, 0, list_voters},
      {"POST", "/api/projects/{project}/voters", admin, kMostListBytes, add_voters},
      {"PATCH", "/api/projects/{project}/voters", admin, kMostListBytes, change_voters},
      {"PATCH", "/api/projects/{project}/voters/{voter}", admin, kMostChangeBytes, change_voter},
      {"DELETE", "/api/projects/{project}/voters/{voter}", admin, 0, remove_voter},
      {"GET", "/api/projects/{project}/ranking", admin, 0, show_ranking},
      {"GET", "/api/projects/{project}/report", admin, 0, show_report},
      {"GET", "/api/projects/{project}/export", admin, 0, export_project},
      {"POST", "/api/projects/{project}/import", admin, kMostImportBytes, import_answers},
      {"GET", "/api/projects/{project}/imports", admin, 0, list_imports},
      {"DELETE", "/api/projects/{project}/imports/{import}", admin, 0, remove_import},
      {"GET", "/api/results", Access::results, 0, show_results},
      {"POST", "/api/join", Access::join, kMostVoteBytes, server::join},
      {"GET", "/api/ballot", voter, 0, show_ballot},
      {"POST", "/api/consent", voter, 0, accept_study},
      {"POST", "/api/votes", voter, kMostVoteBytes, add_vote},
  };
  return table;
}

namespace {

std::string_view method_of(const Request& request) {
  return request.method == "HEAD" ? "GET" : std::string_view(request.method);
}

}  // namespace

std::string_view route_at(const Request& request) {
  for (const Route& route : routes())
    if (route.method == method_of(request) && match(route.path, request.path)) return route.path;
  return {};
}

Call find_route(const Request& request) {
  const std::string_view method = method_of(request);
  std::string allowed;  // other methods
  for (const Route& route : routes()) {
    std::optional<std::vector<std::string>> parameters = match(route.path, request.path);
    if (!parameters) continue;
    if (route.method == method) return {.request = &request, .route = &route, .parameters = std::move(*parameters)};
    allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", route.method == "GET" ? "GET, HEAD" : route.method);
  }
  if (!allowed.empty()) throw Refusal(405, fmt::format("{} is not for this address", method), {{"Allow", allowed}});
  throw Refusal(404, "there is nothing here");
}

}  // namespace pdrank::server
