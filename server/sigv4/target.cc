// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/target.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/base/error.h"

namespace signet {
namespace {

// Cloud Storage's front end changes this header before it verifies
// (aws-sdk-go-v2 issue 1816).
constexpr absl::string_view kGcsUnsigned[] = {"accept-encoding"};

// RGW and MinIO decode the path as RFC 3986 does, so '+' is a plus there; AWS
// takes it for a space (aws-sdk-net pull request 4473), and what the others do
// is not documented.
constexpr TargetProfile kProfiles[] = {
    {"s3", PathStyle::kSingleEncoded, PayloadHashHeaderRule::kAlways, PlusInPath::kRefused, {}},
    {"default",
     PathStyle::kDoubleEncodedNormalized,
     PayloadHashHeaderRule::kWhenAsked,
     PlusInPath::kLiteral,
     {}},
    {"default-unnormalized",
     PathStyle::kDoubleEncoded,
     PayloadHashHeaderRule::kWhenAsked,
     PlusInPath::kLiteral,
     {}},
    {"rgw", PathStyle::kSingleEncoded, PayloadHashHeaderRule::kAlways, PlusInPath::kLiteral, {}},
    {"rgw-admin",
     PathStyle::kSingleEncoded,
     PayloadHashHeaderRule::kAbsentMeansUnsigned,
     PlusInPath::kLiteral,
     {}},
    {"minio", PathStyle::kSingleEncoded, PayloadHashHeaderRule::kAlways, PlusInPath::kLiteral, {}},
    {"r2", PathStyle::kSingleEncoded, PayloadHashHeaderRule::kAlways, PlusInPath::kRefused, {}},
    {"gcs", PathStyle::kSingleEncoded, PayloadHashHeaderRule::kAlways, PlusInPath::kRefused,
     kGcsUnsigned},
    {"b2", PathStyle::kSingleEncoded, PayloadHashHeaderRule::kAlways, PlusInPath::kRefused, {}},
    {"execute-api",
     PathStyle::kDoubleEncodedNormalized,
     PayloadHashHeaderRule::kWhenAsked,
     PlusInPath::kLiteral,
     {}},
    {"vpc-lattice",
     PathStyle::kDoubleEncodedNormalized,
     PayloadHashHeaderRule::kAlwaysUnsigned,
     PlusInPath::kLiteral,
     {}},
    {"opensearch-serverless",
     PathStyle::kDoubleEncodedNormalized,
     PayloadHashHeaderRule::kAlways,
     PlusInPath::kLiteral,
     {}},
};

struct NamePair {
  absl::string_view from;
  absl::string_view to;
};

// Signing name -> profile, where it is not "default".
constexpr NamePair kServiceProfiles[] = {
    {"s3", "s3"},
    {"s3express", "s3"},
    {"s3-outposts", "s3"},
    {"s3-object-lambda", "s3"},
    {"execute-api", "execute-api"},
    {"vpc-lattice-svcs", "vpc-lattice"},
    {"aoss", "opensearch-serverless"},
};

// Endpoint prefix -> signing name, where they differ. Source: the metadata of
// the service models that botocore 1.43 ships.
constexpr NamePair kSigningNames[] = {
    {"a2i-runtime.sagemaker", "sagemaker"},
    {"admin.wickr", "wickr"},
    {"agreement-marketplace", "aws-marketplace"},
    {"api.detective", "detective"},
    {"api.ecr", "ecr"},
    {"api.ecr-public", "ecr-public"},
    {"api.iotdeviceadvisor", "iotdeviceadvisor"},
    {"api.iotmanagedintegrations", "iotmanagedintegrations"},
    {"api.iotwireless", "iotwireless"},
    {"api.pricing", "pricing"},
    {"api.sagemaker", "sagemaker"},
    {"api.tunneling.iot", "IoTSecuredTunneling"},
    {"appconfigdata", "appconfig"},
    {"appstream2", "appstream"},
    {"bedrock-agent", "bedrock"},
    {"bedrock-agent-runtime", "bedrock"},
    {"bedrock-agentcore-control", "bedrock-agentcore"},
    {"bedrock-data-automation", "bedrock"},
    {"bedrock-data-automation-runtime", "bedrock"},
    {"bedrock-runtime", "bedrock"},
    {"cassandra-streams", "cassandra"},
    {"catalog.marketplace", "aws-marketplace"},
    {"cloudhsmv2", "cloudhsm"},
    {"cloudsearchdomain", "cloudsearch"},
    {"contact-lens", "connect"},
    {"controlplane.payment-cryptography", "payment-cryptography"},
    {"data-ats.iot", "iotdata"},
    {"data-signer", "signer"},
    {"data.iotevents", "ioteventsdata"},
    {"data.jobs.iot", "iot-jobs-data"},
    {"data.mediastore", "mediastore"},
    {"data.qapps", "qapps"},
    {"dataplane.payment-cryptography", "payment-cryptography"},
    {"deployment-marketplace", "aws-marketplace"},
    {"discovery-marketplace", "aws-marketplace"},
    {"edge.sagemaker", "sagemaker"},
    {"email", "ses"},
    {"entitlement.marketplace", "aws-marketplace"},
    {"featurestore-runtime.sagemaker", "sagemaker"},
    {"forecastquery", "forecast"},
    {"identity-chime", "chime"},
    {"ingest.timestream", "timestream"},
    {"ivsrealtime", "ivs"},
    {"mail-manager", "ses"},
    {"media-pipelines-chime", "chime"},
    {"meetings-chime", "chime"},
    {"memory-db", "memorydb"},
    {"messaging-chime", "chime"},
    {"metering.marketplace", "aws-marketplace"},
    {"metrics.sagemaker", "sagemaker"},
    {"migrationhub-config", "mgh"},
    {"models-v2-lex", "lex"},
    {"models.lex", "lex"},
    {"oidc", "sso-oauth"},
    {"participant.connect", "execute-api"},
    {"personalize-events", "personalize"},
    {"personalize-runtime", "personalize"},
    {"pinpoint", "mobiletargeting"},
    {"portal.sso", "awsssoportal"},
    {"query.timestream", "timestream"},
    {"reporting-marketplace", "aws-marketplace"},
    {"runtime-v2-lex", "lex"},
    {"runtime.lex", "lex"},
    {"runtime.sagemaker", "sagemaker"},
    {"s3-control", "s3"},
    {"servicecatalog-appregistry", "servicecatalog"},
    {"sms-voice.pinpoint", "sms-voice"},
    {"streams.dynamodb", "dynamodb"},
    {"voice-chime", "chime"},
};
static_assert(std::is_sorted(std::begin(kSigningNames), std::end(kSigningNames),
                             [](const NamePair& a, const NamePair& b) { return a.from < b.from; }),
              "names are searched by halving");

// The pseudo regions of partition-global endpoints, and the region that most of
// their services sign by. Source: botocore's endpoints.json.
constexpr NamePair kGlobalRegions[] = {
    {"aws-global", "us-east-1"},
    {"aws-cn-global", "cn-northwest-1"},
    {"aws-us-gov-global", "us-gov-west-1"},
    {"aws-iso-global", "us-iso-east-1"},
    {"aws-iso-b-global", "us-isob-east-1"},
    {"aws-iso-e-global", "eu-isoe-west-1"},
    {"aws-iso-f-global", "us-isof-south-1"},
};

struct GlobalException {
  absl::string_view service;
  absl::string_view region;
  absl::string_view signing_region;
};

constexpr GlobalException kGlobalExceptions[] = {
    {"networkmanager", "aws-global", "us-west-2"},
    {"iam", "aws-cn-global", "cn-north-1"},
};

// Each also signs ordinary requests; the name is all that is known here.
constexpr absl::string_view kBearerTokenServices[] = {
    "sts",         "rds-db",  "elasticache", "memorydb",  "kafka-cluster",   "dsql",
    "execute-api", "bedrock", "codecommit",  "cassandra", "iotdevicegateway"};

const TargetProfile* Lookup(absl::string_view name) {
  for (const TargetProfile& profile : kProfiles) {
    if (profile.name == name) {
      return &profile;
    }
  }
  return nullptr;
}

absl::string_view ProfileOfService(absl::string_view service) {
  for (const NamePair& pair : kServiceProfiles) {
    if (pair.from == service) {
      return pair.to;
    }
  }
  return "default";
}

}  // namespace

absl::Span<const TargetProfile> AllTargetProfiles() { return kProfiles; }

absl::StatusOr<const TargetProfile*> FindTargetProfile(absl::string_view name,
                                                       absl::string_view service) {
  const TargetProfile* const profile =
      Lookup(name.empty() ? ProfileOfService(SigningName(service)) : name);
  if (profile == nullptr) {
    const auto append_name = [](std::string* out, const TargetProfile& known) {
      absl::StrAppend(out, known.name);
    };
    return InvalidField(
        Reason::kInvalidProfile, "profile",
        absl::StrCat("profile is not one of ", absl::StrJoin(kProfiles, ", ", append_name)));
  }
  return profile;
}

absl::string_view SigningName(absl::string_view service) {
  constexpr auto kIsBefore = [](const NamePair& pair, absl::string_view name) {
    return pair.from < name;
  };
  const NamePair* const pair =
      std::lower_bound(std::begin(kSigningNames), std::end(kSigningNames), service, kIsBefore);
  return pair != std::end(kSigningNames) && pair->from == service ? pair->to : service;
}

absl::string_view SigningRegion(absl::string_view service, absl::string_view region) {
  for (const GlobalException& exception : kGlobalExceptions) {
    if (exception.service == service && exception.region == region) {
      return exception.signing_region;
    }
  }
  for (const NamePair& pair : kGlobalRegions) {
    if (pair.from == region) {
      return pair.to;
    }
  }
  return region;
}

bool IssuesBearerTokens(absl::string_view service) {
  for (const absl::string_view name : kBearerTokenServices) {
    if (name == service) {
      return true;
    }
  }
  return false;
}

}  // namespace signet
