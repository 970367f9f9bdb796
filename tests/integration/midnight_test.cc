// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Midnight in UTC, while callers sign: each signature is of the day that it is dated with,
// by the key of that day; and so where the clock is set. SIGNET_MIDNIGHTS says how many (5).

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/service/sign_request.h"
#include "tests/support/captured_log.h"
#include "tests/support/in_process_server.h"
#include "tests/support/knob.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::ElementsAre;

constexpr int kCallers = 4;

// The machine's clock, with the wall clock set to another time.
class SetClock final : public Clock {
 public:
  absl::Time Now() const override {
    return absl::FromUnixNanos(absl::GetCurrentTimeNanos() + ahead_nanos_);
  }
  absl::Duration Monotonic() const override { return Clock::Real().Monotonic(); }
  void SetNow(absl::Time now) {
    ahead_nanos_ = absl::ToUnixNanos(now) - absl::GetCurrentTimeNanos();
  }

 private:
  std::atomic<int64_t> ahead_nanos_{0};
};

// Signatures by the second that they are dated with; the request is always the same, so each
// second has one.
using Signatures = std::map<int64_t, std::set<std::string>>;

class Caller {
 public:
  explicit Caller(std::unique_ptr<v1::SigningService::Stub> stub) : stub_(std::move(stub)) {
    thread_ = std::thread([this] {
      while (!is_done_ && Sign()) {
      }
    });
  }
  ~Caller() { Stop(); }

  int64_t count() const { return count_; }
  // The latest time that it saw.
  int64_t seconds() const { return seconds_; }

  const Signatures& Stop() {
    is_done_ = true;
    if (thread_.joinable()) {
      thread_.join();
    }
    return signatures_;
  }

 private:
  bool Sign() {
    PatientContext context;
    v1::SignRequestResponse response;
    const grpc::Status status = stub_->SignRequest(&context, GetObjectRequest(), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    std::string date;
    for (const v1::Header& header : response.headers()) {
      date = header.name() == "x-amz-date" ? header.value() : date;
    }
    const absl::Time time = absl::FromUnixSeconds(response.signing_time().seconds());
    EXPECT_EQ(date, absl::FormatTime("%Y%m%dT%H%M%SZ", time, absl::UTCTimeZone()));
    EXPECT_EQ(response.credential_scope(), date.substr(0, 8) + "/us-east-1/s3/aws4_request");
    signatures_[response.signing_time().seconds()].insert(response.signature());
    seconds_ = response.signing_time().seconds();
    ++count_;
    return status.ok();
  }

  const std::unique_ptr<v1::SigningService::Stub> stub_;
  Signatures signatures_;
  std::atomic<int64_t> count_{0};
  std::atomic<int64_t> seconds_{0};
  std::atomic<bool> is_done_{false};
  std::thread thread_;
};

// By a service of its own, whose clock stands still and whose cache is empty.
std::string SignatureAt(int64_t seconds) {
  ServiceFixture fresh;
  fresh.clock.SetNow(absl::FromUnixSeconds(seconds));
  v1::SignRequestResponse response;
  EXPECT_OK(SignRequest(fresh.context, fresh.alice, GetObjectRequest(), &response));
  return response.signature();
}

class MidnightTest : public ::testing::Test {
 protected:
  void Start() {
    server_.config().lanes = 2;
    server_.Start(clock_);
    for (int i = 0; i < kCallers; ++i) {
      callers_.push_back(std::make_unique<Caller>(server_.NewStub()));
    }
  }

  // Until each caller has a signature that is dated from `begin` and before `end`.
  void WaitForAll(absl::Time begin, absl::Time end) {
    for (const auto& caller : callers_) {
      while (!HasFailure() && (caller->seconds() < absl::ToUnixSeconds(begin) ||
                               caller->seconds() >= absl::ToUnixSeconds(end))) {
        absl::SleepFor(absl::Milliseconds(1));
      }
    }
  }

  // Ends the callers. Holds each second's signature against one by nothing that this server has;
  // how many seconds there are.
  size_t CheckAll() {
    Signatures all;
    int64_t signatures = 0;
    for (const auto& caller : callers_) {
      for (const auto& [seconds, of_second] : caller->Stop()) {
        all[seconds].insert(of_second.begin(), of_second.end());
      }
      signatures += caller->count();
    }
    for (const auto& [seconds, of_second] : all) {
      EXPECT_THAT(of_second, ElementsAre(SignatureAt(seconds))) << seconds;
    }
    RecordProperty("signatures", std::to_string(signatures));
    return all.size();
  }

  const CapturedLog quiet_{LogFormat::kJson, LogLevel::kError};
  SetClock clock_;
  InProcessServer server_;
  std::vector<std::unique_ptr<Caller>> callers_;
};

TEST_F(MidnightTest, EverySignatureIsOfTheDayThatItIsDatedWith) {
  const int midnights = static_cast<int>(Knob("SIGNET_MIDNIGHTS", 5));
  absl::Time midnight = ExampleTime();
  clock_.SetNow(midnight - absl::Seconds(1));
  Start();
  for (int i = 0; i < midnights; ++i, midnight += absl::Hours(24)) {
    clock_.SetNow(midnight - absl::Milliseconds(200));
    WaitForAll(midnight, midnight + absl::Hours(24));
  }
  RecordProperty("midnights", midnights);
  // The second before and the second after of each.
  EXPECT_GE(CheckAll(), static_cast<size_t>(2 * midnights));
}

// An hour or a day on, and back: what is signed is dated by the clock as it is, with the key of
// that day, each time.
TEST_F(MidnightTest, AClockThatIsSetGivesSignaturesOfItsTime) {
  clock_.SetNow(ExampleTime());
  Start();
  absl::Time now = ExampleTime();
  WaitForAll(now, now + absl::Minutes(1));
  int steps = 0;
  for (const absl::Duration step :
       {absl::Hours(1), -absl::Hours(1), absl::Hours(24), -absl::Hours(48), absl::Hours(25),
        -absl::Minutes(6), absl::Minutes(6), -absl::Hours(24 * 365)}) {
    now += step;
    clock_.SetNow(now);
    WaitForAll(now, now + absl::Minutes(1));
    ++steps;
  }
  RecordProperty("steps", steps);
  EXPECT_GE(CheckAll(), 6u);
}

}  // namespace
}  // namespace signet
