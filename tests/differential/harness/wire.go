// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "strings"

// The little that the harness itself must know of URLs, written apart from
// signet's own code.

// splitURL cuts "scheme://authority/path?query"; hasQuery tells "?" from none.
func splitURL(url string) (origin, path, query string, hasQuery bool) {
	start := strings.Index(url, "://") + 3
	end := strings.IndexAny(url[start:], "/?")
	if end < 0 {
		return url, "", "", false
	}
	origin = url[:start+end]
	path, query, hasQuery = strings.Cut(url[start+end:], "?")
	return origin, path, query, hasQuery
}

func joinURL(origin, path, query string) string {
	if query == "" {
		return origin + path
	}
	return origin + path + "?" + query
}

const upperHex = "0123456789ABCDEF"

func isUnreserved(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' ||
		b == '-' || b == '.' || b == '_' || b == '~'
}

// encode percent-encodes all but unreserved bytes and those in keep.
func encode(text, keep string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		b := text[i]
		if isUnreserved(b) || strings.IndexByte(keep, b) >= 0 {
			out.WriteByte(b)
		} else {
			out.WriteByte('%')
			out.WriteByte(upperHex[b>>4])
			out.WriteByte(upperHex[b&15])
		}
	}
	return out.String()
}

func unhex(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b >= 'a' && b <= 'f':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'F':
		return int(b-'A') + 10
	}
	return -1
}

// decode undoes percent-encoding once; what is no escape stays.
func decode(text string) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if high, low := unhex(text[i+1]), unhex(text[i+2]); high >= 0 && low >= 0 {
				out = append(out, byte(high<<4|low))
				i += 2
				continue
			}
		}
		out = append(out, text[i])
	}
	return string(out)
}

// encodedOnce is the path as S3 canonicalises it.
func encodedOnce(path string) string { return encode(decode(path), "/") }

// normalized removes empty, "." and ".." segments from a path as sent.
func normalized(path string) string {
	var kept []string
	for _, segment := range strings.Split(path, "/") {
		switch segment {
		case "", ".":
		case "..":
			kept = kept[:max(len(kept)-1, 0)]
		default:
			kept = append(kept, segment)
		}
	}
	if len(kept) == 0 {
		return "/"
	}
	tail := ""
	if strings.HasSuffix(path, "/") {
		tail = "/"
	}
	return "/" + strings.Join(kept, "/") + tail
}

// queryPairs decodes a query in its order; empty pieces are no parameters.
func queryPairs(query string) []Pair {
	var pairs []Pair
	for _, piece := range strings.Split(query, "&") {
		if piece == "" {
			continue
		}
		name, value, _ := strings.Cut(piece, "=")
		pairs = append(pairs, Pair{decode(name), decode(value)})
	}
	return pairs
}

// encodedQuery is a query with every name and value encoded once, in order.
func encodedQuery(pairs []Pair) string {
	pieces := make([]string, len(pairs))
	for i, pair := range pairs {
		pieces[i] = encode(pair[0], "") + "=" + encode(pair[1], "")
	}
	return strings.Join(pieces, "&")
}

// hostOf is the host of a URL as clients send it: lower case, no default port.
func hostOf(url string) string {
	origin, _, _, _ := splitURL(url)
	scheme, host, _ := strings.Cut(strings.ToLower(origin), "://")
	if scheme == "https" {
		return strings.TrimSuffix(host, ":443")
	}
	return strings.TrimSuffix(host, ":80")
}
