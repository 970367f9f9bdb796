// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/tls_material.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr size_t kMaxFileBytes = 1 << 20;

absl::Status InFile(absl::string_view kind, absl::string_view file, const absl::Status& status) {
  return status.ok()
             ? status
             : absl::InvalidArgumentError(absl::StrCat(kind, " ", file, " ", status.message()));
}

absl::StatusOr<Certificates> ParseFile(absl::string_view kind, absl::string_view file,
                                       const Secret& bytes) {
  absl::StatusOr<Certificates> certificates = Certificates::Parse(bytes.Reveal());
  if (!certificates.ok()) {
    return InFile(kind, file, certificates.status());
  }
  return certificates;
}

// The roots for the handshake, and whom each may vouch for.
absl::Status AddAuthorities(const TlsFiles& files, const TlsBytes& bytes, TlsMaterial* material) {
  material->roots_not_after = absl::InfiniteFuture();
  const auto add = [material](const Certificates& certificates, const Secret& pem) {
    absl::StrAppend(&material->roots_pem, pem.Reveal(), "\n");
    material->roots_not_after = std::min(material->roots_not_after, certificates.not_after());
  };
  if (!files.client_ca_file.empty()) {
    SIGNET_ASSIGN_OR_RETURN(const Certificates general,
                            ParseFile("the client CA file", files.client_ca_file, bytes.client_ca));
    material->bundles.SetGeneral(general);
    add(general, bytes.client_ca);
  }
  for (size_t i = 0; i < files.trust_bundles.size(); ++i) {
    const TlsFiles::TrustBundle& bundle = files.trust_bundles[i];
    SIGNET_ASSIGN_OR_RETURN(
        const Certificates certificates,
        ParseFile("the trust bundle file", bundle.ca_file, bytes.bundles.at(i)));
    material->bundles.Add(bundle.trust_domain, certificates);
    add(certificates, bytes.bundles[i]);
  }
  return absl::OkStatus();
}

}  // namespace

bool TlsBytes::operator==(const TlsBytes& other) const {
  const auto equal = [](const Secret& a, const Secret& b) { return a.Reveal() == b.Reveal(); };
  return equal(cert, other.cert) && ConstantTimeEquals(key.Reveal(), other.key.Reveal()) &&
         equal(client_ca, other.client_ca) &&
         std::equal(bundles.begin(), bundles.end(), other.bundles.begin(), other.bundles.end(),
                    equal);
}

absl::StatusOr<TlsBytes> ReadTlsFiles(const TlsFiles& files) {
  TlsBytes bytes;
  SIGNET_ASSIGN_OR_RETURN(bytes.cert, ReadFile(files.cert_file, kMaxFileBytes));
  SIGNET_ASSIGN_OR_RETURN(bytes.key, ReadFile(files.key_file, kMaxFileBytes));
  if (!files.client_ca_file.empty()) {
    SIGNET_ASSIGN_OR_RETURN(bytes.client_ca, ReadFile(files.client_ca_file, kMaxFileBytes));
  }
  for (const TlsFiles::TrustBundle& bundle : files.trust_bundles) {
    SIGNET_ASSIGN_OR_RETURN(bytes.bundles.emplace_back(), ReadFile(bundle.ca_file, kMaxFileBytes));
  }
  return bytes;
}

absl::StatusOr<TlsMaterial> MakeTlsMaterial(const TlsFiles& files, const TlsBytes& bytes,
                                            absl::Time now) {
  TlsMaterial material;
  SIGNET_ASSIGN_OR_RETURN(const Certificates chain,
                          ParseFile("the certificate file", files.cert_file, bytes.cert));
  const absl::Status key = chain.CheckPrivateKey(bytes.key.Reveal());
  if (!key.ok()) {
    return absl::InvalidArgumentError(absl::StrCat("the private key file ", files.key_file, " ",
                                                   key.message(), " (", files.cert_file, ")"));
  }
  SIGNET_RETURN_IF_ERROR(
      InFile("the certificate file", files.cert_file, chain.CheckServerChain(now)));
  SIGNET_RETURN_IF_ERROR(AddAuthorities(files, bytes, &material));
  material.cert_pem = std::string(bytes.cert.Reveal());
  material.key_pem = bytes.key;
  material.not_before = chain.not_before();
  material.not_after = chain.not_after();
  return material;
}

}  // namespace signet
