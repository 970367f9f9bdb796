// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rpc/http2_calls.h"

#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"

namespace signet {
namespace {

// RFC 9113, section 6.
enum FrameType : uint8_t {
  kData = 0,
  kHeaders = 1,
  kRstStream = 3,
  kSettings = 4,
  kPing = 6,
  kGoAway = 7,
  kWindowUpdate = 8,
  kContinuation = 9,
};
constexpr uint8_t kEndStream = 1;
constexpr uint8_t kAck = 1;
constexpr uint8_t kEndHeaders = 4;
constexpr size_t kFrameHeader = 9;
constexpr int kMaxOpenStreams = 256;
constexpr int64_t kReceiveWindow = int64_t{1} << 30;

void Append32(uint32_t value, std::string* out) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    out->push_back(static_cast<char>(value >> shift));
  }
}

uint32_t Read32(const char* from) {
  uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    value = value << 8 | static_cast<uint8_t>(from[i]);
  }
  return value;
}

void AppendFrame(FrameType type, uint8_t flags, uint32_t stream_id, absl::string_view payload,
                 std::string* out) {
  Append32(static_cast<uint32_t>(payload.size()) << 8 | type, out);
  out->push_back(static_cast<char>(flags));
  Append32(stream_id, out);
  out->append(payload.data(), payload.size());
}

void AppendHpackString(absl::string_view text, std::string* out) {
  // Paths are shorter than the 127 bytes that one length byte tells.
  out->push_back(static_cast<char>(text.size()));
  out->append(text.data(), text.size());
}

// What a gRPC client sends, each field put into the server's table.
// `indexed` then names them all by their place there. RFC 7541, section 6.
void MakeHeaderBlocks(absl::string_view path, std::string* first, std::string* indexed) {
  constexpr char kPost = '\x83';
  constexpr char kHttp = '\x86';
  struct Field {
    char first_byte;  // 0x40 and the name's static index, or 0x40 for a new name
    absl::string_view name;
    absl::string_view value;
  };
  const Field fields[] = {
      {'\x44', "", path},
      {'\x41', "", "localhost"},
      {'\x5f', "", "application/grpc"},
      {'\x7a', "", "grpc-c++/1.51.1 grpc-c/29.0.0 (linux; chttp2)"},
      {'\x40', "te", "trailers"},
      {'\x40', "grpc-accept-encoding", "identity, deflate, gzip"},
      // As every client of signet, these have a deadline.
      {'\x40', "grpc-timeout", "10S"},
  };
  for (std::string* const block : {first, indexed}) {
    *block = {kPost, kHttp};
  }
  size_t left = std::size(fields);
  for (const Field& field : fields) {
    first->push_back(field.first_byte);
    if (!field.name.empty()) {
      AppendHpackString(field.name, first);
    }
    AppendHpackString(field.value, first);
    // The table's newest entry is number 62.
    indexed->push_back(static_cast<char>(0x80 | (61 + left--)));
  }
}

}  // namespace

Http2Calls::Http2Calls(std::unique_ptr<ByteChannel> channel, absl::string_view path,
                       absl::string_view message)
    : channel_(std::move(channel)), received_(size_t{1} << 18), streams_(size_t{1} << 16) {
  MakeHeaderBlocks(path, &first_headers_, &later_headers_);
  message_.push_back(0);  // not compressed
  Append32(static_cast<uint32_t>(message.size()), &message_);
  absl::StrAppend(&message_, message);
  unsent_ = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  std::string settings;
  settings.append("\x00\x04", 2);  // SETTINGS_INITIAL_WINDOW_SIZE
  Append32(1 << 24, &settings);
  AppendFrame(kSettings, 0, 0, settings, &unsent_);
  std::string window;
  Append32(static_cast<uint32_t>(kReceiveWindow), &window);
  AppendFrame(kWindowUpdate, 0, 0, window, &unsent_);
}

void Http2Calls::Start(uint32_t call) {
  waiting_.push_back(call);
  SendWaiting();
}

