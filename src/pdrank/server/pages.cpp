// The page itself, and what is known without a token.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pdrank/server/assets.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/openapi.hpp"
#include "pdrank/server/policy.hpp"

namespace pdrank::server {
namespace {

struct Encoded {
  std::string_view coding, bytes;
};

// The smallest that the browser takes. Nothing is compressed here: that was done when the page was built.
Encoded encoded_for(const Request& request, const Asset& asset) {
  const std::string_view accepted = request.header("accept-encoding");
  if (accepts_coding(accepted, "br")) return {"br", asset.brotli};
  if (accepts_coding(accepted, "gzip")) return {"gzip", asset.gzip};
  return {"", asset.bytes};
}

Response to_response(const Request& request, const Asset& asset) {
  const Encoded encoded = encoded_for(request, asset);
  const std::string tag = fmt::format("\"{}{}\"", asset.hash.substr(0, 32), encoded.coding);
  Response response{.type = std::string(asset.type),
                    .headers = {{"Content-Security-Policy", page_policy()},
                                {"Cache-Control", "no-cache"},  // asked for again, and hardly ever sent again
                                {"ETag", tag},
                                {"Vary", "Accept-Encoding"}}};
  if (has_tag(request.header("if-none-match"), tag)) {
    response.status = 304;
    return response;
  }
  if (!encoded.coding.empty()) response.headers.emplace_back("Content-Encoding", encoded.coding);
  response.body = encoded.bytes;
  return response;
}

}  // namespace

Response show_page(Application&, const Call& call) {
  for (const Asset& asset : assets())
    if (asset.path == call.request->path) return to_response(*call.request, asset);
  throw Refusal(404, "there is nothing here");
}

Response show_health(Application& application, const Call&) {
  return json_response({{"status", "ok"}, {"version", application.options().version}});
}

// Refused with 503 where the store does not answer.
Response show_ready(Application& application, const Call&) {
  application.store().secret();
  return json_response({{"status", "ready"}});
}

Response show_openapi(Application&, const Call&) { return {.body = std::string(openapi())}; }

}  // namespace pdrank::server
