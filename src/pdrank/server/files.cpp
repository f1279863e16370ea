// Images that items show.

#include <nlohmann/json.hpp>

#include "pdrank/server/handlers.hpp"
#include "pdrank/server/image_metadata.hpp"
#include "pdrank/server/images.hpp"
#include "pdrank/server/tokens.hpp"

namespace pdrank::server {

Response add_file(Application& application, const Call& call) {
  const std::optional<std::string_view> type = image_type(call.request->body);
  if (!type) throw Refusal(415, "the file must be a PNG, JPEG, GIF or WebP image");
  const std::optional<std::string> kept = without_metadata(call.request->body);
  if (!kept) throw Refusal(415, "the image is broken: save it again in another program");
  const std::string& bytes = *kept;
  const storage::Id project = call.project->id();
  const storage::Id id = application.store().add_file(project, {.type = std::string(*type), .bytes = bytes});
  const FileName file{id, sha256(bytes)};
  application.remember_hash(project, id, file.hash);
  return json_response({{"content", to_text(file)}, {"url", file_url(project, file)}}, 201);
}

Response show_file(Application& application, const Call& call) {
  const storage::Id project = call.project->id(), id = call.id(1);
  // The hash is what makes the address unguessable.
  if (!same_secret(call.parameters[2], application.file_hash(project, id))) throw Refusal(404, "there is nothing here");
  std::optional<storage::File> file = application.store().file(project, id);
  if (!file) throw Refusal(404, "there is nothing here");
  return {.type = std::move(file->type),
          .body = std::move(file->bytes),
          .headers = {{"Cache-Control", "private, max-age=31536000, immutable"},
                      {"Content-Security-Policy", "default-src 'none'; sandbox"},
                      {"Content-Disposition", "inline"}}};
}

}  // namespace pdrank::server
