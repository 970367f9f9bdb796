// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/hmac_sha256_stream.h"

#include "server/base/secret.h"

namespace signet {

Sha256Digest HmacSha256Stream::Finish() {
  Sha256Digest inner = inner_.Finish();
  Sha256 outer(key_.outer);
  outer.Update(absl::MakeConstSpan(inner));
  Wipe(inner.data(), inner.size());
  return outer.Finish();
}

}  // namespace signet
