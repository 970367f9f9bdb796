// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Package signet signs AWS requests with credentials that only signet holds.
package signet

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/durationpb"

	"signet.dev/go/signetv1"
)

// DefaultTimeout is how long one call with its retries may take, where neither
// its context nor WithTimeout says otherwise.
const DefaultTimeout = 2 * time.Second

// UNAVAILABLE alone is retried: the server did not act on the call.
const serviceConfig = `{"methodConfig": [{
  "name": [{"service": "signet.v1.SigningService"}],
  "retryPolicy": {"maxAttempts": 5, "initialBackoff": "0.02s", "maxBackoff": "0.5s",
                  "backoffMultiplier": 2.5, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

// TLSFiles are the paths of the PEM files of mutual TLS.
type TLSFiles struct {
	CA, Cert, Key string
}

type options struct {
	tls     *TLSFiles
	timeout time.Duration
}

// Option changes what New makes.
type Option func(*options)

// WithTLS gives the files for a HOST:PORT target, read once.
func WithTLS(files TLSFiles) Option {
	return func(o *options) { o.tls = &files }
}

// WithTimeout limits calls whose context has no deadline.
func WithTimeout(timeout time.Duration) Option {
	return func(o *options) { o.timeout = timeout }
}

// Client signs requests through one server. It is safe for concurrent use.
type Client struct {
	connection *grpc.ClientConn
	stub       signetv1.SigningServiceClient
	timeout    time.Duration
}

// New makes the client of the server at target: "unix:PATH", or "HOST:PORT"
// with WithTLS, since signet has no TCP listener without mutual TLS. It connects
// when it is first used.
func New(target string, opts ...Option) (*Client, error) {
	o := options{timeout: DefaultTimeout}
	for _, option := range opts {
		option(&o)
	}
	transport, err := transportCredentials(target, o.tls)
	if err != nil {
		return nil, err
	}
	// A replica that restarts is back within a second; gRPC's own first pause is
	// one second and its longest two minutes.
	reconnect := backoff.Config{
		BaseDelay: 50 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second,
	}
	connection, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(transport),
		grpc.WithDefaultServiceConfig(serviceConfig),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: reconnect, MinConnectTimeout: 5 * time.Second,
		}))
	if err != nil {
		return nil, fmt.Errorf("signet: %w", err)
	}
	return &Client{
		connection: connection,
		stub:       signetv1.NewSigningServiceClient(connection),
		timeout:    o.timeout,
	}, nil
}

// Stub is the generated client, for what Client does not offer.
func (c *Client) Stub() signetv1.SigningServiceClient { return c.stub }

// Close closes the connection; calls in flight are cancelled.
func (c *Client) Close() error { return c.connection.Close() }

// Sign signs by the Authorization header. What the server refused, or did not
// answer in time, is an *Error.
func (c *Client) Sign(ctx context.Context, request Request) (*SignedRequest, error) {
	return c.sign(ctx, request.message())
}

// Presign signs by the URL, to hold for expiresIn: whole seconds, 1 to 604,800.
// Without a payload S3 URLs leave the body to whoever uses them. Errors are as
// Sign's.
func (c *Client) Presign(
	ctx context.Context, request Request, expiresIn time.Duration,
) (*SignedRequest, error) {
	message := request.message()
	message.Placement = &signetv1.SignRequestRequest_Query{
		Query: &signetv1.QueryPlacement{ExpiresIn: durationpb.New(expiresIn)},
	}
	return c.sign(ctx, message)
}

func (c *Client) sign(
	ctx context.Context, message *signetv1.SignRequestRequest,
) (*SignedRequest, error) {
	if _, hasDeadline := ctx.Deadline(); !hasDeadline {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	response, err := c.stub.SignRequest(ctx, message)
	if err != nil {
		return nil, newError(err)
	}
	return newSignedRequest(response), nil
}

// isBarePath tells whether a target is the path of a socket whose "unix:" was left
// out. No host holds a '/', but what follows a scheme does ("dns:///host:443").
func isBarePath(target string) bool {
	head, _, hasColon := strings.Cut(target, ":")
	return strings.Contains(head, "/") || (!hasColon && strings.HasSuffix(target, ".sock"))
}

func transportCredentials(
	target string, files *TLSFiles,
) (credentials.TransportCredentials, error) {
	if strings.HasPrefix(target, "unix:") {
		if files != nil {
			return nil, fmt.Errorf("signet: target %q is a Unix socket: it takes no TLS files", target)
		}
		return insecure.NewCredentials(), nil
	}
	if isBarePath(target) {
		return nil, fmt.Errorf("signet: target %q is a path; did you mean unix:%s?", target, target)
	}
	if files == nil {
		return nil, fmt.Errorf(
			"signet: target %q is not a Unix socket (unix:PATH), so it needs TLS files", target)
	}
	certificate, err := tls.LoadX509KeyPair(files.Cert, files.Key)
	if err != nil {
		return nil, fmt.Errorf("signet: cannot load the client certificate: %w", err)
	}
	pem, err := os.ReadFile(files.CA)
	if err != nil {
		return nil, fmt.Errorf("signet: cannot read the CA: %w", err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("signet: %q holds no PEM certificate", files.CA)
	}
	return credentials.NewTLS(&tls.Config{
		MinVersion:   tls.VersionTLS12,
		RootCAs:      roots,
		Certificates: []tls.Certificate{certificate},
	}), nil
}
