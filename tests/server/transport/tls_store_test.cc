// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/tls_store.h"

#include <unistd.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/captured_log.h"
#include "tests/support/certificates.h"
#include "tests/support/fake_clock.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

class TlsStoreTest : public ::testing::Test {
 protected:
  TlsStoreTest() {
    Write(first_);
    folder_.Write("ca.pem", authority_.Certificate());
  }

  void Write(const CertificateAndKey& pair) {
    folder_.Write("cert.pem", pair.certificate);
    folder_.Write("key.pem", pair.key);
  }

  void Load() { ASSERT_OK_AND_ASSIGN(store_, TlsStore::Create(files_, clock_, &metrics_)); }

  uint64_t Reloads(absl::string_view result) {
    return metrics_.GetCounter(kTlsReloadsTotal, {{"result", result}})->Value();
  }

  std::vector<std::string> LinesWith(absl::string_view text) const {
    std::vector<std::string> found;
    for (const std::string& line : log_.Lines()) {
      if (absl::StrContains(line, text)) {
        found.push_back(line);
      }
    }
    return found;
  }

  const TestAuthority authority_{"authority"};
  const CertificateAndKey first_ = authority_.Issue("DNS:one.example");
  const CertificateAndKey second_ = authority_.Issue("DNS:two.example");
  TempFolder folder_;
  const TlsFiles files_ = {.cert_file = folder_.Path("cert.pem"),
                           .key_file = folder_.Path("key.pem"),
                           .client_ca_file = folder_.Path("ca.pem"),
                           .trust_bundles = {}};
  FakeClock clock_{absl::Now()};
  MetricsRegistry metrics_;
  CapturedLog log_;
  std::shared_ptr<TlsStore> store_;
};

TEST_F(TlsStoreTest, TakesANewPair) {
  Load();
  EXPECT_TRUE(store_->Poll());
  EXPECT_EQ(store_->version(), 1u);
  Write(second_);
  EXPECT_TRUE(store_->Poll());
  EXPECT_EQ(store_->version(), 2u);
  EXPECT_EQ(store_->current()->cert_pem, second_.certificate);
  EXPECT_EQ(store_->current()->key_pem.Reveal(), second_.key);
  EXPECT_EQ(Reloads("ok"), 1u);
  EXPECT_EQ(Reloads("refused"), 0u);
}

TEST_F(TlsStoreTest, TakesNewAuthorities) {
  Load();
  const TestAuthority other("other");
  folder_.Write("ca.pem", authority_.Certificate() + "# the new one\n" + other.Certificate());
  EXPECT_TRUE(store_->Poll());
  EXPECT_THAT(store_->current()->roots_pem, HasSubstr(other.Certificate()));
}

// cert-manager and people write one file after the other.
TEST_F(TlsStoreTest, ACertificateWaitsForItsKey) {
  Load();
  folder_.Write("cert.pem", second_.certificate);
  EXPECT_FALSE(store_->Poll());
  EXPECT_EQ(store_->current()->cert_pem, first_.certificate);
  folder_.Write("key.pem", second_.key);
  EXPECT_TRUE(store_->Poll());
  EXPECT_EQ(store_->current()->cert_pem, second_.certificate);
}

// As the kubelet does: files are links through a link that is replaced in one step.
TEST_F(TlsStoreTest, FollowsAMountedSecret) {
  const auto mount = [this](const char* state, const CertificateAndKey& pair) {
    folder_.Write(absl::StrCat("mount/", state, "/cert.pem"), pair.certificate);
    folder_.Write(absl::StrCat("mount/", state, "/key.pem"), pair.key);
    std::filesystem::create_symlink(state, folder_.Path("mount/..data_tmp"));
    std::filesystem::rename(folder_.Path("mount/..data_tmp"), folder_.Path("mount/..data"));
  };
  mount("..1", first_);
  for (const char* const file : {"cert.pem", "key.pem"}) {
    std::filesystem::create_symlink(absl::StrCat("..data/", file),
                                    folder_.Path(absl::StrCat("mount/", file)));
  }
  TlsFiles files = files_;
  files.cert_file = folder_.Path("mount/cert.pem");
  files.key_file = folder_.Path("mount/key.pem");
  ASSERT_OK_AND_ASSIGN(store_, TlsStore::Create(files, clock_, &metrics_));
  mount("..2", second_);
  std::filesystem::remove_all(folder_.Path("mount/..1"));
  EXPECT_TRUE(store_->Poll());
  EXPECT_EQ(store_->current()->cert_pem, second_.certificate);
}

