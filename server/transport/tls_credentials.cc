// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/tls_credentials.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/base/file.h"
#include "server/base/secret.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr size_t kMaxFileBytes = 1 << 20;

using BioPtr = std::unique_ptr<BIO, decltype(&BIO_free)>;
using X509Ptr = std::unique_ptr<X509, decltype(&X509_free)>;
using KeyPtr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

BioPtr OpenPem(absl::string_view pem) {
  return BioPtr(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), &BIO_free);
}

X509Ptr FirstCertificate(absl::string_view pem) {
  X509Ptr certificate(PEM_read_bio_X509(OpenPem(pem).get(), nullptr, nullptr, nullptr), &X509_free);
  ERR_clear_error();
  return certificate;
}

// A key that needs a passphrase counts as none: nobody is there to type it.
KeyPtr PrivateKey(absl::string_view pem) {
  const auto no_passphrase = [](char*, int, int, void*) { return -1; };
  KeyPtr key(PEM_read_bio_PrivateKey(OpenPem(pem).get(), nullptr, no_passphrase, nullptr),
             &EVP_PKEY_free);
  ERR_clear_error();
  return key;
}

absl::Status CheckPair(const TlsFiles& files, absl::string_view cert_pem,
                       absl::string_view key_pem) {
  const X509Ptr certificate = FirstCertificate(cert_pem);
  if (certificate == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("the certificate file ", files.cert_file, " holds no PEM certificate"));
  }
  const KeyPtr key = PrivateKey(key_pem);
  if (key == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("the private key file ", files.key_file,
                                                   " holds no unencrypted PEM private key"));
  }
  const bool matches = X509_check_private_key(certificate.get(), key.get()) == 1;
  ERR_clear_error();
  if (!matches) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the private key ", files.key_file, " is not that of the certificate ", files.cert_file));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> MutualTlsCredentials(
    const TlsFiles& files) {
  SIGNET_ASSIGN_OR_RETURN(const Secret cert, ReadFile(files.cert_file, kMaxFileBytes));
  SIGNET_ASSIGN_OR_RETURN(const Secret key, ReadFile(files.key_file, kMaxFileBytes));
  SIGNET_ASSIGN_OR_RETURN(const Secret client_ca, ReadFile(files.client_ca_file, kMaxFileBytes));
  SIGNET_RETURN_IF_ERROR(CheckPair(files, cert.Reveal(), key.Reveal()));
  if (FirstCertificate(client_ca.Reveal()) == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("the client CA file ", files.client_ca_file, " holds no PEM certificate"));
  }
  grpc::SslServerCredentialsOptions options(
      GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  options.pem_root_certs = std::string(client_ca.Reveal());
  options.pem_key_cert_pairs.push_back(
      {.private_key = std::string(key.Reveal()), .cert_chain = std::string(cert.Reveal())});
  std::shared_ptr<grpc::ServerCredentials> credentials = grpc::SslServerCredentials(options);
  Wipe(&options.pem_key_cert_pairs[0].private_key);
  return credentials;
}

}  // namespace signet
