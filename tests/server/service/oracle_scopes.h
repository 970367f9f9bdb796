// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_SERVICE_ORACLE_SCOPES_H_
#define SIGNET_TESTS_SERVER_SERVICE_ORACLE_SCOPES_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "signet/v1/signing.pb.h"
#include "tests/support/service_fixture.h"

namespace signet {

// One change of a request that is signed without it.
struct ScopeAttempt {
  const char* what;
  std::function<void(v1::SignRequestRequest&)> change;
  const char* reason;
};

inline const int64_t kNow = absl::ToUnixSeconds(ExampleTime());

inline void MakeSigv4a(std::vector<std::string> regions, v1::SignRequestRequest* message) {
  message->clear_region();
  message->set_algorithm(v1::ALGORITHM_SIGV4A);
  for (std::string& region : regions) {
    message->add_region_set(std::move(region));
  }
}

inline std::vector<ScopeAttempt> ScopeAttempts() {
  return {
      {"nothing", [](auto&) {}, ""},
      {"the profile that s3 has", [](auto& m) { m.set_profile("s3"); }, ""},
      {"one region of many", [](auto& m) { MakeSigv4a({"us-east-1"}, &m); }, ""},
      {"the partition, which signs as its region", [](auto& m) { m.set_region("aws-global"); }, ""},
      {"no body", [](auto& m) { m.clear_payload(); }, ""},
      // Credentials.
      {"credential of others", [](auto& m) { m.set_credential("session"); }, "NOT_GRANTED"},
      {"credential in capitals", [](auto& m) { m.set_credential("EXAMPLE"); }, "NOT_GRANTED"},
      {"longer name", [](auto& m) { m.set_credential("example2"); }, "NOT_GRANTED"},
      {"no credential", [](auto& m) { m.set_credential(""); }, "INVALID_CREDENTIAL_NAME"},
      {"any credential", [](auto& m) { m.set_credential("*"); }, "INVALID_CREDENTIAL_NAME"},
      {"blank after the name", [](auto& m) { m.set_credential("example "); },
       "INVALID_CREDENTIAL_NAME"},
      {"NUL after the name", [](auto& m) { m.set_credential(std::string("example\0", 8)); },
       "INVALID_CREDENTIAL_NAME"},
      {"path to a name", [](auto& m) { m.set_credential("../example"); },
       "INVALID_CREDENTIAL_NAME"},
      {"version of nobody", [](auto& m) { m.set_credential_version("0123456789abcdef"); },
       "CREDENTIAL_VERSION_NOT_HELD"},
      {"any version", [](auto& m) { m.set_credential_version("*"); }, "INVALID_CREDENTIAL_NAME"},
      // Regions.
      {"another region", [](auto& m) { m.set_region("us-west-2"); }, "NOT_GRANTED"},
      {"region in capitals", [](auto& m) { m.set_region("US-EAST-1"); }, "NOT_GRANTED"},
      {"longer region", [](auto& m) { m.set_region("us-east-10"); }, "NOT_GRANTED"},
      {"zone for a region", [](auto& m) { m.set_region("us-east-1a"); }, "NOT_GRANTED"},
      {"another partition for a region", [](auto& m) { m.set_region("aws-cn-global"); },
       "NOT_GRANTED"},
      {"no region", [](auto& m) { m.clear_region(); }, "INVALID_REGION"},
      {"any region", [](auto& m) { m.set_region("*"); }, "INVALID_REGION"},
      {"region with a scope in it", [](auto& m) { m.set_region("us-east-1/iam/aws4_request"); },
       "INVALID_REGION"},
      {"region with a line", [](auto& m) { m.set_region("us-east-1\nx"); }, "INVALID_REGION"},
      {"all regions at once", [](auto& m) { MakeSigv4a({"*"}, &m); }, "NOT_GRANTED"},
      {"regions by a start", [](auto& m) { MakeSigv4a({"us-*"}, &m); }, "NOT_GRANTED"},
      {"one region too many",
       [](auto& m) {
         MakeSigv4a({"us-east-1", "eu-west-1"}, &m);
       },
       "NOT_GRANTED"},
      {"two regions in one", [](auto& m) { MakeSigv4a({"us-east-1,eu-west-1"}, &m); },
       "NOT_GRANTED"},
      {"one region twice",
       [](auto& m) {
         MakeSigv4a({"us-east-1", "us-east-1"}, &m);
       },
       "INVALID_REGION"},
      {"no regions", [](auto& m) { MakeSigv4a({}, &m); }, "INVALID_REGION"},
      {"region and set",
       [](auto& m) {
         MakeSigv4a({"us-east-1"}, &m);
         m.set_region("us-east-1");
       },
       "UNSUPPORTED_COMBINATION"},
      {"set without its algorithm", [](auto& m) { m.add_region_set("*"); },
       "UNSUPPORTED_COMBINATION"},
      {"an algorithm that is none", [](auto& m) { m.set_algorithm(static_cast<v1::Algorithm>(9)); },
       "INVALID_ALGORITHM"},
      // Services.
      {"s3 as object lambda", [](auto& m) { m.set_service("s3-object-lambda"); }, "NOT_GRANTED"},
      {"s3 as outposts", [](auto& m) { m.set_service("s3-outposts"); }, "NOT_GRANTED"},
      {"s3 as express", [](auto& m) { m.set_service("s3express"); }, "NOT_GRANTED"},
      {"service in capitals", [](auto& m) { m.set_service("S3"); }, "NOT_GRANTED"},
      {"s3 as iam", [](auto& m) { m.set_service("iam"); }, "NOT_GRANTED"},
      {"s3 as sts", [](auto& m) { m.set_service("sts"); }, "NOT_GRANTED"},
      {"s3 as dynamodb", [](auto& m) { m.set_service("dynamodb"); }, "NOT_GRANTED"},
      {"no service", [](auto& m) { m.clear_service(); }, "INVALID_SERVICE"},
      {"any service", [](auto& m) { m.set_service("*"); }, "INVALID_SERVICE"},
      {"service with a scope in it", [](auto& m) { m.set_service("s3/aws4_request"); },
       "INVALID_SERVICE"},
      {"service with a line", [](auto& m) { m.set_service("s3\n"); }, "INVALID_SERVICE"},
      // Profiles.
      {"no such profile", [](auto& m) { m.set_profile("S3"); }, "INVALID_PROFILE"},
      // Times and expiry.
      {"date of yesterday", [](auto& m) { m.mutable_signing_time()->set_seconds(kNow - 86400); },
       "INVALID_SIGNING_TIME"},
      {"date of tomorrow", [](auto& m) { m.mutable_signing_time()->set_seconds(kNow + 86400); },
       "INVALID_SIGNING_TIME"},
      {"a second early", [](auto& m) { m.mutable_signing_time()->set_seconds(kNow - 1); },
       "INVALID_SIGNING_TIME"},
      {"date before all", [](auto& m) { m.mutable_signing_time()->set_seconds(-62135596800); },
       "INVALID_SIGNING_TIME"},
      {"no expiry", [](auto& m) { m.mutable_query(); }, "INVALID_EXPIRY"},
      {"expiry of nothing", [](auto& m) { m.mutable_query()->mutable_expires_in(); },
       "INVALID_EXPIRY"},
      {"expiry before now",
       [](auto& m) { m.mutable_query()->mutable_expires_in()->set_seconds(-1); }, "INVALID_EXPIRY"},
      {"more than a week",
       [](auto& m) { m.mutable_query()->mutable_expires_in()->set_seconds(604801); },
       "INVALID_EXPIRY"},
      // Payloads that say two things, or nothing.
      {"a short hash", [](auto& m) { m.mutable_payload()->set_sha256("h"); },
       "INVALID_PAYLOAD_HASH"},
      {"a body for the hash", [](auto& m) { m.mutable_payload()->set_sha256("UNSIGNED-PAYLOAD"); },
       "INVALID_PAYLOAD_HASH"},
  };
}

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_SERVICE_ORACLE_SCOPES_H_
