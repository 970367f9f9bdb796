// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_SERVICE_ORACLE_ATTEMPTS_H_
#define SIGNET_TESTS_SERVER_SERVICE_ORACLE_ATTEMPTS_H_

namespace signet {

// What somebody with narrow rules tries to have signed.
struct Attempt {
  const char* what;
  const char* service;
  const char* request;  // "METHOD URL"
  const char* headers;  // "name: value|name: value"
  // Of the body: its text; "#": a hash alone; "-": unsigned.
  const char* body;
  // "" where it is signed.
  const char* reason;
};

inline constexpr char kForm[] = "content-type: application/x-www-form-urlencoded";

inline const Attempt kAttempts[] = {
    // What the rules are for.
    {"read", "s3", "GET https://bucket.s3.amazonaws.com/a/k", "", "", ""},
    {"read by path", "s3", "GET https://s3.amazonaws.com/bucket/a/k", "", "", ""},
    {"read by region", "s3", "GET https://bucket.s3.us-east-1.amazonaws.com/a/k", "", "", ""},
    {"read dual stack", "s3", "GET https://bucket.s3.dualstack.us-east-1.amazonaws.com/a/k", "", "",
     ""},
    {"list", "s3", "GET https://bucket.s3.amazonaws.com/?list-type=2&prefix=a/b", "", "", ""},
    {"write", "s3", "PUT https://bucket.s3.amazonaws.com/in/k", "", "data", ""},
    {"copy within", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "x-amz-copy-source: /bucket/a/k", "", ""},
    {"login", "sts", "POST https://sts.us-east-1.amazonaws.com/",
     "content-type: application/x-www-form-urlencoded|x-k8s-aws-id: prod",
     "Action=GetCallerIdentity&Version=2011-06-15", ""},
    {"get item", "dynamodb", "POST https://dynamodb.us-east-1.amazonaws.com/",
     "x-amz-target: DynamoDB_20120810.GetItem|content-type: application/x-amz-json-1.0", "{}", ""},
    {"list users", "iam", "POST https://iam.amazonaws.com/", kForm,
     "Action=ListUsers&Version=2010-05-08", ""},

    // Prefix boundaries.
    {"sibling", "s3", "GET https://bucket.s3.amazonaws.com/ab", "", "", "NOT_GRANTED"},
    {"no slash", "s3", "GET https://bucket.s3.amazonaws.com/a", "", "", "NOT_GRANTED"},
    {"other key", "s3", "GET https://bucket.s3.amazonaws.com/b/k", "", "", "NOT_GRANTED"},
    {"case", "s3", "GET https://bucket.s3.amazonaws.com/A/k", "", "", "NOT_GRANTED"},
    {"double slash", "s3", "GET https://bucket.s3.amazonaws.com//a/k", "", "", "NOT_GRANTED"},
    {"other bucket", "s3", "GET https://bucket2.s3.amazonaws.com/a/k", "", "", "NOT_GRANTED"},
    {"bucket in bucket", "s3", "GET https://other.s3.amazonaws.com/bucket/a/k", "", "",
     "NOT_GRANTED"},
    {"path in path style", "s3", "GET https://s3.amazonaws.com/other/bucket/a/k", "", "",
     "NOT_GRANTED"},
    {"bucket alone", "s3", "GET https://bucket.s3.amazonaws.com/", "", "", "NOT_GRANTED"},
    {"buckets", "s3", "GET https://s3.amazonaws.com/", "", "", "NOT_GRANTED"},
    {"list wider", "s3", "GET https://bucket.s3.amazonaws.com/?list-type=2&prefix=a", "", "",
     "NOT_GRANTED"},
    {"list all", "s3", "GET https://bucket.s3.amazonaws.com/?list-type=2", "", "", "NOT_GRANTED"},
    {"list empty prefix", "s3", "GET https://bucket.s3.amazonaws.com/?list-type=2&prefix=", "", "",
     "NOT_GRANTED"},
    {"list over a denied prefix", "s3",
     "GET https://bucket.s3.amazonaws.com/?list-type=2&prefix=a/", "", "", "NOT_GRANTED"},
    {"list the denied prefix", "s3",
     "GET https://bucket.s3.amazonaws.com/?list-type=2&prefix=a/secret/", "", "", "NOT_GRANTED"},

    // Encoding.
    {"denied", "s3", "GET https://bucket.s3.amazonaws.com/a/secret/k", "", "", "NOT_GRANTED"},
    {"encoded slash", "s3", "GET https://bucket.s3.amazonaws.com/a/secret%2Fk", "", "",
     "NOT_GRANTED"},
    {"encoded letter", "s3", "GET https://bucket.s3.amazonaws.com/a/%73ecret/k", "", "",
     "NOT_GRANTED"},
    {"encoded first slash", "s3", "GET https://bucket.s3.amazonaws.com/a%2Fsecret/k", "", "",
     "NOT_GRANTED"},
    {"dots", "s3", "GET https://bucket.s3.amazonaws.com/a/../b/k", "", "", "NOT_GRANTED"},
    {"encoded dots", "s3", "GET https://bucket.s3.amazonaws.com/a/%2e%2e/b/k", "", "",
     "NOT_GRANTED"},
    {"one dot", "s3", "GET https://bucket.s3.amazonaws.com/a/./k", "", "", "NOT_GRANTED"},
    {"dots by path", "s3", "GET https://s3.amazonaws.com/bucket/a/../../other/k", "", "",
     "NOT_GRANTED"},
    {"encoded twice", "s3", "GET https://bucket.s3.amazonaws.com/a/%252e%252e/k", "", "", ""},
    {"nul", "s3", "GET https://bucket.s3.amazonaws.com/a/%00", "", "", "INVALID_URL"},
    {"overlong", "s3", "GET https://bucket.s3.amazonaws.com/a/%c0%ae", "", "", "INVALID_URL"},
    {"plus", "s3", "GET https://bucket.s3.amazonaws.com/a/k+k", "", "", "INVALID_URL"},

    // Hosts.
    {"evil host", "s3", "GET https://bucket.s3.amazonaws.com.evil.org/a/k", "", "", "NOT_GRANTED"},
    {"evil prefix", "s3", "GET https://evilamazonaws.com/bucket/a/k", "", "", "NOT_GRANTED"},
    {"host as bucket", "s3", "GET https://bucket/a/k", "", "", "NOT_GRANTED"},
    {"unlisted store", "s3", "PUT https://minio.internal:9000/bucket/in/k", "", "data",
     "NOT_GRANTED"},
    {"other port", "s3", "GET https://bucket.s3.amazonaws.com:8443/a/k", "", "", "NOT_GRANTED"},
    {"trailing dot", "s3", "GET https://bucket.s3.amazonaws.com./a/k", "", "", ""},
    {"capitals", "s3", "GET https://BUCKET.S3.AMAZONAWS.COM/a/k", "", "", ""},
    {"access point", "s3", "GET https://ap-123456789012.s3-accesspoint.us-east-1.amazonaws.com/a/k",
     "", "", "NOT_GRANTED"},
    {"control api", "s3", "GET https://123456789012.s3-control.us-east-1.amazonaws.com/a/k", "", "",
     "NOT_GRANTED"},
    {"host header", "s3", "GET https://bucket.s3.amazonaws.com/a/k", "host: other.s3.amazonaws.com",
     "", "INVALID_HEADER"},
    {"alias bucket", "s3", "GET https://x-1234567890abcdef-s3alias.s3.amazonaws.com/a/k", "", "",
     "NOT_GRANTED"},

    // Actions.
    {"acl", "s3", "GET https://bucket.s3.amazonaws.com/a/k?acl", "", "", "NOT_GRANTED"},
    {"tagging", "s3", "GET https://bucket.s3.amazonaws.com/a/k?tagging", "", "", "NOT_GRANTED"},
    {"bucket policy", "s3", "PUT https://bucket.s3.amazonaws.com/?policy", "", "{}", "NOT_GRANTED"},
    {"delete bucket", "s3", "DELETE https://bucket.s3.amazonaws.com/", "", "", "NOT_GRANTED"},
    {"delete a read key", "s3", "DELETE https://bucket.s3.amazonaws.com/a/k", "", "",
     "NOT_GRANTED"},
    {"put a read key", "s3", "PUT https://bucket.s3.amazonaws.com/a/k", "", "data", "NOT_GRANTED"},
    {"get a written key", "s3", "GET https://bucket.s3.amazonaws.com/in/k", "", "", "NOT_GRANTED"},
    {"unknown sub-resource", "s3", "GET https://bucket.s3.amazonaws.com/a/k?novelty", "", "",
     "NOT_GRANTED"},
    {"odd method", "s3", "PATCH https://bucket.s3.amazonaws.com/in/k", "", "data", "NOT_GRANTED"},
    {"lower-case method", "s3", "put https://bucket.s3.amazonaws.com/a/k", "", "data",
     "NOT_GRANTED"},
    {"version", "s3", "GET https://bucket.s3.amazonaws.com/a/k?versionId=1", "", "", "NOT_GRANTED"},

    // Copy sources and what headers set besides.
    {"copy from elsewhere", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "x-amz-copy-source: /other/a/k", "", "NOT_GRANTED"},
    {"copy what is denied", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "x-amz-copy-source: bucket/a/secret/k", "", "NOT_GRANTED"},
    {"copy encoded", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "x-amz-copy-source: bucket%2Fa%2Fsecret%2Fk", "", "NOT_GRANTED"},
    {"copy a version", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "x-amz-copy-source: bucket/a/k?versionId=2", "", "NOT_GRANTED"},
    {"copy by parameter", "s3",
     "PUT https://bucket.s3.amazonaws.com/in/k?x-amz-copy-source=other/k", "", "", "NOT_GRANTED"},
    {"copy by a parameter in capitals", "s3",
     "PUT https://bucket.s3.amazonaws.com/in/k?X-Amz-Copy-Source=other/k", "", "", "NOT_GRANTED"},
    {"acl by header", "s3", "PUT https://bucket.s3.amazonaws.com/in/k", "x-amz-acl: public-read",
     "data", "NOT_GRANTED"},
    {"acl by a header in capitals", "s3", "PUT https://bucket.s3.amazonaws.com/in/k",
     "X-AMZ-ACL: private", "data", "NOT_GRANTED"},
    {"acl by parameter", "s3", "PUT https://bucket.s3.amazonaws.com/in/k?x-amz-acl=public-read", "",
     "data", "NOT_GRANTED"},
    {"grant", "s3", "PUT https://bucket.s3.amazonaws.com/in/k", "x-amz-grant-read: id=1", "data",
     "NOT_GRANTED"},
    {"tags", "s3", "PUT https://bucket.s3.amazonaws.com/in/k", "x-amz-tagging: a=b", "data",
     "NOT_GRANTED"},

    // Payloads.
    {"unsigned", "s3", "PUT https://bucket.s3.amazonaws.com/in/k", "", "-", "NOT_GRANTED"},
    {"multi-delete by hash", "s3", "POST https://bucket.s3.amazonaws.com/?delete", "", "#",
     "AMBIGUOUS_TARGET"},
    {"multi-delete elsewhere", "s3", "POST https://bucket.s3.amazonaws.com/?delete", "",
     "<Delete><Object><Key>in/a</Key></Object><Object><Key>a/b</Key></Object></Delete>",
     "NOT_GRANTED"},
    {"multi-delete", "s3", "POST https://bucket.s3.amazonaws.com/?delete", "",
     "<Delete><Object><Key>in/a</Key></Object></Delete>", ""},

    // Tokens.
    {"login without an id", "sts", "POST https://sts.us-east-1.amazonaws.com/", kForm,
     "Action=GetCallerIdentity&Version=2011-06-15", "NOT_GRANTED"},
    {"login elsewhere", "sts", "POST https://sts.us-east-1.amazonaws.com/",
     "content-type: application/x-www-form-urlencoded|x-k8s-aws-id: staging",
     "Action=GetCallerIdentity&Version=2011-06-15", "NOT_GRANTED"},
    {"login to two", "sts", "POST https://sts.us-east-1.amazonaws.com/",
     "content-type: application/x-www-form-urlencoded|x-k8s-aws-id: prod|"
     "x-vault-aws-iam-server-id: vault",
     "Action=GetCallerIdentity&Version=2011-06-15", "NOT_GRANTED"},
    {"login by hash", "sts", "POST https://sts.us-east-1.amazonaws.com/",
     "content-type: application/x-www-form-urlencoded|x-k8s-aws-id: prod", "#", "AMBIGUOUS_TARGET"},
    {"assume role", "sts", "POST https://sts.us-east-1.amazonaws.com/",
     "content-type: application/x-www-form-urlencoded|x-k8s-aws-id: prod",
     "Action=AssumeRole&Version=2011-06-15", "NOT_GRANTED"},
    {"database login", "rds-db", "GET https://db.example.org:3306/?Action=connect&DBUser=root", "",
     "", "NOT_GRANTED"},

    // Actions in bodies and targets.
    {"two actions", "iam", "POST https://iam.amazonaws.com/", kForm,
     "Action=ListUsers&Action=CreateUser", "AMBIGUOUS_TARGET"},
    {"action in two places", "iam", "POST https://iam.amazonaws.com/?Action=CreateUser", kForm,
     "Action=ListUsers", "AMBIGUOUS_TARGET"},
    {"action in another case", "iam", "POST https://iam.amazonaws.com/", kForm,
     "Action=ListUsers&action=CreateUser", "AMBIGUOUS_TARGET"},
    {"another action", "iam", "POST https://iam.amazonaws.com/", kForm,
     "Action=CreateUser&UserName=x", "NOT_GRANTED"},
    {"action by hash", "iam", "POST https://iam.amazonaws.com/", kForm, "#", "AMBIGUOUS_TARGET"},
    {"another target", "dynamodb", "POST https://dynamodb.us-east-1.amazonaws.com/",
     "x-amz-target: DynamoDB_20120810.DeleteTable|content-type: application/x-amz-json-1.0", "{}",
     "NOT_GRANTED"},
    {"no target", "dynamodb", "POST https://dynamodb.us-east-1.amazonaws.com/", "", "{}",
     "NOT_GRANTED"},
    {"another service", "sqs", "POST https://sqs.us-east-1.amazonaws.com/", kForm,
     "Action=ListQueues", "NOT_GRANTED"},
    {"s3 as another service", "s3express", "GET https://bucket.s3.amazonaws.com/a/k", "", "",
     "NOT_GRANTED"},
};

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_SERVICE_ORACLE_ATTEMPTS_H_
