// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"

	signet "signet.dev/go"
)

// serveTLS serves with mutual TLS and returns the target.
func serveTLS(t *testing.T, fake *fakeServer, a *authority) string {
	t.Helper()
	certificate, err := tls.LoadX509KeyPair(a.issue(t, "localhost"))
	if err != nil {
		t.Fatal(err)
	}
	pem, err := os.ReadFile(a.path())
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	fake.serve(t, listener, grpc.Creds(credentials.NewTLS(&tls.Config{
		Certificates: []tls.Certificate{certificate},
		ClientCAs:    roots,
		ClientAuth:   tls.RequireAndVerifyClientCert,
	})))
	return fmt.Sprintf("localhost:%d", listener.Addr().(*net.TCPAddr).Port)
}

func filesOf(t *testing.T, ca, issuer *authority) signet.TLSFiles {
	t.Helper()
	cert, key := issuer.issue(t, "client")
	return signet.TLSFiles{CA: ca.path(), Cert: cert, Key: key}
}

func TestTLSSignsWithAClientCertificate(t *testing.T) {
	fake, a := &fakeServer{}, newAuthority(t)
	client := newClient(t, serveTLS(t, fake, a), signet.WithTLS(filesOf(t, a, a)))
	if _, err := client.Sign(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	if len(fake.calls) != 1 {
		t.Errorf("%d calls, want 1", len(fake.calls))
	}
}

func TestTLSRefusesStrangers(t *testing.T) {
	ours, other := newAuthority(t), newAuthority(t)
	tests := map[string]signet.TLSFiles{
		"client certificate": filesOf(t, ours, other),
		"server certificate": filesOf(t, other, ours),
	}
	for name, files := range tests {
		t.Run(name, func(t *testing.T) {
			fake := &fakeServer{}
			client := newClient(t, serveTLS(t, fake, ours), signet.WithTLS(files))
			if err := errorOf(t, client, request); err.Code != codes.Unavailable {
				t.Errorf("code %v, want Unavailable", err.Code)
			}
			if len(fake.calls) != 0 {
				t.Errorf("%d calls came through, want none", len(fake.calls))
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	a := newAuthority(t)
	files := filesOf(t, a, a)
	notPEM := signet.TLSFiles{CA: files.Key, Cert: files.Cert, Key: files.Key}
	absent := signet.TLSFiles{CA: "absent", Cert: files.Cert, Key: files.Key}
	tests := map[string]struct {
		target  string
		options []signet.Option
		want    string
	}{
		"tcp without TLS":    {"localhost:1", nil, "is not a Unix socket"},
		"path with a slash":  {"/tmp/x/s", nil, "did you mean unix:/tmp/x/s?"},
		"path with a name":   {"signet.sock", nil, "did you mean unix:signet.sock?"},
		"path with TLS":      {"./s", []signet.Option{signet.WithTLS(files)}, "did you mean unix:./s?"},
		"scheme without TLS": {"dns:///h:1", nil, "is not a Unix socket"},
		"unix with TLS":      {"unix:/tmp/socket", []signet.Option{signet.WithTLS(files)}, "takes no TLS files"},
		"absent files":       {"localhost:1", []signet.Option{signet.WithTLS(signet.TLSFiles{})}, "cannot load"},
		"absent CA":          {"localhost:1", []signet.Option{signet.WithTLS(absent)}, "cannot read the CA"},
		"CA without certs":   {"localhost:1", []signet.Option{signet.WithTLS(notPEM)}, "holds no PEM certificate"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			client, err := signet.New(test.target, test.options...)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got (%v, %v), want an error with %q", client, err, test.want)
			}
		})
	}
}
