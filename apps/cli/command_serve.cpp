// pdrank serve: collect answers in the browser, watch the ranking.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "commands.hpp"
#include "option_flags.hpp"
#include "pdrank/core/errors.hpp"
#include "pdrank/core/platform.hpp"
#include "pdrank/core/version.hpp"
#include "pdrank/server/assets.hpp"
#include "pdrank/server/clock.hpp"
#include "pdrank/server/http_server.hpp"
#include "pdrank/server/request_log.hpp"
#include "pdrank/server/sandbox.hpp"
#include "pdrank/server/serve_options.hpp"
#include "pdrank/server/tokens.hpp"
#include "pdrank/storage/file_lock.hpp"
#include "pdrank/storage/store.hpp"

namespace pdrank::cli {
namespace {

using server::ServeOptions;

constexpr std::size_t kShortestSecret = 16, kLongestSecret = 200;

bool is_shared(const std::string& store) {
  return store.starts_with("postgres://") || store.starts_with("postgresql://");
}

// A store is a file and others beside it.
void check_folder(const std::string& store) {
  const std::filesystem::path parent = std::filesystem::path(store).parent_path();
  const std::string folder = parent.empty() ? std::filesystem::current_path().string() : parent.string();
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    throw storage::StoreError(
        fmt::format("there is no folder {}: make it, or name a file in another with --store", folder));
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw storage::StoreError(
        fmt::format("answers are kept in {}, but nothing can be written in the folder {} ({}): name a file in another "
                    "with --store",
                    std::filesystem::path(store).filename().string(), folder, std::generic_category().message(errno)));
}

// "https://vote.example.org:8443" -> "vote.example.org"
std::string host_of(std::string_view url) {
  url.remove_prefix(std::min(url.find("://") + 3, url.size()));
  const std::size_t end = url.starts_with('[') ? url.find(']') + 1 : url.find(':');
  return std::string(url.substr(0, end));
}

// Without a path: the pages are at the top.
void check_url(const std::string& url) {
  const bool has_scheme = url.starts_with("https://") || url.starts_with("http://");
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) || std::string_view(".-:[]").find(static_cast<char>(c)) != std::string_view::npos;
  };
  const std::string rest = has_scheme ? url.substr(url.find("://") + 3) : "";
  if (rest.empty() || host_of(url).empty() || !std::ranges::all_of(rest, is_plain))
    throw InvalidArgument("url", url, "it must look like https://vote.example.org, without a path");
}

void check(const ServeOptions& arguments) {
  validate(arguments);
  if (!is_shared(arguments.store)) check_folder(arguments.store);
  if (!server::is_loopback(arguments.host) && !arguments.allow_remote)
    throw InvalidArgument("host", arguments.host, "only this machine can be served without --allow-remote");
  if (!arguments.url.empty()) check_url(arguments.url);
  if (server::assets().front().bytes.empty())
    throw InvalidArgument("serve", "without its page", "this program was built without Node.js");
}

// As the page takes it from its link.
bool is_secret(std::string_view text) {
  return text.size() >= kShortestSecret && text.size() <= kLongestSecret &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '.' || c == '_' || c == '-'; });
}

std::string admin_secret() {
  const char* given = std::getenv("PDRANK_ADMIN_SECRET");
  if (!given) return server::random_secret(server::kAdminBytes);
  if (!is_secret(given))
    throw InvalidArgument("PDRANK_ADMIN_SECRET", "not usable in a link",
                          fmt::format("must have {} to {} characters out of A-Z, a-z, 0-9, dot, underscore and hyphen",
                                      kShortestSecret, kLongestSecret));
  return given;
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

server::ApplicationOptions options_for(const ServeOptions& arguments) {
  server::ApplicationOptions options{.admin_secret = admin_secret(),
                                     .shared_store = is_shared(arguments.store),
                                     .threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency() / 2)),
                                     .seed = server::random_seed(),
                                     .version = std::string(version())};
  if (!arguments.allow_remote) options.hosts = {"127.0.0.1", "localhost", "[::1]", arguments.host};
  if (!arguments.allow_remote && !arguments.url.empty()) options.hosts.push_back(host_of(arguments.url));
  options.proxy_header = lower_case(arguments.proxy_header);
  options.url = arguments.url;
  options.store = arguments.store;
  options.on_trouble = [](const std::string& sentence) { fmt::print(stderr, "pdrank: {}\n", sentence); };
  return options;
}

