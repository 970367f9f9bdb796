// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// generator makes the cases of one batch; the same seed makes the same cases.
type generator struct {
	r    *rand.Rand
	cell Cell
}

func newGenerator(cell Cell, seed, cellIndex, batch uint64) *generator {
	return &generator{rand.New(rand.NewPCG(seed, cellIndex<<32|batch)), cell}
}

// chance is true in percent of the calls.
func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

func (g *generator) pick(options []string) string { return options[g.r.IntN(len(options))] }

// text is length characters of the alphabet.
func (g *generator) text(alphabet string, length int) string {
	out := make([]byte, length)
	for i := range out {
		out[i] = alphabet[g.r.IntN(len(alphabet))]
	}
	return string(out)
}

// repeat joins between low and high results of make by separator.
func (g *generator) repeat(low, high int, separator string, make func() string) string {
	parts := []string{}
	for n := low + g.r.IntN(high-low+1); n > 0; n-- {
		parts = append(parts, make())
	}
	return strings.Join(parts, separator)
}

const (
	letters  = "abcdefghijklmnopqrstuvwxyz"
	alnum    = letters + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	unescape = alnum + "-._~"
	base64   = alnum + "+/"
)

var (
	regions  = []string{"us-east-1", "eu-central-1", "ap-southeast-2", "us-gov-west-1", "auto", "default"}
	services = []string{"dynamodb", "sqs", "iam", "execute-api", "sts", "lambda"}
	methods  = []string{"GET", "PUT", "POST", "DELETE", "HEAD"}
	sets     = []string{"*", "us-east-1", "us-east-1,eu-west-1", "us-west-*"}
)

// generate makes the next case of the cell.
func (g *generator) generate() *Case {
	c := &Case{
		Op:          g.cell.Kind,
		Algorithm:   g.cell.Algorithm,
		Time:        946684800 + g.r.Int64N(1200000000), // 2000 to 2038
		Region:      g.pick(regions),
		Service:     g.pick(services),
		AccessKeyID: "AKID" + g.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16),
		Secret:      g.text(base64, 40),
		Headers:     []Pair{},
	}
	if g.chance(5) { // the last and the first second of a day
		c.Time -= c.Time%86400 + int64(g.r.IntN(2))
	}
	if g.cell.Algorithm == "sigv4a" {
		c.Region = g.pick(sets)
	}
	if g.chance(40) {
		c.Token = g.text(base64, 16+g.r.IntN(100)) + g.pick([]string{"", "=", "=="})
	}
	switch g.cell.Kind {
	case "request":
		g.request(c)
	case "stream":
		g.stream(c)
	case "events":
		g.events(c)
	case "post":
		g.post(c)
	}
	return c
}

func (g *generator) request(c *Case) {
	class, mode := g.cell.Class, g.cell.Mode
	if g.cell.Algorithm == "sigv4a" {
		class = g.pick(classes)
		mode = hashed
		if g.chance(30) {
			mode = unsigned
		} else if g.cell.Placement == "header" && g.chance(30) {
			mode = asymmetricChunks
		}
	}
	c.Placement, c.Profile, c.Payload = g.cell.Placement, g.cell.Profile, mode
	c.Method = g.pick(methods)
	if c.Profile == "s3" {
		c.Service = "s3"
	}
	if c.Placement == "query" {
		c.Expires = 1 + g.r.Int64N(604800)
		c.PresignProfile = g.pick(presignProfiles)
	}
	switch {
	case c.Token == "":
	case g.chance(15):
		c.TokenAfterSigning = true
	case c.Profile == "s3" && c.Algorithm == "sigv4" && g.chance(15):
		c.S3Express = true
		c.Service = "s3express"
	}
	if mode == hashed {
		c.Body = g.body(class)
	}
	// S3 sends the payload hash in any case, and so does all but a plain hash.
	c.PayloadHeader = c.Placement == "header" &&
		(c.Profile == "s3" || mode != hashed || g.chance(50))
	g.url(c, class)
	g.headers(c, class)
}

