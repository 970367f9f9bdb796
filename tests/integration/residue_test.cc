// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Looks for secrets in all the memory of a signetd that works, in its core files and
// its logs. SIGNET_RESIDUE_CALLS says how many signatures are made before (300).

#include "tests/support/residue.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/digest/hmac_sha256.h"
#include "tests/integration/hardened_signetd.h"
#include "tests/support/knob.h"
#include "tests/support/memory_pattern.h"

namespace signet {
namespace {

using ::testing::IsEmpty;

// Nobody else's, so that nothing of the tests' own is found.
constexpr char kSecret[] = "9tKq2VwZr7XbLm4Nf8Hs1Jd6Gy3Pc5Ra0Ue+QiT/";
constexpr char kNextSecret[] = "Vb3Zx8Lk1Qw6Er9Ty2Ui5Op0As7Df4Gh+Jm/NcXz";
constexpr char kToken[] = "FwoGZXIvYXdzEJr8Q2xv7Zk3Lm9Np1Rt5Vw/Hd4Jf6Ls0Qx2Yb8+Ug==";
constexpr char kRegion[] = "us-east-1";

int Calls() { return static_cast<int>(Knob("SIGNET_RESIDUE_CALLS", 300)); }

TestCredential Demo(const std::string& secret) {
  return {.name = "demo",
          .access_key_id = "AKIDRESIDUETEST",
          .secret = secret,
          .session_token = std::string(kToken)};
}
const TestCredential& Other() {
  static const auto* const other = new TestCredential{
      .name = "other", .access_key_id = "AKIDOTHER", .secret = "ofNoInterest", .session_token = ""};
  return *other;
}

std::vector<ResiduePattern> PatternsOf(const std::string& secret, const Traffic& traffic) {
  const std::vector<std::string> scope = absl::StrSplit(traffic.lease_scope, '/');
  return SecretPatterns(
      {.secret_access_key = secret, .date = scope.at(0), .region = kRegion, .service = "s3"});
}

std::string Describe(const Residue& residue) {
  std::string text = absl::StrCat(residue.scanned >> 20, " MiB scanned");
  for (const auto& [name, count] : residue.elsewhere) {
    absl::StrAppend(&text, "\n  ", name, ": ", count);
  }
  return text;
}

class ResidueTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0 || !CanSearchMemory()) {
      GTEST_SKIP() << "takes root, and a build without sanitizers";
    }
  }

  // What wipes does so within a second of its cause; this waits for what the scanner
  // sees, not for a time, and gives the last look.
  static Residue LookUntil(pid_t pid, const std::vector<ResiduePattern>& patterns,
                           const std::function<bool(const Residue&)>& is_done) {
    const absl::Time give_up_at = absl::Now() + absl::Seconds(20);
    Residue residue = FindInProcess(pid, patterns);
    while (!is_done(residue) && absl::Now() < give_up_at) {
      absl::SleepFor(absl::Milliseconds(200));
      residue = FindInProcess(pid, patterns);
    }
    return residue;
  }
};

// Bytes that no constant holds, others for each salt: what a process made before a fork is in the
// child as well.
std::string Scrambled(int salt) {
  std::string bytes(40, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<char>(i * i * 7 + static_cast<size_t>(salt));
  }
  return bytes;
}

// What is found of Scrambled(salt) in a process that did `leave` and waits to be looked at.
Residue OfProcessThat(int salt, const std::function<void()>& leave) {
  int ready[2];
  EXPECT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    leave();
    (void)!write(ready[1], "x", 1);
    pause();
  }
  char byte = 0;
  EXPECT_EQ(read(ready[0], &byte, 1), 1);
  // Made after the fork, which would have given the child a copy.
  const Residue residue = FindInProcess(child, {{.name = "scrambled", .bytes = Scrambled(salt)}});
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ready[0]);
  close(ready[1]);
  return residue;
}

// The control: what is left in freed memory is found, and nothing where there is nothing.
TEST_F(ResidueTest, TheScannerFindsWhatIsLeft) {
  EXPECT_THAT(OfProcessThat(3, [] {}).elsewhere, IsEmpty());
  const Residue left = OfProcessThat(4, [] {
    char* const block = static_cast<char*>(malloc(4096));
    for (int i = 0; i < 40; ++i) {
      const_cast<volatile char*>(block)[1000 + i] = Scrambled(4)[static_cast<size_t>(i)];
    }
    free(block);
  });
  EXPECT_FALSE(left.elsewhere.empty());
  EXPECT_GT(left.scanned, size_t{1} << 20);
}

