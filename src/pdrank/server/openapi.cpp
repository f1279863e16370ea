#include "pdrank/server/openapi.hpp"

extern "C" {
extern const char pdrank_openapi_json[], pdrank_openapi_json_end[];
}

namespace pdrank::server {

std::string_view openapi() { return {pdrank_openapi_json, pdrank_openapi_json_end}; }

}  // namespace pdrank::server
