#include "pdrank/server/assets.hpp"

#include <array>

extern "C" {
extern const char pdrank_app_index_html[], pdrank_app_index_html_end[];
extern const char pdrank_app_app_js[], pdrank_app_app_js_end[];
extern const char pdrank_app_app_css[], pdrank_app_app_css_end[];
}

namespace pdrank::server {

std::span<const Asset> assets() {
  static const std::array<Asset, 3> files = {{
      {"/", "text/html; charset=utf-8", {pdrank_app_index_html, pdrank_app_index_html_end}},
      {"/app.js", "text/javascript; charset=utf-8", {pdrank_app_app_js, pdrank_app_app_js_end}},
      {"/app.css", "text/css; charset=utf-8", {pdrank_app_app_css, pdrank_app_app_css_end}},
  }};
  return files;
}

}  // namespace pdrank::server
