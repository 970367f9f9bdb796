// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_POLICY_OBJECT_SPELLINGS_H_
#define SIGNET_TESTS_SERVER_POLICY_OBJECT_SPELLINGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "server/policy/endpoint_table.h"

namespace signet {

// Path style, virtual hosts and access points of hosts that AWS does not own, and
// two access points of the bucket.
inline EndpointTable Configured() {
  const absl::StatusOr<EndpointTable> table = EndpointTable::Create(
      {{.host = "rgw.internal:8080", .has_path_style = true, .has_virtual_hosts = true},
       {.host = "minio.internal"},
       {.host = "acme.eu.r2.cloudflarestorage.com", .has_virtual_hosts = true}},
      {{"arn:aws:s3:us-west-2:123456789012:accesspoint/reports", "team-data"},
       {"arn:aws-cn:s3:cn-north-1:123456789012:accesspoint/reports", "team-data"},
       {"reports-ab12cd34ef56-s3alias", "team-data"},
       {"mfzwi23gnjvgw.mrap", "team-data"}});
  EXPECT_TRUE(table.ok()) << table.status();
  return *table;
}

// Every way to write one object. Hosts: "Amazon S3 endpoints and quotas", "Methods
// for accessing a bucket", the endpoint rules that botocore 1.43 ships, "AWS
// PrivateLink for Amazon S3". Paths: RFC 3986 sections 2.3 and 6.2.2.
inline std::vector<std::string> SpellingsOfOneObject() {
  return {
      // Path style.
      "https://s3.amazonaws.com/team-data/in/a%20b.txt",
      "https://s3.us-west-2.amazonaws.com/team-data/in/a%20b.txt",
      "https://s3.dualstack.us-west-2.amazonaws.com/team-data/in/a%20b.txt",
      "https://s3-fips.us-west-2.amazonaws.com/team-data/in/a%20b.txt",
      "https://s3-fips.dualstack.us-west-2.amazonaws.com/team-data/in/a%20b.txt",
      "https://s3-us-west-2.amazonaws.com/team-data/in/a%20b.txt",
      "https://s3-fips-us-gov-west-1.amazonaws.com/team-data/in/a%20b.txt",
      "https://s3-external-1.amazonaws.com/team-data/in/a%20b.txt",
      "https://s3.us-gov-west-1.amazonaws.com/team-data/in/a%20b.txt",
      "https://s3.cn-north-1.amazonaws.com.cn/team-data/in/a%20b.txt",
      "https://s3.dualstack.cn-north-1.amazonaws.com.cn/team-data/in/a%20b.txt",
      "https://s3.eusc-de-east-1.amazonaws.eu/team-data/in/a%20b.txt",
      "https://s3.us-iso-east-1.c2s.ic.gov/team-data/in/a%20b.txt",
      "https://s3.us-isob-east-1.sc2s.sgov.gov/team-data/in/a%20b.txt",
      "https://s3.eu-isoe-west-1.cloud.adc-e.uk/team-data/in/a%20b.txt",
      "https://s3.us-isof-south-1.csp.hci.ic.gov/team-data/in/a%20b.txt",
      "https://bucket.vpce-1a2b3c4d-5e6f.s3.us-east-1.vpce.amazonaws.com/team-data/in/a%20b.txt",
      "https://bucket.vpce-1a2b3c4d-5e6f-us-east-1a.s3.us-east-1.vpce.amazonaws.com/team-data/in/"
      "a%20b.txt",
      "https://rgw.internal:8080/team-data/in/a%20b.txt",
      "https://minio.internal/team-data/in/a%20b.txt",
      "http://minio.internal/team-data/in/a%20b.txt",
      "https://acme.eu.r2.cloudflarestorage.com/team-data/in/a%20b.txt",
      // Virtual hosts.
      "https://team-data.s3.amazonaws.com/in/a%20b.txt",
      "https://team-data.s3.us-west-2.amazonaws.com/in/a%20b.txt",
      "https://team-data.s3.dualstack.us-west-2.amazonaws.com/in/a%20b.txt",
      "https://team-data.s3-fips.us-west-2.amazonaws.com/in/a%20b.txt",
      "https://team-data.s3-fips.dualstack.us-west-2.amazonaws.com/in/a%20b.txt",
      "https://team-data.s3-us-west-2.amazonaws.com/in/a%20b.txt",
      "https://team-data.s3-external-1.amazonaws.com/in/a%20b.txt",
      "https://team-data.s3-accelerate.amazonaws.com/in/a%20b.txt",
      "https://team-data.s3-accelerate.dualstack.amazonaws.com/in/a%20b.txt",
      "https://team-data.s3.cn-northwest-1.amazonaws.com.cn/in/a%20b.txt",
      "https://team-data.s3.us-gov-east-1.amazonaws.com/in/a%20b.txt",
      "https://team-data.s3.eusc-de-east-1.amazonaws.eu/in/a%20b.txt",
      "https://team-data.bucket.vpce-1a2b3c4d-5e6f.s3.us-east-1.vpce.amazonaws.com/in/a%20b.txt",
      "https://team-data.rgw.internal:8080/in/a%20b.txt",
      "https://team-data.acme.eu.r2.cloudflarestorage.com/in/a%20b.txt",
      // Access points whose bucket is configured.
      "https://reports-123456789012.s3-accesspoint.us-west-2.amazonaws.com/in/a%20b.txt",
      "https://reports-123456789012.s3-accesspoint-fips.us-west-2.amazonaws.com/in/a%20b.txt",
      "https://reports-123456789012.s3-accesspoint.dualstack.us-west-2.amazonaws.com/in/a%20b.txt",
      "https://reports-123456789012.s3-accesspoint-fips.dualstack.us-west-2.amazonaws.com/in/"
      "a%20b.txt",
      "https://reports-123456789012.s3-accesspoint.cn-north-1.amazonaws.com.cn/in/a%20b.txt",
      "https://reports-123456789012.accesspoint.vpce-1a2b-3c4d.s3.us-west-2.vpce.amazonaws.com/in/"
      "a%20b.txt",
      "https://reports-ab12cd34ef56-s3alias.s3.us-west-2.amazonaws.com/in/a%20b.txt",
      "https://s3.us-west-2.amazonaws.com/reports-ab12cd34ef56-s3alias/in/a%20b.txt",
      "https://mfzwi23gnjvgw.mrap.accesspoint.s3-global.amazonaws.com/in/a%20b.txt",
      // Letter case, ports, a dot at the end.
      "https://TEAM-DATA.S3.US-WEST-2.AMAZONAWS.COM/in/a%20b.txt",
      "https://Team-Data.s3.us-west-2.amazonaws.com:443/in/a%20b.txt",
      "HTTPS://team-data.s3.us-west-2.amazonaws.com:443/in/a%20b.txt",
      "https://team-data.s3.us-west-2.amazonaws.com:8443/in/a%20b.txt",
      "http://team-data.s3.us-west-2.amazonaws.com:80/in/a%20b.txt",
      "http://S3.us-west-2.amazonaws.com/team-data/in/a%20b.txt",
      "https://team-data.s3.us-west-2.amazonaws.com./in/a%20b.txt",
      "https://team-data.s3.us-west-2.amazonaws.com.:443/in/a%20b.txt",
      "https://s3.us-west-2.amazonaws.com.:443/team-data/in/a%20b.txt",
      "https://MINIO.internal:443/team-data/in/a%20b.txt",
      "https://RGW.internal.:8080/team-data/in/a%20b.txt",
      // Escapes.
      "https://s3.us-west-2.amazonaws.com/team-data/in/a b.txt",
      "https://s3.us-west-2.amazonaws.com/team%2Ddata/in/a%20b.txt",
      "https://s3.us-west-2.amazonaws.com/team%2ddata/in/a%20b.txt",
      "https://s3.us-west-2.amazonaws.com/team-data%2Fin/a%20b.txt",
      "https://s3.us-west-2.amazonaws.com/team-data/in%2Fa%20b.txt",
      "https://s3.us-west-2.amazonaws.com/team-data/in%2fa%20b%2etxt",
      "https://s3.us-west-2.amazonaws.com/%74eam-data/%69n/%61%20%62.txt",
      "https://team-data.s3.us-west-2.amazonaws.com/%69n/a%20b.txt",
      "https://team-data.s3.us-west-2.amazonaws.com/in%2fa%20b%2Etxt",
      // A query that changes nothing.
      "https://team-data.s3.us-west-2.amazonaws.com/in/a%20b.txt?",
      "https://team-data.s3.us-west-2.amazonaws.com/in/a%20b.txt?x-id=GetObject",
      "https://team-data.s3.us-west-2.amazonaws.com/in/a%20b.txt?response-content-type=text%2Fhtml",
      "https://s3.us-west-2.amazonaws.com/team-data/in/a%20b.txt?partNumber=1&x-id=GetObject",
  };
}

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_POLICY_OBJECT_SPELLINGS_H_
