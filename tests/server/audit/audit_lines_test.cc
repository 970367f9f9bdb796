// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_lines.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "server/base/document.h"
#include "server/base/error.h"
#include "tests/server/audit/audit_case.h"
#include "tests/support/allocation_counter.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string LineOf(const AuditEvent& event, const absl::Status& status = absl::OkStatus(),
                   AuditedResources resources = AuditedResources::kShown) {
  AuditLines lines(resources);
  lines.Add(event, status, AuditTime());
  return std::string(lines.text());
}

TEST(AuditLinesTest, SaysWhoDidWhatAndLeavesOutWhatIsEmpty) {
  EXPECT_EQ(LineOf(SignedEvent()),
            R"("kind":"call","time":"2026-11-30T13:00:00.123456Z",)"
            R"("caller":"spiffe://example.org/web","proof":"mtls","operation":"SignRequest",)"
            R"("decision":"allow","rule":"web-reads","credential":"example",)"
            R"("access_key_id":"AKIAIOSFODNN7EXAMPLE","service":"s3","method":"GET",)"
            R"("resource":"bucket/key")"
            "\n");
}

TEST(AuditLinesTest, SaysAllThatThereIs) {
  AuditEvent event = SignedEvent();
  event.phase = "end";
  event.entry = 0;
  event.policy = "00112233";
  event.credential_version = "0123456789abcdef";
  event.region = "us-east-1,eu-west-1";
  event.host = "bucket.s3.amazonaws.com";
  event.action = "s3:GetObject";
  event.payload_mode = "unsigned";
  event.placement = "query";
  event.expires_in = 900;
  event.signing_time = absl::FromUnixSeconds(1440938160);
  event.signature = AuditEvent::Fingerprint{1, 2, 3, 4, 5, 6, 7, 8};
  event.key = AuditEvent::Fingerprint{9, 10, 11, 12, 13, 14, 15, 16};
  event.verdict = "valid";
  event.parts = 0;
  event.bytes = 17;
  event.trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
  const std::string line = LineOf(event);
  for (const char* const member :
       {R"("operation":"SignRequest","phase":"end","entry":0,"decision":"allow")",
        R"("policy":"00112233")", R"("credential_version":"0123456789abcdef")",
        R"("region":"us-east-1,eu-west-1","service":"s3","host":"bucket.s3.amazonaws.com")",
        R"("action":"s3:GetObject","resource":"bucket/key","payload":"unsigned")",
        R"("placement":"query","expires_in":900,"signing_time":"2015-08-30T12:36:00Z")",
        R"("signature_sha256":"0102030405060708","key_sha256":"090a0b0c0d0e0f10")",
        R"("verdict":"valid","parts":0,"bytes":17)",
        R"("trace_id":"4bf92f3577b34da6a3ce929d0e0e4736")"}) {
    EXPECT_THAT(line, HasSubstr(member));
  }
}

TEST(AuditLinesTest, AllowsWhatIsAnsweredAlone) {
  AuditEvent event = SignedEvent();
  EXPECT_THAT(
      LineOf(event, MakeError(absl::StatusCode::kUnavailable, Reason::kCredentialExpired,
                              "credential", "expired")),
      HasSubstr(R"("decision":"error","code":"UNAVAILABLE","reason":"CREDENTIAL_EXPIRED")"));
  // A grant was missing after policy had allowed.
  const absl::Status denied =
      MakeError(absl::StatusCode::kPermissionDenied, Reason::kNotGranted, "", "no");
  EXPECT_THAT(LineOf(event, denied), HasSubstr(R"("decision":"deny")"));
  event.decision = AuditEvent::Decision::kDeny;
  EXPECT_THAT(LineOf(event, absl::NotFoundError("")), HasSubstr(R"("decision":"deny")"));
  event.decision = AuditEvent::Decision::kNone;
  EXPECT_THAT(LineOf(event, absl::UnauthenticatedError("")),
              HasSubstr(R"("decision":"unauthenticated")"));
  EXPECT_THAT(LineOf(event, absl::InvalidArgumentError("")), HasSubstr(R"("decision":"error")"));
}

TEST(AuditLinesTest, ErrorTextsStayOut) {
  EXPECT_THAT(LineOf(SignedEvent(), absl::InvalidArgumentError("x-secret: hunter2")),
              Not(HasSubstr("hunter2")));
}

