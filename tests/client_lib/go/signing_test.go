// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	signet "signet.dev/go"
)

// signetdTarget is where tests/client_lib/run started signetd.
func signetdTarget(t *testing.T) string {
	t.Helper()
	target := os.Getenv("SIGNET_TARGET")
	if target == "" && os.Getenv("CI") == "true" {
		t.Fatal("SIGNET_TARGET is not set: start with tests/client_lib/run")
	}
	if target == "" {
		t.Skip("no signetd")
	}
	return target
}

var s3Time = time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC)

// s3Request is of the examples in the Amazon S3 API Reference ("Authenticating
// Requests").
func s3Request(method, target string) signet.Request {
	return signet.Request{
		Credential: "s3-example", Region: "us-east-1", Service: "s3",
		Method: method, URL: "https://examplebucket.s3.amazonaws.com" + target,
		SigningTime: s3Time,
	}
}

// suiteRequest is of the AWS signing test suite.
func suiteRequest() signet.Request {
	return signet.Request{
		Credential: "suite", Region: "us-east-1", Service: "service",
		Method: "GET", URL: "https://example.amazonaws.com/",
		SigningTime: time.Date(2015, 8, 30, 12, 36, 0, 0, time.UTC),
	}
}

func TestSignSignsAsPublished(t *testing.T) {
	client := newClient(t, signetdTarget(t))
	ranged := s3Request("GET", "/test.txt")
	ranged.Header = http.Header{"Range": {"bytes=0-9"}}
	put := s3Request("PUT", "/test$file.text")
	put.Header = http.Header{
		"Date":                {"Fri, 24 May 2013 00:00:00 GMT"},
		"X-Amz-Storage-Class": {"REDUCED_REDUNDANCY"},
	}
	put.Payload = signet.Body([]byte("Welcome to Amazon S3."))
	duplicate := suiteRequest()
	duplicate.Header = http.Header{"My-Header1": {"value2", "value2", "value1"}}
	tests := map[string]struct {
		request   signet.Request
		signature string
	}{
		"s3 get object range": {ranged,
			"f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"},
		"s3 put object": {put,
			"98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"},
		"s3 get bucket lifecycle": {s3Request("GET", "/?lifecycle"),
			"fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"},
		"s3 list objects": {s3Request("GET", "/?max-keys=2&prefix=J"),
			"34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"},
		"get-vanilla": {suiteRequest(),
			"5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
		"get-header-key-duplicate": {duplicate,
			"c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			signed, err := client.Sign(t.Context(), test.request)
			if err != nil {
				t.Fatal(err)
			}
			if signed.Signature != test.signature {
				t.Errorf("signature %s, want %s", signed.Signature, test.signature)
			}
			got := signed.Header.Get("Authorization")
			if !strings.HasSuffix(got, "Signature="+test.signature) {
				t.Errorf("authorization %q does not end with the signature", got)
			}
			if signed.URL != test.request.URL {
				t.Errorf("url %q, want %q", signed.URL, test.request.URL)
			}
		})
	}
}

func TestSignTellsWhatItSigned(t *testing.T) {
	signed, err := newClient(t, signetdTarget(t)).Sign(t.Context(), s3Request("GET", "/test.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if signed.SignedHeaders != "host;x-amz-content-sha256;x-amz-date" ||
		signed.CredentialScope != "20130524/us-east-1/s3/aws4_request" ||
		signed.AccessKeyID != "AKIAIOSFODNN7EXAMPLE" || len(signed.CredentialVersion) != 16 ||
		!signed.SigningTime.Equal(s3Time) || !signed.ExpiresAt.IsZero() {
		t.Errorf("got %+v of version %q, expires at %v",
			signed, signed.CredentialVersion, signed.ExpiresAt)
	}
}

func TestPresignMakesTheDocumentedS3URL(t *testing.T) {
	r := s3Request("GET", "/test.txt")
	signed, err := newClient(t, signetdTarget(t)).Presign(t.Context(), r, 24*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	const want = "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
	if signed.Signature != want {
		t.Errorf("signature %s, want %s", signed.Signature, want)
	}
	for _, part := range []string{r.URL + "?", "X-Amz-Signature=" + want, "X-Amz-Expires=86400"} {
		if !strings.Contains(signed.URL, part) {
			t.Errorf("url %q lacks %q", signed.URL, part)
		}
	}
	if !signed.ExpiresAt.Equal(s3Time.Add(24 * time.Hour)) {
		t.Errorf("expires at %v, want a day after %v", signed.ExpiresAt, s3Time)
	}
}

func TestPresignMakesGetVanillaOfTheSuite(t *testing.T) {
	client := newClient(t, signetdTarget(t))
	signed, err := client.Presign(t.Context(), suiteRequest(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	const want = "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d"
	if signed.Signature != want {
		t.Errorf("signature %s, want %s", signed.Signature, want)
	}
}

func TestSignTypesErrors(t *testing.T) {
	client := newClient(t, signetdTarget(t))
	tests := map[string]struct {
		change func(*signet.Request)
		code   codes.Code
		reason string
		field  string
	}{
		"region": {func(r *signet.Request) { r.Region = "us east 1" },
			codes.InvalidArgument, "INVALID_REGION", "region"},
		"credential name": {func(r *signet.Request) { r.Credential = "no/name" },
			codes.InvalidArgument, "INVALID_CREDENTIAL_NAME", "credential"},
		"url": {func(r *signet.Request) { r.URL = "ftp://example.amazonaws.com/" },
			codes.InvalidArgument, "INVALID_URL", "http_request.url"},
		"header": {func(r *signet.Request) { r.Header = http.Header{"X-Tag": {"\x00"}} },
			codes.InvalidArgument, "INVALID_HEADER", "http_request.headers[0].value"},
		// Development mode grants its user every name, so the answer may say that
		// there is none.
		"unknown credential": {func(r *signet.Request) { r.Credential = "absent" },
			codes.NotFound, "CREDENTIAL_NOT_FOUND", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := suiteRequest()
			test.change(&r)
			err := errorOf(t, client, r)
			if err.Code != test.code || err.Reason != test.reason || err.Field != test.field {
				t.Errorf("got %v %q of field %q, want %v %q of field %q", err.Code, err.Reason,
					err.Field, test.code, test.reason, test.field)
			}
		})
	}
}

func TestPresignTypesABadExpiry(t *testing.T) {
	client := newClient(t, signetdTarget(t))
	for _, expiresIn := range []time.Duration{-time.Second, 0, time.Second / 2, 604801 * time.Second} {
		_, err := client.Presign(t.Context(), suiteRequest(), expiresIn)
		want := "INVALID_EXPIRY"
		if got, ok := err.(*signet.Error); !ok || got.Reason != want || got.Field != "query.expires_in" {
			t.Errorf("%v: got %v, want %s of query.expires_in", expiresIn, err, want)
		}
	}
}
