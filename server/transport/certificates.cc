// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/certificates.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <ctime>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/base/free_by.h"
#include "server/digest/openssl_manners.h"

namespace signet {
namespace {

using BioPtr = std::unique_ptr<BIO, FreeBy<BIO_free>>;
using X509Ptr = std::unique_ptr<X509, FreeBy<X509_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>>;
using NamesPtr = std::unique_ptr<GENERAL_NAMES, FreeBy<GENERAL_NAMES_free>>;
using ContextPtr = std::unique_ptr<SSL_CTX, FreeBy<SSL_CTX_free>>;
using StorePtr = std::unique_ptr<X509_STORE, FreeBy<X509_STORE_free>>;
using VerifyPtr = std::unique_ptr<X509_STORE_CTX, FreeBy<X509_STORE_CTX_free>>;

// More than any file of authorities has.
constexpr size_t kMostCertificates = 1000;

absl::Status Bad(absl::string_view why) { return absl::InvalidArgumentError(why); }

BioPtr OpenPem(absl::string_view pem) {
  return BioPtr(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
}

// After the last block only remarks may follow.
bool EndsInABlock(absl::string_view pem) {
  constexpr absl::string_view kEnd = "-----END ";
  const size_t last = pem.rfind(kEnd);
  if (last == absl::string_view::npos) {
    return false;
  }
  const std::vector<absl::string_view> lines = absl::StrSplit(pem.substr(last), '\n');
  return absl::EndsWith(absl::StripTrailingAsciiWhitespace(lines[0]), "-----") &&
         std::none_of(lines.begin() + 1, lines.end(),
                      [](absl::string_view line) { return absl::StartsWith(line, "-"); });
}

absl::Time ToTime(const ASN1_TIME* time) {
  std::tm calendar = {};
  if (ASN1_TIME_to_tm(time, &calendar) != 1) {
    return absl::InfinitePast();
  }
  return absl::FromUnixSeconds(static_cast<int64_t>(::timegm(&calendar)));
}

bool HasServerName(X509* certificate) {
  const NamesPtr names(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const int type = sk_GENERAL_NAME_value(names.get(), i)->type;
    if (type == GEN_DNS || type == GEN_IPADD) {
      return true;
    }
  }
  return false;
}

bool IsIssuedBy(X509* certificate, X509* issuer) {
  return X509_check_issued(issuer, certificate) == X509_V_OK &&
         X509_verify(certificate, X509_get0_pubkey(issuer)) == 1;
}

}  // namespace

struct Certificates::State {
  std::vector<X509Ptr> list;
};

absl::StatusOr<Certificates> Certificates::Parse(absl::string_view pem) {
  auto state = std::make_shared<State>();
  const BioPtr bio = OpenPem(pem);
  while (state->list.size() < kMostCertificates) {
    X509Ptr certificate(PEM_read_bio_X509(bio.get(), nullptr, &NoPassphrase, nullptr));
    if (certificate == nullptr) {
      break;
    }
    state->list.push_back(std::move(certificate));
  }
  const bool is_at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  if (state->list.empty()) {
    return Bad("holds no PEM certificate");
  }
  if (state->list.size() == kMostCertificates) {
    return Bad(
        absl::StrCat("holds more certificates than the ", kMostCertificates - 1, " allowed"));
  }
  if (!is_at_end || !EndsInABlock(pem)) {
    return Bad(absl::StrCat("is broken off or garbled after certificate ", state->list.size()));
  }
  return Certificates(std::move(state));
}

size_t Certificates::size() const { return state_->list.size(); }

absl::Time Certificates::not_before() const {
  absl::Time latest = absl::InfinitePast();
  for (const X509Ptr& certificate : state_->list) {
    latest = std::max(latest, ToTime(X509_get0_notBefore(certificate.get())));
  }
  return latest;
}

absl::Time Certificates::not_after() const {
  absl::Time earliest = absl::InfiniteFuture();
  for (const X509Ptr& certificate : state_->list) {
    earliest = std::min(earliest, ToTime(X509_get0_notAfter(certificate.get())));
  }
  return earliest;
}

absl::Status Certificates::CheckServerChain(absl::Time now) const {
  for (size_t i = 0; i + 1 < size(); ++i) {
    const bool is_issued = IsIssuedBy(state_->list[i].get(), state_->list[i + 1].get());
    ERR_clear_error();
    if (!is_issued) {
      return Bad(absl::StrCat("has certificate ", i + 2, ", which did not issue certificate ",
                              i + 1, ": a certificate comes first, then what it was issued by"));
    }
  }
  const auto date = [](absl::Time time) {
    return absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", time, absl::UTCTimeZone());
  };
  if (now < not_before()) {
    return Bad(absl::StrCat("is not valid before ", date(not_before())));
  }
  if (now >= not_after()) {
    return Bad(absl::StrCat("has expired at ", date(not_after())));
  }
  X509* const leaf = state_->list[0].get();
  const bool is_for_servers = X509_check_purpose(leaf, X509_PURPOSE_SSL_SERVER, 0) == 1;
  const bool has_name = HasServerName(leaf);
  ERR_clear_error();
  if (!has_name) {
    return Bad("names no DNS name or IP address (subjectAltName) that clients could check");
  }
  return is_for_servers ? absl::OkStatus() : Bad("holds a certificate that is not for servers");
}

absl::Status Certificates::CheckPrivateKey(absl::string_view key_pem) const {
  const KeyPtr key(
      PEM_read_bio_PrivateKey(OpenPem(key_pem).get(), nullptr, &NoPassphrase, nullptr));
  ERR_clear_error();
  if (key == nullptr) {
    return Bad("holds no unencrypted PEM private key");
  }
  X509* const leaf = state_->list[0].get();
  const bool matches = X509_check_private_key(leaf, key.get()) == 1;
  const ContextPtr context(SSL_CTX_new(TLS_server_method()));
  const bool is_usable = SSL_CTX_use_certificate(context.get(), leaf) == 1 &&
                         SSL_CTX_use_PrivateKey(context.get(), key.get()) == 1;
  ERR_clear_error();
  if (!matches) {
    return Bad("holds a key that is not that of the certificate");
  }
  return is_usable ? absl::OkStatus()
                   : Bad("holds a private key that is too weak for TLS, or the certificate is");
}

struct TrustAnchors::Store {
  StorePtr store{X509_STORE_new()};
};

TrustAnchors::TrustAnchors(const Certificates& certificates) : store_(std::make_unique<Store>()) {
  for (const X509Ptr& certificate : certificates.state_->list) {
    X509_STORE_add_cert(store_->store.get(), certificate.get());
  }
  // An authority below another one is an anchor as well.
  X509_STORE_set_flags(store_->store.get(), X509_V_FLAG_PARTIAL_CHAIN);
  ERR_clear_error();
}

TrustAnchors::~TrustAnchors() = default;
TrustAnchors::TrustAnchors(TrustAnchors&& other) noexcept = default;
TrustAnchors& TrustAnchors::operator=(TrustAnchors&& other) noexcept = default;

bool TrustAnchors::Verifies(absl::string_view leaf_pem, absl::string_view others_pem) const {
  const absl::StatusOr<Certificates> leaf = Certificates::Parse(leaf_pem);
  if (!leaf.ok() || leaf->size() != 1) {
    return false;
  }
  STACK_OF(X509)* const untrusted = sk_X509_new_null();
  const absl::StatusOr<Certificates> others =
      others_pem.empty() ? *leaf : Certificates::Parse(others_pem);
  if (others.ok()) {
    for (const X509Ptr& certificate : others->state_->list) {
      sk_X509_push(untrusted, certificate.get());
    }
  }
  const VerifyPtr verify(X509_STORE_CTX_new());
  const bool is_verified = others.ok() &&
                           X509_STORE_CTX_init(verify.get(), store_->store.get(),
                                               leaf->state_->list[0].get(), untrusted) == 1 &&
                           X509_STORE_CTX_set_default(verify.get(), "ssl_client") == 1 &&
                           X509_verify_cert(verify.get()) == 1;
  sk_X509_free(untrusted);
  ERR_clear_error();
  return is_verified;
}

}  // namespace signet
