// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_SERVICE_ORACLE_FORMS_H_
#define SIGNET_TESTS_SERVER_SERVICE_ORACLE_FORMS_H_

#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "signet/v1/signing.pb.h"

namespace signet {

struct FormAttempt {
  const char* what;
  const char* bucket;
  // "field=value|field^start|#least-most"
  const char* conditions;
  const char* reason;
};

// NarrowRules() let s3:PutObject be done below bucket/in/, without ACLs and grants.
inline const FormAttempt kFormAttempts[] = {
    {"one key", "bucket", "key=in/k", ""},
    {"a folder", "bucket", "key^in/", ""},
    {"sizes and a type", "bucket", "key^in/k|#0-10|Content-Type^image/", ""},

    {"another key", "bucket", "key=a/k", "NOT_GRANTED"},
    {"the name of the file", "bucket", "key=in/${filename}", "INVALID_POST_POLICY"},
    {"a sibling", "bucket", "key=ink", "NOT_GRANTED"},
    {"the folder's name", "bucket", "key=in", "NOT_GRANTED"},
    {"keys that begin like it", "bucket", "key^in", "NOT_GRANTED"},
    {"any key", "bucket", "key^", "NOT_GRANTED"},
    {"capitals", "bucket", "key=IN/k", "NOT_GRANTED"},
    {"slash before", "bucket", "key=/in/k", "NOT_GRANTED"},
    {"dots", "bucket", "key=in/../a/k", "NOT_GRANTED"},
    {"dots at the end of a start", "bucket", "key^in/..", "NOT_GRANTED"},
    {"dots in a start", "bucket", "key^in/../", "NOT_GRANTED"},
    {"encoded slash is a key of its own", "bucket", "key=in%2Fk", "NOT_GRANTED"},
    {"the name of the file alone", "bucket", "key=${filename}", "NOT_GRANTED"},
    {"the file's name for a folder", "bucket", "key=${filename}/in/k", "NOT_GRANTED"},
    {"another bucket", "other", "key=in/k", "NOT_GRANTED"},
    {"bucket in capitals", "BUCKET", "key=in/k", "NOT_GRANTED"},
    {"bucket with its key", "bucket/in", "key=k", "NOT_GRANTED"},
    {"no bucket", "", "key=in/k", "NOT_GRANTED"},
    {"an access point", "bucket-ab12-s3alias", "key=in/k", "NOT_GRANTED"},
    {"no key", "bucket", "acl=private", "NOT_GRANTED"},
    {"nothing", "bucket", "", "NOT_GRANTED"},
    {"any acl", "bucket", "key=in/k|acl^", "NOT_GRANTED"},
    {"acl", "bucket", "key=in/k|acl=public-read", "NOT_GRANTED"},
    {"acl in capitals", "bucket", "key=in/k|ACL=public-read", "NOT_GRANTED"},
    {"acl by its header", "bucket", "key=in/k|x-amz-acl=public-read", "NOT_GRANTED"},
    {"grant", "bucket", "key=in/k|x-amz-grant-full-control=id=1", "NOT_GRANTED"},
    {"grant in capitals", "bucket", "key=in/k|X-Amz-Grant-Read=id=1", "NOT_GRANTED"},
    {"tags", "bucket", "key=in/k|tagging=<Tagging/>", "NOT_GRANTED"},
    {"tags by their header", "bucket", "key=in/k|x-amz-tagging=a=b", "NOT_GRANTED"},
    {"lock", "bucket", "key=in/k|x-amz-object-lock-mode=GOVERNANCE", "NOT_GRANTED"},
    {"bucket once more", "bucket", "key=in/k|bucket=other", "INVALID_POST_POLICY"},
    {"any bucket", "bucket", "key=in/k|bucket^", "INVALID_POST_POLICY"},
    {"own signature", "bucket", "key=in/k|x-amz-signature=00", "INVALID_POST_POLICY"},
    {"own credential", "bucket", "key=in/k|x-amz-credential^", "INVALID_POST_POLICY"},
    {"own date", "bucket", "key=in/k|X-Amz-Date^", "INVALID_POST_POLICY"},
    {"own policy", "bucket", "key=in/k|policy^", "INVALID_POST_POLICY"},
    {"own token", "bucket", "key=in/k|x-amz-security-token^", "INVALID_POST_POLICY"},
    {"sizes the wrong way round", "bucket", "key=in/k|#10-1", "INVALID_POST_POLICY"},
    {"more than there is", "bucket", "key=in/k|#0-5368709121", "INVALID_POST_POLICY"},
};

inline v1::SignPostPolicyRequest Form(const FormAttempt& attempt) {
  v1::SignPostPolicyRequest request;
  request.set_credential("example");
  request.set_region("us-east-1");
  request.set_bucket(attempt.bucket);
  request.mutable_expires_in()->set_seconds(60);
  for (const absl::string_view text : absl::StrSplit(attempt.conditions, '|', absl::SkipEmpty())) {
    v1::PostCondition& condition = *request.add_conditions();
    const size_t end = text.find_first_of("=^");
    condition.set_field(std::string(text.substr(0, end)));
    if (text[0] == '#') {
      const std::pair<absl::string_view, absl::string_view> sizes =
          absl::StrSplit(text.substr(1), '-');
      uint64_t size = 0;
      EXPECT_TRUE(absl::SimpleAtoi(sizes.first, &size));
      condition.mutable_content_length_range()->set_min_bytes(size);
      EXPECT_TRUE(absl::SimpleAtoi(sizes.second, &size));
      condition.mutable_content_length_range()->set_max_bytes(size);
    } else if (text[end] == '=') {
      condition.set_equals(std::string(text.substr(end + 1)));
    } else {
      condition.set_starts_with(std::string(text.substr(end + 1)));
    }
  }
  return request;
}

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_SERVICE_ORACLE_FORMS_H_