struct Refusal {
  const char* name;
  std::function<void(const TempFolder&, const TestAuthority&)> spoil;
  const char* why;
};

void WritePair(const TempFolder& folder, const CertificateAndKey& pair) {
  folder.Write("cert.pem", pair.certificate);
  folder.Write("key.pem", pair.key);
}

const std::vector<Refusal>& Refusals() {
  static const auto* const refusals = new std::vector<Refusal>{
      {"missing",
       [](const TempFolder& folder, const TestAuthority&) {
         std::filesystem::remove(folder.Path("cert.pem"));
       },
       "No such file"},
      {"garbage",
       [](const TempFolder& folder, const TestAuthority&) { folder.Write("cert.pem", "garbage"); },
       "cert.pem holds no PEM certificate"},
      {"empty", [](const TempFolder& folder, const TestAuthority&) { folder.Write("key.pem", ""); },
       "key.pem holds no unencrypted PEM private key"},
      {"key of another",
       [](const TempFolder& folder, const TestAuthority& authority) {
         folder.Write("key.pem", authority.Issue("DNS:x.example").key);
       },
       "is not that of the certificate"},
      {"expired",
       [](const TempFolder& folder, const TestAuthority& authority) {
         CertificateOptions options{.alternative_names = "DNS:x.example"};
         options.not_after = -60;
         WritePair(folder, authority.Issue(options));
       },
       "has expired at"},
      {"not yet valid",
       [](const TempFolder& folder, const TestAuthority& authority) {
         CertificateOptions options{.alternative_names = "DNS:x.example"};
         options.not_before = 3600;
         WritePair(folder, authority.Issue(options));
       },
       "is not valid before"},
      {"nameless",
       [](const TempFolder& folder, const TestAuthority& authority) {
         WritePair(folder, authority.Issue(""));
       },
       "names no DNS name or IP address"},
      {"for clients",
       [](const TempFolder& folder, const TestAuthority& authority) {
         CertificateOptions options{.alternative_names = "DNS:x.example"};
         options.extended_key_usage = "clientAuth";
         WritePair(folder, authority.Issue(options));
       },
       "is not for servers"},
      {"wrong intermediate",
       [](const TempFolder& folder, const TestAuthority& authority) {
         const CertificateAndKey pair = authority.Issue("DNS:x.example");
         WritePair(folder, {pair.certificate + TestAuthority("stranger").Certificate(), pair.key});
       },
       "has certificate 2, which did not issue certificate 1"},
      {"half-written second",
       [](const TempFolder& folder, const TestAuthority& authority) {
         const CertificateAndKey pair = authority.Issue("DNS:x.example");
         WritePair(folder, {pair.certificate + "-----BEGIN CERTIF", pair.key});
       },
       "is broken off or garbled after certificate 1"},
      {"huge",
       [](const TempFolder& folder, const TestAuthority&) {
         folder.Write("ca.pem", std::string((1 << 20) + 1, '#'));
       },
       "is larger than the 1048576 bytes allowed"},
      {"no authority",
       [](const TempFolder& folder, const TestAuthority&) { folder.Write("ca.pem", "\n"); },
       "the client CA file"},
      {"a folder",
       [](const TempFolder& folder, const TestAuthority&) {
         std::filesystem::remove(folder.Path("ca.pem"));
         std::filesystem::create_directory(folder.Path("ca.pem"));
       },
       "is not a regular file"},
  };
  return *refusals;
}

