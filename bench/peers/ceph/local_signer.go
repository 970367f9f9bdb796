// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"signet.dev/go/signetv1"
)

// localSigner signs in the process with a key that signetd leased to it, on the
// server's time. It holds no secret access key.
type localSigner struct {
	stub       signetv1.SigningServiceClient
	credential string

	renewal sync.Mutex
	current atomic.Pointer[lease]
}

type lease struct {
	accessKeyID string
	scope       string
	// "20261130"
	date       string
	renewAfter time.Time
	// Of the server's clock ahead of ours.
	offset time.Duration
	macs   sync.Pool
}

// scratch is what one signature uses and the next one uses again.
type scratch struct {
	mac     hash.Hash
	text    []byte
	sum     []byte
	headers []string
	query   []parameter
}

type parameter struct{ name, value string }

func (s *localSigner) Sign(ctx context.Context, request *http.Request) error {
	held := s.current.Load()
	if held == nil || !time.Now().Before(held.renewAfter) {
		var err error
		if held, err = s.renew(ctx); err != nil {
			return err
		}
	}
	now := time.Now().Add(held.offset).UTC()
	amzDate := now.Format("20060102T150405Z")
	if amzDate[:8] != held.date {
		return fmt.Errorf("the key is of %s, it is %s", held.date, amzDate)
	}
	request.Header["X-Amz-Date"] = []string{amzDate}
	at := held.macs.Get().(*scratch)
	at.canonicalRequest(request)
	digest := sha256.Sum256(at.text)
	at.text = append(at.text[:0], "AWS4-HMAC-SHA256\n"...)
	at.text = append(append(append(at.text, amzDate...), '\n'), held.scope...)
	at.text = hex.AppendEncode(append(at.text, '\n'), digest[:])
	at.mac.Reset()
	at.mac.Write(at.text)
	at.sum = at.mac.Sum(at.sum[:0])
	at.text = append(at.text[:0], "AWS4-HMAC-SHA256 Credential="...)
	at.text = append(append(append(at.text, held.accessKeyID...), '/'), held.scope...)
	at.text = at.appendSignedHeaders(append(at.text, ", SignedHeaders="...))
	at.text = hex.AppendEncode(append(at.text, ", Signature="...), at.sum)
	request.Header["Authorization"] = []string{string(at.text)}
	held.macs.Put(at)
	return nil
}

// canonicalRequest writes it into s.text. The path goes in as it is sent, as S3
// and its kin take it.
func (s *scratch) canonicalRequest(request *http.Request) {
	s.headers = append(s.headers[:0], "host")
	for name := range request.Header {
		if name != "Authorization" && name != "User-Agent" {
			s.headers = append(s.headers, strings.ToLower(name))
		}
	}
	slices.Sort(s.headers)
	s.text = append(append(s.text[:0], request.Method...), '\n')
	s.text = append(append(s.text, request.URL.EscapedPath()...), '\n')
	s.appendQuery(request.URL.RawQuery)
	s.text = append(s.text, '\n')
	for _, name := range s.headers {
		s.text = append(append(s.text, name...), ':')
		if name == "host" {
			s.text = append(s.text, request.URL.Host...)
		} else {
			s.text = append(s.text, strings.TrimSpace(request.Header.Get(name))...)
		}
		s.text = append(s.text, '\n')
	}
	s.text = s.appendSignedHeaders(append(s.text, '\n'))
	s.text = append(append(s.text, '\n'), payloadHash...)
}

// appendQuery sorts what url.Values encoded, which writes a space as '+'.
func (s *scratch) appendQuery(query string) {
	s.query = s.query[:0]
	for query != "" {
		var piece string
		piece, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(piece, "=")
		s.query = append(s.query, parameter{name, value})
	}
	slices.SortFunc(s.query, func(a, b parameter) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.value, b.value))
	})
	for i, one := range s.query {
		if i > 0 {
			s.text = append(s.text, '&')
		}
		s.text = append(s.text, strings.ReplaceAll(one.name, "+", "%20")...)
		s.text = append(append(s.text, '='), strings.ReplaceAll(one.value, "+", "%20")...)
	}
}

func (s *scratch) appendSignedHeaders(text []byte) []byte {
	for i, name := range s.headers {
		if i > 0 {
			text = append(text, ';')
		}
		text = append(text, name...)
	}
	return text
}

func (s *localSigner) renew(ctx context.Context) (*lease, error) {
	s.renewal.Lock()
	defer s.renewal.Unlock()
	if held := s.current.Load(); held != nil && time.Now().Before(held.renewAfter) {
		return held, nil
	}
	response, err := s.stub.GetOrLoadKey(ctx, &signetv1.GetOrLoadKeyRequest{
		Credential: s.credential, Region: region, Service: service,
	})
	if err != nil {
		return nil, err
	}
	offset := time.Until(response.GetServerTime().AsTime())
	date, _, _ := strings.Cut(response.GetCredentialScope(), "/")
	fresh := &lease{
		accessKeyID: response.GetAccessKeyId(),
		scope:       response.GetCredentialScope(),
		date:        date,
		renewAfter:  response.GetRenewAfter().AsTime().Add(-offset),
		offset:      offset,
	}
	key := response.GetSigningKey()
	fresh.macs.New = func() any { return &scratch{mac: hmac.New(sha256.New, key)} }
	s.current.Store(fresh)
	return fresh, nil
}