TEST_F(ResidueTest, TheScannerFindsKeysInEveryShape) {
  const std::vector<ResiduePattern> patterns = SecretPatterns(
      {.secret_access_key = kSecret, .date = "20261201", .region = kRegion, .service = "s3"});
  ASSERT_EQ(patterns.size(), 30u);
  std::string all;
  for (const ResiduePattern& pattern : patterns) {
    absl::StrAppend(&all, "--", pattern.bytes);
  }
  EXPECT_EQ(FindInText(all, patterns).elsewhere.size(), 30u);
  // HMAC-SHA256 test case 1 of RFC 4231, whose states are those of its key.
  const HmacSha256Key key = MakeHmacSha256Key(absl::string_view(kSecret));
  EXPECT_EQ(
      FindInText(absl::string_view(reinterpret_cast<const char*>(&key), sizeof(key)), patterns)
          .elsewhere.size(),
      2u);
}

TEST_F(ResidueTest, NothingOfARemovedCredentialIsLeft) {
  HardenedSignetd server(
      {Demo(kSecret), Other()}, "",
      {.uid = {}, .environment = {"GRPC_VERBOSITY=debug", "GRPC_TRACE=all,-timer,-timer_check"}});
  ASSERT_TRUE(server.is_running());
  const pid_t pid = server.process().pid();
  const auto by_unix = server.UnixChannel();
  auto by_tls = server.TlsChannel();
  Traffic traffic = MakeCalls(by_unix, "demo", Calls());
  traffic.errors += MakeCalls(by_tls, "demo", Calls()).errors;
  const std::vector<ResiduePattern> patterns = PatternsOf(kSecret, traffic);
  // The pattern is the key that was leased.
  ASSERT_EQ(patterns[25].name, "kSigning");
  ASSERT_EQ(patterns[25].bytes, traffic.leased_key);

  // While it is live: in locked memory only, once the TLS connection is gone, whose record
  // buffer holds the last answer, a lease, until the next one or its end.
  by_tls.reset();
  const Residue live =
      LookUntil(pid, patterns, [](const Residue& residue) { return residue.elsewhere.empty(); });
  EXPECT_GE(live.in_locked.count("secret"), 1u) << "the scanner sees the credential";
  EXPECT_GE(live.in_locked.count("kSigning"), 1u) << "the scanner sees the key cache";
  EXPECT_THAT(live.elsewhere, IsEmpty()) << Describe(live);

  // Rotated, then removed: nowhere.
  server.SetCredentials({Demo(kNextSecret), Other()});
  traffic = MakeCalls(by_unix, "demo", Calls());
  std::vector<ResiduePattern> all = patterns;
  for (const ResiduePattern& pattern : PatternsOf(kNextSecret, traffic)) {
    all.push_back(pattern);
  }
  server.SetCredentials({Other()});
  const Residue removed = LookUntil(pid, all, [](const Residue& residue) {
    return residue.elsewhere.empty() && residue.in_locked.empty();
  });
  EXPECT_THAT(removed.elsewhere, IsEmpty()) << Describe(removed);
  EXPECT_THAT(removed.in_locked, IsEmpty());
  RecordProperty("signatures", 3 * Calls());
  RecordProperty("patterns", static_cast<int>(all.size()));
  RecordProperty("mebibytes_scanned", static_cast<int>(removed.scanned >> 20));
  EXPECT_THAT(FindInText(traffic.errors, all).elsewhere, IsEmpty());
  EXPECT_THAT(FindInText(server.process().Output(), all).elsewhere, IsEmpty());
  // The log was looked at, and has what is no secret.
  EXPECT_GT(server.CountInLog("SignRequest"), 0);
}

// The parsers of the configuration keep no copies either.
TEST_F(ResidueTest, SecretsInsideTheConfigurationLieInLockedMemoryAlone) {
  std::vector<std::string> names = {"signet.json"};
#ifdef SIGNET_HAVE_YAML
  names.push_back("signet.yaml");
#endif
  for (const std::string& name : names) {
    HardenedSignetd server(
        {Other()},
        absl::StrCat(R"("credentials": [{"name": "demo", "access_key_id": "AKIDRESIDUETEST", )",
                     R"("secret_access_key": ")", kSecret, R"("}],)"),
        {.uid = {}, .environment = {}, .may_dump_core = false, .config_name = name});
    ASSERT_TRUE(server.is_running());
    const Traffic traffic = MakeCalls(server.UnixChannel(), "demo", 1);
    const Residue residue = LookUntil(server.process().pid(), PatternsOf(kSecret, traffic),
                                      [](const Residue& found) { return found.elsewhere.empty(); });
    EXPECT_GE(residue.in_locked.count("secret"), 1u) << name;
    EXPECT_THAT(residue.elsewhere, IsEmpty()) << name << ": " << Describe(residue);
  }
}

