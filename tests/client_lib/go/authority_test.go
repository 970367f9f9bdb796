// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// authority is a certificate authority whose files lie in a folder of its own.
type authority struct {
	folder      string
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{folder: t.TempDir(), certificate: template("test authority"), key: newKey(t)}
	a.certificate.IsCA = true
	a.certificate.BasicConstraintsValid = true
	a.certificate.KeyUsage = x509.KeyUsageCertSign
	a.sign(t, "ca.pem", a.certificate, a.key)
	return a
}

func (a *authority) path() string { return filepath.Join(a.folder, "ca.pem") }

// issue returns the paths of a certificate and its key.
func (a *authority) issue(t *testing.T, name string) (cert, key string) {
	t.Helper()
	leafKey := newKey(t)
	leaf := template(name)
	leaf.DNSNames = []string{name}
	cert = a.sign(t, name+".pem", leaf, leafKey)
	der, err := x509.MarshalPKCS8PrivateKey(leafKey)
	if err != nil {
		t.Fatal(err)
	}
	return cert, a.write(t, name+".key", &pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func (a *authority) sign(
	t *testing.T, file string, certificate *x509.Certificate, key *ecdsa.PrivateKey,
) string {
	t.Helper()
	der, err := x509.CreateCertificate(
		rand.Reader, certificate, a.certificate, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	return a.write(t, file, &pem.Block{Type: "CERTIFICATE", Bytes: der})
}

func (a *authority) write(t *testing.T, file string, block *pem.Block) string {
	t.Helper()
	path := filepath.Join(a.folder, file)
	if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func template(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Now().Add(-5 * time.Minute),
		NotAfter:     time.Now().Add(time.Hour),
	}
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
