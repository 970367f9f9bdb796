// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"signet.dev/go/signetv1"
)

// How go-ceph signs for the admin API.
const (
	region      = "default"
	service     = "s3"
	payloadHash = "UNSIGNED-PAYLOAD"
)

// Signer sets the headers that a request needs.
type Signer interface {
	Sign(ctx context.Context, request *http.Request) error
}

func staticProvider(c aws.Credentials) aws.CredentialsProvider {
	return aws.NewCredentialsCache(
		credentials.NewStaticCredentialsProvider(c.AccessKeyID, c.SecretAccessKey, ""))
}

// perRequestSigner makes signer and credentials cache anew for each request, as
// go-ceph does.
type perRequestSigner struct{ credentials aws.Credentials }

func (s perRequestSigner) Sign(ctx context.Context, request *http.Request) error {
	c, err := staticProvider(s.credentials).Retrieve(ctx)
	if err != nil {
		return err
	}
	return v4.NewSigner().SignHTTP(ctx, c, request, payloadHash, service, region, time.Now())
}

// sharedSigner keeps the signer, and makes only the credentials cache anew.
type sharedSigner struct {
	credentials aws.Credentials
	signer      *v4.Signer
}

func (s sharedSigner) Sign(ctx context.Context, request *http.Request) error {
	c, err := staticProvider(s.credentials).Retrieve(ctx)
	if err != nil {
		return err
	}
	return s.signer.SignHTTP(ctx, c, request, payloadHash, service, region, time.Now())
}

// remoteSigner asks signetd for each signature.
type remoteSigner struct {
	stub       signetv1.SigningServiceClient
	credential string
}

func (s remoteSigner) Sign(ctx context.Context, request *http.Request) error {
	message := &signetv1.SignRequestRequest{
		Credential: s.credential,
		Region:     region,
		Service:    service,
		Profile:    "rgw-admin",
		HttpRequest: &signetv1.HttpRequest{
			Method: request.Method,
			Url:    request.URL.String(),
		},
		Payload: &signetv1.Payload{Kind: &signetv1.Payload_Unsigned{Unsigned: true}},
	}
	response, err := s.stub.SignRequest(ctx, message)
	if err != nil {
		return err
	}
	for _, header := range response.GetHeaders() {
		request.Header.Set(header.GetName(), string(header.GetValue()))
	}
	return nil
}
