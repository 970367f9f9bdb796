// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// How the store takes what its sources give, and what it refuses.

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/credentials/credential_store.h"
#include "tests/server/credentials/credential_fixture.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

using CredentialReloadTest = CredentialStoreTest;

TEST_F(CredentialReloadTest, ParsesOnlyWhatChanged) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  store_->Reload();
  store_->Reload();
  EXPECT_EQ(a_->parses, 1);
  SetA({MakeCredential("dev", "AKID2")});
  store_->Reload();
  EXPECT_EQ(a_->parses, 2);
  EXPECT_EQ(b_->parses, 1);
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID2");
}

TEST_F(CredentialReloadTest, TheSameKeysKeepTheirVersion) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  const CredentialVersionPtr first = Latest("dev");
  clock_.Advance(absl::Hours(1));
  SetA({MakeCredential("new", "AKID5"), MakeCredential("dev", "AKID1")});
  store_->Reload();
  EXPECT_EQ(Latest("dev"), first);
  EXPECT_EQ(Latest("dev")->generation, first->generation);
  EXPECT_THAT(new_versions_, ElementsAre("AKID1", "AKID5"));
}

// A new secret under an old access key ID.
TEST_F(CredentialReloadTest, ANewSecretIsANewVersion) {
  SetA({MakeCredential("dev", "AKID1", "old")});
  ASSERT_OK(store_->Load());
  const CredentialVersionPtr old = Latest("dev");
  SetA({MakeCredential("dev", "AKID1", "new")});
  store_->Reload();
  EXPECT_NE(Latest("dev")->id, old->id);
  EXPECT_GT(Latest("dev")->generation, old->generation);
  EXPECT_FALSE(old->is_revoked());
}

TEST_F(CredentialReloadTest, KeepsAReplacedVersionForADay) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  const std::string id = Latest("dev")->id;
  clock_.Advance(absl::Hours(100));
  SetA({MakeCredential("dev", "AKID2")});
  store_->Reload();
  clock_.Advance(absl::Hours(24) - absl::Nanoseconds(1));
  store_->Reload();
  EXPECT_OK(store_->ByVersion("dev", id));
  EXPECT_THAT(retired_, IsEmpty());
  clock_.Advance(absl::Nanoseconds(1));
  store_->Reload();
  EXPECT_THAT(store_->ByVersion("dev", id),
              FailsWith(Reason::kCredentialVersionNotHeld, "credential_version"));
  EXPECT_THAT(retired_, ElementsAre("AKID1"));
}

TEST_F(CredentialReloadTest, HoldsABoundedNumberOfReplacedVersions) {
  SetA({MakeCredential("dev", "AKID-0")});
  ASSERT_OK(store_->Load());
  const std::string first = Latest("dev")->id;
  for (int i = 1; i <= 64; ++i) {
    SetA({MakeCredential("dev", absl::StrCat("AKID-", i))});
    store_->Reload();
  }
  EXPECT_OK(store_->ByVersion("dev", first));
  SetA({MakeCredential("dev", "AKID-65")});
  store_->Reload();
  EXPECT_THAT(store_->ByVersion("dev", first),
              FailsWith(Reason::kCredentialVersionNotHeld, "credential_version"));
  EXPECT_THAT(retired_, ElementsAre("AKID-0"));
}

TEST_F(CredentialReloadTest, AVersionThatComesBackIsTheSame) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  const CredentialVersionPtr first = Latest("dev");
  SetA({MakeCredential("dev", "AKID2")});
  store_->Reload();
  SetA({MakeCredential("dev", "AKID1")});
  store_->Reload();
  EXPECT_EQ(Latest("dev"), first);
  EXPECT_THAT(new_versions_, ElementsAre("AKID1", "AKID2", "AKID1"));
}

TEST_F(CredentialReloadTest, ARemovedCredentialIsGone) {
  SetA({MakeCredential("dev", "AKID1"), MakeCredential("other", "AKID3")});
  ASSERT_OK(store_->Load());
  const CredentialVersionPtr first = Latest("dev");
  SetA({MakeCredential("dev", "AKID2"), MakeCredential("other", "AKID3")});
  store_->Reload();
  const CredentialVersionPtr second = Latest("dev");
  SetA({MakeCredential("other", "AKID3")});
  store_->Reload();
  EXPECT_THAT(store_->Names(), ElementsAre("other"));
  EXPECT_THAT(store_->ByVersion("dev", first->id),
              FailsWith(Reason::kCredentialNotFound, "credential"));
  EXPECT_TRUE(first->is_revoked());
  EXPECT_TRUE(second->is_revoked());
  EXPECT_THAT(retired_, UnorderedElementsAre("AKID1", "AKID2"));
  // And may come back, as it was not revoked.
  SetA({MakeCredential("dev", "AKID2")});
  store_->Reload();
  EXPECT_FALSE(Latest("dev")->is_revoked());
  EXPECT_GT(Latest("dev")->generation, second->generation);
}

