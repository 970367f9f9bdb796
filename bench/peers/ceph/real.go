// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// realClient sends.
type realClient struct {
	client http.Client
	last   *http.Request
}

// Last is the request that was sent last.
func (r *realClient) Last() *http.Request { return r.last }

// Do sends the request.
func (r *realClient) Do(request *http.Request) (*http.Response, error) {
	r.last = request
	return r.client.Do(request)
}

// makeBuckets makes those that a scan reads.
func makeBuckets(to gateway, credentials aws.Credentials) error {
	signer := v4.NewSigner()
	for i := range to.buckets {
		request, err := http.NewRequest(http.MethodPut, to.endpoint+"/"+bucketName(i), nil)
		if err != nil {
			return err
		}
		request.Header.Set("X-Amz-Content-Sha256", payloadHash)
		err = signer.SignHTTP(context.Background(), credentials, request, payloadHash, service,
			region, time.Now())
		if err != nil {
			return err
		}
		response, err := to.client.Do(request)
		if err != nil {
			return err
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("cannot make %s: %s: %s", bucketName(i), response.Status, body)
		}
	}
	return nil
}
