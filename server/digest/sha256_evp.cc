// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// SHA-256 through EVP alone, for OpenSSL providers that have nothing else (FIPS).
// The algorithm is fetched once; looking it up for each digest takes a lock and
// scales negatively.

#include <openssl/evp.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "server/base/secret.h"
#include "server/digest/sha256.h"

namespace signet {
namespace {

constexpr size_t kBlockBytes = 64;

// OpenSSL fails here only where it has no SHA-256 or no memory; then nothing can
// be signed.
void Require(bool is_ok) {
  if (!is_ok) {
    abort();
  }
}

const EVP_MD* Algorithm() {
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  Require(algorithm != nullptr);
  return algorithm;
}

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using ContextPtr = std::unique_ptr<EVP_MD_CTX, FreeContext>;

void Start(EVP_MD_CTX* context) { Require(EVP_DigestInit_ex2(context, Algorithm(), nullptr) == 1); }

void Add(EVP_MD_CTX* context, const void* bytes, size_t size) {
  Require(EVP_DigestUpdate(context, bytes, size) == 1);
}

Sha256Digest End(EVP_MD_CTX* context) {
  Sha256Digest digest;
  Require(EVP_DigestFinal_ex(context, digest.data(), nullptr) == 1);
  return digest;
}

// What lies in the storage of a Sha256.
struct State {
  EVP_MD_CTX* context;
  // The first bytes, for Midstate(): as secret as they are.
  std::array<uint8_t, kBlockBytes> block;
  uint64_t byte_count;
};
static_assert(sizeof(State) <= 112 && alignof(State) <= 8);

State& StateIn(std::array<uint8_t, 112>& storage) {
  return *std::launder(reinterpret_cast<State*>(storage.data()));
}

const State& StateIn(const std::array<uint8_t, 112>& storage) {
  return *std::launder(reinterpret_cast<const State*>(storage.data()));
}

void Update(State* state, const void* bytes, size_t size) {
  Add(state->context, bytes, size);
  if (state->byte_count < kBlockBytes && size > 0) {
    memcpy(state->block.data() + state->byte_count, bytes,
           std::min<uint64_t>(size, kBlockBytes - state->byte_count));
  }
  state->byte_count += size;
}

EVP_MD_CTX* NewContext() {
  EVP_MD_CTX* const context = EVP_MD_CTX_new();
  Require(context != nullptr);
  return context;
}

// A wiped object, all zeros, has none; it may be assigned to and Reset().
void EnsureContext(State* state) {
  if (state->context == nullptr) {
    state->context = NewContext();
  }
}

ContextPtr NewThreadContext() {
  ContextPtr context(NewContext());
  Start(context.get());
  return context;
}

}  // namespace

Sha256::Sha256() {
  new (context_.data()) State{NewContext(), {}, 0};
  Start(StateIn(context_).context);
}

Sha256::Sha256(const Sha256Midstate& midstate) : Sha256() {
  signet::Update(&StateIn(context_), midstate.block.data(), midstate.byte_count);
}

Sha256::Sha256(const Sha256& other) {
  State* const state = new (context_.data()) State(StateIn(other.context_));
  state->context = NewContext();
  Require(EVP_MD_CTX_copy_ex(state->context, StateIn(other.context_).context) == 1);
}

Sha256& Sha256::operator=(const Sha256& other) {
  State& state = StateIn(context_);
  if (this != &other) {
    const State& from = StateIn(other.context_);
    EnsureContext(&state);
    Require(EVP_MD_CTX_copy_ex(state.context, from.context) == 1);
    state.block = from.block;
    state.byte_count = from.byte_count;
  }
  return *this;
}

Sha256::~Sha256() {
  EVP_MD_CTX_free(StateIn(context_).context);
  Wipe(context_.data(), context_.size());
}

void Sha256::Reset() {
  State& state = StateIn(context_);
  EnsureContext(&state);
  Start(state.context);
  Wipe(state.block.data(), state.block.size());
  state.byte_count = 0;
}

void Sha256::Update(absl::Span<const uint8_t> bytes) {
  signet::Update(&StateIn(context_), bytes.data(), bytes.size());
}

void Sha256::Update(absl::string_view bytes) {
  signet::Update(&StateIn(context_), bytes.data(), bytes.size());
}

Sha256Midstate Sha256::Midstate() const {
  const State& state = StateIn(context_);
  Require(state.byte_count == 0 || state.byte_count == kBlockBytes);
  return {state.block, state.byte_count};
}

Sha256Digest Sha256::Finish() { return End(StateIn(context_).context); }

Sha256Digest Sha256Of(absl::string_view bytes) { return Sha256Of(Sha256Midstate{{}, 0}, bytes); }

Sha256Digest Sha256Of(const Sha256Midstate& midstate, absl::string_view bytes) {
  static thread_local const ContextPtr context = NewThreadContext();
  Add(context.get(), midstate.block.data(), midstate.byte_count);
  Add(context.get(), bytes.data(), bytes.size());
  const Sha256Digest digest = End(context.get());
  // Here rather than before: the state may be as secret as a key.
  Start(context.get());
  return digest;
}

}  // namespace signet
