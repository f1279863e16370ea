// The page itself, and what is known without a token.
#include <nlohmann/json.hpp>

#include "pdrank/server/assets.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/openapi.hpp"
#include "pdrank/server/policy.hpp"

namespace pdrank::server {
Response show_page(Application&, const Call& call) {
  for (const Asset& asset : assets())
    if (asset.path == call.request->path)
      return {.type = std::string(asset.type),
              .body = std::string(asset.bytes),
              .headers = {{"Content-Security-Policy", page_policy()}, {"Cache-Control", "no-cache"}}};
  throw Refusal(404, "there is nothing here");
}

Response show_health(Application& application, const Call&) {
  return json_response({{"status", "ok"}, {"version", application.options().version}});
}

Response show_openapi(Application&, const Call&) { return {.body = std::string(openapi())}; }

}  // namespace pdrank::server
