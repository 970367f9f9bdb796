// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_credentials.h"

#include "gtest/gtest.h"
#include "tests/server/service/config_case.h"

namespace signet {
namespace {

TEST(ConfigCredentialsTest, RefusesMalformedCredentials) {
  const ConfigCase cases[] = {
      {R"("name": "demo")", R"("name": "")",
       "4:15: credentials[0].name: is missing or empty, allowed are 1 to 128 of A-Z a-z 0-9 . _ -"},
      {R"("name": "demo")", R"("name": "a/b")",
       R"(4:15: credentials[0].name: "a/b" given, allowed are 1 to 128 of A-Z a-z 0-9 . _ -)"},
      {R"("name": "demo")", R"("name": "a b")",
       R"(4:15: credentials[0].name: "a b" given, allowed are 1 to 128 of A-Z a-z 0-9 . _ -)"},
      {R"("name": "demo")", R"("name": ")" + std::string(129, 'x') + R"(")",
       R"(4:15: credentials[0].name: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"... given, allowed are 1 to 128 of A-Z a-z 0-9 . _ -)"},
      {R"("name": "demo",
)",
       "",
       "3:5: credentials[0].name: is missing or empty, allowed are 1 to 128 of A-Z a-z 0-9 . _ -"},
      {R"("name": "mounted")", R"("name": "demo")",
       R"(8:14: credentials[1].name: "demo" is the name of an earlier credential, allowed is one)"},
      {R"("access_key_id": "AKIDEXAMPLE",
)",
       "", "3:5: credentials[0].access_key_id: is missing or empty, a literal credential needs it"},
      {R"("access_key_id": "AKIDEXAMPLE")", R"("access_key_id": "")",
       "5:24: credentials[0].access_key_id: is missing or empty, a literal credential needs it"},
      {R"("access_key_id": "AKIDEXAMPLE")", R"("access_key_id": "AKID EXAMPLE")",
       "5:24: credentials[0].access_key_id: an access key ID of 12 bytes, allowed are 3 to 128 "
       "visible ASCII characters without '/' and ','"},
      {R"("access_key_id": "AKIDEXAMPLE")", R"("access_key_id": "AKID/x")",
       "5:24: credentials[0].access_key_id: an access key ID of 6 bytes, allowed are 3 to 128 "
       "visible ASCII characters without '/' and ','"},
      {R"("access_key_id": "AKIDEXAMPLE")", R"("access_key_id": "AKID,x")",
       "5:24: credentials[0].access_key_id: an access key ID of 6 bytes, allowed are 3 to 128 "
       "visible ASCII characters without '/' and ','"},
      {R"("access_key_id": "AKIDEXAMPLE")", R"("access_key_id": "AKIDEXAMPLE\n")",
       "5:24: credentials[0].access_key_id: an access key ID of 12 bytes, allowed are 3 to 128 "
       "visible ASCII characters without '/' and ','"},
      {R"("access_key_id": "AKIDEXAMPLE")",
       R"("access_key_id": ")" + std::string(129, 'A') + R"(")",
       "5:24: credentials[0].access_key_id: an access key ID of 129 bytes, allowed are 3 to 128 "
       "visible ASCII characters without '/' and ','"},
      {R"(,
      "secret_access_key": "hunter2")",
       "",
       "3:5: credentials[0].secret_access_key: is missing or empty, a literal credential needs it"},
      {R"("secret_access_key": "hunter2")", R"("secret_access_key": "")",
       "6:28: credentials[0].secret_access_key: is missing or empty, a literal credential needs "
       "it"},
      {R"("secret_access_key": "hunter2")", R"("secret_access_key": "hunter2\n")",
       "6:28: credentials[0].secret_access_key: a secret access key of 8 bytes, allowed are 1 to "
       "1024 visible ASCII characters"},
      {R"("secret_access_key": "hunter2")",
       R"("secret_access_key": ")" + std::string(1025, 'k') + R"(")",
       "6:28: credentials[0].secret_access_key: a secret access key of 1025 bytes, allowed are 1 "
       "to 1024 visible ASCII characters"},
      {R"("secret_access_key": "hunter2")", R"("secret_access_key": "hunter2 ")",
       "6:28: credentials[0].secret_access_key: a secret access key of 8 bytes, allowed are 1 to "
       "1024 visible ASCII characters"},
      {R"("secret_access_key": "hunter2")",
       R"("secret_access_key": "hunter2", "expires_at": "tomorrow")",
       "6:53: credentials[0].expires_at: an expiry that is no RFC 3339 time of the years 1970 to "
       "9999, such as 2026-12-01T00:00:00Z"},
      {R"("secret_access_key": "hunter2")", R"("secret_access_key": "hunter2", "expires_at": "")",
       "6:53: credentials[0].expires_at: an expiry that is no RFC 3339 time of the years 1970 to "
       "9999, such as 2026-12-01T00:00:00Z"},
      {R"("access_key_id": "AKIDEXAMPLE")", R"("access_key_id": "AK")",
       "5:24: credentials[0].access_key_id: an access key ID of 2 bytes, allowed are 3 to 128 "
       "visible ASCII characters without '/' and ','"},
      {R"("secret_access_key": "hunter2")",
       R"("secret_access_key": "hunter2", "session_token": "a b")",
       "6:56: credentials[0].session_token: a session token of 3 bytes, allowed are up to 16384 "
       "visible ASCII characters"},
      {R"("secret_access_key": "hunter2")",
       R"("secret_access_key": "hunter2", "session_token": "a\r\n")",
       "6:56: credentials[0].session_token: a session token of 3 bytes, allowed are up to 16384 "
       "visible ASCII characters"},
      {R"("secret_access_key": "hunter2")", R"("secret_access_key": "hunter2", "directory": "/d")",
       "3:5: credentials[0]: access_key_id and secret_access_key beside directory given, allowed "
       "is exactly one of access_key_id with secret_access_key, directory, environment, profile"},
      {R"("secret_access_key": "hunter2")", R"("secret_access_key": "hunter2", "environment": {})",
       "3:5: credentials[0]: access_key_id and secret_access_key beside environment given, allowed "
       "is exactly one of access_key_id with secret_access_key, directory, environment, profile"},
      {R"("directory": "/secrets")", R"("directory": "/secrets", "profile": {})",
       "8:5: credentials[1]: directory beside profile given, allowed is exactly one of "
       "access_key_id with secret_access_key, directory, environment, profile"},
      {R"("directory": "/secrets")", R"("directory": "")",
       "8:5: credentials[1]: no source given, allowed is exactly one of access_key_id with "
       "secret_access_key, directory, environment, profile"},
      {R"("directory": "/secrets")", R"("directory": "/a\u0000b")",
       "8:38: credentials[1].directory: a control character given (a line break?), allowed is "
       "none"},
      {R"(, "directory": "/secrets")", "",
       "8:5: credentials[1]: no source given, allowed is exactly one of access_key_id with "
       "secret_access_key, directory, environment, profile"},
      {R"("directory": "/secrets")", R"("session_token": "hunter2")",
       "8:5: credentials[1].access_key_id: is missing or empty, a literal credential needs it"},
      {R"({"name": "prod"})", R"({"name": ""})",
       "9:44: credentials[2].profile.name: is missing or empty, allowed are 1 to 128 bytes"},
      {R"({"name": "prod"})", R"({"name": "a\tb"})",
       "9:44: credentials[2].profile.name: a control character given (a line break?), allowed is "
       "none"},
      {R"({"name": "prod"})", R"({"name": ")" + std::string(129, 'p') + R"("})",
       "9:44: credentials[2].profile.name: 129 bytes given, allowed are 1 to 128"},
      {R"({"name": "prod"})", R"({"config_file": ""})",
       "9:51: credentials[2].profile.config_file: is missing or empty, allowed are 1 to 4096 "
       "bytes"},
      {R"({"name": "prod"})", R"({"credentials_file": ""})",
       "9:56: credentials[2].profile.credentials_file: is missing or empty, allowed are 1 to 4096 "
       "bytes"},
      {R"(["/more.json"])", R"([""])",
       "11:25: credentials_files[0]: is missing or empty, allowed are 1 to 4096 bytes"},
      {R"(["/more.json"])", R"(["/a", "/b\n"])",
       "11:31: credentials_files[1]: a control character given (a line break?), allowed is none"},
  };
  ExpectConfigErrors("a.json", SoundJsonConfig(), cases);
}

}  // namespace
}  // namespace signet