// Lines go to the end of the file, one write each, so that it can be copied and cut while they come.
std::function<void(const server::Handled&)> request_log(const std::string& path) {
  if (path.empty()) return {};
  std::FILE* const opened = path == "-" ? stderr : std::fopen(path.c_str(), "ae");
  if (!opened) throw InvalidArgument("log", path, std::generic_category().message(errno));
  const std::shared_ptr<std::FILE> file(opened, [](std::FILE* one) {
    if (one != stderr) std::fclose(one);
  });
  const auto log = std::make_shared<server::RequestLog>([file, path, is_lost = false](const std::string& line) mutable {
    const bool is_whole =
        std::fwrite(line.data(), 1, line.size(), file.get()) == line.size() && std::fflush(file.get()) == 0;
    if (!is_whole && !is_lost)
      fmt::print(stderr, "pdrank: requests are not written to {}: {}\n", path, std::generic_category().message(errno));
    is_lost = !is_whole;
    std::clearerr(file.get());
  });
  return [log](const server::Handled& request) { log->add(request, server::steady_ms(), server::now_ms()); };
}

// Before any thread is there, so that none of them is interrupted; waited for by the main thread.
sigset_t block_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return signals;
}

// Before any thread is there, too. The store, the files beside it, and SQLite's and our own temporary ones.
void confine_to(const ServeOptions& arguments) {
  namespace fs = std::filesystem;
  std::error_code none;  // a folder that is not there
  std::vector<std::string> folders = {fs::temp_directory_path(none).string(), "/var/tmp"};
  if (const char* of_sqlite = std::getenv("SQLITE_TMPDIR")) folders.emplace_back(of_sqlite);
  if (!is_shared(arguments.store))
    for (const fs::path& file : {fs::absolute(arguments.store), fs::weakly_canonical(arguments.store)})
      folders.push_back(file.parent_path().string());
  server::confine(folders);
}

std::string url_for(const ServeOptions& arguments, int port) {
  if (!arguments.url.empty()) return arguments.url;
  const bool is_any = arguments.host == "0.0.0.0" || arguments.host == "::";
  // An address that stands for all that the machine has cannot be part of a link.
  std::string host = is_any ? platform::host_name() : arguments.host;
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return fmt::format("http://{}:{}", host, port);
}

// A server that has the file open would not know what has come into it.
ExitCode restore(const ServeOptions& arguments) {
  std::optional<storage::FileLock> lock;
  if (!is_shared(arguments.store)) {
    check_folder(arguments.store);
    storage::check_backup(arguments.restore);
    lock.emplace(arguments.store + "-lock");
  }
  storage::fill_store(arguments.store, arguments.restore);
  return kDone;
}

ExitCode run(const ServeOptions& arguments) {
  umask(077);  // the store has the voters' secrets in it
  if (!arguments.backup.empty() && !arguments.restore.empty())
    throw InvalidArgument("restore", arguments.restore, "give --backup or --restore, not both");
  if (!arguments.backup.empty()) {
    storage::copy_store(arguments.store, arguments.backup);
    return kDone;
  }
  if (!arguments.restore.empty()) return restore(arguments);
  check(arguments);
  const sigset_t signals = block_signals();
  server::ApplicationOptions options = options_for(arguments);
  options.on_request = request_log(arguments.log);
  confine_to(arguments);
  // What a server knows of a file it does not read again, and opening a store may change its tables.
  std::optional<storage::FileLock> lock;
  if (!options.shared_store) lock.emplace(std::filesystem::weakly_canonical(arguments.store).string() + "-lock");
  server::Application application(storage::open_store(arguments.store), options);
  server::HttpServer http(application);
  const int port = http.start(arguments.host, arguments.port);
  if (port == 0)
    throw InvalidArgument("port", std::to_string(arguments.port),
                          "it is in use on the host, or this user may not open it");
  fmt::print("{}/#admin={}\n", url_for(arguments, port), options.admin_secret);
  std::fflush(stdout);
  int received = 0;
  sigwait(&signals, &received);
  http.stop();
  return kDone;
}

// A store that cannot be used is bad data.
ExitCode run_or_tell(const ServeOptions& arguments) {
  try {
    return run(arguments);
  } catch (const storage::StoreError& error) {
    fmt::print(stderr, "pdrank: {}\n", error.what());
    return kBadData;
  }
}

}  // namespace

Command add_serve(CLI::App& program) {
  CLI::App* app = program.add_subcommand("serve", "collect answers in the browser and watch the ranking");
  auto arguments = std::make_shared<ServeOptions>();
  add_option_flags(*app, *arguments);
  app->footer(
      "Prints the address of the admin page, with its secret; PDRANK_ADMIN_SECRET in\n"
      "the environment sets the secret. Ends on Ctrl-C.\n"
      "\n"
      "Examples:\n"
      "  pdrank serve\n"
      "  pdrank serve --store study.db --port 0\n"
      "  pdrank serve --store study.db --backup monday.db\n"
      "  pdrank serve --store other.db --restore monday.db\n"
      "  pdrank serve --store postgres://pdrank@db.example/votes\n"
      "\n"
      "Exit status: 0 done, 2 wrong usage, 3 the store cannot be used.");
  return {app, [arguments] { return run_or_tell(*arguments); }};
}

}  // namespace pdrank::cli
