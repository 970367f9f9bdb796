// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
)

// operation is one request to a server that verifies its signature.
type operation struct {
	name string
	// service decides which signers do it.
	service string
	make    func() (*http.Request, [32]byte, error)
}

// Objects and items are told apart by so many names.
const names = 64

func withBody(method, url string, body []byte, header http.Header) (*http.Request, [32]byte, error) {
	request, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		return nil, [32]byte{}, err
	}
	for name, values := range header {
		request.Header[name] = values
	}
	return request, sha256.Sum256(body), nil
}

func randomBody(size int) []byte {
	body := make([]byte, size)
	for i := range body {
		body[i] = byte(rand.Uint32())
	}
	return body
}

// objectOperations uploads and downloads objects of `size` bytes at bucket.
func objectOperations(bucket string, size int) []operation {
	body := randomBody(size)
	object := func() string { return fmt.Sprintf("%s/object-%d", bucket, rand.IntN(names)) }
	return []operation{
		{"upload", "s3", func() (*http.Request, [32]byte, error) {
			return withBody(http.MethodPut, object(), body, nil)
		}},
		{"download", "s3", func() (*http.Request, [32]byte, error) {
			return withBody(http.MethodGet, object(), nil, nil)
		}},
	}
}

// itemOperations puts and gets items of a table "items" with a string key "id".
func itemOperations(endpoint string) []operation {
	call := func(action, body string) (*http.Request, [32]byte, error) {
		return withBody(http.MethodPost, endpoint, []byte(body), http.Header{
			"Content-Type": {"application/x-amz-json-1.0"},
			"X-Amz-Target": {"DynamoDB_20120810." + action},
		})
	}
	return []operation{
		{"put_item", "dynamodb", func() (*http.Request, [32]byte, error) {
			return call("PutItem", fmt.Sprintf(
				`{"TableName":"items","Item":{"id":{"S":"%d"},"value":{"S":"%0512d"}}}`, rand.IntN(names), 1))
		}},
		{"get_item", "dynamodb", func() (*http.Request, [32]byte, error) {
			return call("GetItem", fmt.Sprintf(`{"TableName":"items","Key":{"id":{"S":"%d"}}}`, rand.IntN(names)))
		}},
	}
}

// do signs and sends one request and reads the answer. The signature is part of it.
func (o operation) do(ctx context.Context, client *http.Client, signer signer) error {
	request, sum, err := o.make()
	if err != nil {
		return err
	}
	if err := signer.sign(ctx, request, sum); err != nil {
		return fmt.Errorf("signing: %w", err)
	}
	response, err := client.Do(request.WithContext(ctx))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 500))
		return fmt.Errorf("%s: status %d: %s", o.name, response.StatusCode, text)
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err
}
