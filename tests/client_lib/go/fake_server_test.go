// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"context"
	"net"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"

	"signet.dev/go/signetv1"
)

// fakeServer signs nothing: it records calls, and answers with failures while
// there are any, then with response.
type fakeServer struct {
	signetv1.UnimplementedSigningServiceServer

	mutex     sync.Mutex
	calls     []*signetv1.SignRequestRequest
	deadlines []time.Time
	failures  []error
	response  *signetv1.SignRequestResponse
	// Answers only when the call is given up.
	hold bool
}

func (f *fakeServer) SignRequest(
	ctx context.Context, request *signetv1.SignRequestRequest,
) (*signetv1.SignRequestResponse, error) {
	if f.hold {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.calls = append(f.calls, request)
	deadline, _ := ctx.Deadline()
	f.deadlines = append(f.deadlines, deadline)
	if len(f.failures) > 0 {
		failure := f.failures[0]
		f.failures = f.failures[1:]
		return nil, failure
	}
	if f.response != nil {
		return f.response, nil
	}
	return &signetv1.SignRequestResponse{}, nil
}

// serve serves until the test ends.
func (f *fakeServer) serve(t *testing.T, listener net.Listener, options ...grpc.ServerOption) {
	t.Helper()
	server := grpc.NewServer(options...)
	signetv1.RegisterSigningServiceServer(server, f)
	go server.Serve(listener)
	t.Cleanup(server.Stop)
}

// serveUnix serves on a Unix socket and returns the target.
func (f *fakeServer) serveUnix(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "socket")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	f.serve(t, listener)
	return "unix:" + path
}