// Every text that a caller can choose, with every byte, in one line of valid JSON.
TEST(AuditLinesTest, NoTextForgesALineOrAMember) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string hostile = absl::StrCat("a\"", std::string(1, static_cast<char>(byte)),
                                             "\",\"decision\":\"allow\"}\n{\"seq\":1,");
    AuditEvent event;
    event.caller = event.proof = event.operation = event.phase = event.method = hostile;
    event.payload_mode = event.placement = event.verdict = event.trace_id = hostile;
    event.rule = event.policy = event.credential = event.access_key_id = hostile;
    event.credential_version = event.region = event.service = event.host = hostile;
    event.action = event.resource = hostile;
    const std::string line = LineOf(event, absl::InternalError(hostile));
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << byte;
    EXPECT_EQ(line.back(), '\n');
    EXPECT_TRUE(std::none_of(line.begin(), line.end() - 1, [](char c) {
      return static_cast<unsigned char>(c) < ' ';
    })) << byte;
    // Twice the same key is an error of our reader.
    ASSERT_OK_AND_ASSIGN(const Document document,
                         ParseDocument("line.json", absl::StrCat("{", line, "}")));
    for (const DocumentNode::Member& member : document.root().members()) {
      if (member.key == "decision") {
        EXPECT_EQ(member.value.text(), "error") << byte;
      }
    }
  }
}

TEST(AuditLinesTest, CutsLongTextsAndStillTellsLongResourcesApart) {
  AuditEvent event = SignedEvent();
  event.credential = std::string(100'000, 'c');
  event.resource = std::string(100'000, 'r');
  const std::string line = LineOf(event);
  EXPECT_LT(line.size(), 4000U);
  EXPECT_THAT(line, HasSubstr(R"("resource_sha256":")"));
  event.resource.back() = 's';
  EXPECT_NE(LineOf(event), line);
}

// printf bucket/key | sha256sum
TEST(AuditLinesTest, HashesResourcesWhereAskedTo) {
  const std::string line = LineOf(SignedEvent(), absl::OkStatus(), AuditedResources::kHashed);
  EXPECT_THAT(line,
              HasSubstr("\"resource_sha256\":"
                        "\"0a9d370e050857030986e38bdd6cc1bf687fe4941aca697da0e8920d8ec408e3\""));
  EXPECT_THAT(line, Not(HasSubstr("bucket/key")));
}

TEST(AuditLinesTest, AllocatesNothingOnceItHasItsMemory) {
  AuditLines lines(AuditedResources::kShown);
  AuditEvent event = SignedEvent();
  event.signing_time = AuditTime();
  lines.Add(event, absl::OkStatus(), AuditTime());
  lines.Clear();
  if (!CanCountAllocations()) {
    GTEST_SKIP() << "sanitizers bring their own malloc";
  }
  const int64_t before = AllocationsOfThisThread();
  lines.Add(event, absl::OkStatus(), AuditTime());
  EXPECT_EQ(AllocationsOfThisThread(), before);
}

TEST(AuditLinesTest, GivesTheMemoryOfABatchBack) {
  AuditLines lines(AuditedResources::kShown);
  for (int i = 0; i < 1000; ++i) {
    lines.Add(SignedEvent(), absl::OkStatus(), AuditTime());
  }
  EXPECT_EQ(lines.count(), 1000U);
  lines.Clear();
  EXPECT_TRUE(lines.empty());
  EXPECT_EQ(lines.text(), "");
}

TEST(AuditEventTest, ResetForgetsEverything) {
  AuditEvent event = SignedEvent();
  event.entry = event.parts = event.bytes = event.expires_in = 4;
  event.signature = AuditEvent::Fingerprint{};
  event.key = AuditEvent::Fingerprint{};
  event.signing_time = AuditTime();
  event.Reset();
  EXPECT_EQ(LineOf(event), LineOf(AuditEvent()));
}

// W3C Trace Context, section 3.2.
TEST(TraceIdTest, TakesTheIdOutOfATraceparentAndNothingElse) {
  EXPECT_EQ(TraceIdOf("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
            "4bf92f3577b34da6a3ce929d0e0e4736");
  for (const char* const bad : {"", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                                "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                                "00-4bf92f3577b34da6a3ce929d0e0e473\"-00f067aa0ba902b7-01"}) {
    EXPECT_EQ(TraceIdOf(bad), "") << bad;
  }
}

}  // namespace
}  // namespace signet
