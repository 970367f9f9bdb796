// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Command vectors prints test vectors of Project Wycheproof, one a line, for
// wycheproof_check:
//
//	hmac KEY MESSAGE TAG RESULT
//	ecdsa X Y MESSAGE SIGNATURE RESULT
//	RS256 KEYSET MESSAGE SIGNATURE RESULT
//	ES256 KEYSET MESSAGE SIGNATURE RESULT
//	jws KEYSET TOKEN RESULT
//
// in hex, "-" for nothing; KEYSET and TOKEN are texts. RESULT is valid, invalid,
// acceptable or, of what is sound but of an algorithm that signet must refuse,
// unsupported.
package main

import (
	"encoding/base64"
	hexadecimal "encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"strings"

	"github.com/c2sp/wycheproof"
)

type group struct {
	PublicKey       struct{ Uncompressed, Modulus, PublicExponent string }
	Public, Private map[string]any
	Tests           []struct{ Key, Msg, Tag, Sig, Jws, Result string }
}

type suite struct{ TestGroups []group }

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
	if err := printTokenSignatures("ES256", "ecdsa_secp256r1_sha256_p1363_test.json"); err != nil {
		return err
	}
	if err := printTokenSignatures("RS256", "rsa_signature_2048_sha256_test.json"); err != nil {
		return err
	}
	return printTokens()
}

// A key set of one key, in hex.
func keySet(key map[string]any) (string, error) {
	text, err := json.Marshal(map[string]any{"keys": []any{key}})
	return fmt.Sprintf("%x", text), err
}

// base64URL of a number's hex digits, without zeros in front.
func base64URL(digits string) string {
	number, _ := new(big.Int).SetString(digits, 16)
	return base64.RawURLEncoding.EncodeToString(number.Bytes())
}

// tokenKey is a group's key as tokens have it.
func tokenKey(algorithm string, group *group) (map[string]any, error) {
	if algorithm == "RS256" {
		return map[string]any{"kty": "RSA", "n": base64URL(group.PublicKey.Modulus),
			"e": base64URL(group.PublicKey.PublicExponent)}, nil
	}
	point, err := hexadecimal.DecodeString(group.PublicKey.Uncompressed)
	if err != nil || len(point) != 65 {
		return nil, fmt.Errorf("a public key %q", group.PublicKey.Uncompressed)
	}
	encode := base64.RawURLEncoding.EncodeToString
	return map[string]any{"kty": "EC", "crv": "P-256", "x": encode(point[1:33]), "y": encode(point[33:])}, nil
}

// printTokenSignatures prints signatures of an algorithm of tokens, over any bytes.
func printTokenSignatures(algorithm, name string) error {
	signatures, err := read(name)
	if err != nil {
		return err
	}
	for i := range signatures.TestGroups {
		group := &signatures.TestGroups[i]
		key, err := tokenKey(algorithm, group)
		if err != nil {
			return err
		}
		keys, err := keySet(key)
		if err != nil {
			return err
		}
		for _, test := range group.Tests {
			fmt.Println(algorithm, keys, hex(test.Msg), hex(test.Sig), test.Result)
		}
	}
	return nil
}

// printTokens prints tokens of all algorithms.
func printTokens() error {
	tokens, err := read("json_web_signature_test.json")
	if err != nil {
		return err
	}
	for _, group := range tokens.TestGroups {
		key := group.Public
		if key == nil {
			key = group.Private
		}
		keys, err := keySet(key)
		if err != nil {
			return err
		}
		isOurs := key["alg"] == "RS256" || key["alg"] == "ES256"
		for _, test := range group.Tests {
			if test.Result == "valid" && !isOurs {
				test.Result = "unsupported"
			}
			fmt.Printf("jws %s %x %s\n", keys, test.Jws, test.Result)
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
