// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/protocol/eventstream"
	"github.com/aws/aws-sdk-go-v2/aws/protocol/eventstream/eventstreamapi"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// goSign signs a batch with aws-sdk-go-v2's signer.
func goSign(cases []*Case) ([]Result, error) {
	results := make([]Result, len(cases))
	for i, c := range cases {
		var err error
		if c.Op == "events" {
			results[i], err = goSignEvents(c)
		} else {
			results[i], err = goSignRequest(c)
		}
		if err != nil {
			results[i].Error = err.Error()
		}
	}
	return results, nil
}

func goCredentials(c *Case) aws.Credentials {
	return aws.Credentials{AccessKeyID: c.AccessKeyID, SecretAccessKey: c.Secret, SessionToken: c.Token}
}

func hexHash(text string) string {
	digest := sha256.Sum256([]byte(text))
	return hex.EncodeToString(digest[:])
}

// goRequest is the request with its path kept as it is: URL.Opaque, as the
// signer's documentation advises.
func goRequest(c *Case) *http.Request {
	origin, path, query, _ := splitURL(c.URL)
	scheme, host, _ := strings.Cut(origin, "://")
	request := &http.Request{
		Method: c.Method,
		Host:   host,
		URL: &url.URL{Scheme: scheme, Host: host, Opaque: "//" + host + path,
			RawQuery: query},
		Header: http.Header{},
	}
	for _, header := range c.Headers {
		if strings.EqualFold(header[0], "content-length") {
			request.ContentLength, _ = strconv.ParseInt(header[1], 10, 64)
			continue
		}
		request.Header.Add(header[0], header[1])
	}
	return request
}

func goSignRequest(c *Case) (Result, error) {
	request := goRequest(c)
	payload := payloadHash(c)
	at := time.Unix(c.Time, 0)
	options := func(o *v4.SignerOptions) {
		o.DisableURIPathEscaping = c.Profile == "s3"
		o.DisableHeaderHoisting = c.PresignProfile != "go-v2"
	}
	// A new signer each time: it caches keys without regard to the secret.
	signer := v4.NewSigner()
	ctx := context.Background()
	if c.Placement == "query" {
		if request.URL.RawQuery != "" {
			request.URL.RawQuery += "&"
		}
		request.URL.RawQuery += "X-Amz-Expires=" + strconv.FormatInt(c.Expires, 10)
		signed, headers, err := signer.PresignHTTP(ctx, goCredentials(c), request, payload, c.Service,
			c.Region, at, options)
		return Result{URL: signed, Headers: headerPairs(headers)}, err
	}
	if c.PayloadHeader {
		request.Header.Set("X-Amz-Content-Sha256", payload)
	}
	err := signer.SignHTTP(ctx, goCredentials(c), request, payload, c.Service, c.Region, at, options)
	return Result{Headers: headerPairs(request.Header)}, err
}

func headerPairs(header http.Header) []Pair {
	var pairs []Pair
	for name, values := range header {
		for _, value := range values {
			pairs = append(pairs, Pair{name, value})
		}
	}
	return pairs
}

func goSignEvents(c *Case) (Result, error) {
	seed, err := hex.DecodeString(c.Seed)
	if err != nil {
		return Result{}, err
	}
	signer := v4.NewStreamSigner(goCredentials(c), c.Service, c.Region, seed)
	var result Result
	for _, event := range c.Events {
		headers, err := hex.DecodeString(event.Headers)
		if err != nil {
			return Result{}, err
		}
		signature, err := signer.GetSignature(context.Background(), headers, []byte(event.Payload),
			time.UnixMilli(event.TimeMS))
		if err != nil {
			return Result{}, err
		}
		result.Signatures = append(result.Signatures, hex.EncodeToString(signature))
	}
	return result, nil
}

// encodedDateHeader is the one header of an event as go-v2's event-stream
// encoder writes it, in hex.
func encodedDateHeader(unixSeconds int64) string {
	headers := eventstream.Headers{{
		Name:  eventstreamapi.DateHeader,
		Value: eventstream.TimestampValue(time.Unix(unixSeconds, 0).UTC()),
	}}
	var encoded bytes.Buffer
	if err := eventstream.EncodeHeaders(&encoded, headers); err != nil {
		panic(err) // one short header always encodes
	}
	return hex.EncodeToString(encoded.Bytes())
}
