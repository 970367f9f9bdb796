// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"signet.dev/go"
)

// signer signs an HTTP request whose body has the given SHA-256.
type signer interface {
	sign(ctx context.Context, request *http.Request, sum [32]byte) error
}

// scope is what a signature is made for.
type scope struct {
	credential, service, region string
}

// sdkSigner signs in this process. Its SDK keeps derived keys in the signer, so
// that a new signer for each request is the SDK without its key cache.
type sdkSigner struct {
	credentials aws.Credentials
	scope       scope
	shared      *v4.Signer
}

func newSDKSigner(credentials aws.Credentials, scope scope, keepsKeys bool) *sdkSigner {
	s := &sdkSigner{credentials: credentials, scope: scope}
	if keepsKeys {
		s.shared = v4.NewSigner(s.options)
	}
	return s
}

func (s *sdkSigner) options(options *v4.SignerOptions) {
	options.DisableURIPathEscaping = s.scope.service == "s3"
}

func (s *sdkSigner) sign(ctx context.Context, request *http.Request, sum [32]byte) error {
	signer := s.shared
	if signer == nil {
		signer = v4.NewSigner(s.options)
	}
	hash := hex.EncodeToString(sum[:])
	if s.scope.service == "s3" {
		request.Header.Set("X-Amz-Content-Sha256", hash)
	}
	return signer.SignHTTP(ctx, s.credentials, request, hash, s.scope.service, s.scope.region, time.Now())
}

// remoteSigner asks a server of ours.
type remoteSigner struct {
	client *signet.Client
	scope  scope
}

func (s *remoteSigner) sign(ctx context.Context, request *http.Request, sum [32]byte) error {
	signed, err := s.client.Sign(ctx, signet.Request{
		Credential: s.scope.credential,
		Region:     s.scope.region,
		Service:    s.scope.service,
		Method:     request.Method,
		URL:        request.URL.String(),
		Header:     request.Header,
		Payload:    signet.SHA256(sum),
	})
	if err != nil {
		return err
	}
	for name, values := range signed.Header {
		request.Header[http.CanonicalHeaderKey(name)] = values
	}
	return nil
}
