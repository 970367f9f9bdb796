// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/service_protocol.h"

#include <algorithm>
#include <iterator>

namespace signet {
namespace {

constexpr unsigned kJson = 1;
constexpr unsigned kQuery = 2;
constexpr unsigned kCbor = 4;
constexpr unsigned kRest = 8;

struct Service {
  absl::string_view name;
  unsigned protocols;
};

constexpr Service kServices[] = {
    {"IoTSecuredTunneling", kJson},
    {"acm", kJson},
    {"acm-pca", kJson},
    {"aco-automation", kJson | kCbor},
    {"airflow-serverless", kJson},
    {"aoss", kJson},
    {"application-autoscaling", kJson},
    {"applicationinsights", kJson},
    {"apprunner", kJson},
    {"appstream", kJson},
    {"arc-region-switch", kJson | kCbor},
    {"athena", kJson},
    {"autoscaling", kQuery},
    {"autoscaling-plans", kJson},
    {"aws-marketplace", kJson | kCbor | kRest},
    {"b2bi", kJson},
    {"backup-gateway", kJson},
    {"bcm-dashboards", kJson},
    {"bcm-data-exports", kJson},
    {"bcm-pricing-calculator", kJson},
    {"bcm-recommended-actions", kJson},
    {"bedrock", kJson | kRest},
    {"billing", kJson},
    {"budgets", kJson},
    {"cassandra", kJson},
    {"ce", kJson},
    {"cloud9", kJson},
    {"cloudcontrolapi", kJson},
    {"cloudformation", kQuery},
    {"cloudhsm", kJson},
    {"cloudsearch", kQuery | kRest},
    {"cloudtrail", kJson},
    {"codebuild", kJson},
    {"codecommit", kJson},
    {"codeconnections", kJson},
    {"codedeploy", kJson},
    {"codepipeline", kJson},
    {"codestar-connections", kJson},
    {"cognito-identity", kJson},
    {"cognito-idp", kJson},
    {"comprehend", kJson},
    {"comprehendmedical", kJson | kCbor},
    {"compute-optimizer", kJson | kCbor},
    {"config", kJson},
    {"cost-optimization-hub", kJson},
    {"cur", kJson},
    {"datapipeline", kJson},
    {"datasync", kJson},
    {"dax", kJson},
    {"devicefarm", kJson},
    {"directconnect", kJson},
    {"discovery", kJson},
    {"dms", kJson},
    {"ds", kJson},
    {"dynamodb", kJson},
    {"ec2", kQuery},
    {"ec2-instance-connect", kJson},
    {"ecr", kJson},
    {"ecr-public", kJson},
    {"ecs", kJson},
    {"elasticache", kQuery},
    {"elasticbeanstalk", kQuery},
    {"elasticloadbalancing", kQuery},
    {"elasticmapreduce", kJson},
    {"events", kJson},
    {"evs", kJson},
    {"firehose", kJson},
    {"fms", kJson},
    {"forecast", kJson},
    {"frauddetector", kJson},
    {"freetier", kJson},
    {"fsx", kJson},
    {"gamelift", kJson | kCbor},
    {"globalaccelerator", kJson},
    {"glue", kJson},
    {"health", kJson},
    {"healthlake", kJson},
    {"iam", kQuery},
    {"identitystore", kJson},
    {"importexport", kQuery},
    {"inspector", kJson},
    {"interconnect", kJson | kCbor},
    {"invoicing", kJson},
    {"iotfleetwise", kJson},
    {"iotthingsgraph", kJson},
    {"kendra", kJson},
    {"kendra-ranking", kJson},
    {"kinesis", kJson},
    {"kinesisanalytics", kJson},
    {"kms", kJson},
    {"license-manager", kJson},
    {"lightsail", kJson},
    {"logs", kJson},
    {"lookoutequipment", kJson},
    {"machinelearning", kJson},
    {"marketplacecommerceanalytics", kJson},
    {"mediastore", kJson | kRest},
    {"memorydb", kJson},
    {"mgh", kJson},
    {"monitoring", kJson | kQuery | kCbor},
    {"mturk-requester", kJson},
    {"network-firewall", kJson},
    {"odb", kJson},
    {"organizations", kJson},
    {"partnercentral-account", kJson},
    {"partnercentral-benefits", kJson},
    {"partnercentral-channel", kJson},
    {"partnercentral-selling", kJson},
    {"payment-cryptography", kJson | kRest},
    {"pcs", kJson},
    {"personalize", kJson | kRest},
    {"pi", kJson},
    {"pricing", kJson},
    {"proton", kJson},
    {"rds", kQuery},
    {"redshift", kQuery},
    {"redshift-data", kJson},
    {"redshift-serverless", kJson},
    {"rekognition", kJson},
    {"route53-recovery-cluster", kJson},
    {"route53domains", kJson},
    {"route53resolver", kJson},
    {"sagemaker", kJson | kRest},
    {"sdb", kQuery | kRest},
    {"secretsmanager", kJson},
    {"servicecatalog", kJson | kRest},
    {"servicediscovery", kJson},
    {"servicequotas", kJson},
    {"ses", kJson | kQuery | kRest},
    {"shield", kJson},
    {"sms-voice", kJson | kRest},
    {"snowball", kJson | kCbor},
    {"sns", kQuery},
    {"sqs", kJson | kQuery},
    {"ssm", kJson},
    {"ssm-contacts", kJson},
    {"sso", kJson},
    {"states", kJson},
    {"storagegateway", kJson},
    {"sts", kQuery},
    {"support", kJson},
    {"swf", kJson},
    {"tagging", kJson},
    {"textract", kJson},
    {"timestream", kJson},
    {"timestream-influxdb", kJson},
    {"transcribe", kJson},
    {"transfer", kJson},
    {"translate", kJson},
    {"verifiedpermissions", kJson},
    {"voiceid", kJson},
    {"waf", kJson},
    {"waf-regional", kJson},
    {"wafv2", kJson},
    {"workmail", kJson},
    {"workspaces", kJson},
    {"workspaces-instances", kJson},
};
static_assert(std::is_sorted(std::begin(kServices), std::end(kServices),
                             [](const Service& a, const Service& b) { return a.name < b.name; }),
              "names are searched by halving");

struct NamePair {
  absl::string_view from;
  absl::string_view to;
};

// Source: "Actions, resources, and condition keys for AWS services", Service
// Authorization Reference.
constexpr NamePair kIamPrefixes[] = {
    {"monitoring", "cloudwatch"},
    {"mturk-requester", "mechanicalturk"},
    {"tagging", "tag"},
};

constexpr absl::string_view kOwnersHttp[] = {"aoss",        "appsync", "es",
                                             "execute-api", "lambda",  "vpc-lattice-svcs"};

}  // namespace

ServiceProtocols FindServiceProtocols(absl::string_view service) {
  const Service* const found =
      std::lower_bound(std::begin(kServices), std::end(kServices), service,
                       [](const Service& row, absl::string_view name) { return row.name < name; });
  if (found == std::end(kServices) || found->name != service) {
    return {.has_json = false, .has_query = false, .has_cbor = false, .has_rest = true};
  }
  const unsigned protocols = found->protocols;
  return {.has_json = (protocols & kJson) != 0,
          .has_query = (protocols & kQuery) != 0,
          .has_cbor = (protocols & kCbor) != 0,
          .has_rest = (protocols & kRest) != 0};
}

bool IsOwnersHttp(absl::string_view service) {
  return std::find(std::begin(kOwnersHttp), std::end(kOwnersHttp), service) !=
         std::end(kOwnersHttp);
}

absl::string_view IamPrefix(absl::string_view service) {
  for (const NamePair& pair : kIamPrefixes) {
    if (pair.from == service) {
      return pair.to;
    }
  }
  return service;
}

}  // namespace signet
