// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_OPENSSL_MANNERS_H_
#define SIGNET_SERVER_DIGEST_OPENSSL_MANNERS_H_

namespace signet {

// Forgets what OpenSSL adds to the thread's error queue while this lives: gRPC's TLS
// reads the queue on other occasions.
class OpensslErrorGuard {
 public:
  OpensslErrorGuard();
  ~OpensslErrorGuard();
  OpensslErrorGuard(const OpensslErrorGuard&) = delete;
  OpensslErrorGuard& operator=(const OpensslErrorGuard&) = delete;
};

// A pem_password_cb: an encrypted key is none, since nobody is there to type a passphrase,
// for which OpenSSL would ask the terminal.
int NoPassphrase(char* buffer, int size, int is_writing, void* data);

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_OPENSSL_MANNERS_H_
