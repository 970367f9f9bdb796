// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Command vectors prints test vectors of Project Wycheproof, one a line, for
// wycheproof_check:
//
//	hmac KEY MESSAGE TAG RESULT
//	ecdsa X Y MESSAGE SIGNATURE RESULT
//
// in hex, "-" for nothing; RESULT is valid, invalid or acceptable.
package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/c2sp/wycheproof"
)

type suite struct {
	TestGroups []struct {
		PublicKey struct{ Uncompressed string }
		Tests     []struct{ Key, Msg, Tag, Sig, Result string }
	}
}

func read(name string) (*suite, error) {
	text, err := fs.ReadFile(wycheproof.TestVectors, name)
	if err != nil {
		return nil, err
	}
	parsed := &suite{}
	return parsed, json.Unmarshal(text, parsed)
}

func hex(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func run() error {
	macs, err := read("hmac_sha256_test.json")
	if err != nil {
		return err
	}
	for _, group := range macs.TestGroups {
		for _, test := range group.Tests {
			fmt.Println("hmac", hex(test.Key), hex(test.Msg), hex(test.Tag), test.Result)
		}
	}
	signatures, err := read("ecdsa_secp256r1_sha256_test.json")
	if err != nil {
		return err
	}
	for _, group := range signatures.TestGroups {
		point := strings.TrimPrefix(group.PublicKey.Uncompressed, "04")
		if len(point) != 128 {
			return fmt.Errorf("a public key of %d digits", len(point))
		}
		for _, test := range group.Tests {
			fmt.Println("ecdsa", point[:64], point[64:], hex(test.Msg), hex(test.Sig), test.Result)
		}
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "vectors:", err)
		os.Exit(1)
	}
}
