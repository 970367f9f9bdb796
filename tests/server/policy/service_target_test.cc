// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/service_target.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/server/policy/target_case.h"

namespace signet {
namespace {

TargetCase Json(std::string service, absl::string_view target) {
  return {.method = "POST",
          .url = absl::StrCat("https://", service, ".us-east-1.amazonaws.com/"),
          .headers = {{"X-Amz-Target", target}},
          .service = std::move(service)};
}

TargetCase Form(std::string service, std::string body) {
  return {.method = "POST",
          .url = absl::StrCat("https://", service, ".amazonaws.com/"),
          .headers = {{"content-type", "application/x-www-form-urlencoded"}},
          .service = std::move(service),
          .body = std::move(body)};
}

TargetCase Query(std::string service, absl::string_view query) {
  return {.url = absl::StrCat("https://", service, ".amazonaws.com/?", query),
          .service = std::move(service)};
}

TEST(ServiceTargetTest, NamesTheOperationOfTheJsonProtocol) {
  struct Row {
    std::string service;
    absl::string_view target;
    std::string action;
  };
  // x-amz-target: "targetPrefix" of the service models of botocore 1.43.
  for (const Row& row : std::vector<Row>{
           {"dynamodb", "DynamoDB_20120810.GetItem", "dynamodb:GetItem"},
           {"dynamodb", "DynamoDBStreams_20120810.GetRecords", "dynamodb:GetRecords"},
           {"kms", "TrentService.Decrypt", "kms:Decrypt"},
           {"secretsmanager", "secretsmanager.GetSecretValue", "secretsmanager:GetSecretValue"},
           {"logs", "Logs_20140328.PutLogEvents", "logs:PutLogEvents"},
           {"sqs", "AmazonSQS.SendMessage", "sqs:SendMessage"},
           {"monitoring", "GraniteServiceVersion20100801.PutMetricData",
            "cloudwatch:PutMetricData"},
           {"ecr", "AmazonEC2ContainerRegistry_V20150921.GetAuthorizationToken",
            "ecr:GetAuthorizationToken"},
           {"cloudtrail", "com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101.LookupEvents",
            "cloudtrail:LookupEvents"},
           {"tagging", "ResourceGroupsTaggingAPI_20170126.GetResources", "tag:GetResources"},
           {"sagemaker", "SageMaker.CreateEndpoint", "sagemaker:CreateEndpoint"},
           // No operation's name.
           {"dynamodb", "", ""},
           {"dynamodb", "GetItem", ""},
           {"dynamodb", ".GetItem", ""},
           {"dynamodb", "DynamoDB_20120810.", ""},
           {"dynamodb", "DynamoDB_20120810.GetItem,DynamoDB_20120810.DeleteTable", ""},
           {"dynamodb", "DynamoDB_20120810.GetItem DynamoDB_20120810.DeleteTable", ""},
           {"dynamodb", "DynamoDB_20120810/GetItem", ""},
           {"dynamodb", "a,DynamoDB_20120810.GetItem", ""},
           {"dynamodb", "DynamoDB_20120810.Get_Item", ""},
       }) {
    EXPECT_EQ(Accesses(Json(row.service, row.target)), row.action + " /")
        << row.service << " " << row.target;
  }
}

TEST(ServiceTargetTest, NeedsOneTargetAtThePathOfTheProtocol) {
  TargetCase none = Json("dynamodb", "x");
  none.headers.clear();
  EXPECT_EQ(Accesses(none), " /");
  TargetCase two = Json("dynamodb", "DynamoDB_20120810.GetItem");
  two.headers.push_back({"x-amz-target", "DynamoDB_20120810.DeleteTable"});
  EXPECT_EQ(Accesses(two), "AMBIGUOUS_TARGET headers[1].name");
  TargetCase path = Json("dynamodb", "DynamoDB_20120810.GetItem");
  path.url += "x";
  EXPECT_EQ(Accesses(path), " /x");
  TargetCase query = Json("dynamodb", "DynamoDB_20120810.GetItem");
  query.url += "?X-Amz-Target=DynamoDB_20120810.DeleteTable";
  EXPECT_EQ(Accesses(query), "AMBIGUOUS_TARGET url");
  TargetCase action = Json("dynamodb", "DynamoDB_20120810.GetItem");
  action.url += "?Action=DeleteTable";
  EXPECT_EQ(Accesses(action), "AMBIGUOUS_TARGET url");
  TargetCase hash_only = Json("dynamodb", "DynamoDB_20120810.GetItem");
  hash_only.body.reset();
  EXPECT_EQ(Accesses(hash_only), "dynamodb:GetItem /");
}

// SQS and CloudWatch also take a form, so that a body may say otherwise.
TEST(ServiceTargetTest, BelievesNoTargetThatTheBodyMayGainsay) {
  TargetCase request = Json("sqs", "AmazonSQS.GetQueueUrl");
  request.body = "{\"MessageBody\":\"a&Action=DeleteQueue&QueueUrl=x\"}";
  EXPECT_EQ(Accesses(request), "AMBIGUOUS_TARGET body");
  request.body.reset();
  EXPECT_EQ(Accesses(request), "AMBIGUOUS_TARGET body");
  for (const absl::string_view body :
       {"Action=DeleteQueue", "a=b&%61ction=DeleteQueue", "a;ACTION=DeleteQueue", "\r\nAction =x",
        "%&Action=x", "Action"}) {
    request.body = std::string(body);
    EXPECT_EQ(Accesses(request), "AMBIGUOUS_TARGET body") << body;
  }
  for (const absl::string_view body :
       {"{\"QueueName\":\"a\"}", "", "{\n\"MessageBody\": \"\xc3\xa4;%&x=Action=\"}"}) {
    request.body = std::string(body);
    EXPECT_EQ(Accesses(request), "sqs:GetQueueUrl /") << body;
  }
  TargetCase cbor = {.method = "POST",
                     .url = "https://monitoring.us-east-1.amazonaws.com/service/G/operation/X",
                     .service = "monitoring",
                     .body = "Action=DeleteAlarms"};
  EXPECT_EQ(Accesses(cbor), "AMBIGUOUS_TARGET body");
  cbor.body = "\xa1\x61\x41\x01";
  EXPECT_EQ(Accesses(cbor), "cloudwatch:X /service/G/operation/X");
  cbor.body.reset();
  EXPECT_EQ(Accesses(cbor), "AMBIGUOUS_TARGET body");
}

TEST(ServiceTargetTest, NamesTheOperationOfTheCborProtocol) {
  const TargetCase request = {.method = "POST",
                              .url =
                                  "https://monitoring.us-east-1.amazonaws.com/service/"
                                  "GraniteServiceVersion20100801/operation/PutMetricData",
                              .service = "monitoring"};
  EXPECT_EQ(Accesses(request),
            "cloudwatch:PutMetricData /service/GraniteServiceVersion20100801/operation/"
            "PutMetricData");
  for (const absl::string_view path :
       {"service/X/operation/", "service//operation/Y", "service/X/operation/Y/",
        "service/X/operation/Y%2FZ", "service/X/Operation/Y", "x/service/X/operation/Y"}) {
    TargetCase other = request;
    other.url = absl::StrCat("https://comprehendmedical.us-east-1.amazonaws.com/", path);
    other.service = "comprehendmedical";
    const absl::StatusOr<RequestTarget> target = Resolve(other);
    ASSERT_TRUE(target.ok()) << target.status();
    EXPECT_EQ(target->accesses[0].action, "") << path;
  }
}

TEST(ServiceTargetTest, NamesTheOperationOfTheQueryProtocol) {
  EXPECT_EQ(Accesses(Query("sts", "Action=GetCallerIdentity&Version=2011-06-15")),
            "sts:GetCallerIdentity /");
  EXPECT_EQ(Accesses(Query("iam", "Version=2010-05-08&Action=ListUsers")), "iam:ListUsers /");
  EXPECT_EQ(Accesses(Form("sts", "Action=AssumeRole&RoleArn=a%2Bb+c&Version=2011-06-15")),
            "sts:AssumeRole /");
  EXPECT_EQ(Accesses(Form("ec2", "DryRun=true&Action=RunInstances")), "ec2:RunInstances /");
  EXPECT_EQ(Accesses(Form("ec2", "%41ction=Run%49nstances")), "ec2:RunInstances /");
  EXPECT_EQ(Accesses(Form("sns", "&&Action=Publish&&")), "sns:Publish /");
  EXPECT_EQ(Accesses(Form("monitoring", "Action=GetMetricData")), "cloudwatch:GetMetricData /");
  EXPECT_EQ(Accesses(Form("sts", "Action=")), " /");
  EXPECT_EQ(Accesses(Form("sts", "Version=2011-06-15")), " /");
  EXPECT_EQ(Accesses(Form("sts", "")), " /");
  EXPECT_EQ(Accesses(Form("sts", "Action=a.b")), " /");
  TargetCase queue = Form("sqs", "Action=SendMessage&MessageBody=x");
  queue.url = "https://sqs.us-east-1.amazonaws.com/123456789012/queue";
  EXPECT_EQ(Accesses(queue), "sqs:SendMessage /123456789012/queue");
}

TEST(ServiceTargetTest, RefusesFormsThatReadInTwoWays) {
  for (const std::string& body : std::vector<std::string>{
           "Action=GetCallerIdentity&Action=AssumeRole",
           "Action=GetCallerIdentity&action=AssumeRole",
           "Action=GetCallerIdentity&ACTION=AssumeRole",
           "Action=GetCallerIdentity&%61ction=AssumeRole",
           "Action=GetCallerIdentity&%41ction=AssumeRole",
           "Action=GetCallerIdentity&Action",
           "Action&Action=GetCallerIdentity",
           "action=GetCallerIdentity",
           "Action=GetCallerIdentity&+Action=AssumeRole",
           "Action=GetCallerIdentity&Action+=AssumeRole",
           "Action=GetCallerIdentity&Action%20=AssumeRole",
           "Action=GetCallerIdentity&%0AAction=AssumeRole",
           "Action=GetCallerIdentity&Action%00=AssumeRole",
           "Action=GetCallerIdentity&x=y;Action=AssumeRole",
           "Action=GetCallerIdentity\n&Action=AssumeRole",
           "Action=GetCallerIdentity&x=%",
           "Action=GetCallerIdentity&x=%4",
           "Action=GetCallerIdentity&%zz=1",
           "Action=GetCallerIdentity&x=\xc3\xa4",
           "\x1f\x8b\x08\x08&Action=GetCallerIdentity&",
           std::string("Action=GetCallerIdentity\0", 25),
       }) {
    EXPECT_EQ(Accesses(Form("sts", body)), "AMBIGUOUS_TARGET body") << body;
  }
}

TEST(ServiceTargetTest, RefusesQueriesThatReadInTwoWays) {
  for (const absl::string_view query :
       {"Action=GetCallerIdentity&Action=AssumeRole", "Action=GetCallerIdentity&action=AssumeRole",
        "Action=GetCallerIdentity&%61CTION=AssumeRole", "aCtion=GetCallerIdentity",
        "Action=GetCallerIdentity&Action%20=AssumeRole",
        "Action=GetCallerIdentity&X-Amz-Target=x"}) {
    EXPECT_EQ(Accesses(Query("sts", query)), "AMBIGUOUS_TARGET url") << query;
  }
}

TEST(ServiceTargetTest, TakesAnActionFromOnePlaceAndOnlyAKnownBody) {
  TargetCase both = Form("sts", "Action=AssumeRole");
  both.url += "?Action=GetCallerIdentity";
  EXPECT_EQ(Accesses(both), "AMBIGUOUS_TARGET body");
  TargetCase get_with_body = Query("sts", "Action=GetCallerIdentity");
  get_with_body.body = "Action=AssumeRole";
  EXPECT_EQ(Accesses(get_with_body), "AMBIGUOUS_TARGET body");
  TargetCase in_query = Form("sts", "");
  in_query.url += "?Action=GetCallerIdentity";
  EXPECT_EQ(Accesses(in_query), "sts:GetCallerIdentity /");
  for (const absl::string_view service :
       {"autoscaling", "cloudformation", "ec2", "elasticache", "elasticbeanstalk",
        "elasticloadbalancing", "iam", "monitoring", "rds", "redshift", "ses", "sns", "sqs",
        "sts"}) {
    TargetCase hash_only = Form(std::string(service), "");
    hash_only.body.reset();
    EXPECT_EQ(Accesses(hash_only), "AMBIGUOUS_TARGET body") << service;
  }
  TargetCase packed = Form("monitoring", "Action=PutMetricData");
  packed.headers.push_back({"content-encoding", "gzip"});
  EXPECT_EQ(Accesses(packed), "AMBIGUOUS_TARGET headers[1].name");
}

TEST(ServiceTargetTest, NamesTheMethodWhereTheProtocolNamesNothing) {
  struct Row {
    std::string service;
    std::string method;
    std::string url;
    std::string access;
  };
  for (const Row& row : std::vector<Row>{
           {"lambda", "POST",
            "https://lambda.us-east-1.amazonaws.com/2015-03-31/functions/f/"
            "invocations",
            "lambda:POST /2015-03-31/functions/f/invocations"},
           {"lambda", "delete", "https://lambda.us-east-1.amazonaws.com/2015-03-31/functions/f",
            "lambda:DELETE /2015-03-31/functions/f"},
           {"execute-api", "GET",
            "https://x.execute-api.us-east-1.amazonaws.com/a//b/../c?Action=x",
            "execute-api:GET /a/c"},
           {"es", "PUT", "https://x.es.amazonaws.com/index/_doc/1%2F2", "es:PUT /index/_doc/1/2"},
           {"bedrock", "POST",
            "https://bedrock-runtime.us-east-1.amazonaws.com/model/a%3A0/converse",
            "bedrock:POST /model/a:0/converse"},
           {"execute-api", "GET", "https://x.execute-api.us-east-1.amazonaws.com/a/%2e%2e/b",
            "execute-api:GET /a/../b!"},
           {"execute-api", "GET", "https://x.execute-api.us-east-1.amazonaws.com/a%252Fb",
            "execute-api:GET /a%2Fb"},
           {"ses", "POST", "https://email.us-east-1.amazonaws.com/v2/email/outbound-emails",
            "ses:POST /v2/email/outbound-emails"},
           {"sagemaker", "POST",
            "https://runtime.sagemaker.us-east-1.amazonaws.com/endpoints/e/invocations",
            "sagemaker:POST /endpoints/e/invocations"},
           {"unheard-of", "GET", "https://unheard-of.example.com/", "unheard-of:GET /"},
       }) {
    EXPECT_EQ(Accesses({.method = row.method, .url = row.url, .service = row.service}), row.access)
        << row.url;
  }
}

// A service may mind what signet does not know that it minds.
TEST(ServiceTargetTest, DoesNotNameTheMethodWhereSomethingElseMayNameAnOperation) {
  EXPECT_EQ(Accesses({.method = "GET",
                      .url = "https://unheard-of.example.com/x",
                      .headers = {{"x-amz-target", "A.B"}},
                      .service = "unheard-of"}),
            " /x");
  EXPECT_EQ(Accesses({.url = "https://unheard-of.example.com/?Action=x", .service = "unheard-of"}),
            " /");
  for (const absl::string_view query : {"action=x", "Action=x&Action=y", "ACTION"}) {
    EXPECT_EQ(Accesses({.url = absl::StrCat("https://unheard-of.example.com/a?", query),
                        .service = "unheard-of"}),
              " /a")
        << query;
  }
  for (const absl::string_view name :
       {"X-HTTP-Method-Override", "x-http-method", "x-method-override"}) {
    EXPECT_EQ(Accesses({.method = "GET",
                        .url = "https://lambda.us-east-1.amazonaws.com/x",
                        .headers = {{name, "DELETE"}},
                        .service = "lambda"}),
              " /x")
        << name;
  }
}

struct TokenRow {
  TargetCase request;
  std::string access;
  bool is_bearer_token;
};

TEST(ServiceTargetTest, KnowsTheTokensOfOtherSystems) {
  for (const TokenRow& row : std::vector<TokenRow>{
           {Query("sts", "Action=GetCallerIdentity&Version=2011-06-15"), "sts:GetCallerIdentity /",
            true},
           {Form("sts", "Action=GetCallerIdentity&Version=2011-06-15"), "sts:GetCallerIdentity /",
            true},
           {Form("sts", "Version=2011-06-15"), " /", true},
           {Form("sts", "Action=AssumeRole"), "sts:AssumeRole /", false},
           {{.url = "https://db.x.us-east-1.rds.amazonaws.com:5432/?Action=connect&DBUser=app",
           .service = "rds-db"},
            "rds-db:connect dbuser/app",
            true},
           {{.url = "http://cache/?Action=connect&User=app", .service = "elasticache"},
            "elasticache:Connect user/app",
            true},
           {{.url = "http://cache/?Action=CONNECT&User=app", .service = "elasticache"},
            "elasticache:Connect user/app",
            true},
           {{.url = "http://cache/?Action=connect&User=app", .service = "memorydb"},
            "memorydb:connect user/app",
            true},
           {{.url = "https://kafka.us-east-1.amazonaws.com/?Action=kafka-cluster%3AConnect",
           .service = "kafka-cluster"},
            "kafka-cluster:Connect /",
            true},
           {{.url = "https://x.dsql.us-east-1.on.aws/?Action=DbConnect", .service = "dsql"},
            "dsql:DbConnect /",
            true},
           {{.url = "https://x.dsql.us-east-1.on.aws/?Action=DbConnectAdmin", .service = "dsql"},
            "dsql:DbConnectAdmin /",
            true},
           {{.method = "POST",
           .url = "https://bedrock.amazonaws.com/?Action=CallWithBearerToken&Version=1",
           .service = "bedrock"},
            "bedrock:CallWithBearerToken /",
            true},
           {{.url = "https://x.iot.us-east-1.amazonaws.com/mqtt", .service = "iotdevicegateway"},
            "iotdevicegateway:GET /mqtt",
            true},
           {{.url = "https://x.execute-api.us-east-1.amazonaws.com/prod",
           .service = "execute-api",
           .is_presigned = true},
            "execute-api:GET /prod",
            true},
           {{.url = "https://x.execute-api.us-east-1.amazonaws.com/prod", .service = "execute-api"},
            "execute-api:GET /prod",
            false},
           {{.method = "GIT",
           .url = "https://git-codecommit.us-east-1.amazonaws.com/v1/repos/r",
           .service = "codecommit"},
            "codecommit:GIT /v1/repos/r",
            true},
           {{.method = "PUT",
           .url = "https://cassandra.us-east-1.amazonaws.com/authenticate",
           .service = "cassandra"},
            " /authenticate",
            true},
           {Json("dynamodb", "DynamoDB_20120810.GetItem"), "dynamodb:GetItem /", false},
           {Form("elasticache", "Action=DescribeCacheClusters"),
            "elasticache:DescribeCacheClusters /", false},
       }) {
    const absl::StatusOr<RequestTarget> target = Resolve(row.request);
    ASSERT_TRUE(target.ok()) << row.request.url << target.status();
    EXPECT_EQ(Text(target->accesses), row.access) << row.request.url;
    EXPECT_EQ(target->is_bearer_token, row.is_bearer_token) << row.request.url;
  }
}

TEST(ServiceTargetTest, RefusesTokensOfTwoUsers) {
  for (const absl::string_view query :
       {"Action=connect&DBUser=app&DBUser=admin", "Action=connect&DBUser=app&dbuser=admin",
        "Action=connect&dbuser=admin", "Action=connect&DBUser=app&DBUser%20=admin"}) {
    EXPECT_EQ(Accesses(Query("rds-db", query)), "AMBIGUOUS_TARGET url") << query;
  }
}

std::string AudienceOf(std::vector<HeaderView> headers) {
  TargetCase request = Query("sts", "Action=GetCallerIdentity&Version=2011-06-15");
  request.headers = std::move(headers);
  const absl::StatusOr<RequestTarget> target = Resolve(request);
  EXPECT_TRUE(target.ok()) << target.status();
  return target.ok() ? target->bearer_audience : "";
}

TEST(ServiceTargetTest, NamesWhoMayTakeATokenIfOneMay) {
  EXPECT_EQ(AudienceOf({{"x-k8s-aws-id", "prod"}}), "prod");
  EXPECT_EQ(AudienceOf({{"X-K8s-Aws-Id", " prod "}}), "prod");
  EXPECT_EQ(AudienceOf({{"X-Vault-AWS-IAM-Server-ID", "vault.internal"}}), "vault.internal");
  EXPECT_EQ(AudienceOf({{"X-Consul-IAM-ServerID", "consul.internal"}}), "consul.internal");
  EXPECT_EQ(AudienceOf({}), "");
  EXPECT_EQ(AudienceOf({{"x-k8s-aws-id", ""}}), "");
  EXPECT_EQ(AudienceOf({{"x-k8s-aws-id", "a"}, {"x-k8s-aws-id", "b"}}), "");
  EXPECT_EQ(AudienceOf({{"x-k8s-aws-id", "a"}, {"x-vault-aws-iam-server-id", "b"}}), "");
  EXPECT_EQ(AudienceOf({{"x-k8s-aws-id", "a,b"}}), "");
  // Who takes no token has no audience.
  TargetCase request = Form("sts", "Action=AssumeRole");
  request.headers.push_back({"x-k8s-aws-id", "prod"});
  EXPECT_EQ(Resolve(request)->bearer_audience, "");
}

}  // namespace
}  // namespace signet
