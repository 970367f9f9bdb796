// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What signetd may do once it serves, and who may look into it, as the kernel has it.

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/transport/syscall_filter.h"
#include "tests/integration/hardened_signetd.h"
#include "tests/support/memory_pattern.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr uid_t kUser = 4391;
constexpr char kNoCapabilities[] = "0000000000000000";

TestCredential Demo() {
  return {.name = "demo", .access_key_id = "AKIDEXAMPLE", .secret = "secret", .session_token = ""};
}

std::string FileText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// "CapEff" to "0000000000000000": the last field of each line of /proc/PID/status.
std::map<std::string, std::string> StatusOf(const std::string& folder) {
  std::map<std::string, std::string> fields;
  std::ifstream status(folder + "/status");
  for (std::string line; std::getline(status, line);) {
    const size_t colon = line.find(':');
    fields[line.substr(0, colon)] = line.substr(line.find_last_of(" \t") + 1);
  }
  return fields;
}

class HardeningTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0 || !CanSearchMemory()) {
      GTEST_SKIP() << "takes root, and a build without sanitizers";
    }
  }

  // 0, or errno, of opening the memory of `pid` as another process of that user.
  static int ErrorOfReadingAs(uid_t uid, pid_t pid) {
    const pid_t child = fork();
    if (child == 0) {
      const bool is_user = setgid(uid) == 0 && setuid(uid) == 0;
      const int fd = open(absl::StrCat("/proc/", pid, "/mem").c_str(), O_RDONLY);
      _exit(!is_user ? 255 : fd < 0 ? errno : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
};

TEST_F(HardeningTest, EveryThreadIsFilteredAndHasNoCapabilities) {
  HardenedSignetd server({Demo()}, "");
  ASSERT_TRUE(server.is_running());
  EXPECT_EQ(MakeCalls(server.UnixChannel(), "demo", 1).failures, 0);

  int threads = 0;
  const std::string tasks = absl::StrCat("/proc/", server.process().pid(), "/task");
  for (const auto& task : std::filesystem::directory_iterator(tasks)) {
    std::map<std::string, std::string> status = StatusOf(task.path());
    for (const char* const set : {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"}) {
      EXPECT_EQ(status[set], kNoCapabilities) << set << " of " << task.path();
    }
    EXPECT_EQ(status["NoNewPrivs"], "1") << task.path();
    EXPECT_EQ(status["Seccomp"], HasSyscallFilter() ? "2" : "0") << task.path();
    ++threads;
  }
  EXPECT_GT(threads, 2);
  EXPECT_THAT(FileText(absl::StrCat("/proc/", server.process().pid(), "/limits")),
              testing::ContainsRegex("Max core file size +0 +0 "));
  EXPECT_THAT(
      server.process().Output(),
      HasSubstr(absl::StrCat(
          R"("message":"process hardening","core_files":"none","tracing":"denied",)",
          R"("no_new_privileges":"on","syscall_filter":")",
          HasSyscallFilter() ? "kill" : "off: not in this build", R"(","capabilities":"none")")));
}

TEST_F(HardeningTest, DoesAllItsWorkUnderTheFilter) {
  const std::vector<std::string> filters = HasSyscallFilter()
                                               ? std::vector<std::string>{"kill", "refuse", "off"}
                                               : std::vector<std::string>{"off"};
  for (const std::string& filter : filters) {
    HardenedSignetd server({Demo()},
                           absl::StrCat(R"("hardening": {"syscall_filter": ")", filter, R"("},)"));
    ASSERT_TRUE(server.is_running());
    EXPECT_EQ(MakeCalls(server.UnixChannel(), "demo", 3).failures, 0) << filter;
    EXPECT_EQ(MakeCalls(server.TlsChannel(), "demo", 3).failures, 0) << filter;
    TestCredential rotated = Demo();
    rotated.secret = "another";
    server.SetCredentials({rotated});
    EXPECT_EQ(MakeCalls(server.TlsChannel(), "demo", 3).failures, 0) << filter;
    EXPECT_EQ(StatusOf(absl::StrCat("/proc/", server.process().pid()))["Seccomp"],
              filter == "off" ? "0" : "2");
    kill(server.process().pid(), SIGHUP);
    kill(server.process().pid(), SIGTERM);
    EXPECT_EQ(server.process().Wait(), 0) << filter << ": " << server.process().Output();
  }
}

// Another process of the same user: a shell in the same container.
TEST_F(HardeningTest, ProcessesOfItsUserCannotReadItsMemory) {
  HardenedSignetd server({Demo()}, "", {.uid = kUser, .environment = {}});
  ASSERT_TRUE(server.is_running());
  EXPECT_EQ(MakeCalls(server.UnixChannel(), "demo", 1).failures, 0);
  EXPECT_EQ(ErrorOfReadingAs(kUser, server.process().pid()), EACCES);
}

// The control: they can where that is allowed.
TEST_F(HardeningTest, UnlessDebuggingIsAllowed) {
  HardenedSignetd server({Demo()}, R"("hardening": {"allow_debugging": true},)",
                         {.uid = kUser, .environment = {}});
  ASSERT_TRUE(server.is_running());
  EXPECT_EQ(ErrorOfReadingAs(kUser, server.process().pid()), 0);
  EXPECT_THAT(server.process().Output(),
              HasSubstr(R"("tracing":"allowed: hardening.allow_debugging")"));
}

TEST_F(HardeningTest, CapabilitiesCanBeKept) {
  HardenedSignetd server({Demo()}, R"("hardening": {"keep_capabilities": true},)");
  ASSERT_TRUE(server.is_running());
  EXPECT_NE(StatusOf(absl::StrCat("/proc/", server.process().pid()))["CapEff"], kNoCapabilities);
}

// What a program prints.
std::string OutputOf(const std::string& command) {
  FILE* const pipe = popen(command.c_str(), "r");
  std::string output;
  char piece[4096];
  for (size_t size; pipe != nullptr && (size = fread(piece, 1, sizeof(piece), pipe)) > 0;) {
    output.append(piece, size);
  }
  EXPECT_EQ(pclose(pipe), 0) << command;
  return output;
}

// As checksec has it: position independent, relocations read-only, no executable
// stack, canaries, checked copies, library assertions, branch targets marked.
TEST(BinaryHardeningTest, ProgramsAreBuiltHardened) {
#ifndef NDEBUG
  GTEST_SKIP() << "a build without optimization has no checked copies";
#endif
  const char* const folder = getenv("SIGNET_BIN_DIR");
  ASSERT_NE(folder, nullptr);
  int programs = 0;
  for (const char* const name : {"signetd", "signet"}) {
    const std::string path = absl::StrCat(folder, "/", name);
    if (!std::filesystem::exists(path)) {
      EXPECT_STREQ(name, "signet") << path << " is missing";  // Not in a minimal build.
      continue;
    }
    ++programs;
    const std::string headers = OutputOf("readelf -hldW " + path);
    EXPECT_THAT(headers, testing::ContainsRegex("Type: +DYN")) << name;
    EXPECT_THAT(headers, testing::ContainsRegex("FLAGS_1.*NOW.*PIE")) << name;
    EXPECT_THAT(headers, testing::ContainsRegex("GNU_RELRO")) << name;
    EXPECT_THAT(headers, testing::ContainsRegex("GNU_STACK.* RW +0x")) << name;
    EXPECT_THAT(headers, testing::Not(HasSubstr("RPATH"))) << name;
    const std::string symbols = OutputOf("readelf --dyn-syms -W " + path);
    EXPECT_THAT(symbols, AllOf(HasSubstr("__stack_chk_fail@"), HasSubstr("__memcpy_chk@"),
                               HasSubstr("__glibcxx_assert_fail")))
        << name;
#ifdef __x86_64__
    // endbr64 at the start of functions.
    const std::string code = FileText(path);
    int marks = 0;
    for (size_t at = code.find("\xf3\x0f\x1e\xfa"); at != std::string::npos;
         at = code.find("\xf3\x0f\x1e\xfa", at + 1)) {
      ++marks;
    }
    EXPECT_GT(marks, 500) << name;
#endif
  }
  EXPECT_GT(programs, 0);
}

}  // namespace
}  // namespace signet
