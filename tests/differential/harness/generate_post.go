// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "time"

// post is a browser-upload policy: as signet's structured conditions, and as
// the document that botocore adds its own conditions to.
func (g *generator) post(c *Case) {
	c.Service = "s3"
	c.Bucket = g.text(letters, 3+g.r.IntN(20))
	c.Expires = 1 + g.r.Int64N(604800)
	c.URL = "https://" + c.Bucket + ".s3.amazonaws.com/"
	c.Conditions = []PostCondition{g.keyCondition()}
	if g.chance(40) {
		c.Conditions = append(c.Conditions,
			PostCondition{Kind: "range", Min: g.r.Int64N(1000), Max: 1000 + g.r.Int64N(1<<30)})
	}
	if g.chance(50) {
		c.Conditions = append(c.Conditions, PostCondition{Kind: "equals", Field: "acl", Value: "private"})
	}
	if g.chance(40) {
		c.Conditions = append(c.Conditions, PostCondition{Kind: "prefix", Field: "Content-Type", Value: "image/"})
	}
	if g.chance(50) {
		c.Conditions = append(c.Conditions,
			PostCondition{Kind: "equals", Field: "x-amz-meta-" + g.text(letters, 6), Value: g.formText()})
	}
	c.Policy = &PostDocument{
		Expiration: time.Unix(c.Time+c.Expires, 0).UTC().Format("2006-01-02T15:04:05Z"),
		Conditions: []any{map[string]string{"bucket": c.Bucket}},
	}
	for _, condition := range c.Conditions {
		c.Policy.Conditions = append(c.Policy.Conditions, condition.document())
	}
}

func (g *generator) keyCondition() PostCondition {
	if g.chance(50) {
		return PostCondition{Kind: "prefix", Field: "key", Value: g.segment() + "/"}
	}
	return PostCondition{Kind: "equals", Field: "key", Value: g.segment() + "/" + g.formText()}
}

// formText has what JSON must escape, and text beyond ASCII.
func (g *generator) formText() string {
	return g.text(alnum+" \"\\/<>&'", g.r.IntN(12)) + g.unicode(6)
}

// document is the condition as a policy document spells it.
func (p PostCondition) document() any {
	switch p.Kind {
	case "range":
		return []any{"content-length-range", p.Min, p.Max}
	case "prefix":
		return []any{"starts-with", "$" + p.Field, p.Value}
	}
	return map[string]string{p.Field: p.Value}
}
