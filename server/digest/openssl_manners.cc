// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/openssl_manners.h"

#include <openssl/err.h>

namespace signet {

OpensslErrorGuard::OpensslErrorGuard() { ERR_set_mark(); }
OpensslErrorGuard::~OpensslErrorGuard() { ERR_pop_to_mark(); }

int NoPassphrase(char* /*buffer*/, int /*size*/, int /*is_writing*/, void* /*data*/) { return -1; }

}  // namespace signet
