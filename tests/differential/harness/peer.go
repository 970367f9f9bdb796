// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "slices"

// peer is an independent signer.
type peer struct {
	name string
	// adapt makes the case that the peer gets.
	adapt func(c *Case, ours *Result) adapted
	sign  func(cases []*Case) ([]Result, error)
	// slow peers may take every n-th batch only.
	slow bool
}

// children are the processes of one worker.
type children struct {
	driver, crt, botocore, smithy *child
}

func startChildren(commands map[string][]string) (*children, error) {
	c := &children{}
	for name, slot := range map[string]**child{
		"driver": &c.driver, "crt": &c.crt, "botocore": &c.botocore, "smithy": &c.smithy,
	} {
		started, err := startChild(commands[name])
		if err != nil {
			c.stop()
			return nil, err
		}
		*slot = started
	}
	return c, nil
}

func (c *children) stop() {
	for _, one := range []*child{c.driver, c.crt, c.botocore, c.smithy} {
		if one != nil {
			one.stop()
		}
	}
}

// peersOf are the peers that can judge the cell.
func (c *children) peersOf(cell Cell) []peer {
	crt := peer{name: "awscrt", adapt: adaptForChain, sign: c.crt.ask}
	verifier := peer{name: "verifier", adapt: adaptForVerifier, sign: c.signThenVerify}
	goV2 := peer{name: "go-v2", adapt: adaptForChain, sign: goSign}
	smithy := peer{name: "smithy", adapt: adaptForChain, sign: c.smithy.ask, slow: true}
	botocore := peer{name: "botocore", adapt: adaptForPost, sign: c.botocore.ask, slow: true}
	switch {
	case cell.Kind == "post":
		botocore.slow = false // the only one
		return []peer{botocore}
	case cell.Kind == "events":
		return []peer{crt, goV2, smithy}
	case cell.Kind == "stream" && cell.Algorithm == "sigv4":
		return []peer{crt}
	case cell.Kind == "stream":
		return []peer{crt, verifier}
	}
	crt.adapt = adaptForCRT
	if cell.Algorithm == "sigv4a" {
		return []peer{crt, verifier}
	}
	goV2.adapt, smithy.adapt, botocore.adapt = adaptForGo, adaptForSmithy, adaptForBotocore
	verifier.slow = true
	// There awscrt has to be left out most of the time.
	smithy.slow = !(cell.Placement == "query" && cell.Mode == hashed && cell.Profile == "s3")
	return []peer{crt, goV2, botocore, smithy, verifier}
}

// adaptForVerifier is the case as awscrt signs it for signet to verify.
func adaptForVerifier(c *Case, ours *Result) adapted {
	if c.Op == "stream" {
		copied := *c
		copied.flip = ours.flipped
		return adapted{c: &copied}
	}
	if c.TokenAfterSigning {
		return skip(tokenUnsigned)
	}
	if c.features.has(innerTab) {
		return skip(tabIsSpace)
	}
	if c.Placement == "query" && c.Profile != "s3" && c.Payload == unsigned &&
		c.PresignProfile != "js-v3" {
		return skip(hashIsAssumed)
	}
	if hashInHeader(c) {
		return skip(forbidsHashHeader)
	}
	a := beginForCRT(c, ours)
	a.rules = nil // counted where awscrt itself is compared
	a.c.Op = "request"
	a.c.flip = ours.flipped
	return a
}

// signThenVerify has awscrt sign and signet verify: the verdicts.
func (c *children) signThenVerify(cases []*Case) ([]Result, error) {
	signed, err := c.crt.ask(cases)
	if err != nil {
		return nil, err
	}
	received := make([]*Case, len(cases))
	for i, asked := range cases {
		answer := &signed[i]
		if asked.flip {
			answer = flipped(answer)
		}
		copied := *asked
		if asked.Op == "stream" {
			copied.Signatures = answer.Signatures
		} else {
			copied.Op, copied.URL, copied.Headers = "verify", answer.URL, answer.Headers
		}
		received[i] = &copied
	}
	verdicts, err := c.driver.ask(received)
	if err != nil {
		return nil, err
	}
	for i := range verdicts {
		if signed[i].Error != "" {
			verdicts[i].Error = "awscrt: " + signed[i].Error
		}
		cases[i].Op = received[i].Op
		cases[i].Signatures = slices.Clone(received[i].Signatures)
	}
	return verdicts, nil
}
