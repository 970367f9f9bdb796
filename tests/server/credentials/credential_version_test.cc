// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/credential_version.h"

#include <string>

#include "gtest/gtest.h"
#include "server/digest/hex.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

CredentialValue Example() {
  CredentialValue value;
  value.name = "dev";
  value.access_key_id = "AKIDEXAMPLE";
  value.secret_access_key = Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
  return value;
}

// Computed with Python's hmac module by the rule in the header.
TEST(CredentialVersionTest, IdIsTheSameInEveryProcess) {
  CredentialValue value = Example();
  EXPECT_EQ(CredentialVersionId(value), "a2954c57f72042f2");
  value.session_token = Secret("token");
  EXPECT_EQ(CredentialVersionId(value), "607b8032e1cd6fa6");
}

TEST(CredentialVersionTest, IdDependsOnEveryPartOfTheKeysAndNotOnTheName) {
  const std::string id = CredentialVersionId(Example());
  CredentialValue value = Example();
  value.access_key_id = "AKIDEXAMPLF";
  EXPECT_NE(CredentialVersionId(value), id);
  value = Example();
  value.secret_access_key = Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEZ");
  EXPECT_NE(CredentialVersionId(value), id);
  value = Example();
  value.name = "other";
  EXPECT_EQ(CredentialVersionId(value), id);
  // What ends the one part begins the next, but for the separator.
  CredentialValue a = Example();
  a.access_key_id = "AKID1";
  a.session_token = Secret("23");
  CredentialValue b = Example();
  b.access_key_id = "AKID12";
  b.session_token = Secret("3");
  EXPECT_NE(CredentialVersionId(a), CredentialVersionId(b));
}

TEST(CredentialVersionTest, GenerationsAreNeverReused) {
  const CredentialVersion first(Example(), absl::UnixEpoch());
  const CredentialVersion second(Example(), absl::UnixEpoch());
  EXPECT_NE(first.generation, 0u);
  EXPECT_GT(second.generation, first.generation);
  EXPECT_EQ(first.id, second.id);
}

TEST(CredentialVersionTest, GivesWhatTheKeyCacheTakes) {
  CredentialValue value = Example();
  value.session_token = Secret("token");
  value.expires = absl::UnixEpoch() + absl::Hours(2);
  CredentialVersion version(value, absl::UnixEpoch());

  KeyOrigin origin = KeyOriginOf(version);
  EXPECT_EQ(origin.generation, version.generation);
  EXPECT_EQ(origin.created, absl::UnixEpoch());
  EXPECT_EQ(origin.expires, value.expires);
  EXPECT_TRUE(origin.looks_temporary);
  EXPECT_FALSE(origin.is_revoked);
  version.Revoke();
  EXPECT_TRUE(KeyOriginOf(version).is_revoked);
  // "Examples of how to derive a signing key", AWS General Reference.
  EXPECT_EQ(
      ToHex(DeriveSigningKey(SigningKeySpecOf(version, "20120215", "us-east-1", "iam")).Reveal()),
      "f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d");

  EXPECT_TRUE(version.is_expired(value.expires));
  EXPECT_FALSE(version.is_expired(value.expires - absl::Nanoseconds(1)));
}

TEST(ValidateCredentialTest, AcceptsTheLimitsAndNoMore) {
  CredentialValue value = Example();
  EXPECT_OK(ValidateCredential(value));
  for (const std::string& name :
       {std::string("a"), std::string(128, 'z'), std::string("A.b_c-9")}) {
    value.name = name;
    EXPECT_OK(ValidateCredential(value)) << name;
    EXPECT_OK(ValidateCredentialName(name)) << name;
  }
  for (const std::string& name : {std::string(), std::string(129, 'z'), std::string("a/b"),
                                  std::string("a b"), std::string("é"), std::string("a\0", 2)}) {
    value.name = name;
    EXPECT_THAT(ValidateCredential(value), FailsWith(Reason::kInvalidConfig, "name")) << name;
    EXPECT_THAT(ValidateCredentialName(name),
                FailsWith(Reason::kInvalidCredentialName, "credential"))
        << name;
  }
  value = Example();
  for (const std::string& id :
       {std::string("abc"), std::string(128, 'A'), std::string("my:key+id=")}) {
    value.access_key_id = id;
    EXPECT_OK(ValidateCredential(value)) << id;
  }
  for (const std::string& id :
       {std::string("ab"), std::string(129, 'A'), std::string("AK/ID"), std::string("AK,ID"),
        std::string("AK ID"), std::string("AKID\n")}) {
    value.access_key_id = id;
    EXPECT_THAT(ValidateCredential(value), FailsWith(Reason::kInvalidConfig, "access_key_id"))
        << id;
  }
}

TEST(ValidateCredentialTest, RefusesMalformedSecretsWithoutShowingThem) {
  for (const std::string& secret : {std::string(), std::string(1025, 'x'),
                                    std::string("top secret"), std::string("topsecret\r")}) {
    CredentialValue value = Example();
    value.secret_access_key = Secret(secret);
    const absl::Status status = ValidateCredential(value);
    EXPECT_THAT(status, FailsWith(Reason::kInvalidConfig, "secret_access_key"));
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument,
                                 ::testing::Not(::testing::HasSubstr("top"))));
  }
  for (const std::string& token : {std::string(16385, 'x'), std::string("to ken")}) {
    CredentialValue value = Example();
    value.session_token = Secret(token);
    EXPECT_THAT(ValidateCredential(value), FailsWith(Reason::kInvalidConfig, "session_token"));
  }
  CredentialValue value = Example();
  value.secret_access_key = Secret(std::string(1024, 'x'));
  value.session_token = Secret(std::string(16384, 'x'));
  EXPECT_OK(ValidateCredential(value));
}

TEST(ParseExpiryTextTest, ReadsRfc3339Only) {
  EXPECT_EQ(ParseExpiryText("2026-12-01T00:00:00Z").value(),
            absl::FromCivil(absl::CivilDay(2026, 12, 1), absl::UTCTimeZone()));
  EXPECT_EQ(ParseExpiryText("2026-12-01T01:00:00+01:00").value(),
            absl::FromCivil(absl::CivilDay(2026, 12, 1), absl::UTCTimeZone()));
  for (const char* const text : {"", "2026-12-01", "2026-12-01T00:00:00", "1764547200",
                                 "infinite-future", "2026-13-01T00:00:00Z"}) {
    EXPECT_THAT(ParseExpiryText(text), FailsWith(Reason::kInvalidConfig, "expires_at")) << text;
  }
}

// What answers cannot say: Protobuf's timestamps end there.
TEST(ParseExpiryTextTest, RefusesYearsBeyond9999) {
  EXPECT_EQ(ParseExpiryText("9999-12-31T23:59:59Z").value(), absl::FromUnixSeconds(253402300799));
  for (const char* const text : {"10000-01-01T00:00:00Z", "9999-12-31T23:59:59-00:01",
                                 "99999-01-01T00:00:00Z", "-1-01-01T00:00:00Z"}) {
    EXPECT_THAT(ParseExpiryText(text), FailsWith(Reason::kInvalidConfig, "expires_at")) << text;
  }
}

}  // namespace
}  // namespace signet
