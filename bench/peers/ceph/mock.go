// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// bucketInfo is what a gateway answers of a bucket, 1.2 KB.
const bucketInfo = `{
  "bucket": "bucket-00000",
  "num_shards": 11,
  "tenant": "",
  "versioning": "off",
  "zonegroup": "b8c7e0ad-7d52-4d3f-a1d5-0b6a2f6f9a11",
  "placement_rule": "default-placement",
  "explicit_placement": {"data_pool": "", "data_extra_pool": "", "index_pool": ""},
  "id": "5f1c2f53-3a43-4bd0-9a4b-5bb5a9f0b0d7.4163.1",
  "marker": "5f1c2f53-3a43-4bd0-9a4b-5bb5a9f0b0d7.4163.1",
  "index_type": "Normal",
  "versioned": false,
  "versioning_enabled": false,
  "object_lock_enabled": false,
  "mfa_enabled": false,
  "owner": "reporting",
  "ver": "0#21,1#17,2#33,3#9,4#27,5#13,6#25,7#19,8#11,9#23,10#15",
  "master_ver": "0#0,1#0,2#0,3#0,4#0,5#0,6#0,7#0,8#0,9#0,10#0",
  "mtime": "2026-11-30T12:00:00.000000Z",
  "creation_time": "2026-11-01T08:30:00.000000Z",
  "max_marker": "0#,1#,2#,3#,4#,5#,6#,7#,8#,9#,10#",
  "usage": {
    "rgw.main": {
      "size": 738197504, "size_actual": 738197504, "size_utilized": 738197504,
      "size_kb": 720896, "size_kb_actual": 720896, "size_kb_utilized": 720896,
      "num_objects": 704
    }
  },
  "bucket_quota": {
    "enabled": false, "check_on_raw": false, "max_size": -1, "max_size_kb": 0, "max_objects": -1
  }
}`

// keepingClient keeps the last request for verify.
type keepingClient interface {
	Do(request *http.Request) (*http.Response, error)
	Last() *http.Request
}

// mockClient answers every request by itself.
type mockClient struct {
	last *http.Request
}

// Last is the request that came last.
func (m *mockClient) Last() *http.Request { return m.last }

// Do answers with a bucket.
func (m *mockClient) Do(request *http.Request) (*http.Response, error) {
	m.last = request
	return &http.Response{
		StatusCode: http.StatusOK,
		Body:       io.NopCloser(bytes.NewReader([]byte(bucketInfo))),
	}, nil
}

// verify checks a request as the gateway would: aws-sdk-go-v2 has to come to
// the same signature for the request's own time.
func verify(request *http.Request, credentials aws.Credentials) error {
	if request == nil {
		return errors.New("no request came")
	}
	at, err := time.Parse("20060102T150405Z", request.Header.Get("X-Amz-Date"))
	if err != nil {
		return err
	}
	again, err := http.NewRequest(request.Method, request.URL.String(), nil)
	if err != nil {
		return err
	}
	err = v4.NewSigner().SignHTTP(context.Background(), credentials, again, payloadHash, service,
		region, at)
	if err != nil {
		return err
	}
	expected, got := again.Header.Get("Authorization"), request.Header.Get("Authorization")
	if got != expected {
		return fmt.Errorf("signed as %q, expected %q", got, expected)
	}
	return nil
}
