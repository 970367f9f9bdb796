// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/body_source.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/aws_chunked.h"

namespace signet::cli {
namespace {

// The checksum that ends an upload with a trailer: base64 of 32 bytes.
constexpr char kTrailerName[] = "x-amz-checksum-sha256";
constexpr size_t kTrailerValueBytes = 44;

using File = std::unique_ptr<FILE, int (*)(FILE*)>;

absl::Status FileError(const std::string& path, absl::string_view what) {
  return InvalidField(Reason::kInvalidPayload, "body_file",
                      absl::StrCat("cannot read '", path, "': ", what));
}

absl::StatusOr<uint64_t> FileSize(const std::string& path) {
  struct stat info = {};
  const bool is_stdin = path == "-";
  if (!is_stdin && stat(path.c_str(), &info) != 0) {
    return FileError(path, strerror(errno));
  }
  if (is_stdin || !S_ISREG(info.st_mode)) {
    return FileError(path, "not a regular file: it is read twice and its length is sent first");
  }
  return static_cast<uint64_t>(info.st_size);
}

absl::StatusOr<File> OpenForReading(const std::string& path) {
  File file(fopen(path.c_str(), "rb"), fclose);
  if (file == nullptr) {
    return FileError(path, strerror(errno));
  }
  return file;
}

class FileSource final : public BodySource {
 public:
  FileSource(std::string path, File file, uint64_t size)
      : path_(std::move(path)), file_(std::move(file)), size_(size) {}

  absl::StatusOr<size_t> Read(absl::Span<char> out) override {
    const size_t count = fread(out.data(), 1, out.size(), file_.get());
    if (count == 0 && ferror(file_.get()) != 0) {
      return FileError(path_, strerror(errno));
    }
    return count;
  }

  uint64_t size() const override { return size_; }

 private:
  const std::string path_;
  const File file_;
  const uint64_t size_;
};

bool HasTrailer(PayloadMode mode) {
  return mode == PayloadMode::kStreamingSignedTrailer ||
         mode == PayloadMode::kStreamingUnsignedTrailer;
}

class ChunkedSource final : public BodySource {
 public:
  ChunkedSource(ChunkedOptions options, File file, uint64_t decoded_size,
                std::unique_ptr<PayloadSigner> payload_signer)
      : options_(std::move(options)),
        file_(std::move(file)),
        left_(decoded_size),
        payload_signer_(std::move(payload_signer)),
        data_(options_.chunk_bytes, '\0') {
    const std::string placeholder(kTrailerValueBytes, '=');
    const HeaderView trailer[] = {{kTrailerName, placeholder}};
    size_ = EncodedLength(
        options_.mode, options_.algorithm, decoded_size, options_.chunk_bytes,
        HasTrailer(options_.mode) ? absl::MakeConstSpan(trailer) : absl::Span<const HeaderView>());
  }

  absl::StatusOr<size_t> Read(absl::Span<char> out) override {
    if (position_ == encoded_.size() && !finished_) {
      SIGNET_RETURN_IF_ERROR(EncodeNext());
    }
    const size_t count = std::min(out.size(), encoded_.size() - position_);
    std::copy_n(encoded_.data() + position_, count, out.data());
    position_ += count;
    return count;
  }

  uint64_t size() const override { return size_; }

 private:
  // Puts the next chunk (the closing one with the trailer) into encoded_.
  absl::Status EncodeNext() {
    const size_t length = static_cast<size_t>(std::min<uint64_t>(left_, options_.chunk_bytes));
    if (fread(data_.data(), 1, length, file_.get()) != length) {
      return FileError(options_.path, "it became shorter while it was sent");
    }
    left_ -= length;
    const absl::string_view data(data_.data(), length);
    if (HasTrailer(options_.mode)) {
      whole_.Update(data);
    }
    std::string signature;
    if (payload_signer_ != nullptr) {
      SIGNET_ASSIGN_OR_RETURN(signature, payload_signer_->SignChunk(Sha256Of(data), length));
    }
    encoded_ = ChunkPrefix(length, signature);
    position_ = 0;
    if (length > 0) {
      absl::StrAppend(&encoded_, data, "\r\n");
      return absl::OkStatus();
    }
    finished_ = true;
    return HasTrailer(options_.mode) ? AppendTrailer() : AppendEnd();
  }

  absl::Status AppendEnd() {
    encoded_.append("\r\n");
    return absl::OkStatus();
  }

  absl::Status AppendTrailer() {
    const Sha256Digest digest = whole_.Finish();
    const std::string value = absl::Base64Escape(
        absl::string_view(reinterpret_cast<const char*>(digest.data()), digest.size()));
    const HeaderView trailer[] = {{kTrailerName, value}};
    std::string signature;
    if (options_.mode == PayloadMode::kStreamingSignedTrailer) {
      SIGNET_ASSIGN_OR_RETURN(signature, payload_signer_->SignTrailer(trailer));
    }
    encoded_.append(TrailerBlock(trailer, signature));
    return absl::OkStatus();
  }

  const ChunkedOptions options_;
  const File file_;
  uint64_t left_;
  uint64_t size_ = 0;
  const std::unique_ptr<PayloadSigner> payload_signer_;
  Sha256 whole_;
  std::string data_;
  std::string encoded_;
  size_t position_ = 0;
  bool finished_ = false;
};

}  // namespace

absl::Status CheckBodyFile(const std::string& path) { return FileSize(path).status(); }

absl::StatusOr<std::unique_ptr<BodySource>> OpenFile(const std::string& path) {
  SIGNET_ASSIGN_OR_RETURN(const uint64_t size, FileSize(path));
  SIGNET_ASSIGN_OR_RETURN(File file, OpenForReading(path));
  return std::make_unique<FileSource>(path, std::move(file), size);
}

absl::StatusOr<std::vector<Header>> ChunkedHeaders(const ChunkedOptions& options) {
  SIGNET_ASSIGN_OR_RETURN(const uint64_t size, FileSize(options.path));
  std::vector<Header> headers = {{"content-encoding", "aws-chunked"},
                                 {"x-amz-decoded-content-length", absl::StrCat(size)}};
  if (HasTrailer(options.mode)) {
    headers.push_back({"x-amz-trailer", kTrailerName});
  }
  return headers;
}

absl::StatusOr<std::unique_ptr<BodySource>> OpenChunked(
    const ChunkedOptions& options, std::unique_ptr<PayloadSigner> payload_signer) {
  SIGNET_ASSIGN_OR_RETURN(const uint64_t size, FileSize(options.path));
  SIGNET_ASSIGN_OR_RETURN(File file, OpenForReading(options.path));
  return std::make_unique<ChunkedSource>(options, std::move(file), size, std::move(payload_signer));
}

}  // namespace signet::cli
