// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Looking credentials up, and revoking them.

#include "server/credentials/credential_store.h"

#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/server/credentials/credential_fixture.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST_F(CredentialStoreTest, HoldsNothingUntilLoaded) {
  SetA({MakeCredential("dev", "AKID1")});
  EXPECT_THAT(store_->Latest("dev"), FailsWith(Reason::kCredentialNotFound, "credential"));
  ASSERT_OK(store_->Load());
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID1");
  EXPECT_EQ(Latest("dev")->created, Now());
}

TEST_F(CredentialStoreTest, NamesAllCredentialsInOrder) {
  SetA({MakeCredential("dev", "AKID1"), MakeCredential("a", "AKID2")});
  SetB({MakeCredential("c", "AKID3")});
  ASSERT_OK(store_->Load());
  EXPECT_THAT(store_->Names(), ElementsAre("a", "c", "dev"));
  EXPECT_THAT(store_->Latest("b"),
              StatusIs(absl::StatusCode::kNotFound, ::testing::HasSubstr("no credential")));
}

TEST_F(CredentialStoreTest, FindsByVersion) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  const std::string first = Latest("dev")->id;
  SetA({MakeCredential("dev", "AKID2")});
  store_->Reload();

  EXPECT_EQ(store_->ByVersion("dev", first).value()->value.access_key_id, "AKID1");
  EXPECT_EQ(store_->ByVersion("dev", Latest("dev")->id).value(), Latest("dev"));
  EXPECT_THAT(store_->ByVersion("dev", "0123456789abcdef"),
              FailsWith(Reason::kCredentialVersionNotHeld, "credential_version"));
  EXPECT_THAT(store_->ByVersion("none", first),
              FailsWith(Reason::kCredentialNotFound, "credential"));
}

TEST_F(CredentialStoreTest, FindsByAccessKeyIdTheLatestFirst) {
  SetA({MakeCredential("dev", "AKID1", "old")});
  SetB({MakeCredential("other", "AKID9")});
  ASSERT_OK(store_->Load());
  SetA({MakeCredential("dev", "AKID1", "new")});
  store_->Reload();

  const std::vector<CredentialVersionPtr> found = store_->ByAccessKeyId("AKID1");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0]->value.secret_access_key.Reveal(), "new");
  EXPECT_EQ(found[1]->value.secret_access_key.Reveal(), "old");
  EXPECT_THAT(store_->ByAccessKeyId("AKID"), IsEmpty());

  ASSERT_OK(store_->RevokeVersion("dev", found[1]->id));
  EXPECT_THAT(store_->ByAccessKeyId("AKID1"), ElementsAre(found[0]));
}

TEST_F(CredentialStoreTest, RefusesAnExpiredVersion) {
  SetA({MakeCredential("dev", "AKID1", "secret", Now() + absl::Hours(1))});
  ASSERT_OK(store_->Load());
  const std::string id = Latest("dev")->id;
  clock_.Advance(absl::Hours(1) - absl::Nanoseconds(1));
  EXPECT_OK(store_->Latest("dev"));
  clock_.Advance(absl::Nanoseconds(1));
  EXPECT_THAT(store_->Latest("dev"), FailsWith(Reason::kCredentialExpired, "credential"));
  EXPECT_THAT(store_->Latest("dev"),
              StatusIs(absl::StatusCode::kUnavailable, ::testing::HasSubstr("expired")));
  EXPECT_THAT(store_->ByVersion("dev", id), FailsWith(Reason::kCredentialExpired, "credential"));
  EXPECT_THAT(store_->ByAccessKeyId("AKID1"), IsEmpty());
}

