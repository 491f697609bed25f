package server

import (
	"holdfast.dev/sandbox-init/internal/files"
	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

// recycle makes the sandbox as if it were new, or says what is left of the old one. Nothing can be begun meanwhile, and
// afterwards only callers who know the new socket are heard.
func (c *conversation) recycle(request protocol.Recycle) error {
	s := c.server
	s.use.Lock()
	defer s.use.Unlock()
	if s.door.current() != c.generation {
		return errHangUp
	}
	if s.closing.Load() {
		return protocol.Fail(protocol.Refused, "this sandbox is shutting down")
	}
	for _, known := range s.Table.All() {
		if !known.Ended() {
			return protocol.Fail(protocol.Refused, "a step is running; stop it before the sandbox is recycled")
		}
	}
	answer, err := s.wipe(request)
	if err != nil {
		return err
	}
	if answer.Processes > 0 || len(answer.Leftovers) > 0 {
		return c.out.Object(wire.JSON, answer)
	}
	if answer.Generation, err = s.door.change(c.connection); err != nil {
		return err
	}
	s.lease.again()
	if err := c.out.Object(wire.JSON, answer); err != nil {
		return err
	}
	return errHangUp
}

// wipe ends every process before it looks, so that nobody writes behind its back. Who is there afterwards may have done
// so, whether or not it can be ended then. Only one that waits to move files may be there all the time, if there is
// nobody else and it has never met anybody.
func (s *Server) wipe(request protocol.Recycle) (protocol.Recycled, error) {
	answer := protocol.Recycled{OK: true, Leftovers: []string{}}
	if s.othersThanSpare() > 0 || !s.spare.hasMetNobody() {
		s.forgetSpare()
		if answer.Processes = s.killEverything(); answer.Processes > 0 {
			return answer, nil
		}
	}
	if len(request.Paths) > 0 || !s.Host.Local {
		wipe := files.Wipe{Paths: request.Paths, Whole: !s.Host.Local}
		f, err := s.fileProcess(files.Request{Wipe: &wipe})
		if err != nil {
			return answer, err
		}
		if err := s.only(f, &answer); err != nil {
			return answer, err
		}
	}
	if answer.Processes = s.othersThanSpare(); answer.Processes > 0 {
		s.forgetSpare()
		s.killEverything()
	}
	s.spare.asNew()
	if err := s.Table.Forget(); err != nil {
		answer.Leftovers = append(answer.Leftovers, "the supervisor's own records: "+err.Error())
	}
	return answer, nil
}
