// Which request is whose: the table of all routes, and who may use them. openapi.json describes the same.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pdrank/server/http.hpp"
#include "pdrank/server/live_project.hpp"

namespace pdrank::server {

class Application;

enum class Access { anyone, admin, voter, join, results };

// A request that has been let in.
struct Call {
  const Request* request = nullptr;
  const struct Route* route = nullptr;
  std::vector<std::string> parameters = {};   // what stands for {..} in the route's path, in its order
  std::shared_ptr<LiveProject> project = {};  // of the path, or of the token; null for routes that have none
  std::shared_ptr<VoterState> voter = {};     // for Access::voter

  // A parameter as a number. Refuses others with 404.
  storage::Id id(std::size_t parameter) const;
};

struct Route {
  std::string_view method;
  std::string_view path;  // "/api/projects/{project}"
  Access access;
  std::size_t most_body_bytes;
  Response (*handle)(Application& application, const Call& call);
};

std::span<const Route> routes();

// The route of a request, with the parameters. Refuses with 404 where there is none, with 405 where there is one for
// another method.
Call find_route(const Request& request);

// The pattern of the route that answers it; empty if there is none.
std::string_view route_at(const Request& request);

// 404 for what is not a positive number.
storage::Id parse_id(std::string_view text);

}  // namespace pdrank::server
