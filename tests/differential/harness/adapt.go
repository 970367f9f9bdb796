// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"slices"
	"strings"
)

// adapted is the case as one peer gets it, and by which rules it differs from
// what signet got. A nil c means that the peer is left out.
type adapted struct {
	c     *Case
	rules []rule
}

func (a *adapted) note(r rule) { a.rules = append(a.rules, r) }

// skip leaves the peer out by a rule.
func skip(r rule) adapted { return adapted{nil, []rule{r}} }

// begin copies a case for a peer that needs the Host header spelt out.
func begin(c *Case) adapted {
	copied := *c
	copied.Headers = append([]Pair{{"Host", hostOf(c.URL)}}, c.Headers...)
	return adapted{c: &copied}
}

// payloadHash is the payload as the canonical request ends with it.
func payloadHash(c *Case) string {
	if c.Payload == hashed {
		return hexHash(c.Body)
	}
	return c.Payload
}

// hashInHeader tells whether a presigned request names its payload hash in a
// header: S3 takes a presigned body for unsigned unless told otherwise, and
// only js-v3 tells it in the query.
func hashInHeader(c *Case) bool {
	return c.Placement == "query" && c.Profile == "s3" && c.Payload == hashed &&
		c.PresignProfile != "js-v3"
}

// givePayloadHash adds x-amz-content-sha256 as a header of the caller's, which
// is how go-v2, botocore and smithy are told to sign it.
func (a *adapted) givePayloadHash() {
	if !containsFold(namesOf(a.c.Headers), "x-amz-content-sha256") {
		a.c.Headers = append(a.c.Headers, Pair{"X-Amz-Content-Sha256", payloadHash(a.c)})
	}
	a.note(payloadHashGiven)
}

func namesOf(headers []Pair) []string {
	names := make([]string, len(headers))
	for i, header := range headers {
		names[i] = header[0]
	}
	return names
}

// canonicalURL gives the peer the path (and, if asked, the query) that it takes
// as it is in the form that signet makes itself.
func (a *adapted) canonicalURL(verbatimQuery bool) {
	origin, path, query, _ := splitURL(a.c.URL)
	if path == "" {
		path = "/"
		a.note(emptyPathIsSlash)
	}
	if a.c.Profile == "s3" {
		if once := encodedOnce(path); once != path {
			path = once
			a.note(pathEncodedOnce)
		}
	}
	if verbatimQuery {
		if once := encodedQuery(queryPairs(query)); once != query {
			query = once
			a.note(queryEncodedOnce)
		}
	}
	a.c.URL = joinURL(origin, path, query)
}

// withoutHeaders drops the headers that signet never signs and this peer does.
func (a *adapted) withoutHeaders(names []string) {
	kept := a.c.Headers[:0:0]
	for _, header := range a.c.Headers {
		if !containsFold(names, header[0]) {
			kept = append(kept, header)
		}
	}
	if len(kept) != len(a.c.Headers) {
		a.note(neverSignedHeader)
	}
	a.c.Headers = kept
}

// withoutToken has the peer sign as if there were no token, where signet adds
// it after signing and the peer has no such option.
func (a *adapted) withoutToken() {
	if a.c.TokenAfterSigning {
		a.c.Token = ""
		a.note(tokenAfterSigning)
	}
}

// giveSessionToken adds the token of S3 Express as the caller's own, for a peer
// that does not know it.
func (a *adapted) giveSessionToken() {
	if !a.c.S3Express {
		return
	}
	if a.c.Placement == "query" {
		origin, path, query, _ := splitURL(a.c.URL)
		pairs := append(queryPairs(query), Pair{"X-Amz-S3session-Token", a.c.Token})
		a.c.URL = joinURL(origin, path, encodedQuery(pairs))
	} else {
		a.c.Headers = append(a.c.Headers, Pair{"x-amz-s3session-token", a.c.Token})
	}
	a.c.Token = ""
	a.note(sessionTokenGiven)
}

