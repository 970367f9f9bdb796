// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// usage: cephpeer REQUESTS.json TARGET CREDENTIAL [ENDPOINT]
//
// go-ceph's rgw/admin GetBucketInfo for bench/peers/compare.py, signed in several
// ways. TARGET is a signetd whose CREDENTIAL is the one of REQUESTS.json. A client
// answers by itself, or the radosgw at ENDPOINT does, where a user of that access
// key may read all buckets; the buckets are made there first.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/ceph/go-ceph/rgw/admin"

	"peers/measure"
	signet "signet.dev/go"
)

const (
	mockEndpoint = "http://127.0.0.1:8080"
	// How many buckets a scan reads, of the mock and of a radosgw.
	mockBuckets = 10000
	realBuckets = 200
)

// gateway is who answers.
type gateway struct {
	endpoint string
	buckets  int
	client   keepingClient
}

// caller goes the way of go-ceph's API, which makes its signer itself, with any
// signer.
type caller struct {
	signer  Signer
	gateway *gateway
}

func (c caller) newRequest(ctx context.Context, bucket string) (*http.Request, error) {
	arguments := url.Values{}
	arguments.Add("format", "json")
	arguments.Add("bucket", bucket)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet,
		fmt.Sprintf("%s/admin/bucket?%s", c.gateway.endpoint, arguments.Encode()), nil)
	if err != nil {
		return nil, err
	}
	return request, c.signer.Sign(ctx, request)
}

// GetBucketInfo is what admin.API's does.
func (c caller) GetBucketInfo(ctx context.Context, bucket admin.Bucket) (admin.Bucket, error) {
	request, err := c.newRequest(ctx, bucket.Bucket)
	if err != nil {
		return admin.Bucket{}, err
	}
	response, err := c.gateway.client.Do(request)
	if err != nil {
		return admin.Bucket{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return admin.Bucket{}, err
	}
	if response.StatusCode >= 300 {
		return admin.Bucket{}, fmt.Errorf("status %d", response.StatusCode)
	}
	var info admin.Bucket
	return info, json.Unmarshal(body, &info)
}

func bucketName(i int) string { return fmt.Sprintf("bucket-%05d", i) }

type getBucketInfo func(ctx context.Context, bucket admin.Bucket) (admin.Bucket, error)

// addCells adds "bucket_info/WAY" and "scan/WAY", after the request that came to
// the client has proven right.
func addCells(cells map[string]measure.Operation, way string, get getBucketInfo, buckets int,
	proof func() error) {
	ctx := context.Background()
	cells["bucket_info/"+way] = func() (string, error) {
		_, err := get(ctx, admin.Bucket{Bucket: bucketName(0)})
		return "", err
	}
	cells["scan/"+way] = func() (string, error) {
		for i := range buckets {
			if _, err := get(ctx, admin.Bucket{Bucket: bucketName(i)}); err != nil {
				return "", err
			}
		}
		return "", nil
	}
	if _, err := cells["bucket_info/"+way](); err != nil {
		log.Fatalf("%s: %v", way, err)
	}
	if err := proof(); err != nil {
		log.Fatalf("%s: %v", way, err)
	}
}

func readCredentials(path string) aws.Credentials {
	text, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	var document struct {
		AccessKeyID string `json:"access_key_id"`
		Secret      string `json:"secret"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		log.Fatal(err)
	}
	return aws.Credentials{AccessKeyID: document.AccessKeyID, SecretAccessKey: document.Secret}
}

func main() {
	credentials := readCredentials(os.Args[1])
	connection, err := signet.New(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	answers := gateway{mockEndpoint, mockBuckets, &mockClient{}}
	if len(os.Args) > 4 {
		answers = gateway{os.Args[4], realBuckets, &realClient{}}
		if err := makeBuckets(answers, credentials); err != nil {
			log.Fatal(err)
		}
	}
	proof := func() error { return verify(answers.client.Last(), credentials) }
	cells := map[string]measure.Operation{}

	released, err := admin.New(answers.endpoint, credentials.AccessKeyID,
		credentials.SecretAccessKey, answers.client)
	if err != nil {
		log.Fatal(err)
	}
	addCells(cells, "released", released.GetBucketInfo, answers.buckets, proof)
	for way, signer := range map[string]Signer{
		"per_request": perRequestSigner{credentials},
		"shared":      sharedSigner{credentials, v4.NewSigner()},
		"local":       &localSigner{stub: connection.Stub(), credential: os.Args[3]},
		"remote":      remoteSigner{connection.Stub(), os.Args[3]},
	} {
		one := caller{signer, &answers}
		addCells(cells, way, one.GetBucketInfo, answers.buckets, proof)
		cells["sign/"+way] = func() (string, error) {
			_, err := one.newRequest(context.Background(), bucketName(0))
			return "", err
		}
	}
	measure.Serve(cells)
}
