package protocol

import (
	"errors"
	"fmt"
)

// The error codes of the protocol.
const (
	BadRequest         = "bad_request"
	UnsupportedVersion = "unsupported_version"
	UnknownStep        = "unknown_step"
	Conflict           = "conflict"
	NotFound           = "not_found"
	NotRunning         = "not_running"
	TooLarge           = "too_large"
	Limit              = "limit"
	Refused            = "refused"
	Internal           = "internal"
)

// Failure is an error that the other side is told about: a code to act on and a sentence to read.
type Failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (f *Failure) Error() string { return f.Code + ": " + f.Message }

// Fail makes a failure.
func Fail(code, format string, arguments ...any) *Failure {
	return &Failure{Code: code, Message: fmt.Sprintf(format, arguments...)}
}

// AsFailure gives any error a code; one that has none is internal.
func AsFailure(err error) *Failure {
	var failure *Failure
	if errors.As(err, &failure) {
		return failure
	}
	return &Failure{Code: Internal, Message: err.Error()}
}

// ErrorAnswer is the answer to a request that failed.
type ErrorAnswer struct {
	OK    bool     `json:"ok"`
	Error *Failure `json:"error"`
}
