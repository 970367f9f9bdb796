// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	stdbase64 "encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// setBySigning are the headers that signing sets, lower case.
var setBySigning = []string{
	"authorization", "x-amz-date", "x-amz-content-sha256", "x-amz-security-token",
	"x-amz-region-set", "x-amz-s3session-token",
}

// compare says how a peer's result differs from signet's; "" if it does not.
// asked is the case as the peer got it.
func compare(asked *Case, ours, theirs *Result) string {
	if theirs.Error != "" {
		return "the peer failed: " + theirs.Error
	}
	switch asked.Op {
	case "stages", "verify":
		return verified(theirs)
	case "stream", "events":
		if asked.Signatures != nil {
			return verified(theirs)
		}
		if !slices.Equal(ours.Signatures, theirs.Signatures) {
			return fmt.Sprintf("signatures: ours %v, theirs %v", ours.Signatures, theirs.Signatures)
		}
		return ""
	case "post":
		return comparePost(ours, theirs)
	}
	if asked.Placement == "query" {
		return compareURL(asked, ours.URL, theirs.URL)
	}
	return compareHeaders(asked, ours.Headers, theirs.Headers)
}

func verified(theirs *Result) string {
	if theirs.Verified {
		return ""
	}
	return "the signature does not verify"
}

// compareHeaders compares what header placement sets: name by name, so the
// whole Authorization value too.
func compareHeaders(asked *Case, ours, theirs []Pair) string {
	our, their := pickHeaders(ours), pickHeaders(theirs)
	if asked.Token == "" {
		delete(our, "x-amz-security-token") // added after signing
	}
	for _, name := range setBySigning {
		if our[name] != their[name] {
			return fmt.Sprintf("%s: ours %q, theirs %q", name, our[name], their[name])
		}
	}
	return ""
}

func pickHeaders(pairs []Pair) map[string]string {
	picked := map[string]string{}
	for _, pair := range pairs {
		if name := strings.ToLower(pair[0]); slices.Contains(setBySigning, name) {
			picked[name] += pair[1]
		}
	}
	return picked
}

// compareURL compares presigned URLs: the parameters, decoded, in any order.
func compareURL(asked *Case, ours, theirs string) string {
	our, their := sortedQuery(ours, asked.Token == ""), sortedQuery(theirs, false)
	if slices.Equal(our, their) {
		return ""
	}
	for _, pair := range our {
		if !slices.Contains(their, pair) {
			return fmt.Sprintf("query: ours has %q, theirs is %q", pair, their)
		}
	}
	return fmt.Sprintf("query: ours is %q, theirs is %q", our, their)
}

func sortedQuery(url string, withoutToken bool) []Pair {
	_, _, query, _ := splitURL(url)
	pairs := slices.DeleteFunc(queryPairs(query), func(pair Pair) bool {
		return withoutToken && pair[0] == "X-Amz-Security-Token"
	})
	slices.SortFunc(pairs, func(a, b Pair) int {
		if order := strings.Compare(a[0], b[0]); order != 0 {
			return order
		}
		return strings.Compare(a[1], b[1])
	})
	return pairs
}

// comparePost compares the signature of our policy, what the policies say, and
// the form fields beside them.
func comparePost(ours, theirs *Result) string {
	if ours.Signature != theirs.Signature {
		return fmt.Sprintf("signature of our policy: ours %q, theirs %q", ours.Signature, theirs.Signature)
	}
	their := map[string]string{}
	for _, field := range theirs.Fields {
		their[field[0]] = field[1]
	}
	ourDocument, err := decodePolicy(ours.EncodedPolicy)
	if err != nil {
		return "our policy: " + err.Error()
	}
	theirDocument, err := decodePolicy(their["policy"])
	if err != nil {
		return "their policy: " + err.Error()
	}
	if !reflect.DeepEqual(ourDocument, theirDocument) {
		return fmt.Sprintf("policy: ours %v, theirs %v", ourDocument, theirDocument)
	}
	for _, name := range []string{"x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-security-token"} {
		if our := fieldOf(ours.Fields, name); our != their[name] {
			return fmt.Sprintf("field %s: ours %q, theirs %q", name, our, their[name])
		}
	}
	return ""
}

func fieldOf(fields []Pair, name string) string {
	for _, field := range fields {
		if field[0] == name {
			return field[1]
		}
	}
	return ""
}

// policy is a POST policy in a form in which the order and the spelling of
// conditions make no difference.
type policy struct {
	expiration string
	conditions []string
}

// decodePolicy reads the base64 of a policy. ["eq", "$a", "b"] and {"a": "b"}
// mean the same to S3.
func decodePolicy(encoded string) (policy, error) {
	document, err := stdbase64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return policy{}, err
	}
	var read PostDocument
	if err := json.Unmarshal(document, &read); err != nil {
		return policy{}, err
	}
	out := policy{expiration: strings.Replace(read.Expiration, ".000Z", "Z", 1)}
	for _, condition := range read.Conditions {
		switch typed := condition.(type) {
		case map[string]any:
			for name, value := range typed {
				out.conditions = append(out.conditions, fmt.Sprintf("eq|$%s|%v", name, value))
			}
		case []any:
			out.conditions = append(out.conditions, fmt.Sprintf("%v|%v|%v", typed...))
		}
	}
	slices.Sort(out.conditions)
	return out, nil
}

// flipped is a result with one bit of each signature changed.
func flipped(ours *Result) *Result {
	copied := *ours
	flip := func(signature string) string {
		if signature == "" {
			return ""
		}
		// Flips the lowest bit of the digit: stays a hex digit.
		digit := unhex(signature[len(signature)/2])
		return signature[:len(signature)/2] + string("0123456789abcdef"[digit^1]) +
			signature[len(signature)/2+1:]
	}
	copied.Signature = flip(ours.Signature)
	copied.Signatures = nil
	for _, signature := range ours.Signatures {
		copied.Signatures = append(copied.Signatures, flip(signature))
	}
	replace := func(text string) string {
		if ours.Signature == "" {
			return text
		}
		return strings.ReplaceAll(text, ours.Signature, copied.Signature)
	}
	copied.URL = replace(ours.URL)
	copied.flipped = true
	copied.Headers = nil
	for _, header := range ours.Headers {
		copied.Headers = append(copied.Headers, Pair{header[0], replace(header[1])})
	}
	return &copied
}
