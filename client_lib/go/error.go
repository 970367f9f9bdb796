// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

package signet

import (
	"fmt"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const errorDomain = "signet"

// Error is a call that failed; get at it with errors.As.
type Error struct {
	// Code of gRPC.
	Code codes.Code
	// Reason out of the closed set signetv1.ErrorReason, spelled without its
	// prefix: "INVALID_REGION". Empty when signet did not answer (no connection,
	// deadline).
	Reason string
	// Field is the path of the offending field, "http_request.headers[3].value";
	// empty where no field is to blame.
	Field string
	// Message for people: what came and what is allowed.
	Message string

	cause error
}

// Error says it all in one line.
func (e *Error) Error() string {
	reason := e.Reason
	if reason == "" {
		reason = e.Code.String()
	}
	if e.Field == "" {
		return fmt.Sprintf("signet: %s: %s", reason, e.Message)
	}
	return fmt.Sprintf("signet: %s: %s (%s)", reason, e.Message, e.Field)
}

// Unwrap gives gRPC's own error, which status.FromError reads.
func (e *Error) Unwrap() error { return e.cause }

func newError(err error) *Error {
	s := status.Convert(err)
	result := &Error{Code: s.Code(), Message: s.Message(), cause: err}
	for _, detail := range s.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			if d.GetDomain() == errorDomain {
				result.Reason = d.GetReason()
			}
		case *errdetails.BadRequest:
			if violations := d.GetFieldViolations(); len(violations) > 0 {
				result.Field = violations[0].GetField()
			}
		}
	}
	return result
}
