// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/certificates.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "gtest/gtest.h"

namespace signet {
namespace {

using KeyPtr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using X509Ptr = std::unique_ptr<X509, decltype(&X509_free)>;
using BioPtr = std::unique_ptr<BIO, decltype(&BIO_free)>;

constexpr long kHour = 3600;

KeyPtr NewKey() { return {EVP_EC_gen("P-256"), &EVP_PKEY_free}; }

X509Ptr NewCertificate(const std::string& name, long serial, EVP_PKEY* key) {
  X509Ptr certificate(X509_new(), &X509_free);
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kHour);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 24 * kHour);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  return certificate;
}

void AddExtension(X509* certificate, int id, const char* value) {
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, nullptr, id, value);
  ASSERT_NE(extension, nullptr) << value;
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

std::string Text(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<size_t>(size)};
}

std::string ToPem(X509* certificate) {
  const BioPtr bio(BIO_new(BIO_s_mem()), &BIO_free);
  PEM_write_bio_X509(bio.get(), certificate);
  return Text(bio.get());
}

std::string ToPem(EVP_PKEY* key) {
  const BioPtr bio(BIO_new(BIO_s_mem()), &BIO_free);
  PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
  return Text(bio.get());
}

}  // namespace

struct TestAuthority::State {
  KeyPtr key = NewKey();
  X509Ptr certificate{nullptr, &X509_free};
  long next_serial = 2;
};

TestAuthority::TestAuthority(const std::string& name) : state_(std::make_unique<State>()) {
  state_->certificate = NewCertificate(name, 1, state_->key.get());
  X509* const certificate = state_->certificate.get();
  X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
  AddExtension(certificate, NID_basic_constraints, "critical,CA:TRUE");
  AddExtension(certificate, NID_key_usage, "critical,keyCertSign,cRLSign");
  EXPECT_NE(X509_sign(certificate, state_->key.get(), EVP_sha256()), 0);
}

TestAuthority::~TestAuthority() = default;

std::string TestAuthority::Certificate() const { return ToPem(state_->certificate.get()); }

CertificateAndKey TestAuthority::Issue(const std::string& alternative_names) const {
  const KeyPtr key = NewKey();
  const X509Ptr certificate = NewCertificate("leaf", state_->next_serial++, key.get());
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(state_->certificate.get()));
  AddExtension(certificate.get(), NID_basic_constraints, "critical,CA:FALSE");
  AddExtension(certificate.get(), NID_ext_key_usage, "serverAuth,clientAuth");
  if (!alternative_names.empty()) {
    AddExtension(certificate.get(), NID_subject_alt_name, alternative_names.c_str());
  }
  EXPECT_NE(X509_sign(certificate.get(), state_->key.get(), EVP_sha256()), 0);
  return {.certificate = ToPem(certificate.get()), .key = ToPem(key.get())};
}

}  // namespace signet
