// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/sign_scratch.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/text.h"
#include "server/sigv4/text_arena.h"
#include "tests/support/request_signer.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::ElementsAre;

std::string Shown(const std::vector<Header>& headers) {
  std::string text;
  for (const Header& header : headers) {
    text += header.name + ": " + header.value + "\n";
  }
  return text;
}

// Signs with the scratch and without, which must be the same in every part.
void ExpectSame(const RequestSigner& signer, SignScratch* scratch) {
  ASSERT_OK_AND_ASSIGN(const PreparedRequest fresh, signer.Prepare());
  ASSERT_OK(PrepareRequest(signer.input, scratch));
  const PreparedRequest& reused = scratch->prepared();
  EXPECT_EQ(reused.canonical_request, fresh.canonical_request);
  EXPECT_EQ(reused.string_to_sign, fresh.string_to_sign);
  EXPECT_EQ(reused.signed_headers, fresh.signed_headers);
  EXPECT_EQ(reused.credential_scope, fresh.credential_scope);
  EXPECT_EQ(reused.amz_date, fresh.amz_date);
  EXPECT_EQ(reused.access_key_id, fresh.access_key_id);
  EXPECT_EQ(reused.url_suffix, fresh.url_suffix);
  EXPECT_EQ(reused.url, fresh.url);
  EXPECT_EQ(Shown(reused.headers), Shown(fresh.headers));
  const SignedRequest fresh_signed = AttachSignature(fresh, "51ed");
  AttachSignature("51ed", scratch);
  EXPECT_EQ(reused.url, fresh_signed.url);
  EXPECT_EQ(Shown(reused.headers), Shown(fresh_signed.headers));
}

TEST(SignScratchTest, NothingOfOneRequestStaysForTheNext) {
  SignScratch scratch;
  RequestSigner plain;
  RequestSigner long_one;
  const std::string long_path =
      "https://example.amazonaws.com/" + std::string(3000, 'a') + "?b=%20";
  long_one.SetUrl(long_path);
  long_one.SetHeaders({{"X-Amz-Meta-B", "2"}, {"x-amz-meta-a", "1"}, {"X-AMZ-META-B", " 3  4"}});
  long_one.input.session_token = "TOKEN";
  RequestSigner presigned;
  presigned.SetHeaders({{"X-Amz-Acl", "private"}, {"host", "Example.amazonaws.com:443"}});
  presigned.Presign(absl::Hours(1), "js-v3");
  presigned.input.session_token = "TO/KEN==";
  RequestSigner token_after = presigned;
  token_after.input.token_placement = TokenPlacement::kAfterSigning;
  RequestSigner another_second;
  another_second.input.signing_time += absl::Hours(24);
  for (int round = 0; round < 2; ++round) {
    for (const RequestSigner* const signer :
         {&plain, &long_one, &presigned, &plain, &token_after, &long_one, &another_second}) {
      ExpectSame(*signer, &scratch);
    }
  }
}

TEST(SignScratchTest, WorksOnAfterARefusal) {
  SignScratch scratch;
  RequestSigner refused;
  refused.SetUrl("https://example.amazonaws.com/a+b?x=1");
  refused.SetHeaders({{"X-Amz-Meta-B", "2"}});
  RequestSigner plain;
  ExpectSame(plain, &scratch);
  EXPECT_THAT(PrepareRequest(refused.input, &scratch), FailsWith(Reason::kInvalidUrl, "url"));
  ExpectSame(plain, &scratch);
}

TEST(SignScratchTest, WorksOnAfterItGaveMemoryBack) {
  SignScratch scratch;
  RequestSigner large;
  const std::string value(30 * 1024, 'a');
  large.SetHeaders({{"X-Amz-Meta-A", value}});
  ExpectSame(large, &scratch);
  EXPECT_GT(scratch.prepared().canonical_request.capacity(), 30 * 1024);
  scratch.ReleaseIfLarge();
  EXPECT_LT(scratch.prepared().canonical_request.capacity(), 1024);
  ExpectSame(RequestSigner(), &scratch);
}

TEST(SignScratchTest, KeepsTheMemoryOfOrdinaryRequests) {
  SignScratch scratch;
  ExpectSame(RequestSigner(), &scratch);
  const size_t capacity = scratch.prepared().canonical_request.capacity();
  EXPECT_GT(capacity, 100);
  scratch.ReleaseIfLarge();
  EXPECT_EQ(scratch.prepared().canonical_request.capacity(), capacity);
}

TEST(TextTest, PiecesOfEveryLengthAreCopiedWhole) {
  const std::string source = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (size_t size = 0; size <= source.size(); ++size) {
    std::string out = "more than that";
    AssignText(&out, "<", source.substr(0, size), ">");
    EXPECT_EQ(out, "<" + source.substr(0, size) + ">");
    AppendText(&out, source.substr(0, size), "!");
    EXPECT_EQ(out, "<" + source.substr(0, size) + ">" + source.substr(0, size) + "!");
  }
}

TEST(TextArenaTest, TextsStayWhereTheyAreWhileItGrows) {
  TextArena arena;
  std::vector<absl::string_view> texts;
  for (int round = 0; round < 3; ++round) {
    arena.Reset();
    texts.clear();
    for (const size_t size : {10, 3000, 2000, 9000, 0, 5000}) {
      texts.push_back(JoinText(&arena, std::string(size, static_cast<char>('a' + texts.size()))));
    }
    EXPECT_THAT(texts,
                ElementsAre(std::string(10, 'a'), std::string(3000, 'b'), std::string(2000, 'c'),
                            std::string(9000, 'd'), "", std::string(5000, 'f')));
  }
}

TEST(TextArenaTest, TheSameTextsAgainTakeNoMoreMemory) {
  TextArena arena;
  size_t first_capacity = 0;
  for (int round = 0; round < 3; ++round) {
    arena.Reset();
    for (const size_t size : {10, 3000, 2000, 9000, 4000, 5000}) {
      JoinText(&arena, std::string(size, 'a'));
    }
    if (round == 0) {
      first_capacity = arena.capacity();
    }
    EXPECT_EQ(arena.capacity(), first_capacity);
  }
  arena.Release();
  EXPECT_EQ(arena.capacity(), 0);
  EXPECT_EQ(JoinText(&arena, "a", "b"), "ab");
}

}  // namespace
}  // namespace signet
