// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/daemon.h"

#include <pwd.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "server/base/clock.h"
#include "server/base/status_macros.h"
#include "server/credentials/credential_store.h"
#include "server/credentials/environment.h"
#include "server/credentials/revocation_file.h"
#include "server/observability/log.h"
#include "server/service/config_development.h"
#include "server/service/config_loader.h"
#include "server/service/config_policy.h"
#include "server/service/credential_sources.h"
#include "server/service/policy_report.h"
#include "server/service/token_keys.h"
#include "server/transport/config_reloader.h"
#include "server/transport/config_watcher.h"
#include "server/transport/library_logs.h"
#include "server/transport/poll_strategy.h"
#include "server/transport/process_hardening.h"
#include "server/transport/server.h"

namespace signet {
namespace {

constexpr int kExitFailure = 1;
constexpr int kExitUsage = 2;

// How often sources are looked at.
constexpr absl::Duration kTick = absl::Seconds(1);

int Fail(int exit_code, absl::string_view message) {
  // Messages of other libraries may have several lines; ours is one.
  const std::string line = absl::StrReplaceAll(message, {{"\n", " "}});
  std::fprintf(stderr, "signetd: %s\n", line.c_str());
  return exit_code;
}

sigset_t HandledSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1}) {
    sigaddset(&signals, signal);
  }
  return signals;
}

// The signal that came within `timeout`, or 0.
int WaitForSignal(absl::Duration timeout) {
  const sigset_t signals = HandledSignals();
  const timespec time = absl::ToTimespec(std::max(timeout, absl::ZeroDuration()));
  const int signal = ::sigtimedwait(&signals, nullptr, &time);
  return signal > 0 ? signal : 0;
}

bool IsStopSignal(int signal) { return signal == SIGTERM || signal == SIGINT; }

std::string UserName(uid_t uid) {
  const passwd* const entry = ::getpwuid(uid);
  return entry != nullptr ? entry->pw_name : "";
}

// Makes the folder of development mode's own socket. Others could have made it
// first in a folder like /tmp; then they could swap the socket.
absl::Status MakePrivateFolder(const std::string& folder) {
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot make the folder ", folder));
  }
  struct stat there = {};
  if (::lstat(folder.c_str(), &there) != 0 || !S_ISDIR(there.st_mode) ||
      there.st_uid != ::geteuid() || (there.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat(folder, " is not a folder that only this user can write to"));
  }
  return absl::OkStatus();
}

absl::StatusOr<ServerConfig> LoadConfig(const DaemonOptions& options) {
  if (!options.is_development) {
    return LoadServerConfig(options.config_file, ProcessEnvironment());
  }
  SIGNET_ASSIGN_OR_RETURN(ServerConfig config,
                          DevelopmentConfig({.listen = options.listen,
                                             .credentials_file = options.credentials_file,
                                             .uid = ::geteuid(),
                                             .user_name = UserName(::geteuid())},
                                            ProcessEnvironment()));
  if (options.listen.empty()) {
    const std::string& path = config.unix_listener->path;
    SIGNET_RETURN_IF_ERROR(MakePrivateFolder(path.substr(0, path.rfind('/'))));
  }
  return config;
}

absl::StatusOr<std::unique_ptr<Server>> MakeServer(const ServerConfig& config,
                                                   const DaemonOptions& options) {
  SIGNET_ASSIGN_OR_RETURN(std::vector<std::unique_ptr<CredentialSource>> sources,
                          MakeCredentialSources(config, options.config_file, ProcessEnvironment()));
  return Server::Create(config, std::move(sources));
}

// What is wrong inside the files that a sound configuration names; adds what only
// they show to its warnings.
std::vector<absl::Status> ErrorsInFiles(const DaemonOptions& options, ServerConfig* config) {
  std::vector<absl::Status> errors;
  absl::StatusOr<std::vector<std::unique_ptr<CredentialSource>>> sources =
      MakeCredentialSources(*config, options.config_file, ProcessEnvironment());
  if (!sources.ok()) {
    errors.push_back(sources.status());
  } else {
    for (const std::unique_ptr<CredentialSource>& source : *sources) {
      const absl::StatusOr<std::vector<SourcePiece>> pieces = source->Read();
      absl::Status status = pieces.ok() ? source->Parse(*pieces).status() : pieces.status();
      if (!status.ok()) {
        errors.push_back(std::move(status));
      }
    }
  }
  if (errors.empty()) {
    // All of them together: no name may come twice.
    CredentialStore store(*std::move(sources), Clock::Real());
    errors.push_back(store.Load());
    WarnOfUnknownCredentials(store.Names(), config);
  }
  if (!config->state_directory.empty()) {
    errors.push_back(RevocationFile(config->state_directory).Read().status());
  }
  if (config->tcp_listener.has_value()) {
    errors.push_back(CheckTlsFiles(*config->tcp_listener));
  }
  if (config->tokens.has_value()) {
    for (const ServerConfig::TokenIssuer& issuer : config->tokens->issuers) {
      errors.push_back(CheckKeySetFile(issuer));
    }
  }
  return errors;
}

// What `signet check-config` shows.
int CheckConfig(const DaemonOptions& options) {
  ConfigReport report = CheckServerConfig(options.config_file, ProcessEnvironment());
  if (report.errors.empty()) {
    report.errors = ErrorsInFiles(options, &report.config);
  }
  int exit_code = 0;
  for (const absl::Status& error : report.errors) {
    if (!error.ok()) {
      exit_code = Fail(kExitFailure, error.message());
    }
  }
  if (exit_code != 0) {
    return exit_code;
  }
  for (const std::string& warning : report.config.warnings) {
    std::printf("warning: %s\n", warning.c_str());
  }
  std::printf("%s: ok\n", options.config_file.c_str());
  return 0;
}

