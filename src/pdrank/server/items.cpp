// The items of a project: a name, and what voters see.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "pdrank/core/words.hpp"
#include "pdrank/server/handlers.hpp"
#include "pdrank/server/images.hpp"
#include "pdrank/server/json_body.hpp"
#include "pdrank/server/things.hpp"

namespace pdrank::server {
namespace {

constexpr std::size_t kMostAuthors = 100;

std::vector<std::string> authors_of(const storage::Item& item) {
  std::vector<std::string> names;
  std::istringstream lines(item.authors);
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  return names;
}

std::string authors_in(const JsonBody& body) {
  std::string lines;
  for (const nlohmann::json& entry : body.list("authors", kMostAuthors)) {
    if (!entry.is_string()) throw Refusal(400, "authors must be a list of names");
    if (!lines.empty()) lines += '\n';
    lines += checked_name(entry.get<std::string>());
  }
  return lines;
}

nlohmann::ordered_json to_json(storage::Id project, const storage::Item& item) {
  nlohmann::ordered_json json = {
      {"id", item.id},   {"name", item.name},         {"kind", name_of(item.kind)}, {"content", item.content},
      {"alt", item.alt}, {"disabled", item.disabled}, {"authors", authors_of(item)}};
  if (item.kind == storage::ItemKind::image) json["url"] = shown_content(project, item);
  return json;
}

storage::ItemKind parse_kind(const std::string& text) {
  if (const auto kind = value_named<storage::ItemKind>(text)) return *kind;
  throw Refusal(400, "kind must be text, markdown or image");
}

void check_image(Application& application, storage::Id project, const std::string& content) {
  if (const std::optional<FileName> file = parse_file_name(content)) {
    if (application.file_hash(project, file->id) != file->hash) throw Refusal(400, "there is no such uploaded file");
    return;
  }
  if (!is_web_address(content))
    throw Refusal(400,
                  "the content of an image must be an address that begins with https:// or http:// and has no blanks, "
                  "quotes or brackets, or what the upload of a file has given back");
}

void read_fields(Application& application, storage::Id project, const JsonBody& body, storage::Item& item) {
  if (auto name = body.text("name", kMostNameBytes)) item.name = checked_name(std::move(*name));
  if (const auto kind = body.text("kind", kMostNameBytes)) item.kind = parse_kind(*kind);
  if (auto content = body.text("content", kMostContentBytes)) item.content = std::move(*content);
  if (auto alt = body.text("alt", kMostAltBytes)) item.alt = std::move(*alt);
  if (const auto disabled = body.flag("disabled")) item.disabled = *disabled;
  if (body.has("authors")) item.authors = authors_in(body);
  if (item.kind == storage::ItemKind::image) check_image(application, project, item.content);
}

// Before the item goes: its id may be given to another one.
void forget_gold_of(Application& application, LiveProject& live, storage::Id item) {
  storage::Project project = stored_project(application, live);
  Study study = parse_study(project.study);
  std::vector<GoldPair> gold = study.gold;
  if (std::erase_if(gold, [&](const GoldPair& pair) { return pair.winner == item || pair.loser == item; }) == 0) return;
  study.set_gold(std::move(gold));
  project.study = to_text(study);
  application.store().change_project(project);
}

}  // namespace

Response list_items(Application&, const Call& call) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const storage::Item& item : call.project->catalog()->items()) list.push_back(to_json(call.project->id(), item));
  return json_response(list);
}

Response add_items(Application& application, const Call& call) {
  const JsonBody body(*call.request, {"items"});
  LiveProject& live = *call.project;
  std::vector<storage::Item> items;
  for (nlohmann::json& entry : body.list("items", kMostItems)) {
    const JsonBody fields(std::move(entry), {"name", "kind", "content", "alt", "authors"});
    storage::Item& item = items.emplace_back();
    read_fields(application, live.id(), fields, item);
    if (item.name.empty()) throw Refusal(400, "every item needs a name");
  }
  if (items.empty()) throw Refusal(400, "there are no items in the list");
  const std::lock_guard lock(live.changes);
  const std::vector<storage::Item> added = add_to_catalog(application, live, std::move(items));
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const storage::Item& item : added) list.push_back(to_json(live.id(), item));
  return json_response(list, 201);
}

Response change_item(Application& application, const Call& call) {
  const JsonBody body(*call.request, {"name", "kind", "content", "alt", "disabled", "authors"});
  LiveProject& live = *call.project;
  const std::lock_guard lock(live.changes);
  if (application.options().shared_store)  // another server may have changed them
    live.set_items(application.store().items(live.id()));
  const std::shared_ptr<const Catalog> catalog = live.catalog();
  const storage::Item* known = catalog->find(call.id(1));
  if (!known) throw Refusal(404, "there is no such item");
  storage::Item item = *known;
  read_fields(application, live.id(), body, item);
  if (const storage::Item* other = catalog->named(item.name); other && other->id != item.id)
    throw Refusal(409, fmt::format("there is another item named '{}'", shortened(item.name)));
  application.store().change_item(live.id(), item);
  std::vector<storage::Item> items = catalog->items();
  for (storage::Item& one : items)
    if (one.id == item.id) one = item;
  live.set_items(std::move(items));
  application.changed();
  return json_response(to_json(live.id(), item));
}

Response remove_item(Application& application, const Call& call) {
  LiveProject& live = *call.project;
  const storage::Id id = call.id(1);
  const std::lock_guard lock(live.changes);
  std::vector<storage::Item> items = application.store().items(live.id());
  if (std::erase_if(items, [&](const storage::Item& item) { return item.id == id; }) == 0)
    throw Refusal(404, "there is no such item");
  forget_gold_of(application, live, id);
  const std::unique_lock nobody_votes(live.voting);
  application.store().remove_item(live.id(), id);
  live.set_items(std::move(items));
  return removed_from(application, live);
}

}  // namespace pdrank::server
