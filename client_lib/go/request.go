// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package signet

import (
	"fmt"
	"net/http"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"signet.dev/go/signetv1"
)

// Payload is what the signature says about the body. The zero value stands for
// no body at all, and in presigned S3 URLs for UnsignedPayload.
type Payload struct {
	message *signetv1.Payload
}

// Body is the body itself. It goes to the server: hash large ones (SHA256).
func Body(body []byte) Payload {
	return Payload{&signetv1.Payload{Kind: &signetv1.Payload_Body{Body: body}}}
}

// SHA256 is a body given by its SHA-256.
func SHA256(sum [32]byte) Payload {
	return Payload{&signetv1.Payload{Kind: &signetv1.Payload_Sha256{Sha256: sum[:]}}}
}

// UnsignedPayload leaves the body out of the signature.
func UnsignedPayload() Payload {
	return Payload{&signetv1.Payload{Kind: &signetv1.Payload_Unsigned{Unsigned: true}}}
}

// Request is a request to sign.
type Request struct {
	// Credential is its name in the server's configuration.
	Credential string
	// Region to sign for: "us-east-1".
	Region string
	// Service to sign for: "s3".
	Service string
	// Method: "GET".
	Method string
	// URL, absolute, exactly as it will be sent.
	URL string
	// Header is sent with the request; may be nil.
	Header http.Header
	// Payload is the body; may be left zero.
	Payload Payload
	// SigningTime is the server's clock when zero, and a rule must grant
	// anything else.
	SigningTime time.Time
}

func (r Request) message() *signetv1.SignRequestRequest {
	message := &signetv1.SignRequestRequest{
		Credential:  r.Credential,
		Region:      r.Region,
		Service:     r.Service,
		HttpRequest: &signetv1.HttpRequest{Method: r.Method, Url: r.URL},
		Payload:     r.Payload.message,
	}
	for name, values := range r.Header {
		for _, value := range values {
			message.HttpRequest.Headers = append(message.HttpRequest.Headers,
				&signetv1.Header{Name: name, Value: []byte(value)})
		}
	}
	if !r.SigningTime.IsZero() {
		message.SigningTime = timestamppb.New(r.SigningTime)
	}
	return message
}

// SignedRequest is a signed request: what to send.
type SignedRequest struct {
	// Header of Sign: set exactly these, replacing any of the same name. Header
	// of Presign: what must go with the URL.
	Header http.Header
	// URL is the request's own, or the presigned one.
	URL string
	// Signature, lower-case hex.
	Signature string
	// SignedHeaders: "host;x-amz-date".
	SignedHeaders string
	// CredentialScope: "20150830/us-east-1/s3/aws4_request".
	CredentialScope string
	// AccessKeyID that signed.
	AccessKeyID string
	// CredentialVersion that signed, 16 hex digits.
	CredentialVersion string
	// SigningTime in UTC.
	SigningTime time.Time
	// ExpiresAt in UTC; zero when it does not expire by a time of its own.
	ExpiresAt time.Time
	// Warnings are what the caller should know, such as an expiry that was
	// shortened.
	Warnings []string
}

// String tells what was signed by which key, and nothing that signs.
func (s *SignedRequest) String() string {
	return fmt.Sprintf("signed by %s for %s at %s: %s", s.AccessKeyID, s.CredentialScope,
		s.SigningTime.Format(time.RFC3339), s.SignedHeaders)
}

func newSignedRequest(response *signetv1.SignRequestResponse) *SignedRequest {
	signed := &SignedRequest{
		Header:            make(http.Header, len(response.GetHeaders())),
		URL:               response.GetUrl(),
		Signature:         response.GetSignature(),
		SignedHeaders:     response.GetSignedHeaders(),
		CredentialScope:   response.GetCredentialScope(),
		AccessKeyID:       response.GetAccessKeyId(),
		CredentialVersion: response.GetCredentialVersion(),
		SigningTime:       response.GetSigningTime().AsTime(),
		Warnings:          response.GetWarnings(),
	}
	for _, header := range response.GetHeaders() {
		signed.Header.Add(header.GetName(), string(header.GetValue()))
	}
	if response.ExpiresAt != nil {
		signed.ExpiresAt = response.ExpiresAt.AsTime()
	}
	return signed
}