TEST_F(TlsStoreTest, RefusesWhatIsWrongOnceAndKeepsTheLastGoodOne) {
  for (const Refusal& refusal : Refusals()) {
    SCOPED_TRACE(refusal.name);
    std::filesystem::remove_all(folder_.Path("ca.pem"));
    Write(first_);
    folder_.Write("ca.pem", authority_.Certificate());
    Load();
    const uint64_t refused = Reloads("refused");
    const size_t lines = log_.Lines().size();
    refusal.spoil(folder_, authority_);
    EXPECT_FALSE(store_->Poll());
    EXPECT_FALSE(store_->Poll());
    EXPECT_EQ(store_->version(), 1u);
    EXPECT_EQ(store_->current()->cert_pem, first_.certificate);
    EXPECT_EQ(Reloads("refused"), refused + 1);
    const std::vector<std::string> all = log_.Lines();
    ASSERT_EQ(all.size(), lines + 1);
    EXPECT_THAT(all.back(), HasSubstr(refusal.why));
    EXPECT_FALSE(TlsStore::Create(files_, clock_, &metrics_).ok());
  }
}

TEST_F(TlsStoreTest, RefusesEveryHalfWrittenFile) {
  Load();
  for (const auto& [name, whole] :
       {std::pair<const char*, std::string>("cert.pem", first_.certificate),
        {"key.pem", first_.key},
        {"ca.pem", authority_.Certificate()}}) {
    // Without its last line end it is whole.
    for (size_t size = 0; size + 1 < whole.size(); ++size) {
      folder_.Write(name, whole.substr(0, size));
      const absl::StatusOr<TlsBytes> bytes = ReadTlsFiles(files_);
      ASSERT_OK(bytes);
      EXPECT_FALSE(MakeTlsMaterial(files_, *bytes, clock_.Now()).ok()) << name << " " << size;
    }
    folder_.Write(name, whole);
  }
  EXPECT_TRUE(store_->Poll());
}

TEST_F(TlsStoreTest, TakesAChainInOrder) {
  const auto intermediate = authority_.Intermediate("intermediate");
  const CertificateAndKey pair = intermediate->Issue("IP:127.0.0.1");
  Write({pair.certificate + intermediate->Certificate() + authority_.Certificate(), pair.key});
  Load();
  EXPECT_EQ(store_->version(), 1u);
  Write({pair.certificate + authority_.Certificate() + intermediate->Certificate(), pair.key});
  EXPECT_FALSE(store_->Poll());
}

TEST_F(TlsStoreTest, SaysHowLongTheCertificatesLast) {
  const auto left = [this](absl::string_view certificate) {
    return metrics_.GetGauge(kTlsExpirySeconds, {{"certificate", certificate}})->Value();
  };
  Load();
  const int64_t before = left("server");
  EXPECT_GT(before, 23 * 3600);
  EXPECT_LE(before, 24 * 3600);
  EXPECT_GT(left("client_ca"), 23 * 3600);
  clock_.Advance(absl::Seconds(1000));
  store_->Poll();
  EXPECT_EQ(left("server"), before - 1000);
}

TEST_F(TlsStoreTest, WarnsBeforeTheEndOnceEach) {
  const TestAuthority authority("long-lived");
  CertificateOptions options{.alternative_names = "DNS:x.example"};
  options.not_after = 90 * 24 * 3600;
  Write(authority.Issue(options));
  Load();
  const auto warnings = [this] { return LinesWith("expires soon").size(); };
  const auto pass = [this](absl::Duration duration) {
    clock_.Advance(duration);
    store_->Poll();
    store_->Poll();
  };
  pass(absl::Hours(59 * 24));
  EXPECT_EQ(warnings(), 0u);
  pass(absl::Hours(2 * 24));
  EXPECT_EQ(warnings(), 1u);
  pass(absl::Hours(23 * 24));
  EXPECT_EQ(warnings(), 2u);
  pass(absl::Hours(5 * 24 + 1));
  EXPECT_EQ(warnings(), 3u);
  EXPECT_EQ(LinesWith("has expired").size(), 0u);
  pass(absl::Hours(2 * 24));
  EXPECT_EQ(warnings(), 3u);
  EXPECT_EQ(LinesWith("the server's certificate has expired").size(), 1u);
}

// A certificate of a day is no news when it has a day left.
TEST_F(TlsStoreTest, DoesNotWarnOfShortLives) {
  Load();
  clock_.Advance(absl::Hours(20));
  store_->Poll();
  EXPECT_EQ(LinesWith("expires soon").size(), 0u);
}

}  // namespace
}  // namespace signet
