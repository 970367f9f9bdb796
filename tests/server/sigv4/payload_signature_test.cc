// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/payload_signature.h"

#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "server/digest/hex.h"
#include "server/sigv4/signing_key.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

HmacSha256Key KeyFor(const SigningKeySpec& spec) {
  return MakeHmacSha256Key(absl::MakeConstSpan(DeriveSigningKey(spec).Reveal()));
}

// The examples of "Signature calculations for the Authorization header:
// transferring payload in multiple chunks" and its sibling "... trailing
// headers", S3 API Reference: one key, one date, a body of 65 KiB of 'a'.
class DocumentedExampleTest : public ::testing::Test {
 protected:
  std::string SignChunk(absl::string_view previous, size_t chunk_bytes) const {
    return SignatureOf(
        key_, ChunkStringToSign(chain_, previous, Sha256Of(std::string(chunk_bytes, 'a'))));
  }

  std::string SignTrailer(absl::string_view previous, absl::Span<const HeaderView> trailer) const {
    return SignatureOf(key_, TrailerStringToSign(chain_, previous, TrailerSha256(trailer)));
  }

  const ChunkChain chain_ = {Algorithm::kSigV4, "20130524T000000Z",
                             "20130524/us-east-1/s3/aws4_request"};
  const HmacSha256Key key_ =
      KeyFor({"wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "20130524", "us-east-1", "s3"});
};

TEST_F(DocumentedExampleTest, ChunksChainFromTheSeed) {
  const std::string first =
      SignChunk("4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9", 65536);
  const std::string second = SignChunk(first, 1024);
  const std::string last = SignChunk(second, 0);

  EXPECT_EQ(first, "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648");
  EXPECT_EQ(second, "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497");
  EXPECT_EQ(last, "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9");
}

TEST_F(DocumentedExampleTest, TrailerFollowsTheLastChunk) {
  const std::string first =
      SignChunk("106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e", 65536);
  const std::string second = SignChunk(first, 1024);
  const std::string last = SignChunk(second, 0);

  EXPECT_EQ(first, "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2");
  EXPECT_EQ(second, "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7");
  EXPECT_EQ(last, "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992");
  EXPECT_EQ(SignTrailer(last, {{"x-amz-checksum-crc32c", "sOO8/Q=="}}),
            "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435");
}

// The expected value is the one aws-c-auth's own test of trailing headers
// states for three headers after the documented chunks.
TEST_F(DocumentedExampleTest, SeveralTrailersInWhateverOrderGiveOneSignature) {
  constexpr char kLastChunk[] = "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9";
  constexpr char kExpected[] = "df5735bd9f3295cd9386572292562fefc93ba94e80a0a1ddcbd652c4e0a75e6c";

  EXPECT_EQ(SignTrailer(kLastChunk, {{"first", "1st"}, {"second", "2nd"}, {"third", "3rd"}}),
            kExpected);
  EXPECT_EQ(SignTrailer(kLastChunk, {{"Third", " 3rd"}, {"SECOND", "2nd "}, {"first", "1st"}}),
            kExpected);
  EXPECT_NE(SignTrailer(kLastChunk, {{"first", "1st"}, {"second", "2nd"}, {"third", "3 rd"}}),
            kExpected);
}

TEST(ChunkStringToSignTest, NamesTheAlgorithmAndLeavesPaddingOut) {
  const ChunkChain chain = {Algorithm::kSigV4a, "20130524T000000Z", "20130524/s3/aws4_request"};
  const std::string expected =
      "AWS4-ECDSA-P256-SHA256-PAYLOAD\n20130524T000000Z\n20130524/s3/aws4_request\n3045abcd\n"
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n"
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  EXPECT_EQ(ChunkStringToSign(chain, "3045abcd", Sha256Of("")), expected);
  EXPECT_EQ(ChunkStringToSign(chain, "3045abcd****", Sha256Of("")), expected);
}

TEST(TrailerStringToSignTest, NamesTheAlgorithmAndLeavesPaddingOut) {
  const ChunkChain chain = {Algorithm::kSigV4a, "20130524T000000Z", "20130524/s3/aws4_request"};

  EXPECT_EQ(TrailerStringToSign(chain, "3045abcd**", Sha256Of("")),
            "AWS4-ECDSA-P256-SHA256-TRAILER\n20130524T000000Z\n20130524/s3/aws4_request\n3045abcd\n"
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(PadChunkSignatureTest, PadsSigv4aTo144AndLeavesSigv4Alone) {
  EXPECT_EQ(PadChunkSignature(Algorithm::kSigV4a, std::string(140, 'f')),
            std::string(140, 'f') + "****");
  EXPECT_EQ(PadChunkSignature(Algorithm::kSigV4a, std::string(144, 'f')), std::string(144, 'f'));
  EXPECT_EQ(PadChunkSignature(Algorithm::kSigV4, std::string(64, 'f')), std::string(64, 'f'));
}

TEST(CanonicalTrailerTest, SortsLowersAndTrims) {
  const std::vector<Header> lines = CanonicalTrailer(
      {{"X-Amz-Meta-B", "  two   words "}, {"x-amz-checksum-crc32", "i9aeUg=="}, {"a", "  "}});

  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].name + ":" + lines[0].value, "a:");
  EXPECT_EQ(lines[1].name + ":" + lines[1].value, "x-amz-checksum-crc32:i9aeUg==");
  EXPECT_EQ(lines[2].name + ":" + lines[2].value, "x-amz-meta-b:two words");
}

TEST(ValidateTrailerTest, AcceptsChecksumsAndMetadata) {
  EXPECT_OK(ValidateTrailer({}));
  EXPECT_OK(
      ValidateTrailer({{"x-amz-checksum-sha256", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="},
                       {"x-amz-meta-note", "two words \xc3\xa9"}}));
  EXPECT_OK(ValidateTrailer({{"a", std::string(1024, 'v')}}));
}

TEST(ValidateTrailerTest, RefusesWhatOnlySigningOrFramingSets) {
  for (const char* const name :
       {"authorization", "Authorization", "x-amz-date", "X-Amz-Security-Token", "host",
        "content-length", "Transfer-Encoding", "x-amz-content-sha256", "x-amz-trailer",
        "x-amz-decoded-content-length", "x-amz-trailer-signature"}) {
    EXPECT_THAT(ValidateTrailer({{name, "v"}}),
                FailsWith(Reason::kForbiddenHeader, "trailer[0].name"))
        << name;
  }
}

TEST(ValidateTrailerTest, RefusesNamesThatAreNoToken) {
  for (const std::string& name : std::vector<std::string>{"", "x amz", "x-amz:", "x-amz\r\n",
                                                          std::string("x\0y", 3), "\xc3\xa9"}) {
    EXPECT_THAT(ValidateTrailer({{"a", "1"}, {name, "v"}}),
                FailsWith(Reason::kInvalidHeader, "trailer[1].name"))
        << name;
  }
}

TEST(ValidateTrailerTest, RefusesRepeatedAndReservedNames) {
  EXPECT_THAT(ValidateTrailer({{"a", "1"}, {"b", "2"}, {"A", "3"}}),
              FailsWith(Reason::kInvalidHeader, "trailer[2].name"));
  EXPECT_THAT(ValidateTrailer({{"X-Amz-Trailer-Signature", "00"}}),
              FailsWith(Reason::kForbiddenHeader, "trailer[0].name"));
}

TEST(ValidateTrailerTest, RefusesControlBytesTabsAndOversize) {
  for (const absl::string_view value :
       {absl::string_view("a\r\nb: c"), absl::string_view("a\0", 2), absl::string_view("\x7f"),
        absl::string_view("a\tb"), absl::string_view("\x1b[m")}) {
    EXPECT_THAT(ValidateTrailer({{"a", value}}),
                FailsWith(Reason::kInvalidHeader, "trailer[0].value"));
  }
  const std::string long_name(257, 'n');
  EXPECT_THAT(ValidateTrailer({{long_name, "v"}}),
              FailsWith(Reason::kLimitExceeded, "trailer[0].name"));
  const std::string long_value(1025, 'v');
  EXPECT_THAT(ValidateTrailer({{"a", long_value}}),
              FailsWith(Reason::kLimitExceeded, "trailer[0].value"));
  EXPECT_THAT(ValidateTrailer({{"a", long_value}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("has 1025 bytes")));
}

TEST(ValidateTrailerTest, RefusesMoreThanSixteen) {
  std::vector<std::string> names;
  for (int i = 0; i < 17; ++i) {
    names.push_back("n" + std::to_string(i));
  }
  std::vector<HeaderView> trailer;
  for (const std::string& name : names) {
    trailer.push_back({name, "v"});
  }
  EXPECT_THAT(ValidateTrailer(trailer), FailsWith(Reason::kLimitExceeded, "trailer"));
  trailer.pop_back();
  EXPECT_OK(ValidateTrailer(trailer));
}

// Three events over midnight, signed by aws-sdk-go-v2 1.48.0 (StreamSigner, with
// the headers encoded by its eventstream package 1.7.27).
TEST(EventStringToSignTest, ChainsLikeAwsSdkGoV2) {
  struct Event {
    int64_t unix_seconds;
    const char* date;
    const char* payload;
    const char* encoded_header;
    const char* signature;
  };
  constexpr Event kEvents[] = {
      {1440979198, "20150830", "hello", "053a64617465080000014f810da030",
       "4ae9b73d6197159e23ac8105151e093e938b34986d52f7dcbf8736c9465ab138"},
      {1440979199, "20150830", "event two", "053a64617465080000014f810da418",
       "afbaf6e602dc898ce82a67149273568d3107b5c9728d87bfbc9bc700017fab0e"},
      {1440979201, "20150831", "", "053a64617465080000014f810dabe8",
       "7860af6a065ab34ea6f32c1cfb5b88c118c621336b3019388937191254083922"},
  };
  std::string previous = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
  for (const Event& event : kEvents) {
    const absl::Time time = absl::FromUnixSeconds(event.unix_seconds);
    const HmacSha256Key key =
        KeyFor({"wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", event.date, "us-east-1", "transcribe"});
    const std::string scope = std::string(event.date) + "/us-east-1/transcribe/aws4_request";
    const std::string header = EncodedDateHeader(time);

    previous = SignatureOf(key, EventStringToSign(time, scope, previous, Sha256Of(event.payload)));

    EXPECT_EQ(previous, event.signature);
    EXPECT_EQ(
        ToHex(absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(header.data()), header.size())),
        event.encoded_header);
  }
}

TEST(EncodedDateHeaderTest, DropsTheFractionThatAmzDateCannotCarry) {
  const absl::Time time = absl::FromUnixSeconds(1440979198);

  EXPECT_EQ(EncodedDateHeader(time + absl::Milliseconds(999)), EncodedDateHeader(time));
  EXPECT_NE(EncodedDateHeader(time + absl::Seconds(1)), EncodedDateHeader(time));
}

}  // namespace
}  // namespace signet
