// A PostgreSQL server of the tests' own: in a temporary folder, on a Unix socket, ended with the test program in all
// cases. Where PostgreSQL is not installed there is none.
#pragma once

#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace pdrank::test {

class PostgresCluster {
 public:
  // The one of this program; null where it cannot be. It is started when it is first asked for.
  static PostgresCluster* instance() {
    static const std::unique_ptr<PostgresCluster> cluster = make();
    return cluster.get();
  }

  ~PostgresCluster() {
    stop();
    std::filesystem::remove_all(folder_);
  }
  PostgresCluster(const PostgresCluster&) = delete;
  PostgresCluster& operator=(const PostgresCluster&) = delete;

  // Of a database; that of the tests if none is named.
  std::string address(const std::string& database = "postgres") const {
    return "postgres://postgres@/" + database + "?host=" + folder_.string();
  }

  void run(const std::string& statement, const std::string& database = "postgres") const {
    PGconn* connection = PQconnectdb(address(database).c_str());
    PQsetNoticeProcessor(
        connection, [](void*, const char*) {}, nullptr);
    PGresult* result = PQexec(connection, statement.c_str());
    const bool is_good = PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
    const std::string message = PQerrorMessage(connection);
    PQclear(result);
    PQfinish(connection);
    if (!is_good) throw std::runtime_error(message);
  }

  void start() {
    server_ = begin({bin_ / "postgres", "-D", data(), "-k", folder_, "-c", "listen_addresses=", "-c", "fsync=off", "-c",
                     "logging_collector=off", "-c", "log_min_messages=panic", "-c", "log_min_error_statement=panic"});
    while (PQping(address().c_str()) != PQPING_OK) {
      if (::waitpid(server_, nullptr, WNOHANG) != 0) throw std::runtime_error("postgres did not start");
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

  void stop() {
    if (server_ <= 0) return;
    ::kill(server_, SIGINT);  // a fast shutdown: clients are sent away
    ::waitpid(server_, nullptr, 0);
    server_ = 0;
  }

 private:
  explicit PostgresCluster(std::filesystem::path bin) : bin_(std::move(bin)) {
    std::string name = (std::filesystem::temp_directory_path() / "pdrank-pg-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    if (const passwd* user = other_user(); user != nullptr && ::chown(name.c_str(), user->pw_uid, user->pw_gid) != 0)
      throw std::runtime_error("chown");
    int status = 0;
    ::waitpid(begin({bin_ / "initdb", "-D", data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"}),
              &status, 0);
    if (status != 0) throw std::runtime_error("initdb failed");
    start();
  }

  static std::unique_ptr<PostgresCluster> make() {
    const std::filesystem::path bin = newest_bin();
    if (bin.empty() || (::geteuid() == 0 && ::getpwnam("postgres") == nullptr)) return nullptr;
    return std::unique_ptr<PostgresCluster>(new PostgresCluster(bin));
  }

  static std::filesystem::path newest_bin() {
    const std::filesystem::path versions = "/usr/lib/postgresql";
    std::filesystem::path newest;
    double newest_version = 0;
    if (!std::filesystem::is_directory(versions)) return {};
    for (const auto& entry : std::filesystem::directory_iterator(versions)) {
      const double version = std::atof(entry.path().filename().c_str());
      if (version <= newest_version || !std::filesystem::exists(entry.path() / "bin/postgres")) continue;
      newest_version = version;
      newest = entry.path() / "bin";
    }
    return newest;
  }

  // PostgreSQL refuses to be run by root.
  static const passwd* other_user() { return ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr; }

  // A process that ends with this one, whatever ends it.
  pid_t begin(const std::vector<std::string>& command) const {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const passwd* user = other_user();
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (user != nullptr && (::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0))
      ::_exit(1);
    ::prctl(PR_SET_PDEATHSIG, SIGINT);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (::chdir("/") != 0 || ::dup2(nowhere, STDOUT_FILENO) < 0) ::_exit(1);
    ::execv(words[0], words.data());
    ::_exit(1);
  }

  std::string data() const { return (folder_ / "data").string(); }

  std::filesystem::path bin_, folder_;
  pid_t server_ = 0;
};

}  // namespace pdrank::test
