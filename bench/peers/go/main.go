// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// aws-sdk-go-v2's signer for bench/peers/compare.py. usage: peers REQUESTS.json
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"peers/measure"
)

type request struct {
	Service       string      `json:"service"`
	Region        string      `json:"region"`
	Profile       string      `json:"profile"`
	Method        string      `json:"method"`
	URL           string      `json:"url"`
	Headers       [][2]string `json:"headers"`
	Body          []string    `json:"body"`
	Token         []string    `json:"token"`
	PayloadHeader bool        `json:"payload_header"`
}

type document struct {
	AccessKeyID string             `json:"access_key_id"`
	Secret      string             `json:"secret"`
	Time        int64              `json:"time"`
	Requests    map[string]request `json:"requests"`
}

// newSign makes the operation. As in the SDK, an http.Request is built for each
// call and the payload hash is at hand before signing; newSigner is asked for
// the signer each time. The signer keeps its cache of keys to itself.
func newSign(d *document, r request, newSigner func() *v4.Signer) measure.Operation {
	body := strings.Join(r.Body, "")
	credentials := aws.Credentials{AccessKeyID: d.AccessKeyID, SecretAccessKey: d.Secret,
		SessionToken: strings.Join(r.Token, "")}
	at := time.Unix(d.Time, 0).UTC()
	options := func(o *v4.SignerOptions) { o.DisableURIPathEscaping = r.Profile == "s3" }
	empty := sha256.Sum256(nil)
	emptyHash := hex.EncodeToString(empty[:])
	ctx := context.Background()
	return func() (string, error) {
		// Without the body, whose length the signer would sign as another header.
		req, err := http.NewRequestWithContext(ctx, r.Method, r.URL, nil)
		if err != nil {
			return "", err
		}
		for _, header := range r.Headers {
			req.Header.Set(header[0], header[1])
		}
		hash := emptyHash
		if body != "" {
			sum := sha256.Sum256([]byte(body))
			hash = hex.EncodeToString(sum[:])
		}
		if r.PayloadHeader {
			req.Header.Set("X-Amz-Content-Sha256", hash)
		}
		err = newSigner().SignHTTP(ctx, credentials, req, hash, r.Service, r.Region, at, options)
		authorization := req.Header.Get("Authorization")
		return authorization[strings.LastIndexByte(authorization, '=')+1:], err
	}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		log.Fatal(err)
	}
	cells := map[string]measure.Operation{}
	for name, r := range d.Requests {
		signer := v4.NewSigner()
		cells[name+"/warm"] = newSign(&d, r, func() *v4.Signer { return signer })
		cells[name+"/cold"] = newSign(&d, r, func() *v4.Signer { return v4.NewSigner() })
	}
	measure.Serve(cells)
}
