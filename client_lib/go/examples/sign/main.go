// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Prints the signed headers of an S3 GET. usage: sign unix:PATH CREDENTIAL
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	signet "signet.dev/go"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sign unix:PATH CREDENTIAL")
		os.Exit(2)
	}
	client, err := signet.New(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	signed, err := client.Sign(context.Background(), signet.Request{
		Credential: os.Args[2], Region: "us-east-1", Service: "s3",
		Method: "GET", URL: "https://examplebucket.s3.amazonaws.com/test.txt",
	})
	if err != nil {
		log.Fatal(err)
	}
	signed.Header.Write(os.Stdout)
}