func (g *generator) body(class string) string {
	if g.chance(30) {
		return ""
	}
	if class == "utf8" {
		return g.unicode(40)
	}
	return g.text(unescape+" {}\":,=&%", g.r.IntN(300))
}

func (g *generator) url(c *Case, class string) {
	scheme := "https"
	if g.chance(10) {
		scheme = "http"
	}
	host := g.text(letters, 1+g.r.IntN(12)) + "." + c.Service + "." + c.Region + ".amazonaws.com"
	if c.Algorithm == "sigv4a" || g.chance(20) {
		host = g.pick([]string{"localhost:9000", "127.0.0.1:7480", "[::1]:8333", "example.com",
			"example.com:443", "example.com:80", "Example.COM:8443"})
	}
	path := g.path(c, class)
	query, marked := g.query(c, class)
	seen := map[string]bool{}
	for _, pair := range queryPairs(query) {
		if seen[pair[0]] {
			c.features |= duplicateQuery
		}
		seen[pair[0]] = true
	}
	c.URL = joinURL(scheme+"://"+host, path, query)
	if query == "" && marked {
		c.URL += "?"
	}
}

func (g *generator) segment() string { return g.text(unescape, 1+g.r.IntN(10)) }

func (g *generator) path(c *Case, class string) string {
	switch class {
	case "reserved":
		return "/" + g.repeat(1, 4, "/", func() string { return g.reserved(c) })
	case "utf8":
		return "/" + g.repeat(1, 4, "/", func() string { return g.wireUnicode(c) })
	case "slashes":
		return g.dotted()
	}
	if g.chance(10) {
		return "/"
	}
	path := "/" + g.repeat(1, 4, "/", g.segment)
	if g.chance(20) {
		path += "/"
	}
	return path
}

// dotted is a path of empty, dot and ordinary segments, or no path at all.
func (g *generator) dotted() string {
	if g.chance(5) {
		return ""
	}
	options := []string{"", "", ".", "..", "..", "...", ".a", "b.", "c", "%2E", "%2e%2e", "d%2Fe"}
	path := "/" + g.repeat(0, 7, "/", func() string { return g.pick(options) })
	if g.chance(30) {
		path += "/"
	}
	return path
}

// reserved is text of reserved characters and percent escapes of both cases.
func (g *generator) reserved(c *Case) string {
	var out strings.Builder
	for n := 1 + g.r.IntN(8); n > 0; n-- {
		switch g.r.IntN(4) {
		case 0:
			out.WriteByte(alnum[g.r.IntN(len(alnum))])
		case 1:
			out.WriteByte("!$&'()*,;=:@-._~ \"<>[]\\^`{|}"[g.r.IntN(28)])
		case 2:
			out.WriteString(g.escape(byte(1 + g.r.IntN(126))))
		case 3:
			out.WriteString(g.pick([]string{"%2F", "%2f", "%25", "%20", "%2B", "%3F", "%23", "%3d"}))
		}
	}
	if g.chance(1) {
		out.WriteByte('+')
		if c.Profile == "s3" {
			c.features |= plusRefused
		}
	}
	if g.chance(1) {
		out.WriteString("%00")
		c.features |= badEscape
	}
	return out.String()
}

func (g *generator) escape(b byte) string {
	digits := upperHex
	if g.chance(30) {
		digits = "0123456789abcdef"
	}
	return "%" + string(digits[b>>4]) + string(digits[b&15])
}

// unicode is up to length code points of every encoded length.
func (g *generator) unicode(length int) string {
	var out strings.Builder
	for n := g.r.IntN(length + 1); n > 0; n-- {
		out.WriteRune(g.codePoint())
	}
	return out.String()
}

