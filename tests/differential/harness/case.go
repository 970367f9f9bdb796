// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

// Pair is a header or a query parameter: name and value.
type Pair [2]string

// Case is one thing to sign, as every child reads it. A child ignores the
// fields that mean nothing to it.
type Case struct {
	Op        string `json:"op"`
	Algorithm string `json:"algorithm"`
	Time      int64  `json:"time"` // Unix seconds

	Region      string `json:"region"` // SigV4A: the region set
	Service     string `json:"service"`
	AccessKeyID string `json:"access_key_id"`
	Secret      string `json:"secret"`
	Token       string `json:"token,omitempty"`

	// A request.
	Placement         string `json:"placement,omitempty"` // header | query
	Method            string `json:"method,omitempty"`
	URL               string `json:"url,omitempty"` // as it will be sent
	Headers           []Pair `json:"headers"`
	Payload           string `json:"payload,omitempty"` // "hash" or a constant
	Body              string `json:"body,omitempty"`
	PayloadHeader     bool   `json:"payload_header,omitempty"`
	Profile           string `json:"profile,omitempty"`
	PresignProfile    string `json:"presign_profile,omitempty"`
	Expires           int64  `json:"expires,omitempty"`
	TokenAfterSigning bool   `json:"token_after_signing,omitempty"`
	S3Express         bool   `json:"s3_express,omitempty"` // the token's header
	Explain           bool   `json:"explain,omitempty"`

	// Options of @smithy/signature-v4.
	SignableHeaders    []string `json:"signable_headers,omitempty"`
	UnsignableHeaders  []string `json:"unsignable_headers,omitempty"`
	UnhoistableHeaders []string `json:"unhoistable_headers,omitempty"`

	// Chunks, trailers, events.
	Seed     string   `json:"seed,omitempty"`
	Chunks   []string `json:"chunks,omitempty"`
	Trailers []Pair   `json:"trailers,omitempty"`
	Events   []Event  `json:"events,omitempty"`

	// What to verify (SigV4A).
	Signature  string   `json:"signature,omitempty"`
	Signatures []string `json:"signatures,omitempty"`

	// A POST policy: for signet, and as the document that botocore extends.
	Bucket        string          `json:"bucket,omitempty"`
	Conditions    []PostCondition `json:"conditions,omitempty"`
	Policy        *PostDocument   `json:"policy,omitempty"`
	EncodedPolicy string          `json:"encoded_policy,omitempty"`

	// Told to nobody: what the case was made of.
	features feature
	// Have signThenVerify change one bit of what it verifies.
	flip bool
}

// Event is one event-stream message whose only header is :date.
type Event struct {
	TimeMS  int64  `json:"time_ms"`
	Headers string `json:"headers"` // the encoded :date header, hex
	Payload string `json:"payload"`
}

// PostCondition is one structured condition of a POST policy.
type PostCondition struct {
	Kind  string `json:"kind"` // equals | prefix | range
	Field string `json:"field"`
	Value string `json:"value"`
	Min   int64  `json:"min"`
	Max   int64  `json:"max"`
}

// PostDocument is a POST policy as S3 reads it.
type PostDocument struct {
	Expiration string `json:"expiration"`
	Conditions []any  `json:"conditions"`
}

// Result is what a child answers.
type Result struct {
	Error         string   `json:"error"`
	Code          string   `json:"code"`
	Signature     string   `json:"signature"`
	Signatures    []string `json:"signatures"`
	Headers       []Pair   `json:"headers"`
	URL           string   `json:"url"`
	Verified      bool     `json:"verified"`
	Fields        []Pair   `json:"fields"`
	EncodedPolicy string   `json:"encoded_policy"`

	CanonicalRequest string `json:"canonical_request"`
	StringToSign     string `json:"string_to_sign"`

	// True of a copy with one bit of its signatures changed.
	flipped bool
}

// feature is a property of a case that some peer treats differently.
type feature uint32

const (
	plusRefused      feature = 1 << iota // a raw '+' that signet refuses
	badEscape                            // an escape that signet refuses
	duplicateQuery                       // a query key given twice
	unicodeSpace                         // white space beyond ASCII in a header
	innerTab                             // a tab inside a header value
	dateHeader                           // a Date header of the caller's
	zeroLength                           // Content-Length: 0
	neverSigned                          // a header that signet never signs
	smithyUnsigned                       // one that smithy alone leaves unsigned
	botocoreUnsigned                     // one that botocore alone leaves unsigned
)

func (f feature) has(other feature) bool { return f&other != 0 }
