// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_STATUS_MACROS_H_
#define SIGNET_SERVER_BASE_STATUS_MACROS_H_

#include "absl/base/optimization.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Leaves the function with the status of `expr` when that is not OK.
#define SIGNET_RETURN_IF_ERROR(expr)                \
  do {                                              \
    ::absl::Status signet_status_ = (expr);         \
    if (ABSL_PREDICT_FALSE(!signet_status_.ok())) { \
      return signet_status_;                        \
    }                                               \
  } while (false)

#define SIGNET_STATUS_CONCAT_INNER_(a, b) a##b
#define SIGNET_STATUS_CONCAT_(a, b) SIGNET_STATUS_CONCAT_INNER_(a, b)

// Assigns the value of a StatusOr expression, or leaves the function with its
// status: SIGNET_ASSIGN_OR_RETURN(const Url url, ParseUrl(text));
#define SIGNET_ASSIGN_OR_RETURN(lhs, expr) \
  SIGNET_ASSIGN_OR_RETURN_(SIGNET_STATUS_CONCAT_(signet_statusor_, __LINE__), lhs, expr)
#define SIGNET_ASSIGN_OR_RETURN_(statusor, lhs, expr) \
  auto statusor = (expr);                             \
  if (ABSL_PREDICT_FALSE(!statusor.ok())) {           \
    return std::move(statusor).status();              \
  }                                                   \
  lhs = *std::move(statusor)

#endif  // SIGNET_SERVER_BASE_STATUS_MACROS_H_
