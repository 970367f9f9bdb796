// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/checkpoint_key.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <array>
#include <cstddef>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "server/base/error.h"
#include "server/base/free_by.h"
#include "server/digest/hex.h"
#include "server/digest/openssl_manners.h"
#include "server/digest/sha256.h"

namespace signet {
namespace {

// RFC 8032 section 5.1.5 and 5.1.6.
constexpr size_t kPublicKeyBytes = 32;
constexpr size_t kSignatureBytes = 64;
constexpr size_t kIdBytes = 8;
constexpr absl::string_view kCheckpoint = "\"kind\":\"checkpoint\",\"key\":\"";
constexpr absl::string_view kSignature = "\",\"signature\":\"";

using Key = std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, FreeBy<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, FreeBy<EVP_MD_CTX_free>>;
using Bytes = std::unique_ptr<BIO, FreeBy<BIO_free_all>>;

// What a checkpoint signs. It begins unlike anything else that is signed.
std::string SignedText(const AuditHead& head) {
  return absl::StrCat("signet audit checkpoint 1\n", AuditHeadText(head), "\n");
}

const unsigned char* BytesOf(absl::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string IdOf(const EVP_PKEY* key) {
  std::array<uint8_t, kPublicKeyBytes> raw = {};
  size_t size = raw.size();
  if (EVP_PKEY_get_raw_public_key(key, raw.data(), &size) != 1) {
    return "";
  }
  const Sha256Digest digest =
      Sha256Of(absl::string_view(reinterpret_cast<const char*>(raw.data()), size));
  return ToHex(absl::MakeConstSpan(digest).first(kIdBytes));
}

absl::Status NotAKey(absl::string_view what) {
  return MakeError(absl::StatusCode::kInvalidArgument, Reason::kInvalidConfig, "",
                   absl::StrCat("is no ", what, " key of Ed25519 in PEM"));
}

class PublicKey final : public CheckpointPublicKey {
 public:
  explicit PublicKey(Key key) : key_(std::move(key)), id_(IdOf(key_.get())) {}

  const std::string& id() const override { return id_; }

  bool Verify(const AuditHead& head, absl::string_view members) const override {
    std::string signature;
    if (!absl::ConsumePrefix(&members, kCheckpoint) || !absl::ConsumePrefix(&members, id_) ||
        !absl::ConsumePrefix(&members, kSignature) ||
        !absl::Base64Unescape(members.substr(0, members.find('"')), &signature) ||
        signature.size() != kSignatureBytes) {
      return false;
    }
    const OpensslErrorGuard guard;
    const std::string text = SignedText(head);
    const DigestContext context(EVP_MD_CTX_new());
    return context != nullptr &&
           EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
           EVP_DigestVerify(context.get(), BytesOf(signature), signature.size(), BytesOf(text),
                            text.size()) == 1;
  }

 private:
  const Key key_;
  const std::string id_;
};

class PrivateKey final : public CheckpointKey {
 public:
  explicit PrivateKey(Key key) : key_(std::move(key)), id_(IdOf(key_.get())) {}

  const std::string& id() const override { return id_; }

  std::optional<std::string> Checkpoint(const AuditHead& head) const override {
    const OpensslErrorGuard guard;
    const std::string text = SignedText(head);
    std::array<unsigned char, kSignatureBytes> signature;
    size_t size = signature.size();
    const DigestContext context(EVP_MD_CTX_new());
    if (context == nullptr ||
        EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) != 1 ||
        EVP_DigestSign(context.get(), signature.data(), &size, BytesOf(text), text.size()) != 1) {
      return std::nullopt;
    }
    return absl::StrCat(kCheckpoint, id_, kSignature,
                        absl::Base64Escape(absl::string_view(
                            reinterpret_cast<const char*>(signature.data()), size)),
                        "\"");
  }

 private:
  const Key key_;
  const std::string id_;
};

std::string TakeText(BIO* bytes) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bytes, &data);
  return std::string(data, static_cast<size_t>(size));
}

}  // namespace

absl::StatusOr<std::unique_ptr<const CheckpointPublicKey>> CheckpointPublicKey::Parse(
    absl::string_view pem) {
  const OpensslErrorGuard guard;
  const Bytes bytes(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  Key key(PEM_read_bio_PUBKEY(bytes.get(), nullptr, &NoPassphrase, nullptr));
  if (key == nullptr || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) {
    return NotAKey("public");
  }
  return std::make_unique<PublicKey>(std::move(key));
}

absl::StatusOr<std::unique_ptr<const CheckpointKey>> CheckpointKey::Parse(const Secret& pem) {
  const OpensslErrorGuard guard;
  const absl::string_view text = pem.Reveal();
  const Bytes bytes(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  Key key(PEM_read_bio_PrivateKey(bytes.get(), nullptr, &NoPassphrase, nullptr));
  if (key == nullptr || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) {
    return NotAKey("unencrypted private");
  }
  return std::make_unique<PrivateKey>(std::move(key));
}

bool IsCheckpoint(absl::string_view members) { return absl::ConsumePrefix(&members, kCheckpoint); }

absl::StatusOr<CheckpointKeyPair> GenerateCheckpointKey() {
  const OpensslErrorGuard guard;
  const KeyContext context(EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nullptr));
  EVP_PKEY* made = nullptr;
  if (context == nullptr || EVP_PKEY_keygen_init(context.get()) != 1 ||
      EVP_PKEY_keygen(context.get(), &made) != 1) {
    return absl::InternalError("the crypto library made no key");
  }
  const Key key(made);
  const Bytes private_pem(BIO_new(BIO_s_secmem()));
  const Bytes public_pem(BIO_new(BIO_s_mem()));
  if (PEM_write_bio_PrivateKey(private_pem.get(), key.get(), nullptr, nullptr, 0, nullptr,
                               nullptr) != 1 ||
      PEM_write_bio_PUBKEY(public_pem.get(), key.get()) != 1) {
    return absl::InternalError("the crypto library wrote no key");
  }
  std::string text = TakeText(private_pem.get());
  CheckpointKeyPair pair = {
      .private_pem = Secret(text), .public_pem = TakeText(public_pem.get()), .id = IdOf(key.get())};
  Wipe(&text);
  return pair;
}

}  // namespace signet
