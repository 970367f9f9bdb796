// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_PLACES_H_
#define SIGNET_SERVER_SERVICE_CONFIG_PLACES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/service/config_errors.h"
#include "server/service/config_reader.h"

namespace signet {

// Where the fields of one configuration file stand, as people are told.
class FieldPlaces {
 public:
  // `marks` outlives this.
  FieldPlaces(std::string file, const FieldMarks& marks) : file_(std::move(file)), marks_(marks) {}

  // "signetd.yaml:31", of the field or the nearest one around it.
  std::string Of(absl::string_view path) const;

  // The errors, in the order of the file, as "FILE:LINE:COLUMN: field.path: message".
  std::vector<absl::Status> AddTo(const ConfigErrors& errors) const;

 private:
  const std::string file_;
  const FieldMarks& marks_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_PLACES_H_
