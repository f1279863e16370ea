#include "pdrank/server/assets.hpp"

#include <array>

#include "pdrank/server/images.hpp"

#define PDRANK_FILE(name) extern const char pdrank_app_##name[], pdrank_app_##name##_end[]
#define PDRANK_BYTES(name) std::string_view(pdrank_app_##name, pdrank_app_##name##_end)
#define PDRANK_ASSET(path, type, name) \
  Asset { path, type, PDRANK_BYTES(name), PDRANK_BYTES(name##_gz), PDRANK_BYTES(name##_br), sha256(PDRANK_BYTES(name)) }

extern "C" {
PDRANK_FILE(index_html);
PDRANK_FILE(index_html_gz);
PDRANK_FILE(index_html_br);
PDRANK_FILE(app_js);
PDRANK_FILE(app_js_gz);
PDRANK_FILE(app_js_br);
PDRANK_FILE(app_css);
PDRANK_FILE(app_css_gz);
PDRANK_FILE(app_css_br);
}

namespace pdrank::server {

std::span<const Asset> assets() {
  static const std::array<Asset, 3> files = {PDRANK_ASSET("/", "text/html; charset=utf-8", index_html),
                                             PDRANK_ASSET("/app.js", "text/javascript; charset=utf-8", app_js),
                                             PDRANK_ASSET("/app.css", "text/css; charset=utf-8", app_css)};
  return files;
}

}  // namespace pdrank::server
