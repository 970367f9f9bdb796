// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_SERVICE_PUBLIC_BUGS_CASE_H_
#define SIGNET_TESTS_SERVER_SERVICE_PUBLIC_BUGS_CASE_H_

#include <functional>
#include <ostream>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "server/service/sign_request.h"
#include "server/service/verify.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {

// Requests as a server that asks for verification receives them: genuine, of one
// session credential, so that a token is there; each case spoils one thing.
class ReceivedRequestMaker {
 public:
  explicit ReceivedRequestMaker(ServiceFixture* fixture) : fixture_(*fixture) {}

  // PUT of an object with a header, a query and a body hash.
  static v1::SignRequestRequest PutObject() {
    v1::SignRequestRequest request = GetObjectRequest();
    request.set_credential("session");
    v1::HttpRequest& http = *request.mutable_http_request();
    http.set_method("PUT");
    http.set_url("https://examplebucket.s3.amazonaws.com/test.txt?partNumber=1");
    v1::Header& header = *http.add_headers();
    header.set_name("x-amz-meta-color");
    header.set_value("blue");
    request.mutable_payload()->set_body("body");
    return request;
  }

  static v1::SignRequestRequest Presigned(int64_t seconds = 3600) {
    v1::SignRequestRequest request = PutObject();
    request.mutable_payload()->set_unsigned_(true);
    request.mutable_query()->mutable_expires_in()->set_seconds(seconds);
    return request;
  }

  v1::VerifyRequestRequest Received(const v1::SignRequestRequest& request) {
    v1::SignRequestResponse signed_request;
    EXPECT_OK(SignRequest(fixture_.context, fixture_.alice, request, &signed_request));
    v1::VerifyRequestRequest received;
    received.set_service(request.service());
    received.set_region(request.region());
    v1::HttpRequest& http = *received.mutable_http_request();
    http.set_method(request.http_request().method());
    http.set_url(signed_request.url());
    if (!request.has_query()) {
      *http.mutable_headers() = request.http_request().headers();
    }
    http.mutable_headers()->MergeFrom(signed_request.headers());
    return received;
  }

 private:
  ServiceFixture& fixture_;
};

// How a request is spoilt.
using Spoil = std::function<void(v1::VerifyRequestRequest*)>;

inline v1::Header* FindHeader(v1::VerifyRequestRequest* request, absl::string_view name) {
  for (v1::Header& header : *request->mutable_http_request()->mutable_headers()) {
    if (header.name() == name) {
      return &header;
    }
  }
  ADD_FAILURE() << "no header " << name;
  return request->mutable_http_request()->add_headers();
}

inline Spoil SetHeader(std::string name, std::string value) {
  return [=](v1::VerifyRequestRequest* request) { FindHeader(request, name)->set_value(value); };
}

inline Spoil AddHeader(std::string name, std::string value) {
  return [=](v1::VerifyRequestRequest* request) {
    v1::Header& header = *request->mutable_http_request()->add_headers();
    header.set_name(name);
    header.set_value(value);
  };
}

inline Spoil RemoveHeader(std::string name) {
  return [=](v1::VerifyRequestRequest* request) {
    FindHeader(request, name)
        ->Swap(request->mutable_http_request()->mutable_headers(
            request->http_request().headers_size() - 1));
    request->mutable_http_request()->mutable_headers()->RemoveLast();
  };
}

inline void ReplaceText(std::string* text, const std::string& from, const std::string& to) {
  const size_t at = text->find(from);
  ASSERT_NE(at, std::string::npos) << from << " is not in " << *text;
  text->replace(at, from.size(), to);
}

inline Spoil ReplaceAuthorization(std::string from, std::string to) {
  return [=](v1::VerifyRequestRequest* request) {
    ReplaceText(FindHeader(request, "Authorization")->mutable_value(), from, to);
  };
}

inline Spoil ReplaceUrl(std::string from, std::string to) {
  return [=](v1::VerifyRequestRequest* request) {
    ReplaceText(request->mutable_http_request()->mutable_url(), from, to);
  };
}

inline Spoil AddQuery(std::string text) {
  return [=](v1::VerifyRequestRequest* request) {
    request->mutable_http_request()->mutable_url()->append("&" + text);
  };
}

inline void Nothing(v1::VerifyRequestRequest* /*request*/) {}

// What VerifyRequest has to say: a verdict, or INVALID_ARGUMENT with a reason.
struct VerifyBug {
  std::string name;
  Spoil spoil;
  v1::Verdict verdict = v1::VERDICT_UNSPECIFIED;
  Reason reason = Reason::kUnspecified;
};

inline void PrintTo(const VerifyBug& bug, std::ostream* stream) { *stream << bug.name; }

inline VerifyBug Gives(std::string name, v1::Verdict verdict, Spoil spoil) {
  return {std::move(name), std::move(spoil), verdict, Reason::kUnspecified};
}
inline VerifyBug Invalid(std::string name, Spoil spoil) {
  return Gives(std::move(name), v1::VERDICT_INVALID, std::move(spoil));
}
inline VerifyBug Refused(std::string name, Spoil spoil, Reason reason = Reason::kInvalidSignature) {
  return {std::move(name), std::move(spoil), v1::VERDICT_UNSPECIFIED, reason};
}

// Spoils a genuine request and looks at what VerifyRequest says to it.
class VerifyBugTest : public ::testing::TestWithParam<VerifyBug> {
 protected:
  VerifyBugTest() : maker_(&fixture_) {}

  absl::Status Verify(const v1::VerifyRequestRequest& request) {
    response_.Clear();
    return VerifyRequest(fixture_.context, fixture_.alice, request, &response_);
  }

  void ExpectGenuine(const v1::VerifyRequestRequest& request) {
    ASSERT_OK(Verify(request));
    ASSERT_EQ(response_.verdict(), v1::VERDICT_VALID);
  }

  void Expect(const VerifyBug& bug, v1::VerifyRequestRequest request) {
    ASSERT_NO_FATAL_FAILURE(ExpectGenuine(request));
    bug.spoil(&request);
    const absl::Status status = Verify(request);
    if (bug.reason == Reason::kUnspecified) {
      EXPECT_OK(status);
      EXPECT_EQ(response_.verdict(), bug.verdict);
    } else {
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
      EXPECT_EQ(GetErrorDetail(status).reason, bug.reason) << status;
      EXPECT_EQ(response_.verdict(), v1::VERDICT_UNSPECIFIED);
    }
    ExpectNothingLeaks(status);
  }

  // CVE-2023-30610 (aws-sigv4) and its kin: texts that show what they compared.
  void ExpectNothingLeaks(const absl::Status& status) {
    const std::string text = status.ToString() + response_.ShortDebugString();
    EXPECT_EQ(text.find(kExampleSecret.data()), std::string::npos) << text;
    EXPECT_EQ(text.find("TOKEN"), std::string::npos) << text;
    if (response_.verdict() != v1::VERDICT_VALID) {
      EXPECT_EQ(text.find(kExampleAccessKeyId.data()), std::string::npos) << text;
    }
  }

  ServiceFixture fixture_;
  ReceivedRequestMaker maker_;
  v1::VerifyRequestResponse response_;
};

inline std::string BugName(const ::testing::TestParamInfo<VerifyBug>& bug) {
  return bug.param.name;
}

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_SERVICE_PUBLIC_BUGS_CASE_H_