// signedElsewhere are the query parameters that signing adds.
func signedElsewhere(name string) bool {
	switch name {
	case "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires",
		"X-Amz-SignedHeaders", "X-Amz-Signature", "X-Amz-Security-Token", "X-Amz-Region-Set",
		"X-Amz-S3session-Token":
		return true
	}
	return false
}

// asHoisted is the case with its headers already where signet's presign profile
// put them: a peer that moves none must then come to the same signature.
func (a *adapted) asHoisted(ours *Result) {
	origin, path, query, _ := splitURL(ours.URL)
	var kept []Pair
	for _, pair := range queryPairs(query) {
		if !signedElsewhere(pair[0]) {
			kept = append(kept, pair)
		}
	}
	a.c.URL = joinURL(origin, path, encodedQuery(kept))
	a.c.Headers = []Pair{{"Host", hostOf(a.c.URL)}}
	for _, header := range ours.Headers {
		if !strings.EqualFold(header[0], "host") {
			a.c.Headers = append(a.c.Headers, header)
		}
	}
	a.c.PresignProfile = "none"
	a.note(hoistedBySignet)
}

// presigned prepares a presigned case for a peer; native are the presign
// profiles that the peer itself follows. It tells whether the case has one.
func (a *adapted) presigned(ours *Result, native ...string) bool {
	if a.c.Placement != "query" || slices.Contains(native, a.c.PresignProfile) {
		return true
	}
	a.asHoisted(ours)
	return false
}

// movesOddly tells whether a header that signet moves into the query is
// repeated or has spaces to fold: peers then move the values as they are.
func movesOddly(c *Case) bool {
	seen := map[string]bool{}
	for _, header := range c.Headers {
		name := strings.ToLower(header[0])
		odd := seen[name] || strings.Join(strings.Fields(header[1]), " ") != header[1]
		if strings.HasPrefix(name, "x-amz-") && odd {
			return true
		}
		seen[name] = true
	}
	return false
}

// presignProfiles are signet's; those of unmoved leave all headers in place, as
// awscrt and botocore do.
var (
	presignProfiles = []string{"default", "botocore", "go-v2", "js-v3", "java-v2"}
	unmoved         = []string{"default", "botocore", "java-v2"}
)

// aws-c-auth means to leave out Connection: its table holds "expect" twice.
var crtSigns = []string{"Connection", "TE", "Keep-Alive", "Trailer", "Proxy-Authorization", "Proxy-Authenticate"}

func beginForCRT(c *Case, ours *Result) adapted {
	a := begin(c)
	a.presigned(ours, unmoved...)
	a.canonicalURL(false)
	a.withoutHeaders(crtSigns)
	return a
}

func adaptForCRT(c *Case, ours *Result) adapted {
	if c.features.has(innerTab) {
		return skip(tabIsSpace)
	}
	if hashInHeader(c) {
		return skip(forbidsHashHeader)
	}
	a := beginForCRT(c, ours)
	if c.Algorithm == "sigv4a" {
		a.c.Op = "stages"
		a.c.Signature = ours.Signature
	}
	return a
}

var goSigns = append([]string{"Upgrade", "Sec-WebSocket-Key"}, crtSigns...)

func adaptForGo(c *Case, ours *Result) adapted {
	if c.features.has(zeroLength) {
		return skip(goSkipsZeroLength)
	}
	if c.features.has(unicodeSpace) {
		return skip(unicodeWhiteSpace)
	}
	a := begin(c)
	if movesOddly(c) || containsFold(namesOf(c.Headers), "x-amz-grant-full-control") {
		a.presigned(ours) // the signer misspells that name in its list of what stays
	} else {
		a.presigned(ours, "go-v2")
	}
	a.c.Headers = a.c.Headers[1:] // the Host header comes from the URL
	if hashInHeader(c) {
		a.givePayloadHash()
	}
	a.withoutHeaders(goSigns)
	a.canonicalURL(true)
	origin, path, query, _ := splitURL(a.c.URL)
	if clean := normalized(path); c.Profile == "default" && clean != path {
		path = clean
		a.note(goNeverNormalizes)
	}
	if lower := strings.ToLower(origin); lower != origin {
		origin = lower
		a.note(goKeepsHostCase)
	}
	a.c.URL = joinURL(origin, path, query)
	a.giveSessionToken()
	a.withoutToken()
	return a
}

