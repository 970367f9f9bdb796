// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_KEY_LIFETIME_H_
#define SIGNET_SERVER_KEYCACHE_KEY_LIFETIME_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/keycache/key_cache.h"

namespace signet {

// Until when a key of `origin` for `date`, got at `now`, may be used; after `now`.
// See class KeyCache.
//
// InvalidArgument, Reason::kInvalidSigningTime, field "date": no "20150830".
// Unavailable, kCredentialExpired: no longer usable.
absl::StatusOr<absl::Time> KeyNotAfter(const KeyOrigin& origin, absl::string_view date,
                                       absl::Time now, const KeyCacheOptions& options);

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_KEY_LIFETIME_H_
