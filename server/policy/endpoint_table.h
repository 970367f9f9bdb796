// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_ENDPOINT_TABLE_H_
#define SIGNET_SERVER_POLICY_ENDPOINT_TABLE_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace signet {

// A host that speaks S3 and is not one of AWS's: RGW, MinIO, a store of another
// cloud.
struct S3Endpoint {
  // Host, and its port unless it is the scheme's own: "rgw.internal:8080".
  std::string host;
  // "HOST/bucket/key".
  bool has_path_style = true;
  // "bucket.HOST/key".
  bool has_virtual_hosts = false;
};

// A name that stands for a bucket: an access point.
struct S3AccessPoint {
  // "arn:aws:s3:us-west-2:123456789012:accesspoint/name", or the alias that
  // stands for a bucket's name: "name-9d2f...-s3alias".
  std::string access_point;
  std::string bucket;
};

// Which hosts lead where: AWS's own, which it knows, and those that the
// configuration names. Immutable; safe for concurrent use.
class EndpointTable {
 public:
  // AWS's own alone.
  EndpointTable() = default;

  // InvalidArgument, kInvalidConfig, fields "endpoints[1].host",
  // "access_points[0].access_point", "access_points[0].bucket": malformed, said
  // twice, one of AWS's own hosts, an endpoint of no style.
  static absl::StatusOr<EndpointTable> Create(const std::vector<S3Endpoint>& endpoints,
                                              const std::vector<S3AccessPoint>& access_points);

  // A configured endpoint that a host is of.
  struct Match {
    bool is_known = false;
    // What stands before a virtual-host endpoint; empty: path style.
    absl::string_view bucket;
  };
  // `host` is RequestTarget::endpoint. The longest endpoint wins, since it is
  // the one that was configured with this host in mind.
  Match Find(absl::string_view host) const;

  // Whether a configured endpoint, of whatever style, is `host` or what it ends in.
  bool Has(absl::string_view host) const;

  // The bucket behind an access point; empty where it is not configured.
  absl::string_view BucketOf(absl::string_view access_point) const;

 private:
  struct Styles {
    bool has_path_style;
    bool has_virtual_hosts;
  };

  std::map<std::string, Styles, std::less<>> endpoints_;
  std::map<std::string, std::string, std::less<>> access_points_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_ENDPOINT_TABLE_H_
