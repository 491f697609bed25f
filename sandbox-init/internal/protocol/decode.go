package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// Request is a decoded request: its operation and the body of that operation's type (a pointer).
type Request struct {
	Op   string
	Body any
}

var bodies = map[string]func() any{
	"hello":    func() any { return new(Nothing) },
	"start":    func() any { return new(Start) },
	"wait":     func() any { return new(Wait) },
	"read":     func() any { return new(Read) },
	"stdin":    func() any { return new(Stdin) },
	"signal":   func() any { return new(Signal) },
	"resize":   func() any { return new(Resize) },
	"stop":     func() any { return new(Stop) },
	"put":      func() any { return new(Put) },
	"get":      func() any { return new(Get) },
	"list":     func() any { return new(List) },
	"stat":     func() any { return new(Stat) },
	"usage":    func() any { return new(Nothing) },
	"lease":    func() any { return new(Lease) },
	"recycle":  func() any { return new(Recycle) },
	"shutdown": func() any { return new(Shutdown) },
}

// Decode reads a request strictly: one object, known fields, nothing behind it.
func Decode(payload []byte) (Request, error) {
	fields := map[string]json.RawMessage{}
	if err := one(payload, &fields, false); err != nil {
		return Request{}, Fail(BadRequest, "a request must be one JSON object: %v", err)
	}
	var version int
	if err := json.Unmarshal(fields["v"], &version); err != nil || fields["v"] == nil {
		return Request{}, Fail(BadRequest, "field v (the protocol's version, a number) is missing or not a number")
	}
	if version != Version {
		return Request{}, Fail(UnsupportedVersion, "version %d is not spoken here; this supervisor speaks %d", version, Version)
	}
	var op string
	if err := json.Unmarshal(fields["op"], &op); err != nil || op == "" {
		return Request{}, Fail(BadRequest, "field op (the operation's name) is missing or not a string")
	}
	newBody, known := bodies[op]
	if !known {
		return Request{}, Fail(BadRequest, "field op: there is no operation %q", op)
	}
	delete(fields, "v")
	delete(fields, "op")
	rest, err := json.Marshal(fields)
	if err != nil {
		return Request{}, Fail(BadRequest, "a request must be one JSON object: %v", err)
	}
	body := newBody()
	if err := one(rest, body, true); err != nil {
		return Request{}, Fail(BadRequest, "%s: %s", op, sentence(err))
	}
	return Request{Op: op, Body: body}, nil
}

func one(payload []byte, into any, strict bool) error {
	decoder := json.NewDecoder(bytes.NewReader(payload))
	if strict {
		decoder.DisallowUnknownFields()
	}
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("there is more behind the object")
	}
	return nil
}

// sentence names the field, which the standard library's error has in other words.
func sentence(err error) string {
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) {
		return "field " + wrongType.Field + ": " + wrongType.Value + " does not fit " + wrongType.Type.String()
	}
	if name, found := strings.CutPrefix(err.Error(), "json: unknown field "); found {
		return "unknown field " + name
	}
	return err.Error()
}
