// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/credential_inventory.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/base/error.h"
#include "server/credentials/credential_store.h"
#include "tests/server/credentials/credential_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

class CredentialInventoryTest : public CredentialStoreTest {};

TEST_F(CredentialInventoryTest, AVersionIsRevokedBeforeItComes) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  const std::string coming = CredentialVersionId(MakeCredential("dev", "AKID2"));
  EXPECT_THAT(store_->RevokeVersion("dev", coming),
              FailsWith(Reason::kCredentialVersionNotHeld, "credential_version"));
  ASSERT_OK_AND_ASSIGN(const RevokedVersion revoked,
                       store_->RevokeVersion("dev", coming, CredentialStore::Unheld::kRevoke));
  EXPECT_EQ(revoked.access_key_id, "");
  EXPECT_FALSE(revoked.was_revoked);
  // Once it is known, it needs no flag.
  EXPECT_TRUE(store_->RevokeVersion("dev", coming)->was_revoked);
  SetA({MakeCredential("dev", "AKID2")});
  EXPECT_FALSE(store_->Reload());
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID1");
}

TEST_F(CredentialInventoryTest, RevokesByAccessKeyId) {
  SetA({MakeCredential("dev", "AKID1", "one")});
  ASSERT_OK(store_->Load());
  const CredentialVersionPtr first = Latest("dev");
  SetA({MakeCredential("dev", "AKID1", "two")});
  store_->Reload();
  SetA({MakeCredential("dev", "AKID2")});
  store_->Reload();
  EXPECT_THAT(store_->RevokeAccessKeyId("dev", "AKID3"),
              FailsWith(Reason::kCredentialVersionNotHeld, "access_key_id"));
  EXPECT_THAT(store_->RevokeAccessKeyId("none", "AKID1"),
              FailsWith(Reason::kCredentialNotFound, "credential"));
  ASSERT_OK_AND_ASSIGN(const std::vector<RevokedVersion> revoked,
                       store_->RevokeAccessKeyId("dev", "AKID1"));
  ASSERT_THAT(revoked, SizeIs(2));
  EXPECT_EQ(revoked[1].id, first->id);
  EXPECT_FALSE(revoked[0].is_latest);
  EXPECT_TRUE(first->is_revoked());
  EXPECT_OK(store_->Latest("dev"));
  EXPECT_THAT(retired_, ElementsAre("AKID1", "AKID1"));
}

TEST_F(CredentialInventoryTest, ReachesVersionsThatAreNotHeldButInUse) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  const CredentialVersionPtr of_a_stream = Latest("dev");
  SetA({MakeCredential("dev", "AKID2")});
  store_->Reload();
  clock_.Advance(absl::Hours(25));
  store_->Reload();
  ASSERT_FALSE(store_->ByVersion("dev", of_a_stream->id).ok());
  EXPECT_OK(store_->RevokeVersion("dev", of_a_stream->id));
  EXPECT_TRUE(of_a_stream->is_revoked());
}

TEST_F(CredentialInventoryTest, AnotherProcesssRevocationHoldsFromTheStart) {
  SetA({MakeCredential("dev", "AKID1"), MakeCredential("other", "AKID7")});
  std::vector<Revocation> revoked = {
      {"dev", CredentialVersionId(MakeCredential("dev", "AKID1")), Now()}};
  CredentialStoreOptions options;
  options.revoked = revoked;
  Make(std::move(options));
  // It takes no other credential with it.
  ASSERT_OK(store_->Load());
  EXPECT_OK(store_->Latest("other"));
  EXPECT_THAT(store_->Latest("dev"), FailsWith(Reason::kCredentialRevoked, "credential_version"));
  EXPECT_THAT(store_->ByAccessKeyId("AKID1"), IsEmpty());
  // The next one is good.
  SetA({MakeCredential("dev", "AKID2"), MakeCredential("other", "AKID7")});
  EXPECT_TRUE(store_->Reload());
  EXPECT_OK(store_->Latest("dev"));
  EXPECT_THAT(store_->Revocations(), SizeIs(1));
}

TEST_F(CredentialInventoryTest, TakesRevocationsWhileItRuns) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  const CredentialVersionPtr held = Latest("dev");
  const Revocation of_another = {"dev", held->id, Now()};
  EXPECT_TRUE(store_->Holds(of_another));
  store_->TakeRevocations({of_another, {"gone", "0123456789abcdef", Now()}});
  EXPECT_TRUE(held->is_revoked());
  EXPECT_THAT(retired_, ElementsAre("AKID1"));
  EXPECT_THAT(store_->Revocations(), SizeIs(2));
  EXPECT_FALSE(store_->Holds({"gone", "0123456789abcdef", Now()}));
}

TEST_F(CredentialInventoryTest, TellsOtherNamesOfTheSameKeys) {
  SetA({MakeCredential("b", "AKID1"), MakeCredential("a", "AKID1"), MakeCredential("c", "AKID2")});
  ASSERT_OK(store_->Load());
  const std::string id = Latest("b")->id;
  EXPECT_THAT(store_->OtherNamesOf("b", id), ElementsAre("a"));
  ASSERT_OK(store_->RevokeVersion("a", id));
  EXPECT_THAT(store_->OtherNamesOf("b", id), IsEmpty());
  // A revocation is of one name.
  EXPECT_OK(store_->Latest("b"));
}

TEST_F(CredentialInventoryTest, ListsVersionsAndSources) {
  SetA({MakeCredential("dev", "AKID1")});
  SetB({MakeCredential("b", "AKID9", "secret", Now() + absl::Hours(1))});
  ASSERT_OK(store_->Load());
  clock_.Advance(absl::Seconds(5));
  SetA({MakeCredential("dev", "AKID2")});
  store_->Reload();
  b_->read = absl::NotFoundError("gone");
  store_->Reload();
  ASSERT_OK(store_->RevokeVersion("dev", Latest("dev")->id));

  const std::vector<CredentialSummary> all = store_->Inventory();
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].name, "b");
  EXPECT_EQ(all[0].source.description, "source b");
  EXPECT_EQ(all[0].source.error, "gone");
  EXPECT_EQ(all[0].versions.at(0).expires, Now() - absl::Seconds(5) + absl::Hours(1));
  EXPECT_EQ(all[1].source.error, "");
  EXPECT_EQ(all[1].source.loaded_at, Now());
  ASSERT_THAT(all[1].versions, SizeIs(2));
  EXPECT_EQ(all[1].versions[0].access_key_id, "AKID2");
  EXPECT_TRUE(all[1].versions[0].is_revoked);
  EXPECT_EQ(all[1].versions[1].access_key_id, "AKID1");
  EXPECT_FALSE(all[1].versions[1].is_revoked);
  b_->read = absl::OkStatus();
  store_->Reload();
  EXPECT_EQ(store_->Inventory()[0].source.error, "");
  EXPECT_THAT(*store_->GenerationsOf("dev"), SizeIs(2));
  EXPECT_THAT(store_->GenerationsOf("none"), FailsWith(Reason::kCredentialNotFound, "credential"));
}

}  // namespace
}  // namespace signet
