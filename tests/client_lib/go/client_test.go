// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Package client_test tests signet.dev/go from outside, as a user has it.
package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/timestamppb"

	signet "signet.dev/go"
	"signet.dev/go/signetv1"
)

var request = signet.Request{
	Credential: "main", Region: "us-east-1", Service: "s3",
	Method: "GET", URL: "https://bucket.s3.amazonaws.com/key",
}

// patience lets a call take long on a machine that is busy with others.
var patience = signet.WithTimeout(30 * time.Second)

func newClient(t *testing.T, target string, options ...signet.Option) *signet.Client {
	t.Helper()
	client, err := signet.New(target, append([]signet.Option{patience}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// failure makes the error of a server.
func failure(t *testing.T, code codes.Code, details ...protoadapt.MessageV1) error {
	t.Helper()
	s, err := status.New(code, "a message").WithDetails(details...)
	if err != nil {
		t.Fatal(err)
	}
	return s.Err()
}

// errorOf is the error of signing, which must fail.
func errorOf(t *testing.T, client *signet.Client, r signet.Request) *signet.Error {
	t.Helper()
	signed, err := client.Sign(t.Context(), r)
	var signetError *signet.Error
	if !errors.As(err, &signetError) {
		t.Fatalf("got (%v, %v), want a *signet.Error", signed, err)
	}
	return signetError
}

func TestSignSendsTheRequestAsGiven(t *testing.T) {
	fake := &fakeServer{}
	client := newClient(t, fake.serveUnix(t))
	_, err := client.Sign(t.Context(), signet.Request{
		Credential: "main", Region: "eu-west-1", Service: "sqs",
		Method: "POST", URL: "https://sqs.eu-west-1.amazonaws.com/",
		Header:      http.Header{"X-Tag": {"caf\xc3\xa9", "\xff"}},
		Payload:     signet.Body([]byte("body")),
		SigningTime: time.Date(2015, 8, 30, 12, 36, 0, 0, time.UTC),
	})
	if err != nil {
		t.Fatal(err)
	}
	sent := fake.calls[0]
	if sent.Credential != "main" || sent.Region != "eu-west-1" || sent.Service != "sqs" ||
		sent.HttpRequest.Method != "POST" ||
		sent.HttpRequest.Url != "https://sqs.eu-west-1.amazonaws.com/" {
		t.Errorf("sent %v", sent)
	}
	var headers []string
	for _, header := range sent.HttpRequest.Headers {
		headers = append(headers, header.Name+"="+string(header.Value))
	}
	if want := []string{"X-Tag=caf\xc3\xa9", "X-Tag=\xff"}; !slices.Equal(headers, want) {
		t.Errorf("sent headers %q, want %q", headers, want)
	}
	if string(sent.Payload.GetBody()) != "body" {
		t.Errorf("sent payload %v, want the body", sent.Payload)
	}
	if sent.SigningTime.Seconds != 1440938160 {
		t.Errorf("sent signing time %v, want 1440938160", sent.SigningTime)
	}
	if sent.Placement != nil {
		t.Errorf("sent placement %v, want none", sent.Placement)
	}
}

func TestSignSendsTheKindsOfPayload(t *testing.T) {
	tests := map[string]struct {
		payload signet.Payload
		want    string
	}{
		"none":     {signet.Payload{}, "<nil>"},
		"sha256":   {signet.SHA256([32]byte{1}), "*signetv1.Payload_Sha256"},
		"unsigned": {signet.UnsignedPayload(), "*signetv1.Payload_Unsigned"},
		"body":     {signet.Body(nil), "*signetv1.Payload_Body"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			fake := &fakeServer{}
			r := request
			r.Payload = test.payload
			if _, err := newClient(t, fake.serveUnix(t)).Sign(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%T", fake.calls[0].Payload.GetKind()); got != test.want {
				t.Errorf("sent %s, want %s", got, test.want)
			}
		})
	}
}

func TestPresignAsksForTheQuery(t *testing.T) {
	fake := &fakeServer{}
	client := newClient(t, fake.serveUnix(t))
	if _, err := client.Presign(t.Context(), request, 15*time.Minute); err != nil {
		t.Fatal(err)
	}
	if got := fake.calls[0].GetQuery().GetExpiresIn().GetSeconds(); got != 900 {
		t.Errorf("sent expires_in of %d s, want 900", got)
	}
}

func TestSignReturnsWhatWasAnswered(t *testing.T) {
	fake := &fakeServer{response: &signetv1.SignRequestResponse{
		Headers: []*signetv1.Header{
			{Name: "authorization", Value: []byte("AWS4-HMAC-SHA256 \xff")},
		},
		Url:               "https://bucket.s3.amazonaws.com/key",
		Signature:         "5fa0",
		SignedHeaders:     "host;x-amz-date",
		CredentialScope:   "20150830/us-east-1/s3/aws4_request",
		AccessKeyId:       "AKIDEXAMPLE",
		CredentialVersion: "0123456789abcdef",
		SigningTime:       &timestamppb.Timestamp{Seconds: 1440938160},
		ExpiresAt:         &timestamppb.Timestamp{Seconds: 1440938220},
		Warnings:          []string{"expiry shortened"},
	}}
	signed, err := newClient(t, fake.serveUnix(t)).Sign(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if got := signed.Header.Get("Authorization"); got != "AWS4-HMAC-SHA256 \xff" {
		t.Errorf("header is %q", got)
	}
	got := []string{
		signed.URL, signed.Signature, signed.SignedHeaders, signed.CredentialScope,
		signed.AccessKeyID, signed.CredentialVersion, signed.SigningTime.Format(time.RFC3339),
		signed.ExpiresAt.Format(time.RFC3339), signed.Warnings[0],
	}
	want := []string{
		"https://bucket.s3.amazonaws.com/key", "5fa0", "host;x-amz-date",
		"20150830/us-east-1/s3/aws4_request", "AKIDEXAMPLE", "0123456789abcdef",
		"2015-08-30T12:36:00Z", "2015-08-30T12:37:00Z", "expiry shortened",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	text := fmt.Sprintf("%v %+v", signed, signed)
	if strings.Contains(text, "5fa0") || strings.Contains(text, "AWS4-HMAC-SHA256") {
		t.Errorf("%q shows the signature", text)
	}
}

func TestSignHasNoExpiryWhereNoneWasAnswered(t *testing.T) {
	signed, err := newClient(t, (&fakeServer{}).serveUnix(t)).Sign(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if !signed.ExpiresAt.IsZero() {
		t.Errorf("ExpiresAt is %v, want zero", signed.ExpiresAt)
	}
}

func TestErrorTellsReasonAndField(t *testing.T) {
	fake := &fakeServer{failures: []error{failure(t, codes.InvalidArgument,
		&errdetails.ErrorInfo{Reason: "INVALID_REGION", Domain: "signet"},
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
			{Field: "region"},
		}})}}
	err := errorOf(t, newClient(t, fake.serveUnix(t)), request)
	if err.Code != codes.InvalidArgument || err.Reason != "INVALID_REGION" ||
		err.Field != "region" || err.Message != "a message" {
		t.Errorf("got %#v", err)
	}
	if got, want := err.Error(), "signet: INVALID_REGION: a message (region)"; got != want {
		t.Errorf("Error() is %q, want %q", got, want)
	}
	if got := status.Code(err); got != codes.InvalidArgument {
		t.Errorf("status.Code is %v, want InvalidArgument", got)
	}
}

func TestErrorKeepsNoReasonOfAnotherDomain(t *testing.T) {
	fake := &fakeServer{failures: []error{failure(t, codes.PermissionDenied,
		&errdetails.ErrorInfo{Reason: "RATE_LIMITED", Domain: "proxy.example.com"})}}
	err := errorOf(t, newClient(t, fake.serveUnix(t)), request)
	if err.Reason != "" || err.Field != "" {
		t.Errorf("reason %q, field %q, want none", err.Reason, err.Field)
	}
	if got, want := err.Error(), "signet: PermissionDenied: a message"; got != want {
		t.Errorf("Error() is %q, want %q", got, want)
	}
}

func TestSignRetriesWhileUnavailable(t *testing.T) {
	unavailable := failure(t, codes.Unavailable)
	fake := &fakeServer{failures: []error{unavailable, unavailable}}
	if _, err := newClient(t, fake.serveUnix(t)).Sign(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	if len(fake.calls) != 3 {
		t.Errorf("%d calls, want 3", len(fake.calls))
	}
}

func TestSignDoesNotRetryARefusal(t *testing.T) {
	fake := &fakeServer{failures: []error{failure(t, codes.ResourceExhausted,
		&errdetails.ErrorInfo{Reason: "OVERLOADED", Domain: "signet"})}}
	if err := errorOf(t, newClient(t, fake.serveUnix(t)), request); err.Reason != "OVERLOADED" {
		t.Errorf("reason %q, want OVERLOADED", err.Reason)
	}
	if len(fake.calls) != 1 {
		t.Errorf("%d calls, want 1", len(fake.calls))
	}
}

func TestSignSendsADeadlineWhereTheContextHasNone(t *testing.T) {
	fake := &fakeServer{}
	client := newClient(t, fake.serveUnix(t), signet.WithTimeout(time.Minute))
	given, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	for _, ctx := range []context.Context{t.Context(), given} {
		if _, err := client.Sign(ctx, request); err != nil {
			t.Fatal(err)
		}
	}
	halfAnHour := time.Now().Add(30 * time.Minute)
	if first := fake.deadlines[0]; first.IsZero() || first.After(halfAnHour) {
		t.Errorf("deadline %v without one in the context, want a minute", first)
	}
	if second := fake.deadlines[1]; second.Before(halfAnHour) {
		t.Errorf("deadline %v, want the context's hour", second)
	}
}

func TestSignGivesUpAtTheDeadline(t *testing.T) {
	fake := &fakeServer{hold: true}
	client := newClient(t, fake.serveUnix(t), signet.WithTimeout(100*time.Millisecond))
	if err := errorOf(t, client, request); err.Code != codes.DeadlineExceeded || err.Reason != "" {
		t.Errorf("got %#v, want DeadlineExceeded without reason", err)
	}
}

func TestSignFailsWhereNoServerIs(t *testing.T) {
	client := newClient(t, "unix:"+filepath.Join(t.TempDir(), "absent"))
	if err := errorOf(t, client, request); err.Code != codes.Unavailable {
		t.Errorf("code %v, want Unavailable", err.Code)
	}
}
