// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strconv"
	"strings"
	"time"
)

// ordinary headers with values that every peer signs as they are.
var ordinary = []Pair{
	{"Content-Type", "application/json"},
	{"Content-Type", "text/plain; charset=utf-8"},
	{"Range", "bytes=0-9"},
	{"X-Amz-Acl", "public-read"},
	{"X-Amz-Storage-Class", "STANDARD_IA"},
	{"X-Amz-Server-Side-Encryption", "AES256"},
	{"X-Amz-Server-Side-Encryption-Aws-Kms-Key-Id", "key-1"},
	{"X-Amz-Checksum-Crc32", "AAAAAA=="},
	{"X-Amz-Checksum-Mode", "ENABLED"},
	{"X-Amz-Copy-Source", "/bucket/a%20b?versionId=1"},
	{"X-Amz-Tagging", "a=b&c=d"},
	{"X-Amz-Object-Lock-Mode", "GOVERNANCE"},
	{"X-Amz-Grant-Read", "id=\"1\", id=\"2\""},
	{"X-Amz-Grant-Full-Control", "id=\"3\""},
	{"X-Amz-Target", "DynamoDB_20120810.GetItem"},
	{"X-Amz-Request-Payer", "requester"},
	{"X-Amz-Expected-Bucket-Owner", "123456789012"},
	{"Cache-Control", "max-age=60"},
	{"Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg=="},
	{"If-None-Match", "*"},
	{"Content-Encoding", "gzip"},
	{"Content-Disposition", "attachment; filename=\"a b.txt\""},
	{"Accept", "*/*"},
}

// Names that signet never signs. A peer that signs some of them (adapt.go) is
// not given those.
var unsignedNames = []string{
	"User-Agent", "Expect", "X-Amzn-Trace-Id", "Connection", "TE", "Upgrade",
	"Keep-Alive", "Transfer-Encoding", "Trailer", "Proxy-Authorization",
	"Proxy-Authenticate", "Sec-WebSocket-Key",
}

// Names that only @smithy/signature-v4, or only botocore, leaves unsigned.
var (
	smithyOnly   = []string{"Cache-Control", "From", "Max-Forwards", "Pragma", "Referer", "Sec-Fetch-Mode"}
	botocoreOnly = []string{"Baggage", "Traceparent", "Tracestate"}
)

func (g *generator) headers(c *Case, class string) {
	used := map[string]bool{}
	add := func(name, value string) {
		if key := strings.ToLower(name); !used[key] {
			used[key] = true
			c.Headers = append(c.Headers, Pair{name, value})
		}
	}
	for n := g.r.IntN(4); n > 0; n-- {
		pair := ordinary[g.r.IntN(len(ordinary))]
		add(pair[0], pair[1])
	}
	if strings.HasPrefix(c.Payload, "STREAMING-") {
		add("X-Amz-Decoded-Content-Length", strconv.Itoa(g.r.IntN(1<<30)))
		add("Content-Encoding", "aws-chunked")
	}
	if strings.HasSuffix(c.Payload, "-TRAILER") {
		add("X-Amz-Trailer", "x-amz-checksum-crc32c")
	}
	if g.chance(20) {
		add("Content-Length", strconv.Itoa(1+g.r.IntN(1<<30)))
	}
	switch class {
	case "headers":
		g.oddHeaders(c, add)
	case "utf8":
		value := g.unicode(12)
		if g.chance(3) {
			value += string([]rune{0xa0, 0x2003, 0x3000}[g.r.IntN(3)])
			c.features |= unicodeSpace
		}
		add("X-Amz-Meta-"+g.text(letters, 4), "v"+value)
	default:
		add("X-Amz-Meta-"+g.text(letters, 4), g.text(unescape, g.r.IntN(30)))
	}
	g.mark(c)
}

// spaced is words with runs of spaces around and between them.
func (g *generator) spaced() string {
	spaces := func() string { return strings.Repeat(" ", g.r.IntN(4)) }
	return spaces() + g.repeat(0, 4, " ", func() string {
		return g.text(unescape+",;=\"", 1+g.r.IntN(6)) + spaces()
	}) + spaces()
}

// oddHeaders has repeated, empty and spaced values, names that are prefixes of
// each other, names of any letter case, and names that are not signed.
func (g *generator) oddHeaders(c *Case, add func(name, value string)) {
	used := 0
	for _, name := range []string{"x-amz-meta-a", "X-Amz-Meta-A-B", "x-AMZ-meta-ab", "My-Header", "my-header-a"} {
		if g.chance(50) {
			add(name, g.spaced())
			used++
		}
	}
	if n := len(c.Headers); n > 0 && used > 0 { // repetitions, under the name as first written
		for g.chance(40) {
			c.Headers = append(c.Headers, Pair{c.Headers[n-1][0], g.spaced()})
		}
	}
	if g.chance(20) {
		add(g.pick(unsignedNames), g.text(alnum, 10))
	}
	if g.chance(10) {
		add(g.pick(smithyOnly), g.text(alnum, 10))
	}
	if g.chance(5) {
		add(g.pick(botocoreOnly), g.text(alnum, 10))
	}
	if g.chance(3) {
		add("Date", time.Unix(c.Time, 0).UTC().Format(time.RFC1123))
	}
	if g.chance(3) {
		add("Content-Length", "0")
	}
	if g.chance(5) {
		add("X-Tab", g.text(alnum, 4)+g.pick([]string{"\t", " \t", "\t\t"})+g.text(alnum, 4))
	}
}

// mark notes what of the headers some peer treats differently.
func (g *generator) mark(c *Case) {
	for _, header := range c.Headers {
		name := strings.ToLower(header[0])
		switch {
		case containsFold(unsignedNames, name):
			c.features |= neverSigned
		case containsFold(smithyOnly, name):
			c.features |= smithyUnsigned
		case containsFold(botocoreOnly, name):
			c.features |= botocoreUnsigned
		case name == "date":
			c.features |= dateHeader
		case name == "content-length" && header[1] == "0":
			c.features |= zeroLength
		}
		if strings.Contains(header[1], "\t") {
			c.features |= innerTab
		}
	}
}

func containsFold(names []string, name string) bool {
	for _, one := range names {
		if strings.EqualFold(one, name) {
			return true
		}
	}
	return false
}
