// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/certificates.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <atomic>

#include "gtest/gtest.h"

namespace signet {
namespace {

using KeyPtr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using X509Ptr = std::unique_ptr<X509, decltype(&X509_free)>;
using BioPtr = std::unique_ptr<BIO, decltype(&BIO_free)>;

KeyPtr NewKey() { return {EVP_EC_gen("P-256"), &EVP_PKEY_free}; }

X509Ptr NewCertificate(const CertificateOptions& options, long serial, EVP_PKEY* key) {
  X509Ptr certificate(X509_new(), &X509_free);
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), options.not_before);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), options.not_after);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(options.common_name.c_str()),
                             -1, -1, 0);
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
  // Several threads may have certificates issued.
  std::atomic<long> next_serial = 2;

  // Makes the certificate, signed by `issuer`.
  void Certify(const std::string& name, const State& issuer) {
    CertificateOptions options;
    options.common_name = name;
    certificate = NewCertificate(options, 1, key.get());
    const X509* const above = &issuer == this ? certificate.get() : issuer.certificate.get();
    X509_set_issuer_name(certificate.get(), X509_get_subject_name(above));
    AddExtension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
    AddExtension(certificate.get(), NID_key_usage, "critical,keyCertSign,cRLSign");
    EXPECT_NE(X509_sign(certificate.get(), issuer.key.get(), EVP_sha256()), 0);
  }
};

TestAuthority::TestAuthority(const std::string& name) : state_(std::make_unique<State>()) {
  state_->Certify(name, *state_);
}

TestAuthority::TestAuthority(std::unique_ptr<State> state) : state_(std::move(state)) {}

TestAuthority::~TestAuthority() = default;

std::string TestAuthority::Certificate() const { return ToPem(state_->certificate.get()); }

CertificateAndKey TestAuthority::Issue(const std::string& alternative_names) const {
  CertificateOptions options;
  options.alternative_names = alternative_names;
  return Issue(options);
}

CertificateAndKey TestAuthority::Issue(const CertificateOptions& options) const {
  const KeyPtr key = NewKey();
  const X509Ptr certificate = NewCertificate(options, state_->next_serial++, key.get());
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(state_->certificate.get()));
  AddExtension(certificate.get(), NID_basic_constraints, "critical,CA:FALSE");
  AddExtension(certificate.get(), NID_ext_key_usage, options.extended_key_usage.c_str());
  if (!options.alternative_names.empty()) {
    AddExtension(certificate.get(), NID_subject_alt_name, options.alternative_names.c_str());
  }
  EXPECT_NE(X509_sign(certificate.get(), state_->key.get(), EVP_sha256()), 0);
  return {.certificate = ToPem(certificate.get()), .key = ToPem(key.get())};
}

std::unique_ptr<TestAuthority> TestAuthority::Intermediate(const std::string& name) const {
  auto state = std::make_unique<State>();
  state->Certify(name, *state_);
  return std::unique_ptr<TestAuthority>(new TestAuthority(std::move(state)));
}

}  // namespace signet
