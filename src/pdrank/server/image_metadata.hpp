// What a picture says beside itself (where and when it was taken, by which camera, a smaller picture of what was cut
// off) is for whoever took it. Of all that, only which side is up is kept: without it the picture would lie on its
// side.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pdrank::server {

// A JPEG, PNG, GIF or WebP image without its metadata; colour profiles and animations stay, and what stands behind the
// end of the image goes too. None if the image is broken, so that nobody knows what it says, or no such image.
std::optional<std::string> without_metadata(std::string_view image);

}  // namespace pdrank::server