// pathIsNormal tells whether a peer that always normalises can be compared.
func pathIsNormal(c *Case) bool {
	if c.Profile != "default-unnormalized" {
		return true
	}
	_, path, _, _ := splitURL(c.URL)
	return path == "" || normalized(path) == path
}

func adaptForBotocore(c *Case, ours *Result) adapted {
	switch {
	case !pathIsNormal(c):
		return skip(alwaysNormalizes)
	case c.features.has(dateHeader):
		return skip(replacesDate)
	case c.features.has(botocoreUnsigned):
		return skip(botocoreUnsignable)
	case c.features.has(innerTab):
		return skip(tabIsSpace)
	case c.features.has(unicodeSpace):
		return skip(unicodeWhiteSpace)
	case c.Placement == "query" && c.Profile == "s3" && c.Payload == hashed && !hashInHeader(c):
		return skip(presignIsUnsigned)
	case c.Placement == "query" && c.Body != "":
		return skip(movesBodyToQuery)
	case c.Payload == unsigned && c.Profile != "s3" && c.Placement == "query" &&
		strings.HasPrefix(c.URL, "http:"):
		return skip(signsBodyOverHTTP)
	case c.Placement == "query" && c.features.has(duplicateQuery):
		return skip(dropsDuplicates)
	}
	a := begin(c)
	a.presigned(ours, unmoved...)
	a.withoutHeaders([]string{"Sec-WebSocket-Key"})
	a.canonicalURL(true)
	if hashInHeader(c) || c.PayloadHeader && c.Profile != "s3" {
		a.givePayloadHash()
	}
	a.withoutToken()
	return a
}

func adaptForSmithy(c *Case, ours *Result) adapted {
	if c.features.has(innerTab) {
		return skip(tabIsSpace)
	}
	if !pathIsNormal(c) {
		return skip(alwaysNormalizes)
	}
	if c.features.has(dateHeader) {
		return skip(replacesDate)
	}
	a := begin(c)
	native := !movesOddly(c) && a.presigned(ours, "js-v3") || a.presigned(ours)
	a.canonicalURL(false)
	if c.features.has(smithyUnsigned) {
		a.c.SignableHeaders = lowered(smithyOnly)
		a.note(signableHeader)
	}
	if c.Placement == "query" {
		a.presignedBySmithy(c, native)
	}
	a.giveSessionToken()
	a.withoutToken()
	return a
}

// presignedBySmithy sets the options of a presigned request. A native one gets
// those of the JavaScript SDK's S3 presigner; any other moves no header.
func (a *adapted) presignedBySmithy(c *Case, native bool) {
	for i, name := range lowered(namesOf(a.c.Headers)) {
		a.c.Headers[i][0] = name // as the SDK itself writes it
		if !native || strings.HasPrefix(name, "x-amz-server-side-encryption") {
			a.c.UnhoistableHeaders = append(a.c.UnhoistableHeaders, name)
		}
	}
	switch {
	case native || hashInHeader(c):
		a.givePayloadHash()
	case a.c.Payload != hashed:
		// The header is how the signer is told the payload hash; it is not sent,
		// so it is neither moved nor signed.
		a.givePayloadHash()
		a.c.UnhoistableHeaders = append(a.c.UnhoistableHeaders, "x-amz-content-sha256")
		a.c.UnsignableHeaders = []string{"x-amz-content-sha256"}
	}
}

func lowered(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.ToLower(name)
	}
	return out
}

// adaptForChain is a chain of chunks or events: nothing differs, but SigV4A
// signatures can only be verified.
func adaptForChain(c *Case, ours *Result) adapted {
	copied := *c
	if c.Algorithm == "sigv4a" {
		copied.Signatures = ours.Signatures
	}
	return adapted{c: &copied}
}

func adaptForPost(c *Case, ours *Result) adapted {
	copied := *c
	copied.EncodedPolicy = ours.EncodedPolicy
	return adapted{c: &copied}
}
