package server

import (
	"errors"
	"time"

	"holdfast.dev/sandbox-init/internal/files"
	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

// ask runs an operation that takes and gives no data.
func (c *conversation) ask(request files.Request, answer any) error {
	f, err := c.fileProcess(request)
	if err != nil {
		return err
	}
	return c.server.only(f, answer)
}

func (c *conversation) list(request protocol.List) error {
	var answer protocol.Listing
	if err := c.ask(files.Request{List: &request}, &answer); err != nil {
		return err
	}
	return c.out.Object(wire.JSON, answer)
}

func (c *conversation) stat(request protocol.Stat) error {
	var answer protocol.StatDone
	if err := c.ask(files.Request{Stat: &request}, &answer); err != nil {
		return err
	}
	return c.out.Object(wire.JSON, answer)
}

func (c *conversation) put(request protocol.Put) error {
	f, err := c.fileProcess(files.Request{Put: &request})
	if err != nil {
		return err
	}
	whole := false
	defer func() { c.server.giveBack(f, whole) }()
	if err := c.out.Object(wire.JSON, protocol.OK{OK: true}); err != nil {
		return errHangUp
	}
	if err := c.out.Flush(); err != nil {
		return errHangUp
	}
	if err := c.forward(f); err != nil {
		f.abandon()
		return err
	}
	var answer protocol.PutDone
	header, err := f.next()
	if err != nil {
		return f.lost()
	}
	if err := f.result(header, &answer); err != nil {
		return err
	}
	whole = true
	return c.out.Object(wire.JSON, answer)
}

// forward passes the caller's frames on up to the end frame. When the file process has stopped listening, because it
// found something wrong, the rest is still read: the caller learns of it in the answer.
func (c *conversation) forward(f *fileProcess) error {
	listening := true
	for {
		header, err := c.in.Next()
		if err != nil || header.Kind != wire.Data && header.Kind != wire.End {
			return errHangUp
		}
		if !listening {
			err = c.in.Skip(header)
		} else {
			var failed error
			failed, err = c.forwardOne(f, header)
			listening = failed == nil
		}
		if err != nil {
			return errHangUp
		}
		if header.Kind == wire.End {
			return nil
		}
	}
}

func (c *conversation) forwardOne(f *fileProcess, header wire.Header) (failed, err error) {
	if header.Kind == wire.End {
		if err := c.in.Skip(header); err != nil {
			return nil, err
		}
		return errors.Join(f.in.Frame(wire.End, []byte("{}")), f.flush()), nil
	}
	_ = f.input.SetWriteDeadline(time.Now().Add(patience))
	return c.in.Copy(asFrames{f.in}, header)
}

// asFrames makes a data frame of each write.
type asFrames struct{ to *wire.Writer }

func (a asFrames) Write(p []byte) (int, error) {
	if err := a.to.Frame(wire.Data, p); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (c *conversation) get(request protocol.Get) error {
	f, err := c.fileProcess(files.Request{Get: &request})
	if err != nil {
		return err
	}
	whole := false
	defer func() { c.server.giveBack(f, whole) }()
	begun := false
	for {
		header, err := f.next()
		if err != nil {
			return c.endGet(begun, protocol.GetDone{}, f.lost())
		}
		if header.Kind != wire.Data {
			var answer protocol.GetDone
			err := f.result(header, &answer)
			whole = err == nil
			return c.endGet(begun, answer, err)
		}
		if !begun {
			begun = true
			if err := c.out.Object(wire.JSON, protocol.OK{OK: true}); err != nil {
				return errHangUp
			}
		}
		payload, err := f.out.Payload(header)
		if err != nil {
			return c.endGet(begun, protocol.GetDone{}, f.lost())
		}
		if c.out.Frame(wire.Data, payload) != nil || c.out.Flush() != nil {
			return errHangUp
		}
	}
}

// endGet closes a get. An error before the first byte is an ordinary error answer; later it is in the end frame.
func (c *conversation) endGet(begun bool, answer protocol.GetDone, err error) error {
	if err != nil && !begun {
		return err
	}
	if !begun {
		if err := c.out.Object(wire.JSON, protocol.OK{OK: true}); err != nil {
			return errHangUp
		}
	}
	if answer.Skipped == nil {
		answer.Skipped = []protocol.Skipped{}
	}
	if err != nil {
		answer.Error = protocol.AsFailure(err)
	}
	return c.out.Object(wire.End, answer)
}
