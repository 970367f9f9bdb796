// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

// rule names one intended difference. README.md says why each is intended; the
// table counts how often each was applied. A rule that "adapts" changes what
// the peer is given, so the signatures are compared all the same; a rule that
// "skips" leaves a peer out of that one comparison; one that "refuses" expects
// signet to say no.
type rule string

const (
	pathEncodedOnce    rule = "path-encoded-once"           // adapts
	queryEncodedOnce   rule = "query-encoded-once"          // adapts
	emptyPathIsSlash   rule = "empty-path-is-slash"         // adapts
	goNeverNormalizes  rule = "go-never-normalizes"         // adapts
	neverSignedHeader  rule = "never-signed-header"         // adapts
	signableHeader     rule = "smithy-told-to-sign"         // adapts
	tokenAfterSigning  rule = "token-after-signing"         // adapts
	sessionTokenGiven  rule = "session-token-given"         // adapts
	payloadHashGiven   rule = "payload-hash-given"          // adapts
	goKeepsHostCase    rule = "go-keeps-host-case"          // adapts
	hoistedBySignet    rule = "hoisted-by-signet"           // adapts
	alwaysNormalizes   rule = "always-normalizes"           // skips
	forbidsHashHeader  rule = "forbids-payload-hash-header" // skips
	presignIsUnsigned  rule = "presign-is-unsigned"         // skips
	movesBodyToQuery   rule = "moves-body-to-query"         // skips
	signsBodyOverHTTP  rule = "signs-body-over-http"        // skips
	dropsDuplicates    rule = "drops-duplicate-parameters"  // skips
	replacesDate       rule = "replaces-date-header"        // skips
	botocoreUnsignable rule = "botocore-cannot-sign-header" // skips
	unicodeWhiteSpace  rule = "unicode-white-space"         // skips
	tabIsSpace         rule = "tab-is-space"                // skips
	goSkipsZeroLength  rule = "go-skips-zero-length"        // skips
	hashIsAssumed      rule = "body-hash-is-assumed"        // skips
	tokenUnsigned      rule = "verifier-wants-token-signed" // skips
	refusesPlus        rule = "refuses-raw-plus"            // refuses
	refusesEscape      rule = "refuses-escape"              // refuses
)

// allRules is the order of the report.
var allRules = []rule{
	pathEncodedOnce, queryEncodedOnce, emptyPathIsSlash, goNeverNormalizes, neverSignedHeader,
	signableHeader, tokenAfterSigning, sessionTokenGiven, payloadHashGiven, goKeepsHostCase, hoistedBySignet, alwaysNormalizes, forbidsHashHeader, presignIsUnsigned,
	movesBodyToQuery, signsBodyOverHTTP, dropsDuplicates, replacesDate, botocoreUnsignable, unicodeWhiteSpace,
	tabIsSpace, goSkipsZeroLength, tokenUnsigned, hashIsAssumed, refusesPlus, refusesEscape,
}

// refusal is the rule by which signet must refuse the case; "" for none.
func refusal(c *Case) rule {
	switch {
	case c.features.has(plusRefused):
		return refusesPlus
	case c.features.has(badEscape):
		return refusesEscape
	}
	return ""
}
