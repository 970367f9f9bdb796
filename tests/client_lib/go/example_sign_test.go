// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const emptySHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

func hmacSHA256(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

// expectedSignature is worked by hand from the SigV4 specification, for the
// example's request.
func expectedSignature(time string) string {
	scope := time[:8] + "/us-east-1/s3/aws4_request"
	canonicalRequest := "GET\n/test.txt\n\nhost:examplebucket.s3.amazonaws.com\n" +
		"x-amz-content-sha256:" + emptySHA256 + "\nx-amz-date:" + time + "\n\n" +
		"host;x-amz-content-sha256;x-amz-date\n" + emptySHA256
	key := []byte("AWS4wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
	for _, part := range strings.Split(scope, "/") {
		key = hmacSHA256(key, part)
	}
	text := fmt.Sprintf("AWS4-HMAC-SHA256\n%s\n%s\n%x", time, scope,
		sha256.Sum256([]byte(canonicalRequest)))
	return hex.EncodeToString(hmacSHA256(key, text))
}

// buildExample returns the path of the built example.
func buildExample(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sign")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", path, "signet.dev/go/examples/sign")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return path
}

func TestExamplePrintsSignedHeaders(t *testing.T) {
	target := signetdTarget(t)
	output, err := exec.CommandContext(t.Context(), buildExample(t), target, "s3-example").Output()
	if err != nil {
		t.Fatal(err)
	}
	headers := regexp.MustCompile(`(?m)^(\S+): (.*)\r$`).FindAllStringSubmatch(string(output), -1)
	printed := map[string]string{}
	for _, header := range headers {
		printed[header[1]] = header[2]
	}
	time := printed["X-Amz-Date"]
	if !regexp.MustCompile(`^\d{8}T\d{6}Z$`).MatchString(time) {
		t.Fatalf("no X-Amz-Date in %q", output)
	}
	if got := printed["X-Amz-Content-Sha256"]; got != emptySHA256 {
		t.Errorf("X-Amz-Content-Sha256 is %q, want %q", got, emptySHA256)
	}
	want := "Signature=" + expectedSignature(time)
	if got := printed["Authorization"]; !strings.HasSuffix(got, want) {
		t.Errorf("authorization %q, want it to end with %q", got, want)
	}
}

func TestExampleShowsItsUsage(t *testing.T) {
	command := exec.CommandContext(t.Context(), buildExample(t))
	output, _ := command.CombinedOutput()
	want := "usage: sign unix:PATH CREDENTIAL\n"
	if got := command.ProcessState.ExitCode(); got != 2 || string(output) != want {
		t.Errorf("it ended with %d and %q, want 2 and %q", got, output, want)
	}
}

func TestExampleFailsWithTheReason(t *testing.T) {
	target := signetdTarget(t)
	command := exec.CommandContext(t.Context(), buildExample(t), target, "no/name")
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err == nil {
		t.Error("it succeeded")
	}
	if !strings.Contains(stderr.String(), "INVALID_CREDENTIAL_NAME") || stdout.Len() != 0 {
		t.Errorf("it printed %q and %q", stdout.String(), stderr.String())
	}
}
