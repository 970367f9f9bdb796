// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "strings"

// Cell is one combination that gets its own count of cases.
type Cell struct {
	Kind      string // request | stream | events | post
	Algorithm string
	Placement string
	Mode      string // payload mode; of a stream: chunks | trailer
	Profile   string
	Class     string // what the request is made of
}

// Name is the row of the table.
func (c Cell) Name() string {
	var parts []string
	if c.Kind != "request" {
		parts = append(parts, c.Kind)
	}
	for _, part := range []string{c.Algorithm, c.Placement, c.Mode, c.Profile, c.Class} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "/")
}

const (
	hashed           = "hash"
	unsigned         = "UNSIGNED-PAYLOAD"
	unsignedTrailer  = "STREAMING-UNSIGNED-PAYLOAD-TRAILER"
	signedChunks     = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
	signedTrailer    = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"
	asymmetricChunks = "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD"
)

// classes are the encoding classes; see generator.request.
var classes = []string{"ascii", "reserved", "utf8", "slashes", "query", "headers"}

var profiles = []string{"s3", "default", "default-unnormalized"}

// allCells lists every cell. A presigned URL has no chunked body, so query
// placement has the first two payload modes only. SigV4A costs a hundred times
// SigV4: it differs from it after the canonical request, so its cells mix the
// classes and payload modes.
func allCells() []Cell {
	var cells []Cell
	modes := map[string][]string{
		"header": {hashed, unsigned, unsignedTrailer, signedChunks, signedTrailer},
		"query":  {hashed, unsigned},
	}
	for _, placement := range []string{"header", "query"} {
		for _, mode := range modes[placement] {
			for _, profile := range profiles {
				for _, class := range classes {
					cells = append(cells, Cell{"request", "sigv4", placement, mode, profile, class})
				}
			}
		}
	}
	for _, placement := range []string{"header", "query"} {
		for _, profile := range profiles {
			cells = append(cells, Cell{"request", "sigv4a", placement, "", profile, ""})
		}
	}
	for _, algorithm := range []string{"sigv4", "sigv4a"} {
		for _, mode := range []string{"chunks", "trailer"} {
			cells = append(cells, Cell{Kind: "stream", Algorithm: algorithm, Mode: mode})
		}
	}
	return append(cells,
		Cell{Kind: "events", Algorithm: "sigv4"},
		Cell{Kind: "post", Algorithm: "sigv4"})
}