void Http2Calls::SendWaiting() {
  constexpr size_t kMaxFrame = 16384;
  size_t sent = 0;
  while (sent < waiting_.size() && open_streams_ < kMaxOpenStreams &&
         send_window_ >= static_cast<int64_t>(message_.size())) {
    ++open_streams_;
    const uint32_t id = next_stream_id_;
    next_stream_id_ += 2;
    StreamOf(id) = {.call = waiting_[sent++], .has_message = false};
    AppendFrame(kHeaders, kEndHeaders, id, id == 1 ? first_headers_ : later_headers_, &unsent_);
    absl::string_view rest = message_;
    do {
      const absl::string_view part = rest.substr(0, kMaxFrame);
      rest.remove_prefix(part.size());
      AppendFrame(kData, rest.empty() ? kEndStream : 0, id, part, &unsent_);
    } while (!rest.empty());
    send_window_ -= static_cast<int64_t>(message_.size());
  }
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<ptrdiff_t>(sent));
}

void Http2Calls::Flush() {
  while (!unsent_.empty()) {
    const long written = channel_->Write(unsent_);
    if (written <= 0) {
      is_broken_ = is_broken_ || written < 0;
      return;
    }
    unsent_.erase(0, static_cast<size_t>(written));
  }
}

void Http2Calls::Read(const OnDone& on_done) {
  while (!is_broken_) {
    const size_t space = received_.size() - received_size_;
    const long got = channel_->Read(received_.data() + received_size_, space);
    if (got <= 0) {
      is_broken_ = got < 0;
      return;
    }
    received_size_ += static_cast<size_t>(got);
    size_t at = 0;
    while (received_size_ - at >= kFrameHeader) {
      const char* const frame = received_.data() + at;
      const uint32_t size = Read32(frame) >> 8;
      if (received_size_ - at < kFrameHeader + size) {
        break;
      }
      OnFrame(static_cast<uint8_t>(frame[3]), static_cast<uint8_t>(frame[4]), Read32(frame + 5),
              absl::MakeConstSpan(frame + kFrameHeader, size), on_done);
      at += kFrameHeader + size;
    }
    received_size_ -= at;
    std::memmove(received_.data(), received_.data() + at, received_size_);
    if (static_cast<size_t>(got) < space) {
      return;
    }
  }
}

void Http2Calls::End(uint32_t stream_id, bool ok, const OnDone& on_done) {
  --open_streams_;
  on_done(StreamOf(stream_id).call, ok);
  SendWaiting();
}

void Http2Calls::OnFrame(uint8_t type, uint8_t flags, uint32_t stream_id,
                         absl::Span<const char> payload, const OnDone& on_done) {
  switch (type) {
    case kData:
      StreamOf(stream_id).has_message = true;
      answer_bytes_ = static_cast<uint32_t>(payload.size());
      unacknowledged_ += static_cast<int64_t>(payload.size());
      if (unacknowledged_ > kReceiveWindow / 2) {
        std::string window;
        Append32(static_cast<uint32_t>(unacknowledged_), &window);
        AppendFrame(kWindowUpdate, 0, 0, window, &unsent_);
        unacknowledged_ = 0;
      }
      return;
    case kHeaders:
      if ((flags & kEndStream) != 0) {
        End(stream_id, StreamOf(stream_id).has_message, on_done);
      }
      return;
    case kRstStream:
      End(stream_id, false, on_done);
      return;
    case kSettings:
      if ((flags & kAck) == 0) {
        AppendFrame(kSettings, kAck, 0, "", &unsent_);
      }
      return;
    case kPing:
      if ((flags & kAck) == 0) {
        AppendFrame(kPing, kAck, 0, {payload.data(), payload.size()}, &unsent_);
      }
      return;
    case kWindowUpdate:
      if (stream_id == 0) {
        send_window_ += Read32(payload.data());
        SendWaiting();
      }
      return;
    case kGoAway:
    case kContinuation:
      is_broken_ = true;
      return;
    default:
      return;
  }
}

}  // namespace signet