TEST_F(CredentialStoreTest, ARevokedVersionIsNeverReturned) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  const CredentialVersionPtr held = Latest("dev");

  ASSERT_OK(store_->RevokeVersion("dev", held->id));

  // Whoever holds it sees that as well.
  EXPECT_TRUE(held->is_revoked());
  EXPECT_THAT(store_->Latest("dev"), FailsWith(Reason::kCredentialRevoked, "credential_version"));
  EXPECT_THAT(store_->ByVersion("dev", held->id),
              StatusIs(absl::StatusCode::kFailedPrecondition, ::testing::HasSubstr("revoked")));
  EXPECT_THAT(store_->ByAccessKeyId("AKID1"), IsEmpty());
  EXPECT_THAT(retired_, ElementsAre("AKID1"));
  // Told once.
  ASSERT_OK(store_->RevokeVersion("dev", held->id));
  EXPECT_THAT(retired_, ElementsAre("AKID1"));
}

TEST_F(CredentialStoreTest, RevokesOnlyWhatItHolds) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  EXPECT_THAT(store_->RevokeVersion("none", Latest("dev")->id),
              FailsWith(Reason::kCredentialNotFound, "credential"));
  EXPECT_THAT(store_->RevokeVersion("dev", "0123456789abcdef"),
              FailsWith(Reason::kCredentialVersionNotHeld, "credential_version"));
  EXPECT_OK(store_->Latest("dev"));
}

TEST_F(CredentialStoreTest, ARevokedLatestIsReplacedByANewOne) {
  SetA({MakeCredential("dev", "AKID1")});
  ASSERT_OK(store_->Load());
  ASSERT_OK(store_->RevokeVersion("dev", Latest("dev")->id));
  SetA({MakeCredential("dev", "AKID2")});
  store_->Reload();
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID2");
}

TEST_F(CredentialStoreTest, ARevokedVersionDoesNotComeBack) {
  SetA({MakeCredential("dev", "AKID1"), MakeCredential("other", "AKID7")});
  ASSERT_OK(store_->Load());
  ASSERT_OK(store_->RevokeVersion("dev", Latest("dev")->id));
  // By its source saying the same again, with a change beside it.
  SetA({MakeCredential("dev", "AKID1"), MakeCredential("other", "AKID8")});
  store_->Reload();
  EXPECT_EQ(Latest("other")->value.access_key_id, "AKID8");
  EXPECT_THAT(store_->Latest("dev"), FailsWith(Reason::kCredentialRevoked, "credential_version"));
  // After another version was there.
  SetA({MakeCredential("dev", "AKID2")});
  store_->Reload();
  SetA({MakeCredential("dev", "AKID1")});
  store_->Reload();
  EXPECT_EQ(Latest("dev")->value.access_key_id, "AKID2");
  EXPECT_THAT(errors_, ElementsAre("credential dev is of a version that was revoked"));
  // After the credential was gone.
  SetA({});
  store_->Reload();
  SetA({MakeCredential("dev", "AKID1")});
  store_->Reload();
  EXPECT_THAT(store_->Latest("dev"), FailsWith(Reason::kCredentialRevoked, "credential_version"));
}

// For the thread sanitizer, and for what readers may see meanwhile.
TEST_F(CredentialStoreTest, ReadersRunWhileItReloads) {
  SetA({MakeCredential("dev", "AKID-0", "AKID-0")});
  ASSERT_OK(store_->Load());
  std::atomic<bool> is_done{false};
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      uint64_t newest = 0;
      while (!is_done) {
        const CredentialVersionPtr version = Latest("dev");
        EXPECT_EQ(version->value.secret_access_key.Reveal(), version->value.access_key_id);
        EXPECT_GE(version->generation, newest);
        newest = version->generation;
        EXPECT_OK(store_->ByVersion("dev", version->id));
        store_->Names();
      }
    });
  }
  for (int i = 0; i < 50; ++i) {
    const std::string id = absl::StrCat("AKID-", i);
    SetA({MakeCredential("dev", id, id)});
    store_->Reload();
  }
  is_done = true;
  for (std::thread& reader : readers) {
    reader.join();
  }
}

}  // namespace
}  // namespace signet
