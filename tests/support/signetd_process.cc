// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/signetd_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

constexpr absl::Duration kStartTimeout = absl::Seconds(30);

// signetd of the build that runs the test (SIGNET_BIN_DIR, set by ctest).
std::string Binary() {
  const char* const folder = getenv("SIGNET_BIN_DIR");
  return absl::StrCat(folder == nullptr ? "." : folder, "/signetd");
}

std::string SocketPath(const std::string& folder) { return absl::StrCat(folder, "/s"); }

void WriteSecretFile(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  chmod(path.c_str(), 0600);
}

bool AcceptsConnections(const std::string& path) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  const bool connected =
      connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  close(fd);
  return connected;
}

}  // namespace

std::unique_ptr<SignetdProcess> SignetdProcess::StartDevelopment(const std::string& folder,
                                                                 const std::string& credentials) {
  const std::string file = absl::StrCat(folder, "/credentials.json");
  WriteSecretFile(file, credentials);
  return Start(folder, {"--dev", "--listen", absl::StrCat("unix:", SocketPath(folder)),
                        "--credentials-file", file});
}

std::unique_ptr<SignetdProcess> SignetdProcess::StartConfigured(const std::string& folder,
                                                                std::string configuration,
                                                                SignetdOptions options) {
  const std::string file = absl::StrCat(folder, "/", options.config_name);
  absl::StrReplaceAll({{"SOCKET", SocketPath(folder)}}, &configuration);
  WriteSecretFile(file, configuration);
  if (options.uid.has_value()) {
    EXPECT_EQ(chown(folder.c_str(), *options.uid, *options.uid), 0);
    EXPECT_EQ(chown(file.c_str(), *options.uid, *options.uid), 0);
  }
  return Start(folder, {"--config", file}, std::move(options));
}

std::unique_ptr<SignetdProcess> SignetdProcess::Start(const std::string& folder,
                                                      std::vector<std::string> arguments,
                                                      SignetdOptions options) {
  auto process =
      absl::WrapUnique(new SignetdProcess(folder, std::move(arguments), std::move(options)));
  process->Restart();
  return ::testing::Test::HasFailure() ? nullptr : std::move(process);
}

SignetdProcess::SignetdProcess(std::string folder, std::vector<std::string> arguments,
                               SignetdOptions options)
    : folder_(std::move(folder)), arguments_(std::move(arguments)), options_(std::move(options)) {}

SignetdProcess::~SignetdProcess() { Kill(); }

std::string SignetdProcess::target() const { return absl::StrCat("unix:", SocketPath(folder_)); }

void SignetdProcess::Kill() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }
}

int SignetdProcess::Wait() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string SignetdProcess::LogPath() const { return absl::StrCat(folder_, "/signetd.log"); }

std::string SignetdProcess::Output() const {
  std::ifstream text(LogPath());
  return std::string(std::istreambuf_iterator<char>(text), {});
}

void SignetdProcess::Restart() {
  Kill();
  pid_ = fork();
  if (pid_ == 0) {
    Execute();
  }
  if (!WaitUntilItListens()) {
    ADD_FAILURE() << Binary() << " does not accept connections: " << Output();
  }
}

void SignetdProcess::Execute() const {
  const int fd = open(LogPath().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  dup2(fd, STDOUT_FILENO);
  dup2(fd, STDERR_FILENO);
  for (const std::string& variable : options_.environment) {
    putenv(const_cast<char*>(variable.c_str()));
  }
  if (options_.may_dump_core) {
    const rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};
    if (chdir(folder_.c_str()) != 0 || setrlimit(RLIMIT_CORE, &unlimited) != 0) {
      _exit(126);
    }
  }
  std::string binary = Binary();
  std::vector<char*> argv = {binary.data()};
  for (const std::string& argument : arguments_) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  if (!options_.uid.has_value()) {
    execv(binary.c_str(), argv.data());
    _exit(127);
  }
  // A descriptor outlives the change of user, a path need not.
  const int program = open(binary.c_str(), O_RDONLY | O_CLOEXEC);
  if (setgid(*options_.uid) == 0 && setuid(*options_.uid) == 0) {
    fexecve(program, argv.data(), environ);
  }
  _exit(127);
}

bool SignetdProcess::WaitUntilItListens() const {
  const absl::Time give_up_at = absl::Now() + kStartTimeout;
  while (absl::Now() < give_up_at) {
    if (AcceptsConnections(SocketPath(folder_))) {
      return true;
    }
    if (waitpid(pid_, nullptr, WNOHANG) == pid_) {
      return false;
    }
    absl::SleepFor(absl::Milliseconds(10));
  }
  return false;
}

}  // namespace signet
