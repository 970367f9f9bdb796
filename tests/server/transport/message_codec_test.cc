// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/message_codec.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "signet/v1/signing.pb.h"

namespace signet {
namespace {

v1::Header AcceptHeader() {
  v1::Header header;
  header.set_name("accept");
  header.set_value("text/html");
  return header;
}

// Field 1, "accept"; field 2, "text/html". Source: "Encoding", Protocol Buffers
// documentation.
constexpr char kAcceptBytes[] =
    "\x0a\x06"
    "accept"
    "\x12\x09"
    "text/html";

std::string Joined(const grpc::ByteBuffer& bytes) {
  std::vector<grpc::Slice> slices;
  EXPECT_TRUE(bytes.Dump(&slices).ok());
  std::string joined;
  for (const grpc::Slice& slice : slices) {
    joined.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return joined;
}

TEST(MessageCodecTest, SerializesWhatProtobufDefines) {
  grpc::ByteBuffer bytes;
  SerializeMessage(AcceptHeader(), &bytes);
  EXPECT_EQ(Joined(bytes), kAcceptBytes);
}

TEST(MessageCodecTest, SerializesTheEmptyMessage) {
  grpc::ByteBuffer bytes;
  SerializeMessage(v1::Header(), &bytes);
  EXPECT_EQ(Joined(bytes), "");
}

TEST(MessageCodecTest, ParsesOneSlice) {
  const grpc::Slice slice(kAcceptBytes);
  grpc::ByteBuffer bytes(&slice, 1);
  v1::Header header;
  ASSERT_TRUE(ParseMessage(&bytes, &header));
  EXPECT_EQ(header.name(), "accept");
  EXPECT_EQ(header.value(), "text/html");
}

TEST(MessageCodecTest, ParsesAMessageThatCameInPieces) {
  const std::string text = kAcceptBytes;
  const grpc::Slice slices[] = {grpc::Slice(text.substr(0, 3)), grpc::Slice(text.substr(3, 6)),
                                grpc::Slice(text.substr(9))};
  grpc::ByteBuffer bytes(slices, 3);
  v1::Header header;
  ASSERT_TRUE(ParseMessage(&bytes, &header));
  EXPECT_EQ(header.name(), "accept");
  EXPECT_EQ(header.value(), "text/html");
}

TEST(MessageCodecTest, RefusesWhatIsCutShort) {
  const std::string text = kAcceptBytes;
  const grpc::Slice whole(text.substr(0, text.size() - 1));
  grpc::ByteBuffer one(&whole, 1);
  v1::Header header;
  EXPECT_FALSE(ParseMessage(&one, &header));
  const grpc::Slice pieces[] = {grpc::Slice(text.substr(0, 3)),
                                grpc::Slice(text.substr(3, text.size() - 4))};
  grpc::ByteBuffer two(pieces, 2);
  EXPECT_FALSE(ParseMessage(&two, &header));
}

TEST(MessageCodecTest, RefusesTextThatIsNotUtf8) {
  const grpc::Slice slice("\x0a\x01\xff");
  grpc::ByteBuffer bytes(&slice, 1);
  v1::Header header;
  EXPECT_FALSE(ParseMessage(&bytes, &header));
}

}  // namespace
}  // namespace signet
