// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Command end_to_end does S3 and DynamoDB operations at servers that verify
// signatures, signed in turn by an SDK and by signet, each with its key cache on and
// off, and writes what every batch measured as JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"signet.dev/go"
)

// settings is the JSON that main reads from its only argument's file.
type settings struct {
	// Bucket is its URL, without a slash at the end; Table the URL of DynamoDB.
	Bucket string `json:"bucket"`
	Table  string `json:"table"`
	// Keys by service.
	Keys map[string]struct {
		Credential  string `json:"credential"`
		AccessKeyID string `json:"access_key_id"`
		Secret      string `json:"secret_access_key"`
	} `json:"keys"`
	// Signet's target with its key cache on, and the one with it off.
	Signet        string         `json:"signet"`
	SignetNoCache string         `json:"signet_no_cache"`
	ObjectBytes   int            `json:"object_bytes"`
	Concurrency   []int          `json:"concurrency"`
	Batches       int            `json:"batches"`
	BatchSeconds  float64        `json:"batch_seconds"`
	Processes     map[string]int `json:"processes"`
}

// measurement is one line of the output.
type measurement struct {
	Operation   string        `json:"operation"`
	Concurrency int           `json:"concurrency"`
	Signer      string        `json:"signer"`
	Batches     []batchResult `json:"batches"`
}

// signerNames in the order in which they take turns.
var signerNames = []string{"sdk", "sdk_no_cache", "signet", "signet_no_cache"}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "end_to_end:", err)
		os.Exit(1)
	}
}

func run() error {
	flag.Parse()
	if flag.NArg() != 1 {
		return errors.New("usage: end_to_end SETTINGS.json")
	}
	text, err := os.ReadFile(flag.Arg(0))
	if err != nil {
		return err
	}
	var s settings
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	s.Processes["client"] = os.Getpid()
	var measurements []measurement
	for _, op := range append(objectOperations(s.Bucket, s.ObjectBytes), itemOperations(s.Table)...) {
		signers, err := s.signers(op.service)
		if err != nil {
			return err
		}
		concurrencies := s.Concurrency
		if op.service == "dynamodb" {
			concurrencies = []int{1, 16}
		}
		for _, concurrency := range concurrencies {
			found, err := s.measure(op, concurrency, signers)
			if err != nil {
				return fmt.Errorf("%s at %d: %w", op.name, concurrency, err)
			}
			measurements = append(measurements, found...)
		}
	}
	signing, err := s.measureSigning()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(append(measurements, signing...))
}

func (s *settings) signers(service string) (map[string]signer, error) {
	key, ok := s.Keys[service]
	if !ok {
		return nil, fmt.Errorf("no key for %s", service)
	}
	where := scope{credential: key.Credential, service: service, region: "us-east-1"}
	credentials := aws.Credentials{AccessKeyID: key.AccessKeyID, SecretAccessKey: key.Secret}
	signers := map[string]signer{
		"sdk":          newSDKSigner(credentials, where, true),
		"sdk_no_cache": newSDKSigner(credentials, where, false),
	}
	for name, target := range map[string]string{"signet": s.Signet, "signet_no_cache": s.SignetNoCache} {
		client, err := signet.New(target)
		if err != nil {
			return nil, err
		}
		signers[name] = &remoteSigner{client, where}
	}
	return signers, nil
}

// measure does one operation with each signer in turn; the first round warms up.
func (s *settings) measure(op operation, concurrency int, signers map[string]signer) ([]measurement, error) {
	client := &http.Client{Transport: &http.Transport{
		MaxIdleConnsPerHost: concurrency, MaxConnsPerHost: concurrency, DisableCompression: true,
	}}
	defer client.CloseIdleConnections()
	return s.rounds(op.name, concurrency, func(name string) func(context.Context) error {
		return func(ctx context.Context) error { return op.do(ctx, client, signers[name]) }
	})
}

// measureSigning signs and sends nothing: what the signature alone costs.
func (s *settings) measureSigning() ([]measurement, error) {
	op := objectOperations(s.Bucket, s.ObjectBytes)[0]
	signers, err := s.signers(op.service)
	if err != nil {
		return nil, err
	}
	request, sum, err := op.make()
	if err != nil {
		return nil, err
	}
	return s.rounds("sign", 1, func(name string) func(context.Context) error {
		return func(ctx context.Context) error { return signers[name].sign(ctx, request.Clone(ctx), sum) }
	})
}

func (s *settings) rounds(operation string, concurrency int,
	doWith func(signer string) func(context.Context) error,
) ([]measurement, error) {
	found := make([]measurement, len(signerNames))
	duration := time.Duration(s.BatchSeconds * float64(time.Second))
	for round := range s.Batches + 1 {
		for i, name := range signerNames {
			found[i].Operation, found[i].Concurrency, found[i].Signer = operation, concurrency, name
			result, err := runBatch(context.Background(), concurrency, duration, s.Processes, doWith(name))
			if err != nil {
				return nil, err
			}
			if round > 0 {
				found[i].Batches = append(found[i].Batches, result)
			}
		}
	}
	fmt.Fprintln(os.Stderr, strings.Join([]string{operation, "at", strconv.Itoa(concurrency), "done"}, " "))
	return found, nil
}