// What `signet policy` shows. It reads no secrets but those of the configuration itself.
int ReportPolicy(const DaemonOptions& options) {
  const absl::StatusOr<std::string> report =
      options.is_policy_test
          ? ReportPolicyTests(options.config_file, options.policy_tests_file)
          : ReportPolicyExplanation(options.config_file, options.policy_question);
  if (!report.ok()) {
    return Fail(kExitFailure, report.status().message());
  }
  std::fputs(report->c_str(), stdout);
  return 0;
}

std::optional<std::string> UsageError(const DaemonOptions& options) {
  if (!options.arguments.empty()) {
    return absl::StrCat("unexpected argument ", options.arguments[0]);
  }
  if (options.is_development == !options.config_file.empty()) {
    return "give either --config FILE or --dev";
  }
  const int looks = (options.is_check ? 1 : 0) + (options.is_policy_test ? 1 : 0) +
                    (options.policy_question.empty() ? 0 : 1);
  if (looks > 0 && options.is_development) {
    return "--check-config, --test-policy and --explain-policy go with --config";
  }
  if (looks > 1) {
    return "give one of --check-config, --test-policy and --explain-policy";
  }
  if (!options.policy_tests_file.empty() && !options.is_policy_test) {
    return "--policy-tests goes with --test-policy";
  }
  if (!options.is_development && (!options.listen.empty() || !options.credentials_file.empty())) {
    return "--listen and --credentials-file go with --dev; with --config they stand in the file";
  }
  if (!options.listen.empty()) {
    const absl::Status status = CheckDevelopmentListen(options.listen);
    if (!status.ok()) {
      return std::string(status.message());
    }
  }
  return std::nullopt;
}

// A log target that lives until the process ends.
LogTarget* StartLogging(const ServerConfig::Logging& logging) {
  static auto* const sink = new FileDescriptorLogSink(STDERR_FILENO);
  auto* const target =
      new LogTarget{.format = logging.format, .level = logging.level, .sink = sink};
  SetLogTarget(target);
  return target;
}

void SayReady(const ServerConfig& config, const Server& server) {
  for (const std::string& warning : config.warnings) {
    Log(LogLevel::kWarning, "configuration", {{"warning", warning}});
  }
  const std::string addresses = absl::StrJoin(server.addresses(), " ");
  Log(LogLevel::kInfo, "ready",
      {{"version", SIGNET_VERSION},
       {"listen", addresses},
       {"credentials", absl::StrJoin(server.credential_names(), " ")}});
  if (config.is_development) {
    std::printf("signetd is ready in development mode at %s\n", addresses.c_str());
    std::fflush(stdout);
  }
}

void ServeUntilStopped(ConfigReloader reloader, Server* server) {
  // An operator's reload does not wait for the tick.
  server->reloads().SetWake([thread = ::pthread_self()] { ::pthread_kill(thread, SIGUSR1); });
  absl::Time next_tick = absl::Now() + kTick;
  while (true) {
    const int signal = WaitForSignal(next_tick - absl::Now());
    if (IsStopSignal(signal)) {
      return;
    }
    if (signal == SIGHUP) {
      server->ReopenAudit();
    }
    reloader.Tick();
    next_tick = absl::Now() + kTick;
  }
}

// Tells the world, waits for it to have heard, and lets calls end.
void DrainAndStop(const ServerConfig::Drain& drain, Server* server) {
  Log(LogLevel::kInfo, "draining",
      {{"delay_seconds", drain.delay}, {"grace_seconds", drain.grace}});
  server->StartDraining();
  const absl::Time end_of_delay = absl::Now() + drain.delay;
  while (absl::Now() < end_of_delay && !IsStopSignal(WaitForSignal(end_of_delay - absl::Now()))) {
  }
  server->Stop(absl::Now() + drain.grace);
  Log(LogLevel::kInfo, "stopped");
}

}  // namespace

int RunDaemon(const DaemonOptions& options) {
  if (const std::optional<std::string> error = UsageError(options); error.has_value()) {
    return Fail(kExitUsage, *error);
  }
  if (options.is_check) {
    return CheckConfig(options);
  }
  if (options.is_policy_test || !options.policy_question.empty()) {
    return ReportPolicy(options);
  }
  ProcessHardening hardening;
  const sigset_t signals = HandledSignals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  // Before loading, so that no change is missed.
  ConfigWatcher watcher(options.config_file);
  absl::StatusOr<ServerConfig> config = LoadConfig(options);
  if (!config.ok()) {
    return Fail(kExitFailure, config.status().message());
  }
  StartLogging(config->logging);
  ChoosePollStrategy(config->lanes);
  RouteLibraryLogs();
  absl::Status hardened = hardening.Restrict(config->hardening);
  if (!hardened.ok()) {
    return Fail(kExitFailure, hardened.message());
  }
  absl::StatusOr<std::unique_ptr<Server>> server = MakeServer(*config, options);
  if (!server.ok()) {
    return Fail(kExitFailure, server.status().message());
  }
  // They were read, by whatever source wanted them.
  ForgetEnvironmentCredentials();
  hardened = hardening.DropCapabilities(config->hardening);
  if (!hardened.ok()) {
    return Fail(kExitFailure, hardened.message());
  }
  hardening.Report();
  WarnOfUnknownCredentials((*server)->credential_names(), &*config);
  SayReady(*config, **server);
  ServeUntilStopped(ConfigReloader(std::move(watcher), *config, &StartLogging, server->get()),
                    server->get());
  DrainAndStop(config->drain, server->get());
  return 0;
}

}  // namespace signet