TEST_F(CredentialReloadTest, BadContentKeepsTheLastGoodAndIsReportedOnce) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  SetA({MakeCredential("dev", "AKID2")});
  a_->parse = absl::InvalidArgumentError("f.yaml:1:1: bad");
  EXPECT_FALSE(store_->Reload());
  EXPECT_FALSE(store_->Reload());
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID1");
  EXPECT_THAT(errors_, ElementsAre("f.yaml:1:1: bad"));
  EXPECT_EQ(store_->reload_errors(), 1u);
  // Another content with the same error.
  ++a_->version;
  store_->Reload();
  EXPECT_EQ(store_->reload_errors(), 2u);
  // Good again.
  a_->parse = absl::OkStatus();
  ++a_->version;
  EXPECT_TRUE(store_->Reload());
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID2");
}

TEST_F(CredentialReloadTest, AnUnreadableSourceKeepsTheLastGoodAndIsReportedOnce) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  for (int round = 0; round < 2; ++round) {
    a_->read = absl::NotFoundError("gone");
    store_->Reload();
    store_->Reload();
    EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID1");
    a_->read = absl::OkStatus();
    store_->Reload();
  }
  EXPECT_THAT(errors_, ElementsAre("gone", "gone"));
}

TEST_F(CredentialReloadTest, RefusesAReplacementThatIsExpiredOrExpiresEarlier) {
  SetA({MakeCredential("dev", "AKID1", "secret", Now() + absl::Hours(2))});
  ASSERT_OK(store_->Load());
  SetA({MakeCredential("dev", "AKID2", "secret", Now() + absl::Hours(1))});
  store_->Reload();
  SetA({MakeCredential("dev", "AKID3", "secret", Now())});
  store_->Reload();
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID1");
  EXPECT_THAT(errors_,
              ElementsAre("credential dev expires earlier than the version it would replace",
                          "credential dev expired at 2026-11-30T12:00:00+00:00"));
  SetA({MakeCredential("dev", "AKID4", "secret", Now() + absl::Hours(3))});
  store_->Reload();
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID4");
  // To and from keys that do not expire.
  SetA({MakeCredential("dev", "AKID5")});
  store_->Reload();
  SetA({MakeCredential("dev", "AKID6", "secret", Now() + absl::Hours(1))});
  store_->Reload();
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID6");
}

TEST_F(CredentialReloadTest, OneBadCredentialRefusesItsWholeSource) {
  SetA({MakeCredential("dev", "AKID1"), MakeCredential("other", "AKID2")});
  SetB({MakeCredential("third", "AKID3")});
  ASSERT_OK(store_->Load());
  SetA({MakeCredential("dev", "AKID7"), MakeCredential("other", "")});
  SetB({MakeCredential("third", "AKID8")});
  store_->Reload();
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID1");
  EXPECT_EQ(Latest("third")->value.access_key_id, "AKID8");
  EXPECT_THAT(errors_, ElementsAre(HasSubstr("access key ID of 0 bytes")));
}

TEST_F(CredentialReloadTest, TwoSourcesMayNotShareAName) {
  SetA({MakeCredential("dev", "AKID1")});
  SetB({MakeCredential("dev", "AKID2")});
  EXPECT_THAT(store_->Load(),
              StatusIs(absl::StatusCode::kInvalidArgument, "credential dev is also in source a"));
}

TEST_F(CredentialReloadTest, ACredentialMovesFromOneSourceToAnother) {
  SetB({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  // Source a has it before source b has lost it.
  SetA({MakeCredential("dev", "AKID1")});
  store_->Reload();
  EXPECT_THAT(errors_, ElementsAre("credential dev is also in source b"));
  SetB({});
  store_->Reload();
  store_->Reload();
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID1");
  EXPECT_EQ(errors_.size(), 1u);
}

TEST_F(CredentialReloadTest, RefusesANameTwiceInOneSource) {
  SetA({MakeCredential("dev", "AKID1"), MakeCredential("dev", "AKID2")});
  EXPECT_THAT(store_->Load(),
              StatusIs(absl::StatusCode::kInvalidArgument, "credential dev is there twice"));
}

TEST_F(CredentialReloadTest, TheFirstLoadFailsWithTheFirstError) {
  SetA({MakeCredential("dev", "AKID1")});
  b_->read = absl::NotFoundError("gone");
  EXPECT_THAT(store_->Load(), StatusIs(absl::StatusCode::kNotFound, "gone"));
}

}  // namespace
}  // namespace signet