func (g *generator) codePoint() rune {
	switch g.r.IntN(4) {
	case 0:
		return rune('!' + g.r.IntN(94))
	case 1:
		return rune(0xa1 + g.r.IntN(0x700-0xa1))
	case 2:
		return rune(0x3041 + g.r.IntN(0x6000))
	}
	return rune(0x1f300 + g.r.IntN(0x300))
}

// wireUnicode is text beyond ASCII as a URL carries it: escaped, or as it is.
func (g *generator) wireUnicode(c *Case) string {
	text := encode(g.unicode(6)+"é", "")
	if g.chance(30) {
		text = strings.ToLower(text)
	}
	if g.chance(20) { // raw, but for what a URL may not hold
		text = string(g.codePoint()|0x100) + text
	}
	if g.chance(1) { // overlong, surrogate, alone, cut short
		text += g.pick([]string{"%C0%AF", "%ED%A0%80", "%80", "%E2%82"})
		c.features |= badEscape
	}
	return text
}

func (g *generator) query(c *Case, class string) (query string, marked bool) {
	pair := func(make func() string) string { return make() + "=" + make() }
	switch class {
	case "reserved":
		return g.repeat(0, 4, "&", func() string {
			return g.segment() + "=" + g.reservedQuery(c)
		}), false
	case "utf8":
		return g.repeat(0, 3, "&", func() string {
			return pair(func() string { return g.wireUnicode(c) })
		}), false
	case "query":
		return g.oddQuery(), g.chance(50)
	}
	return g.repeat(0, 3, "&", func() string { return pair(g.segment) }), false
}

// reservedQuery is reserved text without what ends a value or a parameter.
func (g *generator) reservedQuery(c *Case) string {
	before := c.features
	text := strings.ReplaceAll(g.reserved(c), "&", "%26")
	if strings.Contains(text, "+") {
		c.features |= plusRefused // in a query of any profile
	} else {
		c.features = before | c.features&badEscape
	}
	return text
}

// oddQuery has valueless, repeated, empty and prefix keys and empty pieces.
func (g *generator) oddQuery() string {
	keys := []string{"a", "a", "a-b", "ab", "a.b", "a%2Fb", "a%20b", "A", "aB", "a~", "a_b", "acl",
		"uploads", "list-type", "prefix", "x-id", "", "%61"}
	values := []string{"", "1", "2", "10", "a/b", "a-b", "b=c", "=", "%2F", "%3D", "~", "*", "%2a", "'"}
	return g.repeat(0, 7, "&", func() string {
		if g.chance(10) {
			return "" // an empty piece
		}
		key := g.pick(keys)
		if g.chance(30) && key != "" {
			return key // valueless
		}
		return key + "=" + g.pick(values)
	})
}

// stream is a chain of chunks after a seed, perhaps with a trailer.
func (g *generator) stream(c *Case) {
	c.Seed = g.text("0123456789abcdef", 64)
	for n := g.r.IntN(4); n > 0; n-- {
		c.Chunks = append(c.Chunks, g.text(unescape+" \n", 1+g.r.IntN(200)))
	}
	c.Chunks = append(c.Chunks, "") // the end chunk
	if g.cell.Mode != "trailer" {
		return
	}
	algorithm := g.pick([]string{"crc32", "crc32c", "crc64nvme", "sha1", "sha256"})
	c.Trailers = []Pair{{"x-amz-checksum-" + algorithm, g.text(base64, 8)}}
	for g.chance(30) {
		c.Trailers = append(c.Trailers,
			Pair{"x-amz-meta-" + g.text(letters, 8), g.spaced()})
	}
}

// events is a chain of events, each dated by its own second; some cross
// midnight.
func (g *generator) events(c *Case) {
	c.Seed = g.text("0123456789abcdef", 64)
	at := c.Time
	for n := 1 + g.r.IntN(4); n > 0; n-- {
		c.Events = append(c.Events, Event{
			TimeMS:  at * 1000,
			Headers: encodedDateHeader(at),
			Payload: g.body("utf8") + strconv.Itoa(n),
		})
		at += int64(g.r.IntN(40000))
	}
}
