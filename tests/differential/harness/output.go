// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"slices"
	"strings"
)

// checkOutput checks what no peer can: that the URL and the headers that signet
// hands out are those of the request that it signed. "" if they are.
func checkOutput(c *Case, ours *Result) string {
	if c.Op != "request" {
		return ""
	}
	origin, path, query, _ := splitURL(c.URL)
	ourOrigin, ourPath, ourQuery, _ := splitURL(ours.URL)
	if path == "" {
		path = "/"
	}
	if c.Profile == "s3" {
		if strings.ContainsFunc(ours.URL, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return "url: ours holds bytes that no URL may hold"
		}
		path, ourPath = encodedOnce(path), encodedOnce(ourPath)
	}
	if origin != ourOrigin || path != ourPath {
		return fmt.Sprintf("url: ours is %q, given was %q", ours.URL, c.URL)
	}
	given, returned := queryPairs(query), queryPairs(ourQuery)
	if len(returned) < len(given) || !slices.Equal(returned[:len(given)], given) {
		return fmt.Sprintf("query: ours is %q, given was %q", ourQuery, query)
	}
	if c.Placement == "query" {
		return checkPresigned(c, ours, returned)
	}
	if len(returned) != len(given) {
		return fmt.Sprintf("query: ours has more than %q", query)
	}
	if c.Algorithm == "sigv4a" && pickHeaders(ours.Headers)["x-amz-region-set"] != c.Region {
		return "no x-amz-region-set header with the region set"
	}
	return ""
}

// checkPresigned checks that the headers to send are the signed ones.
func checkPresigned(c *Case, ours *Result, query []Pair) string {
	parameters := map[string]string{}
	for _, pair := range query {
		parameters[pair[0]] = pair[1]
	}
	names := append(lowered(namesOf(ours.Headers)), "host")
	slices.Sort(names)
	toSend := strings.Join(slices.Compact(names), ";")
	if signed := parameters["X-Amz-SignedHeaders"]; signed != toSend {
		return fmt.Sprintf("signed are %q, to be sent are %q", signed, toSend)
	}
	if c.Algorithm == "sigv4a" && parameters["X-Amz-Region-Set"] != c.Region {
		return "no X-Amz-Region-Set parameter with the region set"
	}
	return checkNoneDropped(c, ours, query)
}

// checkNoneDropped checks that every header of the caller's is to be sent as it
// was given or has moved into the query, and that no other is to be sent.
func checkNoneDropped(c *Case, ours *Result, query []Pair) string {
	for _, header := range ours.Headers {
		made := containsFold([]string{"x-amz-content-sha256", "host"}, header[0])
		if !made && !slices.Contains(c.Headers, header) {
			return fmt.Sprintf("header %q is to be sent, given was %q", header, c.Headers)
		}
	}
	for _, header := range c.Headers {
		kept := slices.Contains(ours.Headers, header) || containsFold(unsignedNames, header[0])
		moved := slices.ContainsFunc(query, func(pair Pair) bool {
			return strings.EqualFold(pair[0], header[0])
		})
		if kept == moved {
			return fmt.Sprintf("header %q: kept %t, moved %t", header, kept, moved)
		}
	}
	return ""
}