// Neither its memory nor what the kernel shows of its environment.
TEST_F(ResidueTest, CredentialsOfTheEnvironmentAreTakenOutOfIt) {
  HardenedSignetd server({Other()}, R"("credentials": [{"name": "demo", "environment": {}}],)",
                         {.uid = {},
                          .environment = {"AWS_ACCESS_KEY_ID=AKIDRESIDUETEST",
                                          absl::StrCat("AWS_SECRET_ACCESS_KEY=", kSecret)}});
  ASSERT_TRUE(server.is_running());
  const pid_t pid = server.process().pid();
  const std::vector<ResiduePattern> patterns =
      PatternsOf(kSecret, MakeCalls(server.UnixChannel(), "demo", 1));
  const Residue residue = FindInProcess(pid, patterns);
  EXPECT_GE(residue.in_locked.count("secret"), 1u);
  EXPECT_THAT(residue.elsewhere, IsEmpty());
  std::ifstream file(absl::StrCat("/proc/", pid, "/environ"), std::ios::binary);
  const std::string environment(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(environment, ::testing::HasSubstr("AKIDRESIDUETEST"));
  EXPECT_THAT(FindInText(environment, patterns).elsewhere, IsEmpty());
}

class CoreTest : public ResidueTest {
 protected:
  // A core has what is no secret, and none of what is.
  static void ExpectCoreWithout(const std::string& path, const std::vector<ResiduePattern>& keys) {
    const Residue control =
        FindInFile(path, {{.name = "access key ID", .bytes = "AKIDRESIDUETEST"}});
    EXPECT_FALSE(control.elsewhere.empty()) << path << ", " << control.scanned << " bytes";
    EXPECT_THAT(FindInFile(path, keys).elsewhere, IsEmpty());
  }
};

// Written by root with a debugger, who could have read the memory as well.
TEST_F(CoreTest, AnAttachedDebuggersCoreHasNoKeys) {
  HardenedSignetd server({Demo(kSecret)}, "");
  ASSERT_TRUE(server.is_running());
  const auto patterns = PatternsOf(kSecret, MakeCalls(server.UnixChannel(), "demo", 20));
  const std::string core = server.folder().Path("gcore");
  const std::string command = absl::StrCat("gcore -o ", core, " ", server.process().pid(), " >",
                                           server.folder().Path("gcore.log"), " 2>&1");
  ASSERT_EQ(system(command.c_str()), 0) << "gcore, of the package gdb";
  ExpectCoreWithout(absl::StrCat(core, ".", server.process().pid()), patterns);
}

std::string CoreIn(const TempFolder& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder.Path(""))) {
    if (entry.path().filename().string().rfind("core", 0) == 0) {
      return entry.path();
    }
  }
  return "";
}

TEST_F(CoreTest, ACrashsCoreHasNoKeysEvenWhereOneIsAllowed) {
  std::string pattern;
  std::getline(std::ifstream("/proc/sys/kernel/core_pattern"), pattern);
  if (pattern.rfind("core", 0) != 0) {
    GTEST_SKIP() << "cores of this machine go elsewhere: " << pattern;
  }
  HardenedSignetd server(
      {Demo(kSecret)}, R"("hardening": {"allow_debugging": true},)",
      {.uid = {}, .environment = {}, .may_dump_core = true, .config_name = "signet.json"});
  ASSERT_TRUE(server.is_running());
  const auto patterns = PatternsOf(kSecret, MakeCalls(server.UnixChannel(), "demo", 20));
  kill(server.process().pid(), SIGABRT);
  EXPECT_EQ(server.process().Wait(), -1);
  const std::string core = CoreIn(server.folder());
  ASSERT_NE(core, "");
  ExpectCoreWithout(core, patterns);
}

// The same crash without the permission.
TEST_F(CoreTest, ACrashWritesNoCore) {
  HardenedSignetd server(
      {Demo(kSecret)}, "",
      {.uid = {}, .environment = {}, .may_dump_core = true, .config_name = "signet.json"});
  ASSERT_TRUE(server.is_running());
  kill(server.process().pid(), SIGABRT);
  EXPECT_EQ(server.process().Wait(), -1);
  EXPECT_EQ(CoreIn(server.folder()), "");
}

}  // namespace
}  // namespace signet
